//! Transforms of nodes.

use crate::json::Value;

/// A map of space that keeps straight lines: the images of the three axes, and of the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Transform {
    axes: [[f64; 3]; 3],
    origin: [f64; 3],
}

impl Transform {
    pub(super) const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// That of a node relative to its parent: a matrix, column by column, or translation, rotation and scale.
    pub(super) fn of_node(node: Value<'_>) -> Self {
        if let Some([a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]) = numbers::<16>(node, "matrix") {
            return Self { axes: [[a, b, c], [d, e, f], [g, h, i]], origin: [x, y, z] };
        }
        let [x, y, z, w] = numbers(node, "rotation").unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let scale = numbers(node, "scale").unwrap_or([1.0; 3]);
        let turned = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let axes = [0, 1, 2].map(|axis| turned[axis].map(|c| c * scale[axis]));
        Self { axes, origin: numbers(node, "translation").unwrap_or([0.0; 3]) }
    }

    pub(super) fn apply(&self, at: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.axes;
        [0, 1, 2].map(|i| a[i] * at[0] + b[i] * at[1] + c[i] * at[2] + self.origin[i])
    }

    /// First the other one, then this one.
    pub(super) fn times(&self, other: &Self) -> Self {
        let [a, b, c] = self.axes;
        let axes = other.axes.map(|v| [0, 1, 2].map(|i| a[i] * v[0] + b[i] * v[1] + c[i] * v[2]));
        Self { axes, origin: self.apply(other.origin) }
    }

    /// Whether it turns left into right.
    pub(super) fn is_mirror(&self) -> bool {
        let [a, b, c] = self.axes;
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2] < 0.0
    }
}

/// A list of exactly so many numbers.
fn numbers<const N: usize>(node: Value<'_>, name: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = node.get(name)?.items()?.map(Value::number).collect();
    numbers?.try_into().ok()
}
