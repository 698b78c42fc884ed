//! Distributions: a number, or a table such as `{ normal = [1.34, 0.26], from = 0.5, to = 2.0 }`.

use crate::scenario::reader::{Fields, Item};
use crate::scenario::spread::{Shape, Spread};

const SHAPES: [&str; 7] = ["uniform", "normal", "lognormal", "exponential", "gamma", "weibull", "among"];

/// A distribution of which no sample is out of a range.
pub(crate) fn read_spread(item: &Item<'_>, least: f64, most: f64) -> Option<Spread> {
    if item.is_number() {
        return Some(Spread::fixed(item.number_in(least, most)?));
    }
    if !item.is_table() {
        item.wanted("a number or a distribution, such as { normal = [1.34, 0.26], from = 0.5, to = 2.0 },");
        return None;
    }
    let fields = item.fields()?;
    let from = fields.get("from").map(|item| item.number());
    let to = fields.get("to").map(|item| item.number());
    let shape = fields.one_of(&SHAPES);
    let shape = shape.and_then(|(key, item)| read_shape(key, &item));
    fields.finish();
    // A key that is there but wrong was told.
    let [from, to] = [from, to].map(|end| end.map_or(Some(None), |end| end.map(Some)));
    let (from, to, (shape, ends)) = (from?, to?, shape?);
    let [low, high] = ends.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    let spread = Spread {
        shape,
        // What nobody said follows from the range: a speed is not negative.
        from: from.unwrap_or(low.max(least)),
        to: to.unwrap_or(high.min(most)),
    };
    if spread.from > spread.to {
        item.fail(
            format!("it ends at {} before it starts at {}", spread.to, spread.from),
            format!("numbers from {least} to {most} are possible here, and from is below to"),
        );
        return None;
    }
    if spread.from < least || spread.to > most {
        item.fail(
            format!("its ends, {} and {}, are out of range", spread.from, spread.to),
            format!("here, numbers are from {least} to {most}"),
        );
        return None;
    }
    Some(spread)
}

/// A distribution of times. \[s\]
pub(crate) fn read_time(item: &Item<'_>) -> Option<Spread> {
    read_spread(item, 0.0, 1e7)
}

/// The shape, and the ends that it brings along.
fn read_shape(key: &str, item: &Item<'_>) -> Option<(Shape, Option<[f64; 2]>)> {
    let pair = |wanted: &str| item.numbers(2, wanted).map(|numbers| [numbers[0], numbers[1]]);
    let above_zero = |value: f64| {
        if value <= 0.0 {
            item.fail(format!("{value} is not above zero"), "write a number above zero");
        }
        (value > 0.0).then_some(value)
    };
    let not_negative = |value: f64| {
        if value < 0.0 {
            item.fail(format!("a deviation of {value} is below zero"), "write a number that is not negative");
        }
        (value >= 0.0).then_some(value)
    };
    let shape = match key {
        "uniform" => {
            let ends = pair("the ends [from, to]")?;
            if ends[0] > ends[1] {
                item.fail("the first end is above the second", "write the smaller one first");
                return None;
            }
            return Some((Shape::Uniform, Some(ends)));
        }
        "normal" => {
            let [mean, deviation] = pair("mean and standard deviation [m, s]")?;
            Shape::Normal { mean, deviation: not_negative(deviation)? }
        }
        "lognormal" => {
            let [mu, sigma] = pair("mean and standard deviation of the logarithm [m, s]")?;
            Shape::LogNormal { mu, sigma: not_negative(sigma)? }
        }
        "exponential" => Shape::Exponential { mean: item.positive()? },
        "gamma" => {
            let [shape, scale] = pair("shape and scale [k, s]")?;
            Shape::Gamma { shape: above_zero(shape)?, scale: above_zero(scale)? }
        }
        "weibull" => {
            let [scale, shape] = pair("scale and shape [s, k]")?;
            Shape::Weibull { shape: above_zero(shape)?, scale: above_zero(scale)? }
        }
        _ => {
            let items = item.list()?;
            if items.is_empty() {
                item.fail("there is nothing to choose from", "write a list of values");
                return None;
            }
            let values: Vec<_> = items.iter().map(weighted_value).collect();
            Shape::Among(values.into_iter().collect::<Option<_>>()?)
        }
    };
    Some((shape, None))
}

/// `5.0`, or `[5.0, 0.2]` with a weight.
fn weighted_value(item: &Item<'_>) -> Option<(f64, f64)> {
    if item.is_number() {
        return Some((item.number()?, 1.0));
    }
    let numbers = item.numbers(2, "a value, or a value and its weight [v, w]")?;
    if numbers[1] <= 0.0 {
        item.fail("the weight is not above zero", "write a number above zero");
        return None;
    }
    Some((numbers[0], numbers[1]))
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
