//! Whole crowds, step by step: the same bits on any number of threads and after saving, and nobody ever where nobody can be.

use throng_crowd::{CharacterId, Crowd, CrowdEvent, Goal, Newcomer, NotResumed, Profile, Purpose, Random};
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
    vec![Profile::default(), Profile::motivated(), Profile::thesis()]
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
        assert!(matches!(fewer, Err(NotResumed::OtherProfiles { saved: 3, here: 1 })));
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
