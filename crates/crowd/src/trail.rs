//! A trail: the route of one character, in few bytes, and where it is on it.
//!
//! Idea. A route is lines and arcs in `f64`. What a character keeps of it are corners in `f32`, relative to where the route starts: eight bytes
//! each. Where the layer changes there is a corner, so a segment is on one layer, and only the changes are kept.
//!
//! Cost: linear in the number of corners to make it; what is asked of it looks at the segments in question only.
//! Degenerate: a route without length is one segment without length.

mod make;
#[cfg(test)]
mod tests;

use throng_mesh::{Affected, LayerId, Mesh, Position, Route};

use crate::bytes::{Damaged, Reader, Writer};
use crate::place::{Place, along, cross, distance, distance_sq, dot, nearest_part, sub};

/// How far a trail may be from its route, at least. \[m\] Below what anybody sees, and a quarter of the gap that discs keep from walls.
pub(crate) const TOLERANCE: f64 = 0.01;

/// What is not kept of a route counts as so much, at least. \[m\]
const LEAST_REST: f32 = 0.1;

/// A place on a trail this near to a connection is on both of its layers. \[m\] A hundred times the rounding.
const ON_BOTH: f64 = 1e-3;

/// A route as a character keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// What the corners are relative to. \[m\]
    origin: Place,
    /// At least two.
    corners: Box<[[f32; 2]]>,
    /// Distance of each corner from the nearest obstacle, if that is kept. \[m\]
    clearances: Box<[f32]>,
    /// Segments that begin a new layer.
    changes: Box<[(u32, LayerId)]>,
    /// The layer of the first segment.
    layer: LayerId,
    /// How much of the route is not kept: about, and 0 if all is. \[m\]
    rest: f32,
    length: f32,
}

/// A place on a trail.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Mark {
    /// The number of the segment.
    pub segment: u32,
    /// Which part of it lies behind, from 0 to 1.
    pub part: f32,
}

/// How far along its trail a character is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Where it is: it never goes back.
    pub here: Mark,
    /// Where it was heading last.
    pub aim: Mark,
}

/// The part of a trail in a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reach {
    /// The last place in the disc.
    pub(crate) last: Mark,
    /// Where the trail left the disc first, if it came back.
    pub(crate) left: Option<Mark>,
}

impl Trail {
    /// A route in few bytes.
    pub fn new(mesh: &Mesh, route: &Route) -> Self {
        Self::of(mesh, route, false)
    }

    /// The same with the clearance of each corner. In between it is nearly linear: off by a centimeter, or a few where the route crosses the medial
    /// axis.
    pub fn with_clearances(mesh: &Mesh, route: &Route) -> Self {
        Self::of(mesh, route, true)
    }

    /// A trail of straight lines, for those who have their own idea of a route. It is up to them that it stays on the surface.
    pub fn through(mesh: &Mesh, from: Position, places: &[[f64; 2]]) -> Self {
        let mut all = vec![from.at];
        all.extend_from_slice(places);
        let slacks = vec![0.0; all.len()];
        Self::of_places(mesh, from.layer, all, slacks, false)
    }

    /// The first part of a longer route, which is about so long. \[m\]
    #[must_use]
    pub fn part_of(self, length: f64) -> Self {
        let rest = length as f32 - self.length;
        let rest = if rest > LEAST_REST { rest } else { LEAST_REST };
        Self { rest, length: self.length + rest, ..self }
    }

    /// Whether the route goes on where this ends.
    pub fn is_part(&self) -> bool {
        self.rest > 0.0
    }

    /// As bytes.
    pub(crate) fn write(to: &mut Writer, own: &Self) {
        to.place(own.origin);
        to.list(&own.corners, |to, &corner| to.vector(corner));
        to.list(&own.clearances, |to, &clearance| to.f32(clearance));
        to.list(&own.changes, |to, &(segment, layer)| {
            to.u32(segment);
            to.u32(layer.0);
        });
        to.u32(own.layer.0);
        to.f32(own.rest);
        to.f32(own.length);
    }

    /// From bytes.
    pub(crate) fn read(from: &mut Reader<'_>) -> Result<Self, Damaged> {
        let own = Self {
            origin: from.place()?,
            corners: from.list(Reader::vector)?.into(),
            clearances: from.list(Reader::f32)?.into(),
            changes: from.list(|from| Ok((from.u32()?, LayerId(from.u32()?))))?.into(),
            layer: LayerId(from.u32()?),
            rest: from.f32()?,
            length: from.f32()?,
        };
        let is_sound = own.corners.len() >= 2 && [0, own.corners.len()].contains(&own.clearances.len());
        if is_sound { Ok(own) } else { Err(Damaged) }
    }

