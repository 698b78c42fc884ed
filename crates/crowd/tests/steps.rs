//! Whole crowds, step by step: the same bits on any number of threads and after saving, and nobody ever where nobody can be.

use throng_crowd::{
    CharacterId, Crowd, CrowdEvent, Distribution, Goal, Newcomer, NotResumed, Own, Profile, Purpose, Random,
};
use throng_mesh::{Change, ConnectionId, LayerId, LiveMesh, Obstacle, ObstacleId, Position, Scene, sample};

/// A crowd of many profiles at random places, on the way to others.
fn crowd_of(scene: &Scene, count: usize, seed: u64) -> Crowd {
    let live = LiveMesh::build(scene).expect("the sample makes a mesh");
    let mut crowd = Crowd::new(live, seed);
    for profile in profiles() {
        crowd.add_profile(profile);
    }
    for who in 0..count as u32 {
        let mut random = Random::new(seed, Purpose::Source, who, 0);
        // In a full place some do not find one.
        for _ in 0..50 {
            let profile = throng_crowd::ProfileId(random.below(profiles().len() as u32) as u16);
            let traits = crowd.profile(profile).sample(&mut random);
            let position = somewhere(scene, &mut random);
            if let Ok(id) = crowd.add(Newcomer { traits, ..Newcomer::new(position, profile) }) {
                crowd.send(id, Goal::Place(somewhere_to_go(&crowd, scene, &mut random)));
                break;
            }
        }
    }
    crowd
}

fn profiles() -> Vec<Profile> {
    vec![Profile::default(), Profile::motivated(), Profile::thesis(), various()]
}

/// Everybody has parameters of its own.
fn various() -> Profile {
    let uniform = |from, to| Distribution::Uniform { from, to };
    let normal = |mean, from, to| Distribution::Normal { mean, deviation: mean / 3.0, from, to };
    let mut own = Profile { wall_gap: uniform(0.0, 0.1), ..Profile::named("various") };
    own.route.side = Some(uniform(0.1, 0.9));
    own.route.clearance = normal(0.4, 0.0, 1.0);
    own.route.density_weight = Distribution::Table(vec![[0.0, 0.0], [0.2, 0.0], [1.0, 10.0]]);
    own.route.viewing = uniform(5.0, 30.0);
    own.route.review = Some(normal(3.0, 1.0, 6.0));
    own.route.notice = Distribution::Exponential { mean: 15.0 };
    own.body.relaxation = Distribution::LogNormal { log_mean: -0.7, log_deviation: 0.3, start: 0.0, to: 2.0 };
    own.body.acceleration = uniform(1.0, 6.0);
    own.headway.as_mut().expect("people keep a distance").time =
        Distribution::Gamma { shape: 8.0, scale: 0.1 };
    own
}

/// The same with somebody's own parameters as constants.
fn alone(profile: &Profile, own: Own<'_>) -> Profile {
    let mut alone = Profile { wall_gap: f64::from(own.wall_gap()).into(), ..profile.clone() };
    alone.route.side = own.side().map(Distribution::Constant);
    alone.route.clearance = own.clearance().into();
    alone.route.density_weight = own.density_weight().into();
    alone.route.viewing = own.viewing().into();
    alone.route.review = own.review().map(Distribution::Constant);
    alone.route.notice = own.notice().into();
    alone.body.relaxation = f64::from(own.relaxation()).into();
    alone.body.acceleration = f64::from(own.acceleration()).into();
    if let (Some(headway), Some(time)) = (&mut alone.headway, own.time_gap()) {
        headway.time = f64::from(time).into();
    }
    alone
}

fn somewhere(scene: &Scene, random: &mut Random) -> Position {
    let [low, high] = scene.bounds().expect("there is something");
    let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
    Position::new(at, LayerId(random.below(scene.layers.len() as u32)))
}

fn somewhere_to_go(crowd: &Crowd, scene: &Scene, random: &mut Random) -> Position {
    loop {
        let position = somewhere(scene, random);
        if crowd.mesh().clearance(position, None).is_some_and(|clearance| clearance > 0.3) {
            return position;
        }
    }
}

