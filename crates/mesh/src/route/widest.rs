//! The widest way between two places, to say why there is none for a disc.
//!
//! Like Dijkstra's search over the joints of the medial axis, but a way is as good as its narrowest place.
//! Cost: O(n log n) in the number of cells; it is asked only where a search has failed.

use std::collections::BinaryHeap;

use throng_voronoi::Arc;

use crate::id::{CellId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;

impl Mesh {
    /// Radius of the largest disc that gets from one position to another, and where its way is narrowest; `None` if there is no way. \[m\]
    pub(crate) fn widest_way(&self, from: Position, to: Position) -> Option<(f64, Position)> {
        let ends = [from, to].map(|end| self.retract(end, None));
        let [Some(start), Some(goal)] = ends else { return None };
        let room = [from, to].map(|end| (self.clearance(end, None).unwrap_or(0.0), end));
        let mut best: Option<(f64, Position)> = None;
        let mut known: Vec<f64> = vec![-1.0; self.joints.len()];
        let mut open: BinaryHeap<(u64, u32)> = BinaryHeap::new();
        let mut narrowest: Vec<Position> = vec![from; self.joints.len()];
        // The narrowest place on the arc of a cell between two parameters.
        let narrow = |cell: CellId, s: f64, t: f64| {
            let whole = self.arc(cell);
            let arc = Arc { start: whole.point(s.min(t)), end: whole.point(s.max(t)), ..whole };
            let (t, clearance) = arc.min_clearance();
            let at = arc.point(t);
            (clearance, Position { at, layer: self.layer_of(cell, at) })
        };
        let worse = |a: (f64, Position), b: (f64, Position)| if b.0 < a.0 { b } else { a };
        let around = room[0];
        if start.cell == goal.cell {
            best = Some(worse(worse(around, room[1]), narrow(start.cell, start.t, goal.t)));
        }
        let mut offer = |joint: JointId, way: (f64, Position), open: &mut BinaryHeap<(u64, u32)>| {
            if way.0 > known[joint.index()] {
                known[joint.index()] = way.0;
                narrowest[joint.index()] = way.1;
                // Widths are not negative, so their bits are in the same order.
                open.push((way.0.to_bits(), joint.0));
            }
            (known[joint.index()], narrowest[joint.index()])
        };
        for (f, t) in [(start.cell.left(), 0.0), (start.cell.right(), 1.0)] {
            offer(self.flank(f).start, worse(around, narrow(start.cell, start.t, t)), &mut open);
        }
        while let Some((bits, joint)) = open.pop() {
            let joint = JointId(joint);
            let way = offer(joint, (-1.0, from), &mut open);
            if way.0.to_bits() != bits {
                continue;
            }
            if best.is_some_and(|best| best.0 >= way.0) {
                break;
            }
            for f in self.around(joint) {
                let cell = f.cell();
                if cell == goal.cell {
                    let t = if f == cell.left() { 0.0 } else { 1.0 };
                    let whole = worse(worse(way, room[1]), narrow(cell, t, goal.t));
                    if best.is_none_or(|best| best.0 < whole.0) {
                        best = Some(whole);
                    }
                }
                offer(self.flank(f.twin()).start, worse(way, narrow(cell, 0.0, 1.0)), &mut open);
            }
        }
        best
    }
}
