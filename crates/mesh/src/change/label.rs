//! On which layer a place of the diagram is, and inserting sites where they belong.
//!
//! On a surface that overlaps itself coordinates do not say where a point goes. A walk from a site nearby ends in the region of the nearest site; the
//! straight line from that site to the place stays in its region, so following it over connections tells the layer. If that
//! is not the layer that is meant, the walk starts again from somewhere else.
//!
//! Connections count whether open or not: where the diagram has no wall, a line may cross them. Every layer has a whole plane, its outside included, so for most
//! places the layer says enough. Next to a connection it does not: outside of one layer is another place than inside of the other. There only what is inside
//! counts, if there is any such; in the middle of an update walls may be missing.

use throng_voronoi::{GridPoint, HalfEdgeId, InsertError, PointId, SegmentId, Side, Site, VertexId};

use crate::change::layout::{FIXED, Layout};
use crate::plane::{Point, along, distance, dot, nearest_on_segment, sub};
use crate::scene::{ConnectionId, LayerId};

/// How many arcs a search for the right sheet may start from.
const PATIENCE: usize = 20_000;

/// How many vertices between points are asked for their layer.
const NEIGHBORS: usize = 200;

/// How far a line starts from the ends of a segment. \[m\] An end may be that of a connection, where a line could go either way. A hundredth of a
/// grid unit, so nothing else is so near.
const ASIDE: f64 = 1e-6;

