//! The largest disc that gets from one place to another.
//!
//! Idea: moving straight away from the nearest obstacle never makes the clearance smaller, so no way is wider than the one on the medial
//! axis. There the widest way between any two vertices follows a maximum spanning forest, and what remains of that forest is
//! the order in which it grew.
//!
//! Preparation:
//! 1. Sort the edges, widest first: by the smallest clearance along them.
//! 2. Join the vertices at their ends, one edge after the other, if they are not together yet (Kruskal). The root of the smaller tree
//!    becomes a child of the root of the larger one, and remembers the edge.
//!
//! Query:
//! 3. Retract both places. From each, two parts of its edge lead to vertices; if both are on one edge, there is the direct way too. A way over the
//!    narrower part is not wider, as it may as well turn round and go over the wider one; so of four pairs one is enough, but for rounding.
//! 4. For two vertices climb from both, always over the older of the two links, until they meet: the last link was made by the edge that
//!    first brought the two together, the narrowest one of the widest way. A mesh that went through updates has another forest, which is kept
//!    up to date ([`crate::route::Forest`]); it finds the same edge.
//! 5. The answer is the smallest of that, the parts of step 3 and the clearances of the two places themselves.
//!
//! Invariant: upwards links are ever younger. Two vertices meet by links of the first k edges exactly if these edges connect them.
//!
//! Cost: preparation O(n log n). A tree of depth d has at least 2^d vertices, as trees are never put below smaller ones; so a query
//! takes O(log n), beside finding the cells of the places and the parts of their edges.
//!
//! Degenerate cases: an edge whose ends are one vertex joins nothing. Of edges with the same width the one with the smaller id is first.
//!
//! Source: J. B. Kruskal, On the shortest spanning subtree of a graph, 1956; union by size without path compression keeps its history.

use rayon::prelude::*;

use crate::id::{CellId, EdgeId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::approach::Approach;
use crate::route::forest::Strength;
use crate::route::partial::OnAxis;
use crate::route::refusal::{NoRoute, Which};

/// How wide the widest way between two places is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Width {
    /// The radius of the largest disc that can go all the way. \[m\]
    pub radius: f64,
    /// Where it just fits: the start, the goal, or a place on the medial axis.
    pub at: Position,
}

/// The forest of the widest ways.
pub(crate) struct Widths {
    /// By joint.
    links: Vec<Link>,
    /// The edges that made links, widest first; the first one made link number 1.
    edges: Vec<Strength>,
}

/// From a joint upwards.
#[derive(Clone, Copy)]
struct Link {
    parent: JointId,
    /// The number of the link, or [`APART`] at a root.
    number: u32,
}

/// A part of an edge, and the smallest clearance there.
#[derive(Clone, Copy)]
struct Stretch {
    width: f64,
    /// In the direction of the edge.
    ends: [OnAxis; 2],
}

/// The number of a link that was never made.
const APART: u32 = u32::MAX;

impl Mesh {
    /// The largest radius with which a disc gets from one place to another, and where it is that narrow.
    ///
    /// The first call prepares, which takes about as long as sorting the edges; then it takes O(log n). A mesh that went through updates
    /// prepares nothing: there it takes as many steps as there are edges on the ways through a tree.
    ///
    /// ```
    /// use throng_mesh::{Layer, LayerId, Mesh, Position, Scene, sample::ring};
    ///
    /// // Two rooms with a door of 0.9 m between them.
    /// let mut layer = Layer::new("rooms");
    /// layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]]));
    /// layer.obstacles.push(ring(&[[5.0, 0.0], [5.2, 0.0], [5.2, 1.0], [5.0, 1.0]]));
    /// layer.obstacles.push(ring(&[[5.0, 1.9], [5.2, 1.9], [5.2, 4.0], [5.0, 4.0]]));
    /// let mesh = Mesh::build(&Scene::of_layer("rooms", layer))?.mesh;
    /// let [from, to] = [2.0, 8.0].map(|x| Position::new([x, 2.0], LayerId(0)));
    /// let width = mesh.largest_radius(from, to).expect("there is a door");
    /// assert!((width.radius - 0.45).abs() < 1e-9 && (width.at.at[1] - 1.45).abs() < 1e-9);
    /// # Ok::<(), throng_mesh::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`NoRoute::Outside`] and [`NoRoute::NotConnected`].
    pub fn largest_radius(&self, from: Position, to: Position) -> Result<Width, NoRoute> {
        let start = self.enter(from, Which::Start)?;
        let goal = self.enter(to, Which::Goal)?;
        self.width_between(&start, &goal)
    }

