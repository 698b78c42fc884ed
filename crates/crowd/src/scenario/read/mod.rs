//! From TOML text to a [`Scenario`].
//!
//! 1. Parse the text; what is no TOML ends it here.
//! 2. Collect all names, so that anything may refer to anything, before or after it.
//! 3. Read table after table. Whatever is wrong is told, and reading goes on.
//!
//! Invariant: if nothing was told, every index of the scenario is valid.

mod agenda;
mod area;
mod choice;
mod distribution;
mod happening;
mod measurement;
mod queue;
mod source;

pub(crate) use distribution::{read_distribution, read_parameter, read_time};

use super::names::Names;
use super::problem::ScenarioProblem;
use super::profile::read_profiles;
use super::reader::{Fields, Item, Reader};
use super::scenario::{AreaSketch, Named, Scenario};

/// The version of the format.
const VERSION: u64 = 1;

/// Simulated time has an end. \[s\] A year.
const MOST_SECONDS: f64 = 3.2e7;

impl Scenario {
    /// Reads a scenario. Files are not touched: the place is a name here.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line.
    pub fn from_toml(text: &str) -> Result<Self, Vec<ScenarioProblem>> {
        let reader = Reader::new(text);
        // Step 1.
        let scenario = match reader.parse() {
            Some(file) => read(&Fields::of_file(&reader, &file)),
            None => None,
        };
        let problems = reader.into_problems();
        match scenario {
            Some(scenario) if problems.is_empty() => Ok(scenario),
            _ => Err(problems),
        }
    }
}

/// Names, and areas that were written where they are used.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) names: Names,
    pub(crate) areas: Vec<AreaSketch>,
}

fn read(file: &Fields<'_>) -> Option<Scenario> {
    // Step 2.
    let mut draft = Draft { names: Names::collect(file), areas: Vec::new() };
    // Step 3.
    if let Some(version) = file.need("throng", "1, the version of the format")
        && version.whole(0, u64::MAX).is_some_and(|number| number != VERSION)
    {
        version.fail("this version of the format is not known", format!("write throng = {VERSION}"));
    }
    let name = file.get("name").and_then(|item| item.text()).unwrap_or_default().to_owned();
    let place = file
        .need("place", "\"station\", a built-in place, or the name of a file")
        .and_then(|item| named(&item));
    let seed = file.get("seed").map_or(Some(1), |item| item.whole(0, u64::MAX));
    let duration =
        file.need("duration", "120.0, in seconds").and_then(|item| item.number_in(0.1, MOST_SECONDS));
    let until_empty = file.get("until_empty").map_or(Some(true), |item| item.flag());
    let profiles = read_profiles(file);
    area::read_areas(file, &mut draft);
    let exits = area::read_exits(file, &mut draft);
    let queues = queue::read_queues(file);
    let (agendas, tasks) = agenda::read_agendas(file, &mut draft);
    let sources = source::read_sources(file, &mut draft);
    let happenings = happening::read_happenings(file, &mut draft);
    let measurements = measurement::read_measurements(file, &mut draft);
    let frames_every = measurement::read_frames(file);
    file.tell_unknown();
    Some(Scenario {
        name,
        place: place?,
        seed: seed?,
        duration: duration?,
        until_empty: until_empty?,
        profiles,
        areas: draft.areas,
        exits,
        queues,
        sources,
        agendas,
        tasks,
        happenings,
        signals: draft.names.signals,
        measurements,
        frames_every,
    })
}

/// A text that means something elsewhere.
pub(crate) fn named(item: &Item<'_>) -> Option<Named> {
    Some(Named { name: item.text()?.to_owned(), spot: item.spot() })
}

/// The `layer` of a table.
pub(crate) fn layer(fields: &Fields<'_>) -> Option<Named> {
    named(&fields.get("layer")?)
}

/// The entries of a table whose keys are names, such as `[areas]`.
pub(crate) fn named_tables<'r>(file: &Fields<'r>, key: &'static str) -> Vec<Item<'r>> {
    file.get(key).and_then(|item| item.fields()).map(|fields| fields.entries()).unwrap_or_default()
}
