//! The operations, done on the kernel.

use crate::operation::Operation;
use throng_voronoi::{GridPoint, MAX_COORD};

/// Applies the operations one after the other to an empty diagram; panics if an answer or the diagram is wrong.
///
/// To be filled in: insert through the gate, remove, `check` after each operation, and at the end compare with a
/// diagram built from scratch. For now it asks only that coordinates are in the box.
pub fn apply(operations: &[Operation]) {
    let in_box = |p: GridPoint| p.x.abs() <= MAX_COORD && p.y.abs() <= MAX_COORD;
    for operation in operations {
        match *operation {
            Operation::InsertPoint(p) => assert!(in_box(p), "{p:?} is outside the box"),
            Operation::InsertSegment(a, b) => {
                assert!(in_box(a) && in_box(b), "{a:?} or {b:?} is outside the box")
            }
            Operation::RemoveSegment(_) | Operation::RemovePoint(_) => {}
        }
    }
}
