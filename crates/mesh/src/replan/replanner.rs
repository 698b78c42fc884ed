//! A new path after something has changed, of least cost, quicker than from scratch: Optimal Dynamically Pruned A*.
//!
//! Idea. The old path is known to have cost the least before. Only edges that have become cheaper, call them shortcuts, can make another path
//! better than what is left of it. So from the old path on the search minds nothing but ways over shortcuts, and bounds their cost by
//! the straight line to a box around all shortcuts and on to the goal.
//!
//! 1. See what remains of the old path ([`super::remains`]): its valid rest, from the character on (thesis, scenario 1) or from where the
//!    last dearer edge ends (scenario 2).
//! 2. Scenario 1: what is left of the old path is the first candidate. If the bound over shortcuts is no less than its cost from both ends of
//!    the character's edge, it is the answer, without any search.
//! 3. Search ([`crate::route::Search`]). Labels of vertices are free, or bound to use a shortcut. The start is bound in scenario 1 and
//!    free in scenario 2. At a vertex V of the valid rest, reached at cost g, there is a candidate: g plus what is left of the old path from
//!    V; and the label becomes bound. Over a shortcut a label becomes free.
//! 4. Put the path together.
//!
//! Why it costs exactly what A* finds. Let c⁻ and c⁺ be the costs before and after, P(V) what is left of the old path from V, and Q
//! any path from V to the goal G without shortcuts. Then c⁺(Q) ≥ c⁻(Q), as none of its edges became cheaper; c⁻(Q) ≥
//! c⁻(P(V)), as a part of a path of least cost has least cost; and c⁻(P(V)) ≥ c⁺(P(V)), as no edge of the valid
//! rest became dearer. So (a) no way from V without shortcuts is better than P(V).
//! Let B be a path of least cost c*, and suppose that every candidate costs more. Then each vertex of B is expanded with a label of the cost of B up to
//! there, as follows, and the last one, at the goal's edge, gives B itself as a candidate: a contradiction. The starts have such labels, and where one
//! is expanded, the next vertex gets one or has one; it cannot be less. So let V have such a label of cost g, and Z be the rest of B.
//! - It is free: its key, g plus the least cost of a straight line, is at most c*. So it comes out of the queue before the search ends.
//! - It is bound: it came from a vertex U of the valid rest, or from the character in scenario 1, and over no shortcut since. If Z has no shortcut
//!   either, then by (a) the way from U over V along Z is no better than P(U), and the candidate of U costs at most c*, which was excluded. So Z has
//!   shortcuts. It gets to the tail of the first, and from the head of the last to G. Both are in the box, so Z costs at least the distance from V to the
//!   box plus that from the box to G, times the least cost of a meter; the key is at most c* again.
//!
//! It does not matter which of several labels of one cost a vertex keeps. Costs may be zero, infinite and different in the two directions; nothing
//! was assumed but that they are not negative. In numbers of limited precision all this holds up to rounding, also that of the old path's cost: next to an
//! edge of cost 10¹⁸ nobody knows whether the rest of a path was the best.
//!
//! Cost: that of A* at most but for labels that are replaced; O(length of the old path) where step 2 ends it.
//! Degenerate: without shortcuts (a door that closes) bound labels end at once. If goal, radius or version differ from those of the old path, or
//! the goal's edge went, this is A*.
//! After: van Toll and Geraerts, Dynamically Pruned A*, IROS 2015; the thesis, 8.4. Differs: the affected region is split into what became dearer
//! and what became cheaper, and only the latter can be worth a detour; a vertex of the old path gives a candidate at
//! once and is not followed any further, while the thesis follows it step by step; the better bound orders the queue, while the thesis only
//! prunes by it; unaffected paths far from the event need no search.

use crate::mesh::Mesh;
use crate::replan::CostChange;
use crate::replan::remains::Remains;
use crate::replan::repair::Detour;
use crate::route::{Costs, Hints, Last, NoRoute, Path, Request, SLACK, Search, Spot, Step, Task, Toll};

/// How to plan again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// From scratch: the path of least cost.
    AStar,
    /// Optimal Dynamically Pruned A*: a path of the same least cost, found by way of the old one.
    #[default]
    Odpa,
    /// Keep the old path as far as it is unaffected, even if another one is better by now, and go around what was hit. The quickest; paths get
    /// worse with each repair.
    Repair,
}

/// A path that was planned again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replanned<'a> {
    /// The path from where the character is.
    pub path: &'a Path,
    /// Whether it is other than what was left of the old path.
    pub is_new: bool,
    /// Whether what was left of the old path runs over edges that are dearer or gone, or could not be used at all.
    pub was_affected: bool,
    /// How many vertices were looked at.
    pub expanded: usize,
}

