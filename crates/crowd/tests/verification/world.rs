//! A place with people in it, and what happens to them.

use std::collections::BTreeMap;
use std::sync::Arc;

use throng_crowd::{
    Area, CharacterId, Crowd, CrowdEvent, Goal, Newcomer, Profile, ProfileId, Purpose, Random, STEP, Traits,
};
use throng_mesh::{Connection, Layer, LayerId, LiveMesh, Position, Scene};

/// The only layer of most places.
pub(crate) const GROUND: LayerId = LayerId(0);

/// Two opposite corners. \[m\]
pub(crate) type Rectangle = [[f64; 2]; 2];

/// A place with people in it.
pub(crate) struct World {
    pub(crate) crowd: Crowd,
    pub(crate) people: ProfileId,
    pub(crate) seed: u64,
    /// Where people leave.
    pub(crate) exits: Vec<Arc<Area>>,
    /// When who has left, and by which exit.
    pub(crate) left: BTreeMap<CharacterId, (f64, usize)>,
    random: Random,
}

/// A place of one layer: the union of rectangles, without others.
pub(crate) fn flat(walkable: &[Rectangle], obstacles: &[Rectangle]) -> Scene {
    let mut layer = Layer::new("ground");
    layer.walkable = walkable.iter().map(|&own| ring(own, [0.0; 4])).collect();
    layer.obstacles = obstacles.iter().map(|&own| ring(own, [0.0; 4])).collect();
    Scene::of_layer("a test", layer)
}

/// Layers that are rectangles with heights at their corners (counter-clockwise from the lowest), and the connections between them.
pub(crate) fn layered(layers: &[(Rectangle, [f64; 4])], connections: &[([u32; 2], [[f64; 2]; 2])]) -> Scene {
    let layers = layers.iter().enumerate().map(|(k, &(own, heights))| {
        let mut layer = Layer::new(format!("layer {k}"));
        layer.walkable.push(ring(own, heights));
        layer
    });
    let connections =
        connections.iter().map(|&(between, segment)| Connection::new(between.map(LayerId), segment));
    Scene { name: "a test".into(), layers: layers.collect(), connections: connections.collect() }
}

fn ring([[x, y], [u, v]]: Rectangle, [a, b, c, d]: [f64; 4]) -> Vec<[f64; 3]> {
    vec![[x, y, a], [u, y, b], [u, v, c], [x, v, d]]
}

/// How far two places are apart. \[m\]
pub(crate) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    (x * x + y * y).sqrt()
}

impl World {
    /// With people of the default profile.
    pub(crate) fn new(scene: &Scene, seed: u64) -> Self {
        Self::with_profile(scene, seed, Profile::default())
    }

    /// With people of another profile.
    pub(crate) fn with_profile(scene: &Scene, seed: u64, profile: Profile) -> Self {
        let mut crowd = Crowd::new(LiveMesh::build(scene).expect("the place can be built"), seed);
        let people = crowd.add_profile(profile);
        let random = Random::new(seed, Purpose::Source, 0, 0);
        Self { crowd, people, seed, exits: Vec::new(), left: BTreeMap::new(), random }
    }

    /// An exit: whoever gets there is taken out.
    pub(crate) fn exit(&mut self, own: Rectangle) -> usize {
        self.exits.push(Arc::new(Area::rectangle(GROUND, own[0], own[1])));
        self.exits.len() - 1
    }

    /// Adds somebody with a speed of its own. \[m/s\]
    pub(crate) fn add(&mut self, at: [f64; 2], speed: f64) -> CharacterId {
        self.try_add(at, speed).expect("there is room")
    }

    fn try_add(&mut self, at: [f64; 2], speed: f64) -> Option<CharacterId> {
        let position = Position::new(at, GROUND);
        let traits =
            Traits { speed: speed as f32, ..self.crowd.profile(self.people).sample(&mut self.random) };
        self.crowd.add(Newcomer { traits, ..Newcomer::new(position, self.people) }).ok()
    }

