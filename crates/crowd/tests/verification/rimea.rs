//! RiMEA, guideline for microscopic evacuation analyses.

use throng_crowd::{Ground, Pace, Profile, Speed, mean_speed_at};
use throng_mesh::{FundamentalDiagram, LayerId, Position};

use crate::report::{Test, Verdict};
use crate::world::{Rectangle, World, distance, flat, layered};

/// The tests.
pub(crate) fn tests() -> Vec<Test> {
    let test = |name, title, criterion, run| Test { name, title, criterion, fails: None, run };
    vec![
        test("RiMEA 1", "walking speed in a corridor", "40 m at 1.33 m/s in 26 to 34 s", corridor),
        test("RiMEA 2", "speed upstairs", "10 m along the slope at 0.5 m/s in 20 s ± 5 %", upstairs),
        test("RiMEA 3", "speed downstairs", "10 m along the slope at 0.65 m/s in 15.38 s ± 5 %", downstairs),
        test(
            "RiMEA 4",
            "fundamental diagram, 1000 m × 10 m",
            "a graph; ours: speed falls with density, the flow has one maximum, and speeds are within 0.2 m/s of Weidmann's",
            fundamental_diagram,
        ),
        test("RiMEA 6", "20 persons around a corner", "all leave, no disc in the wall", corner),
        test("RiMEA 7", "speeds by age", "each within 0.03 m/s of the age curve", ages),
        test(
            "RiMEA 9",
            "1000 persons, four exits, then two",
            "the time about doubles; ours: 1.6 to 2.4 times",
            large_room,
        ),
        test("RiMEA 10", "routes as assigned", "15 by the main exit, 8 by the other", allocation),
        test(
            "RiMEA 12a",
            "distance of the goal behind a bottleneck",
            "near goals do not clear the room later; a direction",
            goal_distance,
        ),
        test(
            "RiMEA 12b",
            "length of a bottleneck",
            "room 1 clears later with 5 m than with 0.2 m",
            bottleneck_length,
        ),
        test(
            "RiMEA 12c",
            "two bottlenecks in a row",
            "the larger jam is before the first; a measurement",
            two_bottlenecks,
        ),
        test(
            "RiMEA 12d",
            "width of a bottleneck",
            "the flow grows with the width; 1.9 per m and s is shown beside",
            bottleneck_width,
        ),
        Test {
            name: "RiMEA 15",
            title: "500 persons around a corner",
            criterion: "short straight ≤ corner ≤ long straight",
            fails: Some(
                "the crowd uses two thirds of the bend: 16 m of 20 at most; it would take routes that spread over the whole width",
            ),
            run: crowd_corner,
        },
    ]
}

/// Time of somebody between two lines x = a and x = b. \[s\]
pub(crate) fn time_between(
    world: &mut World,
    id: throng_crowd::CharacterId,
    a: f64,
    b: f64,
    limit: f64,
) -> Option<f64> {
    let mut crossed = [None; 2];
    let mut last = world.crowd.get(id)?.position().at[0];
    while world.crowd.time() < limit {
        world.step();
        let x = world.crowd.get(id)?.position().at[0];
        for (k, line) in [a, b].into_iter().enumerate() {
            if crossed[k].is_none() && (last - line) * (x - line) <= 0.0 && last != x {
                // Within the step, in proportion.
                crossed[k] = Some(world.crowd.time() - World::DT * (x - line) / (x - last));
            }
        }
        if let [Some(from), Some(to)] = crossed {
            return Some((to - from).abs());
        }
        last = x;
    }
    None
}

fn corridor() -> Verdict {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [44.0, 2.0]]], &[]), 1);
    let exit = world.exit([[43.0, 0.0], [44.0, 2.0]]);
    let id = world.add([1.0, 1.0], 1.33);
    world.send(id, exit);
    let time = time_between(&mut world, id, 1.0, 41.0, 60.0).unwrap_or(f64::INFINITY);
    Verdict::new((26.0..=34.0).contains(&time), format!("{time:.2} s"))
}

