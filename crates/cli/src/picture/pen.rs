//! Writing SVG: paths as short as can be, and the elements around them.
//!
//! Coordinates are rounded to hundredths of a pixel and written as differences from the point before. The
//! differences are those of the rounded places, so that errors do not add up. There are no ids and no style
//! sheet in the text: several pictures may stand in one page.

use std::fmt::Write;

/// Hundredths of a pixel: the unit in which paths are written.
const UNIT: f64 = 100.0;
/// Nothing is drawn farther away than this. In pixels.
const FAR: f64 = 1e6;

/// The text of a path, growing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    text: String,
    /// Where the pen is, and where its subpath starts. In hundredths of a pixel.
    at: [i64; 2],
    start: [i64; 2],
    /// Whether the pen is down.
    down: bool,
}

impl Path {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Starts a subpath, unless the last one ended here.
    pub(crate) fn move_to(&mut self, z: [f64; 2]) {
        let z = z.map(hundredths);
        if !self.down || z != self.at {
            if self.text.is_empty() {
                self.at = [0; 2];
            }
            self.command('m', &[z]);
            (self.start, self.down) = (z, true);
        }
    }

    /// A line; a dot, if it ends where it starts.
    pub(crate) fn line_to(&mut self, z: [f64; 2]) {
        let z = z.map(hundredths);
        match [z[0] - self.at[0], z[1] - self.at[1]] {
            [dx, 0] => {
                self.text.push('h');
                self.number(dx, true);
                self.at = z;
            }
            [0, dy] => {
                self.text.push('v');
                self.number(dy, true);
                self.at = z;
            }
            _ => self.command('l', &[z]),
        }
    }

    /// A quadratic Bézier curve.
    pub(crate) fn quad_to(&mut self, control: [f64; 2], z: [f64; 2]) {
        self.command('q', &[control.map(hundredths), z.map(hundredths)]);
    }

    /// A circular arc of less than half a turn, clockwise on the page or not. (px)
    pub(crate) fn arc_to(&mut self, radius: f64, clockwise: bool, z: [f64; 2]) {
        let radius = hundredths(radius);
        self.text.push('a');
        self.number(radius, true);
        self.number(radius, false);
        self.text.push_str(if clockwise { " 0 0 1" } else { " 0 0 0" });
        let z = z.map(hundredths);
        self.number(z[0] - self.at[0], false);
        self.number(z[1] - self.at[1], false);
        self.at = z;
    }

    /// Back to the start of the subpath.
    pub(crate) fn close(&mut self) {
        if self.down {
            self.text.push('z');
            (self.at, self.down) = (self.start, false);
        }
    }

    /// A closed polygon.
    pub(crate) fn polygon(&mut self, corners: &[[f64; 2]]) {
        let Some((&first, rest)) = corners.split_first() else { return };
        self.down = false;
        self.move_to(first);
        rest.iter().for_each(|&z| self.line_to(z));
        self.close();
    }

    /// An open chain of lines.
    pub(crate) fn chain(&mut self, points: &[[f64; 2]]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.move_to(first);
        rest.iter().for_each(|&z| self.line_to(z));
    }

    /// A dot, as large as the pen is wide.
    pub(crate) fn dot(&mut self, z: [f64; 2]) {
        self.down = false;
        self.move_to(z);
        self.line_to(z);
        self.down = false;
    }

    fn command(&mut self, letter: char, points: &[[i64; 2]]) {
        self.text.push(letter);
        for (i, z) in points.iter().enumerate() {
            self.number(z[0] - self.at[0], i == 0);
            self.number(z[1] - self.at[1], false);
        }
        if let Some(&last) = points.last() {
            self.at = last;
        }
    }

    /// A number of hundredths. The first one after a letter and a negative one need no space before them.
    fn number(&mut self, v: i64, first: bool) {
        if v < 0 {
            self.text.push('-');
        } else if !first {
            self.text.push(' ');
        }
        let (whole, rest) = (v.unsigned_abs() / 100, v.unsigned_abs() % 100);
        let _ = match (whole, rest) {
            (whole, 0) => write!(self.text, "{whole}"),
            (0, rest) if rest % 10 == 0 => write!(self.text, ".{}", rest / 10),
            (0, rest) => write!(self.text, ".{rest:02}"),
            (whole, rest) if rest % 10 == 0 => write!(self.text, "{whole}.{}", rest / 10),
            (whole, rest) => write!(self.text, "{whole}.{rest:02}"),
        };
    }
}