/// Makes a step, sends whoever has arrived somewhere else, and lets things come and go.
fn go_on(crowd: &mut Crowd, scene: &Scene, obstacles: &mut Vec<ObstacleId>) {
    let step = crowd.num_steps();
    if step % 20 == 10 {
        let mut random = Random::new(crowd.seed(), Purpose::Source, u32::MAX, step);
        let Position { at: [x, y], layer } = somewhere(scene, &mut random);
        let box_ = Obstacle::new(layer, vec![[x, y], [x + 1.5, y], [x + 1.5, y + 0.5], [x, y + 0.5]]);
        let (ids, _) = crowd.change(&[Change::Insert(box_)]).expect("a box can come");
        obstacles.extend(ids);
        if obstacles.len() > 3 {
            crowd.change(&[Change::Remove(obstacles.remove(0))]).expect("it is there");
        }
        if crowd.mesh().num_connections() > 0 {
            let door = ConnectionId(0);
            let is_open = crowd.mesh().is_open(door);
            crowd
                .change(&[if is_open { Change::Close(door) } else { Change::Open(door) }])
                .expect("it is a door");
        }
    }
    crowd.step();
    let arrived: Vec<CharacterId> = (crowd.events().iter())
        .filter_map(|event| if let CrowdEvent::Arrived(id) = event { Some(*id) } else { None })
        .collect();
    for id in arrived {
        let mut random = Random::new(crowd.seed(), Purpose::Decision, id.0, step);
        if random.below(8) == 0 {
            crowd.remove(id);
        } else {
            crowd.send(id, Goal::Place(somewhere_to_go(crowd, scene, &mut random)));
        }
    }
}

/// All that others can see, bit by bit.
fn bits(crowd: &Crowd) -> Vec<u64> {
    let mut bits = vec![crowd.num_steps(), crowd.len() as u64];
    for one in crowd.iter() {
        let (position, velocity) = (one.position(), one.velocity());
        bits.extend([u64::from(one.id().0), position.at[0].to_bits(), position.at[1].to_bits()]);
        bits.extend([
            u64::from(position.layer.0),
            u64::from(velocity[0].to_bits()),
            u64::from(velocity[1].to_bits()),
        ]);
    }
    bits
}

fn scenes() -> [Scene; 3] {
    [sample::floors(), sample::clutter(5, 30, false), sample::field(5, 2)]
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    for scene in scenes() {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let mut crowd = crowd_of(&scene, 300, 7);
                let mut obstacles = Vec::new();
                (0..60).for_each(|_| go_on(&mut crowd, &scene, &mut obstacles));
                bits(&crowd)
            })
        };
        let one = run(1);
        for threads in [2, 3, 8, 1] {
            assert_eq!(run(threads), one, "{} on {threads} threads", scene.name);
        }
    }
}

#[test]
fn going_on_after_saving() {
    for scene in scenes() {
        let mut crowd = crowd_of(&scene, 200, 3);
        let mut obstacles = Vec::new();
        (0..45).for_each(|_| go_on(&mut crowd, &scene, &mut obstacles));
        let bytes = crowd.save();
        let live = LiveMesh::build(&scene).expect("the sample makes a mesh");
        let mut again = Crowd::resume(live.clone(), profiles(), &bytes).expect("it was saved just now");
        assert_eq!(bits(&again), bits(&crowd), "{}", scene.name);
        assert!(again.save() == bytes, "{}: saved again", scene.name);
        let mut others = obstacles.clone();
        for step in 0..45 {
            go_on(&mut crowd, &scene, &mut obstacles);
            go_on(&mut again, &scene, &mut others);
            assert_eq!(again.events(), crowd.events(), "{} step {step}", scene.name);
            assert!(bits(&again) == bits(&crowd), "{} step {step}", scene.name);
        }
        // Damage is noticed.
        for at in (0..bytes.len()).step_by(bytes.len() / 50) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Crowd::resume(live.clone(), profiles(), &damaged).is_err(), "byte {at}");
            assert!(Crowd::resume(live.clone(), profiles(), &bytes[..at]).is_err(), "{at} bytes");
        }
        let fewer = Crowd::resume(live, vec![Profile::default()], &bytes);
        assert!(matches!(fewer, Err(NotResumed::OtherProfiles { saved: 4, here: 1 })));
    }
}

/// A crowd that is large for its place keeps what it found out about costs and paths for some steps.
#[test]
fn what_a_large_crowd_knows_is_saved() {
    /// So many for each crossing share what they know.
    const MANY: usize = 50;
    let scene = sample::field(2, 3);
    let crowd_of = || {
        let live = LiveMesh::build(&scene).expect("the sample makes a mesh");
        let mut crowd = Crowd::new(live, 4);
        let profile = crowd.add_profile(hasty());
        let mut random = Random::new(4, Purpose::Source, 0, 0);
        for _ in 0..20_000 {
            let traits = crowd.profile(profile).sample(&mut random);
            let place = somewhere(&scene, &mut random);
            if let Ok(id) = crowd.add(Newcomer { traits, ..Newcomer::new(place, profile) }) {
                crowd.send(id, Goal::Place(somewhere_to_go(&crowd, &scene, &mut random)));
            }
        }
        let crossings = crowd.mesh().num_crossings();
        assert!(crossings > 1 && crowd.len() >= MANY * crossings, "{} for {crossings}", crowd.len());
        crowd
    };
    let run = |threads: usize, saved_at: Option<u64>| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut crowd = crowd_of();
            // A box comes at the tenth step.
            let mut obstacles = Vec::new();
            for step in 0..36 {
                if saved_at == Some(step) {
                    let bytes = crowd.save();
                    let live = LiveMesh::build(&scene).expect("the sample makes a mesh");
                    crowd = Crowd::resume(live, vec![hasty()], &bytes).expect("it was saved just now");
                    assert!(crowd.save() == bytes, "saved again at {step}");
                }
                go_on(&mut crowd, &scene, &mut obstacles);
            }
            bits(&crowd)
        })
    };
    let expected = run(1, None);
    assert!(run(3, None) == expected, "three threads");
    for saved_at in [3, 4, 10, 14, 25, 32] {
        assert!(run(2, Some(saved_at)) == expected, "saved at {saved_at}");
    }
}

