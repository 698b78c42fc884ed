//! Distributions: how a property is spread over people, and how long things take.
//!
//! Idea. A number from 0 to 1 is sent through the inverse of the distribution function, so that one draw makes one
//! sample and a larger draw never makes a smaller one. Only the gamma distribution is sampled by rejection.
//!
//! 1. Constant, uniform, exponential, Weibull, table and choice have an inverse in closed form.
//! 2. The normal distribution: see `normal.rs`. Bounds cut the draw, not the sample: nothing is rejected.
//! 3. The log-normal distribution is the exponential function of step 2.
//! 4. The gamma distribution: Marsaglia and Tsang, ACM Trans. Math. Softw. 26 (2000) 363-372. A try fails with a
//!    probability below 5 %; after [`MOST_TRIES`] failures, which no run will ever see, the mean is taken.
//!
//! Invariant: a distribution that passes [`Distribution::check`] gives finite samples within its bounds.
//! Cost: below a microsecond. Degenerate: bounds without any probability between them do not pass; a deviation of zero
//! is a constant. The same draws give the same bits on every machine: all functions are those of the crate `libm`.

mod normal;

use self::normal::{bell, between, cut_normal, normal_quantile, probability};
use crate::random::Random;

/// How a number is spread. [`Distribution::check`] tells whether the parameters make sense.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// Always the same.
    Constant(f64),
    /// Every value between two is equally likely.
    Uniform {
        /// The smallest value.
        from: f64,
        /// The largest value.
        to: f64,
    },
    /// The bell curve, cut at two bounds (which may be infinite). Mean and deviation are those before cutting.
    Normal {
        /// Where the bell has its top.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
        /// No sample is below.
        from: f64,
        /// No sample is above.
        to: f64,
    },
    /// A start plus a number whose logarithm has a normal distribution, cut at a bound (which may be infinite).
    LogNormal {
        /// Mean of the logarithm.
        log_mean: f64,
        /// Standard deviation of the logarithm.
        log_deviation: f64,
        /// No sample is below.
        start: f64,
        /// No sample is above.
        to: f64,
    },
    /// The sum of `shape` exponential times of mean `scale`, if `shape` is a whole number.
    Gamma {
        /// Above zero.
        shape: f64,
        /// Above zero.
        scale: f64,
    },
    /// With a shape above one, what has not yet happened becomes ever more likely.
    Weibull {
        /// Above zero.
        shape: f64,
        /// Above zero: 63 % of all samples are below it.
        scale: f64,
    },
    /// The time until something that is always equally likely.
    Exponential {
        /// Above zero.
        mean: f64,
    },
    /// Values by rising share: pairs of the share of all samples that are below (from 0 to 1) and the value there;
    /// straight in between.
    Table(Vec<[f64; 2]>),
    /// A few values, each with a weight.
    Choice(Vec<Weighted>),
}

/// A value of a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// How often, compared with the others. Not negative.
    pub weight: f64,
    /// What is chosen.
    pub value: f64,
}

impl From<f64> for Distribution {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

/// What is wrong with a distribution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadDistribution {
    /// A parameter that must be a number is none, or infinite.
    #[error("{parameter} is {value}; it must be a finite number")]
    NotFinite {
        /// Its name.
        parameter: &'static str,
        /// What it is.
        value: f64,
    },
    /// A parameter is too small.
    #[error("{parameter} is {value}; it must be above zero")]
    NotPositive {
        /// Its name.
        parameter: &'static str,
        /// What it is.
        value: f64,
    },
    /// A parameter is negative.
    #[error("{parameter} is {value}; it must not be negative")]
    Negative {
        /// Its name.
        parameter: &'static str,
        /// What it is.
        value: f64,
    },
    /// The bounds are in the wrong order, or one of them is not a number.
    #[error("the range goes from {from} to {to}; it must not go down")]
    Reversed {
        /// The lower bound.
        from: f64,
        /// The upper bound.
        to: f64,
    },
    /// There is no probability between the bounds.
    #[error("practically no value lies between {from} and {to}; the mean is too far away")]
    Unlikely {
        /// The lower bound.
        from: f64,
        /// The upper bound.
        to: f64,
    },
    /// A table has fewer than two rows.
    #[error("the table has {rows} rows; it must have at least two")]
    ShortTable {
        /// How many rows it has.
        rows: usize,
    },
    /// The shares of a table do not start with 0 or do not end with 1.
    #[error("the shares go from {first} to {last}; they must go from 0 to 1")]
    TableEnds {
        /// The first share.
        first: f64,
        /// The last share.
        last: f64,
    },
    /// A share or a value of a table is below the one before.
    #[error("row {row} of the table is below the row before it")]
    TableFalls {
        /// The row, counted from 1.
        row: usize,
    },
    /// A choice of nothing.
    #[error("the choice has no value with a weight above zero")]
    EmptyChoice,
}

