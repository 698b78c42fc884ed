//! Hot pixels: grid points that catch every segment which passes through the unit square around them.
//!
//! A pixel is half-open: it has its left and lower side and the corner between them, but not the other two
//! sides. So pixels tile the plane, every crossing lies in exactly one, and a segment meets the pixels it
//! meets one after the other.
//!
//! The pixels are sorted along a Z-curve and bounded by boxes over eight at a time, again and again; a
//! segment descends only into boxes that it meets.

use super::vertices::radix_sort;
use crate::site::{GridPoint, MAX_COORD, Vector};

/// How many pixels or boxes a box is around.
const FAN: usize = 8;

/// A set of hot pixels that is asked for those on a segment.
///
/// Invariant: `levels[0][i]` is around the pixels from `FAN * i` on, `levels[k + 1][i]` around the boxes of
/// `levels[k]` from `FAN * i` on, and the last level has one box.
#[derive(Debug)]
pub(super) struct HotPixels {
    pixels: Vec<(GridPoint, u32)>,
    levels: Vec<Vec<Bounds>>,
}

/// The smallest box around the centers of some pixels.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: GridPoint,
    high: GridPoint,
}

impl HotPixels {
    /// The pixels around these vertices.
    pub(super) fn new(at: &[GridPoint], vertices: impl Iterator<Item = u32>) -> Self {
        let mut sorted: Vec<(u64, u32)> = vertices.map(|v| (z_curve(at[v as usize]), v)).collect();
        radix_sort(&mut sorted, 0, Z_BITS);
        let pixels: Vec<_> = sorted.into_iter().map(|(_, v)| (at[v as usize], v)).collect();
        let mut level: Vec<Bounds> = Self::boxes(&pixels, |&(p, _)| Bounds { low: p, high: p });
        let mut levels = Vec::new();
        while level.len() > 1 {
            let next = Self::boxes(&level, |&bounds| bounds);
            levels.push(std::mem::replace(&mut level, next));
        }
        levels.push(level);
        Self { pixels, levels }
    }

    fn boxes<T>(items: &[T], bounds: impl Fn(&T) -> Bounds) -> Vec<Bounds> {
        let around = |group: &[T]| group.iter().map(&bounds).reduce(Bounds::join);
        items.chunks(FAN).filter_map(around).collect()
    }

    /// Appends the vertices whose pixels the segment from `a` to `b` meets, in no particular order.
    pub(super) fn met_by(&self, a: GridPoint, b: GridPoint, found: &mut Vec<u32>) {
        if !self.pixels.is_empty() {
            self.descend(self.levels.len() - 1, 0, &Probe::new(a, b), found);
        }
    }

    fn descend(&self, level: usize, index: usize, probe: &Probe, found: &mut Vec<u32>) {
        let first = index * FAN;
        if level == 0 {
            let last = (first + FAN).min(self.pixels.len());
            let met = self.pixels[first..last].iter().filter(|(p, _)| probe.meets(*p));
            found.extend(met.map(|&(_, vertex)| vertex));
            return;
        }
        let children = &self.levels[level - 1];
        let last = (first + FAN).min(children.len());
        for (child, bounds) in (first..last).zip(&children[first..last]) {
            if probe.may_meet(bounds) {
                self.descend(level - 1, child, probe, found);
            }
        }
    }
}

/// A segment with what the questions about it have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    a: GridPoint,
    d: Vector,
    low: GridPoint,
    high: GridPoint,
    reach: Vector,
}

impl Probe {
    pub(crate) fn new(a: GridPoint, b: GridPoint) -> Self {
        let d = b.minus(a);
        Self {
            a,
            d,
            low: GridPoint::new(a.x.min(b.x), a.y.min(b.y)),
            high: GridPoint::new(a.x.max(b.x), a.y.max(b.y)),
            reach: Vector { x: d.x.abs(), y: d.y.abs() },
        }
    }

    /// Whether the closed segment meets the half-open pixel around `p`. Degree 2, 57 bits.
    ///
    /// In halves of a unit the corners of pixels have odd coordinates and grid points even ones. Hence no
    /// side of a pixel is along a segment, no end is on the border of a pixel, and a segment meets the
    /// inside of the pixel iff `p` is in the bounding box and there are corners strictly on both sides of
    /// it. Otherwise it can only touch one corner, and of those the pixel has the lower left one.
    #[inline]
    pub(crate) fn meets(&self, p: GridPoint) -> bool {
        if p.x < self.low.x || p.x > self.high.x || p.y < self.low.y || p.y > self.high.y {
            return false;
        }
        // The height over the line of a corner at p + (i, j) / 2 is `center + d x (i, j)`, for i and j in
        // {-1, 1}.
        let center = 2 * self.d.cross(p.minus(self.a));
        let lower_left = center + self.d.cross(Vector { x: -1, y: -1 });
        center.abs() < self.reach.x + self.reach.y || lower_left == 0
    }

    /// Whether the segment meets a box grown by half a unit: if not, it meets none of the pixels in it.
    #[inline]
    fn may_meet(&self, bounds: &Bounds) -> bool {
        let (low, high) = (bounds.low, bounds.high);
        if high.x < self.low.x || low.x > self.high.x || high.y < self.low.y || low.y > self.high.y {
            return false;
        }
        let (to_low, to_high) = (low.minus(self.a), high.minus(self.a));
        let twice_center = Vector { x: to_low.x + to_high.x, y: to_low.y + to_high.y };
        let extent = high.minus(low);
        self.d.cross(twice_center).abs() <= self.reach.x * (extent.y + 1) + self.reach.y * (extent.x + 1)
    }
}

impl Bounds {
    fn join(self, other: Self) -> Self {
        let low = GridPoint::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y));
        let high = GridPoint::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y));
        Self { low, high }
    }
}

/// Coordinates in the box need 28 bits each.
const Z_BITS: u32 = 56;

/// The place of a point on a Z-curve through the box: the bits of its coordinates by turns.
pub(crate) fn z_curve(p: GridPoint) -> u64 {
    let spread = |value: i32| {
        let mut bits = (i64::from(value) + i64::from(MAX_COORD)) as u64;
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        bits
    };
    spread(p.x) << 1 | spread(p.y)
}
