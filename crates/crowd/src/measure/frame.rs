//! A frame: who is where at one moment of a run.

use throng_mesh::{LayerId, Position};

use crate::character::Character;
use crate::crowd::Crowd;
use crate::id::CharacterId;
use crate::plane::Vector;

/// Everybody at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Steps since the start of the run.
    pub step: u64,
    /// Simulated time since the start of the run. \[s\]
    pub time: f64,
    /// One for each character that is there, by ascending ids.
    pub samples: Vec<Sample>,
}

/// One character at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Who it is.
    pub id: CharacterId,
    /// Where its center is. \[m\]
    pub at: [f64; 2],
    /// On which layer.
    pub layer: LayerId,
    /// How it moves. \[m/s\]
    pub velocity: Vector,
    /// Where it looks: a direction of length one, or zero if it has none.
    pub heading: Vector,
    /// Its radius. \[m\]
    pub radius: f32,
}

impl Frame {
    /// Everybody in a crowd, now.
    pub fn of(crowd: &Crowd) -> Self {
        let sample = |character: Character<'_>| Sample {
            id: character.id(),
            at: character.position().at,
            layer: character.position().layer,
            velocity: character.velocity(),
            heading: character.heading(),
            radius: character.radius(),
        };
        Self { step: crowd.num_steps(), time: crowd.time(), samples: crowd.iter().map(sample).collect() }
    }
}

impl Sample {
    /// Where it is.
    pub fn position(&self) -> Position {
        Position::new(self.at, self.layer)
    }

    /// How fast it is. \[m/s\]
    pub fn speed(&self) -> f64 {
        let [x, y] = self.velocity.map(f64::from);
        (x * x + y * y).sqrt()
    }
}

/// Those who are in two frames, before and after. Both lists are by ascending ids.
pub(crate) fn pairs<'a>(
    before: &'a [Sample],
    after: &'a [Sample],
) -> impl Iterator<Item = (&'a Sample, &'a Sample)> {
    let mut next = 0;
    after.iter().filter_map(move |sample| {
        while before.get(next).is_some_and(|earlier| earlier.id < sample.id) {
            next += 1;
        }
        before.get(next).filter(|earlier| earlier.id == sample.id).map(|earlier| (earlier, sample))
    })
}

/// Frames for tests: a few characters that walk back and forth in a box, the same for the same seed.
#[cfg(test)]
pub(crate) mod sample {
    use super::*;
    use crate::random::{Purpose, Random};

    /// So many characters in a box of this size, ten frames a second. Character k is there from frame k % 7 on.
    pub(crate) fn walkers(seed: u64, count: u32, frames: u64, size: [f64; 2]) -> Vec<Frame> {
        let samples = |step: u64| {
            let walker = |id: u32| {
                let mut random = Random::new(seed, Purpose::Properties, id, 0);
                let mut unit = || random.unit();
                let start = [unit() * size[0], unit() * size[1]];
                let velocity = [2.0 * unit() - 1.0, 2.0 * unit() - 1.0];
                let radius = 0.15 + 0.1 * unit();
                let mut direction = velocity;
                let at = [0, 1].map(|k| {
                    // A triangle wave: straight, and back where the box ends.
                    let along = (start[k] + velocity[k] * 0.1 * step as f64).rem_euclid(2.0 * size[k]);
                    if along > size[k] {
                        direction[k] = -direction[k];
                        2.0 * size[k] - along
                    } else {
                        along
                    }
                });
                Sample {
                    id: CharacterId(id),
                    at,
                    layer: LayerId(0),
                    velocity: direction.map(|v| v as f32),
                    heading: [1.0, 0.0],
                    radius: radius as f32,
                }
            };
            (0..count).filter(|&id| step >= u64::from(id % 7)).map(walker).collect()
        };
        (0..frames).map(|step| Frame { step, time: 0.1 * step as f64, samples: samples(step) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::newcomer::Newcomer;
    use crate::profile::Profile;
    use throng_mesh::LiveMesh;

    #[test]
    fn of_a_crowd() {
        let live = LiveMesh::build(&throng_mesh::sample::floors()).expect("it is fine");
        let mut crowd = Crowd::new(live, 1);
        let profile = crowd.add_profile(Profile::default());
        let places = [[5.0, 1.0], [5.0, 2.0], [5.0, 3.0]].map(|at| Position::new(at, LayerId(0)));
        let ids = places.map(|place| crowd.add(Newcomer::new(place, profile)).expect("there is room"));
        crowd.remove(ids[1]);
        crowd.step();
        let frame = Frame::of(&crowd);
        assert_eq!((frame.step, frame.time), (1, crowd.time()));
        let found: Vec<CharacterId> = frame.samples.iter().map(|sample| sample.id).collect();
        assert_eq!(found, [ids[0], ids[2]], "by ids, without who left");
        for (sample, character) in frame.samples.iter().zip(crowd.iter()) {
            assert_eq!((sample.position(), sample.radius), (character.position(), character.radius()));
            assert_eq!((sample.velocity, sample.heading), (character.velocity(), character.heading()));
        }
    }

    #[test]
    fn pairs_skip_those_who_come_and_go() {
        let one = |id| Sample {
            id: CharacterId(id),
            at: [0.0; 2],
            layer: LayerId(0),
            velocity: [3.0, 4.0],
            heading: [0.0; 2],
            radius: 0.2,
        };
        let [before, after] = [[1, 2, 5, 8], [2, 3, 8, 9]].map(|ids| ids.map(one));
        let both: Vec<u32> = pairs(&before, &after).map(|(_, sample)| sample.id.0).collect();
        assert_eq!(both, [2, 8], "those who are in both");
        assert_eq!(one(1).speed(), 5.0, "the length of the velocity");
    }
}