    /// Number of segments: at least one.
    pub fn num_segments(&self) -> usize {
        self.corners.len() - 1
    }

    /// The length of the route. \[m\]
    pub fn length(&self) -> f64 {
        f64::from(self.length)
    }

    /// Where it ends.
    pub fn end(&self) -> Mark {
        Mark { segment: self.num_segments() as u32 - 1, part: 1.0 }
    }

    /// A place on it, with its layer.
    pub fn position(&self, mark: Mark) -> Position {
        Position { at: self.place(mark), layer: self.layer_of(mark.segment) }
    }

    /// How much of the route lies ahead. \[m\]
    pub fn remaining(&self, mark: Mark) -> f64 {
        self.length_between(mark, self.end()) + f64::from(self.rest)
    }

    /// Its length from one place to a later one. \[m\]
    pub fn length_between(&self, from: Mark, to: Mark) -> f64 {
        let mut a = self.local(from);
        let mut length = 0.0;
        for segment in from.segment..to.segment {
            let b = self.corner(segment + 1);
            length += distance(a, b);
            a = b;
        }
        length + if from <= to { distance(a, self.local(to)) } else { 0.0 }
    }

    /// The place that is a distance ahead of another; its end if there is less. \[m\]
    pub fn ahead(&self, from: Mark, by: f64) -> Mark {
        let mut left = by;
        let mut a = self.local(from);
        for segment in from.segment..self.num_segments() as u32 {
            let b = self.corner(segment + 1);
            let length = distance(a, b);
            if length >= left {
                let start = if segment == from.segment { f64::from(from.part) } else { 0.0 };
                let part = if length > 0.0 { start + (1.0 - start) * (left / length) } else { start };
                return Mark { segment, part: part as f32 };
            }
            left -= length;
            a = b;
        }
        self.end()
    }

    /// The place from one mark to a later one that is nearest to a place, seen from above. Of several the last.
    pub fn nearest(&self, at: [f64; 2], from: Mark, to: Mark) -> Mark {
        let z = sub(at, self.origin);
        let mut best = from;
        let mut least = f64::INFINITY;
        let mut a = self.corner(from.segment);
        for segment in from.segment..=to.segment.min(self.end().segment) {
            let b = self.corner(segment + 1);
            let low = if segment == from.segment { f64::from(from.part) } else { 0.0 };
            let high = if segment == to.segment { f64::from(to.part) } else { 1.0 };
            let part = nearest_part(a, b, z).min(high).max(low);
            let off = distance_sq(along(a, sub(b, a), part), z);
            if off <= least {
                (best, least) = (Mark { segment, part: part as f32 }, off);
            }
            a = b;
        }
        // Rounding to single precision is no way back.
        if best < from { from } else { best }
    }

    /// The last corner before it comes into some area; its start, if it is there from the beginning.
    pub(crate) fn last_corner_before(&self, is_there: impl Fn(Position) -> bool) -> Position {
        let mut ends = (0..self.num_segments() as u32).map(|segment| Mark { segment, part: 1.0 });
        let first = ends.find(|&end| is_there(self.position(end)));
        let segment = first.unwrap_or(self.end()).segment;
        self.position(Mark { segment, part: 0.0 })
    }

