//! A small crowd without a mesh: everybody looks at everybody. For measuring local movement alone.
//!
//! A step: aims; neighbors and walls in sight; keeping right, avoidance, headway; acceleration; overlaps are moved apart in four rounds;
//! the velocity is what came of it.

use throng_crowd::{
    Headway, MOST_NEIGHBORS, MOST_WALLS, Moussaid, Neighbor, Purpose, Random, SeenWall, Vector, View,
};

/// How far one sees others. \[m\]
const SIGHT: f64 = 10.0;

/// How far one sees walls. \[m\]
const WALL_SIGHT: f64 = 10.0;

/// How far apart people start. \[m\]
const APART: f64 = 0.40;

pub(crate) struct Person {
    pub(crate) at: [f64; 2],
    pub(crate) velocity: [f64; 2],
    pub(crate) speed: f64,
    pub(crate) strain: f32,
    /// Which way it goes: whatever the scene makes of it.
    pub(crate) way: usize,
    pub(crate) aim: [f64; 2],
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) avoidance: Moussaid,
    pub(crate) headway: Headway,
    pub(crate) radius: f64,
    pub(crate) wall_radius: f64,
    /// Relaxation time. \[s\]
    pub(crate) tau: f64,
    /// How fast speed above the limit is cut. \[m/s²\]
    pub(crate) cut: f64,
    pub(crate) dt: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            avoidance: Moussaid::default(),
            headway: Headway::default(),
            radius: 0.18,
            wall_radius: 0.22,
            tau: 0.5,
            cut: 4.0,
            dt: 0.1,
        }
    }
}

pub(crate) struct Simulator {
    pub(crate) settings: Settings,
    pub(crate) people: Vec<Person>,
    pub(crate) walls: Vec<[[f64; 2]; 2]>,
    /// The length after which the place repeats itself along x.
    pub(crate) period: Option<f64>,
    pub(crate) time: f64,
}

impl Simulator {
    pub(crate) fn new(settings: &Settings, walls: Vec<[[f64; 2]; 2]>, period: Option<f64>) -> Self {
        Self { settings: settings.clone(), people: Vec::new(), walls, period, time: 0.0 }
    }

    pub(crate) fn add(&mut self, at: [f64; 2], speed: f64, way: usize) {
        self.people.push(Person { at, velocity: [0.0; 2], speed, strain: 0.0, way, aim: [0.0; 2] });
    }

    /// Adds people at random places of a box.
    pub(crate) fn fill(
        &mut self,
        seed: u64,
        count: usize,
        low: [f64; 2],
        high: [f64; 2],
        spread: bool,
        way: usize,
    ) {
        let mut random = Random::new(seed, Purpose::Source, way as u32, 0);
        let mut added = 0;
        for _ in 0..1_000_000 {
            if added == count {
                return;
            }
            let at = [0, 1].map(|k| low[k] + (high[k] - low[k]) * random.unit());
            if self.people.iter().all(|p| length(self.offset(p.at, at)) > APART) {
                let speed = speed(&mut random, spread);
                self.add(at, speed, way);
                added += 1;
            }
        }
        panic!("no room for {count}");
    }

    pub(crate) fn offset(&self, from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
        let mut x = to[0] - from[0];
        if let Some(period) = self.period {
            x -= if x > period / 2.0 { period } else { 0.0 };
            x += if x < -period / 2.0 { period } else { 0.0 };
        }
        [x, to[1] - from[1]]
    }

    /// One step; `aim` gives the way somebody would like to go, of length one.
    pub(crate) fn step(&mut self, aim: impl Fn(&Person) -> [f64; 2]) {
        for person in &mut self.people {
            person.aim = aim(person);
        }
        let dt = self.settings.dt;
        let moves: Vec<_> = (0..self.people.len()).map(|who| self.decide(who)).collect();
        let before: Vec<_> = self.people.iter().map(|p| p.at).collect();
        for (person, (velocity, strain)) in self.people.iter_mut().zip(moves) {
            person.strain = strain;
            person.at = [person.at[0] + velocity[0] * dt, person.at[1] + velocity[1] * dt];
        }
        self.project();
        for (at, before) in before.into_iter().enumerate() {
            let moved = sub(self.people[at].at, before);
            self.people[at].velocity = moved.map(|x| x / dt);
        }
        self.time += dt;
    }

