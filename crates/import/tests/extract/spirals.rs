//! Ramps and stairs that wind around a pole.

use crate::maker::Maker;

/// What winds around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spiral {
    /// The inner and the outer radius.
    pub(crate) radii: [f64; 2],
    /// Sections in a turn.
    pub(crate) sections: usize,
    /// Sections in all.
    pub(crate) count: usize,
    /// How much a turn rises.
    pub(crate) pitch: f64,
    /// Where it begins, in sections, and how high.
    pub(crate) start: (usize, f64),
}

impl Spiral {
    /// The area of all sections seen from above, before they are moved to the grid.
    pub(crate) fn area(&self) -> f64 {
        let angle = std::f64::consts::TAU / self.sections as f64;
        let [r, s] = self.radii;
        self.count as f64 * 0.5 * libm::sin(angle) * (s * s - r * r)
    }

    /// A point of the spiral on the grid.
    fn point(&self, section: usize, outer: usize, z: f64) -> [f64; 3] {
        let angle =
            std::f64::consts::TAU * ((section + self.start.0) % self.sections) as f64 / self.sections as f64;
        let r = self.radii[outer];
        let grid = |v: f64| (v * 1e4).round() / 1e4;
        [grid(r * libm::cos(angle)), grid(r * libm::sin(angle)), grid(z)]
    }

    /// Sections that rise.
    pub(crate) fn ramp(&self, mut maker: Maker) -> Maker {
        let rise = self.pitch / self.sections as f64;
        for k in 0..self.count {
            let (z, w) = (self.start.1 + rise * k as f64, self.start.1 + rise * (k + 1) as f64);
            let [a, b] = [self.point(k, 0, z), self.point(k, 1, z)];
            let [c, d] = [self.point(k + 1, 1, w), self.point(k + 1, 0, w)];
            maker = if a[..2] == d[..2] { maker.triangle([a, b, c]) } else { maker.quad([a, b, c, d]) };
        }
        maker
    }

    /// Level treads, with or without risers between them.
    pub(crate) fn stairs(&self, mut maker: Maker, risers: bool) -> Maker {
        let rise = self.pitch / self.sections as f64;
        for k in 0..self.count {
            let z = self.start.1 + rise * k as f64;
            let [a, b] = [self.point(k, 0, z), self.point(k, 1, z)];
            let [c, d] = [self.point(k + 1, 1, z), self.point(k + 1, 0, z)];
            maker = if a == d { maker.triangle([a, b, c]) } else { maker.quad([a, b, c, d]) };
            if risers && k + 1 < self.count {
                let [e, f] = [self.point(k + 1, 1, z + rise), self.point(k + 1, 0, z + rise)];
                maker = if d[..2] == c[..2] { maker } else { maker.quad([c, d, f, e]) };
            }
        }
        maker
    }
}