    /// Whether what lies ahead of a place meets a part of a layer: then an update that touched that part may concern the trail.
    pub fn meets(&self, from: Mark, part: &Affected) -> bool {
        let mut a = self.local(from);
        (from.segment..self.num_segments() as u32).any(|segment| {
            let b = self.corner(segment + 1);
            let ends = [std::mem::replace(&mut a, b), b];
            self.layer_of(segment) == part.layer && self.cuts(ends, &part.hull)
        })
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.corners)
            + size_of_val(&*self.clearances)
            + size_of_val(&*self.changes)
    }

    /// Reads the corner before a place; some of its bits.
    #[inline]
    pub(crate) fn touch(&self, mark: Mark) -> u32 {
        self.corners.get(mark.segment as usize).map_or(0, |corner| corner[0].to_bits())
    }

    /// A place on it, seen from above.
    #[inline]
    pub(crate) fn place(&self, mark: Mark) -> Place {
        let at = self.local(mark);
        [at[0] + self.origin[0], at[1] + self.origin[1]]
    }

    /// A corner.
    #[inline]
    pub(crate) fn place_of(&self, corner: u32) -> Place {
        self.place(Mark { segment: corner.saturating_sub(1), part: if corner == 0 { 0.0 } else { 1.0 } })
    }

    /// The clearance of a corner, if it is kept. \[m\]
    #[inline]
    pub(crate) fn clearance_of(&self, corner: u32) -> Option<f64> {
        self.clearances.get(corner as usize).map(|&clearance| f64::from(clearance))
    }

    /// Whether a place on it may be on a layer.
    pub(crate) fn is_on(&self, mark: Mark, layer: LayerId) -> bool {
        if self.layer_of(mark.segment) == layer {
            return true;
        }
        let at = self.local(mark);
        let is_near = |corner: u32| distance_sq(at, self.corner(corner)) < ON_BOTH * ON_BOTH;
        let before = mark.segment > 0 && is_near(mark.segment) && self.layer_of(mark.segment - 1) == layer;
        before || (is_near(mark.segment + 1) && self.layer_of(mark.segment + 1) == layer)
    }

    /// The part of it in a disc, from a place on. It is followed beyond the disc for as far as told. \[m\] `None` if it is not in the disc.
    #[inline]
    pub(crate) fn reach(&self, from: Mark, center: Place, radius: f64, beyond: f64) -> Option<Reach> {
        let m = sub(center, self.origin);
        let square = radius * radius;
        let mut start = f64::from(from.part);
        let mut a = self.corner(from.segment);
        let mut last: Option<Mark> = None;
        let mut left = None;
        // How far it has been outside.
        let mut outside = 0.0;
        for segment in from.segment..self.num_segments() as u32 {
            let b = self.corner(segment + 1);
            let d = sub(b, a);
            let before = (last, outside);
            if distance_sq(b, m) <= square {
                (last, outside) = (Some(Mark { segment, part: 1.0 }), 0.0);
            } else {
                // Where the line leaves the circle: |a - m + t d|² = radius².
                let (qa, qb, qc) = (dot(d, d), dot(d, sub(a, m)), distance_sq(a, m) - square);
                let root = qb * qb - qa * qc;
                let exit = (root.sqrt() - qb) / qa;
                let length = qa.sqrt();
                if root >= 0.0 && exit >= start && exit <= 1.0 {
                    last = Some(Mark { segment, part: exit as f32 });
                    outside = (1.0 - exit) * length;
                } else {
                    outside += (1.0 - start) * length;
                }
            }
            // It has been inside, then outside, and is inside again.
            if left.is_none() && before.1 > 0.0 && last != before.0 {
                left = before.0;
            }
            if outside > beyond {
                break;
            }
            start = 0.0;
            a = b;
        }
        last.map(|last| Reach { last, left })
    }

    #[inline]
    fn local(&self, mark: Mark) -> Place {
        let (a, b) = (self.corner(mark.segment), self.corner(mark.segment + 1));
        along(a, sub(b, a), f64::from(mark.part))
    }

    /// A corner relative to the origin; the last one if there are fewer.
    #[inline]
    fn corner(&self, corner: u32) -> Place {
        self.corners[(corner as usize).min(self.corners.len() - 1)].map(f64::from)
    }

    #[inline]
    fn layer_of(&self, segment: u32) -> LayerId {
        let count = self.changes.partition_point(|&(first, _)| first <= segment);
        if count == 0 { self.layer } else { self.changes[count - 1].1 }
    }

    /// Whether a line meets a convex polygon, counter-clockwise: whatever is left of it on the inner side of all sides.
    fn cuts(&self, ends: [Place; 2], hull: &[Place]) -> bool {
        let d = sub(ends[1], ends[0]);
        let (mut low, mut high) = (0.0, 1.0);
        for (k, &from) in hull.iter().enumerate() {
            let side = sub(hull[(k + 1) % hull.len()], from);
            // Positive inside.
            let inside = cross(side, sub(ends[0], sub(from, self.origin)));
            let slope = cross(side, d);
            if slope > 0.0 {
                low = f64::max(low, -inside / slope);
            } else if slope < 0.0 {
                high = f64::min(high, -inside / slope);
            } else if inside < 0.0 {
                return false;
            }
        }
        low <= high && !hull.is_empty()
    }
}
