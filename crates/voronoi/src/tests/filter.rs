//! Every filtered decision against the exact one.
//!
//! A face whose error is infinite passes no filter: so the same question, asked with a copy of the face that has no
//! known digit, is answered by the exact stage alone.

use crate::diagram::{Diagram, Face};
use crate::predicate::{
    Counts, center_side, compare_centers, line_power, point_power, segment_cuts, segment_hits, turn,
};
use crate::sample::{self, Random, Segment};
use crate::site::{GridPoint, NONE, SegmentSite, Sites, Vector};

/// Inputs in which most circles almost touch something.
fn inputs() -> impl Iterator<Item = Vec<Segment>> {
    let trouble = (0..60).flat_map(|seed| {
        [
            sample::small(seed, 8, 12),
            sample::cocircular(seed),
            sample::near_degenerate(seed),
            sample::extremes(seed),
        ]
    });
    trouble.chain([
        sample::needles(20),
        sample::needles_diagonal(20),
        sample::slivers(8, 1),
        sample::polygon(50),
        sample::comb(20),
        sample::chain(40),
        sample::star(40, 1),
        sample::random_disjoint(60, 1),
        sample::squares(4, 1),
    ])
}

/// A diagram, and faces and sites to ask about.
struct Trial {
    diagram: Diagram,
    faces: Vec<u32>,
    random: Random,
    /// Decisions of the filtered questions.
    counts: Counts,
}

impl Trial {
    /// The same for each input: runs `ask` some hundred times, and asserts that the filter was of some use.
    fn run(ask: impl Fn(&mut Trial), decided: impl Fn(&Counts) -> [u64; 2]) {
        let mut total = [0; 2];
        for (seed, input) in inputs().enumerate() {
            let diagram = Diagram::of_segments(&input).expect("a sample").diagram;
            let faces = diagram.used_faces().collect();
            let random = Random::new(seed as u64);
            let mut trial = Trial { diagram, faces, random, counts: Counts::default() };
            for _ in 0..300 {
                ask(&mut trial);
            }
            let [all, exact] = decided(&trial.counts);
            total = [total[0] + all, total[1] + exact];
        }
        let [all, exact] = total;
        assert!(all > 10_000 && exact > 100 && 2 * exact < all, "{exact} of {all} decisions were exact");
    }

    fn sites(&self) -> &Sites {
        &self.diagram.sites
    }

    fn face(&mut self) -> Face {
        self.diagram.faces[self.faces[self.random.below(self.faces.len())] as usize]
    }

    /// A face near another: half of the time the one across an arc.
    fn face_near(&mut self, face: &Face) -> Face {
        let across = *self.diagram.face_of(face.n[self.random.below(3)]);
        if self.random.one_in(2) || across.is_outer() { self.face() } else { across }
    }

    /// A site, or the place on the grid next to the circle of a face.
    fn place(&mut self, face: &Face) -> GridPoint {
        let points = &self.diagram.sites.points;
        let site = points[self.random.below(points.len())].at;
        let limit = f64::from(crate::site::MAX_COORD);
        let [x, y] = self.random.direction();
        let (x, y) = (face.x + x * face.r, face.y + y * face.r);
        let inside = x.abs() < limit && y.abs() < limit;
        if inside && self.random.one_in(2) {
            GridPoint::new(x.round() as i32, y.round() as i32)
        } else {
            site
        }
    }

    /// A segment of the diagram, or one between any two of its points.
    fn segment(&mut self) -> SegmentSite {
        let live: Vec<SegmentSite> =
            self.sites().segments.iter().filter(|s| s.anchor != NONE).copied().collect();
        let ids: Vec<_> = self.diagram.points().collect();
        if !live.is_empty() && (ids.len() < 2 || self.random.one_in(2)) {
            return live[self.random.below(live.len())];
        }
        let i = self.random.below(ids.len());
        let j = (i + 1 + self.random.below(ids.len() - 1)) % ids.len();
        SegmentSite::new(ids[i], ids[j], self.diagram.point(ids[i]), self.diagram.point(ids[j]))
    }
}

/// The face without a known digit.
fn blind(face: &Face) -> Face {
    Face { e: f32::INFINITY, ..*face }
}

