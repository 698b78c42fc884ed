//! What is stored beside the arcs and follows from them: lengths, clearances, components, counts, area.

use super::agree;
use crate::id::{CellId, EdgeId, FlankId};
use crate::mesh::Mesh;
use crate::plane::{Point, turn};
use crate::violation::MeshViolation;

impl Mesh {
    pub(super) fn check_sums(&self, tolerance: f64) -> Result<(), MeshViolation> {
        for e in self.live_edges() {
            self.check_edge(e, tolerance)?;
        }
        self.check_components()?;
        if let Some(forest) = &self.prepared.forest {
            forest.get(self).check(self)?;
        }
        let vertices = self.live_joints().filter(|&j| self.is_vertex(j)).count() as u32;
        if vertices != self.num_vertices {
            return Err(MeshViolation::NumVertices { stored: self.num_vertices, found: vertices });
        }
        let found: f64 = self.live_flanks().map(|f| area(self.outline(f).corners())).sum();
        // The sum of many rounded numbers.
        if !agree(found, self.area(), 1e-9 * found.abs().max(1.0)) {
            return Err(MeshViolation::Area { stored: self.area(), found });
        }
        Ok(())
    }

    fn check_edge(&self, e: EdgeId, tolerance: f64) -> Result<(), MeshViolation> {
        let edge = self.edges[e.index()];
        let (mut length, mut clearance) = (0.0, f64::INFINITY);
        for cell in edge.first_cell.0..edge.first_cell.0 + edge.num_cells {
            let arc = self.arc(CellId(cell));
            length += arc.length();
            clearance = arc.min_clearance().1.min(clearance);
        }
        // Each end of an arc may be off.
        let slack = tolerance * f64::from(edge.num_cells + 1);
        if !(edge.length > 0.0 && agree(edge.length, length, slack)) {
            return Err(MeshViolation::Length { edge: e, stored: edge.length, found: length });
        }
        if !agree(edge.min_clearance, clearance, tolerance) {
            let stored = edge.min_clearance;
            return Err(MeshViolation::MinClearance { edge: e, stored, found: clearance });
        }
        Ok(())
    }

    /// Edges that meet are in one component, and each part of the mesh has a number of its own.
    fn check_components(&self) -> Result<(), MeshViolation> {
        let edge_of = |f: FlankId| self.cells[f.cell().index()].edge;
        let mut found = 0;
        let mut numbers = Vec::new();
        let mut seen = vec![false; self.edges.len()];
        let mut stack = Vec::new();
        for first in self.live_edges() {
            if seen[first.index()] {
                continue;
            }
            found += 1;
            numbers.push(self.edges[first.index()].component);
            seen[first.index()] = true;
            stack.push(first);
            while let Some(e) = stack.pop() {
                let edge = self.edges[e.index()];
                let last = CellId(edge.first_cell.0 + edge.num_cells - 1);
                for joint in [edge.first_cell.left(), last.right()].map(|f| self.flank(f).start) {
                    for other in self.around(joint).map(edge_of) {
                        let components = [edge.component, self.edges[other.index()].component];
                        if components[0] != components[1] {
                            return Err(MeshViolation::Component { edges: [e, other], components });
                        }
                        if !std::mem::replace(&mut seen[other.index()], true) {
                            stack.push(other);
                        }
                    }
                }
            }
        }
        numbers.sort_unstable();
        let twice = numbers.windows(2).any(|pair| pair[0] == pair[1]);
        if found != self.num_components || twice {
            return Err(MeshViolation::NumComponents { stored: self.num_components, found });
        }
        Ok(())
    }
}

fn area(corners: &[Point]) -> f64 {
    corners[1..].windows(2).map(|pair| turn(corners[0], pair[0], pair[1]) / 2.0).sum()
}
