//! The tests of Forschungszentrum Jülich.

use throng_crowd::{Goal, Newcomer, Traits};
use throng_mesh::{Layer, Position, Scene};

use crate::report::{Test, Verdict};
use crate::rimea::time_between;
use crate::world::{GROUND, World, distance, flat};

/// The tests.
pub(crate) fn tests() -> Vec<Test> {
    let test = |name, title, criterion, run| Test { name, title, criterion, fails: None, long: false, run };
    vec![
        test("Jülich 1", "free speed in a corridor", "10 m at 1 m/s in 10 s; ours: ± 0.1 s", free_speed),
        test(
            "Jülich 2",
            "the same corridor turned by 45°",
            "10 m at 1 m/s in 10 s, as in test 1; ours: ± 0.1 s",
            turned,
        ),
        test("Jülich 3", "random starts", "everybody reaches the goal, 100 times", random_starts),
        test("Jülich 4", "somebody stands in the way", "is overtaken, without overlap", overtaking),
        test("Jülich 5", "a corridor that is too narrow", "stops before it, without overlap", too_narrow),
        test(
            "Jülich 6",
            "goals on the way",
            "10 m at 1 m/s in 10 s over five goals; ours: ± 0.2 s",
            goals_on_the_way,
        ),
        test("Jülich 9", "any number of threads", "the same bits on 1, 2, 3 and 8", threads),
        test("Jülich 12", "persons behind a wall", "do not change anything, bit by bit", behind_a_wall),
    ]
}

fn free_speed() -> Verdict {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [14.0, 2.0]]], &[]), 1);
    let exit = world.exit([[13.0, 0.0], [14.0, 2.0]]);
    let id = world.add([0.5, 1.0], 1.0);
    world.send(id, exit);
    let time = time_between(&mut world, id, 2.5, 12.5, 60.0).unwrap_or(f64::INFINITY);
    Verdict::new((time - 10.0).abs() <= 0.1, format!("{time:.2} s"))
}

fn turned() -> Verdict {
    let half = 0.5f64.sqrt();
    let turn = |[x, y]: [f64; 2]| [half * (x - y), half * (x + y)];
    let mut layer = Layer::new("ground");
    let corners = [[0.0, 0.0], [14.0, 0.0], [14.0, 2.0], [0.0, 2.0]];
    layer.walkable.push(corners.map(turn).map(|[x, y]| [x, y, 0.0]).to_vec());
    let mut world = World::new(&Scene::of_layer("turned", layer), 1);
    let id = world.add(turn([0.5, 1.0]), 1.0);
    world.crowd.send(id, Goal::Place(Position::new(turn([13.5, 1.0]), GROUND)));
    let along = |world: &World| {
        world.crowd.get(id).map_or(f64::NAN, |one| {
            let [x, y] = one.position().at;
            half * (x + y)
        })
    };
    let mut crossed = [f64::NAN; 2];
    let mut last = along(&world);
    while world.crowd.time() < 30.0 {
        world.step();
        let now = along(&world);
        for (k, line) in [2.5, 12.5].into_iter().enumerate() {
            if last < line && now >= line {
                crossed[k] = world.crowd.time() - World::DT * (now - line) / (now - last);
            }
        }
        last = now;
    }
    let time = crossed[1] - crossed[0];
    Verdict::new((time - 10.0).abs() <= 0.1, format!("{time:.2} s"))
}

fn random_starts() -> Verdict {
    let mut arrived = 0;
    for seed in 0..100 {
        let scene = flat(&[[[0.0, 0.0], [10.0, 6.0]]], &[[[3.0, 0.0], [3.3, 4.0]], [[6.0, 2.0], [6.3, 6.0]]]);
        let mut world = World::new(&scene, seed);
        let exit = world.exit([[9.0, 0.0], [10.0, 6.0]]);
        let ids = world.fill([[0.3, 0.3], [8.0, 5.7]], 1, |_| 1.34);
        world.send(ids[0], exit);
        arrived += usize::from(world.run(60.0));
    }
    Verdict::new(arrived == 100, format!("{arrived} of 100 arrived"))
}

fn overtaking() -> Verdict {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [14.0, 2.0]]], &[]), 1);
    let exit = world.exit([[13.0, 0.0], [14.0, 2.0]]);
    let walks = world.add([0.5, 1.0], 1.0);
    let stands = world.add([7.0, 1.0], 1.0);
    world.send(walks, exit);
    let mut overlap = 0.0f64;
    while world.left.is_empty() && world.crowd.time() < 60.0 {
        world.step();
        overlap = overlap.max(world.overlap()[0]);
    }
    let moved = world.crowd.get(stands).map_or(f64::NAN, |one| distance(one.position().at, [7.0, 1.0]));
    let passes = world.left.len() == 1 && overlap <= 1e-3;
    Verdict::new(
        passes,
        format!(
            "arrived after {:.1} s; overlap {:.1} mm; who stood was moved by {moved:.2} m",
            world.last(),
            1e3 * overlap
        ),
    )
}

