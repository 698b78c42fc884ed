//! Stream against a plain version in double precision with library functions, and by what it should do.

use super::*;
use crate::random::{Purpose, Random};
use crate::view::{MOST_NEIGHBORS, Neighbor};

/// The same in double precision, step by step as the formulas are written. Also tells how clear the stream's direction
/// is: the length of the sum of perceived velocities over the sum of their lengths.
fn plain(stream: &Stream, view: &View<'_>, crowding: f64, motivation: f64, lateness: f64) -> ([f64; 2], f64) {
    let wide = |v: Vector| [f64::from(v[0]), f64::from(v[1])];
    let size = |v: [f64; 2]| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let angle = |v: [f64; 2]| libm::atan2(v[1], v[0]);
    // The angle from one direction to another, between minus and plus a half turn.
    let from_to = |a: [f64; 2], b: [f64; 2]| {
        let turn = angle(b) - angle(a);
        turn - 2.0 * std::f64::consts::PI * (turn / (2.0 * std::f64::consts::PI)).round()
    };
    let rotate = |v: [f64; 2], by: f64| {
        let (sin, cos) = (libm::sin(by), libm::cos(by));
        [v[0] * cos - v[1] * sin, v[0] * sin + v[1] * cos]
    };
    let own = wide(view.preferred);
    let axis = if size(wide(view.velocity)) > 0.0 { wide(view.velocity) } else { own };
    let reach = f64::from(stream.reach);
    let seen: Vec<&Neighbor> = view
        .neighbors
        .iter()
        .filter(|n| {
            let o = wide(n.offset);
            size(o) <= reach && o[0] * axis[0] + o[1] * axis[1] >= 0.0
        })
        .take(stream.most)
        .collect();
    if seen.is_empty() || own == [0.0, 0.0] {
        return (own, 1.0);
    }
    let (mut sum, mut speeds) = ([0.0, 0.0], 0.0);
    for neighbor in &seen {
        let (offset, velocity) = (wide(neighbor.offset), wide(neighbor.velocity));
        speeds += size(velocity);
        let along = offset[0] * velocity[0] + offset[1] * velocity[1];
        let sight = if along >= 0.0 { offset } else { [-offset[0], -offset[1]] };
        let fraction = crowding.min(f64::from(neighbor.crowding)) * size(offset) / reach;
        // A neighbor at the same place has no line of sight.
        let turn = if size(offset) > 0.0 { fraction * from_to(velocity, sight) } else { 0.0 };
        let perceived = rotate(velocity, turn);
        sum = [sum[0] + perceived[0], sum[1] + perceived[1]];
    }
    let clear = if speeds > 0.0 { size(sum) / speeds } else { 0.0 };
    if clear <= f64::from(CANCELED) {
        return (own, clear);
    }
    let speed = speeds / seen.len() as f64;
    let common = [sum[0] / size(sum) * speed, sum[1] / size(sum) * speed];
    let beta = from_to(common, own);
    let limit = f64::from(stream.angle);
    let away = ((beta.abs() - limit) / limit).clamp(0.0, 1.0);
    let will = motivation
        + (1.0 - motivation) * away.max(libm::pow(1.0 - crowding, f64::from(stream.power))).max(lateness);
    if will >= 1.0 {
        return (own, clear);
    }
    let blended = will * size(own) + (1.0 - will) * speed;
    let blended = blended
        .max((f64::from(stream.least_speed) * f64::from(view.speed)).min(size(own)))
        .min(f64::from(view.max_speed).max(size(own)));
    let turned = rotate(common, will * beta);
    ([turned[0] / speed * blended, turned[1] / speed * blended], clear)
}

fn number(random: &mut Random, from: f64, to: f64) -> f32 {
    (from + (to - from) * random.unit()) as f32
}

/// A coordinate: mostly ordinary, sometimes zero, on a grid, tiny or huge.
fn nasty(random: &mut Random, size: f64) -> f32 {
    match random.below(12) {
        0 => 0.0,
        1 => (random.below(5) as f32 - 2.0) * size as f32 / 2.0,
        2 => number(random, -1e-6, 1e-6),
        _ => number(random, -size, size),
    }
}

