//! Finding the site nearest to a grid point, by walking from a hint.
//!
//! Idea. The region of a site A is star-shaped: the ray from the foot of q on A through q leaves it through exactly one
//! arc. If the site behind that arc is nearer to q than A, go there; if not, q is in A's region.
//!
//! 1. At a segment: if the foot of q is not strictly between the ends, go to that end.
//! 2. Turn around A, from the arc where we came in, until the arc that the ray leaves through.
//! 3. Compare the distances of q to A and to the site behind the arc; stop, or cross over and repeat.
//!
//! Invariant: the distance to the current site shrinks with each crossing; all comparisons are exact.
//! Cost: the arcs passed on the way; with a hint nearby a few.
//! Degenerate: where several sites are nearest, any of them is the answer.

use crate::bearing;
use crate::diagram::{Diagram, next};
use crate::exact;
use crate::predicate::{Counts, center_side};
use crate::sign::Sign;
use crate::site::{Code, GridPoint, Sites};

/// Where a point lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    /// A nearest site.
    pub(crate) site: Code,
    /// The arc of its region behind the point: a half-edge with the site on its right.
    pub(crate) exit: u32,
}

impl Diagram {
    /// Walks to the region of q from a half-edge. There must be a site beside the frame.
    pub(crate) fn locate_from(&self, q: GridPoint, hint: u32, counts: &mut Counts) -> Located {
        let mut h = hint;
        loop {
            let mut site = self.right(h);
            if site.is_segment() {
                // Step 1.
                let s = self.sites.seg(site);
                let along = s.dir().dot(q.minus(s.from));
                if along <= 0 || along >= s.dir().norm_sq() {
                    site = Code::point(if along <= 0 { s.a } else { s.b });
                    h = self.anchor(site);
                }
            }
            // Step 2.
            let exit = if site.is_segment() {
                self.exit_of_segment(q, h, counts)
            } else {
                self.exit_of_point(q, h, counts)
            };
            let Some(exit) = exit else { return Located { site, exit: h } };
            // Step 3.
            let site = self.right(exit);
            let beyond = self.left(exit);
            if compare_distances(&self.sites, q, beyond, site) != Sign::Negative {
                return Located { site, exit };
            }
            h = self.twin(exit);
        }
    }

    /// The arc through which the ray from a point site through q leaves its region. None if q is the site itself.
    fn exit_of_point(&self, q: GridPoint, start: u32, counts: &mut Counts) -> Option<u32> {
        let site = self.right(start);
        let at = self.sites.at(site);
        let w = q.minus(at);
        if w.x == 0 && w.y == 0 {
            return None;
        }
        // Turn toward q, if the vertex where we came in tells which way is shorter.
        let ccw = !self.face_of(start).is_outer()
            && center_side(&self.sites, counts, self.face_of(start), w.perp(), at) == Sign::Negative;
        let mut h = start;
        loop {
            let beyond = self.left(h);
            if self.is_frame_code(beyond) && self.is_frame_code(site) {
                // Two frame points: their arc is far outside the box, and goes on to infinity.
            } else if beyond.is_segment() && self.sites.seg(beyond).has_end(site.point_id()) {
                let s = self.sites.seg(beyond);
                let out = if Code::point(s.a) == site { s.dir() } else { s.dir().neg() };
                if out.dot(w) > 0 {
                    return Some(h);
                }
            } else {
                // The arc spans the bearings from its far vertex, counter-clockwise, to its near one.
                let axis = bearing::axis(&self.sites, site, beyond);
                let mut compare =
                    |h: u32| bearing::compare(&self.sites, counts, self.face_of(h), at, axis, w);
                if compare(self.twin(h)).is_le() && compare(h).is_ge() {
                    return Some(h);
                }
            }
            h = if ccw { self.around(h) } else { next(self.twin(h)) };
            assert!(h != start, "a ray from a point leaves its region");
        }
    }

    /// The arc through which the normal of a segment through q leaves the segment's region, on the side of q.
    /// A point q on the segment itself counts as on its left.
    fn exit_of_segment(&self, q: GridPoint, start: u32, counts: &mut Counts) -> Option<u32> {
        let code = self.right(start);
        let s = self.sites.seg(code);
        let right_side = s.height(1, q) < 0;
        let u = if right_side { s.dir().neg() } else { s.dir() };
        let mut side = |h: u32| center_side(&self.sites, counts, self.face_of(h), u, q);
        let own_end = |h: u32| {
            let c = self.left(h);
            c.is_point() && s.has_end(c.point_id())
        };
        // On the side of q arcs run along u, and turning counter-clockwise goes against it. On the other
        // side go round the nearer end.
        let ccw = if own_end(start) {
            (self.left(start) == Code::point(s.b)) != right_side
        } else if code.is_right() == right_side {
            side(start) == Sign::Positive
        } else {
            let along = s.dir().dot(q.minus(s.from));
            (2 * along < s.dir().norm_sq()) != code.is_right()
        };
        let mut h = start;
        loop {
            if self.right(h).is_right() == right_side
                && !own_end(h)
                && side(h) != Sign::Positive
                && side(self.twin(h)) != Sign::Negative
            {
                return Some(h);
            }
            h = if ccw { self.around(h) } else { next(self.twin(h)) };
            assert!(h != start, "a normal of a segment leaves its region");
        }
    }
}

/// Sign of d(q, a) - d(q, b), the distances to two sites.
pub(crate) fn compare_distances(sites: &Sites, q: GridPoint, a: Code, b: Code) -> Sign {
    let ((an, ad), (bn, bd)) = (distance_sq(sites, q, a), distance_sq(sites, q, b));
    // Squared heights have at most 112 bits for q in the box, squared lengths 55.
    exact::compare_fractions(an, ad, bn, bd)
}

/// Squared distance from q to a site, as a fraction.
fn distance_sq(sites: &Sites, q: GridPoint, c: Code) -> (i128, i128) {
    let to_point = |p: GridPoint| (i128::from(q.minus(p).norm_sq()), 1);
    if c.is_point() {
        return to_point(sites.at(c));
    }
    let s = sites.seg(c);
    let along = s.dir().dot(q.minus(s.from));
    let len_sq = s.dir().norm_sq();
    if along <= 0 {
        to_point(s.from)
    } else if along >= len_sq {
        to_point(s.to())
    } else {
        let h = i128::from(s.height(1, q));
        (h * h, i128::from(len_sq))
    }
}
