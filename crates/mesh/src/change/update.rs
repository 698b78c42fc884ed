//! One transaction on a layout: the arrangement changes, and the diagram follows.
//!
//! 1. Pieces under an obstacle that goes are covered by one less. Take its courses out of the arrangement.
//! 2. Put the courses of what comes in, and cover the pieces under it by one more.
//! 3. Pieces that are new, or through which other courses run, get their notes from nothing ([`crate::change::sides`]).
//! 4. Of all pieces touched: which belong in the diagram now? Likewise nodes.
//! 5. Remove segments, then points; insert points, then segments, each on its layer ([`crate::change::label`]).
//! 6. Tell which sides of the other segments became walkable or cease to be.
//!
//! Nothing here fails but by a mistake of ours: what users can do wrong was looked at before ([`crate::change::live`]).
//! Cost: what is under the obstacles and beside them.

use throng_voronoi::{HalfEdgeId, PieceKey, SegmentId, Site};

use crate::change::layout::{Layout, Part, Placed};
use crate::change::obstacle::{Obstacle, ObstacleId, Snapped};
use crate::change::tag::Tag;
use crate::change::ties::Ties;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::scene::{ConnectionId, LayerId};

/// The mesh before the transaction: where it can be asked, that is quicker than searching.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) ties: &'a Ties,
}

/// What is to be done, after every question was asked.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) leaving: Vec<ObstacleId>,
    pub(crate) coming: Vec<(ObstacleId, Obstacle, Snapped, Vec<u32>)>,
    pub(crate) doors: Vec<(ConnectionId, bool)>,
}

impl Layout {
    /// Carries out a transaction. After it [`Layout::tally`] and [`Layout::flipped`] tell what it did to the diagram.
    pub(crate) fn update(&mut self, seen: Option<Seen<'_>>, plan: Plan) -> Result<(), String> {
        self.tally.begin();
        self.left.clear();
        self.touched.clear();
        self.touched_nodes.clear();
        self.recent = None;
        // Step 1.
        for &id in &plan.leaving {
            let placed = self.obstacles.remove(&id).expect("looked at before");
            for (index, part) in placed.parts.iter().enumerate() {
                self.cover(part, false);
                self.boxes.remove(part.layer, [part.low, part.high], (id, index as u32));
                for &c in &part.courses {
                    self.count_lone(c, false);
                    self.arrangement.remove(c);
                }
            }
            self.left.push((id, placed.obstacle));
        }
        if !plan.leaving.is_empty() {
            self.arrangement.settle();
        }
        // Step 2.
        let coming: Vec<ObstacleId> = plan.coming.iter().map(|&(id, ..)| id).collect();
        for (id, obstacle, snapped, layers) in plan.coming {
            let placed = self.place_obstacle(id, obstacle, &snapped, &layers);
            self.obstacles.insert(id, placed);
        }
        if !coming.is_empty() {
            self.arrangement.spread();
        }
        for &id in &coming {
            for index in 0..self.obstacles[&id].parts.len() {
                let part = self.obstacles[&id].parts[index].clone();
                self.cover(&part, true);
                self.boxes.insert(part.layer, [part.low, part.high], (id, index as u32));
            }
        }
        for &(connection, open) in &plan.doors {
            self.links[connection.0 as usize].open = open;
            let c = self.seams[connection.0 as usize];
            let course = self.arrangement.course(c);
            let nodes: Vec<u32> = course.nodes().collect();
            let layer = course.layers[0];
            self.touched.extend(nodes.windows(2).map(|pair| PieceKey::new(pair[0], pair[1], layer)));
            self.touched_nodes.extend(nodes);
        }
        self.synchronize(seen)
    }