    /// A place as routes see it.
    pub(crate) fn enter(&self, position: Position, which: Which) -> Result<Approach, NoRoute> {
        // Every place is far enough from obstacles to keep a distance of 0.
        self.approach(position, 0.0)
            .ok_or_else(|| NoRoute::Outside { which, nearest: self.nearest_walkable(position) })
    }

    /// The largest radius between two places, or that they are not connected.
    pub(crate) fn width_between(&self, start: &Approach, goal: &Approach) -> Result<Width, NoRoute> {
        let [one, two] =
            [start, goal].map(|place| self.edges[self.cells[place.cell.index()].edge.index()].component);
        if one != two {
            return Err(NoRoute::NotConnected);
        }
        let narrowest = self.narrowest(start, goal).ok_or(NoRoute::NotConnected)?;
        // Step 5.
        let place = if start.clearance <= goal.clearance { start } else { goal };
        if place.clearance <= narrowest.width {
            return Ok(Width { radius: place.clearance, at: place.position });
        }
        Ok(Width { radius: narrowest.width, at: self.narrowest_place(narrowest) })
    }

    /// The narrowest stretch of the widest way on the medial axis.
    fn narrowest(&self, start: &Approach, goal: &Approach) -> Option<Stretch> {
        // Step 3.
        let places = [start.on_axis(), goal.on_axis()];
        let order = places[0].cell.cmp(&places[1].cell).then(places[0].t.total_cmp(&places[1].t));
        let [first, last] = if order.is_le() { places } else { [places[1], places[0]] };
        let direct = self.span_between(first, last);
        let mut best = direct.map(|span| Stretch { width: span.min_clearance, ends: [first, last] });
        let [from, to] = places.map(|place| {
            let [one, two] = self.parts(place);
            if one.1.width < two.1.width { [two, one] } else { [one, two] }
        });
        let own = places.map(|place| self.edges[self.cells[place.cell.index()].edge.index()].min_clearance);
        for (i, (a, first)) in from.into_iter().enumerate() {
            for (j, (b, last)) in to.into_iter().enumerate() {
                let parts = first.narrower(last);
                // Over the narrower part nothing is wider but by rounding, and not even so if the edge as a whole is wide enough.
                let hopeless = |best: f64| i == 1 && own[0] > best || j == 1 && own[1] > best;
                if best.is_none_or(|best| best.width < parts.width && !hopeless(best.width))
                    && let Some(way) = self.narrowest_over([a, b], parts)
                    && best.is_none_or(|best| best.width < way.width)
                {
                    best = Some(way);
                }
            }
        }
        best
    }

    /// The parts of an edge before a place on it and after that, with the vertices to which they lead.
    fn parts(&self, place: OnAxis) -> [(JointId, Stretch); 2] {
        let [before, after] = self.partials(place);
        let [first, last] = self.whole(self.cells[place.cell.index()].edge);
        let [before_width, after_width] = [before.min_clearance, after.min_clearance];
        [
            (before.vertex, Stretch { width: before_width, ends: [first, place] }),
            (after.vertex, Stretch { width: after_width, ends: [place, last] }),
        ]
    }

    /// The ends of an edge.
    fn whole(&self, edge: EdgeId) -> [OnAxis; 2] {
        let edge = &self.edges[edge.index()];
        let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
        [OnAxis { cell: edge.first_cell, t: 0.0 }, OnAxis { cell: last, t: 1.0 }]
    }

