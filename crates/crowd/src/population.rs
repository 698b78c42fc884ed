//! Populations of the trade: who walks how fast, by age and sex, on the flat and on stairs.
//!
//! Sources. The default population of RiMEA 4.1.1 (§3.2.4; the same as DIN 18009-2) with Weidmann's curve of speed over
//! age, read off the guideline's figure (to 0.02 m/s); stair speeds after Fruin as RiMEA gives them, by age, indoors and
//! outdoors; Weidmann's plain normal distribution; IMO MSC.1/Circ.1533, annex 3, tables 3.1, 3.4 and 3.5; and the one
//! speed of van Toll's thesis, with which its measurements were made.
//!
//! Where a source leaves something open:
//! - The age curve is the mean of both sexes. Men are 10.9 % faster than women, so with half of each a woman has 0.948
//!   and a man 1.052 of it.
//! - The deviation is 19.3 % of the mean, which is 0.26 m/s at 1.34 m/s. An absolute 0.26 m/s would let some of the
//!   oldest stand still. Speeds are cut at three deviations to both sides, which keeps the means.
//! - The figure ends at 80 years. Its last stretch goes on in a straight line, but not below 0.46 m/s, the slowest
//!   speed that RiMEA gives to the impaired.
//! - Who is faster than others of the same age is so on stairs too: by the same factor.
//! - IMO gives age groups without ages in them; ages are spread evenly, and only speeds have a meaning.
//! - Stair speeds are along the slope.

mod imo;

use self::imo::{CREW, PASSENGERS, sample_group};
use crate::distribution::Distribution;
use crate::random::{Purpose, Random};

/// Somebody: what a population knows of a person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// If the population has ages. \[years\]
    pub age: Option<f64>,
    /// If the population tells.
    pub sex: Option<Sex>,
    /// Free walking speed on the flat. \[m/s\]
    pub speed: f64,
    /// Free walking speed on stairs upward, along the slope. \[m/s\]
    pub stair_up: f64,
    /// Free walking speed on stairs downward, along the slope. \[m/s\]
    pub stair_down: f64,
    /// Whether walking is hard.
    pub impaired: bool,
}

/// As statistics of walking speeds have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// A woman or a girl.
    Female,
    /// A man or a boy.
    Male,
}

/// What kind of stairs Fruin measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stairs {
    /// The slower ones.
    #[default]
    Indoor,
    /// The faster ones.
    Outdoor,
}

/// A population: where people with speeds come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Population {
    /// The default of RiMEA and DIN 18009-2, with its parameters.
    Rimea(Rimea),
    /// Weidmann's adults: 1.34 m/s with a deviation of 0.26 m/s.
    Weidmann,
    /// Passengers of IMO MSC.1/Circ.1533.
    ImoPassengers,
    /// Crew of IMO MSC.1/Circ.1533.
    ImoCrew,
    /// Everybody walks at 1.4 m/s.
    Thesis,
}

/// The parameters of RiMEA's default population.
#[derive(Clone, Debug, PartialEq)]
pub struct Rimea {
    /// The share of women, from 0 to 1.
    pub women: f64,
    /// \[years\]
    pub age: Distribution,
    /// How much faster men are than women of the same age, as a share.
    pub male_lead: f64,
    /// Standard deviation of the speed, as a share of the mean at that age and sex.
    pub deviation: f64,
    /// The share of people who are impaired, from 0 to 1: 0.46 to 0.76 m/s on the flat.
    pub impaired: f64,
    /// Which of Fruin's stairs.
    pub stairs: Stairs,
}

impl Default for Rimea {
    fn default() -> Self {
        Self {
            women: 0.5,
            age: Distribution::Normal { mean: 50.0, deviation: 20.0, from: 10.0, to: 85.0 },
            male_lead: 0.109,
            deviation: 0.193,
            impaired: 0.0,
            stairs: Stairs::Indoor,
        }
    }
}

/// Speeds are cut at so many deviations from the mean, to both sides.
const MOST_DEVIATIONS: f64 = 3.0;

/// Mean and deviation of Weidmann's adults. \[m/s\]
const WEIDMANN: [f64; 2] = [1.34, 0.26];

/// The speed of van Toll's thesis. \[m/s\]
const THESIS_SPEED: f64 = 1.4;

/// Free speed of the impaired after RiMEA, from and to. \[m/s\]
const IMPAIRED_SPEED: [f64; 2] = [0.46, 0.76];

