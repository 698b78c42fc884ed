//! Tables 8.2 and 8.3 of the thesis: planning again after an event, by Optimal Dynamically Pruned A* and from scratch; and by repairing.
//!
//! As there: squares of 2 m come and go, one at a time; paths of a disc of 0.7 m between 500 random pairs of places are planned again after each
//! event, first with starts anywhere (table 8.2), then with starts that see the middle of the square (table 8.3). Squares are centered on random bending points
//! of edges. Besides the places of the thesis: a large one of many layers, and one whose connections close and open in place of squares.
//!
//! All methods answer some pairs in turn. A time is the median of some passes. Costs of ODPA* are compared with those of A*.

use crate::updates::Failures;
use std::hint::black_box;
use std::time::{Duration, Instant};
use throng_compare::measure::{median, microseconds};
use throng_compare::papers::{REPLANNING, Replanning};
use throng_compare::positions::positions;
use throng_compare::report::{Cell, Report, Table};
use throng_import::place;
use throng_mesh::{
    ConnectionId, CostChange, Event, LiveMesh, Mesh, Method, Obstacle, ObstacleId, Path, Planner, Position,
    Replanner, Request,
};
use throng_voronoi::sample::Random;

/// Radius of the disc. [m]
const RADIUS: f64 = 0.7;
/// Pairs of places for each square.
const PAIRS: usize = 500;
/// Pairs that one method answers before it is the next one's turn.
const TURN: usize = 50;
/// How often each pair is answered.
const PASSES: usize = 3;
/// Time for one place and table, after which no further square comes.
const PATIENCE: Duration = Duration::from_secs(20);
/// Places that the thesis does not have, and how many squares come there, or doors close.
const FURTHER: &[(&str, usize, bool)] =
    &[("bigcity", 100, false), ("station", 64, true), ("tower", 30, true)];
/// Methods in their order of columns.
const METHODS: [Method; 3] = [Method::AStar, Method::Odpa, Method::Repair];

/// What all trials of one kind took together.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    trials: usize,
    /// By method; the last one is A* in the network that the planner prepares for the mesh. [µs]
    times: [f64; 4],
    /// By method.
    expanded: [usize; 3],
    /// Of A* and of repairs.
    costs: [f64; 2],
}

impl Sums {
    /// How much quicker ODPA* was. [%]
    fn improvement(&self) -> f64 {
        100.0 * (1.0 - self.times[1] / self.times[0])
    }
}

/// One place and table.
pub struct Measured {
    /// The place.
    pub name: &'static str,
    /// Whether starts see the event.
    seeing: bool,
    doors: bool,
    events: usize,
    vertices: usize,
    /// Mean times of the updates: coming, going. [µs]
    updates: [f64; 2],
    /// Paths that were not affected, and those that were.
    sums: [Sums; 2],
    /// Pairs without a path before or after.
    apart: usize,
    thesis: Option<&'static Replanning>,
}

impl Measured {
    /// Time of ODPA* as a share of that of A*, all trials together.
    pub fn share(&self) -> f64 {
        let sum = |method: usize| self.sums[0].times[method] + self.sums[1].times[method];
        sum(1) / sum(0)
    }

    /// How much quicker ODPA* is for paths that are not affected, if the place is large and starts are anywhere. [%]
    pub fn improvement_in_large(&self) -> Option<f64> {
        (self.vertices >= 1000 && !self.seeing && !self.doors).then(|| self.sums[0].improvement())
    }
}

/// All places.
pub fn measure(quick: bool, failures: &mut Failures) -> Vec<Measured> {
    let mut all = Vec::new();
    for seeing in [false, true] {
        let theirs = REPLANNING.iter().map(|row| (row.place, row.obstacles, false));
        for (name, count, doors) in theirs.chain(FURTHER.iter().copied().filter(|row| !(row.2 && seeing))) {
            let title = if seeing {
                format!("replanning in {name}, in sight")
            } else {
                format!("replanning in {name}")
            };
            all.extend(failures.attempt(&title, || measure_place(name, count, doors, seeing, quick)));
        }
    }
    all
}

