//! A place in which much is going on.

use throng_crowd::{
    Avoidance, CharacterId, CorridorMap, Crowd, CrowdEvent, Distribution, Following, Goal, GroupId,
    Karamouzas2009, Karamouzas2010, Miran, Newcomer, Orca, Profile, ProfileId, Purpose, Random, RouteChoice,
    Social, SocialForce,
};
use throng_mesh::{Change, ConnectionId, LayerId, LiveMesh, Mesh, Obstacle, ObstacleId, Position, Scene};

/// A disc of this radius can go from any place of the pool to any other. \[m\]
const WIDEST: f64 = 0.3;

/// How many places characters start from and go to.
const POOL: usize = 4000;

/// One of so many characters belongs to a group when it comes.
const GROUPED: u32 = 5;

/// One of so many that arrive leaves, and somebody else comes.
const LEAVING: u32 = 10;

/// Every so many steps something changes; what came or closed goes or opens after so many more.
const CHANGE_EVERY: u64 = 30;
const CHANGE_LASTS: u64 = 600;

/// One of so many connections is closed at the same time at most.
const CLOSED_AT_MOST: u32 = 10;

/// A crowd that never comes to rest.
pub(crate) struct Town {
    pub(crate) crowd: Crowd,
    pub(crate) seed: u64,
    count: usize,
    pub(crate) pool: Vec<Position>,
    /// By group.
    members: Vec<Vec<CharacterId>>,
    undo: Vec<(u64, Change)>,
    /// Obstacles that came, connections that closed.
    pub(crate) changed: [u64; 2],
}

/// Everything that characters can be.
fn profiles() -> Vec<Profile> {
    let own = |name: &str, avoidance| Profile { avoidance, headway: None, ..Profile::named(name) };
    let following = |name: &str, following| Profile { following, ..Profile::named(name) };
    vec![
        Profile::default(),
        Profile::motivated(),
        Profile::thesis(),
        own("orca", Avoidance::Orca(Orca::default())),
        own("social force", Avoidance::SocialForce(SocialForce::default())),
        own("karamouzas 2009", Avoidance::Karamouzas2009(Karamouzas2009::default())),
        own("karamouzas 2010", Avoidance::Karamouzas2010(Karamouzas2010::default())),
        following("miran", Following::Miran(Miran::default())),
        following("corridor map", Following::CorridorMap(CorridorMap::default())),
        Profile {
            route: RouteChoice { varied: true, review: Some(15.0.into()), ..RouteChoice::default() },
            radius: Distribution::Uniform { from: 0.15, to: 0.25 },
            ..Profile::named("varied")
        },
    ]
}

impl Town {
    /// A place with so many characters on their way.
    pub(crate) fn new(scene: &Scene, count: usize, seed: u64) -> Self {
        let live = LiveMesh::build(scene).expect("reference places can be built");
        let pool = places(live.mesh(), scene, seed);
        let mut crowd = Crowd::new(live, seed);
        for profile in profiles() {
            crowd.add_profile(profile);
        }
        let (members, undo) = (Vec::new(), Vec::new());
        let mut town = Self { crowd, seed, count, pool, members, undo, changed: [0; 2] };
        town.fill();
        town
    }

    /// Forgets the crowd, and goes on from what was saved of it.
    pub(crate) fn resume(&mut self, scene: &Scene, bytes: &[u8]) {
        let live = LiveMesh::build(scene).expect("reference places can be built");
        self.crowd = Crowd::resume(live, profiles(), bytes).expect("it was saved just now");
    }

    /// Doors and obstacles come and go.
    pub(crate) fn change(&mut self) {
        let step = self.crowd.num_steps();
        let mut due: Vec<Change> = Vec::new();
        self.undo.retain(|(when, change)| {
            let is_due = *when <= step;
            if is_due {
                due.push(change.clone());
            }
            !is_due
        });
        for change in due {
            self.crowd.change(&[change]).expect("what came can go");
        }
        if step % CHANGE_EVERY != CHANGE_EVERY / 2 {
            return;
        }
        let mut random = Random::new(self.seed, Purpose::Source, u32::MAX, step);
        let until = step + CHANGE_LASTS;
        if let Ok((ids, _)) = self.crowd.change(&[Change::Insert(self.obstacle(&mut random))]) {
            self.undo.extend(ids.into_iter().map(|id: ObstacleId| (until, Change::Remove(id))));
            self.changed[0] += 1;
        }
        let connections = self.crowd.mesh().num_connections() as u32;
        if connections > 0 {
            let door = ConnectionId(random.below(connections));
            let closed = self.undo.iter().filter(|(_, change)| matches!(change, Change::Open(_))).count();
            // With too many closed a place falls into pieces, and everybody waits.
            let is_much = closed as u32 >= connections.div_ceil(CLOSED_AT_MOST);
            if !is_much && self.crowd.mesh().is_open(door) {
                self.crowd.change(&[Change::Close(door)]).expect("it is a connection");
                self.undo.push((until, Change::Open(door)));
                self.changed[1] += 1;
            }
        }
    }

