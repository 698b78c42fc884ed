//! From positions to pixels: one linear map for all layers, and a place on the page for each.
//!
//! ```text
//!   pixel = origin of the layer + x · axes[0] + y · axes[1] + height · axes[2]
//! ```
//!
//! Seen from above heights do not count; then `axes[2]` is zero. Curves stay quadratic Bézier curves under a
//! linear map, on slopes too.

use throng_mesh::{LayerId, Mesh, Position};

use super::pen::Path;

/// Where everything is on the page.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) mesh: &'a Mesh,
    /// Where the origin of each layer is; `None` for layers that are not shown. (px)
    pub(crate) origins: Vec<Option<[f64; 2]>>,
    /// A meter along x, along y, and upward. (px)
    pub(crate) axes: [[f64; 2]; 3],
    /// Pixels a meter, along the lower side of the page.
    pub(crate) scale: f64,
    /// Size of the drawing. (px)
    pub(crate) size: [f64; 2],
    /// Names of layers: where they start, and the height of their capitals. (px)
    pub(crate) names: Vec<(LayerId, [f64; 2], f64)>,
    /// The color of each layer's floor.
    pub(crate) floors: Vec<&'static str>,
    /// How wide pens are: 1 where there is room, less where the drawing is dense.
    pub(crate) pen: f64,
}

/// How far a line may be from the surface that it lies on. (px)
const FLATNESS: f64 = 0.3;
/// A line is halved at most this many times.
const HALVINGS: u32 = 6;

impl Stage<'_> {
    pub(crate) fn shows(&self, layer: LayerId) -> bool {
        self.origin(layer).is_some()
    }

    /// Whether heights count.
    pub(crate) fn is_oblique(&self) -> bool {
        self.axes[2] != [0.0, 0.0]
    }

    /// A place on a layer, at the height that it has.
    pub(crate) fn place(&self, layer: LayerId, at: [f64; 2]) -> [f64; 2] {
        self.at_height(layer, at, self.height(layer, at))
    }

    pub(crate) fn at_height(&self, layer: LayerId, at: [f64; 2], height: f64) -> [f64; 2] {
        let origin = self.origin(layer).unwrap_or_default();
        let [x, y, z] = self.axes;
        [0, 1].map(|i| origin[i] + at[0] * x[i] + at[1] * y[i] + height * z[i])
    }

    pub(crate) fn height(&self, layer: LayerId, at: [f64; 2]) -> f64 {
        if self.is_oblique() { self.mesh.height(Position::new(at, layer)) } else { 0.0 }
    }

    /// Appends a line on the surface, without its start.
    pub(crate) fn line_to(&self, path: &mut Path, layer: LayerId, [a, b]: [[f64; 2]; 2]) {
        if self.is_oblique() {
            self.halve(path, layer, [a, b], HALVINGS);
        }
        path.line_to(self.place(layer, b));
    }

    /// A chain of lines on the surface.
    pub(crate) fn chain(&self, path: &mut Path, layer: LayerId, points: &[[f64; 2]]) {
        let Some(&first) = points.first() else { return };
        path.move_to(self.place(layer, first));
        points.windows(2).for_each(|pair| self.line_to(path, layer, [pair[0], pair[1]]));
    }

    /// A polygon on the surface.
    pub(crate) fn ring(&self, path: &mut Path, layer: LayerId, corners: &[[f64; 2]]) {
        if let (Some(&first), Some(&last)) = (corners.first(), corners.last()) {
            self.chain(path, layer, corners);
            if self.is_oblique() {
                self.halve(path, layer, [last, first], HALVINGS);
            }
            path.close();
        }
    }

    /// Appends a quadratic Bézier curve on the surface, without its start.
    pub(crate) fn curve_to(&self, path: &mut Path, layer: LayerId, [a, control, b]: [[f64; 2]; 3]) {
        // The height of the handle is the one that brings the middle of the curve to the surface.
        let middle = [0, 1].map(|i| 0.25 * (a[i] + 2.0 * control[i] + b[i]));
        let [low, mid, high] = [a, middle, b].map(|z| self.height(layer, z));
        let handle = 2.0 * mid - 0.5 * (low + high);
        path.quad_to(self.at_height(layer, control, handle), self.at_height(layer, b, high));
    }

    /// Points between the ends of a line, where the surface is not flat.
    fn halve(&self, path: &mut Path, layer: LayerId, [a, b]: [[f64; 2]; 2], depth: u32) {
        let along = |t: f64| [0, 1].map(|i| a[i] + t * (b[i] - a[i]));
        let (low, high) = (self.height(layer, a), self.height(layer, b));
        // Two places, neither of which is likely to be a place that other places are at.
        let off = [0.37, 0.71].map(|t| (self.height(layer, along(t)) - low - t * (high - low)).abs());
        if depth > 0 && off[0].max(off[1]) * self.axes[2][1].abs() > FLATNESS {
            let middle = along(0.5);
            self.halve(path, layer, [a, middle], depth - 1);
            path.line_to(self.place(layer, middle));
            self.halve(path, layer, [middle, b], depth - 1);
        }
    }

    fn origin(&self, layer: LayerId) -> Option<[f64; 2]> {
        self.origins.get(layer.0 as usize).copied().flatten()
    }
}
