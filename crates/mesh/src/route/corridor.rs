//! A corridor: the cells along a path, one after the other.

use throng_voronoi::Arc;

use crate::id::{CellId, FlankId};
use crate::mesh::Mesh;
use crate::route::path::Path;
use crate::view::BendingPoint;

/// A cell of a corridor, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    /// The side of the cell on the left, in the direction of the path.
    pub(crate) flank: FlankId,
    /// The part of the arc that the path takes, as parameters of [`Mesh::arc_along`].
    pub(crate) part: [f64; 2],
}

impl Mesh {
    /// The arc of a flank's cell, in the direction of the flank.
    #[inline]
    pub(crate) fn arc_along(&self, f: FlankId) -> Arc {
        let [start, end] = self.ends(f).map(|joint| joint.at);
        let [left, right] = [f, f.twin()].map(|f| self.generator(self.flank(f).obstacle));
        Arc { start, end, left, right }
    }

    /// The bending points along a path, from where it starts to where it ends, with their nearest obstacle points on the left
    /// and right of the path: between them is the corridor.
    pub fn corridor(&self, path: &Path) -> Vec<BendingPoint> {
        let mut stretches = Vec::new();
        stretches_of(self, path, &mut stretches);
        let mut points = Vec::with_capacity(stretches.len() + 1);
        for (k, stretch) in stretches.iter().enumerate() {
            let arc = self.arc_along(stretch.flank);
            let parts = if k + 1 == stretches.len() { &stretch.part[..] } else { &stretch.part[..1] };
            points.extend(parts.iter().map(|&t| {
                let at = arc.point(t);
                let [left, right] = [arc.left, arc.right].map(|generator| generator.foot(at));
                BendingPoint {
                    at,
                    layer: self.layer_of(stretch.flank.cell(), at),
                    left,
                    right,
                    clearance: arc.clearance(t),
                }
            }));
        }
        points
    }
}

/// Lists the cells of a path.
pub(crate) fn stretches_of(mesh: &Mesh, path: &Path, stretches: &mut Vec<Stretch>) {
    stretches.clear();
    let Some([from, to]) = path.ends else { return };
    let last = path.steps.len().saturating_sub(1);
    for (k, step) in path.steps.iter().enumerate() {
        let edge = &mesh.edges[step.edge.index()];
        let (first, end) = (edge.first_cell.0, edge.first_cell.0 + edge.num_cells);
        let start = if k == 0 { Some(from.place) } else { None };
        let goal = if k == last { Some(to.place) } else { None };
        let mut add = |cell: u32| {
            let cell = CellId(cell);
            // The parameter in the direction of the path.
            let t = |t: f64| if step.forward { t } else { 1.0 - t };
            let low = start.filter(|place| place.cell == cell).map_or(0.0, |place| t(place.t));
            let high = goal.filter(|place| place.cell == cell).map_or(1.0, |place| t(place.t));
            let flank = if step.forward { cell.left() } else { cell.right() };
            stretches.push(Stretch { flank, part: [low, high.max(low)] });
        };
        if step.forward {
            let first = start.map_or(first, |place| place.cell.0);
            let end = goal.map_or(end, |place| place.cell.0 + 1);
            (first..end).for_each(&mut add);
        } else {
            let first = goal.map_or(first, |place| place.cell.0);
            let end = start.map_or(end, |place| place.cell.0 + 1);
            (first..end).rev().for_each(&mut add);
        }
    }
}