    /// Steps 3 to 6.
    pub(super) fn synchronize(&mut self, seen: Option<Seen<'_>>) -> Result<(), String> {
        // Step 3.
        let mut differences = std::mem::take(&mut self.differences);
        self.arrangement.take_changes(&mut differences);
        let mut gone = Vec::new();
        for &key in &differences.pieces {
            if self.arrangement.piece(key).is_none_or(|piece| piece.is_unused()) {
                gone.push(key);
                continue;
            }
            let notes = self.notes(seen, key);
            self.arrangement.piece_mut(key).expect("looked at above").notes = notes;
            self.touched.push(key);
        }
        self.touched_nodes.extend_from_slice(&differences.nodes);
        // Step 4.
        let mut touched = std::mem::take(&mut self.touched);
        touched.retain(|&key| self.arrangement.piece(key).is_some_and(|piece| !piece.is_unused()));
        for key in &mut touched {
            *key = self.main_name(*key);
        }
        touched.sort_unstable();
        touched.dedup();
        let mut nodes = std::mem::take(&mut self.touched_nodes);
        let (mut outgoing, mut incoming, mut staying) = (Vec::new(), Vec::new(), Vec::new());
        for &key in &gone {
            outgoing.extend(
                self.arrangement.piece_mut(key).and_then(|piece| piece.site.take()).map(|s| (key, s)),
            );
        }
        for &key in &touched {
            let (matters, sides) = self.wanted(key);
            // A piece that became part of a connection, or ceased to be, may have its segment under another name.
            for other in self.arrangement.layers_of(key.ends[0]).to_vec() {
                let name = PieceKey { layer: other, ..key };
                if name != key
                    && self.is_same(key, name)
                    && let Some(s) = self.arrangement.piece_mut(name).and_then(|piece| piece.site.take())
                {
                    outgoing.push((name, s));
                }
            }
            match (self.arrangement.piece(key).expect("kept above").site, matters) {
                (Some(s), true) if self.is_misnamed(key, s) => {
                    outgoing.push((key, s));
                    incoming.push((key, sides));
                }
                (Some(s), true) => staying.push((key, s, sides)),
                (Some(s), false) => {
                    self.arrangement.piece_mut(key).expect("kept above").site = None;
                    outgoing.push((key, s));
                }
                (None, true) => incoming.push((key, sides)),
                (None, false) => {}
            }
        }
        // Step 5.
        for &(key, s) in &outgoing {
            let change = self.ground.surface.diagram_mut().remove_segment(s).map_err(|e| e.to_string())?;
            self.tally.note(change);
            self.tally.remove_segment(s);
            for v in key.ends {
                self.arrangement.node_mut(v).uses -= 1;
                nodes.push(v);
            }
        }
        for &(key, _) in &incoming {
            for v in key.ends {
                self.arrangement.node_mut(v).uses += 1;
                nodes.push(v);
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        // Without changes of segments the diagram knows what is walkable.
        let is_calm = outgoing.is_empty() && incoming.is_empty() && staying.is_empty();
        self.ahead = None;
        let mut new_nodes = Vec::new();
        for &v in &nodes {
            let of_site = if is_calm { self.is_lone_by_site(v) } else { None };
            let wanted =
                of_site.unwrap_or_else(|| self.arrangement.node(v).uses > 0 || self.is_lone_point(seen, v));
            match (self.arrangement.node(v).site, wanted) {
                (Some(p), false) => {
                    let change =
                        self.ground.surface.diagram_mut().remove_point(p).map_err(|e| e.to_string())?;
                    self.tally.note(change);
                    self.tally.remove_point(p);
                    self.arrangement.node_mut(v).site = None;
                    self.node_of[p.0 as usize] = u32::MAX;
                }
                (None, true) => new_nodes.push(v),
                _ => {}
            }
        }
        for &v in &new_nodes {
            let at = self.arrangement.node(v).at;
            let layers = self.arrangement.layers_of(v).to_vec();
            let start = self.start_near(seen, v, &incoming);
            let p =
                self.insert_point(at, &layers, start).map_err(|error| format!("point {at:?}: {error}"))?;
            self.bind(v, p);
        }
        for &(key, sides) in &incoming {
            let layers = self.sheets_of(key).map(|name| name.layer);
            let ends = key.ends.map(|v| self.arrangement.node(v).site.expect("inserted above"));
            let inserted = self.insert_segment(ends, &layers);
            let s =
                inserted.map_err(|error| format!("segment {:?}: {error}", self.arrangement.ends_of(key)))?;
            self.arrangement.piece_mut(key).expect("the piece is there").site = Some(s);
            self.ground.describe(s, layers.map(LayerId), sides);
        }
        // Step 6.
        self.flipped.clear();
        for &(key, s, sides) in &staying {
            let first = self.ground.surface.diagram().ends(s)[0];
            let along = self.arrangement.node(key.ends[0]).site == Some(first);
            let sides = if along { sides } else { [sides[1], sides[0]] };
            if self.ground.walkable[s.0 as usize] != sides {
                self.ground.walkable[s.0 as usize] = sides;
                self.flipped.push(s);
            }
        }
        for &key in &gone {
            self.arrangement.forget_piece(key);
        }
        for &v in &differences.nodes {
            if !self.arrangement.node(v).is_used() {
                self.arrangement.forget_node(v);
            }
        }
        nodes.clear();
        self.touched_nodes = nodes;
        touched.clear();
        self.touched = touched;
        self.differences = differences;
        Ok(())
    }

    /// Step 2, but for what spreads.
    fn place_obstacle(
        &mut self,
        id: ObstacleId,
        obstacle: Obstacle,
        snapped: &Snapped,
        layers: &[u32],
    ) -> Placed {
        let parts = layers.iter().map(|&layer| {
            let mut courses = Vec::with_capacity(snapped.ways.len());
            for &([a, b], closed) in &snapped.ways {
                let c = self.arrangement.insert(layer, a, b, Tag::Obstacle(id.0, closed).pack());
                self.count_lone(c, true);
                courses.push(c);
            }
            Part { layer, courses, area: snapped.is_area(), low: snapped.low, high: snapped.high }
        });
        let parts = parts.collect();
        Placed { obstacle, parts }
    }

    /// Notes that a point obstacle comes or goes.
    fn count_lone(&mut self, c: u32, comes: bool) {
        let course = self.arrangement.course(c);
        if !course.is_point() {
            return;
        }
        let v = course.ends[0];
        let count = self.lone.entry(v).or_default();
        *count = if comes { *count + 1 } else { *count - 1 };
        if *count == 0 {
            self.lone.remove(&v);
        }
        self.touched_nodes.push(v);
    }

    /// Pieces under a part of an obstacle are covered by one more, or less.
    fn cover(&mut self, part: &Part, more: bool) {
        if !part.area {
            return;
        }
        // Rounding may move a chain by a unit.
        let low = throng_voronoi::GridPoint::new(part.low.x - 1, part.low.y - 1);
        let high = throng_voronoi::GridPoint::new(part.high.x + 1, part.high.y + 1);
        let mut under = Vec::new();
        self.arrangement.pieces_within(part.layer, [low, high], &mut under);
        under.sort_unstable();
        under.dedup();
        for key in under {
            let ends = self.arrangement.ends_of(key);
            let covered = self.covers(part, key, ends);
            if covered != [false; 2] {
                let piece = self.arrangement.piece_mut(key).expect("found just now");
                // What is new has no notes yet; it gets them later.
                for (note, covered) in piece.notes.iter_mut().zip(covered) {
                    let by = u16::from(covered);
                    *note = if more { note.wrapping_add(by) } else { note.wrapping_sub(by) };
                }
                self.touched.push(key);
            }
        }
        let mut nodes = std::mem::take(&mut self.touched_nodes);
        let first = nodes.len();
        self.arrangement.nodes_within(part.layer, [low, high], &mut nodes);
        let mut kept = first;
        for index in first..nodes.len() {
            if self.lone.contains_key(&nodes[index]) {
                nodes[kept] = nodes[index];
                kept += 1;
            }
        }
        nodes.truncate(kept);
        self.touched_nodes = nodes;
    }

    /// Whether a node is a point obstacle with walkable space around it.
    pub(super) fn is_lone_point(&mut self, seen: Option<Seen<'_>>, v: u32) -> bool {
        if !self.lone.contains_key(&v) {
            return false;
        }
        let mut around = Vec::new();
        self.arrangement.pieces_at(v, &mut around);
        if around.is_empty() {
            let (at, layer) = (self.arrangement.node(v).at, self.arrangement.layers_of(v)[0]);
            return self.is_free(seen, layer, at);
        }
        around.iter().any(|&key| self.is_walkable(key, 0) || self.is_walkable(key, 1))
    }

    /// Whether the layers beside a segment have other names now: whether its piece became part of a connection, or ceased to be.
    fn is_misnamed(&self, key: PieceKey, s: SegmentId) -> bool {
        let [left, right] = self.sheets_of(key).map(|name| LayerId(name.layer));
        let first = self.ground.surface.diagram().ends(s)[0];
        let along = self.arrangement.node(key.ends[0]).site == Some(first);
        self.ground.layers_of(s) != if along { [left, right] } else { [right, left] }
    }

    /// Whether two names name the same piece of a connection.
    fn is_same(&self, key: PieceKey, other: PieceKey) -> bool {
        self.arrangement.piece(other).is_some() && self.all_names(key).any(|name| name == other)
    }

    /// A half-edge near a node to start a walk from: of the cell that it is in, or of a point that it will be joined to, or of any near it.
    fn start_near(
        &mut self,
        seen: Option<Seen<'_>>,
        v: u32,
        incoming: &[(PieceKey, [bool; 2])],
    ) -> Option<HalfEdgeId> {
        let is_there = |h: &HalfEdgeId| self.ground.surface.diagram().has_vertex(h.vertex());
        if let Some((_, h)) = self.ahead.filter(|(ahead, h)| *ahead == v && is_there(h)) {
            return Some(h);
        }
        let at = self.grid.position(self.arrangement.node(v).at);
        let layer = LayerId(self.arrangement.layers_of(v)[0]);
        let flank = self.find(seen, Position::new(at, layer));
        let diagram = self.ground.surface.diagram();
        let of_cell = seen.zip(flank).and_then(|(Seen { ties, .. }, f)| {
            ties.half_edge_near(f).filter(|&h| diagram.has_vertex(h.vertex()))
        });
        let of_site = |v: u32| {
            let p = self.arrangement.node(v).site?;
            diagram.half_edge_of(Site::Point(p))
        };
        of_cell
            .or_else(|| {
                let joined = incoming.iter().filter(|(key, _)| key.ends.contains(&v));
                joined.flat_map(|(key, _)| key.ends).find_map(of_site)
            })
            .or_else(|| {
                self.arrangement.near_node(v).and_then(|node| diagram.half_edge_of(Site::Point(node.site?)))
            })
            .or_else(|| diagram.points().next().and_then(|p| diagram.half_edge_of(Site::Point(p))))
    }
}