/// A drawing in the making.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    text: String,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A path with these attributes; nothing for an empty one.
    pub(crate) fn path(&mut self, path: &Path, attributes: &str) {
        if !path.is_empty() {
            let _ = writeln!(self.text, "<path {attributes} d=\"{}\"/>", path.text);
        }
    }

    pub(crate) fn fill(&mut self, path: &Path, color: &str) {
        self.path(path, &format!("fill=\"{color}\" fill-rule=\"evenodd\""));
    }

    /// The lines of a path, with round ends.
    pub(crate) fn stroke(&mut self, path: &Path, color: &str, width: f64) {
        self.path(
            path,
            &format!(
                "fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"",
                number(width)
            ),
        );
    }

    /// The lines of a path, with round ends; what is below shines through.
    pub(crate) fn stroke_faintly(&mut self, path: &Path, color: &str, width: f64, opacity: f64) {
        self.path(
            path,
            &format!(
                "fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-opacity=\"{}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                number(width),
                number(opacity)
            ),
        );
    }

    /// Starts a group that is moved right and down by so many pixels.
    pub(crate) fn open_shifted(&mut self, [right, down]: [f64; 2]) {
        let _ = writeln!(self.text, "<g transform=\"translate({} {})\">", number(right), number(down));
    }

    /// The lines of a path, in dashes.
    pub(crate) fn stroke_dashed(&mut self, path: &Path, color: &str, width: f64) {
        let (width, dash) = (number(width), number(4.0 * width));
        self.path(
            path,
            &format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\" stroke-linejoin=\"round\""),
        );
    }

    /// Starts a group of shapes with outlines.
    pub(crate) fn open_outlined(&mut self, color: &str, width: f64) {
        let width = number(width);
        let _ =
            writeln!(self.text, "<g stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\">");
    }

    /// Ends the group.
    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// The image: a white page of this size with a title for people who cannot see it, and what was drawn.
    pub(crate) fn image(&self, size: [f64; 2], title: &str) -> String {
        let [w, h] = size.map(|v| number(v.ceil()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n{}</svg>\n",
            escaped(title),
            self.text
        )
    }
}

/// Rounded to hundredths; what is not a number or far away is brought back.
pub(crate) fn hundredths(v: f64) -> i64 {
    if v.is_nan() { 0 } else { (v.clamp(-FAR, FAR) * UNIT).round() as i64 }
}

/// A number with at most two digits after the point, as short as can be.
pub(crate) fn number(v: f64) -> String {
    let text = format!("{:.2}", hundredths(v) as f64 / UNIT);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text in an element; control characters are not allowed in XML.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace(['\u{fffe}', '\u{ffff}'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        let mut path = Path::new();
        path.move_to([1.5, 2.0]);
        path.line_to([1.5, 0.95]);
        path.line_to([-1.0, 1.0]);
        path.move_to([-1.0, 1.0]);
        path.quad_to([0.0, 0.004], [3.0, 3.0]);
        path.close();
        assert_eq!(path.text, "m1.5 2v-1.05l-2.5 .05q1-1 4 2z", "differences, no spaces before a sign");
    }

    #[test]
    fn arcs_go_around_their_center() {
        let mut path = Path::new();
        path.move_to([1.0, 2.0]);
        path.arc_to(1.0, true, [2.0, 3.0]);
        path.arc_to(0.5, false, [1.0, 3.0]);
        assert_eq!(path.text, "m1 2a1 1 0 0 1 1 1a.5 .5 0 0 0-1 0", "radii, flags, and where it ends");
    }

    #[test]
    fn rounding_does_not_add_up() {
        let mut path = Path::new();
        path.move_to([0.0, 0.0]);
        (1..=1000).for_each(|k| path.line_to([0.004 * f64::from(k), 0.0]));
        assert_eq!(path.at, [400, 0], "4 pixels in steps that are less than a hundredth");
    }

    #[test]
    fn numbers_are_never_wild() {
        let mut path = Path::new();
        path.move_to([f64::NAN, f64::INFINITY]);
        path.line_to([f64::NEG_INFINITY, 1e300]);
        assert_eq!(path.text, "m0 1000000h-1000000", "not a number: 0; far away: far");
        let texts = [0.0, -0.001, 12.0, 1.5, -3.126, 100.004].map(number);
        assert_eq!(texts, ["0", "0", "12", "1.5", "-3.13", "100"], "two digits at most");
    }
}