impl Layout {
    /// Inserts a point that is on some of these layers. `start` is a half-edge near it; there is none if the diagram is empty.
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
            return Ok(p);
        };
        let diagram = self.ground.surface.diagram();
        let mut arc = diagram.walk_to(at, start);
        let strict = layers.len() > 1;
        if diagram.is_layered() && !self.ends_on(at, layers, arc, strict) {
            let found = self.search(at, layers, start, strict);
            arc = found.or_else(|| self.search(at, layers, start, false)).unwrap_or(arc);
        }
        let (p, change) = self.ground.surface.diagram_mut().insert_point_before(at, arc)?;
        self.tally.note(change);
        self.tally.add_point(p);
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
        let ends = [a, b].map(|p| self.place(self.ground.surface.diagram().point(p)));
        // On the right layer first, in the place as it was built and then outside; where rounding hides it, wherever the other end is reached.
        for round in 0..3 {
            let (strict, last) = (round == 0, round == 2);
            let mut seeds = Vec::new();
            let diagram = self.ground.surface.diagram();
            for vertex in diagram.vertices_around(Site::Point(a)) {
                let center = self.center(vertex);
                let there = near_on_segment(ends[0], ends[1], center);
                let layer =
                    self.layer_of_vertex(vertex, strict).map(|layer| self.layer_after(layer, center, there));
                if last || layer.is_some_and(|layer| layers.contains(&layer.0)) {
                    seeds.push(vertex);
                }
            }
            let inserted = self
                .ground
                .surface
                .diagram_mut()
                .insert_segment_where(a, b, |_, vertex| seeds.contains(&vertex));
            match inserted {
                Ok((s, change)) => {
                    self.tally.note(change);
                    self.tally.add_segment(s);
                    return Ok(s);
                }
                Err(error) if last => return Err(error),
                Err(_) => {}
            }
        }
        unreachable!("the last round returns")
    }

    /// The layer at the end of a straight line on the surface. Connections are crossed whether they are open or not.
    pub(super) fn layer_after(&self, layer: LayerId, from: Point, to: Point) -> LayerId {
        self.layer_at_end((layer, None), from, to)
    }

    /// The same for a line that starts on the back of a connection, if one is given, and so does not cross that.
    fn layer_at_end(
        &self,
        (layer, back): (LayerId, Option<ConnectionId>),
        from: Point,
        to: Point,
    ) -> LayerId {
        let (mut layer, mut since, mut last) = (layer, 0.0, None);
        for _ in 0..=self.links.len() {
            let mut first: Option<(f64, usize)> = None;
            for id in &self.links_of[layer.0 as usize] {
                let index = id.0 as usize;
                if Some(index) == last || Some(*id) == back {
                    continue;
                }
                let crossed = self.links[index].crossing(layer, from, to);
                if let Some(t) = crossed.filter(|&t| t >= since && first.is_none_or(|(least, _)| t < least)) {
                    first = Some((t, index));
                }
            }
            let Some((t, index)) = first else { return layer };
            layer = self.links[index].across(layer);
            (since, last) = (t, Some(index));
        }
        layer
    }

    /// Whether a walk to a place that ended at an arc ended on one of these layers.
    fn ends_on(&self, at: GridPoint, layers: &[u32], arc: HalfEdgeId, strict: bool) -> bool {
        let diagram = self.ground.surface.diagram();
        let half_edge = diagram.half_edge(arc);
        let place = self.place(at);
        let layer = match half_edge.right() {
            Site::Segment(s) => {
                let [a, b] = diagram.ends(s).map(|p| self.place(diagram.point(p)));
                let side = usize::from(crate::plane::turn(a, b, place) < 0.0);
                // On the back of a connection nothing can stand.
                if nearest_on_segment(a, b, place) == place {
                    return false;
                }
                let foot = near_on_segment(a, b, place);
                self.layer_beside(s, side, strict).map(|beside| self.layer_at_end(beside, foot, place))
            }
            Site::Point(p) if !strict && self.only_layer(p).is_some() => {
                let from = self.place(diagram.point(p));
                self.only_layer(p).map(|layer| self.layer_after(layer, from, place))
            }
            // The region of a point is convex, so the line from a vertex of the arc stays in it.
            Site::Point(_) => [arc, half_edge.twin().id()].into_iter().find_map(|h| {
                let layer = self.layer_of_vertex(h.vertex(), strict)?;
                Some(self.layer_after(layer, self.center(h.vertex()), place))
            }),
        };
        layer.is_some_and(|layer| layers.contains(&layer.0))
    }

    /// Walks from many arcs around a start until one ends on the right layer.
    fn search(&self, at: GridPoint, layers: &[u32], start: HalfEdgeId, strict: bool) -> Option<HalfEdgeId> {
        let diagram = self.ground.surface.diagram();
        let mut seen = std::collections::BTreeSet::from([start.vertex()]);
        let mut queue = std::collections::VecDeque::from([start.vertex()]);
        while let Some(vertex) = queue.pop_front() {
            for slot in 0..3 {
                let h = vertex.half_edge(slot);
                let arc = diagram.walk_to(at, h);
                if self.ends_on(at, layers, arc, strict) {
                    return Some(arc);
                }
                let beyond = diagram.half_edge(h).twin().id().vertex();
                if seen.len() < PATIENCE && seen.insert(beyond) {
                    queue.push_back(beyond);
                }
            }
        }
        None
    }

    /// The layer of a vertex of the diagram, if it is known. The line from one of its sites stays in its circle. Between points only,
    /// neighbors tell.
    fn layer_of_vertex(&self, vertex: VertexId, strict: bool) -> Option<LayerId> {
        let diagram = self.ground.surface.diagram();
        let mut seen = vec![vertex];
        let mut way: Vec<(VertexId, usize)> = vec![(vertex, 0)];
        let mut k = 0;
        while k < way.len() {
            let (here, _) = way[k];
            for slot in 0..3 {
                let [(site, side), _] = diagram.half_edge(here.half_edge(slot)).sites_at_start();
                match site {
                    // In a corner sides mean nothing.
                    Site::Segment(s) if diagram.circle_of(here).1 > 0.0 => {
                        let side = usize::from(side == Side::Right);
                        let Some(beside) = self.layer_beside(s, side, strict) else { continue };
                        let [a, b] = diagram.ends(s).map(|p| self.place(diagram.point(p)));
                        let center = self.center(here);
                        let mut layer = self.layer_at_end(beside, near_on_segment(a, b, center), center);
                        // Back to where the question came from.
                        let (mut from, mut index) = (center, k);
                        while index > 0 {
                            index = way[index].1;
                            let to = self.center(way[index].0);
                            layer = self.layer_after(layer, from, to);
                            from = to;
                        }
                        return Some(layer);
                    }
                    _ => {}
                }
            }
            // Far outside, at the frame, chords are so long that rounding lets them cross anything.
            let is_far = (0..3).any(|slot| match diagram.half_edge(here.half_edge(slot)).right() {
                Site::Point(p) => self.node_at(p).is_none(),
                Site::Segment(_) => false,
            });
            for slot in 0..if is_far { 0 } else { 3 } {
                let half_edge = diagram.half_edge(here.half_edge(slot));
                let beyond = half_edge.twin().id().vertex();
                let between_points =
                    matches!((half_edge.left(), half_edge.right()), (Site::Point(_), Site::Point(_)));
                if between_points && way.len() < NEIGHBORS && !seen.contains(&beyond) {
                    seen.push(beyond);
                    way.push((beyond, k));
                }
            }
            k += 1;
        }
        None
    }

    /// The layer on a side of a segment, left or right. If `strict`, `None` unless the place as it was built is walkable there.
    ///
    /// The sheet of a layer goes on outside of it: where walls are gone, walks may come from there. Behind a connection it ends at the back
    /// of that, which has the one layer on the side where the other one lies. Then the connection comes with it.
    fn layer_beside(
        &self,
        s: SegmentId,
        side: usize,
        strict: bool,
    ) -> Option<(LayerId, Option<ConnectionId>)> {
        if let Ok(index) = self.backs.binary_search_by_key(&s, |&(back, _)| back) {
            let connection = self.backs[index].1;
            let [a, _] = self.ground.links[connection.0 as usize];
            let diagram = self.ground.surface.diagram();
            let along = diagram.point(diagram.ends(s)[0]) == a;
            let between = self.links[connection.0 as usize].between;
            let layer = between[if along { 1 - side } else { side }];
            return (!strict).then_some((layer, Some(connection)));
        }
        let &(key, along) = self.piece_of.get(s.0 as usize)?;
        // A name may have belonged to a segment that is gone.
        if self.arrangement.piece(key)?.site != Some(s) {
            return None;
        }
        let near = if along { side } else { 1 - side };
        let (names, _) = self.sheets_of(key);
        let inside = self.arrangement.piece(names[near])?.notes[near] & FIXED != 0;
        (inside || !strict).then(|| (self.ground.layers_of(s)[side], None))
    }

    /// The layer of a point, if it is on one only.
    fn only_layer(&self, p: PointId) -> Option<LayerId> {
        match self.arrangement.layers_of(self.node_at(p)?) {
            &[layer] => Some(LayerId(layer)),
            _ => None,
        }
    }

    /// The node of a point; `None` for those of the frame and of backs of connections.
    fn node_at(&self, p: PointId) -> Option<u32> {
        self.node_of.get(p.0 as usize).copied().filter(|&v| v != u32::MAX)
    }

    fn place(&self, p: GridPoint) -> Point {
        self.grid.position(p)
    }

    fn center(&self, vertex: VertexId) -> Point {
        let ([x, y], ..) = self.ground.surface.diagram().circle_of(vertex);
        [self.grid.origin[0] + self.grid.unit * x, self.grid.origin[1] + self.grid.unit * y]
    }
}

/// The place of a segment that is nearest to another place, but not an end.
fn near_on_segment(a: Point, b: Point, z: Point) -> Point {
    let d = sub(b, a);
    let aside = (ASIDE / distance(a, b)).min(0.5);
    along(a, d, (dot(sub(z, a), d) / dot(d, d)).clamp(aside, 1.0 - aside))
}