/// People who mind crowding, and think again all the time.
fn hasty() -> Profile {
    let mut own = Profile { radius: 0.12.into(), ..Profile::thesis() };
    own.route.review = Some(0.5.into());
    own.route.viewing = 15.0.into();
    own
}

/// A crowd with distributions moves as one in which everybody has a profile with constants, and every one of them counts.
#[test]
fn own_parameters_are_as_good_as_profiles() {
    type Change = (&'static str, fn(&mut Profile));
    const NOTHING: Change = ("nothing", |_| {});
    const CHANGES: [Change; 10] = [
        ("wall_gap", |own| own.wall_gap = 0.01.into()),
        ("side", |own| own.route.side = Some(0.5.into())),
        ("clearance", |own| own.route.clearance = 0.3.into()),
        ("density_weight", |own| own.route.density_weight = 0.0.into()),
        ("viewing", |own| own.route.viewing = 1.0.into()),
        ("review", |own| own.route.review = Some(0.7.into())),
        ("notice", |own| own.route.notice = 0.0.into()),
        ("relaxation", |own| own.body.relaxation = 0.2.into()),
        ("acceleration", |own| own.body.acceleration = 0.5.into()),
        ("time", |own| own.headway.as_mut().expect("they keep a distance").time = 2.0.into()),
    ];
    // Few mind crowding: so nobody makes a table of what edges cost, which rounds in another way.
    const FEW: u32 = 12;
    let scene = sample::field(4, 2);
    let run = |change: Option<Change>| {
        let mut crowd = Crowd::new(LiveMesh::build(&scene).expect("the sample makes a mesh"), 5);
        let mut careless = various();
        careless.route.density_weight = 0.0.into();
        let both = [various(), careless];
        let profiles = both.clone().map(|profile| crowd.add_profile(profile));
        let mut random = Random::new(5, Purpose::Source, 0, 0);
        while crowd.len() < 200 {
            let id = CharacterId(crowd.len() as u32);
            let which = usize::from(id.0 >= FEW);
            let mut profile = profiles[which];
            if let Some((_, change)) = change {
                let mut own = alone(&both[which], both[which].of(5, id));
                change(&mut own);
                profile = crowd.add_profile(own);
            }
            let traits = both[which].sample(&mut random);
            let to = somewhere_to_go(&crowd, &scene, &mut random);
            // Places with room for whatever gap to walls: all runs begin alike.
            let from = somewhere(&scene, &mut random);
            if crowd.mesh().clearance(from, None).is_none_or(|clearance| clearance < 0.4) {
                continue;
            }
            if let Ok(id) = crowd.add(Newcomer { traits, ..Newcomer::new(from, profile) }) {
                crowd.send(id, Goal::Place(to));
            }
        }
        let mut obstacles = Vec::new();
        (0..80).for_each(|_| go_on(&mut crowd, &scene, &mut obstacles));
        bits(&crowd)
    };
    let drawn = run(None);
    assert!(run(Some(NOTHING)) == drawn, "constants");
    for change in CHANGES {
        assert!(run(Some(change)) != drawn, "{} does not count", change.0);
    }
}

#[test]
fn nobody_goes_through_walls() {
    for scene in scenes() {
        let mut crowd = crowd_of(&scene, 800, 11);
        let mut obstacles = Vec::new();
        for step in 0..150 {
            let before: Vec<(CharacterId, Position)> =
                crowd.iter().map(|one| (one.id(), one.position())).collect();
            let version = crowd.mesh().version();
            go_on(&mut crowd, &scene, &mut obstacles);
            crowd.check().expect("the arrays fit together");
            let mesh = crowd.mesh();
            for (id, from) in before {
                let Some(one) = crowd.get(id) else { continue };
                let to = one.position();
                let cell = mesh.locate(to, None);
                assert!(cell.is_some(), "{} step {step}: {id:?} is outside", scene.name);
                // Whoever an obstacle came upon was moved out.
                if version == mesh.version() {
                    let line = mesh.visible(from, to, None).expect("both are walkable");
                    assert!(line.visible, "{} step {step}: {id:?} went through a wall", scene.name);
                }
            }
        }
        assert!(crowd.len() > 100, "{}", crowd.len());
    }
}