/// Ten meters of stairs along the slope: 8 m seen from above, and 6 m high.
pub(crate) fn stairs(from: [f64; 2], to: [f64; 2], layers: [u32; 2], pace: Pace) -> Option<f64> {
    let level: fn(f64) -> [f64; 4] = |height| [height; 4];
    let scene = layered(
        &[
            ([[-6.0, 0.0], [0.0, 2.0]], level(0.0)),
            ([[0.0, 0.0], [8.0, 2.0]], [0.0, 6.0, 6.0, 0.0]),
            ([[8.0, 0.0], [14.0, 2.0]], level(6.0)),
        ],
        &[([0, 1], [[0.0, 0.0], [0.0, 2.0]]), ([1, 2], [[8.0, 0.0], [8.0, 2.0]])],
    );
    let mut profile = Profile::default();
    profile.body.paces.push(pace);
    let mut world = World::with_profile(&scene, 1, profile);
    let people = world.people;
    let newcomer = throng_crowd::Newcomer::new(Position::new(from, LayerId(layers[0])), people);
    let id = world.crowd.add(newcomer).expect("there is room");
    world.crowd.send(id, throng_crowd::Goal::Place(Position::new(to, LayerId(layers[1]))));
    // Speed changes where the stairs begin; what counts are the eight meters in between.
    time_between(&mut world, id, 0.5, 7.5, 60.0).map(|time| time * 8.0 / 7.0)
}

fn on_stairs() -> Pace {
    Pace { ground: Ground::SteeperThan(0.2), up: Speed::Fixed(0.5), down: Speed::Fixed(0.65) }
}

fn upstairs() -> Verdict {
    let time = stairs([-4.0, 1.0], [12.0, 1.0], [0, 2], on_stairs()).unwrap_or(f64::INFINITY);
    Verdict::new((time / 20.0 - 1.0).abs() <= 0.05, format!("{time:.2} s"))
}

fn downstairs() -> Verdict {
    let time = stairs([12.0, 1.0], [-4.0, 1.0], [2, 0], on_stairs()).unwrap_or(f64::INFINITY);
    Verdict::new((time / (10.0 / 0.65) - 1.0).abs() <= 0.05, format!("{time:.2} s"))
}

/// Mean speed in the main field at a density: after 10 s, for 60 s. \[m/s\]
fn speed_at(density: f64) -> (f64, f64) {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [1000.0, 10.0]]], &[]), 1);
    // Hexagons of the right size, with everybody a little off.
    let apart = (2.0 / (3.0f64.sqrt() * density)).sqrt();
    let row = apart * 3.0f64.sqrt() / 2.0;
    let exit = world.exit([[998.0, 0.0], [1000.0, 10.0]]);
    let mut y = 0.25;
    let mut k = 0;
    while y < 9.76 {
        let mut x = 0.25 + if k % 2 == 0 { 0.0 } else { 0.5 * apart };
        while x < 998.0 {
            let id = world.add([x, y], 1.3);
            world.send(id, exit);
            x += apart;
        }
        y += row;
        k += 1;
    }
    let field: Rectangle = [[499.0, 4.0], [501.0, 6.0]];
    let (mut speeds, mut heads, mut frames) = (0.0, 0.0, 0.0);
    while world.crowd.time() < 70.0 {
        world.step();
        if world.crowd.time() > 10.0 {
            frames += 1.0;
            for one in world.crowd.iter() {
                let [x, y] = one.position().at;
                if x >= field[0][0] && x < field[1][0] && y >= field[0][1] && y < field[1][1] {
                    let [u, v] = one.velocity().map(f64::from);
                    speeds += (u * u + v * v).sqrt();
                    heads += 1.0;
                }
            }
        }
    }
    (heads / frames / 4.0, if heads > 0.0 { speeds / heads } else { 0.0 })
}

fn fundamental_diagram() -> Verdict {
    let measured: Vec<(f64, f64)> = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(speed_at).to_vec();
    let falls = measured.windows(2).all(|pair| pair[1].1 <= pair[0].1 + 0.02);
    let flows: Vec<f64> = measured.iter().map(|(density, speed)| density * speed).collect();
    let peak = (0..flows.len()).max_by(|&a, &b| flows[a].total_cmp(&flows[b])).unwrap_or(0);
    let one_maximum = flows[..=peak].windows(2).all(|pair| pair[0] <= pair[1] + 0.05)
        && flows[peak..].windows(2).all(|pair| pair[0] + 0.05 >= pair[1]);
    let far =
        |&(density, speed): &(f64, f64)| (FundamentalDiagram::Weidmann.speed(density, 1.34) - speed).abs();
    let farthest = measured.iter().map(far).fold(0.0, f64::max);
    let list: Vec<String> =
        measured.iter().map(|(density, speed)| format!("{density:.2}: {speed:.2}")).collect();
    Verdict::new(
        falls && one_maximum && farthest <= 0.2,
        format!("m/s at persons per m²: {}; at most {farthest:.2} m/s from Weidmann", list.join(", ")),
    )
}