/// Weidmann's mean speed over age: years, m/s. The last row continues the stretch before it.
const AGE_CURVE: [[f64; 2]; 10] = [
    [3.0, 0.58],
    [10.0, 1.18],
    [20.0, 1.61],
    [30.0, 1.54],
    [40.0, 1.48],
    [50.0, 1.41],
    [60.0, 1.27],
    [70.0, 1.07],
    [80.0, 0.68],
    [85.64, 0.46],
];

/// The mean free speed of women and men of an age after Weidmann. \[m/s\]
pub fn mean_speed_at(age: f64) -> f64 {
    let next = AGE_CURVE.partition_point(|row| row[0] < age).clamp(1, AGE_CURVE.len() - 1);
    let [[from, low], [to, high]] = [AGE_CURVE[next - 1], AGE_CURVE[next]];
    low + (high - low) * ((age - from) / (to - from)).clamp(0.0, 1.0)
}

/// Mean speeds on stairs after Fruin, up and down, of an age; `None` is for the impaired. \[m/s\]
pub fn stair_speeds_at(age: Option<f64>, stairs: Stairs) -> [f64; 2] {
    match (age, stairs) {
        (None, _) => [0.32, 0.42],
        (Some(age), Stairs::Indoor) if age < 30.0 => [0.55, 0.76],
        (Some(age), Stairs::Indoor) if age <= 50.0 => [0.50, 0.65],
        (Some(_), Stairs::Indoor) => [0.42, 0.55],
        (Some(age), Stairs::Outdoor) if age < 30.0 => [0.58, 0.81],
        (Some(age), Stairs::Outdoor) if age <= 50.0 => [0.58, 0.78],
        (Some(_), Stairs::Outdoor) => [0.42, 0.59],
    }
}

impl Population {
    /// The next person. The same number of draws whoever comes out, but for what [`Rimea::age`] draws.
    pub fn sample(&self, random: &mut Random) -> Person {
        match self {
            Self::Rimea(rimea) => rimea.sample(random),
            Self::Weidmann => {
                let [mean, deviation] = WEIDMANN;
                middle_aged(mean + deviation * cut_deviate(random), mean)
            }
            Self::ImoPassengers => sample_group(&PASSENGERS, random),
            Self::ImoCrew => sample_group(&CREW, random),
            Self::Thesis => middle_aged(THESIS_SPEED, THESIS_SPEED),
        }
    }
}

impl Population {
    /// Mean speed on stairs, up and down, as parts of the mean speed on the flat. In the population of the thesis nobody minds stairs.
    pub fn on_stairs(&self) -> [f64; 2] {
        /// So many persons are drawn, always the same ones.
        const DRAWN: u32 = 2000;
        if *self == Self::Thesis {
            return [1.0; 2];
        }
        let people = (0..DRAWN).map(|who| self.sample(&mut Random::new(0, Purpose::Properties, who, 0)));
        let [flat, up, down] = people.fold([0.0; 3], |[flat, up, down], one| {
            [flat + one.speed, up + one.stair_up, down + one.stair_down]
        });
        [up / flat, down / flat]
    }
}

impl Rimea {
    fn sample(&self, random: &mut Random) -> Person {
        let sex = if random.unit() < self.women { Sex::Female } else { Sex::Male };
        let age = self.age.sample(random);
        let impaired = random.unit() < self.impaired;
        let deviate = cut_deviate(random);
        let evenly = random.unit();
        let (mean, speed) = if impaired {
            let [from, to] = IMPAIRED_SPEED;
            ((from + to) / 2.0, from + (to - from) * evenly)
        } else {
            let mean = mean_speed_at(age);
            (mean, mean * self.mean_factor(sex) * (1.0 + self.deviation * deviate))
        };
        // A very wide deviation must not make anybody walk backward.
        let speed = speed.max(LEAST_SPEED);
        let [up, down] = stair_speeds_at((!impaired).then_some(age), self.stairs);
        let factor = speed / mean;
        Person {
            age: Some(age),
            sex: Some(sex),
            speed,
            stair_up: up * factor,
            stair_down: down * factor,
            impaired,
        }
    }

    /// The mean speed of a sex over that of everybody.
    fn mean_factor(&self, sex: Sex) -> f64 {
        let everybody = self.women + (1.0 - self.women) * (1.0 + self.male_lead);
        match sex {
            Sex::Female => 1.0 / everybody,
            Sex::Male => (1.0 + self.male_lead) / everybody,
        }
    }
}

