//! The normal distribution and its inverse.
//!
//! 1. A rational first guess: Abramowitz and Stegun 26.2.23, off by less than 4.5e-4.
//! 2. Three Newton steps on the logarithm of the distribution function, which leave rounding only.
//!
//! The half with the larger values mirrors the other one, so that both tails are exact.

/// The standard normal value below which a share of all values lies, for shares between 0 and 1.
pub(super) fn normal_quantile(share: f64) -> f64 {
    if share > 0.5 { -lower_quantile(1.0 - share) } else { lower_quantile(share) }
}

/// The same for shares up to one half.
fn lower_quantile(share: f64) -> f64 {
    // 1. A first guess.
    let t = (-2.0 * libm::log(share)).sqrt();
    let guess = t
        - (2.515_517 + t * (0.802_853 + t * 0.010_328))
            / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)));
    let mut x = -guess;
    for _ in 0..3 {
        // 2. Newton for the logarithm of the distribution function, which is nearly straight far out in the tail.
        let below = probability(f64::NEG_INFINITY, x);
        x -= below / bell(x) * libm::log(below / share);
    }
    x
}

/// A draw of a normal distribution that is cut at two bounds.
pub(super) fn cut_normal(mean: f64, deviation: f64, from: f64, to: f64, draw: f64) -> f64 {
    if deviation <= 0.0 {
        return between(mean, from, to);
    }
    let [a, b] = [(from - mean) / deviation, (to - mean) / deviation];
    // Shares of the upper half are near one, where numbers are far apart: mirror, but keep larger draws larger.
    let x = if a > 0.0 { -cut_share(-b, -a, 1.0 - draw) } else { cut_share(a, b, draw) };
    between(mean + deviation * x, from, to)
}

fn cut_share(a: f64, b: f64, draw: f64) -> f64 {
    let share = probability(f64::NEG_INFINITY, a) + draw * probability(a, b);
    if share > 0.0 && share < 1.0 { normal_quantile(share) } else { b.min(-a) }
}

/// The density of the standard normal distribution.
pub(super) fn bell(x: f64) -> f64 {
    const OVER_ROOT_OF_2_PI: f64 = 0.398_942_280_401_432_7;
    OVER_ROOT_OF_2_PI * libm::exp(-0.5 * x * x)
}

/// How likely a standard normal value is between two.
pub(super) fn probability(a: f64, b: f64) -> f64 {
    // From the side on which both are small, so that tails do not cancel.
    if a > 0.0 { upper(a) - upper(b) } else { upper(-b) - upper(-a) }
}

/// How likely a standard normal value is above one.
fn upper(x: f64) -> f64 {
    0.5 * libm::erfc(x * std::f64::consts::FRAC_1_SQRT_2)
}

/// Not `clamp`, which panics at bounds in the wrong order.
pub(super) fn between(value: f64, from: f64, to: f64) -> f64 {
    value.max(from).min(to)
}
