//! Routes with weights in random places until time is up, against the cheapest way on a grid of one meter: none may cost more, come
//! too near to an obstacle, or enter a closed region.
//!
//! `cargo run --release -p throng-mesh --example weights -- 60 1`: seconds, and the first seed.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use throng_mesh::naive::grid;
use throng_mesh::sample::{self, LABELS};
use throng_mesh::{LayerId, Mesh, NoRoute, Position, Request, Route, Scene, Weighted, Weights};
use throng_voronoi::sample::Random;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |default: u64| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (seconds, first) = (number(30), number(1));
    let mut tally = Tally::default();
    let start = Instant::now();
    for seed in first.. {
        if start.elapsed() > Duration::from_secs(seconds) {
            break;
        }
        let scene = match seed % 4 {
            0 | 1 => sample::clutter(seed, 1 + (seed % 25) as usize, seed.is_multiple_of(3)),
            2 => sample::field(3, seed),
            _ => sample::floors(),
        };
        let scene = sample::with_regions(scene, seed, (seed % 7) as usize);
        tally.judge(seed, &scene, 6);
    }
    tally.print("random places");
    let bad = tally.bad;
    let mut tally = Tally::default();
    for seed in first..first + 3 {
        tally.judge(seed, &sample::with_regions(sample::field(20, seed), seed, 40), 10);
    }
    tally.print("fields of 200 m with 400 buildings and 40 regions");
    if bad + tally.bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Tally {
    scratch: Weighted,
    route: Route,
    routes: usize,
    refused: usize,
    better: usize,
    ratios: Vec<f64>,
    times: Vec<f64>,
    grid: f64,
    bad: usize,
}

impl Tally {
    fn judge(&mut self, seed: u64, scene: &Scene, pairs: usize) {
        // Obstacles may cover everything.
        let Ok(built) = Mesh::build(scene) else { return };
        let mesh = built.mesh;
        let [low, high] = scene.bounds().expect("it has rings");
        let mut random = Random::new(seed);
        for _ in 0..pairs {
            let mut position = || {
                let at = [0, 1].map(|axis| low[axis] + (high[axis] - low[axis]) * random.unit());
                Position::new(at, LayerId(random.below(scene.layers.len()) as u32))
            };
            let (from, to) = (position(), position());
            let radius = [0.0, 0.1, 0.24, 0.5][random.below(4)];
            let weights = weights(&mut random);
            if let Err(reason) = self.compare(&mesh, &Request::new(from, to, radius), &weights) {
                self.bad += 1;
                println!("seed {seed}, {from:?} to {to:?}, radius {radius}, {weights:?}: {reason}");
            }
        }
    }

    fn compare(&mut self, mesh: &Mesh, request: &Request, weights: &Weights) -> Result<(), String> {
        let start = Instant::now();
        let result = self.scratch.plan(mesh, request, weights, &mut self.route);
        let time = start.elapsed().as_secs_f64();
        if let Err(NoRoute::Outside { .. } | NoRoute::NoRoom { .. } | NoRoute::Closed { which: Some(_) }) =
            result
        {
            return Ok(());
        }
        self.routes += 1;
        self.times.push(time);
        let start = Instant::now();
        let expected = grid::cost(mesh, request, weights);
        self.grid += start.elapsed().as_secs_f64();
        let cost = match (result, expected) {
            (Err(reason), Some(expected)) => return Err(format!("{reason}, but the grid has {expected}")),
            (Err(_), None) => {
                self.refused += 1;
                return Ok(());
            }
            (Ok(cost), expected) => {
                match expected {
                    Some(expected) if cost > expected * (1.0 + 1e-9) => {
                        return Err(format!("costs {cost}, on the grid {expected}"));
                    }
                    Some(expected) => self.ratios.push(if expected > 0.0 { cost / expected } else { 1.0 }),
                    None => self.better += 1,
                }
                cost
            }
        };
        self.route.check().map_err(|leg| format!("gap after leg {leg}"))?;
        let clearance = mesh.route_clearance(&self.route, 0.02);
        if clearance < request.radius - 1e-5 {
            return Err(format!("comes as near as {clearance}"));
        }
        // Measured in another way.
        let positions = mesh.positions(&self.route, 1e-5);
        let naive: f64 =
            positions.windows(2).map(|pair| grid::segment_cost(mesh, pair[0], pair[1].at, weights)).sum();
        let straight = self.route.legs().iter().all(|leg| matches!(leg, throng_mesh::Leg::Line { .. }));
        if naive.is_finite() && straight && cost > naive * (1.0 + 1e-6) + 1e-6 || !cost.is_finite() {
            return Err(format!("costs {cost}, or {naive}"));
        }
        Ok(())
    }

    fn print(&mut self, name: &str) {
        self.ratios.sort_by(f64::total_cmp);
        self.times.sort_by(f64::total_cmp);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        println!(
            "{name}: {} routes, {} refused, {} only here, {} bad",
            self.routes, self.refused, self.better, self.bad
        );
        println!(
            "  cost against the grid: mean {:.4}, worst {:.6}, best {:.4}",
            mean(&self.ratios),
            self.ratios.last().unwrap_or(&0.0),
            self.ratios.first().unwrap_or(&0.0),
        );
        println!(
            "  time: mean {:.2} ms, median {:.2}, most {:.2}; the naive grid {:.2}",
            1e3 * mean(&self.times),
            1e3 * self.times.get(self.times.len() / 2).unwrap_or(&0.0),
            1e3 * self.times.last().unwrap_or(&0.0),
            1e3 * self.grid / self.routes.max(1) as f64,
        );
    }
}

/// Weights of all kinds: none, mild ones, strong ones, closed.
fn weights(random: &mut Random) -> Weights {
    let mut weights = Weights::new();
    for label in LABELS {
        let weight = match random.below(6) {
            0 => 1.0,
            1 => 0.3 + random.unit(),
            2 | 3 => 1.0 + 4.0 * random.unit(),
            4 => 20.0,
            _ => f64::INFINITY,
        };
        weights = weights.with(label, weight);
    }
    weights
}
