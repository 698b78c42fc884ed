//! Table 1 of "Flexible path planning using corridor maps" (Overmars, Karamouzas, Geraerts, 2008): length and mean curvature of the way of one character
//! past others who stand, with the original and the improved forces of the Corridor Map Method.
//!
//! What the paper tells of its set-up is kept: radius 0.75 m, others of 1 m, safe distance equal to the radius, a pull of 1, steps of 0.05 s, at most
//! 5 m/s². It does not tell the start, the goal, the speed, or where how many others stand: here they stand beside the route, one every 12 m, where
//! there is room to pass, and the speed is 1.4 m/s.
//!
//! ```text
//! cargo run --release -p throng-crowd --example corridor_paths
//! ```

#![expect(clippy::print_stdout, reason = "that is what it is for")]

use throng_crowd::{Bystander, CorridorMap, Mark, Purpose, Random, Trail, Walk};
use throng_import::place;
use throng_mesh::{Kind, LayerId, Mesh, Planner, Position, Request};

const RADIUS: f64 = 0.75;
const OTHER_RADIUS: f64 = 1.0;
const SPEED: f64 = 1.4;
const DT: f64 = 0.05;
const EVERY: f64 = 12.0;
/// Ways per place.
const WAYS: u32 = 40;

fn main() {
    println!("The paper, one way past others:");
    println!("  {:<10} {:>26} {:>26}", "", "original", "improved");
    println!("  {:<10} {:>9} m  {:>9} 1/m  {:>9} m  {:>9} 1/m", "McKenna", 155.12, 0.27, 150.61, 0.13);
    for with_others in [true, false] {
        println!();
        println!("Here, means over ways {}:", if with_others { "past others" } else { "alone" });
        for name in ["military", "city", "village", "maze16"] {
            measure(name, with_others);
        }
    }
}

fn measure(name: &str, with_others: bool) {
    let Some(scene) = place(name) else { return };
    let mesh = Mesh::build(&scene).expect("built-in places are sound").mesh;
    let mut planner = Planner::default();
    let (mut sums, mut ways, mut shorter, mut smoother, mut failed) = ([0.0; 4], 0, 0, 0, [0; 2]);
    let mut touched = [0; 2];
    for k in 0..WAYS {
        let mut random = Random::new(7, Purpose::Decision, k, 0);
        let [Some(from), Some(to)] = [(); 2].map(|()| somewhere(&mesh, &mut random)) else { continue };
        // Where there is room for the safe distance, as the paper asks.
        let request = Request::new(from, to, 2.0 * RADIUS).with_kind(Kind::MEDIAL);
        let Ok(route) = planner.route(&mesh, &request) else { continue };
        if route.length() < 50.0 {
            continue;
        }
        let trail = Trail::with_clearances(&mesh, route);
        let others = if with_others { bystanders(&mesh, &trail, &mut random) } else { Vec::new() };
        let walks =
            [CorridorMap::original(), CorridorMap::default()].map(|map| walk(&map, &mesh, &trail, &others));
        for (k, walk) in walks.iter().enumerate() {
            failed[k] += u32::from(walk.is_none());
            touched[k] += u32::from(
                walk.as_ref().is_some_and(|walk| walk.least_gap < 0.0 || walk.least_clearance < RADIUS),
            );
        }
        let [Some(original), Some(improved)] = walks else { continue };
        let numbers = [original.length(), original.curvature(), improved.length(), improved.curvature()];
        (0..4).for_each(|k| sums[k] += numbers[k]);
        ways += 1;
        shorter += u32::from(numbers[2] < numbers[0]);
        smoother += u32::from(numbers[3] < numbers[1]);
    }
    let [a, b, c, d] = sums.map(|sum| sum / f64::from(ways));
    println!(
        "  {name:<10} {a:>9.2} m  {b:>9.3} 1/m  {c:>9.2} m  {d:>9.3} 1/m  of {ways} ways {shorter} shorter, {smoother} smoother; \
         never arrived {failed:?}, touched somebody or a wall {touched:?}"
    );
}

fn walk(map: &CorridorMap, mesh: &Mesh, trail: &Trail, others: &[Bystander]) -> Option<Walk> {
    let most = (5.0 * trail.length() / SPEED / DT) as usize;
    map.walk(mesh, trail, [RADIUS, SPEED, DT], others, most).ok().filter(|walk| walk.arrived)
}

/// Others beside the route, where there is room to pass between them and the wall on the other side.
fn bystanders(mesh: &Mesh, trail: &Trail, random: &mut Random) -> Vec<Bystander> {
    let mut others = Vec::new();
    let mut mark = trail.ahead(Mark::default(), EVERY);
    while trail.remaining(mark) > EVERY {
        let position = trail.position(mark);
        let ahead = trail.position(trail.ahead(mark, 0.5)).at;
        let clearance = mesh.clearance(position, None).unwrap_or(0.0);
        let along = [ahead[0] - position.at[0], ahead[1] - position.at[1]];
        let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
        // Room for both beside each other, and the safe distance to the wall.
        if length > 0.0 && clearance > 2.0 * OTHER_RADIUS + 2.0 * RADIUS {
            let side = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let off = side * (0.2 + 0.8 * random.unit()) * OTHER_RADIUS;
            let at = [position.at[0] - along[1] / length * off, position.at[1] + along[0] / length * off];
            others.push(Bystander { at, radius: OTHER_RADIUS });
        }
        mark = trail.ahead(mark, EVERY);
    }
    others
}

fn somewhere(mesh: &Mesh, random: &mut Random) -> Option<Position> {
    let walls = mesh.walls(LayerId(0)).flat_map(|wall| wall.ends);
    let empty = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let [low, high] = walls.fold(empty, |[low, high], at| {
        [[low[0].min(at[0]), low[1].min(at[1])], [high[0].max(at[0]), high[1].max(at[1])]]
    });
    (0..100).find_map(|_| {
        let at = [0, 1].map(|k: usize| low[k] + (high[k] - low[k]) * random.unit());
        let position = Position::new(at, LayerId(0));
        mesh.clearance(position, None).filter(|&clearance| clearance > 2.0 * RADIUS).map(|_| position)
    })
}