fn measure_place(
    name: &'static str,
    count: usize,
    doors: bool,
    seeing: bool,
    quick: bool,
) -> Result<Measured, String> {
    let scene = place(name).ok_or("there is no such place")?;
    let mut live = LiveMesh::build(&scene).map_err(|error| error.to_string())?;
    let mut random = Random::new(8);
    let mut measured = Measured {
        name,
        seeing,
        doors,
        events: 0,
        vertices: live.mesh().num_vertices(),
        updates: [0.0; 2],
        sums: Default::default(),
        apart: 0,
        thesis: REPLANNING.iter().find(|row| row.place == name),
    };
    let mut bench = Bench::default();
    let pairs = if quick { PAIRS / 10 } else { PAIRS };
    let start = Instant::now();
    let patience = if quick { PATIENCE / 10 } else { PATIENCE };
    for index in 0..count {
        if start.elapsed() > patience {
            break;
        }
        let cause = if doors {
            let door = ConnectionId(index as u32 % live.mesh().num_connections() as u32);
            let ([layer, _], [a, b]) = live.mesh().connection(door);
            Cause {
                middle: Position::new([0, 1].map(|axis| (a[axis] + b[axis]) / 2.0), layer),
                door: Some(door),
            }
        } else {
            Cause { middle: on_an_edge(live.mesh(), &mut random), door: None }
        };
        bench.requests.clear();
        let starts = if seeing {
            in_sight(live.mesh(), &cause, &mut random, pairs)?
        } else {
            positions(&scene, live.mesh(), RADIUS, &mut random, pairs)?
        };
        let goals = positions(&scene, live.mesh(), RADIUS, &mut random, pairs)?;
        let pairs =
            starts.into_iter().zip(goals).filter(|&(from, to)| cause.is_clear(from) && cause.is_clear(to));
        bench.requests.extend(pairs.map(|(from, to)| Request::new(from, to, RADIUS)));
        bench.old.clear();
        bench.plan_all(live.mesh());
        let (time, event, id) = cause.happen(&mut live)?;
        measured.updates[0] += time;
        bench.plan_again(live.mesh(), &event, &mut measured)?;
        let (time, event) = cause.pass(&mut live, id)?;
        measured.updates[1] += time;
        bench.plan_again(live.mesh(), &event, &mut measured)?;
        measured.events += 1;
    }
    measured.updates = measured.updates.map(|sum| sum / measured.events as f64);
    Ok(measured)
}

/// What happens: a square comes and goes, or a door closes and opens.
struct Cause {
    middle: Position,
    door: Option<ConnectionId>,
}

impl Cause {
    fn square(&self) -> Obstacle {
        let Position { at: [x, y], layer } = self.middle;
        Obstacle::new(
            layer,
            vec![[x - 1.0, y - 1.0], [x + 1.0, y - 1.0], [x + 1.0, y + 1.0], [x - 1.0, y + 1.0]],
        )
    }

    /// Whether a disc at a place does not touch the square.
    fn is_clear(&self, place: Position) -> bool {
        let off = [0, 1].map(|axis| ((place.at[axis] - self.middle.at[axis]).abs() - 1.0).max(0.0));
        self.door.is_some() || off[0] * off[0] + off[1] * off[1] >= RADIUS * RADIUS
    }

    fn happen(&self, live: &mut LiveMesh) -> Result<(f64, Event, Option<ObstacleId>), String> {
        let start = Instant::now();
        let done = match self.door {
            Some(door) => live.close(door).map(|event| (event, None)),
            None => live.insert(self.square()).map(|(id, event)| (event, Some(id))),
        };
        let time = microseconds(start.elapsed());
        done.map(|(event, id)| (time, event, id)).map_err(|refused| refused.to_string())
    }

    fn pass(&self, live: &mut LiveMesh, id: Option<ObstacleId>) -> Result<(f64, Event), String> {
        let start = Instant::now();
        let done = match (self.door, id) {
            (Some(door), _) => live.open(door),
            (None, Some(id)) => live.remove(id),
            (None, None) => return Err("nothing came".to_string()),
        };
        let time = microseconds(start.elapsed());
        done.map(|event| (time, event)).map_err(|refused| refused.to_string())
    }
}

