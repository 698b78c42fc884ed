//! The diagram: a few flat arrays.
//!
//! It is stored as its dual, a triangulation whose corners are sites: one [`Face`] is one Voronoi vertex
//! with its three nearest sites in counter-clockwise order of their touch points, and the three arcs that leave it.
//! Half-edge `4 f + k` is the arc between corners `k` (on its right) and `k + 1` (on its left).
//!
//! Twins are stored, never found by looking for equal corners: two sites may share several arcs (a pillar in
//! a corridor), and a site may have just two neighbors.
//!
//! Three frame points around the box close the diagram, so that all vertices are finite and alike; one
//! outer face outside them makes the triangulation a sphere and is never in conflict with anything.
//!
//! Invariant: `check` holds. In short: Euler's formula, mutual twins, every face's circle touches its
//! corners inside their slabs and no site is strictly inside it, every end is adjacent to each of its segments exactly once.

use crate::circle::{Circle, circle};
use crate::flood::RingEdge;
use crate::id::{HalfEdgeId, PointId, SegmentId, VertexId};
use crate::predicate::Counts;
use crate::site::{Code, FRAME, GridPoint, NONE, PointSite, SegmentSite, Sites};

/// One Voronoi vertex, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Face {
    /// The three sites, counter-clockwise.
    pub(crate) c: [Code; 3],
    /// The twins of the three half-edges.
    pub(crate) n: [u32; 3],
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) r: f64,
    /// Bound of the error of x, y, r, rounded up.
    pub(crate) e: f32,
    /// Scratch of the flood; `NONE` for a free slot.
    pub(crate) mark: u32,
}

impl Face {
    /// Whether this is the face outside a frame: a place holder, with no circle.
    #[inline]
    pub(crate) fn is_outer(&self) -> bool {
        self.x > 1e140
    }

    /// A face of these corners with its circle; twins are set later.
    #[inline]
    pub(crate) fn new(sites: &Sites, c: [Code; 3]) -> Self {
        Self::with_circle(c, circle(sites, c))
    }

    #[inline]
    pub(crate) fn with_circle(c: [Code; 3], circle: Circle) -> Self {
        // Rounded up: the conversion errs by less than 2^-23.
        let e = (circle.e * (1.0 + 1e-6)) as f32;
        Self { c, n: [NONE; 3], x: circle.x, y: circle.y, r: circle.r, e, mark: 0 }
    }
}

/// What an operation did to the vertices. Slots of removed vertices are used again at once, so the same id
/// may be in both lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Vertices that are gone.
    pub removed: Vec<VertexId>,
    /// Vertices that are new.
    pub added: Vec<VertexId>,
}

/// Working memory of the operations; holds no state between them but the last change and the counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Marks at or above this value belong to the current flood: hit; one more: tested and missed.
    pub(crate) epoch: u32,
    pub(crate) stack: Vec<u32>,
    /// Faces in conflict.
    pub(crate) hit: Vec<u32>,
    /// How many of them there were before new faces took their slots.
    pub(crate) hits: usize,
    /// The border of the conflict region, counter-clockwise.
    pub(crate) ring: Vec<RingEdge>,
    /// Whether the last flood met a broken arc.
    pub(crate) broken: bool,
    pub(crate) counts: Counts,
    pub(crate) change: Change,
}

/// An exact Voronoi diagram of points and open segments.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(crate) sites: Sites,
    pub(crate) faces: Vec<Face>,
    pub(crate) free_faces: Vec<u32>,
    pub(crate) free_points: Vec<u32>,
    pub(crate) free_segments: Vec<u32>,
    /// The first frame point of each surface; the other two follow it. One for each layer.
    pub(crate) frames: Vec<PointId>,
    /// How many points were merged with another by gluing surfaces.
    pub(crate) merged_points: usize,
    /// How many point slots are empty because their point was merged into another.
    pub(crate) retired_points: usize,
    /// Whether parts of the surface may overlap in projection: then neighbors are tested with more care.
    pub(crate) layered: bool,
    pub(crate) scratch: Scratch,
    pub(crate) hole: crate::remove::HoleScratch,
}

impl Default for Diagram {
    fn default() -> Self {
        Self::new()
    }
}

