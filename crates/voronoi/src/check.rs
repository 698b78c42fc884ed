//! The invariants of a diagram, verified.
//!
//! 1. Free slots and used ones add up; twins are mutual and agree on their two sites; anchors point at their site.
//! 2. Euler's formula, per surface and glued seam.
//! 3. Every end is adjacent to each of its segments exactly once, and counts them.
//! 4. Every face's circle exists: its touch points are in counter-clockwise order and inside the segments' slabs.
//!    Its stored center is equally far from its three sites.
//! 5. Every arc runs forward: seen along its bisector its end comes after its start, or at it.
//! 6. No circle is cut by the site across an arc. In the plane that implies that no circle is cut by any site;
//!    [`Diagram::check_all`] tests that directly, each circle against each site.

use thiserror::Error;

use crate::diagram::{Diagram, Face};
use crate::exists::exists;
use crate::id::{HalfEdgeId, PointId, SegmentId, VertexId};
use crate::predicate::{Counts, center_side, compare_centers, point_power, segment_cuts};
use crate::sign::Sign;
use crate::site::{Code, NONE, Side};

/// An invariant that does not hold. This is a bug of this crate, not of its input.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Violation {
    /// Two half-edges disagree.
    #[error("half-edge {} and its twin disagree", .0.0)]
    Twin(HalfEdgeId),
    /// A site's anchor points elsewhere.
    #[error("the anchor of {0} is wrong")]
    Anchor(String),
    /// Vertices and sites do not add up.
    #[error("{faces} faces do not fit {sites} sites")]
    Euler {
        /// Number of faces.
        faces: usize,
        /// Number of sites.
        sites: usize,
    },
    /// A segment and one of its ends are not adjacent exactly once.
    #[error("segment {} and its end {} share {count} arcs", .segment.0, .end.0)]
    End {
        /// The segment.
        segment: SegmentId,
        /// Its end.
        end: PointId,
        /// How many arcs they share.
        count: usize,
    },
    /// A face has no circle.
    #[error("vertex {} has no circle in order", .0.0)]
    Circle(VertexId),
    /// The stored circle is off.
    #[error("vertex {} is {off} units off the circle of its sites", .vertex.0)]
    Position {
        /// The vertex.
        vertex: VertexId,
        /// How far, printed.
        off: String,
    },
    /// An arc runs backward.
    #[error("the arc of half-edge {} runs backward", .0.0)]
    Backward(HalfEdgeId),
    /// A site cuts a circle.
    #[error("the circle of vertex {} is cut by {site}", .vertex.0)]
    Cut {
        /// The vertex.
        vertex: VertexId,
        /// The site.
        site: String,
    },
}

