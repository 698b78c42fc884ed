//! Times of the gate on clean, ill-shaped and dirty input:
//! `cargo run --release --example gate_times [part of a name]`.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use throng_voronoi::{Clean, Grid, GridPoint};

type Segments = Vec<[GridPoint; 2]>;

fn main() {
    println!("{:40} {:>9} {:>9} {:>7} {:>7} rounds, moved", "", "segments", "pieces", "ms", "ns/seg");
    show("squares 96 x 96", &squares(96));
    show("squares 225 x 225", &squares(225));
    show_floats("squares 96 x 96, from meters", &squares(96));
    show_floats("squares 225 x 225, from meters", &squares(225));
    show("disjoint, mixed lengths", &disjoint(40_000));
    show("long walls and pillars", &walls_and_pillars());
    show("needles, diagonal", &needles(40_000, 0));
    show("needles, diagonal, ragged ends", &needles(40_000, 1 << 24));
    show("needles, 400,000 ragged", &needles(400_000, 1 << 24));
    show("comb", &comb(40_000));
    show("star", &star(10_000));
    show("star, 100,000", &star(100_000));
    show("star through a vertex", &through(10_000, 0));
    show("star through no vertex", &through(10_000, 1));
    show("all in one spot", &random(40_000, 60, 60));
    show("collinear chain, half overlapped", &chain(40_000));
    show("the same segment 40,000 times", &vec![[GridPoint::new(0, 0), GridPoint::new(9, 5)]; 40_000]);
    show("300 long random", &random(300, 1 << 24, 1 << 24));
    show("1,000 long random", &random(1000, 1 << 24, 1 << 24));
    show("40,000 short random, crossing", &random(40_000, 1 << 22, 1 << 15));
    show("40,000 random on a coarse grid", &random(40_000, 2000, 20));
    show("200,000 short random, crossing", &random(200_000, 1 << 24, 1 << 15));
    show("needles, diagonal, 100 across", &across(40_000, 100));
    show("squares 225 x 225, one crossing", &{
        let mut all = squares(225);
        all.push([GridPoint::new(10, 10), GridPoint::new(30_000, 5000)]);
        all
    });
}

fn show(name: &str, segments: &Segments) {
    report(name, segments.len(), || Clean::new(&[], segments));
}

fn show_floats(name: &str, segments: &Segments) {
    let grid = Grid::default();
    let segments: Vec<_> = segments.iter().map(|s| s.map(|p| grid.position(p))).collect();
    report(name, segments.len(), || grid.clean(&[], &segments));
}

/// Times one case if its name contains the first argument of the program.
fn report(name: &str, count: usize, run: impl Fn() -> Result<Clean, throng_voronoi::InputError>) {
    if std::env::args().nth(1).is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let mut best = f64::INFINITY;
    let started = Instant::now();
    let mut result = None;
    while result.is_none() || started.elapsed().as_secs_f64() < 0.5 {
        let start = Instant::now();
        result = run().ok();
        best = best.min(start.elapsed().as_secs_f64());
    }
    if let Some(clean) = result {
        let report = clean.report();
        let (ms, ns) = (best * 1e3, best * 1e9 / count as f64);
        let pieces = clean.segments().len();
        println!(
            "{name:40} {count:>9} {pieces:>9} {ms:>7.2} {ns:>7.0} {} {:.3}",
            report.rounds, report.rerouted_by
        );
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: i32) -> i32 {
        (self.next() % end as u64) as i32
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Rotated squares in a box with four walls, 2 m apart at 0.1 mm.
fn squares(side: i32) -> Segments {
    let mut random = Random(1);
    let pitch = 20_000;
    let mut all = Segments::new();
    // In random order, as obstacles come in.
    let mut cells: Vec<i32> = (0..side * side).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, random.below(i as i32 + 1) as usize);
    }
    for cell in cells {
        let (x, y) = (cell % side * pitch + pitch / 2, cell / side * pitch + pitch / 2);
        let (sin, cos) = (random.unit() * std::f64::consts::TAU).sin_cos();
        let (u, v) = ((cos * 8000.0) as i32, (sin * 8000.0) as i32);
        let corner = [(u, v), (-v, u), (-u, -v), (v, -u)].map(|(i, j)| GridPoint::new(x + i, y + j));
        all.extend((0..4).map(|k| [corner[k], corner[(k + 1) % 4]]));
    }
    let end = side * pitch;
    let corner = [(0, 0), (end, 0), (end, end), (0, end)].map(|(x, y)| GridPoint::new(x, y));
    all.extend((0..4).map(|k| [corner[k], corner[(k + 1) % 4]]));
    all
}

