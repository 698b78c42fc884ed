//! The parabola of an arc between a point and a segment.
//!
//! In coordinates x along the directrix and y over it, with the focus at (0, h), the curve is
//! y = (x² + h²) / 2h. Where h is small the branches are steep, and a rounded position has
//! far better digits in y than in x: x is then taken from y ([`Parabola::foot`]).

use super::plane::{cross, dot, fraction, norm, sub, unit};

pub(super) struct Parabola {
    pub(super) focus: [f64; 2],
    /// Direction of the directrix, of length one.
    pub(super) along: [f64; 2],
    /// Direction from the directrix to the focus, of length one.
    away: [f64; 2],
    /// Distance of the focus from the directrix.
    pub(super) h: f64,
    /// x of the start and of the end.
    x0: f64,
    x1: f64,
    /// Whether x grows on the way from start to end.
    forward: bool,
}

/// A focus nearer than this to the directrix is on it: the arc is straight. In grid units.
///
/// Grid points that are not on a line keep 2^-28 units from it, in the box of coordinates up to 2^26.
const ON_DIRECTRIX: f64 = 1.0 / (1u64 << 40) as f64;

impl Parabola {
    /// `None` if the focus lies on the line, or the line has no direction.
    pub(super) fn new(
        focus: [f64; 2],
        from: [f64; 2],
        to: [f64; 2],
        start: [f64; 2],
        end: [f64; 2],
        focus_left: bool,
    ) -> Option<Self> {
        let d = sub(to, from);
        let height = cross(d, sub(focus, from)) / norm(d);
        let h = height.abs();
        // Also false where there is no direction, and the height is not a number.
        if !(h >= ON_DIRECTRIX && h.is_finite()) {
            return None;
        }
        let along = unit(d);
        let away = if height > 0.0 { [-along[1], along[0]] } else { [along[1], -along[0]] };
        let mut parabola = Self { focus, along, away, h, x0: 0.0, x1: 0.0, forward: false };
        parabola.x0 = parabola.foot(start);
        parabola.x1 = parabola.foot(end);
        parabola.forward = match parabola.x0 == parabola.x1 {
            false => parabola.x0 < parabola.x1,
            true => (height > 0.0) == focus_left,
        };
        Some(parabola)
    }

    /// The x of a position on the curve.
    pub(super) fn foot(&self, z: [f64; 2]) -> f64 {
        let v = sub(z, self.focus);
        let (x, up) = (dot(v, self.along), dot(v, self.away));
        // Steeper than 45 degrees: an error of y moves x by less. x² = 2hy - h² = h (h + 2 (y - h))
        if x.abs() > self.h && up > 0.0 { (self.h * (self.h + 2.0 * up)).sqrt().copysign(x) } else { x }
    }

    /// The place at `x` and at this height over the focus.
    pub(super) fn place(&self, x: f64, up: f64) -> [f64; 2] {
        [0, 1].map(|i| self.focus[i] + (x * self.along[i] + up * self.away[i]))
    }

    /// The point of the curve at `x`.
    pub(super) fn at(&self, x: f64) -> [f64; 2] {
        self.place(x, (x - self.h) * (x + self.h) / (2.0 * self.h))
    }

    /// The x at parameter `t`.
    pub(super) fn x(&self, t: f64) -> f64 {
        self.x0 + t.clamp(0.0, 1.0) * (self.x1 - self.x0)
    }

    /// The parameter at `x`, or the nearest there is.
    pub(super) fn t(&self, x: f64) -> f64 {
        fraction(x - self.x0, self.x1 - self.x0)
    }

    /// Direction of travel at `x`: dy/dx = x / h.
    pub(super) fn tangent(&self, x: f64) -> [f64; 2] {
        let v = unit(if self.forward { [self.h, x] } else { [-self.h, -x] });
        [0, 1].map(|i| v[0] * self.along[i] + v[1] * self.away[i])
    }

    /// Length between the ends.
    ///
    /// With a = x0 / h and b = x1 / h, and A = √(1 + a²), B = √(1 + b²), it is h/2 times
    /// (b B - a A) + (asinh b - asinh a). If a and b have one sign both differences cancel on short arcs; then
    ///   b B - a A         = (b - a) (b + a) (1 + a² + b²) / (b B + a A)
    ///   asinh b - asinh a = asinh(b A - a B), and b A - a B = (b - a) (b + a) / (b A + a B)
    pub(super) fn length(&self) -> f64 {
        let h = self.h;
        let (low, high) = (self.x0.min(self.x1) / h, self.x0.max(self.x1) / h);
        let (a, b) = if high <= 0.0 { (-high, -low) } else { (low, high) };
        let (root_a, root_b) = ((1.0 + a * a).sqrt(), (1.0 + b * b).sqrt());
        let twice = if a <= 0.0 {
            b * root_b - a * root_a + asinh(b) - asinh(a)
        } else {
            let product = (self.x1 - self.x0).abs() / h * (b + a);
            product * (1.0 + a * a + b * b) / (b * root_b + a * root_a)
                + asinh(product / (b * root_a + a * root_b))
        };
        0.5 * h * twice
    }

