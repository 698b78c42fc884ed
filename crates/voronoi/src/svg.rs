//! A picture of a diagram, for documentation, tests and humans.
//!
//! Every arc is exactly one quadratic Bézier curve: a straight one trivially, a parabola because that is what such a
//! curve is. With end points at x0 and x1 along the directrix the inner control point lies where the
//! tangents at the ends meet,
//!
//! ```text
//!   x = (x0 + x1) / 2,   y = (x0 x1 + h²) / 2h    over the directrix, h from the focus.
//! ```
//!
//! What leaves the picture is cut off at its border, so that arcs from far away bring no large numbers. There are no
//! ids and no style sheet in the text: several pictures may stand in one page.

use std::fmt::Write;

use crate::arc::{Arc, Shape};
use crate::diagram::Diagram;
use crate::id::VertexId;
use crate::site::GridPoint;
use crate::view::HalfEdge;

/// How to draw a diagram.
#[derive(Clone, Debug)]
pub struct SvgStyle {
    /// Width of the picture. In pixels.
    pub width: f64,
    /// What the picture shows; in a browser, the text under the pointer.
    pub title: String,
    /// The box to show, given by two opposite corners; the sites with a margin if there is none. In grid units.
    pub view: Option<[GridPoint; 2]>,
    /// Whether to draw arcs between segments and their own ends.
    pub spokes: bool,
    /// Whether to mark the vertices.
    pub vertices: bool,
    /// Arcs that start or end at one of these are drawn in another color.
    pub highlight: Vec<VertexId>,
    /// A region of the picture to tint: its border, arc by arc, as [`Diagram::cell`] gives it.
    pub region: Vec<Arc>,
    /// Segments to draw dashed, whether they are sites or not.
    pub dashed: Vec<[GridPoint; 2]>,
}

impl Default for SvgStyle {
    fn default() -> Self {
        Self {
            width: 480.0,
            title: "Voronoi diagram".to_owned(),
            view: None,
            spokes: true,
            vertices: true,
            highlight: Vec::new(),
            region: Vec::new(),
            dashed: Vec::new(),
        }
    }
}

const SITE: &str = "#20262e";
const ARC: &str = "#1971c2";
const HIGHLIGHT: &str = "#e8590c";
const SPOKE: &str = "#ced4da";
const TINT: &str = "#fff0e6";

/// Space between two pictures side by side. In pixels.
const GAP: f64 = 16.0;

impl Diagram {
    /// The diagram as an SVG image, y upward.
    ///
    /// ```
    /// use throng_voronoi::{Diagram, GridPoint, SvgStyle};
    /// let ends = [(0, 0), (30, 10), (10, 20)].map(|(x, y)| GridPoint::new(x, y));
    /// let diagram = Diagram::build(&ends, &[[0, 1]])?.diagram;
    /// assert!(diagram.svg(&SvgStyle::default()).starts_with("<svg"));
    /// # Ok::<(), throng_voronoi::InsertError>(())
    /// ```
    pub fn svg(&self, style: &SvgStyle) -> String {
        svg_side_by_side(&style.title, &[(self, style)])
    }
}

/// Several pictures in one SVG image, from left to right.
pub fn svg_side_by_side(title: &str, panels: &[(&Diagram, &SvgStyle)]) -> String {
    let frames: Vec<Panel> = panels.iter().map(|(diagram, style)| Panel::new(diagram, style)).collect();
    let width = frames.iter().map(|panel| panel.size[0] + GAP).sum::<f64>() - GAP;
    let height = frames.iter().map(|panel| panel.size[1]).fold(0.0, f64::max);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         role=\"img\">\n<title>{2}</title>\n",
        number(width),
        number(height),
        escaped(title)
    );
    let mut x = 0.0;
    for ((diagram, style), panel) in panels.iter().zip(&frames) {
        let [w, h] = panel.size.map(number);
        let _ = writeln!(text, "<g transform=\"translate({} 0)\">", number(x));
        let _ = writeln!(text, "<rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>");
        panel.draw(diagram, style, &mut text);
        text.push_str("</g>\n");
        x += panel.size[0] + GAP;
    }
    text.push_str("</svg>\n");
    text
}

/// Where a picture is: grid units to pixels.
struct Panel {
    /// Width and height. In pixels.
    size: [f64; 2],
    /// The upper left corner. In grid units.
    corner: [f64; 2],
    /// Pixels a grid unit.
    scale: f64,
}

/// A quadratic Bézier curve: start, control point, end. In pixels.
type Curve = [[f64; 2]; 3];