/// Twenty persons around a left corner, for IMO 6 as well.
pub(crate) fn corner() -> Verdict {
    let mut world = World::new(&flat(&[[[0.0, 0.0], [12.0, 2.0]], [[10.0, 0.0], [12.0, 12.0]]], &[]), 1);
    let exit = world.exit([[10.0, 11.0], [12.0, 12.0]]);
    let ids = world.fill([[0.3, 0.3], [6.0, 1.7]], 20, |_| 1.34);
    ids.iter().for_each(|&id| world.send(id, exit));
    let mut deepest = 0.0f64;
    while world.left.len() < 20 && world.crowd.time() < 120.0 {
        world.step();
        deepest = deepest.max(world.overlap()[1]);
    }
    let passes = world.left.len() == 20 && deepest <= 1e-3;
    Verdict::new(
        passes,
        format!(
            "{} left in {:.1} s; {:.1} mm in the wall at most",
            world.left.len(),
            world.last(),
            1e3 * deepest
        ),
    )
}

fn ages() -> Verdict {
    let groups = [(20, 10), (30, 10), (40, 10), (50, 10), (60, 5), (70, 5)];
    let mut world = World::new(&flat(&[[[0.0, 0.0], [75.0, 110.0]]], &[]), 1);
    let exit = world.exit([[73.0, 0.0], [75.0, 110.0]]);
    let mut people = Vec::new();
    for (age, count) in groups {
        for _ in 0..count {
            let speed = mean_speed_at(f64::from(age));
            let id = world.add([1.0, 1.0 + 2.0 * people.len() as f64], speed);
            world.send(id, exit);
            people.push((id, age, speed));
        }
    }
    world.run_while(3.0, |_| true);
    let start: Vec<[f64; 2]> = people.iter().map(|&(id, ..)| at(&world, id)).collect();
    world.run_while(23.0, |_| true);
    let mut farthest = 0.0f64;
    let mut means = std::collections::BTreeMap::<i32, (f64, f64)>::new();
    for (&(id, age, speed), from) in people.iter().zip(start) {
        let to = at(&world, id);
        let gone = distance(from, to) / 20.0;
        farthest = farthest.max((gone - speed).abs());
        let mean = means.entry(age).or_default();
        *mean = (mean.0 + gone, mean.1 + 1.0);
    }
    let list: Vec<String> = means.iter().map(|(age, (sum, n))| format!("{age}: {:.2}", sum / n)).collect();
    Verdict::new(farthest <= 0.03, format!("m/s by age: {}; at most {farthest:.3} off", list.join(", ")))
}

fn at(world: &World, id: throng_crowd::CharacterId) -> [f64; 2] {
    world.crowd.get(id).map_or([f64::NAN; 2], |one| one.position().at)
}

/// The large room with some of its four doors open; the time until all have left. \[s\]
fn empty_large_room(doors: &[usize]) -> (usize, f64) {
    let door = [[4.0, 0.0], [25.0, 0.0], [4.0, 20.0], [25.0, 20.0]];
    let mut walkable = vec![[[0.0, 0.0], [30.0, 20.0]]];
    let mut exits = Vec::new();
    for &k in doors {
        let [x, y] = door[k];
        // A passage through the wall, and room to walk on behind it.
        let out = if y == 0.0 { -1.0 } else { 1.0 };
        let between = |a: f64, b: f64| [a.min(b), a.max(b)];
        let [low, high] = between(y, y + out * 0.3);
        walkable.push([[x, low], [x + 1.0, high]]);
        let [low, high] = between(y + out * 0.3, y + out * 4.0);
        walkable.push([[x - 2.0, low], [x + 3.0, high]]);
        let [low, high] = between(y + out * 3.0, y + out * 4.0);
        exits.push([[x - 2.0, low], [x + 3.0, high]]);
    }
    let mut world = World::new(&flat(&walkable, &[]), 1);
    for own in exits {
        world.exit(own);
    }
    let profile = world.crowd.profile(world.people).clone();
    let ids = world.fill([[2.0, 2.0], [28.0, 18.0]], 1000, |random| profile.speed.sample(random));
    for id in ids {
        let [x, y] = at(&world, id);
        let nearest = (0..doors.len()).min_by(|&a, &b| {
            let far = |k: usize| distance([door[doors[k]][0] + 0.5, door[doors[k]][1]], [x, y]);
            far(a).total_cmp(&far(b))
        });
        world.send(id, nearest.expect("there is a door"));
    }
    world.run(900.0);
    (world.left.len(), world.last())
}

fn large_room() -> Verdict {
    let ((all, four), (still_all, two)) = (empty_large_room(&[0, 1, 2, 3]), empty_large_room(&[2, 3]));
    let ratio = two / four;
    let passes = all == 1000 && still_all == 1000 && (1.6..=2.4).contains(&ratio);
    Verdict::new(
        passes,
        format!("{all} in {four:.0} s by four, {still_all} in {two:.0} s by two: {ratio:.2} times"),
    )
}

