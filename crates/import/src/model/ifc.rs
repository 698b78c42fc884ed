//! IFC: buildings. Of the many kinds of shapes in the standard those are read that buildings are made of.
//!
//! 1. The text is scanned ([`step`]), units and relations are found.
//! 2. Each product with a shape is a part: its solids in the world, and its openings cut out of them ([`cut`]).
//! 3. Storeys, rooms and doors are read beside; spaces, openings and the leaves of doors are no parts. If that is asked for, floors of rooms
//!    and thresholds of doors are ([`rooms`]).
//!
//! What is not supported is counted by kind, in the notes. A reader of our own, because the crate that reads IFC takes two minutes to
//! build and gives single precision; see docs/dependencies.md.

mod building;
mod convex;
mod curve;
mod cut;
mod faces;
mod geometry;
mod merge;
mod orient;
mod profile;
mod relations;
mod rooms;
mod shape;
mod solid;
mod step;
mod sweep;
mod units;

use super::build::{Build, MOST_TRIANGLES};
use super::fault::Fault;
use super::read::UpAxis;
use building::Building;
use step::Step;
use units::Units;

/// A file may ask for so many triangles at least, however small it is, and for so many more with each byte.
const TRIANGLES: usize = 1_000_000;
const TRIANGLES_PER_BYTE: usize = 100;

/// Reads a file.
pub(super) fn read_ifc(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    // 1. Text and units.
    let step = Step::scan(bytes)?;
    if !step.schema.is_empty() && !step.schema.to_ascii_uppercase().starts_with("IFC") {
        let what = format!("it is a STEP file of \"{}\", not IFC", step.schema);
        return Err(Fault::new("FILE_SCHEMA", what, "export the building as IFC"));
    }
    if build.up != UpAxis::Z {
        build.notes.push("In IFC files z points up, whatever is asked for.".to_owned());
        build.up = UpAxis::Z;
    }
    let units = Units::of(&step);
    let unit = match build.unit.replace(1.0) {
        Some(unit) => {
            build.notes.push(format!("The unit of the file is taken as {unit} m, as was asked for."));
            unit
        }
        None => {
            build.notes.push(units.note.clone());
            units.length
        }
    };
    let most = (TRIANGLES + TRIANGLES_PER_BYTE * bytes.len()).min(MOST_TRIANGLES);
    // 2. and 3.
    Building::new(&step, unit, units.angle, most).read(build)?;
    step.odd.tell(
        &mut build.notes,
        "statement could not be read and was passed over",
        "statements could not be read and were passed over",
    );
    Ok(())
}
