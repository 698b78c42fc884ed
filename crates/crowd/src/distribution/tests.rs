//! Samples against exact distribution functions, which are written here a second time, the slow way.

use super::*;
use crate::random::Purpose;

const COUNT: usize = 10_000;

fn samples(distribution: &Distribution, seed: u64) -> Vec<f64> {
    (0..COUNT as u32)
        .map(|who| distribution.sample(&mut Random::new(seed, Purpose::Properties, who, 0)))
        .collect()
}

/// The largest distance between the share of samples below a value and the exact one. The samples get sorted.
fn kolmogorov_smirnov(values: &mut [f64], exact: impl Fn(f64) -> f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let count = values.len() as f64;
    values.iter().enumerate().fold(0.0, |most: f64, (i, &value)| {
        let share = exact(value);
        most.max((share - i as f64 / count).abs()).max((share - (i + 1) as f64 / count).abs())
    })
}

/// The normal distribution function by Simpson's rule.
fn normal_share(x: f64) -> f64 {
    let steps = 400;
    let width = x.abs().min(12.0) / f64::from(steps);
    let density = |i: i32| libm::exp(-0.5 * (f64::from(i) * width) * (f64::from(i) * width));
    let inner: f64 = (1..steps).map(|i| density(i) * if i % 2 == 0 { 2.0 } else { 4.0 }).sum();
    let area = (density(0) + inner + density(steps)) * width / 3.0 / (2.0 * std::f64::consts::PI).sqrt();
    if x > 0.0 { 0.5 + area } else { 0.5 - area }
}

/// The gamma distribution function by its power series.
fn gamma_share(shape: f64, x: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    for n in 1..2000 {
        term *= x / (shape + f64::from(n));
        sum += term;
    }
    sum * libm::exp(shape * libm::log(x) - x - libm::lgamma(shape))
}

/// The share of samples that are below a value.
type Share = Box<dyn Fn(f64) -> f64>;

/// Distributions with their exact distribution functions. The pre-evacuation times are those of NIST TN 1822, test 1.1.
fn cases() -> Vec<(Distribution, Share)> {
    let cut = |mean: f64, deviation: f64, from: f64, to: f64| {
        let share = move |x: f64| normal_share((x - mean) / deviation);
        move |x: f64| (share(x) - share(from)) / (share(to) - share(from))
    };
    vec![
        (Distribution::Uniform { from: 10.0, to: 100.0 }, Box::new(|x| (x - 10.0) / 90.0)),
        (
            Distribution::Normal { mean: 1.34, deviation: 0.26, from: f64::NEG_INFINITY, to: f64::INFINITY },
            Box::new(|x| normal_share((x - 1.34) / 0.26)),
        ),
        (
            Distribution::Normal { mean: 50.0, deviation: 20.0, from: 10.0, to: 85.0 },
            Box::new(cut(50.0, 20.0, 10.0, 85.0)),
        ),
        // Bounds on one side of the top only, both ways.
        (
            Distribution::Normal { mean: 0.0, deviation: 1.0, from: 1.0, to: 4.0 },
            Box::new(cut(0.0, 1.0, 1.0, 4.0)),
        ),
        (
            Distribution::Normal { mean: 0.0, deviation: 1.0, from: -4.0, to: -1.0 },
            Box::new(cut(0.0, 1.0, -4.0, -1.0)),
        ),
        (
            Distribution::LogNormal { log_mean: 4.586, log_deviation: 0.967, start: 0.0, to: f64::INFINITY },
            Box::new(|x| normal_share((libm::log(x) - 4.586) / 0.967)),
        ),
        (
            Distribution::LogNormal { log_mean: 3.95, log_deviation: 0.84, start: 400.0, to: 700.0 },
            Box::new(move |x| {
                let share = |x: f64| normal_share((libm::log(x - 400.0) - 3.95) / 0.84);
                share(x) / share(700.0)
            }),
        ),
        (Distribution::Gamma { shape: 1.291, scale: 103.901 }, Box::new(|x| gamma_share(1.291, x / 103.901))),
        (Distribution::Gamma { shape: 0.3, scale: 2.0 }, Box::new(|x| gamma_share(0.3, x / 2.0))),
        (Distribution::Gamma { shape: 40.0, scale: 0.5 }, Box::new(|x| gamma_share(40.0, x / 0.5))),
        (
            Distribution::Weibull { shape: 1.195, scale: 139.285 },
            Box::new(|x| 1.0 - libm::exp(-libm::pow(x / 139.285, 1.195))),
        ),
        (Distribution::Exponential { mean: 12.0 }, Box::new(|x| 1.0 - libm::exp(-x / 12.0))),
        (
            Distribution::Table(vec![[0.0, 1.0], [0.25, 2.0], [0.75, 3.0], [1.0, 10.0]]),
            Box::new(|x| {
                if x < 2.0 {
                    0.25 * (x - 1.0)
                } else if x < 3.0 {
                    0.25 + 0.5 * (x - 2.0)
                } else {
                    0.75 + 0.25 * (x - 3.0) / 7.0
                }
            }),
        ),
    ]
}