    /// Parameters of the local minima of the distance to `p` on the arc, its ends apart.
    ///
    /// With u = x / h and p = (px, q) from the apex, they are roots of the derivative
    ///   g(u) = u³ + c u - d,   c = 2 (1 - q / h),   d = 2 px / h
    /// where it rises. Between the extrema of g, ±√(-c / 3), there is at most one root.
    pub(super) fn nearest(&self, p: [f64; 2]) -> [Option<f64>; 2] {
        let v = sub(p, self.focus);
        let c = 2.0 * (0.5 - dot(v, self.away) / self.h);
        let d = 2.0 * dot(v, self.along) / self.h;
        let (low, high) = (self.x0.min(self.x1) / self.h, self.x0.max(self.x1) / self.h);
        let extremum = (-c / 3.0).max(0.0).sqrt();
        [[f64::NEG_INFINITY, -extremum], [extremum, f64::INFINITY]].map(|[from, to]| {
            let (from, to) = (from.max(low), to.min(high));
            (from <= to).then(|| rising_root(c, d, from, to)).flatten().map(|u| self.t(u * self.h))
        })
    }

    /// Parameters along the line `origin + s * direction` where it meets the parabola.
    ///
    /// With the apex as origin the curve is x² = 2hy, and the line gives a s² + 2 b s + c = 0 with
    ///   a = dx²,   b = ox dx - h dy,   c = ox² - 2 h oy,   b² - a c = h (h dy² + 2 dx (dx oy - dy ox))
    pub(super) fn meet_line(&self, origin: [f64; 2], direction: [f64; 2]) -> [Option<f64>; 2] {
        let v = sub(origin, self.focus);
        let h = self.h;
        let (ox, oy) = (dot(v, self.along), dot(v, self.away) + 0.5 * h);
        let (dx, dy) = (dot(direction, self.along), dot(direction, self.away));
        let (a, b, c) = (dx * dx, ox * dx - h * dy, ox * ox - 2.0 * h * oy);
        let discriminant = h * (h * dy * dy + 2.0 * dx * cross([dx, dy], [ox, oy]));
        if discriminant < 0.0 || (dx == 0.0 && dy == 0.0) {
            return [None, None];
        }
        // The sum that does not cancel gives one root, their product c / a the other.
        let q = -(b + discriminant.sqrt().copysign(b));
        [q / a, c / q].map(|s| s.is_finite().then_some(s))
    }

    /// Appends inner points of the arc so that no chord is farther than the tolerance from its piece.
    pub(super) fn flatten(&self, tolerance: f64, points: &mut Vec<[f64; 2]>) {
        // Pieces still to do, the next one last. The apex parts them, so that no piece turns by more than a
        // right angle: one that turns back reaches beyond its chord.
        let mut pieces = vec![(self.x0, self.x1, 0)];
        if self.x0 * self.x1 < 0.0 {
            pieces = vec![(0.0, self.x1, 0), (self.x0, 0.0, 0)];
        }
        while let Some((a, b, depth)) = pieces.pop() {
            let middle = 0.5 * (a + b);
            // Where x is in the middle the curve is farthest from the chord, and parallel to it: w² / 8h upward,
            // at an angle with slope middle / h.
            let sagitta = (b - a) * (b - a) / 8.0 / norm([self.h, middle]);
            if sagitta > tolerance && depth < 40 {
                pieces.push((middle, b, depth + 1));
                pieces.push((a, middle, depth + 1));
            } else if !pieces.is_empty() {
                points.push(self.at(b));
            }
        }
    }
}

/// The root of `u³ + c u - d` in `low..=high`, where it does not fall; `None` if it has no change of sign there.
fn rising_root(c: f64, d: f64, low: f64, high: f64) -> Option<f64> {
    let g = |u: f64| (u * u + c) * u - d;
    let (mut low, mut high) = (low, high);
    if g(low) > 0.0 || g(high) < 0.0 {
        return None;
    }
    // Newton, kept inside the bracket; halving where Newton leaves it, or takes long.
    let mut u = 0.5 * (low + high);
    for i in 0..200 {
        let value = g(u);
        if value < 0.0 {
            low = u;
        } else {
            high = u;
        }
        let newton = u - value / (3.0 * u * u + c);
        let next = if i % 8 != 7 && newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if next == u || next <= low || next >= high {
            break;
        }
        u = next;
    }
    Some(u)
}

/// Inverse hyperbolic sine, to a few units in the last place. Not the standard library's, which differs
/// from machine to machine.
///
/// asinh z = 2 asinh(z / √(2 + 2 √(1 + z²))) until z is small, then the series.
fn asinh(z: f64) -> f64 {
    let (mut z, mut factor) = (z, 1.0);
    while z.abs() > 0.1 {
        z /= (2.0 + 2.0 * (1.0 + z * z).sqrt()).sqrt();
        factor *= 2.0;
    }
    // z - z³ / 6 + 3 z⁵ / 40 - …; nine terms leave 2^-60.
    let (mut term, mut sum) = (z, z);
    for k in 1..9 {
        let k = f64::from(k);
        term *= -z * z * (2.0 * k - 1.0) * (2.0 * k - 1.0) / (2.0 * k * (2.0 * k + 1.0));
        sum += term;
    }
    factor * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asinh_agrees_with_the_library() {
        let mut z = 1e-27;
        for _ in 0..800 {
            z *= -1.17;
            let error = (asinh(z) - z.asinh()).abs() / asinh(z).abs();
            // The library's own error for tiny z is not our concern: there asinh z = z.
            let error = if z.abs() < 1e-8 { (asinh(z) - z).abs() / z.abs() } else { error };
            assert!(error < 1e-14, "asinh({z}) is off by {error}");
        }
        assert_eq!(asinh(0.0), 0.0, "zero");
    }
}