/// The cabins of RiMEA 10 and IMO 10: rooms 1 to 6 above the corridor, 7 to 12 below it.
pub(crate) fn allocation() -> Verdict {
    let mut walkable: Vec<Rectangle> = vec![[[0.0, 5.2], [21.0, 6.2]]];
    // Rooms above; room 3 is narrower, for the main exit's passage is between rooms 2 and 3.
    let mut rooms: Vec<Rectangle> = Vec::new();
    for k in 0..6 {
        let x = 3.0 * f64::from(k);
        let low = if k == 2 { x + 1.3 } else { x + 0.1 };
        rooms.push([[low, 6.4], [x + 2.9, 11.2]]);
    }
    for k in 0..6 {
        let x = 3.0 * f64::from(k);
        rooms.push([[x + 0.1, 0.2], [x + 2.9, 5.0]]);
    }
    for (k, room) in rooms.iter().enumerate() {
        let middle = 0.5 * (room[0][0] + room[1][0]);
        let door = if k < 6 { [6.2, 6.4] } else { [5.0, 5.2] };
        walkable.push([[middle - 0.45, door[0]], [middle + 0.45, door[1]]]);
    }
    walkable.extend(&rooms);
    walkable.push([[6.0, 6.2], [7.2, 15.0]]);
    let mut world = World::new(&flat(&walkable, &[]), 1);
    let main = world.exit([[6.0, 14.0], [7.2, 15.0]]);
    let other = world.exit([[20.0, 5.2], [21.0, 6.2]]);
    let mut assigned = Vec::new();
    for (k, room) in rooms.iter().enumerate() {
        let exit = if [4, 5, 10, 11].contains(&k) { other } else { main };
        let count = if k == 2 { 1 } else { 2 };
        let inner = [[room[0][0] + 0.3, room[0][1] + 0.3], [room[1][0] - 0.3, room[1][1] - 0.3]];
        for id in world.fill(inner, count, |_| 1.34) {
            world.send(id, exit);
            assigned.push((id, exit));
        }
    }
    world.run(180.0);
    let right =
        assigned.iter().filter(|(id, exit)| world.left.get(id).is_some_and(|left| left.1 == *exit)).count();
    let used = |exit| world.left.values().filter(|left| left.1 == exit).count();
    let passes = assigned.len() == 23 && right == 23 && used(main) == 15 && used(other) == 8;
    Verdict::new(
        passes,
        format!("{} by the main exit, {} by the other, {right} of 23 as assigned", used(main), used(other)),
    )
}

/// Two rooms of 10 m and a bottleneck between them; 150 persons in the first. When the first room is empty, and the second. \[s\]
fn bottleneck(length: f64, width: f64, goal: f64, count: usize, half: bool) -> Bottleneck {
    let (low, high) = (5.0 - 0.5 * width, 5.0 + 0.5 * width);
    let second = 10.0 + length;
    let scene = flat(
        &[[[0.0, 0.0], [10.0, 10.0]], [[10.0, low], [second, high]], [[second, 0.0], [second + 10.0, 10.0]]],
        &[],
    );
    let mut world = World::new(&scene, 1);
    let exit = world.exit([[second + goal, 0.0], [second + goal + 0.2, 10.0]]);
    let profile = world.crowd.profile(world.people).clone();
    let right = if half { 5.0 } else { 9.7 };
    let ids = world.fill([[0.3, 0.3], [right, 9.7]], count, |random| profile.speed.sample(random));
    ids.iter().for_each(|&id| world.send(id, exit));
    let mut through = Vec::new();
    let mut inside: Vec<_> = ids;
    while !inside.is_empty() && world.crowd.time() < 600.0 {
        world.step();
        let time = world.crowd.time();
        inside.retain(|&id| {
            let stays = world.crowd.get(id).is_some_and(|one| one.position().at[0] < 10.0);
            if !stays {
                through.push(time);
            }
            stays
        });
    }
    Bottleneck { through, all: count }
}

struct Bottleneck {
    /// When each came out of the first room. \[s\]
    through: Vec<f64>,
    all: usize,
}

impl Bottleneck {
    fn cleared(&self) -> f64 {
        if self.through.len() == self.all { self.through[self.all - 1] } else { f64::INFINITY }
    }

    /// Persons a second, over the whole period.
    fn flow(&self) -> f64 {
        match (self.through.first(), self.through.last()) {
            (Some(first), Some(last)) if last > first => (self.through.len() - 1) as f64 / (last - first),
            _ => 0.0,
        }
    }
}