impl Panel {
    fn new(diagram: &Diagram, style: &SvgStyle) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let sites = || diagram.points().map(|p| diagram.point(p));
        for p in style.view.into_iter().flatten().chain(sites().filter(|_| style.view.is_none())) {
            let at = [f64::from(p.x), f64::from(p.y)];
            low = [low[0].min(at[0]), low[1].min(at[1])];
            high = [high[0].max(at[0]), high[1].max(at[1])];
        }
        if low[0] > high[0] {
            (low, high) = ([0.0; 2], [1.0; 2]);
        }
        let extent = (high[0] - low[0]).max(high[1] - low[1]).max(1.0);
        let margin = if style.view.is_some() { 0.0 } else { 0.12 * extent };
        let [w, h] = [0, 1].map(|i| (high[i] - low[i]).max(0.1 * extent) + 2.0 * margin);
        let scale = style.width / w;
        Self { size: [style.width, h * scale], corner: [low[0] - margin, high[1] + margin], scale }
    }

    /// From back to front.
    fn draw(&self, diagram: &Diagram, style: &SvgStyle, text: &mut String) {
        if !style.region.is_empty() {
            let mut d = String::new();
            for (i, arc) in style.region.iter().enumerate() {
                let curve = self.curve(arc);
                if i == 0 {
                    let _ = write!(d, "M{}", pair(curve[0]));
                }
                append(&mut d, &curve, is_straight(arc));
            }
            let _ = writeln!(text, "<path fill=\"{TINT}\" d=\"{d}\"/>");
        }
        let changed = |half_edge: &HalfEdge<'_>| {
            let ids = [half_edge.id().vertex(), half_edge.twin().id().vertex()];
            ids.iter().any(|id| style.highlight.contains(id))
        };
        let arcs = |wanted: &dyn Fn(&HalfEdge<'_>) -> bool| -> String {
            let arcs = diagram.arcs().filter(wanted).map(|half_edge| half_edge.arc());
            arcs.map(|arc| self.cut(&self.curve(&arc), is_straight(&arc))).collect()
        };
        if style.spokes {
            stroke(text, SPOKE, 0.8, &arcs(&|h| h.is_spoke()));
        }
        stroke(text, ARC, 1.3, &arcs(&|h| !h.is_spoke() && !changed(h)));
        stroke(text, HIGHLIGHT, 1.8, &arcs(&|h| !h.is_spoke() && changed(h)));
        let line = |ends: [GridPoint; 2]| {
            let [a, b] = ends.map(|p| self.place([f64::from(p.x), f64::from(p.y)]));
            self.cut(&[a, [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])], b], true)
        };
        let dashed: String = style.dashed.iter().map(|&ends| line(ends)).collect();
        if !dashed.is_empty() {
            let _ = writeln!(
                text,
                "<path fill=\"none\" stroke=\"#868e96\" stroke-width=\"1.6\" stroke-dasharray=\"5 4\" d=\"{dashed}\"/>"
            );
        }
        let segments = diagram.segments().map(|s| line(diagram.ends(s).map(|p| diagram.point(p))));
        stroke(text, SITE, 2.6, &segments.collect::<String>());
        if style.vertices {
            let open = diagram.vertices().filter(|vertex| vertex.clearance() > 0.0);
            self.dots(text, "#fff", &format!(" stroke=\"{ARC}\""), 1.9, open.map(|vertex| vertex.position()));
        }
        let points = diagram.points().map(|p| diagram.point(p)).map(|p| [f64::from(p.x), f64::from(p.y)]);
        self.dots(text, SITE, "", 2.6, points);
    }

    /// The part of a curve that is in the picture, as the text of a path.
    fn cut(&self, curve: &Curve, straight: bool) -> String {
        let mut text = String::new();
        for [from, to] in self.visible(curve) {
            let part = part(curve, from, to);
            let _ = write!(text, "M{}", pair(part[0]));
            append(&mut text, &part, straight);
        }
        text
    }

    /// An arc as a curve.
    fn curve(&self, arc: &Arc) -> Curve {
        let [start, end] = [arc.start, arc.end];
        let control = match arc.shape() {
            Shape::Line => [0, 1].map(|i| 0.5 * (start[i] + end[i])),
            Shape::Parabola { focus, directrix_point: foot, directrix_direction: u } => {
                let v = [focus[0] - foot[0], focus[1] - foot[1]];
                let h_sq = v[0] * v[0] + v[1] * v[1];
                let x = |z: [f64; 2]| (z[0] - foot[0]) * u[0] + (z[1] - foot[1]) * u[1];
                let (x0, x1) = (x(start), x(end));
                // y / h, since v has length h.
                let up = (x0 * x1 + h_sq) / (2.0 * h_sq);
                [0, 1].map(|i| foot[i] + 0.5 * (x0 + x1) * u[i] + up * v[i])
            }
        };
        [start, control, end].map(|z| self.place(z))
    }

    /// Intervals of the parameter in which a curve is in the picture.
    fn visible(&self, curve: &Curve) -> Vec<[f64; 2]> {
        // The parameters at which it crosses the lines of the border.
        let mut cuts = vec![0.0, 1.0];
        for axis in 0..2 {
            let [p, q, r] = curve.map(|z| z[axis]);
            for border in [0.0, self.size[axis]] {
                // p (1 - t)² + 2 q t (1 - t) + r t² = border
                let (a, b, c) = (p - 2.0 * q + r, q - p, p - border);
                let root = (b * b - a * c).max(0.0).sqrt();
                let sum = -(b + root.copysign(b));
                cuts.extend([sum / a, c / sum].into_iter().filter(|t| *t > 0.0 && *t < 1.0));
            }
        }
        cuts.sort_by(f64::total_cmp);
        let inside = |z: [f64; 2]| (0..2).all(|i| z[i] >= 0.0 && z[i] <= self.size[i]);
        let mut visible: Vec<[f64; 2]> = Vec::new();
        for pair in cuts.windows(2) {
            let middle = part(curve, 0.5 * (pair[0] + pair[1]), 1.0)[0];
            match visible.last_mut() {
                _ if pair[0] == pair[1] || !inside(middle) => {}
                Some(last) if last[1] == pair[0] => last[1] = pair[1],
                _ => visible.push([pair[0], pair[1]]),
            }
        }
        visible
    }

    fn dots(
        &self,
        text: &mut String,
        fill: &str,
        more: &str,
        radius: f64,
        places: impl Iterator<Item = [f64; 2]>,
    ) {
        let _ = writeln!(text, "<g fill=\"{fill}\"{more}>");
        for place in places {
            let [x, y] = self.place(place);
            let near = |v: f64, size: f64| v > -radius && v < size + radius;
            if near(x, self.size[0]) && near(y, self.size[1]) {
                let _ = writeln!(text, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", number(x), number(y));
            }
        }
        text.push_str("</g>\n");
    }

    fn place(&self, z: [f64; 2]) -> [f64; 2] {
        [(z[0] - self.corner[0]) * self.scale, (self.corner[1] - z[1]) * self.scale]
    }
}

