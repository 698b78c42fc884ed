//! The data of SVG paths (`d="M 0 0 L 1 0 …"`) as chains of points.

use svgtypes::{PathParser, PathSegment};

use crate::affine::Affine;
use crate::bezier::{push_cubic, push_quadratic};
use crate::circle::push_arc;
use crate::drawing::Path;

/// The paths, with `map` applied. What stands before a mistake counts.
///
/// # Errors
/// What is wrong with the data.
pub(crate) fn parse_path(
    data: &str,
    map: &Affine,
    tolerance: f64,
) -> (Vec<Path>, Result<(), svgtypes::Error>) {
    let mut pen =
        Pen { map, tolerance, paths: Vec::new(), start: [0.0; 2], at: [0.0; 2], control: None, lifted: true };
    for segment in PathParser::from(data) {
        match segment {
            Ok(segment) => pen.draw(segment),
            Err(error) => return (pen.paths, Err(error)),
        }
    }
    (pen.paths, Ok(()))
}

struct Pen<'a> {
    map: &'a Affine,
    tolerance: f64,
    paths: Vec<Path>,
    /// Where the path began, before the map.
    start: [f64; 2],
    /// Where the pen is, before the map.
    at: [f64; 2],
    /// The last control point, which smooth curves mirror; the flag says whether it was of a cubic curve.
    control: Option<([f64; 2], bool)>,
    /// Whether the next stroke begins a new path.
    lifted: bool,
}

