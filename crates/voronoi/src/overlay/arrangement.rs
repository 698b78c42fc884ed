//! The arrangement of all courses: which nodes there are, and which of them each course is led through.
//!
//! A *course* is the straight way between two grid points that a shape asked for. A *node* is a grid point where
//! something happens: a course ends, a lone point lies, or courses cross in its *pixel*, the half-open unit square
//! around it. A course is realized as a chain of *pieces* between the nodes it stops at.
//!
//! Idea. What stops at what is a function of the set of courses, never of the order in which they came. Then
//! a removal restores what was beneath, to the bit, by keeping that function up to date. It is snap rounding, held
//! back so that what crosses nothing is not moved:
//!
//! - A node is hot if a crossing was rounded to it (the crossing is in its pixel but not at its center), or if a
//!   bent course meets its pixel.
//! - A course is bent if it meets the pixel of a hot node whose center is not on it.
//! - A straight course stops at the nodes that lie on it, a bent one at all nodes whose pixel it meets.
//!
//! Hot and bent are the least sets with these rules ([`super::heat`]).
//!
//! Invariant: no two pieces meet but at nodes, and no node lies inside a piece. Two straight courses cross only at
//! nodes that lie on both. Otherwise one of the two, c, is bent. Call the nodes of both chains P. Then each of
//! the two stops at every node of P whose pixel it meets: c at all nodes anyway, and the other at its own nodes and
//! at those of c, all of which are hot. So the two chains are the classical snap rounding of their two courses with the
//! hot pixels P, and that theorem says the rest. No chain moves off its course by more than 1/2 in x or y.
//! Cost: an insertion or removal asks the index once for each course and each node that changes.
//! Degenerate: equal courses and overlaps on one line share pieces, which are counted.
//! After: Hobby, Computational Geometry 13 (1999) 199-214, doi:10.1016/S0925-7721(99)00021-8; Guibas & Marimont,
//! Int. J. Computational Geometry & Applications 8 (1998), doi:10.1142/S0218195998000096, who also insert and remove.
//! Differs from the papers: there all nodes are hot, which also moves what passes a node closely and crosses nothing.

use super::hash::Map;
use super::index::{Index, Item};
use crate::gate::{Crossing, Line, Probe};
use crate::id::{PointId, SegmentId};
use crate::site::GridPoint;

/// A grid point where something happens.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: GridPoint,
    /// Ends of courses here; a lone point counts as one.
    pub(super) ends: u32,
    /// Pairs of courses that cross exactly here.
    pub(super) exact: u32,
    /// Pairs of courses that cross elsewhere in the pixel.
    pub(super) rounded: u32,
    pub(super) hot: bool,
    /// A node near by, to start walks from.
    pub(super) near: Option<u32>,
    /// Its point in the diagram.
    pub(super) site: Option<PointId>,
}

impl Node {
    /// Whether anything happens here.
    pub(super) fn is_used(&self) -> bool {
        self.ends + self.exact + self.rounded > 0
    }
}

/// A straight way from one node to another, and the chain that follows it.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) ends: [u32; 2],
    pub(super) from: GridPoint,
    pub(super) to: GridPoint,
    pub(super) bent: bool,
    /// The nodes between the ends that it stops at, in order along the course.
    pub(super) stops: Vec<u32>,
}

impl Course {
    /// Whether this is a lone point.
    pub(super) fn is_point(&self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// Whether the course meets the pixel of a grid point.
    #[inline]
    pub(super) fn meets(&self, p: GridPoint) -> bool {
        Probe::new(self.from, self.to).meets(p)
    }

    /// Whether a grid point whose pixel the course meets lies on the course itself.
    #[inline]
    pub(super) fn is_on(&self, p: GridPoint) -> bool {
        self.to.minus(self.from).cross(p.minus(self.from)) == 0
    }

    /// The nodes of the chain in order, ends included.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let [first, last] = self.ends;
        let last = (!self.is_point()).then_some(last);
        std::iter::once(first).chain(self.stops.iter().copied()).chain(last)
    }

    /// The pixel in which two courses cross properly, if they do.
    fn crossing(&self, other: &Self) -> Option<GridPoint> {
        let apart = |s: &Self, t: &Self| {
            let d = s.to.minus(s.from);
            d.cross(t.from.minus(s.from)).signum() * d.cross(t.to.minus(s.from)).signum() < 0
        };
        let line = |s: &Self| Line::new(s.from.min(s.to), s.from.max(s.to), 0, 0);
        (apart(self, other) && apart(other, self)).then(|| Crossing::new(&line(self), &line(other)).pixel())
    }
}

/// A piece of one or more chains.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece {
    /// How many chains go through it.
    pub(super) count: u32,
    /// Its segment in the diagram.
    pub(super) site: Option<SegmentId>,
}

/// Names the piece between two nodes.
pub(super) fn piece_key(u: u32, v: u32) -> u64 {
    u64::from(u.min(v)) << 32 | u64::from(u.max(v))
}

/// The two nodes of a piece.
pub(super) fn piece_ends(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// All courses, nodes and pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrangement {
    pub(super) nodes: Vec<Node>,
    pub(super) free_nodes: Vec<u32>,
    pub(super) node_at: Map<GridPoint, u32>,
    pub(super) courses: Vec<Course>,
    pub(super) free_courses: Vec<u32>,
    /// By their two nodes ([`piece_key`]).
    pub(super) pieces: Map<u64, Piece>,
    pub(super) index: Index,
    /// What changed since the diagram was brought up to date: pieces and nodes, some perhaps several times.
    pub(super) changed_pieces: Vec<u64>,
    pub(super) changed_nodes: Vec<u32>,
    /// Nodes that lost an end, a crossing or a bent course.
    pub(super) loose: Vec<u32>,
    /// What became hot or bent and was not followed up yet.
    pub(super) tasks: Vec<Item>,
    pub(super) scratch: Vec<Vec<Item>>,
}

