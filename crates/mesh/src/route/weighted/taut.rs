//! Pulls a route taut that goes through regions of different weights.
//!
//! Idea. A route is a chain of bends. Replace what is between two bends by a cheaper chain, as long as there is one.
//!
//! 1. Follow arcs of the medial axis by straight lines, where these are wide enough.
//! 2. Skip bends: from each one go on to the farthest that is reached straight and no more expensively.
//! 3. Bend legs where they cross into another weight.
//! 4. For each bend try, until none helps any more:
//!    a. without it;
//!    b. elsewhere on its border. Where two weights meet a route bends like light; the cost is convex along the border, so search
//!    for the least, and around the corners of the border ([`crate::route::weighted::slide`]);
//!    c. pulled tight between its neighbors, around the corners of obstacles and regions that come in the way ([`crate::route::weighted::pull`]);
//!    d. a part of the way nearer to the line between its neighbors.
//! 5. Leave out bends that are of no use any more.
//!
//! Invariant: all legs are wide enough, and the cost never grows.
//! Cost: a few straight lines for each bend and pass; there are at most [`MOST_PASSES`].
//! Degenerate: what is narrower than straight lines allow stays an arc. It is a local search: the route stays on its side of obstacles,
//! and mostly of regions.

use throng_voronoi::Arc;

use crate::id::CellId;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, distance, distance_sq, nearest_on_segment, sub};
use crate::route::leg::Leg;
use crate::route::route::Route;
use crate::route::weighted::ground::{Ground, SKIN};
use crate::route::weighted::pull::Post;

/// Most passes over all bends.
const MOST_PASSES: usize = 40;

/// A pass that saves less than this part of the cost is the last.
const ENOUGH: f64 = 1e-6;

/// A chain is cheaper if it saves this much. \[m\] Above rounding, so that nothing goes to and fro.
const GAIN: f64 = 1e-7;

/// How often an arc is halved before it stays an arc: 1 m becomes 2 cm.
const MOST_HALVINGS: u32 = 6;

/// A chain of bends, with memory for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taut {
    pub(crate) bends: Vec<Bend>,
    fresh: Vec<Bend>,
    pub(crate) cuts: Vec<f64>,
    crossings: Vec<(f64, u32)>,
    /// The chain that is tried: places, each with its border edge.
    pub(crate) chain: Vec<(Point, Option<u32>)>,
    pub(crate) posts: Vec<Post>,
    /// The chain that was tried last was cheaper, but not wide enough.
    is_blocked: bool,
}

/// A bend of a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bend {
    pub(crate) position: Position,
    /// Its cell in the mesh, or one nearby.
    pub(crate) cell: CellId,
    /// The leg that leads here, unless it is straight.
    pub(crate) arc: Option<Arc>,
    /// What that leg costs.
    pub(crate) cost: f64,
    /// The border edge that it is on.
    border: Option<u32>,
    /// Nothing helps, as long as its neighbors stay where they are.
    is_settled: bool,
}

/// The surface that a chain is on.
#[derive(Clone, Copy)]
pub(crate) struct On<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) ground: &'a Ground,
    /// How wide legs must be at least. \[m\]
    pub(crate) radius: f64,
}

impl Taut {
    pub(crate) fn clear(&mut self) {
        self.bends.clear();
    }

    /// Adds a bend and the leg that leads to it.
    pub(crate) fn push(&mut self, position: Position, cell: CellId, arc: Option<Arc>) {
        self.bends.push(Bend { position, cell, arc, cost: 0.0, border: None, is_settled: false });
    }

    /// Turns the order of the bends around.
    pub(crate) fn reverse(&mut self) {
        self.bends.reverse();
    }

    /// Writes the chain.
    pub(crate) fn write(&self, route: &mut Route) {
        for bend in &self.bends[1..] {
            match bend.arc {
                Some(arc) => route.legs.push(Leg::Axis(arc)),
                None => route.line_to(bend.position.at),
            }
        }
    }

    pub(crate) fn tighten(&mut self, mesh: &Mesh, ground: &Ground, radius: f64) {
        let on = On { mesh, ground, radius };
        self.straighten(on);
        self.skip(on);
        for _ in 0..MOST_PASSES {
            let before = self.cost();
            if !ground.is_plain {
                self.bend_at_borders(on);
            }
            let mut k = 1;
            while k + 1 < self.bends.len() {
                if !self.bends[k].is_settled {
                    self.bends[k].is_settled = true;
                    self.improve(on, k);
                }
                k += 1;
            }
            if self.cost() > before * (1.0 - ENOUGH) {
                break;
            }
        }
        self.skip(on);
    }

    fn cost(&self) -> f64 {
        self.bends[1..].iter().map(|bend| bend.cost).sum()
    }