impl Diagram {
    /// Verifies the invariants; linear in the size of the diagram.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), Violation> {
        self.check_links()?;
        self.check_ends()?;
        let mut counts = Counts::default();
        for f in self.used_faces() {
            let face = &self.faces[f as usize];
            if !exists(&self.sites, &mut counts, face) {
                return Err(Violation::Circle(VertexId(f)));
            }
            self.check_position(f, face)?;
            for k in 0..3 {
                self.check_arc(f * 4 + k, &mut counts)?;
            }
        }
        Ok(())
    }

    /// As [`check`](Self::check), and every circle against every site: quadratic. For surfaces that do not overlap themselves.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check_all(&self) -> Result<(), Violation> {
        self.check()?;
        let mut counts = Counts::default();
        for f in self.used_faces() {
            let face = &self.faces[f as usize];
            for (i, p) in self.sites.points.iter().enumerate() {
                let code = Code::point(PointId(i as u32));
                if p.anchor != NONE && self.cuts(face, code, &mut counts) {
                    return Err(Violation::Cut { vertex: VertexId(f), site: format!("{code:?}") });
                }
            }
            for (i, s) in self.sites.segments.iter().enumerate() {
                let code = Code::segment(SegmentId(i as u32), Side::Left);
                if s.anchor != NONE && self.cuts(face, code, &mut counts) {
                    return Err(Violation::Cut { vertex: VertexId(f), site: format!("{code:?}") });
                }
            }
        }
        Ok(())
    }

    /// Faces that are vertices: not free, and not an outer one.
    pub(crate) fn used_faces(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.faces.len() as u32).filter(|&f| {
            let face = &self.faces[f as usize];
            face.mark != NONE && !face.is_outer()
        })
    }

    /// Items 1 and 2.
    fn check_links(&self) -> Result<(), Violation> {
        let mut faces = 0;
        for (f, face) in self.faces.iter().enumerate() {
            if face.mark == NONE {
                continue;
            }
            faces += 1;
            for k in 0..3 {
                let h = (f * 4 + k) as u32;
                let t = self.twin(h);
                let mutual = (t & 3) < 3 && ((t >> 2) as usize) < self.faces.len() && self.twin(t) == h;
                let sites = mutual
                    && self.face_of(t).mark != NONE
                    && self.right(h).same_site(self.left(t))
                    && self.left(h).same_site(self.right(t));
                if !sites {
                    return Err(Violation::Twin(HalfEdgeId(h)));
                }
            }
        }
        let points = (0..self.sites.points.len() as u32).map(|i| Code::point(PointId(i)));
        let segments = (0..self.sites.segments.len() as u32).map(|i| Code::segment(SegmentId(i), Side::Left));
        let mut sites = 0;
        for code in points.chain(segments) {
            let anchor = self.anchor(code);
            if anchor == NONE {
                continue;
            }
            sites += 1;
            let good = ((anchor >> 2) as usize) < self.faces.len()
                && self.face_of(anchor).mark != NONE
                && self.right(anchor).same_site(code);
            if !good {
                return Err(Violation::Anchor(format!("{code:?}")));
            }
        }
        if faces + 4 * self.frames.len() != 2 * (sites + self.merged_points) {
            return Err(Violation::Euler { faces, sites });
        }
        Ok(())
    }

    /// Item 3.
    fn check_ends(&self) -> Result<(), Violation> {
        let mut degree = vec![0; self.sites.points.len()];
        for (i, s) in self.sites.segments.iter().enumerate().filter(|(_, s)| s.anchor != NONE) {
            let segment = SegmentId(i as u32);
            for end in [s.a, s.b] {
                degree[end.index()] += 1;
                let arcs = self.star_of(Code::segment(segment, Side::Left));
                let count = arcs.filter(|&h| self.left(h) == Code::point(end)).count();
                if count != 1 {
                    return Err(Violation::End { segment, end, count });
                }
            }
        }
        for (i, p) in self.sites.points.iter().enumerate() {
            if p.anchor != NONE && p.degree != degree[i] {
                return Err(Violation::Anchor(format!("point {i}")));
            }
        }
        Ok(())
    }

    /// Item 4, in numbers.
    fn check_position(&self, f: u32, face: &Face) -> Result<(), Violation> {
        // One grid unit is the promise. Far outside the box, on circles of the frame's size, doubles have fewer digits.
        let size = face.x.abs().max(face.y.abs());
        if size > 4.0 * f64::from(crate::site::FRAME) {
            return Ok(());
        }
        for c in face.c {
            let distance = if c.is_point() {
                let p = self.sites.at(c);
                let (dx, dy) = (face.x - f64::from(p.x), face.y - f64::from(p.y));
                (dx * dx + dy * dy).sqrt()
            } else {
                let s = self.sites.seg(c);
                let (dx, dy) = (face.x - f64::from(s.from.x), face.y - f64::from(s.from.y));
                (s.ux * dy - s.uy * dx) * c.sign() as f64
            };
            let off = (distance - face.r).abs();
            let allowed = 3.0 * f64::from(face.e) + 1e-7;
            if off > allowed || off.is_nan() {
                return Err(Violation::Position { vertex: VertexId(f), off: format!("{off:e}") });
            }
        }
        Ok(())
    }

    /// Items 5 and 6.
    fn check_arc(&self, h: u32, counts: &mut Counts) -> Result<(), Violation> {
        let t = self.twin(h);
        let (from, to) = (self.face_of(h), self.face_of(t));
        if to.is_outer() {
            return Ok(());
        }
        let across = to.c[((t & 3) as usize + 2) % 3];
        let (right, left) = (self.right(h), self.left(h));
        if !self.layered && self.cuts(from, across, counts) {
            return Err(Violation::Cut { vertex: VertexId(h >> 2), site: format!("{across:?}") });
        }
        let forward =
            if right.is_segment() && left.is_point() && self.sites.seg(right).has_end(left.point_id()) {
                self.forward_at_end(right, left, h, counts)
            } else if left.is_segment() && right.is_point() && self.sites.seg(left).has_end(right.point_id())
            {
                self.forward_at_end(left, right, t, counts)
            } else {
                let u = if right.is_segment() {
                    let d = self.sites.seg(right).dir();
                    if right.is_right() { d.neg() } else { d }
                } else if left.is_segment() {
                    let d = self.sites.seg(left).dir();
                    if left.is_right() { d } else { d.neg() }
                } else {
                    self.sites.at(right).minus(self.sites.at(left)).perp()
                };
                compare_centers(&self.sites, counts, to, from, u) != Sign::Negative
            };
        if forward { Ok(()) } else { Err(Violation::Backward(HalfEdgeId(h))) }
    }

    /// The arc between a segment and its own end, seen with the segment on its right: round the first end it runs
    /// from the right side of the segment to the left, round the second from left to right.
    fn forward_at_end(&self, s: Code, end: Code, h: u32, counts: &mut Counts) -> bool {
        let site = self.sites.seg(s);
        let n = site.dir().perp();
        let n = if Code::point(site.a) == end { n } else { n.neg() };
        let at = self.sites.at(end);
        let mut side = |h: u32| center_side(&self.sites, counts, self.face_of(h), n, at);
        side(h) != Sign::Positive && side(self.twin(h)) != Sign::Negative
    }

    /// Whether a site cuts a circle that it is not a corner of.
    fn cuts(&self, face: &Face, code: Code, counts: &mut Counts) -> bool {
        if face.c.iter().any(|c| c.same_site(code)) {
            return false;
        }
        if code.is_point() {
            point_power(&self.sites, counts, face, self.sites.at(code)) == Sign::Negative
        } else {
            segment_cuts(&self.sites, counts, face, self.sites.seg(code))
        }
    }
}