#[test]
fn samples_follow_the_exact_distribution() {
    for (distribution, exact) in cases() {
        assert_eq!(distribution.check(), Ok(()), "{distribution:?}");
        let mut values = samples(&distribution, 11);
        // One distribution in a thousand would exceed 1.95 / √n by chance.
        let distance = kolmogorov_smirnov(&mut values, &exact);
        assert!(distance < 1.95 / (COUNT as f64).sqrt(), "{distribution:?}: {distance}");
        let [least, most] = distribution.bounds();
        assert!(values[0] >= least && values[COUNT - 1] <= most, "{distribution:?}");
    }
}

#[test]
fn wrong_parameters_are_noticed_by_the_measure() {
    // The test above can fail: a mean that is off by 8 % is seen.
    let mut values = samples(&Distribution::Exponential { mean: 13.0 }, 11);
    let distance = kolmogorov_smirnov(&mut values, |x| 1.0 - libm::exp(-x / 12.0));
    assert!(distance > 1.95 / (COUNT as f64).sqrt(), "{distance}");
}

#[test]
fn means_are_those_of_the_samples() {
    for (distribution, _) in cases() {
        let values = samples(&distribution, 5);
        let mean = values.iter().sum::<f64>() / COUNT as f64;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / COUNT as f64;
        let error = (mean - distribution.mean()).abs();
        assert!(error < 4.0 * (variance / COUNT as f64).sqrt(), "{distribution:?}: {error}");
    }
}

#[test]
fn deviations_are_those_of_the_formulas() {
    let deviation = |distribution: &Distribution| {
        let values = samples(distribution, 3);
        let mean = distribution.mean();
        (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / COUNT as f64).sqrt()
    };
    let free =
        Distribution::Normal { mean: 1.34, deviation: 0.26, from: f64::NEG_INFINITY, to: f64::INFINITY };
    assert!((deviation(&free) / 0.26 - 1.0).abs() < 0.03, "normal");
    let gamma = Distribution::Gamma { shape: 4.0, scale: 3.0 };
    assert!((deviation(&gamma) / 6.0 - 1.0).abs() < 0.04, "gamma");
    assert!((deviation(&Distribution::Exponential { mean: 7.0 }) / 7.0 - 1.0).abs() < 0.05, "exponential");
}

#[test]
fn quantiles_undo_the_distribution_function() {
    let mut random = Random::new(9, Purpose::Noise, 0, 0);
    for i in 0..2_000 {
        // Far into both tails.
        let tail = libm::exp(-random.unit() * 600.0);
        let share = if i % 2 == 0 { tail } else { random.unit() };
        let below = probability(f64::NEG_INFINITY, normal_quantile(share));
        assert!((below - share).abs() <= 1e-12 * share, "{share} {below}");
    }
    assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14, "the well-known one");
    assert!((normal_quantile(0.025) + 1.959_963_984_540_054).abs() < 1e-14, "and its mirror image");
}

