//! A small world without a mesh: everybody sees everybody, nobody plans, and walls do not stop anybody.

use throng_crowd::{
    Avoidance, MOST_NEIGHBORS, MOST_WALLS, Neighbor, Purpose, Random, SeenWall, Vector, View,
};

/// Length of a step. \[s\]
const DT: f64 = 0.1;
/// How near to the goal is near enough: models that mind walls do not come nearer to a goal beside one. \[m\]
const ARRIVED: f64 = 0.8;
/// How far one sees. \[m\]
const SIGHT: f64 = 10.0;

/// One that walks.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    at: [f64; 2],
    goal: [f64; 2],
    radius: f64,
    speed: f64,
    velocity: Vector,
    arrived: bool,
}

impl Walker {
    /// One that wants from a place to another.
    pub(crate) fn new(at: [f64; 2], goal: [f64; 2], radius: f64) -> Self {
        Self { at, goal, radius, speed: 1.3, velocity: [0.0, 0.0], arrived: false }
    }

    /// The same at another speed.
    pub(crate) fn at_speed(self, speed: f64) -> Self {
        Self { speed, ..self }
    }
}

/// Walkers and walls. A wall has its free side on the left.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    /// All walkers, also those that have arrived and are gone.
    pub(crate) walkers: Vec<Walker>,
    /// Walls, from and to.
    pub(crate) walls: Vec<[[f64; 2]; 2]>,
}

/// What came out of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// How many did not arrive.
    pub(crate) missing: usize,
    /// Deepest overlap of two. \[m\]
    pub(crate) overlap: f64,
    /// Deepest overlap of one with a wall. \[m\]
    pub(crate) in_wall: f64,
    /// When the last one arrived. \[s\]
    pub(crate) time: f64,
}

impl World {
    /// Adds the walls of a solid box, free outside.
    pub(crate) fn with_box(mut self, low: [f64; 2], high: [f64; 2]) -> Self {
        let corners = [low, [low[0], high[1]], high, [high[0], low[1]]];
        self.walls.extend((0..4).map(|index| [corners[index], corners[(index + 1) % 4]]));
        self
    }

    /// Runs until all have arrived or the time is over.
    pub(crate) fn run(mut self, model: &Avoidance, seconds: f64) -> Outcome {
        let mut outcome = Outcome { missing: 0, overlap: 0.0, in_wall: 0.0, time: 0.0 };
        let mut step = 0;
        while (step as f64) * DT < seconds && self.walkers.iter().any(|walker| !walker.arrived) {
            let next: Vec<Vector> =
                (0..self.walkers.len()).map(|me| self.velocity(model, me, step)).collect();
            for (walker, velocity) in self.walkers.iter_mut().zip(next) {
                if !walker.arrived {
                    walker.velocity = velocity;
                    for (place, speed) in walker.at.iter_mut().zip(velocity) {
                        *place += f64::from(speed) * DT;
                    }
                    walker.arrived = distance(walker.at, walker.goal) < ARRIVED;
                }
            }
            step += 1;
            self.look_for_overlaps(&mut outcome);
        }
        outcome.missing = self.walkers.iter().filter(|walker| !walker.arrived).count();
        outcome.time = step as f64 * DT;
        outcome
    }

    fn velocity(&self, model: &Avoidance, me: usize, step: u64) -> Vector {
        let walker = &self.walkers[me];
        let relative = |place: [f64; 2]| [(place[0] - walker.at[0]) as f32, (place[1] - walker.at[1]) as f32];
        let mut others: Vec<(f64, usize)> = (0..self.walkers.len())
            .filter(|&other| other != me && !self.walkers[other].arrived)
            .map(|other| (distance(walker.at, self.walkers[other].at), other))
            .filter(|&(distance, _)| distance < SIGHT)
            .collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        others.truncate(MOST_NEIGHBORS);
        let neighbors: Vec<Neighbor> = others
            .iter()
            .map(|&(_, other)| {
                let other = &self.walkers[other];
                let (offset, radius) = (relative(other.at), other.radius as f32);
                Neighbor { offset, velocity: other.velocity, radius, ..Neighbor::default() }
            })
            .collect();
        let mut walls: Vec<(f64, SeenWall)> = self
            .walls
            .iter()
            .filter(|&&[from, to]| turn(from, to, walker.at) > 0.0)
            .map(|&wall| {
                let seen = SeenWall { from: relative(wall[0]), to: relative(wall[1]) };
                (distance(walker.at, nearest(wall, walker.at)), seen)
            })
            .filter(|&(distance, _)| distance < SIGHT)
            .collect();
        walls.sort_by(|a, b| a.0.total_cmp(&b.0));
        let walls: Vec<SeenWall> = walls.iter().take(MOST_WALLS).map(|&(_, wall)| wall).collect();
        let way = distance(walker.at, walker.goal).max(1e-9);
        let pace = walker.speed.min(way / DT) / way;
        let preferred = [0, 1].map(|axis| ((walker.goal[axis] - walker.at[axis]) * pace) as f32);
        model.velocity(&View {
            velocity: walker.velocity,
            preferred,
            speed: walker.speed as f32,
            max_speed: 2.0,
            radius: walker.radius as f32,
            wall_radius: walker.radius as f32 + 0.04,
            neighbors: &neighbors,
            walls: &walls,
            random: Random::new(1, Purpose::Noise, me as u32, step).bits(),
            reach: f32::INFINITY,
            dt: DT as f32,
        })
    }

    fn look_for_overlaps(&self, outcome: &mut Outcome) {
        let here: Vec<&Walker> = self.walkers.iter().filter(|walker| !walker.arrived).collect();
        for (index, one) in here.iter().enumerate() {
            for other in &here[..index] {
                let overlap = one.radius + other.radius - distance(one.at, other.at);
                outcome.overlap = outcome.overlap.max(overlap);
            }
            for &wall in &self.walls {
                let overlap = one.radius - distance(one.at, nearest(wall, one.at));
                outcome.in_wall = outcome.in_wall.max(overlap);
            }
        }
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

/// Positive if the third point is left of the line through the others.
fn turn(from: [f64; 2], to: [f64; 2], at: [f64; 2]) -> f64 {
    (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
}

fn nearest([from, to]: [[f64; 2]; 2], at: [f64; 2]) -> [f64; 2] {
    let along = [to[0] - from[0], to[1] - from[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let part = (along[0] * (at[0] - from[0]) + along[1] * (at[1] - from[1])) / square;
    let part = part.clamp(0.0, 1.0);
    [from[0] + along[0] * part, from[1] + along[1] * part]
}
