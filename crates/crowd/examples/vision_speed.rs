//! What avoidance by vision costs: the quick and the plain version in turn, 16 neighbors and 4 walls, at several densities.
//!
//! `cargo run --release -p throng-crowd --example avoid_speed -- 101`: how many rounds.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::hint::black_box;
use std::time::Instant;

use throng_crowd::{Headway, MOST_NEIGHBORS, Moussaid, Neighbor, Purpose, Random, SeenWall, Vector, View};

/// How many characters look.
const COUNT: usize = 200;

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(101);
    println!("nanoseconds a call, median (least) of {rounds} rounds of {COUNT} views");
    println!("per m²          quick          plain        headway");
    for density in [0.2, 0.5, 1.0, 2.0] {
        let scenes: Vec<_> = (0..COUNT).map(|who| scene(who as u32, density)).collect();
        let (model, headway) = (Moussaid::default(), Headway::default());
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            times[0].push(time(&scenes, |view| model.velocity(view)));
            times[1].push(time(&scenes, |view| model.velocity_plain(view)));
            times[2].push(time(&scenes, |view| headway.limit(view, headway.keep_right(view), 0.0, 0.75).0));
        }
        let [quick, plain, limit] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            format!("{:.0} ({:.0})", times[times.len() / 2], times[0])
        });
        println!("{density:6} {quick:>14} {plain:>14} {limit:>14}");
    }
}

/// Nanoseconds a view.
fn time(scenes: &[(Vector, Vec<Neighbor>, Vec<SeenWall>)], run: impl Fn(&View<'_>) -> Vector) -> f64 {
    let start = Instant::now();
    for (preferred, neighbors, walls) in scenes {
        let view = View {
            velocity: *preferred,
            preferred: *preferred,
            speed: 1.34,
            max_speed: 2.0,
            radius: 0.18,
            wall_radius: 0.22,
            neighbors,
            walls,
            random: 0,
            reach: f32::INFINITY,
            dt: 0.1,
        };
        black_box(run(black_box(&view)));
    }
    start.elapsed().as_secs_f64() * 1e9 / scenes.len() as f64
}

/// A crowd of a density in all directions, 16 of it nearest, and a square pillar of which two sides are seen and a wall.
fn scene(who: u32, density: f64) -> (Vector, Vec<Neighbor>, Vec<SeenWall>) {
    let mut random = Random::new(1, Purpose::Noise, who, 0);
    let radius = (MOST_NEIGHBORS as f64 / density / std::f64::consts::PI).sqrt();
    let turn = |angle: f64, size: f64| [(size * libm::cos(angle)) as f32, (size * libm::sin(angle)) as f32];
    let mut neighbors: Vec<Neighbor> = Vec::new();
    while neighbors.len() < MOST_NEIGHBORS {
        let offset = turn(random.unit() * 7.0, (random.unit()).sqrt() * radius);
        let clear = |other: Vector| {
            let [x, y] = [other[0] - offset[0], other[1] - offset[1]];
            x * x + y * y > 0.13
        };
        if clear([0.0; 2]) && neighbors.iter().all(|other| clear(other.offset)) {
            let aim = turn(random.unit() * 7.0, 1.0);
            let velocity = aim.map(|x| x * 1.3);
            neighbors.push(Neighbor { offset, velocity, aim, radius: 0.18, crowding: 0.0 });
        }
    }
    let corner = turn(random.unit() * 7.0, 3.0);
    let wall = |from: Vector, to: Vector| {
        if from[0] * to[1] - from[1] * to[0] < 0.0 {
            SeenWall { from: to, to: from }
        } else {
            SeenWall { from, to }
        }
    };
    let [x, y] = corner;
    let walls = vec![
        wall(corner, [x + 1.0, y + 1.0]),
        wall(corner, [x - 1.0, y + 1.0]),
        wall([-4.0, -3.0], [6.0, -3.0]),
        wall([6.0, -3.0], [6.0, 5.0]),
    ];
    (turn(random.unit() * 7.0, 1.34), neighbors, walls)
}
