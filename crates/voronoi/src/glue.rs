//! Joining the planes of two diagrams: the operations behind [`crate::surface`].
//!
//! 1. [`append`](Diagram::append) puts two diagrams side by side in one set of arrays.
//! 2. [`cross`](Diagram::cross) cuts both open along two segments with the same ends and joins them crosswise. The faces on
//!    the right of the two segments exchange them; the arcs round the ends, which lead from left to right, are linked
//!    anew; the half-edges round each end, two circles before, become one, and so do the two points.
//! 3. Where the ends were one point already, because of another seam there, the same exchange makes two circles of one:
//!    the layers close round the end, which becomes two points.
//!
//! Invariant: Euler's formula with `merged_points`, which counts 2 and uncounts 3.

use crate::diagram::Diagram;
use crate::id::{PointId, SegmentId};
use crate::site::{Code, NONE, PointSite, SegmentSite, Side};

impl Diagram {
    /// Adds the arrays of another diagram to this one. Returns where its points and segments start.
    pub(crate) fn append(&mut self, other: &Self) -> [u32; 2] {
        let points = self.sites.points.len() as u32;
        let segments = self.sites.segments.len() as u32;
        let faces = self.faces.len() as u32;
        let shift_half_edge = |h: u32| if h == NONE { NONE } else { h + 4 * faces };
        self.sites
            .points
            .extend(other.sites.points.iter().map(|p| PointSite { anchor: shift_half_edge(p.anchor), ..*p }));
        self.sites.segments.extend(other.sites.segments.iter().map(|s| SegmentSite {
            a: PointId(s.a.0 + points),
            b: PointId(s.b.0 + points),
            anchor: shift_half_edge(s.anchor),
            ..*s
        }));
        self.faces.extend(other.faces.iter().map(|face| {
            let mut face = *face;
            face.c = face.c.map(|c| Code(c.0 + 4 * if c.is_segment() { segments } else { points }));
            face.n = face.n.map(shift_half_edge);
            face.mark = if face.mark == NONE { NONE } else { 0 };
            face
        }));
        self.free_faces.extend(other.free_faces.iter().map(|f| f + faces));
        self.free_points.extend(other.free_points.iter().map(|p| p + points));
        self.free_segments.extend(other.free_segments.iter().map(|s| s + segments));
        self.frames.extend(other.frames.iter().map(|p| PointId(p.0 + points)));
        self.merged_points += other.merged_points;
        self.retired_points += other.retired_points;
        self.layered |= other.layered;
        [points, segments]
    }

    /// Exchanges the two ends of a segment, and its sides.
    pub(crate) fn flip(&mut self, s: SegmentId) {
        let code = Code::segment(s, Side::Left);
        let star: Vec<u32> = self.star_of(code).collect();
        for h in star {
            let c = &mut self.faces[(h >> 2) as usize].c[(h & 3) as usize];
            *c = Code(c.0 ^ 2);
        }
        let site = self.sites.segments[s.index()];
        self.sites.segments[s.index()] =
            SegmentSite { anchor: site.anchor, ..SegmentSite::new(site.b, site.a, site.to(), site.from) };
    }

    /// Joins the two planes crosswise along two segments with the same ends. Returns which points were united.
    pub(crate) fn cross(&mut self, s: SegmentId, t: SegmentId) -> Vec<(PointId, PointId)> {
        self.layered = true;
        let [sc, tc] = [s, t].map(|s| Code::segment(s, Side::Left));
        let right_side = |diagram: &Self, c: Code| -> Vec<u32> {
            diagram.star_of(c).filter(|&h| diagram.right(h).is_right()).collect()
        };
        let (right_of_s, right_of_t) = (right_side(self, sc), right_side(self, tc));
        // The arcs round the ends, as half-edges of the faces left and right of each segment.
        let ends = |c: Code, p: PointId| -> [u32; 2] {
            let h = self.star_of(c).find(|&h| self.left(h) == Code::point(p)).expect("an end is a neighbor");
            if self.right(h).is_right() { [self.twin(h), h] } else { [h, self.twin(h)] }
        };
        let ([sa, sb], [ta, tb]) = (self.ends(s), self.ends(t));
        let arcs = [[ends(sc, sa), ends(tc, ta)], [ends(sc, sb), ends(tc, tb)]];
        for (star, code) in
            [(right_of_s, Code::segment(t, Side::Right)), (right_of_t, Code::segment(s, Side::Right))]
        {
            for h in star {
                self.faces[(h >> 2) as usize].c[(h & 3) as usize] = code;
            }
        }
        for [[s_left, s_right], [t_left, t_right]] in arcs {
            self.link(s_left, t_right);
            self.link(t_left, s_right);
        }
        let mut united = Vec::new();
        for (k, (p, q)) in [(sa, ta), (sb, tb)].into_iter().enumerate() {
            // The half-edge of each segment's left face that starts at the end.
            let [at_s, at_t] = [0, 1].map(|i| {
                let h = arcs[k][i][0];
                if self.right(h).is_point() { h } else { self.twin(h) }
            });
            if p == q {
                self.split_point(p, at_s, at_t);
            } else {
                self.rename_point(at_s, p, q);
                self.retire_point(q);
                self.merged_points += 1;
                united.push((q, p));
            }
        }
        for c in [sc, tc] {
            let s = self.sites.segments[c.index()];
            let h = self.star_of(Code::point(s.a)).find(|&h| self.left(h).same_site(c));
            self.sites.segments[c.index()].anchor = self.twin(h.expect("an end is a neighbor"));
        }
        united
    }

    /// Makes all half-edges round the origin of `h` start at `p`, and their segments end there instead of at `old`.
    fn rename_point(&mut self, h: u32, p: PointId, old: PointId) {
        let code = Code::point(p);
        let (mut at, mut degree) = (h, 0);
        loop {
            self.faces[(at >> 2) as usize].c[(at & 3) as usize] = code;
            let other = self.left(at);
            if other.is_segment() {
                let s = &mut self.sites.segments[other.index()];
                if s.has_end(old) || s.has_end(p) {
                    let end = if s.a == old || s.a == p { &mut s.a } else { &mut s.b };
                    *end = p;
                    degree += 1;
                }
            }
            at = self.around(at);
            if at == h {
                break;
            }
        }
        let site = &mut self.sites.points[p.index()];
        site.anchor = h;
        site.degree = degree;
    }

    fn retire_point(&mut self, p: PointId) {
        self.sites.points[p.index()].anchor = NONE;
        self.retired_points += 1;
    }

    /// After a second exchange at one point its half-edges may be two circles: give the second a point of its own.
    fn split_point(&mut self, p: PointId, first: u32, second: u32) {
        let mut h = first;
        loop {
            if h == second {
                self.rename_point(first, p, p);
                return;
            }
            h = self.around(h);
            if h == first {
                break;
            }
        }
        let at = self.sites.points[p.index()].at;
        self.rename_point(first, p, p);
        self.sites.points.push(PointSite { at, anchor: second, degree: 0 });
        self.rename_point(second, PointId(self.sites.points.len() as u32 - 1), p);
        self.merged_points -= 1;
    }
}