impl Arrangement {
    /// Adds a course, or a lone point if both ends are the same. Call [`spread`](Self::spread) after the last one.
    pub(super) fn insert(&mut self, from: GridPoint, to: GridPoint) -> u32 {
        let ends = [from, to].map(|at| self.node(at));
        let course = Course { ends, from, to, bent: false, stops: Vec::new() };
        self.nodes[ends[0] as usize].ends += 1;
        if from == to {
            return self.new_course(course);
        }
        self.nodes[ends[1] as usize].ends += 1;
        let c = self.new_course(course);
        let near = self.near(from, to);
        self.index.insert(Item::Course(c), from, to);
        self.use_piece(ends[0], ends[1]);
        for &item in &near {
            match item {
                Item::Node(v) => {
                    let Node { at, hot, .. } = self.nodes[v as usize];
                    let course = &self.courses[c as usize];
                    match (course.meets(at), course.is_on(at)) {
                        (true, true) => self.add_stop(c, v),
                        (true, false) if hot => self.bend(c),
                        _ => {}
                    }
                }
                Item::Course(d) => {
                    if let Some((at, rounded)) = self.crossing(c, d) {
                        let v = self.node(at);
                        *self.crossings(v, rounded) += 1;
                        if rounded {
                            self.heat(v);
                        }
                    }
                }
            }
        }
        self.done(near);
        c
    }

    /// Takes a course out. Call [`settle`](Self::settle) after the last one.
    pub(super) fn remove(&mut self, c: u32) {
        let (ends, from, to) = {
            let course = &self.courses[c as usize];
            (course.ends, course.from, course.to)
        };
        if from != to {
            self.index.remove(Item::Course(c));
            let near = self.near(from, to);
            for &item in &near {
                if let Item::Course(d) = item
                    && let Some((at, rounded)) = self.crossing(c, d)
                {
                    let v = self.node_at[&at];
                    *self.crossings(v, rounded) -= 1;
                    self.loose.push(v);
                }
            }
            self.done(near);
            self.nodes[ends[1] as usize].ends -= 1;
        }
        self.nodes[ends[0] as usize].ends -= 1;
        self.loose.extend(ends);
        let Course { bent, stops, .. } = std::mem::replace(
            &mut self.courses[c as usize],
            Course { ends: [0; 2], from, to, bent: false, stops: Vec::new() },
        );
        let mut last = ends[0];
        for &v in stops.iter().chain((from != to).then_some(&ends[1])) {
            self.drop_piece(last, v);
            last = v;
        }
        if bent {
            self.loose.extend(stops);
        }
        self.free_courses.push(c);
    }

    /// The pixel where two courses cross, and whether it is not exactly there.
    pub(super) fn crossing(&self, c: u32, d: u32) -> Option<(GridPoint, bool)> {
        let (c, d) = (&self.courses[c as usize], &self.courses[d as usize]);
        let at = c.crossing(d)?;
        Some((at, !(c.is_on(at) && d.is_on(at))))
    }

    fn crossings(&mut self, v: u32, rounded: bool) -> &mut u32 {
        let node = &mut self.nodes[v as usize];
        if rounded { &mut node.rounded } else { &mut node.exact }
    }

    /// The node at a grid point; a new one stops the courses that have to.
    fn node(&mut self, at: GridPoint) -> u32 {
        if let Some(&v) = self.node_at.get(&at) {
            return v;
        }
        let node = Node { at, ends: 0, exact: 0, rounded: 0, hot: false, near: None, site: None };
        let v = match self.free_nodes.pop() {
            Some(slot) => {
                self.nodes[slot as usize] = node;
                slot
            }
            None => {
                self.nodes.push(node);
                u32::try_from(self.nodes.len() - 1).expect("fewer than 2^30 nodes")
            }
        };
        self.node_at.insert(at, v);
        self.changed_nodes.push(v);
        let mut near = self.scratch.pop().unwrap_or_default();
        near.clear();
        self.nodes[v as usize].near = self.index.near(at, at, &mut near);
        self.index.insert(Item::Node(v), at, at);
        for &item in &near {
            let Item::Course(c) = item else { continue };
            let course = &self.courses[c as usize];
            let (meets, bent) = (course.meets(at), course.bent);
            if meets && (bent || course.is_on(at)) {
                self.add_stop(c, v);
            }
            if meets && bent {
                self.heat(v);
            }
        }
        self.done(near);
        v
    }

    fn new_course(&mut self, course: Course) -> u32 {
        match self.free_courses.pop() {
            Some(slot) => {
                self.courses[slot as usize] = course;
                slot
            }
            None => {
                self.courses.push(course);
                u32::try_from(self.courses.len() - 1).expect("fewer than 2^30 courses")
            }
        }
    }

    /// What may meet the way from one point to another. Give the list back with [`done`](Self::done).
    pub(super) fn near(&mut self, a: GridPoint, b: GridPoint) -> Vec<Item> {
        let mut found = self.scratch.pop().unwrap_or_default();
        found.clear();
        self.index.near(a, b, &mut found);
        found
    }

    pub(super) fn done(&mut self, list: Vec<Item>) {
        self.scratch.push(list);
    }
}