/// Nobody who walks at all is slower. \[m/s\]
const LEAST_SPEED: f64 = 0.05;

/// Somebody without age: on stairs as fast as Fruin's people of 30 to 50 indoors, by the same factor as on the flat.
fn middle_aged(speed: f64, mean: f64) -> Person {
    let [up, down] = stair_speeds_at(Some(40.0), Stairs::Indoor);
    let factor = speed / mean;
    Person { age: None, sex: None, speed, stair_up: up * factor, stair_down: down * factor, impaired: false }
}

/// A standard normal draw between the bounds for speeds.
fn cut_deviate(random: &mut Random) -> f64 {
    let bell =
        Distribution::Normal { mean: 0.0, deviation: 1.0, from: -MOST_DEVIATIONS, to: MOST_DEVIATIONS };
    bell.sample(random)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(population: &Population, count: u32) -> Vec<Person> {
        (0..count).map(|who| population.sample(&mut Random::new(4, Purpose::Properties, who, 0))).collect()
    }

    fn mean(values: impl Iterator<Item = f64>) -> f64 {
        let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        sum / count
    }

    #[test]
    fn stairs_are_slower_by_what_the_tables_say() {
        for population in [
            Population::Rimea(Rimea::default()),
            Population::Weidmann,
            Population::ImoPassengers,
            Population::ImoCrew,
        ] {
            let all = people(&population, 40_000);
            let flat = mean(all.iter().map(|one| one.speed));
            let [up, down] = population.on_stairs();
            assert!((up - mean(all.iter().map(|one| one.stair_up)) / flat).abs() < 0.01, "{population:?}");
            assert!(
                (down - mean(all.iter().map(|one| one.stair_down)) / flat).abs() < 0.01,
                "{population:?}"
            );
            assert!(0.3 < up && up < down && down < 0.9, "{population:?}: {up} {down}");
        }
        assert_eq!(Population::Thesis.on_stairs(), [1.0; 2]);
    }

    #[test]
    fn the_curve_goes_through_its_points() {
        for [age, speed] in AGE_CURVE {
            assert!((mean_speed_at(age) - speed).abs() < 1e-12, "{age}");
        }
        assert!((mean_speed_at(25.0) - 1.575).abs() < 1e-12, "straight in between");
        assert_eq!(mean_speed_at(0.0), 0.58, "before");
        assert_eq!(mean_speed_at(120.0), 0.46, "after");
    }

    #[test]
    fn rimea_reproduces_curve_sexes_and_deviation() {
        let everybody = people(&Population::Rimea(Rimea::default()), 40_000);
        let women = everybody.iter().filter(|p| p.sex == Some(Sex::Female)).count();
        assert!((19_600..20_400).contains(&women), "{women}");
        assert!(everybody.iter().all(|p| (10.0..=85.0).contains(&p.age.unwrap_or(0.0))), "ages");
        for age in [20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0] {
            // Everybody within a year.
            let near = || everybody.iter().filter(move |p| (p.age.unwrap_or(0.0) - age).abs() < 1.0);
            let expected = mean(near().map(|p| mean_speed_at(p.age.unwrap_or(0.0))));
            let speed = mean(near().map(|p| p.speed));
            let count = near().count();
            // Three standard errors of a spread of about 20 %.
            let error = 3.0 * 0.2 * expected / (count as f64).sqrt();
            assert!((speed - expected).abs() < error, "{age}: {speed} {expected} {count}");
            let of = |sex| mean(near().filter(move |p| p.sex == Some(sex)).map(|p| p.speed));
            let lead = of(Sex::Male) / of(Sex::Female);
            assert!((lead - 1.109).abs() < 6.0 * 0.2 / (count as f64).sqrt(), "{age}: {lead}");
        }
        let relative = mean(everybody.iter().map(|p| {
            let rimea = Rimea::default();
            let mean = mean_speed_at(p.age.unwrap_or(0.0)) * rimea.mean_factor(p.sex.unwrap_or(Sex::Male));
            (p.speed / mean - 1.0) * (p.speed / mean - 1.0)
        }));
        assert!((relative.sqrt() / 0.193 - 1.0).abs() < 0.03, "{}", relative.sqrt());
    }

    /// RiMEA test 7: 10 of each age, their mean speed within the table. With exact ages and the mean of many.
    #[test]
    fn groups_of_one_age_are_within_the_bands_of_rimea_7() {
        let bands = [(20.0, 1.60, 1.64), (30.0, 1.52, 1.56), (40.0, 1.46, 1.50), (50.0, 1.39, 1.43)];
        for (age, least, most) in bands {
            let population =
                Population::Rimea(Rimea { age: Distribution::Constant(age), ..Rimea::default() });
            let speed = mean(people(&population, 20_000).iter().map(|p| p.speed));
            assert!((least..=most).contains(&speed), "{age}: {speed}");
        }
    }

    #[test]
    fn stairs_by_age_are_those_of_fruin() {
        for (age, up, down) in [(20.0, 0.55, 0.76), (40.0, 0.50, 0.65), (60.0, 0.42, 0.55)] {
            let population =
                Population::Rimea(Rimea { age: Distribution::Constant(age), ..Rimea::default() });
            let group = people(&population, 10_000);
            assert!((mean(group.iter().map(|p| p.stair_up)) - up).abs() < 0.005, "{age} up");
            assert!((mean(group.iter().map(|p| p.stair_down)) - down).abs() < 0.006, "{age} down");
        }
    }

    #[test]
    fn the_impaired_are_slow() {
        let some = Population::Rimea(Rimea { impaired: 0.25, ..Rimea::default() });
        let everybody = people(&some, 10_000);
        let impaired: Vec<_> = everybody.iter().filter(|p| p.impaired).collect();
        assert!((2_330..2_670).contains(&impaired.len()), "{}", impaired.len());
        assert!(impaired.iter().all(|p| (0.46..=0.76).contains(&p.speed)), "speeds");
        assert!((mean(impaired.iter().map(|p| p.stair_up)) - 0.32).abs() < 0.005, "up");
        assert!((mean(impaired.iter().map(|p| p.stair_down)) - 0.42).abs() < 0.006, "down");
    }

    #[test]
    fn weidmann_and_thesis() {
        let speeds: Vec<_> = people(&Population::Weidmann, 20_000).iter().map(|p| p.speed).collect();
        let average = mean(speeds.iter().copied());
        let variance = mean(speeds.iter().map(|v| (v - average) * (v - average)));
        assert!((average - 1.34).abs() < 0.006, "{average}");
        assert!((variance.sqrt() - 0.26).abs() < 0.006, "{}", variance.sqrt());
        assert!(speeds.iter().all(|v| (0.56..=2.12).contains(v)), "cut");
        assert!(people(&Population::Thesis, 10).iter().all(|p| p.speed == 1.4), "one speed");
    }

    #[test]
    fn imo_shares_and_ranges() {
        let passengers: u32 = PASSENGERS.iter().map(|group| group.percent).sum();
        let crew: u32 = CREW.iter().map(|group| group.percent).sum();
        assert_eq!((passengers, crew), (100, 100), "percent");
        let everybody = people(&Population::ImoPassengers, 50_000);
        let share = |pick: &dyn Fn(&Person) -> bool| {
            everybody.iter().filter(|p| pick(p)).count() as f64 / everybody.len() as f64
        };
        assert!((share(&|p| p.sex == Some(Sex::Male)) - 0.5).abs() < 0.01, "men");
        assert!((share(&|p| p.impaired) - 0.4).abs() < 0.01, "impaired");
        // IMO test 7: men of 30 to 50, evenly between 0.97 and 1.62 m/s.
        let men = || {
            everybody
                .iter()
                .filter(|p| p.sex == Some(Sex::Male) && p.age.is_some_and(|a| (30.0..50.0).contains(&a)))
        };
        let young = share(&|p| p.age.is_some_and(|age| age < 30.0));
        assert!((young - 0.14).abs() < 0.01, "{young}");
        let speeds: Vec<_> = men().map(|p| p.speed).collect();
        assert!(speeds.iter().all(|v| (0.97..=1.62).contains(v)), "range");
        let average = mean(speeds.iter().copied());
        assert!((average - 1.295).abs() < 0.015, "{average}");
        let quarter = speeds.iter().filter(|&&v| v < 0.97 + 0.65 / 4.0).count() as f64 / speeds.len() as f64;
        assert!((quarter - 0.25).abs() < 0.03, "{quarter}");
        assert!(people(&Population::ImoCrew, 1_000).iter().all(|p| p.speed >= 0.93 && !p.impaired), "crew");
    }
}