    fn decide(&self, who: usize) -> ([f64; 2], f32) {
        let Settings { avoidance, headway, radius, wall_radius, tau, cut, dt } = &self.settings;
        let (radius, wall_radius, tau, cut, dt) = (*radius, *wall_radius, *tau, *cut, *dt);
        let own = &self.people[who];
        let mut seen: Vec<(f64, Neighbor)> = Vec::new();
        for (at, other) in self.people.iter().enumerate() {
            let offset = self.offset(own.at, other.at);
            let distance = length(offset);
            if at != who && distance < SIGHT {
                seen.push((
                    distance,
                    Neighbor {
                        offset: narrow(offset),
                        velocity: narrow(other.velocity),
                        aim: narrow(other.aim),
                        radius: radius as f32,
                        crowding: 0.0,
                    },
                ));
            }
        }
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        let hidden = |n: &Neighbor| {
            let to = [own.at[0] + f64::from(n.offset[0]), own.at[1] + f64::from(n.offset[1])];
            self.walls.iter().any(|wall| crosses(own.at, to, wall))
        };
        let neighbors: Vec<_> =
            seen.into_iter().map(|s| s.1).filter(|n| !hidden(n)).take(MOST_NEIGHBORS).collect();
        let mut walls: Vec<(f64, SeenWall)> = Vec::new();
        for &[a, b] in &self.walls {
            let (from, to) = (sub(a, own.at), sub(b, own.at));
            let (from, to) = if from[0] * to[1] - from[1] * to[0] < 0.0 { (to, from) } else { (from, to) };
            let distance = length(nearest(from, to));
            if distance < WALL_SIGHT {
                walls.push((distance, SeenWall { from: narrow(from), to: narrow(to) }));
            }
        }
        walls.sort_by(|a, b| a.0.total_cmp(&b.0));
        let walls: Vec<_> = walls.into_iter().map(|w| w.1).take(MOST_WALLS).collect();
        let view = View {
            velocity: narrow(own.velocity),
            preferred: narrow(own.aim.map(|x| x * own.speed)),
            speed: own.speed as f32,
            max_speed: 2.0 * own.speed as f32,
            radius: radius as f32,
            wall_radius: wall_radius as f32,
            neighbors: &neighbors,
            walls: &walls,
            random: 0,
            reach: f32::INFINITY,
            dt: dt as f32,
        };
        let preferred = headway.keep_right(&view);
        let chosen = avoidance.velocity(&View { preferred, ..view });
        let (wanted, strain) = headway.limit(&view, chosen, own.strain, headway.time.mean() as f32);
        let wanted = wanted.map(f64::from);
        // Acceleration; speed above the limit is cut faster.
        let mut velocity =
            [0, 1].map(|k| own.velocity[k] + (wanted[k] - own.velocity[k]) * (dt / tau).min(1.0));
        let (now, limit) = (length(velocity), length(wanted));
        if now > limit {
            let to = (now - cut * dt).max(limit);
            velocity = velocity.map(|x| x * to / now);
        }
        (velocity, strain)
    }

    /// Moves overlapping bodies apart, each by half; then out of walls.
    fn project(&mut self) {
        let size = 2.0 * self.settings.radius;
        let n = self.people.len();
        let mut pairs = Vec::new();
        for i in 0..n {
            for j in i + 1..n {
                if length(self.offset(self.people[i].at, self.people[j].at)) < 2.0 * size {
                    pairs.push((i, j));
                }
            }
        }
        for _ in 0..4 {
            let mut shifts = vec![[0.0; 2]; n];
            for &(i, j) in &pairs {
                let offset = self.offset(self.people[i].at, self.people[j].at);
                let distance = length(offset);
                if distance < size && distance > 0.0 {
                    let push = offset.map(|x| x / distance * (size - distance) / 2.0);
                    shifts[i] = sub(shifts[i], push);
                    shifts[j] = [shifts[j][0] + push[0], shifts[j][1] + push[1]];
                }
            }
            for (person, shift) in self.people.iter_mut().zip(shifts) {
                person.at = [person.at[0] + shift[0], person.at[1] + shift[1]];
                for &[a, b] in &self.walls {
                    let foot = nearest(sub(a, person.at), sub(b, person.at));
                    let distance = length(foot);
                    if distance < self.settings.wall_radius && distance > 0.0 {
                        let back = (self.settings.wall_radius - distance) / distance;
                        person.at = [person.at[0] - foot[0] * back, person.at[1] - foot[1] * back];
                    }
                }
            }
        }
    }
}

/// A free speed: 1.34 m/s, or spread by 0.26 around it as Weidmann has it.
pub(crate) fn speed(random: &mut Random, spread: bool) -> f64 {
    if !spread {
        return 1.34;
    }
    let sum: f64 = (0..12).map(|_| random.unit()).sum();
    (1.34 + 0.26 * (sum - 6.0)).clamp(0.6, 2.1)
}

pub(crate) fn length(v: [f64; 2]) -> f64 {
    (v[0] * v[0] + v[1] * v[1]).sqrt()
}

pub(crate) fn toward(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    let v = sub(to, from);
    let length = length(v);
    if length > 0.0 { v.map(|x| x / length) } else { [0.0; 2] }
}

fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn narrow(v: [f64; 2]) -> Vector {
    v.map(|x| x as f32)
}

/// The point of a segment nearest to the origin.
fn nearest(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    let along = sub(to, from);
    let square = along[0] * along[0] + along[1] * along[1];
    let t = if square > 0.0 { -(from[0] * along[0] + from[1] * along[1]) / square } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    [from[0] + t * along[0], from[1] + t * along[1]]
}

fn crosses(a: [f64; 2], b: [f64; 2], wall: &[[f64; 2]; 2]) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        let (u, v) = (sub(q, p), sub(r, p));
        u[0] * v[1] - u[1] * v[0]
    };
    let [c, d] = *wall;
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