/// How many tries the gamma distribution gets. The chance that all fail is below 1e-80.
const MOST_TRIES: u32 = 64;

/// Bounds need at least this much probability between them: below, the tails of the distribution function are rounded.
const LEAST_PROBABILITY: f64 = 1e-280;

impl Distribution {
    /// Whether the parameters make sense, and if not, why.
    pub fn check(&self) -> Result<(), BadDistribution> {
        match *self {
            Self::Constant(value) => finite("the value", value),
            Self::Uniform { from, to } => {
                finite("from", from)?;
                finite("to", to)?;
                finite("to - from", to - from)?;
                rising(from, to)
            }
            Self::Normal { mean, deviation, from, to } => {
                finite("the mean", mean)?;
                not_negative("the deviation", deviation)?;
                rising(from, to)?;
                likely(mean, deviation, from, to, [from, to])
            }
            Self::LogNormal { log_mean, log_deviation, start, to } => {
                finite("the mean of the logarithm", log_mean)?;
                not_negative("the deviation of the logarithm", log_deviation)?;
                finite("the start", start)?;
                rising(start, to)?;
                // Eight deviations and more happen once in 1e15 samples; then they must still be finite numbers.
                if to == f64::INFINITY {
                    finite("the largest value", libm::exp(log_mean + 40.0 * log_deviation))?;
                }
                likely(log_mean, log_deviation, f64::NEG_INFINITY, libm::log(to - start), [start, to])
            }
            Self::Gamma { shape, scale } | Self::Weibull { shape, scale } => {
                positive("the shape", shape)?;
                positive("the scale", scale)?;
                finite("the mean", self.mean())
            }
            Self::Exponential { mean } => positive("the mean", mean),
            Self::Table(ref rows) => check_table(rows),
            Self::Choice(ref values) => {
                for &Weighted { weight, value } in values {
                    not_negative("the weight", weight)?;
                    finite("the value", value)?;
                }
                let sum = total(values);
                if sum > 0.0 {
                    finite("the sum of all weights", sum)
                } else {
                    Err(BadDistribution::EmptyChoice)
                }
            }
        }
    }

    /// The next sample.
    pub fn sample(&self, random: &mut Random) -> f64 {
        match *self {
            Self::Constant(value) => value,
            Self::Uniform { from, to } => between(from + (to - from) * random.unit(), from, to),
            Self::Normal { mean, deviation, from, to } => {
                cut_normal(mean, deviation, from, to, open_unit(random))
            }
            Self::LogNormal { log_mean, log_deviation, start, to } => {
                let most = libm::log(to - start);
                let power = cut_normal(log_mean, log_deviation, f64::NEG_INFINITY, most, open_unit(random));
                between(start + libm::exp(power), start, to)
            }
            Self::Gamma { shape, scale } => scale * standard_gamma(shape, random),
            Self::Weibull { shape, scale } => scale * libm::pow(-libm::log(open_unit(random)), 1.0 / shape),
            Self::Exponential { mean } => -libm::log(open_unit(random)) * mean,
            Self::Table(ref rows) => look_up(rows, random.unit()),
            Self::Choice(ref values) => choose(values, random.unit()),
        }
    }

    /// The mean of all samples, exactly (not that of the uncut bell).
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Constant(value) => value,
            Self::Uniform { from, to } => from + (to - from) / 2.0,
            Self::Normal { mean, deviation, from, to } => {
                if deviation <= 0.0 {
                    return between(mean, from, to);
                }
                let [a, b] = [(from - mean) / deviation, (to - mean) / deviation];
                between(mean + deviation * (bell(a) - bell(b)) / probability(a, b), from, to)
            }
            Self::LogNormal { log_mean, log_deviation, start, to } => {
                if log_deviation <= 0.0 {
                    return between(start + libm::exp(log_mean), start, to);
                }
                let b = (libm::log(to - start) - log_mean) / log_deviation;
                let share =
                    probability(f64::NEG_INFINITY, b - log_deviation) / probability(f64::NEG_INFINITY, b);
                start + libm::exp(log_mean + log_deviation * log_deviation / 2.0) * share
            }
            Self::Gamma { shape, scale } => shape * scale,
            Self::Weibull { shape, scale } => scale * libm::tgamma(1.0 + 1.0 / shape),
            Self::Exponential { mean } => mean,
            Self::Table(ref rows) => {
                rows.windows(2).map(|pair| (pair[1][0] - pair[0][0]) * (pair[0][1] + pair[1][1]) / 2.0).sum()
            }
            Self::Choice(ref values) => {
                values.iter().map(|choice| choice.weight * choice.value).sum::<f64>() / total(values)
            }
        }
    }

    /// No sample is outside of these two; infinite where there is no bound.
    pub fn bounds(&self) -> [f64; 2] {
        match *self {
            Self::Constant(value) => [value, value],
            Self::Uniform { from, to } | Self::Normal { from, to, .. } => [from, to],
            Self::LogNormal { start, to, .. } => [start, to],
            Self::Gamma { .. } | Self::Weibull { .. } | Self::Exponential { .. } => [0.0, f64::INFINITY],
            Self::Table(ref rows) => {
                [rows.first().map_or(0.0, |row| row[1]), rows.last().map_or(0.0, |row| row[1])]
            }
            Self::Choice(ref values) => values
                .iter()
                .filter(|choice| choice.weight > 0.0)
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], choice| {
                    [least.min(choice.value), most.max(choice.value)]
                }),
        }
    }
}

