//! Which vertices of a changed diagram are in the open, on the walkable side.
//!
//! A vertex beside a wall knows: the side of the wall says it. A vertex between points only is as its neighbors are.
//!
//! 1. Ask the new vertices, and those around segments whose sides changed. Where they know, their neighbors between points learn from
//!    them: those that are new, and those that stayed and knew otherwise, and so on.
//! 2. What is still not known has only neighbors that stayed as they were, and learns from these.
//!
//! Cost: that of the vertices that are new or changed sides.
//! Degenerate: vertices at the ends of segments have no clearance; they are in nobody's open, and nobody learns from them.

use throng_voronoi::{OverlayChange, SegmentId, Site, VertexId};

use super::mend::{Mending, State};

impl Mending<'_> {
    /// Notes which vertices are in the open, and which of those that stayed changed sides.
    pub(super) fn open_and_close(&mut self, changes: &OverlayChange, flipped: &[SegmentId]) {
        let (diagram, walkable) = (self.ground.surface.diagram(), &self.ground.walkable);
        self.scratch.unset.clear();
        for &v in &changes.vertices_removed {
            self.ties.open[v.index()] = false;
        }
        // Step 1.
        for &v in &changes.vertices_added {
            let known = if diagram.is_apart(v) { diagram.vertex_beside(v, walkable) } else { Some(false) };
            if known.is_none() {
                self.scratch.mark(v, State::Unset);
                self.scratch.unset.push(v);
            }
            self.ties.open[v.index()] = known == Some(true);
            if known.is_some() && diagram.is_apart(v) {
                self.scratch.stack.push(v);
            }
        }
        for &s in flipped {
            for v in diagram.vertices_around(Site::Segment(s)) {
                if self.scratch.state(v) == State::Kept && diagram.is_apart(v) {
                    let open = diagram.vertex_beside(v, walkable) == Some(true);
                    self.turn(v, open);
                    self.scratch.stack.push(v);
                }
            }
        }
        self.teach();
        // Step 2.
        for k in 0..self.scratch.unset.len() {
            let v = self.scratch.unset[k];
            if self.scratch.state(v) != State::Unset {
                continue;
            }
            let neighbors = (0..3).map(|k| diagram.half_edge(v.half_edge(k)).twin().id().vertex());
            let wise = { neighbors }.find(|&g| self.scratch.state(g) != State::Unset && diagram.is_apart(g));
            if let Some(g) = wise {
                self.ties.open[v.index()] = self.ties.open[g.index()];
                self.scratch.mark(v, State::Added);
                self.scratch.stack.push(v);
                self.teach();
            }
        }
    }

    /// Neighbors between points learn, and teach theirs.
    fn teach(&mut self) {
        let (diagram, walkable) = (self.ground.surface.diagram(), &self.ground.walkable);
        while let Some(v) = self.scratch.stack.pop() {
            let open = self.ties.open[v.index()];
            for k in 0..3 {
                let half_edge = diagram.half_edge(v.half_edge(k));
                let g = half_edge.twin().id().vertex();
                match self.scratch.state(g) {
                    State::Unset => {
                        self.ties.open[g.index()] = open;
                        self.scratch.mark(g, State::Added);
                        self.scratch.stack.push(g);
                    }
                    State::Kept
                        if self.ties.open[g.index()] != open
                            && diagram.is_apart(g)
                            && diagram.vertex_beside(g, walkable).is_none() =>
                    {
                        self.turn(g, open);
                        self.scratch.stack.push(g);
                    }
                    _ => {}
                }
            }
        }
    }

    fn turn(&mut self, v: VertexId, open: bool) {
        if std::mem::replace(&mut self.ties.open[v.index()], open) != open {
            self.scratch.turned.push(v);
        }
    }
}
