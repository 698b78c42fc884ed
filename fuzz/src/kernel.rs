//! The operations, done on the kernel, with a naive list of what must be there beside it.

use crate::operation::Operation;
use throng_voronoi::sample::disjoint;
use throng_voronoi::{Diagram, GridPoint, InsertError, PointId, SegmentId};

/// Applies the operations one after the other to an empty diagram; panics if an answer or the diagram is wrong.
pub fn apply(operations: &[Operation]) {
    let mut state = State::default();
    for operation in operations {
        match *operation {
            Operation::InsertPoint(p) => {
                state.insert_point(p);
            }
            Operation::InsertSegment(a, b) => state.insert_segment(a, b),
            Operation::RemoveSegment(n) => state.remove_segment(n),
            Operation::RemovePoint(n) => state.remove_point(n),
        }
        state.diagram.check().unwrap_or_else(|violation| panic!("after {operation:?}: {violation}"));
    }
    state.diagram.check_all().unwrap_or_else(|violation| panic!("at the end: {violation}"));
}

/// A diagram, and the sites that it must have.
#[derive(Default)]
struct State {
    diagram: Diagram,
    points: Vec<(GridPoint, PointId)>,
    segments: Vec<([GridPoint; 2], SegmentId)>,
}

impl State {
    /// The point's id, whether new or not; `None` if it lies on a segment.
    fn insert_point(&mut self, at: GridPoint) -> Option<PointId> {
        let known = self.points.iter().find(|(p, _)| *p == at).map(|&(_, id)| id);
        let on = self.segments.iter().find(|(s, _)| !disjoint(*s, [at, at])).map(|&(_, id)| id);
        match self.diagram.insert_point(at, None) {
            Ok((id, _)) => {
                assert!(
                    known.is_none() && on.is_none(),
                    "{at:?} was inserted although it was there or lies on a segment"
                );
                self.points.push((at, id));
                Some(id)
            }
            Err(InsertError::PointExists(id)) => {
                assert_eq!(known, Some(id), "{at:?} is not there");
                known
            }
            Err(InsertError::OnSegment(id)) => {
                assert!(known.is_none() && on == Some(id), "{at:?} does not lie on {id:?}");
                None
            }
            Err(error) => panic!("{at:?}: {error}"),
        }
    }

    /// Inserted if both ends can be points and nothing is in the way; else refused.
    fn insert_segment(&mut self, from: GridPoint, to: GridPoint) {
        let (Some(a), Some(b)) = (self.insert_point(from), self.insert_point(to)) else { return };
        let segment = [from, to];
        let free = from != to
            && self.segments.iter().all(|&(other, _)| disjoint(segment, other))
            && self.points.iter().all(|&(p, _)| segment.contains(&p) || disjoint(segment, [p, p]));
        match self.diagram.insert_segment(a, b) {
            Ok((id, _)) => {
                assert!(free, "{segment:?} was inserted although something is in the way");
                self.segments.push((segment, id));
            }
            Err(error) => assert!(!free, "{segment:?} was refused: {error}"),
        }
    }

    /// Removes one of the segments, if there is one.
    fn remove_segment(&mut self, n: usize) {
        if self.segments.is_empty() {
            return;
        }
        let (_, id) = self.segments.swap_remove(n % self.segments.len());
        self.diagram.remove_segment(id).expect("the segment is there");
    }

    /// Removes one of the points, unless it is an end.
    fn remove_point(&mut self, n: usize) {
        if self.points.is_empty() {
            return;
        }
        let n = n % self.points.len();
        let (at, id) = self.points[n];
        let is_end = self.segments.iter().any(|(segment, _)| segment.contains(&at));
        match self.diagram.remove_point(id) {
            Ok(_) => {
                assert!(!is_end, "an end was removed");
                self.points.swap_remove(n);
            }
            Err(error) => assert!(is_end, "{at:?} was not removed: {error}"),
        }
    }
}