    /// Adds people at random places of a rectangle, with speeds that are drawn; in a full one on a lattice.
    pub(crate) fn fill(
        &mut self,
        own: Rectangle,
        count: usize,
        mut speed: impl FnMut(&mut Random) -> f64,
    ) -> Vec<CharacterId> {
        let mut ids = Vec::with_capacity(count);
        let mut random = Random::new(self.seed, Purpose::Source, 1 + self.crowd.len() as u32, 0);
        for _ in 0..count {
            let speed = speed(&mut random);
            for _ in 0..500 {
                let at = [0, 1].map(|k| own[0][k] + random.unit() * (own[1][k] - own[0][k]));
                if let Some(id) = self.try_add(at, speed) {
                    ids.push(id);
                    break;
                }
            }
        }
        // Whoever has not found a place by chance gets one of a fine lattice.
        let mut lattice = Lattice { own, next: 0 };
        while ids.len() < count {
            let at = lattice.next().expect("there is room for all");
            let drawn = speed(&mut random);
            ids.extend(self.try_add(at, drawn));
        }
        ids
    }

    /// Sends somebody to an exit.
    pub(crate) fn send(&mut self, id: CharacterId, exit: usize) {
        self.crowd.send(id, Goal::Area(self.exits[exit].clone()));
    }

    /// Makes a step; whoever reached an exit leaves.
    pub(crate) fn step(&mut self) {
        self.crowd.step();
        let time = self.crowd.time();
        let arrived = self.crowd.events().iter().filter_map(|event| match event {
            CrowdEvent::Arrived(id) => Some(*id),
            _ => None,
        });
        for id in arrived.collect::<Vec<_>>() {
            let position = self.crowd.get(id).expect("it has arrived just now").position();
            if let Some(exit) = self.exits.iter().position(|exit| exit.contains(position)) {
                self.left.insert(id, (time, exit));
                self.crowd.remove(id);
            }
        }
    }

    /// Makes steps until everybody has left; false if that takes longer than told. \[s\]
    pub(crate) fn run(&mut self, limit: f64) -> bool {
        self.run_while(limit, |world| world.crowd.len() > world.num_leaving())
    }

    /// Makes steps as long as something holds; false if it still does after a time. \[s\]
    pub(crate) fn run_while(&mut self, limit: f64, holds: impl Fn(&Self) -> bool) -> bool {
        while holds(self) {
            if self.crowd.time() > limit {
                return false;
            }
            self.step();
        }
        true
    }

    /// Those who have reached an exit and go with the next step.
    fn num_leaving(&self) -> usize {
        self.left.keys().filter(|&&id| self.crowd.get(id).is_some()).count()
    }

    /// How far discs overlap at most: each other, and walls. \[m\]
    pub(crate) fn overlap(&self) -> [f64; 2] {
        let all: Vec<_> = self.crowd.iter().collect();
        let mut most = [0.0f64; 2];
        for (k, one) in all.iter().enumerate() {
            most[1] = most[1].max(f64::from(one.radius()) - f64::from(one.clearance()));
            for other in &all[k + 1..] {
                let (a, b) = (one.position(), other.position());
                if a.layer == b.layer {
                    most[0] = most[0].max(f64::from(one.radius() + other.radius()) - distance(a.at, b.at));
                }
            }
        }
        most
    }

    /// When the last one left. \[s\]
    pub(crate) fn last(&self) -> f64 {
        self.left.values().map(|&(time, _)| time).fold(0.0, f64::max)
    }

    /// Time of a step. \[s\]
    pub(crate) const DT: f64 = STEP;
}

/// Places 0.37 m apart, row by row, every other row shifted.
struct Lattice {
    own: Rectangle,
    next: usize,
}

impl Iterator for Lattice {
    type Item = [f64; 2];

    fn next(&mut self) -> Option<[f64; 2]> {
        const APART: f64 = 0.37;
        let [[x, y], [u, v]] = self.own;
        let columns = ((u - x) / APART).floor() as usize + 1;
        let (column, row) = (self.next % columns, self.next / columns);
        self.next += 1;
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 * APART };
        let at = [x + shift + column as f64 * APART, y + row as f64 * APART * 0.87];
        if at[1] > v { None } else { Some(at) }
    }
}
