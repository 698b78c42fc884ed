//! From bytes to a stream of operations.
//!
//! The first byte chooses the size of the grid. Small grids make collinear and cocircular input the rule:
//! that is where diagrams break. After it each operation takes one byte for its kind and one for every number;
//! where bytes end in the middle of an operation, the stream ends before it.

use throng_voronoi::GridPoint;

/// At most this many operations, so that one input stays quick to run and to read.
const MAX_OPERATIONS: usize = 64;

/// Spacings between neighbouring coordinates: the last puts the largest points on the border of the box.
const SPACINGS: [i32; 4] = [1, 2, 1_000, throng_voronoi::MAX_COORD / 16];

/// One change of a diagram. Removals name the n-th of what is there, modulo their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// A point; nothing happens if it is already there.
    InsertPoint(GridPoint),
    /// A segment between two points, which are inserted if need be. It may cross others.
    InsertSegment(GridPoint, GridPoint),
    /// Removes a segment, but not its end points.
    RemoveSegment(usize),
    /// Removes a point at which no segment ends.
    RemovePoint(usize),
}

/// The operations in these bytes.
pub fn decode(bytes: &[u8]) -> Vec<Operation> {
    let mut bytes = bytes.iter().copied();
    let Some(first) = bytes.next() else { return Vec::new() };
    let grid =
        Grid { size: [4, 8, 16, 32][usize::from(first & 3)], spacing: SPACINGS[usize::from(first >> 2 & 3)] };
    std::iter::from_fn(|| operation(&mut bytes, grid)).take(MAX_OPERATIONS).collect()
}

/// Coordinates from `-size / 2 * spacing` to `size / 2 * spacing`.
#[derive(Clone, Copy)]
struct Grid {
    size: i32,
    spacing: i32,
}

/// Insertions are twice as likely as removals, so that something is there to remove.
fn operation(bytes: &mut impl Iterator<Item = u8>, grid: Grid) -> Option<Operation> {
    Some(match bytes.next()? % 6 {
        0 => Operation::InsertPoint(point(bytes, grid)?),
        1..=3 => Operation::InsertSegment(point(bytes, grid)?, point(bytes, grid)?),
        4 => Operation::RemoveSegment(bytes.next()?.into()),
        _ => Operation::RemovePoint(bytes.next()?.into()),
    })
}

fn point(bytes: &mut impl Iterator<Item = u8>, grid: Grid) -> Option<GridPoint> {
    let mut coordinate = || Some((i32::from(bytes.next()?) % (grid.size + 1) - grid.size / 2) * grid.spacing);
    Some(GridPoint::new(coordinate()?, coordinate()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_operations() {
        let operations = decode(&[0, 0, 0, 4, 1, 2, 2, 3, 3, 4, 7, 5, 9, 1, 2]);
        assert_eq!(
            operations,
            [
                Operation::InsertPoint(GridPoint::new(-2, 2)),
                Operation::InsertSegment(GridPoint::new(0, 0), GridPoint::new(1, 1)),
                Operation::RemoveSegment(7),
                Operation::RemovePoint(9),
            ],
            "the last operation lacks bytes"
        );
    }

    #[test]
    fn coordinates_stay_in_the_box() {
        for first in 0..=255 {
            for at in 0..=255 {
                let operations = decode(&[first, 0, at, at]);
                let [Operation::InsertPoint(p)] = operations[..] else { panic!("{operations:?}") };
                assert!(
                    p.x.abs() <= throng_voronoi::MAX_COORD && p.y.abs() <= throng_voronoi::MAX_COORD,
                    "{p:?}"
                );
            }
        }
    }
}
