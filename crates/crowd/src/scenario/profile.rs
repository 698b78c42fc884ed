//! Profiles as a scenario describes them: what they are like, and what is different.

use super::problem::Spot;
use super::read::{named_tables, read_distribution};
use super::reader::{Fields, Item};
use super::scenario::Named;
use crate::distribution::Distribution;

/// A profile, as written.
#[derive(Clone, PartialEq, Debug)]
pub struct ProfileSketch {
    /// What it is called.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// A preset that it is like.
    pub like: Option<Named>,
    /// A population that speeds come from.
    pub population: Option<Named>,
    /// Free walking speed. \[m/s\]
    pub speed: Option<Distribution>,
    /// Radius of the disc. \[m\]
    pub radius: Option<Distribution>,
    /// How far discs keep from walls beyond their radius. \[m\]
    pub wall_gap: Option<f64>,
    /// What is said of each level, by the name of its table.
    pub levels: Vec<(&'static str, Settings)>,
}

/// What is said of one level: a model, and its parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The model, if one is named.
    pub model: Option<Named>,
    /// Whether it is switched off: `stream = false`.
    pub off: bool,
    /// Parameters.
    pub settings: Vec<Setting>,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    /// Its name.
    pub key: String,
    /// Where it stands.
    pub spot: Spot,
    /// What it is.
    pub value: Value,
}

/// What a parameter can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number or a distribution.
    Number(Distribution),
    /// A word.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// Numbers by name.
    Table(Vec<(String, f64)>),
}

/// Tables of a profile, one for each level.
const LEVELS: [&str; 7] = ["route", "following", "avoidance", "stream", "headway", "group", "body"];

pub(crate) fn read_profiles(file: &Fields<'_>) -> Vec<ProfileSketch> {
    named_tables(file, "profiles").iter().filter_map(read_profile).collect()
}

fn read_profile(item: &Item<'_>) -> Option<ProfileSketch> {
    let fields = item.fields()?;
    let word = |key| {
        let item: Item<'_> = fields.get(key)?;
        Some(Named { name: item.text()?.to_owned(), spot: item.spot() })
    };
    let sketch = ProfileSketch {
        name: item.key.clone(),
        spot: item.spot(),
        like: word("like"),
        population: word("population"),
        speed: fields.get("speed").and_then(|item| read_distribution(&item, 0.0, 12.0)),
        radius: fields.get("radius").and_then(|item| read_distribution(&item, 0.01, 10.0)),
        wall_gap: fields.get("wall_gap").and_then(|item| item.number_in(0.0, 1.0)),
        levels: LEVELS
            .iter()
            .filter_map(|&level| Some((level, read_settings(&fields.get(level)?)?)))
            .collect(),
    };
    fields.finish();
    Some(sketch)
}

/// A name alone, `false`, or a table with `model` and parameters.
fn read_settings(item: &Item<'_>) -> Option<Settings> {
    if item.is_text() {
        let model = Named { name: item.text()?.to_owned(), spot: item.spot() };
        return Some(Settings { model: Some(model), ..Settings::default() });
    }
    if !item.is_table() {
        return Some(Settings { off: !item.flag()?, ..Settings::default() });
    }
    let mut settings = Settings::default();
    for entry in item.fields()?.entries() {
        if entry.key == "model" {
            settings.model = Some(Named { name: entry.text()?.to_owned(), spot: entry.spot() });
        } else if let Some(value) = read_value(&entry) {
            settings.settings.push(Setting { key: entry.key.clone(), spot: entry.spot(), value });
        }
    }
    Some(settings)
}

fn read_value(item: &Item<'_>) -> Option<Value> {
    if item.is_text() {
        return Some(Value::Word(item.text()?.to_owned()));
    }
    let distribution = |fields: &Fields<'_>| {
        ["normal", "uniform", "lognormal", "exponential", "gamma", "weibull", "among", "table"]
            .iter()
            .any(|key| fields.peek(key).is_some())
    };
    if item.is_number() || (item.is_table() && item.fields().as_ref().is_some_and(distribution)) {
        return Some(Value::Number(read_distribution(item, -1e9, 1e9)?));
    }
    if item.is_table() {
        let entries = item.fields()?.entries();
        let numbers: Vec<_> = entries.iter().map(|entry| Some((entry.key.clone(), entry.number()?))).collect();
        return Some(Value::Table(numbers.into_iter().collect::<Option<_>>()?));
    }
    Some(Value::Flag(item.flag()?))
}
