use throng_voronoi::sample::Random;

use super::*;
use crate::locate::Position;
use crate::naive::{Ground, NaiveRoutes};
use crate::sample::{Family, cut};
use crate::scene::Scene;

const RADII: [f64; 6] = [0.0, 0.1, 0.24, 0.45, 0.7, 1.0];

/// How routes compare with those found by brute force.
#[derive(Debug, Default)]
struct Tally {
    same: usize,
    closed: usize,
    wrong: usize,
    wrong_curve: usize,
    worst: f64,
}

/// Compares routes between all pairs of a few places.
fn compare(
    tally: &mut Tally,
    name: &str,
    mesh: &Mesh,
    ground: &Ground,
    radius: f64,
    count: usize,
    seed: u64,
) {
    let mut random = Random::new(seed);
    let approaches = places(mesh, &mut random, radius, count);
    let positions: Vec<Position> = approaches.iter().map(|approach| approach.position).collect();
    let naive = NaiveRoutes::new(ground, radius, &positions);
    let mut shortest = Shortest::default();
    for i in 0..positions.len() {
        for j in 0..positions.len() {
            if i == j {
                continue;
            }
            let mut route = Route::default();
            route.begin(positions[i], positions[j]);
            if std::env::var("TELL").is_ok() {
                println!("{name} {seed} {radius} {:?} {:?}", positions[i].at, positions[j].at);
            }
            let found = shortest.plan(mesh, &approaches[i], &approaches[j], radius, 0.0, &mut route);
            let length = found.then(|| route.length());
            let wanted = naive.length(i, j);
            // A disc of no radius is a tiny one for brute force.
            let tolerance = if radius == 0.0 { 2e-5 } else { 1e-7 };
            let off = match (length, wanted) {
                (None, None) => {
                    tally.closed += 1;
                    continue;
                }
                (Some(a), Some(b)) => (a - b).abs(),
                _ => f64::INFINITY,
            };
            if off > tolerance {
                tally.wrong += 1;
                if tally.wrong < 12 {
                    println!(
                        "{name} {seed} radius {radius} {i} {:?} to {j} {:?}: {length:?} instead of {wanted:?}",
                        positions[i].at, positions[j].at
                    );
                }
                continue;
            }
            tally.same += 1;
            tally.worst = tally.worst.max(off);
            if route.check().is_err()
                || ground.clearance_of(&route)
                    < (radius - 2.0 * SLACK).min(approaches[i].clearance).min(approaches[j].clearance) - 1e-9
            {
                tally.wrong_curve += 1;
                if tally.wrong_curve < 5 {
                    println!(
                        "{name} {seed} {radius}: {:?} {} of {route:?}",
                        route.check(),
                        ground.clearance_of(&route)
                    );
                }
            }
        }
    }
}

/// Places with room for a disc; some touch an obstacle.
fn places(mesh: &Mesh, random: &mut Random, radius: f64, count: usize) -> Vec<Approach> {
    let mut places = Vec::new();
    for k in 0..400 * count {
        if places.len() == count {
            break;
        }
        let cell = random.below(mesh.cells.len()) as u32;
        let joint = mesh.joint(mesh.flank(crate::id::FlankId(2 * cell)).start);
        let at = [0, 1].map(|k| joint.at[k] + 3.0 * (random.unit() - 0.5));
        let position = Position { at, layer: joint.layer };
        let Some(approach) = mesh.approach(position, radius) else { continue };
        if approach.is_narrow || (k % 4 != 0 && approach.clearance < radius) {
            continue;
        }
        let clearance = approach.clearance.max(radius);
        places.push(Approach { clearance, ..approach });
    }
    places
}

fn build(scene: &Scene) -> Option<Mesh> {
    Mesh::build(scene).ok().map(|built| built.mesh)
}

#[test]
#[ignore = "takes minutes"]
fn soak() {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let (from, to) = (number("FROM", 0), number("TO", 4));
    let count = number("COUNT", 6) as usize;
    let strips = number("CUT", 0) == 1;
    let mut tally = Tally::default();
    for seed in from..to {
        for family in Family::ALL {
            let mut scene = family.scene(seed);
            if strips {
                let size = scene.layers[0].walkable[0][2][0];
                let Some(cut) = cut(&scene, &[0.3183 * size, 0.7071 * size]) else { continue };
                scene = cut;
            }
            let Some(mesh) = build(&scene) else { continue };
            let ground = Ground::flat(&mesh);
            for radius in RADII {
                compare(&mut tally, &format!("{family:?}"), &mesh, &ground, radius, count, seed);
            }
        }
        println!("{seed}: {tally:?}");
    }
}

#[test]
#[ignore = "scratch"]
fn scratch() {
    let mesh = build(&cut(&Family::Shards.scene(8), &[0.3183 * 14.0, 0.7071 * 14.0]).unwrap()).unwrap();
    let radius = 0.0;
    let a = Position { at: [13.344857497143877, 13.003389292728432], layer: crate::scene::LayerId(2) };
    let b = Position { at: [11.2828752260479, 3.376440343023872], layer: crate::scene::LayerId(2) };
    let ground = Ground::flat(&mesh);
    let naive = NaiveRoutes::new(&ground, radius, &[a, b]);
    println!("{:#?}", naive.route(0, 1).unwrap().legs());
    let mut shortest = Shortest::default();
    for (a, b) in [(a, b), (b, a)] {
        let mut route = Route::default();
        route.begin(a, b);
        let (a, b) = (mesh.approach(a, radius).unwrap(), mesh.approach(b, radius).unwrap());
        println!("{a:?} {b:?}");
        shortest.plan(&mesh, &a, &b, radius, 0.0, &mut route);
        println!("{} {:#?}", route.length(), route.legs());
        let space = Space { mesh: &mesh, radius: (radius - SLACK).max(POINT) };
        println!("{:?} {:?}", space.place(&a), space.place(&b));
    }
}

#[test]
#[ignore = "scratch"]
fn bench() {
    for name in std::env::var("PLACES").unwrap_or("city,bigcity2x2".into()).split(',') {
        let mesh = Mesh::from_bytes(&std::fs::read(format!("/tmp/meshes/{name}.mesh")).unwrap()).unwrap();
        for radius in [0.0, 0.24, 0.45] {
            let mut random = Random::new(1);
            let places = places(&mesh, &mut random, radius, 4000);
            let mut shortest = Shortest::default();
            let mut route = Route::default();
            let (mut found, mut steps, mut fans, mut roots) = (0, 0, 0, 0);
            let mut times = Vec::new();
            for _ in 0..2 {
                (found, fans, roots, steps) = (0, 0, 0, 0);
                times.clear();
                for pair in places.chunks_exact(2) {
                    route.begin(pair[0].position, pair[1].position);
                    let start = std::time::Instant::now();
                    found += usize::from(shortest.plan(&mesh, &pair[0], &pair[1], radius, 0.0, &mut route));
                    times.push(start.elapsed().as_nanos() as f64 / 1e3);
                    fans += shortest.fans.len();
                    roots += shortest.roots.len();
                    steps += shortest.steps;
                }
            }
            times.sort_by(f64::total_cmp);
            let n = times.len();
            println!(
                "{name} r {radius}: {n} pairs, {found} found, mean {:.1} us, median {:.1}, p99 {:.1}, max {:.1}; fans {} roots {} cells {}",
                times.iter().sum::<f64>() / n as f64,
                times[n / 2],
                times[n * 99 / 100],
                times[n - 1],
                fans / n,
                roots / n,
                steps / n,
            );
        }
    }
}