    /// Step 1, and the costs of all legs.
    fn straighten(&mut self, on: On<'_>) {
        self.fresh.clear();
        self.fresh.push(self.bends[0]);
        for k in 1..self.bends.len() {
            let bend = self.bends[k];
            match bend.arc {
                None => {
                    let from = self.fresh[self.fresh.len() - 1].position;
                    let cost = on.ground.line(on.mesh, &mut from.clone(), bend.position.at, &mut self.cuts);
                    self.fresh.push(Bend { cost, ..bend });
                }
                Some(arc) => self.halve(on, &arc, &bend, MOST_HALVINGS),
            }
        }
        std::mem::swap(&mut self.bends, &mut self.fresh);
    }

    fn halve(&mut self, on: On<'_>, arc: &Arc, end: &Bend, depth: u32) {
        let last = self.fresh[self.fresh.len() - 1];
        let leg = Leg::Axis(*arc);
        let cost = on.ground.leg(on.mesh, &mut last.position.clone(), &leg, &mut self.cuts);
        let straight = on.ground.line(on.mesh, &mut last.position.clone(), arc.end, &mut self.cuts);
        let bend = Bend { cost, ..*end };
        if straight <= cost && on.is_clear(&last, end.position) {
            self.fresh.push(Bend { arc: None, cost: straight, ..bend });
        } else if depth == 0 || arc.start == arc.end {
            self.fresh.push(Bend { arc: Some(*arc), ..bend });
        } else {
            let (one, two) = arc.split(0.5);
            let layer = on.mesh.layer_after(last.position.layer, last.position.at, one.end);
            let middle = Bend { position: Position { at: one.end, layer }, ..*end };
            self.halve(on, &one, &middle, depth - 1);
            self.halve(on, &two, end, depth - 1);
        }
    }

    /// Steps 2 and 5.
    fn skip(&mut self, on: On<'_>) {
        self.fresh.clear();
        self.fresh.push(self.bends[0]);
        let mut k = 0;
        while k + 1 < self.bends.len() {
            let from = self.bends[k];
            let (mut next, mut leg) = (k + 1, self.bends[k + 1]);
            let (mut jump, mut old, mut at) = (1, leg.cost, k + 1);
            // Farther and farther while it helps.
            loop {
                let to = (at + jump).min(self.bends.len() - 1);
                old += self.bends[at + 1..=to].iter().map(|bend| bend.cost).sum::<f64>();
                if to == at {
                    break;
                }
                let target = self.bends[to];
                let cost =
                    on.ground.line(on.mesh, &mut from.position.clone(), target.position.at, &mut self.cuts);
                // Equally expensive but for rounding is good enough.
                if cost > old * (1.0 + 1e-12) || !on.is_clear(&from, target.position) {
                    if jump == 1 {
                        break;
                    }
                    // Back to the last that was good, and on in small steps.
                    old -= self.bends[at + 1..=to].iter().map(|bend| bend.cost).sum::<f64>();
                    jump = 1;
                    continue;
                }
                (next, leg) = (to, Bend { arc: None, cost, ..target });
                at = to;
                jump *= 2;
            }
            self.fresh.push(Bend { is_settled: false, ..leg });
            k = next;
        }
        std::mem::swap(&mut self.bends, &mut self.fresh);
    }

    /// Step 3; and bends learn which border they are on.
    fn bend_at_borders(&mut self, on: On<'_>) {
        self.fresh.clear();
        self.fresh.push(self.bends[0]);
        for k in 1..self.bends.len() {
            let (from, mut to) = (self.bends[k - 1], self.bends[k]);
            let (layer, a, b) = (from.position.layer, from.position.at, to.position.at);
            if to.border.is_none() && !to.is_settled {
                to.border = on.border_at(to.position);
            }
            let is_on_one_layer = on.mesh.layers[layer.0 as usize].links.is_empty() || {
                let mut leaves = false;
                on.mesh.layers_along(layer, a, b, |_, _| leaves = true);
                !leaves
            };
            if to.arc.is_some() || !is_on_one_layer || from.is_settled && to.is_settled {
                self.fresh.push(to);
                continue;
            }
            let length = distance(a, b);
            self.crossings.clear();
            on.ground.each_crossing(layer, a, b, |t, edge| {
                if t * length > SKIN && (1.0 - t) * length > SKIN {
                    self.crossings.push((t, edge));
                }
            });
            self.crossings.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
            self.crossings.dedup_by(|two, one| (two.0 - one.0) * length <= SKIN);
            let (mut since, mut rest) = (0.0, to.cost);
            for c in 0..self.crossings.len() {
                let (t, edge) = self.crossings[c];
                let next = self.crossings.get(c + 1).map_or(1.0, |next| next.0);
                let weight = |t: f64| on.ground.weight(Position { at: along(a, sub(b, a), t), layer });
                if weight(f64::midpoint(since, t)) != weight(f64::midpoint(t, next)) {
                    let position = Position { at: along(a, sub(b, a), t), layer };
                    let last = self.fresh[self.fresh.len() - 1].position;
                    let cost = on.ground.line(on.mesh, &mut last.clone(), position.at, &mut self.cuts);
                    rest -= cost;
                    let cell = on.mesh.locate(position, Some(from.cell)).unwrap_or(from.cell);
                    let border = Some(edge);
                    self.fresh.push(Bend { position, cell, arc: None, cost, border, is_settled: false });
                }
                since = t;
            }
            self.fresh.push(Bend { cost: rest.max(0.0), ..to });
        }
        std::mem::swap(&mut self.bends, &mut self.fresh);
    }

