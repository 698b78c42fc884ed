//! On which layer each site of the diagram is, and inserting sites where they belong.
//!
//! On a surface that overlaps itself coordinates do not say where a point goes. But every layer has a whole plane, its outside included, and where one is left
//! for another is known ([`crate::change::way`]). So every place is on exactly one layer, but for those on connections; layer and
//! coordinates together say where it is. Sites are labeled with their layer when they come, and keep it: whatever else comes or goes, they stay where they are.
//!
//! 1. A point: walk to the nearest site. The straight line from that site stays in its region, so it tells the layer of the point. If that is not the
//!    one that is meant, start the walk again from somewhere else.
//! 2. A segment between points of one layer each: there is one way only.
//! 3. A segment from the end of a connection: of the planes around that, the one from which the straight line leads to the other
//!    end ([`crate::change::turn`]).
//!
//! Next to a connection, where rounding leads obstacles of both layers through common nodes, the layer is the one on whose side the node lies.
//!
//! Invariant: labels are exact. Cost: the walk, and the connections of a layer for each line.

use throng_voronoi::{GridPoint, HalfEdgeId, InsertError, PointId, SeamId, SegmentId, Site, VertexId};

use crate::change::layout::Layout;
use crate::change::way::{Leg, Passage, Passages, cross, dot, fine, minus};
use crate::plane;

/// The label of an end of a connection, where several planes meet.
pub(super) const MANY: u32 = u32::MAX;

/// The label of what was never labeled.
pub(super) const NOWHERE: u32 = u32::MAX - 1;

/// A vertex in the direction of a segment is on both sides of it. The sine of an angle; larger than rounding makes it.
const AHEAD: f64 = 1e-9;

/// How many arcs a search for the right sheet may start from.
const PATIENCE: usize = 20_000;

/// How many points of the right layer it starts from first, and how far these are looked for, at least and at most. In grid units.
const STARTS: usize = 16;
const NEARBY: i32 = 1 << 12;
const FARTHEST: i32 = 1 << 16;

/// The layers of sites.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    points: Vec<u32>,
    /// On the left and right of each segment, next to its first end. Different only on a connection.
    segments: Vec<[u32; 2]>,
}

impl Layout {
    /// Labels the sites of a place that was just built.
    pub(super) fn label_all(&mut self) {
        let surface = &self.ground.surface;
        let between = |index: usize| self.links[index].between.map(|layer| layer.0);
        let passages = self.ground.links.iter().enumerate();
        let passages = passages.map(|(index, &ends)| Passage { ends, layers: between(index) }).collect();
        self.passages = Passages::new(passages, self.links_of.len());
        if !surface.diagram().is_layered() {
            return;
        }
        let mut labels = Labels::default();
        for (layer, &[points, segments]) in surface.starts().iter().enumerate() {
            labels.points.resize(points as usize, layer.saturating_sub(1) as u32);
            labels.segments.resize(segments as usize, [layer.saturating_sub(1) as u32; 2]);
        }
        let last = surface.starts().len() as u32 - 1;
        let [points, segments] = surface.diagram().site_bounds();
        labels.points.resize(points, last);
        labels.segments.resize(segments, [last; 2]);
        for &(back, connection) in &self.backs {
            let index = connection.0 as usize;
            let ends = surface.diagram().ends(back);
            let [first, second] = between(index);
            // The first layer lies on the left of the connection, so on the right of its back.
            let along = surface.diagram().point(ends[0]) == self.ground.links[index][0];
            labels.segments[back.0 as usize] = if along { [second, first] } else { [first, second] };
            for p in ends.into_iter().chain(surface.seam_ends(SeamId(connection.0))) {
                labels.points[p.0 as usize] = MANY;
            }
        }
        self.labels = labels;
    }

    /// Step 1: inserts a point that is on some of these layers. `start` is a half-edge near it; there is none if the diagram is empty.
    pub(super) fn insert_point(
        &mut self,
        at: GridPoint,
        layers: &[u32],
        start: Option<HalfEdgeId>,
    ) -> Result<PointId, InsertError> {
        let Some(start) = start else {
            // Nothing is left of the diagram: an obstacle covers the whole place.
            let (p, change) = self.ground.surface.diagram_mut().insert_point(at, None)?;
            self.tally.note(change);
            self.tally.add_point(p);
            self.label_point(p, layers[0]);
            return Ok(p);
        };
        let diagram = self.ground.surface.diagram();
        let (mut arc, mut layer) = (diagram.walk_to(at, start), layers[0]);
        if diagram.is_layered() {
            let found = self.layer_before(at, layers, arc).map(|layer| (arc, layer));
            (arc, layer) = found.or_else(|| self.search(at, layers, start)).unwrap_or((arc, layer));
        }
        let (p, change) = self.ground.surface.diagram_mut().insert_point_before(at, arc)?;
        self.tally.note(change);
        self.tally.add_point(p);
        self.label_point(p, layer);
        Ok(p)
    }

