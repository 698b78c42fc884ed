//! Hot pixels: grid points that catch every segment which passes through the unit square around them.
//!
//! A pixel is half-open: it has its left and lower side and the corner between them, but not the other two
//! sides. So pixels tile the plane, every crossing lies in exactly one, and a segment meets the pixels it
//! meets one after the other.
//!
//! The pixels are sorted along a Z-curve and bounded by boxes over eight at a time, again and again; a segment
//! descends only into boxes that it meets.

use super::vertices::sorted_by_key;
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
        let vertices: Vec<u32> = vertices.collect();
        let keys = vertices.iter().map(|&v| z_curve(at[v as usize]));
        let sorted = sorted_by_key(keys, 56);
        let pixels = sorted.iter().map(|&i| vertices[i as usize]).map(|v| (at[v as usize], v)).collect();
        let mut level: Vec<Bounds> = Self::boxes(&pixels, |&(p, _)| Bounds { low: p, high: p });
        let mut levels = Vec::new();
        while level.len() > 1 {
            let next = Self::boxes(&level, |&bounds| bounds);
            levels.push(std::mem::replace(&mut level, next));
        }
        levels.push(level);
        Self { pixels, levels }
    }

    fn boxes<T>(items: &Vec<T>, bounds: impl Fn(&T) -> Bounds) -> Vec<Bounds> {
        let around = |group: &[T]| group.iter().map(&bounds).reduce(Bounds::join);
        items.chunks(FAN).filter_map(around).collect()
    }

    /// Appends the vertices whose pixels the segment from `a` to `b` meets, in no particular order.
    pub(super) fn met_by(&self, a: GridPoint, b: GridPoint, found: &mut Vec<u32>) {
        if !self.pixels.is_empty() {
            self.descend(self.levels.len() - 1, 0, a, b, found);
        }
    }

    fn descend(&self, level: usize, index: usize, a: GridPoint, b: GridPoint, found: &mut Vec<u32>) {
        if !self.levels[level][index].may_meet(a, b) {
            return;
        }
        let first = index * FAN;
        if level > 0 {
            for child in first..(first + FAN).min(self.levels[level - 1].len()) {
                self.descend(level - 1, child, a, b, found);
            }
        } else {
            let last = (first + FAN).min(self.pixels.len());
            let met = self.pixels[first..last].iter().filter(|(p, _)| meets(a, b, *p));
            found.extend(met.map(|&(_, vertex)| vertex));
        }
    }
}

/// Whether the closed segment from `a` to `b` meets the half-open pixel around `p`. Degree 2, 57 bits.
///
/// In halves of a unit the corners of pixels have odd coordinates and grid points even ones. Hence no
/// side of a pixel is along a segment, no end is on the border of a pixel, and a segment meets the inside of the pixel
/// iff `p` is in the bounding box and there are corners strictly on both sides of it. Otherwise it can only touch
/// one corner, and of those the pixel has the lower left one.
pub(super) fn meets(a: GridPoint, b: GridPoint, p: GridPoint) -> bool {
    if p.x < a.x.min(b.x) || p.x > a.x.max(b.x) || p.y < a.y.min(b.y) || p.y > a.y.max(b.y) {
        return false;
    }
    let d = b.minus(a);
    // The height over the line of a corner at p + (i, j) / 2 is `center + d x (i, j)`, for i and j in {-1, 1}.
    let center = 2 * d.cross(p.minus(a));
    let reach = d.x.abs() + d.y.abs();
    let lower_left = center + d.cross(Vector { x: -1, y: -1 });
    center.abs() < reach || lower_left == 0
}

impl Bounds {
    fn join(self, other: Self) -> Self {
        let low = GridPoint::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y));
        let high = GridPoint::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y));
        Self { low, high }
    }

    /// Whether a segment meets the box, grown by half a unit: if not, it meets none of the pixels in it.
    fn may_meet(&self, a: GridPoint, b: GridPoint) -> bool {
        let (low, high) = (self.low, self.high);
        if high.x < a.x.min(b.x) || low.x > a.x.max(b.x) || high.y < a.y.min(b.y) || low.y > a.y.max(b.y) {
            return false;
        }
        let d = b.minus(a);
        let (to_low, to_high) = (low.minus(a), high.minus(a));
        let twice_center = Vector { x: to_low.x + to_high.x, y: to_low.y + to_high.y };
        let extent = high.minus(low);
        d.cross(twice_center).abs() <= d.x.abs() * (extent.y + 1) + d.y.abs() * (extent.x + 1)
    }
}

/// The place of a point on a Z-curve through the box: the bits of its coordinates by turns, 56 in all.
fn z_curve(p: GridPoint) -> u64 {
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
