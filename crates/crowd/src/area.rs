//! Areas of a layer: where characters appear, go to, wait, and are counted.

use throng_mesh::{LayerId, Position};

/// A polygon on a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The layer.
    pub layer: LayerId,
    /// Its corners, in either order, without the first one again at the end. \[m\]
    pub polygon: Vec<[f64; 2]>,
}

impl Area {
    /// The area of a polygon on a layer.
    pub fn new(layer: LayerId, polygon: Vec<[f64; 2]>) -> Self {
        Self { layer, polygon }
    }

    /// A rectangle between two opposite corners.
    pub fn rectangle(layer: LayerId, [x, y]: [f64; 2], [u, v]: [f64; 2]) -> Self {
        Self::new(layer, vec![[x, y], [u, y], [u, v], [x, v]])
    }

    /// Whether a position lies in it: on its layer, and inside of the polygon by the even-odd rule.
    pub fn contains(&self, position: Position) -> bool {
        position.layer == self.layer && self.has(position.at)
    }

    /// Whether a place is inside of the polygon, whatever its layer.
    pub fn has(&self, [x, y]: [f64; 2]) -> bool {
        let mut inside = false;
        for [a, b] in self.sides() {
            // Each side counts with its lower end and without its upper one, so a corner counts once.
            if (a[1] <= y) != (b[1] <= y) {
                let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
                let turn = (high[0] - low[0]) * (y - low[1]) - (x - low[0]) * (high[1] - low[1]);
                inside ^= turn > 0.0;
            }
        }
        inside
    }

    /// The place of the polygon that is nearest to another one: itself if it is inside.
    pub fn nearest(&self, at: [f64; 2]) -> [f64; 2] {
        if self.has(at) {
            return at;
        }
        let mut best = (f64::INFINITY, at);
        for [a, b] in self.sides() {
            let near = nearest_on_segment(a, b, at);
            let distance = distance_sq(near, at);
            if distance < best.0 {
                best = (distance, near);
            }
        }
        best.1
    }

    /// Distance from a place to the nearest side. \[m\]
    pub fn distance_to_side(&self, at: [f64; 2]) -> f64 {
        let sides = self.sides().map(|[a, b]| distance_sq(nearest_on_segment(a, b, at), at));
        sides.fold(f64::INFINITY, f64::min).sqrt()
    }

    /// Twice its area and more: positive if its corners are counter-clockwise. \[m²\]
    pub fn signed_area(&self) -> f64 {
        self.sides().map(|[a, b]| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0
    }

    /// The box around it: its lowest and its highest corner.
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in &self.polygon {
            for k in 0..2 {
                low[k] = low[k].min(corner[k]);
                high[k] = high[k].max(corner[k]);
            }
        }
        [low, high]
    }

    /// A place inside, far from the sides: the best of its centroid and of the centers of a grid over its box.
    pub fn middle(&self) -> [f64; 2] {
        let mut best = (f64::NEG_INFINITY, self.polygon.first().copied().unwrap_or_default());
        for place in std::iter::once(self.centroid()).filter(|&at| self.has(at)).chain(self.grid()) {
            let room = self.distance_to_side(place);
            if room > best.0 {
                best = (room, place);
            }
        }
        best.1
    }

    /// Those centers of a grid over its box that are inside.
    pub(crate) fn grid(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        const FINE: usize = 12;
        let [low, high] = self.bounds();
        let at = move |k: usize, side: usize| {
            low[side] + (high[side] - low[side]) * (k as f64 + 0.5) / FINE as f64
        };
        (0..FINE * FINE).map(move |k| [at(k % FINE, 0), at(k / FINE, 1)]).filter(|&at| self.has(at))
    }

    /// The center of gravity, which may be outside.
    fn centroid(&self) -> [f64; 2] {
        let doubled = 2.0 * self.signed_area();
        let Some(&origin) = self.polygon.first().filter(|_| doubled != 0.0) else { return [f64::NAN; 2] };
        let mut sum = [0.0; 2];
        for [a, b] in self.sides() {
            let (a, b) = ([a[0] - origin[0], a[1] - origin[1]], [b[0] - origin[0], b[1] - origin[1]]);
            let cross = a[0] * b[1] - b[0] * a[1];
            sum = [sum[0] + cross * (a[0] + b[0]), sum[1] + cross * (a[1] + b[1])];
        }
        [origin[0] + sum[0] / (3.0 * doubled), origin[1] + sum[1] / (3.0 * doubled)]
    }

    fn sides(&self) -> impl Iterator<Item = [[f64; 2]; 2]> + '_ {
        let next = self.polygon.iter().cycle().skip(1);
        self.polygon.iter().zip(next).map(|(&a, &b)| [a, b])
    }
}

pub(crate) fn distance_sq(a: [f64; 2], b: [f64; 2]) -> f64 {
    let d = [b[0] - a[0], b[1] - a[1]];
    d[0] * d[0] + d[1] * d[1]
}

pub(crate) fn nearest_on_segment(a: [f64; 2], b: [f64; 2], z: [f64; 2]) -> [f64; 2] {
    let along = [b[0] - a[0], b[1] - a[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    if square == 0.0 {
        return a;
    }
    let t = (((z[0] - a[0]) * along[0] + (z[1] - a[1]) * along[1]) / square).clamp(0.0, 1.0);
    [a[0] + t * along[0], a[1] + t * along[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_l_shape() {
        let corners = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
        let area = Area::new(LayerId(2), corners);
        assert_eq!(area.signed_area(), 7.0);
        assert!(area.contains(Position::new([0.5, 3.0], LayerId(2))), "in the arm");
        assert!(!area.contains(Position::new([0.5, 3.0], LayerId(1))), "on another layer");
        assert!(!area.has([2.0, 2.0]), "in the notch");
        assert_eq!(area.nearest([2.0, 3.0]), [1.0, 3.0]);
        assert_eq!(area.nearest([0.5, 0.5]), [0.5, 0.5]);
        let middle = area.middle();
        assert!(area.has(middle) && area.distance_to_side(middle) > 0.4, "{middle:?}");
        assert_eq!(area.bounds(), [[0.0, 0.0], [4.0, 4.0]]);
    }

    #[test]
    fn corners_count_once() {
        let area = Area::new(LayerId(0), vec![[0.0, 0.0], [2.0, -1.0], [4.0, 0.0], [2.0, 1.0]]);
        for k in 1..40 {
            assert!(area.has([f64::from(k) * 0.1, 0.0]), "{k}");
        }
        assert!(!area.has([-0.5, 0.0]) && !area.has([4.5, 0.0]));
    }
}