/// Everyone who plans, what is asked and the paths that are known.
#[derive(Default)]
struct Bench {
    requests: Vec<Request>,
    /// A path for each request, if there is one.
    old: Vec<Option<Path>>,
    replanner: Replanner,
    planner: Planner,
}

/// What came of one pair and method.
#[derive(Clone, Copy, Default)]
struct Answer {
    cost: Option<f64>,
    affected: bool,
    expanded: usize,
}

impl Bench {
    /// Paths before anything happens.
    fn plan_all(&mut self, mesh: &Mesh) {
        let nothing = CostChange::new(mesh);
        for request in &self.requests {
            let path = self.replanner.replan(mesh, &Path::default(), request, None, &nothing, Method::AStar);
            self.old.push(path.ok().map(|new| new.path.clone()));
        }
    }

    /// All paths again after an event, by all methods; the new ones are the old ones of the next event.
    fn plan_again(&mut self, mesh: &Mesh, event: &Event, measured: &mut Measured) -> Result<(), String> {
        let change = CostChange::of_event(mesh, event);
        let count = self.requests.len();
        let mut times = vec![<[Vec<f64>; 4]>::default(); count];
        let mut answers = vec![[Answer::default(); 3]; count];
        let mut new = Vec::with_capacity(count);
        // The planner prepares the mesh once, which is not timed.
        if let Some(request) = self.requests.first() {
            let _ = self.planner.path(mesh, request.from, request.to, RADIUS, None);
        }
        for first in (0..count).step_by(TURN) {
            let turn = first..(first + TURN).min(count);
            for pass in 0..PASSES {
                for method in (0..4).map(|k| (k + pass) % 4) {
                    for pair in turn.clone() {
                        let Some(old) = &self.old[pair] else { continue };
                        let request = &self.requests[pair];
                        let start = Instant::now();
                        let Some(&how) = METHODS.get(method) else {
                            let path =
                                black_box(self.planner.path(mesh, request.from, request.to, RADIUS, None));
                            times[pair][method].push(microseconds(start.elapsed()));
                            let _ = path.is_ok();
                            continue;
                        };
                        let planned =
                            black_box(self.replanner.replan(mesh, old, request, None, &change, how));
                        times[pair][method].push(microseconds(start.elapsed()));
                        answers[pair][method] = planned.map_or(Answer::default(), |new| Answer {
                            cost: Some(new.path.cost()),
                            affected: new.was_affected,
                            expanded: new.expanded,
                        });
                    }
                }
            }
            for pair in turn {
                let path = self.old[pair].as_ref().and_then(|old| {
                    self.replanner.replan(mesh, old, &self.requests[pair], None, &change, Method::Odpa).ok()
                });
                new.push(path.map(|new| new.path.clone()));
            }
        }
        for (times, answers) in times.into_iter().zip(answers) {
            let [Some(least), odpa, Some(repaired)] = answers.map(|answer| answer.cost) else {
                measured.apart += 1;
                continue;
            };
            if odpa.is_none_or(|cost| (cost - least).abs() > 1e-9 * (1.0 + least)) {
                return Err(format!("A* finds a path of {least} m, ODPA* {odpa:?}"));
            }
            let sums = &mut measured.sums[usize::from(answers[1].affected)];
            sums.trials += 1;
            for (sum, times) in sums.times.iter_mut().zip(times) {
                *sum += median(times);
            }
            for (sum, answer) in sums.expanded.iter_mut().zip(answers) {
                *sum += answer.expanded;
            }
            sums.costs[0] += least;
            sums.costs[1] += repaired;
        }
        self.old = new;
        Ok(())
    }
}

/// A bending point of some edge through which the disc fits.
fn on_an_edge(mesh: &Mesh, random: &mut Random) -> Position {
    let edges: Vec<_> = mesh.edges().filter(|edge| edge.min_clearance() >= RADIUS).collect();
    let points: Vec<_> = edges[random.below(edges.len())].bending_points().collect();
    let point = points[random.below(points.len())];
    Position::new(point.at, point.layer)
}

