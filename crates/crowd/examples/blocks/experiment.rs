//! One experiment: characters enter at one end at a rate, walk to the other and are measured on the way.
//!
//! After the thesis, 9.6.2: discs of 0.24 m that walk 1.4 m/s, the Indicative Route Method, Moussaïd's model, Stream, short routes with a clearance
//! of 5 m, a linear diagram, and routes planned again every 5 s or never.

use throng_crowd::{CharacterId, Crowd, Goal, Newcomer, Profile, Purpose, Random, STEP};
use throng_mesh::LiveMesh;

use crate::place::{GOAL, START, inside, place};

/// What differs between experiments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Characters that enter in a second.
    pub(crate) rate: f64,
    /// How much they mind crowding.
    pub(crate) weight: f64,
    /// Whether they plan again every 5 s.
    pub(crate) replans: bool,
    /// Who crosses the first line earlier is not measured. \[s\]
    pub(crate) from: f64,
    /// When the experiment ends. \[s\]
    pub(crate) until: f64,
    /// Measurements begin and end where characters cross these lines: y is that. Who crosses the second one leaves. \[m\]
    pub(crate) lines: [f64; 2],
    /// Of all random numbers.
    pub(crate) seed: u64,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Time between the lines, of those who reached the second. \[s\]
    pub(crate) times: Vec<f64>,
    /// How far they went. \[m\]
    pub(crate) lengths: Vec<f64>,
    /// Mean speed of each. \[m/s\]
    pub(crate) speeds: Vec<f64>,
    /// How many entered, ...
    pub(crate) entered: usize,
    /// ... how many found no place in the start region, ...
    pub(crate) turned_away: usize,
    /// ... and how many were there at the end, ...
    pub(crate) left_over: usize,
    /// ... of them stuck.
    pub(crate) stuck: usize,
    /// Where everybody was at the end. \[m\]
    pub(crate) last: Vec<[f64; 2]>,
}

/// How far somebody has come.
#[derive(Clone, Copy, Debug)]
struct Measured {
    last: [f64; 2],
    /// When it crossed the first line. \[s\]
    began: Option<f64>,
    /// How far it went since. \[m\]
    length: f64,
}

/// The profile of the thesis's experiment.
pub(crate) fn profile(settings: &Settings) -> Profile {
    let mut own = Profile::thesis();
    own.route.clearance = 5.0.into();
    own.route.density_weight = settings.weight.into();
    own.route.review = settings.replans.then(|| 5.0.into());
    own
}

/// Runs an experiment.
pub(crate) fn run(settings: &Settings, own: Profile) -> Outcome {
    /// So many places are tried for a newcomer.
    const TRIES: usize = 20;
    let live = LiveMesh::build(&place()).expect("the place can be built");
    let mut crowd = Crowd::new(live, settings.seed);
    let people = crowd.add_profile(own);
    let mut random = Random::new(settings.seed, Purpose::Source, 0, 0);
    let mut outcome = Outcome::default();
    let mut measured: Vec<Option<Measured>> = Vec::new();
    let mut due = 0.0;
    while crowd.time() < settings.until {
        due += settings.rate * STEP;
        while due >= 1.0 {
            due -= 1.0;
            let traits = crowd.profile(people).sample(&mut random);
            let entered = (0..TRIES).find_map(|_| {
                let position = inside(&START, [random.unit(), random.unit()]);
                let newcomer = Newcomer { traits, heading: [0.0, 1.0], ..Newcomer::new(position, people) };
                crowd.add(newcomer).ok().map(|id| (id, position))
            });
            let Some((id, position)) = entered else {
                outcome.turned_away += 1;
                continue;
            };
            crowd.send(id, Goal::Place(inside(&GOAL, [random.unit(), random.unit()])));
            outcome.entered += 1;
            measured.resize(id.0 as usize + 1, None);
            measured[id.0 as usize] = Some(Measured { last: position.at, began: None, length: 0.0 });
        }
        crowd.step();
        for id in outcome.measure(&crowd, settings, &mut measured) {
            crowd.remove(id);
        }
    }
    outcome.left_over = crowd.len();
    outcome.stuck = crowd.iter().filter(|one| one.is_stuck()).count();
    outcome.last = crowd.iter().map(|one| one.position().at).collect();
    outcome
}

impl Outcome {
    /// Looks who went how far in a step. Returns those who crossed the second line.
    fn measure(
        &mut self,
        crowd: &Crowd,
        settings: &Settings,
        measured: &mut [Option<Measured>],
    ) -> Vec<CharacterId> {
        let now = crowd.time();
        let mut leaving = Vec::new();
        for one in crowd.iter() {
            let Some(own) = &mut measured[one.id().0 as usize] else { continue };
            let (from, to) = (own.last, one.position().at);
            own.last = to;
            let step = [to[0] - from[0], to[1] - from[1]];
            let length = (step[0] * step[0] + step[1] * step[1]).sqrt();
            // Which part of the step is behind a line.
            let lines = settings.lines;
            let [first, second] = lines.map(|line| ((to[1] - line) / step[1]).clamp(0.0, 1.0));
            if own.began.is_none() && to[1] >= lines[0] {
                own.began = Some(now - first * STEP);
                own.length = first * length;
            } else {
                own.length += length;
            }
            let Some(began) = own.began.filter(|_| to[1] >= lines[1]) else { continue };
            leaving.push(one.id());
            if began >= settings.from {
                let (time, length) = (now - second * STEP - began, own.length - second * length);
                self.times.push(time);
                self.lengths.push(length);
                self.speeds.push(length / time);
            }
            measured[one.id().0 as usize] = None;
        }
        leaving
    }
}

/// Mean and standard deviation.
pub(crate) fn mean(of: &[f64]) -> [f64; 2] {
    let count = of.len().max(1) as f64;
    let mean = of.iter().sum::<f64>() / count;
    let square = of.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count;
    [mean, square.sqrt()]
}