fn too_narrow() -> Verdict {
    // 0.3 m wide, for a body of 0.36 m.
    let scene = flat(&[[[0.0, 0.0], [6.0, 2.0]], [[6.0, 0.85], [8.0, 1.15]], [[8.0, 0.0], [14.0, 2.0]]], &[]);
    let mut world = World::new(&scene, 1);
    let id = world.add([1.0, 1.0], 1.0);
    world.crowd.send(id, Goal::Place(Position::new([12.0, 1.0], GROUND)));
    let (mut overlap, mut told) = (0.0f64, false);
    for _ in 0..300 {
        world.step();
        overlap = overlap.max(world.overlap()[1]);
        told |= world
            .crowd
            .events()
            .iter()
            .any(|event| matches!(event, throng_crowd::CrowdEvent::Blocked { .. }));
    }
    let x = world.crowd.get(id).map_or(f64::NAN, |one| one.position().at[0]);
    Verdict::new(
        x < 6.0 && overlap <= 1e-3 && told,
        format!(
            "stays at {x:.2} m, {:.1} mm in walls; it is told that the way is too narrow: {told}",
            1e3 * overlap
        ),
    )
}

fn goals_on_the_way() -> Verdict {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [16.0, 2.0]]], &[]), 1);
    let people = world.people;
    let traits = Traits { radius: 0.18, speed: 1.0 };
    let newcomer = Newcomer { traits, ..Newcomer::new(Position::new([0.5, 1.0], GROUND), people) };
    let id = world.crowd.add(newcomer).expect("there is room");
    let mut goals = [3.5, 5.5, 7.5, 9.5, 11.5, 15.0].into_iter();
    let mut next = |world: &mut World| {
        if let Some(x) = goals.next() {
            world.crowd.send(id, Goal::Place(Position::new([x, 1.0], GROUND)));
        }
    };
    next(&mut world);
    let (mut crossed, mut last) = ([f64::NAN; 2], 0.5);
    while world.crowd.time() < 30.0 {
        world.step();
        if world.crowd.events().iter().any(|event| matches!(event, throng_crowd::CrowdEvent::Arrived(_))) {
            next(&mut world);
        }
        let x = world.crowd.get(id).map_or(f64::NAN, |one| one.position().at[0]);
        for (k, line) in [2.5, 12.5].into_iter().enumerate() {
            if last < line && x >= line {
                crossed[k] = world.crowd.time() - World::DT * (x - line) / (x - last);
            }
        }
        last = x;
    }
    let time = crossed[1] - crossed[0];
    Verdict::new((time - 10.0).abs() <= 0.2, format!("{time:.2} s"))
}

fn threads() -> Verdict {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| {
            let mut world = World::new(&flat(&[[[0.0, 0.0], [20.0, 10.0]]], &[[[9.0, 0.0], [9.3, 4.0]]]), 5);
            let exits = [world.exit([[19.0, 0.0], [20.0, 10.0]]), world.exit([[0.0, 0.0], [1.0, 10.0]])];
            for (k, id) in world.fill([[2.0, 0.3], [18.0, 9.7]], 300, |_| 1.34).into_iter().enumerate() {
                world.send(id, exits[k % 2]);
            }
            world.run_while(12.0, |_| true);
            let bits = |v: f64| v.to_bits();
            world.crowd.iter().map(|one| one.position().at.map(bits)).collect::<Vec<_>>()
        })
    };
    let one = run(1);
    let same = [2, 3, 8].map(|threads| run(threads) == one);
    Verdict::new(same == [true; 3], format!("the same as on one thread: {same:?}, {} characters", one.len()))
}

fn behind_a_wall() -> Verdict {
    let run = |others: bool| {
        let mut world = World::new(&flat(&[[[0.0, 0.0], [20.0, 4.0]]], &[[[0.0, 1.95], [20.0, 2.05]]]), 1);
        let exit = world.exit([[19.0, 0.0], [20.0, 1.9]]);
        let id = world.add([0.5, 1.0], 1.34);
        world.send(id, exit);
        if others {
            let back = world.exit([[0.0, 2.1], [1.0, 4.0]]);
            for other in world.fill([[2.0, 2.4], [18.0, 3.7]], 60, |_| 1.34) {
                world.send(other, back);
            }
        }
        let mut trace = Vec::new();
        while world.crowd.time() < 14.0 {
            world.step();
            trace.extend(world.crowd.get(id).map(|one| one.position().at.map(f64::to_bits)));
        }
        trace
    };
    let (alone, beside) = (run(false), run(true));
    Verdict::new(alone == beside, format!("{} positions, the same: {}", alone.len(), alone == beside))
}