impl Diagram {
    /// The diagram of nothing but its frame.
    pub fn new() -> Self {
        let mut diagram = Self {
            sites: Sites::default(),
            faces: Vec::new(),
            free_faces: Vec::new(),
            free_points: Vec::new(),
            free_segments: Vec::new(),
            frames: vec![PointId(0)],
            merged_points: 0,
            retired_points: 0,
            layered: false,
            scratch: Scratch { epoch: 2, ..Scratch::default() },
            hole: crate::remove::HoleScratch::default(),
        };
        for at in [GridPoint::new(-FRAME, -FRAME), GridPoint::new(FRAME, -FRAME), GridPoint::new(0, FRAME)] {
            diagram.sites.points.push(PointSite { at, anchor: NONE, degree: 0 });
        }
        let [a, b, c] = [0, 1, 2].map(|i| Code::point(PointId(i)));
        let mut inner = Face::new(&diagram.sites, [a, b, c]);
        inner.n = [4 + 2, 4 + 1, 4];
        let outside = Circle { x: 1e150, y: 1e150, r: 0.0, e: 0.0 };
        let mut outer = Face::with_circle([a, c, b], outside);
        outer.n = [2, 1, 0];
        diagram.faces.extend([inner, outer]);
        for i in 0..3 {
            diagram.sites.points[i as usize].anchor = i;
        }
        diagram
    }

    /// Number of point sites, the frame not counted.
    pub fn num_points(&self) -> usize {
        self.sites.points.len() - self.free_points.len() - self.retired_points - 3 * self.frames.len()
    }

    /// Number of segment sites.
    pub fn num_segments(&self) -> usize {
        self.sites.segments.len() - self.free_segments.len()
    }

    /// Position of a point site.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn point(&self, p: PointId) -> GridPoint {
        self.sites.points[p.index()].at
    }

    /// The ends of a segment site.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn ends(&self, s: SegmentId) -> [PointId; 2] {
        let s = &self.sites.segments[s.index()];
        [s.a, s.b]
    }

    /// Whether the id names a point site, the frame not counted.
    pub fn has_point(&self, p: PointId) -> bool {
        self.sites.points.get(p.index()).is_some_and(|site| site.anchor != NONE) && !self.is_frame(p)
    }

    /// Whether the id names a segment site.
    pub fn has_segment(&self, s: SegmentId) -> bool {
        self.sites.segments.get(s.index()).is_some_and(|site| site.anchor != NONE)
    }

    /// How many decisions were made since the diagram was built, and how many needed exact arithmetic.
    pub fn counts(&self) -> Counts {
        self.scratch.counts
    }

    /// What the last operation removed and added.
    pub fn last_change(&self) -> &Change {
        &self.scratch.change
    }

    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        self.faces.capacity() * size_of::<Face>()
            + self.sites.points.capacity() * size_of::<PointSite>()
            + self.sites.segments.capacity() * size_of::<SegmentSite>()
            + (self.free_faces.capacity() + self.free_points.capacity() + self.free_segments.capacity()) * 4
    }

    #[inline]
    pub(crate) fn is_frame(&self, p: PointId) -> bool {
        self.sites.points[p.index()].at.y.unsigned_abs() == FRAME.unsigned_abs()
    }

    #[inline]
    pub(crate) fn is_frame_code(&self, c: Code) -> bool {
        c.is_point() && self.is_frame(c.point_id())
    }

    #[inline]
    pub(crate) fn face_of(&self, h: u32) -> &Face {
        &self.faces[(h >> 2) as usize]
    }

    #[inline]
    pub(crate) fn twin(&self, h: u32) -> u32 {
        self.face_of(h).n[(h & 3) as usize]
    }

    /// The site on the right of a half-edge, its first corner.
    #[inline]
    pub(crate) fn right(&self, h: u32) -> Code {
        self.face_of(h).c[(h & 3) as usize]
    }

    /// The site on the left of a half-edge, its second corner.
    #[inline]
    pub(crate) fn left(&self, h: u32) -> Code {
        self.right(next(h))
    }

    /// The next half-edge around the first corner, counter-clockwise: the one whose arc follows along the border of
    /// the corner's region.
    #[inline]
    pub(crate) fn around(&self, h: u32) -> u32 {
        self.twin(prev(h))
    }

    #[inline]
    pub(crate) fn link(&mut self, h: u32, t: u32) {
        self.faces[(h >> 2) as usize].n[(h & 3) as usize] = t;
        self.faces[(t >> 2) as usize].n[(t & 3) as usize] = h;
    }

    #[inline]
    pub(crate) fn anchor(&self, c: Code) -> u32 {
        if c.is_segment() {
            self.sites.segments[c.index()].anchor
        } else {
            self.sites.points[c.index()].anchor
        }
    }

    #[inline]
    pub(crate) fn set_anchor(&mut self, c: Code, h: u32) {
        if c.is_segment() {
            self.sites.segments[c.index()].anchor = h;
        } else {
            self.sites.points[c.index()].anchor = h;
        }
    }
}

/// The next half-edge of the same face.
#[inline]
pub(crate) fn next(h: u32) -> u32 {
    HalfEdgeId(h).next().0
}

/// The previous half-edge of the same face.
#[inline]
pub(crate) fn prev(h: u32) -> u32 {
    HalfEdgeId(h).prev().0
}
