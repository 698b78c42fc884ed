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
//!
//! Layers. A course lies on one layer and meets only what is on it. A *seam* lies on two, and is one course with one chain: what bends it
//! on one layer bends it on both. For that a node near a seam, one whose pixel the seam meets, is on both layers ([`super::sheets`]).
//! The proof holds for every pair of courses with a common layer.
//!
//! Cost: an insertion or removal asks the index once for each course and each node that changes.
//! Degenerate: equal courses and overlaps on one line share pieces, which are counted.
//! After: Hobby, Computational Geometry 13 (1999) 199-214, doi:10.1016/S0925-7721(99)00021-8; Guibas & Marimont,
//! Int. J. Computational Geometry & Applications 8 (1998), doi:10.1142/S0218195998000096, who also insert and remove.
//! Differs from the papers: there all nodes are hot, which also moves what passes a node closely and crosses nothing.

use super::hash::Map;
use super::index::{END, Index, Item};
use super::sheets::Sheets;
use crate::gate::{Crossing, Line, Probe};
use crate::id::{PointId, SegmentId};
use crate::site::GridPoint;

/// A grid point where something happens.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it is.
    pub at: GridPoint,
    /// Its point in the diagram, if it has one.
    pub site: Option<PointId>,
    /// For the user: how many things hold its point.
    pub uses: u32,
    /// Ends of courses here; a lone point counts as one.
    pub(super) ends: u32,
    /// Pairs of courses that cross exactly here.
    pub(super) exact: u32,
    /// Pairs of courses that cross elsewhere in the pixel.
    pub(super) rounded: u32,
    /// Ends of pieces here, each as often as chains go through it.
    pub(super) pieces: u32,
    pub(super) hot: bool,
    /// A node near by, to start walks from.
    pub(super) near: Option<u32>,
    /// The set of its layers.
    pub(super) class: u32,
    /// Its first entry in the index.
    pub(super) entry: u32,
}

impl Node {
    /// Whether anything happens here.
    pub fn is_used(&self) -> bool {
        self.ends + self.exact + self.rounded > 0
    }
}

/// A straight way from one node to another, and the chain that follows it.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its first node and its last; the same for a lone point.
    pub ends: [u32; 2],
    /// Where it starts.
    pub from: GridPoint,
    /// Where it ends.
    pub to: GridPoint,
    /// Its layers: two for a seam, else the same twice.
    pub layers: [u32; 2],
    /// What it belongs to; for the user.
    pub tag: u32,
    pub(super) bent: bool,
    /// The nodes between the ends that it stops at, in order along the course.
    pub(super) stops: Vec<u32>,
    /// Its first entry in the index.
    pub(super) entry: u32,
}

impl Course {
    /// Whether this is a lone point.
    pub fn is_point(&self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// Whether it lies on two layers.
    pub fn is_seam(&self) -> bool {
        self.layers[0] != self.layers[1]
    }

    /// Its layers, each once.
    pub fn on(&self) -> &[u32] {
        if self.is_seam() { &self.layers } else { &self.layers[..1] }
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
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
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

/// Names a piece: its two nodes, the smaller first, and the layer. A piece of a seam has a name on each of its layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceKey {
    /// The two nodes.
    pub ends: [u32; 2],
    /// The layer.
    pub layer: u32,
}

impl PieceKey {
    /// The piece between two nodes on a layer.
    pub fn new(u: u32, v: u32, layer: u32) -> Self {
        Self { ends: [u.min(v), u.max(v)], layer }
    }
}

/// A piece of one or more chains.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// Its segment in the diagram, if it has one.
    pub site: Option<SegmentId>,
    /// For the user: a number for its left and its right side, seen from its first node.
    pub notes: [u16; 2],
    first: Option<u32>,
    more: Vec<u32>,
}

impl Piece {
    /// The courses whose chains go through it, each as often as it does.
    pub fn owners(&self) -> impl Iterator<Item = u32> + '_ {
        self.first.into_iter().chain(self.more.iter().copied())
    }

    /// Whether no chain goes through it any more.
    pub fn is_unused(&self) -> bool {
        self.first.is_none()
    }

    pub(super) fn add(&mut self, c: u32) {
        match self.first {
            None => self.first = Some(c),
            Some(_) => self.more.push(c),
        }
    }

    pub(super) fn drop(&mut self, c: u32) {
        if self.first == Some(c) {
            self.first = self.more.pop();
        } else {
            let place = self.more.iter().position(|&other| other == c).expect("an owner is listed");
            self.more.swap_remove(place);
        }
    }
}

/// All courses, nodes and pieces.
///
/// Changes come in two phases: [`remove`](Self::remove) what goes and [`settle`](Self::settle), then insert what comes and
/// [`spread`](Self::spread). [`take_changes`](Self::take_changes) tells the difference.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    pub(super) nodes: Vec<Node>,
    pub(super) free_nodes: Vec<u32>,
    /// By place and set of layers.
    pub(super) node_at: Map<(GridPoint, u32), u32>,
    pub(super) courses: Vec<Course>,
    pub(super) free_courses: Vec<u32>,
    pub(super) pieces: Map<PieceKey, Piece>,
    pub(super) index: Index,
    pub(super) sheets: Sheets,
    /// What changed since the diagram was brought up to date: pieces and nodes, some perhaps several times.
    pub(super) changed_pieces: Vec<PieceKey>,
    pub(super) changed_nodes: Vec<u32>,
    /// Nodes that lost an end, a crossing or a bent course.
    pub(super) loose: Vec<u32>,
    /// What became hot or bent and was not followed up yet.
    pub(super) tasks: Vec<Item>,
    pub(super) scratch: Vec<Vec<Item>>,
}

