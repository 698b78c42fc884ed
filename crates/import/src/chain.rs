//! Lines that begin where others end are joined to rings.

use std::collections::BTreeMap;

use crate::drawing::Path;

/// Ends nearer than this are the same point. CAD programs write more digits than they keep. [m]
const SAME_END: f64 = 1e-4;

/// Joins open paths end to end where they meet; each piece is used once, and rings come out closed.
///
/// At a point where more than two ends meet, the pieces go on with the first that is left, in the order given.
pub(crate) fn join_ends(pieces: Vec<Path>) -> Vec<Path> {
    let mut ends: BTreeMap<[i64; 2], Vec<usize>> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate().rev() {
        for end in [piece.points.first(), piece.points.last()].into_iter().flatten() {
            ends.entry(key(*end)).or_default().push(index);
        }
    }
    let mut left: Vec<Option<Path>> = pieces.into_iter().map(Some).collect();
    let mut joined = Vec::new();
    for index in 0..left.len() {
        let Some(mut path) = left[index].take() else { continue };
        // Forward from its end, and then backward from its start.
        for _ in 0..2 {
            while let (Some(&first), Some(&last)) = (path.points.first(), path.points.last())
                && (path.points.len() < 3 || key(first) != key(last))
                && let Some(next) = take_next(&mut ends, &mut left, key(last))
            {
                let mut points = next.points;
                if points.first().map(|&point| key(point)) != Some(key(last)) {
                    points.reverse();
                }
                path.points.extend(points.into_iter().skip(1));
            }
            path.points.reverse();
        }
        let is_ring = path.points.len() > 3
            && path.points.first().map(|&point| key(point)) == path.points.last().map(|&point| key(point));
        if is_ring {
            path.points.pop();
            path.closed = true;
        }
        joined.push(path);
    }
    joined
}

/// The first piece left that ends here.
fn take_next(
    ends: &mut BTreeMap<[i64; 2], Vec<usize>>,
    left: &mut [Option<Path>],
    at: [i64; 2],
) -> Option<Path> {
    let here = ends.get_mut(&at)?;
    // Pieces were entered from the last to the first.
    while let Some(index) = here.pop() {
        if let Some(piece) = left[index].take() {
            return Some(piece);
        }
    }
    None
}

/// The cell of a point. Ends on both sides of a line between cells are not joined, which is rare and told as a shape
/// without an area.
fn key(point: [f64; 2]) -> [i64; 2] {
    point.map(|coordinate| (coordinate / SAME_END).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(lines: &[[[f64; 2]; 2]]) -> Vec<(Vec<[f64; 2]>, bool)> {
        let pieces = lines.iter().map(|line| Path { points: line.to_vec(), closed: false }).collect();
        join_ends(pieces).into_iter().map(|path| (path.points, path.closed)).collect()
    }

    #[test]
    fn lines_in_any_order_and_direction_make_a_ring() {
        let [a, b, c] = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]];
        let expected = [(vec![a, b, c], true)];
        assert_eq!(joined(&[[a, b], [b, c], [c, a]]), expected);
        assert_eq!(joined(&[[a, b], [a, c], [c, b]]), expected);
        let [(_, closed)] = joined(&[[a, b], [[0.0, 3.0 + 1e-6], b], [a, c]]).try_into().unwrap();
        assert!(closed, "ends that nearly meet");
    }

    #[test]
    fn what_does_not_close_stays_open() {
        let [a, b, c, d] = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [9.0, 9.0]];
        assert_eq!(joined(&[[b, c], [a, b]]), [(vec![a, b, c], false)]);
        assert_eq!(joined(&[[a, b], [c, d]]), [(vec![a, b], false), (vec![c, d], false)]);
        assert_eq!(joined(&[[a, b], [b, a]]), [(vec![a, b, a], false)], "there and back encloses nothing");
    }

    #[test]
    fn two_rings_stay_two() {
        let square = |x: f64| {
            let [a, b, c] = [[x, 0.0], [x + 1.0, 0.0], [x, 1.0]];
            [[a, b], [b, c], [c, a]]
        };
        let lines: Vec<_> = square(0.0).into_iter().zip(square(5.0)).flat_map(|(a, b)| [a, b]).collect();
        let rings = joined(&lines);
        assert_eq!(rings.len(), 2);
        assert!(rings.iter().all(|(points, closed)| points.len() == 3 && *closed), "{rings:?}");
    }
}