fn random_view<'a>(random: &mut Random, neighbors: &'a mut Vec<Neighbor>) -> View<'a> {
    neighbors.clear();
    let flow = [number(random, -1.5, 1.5), number(random, -1.5, 1.5)];
    let common = random.below(2) == 0;
    for _ in 0..random.below(MOST_NEIGHBORS as u32 + 1) {
        let noise = [nasty(random, 0.5), nasty(random, 0.5)];
        let wild = [nasty(random, 2.0), nasty(random, 2.0)];
        neighbors.push(Neighbor {
            offset: [nasty(random, 6.0), nasty(random, 6.0)],
            velocity: if common { [flow[0] + noise[0], flow[1] + noise[1]] } else { wild },
            aim: [1.0, 0.0],
            radius: 0.2,
            crowding: number(random, 0.0, 1.0),
        });
    }
    neighbors.sort_by(|a, b| dot(a.offset, a.offset).total_cmp(&dot(b.offset, b.offset)));
    let speed = number(random, 0.5, 2.0);
    let noise = [nasty(random, 1.0), nasty(random, 1.0)];
    View {
        velocity: [nasty(random, 1.5), nasty(random, 1.5)],
        preferred: if common { [flow[0] + noise[0], flow[1] + noise[1]] } else { noise },
        speed,
        max_speed: 1.5 * speed,
        radius: 0.2,
        wall_radius: 0.2,
        neighbors,
        walls: &[],
        random: 0,
        reach: f32::INFINITY,
        dt: 0.1,
    }
}

#[test]
fn the_same_as_the_plain_version() {
    let stream = Stream::default();
    let mut neighbors = Vec::new();
    let (mut compared, mut changed, mut most) = (0, 0, 0.0_f64);
    for who in 0..150_000 {
        let mut random = Random::new(1, Purpose::Noise, who, 0);
        let crowding = if random.below(10) == 0 { 1.0 } else { number(&mut random, 0.0, 1.0) };
        let motivation = if random.below(3) == 0 { number(&mut random, 0.0, 1.0) } else { 0.0 };
        let late = if random.below(3) == 0 { number(&mut random, 0.0, 1.0) } else { 0.0 };
        let view = random_view(&mut random, &mut neighbors);
        let quick = stream.blend(&view, crowding, motivation, late);
        assert!(quick.iter().all(|x| x.is_finite()), "{who}: {view:?} {quick:?}");
        let (exact, clear) =
            plain(&stream, &view, f64::from(crowding), f64::from(motivation), f64::from(late));
        // Velocities that nearly cancel leave a direction of rounding errors.
        if clear < 0.1 {
            continue;
        }
        let largest =
            view.neighbors.iter().map(|n| length(n.velocity)).fold(length(view.preferred), f32::max);
        let error = (0..2).map(|k| (f64::from(quick[k]) - exact[k]).abs()).fold(0.0, f64::max);
        compared += 1;
        changed += u32::from(quick != view.preferred);
        most = most.max(error / f64::from(largest).max(1e-3));
        assert!(error <= 1e-5 * f64::from(largest).max(1e-3), "{who}: {quick:?} {exact:?} {view:?}");
    }
    assert!(compared > 100_000 && changed > 40_000, "{compared} {changed} {most}");
}

#[test]
fn finite_for_any_finite_input() {
    let mut neighbors = Vec::new();
    let wild = |random: &mut Random| match random.below(6) {
        0 => 0.0,
        1 => f32::MAX * number(random, -1.0, 1.0),
        2 => f32::MIN_POSITIVE * number(random, -1.0, 1.0),
        3 => 1e19 * number(random, -1.0, 1.0),
        _ => number(random, -2.0, 2.0),
    };
    for who in 0..50_000 {
        let mut random = Random::new(2, Purpose::Noise, who, 0);
        let mut view = random_view(&mut random, &mut neighbors);
        let mut list = view.neighbors.to_vec();
        for neighbor in &mut list {
            neighbor.velocity = [wild(&mut random), wild(&mut random)];
            neighbor.crowding = wild(&mut random);
            if random.below(2) == 0 {
                neighbor.offset = [wild(&mut random), wild(&mut random)];
            }
        }
        view.neighbors = &list;
        view.velocity = [wild(&mut random), wild(&mut random)];
        view.preferred = [wild(&mut random), wild(&mut random)];
        view.speed = wild(&mut random);
        view.max_speed = wild(&mut random);
        let stream = Stream {
            reach: wild(&mut random),
            most: random.below(20) as usize,
            angle: wild(&mut random),
            power: random.below(5),
            least_speed: wild(&mut random),
        };
        let [crowding, motivation, late] = [0; 3].map(|_| wild(&mut random));
        let found = stream.blend(&view, crowding, motivation, late);
        assert!(found.iter().all(|x| x.is_finite()), "{who}: {stream:?} {view:?} {found:?}");
    }
}