    /// The narrowest of the parts at both ends and the widest way between two vertices.
    fn narrowest_over(&self, [a, b]: [JointId; 2], parts: Stretch) -> Option<Stretch> {
        let weakest = self.weakest_between(a, b)?;
        if parts.width <= weakest.width() {
            return Some(parts);
        }
        Some(Stretch { width: weakest.width(), ends: self.whole(weakest.edge()) })
    }

    /// Where a stretch is as narrow as it is.
    fn narrowest_place(&self, stretch: Stretch) -> Position {
        let [from, to] = stretch.ends;
        let arcs = (from.cell.0..=to.cell.0).map(CellId).map(|cell| {
            let start = if cell == from.cell { from.t } else { 0.0 };
            let end = if cell == to.cell { to.t } else { 1.0 };
            let arc = self.arc_between(cell, start, end);
            let (t, width) = arc.min_clearance();
            (width, cell, arc.point(t))
        });
        let narrowest = arcs.min_by(|one, two| one.0.total_cmp(&two.0));
        let (_, cell, at) = narrowest.expect("a stretch has cells");
        Position { at, layer: self.layer_of(cell, at) }
    }
}

impl Stretch {
    fn narrower(self, other: Self) -> Self {
        if other.width < self.width { other } else { self }
    }
}

impl Widths {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        // Step 1.
        let mut order: Vec<Strength> = mesh.live_edges().map(|e| Strength::of(mesh, e)).collect();
        order.par_sort_unstable_by(|a, b| b.cmp(a));
        // Step 2.
        let roots = (0..mesh.joints.len() as u32).map(|j| Link { parent: JointId(j), number: APART });
        let mut widths = Self { links: roots.collect(), edges: Vec::new() };
        let mut sizes = vec![1u32; mesh.joints.len()];
        for strength in order {
            let [a, b] = mesh.ends_of_edge(strength.edge()).map(|j| widths.root(j));
            if a == b {
                continue;
            }
            widths.edges.push(strength);
            let (child, parent) = if sizes[a.index()] < sizes[b.index()] { (a, b) } else { (b, a) };
            sizes[parent.index()] += sizes[child.index()];
            widths.links[child.index()] = Link { parent, number: widths.edges.len() as u32 };
        }
        widths.edges.shrink_to_fit();
        widths
    }

    /// The narrowest edge of the widest way between two vertices: [`Strength::MOST`] if they are the same, `None` if there is no way.
    pub(crate) fn weakest_between(&self, a: JointId, b: JointId) -> Option<Strength> {
        match self.last_link(a, b) {
            APART => None,
            0 => Some(Strength::MOST),
            number => Some(self.edges[number as usize - 1]),
        }
    }

    /// Bytes held in memory beside itself.
    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>() + self.edges.capacity() * size_of::<Strength>()
    }

    /// Step 4: the number of the link that brought two vertices together: 0 if they are the same, [`APART`] if there is no way.
    fn last_link(&self, mut a: JointId, mut b: JointId) -> u32 {
        let mut last = 0;
        while a != b {
            let [up, other] = [a, b].map(|j| self.links[j.index()]);
            if up.number <= other.number {
                (a, last) = (up.parent, up.number);
            } else {
                (b, last) = (other.parent, other.number);
            }
            if last == APART {
                break;
            }
        }
        last
    }

    fn root(&self, mut j: JointId) -> JointId {
        while self.links[j.index()].number != APART {
            j = self.links[j.index()].parent;
        }
        j
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn climbs_are_short_and_links_ever_younger() {
        for scene in [sample::field(12, 1), sample::clutter(3, 30, false), sample::floors()] {
            let mesh = Mesh::build(&scene).expect("a good scene").mesh;
            let widths = Widths::new(&mesh);
            let deepest = mesh.joints.len().ilog2();
            for j in 0..mesh.joints.len() as u32 {
                let (mut at, mut last, mut steps) = (JointId(j), 0, 0);
                while widths.links[at.index()].number != APART {
                    let link = widths.links[at.index()];
                    assert!(link.number > last, "{} above {last}", link.number);
                    (at, last, steps) = (link.parent, link.number, steps + 1);
                }
                assert!(steps <= deepest, "{steps} steps from {j} to its root");
            }
        }
    }
}
