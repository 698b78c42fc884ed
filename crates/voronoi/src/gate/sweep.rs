//! All crossings and touches of a set of pieces, by a plane sweep.
//!
//! Idea. A vertical line moves to the right; the lines it meets form a list from bottom to top, and lines
//! can only cross after they have become neighbors in it. The classical sweep stops at every crossing in
//! turn, hence compares crossings with each other, numbers of five times the input's bits. Here it stops
//! at vertices only. Before each vertex the list is put in order by exchanging neighbors that cross before
//! it, *in any sequence*: whichever pair is exchanged first, the list ends in the same order, and each
//! exchange is one crossing. So a crossing is compared with grid points only, and a queue of integers
//! suffices.
//!
//! 1. Take the vertices from left to right, those with equal x from bottom to top (as if the line leaned a
//!    little, so that vertical pieces are nothing special).
//! 2. Exchange neighbors that cross before the vertex, until none is left. Each is reported as a crossing.
//!    If more lines go through the same point, the whole run of them is turned over at once.
//! 3. Find the run of lines through the vertex: next to a piece that ends there, or by a search.
//! 4. Lines of the run that do not end at the vertex touch it: each is reported.
//! 5. Replace the run by the lines that go on or start here, fanned by angle.
//! 6. Ask the new neighbors whether they will cross; if so, queue them under the first grid point
//!    that is not before their crossing.
//!
//! Invariant: between vertices the list is in the order in which the sweep line met the lines just right
//! of the last vertex; neighbors that cross to the right of it are queued.
//! Cost: O((n + k) log n) for n pieces with k crossings, O(n log n) comparisons of degree 2 if there are
//! none. A vertex where one piece ends and one starts needs no search, so polygons need about one search
//! each.
//! Degenerate: collinear overlaps lie next to each other and show as touches, since an end of one is inside
//! of the other. Pairs that cross at a vertex are not exchanged but fanned, in step 5. Duplicates are gone
//! before ([`Lines`]).
//! After: Bentley & Ottmann, IEEE Trans. Computers 28 (1979) 643-647, doi:10.1109/TC.1979.1675432.
//! Differs from the paper in step 2.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::crossing::{Crossing, key};
use super::lines::{Line, Lines};
use super::status::{Place, Status};
use super::vertices::Vertices;
use crate::site::GridPoint;

/// Where pieces meet other than at common ends.
#[derive(Debug, Default)]
pub(super) struct Meetings {
    /// A piece and a vertex in its interior.
    pub(super) touches: Vec<(u32, u32)>,
    /// Where the interiors of pieces cross, two of the pieces each. Of a run of m pieces through one point
    /// that are turned over together, m - 1 pairs are listed, in which each of them occurs.
    pub(super) crossings: Vec<CrossingPair>,
    /// The sweep stopped early: there are more crossings, and many of them in the same pixels.
    pub(super) crowded: bool,
}

/// Two pieces that cross, and the grid point nearest to the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct CrossingPair {
    pub(super) pieces: [u32; 2],
    pub(super) pixel: GridPoint,
}

impl Meetings {
    pub(super) fn is_empty(&self) -> bool {
        self.touches.is_empty() && self.crossings.is_empty()
    }
}

/// Finds every touch and every crossing, unless it is in a crowd: when it has found more than
/// `patience` crossings (and more than there are lines), and again whenever their number has doubled, it
/// counts the pixels in which they are, and stops if there are [`CROWD`] times as many crossings.
pub(super) fn meetings(vertices: &Vertices, lines: Lines, patience: usize) -> Meetings {
    let mut patience = patience.max(lines.lines.len());
    let mut sweep = Sweep::new(vertices, lines);
    // 1.
    for rank in 0..vertices.order.len() {
        sweep.advance(rank, &mut patience);
        if sweep.found.crowded {
            break;
        }
    }
    sweep.found
}

/// So many crossings in a pixel make a crowd.
const CROWD: usize = 4;

/// A line that is below (or above) everything; never reached, hence never ends.
fn beyond(y: i32) -> Line {
    Line { from: GridPoint::new(0, y), dx: 1, dy: 0, to: u32::MAX, piece: u32::MAX }
}

/// No line.
const NONE: u32 = u32::MAX;

struct Sweep<'a> {
    vertices: &'a Vertices,
    /// See [`Lines::first`].
    first: Vec<u32>,
    /// See [`Lines::lines`]; at the end the bottom and the top of the list.
    lines: Vec<Line>,
    status: Status,
    /// For each rank some line that has started and ends there.
    ending: Vec<u32>,
    /// Neighbors that will cross: key of the crossing, lower line, upper line.
    queue: BinaryHeap<Reverse<(u64, u32, u32)>>,
    found: Meetings,
    /// Scratch: the run through the current vertex before, and after.
    old: Vec<u32>,
    new: Vec<u32>,
}

impl<'a> Sweep<'a> {
    fn new(vertices: &'a Vertices, lines: Lines) -> Self {
        let Lines { first, mut lines, .. } = lines;
        let bottom = lines.len() as u32;
        lines.extend([beyond(i32::MIN / 2), beyond(i32::MAX / 2)]);
        Self {
            vertices,
            first,
            lines,
            status: Status::new(bottom),
            ending: vec![NONE; vertices.order.len()],
            queue: BinaryHeap::new(),
            found: Meetings::default(),
            old: Vec::new(),
            new: Vec::new(),
        }
    }