/// Plans paths again after something has changed. It keeps its memory, so many calls allocate nothing; each thread has its own.
///
/// ```
/// use throng_mesh::{CostChange, Costs, LayerId, Mesh, Method, Planner, Position, Replanner, Request, Scene, Step, sample};
///
/// /// Lengths, but one edge is closed.
/// struct Closed(throng_mesh::EdgeId);
///
/// impl Costs for Closed {
///     fn cost(&self, mesh: &Mesh, step: Step) -> f64 {
///         if step.edge == self.0 { f64::INFINITY } else { mesh.edge(step.edge).length() }
///     }
///
///     fn least(&self) -> f64 {
///         1.0
///     }
/// }
///
/// let mesh = Mesh::build(&sample::field(5, 1))?.mesh;
/// let [from, to] = [[1.0, 1.0], [48.0, 47.0]].map(|at| Position::new(at, LayerId(0)));
/// let old = Planner::default().path(&mesh, from, to, 0.3, None).expect("there is room").clone();
///
/// // The fourth edge of the path is closed. It cannot be a shortcut for anybody.
/// let closed = Closed(old.steps()[3].edge);
/// let change = CostChange::of_costs(&mesh, &[closed.0], &[]);
/// let mut replanner = Replanner::default();
/// let request = Request::new(from, to, 0.3);
/// let new = replanner.replan(&mesh, &old, &request, Some(&closed), &change, Method::Odpa).expect("there are others");
/// assert!(new.is_new && new.was_affected && new.path.cost() > old.cost());
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct Replanner {
    search: Search,
    remains: Remains,
    detour: Detour,
    path: Path,
}

impl Replanner {
    /// A path from where a character is now, `request.from`, to the goal of its old path, `request.to`. Of the request the clearance and
    /// the kind are not used.
    ///
    /// The old path must be of least cost for the costs before the change and the same radius: as [`crate::Planner::path`] found it, or this with
    /// another method than [`Method::Repair`]. `costs` are those after the change; what they are for edges that the change does
    /// not name must be as before. The character may be anywhere; if it is on the old path, or in a dead end beside it, that helps.
    ///
    /// If the version of the old path is not [`CostChange::since`], or that of the mesh not [`CostChange::version`], the old path is of no
    /// use, and the answer is found from scratch.
    ///
    /// # Errors
    /// If there is no path: then it says why.
    pub fn replan(
        &mut self,
        mesh: &Mesh,
        old: &Path,
        request: &Request,
        costs: Option<&dyn Costs>,
        change: &CostChange,
        method: Method,
    ) -> Result<Replanned<'_>, NoRoute> {
        request.check()?;
        let room = (request.radius - SLACK).max(0.0);
        let [from, to] = mesh.approaches(request, room)?.map(|end| Spot::new(mesh, end.on_axis(), room));
        let toll = Toll { mesh, room, costs };
        let is_known = method != Method::AStar && self.remains.survey(&toll, old, change, [&from, &to]);
        let is_found = match method {
            Method::Odpa if is_known => self.prune(&toll, old, change, [&from, &to]),
            Method::Repair if is_known => self.repair(&toll, old, change, [&from, &to]),
            _ => self.search.path(&toll, [&from, &to], &mut self.path),
        };
        if !is_found {
            return Err(mesh.why_not(request).unwrap_or(NoRoute::NotConnected));
        }
        let left = self.remains.on.filter(|_| is_known).map(|k| &old.steps[k..]);
        Ok(Replanned {
            path: &self.path,
            is_new: left != Some(&self.path.steps),
            was_affected: !is_known || self.is_affected(&toll, old, change),
            expanded: self.search.expanded,
        })
    }

    /// The path that was found last.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn is_affected(&self, toll: &Toll<'_>, old: &Path, change: &CostChange) -> bool {
        self.remains.whole.is_none() && self.remains.first_affected(toll, old, change).is_some()
    }

    /// Steps 2 to 4.
    fn prune(&mut self, toll: &Toll<'_>, old: &Path, change: &CostChange, ends: [&Spot; 2]) -> bool {
        let [from, to] = ends;
        self.path.begin(toll.mesh, ends, toll.room);
        self.search.begin(toll.mesh);
        let mut known = Known { cost: f64::INFINITY, way: Way::None };
        if let (Some(cost), Some(k)) = (self.remains.whole, self.remains.on) {
            known = Known { cost, way: Way::Old(k) };
        }
        if let Some((step, cost)) = toll.along_edge(from, to).filter(|&(_, cost)| cost < known.cost) {
            known = Known { cost, way: Way::Direct(step) };
        }
        // Step 2.
        let task = Task::new(*toll, from, to);
        let hints = Hints {
            rests: &self.remains.rests,
            shortcuts: &change.cheaper,
            bound: self.remains.whole.is_some() && !change.is_cheaper(from.edge),
            first_will_do: false,
        };
        let found = if Search::is_idle(&task, &hints, known.cost) {
            None
        } else {
            // Step 3.
            for k in self.remains.valid..old.steps.len() {
                self.search.mark(toll.ends(old.steps[k])[0], k as u32);
            }
            self.search.find(&task, Some(&hints), known.cost)
        };
        // Step 4.
        let steps = &mut self.path.steps;
        match (found, known.way) {
            (Some((cost, last)), _) => {
                self.path.cost = cost;
                self.search.put_together(toll, ends, last, steps);
                if let Last::Old { step, .. } = last {
                    steps.extend_from_slice(&old.steps[step..]);
                }
                return true;
            }
            (None, Way::Old(k)) => steps.extend_from_slice(&old.steps[k..]),
            (None, Way::Direct(step)) => steps.push(step),
            (None, Way::None) => return false,
        }
        self.path.cost = known.cost;
        true
    }

    fn repair(&mut self, toll: &Toll<'_>, old: &Path, change: &CostChange, ends: [&Spot; 2]) -> bool {
        let Self { search, remains, detour, path } = self;
        detour.repair(toll, old, change, ends, search, remains, path) || search.path(toll, ends, path)
    }
}

/// A candidate that needs no search.
struct Known {
    cost: f64,
    way: Way,
}

enum Way {
    None,
    /// What is left of the old path, from this step on.
    Old(usize),
    /// Along the edge that both places are on.
    Direct(Step),
}
