//! Distributions: a number, or a table such as `{ normal = [1.34, 0.26], from = 0.5, to = 2.0 }`.

use crate::distribution::{Distribution, Weighted};
use crate::scenario::reader::{Fields, Item};

const SHAPES: [&str; 8] =
    ["uniform", "normal", "lognormal", "exponential", "gamma", "weibull", "among", "table"];

/// A time beyond all simulations. \[s\] Distributions of times need not end before.
const MOST_TIME: f64 = 1e9;

/// A distribution of which no sample is out of a range.
pub(crate) fn read_distribution(item: &Item<'_>, least: f64, most: f64) -> Option<Distribution> {
    if item.is_number() {
        return Some(Distribution::Constant(item.number_in(least, most)?));
    }
    if !item.is_table() {
        item.wanted("a number or a distribution, such as { normal = [1.34, 0.26], from = 0.5, to = 2.0 },");
        return None;
    }
    let fields = item.fields()?;
    let cuts = ["from", "to"].map(|key| fields.get(key));
    let shape = fields.one_of(&SHAPES);
    fields.finish();
    let ends = cuts.each_ref().map(|cut| cut.as_ref().map_or(Some(None), |cut| cut.number().map(Some)));
    let (key, shape) = shape?;
    let [from, to] = [ends[0]?, ends[1]?];
    if let Some(cut) = cuts.iter().flatten().next().filter(|_| !["normal", "lognormal"].contains(&key)) {
        cut.fail(format!("the ends of \"{key}\" follow from its numbers"), "remove \"from\" and \"to\"");
        return None;
    }
    // What nobody said follows from the range: a speed is not negative.
    let distribution = read_shape(key, &shape, from.unwrap_or(least), to.unwrap_or(most))?;
    if let Err(bad) = distribution.check() {
        shape.fail(bad.to_string(), "look at its numbers");
        return None;
    }
    let [low, high] = distribution.bounds();
    // Times have no end, and need none.
    if low < least || (high > most && most < MOST_TIME) {
        shape.fail(
            format!("its values go from {low} to {high}"),
            format!("here, they must be from {least} to {most}"),
        );
        return None;
    }
    Some(distribution)
}

/// Takes over a parameter of which each character may have its own, if it is there.
pub(crate) fn read_parameter(
    fields: &Fields<'_>,
    key: &'static str,
    [least, most]: [f64; 2],
    parameter: &mut Distribution,
) {
    if let Some(all) = fields.get(key).and_then(|item| read_distribution(&item, least, most)) {
        *parameter = all;
    }
}

/// A distribution of times. \[s\]
pub(crate) fn read_time(item: &Item<'_>) -> Option<Distribution> {
    read_distribution(item, 0.0, MOST_TIME)
}

fn read_shape(key: &str, item: &Item<'_>, from: f64, to: f64) -> Option<Distribution> {
    let pair = |wanted: &str| item.numbers(2, wanted).map(|numbers| [numbers[0], numbers[1]]);
    Some(match key {
        "uniform" => {
            let [from, to] = pair("the ends [from, to]")?;
            Distribution::Uniform { from, to }
        }
        "normal" => {
            let [mean, deviation] = pair("mean and standard deviation [m, s]")?;
            Distribution::Normal { mean, deviation, from, to }
        }
        "lognormal" => {
            let [log_mean, log_deviation] = pair("mean and standard deviation of the logarithm [m, s]")?;
            Distribution::LogNormal { log_mean, log_deviation, start: from, to }
        }
        "exponential" => Distribution::Exponential { mean: item.number()? },
        "gamma" => {
            let [shape, scale] = pair("shape and scale [k, s]")?;
            Distribution::Gamma { shape, scale }
        }
        "weibull" => {
            let [shape, scale] = pair("shape and scale [k, s]")?;
            Distribution::Weibull { shape, scale }
        }
        "table" => {
            let rows: Vec<_> =
                item.list()?.iter().map(|row| row.numbers(2, "a share and a value [s, v]")).collect();
            let rows = rows.into_iter().map(|row| row.map(|row| [row[0], row[1]]));
            Distribution::Table(rows.collect::<Option<_>>()?)
        }
        _ => {
            let values: Vec<_> = item.list()?.iter().map(weighted_value).collect();
            Distribution::Choice(values.into_iter().collect::<Option<_>>()?)
        }
    })
}

/// `5.0`, or `[5.0, 0.2]` with a weight.
fn weighted_value(item: &Item<'_>) -> Option<Weighted> {
    if item.is_number() {
        return Some(Weighted { weight: 1.0, value: item.number()? });
    }
    let numbers = item.numbers(2, "a value, or a value and its weight [v, w]")?;
    Some(Weighted { weight: numbers[1], value: numbers[0] })
}

/// Weights by name, such as `{ adult = 0.8, elderly = 0.2 }`, or one name alone.
pub(crate) fn read_weights(item: &Item<'_>, what: &str, known: &[String]) -> Option<Vec<(usize, f64)>> {
    if item.is_text() {
        return Some(vec![(item.name(what, known)?, 1.0)]);
    }
    if !item.is_table() {
        item.wanted(&format!("the name of the {what}, or names and weights in braces,"));
        return None;
    }
    let entries: Vec<_> = item.fields().iter().flat_map(Fields::entries).collect();
    if entries.is_empty() {
        item.fail("there is nothing to choose from", "write names and weights");
        return None;
    }
    let weights: Vec<_> = entries
        .iter()
        .map(|entry| {
            let index = entry.key_name(what, known);
            let weight = entry.positive();
            Some((index?, weight?))
        })
        .collect();
    weights.into_iter().collect()
}
