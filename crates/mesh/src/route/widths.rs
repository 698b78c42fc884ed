//! The largest disc that gets from one place to another.
//!
//! Idea: moving straight away from the nearest obstacle never makes the clearance smaller, so no way is wider than the one on the medial
//! axis. There the widest way between any two places follows a maximum spanning forest, and what remains of that forest is
//! the order in which it grew.
//!
//! Preparation:
//! 1. Sort the arcs of all cells, widest first: by the smallest clearance along them.
//! 2. Join the joints at their ends, one arc after the other, if they are not together yet (Kruskal). The root of the smaller tree
//!    becomes a child of the root of the larger one, and remembers the arc.
//!
//! Query:
//! 3. Retract both places. From each, two parts of its arc lead to joints; if both are on one arc, there is the direct way too.
//! 4. For two joints climb from both, always over the older of the two links, until they meet: the last link was made by the arc that
//!    first brought the two together, the narrowest one of the widest way.
//! 5. The answer is the smallest of that, the parts of step 3 and the clearances of the two places themselves.
//!
//! Invariant: upwards links are ever younger. Two joints meet by links of the first k arcs exactly if these arcs connect them.
//!
//! Cost: preparation O(n log n). A tree of depth d has at least 2^d joints, as trees are never put below smaller ones; so a query
//! takes O(log n), beside finding the cells of the places.
//!
//! Degenerate cases: an arc whose ends are one joint joins nothing. Of arcs with the same width the one with the smaller id is first.
//! Bending points are joints like others, so two places on one edge, loops and parallel edges need no care.
//!
//! Source: J. B. Kruskal, On the shortest spanning subtree of a graph, 1956; union by size without path compression keeps its history.

use rayon::prelude::*;

use crate::id::{CellId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::approach::Approach;
use crate::route::partial::Span;
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
    /// The cells that made links, widest first; the first one made link number 1.
    cells: Vec<CellId>,
}

/// From a joint upwards.
#[derive(Clone, Copy)]
struct Link {
    parent: JointId,
    /// The number of the link, or [`APART`] at a root.
    number: u32,
}

/// A part of an arc, and the smallest clearance there.
#[derive(Clone, Copy)]
struct Stretch {
    width: f64,
    cell: CellId,
    part: [f64; 2],
}

/// The number of a link that was never made.
const APART: u32 = u32::MAX;

impl Mesh {
    /// The largest radius with which a disc gets from one place to another, and where it is that narrow.
    ///
    /// The first call prepares, which takes about as long as sorting the cells; then it takes O(log n).
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
        let [from, to] = narrowest.part;
        let arc = self.arc_between(narrowest.cell, from, to);
        let at = arc.point(arc.min_clearance().0);
        let at = Position { at, layer: self.layer_of(narrowest.cell, at) };
        Ok(Width { radius: narrowest.width, at })
    }

    /// The narrowest stretch of the widest way on the medial axis.
    fn narrowest(&self, start: &Approach, goal: &Approach) -> Option<Stretch> {
        // Step 3. Clearance is convex along an arc, so over one of its ends the way is as wide as the direct one; but not to the last bit.
        let direct = (start.cell == goal.cell).then(|| self.stretch(start.cell, start.t, goal.t));
        let [from, to] = [start, goal].map(|place| {
            let joints = [place.cell.left(), place.cell.right()].map(|f| self.flank(f).start);
            [0, 1].map(|end| (joints[end], self.stretch(place.cell, end as f64, place.t)))
        });
        let mut best = direct;
        for (a, first) in from {
            for (b, last) in to {
                let ends = first.narrower(last);
                if best.is_none_or(|best| best.width < ends.width)
                    && let Some(way) = self.narrowest_between(a, b, ends)
                    && best.is_none_or(|best| best.width < way.width)
                {
                    best = Some(way);
                }
            }
        }
        best
    }

    /// The narrowest of the ends and the widest way between two joints.
    fn narrowest_between(&self, a: JointId, b: JointId, ends: Stretch) -> Option<Stretch> {
        let widths = self.widths();
        match widths.last_link(a, b) {
            APART => None,
            0 => Some(ends),
            number => {
                let cell = widths.cells[number as usize - 1];
                let width = self.spans()[cell.index()].min_clearance;
                Some(ends.narrower(Stretch { width, cell, part: [0.0, 1.0] }))
            }
        }
    }

    fn stretch(&self, cell: CellId, t: f64, u: f64) -> Stretch {
        let width = Span::of_arc(&self.arc_between(cell, t, u)).min_clearance;
        Stretch { width, cell, part: [t, u] }
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
        let spans = mesh.spans();
        let width = |c: CellId| spans[c.index()].min_clearance;
        let mut order: Vec<CellId> = mesh.live_cells().collect();
        order.par_sort_unstable_by(|&a, &b| width(b).total_cmp(&width(a)).then(a.cmp(&b)));
        // Step 2.
        let roots = (0..mesh.joints.len() as u32).map(|j| Link { parent: JointId(j), number: APART });
        let mut widths = Self { links: roots.collect(), cells: Vec::new() };
        let mut sizes = vec![1u32; mesh.joints.len()];
        for cell in order {
            let [a, b] = [cell.left(), cell.right()].map(|f| widths.root(mesh.flank(f).start));
            if a == b {
                continue;
            }
            widths.cells.push(cell);
            let (child, parent) = if sizes[a.index()] < sizes[b.index()] { (a, b) } else { (b, a) };
            sizes[parent.index()] += sizes[child.index()];
            widths.links[child.index()] = Link { parent, number: widths.cells.len() as u32 };
        }
        widths.cells.shrink_to_fit();
        widths
    }

    /// Bytes held in memory beside itself.
    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>() + self.cells.capacity() * size_of::<CellId>()
    }

    /// Step 4: the number of the link that brought two joints together: 0 if they are the same, [`APART`] if there is no way.
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