    /// Moves the sweep line past one vertex.
    fn advance(&mut self, rank: usize, patience: &mut usize) {
        let vertex = self.vertices.order[rank];
        let p = self.vertices.at[vertex as usize];
        // 2.
        while let Some(&Reverse((at, lower, upper))) = self.queue.peek()
            && at <= key(p.x, p.y)
        {
            self.queue.pop();
            self.exchange(lower, upper, p);
            if self.found.crossings.len() > *patience {
                self.found.crowded = self.is_crowd();
                *patience = 2 * self.found.crossings.len();
                if self.found.crowded {
                    return;
                }
            }
        }
        // 3.
        let below = self.run_through(rank, p);
        // 4.
        let mut old = std::mem::take(&mut self.old);
        let mut new = std::mem::take(&mut self.new);
        new.clear();
        for &line in &old {
            self.status.forget(line);
            let Line { to, piece, .. } = self.lines[line as usize];
            if to as usize != rank {
                self.found.touches.push((piece, vertex));
                new.push(line);
            }
        }
        // 5.
        let going_on = !new.is_empty();
        let starting = self.first[rank]..self.first[rank + 1];
        for line in starting {
            self.ending[self.lines[line as usize].to as usize] = line;
            new.push(line);
        }
        if going_on {
            new.sort_unstable_by(|&s, &t| {
                self.lines[s as usize].fan_order(&self.lines[t as usize]).then(s.cmp(&t))
            });
        }
        let (lowest, highest) = self.replace(below, &old, &new);
        // 6.
        self.watch(self.status.line(lowest), self.status.line(self.status.next(lowest)));
        if !new.is_empty() {
            self.watch(self.status.line(highest), self.status.line(self.status.next(highest)));
        }
        old.clear();
        self.old = old;
        self.new = new;
    }

    /// Whether many crossings are in few pixels.
    #[cold]
    fn is_crowd(&self) -> bool {
        let mut pixels: Vec<GridPoint> = self.found.crossings.iter().map(|crossing| crossing.pixel).collect();
        pixels.sort_unstable();
        pixels.dedup();
        pixels.len() * CROWD < self.found.crossings.len()
    }

    /// Exchanges two lines that cross before `p`, and all that go through the same point with them, unless
    /// they are no longer neighbors in this order.
    fn exchange(&mut self, lower: u32, upper: u32, p: GridPoint) {
        let Some(low) = self.status.place(lower) else { return };
        let high = self.status.next(low);
        if self.status.line(high) != upper {
            return;
        }
        let (s, t) = (self.lines[lower as usize], self.lines[upper as usize]);
        if s.side(p) == 0 && t.side(p) == 0 {
            return; // They cross at the vertex itself.
        }
        let crossing = Crossing::new(&s, &t);
        // The longest run in which each line is steeper than the next one above: all pairs of it cross there.
        let goes_on = |a: u32, b: u32, new: u32| {
            crossing.is_on(&self.lines[new as usize])
                && self.lines[a as usize].fan_order(&self.lines[b as usize]).is_gt()
        };
        let (mut first, mut line) = (low, lower);
        loop {
            let next = self.status.line(self.status.prev(first));
            if !goes_on(next, line, next) {
                break;
            }
            first = self.status.prev(first);
            line = next;
        }
        let mut run = std::mem::take(&mut self.new);
        run.clear();
        let mut at = first;
        loop {
            run.push(line);
            at = self.status.next(at);
            let next = self.status.line(at);
            if !goes_on(line, next, next) {
                break;
            }
            line = next;
        }
        let pixel = crossing.pixel();
        for pair in run.windows(2) {
            let pieces = [pair[0], pair[1]].map(|line| self.lines[line as usize].piece);
            self.found.crossings.push(CrossingPair { pieces, pixel });
        }
        let mut at = self.status.prev(first);
        self.watch(self.status.line(at), run[run.len() - 1]);
        for &line in run.iter().rev() {
            at = self.status.next(at);
            self.status.set(at, line);
        }
        self.watch(run[0], self.status.line(self.status.next(at)));
        self.new = run;
    }

    /// Collects the lines through the vertex in `old`, from bottom to top, and returns the place below them.
    fn run_through(&mut self, rank: usize, p: GridPoint) -> Place {
        let ending = self.ending[rank];
        let known = if ending == NONE { None } else { self.status.place(ending) };
        let below = match known {
            None => self.status.below(&self.lines, p),
            Some(mut at) => loop {
                at = self.status.prev(at);
                if self.lines[self.status.line(at) as usize].side(p) != 0 {
                    break at;
                }
            },
        };
        let mut at = self.status.next(below);
        loop {
            let line = self.status.line(at);
            if line != ending && self.lines[line as usize].side(p) != 0 {
                return below;
            }
            self.old.push(line);
            at = self.status.next(at);
        }
    }

    /// Puts the lines of `new` where those of `old` were, and returns the place below them and the last of
    /// them.
    fn replace(&mut self, below: Place, old: &[u32], new: &[u32]) -> (Place, Place) {
        let common = old.len().min(new.len());
        let mut at = below;
        for &line in &new[..common] {
            at = self.status.next(at);
            self.status.set(at, line);
        }
        for &line in &new[common..] {
            at = self.status.insert_above(at, line);
        }
        for _ in common..old.len() {
            self.status.remove_above(at);
        }
        // An insertion may have moved the place below.
        let below = new.iter().fold(at, |place, _| self.status.prev(place));
        (below, at)
    }

    /// Queues two neighbors if they will cross: the lower one is steeper, and where the first of them ends it
    /// has got to the other side. If it ends on the other, that is a touch and no crossing.
    #[inline]
    fn watch(&mut self, lower: u32, upper: u32) {
        let (s, t) = (&self.lines[lower as usize], &self.lines[upper as usize]);
        if !s.fan_order(t).is_gt() {
            return;
        }
        let cross = if s.to < t.to { t.side(s.right()) > 0 } else { s.side(t.right()) < 0 };
        if cross {
            self.queue.push(Reverse((Crossing::new(s, t).key(), lower, upper)));
        }
    }
}
