//! How long the models of local movement take: nanoseconds per character and step, with 10 and 16 neighbors, without and with walls.
//!
//! `cargo run --release -p throng-crowd --example avoid_speed`

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::hint::black_box;
use std::time::Instant;
use throng_crowd::{
    Avoidance, Karamouzas2009, Karamouzas2010, Neighbor, Orca, Purpose, Random, SeenWall, SocialForce, View,
};

const VIEWS: u32 = 1_000;
const ROUNDS: usize = 41;

fn main() {
    let models = [
        ("karamouzas2009", Avoidance::Karamouzas2009(Karamouzas2009::default())),
        ("karamouzas2010", Avoidance::Karamouzas2010(Karamouzas2010::default())),
        ("orca", Avoidance::Orca(Orca::default())),
        ("social force", Avoidance::SocialForce(SocialForce::default())),
    ];
    println!(
        "ns per call at a density of one per square meter (median and least of {ROUNDS} rounds over {VIEWS} views)"
    );
    for (num_neighbors, num_walls) in [(10, 0), (10, 4), (16, 0), (16, 4)] {
        let crowd: Vec<(Vec<Neighbor>, Vec<SeenWall>)> =
            (0..VIEWS).map(|who| sample(who, num_neighbors, num_walls)).collect();
        let mut times = vec![Vec::new(); models.len()];
        for _ in 0..ROUNDS {
            for (index, (_, model)) in models.iter().enumerate() {
                let start = Instant::now();
                for (who, (neighbors, walls)) in crowd.iter().enumerate() {
                    black_box(model.velocity(&view(who as u32, neighbors, walls)));
                }
                times[index].push(start.elapsed().as_secs_f64() * 1e9 / f64::from(VIEWS));
            }
        }
        for ((name, _), times) in models.iter().zip(&mut times) {
            times.sort_by(f64::total_cmp);
            println!(
                "{num_neighbors:2} neighbors, {num_walls} walls: {name:15} {:6.0} {:6.0} ns",
                times[ROUNDS / 2],
                times[0]
            );
        }
    }
}

/// Neighbors not nearer than bodies allow, within the disc that holds as many at the density; walls from 0.4 m on.
fn sample(who: u32, num_neighbors: usize, num_walls: usize) -> (Vec<Neighbor>, Vec<SeenWall>) {
    let mut random = Random::new(5, Purpose::Noise, who, 0);
    let mut between = |low: f64, high: f64| low + (high - low) * random.unit();
    let reach = (num_neighbors as f64 / std::f64::consts::PI).sqrt();
    let mut neighbors: Vec<Neighbor> = Vec::new();
    while neighbors.len() < num_neighbors {
        let at = [between(-reach, reach), between(-reach, reach)];
        let distance = (at[0] * at[0] + at[1] * at[1]).sqrt();
        let velocity = [between(-1.2, 1.2) as f32, between(-1.2, 1.2) as f32];
        if distance > 0.5 && distance < reach {
            let offset = at.map(|coordinate| coordinate as f32);
            neighbors.push(Neighbor { offset, velocity, radius: 0.24, ..Neighbor::default() });
        }
    }
    neighbors.sort_by(|a, b| square(a.offset).total_cmp(&square(b.offset)));
    let walls = (0..num_walls)
        .map(|_| {
            let (x, y) = (between(-1.0, 1.0), between(-1.0, 1.0));
            let size = (x * x + y * y).sqrt().max(0.1);
            let (x, y) = (x / size, y / size);
            let (far, left, right) = (between(0.4, 3.0), between(-3.0, 3.0), between(0.5, 3.0));
            let place = |along: f64| [(x * far - y * along) as f32, (y * far + x * along) as f32];
            SeenWall { from: place(left), to: place(left + right) }
        })
        .collect();
    (neighbors, walls)
}

fn square([x, y]: [f32; 2]) -> f32 {
    x * x + y * y
}

fn view<'a>(who: u32, neighbors: &'a [Neighbor], walls: &'a [SeenWall]) -> View<'a> {
    let mut random = Random::new(6, Purpose::Noise, who, 0);
    let mut velocity = || [random.unit() as f32 * 2.0 - 1.0, random.unit() as f32 * 2.0 - 1.0];
    View {
        velocity: velocity(),
        preferred: velocity(),
        speed: 1.3,
        max_speed: 2.0,
        radius: 0.24,
        wall_radius: 0.28,
        neighbors,
        walls,
        random: u64::from(who),
        reach: f32::INFINITY,
        dt: 0.1,
    }
}
