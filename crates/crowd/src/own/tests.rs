//! Own values against the distributions that they are drawn from.

use super::*;
use crate::distribution::Weighted;

/// What of somebody's own is looked at, and what it is drawn from.
type Reading = (&'static str, fn(Own<'_>) -> f64, fn(&Profile) -> &Distribution);

const READINGS: [Reading; 10] = [
    ("wall_gap", |own| own.wall_gap().into(), |profile| &profile.wall_gap),
    ("clearance", |own| own.clearance(), |profile| &profile.route.clearance),
    ("side", |own| own.side().expect("a side"), |profile| profile.route.side.as_ref().expect("a side")),
    ("density_weight", |own| own.density_weight(), |profile| &profile.route.density_weight),
    ("viewing", |own| own.viewing(), |profile| &profile.route.viewing),
    ("review", |own| own.review().expect("a time"), |profile| profile.route.review.as_ref().expect("a time")),
    ("notice", |own| own.notice(), |profile| &profile.route.notice),
    ("relaxation", |own| own.relaxation().into(), |profile| &profile.body.relaxation),
    ("acceleration", |own| own.acceleration().into(), |profile| &profile.body.acceleration),
    (
        "time",
        |own| own.time_gap().expect("a gap").into(),
        |profile| &profile.headway.as_ref().expect("it keeps a distance").time,
    ),
];

/// All parameters as distributions, as different as there are.
fn various() -> Profile {
    let mut profile =
        Profile { wall_gap: Distribution::Uniform { from: 0.0, to: 0.1 }, ..Profile::default() };
    profile.route.clearance = Distribution::Normal { mean: 0.5, deviation: 0.3, from: 0.0, to: 2.0 };
    profile.route.side = Some(Distribution::Uniform { from: 0.2, to: 0.9 });
    let among = [(0.3, 0.0), (0.5, 1.0), (0.2, 10.0)];
    profile.route.density_weight =
        Distribution::Choice(among.map(|(weight, value)| Weighted { weight, value }).to_vec());
    profile.route.viewing = Distribution::Exponential { mean: 50.0 };
    profile.route.review = Some(Distribution::Normal { mean: 10.0, deviation: 3.0, from: 1.0, to: 30.0 });
    profile.route.notice = Distribution::Weibull { shape: 2.0, scale: 40.0 };
    profile.body.relaxation =
        Distribution::LogNormal { log_mean: -0.7, log_deviation: 0.3, start: 0.0, to: 5.0 };
    profile.body.acceleration = Distribution::Table(vec![[0.0, 1.0], [0.5, 4.0], [1.0, 6.0]]);
    profile.headway.as_mut().expect("people keep a distance").time =
        Distribution::Gamma { shape: 8.0, scale: 0.1 };
    profile
}

const COUNT: usize = 20_000;

fn values(profile: &Profile, seed: u64, read: fn(Own<'_>) -> f64) -> Vec<f64> {
    (0..COUNT as u32).map(|id| read(profile.of(seed, CharacterId(id)))).collect()
}

#[test]
fn own_values_follow_their_distributions() {
    let profile = various();
    for (name, read, of) in READINGS {
        let (values, all) = (values(&profile, 3, read), of(&profile));
        let mean = values.iter().sum::<f64>() / COUNT as f64;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / COUNT as f64;
        // Five standard errors.
        let off = 5.0 * (variance / COUNT as f64).sqrt();
        assert!((mean - all.mean()).abs() < off, "{name}: {mean} and {}", all.mean());
        // Shares below, beside those of ten times as many samples that have nothing to do with characters.
        let mut others: Vec<f64> =
            (0..10 * COUNT as u32).map(|k| all.sample(&mut Random::new(8, Purpose::Noise, k, 0))).collect();
        others.sort_by(f64::total_cmp);
        for tenth in 1..10 {
            let value = others[tenth * COUNT];
            // Single precision may round up.
            let share = |values: &[f64]| {
                let below = values.iter().filter(|&&other| other <= value * (1.0 + 1e-6)).count();
                below as f64 / values.len() as f64
            };
            let (ours, expected) = (share(&values), share(&others));
            let off = 5.0 * (expected * (1.0 - expected) * 1.1 / COUNT as f64).sqrt();
            assert!((ours - expected).abs() <= off, "{name}: {ours} of all, not {expected}, below {value}");
        }
        assert_ne!(values, self::values(&profile, 4, read), "{name}: another seed");
    }
}

#[test]
fn own_values_have_nothing_to_do_with_each_other() {
    let profile = various();
    // Shares are easier to compare than values: ranks, from -1 to 1.
    let ranks: Vec<Vec<f64>> = (READINGS.iter())
        .map(|(_, read, _)| {
            let values = values(&profile, 3, *read);
            let mut order: Vec<usize> = (0..COUNT).collect();
            order.sort_by(|&a, &b| {
                values[a].total_cmp(&values[b]).then((a * 7919 % COUNT).cmp(&(b * 7919 % COUNT)))
            });
            let mut ranks = vec![0.0; COUNT];
            order
                .iter()
                .enumerate()
                .for_each(|(rank, &who)| ranks[who] = 2.0 * rank as f64 / COUNT as f64 - 1.0);
            ranks
        })
        .collect();
    for (k, a) in ranks.iter().enumerate() {
        for (l, b) in ranks[..k].iter().enumerate() {
            let both = 3.0 * a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / COUNT as f64;
            // Five standard deviations.
            assert!(
                both.abs() < 5.0 / (COUNT as f64).sqrt(),
                "{} and {}: {both}",
                READINGS[k].0,
                READINGS[l].0
            );
        }
    }
}

#[test]
fn a_constant_is_what_it_is() {
    let profile = Profile::thesis();
    for seed in 0..3 {
        let own = profile.of(seed, CharacterId(5));
        assert_eq!((own.clearance(), own.density_weight(), own.viewing()), (4.0, 10.0, 500.0), "route");
        assert_eq!(
            (own.review(), own.side(), own.time_gap()),
            (Some(10.0), None, None),
            "what there need not be"
        );
        assert_eq!((own.wall_gap(), own.relaxation(), own.acceleration()), (0.0, 0.5, 5.0), "body");
    }
}