/// Random segments of lengths from 1e2 to 1e6 that do not meet, kept greedily in a coarse raster.
fn disjoint(count: usize) -> Segments {
    const RASTER: i32 = 4096;
    let mut random = Random(2);
    let mut taken = vec![false; (RASTER * RASTER) as usize];
    let mut all = Segments::new();
    while all.len() < count {
        let length = 10.0_f64.powf(2.0 + 4.0 * random.unit().powi(3));
        let (sin, cos) = (random.unit() * std::f64::consts::TAU).sin_cos();
        let from = GridPoint::new(random.below(1 << 26), random.below(1 << 26));
        let to = [f64::from(from.x) + length * cos, f64::from(from.y) + length * sin];
        if to.iter().any(|&c| !(0.0..f64::from(1 << 26)).contains(&c)) {
            continue;
        }
        let steps = (length / 8000.0) as i32 + 1;
        let mut cells: Vec<usize> = (0..=steps)
            .flat_map(|k| {
                let t = f64::from(k) / f64::from(steps);
                let x = (f64::from(from.x) + t * length * cos) as i32 >> 14;
                let y = (f64::from(from.y) + t * length * sin) as i32 >> 14;
                [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(i, j)| {
                    ((y + j).clamp(0, RASTER - 1) * RASTER + (x + i).clamp(0, RASTER - 1)) as usize
                })
            })
            .collect();
        cells.dedup();
        if cells.iter().any(|&cell| taken[cell]) {
            continue;
        }
        cells.iter().for_each(|&cell| taken[cell] = true);
        all.push([from, GridPoint::new(to[0] as i32, to[1] as i32)]);
    }
    all
}

/// Walls through the whole box with rows of tiny pillars between them.
fn walls_and_pillars() -> Segments {
    let mut all = Segments::new();
    for row in 0..100 {
        let y = row * 100_000;
        all.push([GridPoint::new(0, y), GridPoint::new(1 << 26, y + 5000)]);
        for k in 0..100 {
            let (x, y) = (k * 600_000 + row, y + 50_000);
            let corner = [(0, 0), (30, 0), (30, 30), (0, 30)].map(|(i, j)| GridPoint::new(x + i, y + j));
            all.extend((0..4).map(|k| [corner[k], corner[(k + 1) % 4]]));
        }
    }
    all
}

/// Parallel diagonals, some units apart and as long as the box allows.
fn needles(count: i32, ragged: i32) -> Segments {
    let mut random = Random(3);
    let mut all: Segments = (0..count)
        .map(|k| {
            let mut cut = || if ragged > 0 { random.below(ragged) } else { 0 };
            let (a, b) = (cut(), (1 << 25) - cut());
            [GridPoint::new(3 * k + a, a), GridPoint::new(3 * k + b, b)]
        })
        .collect();
    for i in (1..all.len()).rev() {
        all.swap(i, random.below(i as i32 + 1) as usize);
    }
    all
}

/// Needles with as many long segments across them.
fn across(count: i32, lines: i32) -> Segments {
    let mut all = needles(count, 0);
    all.extend(
        (0..lines).map(|k| [GridPoint::new(k * 1000, 900_000 + k * 700), GridPoint::new(1 << 24, 800_000)]),
    );
    all
}

/// A back with teeth that end on it.
fn comb(teeth: i32) -> Segments {
    let mut all = vec![[GridPoint::new(0, 0), GridPoint::new(teeth * 10, 0)]];
    all.extend((1..teeth).map(|k| [GridPoint::new(k * 10, 0), GridPoint::new(k * 10 + 3, 1 << 20)]));
    all
}

/// Rays from one point.
fn star(rays: i32) -> Segments {
    let mut random = Random(4);
    let mut end = || random.below(1 << 26) - (1 << 25);
    (0..rays).map(|_| [GridPoint::new(0, 0), GridPoint::new(end(), end())]).collect()
}

/// Segments whose middle is at (offset, offset) / 2; with offset 0 that is a vertex.
fn through(count: i32, offset: i32) -> Segments {
    let mut all = star(count);
    for ray in &mut all {
        ray[0] = GridPoint::new(offset - ray[1].x, offset - ray[1].y);
    }
    if offset == 0 {
        all.push([GridPoint::new(0, 0), GridPoint::new(1, 0)]);
    }
    all
}

/// Random segments of a given reach in a box of a given size.
fn random(count: i32, size: i32, reach: i32) -> Segments {
    let mut random = Random(5);
    (0..count)
        .map(|_| {
            let from = GridPoint::new(random.below(size), random.below(size));
            if reach == size {
                return [from, GridPoint::new(random.below(size), random.below(size))];
            }
            [from, GridPoint::new(from.x + random.below(reach), from.y + random.below(reach))]
        })
        .collect()
}

/// Segments on one line of which each overlaps the half of the next.
fn chain(count: i32) -> Segments {
    (0..count).map(|k| [GridPoint::new(k * 20, k * 10), GridPoint::new(k * 20 + 30, k * 10 + 15)]).collect()
}