/// The part of a curve between two parameters. Its control point is the blossom at the two.
fn part(curve: &Curve, from: f64, to: f64) -> Curve {
    let mix = |a: [f64; 2], b: [f64; 2], t: f64| [0, 1].map(|i| a[i] + t * (b[i] - a[i]));
    let blossom = |s: f64, t: f64| mix(mix(curve[0], curve[1], s), mix(curve[1], curve[2], s), t);
    let end = if to >= 1.0 { curve[2] } else { blossom(to, to) };
    [blossom(from, from), blossom(from, to), end]
}

fn is_straight(arc: &Arc) -> bool {
    arc.shape() == Shape::Line
}

/// Appends a curve to a path that has come to its start.
fn append(path: &mut String, curve: &Curve, straight: bool) {
    let _ = if straight {
        write!(path, "L{}", pair(curve[2]))
    } else {
        write!(path, "Q{} {}", pair(curve[1]), pair(curve[2]))
    };
}

fn stroke(text: &mut String, color: &str, width: f64, path: &str) {
    if !path.is_empty() {
        let _ = writeln!(
            text,
            "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{path}\"/>"
        );
    }
}

fn pair([x, y]: [f64; 2]) -> String {
    format!("{} {}", number(x), number(y))
}

/// A number with at most two digits after the point, as short as can be.
fn number(v: f64) -> String {
    let text = format!("{:.2}", v);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn curves_are_the_arcs() {
        for seed in 0..100 {
            let input =
                if seed % 2 == 0 { sample::small(seed, 12, 10) } else { sample::near_degenerate(seed) };
            let diagram = Diagram::of_segments(&input).expect("a sample").diagram;
            let panel = Panel { size: [1.0; 2], corner: [0.0; 2], scale: 1.0 };
            for half_edge in diagram.arcs().filter(|half_edge| half_edge.is_bounded()) {
                let arc = half_edge.arc();
                let curve = panel.curve(&arc);
                let size = curve.as_flattened().iter().fold(1.0, |m: f64, v| m.max(v.abs()));
                for t in [0.0, 0.1, 0.3, 0.5, 0.8, 1.0] {
                    // Both run evenly along the directrix, so that even the parameters agree.
                    let ([x, y], z) = (part(&curve, t, 1.0)[0], panel.place(arc.point(t)));
                    let off = (x - z[0]).abs().max((y - z[1]).abs());
                    assert!(off < 1e-7 * size, "seed {seed}: {arc:?} at {t} is off by {off}");
                }
            }
        }
    }

    #[test]
    fn pictures_have_no_large_numbers() {
        for seed in 0..50 {
            let input = sample::extremes(seed);
            let diagram = Diagram::of_segments(&input).expect("a sample").diagram;
            let text = diagram.svg(&SvgStyle::default());
            let numbers = text.split([' ', '"', 'M', 'L', 'Q']);
            let largest = numbers.filter_map(|n| n.parse::<f64>().ok()).fold(0.0, f64::max);
            assert!(largest < 3000.0, "seed {seed}: {largest}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "seed {seed}");
        }
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.001, 12.0, 1.5, -3.125, 100.004].map(number);
        assert_eq!(texts, ["0", "0", "12", "1.5", "-3.12", "100"], "two digits at most");
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let text = Diagram::new().svg(&SvgStyle { title: "a < b & c".to_owned(), ..SvgStyle::default() });
        assert!(text.contains("<title>a &lt; b &amp; c</title>") && text.ends_with("</svg>\n"), "{text}");
    }
}