#[test]
fn choices_follow_their_weights() {
    let choice = Distribution::Choice(vec![
        Weighted { weight: 0.0, value: 9.0 },
        Weighted { weight: 1.0, value: 1.0 },
        Weighted { weight: 3.0, value: 2.0 },
        Weighted { weight: 0.0, value: 7.0 },
    ]);
    let values = samples(&choice, 2);
    let ones = values.iter().filter(|&&value| value == 1.0).count();
    assert!((2_330..2_670).contains(&ones), "{ones}");
    assert_eq!(values.iter().filter(|&&value| value == 2.0).count(), COUNT - ones, "nothing else");
    assert_eq!((choice.mean(), choice.bounds()), (1.75, [1.0, 2.0]), "mean and bounds");
}

#[test]
fn larger_draws_never_give_smaller_samples() {
    for (from, to) in
        [(f64::NEG_INFINITY, f64::INFINITY), (2.0, 9.0), (-9.0, -2.0), (-1.0, 1.0), (30.0, 31.0)]
    {
        let mut last = f64::NEG_INFINITY;
        for i in 1..1_000 {
            let value = cut_normal(0.0, 1.0, from, to, f64::from(i) / 1_000.0);
            assert!(value >= last && value.is_finite(), "{from} {to} {i}: {value} after {last}");
            last = value;
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let normal = |mean, deviation, from, to| Distribution::Normal { mean, deviation, from, to };
    let bad = [
        (Distribution::Constant(f64::NAN), "the value is NaN; it must be a finite number"),
        (Distribution::Uniform { from: 2.0, to: 1.0 }, "the range goes from 2 to 1; it must not go down"),
        (normal(1.0, -1.0, 0.0, 2.0), "the deviation is -1; it must not be negative"),
        (
            normal(0.0, 1.0, 50.0, 60.0),
            "practically no value lies between 50 and 60; the mean is too far away",
        ),
        (normal(0.0, 0.0, 1.0, 2.0), "practically no value lies between 1 and 2; the mean is too far away"),
        (normal(0.0, 1.0, f64::NAN, 2.0), "the range goes from NaN to 2; it must not go down"),
        (Distribution::Gamma { shape: 0.0, scale: 1.0 }, "the shape is 0; it must be above zero"),
        (Distribution::Weibull { shape: 1.0, scale: -2.0 }, "the scale is -2; it must be above zero"),
        (Distribution::Exponential { mean: f64::INFINITY }, "the mean is inf; it must be a finite number"),
        (Distribution::Table(vec![[0.0, 1.0]]), "the table has 1 rows; it must have at least two"),
        (
            Distribution::Table(vec![[0.1, 1.0], [1.0, 2.0]]),
            "the shares go from 0.1 to 1; they must go from 0 to 1",
        ),
        (
            Distribution::Table(vec![[0.0, 1.0], [0.5, 0.5], [1.0, 2.0]]),
            "row 2 of the table is below the row before it",
        ),
        (Distribution::Choice(vec![]), "the choice has no value with a weight above zero"),
    ];
    for (distribution, message) in bad {
        let said = distribution.check().map_err(|problem| problem.to_string());
        assert_eq!(said, Err(message.to_string()), "{distribution:?}");
        // Whoever did not check gets something useless, but no panic.
        let _ = distribution.sample(&mut Random::new(1, Purpose::Noise, 0, 0));
        let _ = (distribution.mean(), distribution.bounds());
    }
}

#[test]
fn tables_with_steps_and_single_values() {
    let steps = Distribution::Table(vec![[0.0, 1.0], [0.5, 1.0], [0.5, 2.0], [1.0, 2.0]]);
    assert_eq!(steps.check(), Ok(()), "a step is a table");
    let values = samples(&steps, 1);
    assert!(values.iter().all(|&value| value == 1.0 || value == 2.0), "only two values");
    let point = Distribution::Normal { mean: 3.0, deviation: 1.0, from: 2.0, to: 2.0 };
    assert_eq!(point.check(), Ok(()), "one point");
    assert!(samples(&point, 1).iter().all(|&value| value == 2.0), "one point");
}