impl Pen<'_> {
    fn draw(&mut self, segment: PathSegment) {
        let at = self.at;
        let absolute = |abs: bool, x: f64, y: f64| if abs { [x, y] } else { [at[0] + x, at[1] + y] };
        let mirrored = |cubic: bool| match self.control {
            Some((control, was_cubic)) if was_cubic == cubic => {
                [2.0 * at[0] - control[0], 2.0 * at[1] - control[1]]
            }
            _ => at,
        };
        let mut control = None;
        match segment {
            PathSegment::MoveTo { abs, x, y } => {
                self.at = absolute(abs, x, y);
                self.start = self.at;
                self.lifted = true;
            }
            PathSegment::LineTo { abs, x, y } => self.line(absolute(abs, x, y)),
            PathSegment::HorizontalLineTo { abs: true, x } => self.line([x, at[1]]),
            PathSegment::HorizontalLineTo { abs: false, x } => self.line([at[0] + x, at[1]]),
            PathSegment::VerticalLineTo { abs: true, y } => self.line([at[0], y]),
            PathSegment::VerticalLineTo { abs: false, y } => self.line([at[0], at[1] + y]),
            PathSegment::CurveTo { abs, x1, y1, x2, y2, x, y } => {
                let second = absolute(abs, x2, y2);
                control = Some((second, true));
                self.cubic([absolute(abs, x1, y1), second, absolute(abs, x, y)]);
            }
            PathSegment::SmoothCurveTo { abs, x2, y2, x, y } => {
                let (first, second) = (mirrored(true), absolute(abs, x2, y2));
                control = Some((second, true));
                self.cubic([first, second, absolute(abs, x, y)]);
            }
            PathSegment::Quadratic { abs, x1, y1, x, y } => {
                let first = absolute(abs, x1, y1);
                control = Some((first, false));
                self.quadratic([first, absolute(abs, x, y)]);
            }
            PathSegment::SmoothQuadratic { abs, x, y } => {
                let first = mirrored(false);
                control = Some((first, false));
                self.quadratic([first, absolute(abs, x, y)]);
            }
            PathSegment::EllipticalArc { abs, rx, ry, x_axis_rotation, large_arc, sweep, x, y } => {
                let radii = [rx.abs(), ry.abs()];
                self.arc(radii, x_axis_rotation, [large_arc, sweep], absolute(abs, x, y));
            }
            PathSegment::ClosePath { .. } => {
                if let Some(path) = self.paths.last_mut().filter(|_| !self.lifted) {
                    path.closed = true;
                }
                self.at = self.start;
                self.lifted = true;
            }
        }
        self.control = control;
    }

    /// The points of the path that is being drawn.
    fn points(&mut self) -> &mut Vec<[f64; 2]> {
        if self.lifted || self.paths.is_empty() {
            let points = vec![self.map.apply(self.at)];
            self.paths.push(Path { points, closed: false });
            self.lifted = false;
        }
        let last = self.paths.len() - 1;
        &mut self.paths[last].points
    }

    fn line(&mut self, to: [f64; 2]) {
        let mapped = self.map.apply(to);
        self.points().push(mapped);
        self.at = to;
    }

    fn cubic(&mut self, controls: [[f64; 2]; 3]) {
        let (mapped, tolerance) = (controls.map(|control| self.map.apply(control)), self.tolerance);
        push_cubic(mapped, tolerance, self.points());
        self.at = controls[2];
    }

    fn quadratic(&mut self, controls: [[f64; 2]; 2]) {
        let (mapped, tolerance) = (controls.map(|control| self.map.apply(control)), self.tolerance);
        push_quadratic(mapped, tolerance, self.points());
        self.at = controls[1];
    }

    /// An arc by its ends, as in the implementation notes of SVG (B.2.4), on the unit circle: there its ends are u and −u seen
    /// from the middle between them, and its center is a multiple of u turned by a quarter.
    fn arc(&mut self, [mut rx, mut ry]: [f64; 2], degrees: f64, [large, sweep]: [bool; 2], to: [f64; 2]) {
        let turned = Affine::rotation(degrees);
        let half = [(self.at[0] - to[0]) * 0.5, (self.at[1] - to[1]) * 0.5];
        let across = |axis: [f64; 2]| half[0] * axis[0] + half[1] * axis[1];
        let mut u = [across(turned.x) / rx, across(turned.y) / ry];
        let length_sq = u[0] * u[0] + u[1] * u[1];
        // Also where a radius is 0.
        if !length_sq.is_finite() || length_sq == 0.0 {
            self.line(to);
            return;
        }
        let mut center = [0.0; 2];
        if length_sq > 1.0 {
            // The ends are too far apart: the smallest ellipse that reaches both.
            let length = length_sq.sqrt();
            (rx, ry, u) = (rx * length, ry * length, [u[0] / length, u[1] / length]);
        } else {
            let factor = ((1.0 - length_sq) / length_sq).sqrt() * if large == sweep { -1.0 } else { 1.0 };
            center = [factor * u[1], -factor * u[0]];
        }
        let mut ends = [[u[0] - center[0], u[1] - center[1]], [-u[0] - center[0], -u[1] - center[1]]];
        let mut shape = Affine {
            x: turned.x.map(|x| x * rx),
            y: turned.y.map(|y| y * ry),
            origin: [(self.at[0] + to[0]) * 0.5, (self.at[1] + to[1]) * 0.5],
        };
        shape.origin = shape.apply(center);
        if !sweep {
            shape.y = shape.y.map(|y| -y);
            ends = ends.map(|[x, y]| [x, -y]);
        }
        let (shape, tolerance) = (self.map.after(&shape), self.tolerance);
        let mapped = self.map.apply(to);
        let points = self.points();
        push_arc(&shape, ends, tolerance, points);
        // The end exactly as it was given.
        points.pop();
        points.push(mapped);
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(data: &str) -> Vec<Vec<[f64; 2]>> {
        let (paths, result) = parse_path(data, &Affine::IDENTITY, 0.3);
        assert!(result.is_ok(), "{data}: {result:?}");
        paths.into_iter().map(|path| path.points).collect()
    }

    #[test]
    fn lines_are_relative_or_not() {
        let expected = vec![vec![[1.0, 2.0], [4.0, 2.0], [4.0, 6.0], [2.0, 6.0], [2.0, 5.0]]];
        assert_eq!(points("M1 2 L4 2 V6 H2 L2,5"), expected);
        assert_eq!(points("m1 2 3 0 v4 h-2 l0-1"), expected);
    }

    #[test]
    fn a_closed_path_can_go_on_from_its_start() {
        let (paths, _) = parse_path("M1 1 h1 v1 z h-1 v-1", &Affine::IDENTITY, 0.1);
        assert_eq!(paths.len(), 2);
        assert!(paths[0].closed && !paths[1].closed);
        assert_eq!(paths[1].points, [[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]);
    }

    #[test]
    fn smooth_curves_mirror_the_last_control_point() {
        let smooth = points("M0 0 C0 2 2 2 2 0 S4 -2 4 0");
        assert_eq!(smooth, points("M0 0 C0 2 2 2 2 0 C2 -2 4 -2 4 0"));
        assert_eq!(points("M0 0 Q1 2 2 0 T4 0"), points("M0 0 Q1 2 2 0 Q3 -2 4 0"));
        let straight = points("M0 0 T4 0");
        assert!(straight[0].iter().all(|p| p[1] == 0.0), "nothing to mirror: {straight:?}");
    }

    #[test]
    fn arcs_bend_to_the_side_of_their_flags() {
        // Half circles around (1, 0) have no choice but the side.
        assert!(points("M0 0 A1 1 0 0 0 2 0")[0].contains(&[1.0, 1.0]));
        assert!(points("M0 0 A1 1 0 0 1 2 0")[0].contains(&[1.0, -1.0]));
        // Quarter circles: the large one goes the long way around.
        let [small, large] =
            ["M1 0 A1 1 0 0 1 0 1", "M1 0 A1 1 0 1 1 0 1"].map(|data| points(data).remove(0));
        assert!(small.iter().all(|p| (p[0] * p[0] + p[1] * p[1] - 1.0).abs() < 1e-12), "{small:?}");
        let off = |p: &[f64; 2]| ((p[0] - 1.0) * (p[0] - 1.0) + (p[1] - 1.0) * (p[1] - 1.0) - 1.0).abs();
        assert!(large.iter().all(|p| off(p) < 1e-12), "{large:?}");
        assert!(large.iter().any(|p| p[0] > 1.9), "{large:?}");
    }

    #[test]
    fn radii_that_are_too_small_grow() {
        assert!(points("M0 0 A0.1 0.1 0 0 1 2 0")[0].contains(&[1.0, -1.0]));
        assert_eq!(points("M0 0 A0 5 0 0 1 2 0"), [[[0.0, 0.0], [2.0, 0.0]]]);
    }

    #[test]
    fn what_stands_before_a_mistake_counts() {
        let (paths, result) = parse_path("M0 0 L1 0 L x", &Affine::IDENTITY, 0.1);
        assert_eq!(paths[0].points, [[0.0, 0.0], [1.0, 0.0]]);
        assert!(result.is_err());
    }
}
