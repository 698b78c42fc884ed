//! Units of an IFC file.

use super::step::{Entity, Step};

/// What one unit of a file is.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Units {
    /// Meters per unit of length.
    pub(super) length: f64,
    /// Degrees per unit of angle.
    pub(super) angle: f64,
    /// How that was found. One sentence.
    pub(super) note: String,
}

impl Units {
    pub(super) fn of(step: &Step<'_>) -> Self {
        let project = step.all("IFCPROJECT").find_map(|project| project.reference(8));
        let assignment = project.and_then(|id| step.get(id)).or_else(|| step.all("IFCUNITASSIGNMENT").next());
        let units: Vec<Entity<'_>> =
            assignment.iter().flat_map(|all| all.references(0)).filter_map(|id| step.get(id)).collect();
        let of_type = |kind: &str| units.iter().find(|unit| unit.word(1) == kind);
        let length = of_type("LENGTHUNIT").and_then(|unit| factor(step, unit, 0));
        let note = match length {
            Some(length) => format!("The unit of the file is {length} m, as it says."),
            None => "The file does not say its unit, which is taken as 1 m.".to_owned(),
        };
        let angle =
            of_type("PLANEANGLEUNIT").and_then(|unit| factor(step, unit, 0)).unwrap_or(1.0).to_degrees();
        // Degrees are told by a factor with few digits.
        let angle = if (angle - 1.0).abs() < 1e-4 { 1.0 } else { angle };
        Self { length: length.unwrap_or(1.0), angle, note }
    }
}

/// How many meters or radians a unit is.
fn factor(step: &Step<'_>, unit: &Entity<'_>, depth: usize) -> Option<f64> {
    let found = match unit.kind {
        "IFCSIUNIT" => prefix(unit.word(2)),
        "IFCCONVERSIONBASEDUNIT" | "IFCCONVERSIONBASEDUNITWITHOFFSET" if depth < 8 => {
            let measure = step.get(unit.reference(3)?)?;
            let base = step.get(measure.reference(1)?)?;
            measure.number(0)? * factor(step, &base, depth + 1)?
        }
        _ => return None,
    };
    (found.is_finite() && found > 0.0).then_some(found)
}

fn prefix(name: &str) -> f64 {
    match name {
        "KILO" => 1e3,
        "HECTO" => 1e2,
        "DECA" => 10.0,
        "DECI" => 0.1,
        "CENTI" => 0.01,
        "MILLI" => 0.001,
        "MICRO" => 1e-6,
        "NANO" => 1e-9,
        "MEGA" => 1e6,
        _ => 1.0,
    }
}