impl Arrangement {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a seam: a course on two layers, which stays. Seams come before everything else.
    ///
    /// # Panics
    /// If there are other courses already.
    pub fn insert_seam(&mut self, layers: [u32; 2], from: GridPoint, to: GridPoint, tag: u32) -> u32 {
        assert!(self.courses.iter().all(Course::is_seam), "seams come first");
        self.sheets.add_seam(layers, from, to);
        // Nodes that are there already may be on more layers now.
        let seams: Vec<Course> = self.courses.drain(..).collect();
        *self = Self { sheets: std::mem::take(&mut self.sheets), ..Self::default() };
        for seam in seams {
            self.insert_course(seam.layers, seam.from, seam.to, seam.tag);
        }
        self.insert_course(layers, from, to, tag)
    }

    /// Adds a course, or a lone point if both ends are the same. Call [`spread`](Self::spread) after the last one.
    pub fn insert(&mut self, layer: u32, from: GridPoint, to: GridPoint, tag: u32) -> u32 {
        self.insert_course([layer; 2], from, to, tag)
    }

    fn insert_course(&mut self, layers: [u32; 2], from: GridPoint, to: GridPoint, tag: u32) -> u32 {
        let ends = [from, to].map(|at| self.node_for(at, layers[0]));
        let course = Course { ends, from, to, layers, tag, bent: false, stops: Vec::new(), entry: END };
        self.nodes[ends[0] as usize].ends += 1;
        if from == to {
            return self.new_course(course);
        }
        self.nodes[ends[1] as usize].ends += 1;
        let c = self.new_course(course);
        let near = self.near(&Layers::Few(layers), from, to);
        let entry = {
            let course = &self.courses[c as usize];
            self.index.insert(Item::Course(c), course.on(), from, to)
        };
        self.courses[c as usize].entry = entry;
        self.use_piece(c, ends[0], ends[1]);
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
                        let v = self.node_for(at, layers[0]);
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
    pub fn remove(&mut self, c: u32) {
        let Course { ends, from, to, layers, entry, .. } = self.courses[c as usize];
        if from != to {
            self.index.remove(entry);
            let near = self.near(&Layers::Few(layers), from, to);
            for &item in &near {
                if let Item::Course(d) = item
                    && let Some((at, rounded)) = self.crossing(c, d)
                {
                    let class = self.sheets.class_at(at, layers[0]);
                    let v = self.node_at[&(at, class)];
                    *self.crossings(v, rounded) -= 1;
                    self.loose.push(v);
                }
            }
            self.done(near);
            self.nodes[ends[1] as usize].ends -= 1;
        }
        self.nodes[ends[0] as usize].ends -= 1;
        self.loose.extend(ends);
        let stops = std::mem::take(&mut self.courses[c as usize].stops);
        let mut last = ends[0];
        for &v in stops.iter().chain((from != to).then_some(&ends[1])) {
            self.drop_piece(c, last, v);
            last = v;
        }
        if std::mem::take(&mut self.courses[c as usize].bent) {
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

    /// The node at a grid point of a layer; a new one stops the courses that have to.
    fn node_for(&mut self, at: GridPoint, layer: u32) -> u32 {
        let class = self.sheets.class_at(at, layer);
        if let Some(&v) = self.node_at.get(&(at, class)) {
            return v;
        }
        let node = Node {
            at,
            site: None,
            uses: 0,
            ends: 0,
            exact: 0,
            rounded: 0,
            pieces: 0,
            hot: false,
            near: None,
            class,
            entry: END,
        };
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
        self.node_at.insert((at, class), v);
        self.changed_nodes.push(v);
        let mut near = self.scratch.pop().unwrap_or_default();
        near.clear();
        for &layer in self.sheets.layers(class) {
            let hint = self.index.near(layer, at, at, &mut near);
            self.nodes[v as usize].near = self.nodes[v as usize].near.or(hint);
        }
        once(&mut near, self.sheets.layers(class).len());
        self.nodes[v as usize].entry = self.index.insert(Item::Node(v), self.sheets.layers(class), at, at);
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
    pub(super) fn near(&mut self, layers: &Layers, a: GridPoint, b: GridPoint) -> Vec<Item> {
        let mut found = self.scratch.pop().unwrap_or_default();
        found.clear();
        let layers = match layers {
            Layers::Few(pair) if pair[0] == pair[1] => &pair[..1],
            Layers::Few(pair) => &pair[..],
            &Layers::OfNode(v) => self.sheets.layers(self.nodes[v as usize].class),
        };
        for &layer in layers {
            self.index.near(layer, a, b, &mut found);
        }
        once(&mut found, layers.len());
        found
    }

    pub(super) fn done(&mut self, list: Vec<Item>) {
        self.scratch.push(list);
    }
}

/// On which layers to look.
pub(super) enum Layers {
    /// Those of a course.
    Few([u32; 2]),
    /// Those of a node.
    OfNode(u32),
}

/// What is on several layers was found several times.
fn once(found: &mut Vec<Item>, layers: usize) {
    if layers > 1 {
        found.sort_unstable();
        found.dedup();
    }
}