fn goal_distance() -> Verdict {
    let times = [0.2, 3.0, 6.0, 9.6].map(|goal| bottleneck(0.2, 1.0, goal, 150, true).cleared());
    let passes = times.iter().all(|time| time.is_finite()) && times[0] <= times[3] + 2.0;
    Verdict::new(
        passes,
        format!(
            "room 1 empty after {:.0}, {:.0}, {:.0}, {:.0} s (goal at 0.2, 3, 6, 9.6 m)",
            times[0], times[1], times[2], times[3]
        ),
    )
}

fn bottleneck_length() -> Verdict {
    let [short, long] = [0.2, 5.0].map(|length| bottleneck(length, 1.0, 8.0, 150, true).cleared());
    Verdict::new(long.is_finite() && long > short, format!("{short:.1} s with 0.2 m, {long:.1} s with 5 m"))
}

fn two_bottlenecks() -> Verdict {
    let scene = flat(
        &[
            [[0.0, 0.0], [10.0, 10.0]],
            [[10.0, 4.5], [10.2, 5.5]],
            [[10.2, 0.0], [20.2, 10.0]],
            [[20.2, 4.5], [20.4, 5.5]],
            [[20.4, 0.0], [30.4, 10.0]],
        ],
        &[],
    );
    let mut world = World::new(&scene, 1);
    let exit = world.exit([[29.0, 0.0], [30.4, 10.0]]);
    let profile = world.crowd.profile(world.people).clone();
    let ids = world.fill([[0.3, 0.3], [5.0, 9.7]], 150, |random| profile.speed.sample(random));
    ids.iter().for_each(|&id| world.send(id, exit));
    // Whoever is within three meters of a bottleneck and slow stands in its jam.
    let mut peaks = [0; 2];
    while world.left.len() < 150 && world.crowd.time() < 600.0 {
        world.step();
        let mut jams = [0; 2];
        for one in world.crowd.iter() {
            let (x, [u, v]) = (one.position().at[0], one.velocity());
            let slow = u * u + v * v < 0.3 * 0.3;
            jams[0] += usize::from(slow && x < 10.0);
            jams[1] += usize::from(slow && (10.2..20.2).contains(&x));
        }
        peaks = [peaks[0].max(jams[0]), peaks[1].max(jams[1])];
    }
    let passes = world.left.len() == 150 && peaks[0] > peaks[1];
    Verdict::new(
        passes,
        format!(
            "{} left in {:.0} s; jams of {} and {} at most",
            world.left.len(),
            world.last(),
            peaks[0],
            peaks[1]
        ),
    )
}

fn bottleneck_width() -> Verdict {
    let flows = [0.8, 1.0, 1.2].map(|width| bottleneck(5.0, width, 8.0, 150, true).flow());
    let passes = flows[0] > 0.0 && flows[0] < flows[1] && flows[1] < flows[2];
    Verdict::new(
        passes,
        format!(
            "{:.2}, {:.2}, {:.2} per s at 0.8, 1.0, 1.2 m (1.9 w would be 1.52, 1.90, 2.28)",
            flows[0], flows[1], flows[2]
        ),
    )
}

/// Five hundred persons through a straight corridor of 20 m width, or around a corner; the time of the last. \[s\]
fn crowd_through(walkable: &[Rectangle], start: Rectangle, goal: Rectangle) -> f64 {
    let mut world = World::new(&flat(walkable, &[]), 1);
    let exit = world.exit(goal);
    let ids = world.fill(start, 500, |_| 1.34);
    ids.iter().for_each(|&id| world.send(id, exit));
    if world.run(900.0) { world.last() } else { f64::INFINITY }
}

fn crowd_corner() -> Verdict {
    let straight = |length: f64| {
        crowd_through(
            &[[[0.0, 0.0], [length, 20.0]]],
            [[0.3, 0.3], [6.0, 19.7]],
            [[length - 1.0, 0.0], [length, 20.0]],
        )
    };
    // The leg of 34 m, the corner, and 10 m behind it.
    let corner = crowd_through(
        &[[[0.0, 0.0], [54.0, 20.0]], [[34.0, 0.0], [54.0, 30.0]]],
        [[0.3, 0.3], [6.0, 19.7]],
        [[34.0, 29.0], [54.0, 30.0]],
    );
    let (short, long) = (straight(44.0), straight(75.4));
    Verdict::new(
        short <= corner && corner <= long && long.is_finite(),
        format!("{short:.1} s straight 44 m, {corner:.1} s around the corner, {long:.1} s straight 75.4 m"),
    )
}
