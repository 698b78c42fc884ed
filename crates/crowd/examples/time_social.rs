//! Times Stream on random crowds and the advice of social groups: nanoseconds per character, medians of several rounds.
//!
//! `cargo run --release --example time_social`

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::time::Instant;
use throng_crowd::{Company, MOST_NEIGHBORS, Member, Neighbor, Purpose, Random, Social, Stream, View};

fn main() {
    let stream = Stream::default();
    for density in [0.2, 0.5, 1.0, 2.0] {
        let crowds: Vec<[Neighbor; MOST_NEIGHBORS]> = (0..4096).map(|who| crowd(who, density)).collect();
        println!("Stream, {density} per m²: {:.0} ns per character", median(|| round(&stream, &crowds)));
    }
    for size in [2, 3, 4, 8] {
        let groups: Vec<Vec<Member>> = (0..2048).map(|who| group(who, size)).collect();
        println!("groups of {size}: {:.0} ns per character", median(|| advise_all(&groups)));
    }
}

fn median(time: impl Fn() -> f64) -> f64 {
    let mut rounds: Vec<f64> = (0..21).map(|_| time()).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}

/// A group in some disorder, on its way to the right.
fn group(who: u32, size: u32) -> Vec<Member> {
    let mut random = Random::new(2, Purpose::Noise, who, 0);
    (0..size)
        .map(|_| {
            let position = [3.0 * random.unit(), 2.0 * random.unit()];
            Member { position, aim: [1.0, 0.0], speed: 1.3, remaining: 50.0 - position[0], sees: u8::MAX }
        })
        .collect()
}

fn advise_all(groups: &[Vec<Member>]) -> f64 {
    let social = Social::default();
    let start = Instant::now();
    let mut sum = 0.0;
    for members in groups {
        let mut company = Company::new(members.len());
        sum += social.advise(members, &mut company, 0.1)[0].preferred[0];
    }
    assert!(sum.is_finite(), "the sum keeps the work from being left out");
    start.elapsed().as_nanos() as f64 / (groups.len() * groups[0].len()) as f64
}

/// The nearest of a random crowd that walks to the right.
fn crowd(who: u32, density: f64) -> [Neighbor; MOST_NEIGHBORS] {
    let mut random = Random::new(1, Purpose::Noise, who, 0);
    let mut area = 0.0;
    std::array::from_fn(|_| {
        // The areas of the discs up to one neighbor and the next differ by exponential numbers.
        area += -libm::log(1.0 - random.unit()) / density;
        let (distance, angle) =
            ((area / std::f64::consts::PI).sqrt() + 0.3, random.unit() * std::f64::consts::TAU);
        Neighbor {
            offset: [(distance * libm::cos(angle)) as f32, (distance * libm::sin(angle)) as f32],
            velocity: [0.8 + 0.6 * random.unit() as f32, 0.4 * random.unit() as f32 - 0.2],
            aim: [1.0, 0.0],
            radius: 0.24,
            crowding: 0.2 + 0.6 * random.unit() as f32,
        }
    })
}

fn round(stream: &Stream, crowds: &[[Neighbor; MOST_NEIGHBORS]]) -> f64 {
    let start = Instant::now();
    let mut sum = [0.0, 0.0];
    for (i, neighbors) in crowds.iter().enumerate() {
        let view = View {
            velocity: [1.2, 0.1],
            preferred: [1.4, 0.0],
            speed: 1.4,
            max_speed: 2.0,
            radius: 0.24,
            wall_radius: 0.28,
            neighbors,
            walls: &[],
            random: 0,
            reach: f32::INFINITY,
            dt: 0.1,
        };
        let found = stream.blend(&view, 0.3 + 0.5 * (i % 7) as f32 / 7.0, 0.0, 0.0);
        sum = [sum[0] + found[0], sum[1] + found[1]];
    }
    assert!(sum[0].is_finite(), "the sum keeps the work from being left out");
    start.elapsed().as_nanos() as f64 / crowds.len() as f64
}
