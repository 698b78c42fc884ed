//! Vertices of degree above three: faces with the same circle, taken together.
//!
//! Where k > 3 sites touch one empty circle there are k - 2 faces with exactly that circle, joined by arcs of
//! length zero: any triangulation of the k touch points. To a reader they are one vertex. Its outline is
//!
//! ```text
//!        \       /
//!         f --- g        --- of length zero
//!        /       \       the four others leave the vertex
//! ```
//!
//! the walk "next half-edge of the face; across, if that has length zero", which meets every half-edge that
//! leaves the vertex, counter-clockwise.
//!
//! At an end of three segments or more, with no gap of half a turn between them, the faces of radius zero form a cycle
//! around the end instead of a tree: its region is no more than itself. The walk then goes round the outside, if it
//! starts at an arc that has a length.

use crate::check::is_outer;
use crate::diagram::{Diagram, Face, next};
use crate::predicate::{Counts, compare_centers, line_power, point_power};
use crate::sign::Sign;
use crate::site::{Code, Vector};

impl Diagram {
    /// Whether the arc of a half-edge has length zero: whether its two faces have the same circle. Exact.
    ///
    /// 1. Centers that differ by more than their errors, or that have none, decide.
    /// 2. The site across must touch the circle.
    /// 3. Both centers are on one curve, along which a suitable direction grows strictly: compare along it.
    pub(crate) fn is_zero_length(&self, h: u32) -> bool {
        let t = self.twin(h);
        let (from, to) = (self.face_of(h), self.face_of(t));
        if is_outer(from) || is_outer(to) {
            return false;
        }
        // Step 1. An infinite error decides nothing; no error is the end of two segments, held exactly.
        let error = f64::from(from.e) + f64::from(to.e);
        let off = (from.x - to.x).abs().max((from.y - to.y).abs());
        if off > error || error == 0.0 {
            return off == 0.0;
        }
        // Step 2.
        let across = to.c[((t & 3) as usize + 2) % 3];
        if !from.c.iter().any(|c| c.same_site(across)) && !self.touches(from, across) {
            return false;
        }
        // Step 3.
        let along = self.arc_direction(h);
        compare_centers(&self.sites, &mut Counts::default(), to, from, along) == Sign::Zero
    }

    /// A direction that grows strictly along the arc of a half-edge, whatever side of a segment it is on.
    ///
    /// Between a segment and something else, both not on one line, every curve has one foot on the segment for each
    /// place of its own. An arc between a segment and its end is on the normal there.
    fn arc_direction(&self, h: u32) -> Vector {
        let (right, left) = (self.right(h), self.left(h));
        if let Some((segment, _)) = self.spoke(h) {
            return self.sites.seg(segment).dir().perp();
        }
        match (right.is_segment(), left.is_segment()) {
            (true, _) => self.sites.seg(right).dir(),
            (_, true) => self.sites.seg(left).dir(),
            (false, false) => self.sites.at(right).minus(self.sites.at(left)).perp(),
        }
    }

    /// If the arc is between a segment and its own end: the two.
    pub(crate) fn spoke(&self, h: u32) -> Option<(Code, Code)> {
        let (right, left) = (self.right(h), self.left(h));
        let (segment, point) = match (right.is_segment(), left.is_segment()) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ => return None,
        };
        self.sites.seg(segment).has_end(point.point_id()).then_some((segment, point))
    }

    /// Whether a point, or the line of a segment, touches the circle of a face.
    fn touches(&self, face: &Face, code: Code) -> bool {
        let (sites, counts) = (&self.sites, &mut Counts::default());
        let power = if code.is_point() {
            point_power(sites, counts, face, sites.at(code))
        } else {
            line_power(sites, counts, face, sites.seg(code))
        };
        power == Sign::Zero
    }

    /// The walk around the faces that are one vertex with this one: half-edges, and whether each has length zero.
    pub(crate) fn outline(&self, face: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        // An arc of this face that has a length, or any: then the faces are a tree.
        let start = (4 * face..4 * face + 3).find(|&h| !self.is_zero_length(h)).unwrap_or(4 * face);
        let mut h = Some(start);
        std::iter::from_fn(move || {
            let here = h?;
            let zero = self.is_zero_length(here);
            let after = next(if zero { self.twin(here) } else { here });
            h = (after != start).then_some(after);
            Some((here, zero))
        })
    }

    /// The faces that are one vertex with this one, it included; some of them several times.
    pub(crate) fn cluster(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        self.outline(face).map(|(h, _)| h >> 2)
    }

    /// The smallest face of the vertex, which names it, and the one whose circle is known best.
    pub(crate) fn name_and_best(&self, face: u32) -> (u32, u32) {
        let (mut name, mut best) = (face, face);
        let error = |f: u32| (self.faces[f as usize].e, f);
        for f in self.cluster(face) {
            name = name.min(f);
            if error(f) < error(best) {
                best = f;
            }
        }
        (name, best)
    }
}
