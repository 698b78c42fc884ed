//! What can be wrong with a scenario: where in its file, what, and what to do about it.

use std::fmt;

/// A place in a scenario's file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The table, such as `profiles.adult` or `sources 2`; empty for what stands at the top.
    pub table: String,
    /// The key in that table; empty if it is the table as a whole.
    pub key: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

/// One thing that is wrong with a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioProblem {
    /// Where.
    pub spot: Spot,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl Spot {
    /// A problem here.
    pub fn problem(&self, what: impl Into<String>, remedy: impl Into<String>) -> ScenarioProblem {
        ScenarioProblem { spot: self.clone(), what: what.into(), remedy: remedy.into() }
    }
}

/// `[profiles.adult] speed`
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.table.as_str(), self.key.as_str()) {
            ("", key) => f.write_str(key),
            (table, "") => write!(f, "[{table}]"),
            (table, key) => write!(f, "[{table}] {key}"),
        }
    }
}

impl fmt::Display for ScenarioProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.spot.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for ScenarioProblem {}
