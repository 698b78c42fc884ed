//! One case with one model.

use throng_crowd::{
    Avoidance, CharacterId, Crowd, CrowdEvent, Goal, Headway, Karamouzas2009, Karamouzas2010, Moussaid,
    Newcomer, Orca, Profile, SocialForce, Traits,
};
use throng_mesh::{Layer, LayerId, LiveMesh, Position, Scene};

use crate::cases::{Box, Case};

/// SteerBench's characters. \[m, m/s\]
const TRAITS: Traits = Traits { radius: 0.5, speed: 1.3 };

/// The world reaches this far in all four directions. \[m\]
const FAR: f64 = 100.0;

/// Nobody is given more time. \[s\] Twice what the longest way takes.
const LIMIT: f64 = 120.0;

/// Discs that overlap less touch. \[m\]
const TOUCH: f64 = 1e-3;

/// Local movement models, as the columns of the table.
pub(crate) const MODELS: [&str; 6] =
    ["Moussaïd", "Moussaïd and headway", "Karamouzas 2009", "Karamouzas 2010", "ORCA", "social force"];

/// The default profile but for the model.
fn profile(model: usize) -> Profile {
    let avoidance = match model {
        0 | 1 => Avoidance::Moussaid(Moussaid::default()),
        2 => Avoidance::Karamouzas2009(Karamouzas2009::default()),
        3 => Avoidance::Karamouzas2010(Karamouzas2010::default()),
        4 => Avoidance::Orca(Orca::default()),
        _ => Avoidance::SocialForce(SocialForce::default()),
    };
    let headway = (model == 1).then(Headway::default);
    Profile { avoidance, headway, ..Profile::named(MODELS[model]) }
}

/// What came of a case.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// How many could not start where they should.
    pub(crate) refused: Vec<String>,
    /// Where those are that have not arrived.
    pub(crate) missing: Vec<[f64; 2]>,
    /// The largest overlap of two characters, and of one and a wall. \[m\]
    pub(crate) overlap: [f64; 2],
    /// When the last one arrived. \[s\]
    pub(crate) time: f64,
}

/// A verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everybody arrived, and nobody overlapped anything.
    Solved,
    /// Everybody arrived, but discs overlapped on the way.
    Overlaps,
    /// Somebody did not arrive.
    Stays,
    /// Somebody could not start.
    Refused,
}

impl Outcome {
    pub(crate) fn verdict(&self) -> Verdict {
        if !self.refused.is_empty() {
            Verdict::Refused
        } else if !self.missing.is_empty() {
            Verdict::Stays
        } else if self.overlap[0].max(self.overlap[1]) > TOUCH {
            Verdict::Overlaps
        } else {
            Verdict::Solved
        }
    }
}

/// Runs a case. With `tell` the ways of all are printed, second by second.
pub(crate) fn run(case: &Case, model: usize, tell: bool) -> Outcome {
    let mut layer = Layer::new("ground");
    layer.walkable.push(ring([[-FAR; 2], [FAR; 2]]));
    layer.obstacles.extend(case.boxes.iter().map(|&own| ring(own)));
    let scene = Scene::of_layer(case.name, layer);
    let mut crowd = Crowd::new(LiveMesh::build(&scene).expect("boxes make a mesh"), 1);
    let profile = crowd.add_profile(profile(model));
    let place = |at: [f64; 2]| Position::new(at, LayerId(0));
    let mut outcome = Outcome { refused: Vec::new(), missing: Vec::new(), overlap: [0.0; 2], time: 0.0 };
    // Who it is, and where it goes next.
    let mut walks: Vec<(CharacterId, &[[f64; 2]])> = Vec::new();
    for &walk in case.walks {
        let [dx, dy] = [0, 1].map(|k| (walk[1][k] - walk[0][k]) as f32);
        let newcomer =
            Newcomer { traits: TRAITS, heading: unit([dx, dy]), ..Newcomer::new(place(walk[0]), profile) };
        match crowd.add(newcomer) {
            Ok(id) => {
                crowd.send(id, Goal::Place(place(walk[1])));
                walks.push((id, &walk[2..]));
            }
            Err(reason) => outcome.refused.push(reason.to_string()),
        }
    }
    while !walks.is_empty() && crowd.time() < LIMIT {
        crowd.step();
        for event in crowd.events().to_vec() {
            let CrowdEvent::Arrived(id) = event else { continue };
            let k = walks.iter().position(|&(other, _)| other == id).expect("it walks");
            if let [next, rest @ ..] = walks[k].1 {
                crowd.send(id, Goal::Place(place(*next)));
                walks[k].1 = rest;
            } else {
                // As in SteerSuite, whoever is there is in nobody's way any more.
                crowd.remove(id);
                walks.remove(k);
                outcome.time = crowd.time();
            }
        }
        let overlap = overlap(&crowd, &walks);
        outcome.overlap = [0, 1].map(|k| outcome.overlap[k].max(overlap[k]));
        if tell && crowd.num_steps().is_multiple_of(10) {
            let all: Vec<String> = crowd
                .iter()
                .map(|one| {
                    let ([x, y], [u, v]) = (one.position().at, one.velocity());
                    format!("({x:.2}, {y:.2}; {u:.2}, {v:.2})")
                })
                .collect();
            println!("{:.0} s: {} {:.4?}", crowd.time(), all.join(" "), overlap);
        }
    }
    outcome.missing.extend(walks.iter().filter_map(|&(id, _)| crowd.get(id)).map(|one| one.position().at));
    outcome
}

/// Of those who walk: how far two of them overlap at most, and one and a wall. \[m\]
fn overlap(crowd: &Crowd, walks: &[(CharacterId, &[[f64; 2]])]) -> [f64; 2] {
    let all: Vec<_> = walks.iter().filter_map(|&(id, _)| crowd.get(id)).collect();
    let mut most = [0.0f64; 2];
    for (k, one) in all.iter().enumerate() {
        most[1] = most[1].max(f64::from(one.radius() - one.clearance()));
        for other in &all[k + 1..] {
            let ([x, y], [u, v]) = (one.position().at, other.position().at);
            let distance = ((u - x) * (u - x) + (v - y) * (v - y)).sqrt();
            most[0] = most[0].max(f64::from(one.radius() + other.radius()) - distance);
        }
    }
    most
}

fn ring([[x, y], [u, v]]: Box) -> Vec<[f64; 3]> {
    vec![[x, y, 0.0], [u, y, 0.0], [u, v, 0.0], [x, v, 0.0]]
}

fn unit([x, y]: [f32; 2]) -> [f32; 2] {
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}
