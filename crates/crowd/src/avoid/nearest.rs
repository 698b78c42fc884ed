//! The points of walls that are nearest.

use crate::plane::{Vector, add, dot, scale, sub};
use crate::view::{MOST_WALLS, SeenWall, View};

/// The point of a wall that is nearest to a point.
#[inline]
pub(super) fn on_wall(wall: &SeenWall, to: Vector) -> Vector {
    let along = sub(wall.to, wall.from);
    let square = dot(along, along);
    let part = dot(sub(to, wall.from), along);
    if part <= 0.0 {
        wall.from
    } else if part >= square {
        wall.to
    } else {
        add(wall.from, scale(along, part / square))
    }
}

/// The point of each wall in sight that is nearest to a point, each point once: two walls that meet at a corner push as one there.
/// Returns how many there are.
pub(super) fn on_walls(view: &View<'_>, to: Vector, points: &mut [Vector; MOST_WALLS]) -> usize {
    let mut count = 0;
    for wall in view.walls.iter().take(MOST_WALLS) {
        let point = on_wall(wall, to);
        if !points[..count].contains(&point) {
            points[count] = point;
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_between() {
        let wall = SeenWall { from: [0.0, 0.0], to: [2.0, 0.0] };
        assert_eq!(on_wall(&wall, [-1.0, 1.0]), [0.0, 0.0], "before");
        assert_eq!(on_wall(&wall, [0.5, 1.0]), [0.5, 0.0], "between");
        assert_eq!(on_wall(&wall, [9.0, 1.0]), [2.0, 0.0], "after");
        let point = SeenWall { from: [1.0, 1.0], to: [1.0, 1.0] };
        assert_eq!(on_wall(&point, [9.0, 1.0]), [1.0, 1.0], "no length");
    }
}