/// Places that see the middle of what happens.
fn in_sight(mesh: &Mesh, cause: &Cause, random: &mut Random, count: usize) -> Result<Vec<Position>, String> {
    let seen = mesh.visibility(cause.middle, None).ok_or("the middle is not walkable")?;
    let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    for corner in seen.polygon {
        for axis in 0..2 {
            bounds[0][axis] = bounds[0][axis].min(corner[axis]);
            bounds[1][axis] = bounds[1][axis].max(corner[axis]);
        }
    }
    let mut one = || {
        let at = [0, 1].map(|axis| bounds[0][axis] + random.unit() * (bounds[1][axis] - bounds[0][axis]));
        let cast = mesh.cast(cause.middle, at, None).filter(|cast| cast.hit.is_none())?;
        let place = Position::new(at, cast.layer);
        let fits = mesh.clearance(place, None).is_some_and(|clearance| clearance >= RADIUS);
        (fits && cause.is_clear(place)).then_some(place)
    };
    // A square may stand where hardly anybody sees it: then it has fewer pairs.
    Ok((0..100 * count).filter_map(|_| one()).take(count).collect())
}

/// What came of it.
pub fn report(measured: &[Measured], report: &mut Report) {
    for (seeing, words) in
        [(false, "Table 8.2: planning again"), (true, "Table 8.3: planning again, starts see the event")]
    {
        for (which, paths) in ["paths that are not affected", "affected paths"].into_iter().enumerate() {
            let header = [
                "place",
                "events",
                "trials",
                "share",
                "[thesis]",
                "A*",
                "ODPA*",
                "quicker by",
                "[thesis]",
                "expanded, A*",
                "ODPA*",
                "repair",
                "longer by",
                "A*, prepared mesh",
            ];
            let title = format!("{words}, {paths}; means [µs]");
            let mut table = Table::new(&title, header.map(str::to_string).to_vec());
            for place in measured.iter().filter(|place| place.seeing == seeing) {
                table.row(row(place, which));
            }
            report.table(table);
        }
    }
    let header = ["place", "vertices", "coming or closing", "going or opening", "pairs without a path"];
    let title = "Updates of tables 8.2 and 8.3, means [µs]; thesis: 340 and 1790";
    let mut table = Table::new(title, header.map(str::to_string).to_vec());
    for place in measured.iter().filter(|place| !place.seeing) {
        table.row(vec![
            Cell::text(&name(place)),
            Cell::count(place.vertices),
            Cell::milliseconds(place.updates[0]),
            Cell::milliseconds(place.updates[1]),
            Cell::count(place.apart),
        ]);
    }
    report.table(table);
}

fn name(place: &Measured) -> String {
    if place.doors { format!("{}, doors", place.name) } else { place.name.to_string() }
}

fn row(place: &Measured, which: usize) -> Vec<Cell> {
    let sums = &place.sums[which];
    let all = place.sums[0].trials + place.sums[1].trials;
    let percent = |share: f64| Cell::text(&format!("{share:.1} %"));
    let thesis = |index: usize| match place.thesis {
        Some(row) => percent(row.shares[usize::from(place.seeing)][index]),
        None => Cell::text(""),
    };
    let theirs = match place.thesis {
        Some(row) => {
            let affected = row.shares[usize::from(place.seeing)][2];
            percent(if which == 0 { 100.0 - affected } else { affected })
        }
        None => Cell::text(""),
    };
    let each = |sum: f64| {
        if sums.trials == 0 { Cell::text("") } else { Cell::milliseconds(sum / sums.trials as f64) }
    };
    let mut cells = vec![Cell::text(&name(place)), Cell::count(2 * place.events), Cell::count(sums.trials)];
    cells.extend([percent(100.0 * sums.trials as f64 / all.max(1) as f64), theirs]);
    cells.extend([each(sums.times[0]), each(sums.times[1])]);
    cells.push(if sums.trials == 0 { Cell::text("") } else { percent(sums.improvement()) });
    cells.push(thesis(which));
    cells.extend([each(sums.expanded[0] as f64), each(sums.expanded[1] as f64), each(sums.times[2])]);
    cells.push(if sums.trials == 0 {
        Cell::text("")
    } else {
        percent(100.0 * (sums.costs[1] / sums.costs[0] - 1.0))
    });
    cells.push(each(sums.times[3]));
    cells
}