/// 4. A draw of the gamma distribution of scale one.
fn standard_gamma(shape: f64, random: &mut Random) -> f64 {
    if shape < 1.0 {
        let power = libm::pow(open_unit(random), 1.0 / shape);
        return standard_gamma(shape + 1.0, random) * power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    for _ in 0..MOST_TRIES {
        let x = normal_quantile(open_unit(random));
        let root = 1.0 + c * x;
        let v = root * root * root;
        if v > 0.0 && libm::log(open_unit(random)) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return d * v;
        }
    }
    shape
}

/// A number between 0 and 1 that is neither.
fn open_unit(random: &mut Random) -> f64 {
    ((random.bits() >> 12) as f64 + 0.5) * (1.0 / (1u64 << 52) as f64)
}

fn look_up(rows: &[[f64; 2]], share: f64) -> f64 {
    let next = rows.partition_point(|row| row[0] <= share);
    let (Some(&[above, high]), Some(&[below, low])) = (rows.get(next), rows.get(next.wrapping_sub(1))) else {
        return rows.last().map_or(0.0, |row| row[1]);
    };
    between(low + (high - low) * ((share - below) / (above - below)), low, high)
}

fn choose(values: &[Weighted], share: f64) -> f64 {
    let mut left = share * total(values);
    let mut chosen = 0.0;
    for choice in values.iter().filter(|choice| choice.weight > 0.0) {
        chosen = choice.value;
        left -= choice.weight;
        if left < 0.0 {
            break;
        }
    }
    chosen
}

fn total(values: &[Weighted]) -> f64 {
    values.iter().map(|choice| choice.weight).sum()
}

fn finite(parameter: &'static str, value: f64) -> Result<(), BadDistribution> {
    if value.is_finite() { Ok(()) } else { Err(BadDistribution::NotFinite { parameter, value }) }
}

fn positive(parameter: &'static str, value: f64) -> Result<(), BadDistribution> {
    finite(parameter, value)?;
    if value > 0.0 { Ok(()) } else { Err(BadDistribution::NotPositive { parameter, value }) }
}

fn not_negative(parameter: &'static str, value: f64) -> Result<(), BadDistribution> {
    finite(parameter, value)?;
    if value >= 0.0 { Ok(()) } else { Err(BadDistribution::Negative { parameter, value }) }
}

fn rising(from: f64, to: f64) -> Result<(), BadDistribution> {
    // Both at the same infinity is no range either.
    if from <= to && from < f64::INFINITY && to > f64::NEG_INFINITY {
        Ok(())
    } else {
        Err(BadDistribution::Reversed { from, to })
    }
}

/// Whether a bell has values between two bounds; `shown` are the bounds that the message names.
fn likely(mean: f64, deviation: f64, from: f64, to: f64, shown: [f64; 2]) -> Result<(), BadDistribution> {
    let within = if deviation > 0.0 {
        from == to || probability((from - mean) / deviation, (to - mean) / deviation) >= LEAST_PROBABILITY
    } else {
        (from..=to).contains(&mean)
    };
    if within { Ok(()) } else { Err(BadDistribution::Unlikely { from: shown[0], to: shown[1] }) }
}

fn check_table(rows: &[[f64; 2]]) -> Result<(), BadDistribution> {
    let (Some(first), Some(last), true) = (rows.first(), rows.last(), rows.len() >= 2) else {
        return Err(BadDistribution::ShortTable { rows: rows.len() });
    };
    for &[share, value] in rows {
        finite("a share", share)?;
        finite("a value", value)?;
    }
    if first[0] != 0.0 || last[0] != 1.0 {
        return Err(BadDistribution::TableEnds { first: first[0], last: last[0] });
    }
    match rows.windows(2).position(|pair| pair[1][0] < pair[0][0] || pair[1][1] < pair[0][1]) {
        Some(row) => Err(BadDistribution::TableFalls { row: row + 2 }),
        None => finite("the range of the table", last[1] - first[1]),
    }
}

#[cfg(test)]
mod tests;
