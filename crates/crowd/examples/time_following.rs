//! How long it takes to decide where to head, beside the retraction, and how many bytes a trail has.
//!
//! ```text
//! cargo run --release -p throng-crowd --example time_following -- city
//! ```
//!
//! Characters walk along routes of three kinds, each alone. From all places where they have been, some thousand are drawn; for these, in turn, the
//! retraction and the three ways of following are timed, ten times. Times are medians.

#![expect(clippy::print_stdout, reason = "that is what it is for")]

use std::hint::black_box;
use std::time::Instant;

use throng_crowd::{CorridorMap, Following, Irm, Mark, Miran, Progress, Purpose, Random, Situation, Trail};
use throng_import::place;
use throng_mesh::{Kind, LayerId, Mesh, Planner, Position, Request, Retraction};

const RADIUS: f64 = 0.24;
const SPEED: f64 = 1.4;
const DT: f64 = 0.1;
const ROUTES: u32 = 300;
const MOMENTS: usize = 10_000;

/// Where a character was, and how far it was.
#[derive(Clone, Copy)]
struct Moment {
    trail: usize,
    position: Position,
    retraction: Retraction,
    progress: Progress,
    /// The same on the trail with clearances, which has more segments.
    dense: Progress,
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "city".to_owned());
    let Some(scene) = place(&name) else { return println!("there is no place {name}") };
    let mesh = Mesh::build(&scene).expect("built-in places are sound").mesh;
    let mut random = Random::new(1, Purpose::Decision, 0, 0);
    let [low, high] = scene.bounds().expect("built-in places have bounds");
    println!(
        "{:<24} {:>9} {:>8} {:>8} {:>8}   {:>9} {:>9} {:>9} {:>9}",
        "routes", "length", "corners", "bytes", "most", "retract", "IRM", "MIRAN", "corridor"
    );
    for (label, kind, clearance) in [
        ("short, clearance 0.3", Kind::Short, 0.3),
        ("short, clearance 4", Kind::Short, 4.0),
        ("medial", Kind::MEDIAL, 0.0),
    ] {
        let mut planner = Planner::default();
        let mut somewhere = || {
            let at = [0, 1].map(|k: usize| low[k] + (high[k] - low[k]) * random.unit());
            Position::new(at, LayerId(random.below(mesh.num_layers() as u32)))
        };
        let (mut trails, mut with_clearances) = (Vec::new(), Vec::new());
        for _ in 0..20 * ROUTES {
            let request = Request { from: somewhere(), to: somewhere(), radius: RADIUS, clearance, kind };
            if let Ok(route) = planner.route(&mesh, &request)
                && trails.len() < ROUTES as usize
            {
                trails.push(Trail::new(&mesh, route));
                with_clearances.push(Trail::with_clearances(&mesh, route));
            }
        }
        let mut moments: Vec<Moment> = Vec::new();
        (0..trails.len()).for_each(|k| walk(&mesh, k, [&trails[k], &with_clearances[k]], &mut moments));
        // In the order of a crowd: who is near each other is so in memory, but for the trails.
        let mut drawn: Vec<Moment> =
            (0..MOMENTS).map(|_| moments[random.below(moments.len() as u32) as usize]).collect();
        drawn.sort_by_key(|moment| moment.retraction.cell);
        let times = time(&mesh, &trails, &with_clearances, &mut drawn);
        let mean = |of: &dyn Fn(&Trail) -> f64| trails.iter().map(of).sum::<f64>() / trails.len() as f64;
        let most = trails.iter().map(Trail::bytes).max().unwrap_or(0);
        println!(
            "{label:<24} {:>7.1} m {:>8.1} {:>8.0} {most:>8}   {:>6.0} ns {:>6.0} ns {:>6.0} ns {:>6.0} ns",
            mean(&Trail::length),
            mean(&|trail| trail.num_segments() as f64 + 1.0),
            mean(&|trail| trail.bytes() as f64),
            times[0],
            times[1],
            times[2],
            times[3]
        );
    }
}

fn walk(mesh: &Mesh, k: usize, [trail, dense]: [&Trail; 2], moments: &mut Vec<Moment>) {
    let mut position = trail.position(Mark::default());
    let mut progress = Progress::default();
    let following = Following::Irm(Irm::default());
    for _ in 0..10_000 {
        let Some(retraction) = mesh.retract(position, None) else { return };
        let here = dense.ahead(Mark::default(), trail.length_between(Mark::default(), progress.here));
        let dense = Progress { here, aim: here };
        moments.push(Moment { trail: k, position, retraction, progress, dense });
        let Ok(aim) = following.follow(&situation(mesh, position, retraction), trail, &mut progress) else {
            return;
        };
        let to = [0, 1].map(|k| position.at[k] + f64::from(aim.preferred[k]) * DT);
        let Some(step) = mesh.cast(position, to, Some(retraction.cell)) else { return };
        position = Position { at: step.at, layer: step.layer };
        if trail.remaining(progress.here) < 0.1 {
            return;
        }
    }
}

fn situation(mesh: &Mesh, position: Position, retraction: Retraction) -> Situation<'_> {
    Situation {
        mesh,
        ground: None,
        position,
        retraction,
        velocity: [0.0; 2],
        radius: RADIUS,
        speed: SPEED,
        dt: DT,
    }
}

/// Nanoseconds for a retraction, and for each way of following.
fn time(mesh: &Mesh, trails: &[Trail], with_clearances: &[Trail], moments: &mut [Moment]) -> [f64; 4] {
    let ways = [
        Following::Irm(Irm::default()),
        Following::Miran(Miran::default()),
        Following::CorridorMap(CorridorMap::default()),
    ];
    let mut times: [Vec<f64>; 4] = Default::default();
    for _ in 0..10 {
        let start = Instant::now();
        for moment in &*moments {
            black_box(mesh.retract(moment.position, Some(moment.retraction.cell)));
        }
        times[0].push(start.elapsed().as_secs_f64());
        for (way, times) in ways.iter().zip(&mut times[1..]) {
            let trails = if matches!(way, Following::CorridorMap(_)) { with_clearances } else { trails };
            let start = Instant::now();
            for moment in &*moments {
                let now = situation(mesh, moment.position, moment.retraction);
                let trail = &trails[moment.trail];
                let mut progress =
                    if trails.as_ptr() == with_clearances.as_ptr() { moment.dense } else { moment.progress };
                let _ = black_box(way.follow(&now, trail, &mut progress));
            }
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] / moments.len() as f64 * 1e9
    })
}
