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

use crate::diagram::{Diagram, Face, next};
use crate::predicate::{Counts, center_side, compare_centers, line_power, point_power};
use crate::sign::Sign;
use crate::site::{Code, Vector};

impl Diagram {
    /// Whether the arc of a half-edge has length zero: whether its two faces have the same circle. Exact.
    ///
    /// 1. Centers that differ by more than their errors, or that have none, decide.
    /// 2. The site across must touch the circle, on its side.
    /// 3. If only one place of the arc's curve can be touched so, that is it ([`Diagram::touches_once`]).
    /// 4. Both centers are on one curve, along which a suitable direction grows strictly: compare along it.
    ///    That takes thousands of bits, hence step 3.
    pub(crate) fn is_zero_length(&self, h: u32) -> bool {
        let t = self.twin(h);
        let (from, to) = (self.face_of(h), self.face_of(t));
        if from.is_outer() || to.is_outer() {
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
        let known = from.c.iter().any(|c| c.same_site(across));
        if !known && !self.touches(from, across) {
            return false;
        }
        // Step 3.
        if !known && self.touches_once(h, across) {
            return true;
        }
        // Step 4.
        let along = self.arc_direction(h);
        compare_centers(&self.sites, &mut Counts::default(), to, from, along) == Sign::Zero
    }

    /// Whether a third site can touch the circles of an arc in one place only, on its own side if it is a segment.
    ///
    /// - Along the bisector of two points, powers of points are linear; along that of two segments, and along a normal, so
    ///   are radius and signed heights, and the difference of powers of two points.
    /// - With a segment and its own end among the three sites the center is on the normal there, on the segment's
    ///   side: a half line from the end, which meets the bisector of the end and anything else once, and a normal meets
    ///   that of the segment and anything else once, too.
    fn touches_once(&self, h: u32, across: Code) -> bool {
        let (right, left) = (self.right(h), self.left(h));
        let of_two =
            |s: Code, p: Code| s.is_segment() && p.is_point() && self.sites.seg(s).has_end(p.point_id());
        if of_two(right, left) || of_two(left, right) {
            // Both ends of the arc on one side of the segment: else the radius is linear on neither.
            let twin = self.twin(h);
            return right == self.left(twin) && left == self.right(twin);
        }
        let alike = right.is_segment() == left.is_segment() && left.is_segment() == across.is_segment();
        alike || [right, left].into_iter().any(|c| of_two(c, across) || of_two(across, c))
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
    #[inline]
    pub(crate) fn spoke(&self, h: u32) -> Option<(Code, Code)> {
        let (right, left) = (self.right(h), self.left(h));
        let (segment, point) = match (right.is_segment(), left.is_segment()) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ => return None,
        };
        self.sites.seg(segment).has_end(point.point_id()).then_some((segment, point))
    }

    /// Whether a point, or the line of a segment on the side of the code, touches the circle of a face.
    fn touches(&self, face: &Face, code: Code) -> bool {
        let (sites, counts) = (&self.sites, &mut Counts::default());
        if code.is_point() {
            return point_power(sites, counts, face, sites.at(code)) == Sign::Zero;
        }
        let s = sites.seg(code);
        let normal = if code.is_right() { s.dir().perp().neg() } else { s.dir().perp() };
        line_power(sites, counts, face, s) == Sign::Zero
            && center_side(sites, counts, face, normal, s.from) == Sign::Positive
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

    /// What is to know about the vertex of a face.
    pub(crate) fn cluster_of(&self, face: u32) -> Cluster {
        let mut cluster = Cluster { name: face, best: face, touches_frame: false };
        let error = |f: u32| (self.faces[f as usize].e, f);
        for f in self.cluster(face) {
            cluster.name = cluster.name.min(f);
            cluster.touches_frame |= self.faces[f as usize].c.iter().any(|&c| self.is_frame_code(c));
            if error(f) < error(cluster.best) {
                cluster.best = f;
            }
        }
        cluster
    }
}

/// Faces that are one vertex.
#[derive(Clone, Copy)]
pub(crate) struct Cluster {
    /// The smallest, which names the vertex.
    pub(crate) name: u32,
    /// The one whose circle is known best.
    pub(crate) best: u32,
    /// Whether a frame point is among the sites.
    pub(crate) touches_frame: bool,
}
