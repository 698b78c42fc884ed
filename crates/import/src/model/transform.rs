//! Transforms of space: where the parts of a model stand.

/// A map of space that keeps straight lines: the images of the three axes, and of the origin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Transform {
    pub(super) axes: [[f64; 3]; 3],
    pub(super) origin: [f64; 3],
}

impl Transform {
    pub(super) const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    pub(super) fn apply(&self, at: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.axes;
        [0, 1, 2].map(|i| a[i] * at[0] + b[i] * at[1] + c[i] * at[2] + self.origin[i])
    }

    /// A difference of two places.
    pub(super) fn direction(&self, v: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.axes;
        [0, 1, 2].map(|i| a[i] * v[0] + b[i] * v[1] + c[i] * v[2])
    }

    /// The place that is taken to `at`, if the axes are unit vectors at right angles.
    pub(super) fn local(&self, at: [f64; 3]) -> [f64; 3] {
        self.axes.map(|axis| dot(axis, minus(at, self.origin)))
    }

    /// First the other one, then this one.
    pub(super) fn times(&self, other: &Self) -> Self {
        Self { axes: other.axes.map(|axis| self.direction(axis)), origin: self.apply(other.origin) }
    }

    /// Whether it turns left into right.
    pub(super) fn is_mirror(&self) -> bool {
        let [a, b, c] = self.axes;
        dot(a, cross(b, c)) < 0.0
    }
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + t * b`.
pub(super) fn plus(a: [f64; 3], t: f64, b: [f64; 3]) -> [f64; 3] {
    [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]]
}

/// A vector of length 1, unless it has none.
pub(super) fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 1e-12 && length.is_finite()).then(|| v.map(|c| c / length))
}