    /// Step 4: whatever makes the two legs at a bend cheaper.
    fn improve(&mut self, on: On<'_>, k: usize) {
        self.chain.clear();
        if self.replace(on, k) {
            return;
        }
        if let Some(edge) = self.bends[k].border {
            self.slide(on, k, edge);
        }
        let [a, p, b] = [k - 1, k, k + 1].map(|k| self.bends[k].position.at);
        if distance_sq(nearest_on_segment(a, b, p), p) < SKIN * SKIN {
            return;
        }
        if self.bends[k].arc.is_none() && self.bends[k + 1].arc.is_none() {
            // Once more with a little more room: walls that were cut where others cross them bend by a grid unit.
            for spare in [0.0, 2.0 * on.mesh.grid().unit] {
                self.pull(on, k, spare);
                if self.replace(on, k) {
                    return;
                }
                if !self.is_blocked {
                    break;
                }
            }
        }
        if on.ground.is_plain {
            return;
        }
        for part in [1.0, 0.5, 0.25, 0.125] {
            let [a, p, b] = [k - 1, k, k + 1].map(|k| self.bends[k].position.at);
            let toward = sub(nearest_on_segment(a, b, p), p);
            self.chain.clear();
            self.chain.push((along(p, toward, part), None));
            if self.replace(on, k) {
                return;
            }
        }
    }

    /// Puts the chain in the place of a bend, if it is clear and cheaper.
    pub(crate) fn replace(&mut self, on: On<'_>, k: usize) -> bool {
        let [before, bend, after] = [k - 1, k, k + 1].map(|k| self.bends[k]);
        let old = bend.cost + after.cost;
        self.is_blocked = false;
        self.fresh.clear();
        let (mut from, mut total) = (before.position, 0.0);
        for (at, border) in self.chain.iter().copied().chain([(after.position.at, after.border)]) {
            let cost = on.ground.line(on.mesh, &mut from, at, &mut self.cuts);
            total += cost;
            if total >= old - GAIN {
                return false;
            }
            let (position, cell) = (from, bend.cell);
            // Border edges are known by their number on the layer of the bend.
            let border = border.filter(|_| position.layer == bend.position.layer);
            self.fresh.push(Bend { position, cell, arc: None, cost, border, is_settled: false });
        }
        let mut from = before;
        let last = self.fresh.len() - 1;
        (self.fresh[last].position, self.fresh[last].border) = (after.position, after.border);
        for k in 0..=last {
            let Some(cell) = on.clear_to(&from, self.fresh[k].position) else {
                self.is_blocked = true;
                return false;
            };
            self.fresh[k].cell = cell;
            from = self.fresh[k];
        }
        self.bends[k - 1].is_settled = false;
        self.bends.splice(k..=k + 1, self.fresh.drain(..));
        true
    }
}

impl Bend {
    /// The same elsewhere.
    pub(crate) fn moved(self, position: Position) -> Self {
        Self { position, ..self }
    }
}

impl On<'_> {
    /// Whether a disc can go straight from a bend to a position.
    pub(crate) fn is_clear(&self, from: &Bend, to: Position) -> bool {
        self.clear_to(from, to).is_some()
    }

    /// The cell of a position, or one nearby, if a disc can go there straight from a bend.
    fn clear_to(&self, from: &Bend, to: Position) -> Option<CellId> {
        let sight = self.mesh.visible(from.position, to, Some(from.cell))?;
        if !(sight.visible && sight.clearance >= self.radius) {
            return None;
        }
        self.mesh.locate(to, Some(from.cell))
    }

    /// A border edge that a position is on.
    fn border_at(&self, position: Position) -> Option<u32> {
        let Position { at, layer } = position;
        let mut found = None;
        self.ground.each_edge(
            layer,
            [along(at, [-SKIN, -SKIN], 1.0), along(at, [SKIN, SKIN], 1.0)],
            |edge| {
                let [c, d] = self.ground.edge(layer, edge).ends;
                if distance(nearest_on_segment(c, d, at), at) <= SKIN {
                    found = Some(edge);
                }
            },
        );
        found
    }
}
