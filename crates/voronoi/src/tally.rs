//! What several operations did together.
//!
//! Operations give the slots of what they remove to what they add, and what one adds the next may remove. A tally cancels that out:
//! what was there before and is gone, and what is there now and was not.

use crate::diagram::Change;
use crate::id::{PointId, SegmentId, VertexId};
use crate::overlay::OverlayChange;

/// Adds up what operations on one diagram do, from [`Tally::begin`] to [`Tally::finish`].
///
/// ```
/// use throng_voronoi::{Diagram, GridPoint, OverlayChange, Tally};
/// let mut diagram = Diagram::new();
/// let mut tally = Tally::default();
/// diagram.insert_point(GridPoint::new(0, 0), None)?;
/// tally.begin();
/// let (p, change) = diagram.insert_point(GridPoint::new(5, 0), None)?;
/// tally.note(change);
/// tally.add_point(p);
/// tally.note(diagram.remove_point(p)?);
/// tally.remove_point(p);
/// let mut sum = OverlayChange::default();
/// tally.finish(&mut sum);
/// assert!(sum.points_added.is_empty() && sum.points_removed.is_empty());
/// assert_eq!(sum.vertices_added.len(), sum.vertices_removed.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Number of the present sum.
    epoch: u32,
    /// For each vertex, segment and point the sum in which it was made, if that is the present one.
    born: [Vec<u32>; 3],
    change: OverlayChange,
}

impl Tally {
    /// Starts from nothing.
    pub fn begin(&mut self) {
        self.epoch += 1;
        let OverlayChange {
            vertices_removed,
            vertices_added,
            segments_removed,
            segments_added,
            points_removed,
            points_added,
        } = &mut self.change;
        vertices_removed.clear();
        vertices_added.clear();
        segments_removed.clear();
        segments_added.clear();
        points_removed.clear();
        points_added.clear();
    }

    /// Adds what an operation did to the vertices.
    pub fn note(&mut self, change: &Change) {
        for &v in &change.removed {
            if died(&mut self.born[0], self.epoch, v.index()) {
                self.change.vertices_removed.push(v);
            }
        }
        for &v in &change.added {
            bear(&mut self.born[0], self.epoch, v.index());
            self.change.vertices_added.push(v);
        }
    }

    /// A segment was removed.
    pub fn remove_segment(&mut self, s: SegmentId) {
        if died(&mut self.born[1], self.epoch, s.index()) {
            self.change.segments_removed.push(s);
        }
    }

    /// A segment was added.
    pub fn add_segment(&mut self, s: SegmentId) {
        bear(&mut self.born[1], self.epoch, s.index());
        self.change.segments_added.push(s);
    }

    /// A point was removed.
    pub fn remove_point(&mut self, p: PointId) {
        if died(&mut self.born[2], self.epoch, p.index()) {
            self.change.points_removed.push(p);
        }
    }

    /// A point was added.
    pub fn add_point(&mut self, p: PointId) {
        bear(&mut self.born[2], self.epoch, p.index());
        self.change.points_added.push(p);
    }

    /// The sum, in exchange for memory to work in. What was added and is there no more is left out.
    pub fn finish(&mut self, sum: &mut OverlayChange) {
        let [vertices, segments, points] = &mut self.born;
        let epoch = self.epoch;
        let keep = |born: &mut [u32], id: usize| std::mem::replace(&mut born[id], 0) == epoch;
        self.change.vertices_added.retain(|v: &VertexId| keep(vertices, v.index()));
        self.change.segments_added.retain(|s| keep(segments, s.index()));
        self.change.points_added.retain(|p| keep(points, p.index()));
        std::mem::swap(&mut self.change, sum);
    }
}

/// Notes that something is gone. Whether it had been there before the sum began.
fn died(born: &mut [u32], epoch: u32, id: usize) -> bool {
    match born.get_mut(id).filter(|stamp| **stamp == epoch) {
        Some(stamp) => {
            *stamp = 0;
            false
        }
        None => true,
    }
}

fn bear(born: &mut Vec<u32>, epoch: u32, id: usize) {
    if id >= born.len() {
        born.resize(id + 1, 0);
    }
    born[id] = epoch;
}