    /// A box somewhere, or upon somebody.
    fn obstacle(&self, random: &mut Random) -> Obstacle {
        let mut place = self.pool[random.below(self.pool.len() as u32) as usize];
        if random.below(2) == 0 {
            let all = self.crowd.len() as u32;
            let one = self.crowd.iter().nth(random.below(all.max(1)) as usize);
            place = one.map_or(place, |one| one.position());
        }
        let [x, y] = place.at.map(|v| v - random.unit());
        let [u, v] = [x + 0.3 + 2.0 * random.unit(), y + 0.3 + 2.0 * random.unit()];
        Obstacle::new(place.layer, vec![[x, y], [u, y], [u, v], [x, v]])
    }

    /// After a step: whoever has arrived goes somewhere else or leaves; others come.
    pub(crate) fn go_on(&mut self) {
        let step = self.crowd.num_steps();
        let arrived = self.crowd.events().iter().filter_map(|event| match event {
            CrowdEvent::Arrived(id) => Some(*id),
            _ => None,
        });
        for id in arrived.collect::<Vec<_>>() {
            let mut random = Random::new(self.seed, Purpose::Decision, id.0, step);
            let Some(one) = self.crowd.get(id) else { continue };
            let group = one.group();
            if group.is_none() && random.below(LEAVING) == 0 {
                self.crowd.remove(id);
                continue;
            }
            // A group goes on when the first of it is there.
            let goal = self.pool[random.below(self.pool.len() as u32) as usize];
            let members = group.map_or_else(|| vec![id], |group| self.members[group.0 as usize].clone());
            for member in members {
                self.crowd.send(member, Goal::Place(goal));
            }
        }
        if step.is_multiple_of(10) {
            self.fill();
        }
    }

    /// Adds characters until there are as many as wanted, or until there is no room.
    fn fill(&mut self) {
        let step = self.crowd.num_steps();
        let missing = self.count.saturating_sub(self.crowd.len());
        for k in 0..missing {
            if self.crowd.len() >= self.count {
                break;
            }
            let mut random = Random::new(self.seed, Purpose::Source, k as u32, step);
            let profile = ProfileId(random.below(profiles().len() as u32) as u16);
            let goal = Goal::Place(self.pool[random.below(self.pool.len() as u32) as usize]);
            if random.below(2 * GROUPED) == 0 {
                let group = self.crowd.add_group(Social::default());
                let size = 2 + random.below(3);
                let mut ids: Vec<CharacterId> = Vec::new();
                for _ in 0..size {
                    let near = ids.first().and_then(|&id| self.crowd.get(id)).map(|one| one.position());
                    ids.extend(self.add(profile, Some(group), near, &mut random));
                }
                for &id in &ids {
                    self.crowd.send(id, goal.clone());
                }
                self.members.push(ids);
            } else if let Some(id) = self.add(profile, None, None, &mut random) {
                self.crowd.send(id, goal);
            }
        }
    }

    /// Adds somebody somewhere, or near a place.
    fn add(
        &mut self,
        profile: ProfileId,
        group: Option<GroupId>,
        near: Option<Position>,
        random: &mut Random,
    ) -> Option<CharacterId> {
        let traits = self.crowd.profile(profile).sample(random);
        (0..20).find_map(|_| {
            let mut position = self.pool[random.below(self.pool.len() as u32) as usize];
            if let Some(near) = near {
                position = near;
                position.at = position.at.map(|v| v + 2.0 * random.unit() - 1.0);
            }
            self.crowd.add(Newcomer { traits, group, ..Newcomer::new(position, profile) }).ok()
        })
    }
}

/// Places that can be reached from each other, on all layers.
fn places(mesh: &Mesh, scene: &Scene, seed: u64) -> Vec<Position> {
    let [low, high] = scene.bounds().expect("there is something");
    let mut random = Random::new(seed, Purpose::Source, u32::MAX, u64::MAX);
    let mut somewhere = || loop {
        let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
        let position = Position::new(at, LayerId(random.below(scene.layers.len() as u32)));
        if mesh.clearance(position, None).is_some_and(|clearance| clearance > WIDEST) {
            return position;
        }
    };
    // Most places are reached from most others.
    for _ in 0..20 {
        let from = somewhere();
        let distances = mesh.distances(from, WIDEST).expect("there is room");
        let some: Vec<Position> = (0..POOL).map(|_| somewhere()).collect();
        let reached: Vec<Position> =
            some.into_iter().filter(|&place| distances.at(mesh, place).is_some()).collect();
        if 2 * reached.len() > POOL {
            return reached;
        }
    }
    panic!("the place falls into pieces");
}