fn walker(neighbors: &[Neighbor], preferred: Vector) -> View<'_> {
    View {
        velocity: preferred,
        preferred,
        speed: 1.4,
        max_speed: 2.0,
        radius: 0.2,
        wall_radius: 0.2,
        neighbors,
        walls: &[],
        random: 0,
        reach: f32::INFINITY,
        dt: 0.1,
    }
}

fn other(offset: Vector, velocity: Vector) -> Neighbor {
    Neighbor { offset, velocity, aim: [0.0, 0.0], radius: 0.2, crowding: 1.0 }
}

#[test]
fn goes_along_in_a_crowd_and_not_alone() {
    let stream = Stream::default();
    let slow = [other([1.0, 0.3], [0.6, 0.1]), other([1.5, -0.3], [0.6, 0.1])];
    let view = walker(&slow, [1.4, 0.0]);
    assert_eq!(stream.blend(&view, 0.0, 0.0, 0.0), [1.4, 0.0], "room enough");
    assert_eq!(stream.blend(&view, 1.0, 1.0, 0.0), [1.4, 0.0], "motivated");
    assert_eq!(stream.blend(&view, 1.0, 0.0, 1.0), [1.4, 0.0], "late");
    let along = stream.blend(&view, 1.0, 0.0, 0.0);
    assert!(along[0] < 0.65 && along[1] > 0.0, "{along:?}");
    let half = stream.blend(&view, 0.5, 0.0, 0.0);
    assert!(half[0] > along[0] && half[0] < 1.4, "{half:?}");
}

#[test]
fn does_not_turn_back_with_those_who_come() {
    let stream = Stream::default();
    let oncoming = [other([1.0, 0.0], [-1.4, 0.0]), other([2.0, 0.5], [-1.4, 0.0])];
    assert_eq!(stream.blend(&walker(&oncoming, [1.4, 0.0]), 1.0, 0.0, 0.0), [1.4, 0.0], "oncoming");
    let crossing = [other([1.0, 0.0], [0.0, 1.4])];
    let found = stream.blend(&walker(&crossing, [1.4, 0.0]), 1.0, 0.0, 0.0);
    assert!(found[1] > 0.0 && found[1] < 0.4 * found[0], "{found:?}: a little behind the one that crosses");
}

#[test]
fn who_is_behind_or_far_does_not_count() {
    let stream = Stream::default();
    let hidden = [other([-1.0, 0.0], [0.5, 0.0]), other([8.1, 0.0], [0.5, 0.0])];
    assert_eq!(stream.blend(&walker(&hidden, [1.4, 0.0]), 1.0, 0.0, 0.0), [1.4, 0.0], "nobody in view");
    let many: Vec<_> =
        (0..6).map(|i| other([1.0 + i as f32, 0.0], [if i < 5 { 1.0 } else { 0.1 }, 0.0])).collect();
    let found = stream.blend(&walker(&many, [1.4, 0.0]), 1.0, 0.0, 0.0);
    assert!((found[0] - 1.0).abs() < 1e-5, "{found:?}: the sixth does not count");
}

#[test]
fn far_ones_are_followed_near_ones_walked_beside() {
    let stream = Stream::default();
    let turn = |distance: f32| {
        // It walks straight on, a little to the left of the line of sight.
        let list = [other([distance * 0.8, distance * 0.6], [1.4, 0.0])];
        let found = stream.blend(&walker(&list, [1.4, 0.0]), 1.0, 0.0, 0.0);
        found[1] / found[0]
    };
    assert!(turn(7.0) > 0.5 && turn(0.5) < 0.06 && turn(3.0) > turn(1.0), "{} {}", turn(7.0), turn(0.5));
}

#[test]
fn a_crowd_that_stands_starts_again() {
    let stream = Stream::default();
    let crawling = [other([0.5, 0.0], [1e-3, 0.0]), other([0.6, 0.1], [0.0, 0.0])];
    let found = stream.blend(&walker(&crawling, [1.4, 0.0]), 1.0, 0.0, 0.0);
    assert!((found[0] - 0.07).abs() < 1e-4, "{found:?}: 5 % of 1.4 m/s");
    assert_eq!(
        stream.blend(&walker(&crawling, [0.0, 0.0]), 1.0, 0.0, 0.0),
        [0.0, 0.0],
        "who wants to stand stands"
    );
}

#[test]
fn lateness_grows_with_time() {
    assert_eq!([lateness(5.0, 10.0), lateness(15.0, 10.0), lateness(30.0, 10.0)], [0.0, 0.5, 1.0], "late");
    assert_eq!(lateness(5.0, 0.0), 0.0, "no route");
}
