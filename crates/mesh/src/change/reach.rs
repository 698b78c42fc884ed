//! Over which connections an obstacle lies, and with that the layers that it stands on.

use throng_voronoi::GridPoint;

use crate::change::inside::{doubled, is_below};
use crate::change::layout::Layout;
use crate::change::obstacle::Snapped;
use crate::scene::LayerId;

impl Layout {
    /// The layers that an obstacle stands on: the one that it is put on, and those behind connections that it touches, and so on.
    pub(crate) fn layers_under(&self, layer: LayerId, snapped: &Snapped) -> Vec<u32> {
        let mut layers = vec![layer.0];
        let mut k = 0;
        while k < layers.len() {
            for link in &self.links_of[layers[k] as usize] {
                let other = self.links[link.0 as usize].across(LayerId(layers[k])).0;
                if !layers.contains(&other) && snapped.touches(self.ground.links[link.0 as usize]) {
                    layers.push(other);
                }
            }
            k += 1;
        }
        layers
    }
}

impl Snapped {
    /// Whether the obstacle, its border included, meets a segment.
    fn touches(&self, [p, q]: [GridPoint; 2]) -> bool {
        if p.x.max(q.x) < self.low.x
            || p.x.min(q.x) > self.high.x
            || p.y.max(q.y) < self.low.y
            || p.y.min(q.y) > self.high.y
        {
            return false;
        }
        if self.ways.iter().any(|&(way, _)| meet(way, [p, q])) {
            return true;
        }
        // The border does not meet it: it is inside as a whole, or outside.
        let closed = self.ways.iter().filter(|&&(_, closed)| closed);
        closed.filter(|&&(way, _)| is_below(doubled(p), way) == Some(true)).count() % 2 == 1
    }
}

/// Whether two closed segments, which may be points, have a point in common.
fn meet([a, b]: [GridPoint; 2], [c, d]: [GridPoint; 2]) -> bool {
    let apart = |a: [i32; 2], b: [i32; 2]| a[0].max(a[1]) < b[0].min(b[1]) || b[0].max(b[1]) < a[0].min(a[1]);
    if apart([a.x, b.x], [c.x, d.x]) || apart([a.y, b.y], [c.y, d.y]) {
        return false;
    }
    let side = |a: GridPoint, b: GridPoint, z: GridPoint| {
        let [x, y] = [i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)];
        let [u, v] = [i64::from(z.x) - i64::from(a.x), i64::from(z.y) - i64::from(a.y)];
        (x * v - y * u).signum()
    };
    side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_or_do_not() {
        let p = GridPoint::new;
        assert!(meet([p(0, 0), p(4, 4)], [p(0, 4), p(4, 0)]), "crossing");
        assert!(meet([p(0, 0), p(4, 0)], [p(4, 0), p(4, 4)]), "touching at an end");
        assert!(meet([p(0, 0), p(4, 0)], [p(2, 0), p(9, 0)]), "overlapping");
        assert!(meet([p(2, 0), p(2, 0)], [p(0, 0), p(4, 0)]), "a point on a segment");
        assert!(!meet([p(0, 0), p(4, 0)], [p(5, 0), p(9, 0)]), "in line, apart");
        assert!(!meet([p(0, 0), p(4, 4)], [p(2, 1), p(5, 1)]), "beside");
        assert!(!meet([p(2, 1), p(2, 1)], [p(0, 0), p(4, 0)]), "a point beside");
    }
}
