//! What several test files share: every kind of input, and vertices in a form that can be compared.

use throng_voronoi::sample::{self, Segment};
use throng_voronoi::{Diagram, GridPoint, Site, Vertex};

/// One input of every kind; `size` is roughly the number of segments of the large ones.
pub(crate) fn every_sample(seed: u64, size: usize) -> Vec<(&'static str, Vec<Segment>)> {
    let side = (size as f64 / 4.0).sqrt().ceil() as usize;
    vec![
        ("small", sample::small(seed, 8, 12)),
        ("small, sparse", sample::small(seed, 64, 12)),
        ("near_degenerate", sample::near_degenerate(seed)),
        ("cocircular", sample::cocircular(seed)),
        ("extremes", sample::extremes(seed)),
        ("squares", sample::squares(side, seed)),
        ("random_disjoint", sample::random_disjoint(size, seed)),
        ("comb", sample::comb(size / 2)),
        ("needles", sample::needles(size)),
        ("needles_diagonal", sample::needles_diagonal(size)),
        ("maze", sample::maze(size, seed)),
        ("grid_squares", sample::grid_squares(side)),
        ("lattice", sample::lattice(2 * side / 3 + 2)),
        ("polygon", sample::polygon(size)),
        ("chain", sample::chain(size)),
        ("walls_and_pillars", sample::walls_and_pillars(size.max(50), seed)),
        ("star", sample::star(size, seed)),
        ("slivers", sample::slivers(size / 3, seed)),
    ]
}

/// The diagram of segments that are fine.
pub(crate) fn diagram(segments: &[Segment]) -> Diagram {
    Diagram::of_segments(segments).unwrap_or_else(|error| panic!("{error}: {}", line(segments))).diagram
}

/// The segments as text, to paste into a test.
pub(crate) fn line(segments: &[Segment]) -> String {
    let numbers = |s: &Segment| format!("{} {} {} {}", s[0].x, s[0].y, s[1].x, s[1].y);
    segments.iter().map(numbers).collect::<Vec<_>>().join(" | ")
}

/// The segments of such a line.
pub(crate) fn segments(line: &str) -> Vec<Segment> {
    let numbers: Vec<i32> = line.split([' ', '|', '\n']).filter_map(|word| word.parse().ok()).collect();
    numbers.chunks_exact(4).map(|c| [GridPoint::new(c[0], c[1]), GridPoint::new(c[2], c[3])]).collect()
}

/// A vertex, with sites that mean something in another diagram: the ends of a segment, or a point twice.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) at: [f64; 2],
    pub(crate) clearance: f64,
    pub(crate) error: f64,
    pub(crate) degree: usize,
    /// Sorted.
    pub(crate) sites: Vec<Segment>,
}

impl Place {
    pub(crate) fn new(diagram: &Diagram, vertex: Vertex<'_>) -> Self {
        let mut sites: Vec<Segment> = vertex.sites().map(|site| ends(diagram, site)).collect();
        sites.sort();
        let (at, clearance) = (vertex.position(), vertex.clearance());
        Self { at, clearance, error: vertex.error(), degree: vertex.degree(), sites }
    }

    /// The place somewhere else: all its points mapped.
    pub(crate) fn map(mut self, at: impl Fn([f64; 2]) -> [f64; 2], site: impl Fn(GridPoint) -> GridPoint) -> Self {
        self.at = at(self.at);
        for s in &mut self.sites {
            *s = s.map(&site);
            s.sort();
        }
        self.sites.sort();
        self
    }

    /// Whether both are at the same place, as far as is known.
    pub(crate) fn is_near(&self, other: &Self) -> bool {
        let allowed = self.error + other.error + 1e-6;
        let off = |a: f64, b: f64| (a - b).abs() <= allowed;
        off(self.at[0], other.at[0]) && off(self.at[1], other.at[1]) && off(self.clearance, other.clearance)
    }

    /// Whether the place is in the box by more than rounding: there the frame is never near.
    pub(crate) fn is_in_box(&self) -> bool {
        self.at.iter().all(|v| v.abs() < 0.999 * f64::from(throng_voronoi::MAX_COORD))
    }
}

/// The ends of a segment, sorted; a point twice.
pub(crate) fn ends(diagram: &Diagram, site: Site) -> Segment {
    let mut ends = match site {
        Site::Point(p) => [diagram.point(p); 2],
        Site::Segment(s) => diagram.ends(s).map(|p| diagram.point(p)),
    };
    ends.sort();
    ends
}

/// All vertices of a diagram.
pub(crate) fn places(diagram: &Diagram) -> Vec<Place> {
    diagram.vertices().map(|vertex| Place::new(diagram, vertex)).collect()
}

/// Asserts that two lists have the same vertices in the box.
pub(crate) fn assert_same(one: &[Place], two: &[Place], what: &str, input: &[Segment]) {
    for (from, into) in [(one, two), (two, one)] {
        for place in from.iter().filter(|place| place.is_in_box()) {
            let same = |other: &&Place| {
                place.sites == other.sites && place.degree == other.degree && place.is_near(other)
            };
            // Two circles of the same three sites may be nearer to each other than rounding tells.
            let (found, twins) = (into.iter().filter(same).count(), from.iter().filter(same).count());
            assert_eq!(found, twins, "{what}: {place:?} of {}", line(input));
        }
    }
}
