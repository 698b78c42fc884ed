//! A long stream of changes on a diagram of 10,004 segments: is it still right, and what does a change cost?
//!
//! `cargo run --release -p throng-voronoi --example stream -- [operations]`
//!
//! Two streams of random insertions and removals, half of the operations each:
//!
//! - *Kernel*: the four operations of [`Diagram`] themselves. Requests that meet something are among them, and must
//!   be refused.
//! - *Overlay*: points, segments, squares and stars of [`Overlay`]; many cross others or repeat them.
//!
//! The diagram is checked every 2,000 operations. In the end it must equal one that is built afresh from the same sites,
//! and the overlay without its guests the overlay as it was. Prints times by kind of operation; exit code 1 if
//! anything differs.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::process::ExitCode;
use std::time::Instant;

use throng_voronoi::sample::{self, Random};
use throng_voronoi::{
    Counts, Diagram, GridPoint, InsertError, Overlay, PointId, RemoveError, SegmentId, ShapeId, Site,
};

/// Operations between two checks of the whole diagram.
const BETWEEN_CHECKS: usize = 2_000;
/// Half the width of the square that `sample::squares(50, ..)` fills.
const HALF: i32 = 25_000;

fn main() -> ExitCode {
    let operations = std::env::args().nth(1).map_or(Ok(200_000), |text| text.parse());
    let Ok(operations) = operations else {
        eprintln!("usage: stream [operations]");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let done = kernel_stream(operations / 2).and_then(|()| overlay_stream(operations - operations / 2));
    match done {
        Ok(()) => {
            println!("all {operations} operations right, {:.1} s in all", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The diagram and the guests in it that came through its own operations.
struct Kernel {
    diagram: Diagram,
    points: Vec<PointId>,
    segments: Vec<SegmentId>,
    times: Times,
}

/// Points and segments straight into the diagram.
fn kernel_stream(operations: usize) -> Result<(), String> {
    let walls = sample::squares(50, 1);
    let built = Diagram::of_segments(&walls).map_err(|error| error.to_string())?;
    let mut kernel =
        Kernel { diagram: built.diagram, points: Vec::new(), segments: Vec::new(), times: Times::default() };
    println!("kernel: {operations} operations on {} segments", kernel.diagram.num_segments());
    let mut random = Random::new(2);
    for step in 0..operations {
        let counts = kernel.diagram.counts();
        let few = kernel.points.len() < 500;
        let done = match random.below(8) {
            0..=2 => {
                // Somewhere near a site that is known, as in a simulation.
                let near = built.points[random.below(built.points.len())];
                let at = around(&mut random, kernel.diagram.point(near), 1_000);
                kernel.insert_point(at, near).map(|_| ())
            }
            3 | 4 if !few => kernel.remove_point(&mut random),
            5 | 6 if !few => kernel.insert_segment(&mut random, &walls),
            7 if !kernel.segments.is_empty() => kernel.remove_segment(&mut random),
            _ => Ok(()),
        };
        done.map_err(|message| format!("step {step}: {message}"))?;
        kernel.times.count(counts, kernel.diagram.counts());
        if (step + 1) % BETWEEN_CHECKS == 0 {
            kernel.diagram.check().map_err(|violation| format!("step {step}: {violation}"))?;
        }
    }
    kernel.diagram.check().map_err(|violation| violation.to_string())?;
    same_as_rebuilt(&kernel.diagram)?;
    kernel.times.print();
    let (points, segments) = (kernel.diagram.num_points(), kernel.diagram.num_segments());
    println!("  {points} points and {segments} segments, equal to a fresh diagram\n");
    Ok(())
}

impl Kernel {
    /// The point that is there then, if it may be.
    fn insert_point(&mut self, at: GridPoint, near: PointId) -> Result<Option<PointId>, String> {
        let start = Instant::now();
        let result = self.diagram.insert_point(at, Some(Site::Point(near))).map(|(p, _)| p);
        self.times.add(if result.is_ok() { "insert point" } else { "insert point, refused" }, start);
        match result {
            Ok(p) => {
                self.points.push(p);
                Ok(Some(p))
            }
            Err(InsertError::PointExists(p)) => Ok(Some(p)),
            Err(InsertError::OnSegment(_)) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn remove_point(&mut self, random: &mut Random) -> Result<(), String> {
        let i = random.below(self.points.len());
        let start = Instant::now();
        let result = self.diagram.remove_point(self.points[i]).map(|_| ());
        match result {
            Ok(()) => {
                self.times.add("remove point", start);
                self.points.swap_remove(i);
                Ok(())
            }
            Err(RemoveError::IsEnd { .. }) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// From a guest to a new point beside it, or to another guest, which mostly is far away.
    fn insert_segment(&mut self, random: &mut Random, walls: &[[GridPoint; 2]]) -> Result<(), String> {
        let a = self.points[random.below(self.points.len())];
        let b = if random.one_in(20) {
            self.points[random.below(self.points.len())]
        } else {
            let at = around(random, self.diagram.point(a), 400);
            let Some(b) = self.insert_point(at, a)? else { return Ok(()) };
            b
        };
        let blocked = self.is_blocked([a, b].map(|p| self.diagram.point(p)), walls);
        let start = Instant::now();
        let result = self.diagram.insert_segment(a, b).map(|(s, _)| s);
        self.times.add(if result.is_ok() { "insert segment" } else { "insert segment, refused" }, start);
        match result {
            Ok(_) if blocked => Err("a crossing was not seen".into()),
            Ok(s) => {
                self.segments.push(s);
                Ok(())
            }
            Err(_) if blocked => Ok(()),
            Err(InsertError::ZeroLength | InsertError::SegmentExists(_)) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn remove_segment(&mut self, random: &mut Random) -> Result<(), String> {
        let s = self.segments.swap_remove(random.below(self.segments.len()));
        let start = Instant::now();
        self.diagram.remove_segment(s).map_err(|error| error.to_string())?;
        self.times.add("remove segment", start);
        Ok(())
    }

    /// Whether something is in the way of a segment, found by asking everything.
    fn is_blocked(&self, segment: [GridPoint; 2], walls: &[[GridPoint; 2]]) -> bool {
        let at = |p: PointId| self.diagram.point(p);
        let own = self.segments.iter().map(|&s| self.diagram.ends(s).map(at));
        let points = self.points.iter().map(|&p| [at(p); 2]).filter(|p| !segment.contains(&p[0]));
        segment[0] != segment[1]
            && own.chain(points).chain(walls.iter().copied()).any(|other| {
                let same = other == segment || other == [segment[1], segment[0]];
                !same && !sample::disjoint(segment, other)
            })
    }
}

/// Shapes of all sorts through the overlay.
fn overlay_stream(operations: usize) -> Result<(), String> {
    let segments = sample::squares(50, 1);
    let start = Instant::now();
    // The box is one shape, and so is each square.
    let (mut overlay, _) = Overlay::build(segments.chunks(4)).map_err(|error| error.to_string())?;
    let built = start.elapsed().as_secs_f64();
    println!(
        "overlay: {operations} operations on {} segments, built in {:.1} ms",
        segments.len(),
        built * 1e3
    );
    let before = overlay.diagram().clone();
    let mut random = Random::new(3);
    let mut times = Times::default();
    let mut guests: Vec<(ShapeId, Guest)> = Vec::new();
    for step in 0..operations {
        let counts = overlay.diagram().counts();
        let grow = guests.len() < 200 || (guests.len() < 2_000 && random.one_in(2));
        if grow {
            let mut guest = Guest::random(&mut random);
            if !guests.is_empty() && random.one_in(10) {
                guest = guests[random.below(guests.len())].1.clone();
            }
            let start = Instant::now();
            let result = overlay.insert(&guest.segments);
            let split = result.as_ref().is_ok_and(|(_, change)| {
                !change.segments_removed.is_empty() || change.segments_added.len() != guest.num_long()
            });
            times.add(if split { guest.kind.insert_meeting() } else { guest.kind.insert() }, start);
            let (id, _) = result.map_err(|error| format!("step {step}: {error}"))?;
            guests.push((id, guest));
        } else {
            let (id, guest) = guests.swap_remove(random.below(guests.len()));
            let start = Instant::now();
            let result = overlay.remove(id);
            times.add(guest.kind.remove(), start);
            result.map_err(|error| format!("step {step}: {error}"))?;
        }
        times.count(counts, overlay.diagram().counts());
        if (step + 1) % BETWEEN_CHECKS == 0 {
            overlay.diagram().check().map_err(|violation| format!("step {step}: {violation}"))?;
        }
    }
    overlay.check().map_err(|violation| violation.to_string())?;
    overlay.diagram().check().map_err(|violation| violation.to_string())?;
    same_as_rebuilt(overlay.diagram())?;
    times.print();
    let (points, segments) = (overlay.diagram().num_points(), overlay.diagram().num_segments());
    println!("  {points} points and {segments} segments, equal to a fresh diagram");
    let num = guests.len();
    for (id, _) in guests {
        overlay.remove(id).map_err(|error| error.to_string())?;
    }
    overlay.diagram().same_as(&before).map_err(|difference| format!("without guests: {difference}"))?;
    println!("  without the {num} guests that were left, equal to the diagram at the start\n");
    Ok(())
}

/// A shape that comes and goes.
#[derive(Clone)]
struct Guest {
    kind: Kind,
    segments: Vec<[GridPoint; 2]>,
}

#[derive(Clone, Copy)]
enum Kind {
    Point,
    Segment,
    Square,
    Star,
    Wall,
}

impl Kind {
    fn insert(self) -> &'static str {
        ["insert point", "insert segment", "insert square", "insert star", "insert wall"][self as usize]
    }

    fn insert_meeting(self) -> &'static str {
        [
            "insert point, meeting",
            "insert segment, meeting",
            "insert square, meeting",
            "insert star, meeting",
            "insert wall, meeting",
        ][self as usize]
    }

    fn remove(self) -> &'static str {
        ["remove point", "remove segment", "remove square", "remove star", "remove wall"][self as usize]
    }
}

impl Guest {
    fn random(random: &mut Random) -> Self {
        let place = GridPoint::new(random.range(-HALF, HALF), random.range(-HALF, HALF));
        match random.below(100) {
            0..20 => Self { kind: Kind::Point, segments: vec![[place, place]] },
            20..50 => Self { kind: Kind::Segment, segments: vec![[place, around(random, place, 300)]] },
            50..80 => {
                let v = around(random, GridPoint::new(0, 0), 100);
                let corner = |x: i32, y: i32| GridPoint::new(place.x + x, place.y + y);
                let corners = [corner(v.x, v.y), corner(-v.y, v.x), corner(-v.x, -v.y), corner(v.y, -v.x)];
                Self { kind: Kind::Square, segments: ring(&corners) }
            }
            80..98 => {
                // Not convex, and often it crosses itself.
                let corners: Vec<GridPoint> = (0..7).map(|_| around(random, place, 200)).collect();
                Self { kind: Kind::Star, segments: ring(&corners) }
            }
            _ => Self { kind: Kind::Wall, segments: vec![[place, around(random, place, 5_000)]] },
        }
    }

    /// How many segments are longer than zero.
    fn num_long(&self) -> usize {
        self.segments.iter().filter(|s| s[0] != s[1]).count()
    }
}

fn ring(corners: &[GridPoint]) -> Vec<[GridPoint; 2]> {
    (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect()
}

fn around(random: &mut Random, at: GridPoint, by: i32) -> GridPoint {
    GridPoint::new(at.x + random.range(-by, by + 1), at.y + random.range(-by, by + 1))
}

/// Compares a diagram with one of the same sites that is built from nothing.
fn same_as_rebuilt(diagram: &Diagram) -> Result<(), String> {
    let rebuilt = diagram.rebuilt().map_err(|error| format!("built afresh: {error}"))?;
    diagram.same_as(&rebuilt).map_err(|difference| format!("built afresh: {difference}"))
}

/// Times by kind, and decisions.
#[derive(Default)]
struct Times {
    kinds: Vec<(&'static str, Vec<u32>)>,
    /// Decisions, and those that needed exact arithmetic.
    decisions: [u64; 2],
}

impl Times {
    fn add(&mut self, kind: &'static str, start: Instant) {
        let nanoseconds = u32::try_from(start.elapsed().as_nanos()).unwrap_or(u32::MAX);
        match self.kinds.iter_mut().find(|(name, _)| *name == kind) {
            Some((_, list)) => list.push(nanoseconds),
            None => self.kinds.push((kind, vec![nanoseconds])),
        }
    }

    /// Adds the decisions from one count to a later one.
    fn count(&mut self, before: Counts, after: Counts) {
        let sums = [before, after].map(|c| {
            let all = c.point + c.end + c.segment + c.side + c.order;
            [all, c.point_exact + c.end_exact + c.segment_exact + c.side_exact + c.order_exact]
        });
        for (sum, i) in self.decisions.iter_mut().zip(0..) {
            *sum += sums[1][i] - sums[0][i];
        }
    }

    fn print(&mut self) {
        println!("  {:26} {:>8} {:>10} {:>10} {:>10}", "", "count", "median us", "p99 us", "max us");
        self.kinds.sort();
        for (kind, list) in &mut self.kinds {
            list.sort_unstable();
            let at = |part: f64| f64::from(list[((list.len() - 1) as f64 * part) as usize]) / 1e3;
            let (median, p99, max) = (at(0.5), at(0.99), at(1.0));
            println!("  {kind:26} {:8} {median:10.2} {p99:10.2} {max:10.2}", list.len());
        }
        let [all, exact] = self.decisions;
        println!(
            "  {all} decisions, {exact} of them exact ({:.4} %)",
            100.0 * exact as f64 / all.max(1) as f64
        );
    }
}