#[test]
fn points_and_circles() {
    Trial::run(
        |trial| {
            let face = trial.face();
            let q = trial.place(&face);
            let (sites, counts) = (&trial.diagram.sites, &mut trial.counts);
            let fast = point_power(sites, counts, &face, q);
            let exact = point_power(sites, &mut Counts::default(), &blind(&face), q);
            assert_eq!(fast, exact, "{q:?} and {face:?}");
        },
        |counts| [counts.point, counts.point_exact],
    );
}

#[test]
fn centers_and_lines() {
    Trial::run(
        |trial| {
            let face = trial.face();
            let (s, o) = (trial.segment(), trial.place(&face));
            let u = if trial.random.one_in(2) { s.dir() } else { s.dir().perp() };
            // Half of the lines pass through an end, as all of those do that the algorithms ask about.
            let o = if trial.random.one_in(2) { s.to() } else { o };
            let (sites, counts) = (&trial.diagram.sites, &mut trial.counts);
            let fast = center_side(sites, counts, &face, u, o);
            let exact = center_side(sites, &mut Counts::default(), &blind(&face), u, o);
            assert_eq!(fast, exact, "{u:?} at {o:?} and {face:?}");
        },
        |counts| [counts.side, counts.side_exact],
    );
}

#[test]
fn segments_and_circles() {
    Trial::run(
        |trial| {
            let (face, s) = (trial.face(), trial.segment());
            // A corner of the face is no question.
            if face.c.iter().any(|c| c.is_segment() && same(trial.sites().seg(*c), &s)) {
                return;
            }
            let (sites, counts) = (&trial.diagram.sites, &mut trial.counts);
            let none = &mut Counts::default();
            let exact = blind(&face);
            let hits = segment_hits(sites, counts, &face, &s);
            assert_eq!(hits, segment_hits(sites, none, &exact, &s), "{s:?} hits {face:?}");
            let cuts = segment_cuts(sites, counts, &face, &s);
            assert_eq!(cuts, segment_cuts(sites, none, &exact, &s), "{s:?} cuts {face:?}");
            let power = line_power(sites, counts, &face, &s);
            assert_eq!(power, line_power(sites, none, &exact, &s), "the line of {s:?} and {face:?}");
        },
        |counts| [counts.segment + counts.end, counts.segment_exact + counts.end_exact],
    );
}

fn same(s: &SegmentSite, t: &SegmentSite) -> bool {
    s.has_end(t.a) && s.has_end(t.b)
}

#[test]
fn two_centers() {
    Trial::run(
        |trial| {
            let f = trial.face();
            let g = trial.face_near(&f);
            let s = trial.segment();
            let corner = f.c[trial.random.below(3)];
            let o = if corner.is_point() { trial.sites().at(corner) } else { s.from };
            let u = if corner.is_segment() { trial.sites().seg(corner).dir() } else { s.dir().perp() };
            let (sites, counts) = (&trial.diagram.sites, &mut trial.counts);
            let none = &mut Counts::default();
            let (exact_f, exact_g) = (blind(&f), blind(&g));
            let order = compare_centers(sites, counts, &f, &g, u);
            assert_eq!(order, compare_centers(sites, none, &exact_f, &exact_g, u), "{f:?} {g:?} {u:?}");
            let angle = turn(sites, counts, &f, &g, o);
            assert_eq!(angle, turn(sites, none, &exact_f, &exact_g, o), "{f:?} {g:?} {o:?}");
        },
        |counts| [counts.order, counts.order_exact],
    );
}

/// Arcs of length zero by their sites alone: the exact comparison of centers in two directions.
#[test]
fn arcs_of_length_zero() {
    let mut zero = 0;
    for input in inputs() {
        let diagram = Diagram::of_segments(&input).expect("a sample").diagram;
        for h in diagram.used_faces().flat_map(|f| 4 * f..4 * f + 3) {
            let (from, to) = (diagram.face_of(h), diagram.face_of(diagram.twin(h)));
            if to.is_outer() {
                continue;
            }
            let same = [Vector { x: 1, y: 0 }, Vector { x: 0, y: 1 }]
                .map(|u| crate::exact::compare_centers(&diagram.sites, from.c, to.c, u));
            let expected = same.iter().all(|&sign| sign == crate::sign::Sign::Zero);
            assert_eq!(diagram.is_zero_length(h), expected, "{from:?} {to:?}");
            zero += u32::from(expected);
        }
    }
    assert!(zero > 1000, "{zero} arcs of length zero");
}
