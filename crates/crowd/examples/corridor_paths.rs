//! Table 1 of "Flexible path planning using corridor maps" (Overmars, Karamouzas, Geraerts, 2008): length and mean curvature of the way of one character
//! past others who stand, with the original and the improved forces of the Corridor Map Method.
//!
//! What the paper tells of its set-up is kept: radius 0.75 m, others of 1 m, safe distance equal to the radius, steps of 0.05 s, at most 5 m/s², the medial
//! axis as backbone with room for the safe distance. It does not tell the start, the goal, the speed, the spacing of discs, the unit of its pull of 1, or where
//! how many others stand. Here the speed is 1 m/s; others stand 1 m or more beside the route, one every 12 m, where there is room to pass; and the
//! spacing and the pull are shown in four combinations, the defaults first.
//!
//! What comes out: the improved forces lead along smoother ways past others in each of them, but for the maze with a pull of 1. That their ways are
//! shorter too, as in the paper, depends on what it does not tell: with discs every 0.5 m and a pull of 5 nearly all are; with discs every 0.25 m about as
//! many are longer; with a pull of 1 m/s² nearly all are longer by a few percent, for then the character makes way for others from far.
//!
//! ```text
//! cargo run --release -p throng-crowd --example corridor_paths
//! ```

#![expect(clippy::print_stdout, reason = "that is what it is for")]

use throng_crowd::{Bystander, CorridorMap, Forces, Mark, Purpose, Random, Trail, Walk};
use throng_import::place;
use throng_mesh::{Kind, LayerId, Mesh, Planner, Position, Request};

const RADIUS: f64 = 0.75;
const OTHER_RADIUS: f64 = 1.0;
const SPEED: f64 = 1.0;
const DT: f64 = 0.05;
/// Ways between random places, per place.
const WAYS: u32 = 40;
/// Distance between others along the route. \[m\]
const EVERY: f64 = 12.0;
/// Others only stand where the clearance is more than this: room for one, and to pass. \[m\]
const ROOM: f64 = 2.0 * (OTHER_RADIUS + RADIUS);

/// What was measured in a place.
#[derive(Default)]
struct Tally {
    /// Length and curvature, original and improved, summed over ways.
    sums: [f64; 4],
    ways: u32,
    shorter: u32,
    smoother: u32,
    never_arrived: [u32; 2],
    touched: [u32; 2],
}

fn main() {
    println!("{:<10} {:>21}   {:>21}", "", "original", "improved");
    println!(
        "{:<10} {:>9} m {:>5} 1/m   {:>9} m {:>5} 1/m   (the paper, one way past others)",
        "McKenna", 155.12, 0.27, 150.61, 0.13
    );
    for (spacing, steering) in [(0.5, 5.0), (0.25, 5.0), (0.5, 1.0), (0.25, 1.0)] {
        let improved = Forces::Improved { steering, safe_radii: 1.0 };
        let maps = [Forces::Original { spacing }, improved]
            .map(|forces| CorridorMap { forces, ..CorridorMap::default() });
        for with_others in [true, false] {
            let others = if with_others { "past others" } else { "alone" };
            println!("\nDiscs every {spacing} m, a pull of {steering} m/s², {others}:");
            for name in ["military", "city", "village", "maze16"] {
                measure(name, maps, with_others).print(name);
            }
        }
    }
}

fn measure(name: &str, maps: [CorridorMap; 2], with_others: bool) -> Tally {
    let scene = place(name).expect("a built-in place");
    let mesh = Mesh::build(&scene).expect("built-in places are sound").mesh;
    let mut planner = Planner::default();
    let mut tally = Tally::default();
    for k in 0..WAYS {
        let mut random = Random::new(7, Purpose::Decision, k, 0);
        let [Some(from), Some(to)] = [(); 2].map(|()| somewhere(&mesh, &mut random)) else { continue };
        // Room for the safe distance, as the paper asks.
        let request = Request::new(from, to, 2.0 * RADIUS).with_kind(Kind::MEDIAL);
        let Some(route) = planner.route(&mesh, &request).ok().filter(|route| route.length() >= 50.0) else {
            continue;
        };
        let trail = Trail::with_clearances(&mesh, route);
        let others = if with_others { bystanders(&mesh, &trail, &mut random) } else { Vec::new() };
        tally.add(maps.map(|map| walk(&map, &mesh, &trail, &others)));
    }
    tally
}

impl Tally {
    fn add(&mut self, walks: [Option<Walk>; 2]) {
        for (k, walk) in walks.iter().enumerate() {
            let is_touched = |walk: &Walk| walk.least_gap < 0.0 || walk.least_clearance < RADIUS;
            self.never_arrived[k] += u32::from(walk.is_none());
            self.touched[k] += u32::from(walk.as_ref().is_some_and(is_touched));
        }
        let [Some(original), Some(improved)] = walks else { return };
        let numbers = [original.length(), original.curvature(), improved.length(), improved.curvature()];
        (0..4).for_each(|k| self.sums[k] += numbers[k]);
        self.ways += 1;
        self.shorter += u32::from(numbers[2] < numbers[0]);
        self.smoother += u32::from(numbers[3] < numbers[1]);
    }

    fn print(&self, name: &str) {
        let [a, b, c, d] = self.sums.map(|sum| sum / f64::from(self.ways));
        let Self { ways, shorter, smoother, never_arrived, touched, .. } = self;
        println!(
            "{name:<10} {a:>9.2} m {b:>5.3} 1/m   {c:>9.2} m {d:>5.3} 1/m   of {ways} ways {shorter} shorter, {smoother} smoother; \
             never arrived {never_arrived:?}, touched somebody or a wall {touched:?}"
        );
    }
}

fn walk(map: &CorridorMap, mesh: &Mesh, trail: &Trail, others: &[Bystander]) -> Option<Walk> {
    let most = (5.0 * trail.length() / SPEED / DT) as usize;
    map.walk(mesh, trail, [RADIUS, SPEED, DT], others, most).ok().filter(|walk| walk.arrived)
}

/// Others beside the route, where there is room to pass.
fn bystanders(mesh: &Mesh, trail: &Trail, random: &mut Random) -> Vec<Bystander> {
    let mut others = Vec::new();
    let mut mark = trail.ahead(Mark::default(), EVERY);
    while trail.remaining(mark) > EVERY {
        let position = trail.position(mark);
        let next = trail.position(trail.ahead(mark, 0.5)).at;
        let clearance = mesh.clearance(position, None).unwrap_or(0.0);
        let [x, y] = [next[0] - position.at[0], next[1] - position.at[1]];
        let length = (x * x + y * y).sqrt();
        if length > 0.0 && clearance > ROOM {
            let side = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let off = side * (1.0 + 0.5 * random.unit() * (clearance - OTHER_RADIUS)) / length;
            others.push(Bystander {
                at: [position.at[0] - y * off, position.at[1] + x * off],
                radius: OTHER_RADIUS,
            });
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