    /// Inserts a segment that is on some of these layers.
    pub(super) fn insert_segment(
        &mut self,
        [a, b]: [PointId; 2],
        layers: &[u32],
    ) -> Result<SegmentId, InsertError> {
        if !self.ground.surface.diagram().is_layered() {
            let (s, change) = self.ground.surface.diagram_mut().insert_segment(a, b)?;
            self.tally.note(change);
            self.tally.add_segment(s);
            return Ok(s);
        }
        if self.label_of_point(a) != MANY {
            // Step 2.
            let label = self.layers_from(a, b);
            return self.insert_segment_at([a, b], label, |_| true);
        }
        // Step 3.
        let diagram = self.ground.surface.diagram();
        let [from, to] = [a, b].map(|p| diagram.point(p));
        let mut ways: Vec<([u32; 2], HalfEdgeId)> = Vec::new();
        for arc in self.arcs_toward(a, to) {
            ways.extend(self.layers_toward(a, to, arc).map(|label| (label, arc)));
        }
        let leg = Leg::between(fine(from), fine(to));
        let leads_there = |&(label, _): &([u32; 2], HalfEdgeId)| match self.label_of_point(b) {
            MANY => label.iter().any(|layer| layers.contains(layer)),
            end => label.iter().any(|&layer| {
                self.passages.are_one(self.passages.after(layer, &leg, &[from], None), end, to)
            }),
        };
        let (likely, others): (Vec<_>, Vec<_>) = ways.into_iter().partition(leads_there);
        let mut failed = InsertError::Meets(Site::Point(b));
        for (label, arc) in likely.into_iter().chain(others) {
            let seeds = self.seeds_of(a, to, arc);
            match self.insert_segment_at([a, b], label, |vertex| seeds.contains(&Some(vertex))) {
                Ok(s) => return Ok(s),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    pub(super) fn label_of_point(&self, p: PointId) -> u32 {
        self.labels.points.get(p.0 as usize).copied().unwrap_or(0)
    }

    pub(super) fn label_of_segment(&self, s: SegmentId) -> [u32; 2] {
        self.labels.segments.get(s.0 as usize).copied().unwrap_or([0; 2])
    }

    fn insert_segment_at(
        &mut self,
        [a, b]: [PointId; 2],
        label: [u32; 2],
        accept: impl Fn(VertexId) -> bool,
    ) -> Result<SegmentId, InsertError> {
        let diagram = self.ground.surface.diagram_mut();
        let (s, change) = diagram.insert_segment_where(a, b, |_, vertex| accept(vertex))?;
        self.tally.note(change);
        self.tally.add_segment(s);
        let index = s.0 as usize;
        if index >= self.labels.segments.len() {
            self.labels.segments.resize(index + 1, [NOWHERE; 2]);
        }
        self.labels.segments[index] = label;
        Ok(s)
    }

    /// The vertices at the ends of an arc of the region of `a` that lie to the side of a direction in it: on the left the one where the arc starts, on the
    /// right the one where it ends. Beyond half a turn they only look as if they were in front.
    fn seeds_of(&self, a: PointId, to: GridPoint, arc: HalfEdgeId) -> [Option<VertexId>; 2] {
        let diagram = self.ground.surface.diagram();
        let at = diagram.point(a);
        let w = [f64::from(to.x) - f64::from(at.x), f64::from(to.y) - f64::from(at.y)];
        // The sine of the angle from the direction to a vertex.
        let side = |vertex: VertexId| {
            let ([x, y], r, _) = diagram.circle_of(vertex);
            let d = [x - f64::from(at.x), y - f64::from(at.y)];
            if r > 0.0 { plane::cross(w, d) / (plane::dot(w, w).sqrt() * r) } else { 0.0 }
        };
        let (start, end) = (arc.vertex(), diagram.half_edge(arc).twin().id().vertex());
        [Some(start).filter(|&v| side(v) >= -AHEAD), Some(end).filter(|&v| side(v) <= AHEAD)]
    }

    /// The layers on the left and right of a segment next to its first end, which is on one layer, or between the ends of a connection.
    fn layers_from(&self, a: PointId, b: PointId) -> [u32; 2] {
        let diagram = self.ground.surface.diagram();
        let layer = self.label_of_point(a);
        let [from, to] = [a, b].map(|p| diagram.point(p));
        let Some(passage) = self.passages.under(layer, from) else { return [layer; 2] };
        let [p, q] = passage.ends.map(fine);
        let (d, w) = (minus(q, p), minus(fine(to), fine(from)));
        let [left, right] = passage.layers;
        match cross(d, w).signum() {
            1 => [left; 2],
            -1 => [right; 2],
            _ if dot(d, w) > 0 => [left, right],
            _ => [right, left],
        }
    }

    /// The layer of a place in front of an arc where a walk ended, if it is one of these.
    fn layer_before(&self, at: GridPoint, layers: &[u32], arc: HalfEdgeId) -> Option<u32> {
        let diagram = self.ground.surface.diagram();
        let site = diagram.half_edge(arc).right();
        let layer = match site {
            Site::Point(p) if self.label_of_point(p) == MANY => {
                let from = diagram.point(p);
                if from == at {
                    return None;
                }
                let [layer, _] = self.layers_toward(p, at, arc)?;
                self.passages.after(layer, &Leg::between(fine(from), fine(at)), &[from], None)
            }
            _ => self.layer_from(site, fine(at))?,
        };
        // On a connection it has two.
        let is_one = |&&other: &&u32| self.passages.are_one(layer, other, at);
        layers
            .iter()
            .find(is_one)
            .copied()
            .filter(|_| layers.len() == 1 || self.passages.is_inside(layer, at))
    }

    /// Walks from points around a place until a walk ends on the right layer; and if none does, from all arcs around a start.
    fn search(&mut self, at: GridPoint, layers: &[u32], start: HalfEdgeId) -> Option<(HalfEdgeId, u32)> {
        let found = layers.iter().find_map(|&layer| self.search_near(at, layer, layers));
        if found.is_some() {
            return found;
        }
        let diagram = self.ground.surface.diagram();
        let mut seen = std::collections::BTreeSet::from([start.vertex()]);
        let mut queue = std::collections::VecDeque::from([start.vertex()]);
        while let Some(vertex) = queue.pop_front() {
            for slot in 0..3 {
                let h = vertex.half_edge(slot);
                let arc = diagram.walk_to(at, h);
                if let Some(layer) = self.layer_before(at, layers, arc) {
                    return Some((arc, layer));
                }
                let beyond = diagram.half_edge(h).twin().id().vertex();
                if seen.len() < PATIENCE && seen.insert(beyond) {
                    queue.push_back(beyond);
                }
            }
        }
        None
    }

    /// Walks from the nearest points of a layer.
    fn search_near(&mut self, at: GridPoint, layer: u32, layers: &[u32]) -> Option<(HalfEdgeId, u32)> {
        let mut nodes = Vec::new();
        let mut reach = NEARBY;
        loop {
            nodes.clear();
            let low = GridPoint::new(at.x.saturating_sub(reach), at.y.saturating_sub(reach));
            let high = GridPoint::new(at.x.saturating_add(reach), at.y.saturating_add(reach));
            self.arrangement.nodes_within(layer, [low, high], &mut nodes);
            nodes.retain(|&v| self.arrangement.node(v).site.is_some());
            // Looking through a large box takes longer than what follows.
            if !nodes.is_empty() || reach > FARTHEST {
                break;
            }
            reach *= 4;
        }
        let far = |v: u32| {
            let node = self.arrangement.node(v).at;
            let [x, y] = [i64::from(node.x) - i64::from(at.x), i64::from(node.y) - i64::from(at.y)];
            x * x + y * y
        };
        let diagram = self.ground.surface.diagram();
        nodes.sort_by_cached_key(|&v| (far(v), v));
        nodes.iter().take(STARTS).find_map(|&v| {
            let site = Site::Point(self.arrangement.node(v).site?);
            let arc = diagram.walk_to(at, diagram.half_edge_of(site)?);
            Some((arc, self.layer_before(at, layers, arc)?))
        })
    }

    fn label_point(&mut self, p: PointId, layer: u32) {
        if !self.ground.surface.diagram().is_layered() {
            return;
        }
        let index = p.0 as usize;
        if index >= self.labels.points.len() {
            self.labels.points.resize(index + 1, NOWHERE);
        }
        self.labels.points[index] = layer;
    }
}
