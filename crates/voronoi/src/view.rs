//! Reading a diagram: borrowed views of its vertices, arcs and regions.
//!
//! A view is a reference to the diagram and an id: copy it, keep the id, ask the diagram for the view again.
//!
//! - A [`Vertex`] is a place with three nearest sites or more. Where four sites touch one circle there
//!   is one vertex of degree four, exactly then.
//! - A [`HalfEdge`] is one direction of an arc between two vertices: a piece of the bisector of its
//!   left and its right site. Its geometry is an [`Arc`].
//! - A cell is the region of the places nearest to one site; [`Diagram::cell`] goes around it.
//!
//! ```
//! use throng_voronoi::{Diagram, GridPoint};
//! let corners = [(0, 0), (8, 0), (8, 8), (0, 8)].map(|(x, y)| GridPoint::new(x, y));
//! let diagram = Diagram::build(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]])?.diagram;
//! let middle = diagram.vertices().find(|v| v.clearance() > 0.0).unwrap();
//! assert_eq!((middle.position(), middle.degree()), ([4.0, 4.0], 4));
//! # Ok::<(), throng_voronoi::InsertError>(())
//! ```
//!
//! The plane has no border, but three frame points far outside the box close the diagram. Arcs and vertices that
//! touch them are not listed; an arc that ends at one ([`HalfEdge::is_bounded`]) goes on to infinity in
//! the diagram of the sites alone. Inside the box nothing is missing.

use crate::arc::{Arc, Generator};
use crate::cluster::Cluster;
use crate::diagram::{Diagram, Face};
use crate::id::{HalfEdgeId, PointId, SegmentId, VertexId};
use crate::predicate::Counts;
use crate::site::{Code, GridPoint, MAX_COORD, NONE, Side, Site};

/// A place with three nearest sites or more.
#[derive(Clone, Copy)]
pub struct Vertex<'a> {
    diagram: &'a Diagram,
    cluster: Cluster,
}

/// One direction of an arc.
#[derive(Clone, Copy)]
pub struct HalfEdge<'a> {
    diagram: &'a Diagram,
    h: u32,
}

impl Diagram {
    /// All vertices that do not touch the frame, each once, by id.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex<'_>> {
        // Only the smallest face of a vertex goes all the way round it; the others meet a smaller one soon.
        let names = self.used_faces().filter(|&f| self.cluster(f).all(|g| g >= f));
        names.map(|f| self.vertex(VertexId(f))).filter(|vertex| !vertex.touches_frame())
    }

    /// The vertex with this id. Where several ids name one vertex any of them will do.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn vertex(&self, id: VertexId) -> Vertex<'_> {
        let face = &self.faces[id.index()];
        assert!(face.mark != NONE && !face.is_outer(), "there is no vertex {}", id.0);
        Vertex { diagram: self, cluster: self.cluster_of(id.0) }
    }

    /// All arcs between sites, each once: the half-edge with the smaller id. Arcs with the frame, and arcs of
    /// length zero inside a vertex of high degree, are left out.
    pub fn arcs(&self) -> impl Iterator<Item = HalfEdge<'_>> {
        let half_edges = self.used_faces().flat_map(|f| 4 * f..4 * f + 3);
        half_edges.filter(|&h| h < self.twin(h) && self.is_shown(h)).map(|h| HalfEdge { diagram: self, h })
    }

    /// The circle of a vertex as it was computed for this one of its ids: center, radius, and a bound of their error. Cheaper
    /// than [`Diagram::vertex`], which takes the best of all ids. In grid units.
    ///
    /// # Panics
    /// If the id was never given out.
    #[inline]
    pub fn circle_of(&self, id: VertexId) -> ([f64; 2], f64, f64) {
        let face = &self.faces[id.index()];
        ([face.x, face.y], face.r, face.e.into())
    }

    /// Position of a site as a generator of arcs. In grid units.
    ///
    /// # Panics
    /// If there is no such site.
    #[inline]
    pub fn generator_of(&self, site: Site) -> Generator {
        self.generator(match site {
            Site::Point(p) => Code::point(p),
            Site::Segment(s) => Code::segment(s, Side::Left),
        })
    }

    /// All ids of vertices are below this.
    pub fn vertex_bound(&self) -> usize {
        self.faces.len()
    }

    /// All ids of points, those of the frame among them, and all ids of segments are below these.
    pub fn site_bounds(&self) -> [usize; 2] {
        [self.sites.points.len(), self.sites.segments.len()]
    }

    /// The half-edge with this id.
    ///
    /// # Panics
    /// If there is no such half-edge.
    #[inline]
    pub fn half_edge(&self, id: HalfEdgeId) -> HalfEdge<'_> {
        assert!(id.slot() < 3 && self.face_of(id.0).mark != NONE, "there is no half-edge {}", id.0);
        HalfEdge { diagram: self, h: id.0 }
    }

    /// All point sites, the ends of segments included, by id.
    pub fn points(&self) -> impl Iterator<Item = PointId> {
        (0..self.sites.points.len() as u32).map(PointId).filter(|&p| self.has_point(p))
    }

    /// All segment sites, by id.
    pub fn segments(&self) -> impl Iterator<Item = SegmentId> {
        (0..self.sites.segments.len() as u32).map(SegmentId).filter(|&s| self.has_segment(s))
    }

    /// The arcs around the region of a site, counter-clockwise, with the site on their left: each ends where the next
    /// one starts. As in [`arcs`](Self::arcs) those with the frame and those of length zero are left out.
    ///
    /// The region of an end that is inside a straight chain, or that has no gap of half a turn between its
    /// segments, has no area; it may have no arcs at all.
    ///
    /// # Panics
    /// If there is no such site.
    pub fn cell(&self, site: Site) -> impl Iterator<Item = HalfEdge<'_>> {
        let code = match site {
            Site::Point(p) => Code::point(p),
            Site::Segment(s) => Code::segment(s, Side::Left),
        };
        let there = match site {
            Site::Point(p) => self.has_point(p),
            Site::Segment(s) => self.has_segment(s),
        };
        assert!(there, "there is no {site:?}");
        let around = self.star_of(code).map(|h| self.twin(h));
        around.filter(|&h| self.is_shown(h)).map(|h| HalfEdge { diagram: self, h })
    }

    /// A site nearest to a place, found by an exact walk; a site near it, if one is known, makes that short.
    /// None if there are no sites, or if the place is outside the box.
    pub fn nearest_site(&self, place: GridPoint, near: Option<Site>) -> Option<Site> {
        let outside = |v: i32| v.unsigned_abs() > MAX_COORD.unsigned_abs();
        if self.num_points() == 0 || outside(place.x) || outside(place.y) {
            return None;
        }
        Some(self.locate_from(place, self.hint(near), &mut Counts::default()).site.site())
    }

    /// Whether an arc is between two sites, and has a length.
    fn is_shown(&self, h: u32) -> bool {
        !self.is_frame_code(self.right(h)) && !self.is_frame_code(self.left(h)) && !self.is_zero_length(h)
    }
}

impl<'a> Vertex<'a> {
    /// Its id: of several that name it the smallest.
    pub fn id(self) -> VertexId {
        VertexId(self.cluster.name)
    }

    /// Where it is. In grid units.
    pub fn position(self) -> [f64; 2] {
        let face = self.circle();
        [face.x, face.y]
    }

    /// Distance to each of its sites; zero at an end where segments meet at an angle. In grid units.
    pub fn clearance(self) -> f64 {
        self.circle().r
    }

    /// Bound of the error of the position's coordinates and of the clearance. In grid units.
    pub fn error(self) -> f64 {
        self.circle().e.into()
    }

    /// The half-edges that leave it, counter-clockwise; those with the frame are among them.
    pub fn half_edges(self) -> impl Iterator<Item = HalfEdge<'a>> {
        let diagram = self.diagram;
        diagram
            .outline(self.cluster.name)
            .filter(|&(_, zero)| !zero)
            .map(move |(h, _)| HalfEdge { diagram, h })
    }

    /// How many arcs leave it.
    pub fn degree(self) -> usize {
        self.half_edges().count()
    }

    /// The nearest sites, counter-clockwise: first the one between the first half-edge and the second. The frame is left out.
    ///
    /// An end whose segments leave no gap of half a turn has no region between two of them, and comes last.
    pub fn sites(self) -> impl Iterator<Item = Site> {
        let diagram = self.diagram;
        let around = self.half_edges().map(move |half_edge| diagram.left(half_edge.h));
        // The end at a vertex of radius zero is a corner of all of its faces.
        let end = self.circle().c.into_iter().find(|c| self.circle().r == 0.0 && c.is_point());
        let end = end.filter(|&end| self.half_edges().all(|half_edge| diagram.left(half_edge.h) != end));
        let real = move |code: &Code| !diagram.is_frame_code(*code);
        around.chain(end).filter(real).map(Code::site)
    }

    /// Whether one of its sites is a frame point.
    pub fn touches_frame(self) -> bool {
        self.cluster.touches_frame
    }

    fn circle(self) -> &'a Face {
        &self.diagram.faces[self.cluster.best as usize]
    }
}

impl<'a> HalfEdge<'a> {
    /// Its id.
    #[inline]
    pub fn id(self) -> HalfEdgeId {
        HalfEdgeId(self.h)
    }

    /// The same arc the other way.
    #[inline]
    pub fn twin(self) -> Self {
        Self { diagram: self.diagram, h: self.diagram.twin(self.h) }
    }

    /// The vertex at which it starts.
    pub fn start(self) -> Vertex<'a> {
        self.diagram.vertex(VertexId(self.h >> 2))
    }

    /// The vertex at which it ends.
    pub fn end(self) -> Vertex<'a> {
        self.twin().start()
    }

    /// The site on its left.
    #[inline]
    pub fn left(self) -> Site {
        self.diagram.left(self.h).site()
    }

    /// The site on its right.
    #[inline]
    pub fn right(self) -> Site {
        self.diagram.right(self.h).site()
    }

    /// On which side of the segment on its left the arc lies. None if there is a point on its left, or if
    /// the arc is a spoke that crosses the segment's line.
    #[inline]
    pub fn left_side(self) -> Option<Side> {
        self.twin().right_side()
    }

    /// On which side of the segment on its right the arc lies. None if there is a point on its right, or if
    /// the arc is a spoke that crosses the segment's line.
    #[inline]
    pub fn right_side(self) -> Option<Side> {
        let side = |code: Code| if code.is_right() { Side::Right } else { Side::Left };
        let (start, twin) = (self.diagram.right(self.h), self.diagram.twin(self.h));
        if start.is_point() {
            return None;
        }
        let end = self.diagram.left(twin);
        // A face of radius zero is on the inner side of the segment, its spoke on the other.
        let radius = |h: u32| self.diagram.face_of(h).r;
        match (radius(self.h) == 0.0, radius(twin) == 0.0) {
            _ if start == end => Some(side(start)),
            (true, false) => Some(side(end)),
            (false, true) => Some(side(start)),
            _ => None,
        }
    }

    /// The sites on its left and right, each with the side on which the vertex at its start lies; for points the side says
    /// nothing. Along an arc that is no spoke, from a vertex with a clearance, these are the sides of the whole arc. Cheaper
    /// than asking for them one by one.
    #[inline]
    pub fn sites_at_start(self) -> [(Site, Side); 2] {
        let face = self.diagram.face_of(self.h);
        let right = (self.h & 3) as usize;
        let left = if right == 2 { 0 } else { right + 1 };
        [left, right].map(|k| {
            let code = face.c[k];
            (code.site(), if code.is_right() { Side::Right } else { Side::Left })
        })
    }

    /// Whether the arc is a spoke: between a segment and its own end.
    #[inline]
    pub fn is_spoke(self) -> bool {
        self.diagram.spoke(self.h).is_some()
    }

    /// Whether the arc has length zero: whether it starts and ends at one vertex that several ids name. Exact.
    #[inline]
    pub fn is_zero_length(self) -> bool {
        self.diagram.is_zero_length(self.h)
    }

    /// Whether the arc is part of the medial axis: whether its places have two different nearest points. A spoke is not, nor is
    /// the normal between two segments of one line, at the end that they share.
    #[inline]
    pub fn is_medial(self) -> bool {
        let (right, left) = (self.diagram.right(self.h), self.diagram.left(self.h));
        if !(right.is_segment() && left.is_segment()) {
            return !self.is_spoke();
        }
        let (s, t) = (self.diagram.sites.seg(right), self.diagram.sites.seg(left));
        let shared = s.has_end(t.a) || s.has_end(t.b);
        !shared || s.dir().cross(t.dir()) != 0
    }

    /// Whether neither end touches the frame. Other arcs between sites go on to infinity in the diagram
    /// without a frame, and end far outside the box in this one.
    pub fn is_bounded(self) -> bool {
        let diagram = self.diagram;
        ![self.h, diagram.twin(self.h)].into_iter().any(|h| diagram.touches_frame(h >> 2))
    }

    /// The geometry. In grid units.
    ///
    /// A spoke is straight, on the normal of the segment at its end p. It starts or ends at p if p is a vertex. If not,
    /// it runs right through p, from one side of the segment to the other; its clearance is the distance to p, down to
    /// zero and up again. Use [`Arc::min_clearance`] to find p on it, and [`Arc::split`] to have two pieces.
    pub fn arc(self) -> Arc {
        let diagram = self.diagram;
        Arc {
            start: diagram.position(self.h >> 2),
            end: diagram.position(diagram.twin(self.h) >> 2),
            left: diagram.generator(diagram.left(self.h)),
            right: diagram.generator(diagram.right(self.h)),
        }
    }
}

impl Diagram {
    /// The position of the vertex of a face.
    fn position(&self, face: u32) -> [f64; 2] {
        let best = if self.is_exact(face) { face } else { self.cluster_of(face).best };
        let face = &self.faces[best as usize];
        [face.x, face.y]
    }

    #[inline]
    fn generator(&self, code: Code) -> Generator {
        let float = |p: GridPoint| [f64::from(p.x), f64::from(p.y)];
        if code.is_point() {
            return Generator::Point(float(self.sites.at(code)));
        }
        let s = self.sites.seg(code);
        Generator::Segment { from: float(s.from), to: float(s.to()) }
    }

    /// Whether the vertex of a face has a frame point among its sites.
    fn touches_frame(&self, face: u32) -> bool {
        !self.is_exact(face) && self.cluster_of(face).touches_frame
    }

    /// Whether a face's circle has no error: then it is of radius zero at an end, far from the frame, and as good as any
    /// of the vertex. The thousands of segments of a star would each go round all others to learn that.
    fn is_exact(&self, face: u32) -> bool {
        self.faces[face as usize].e == 0.0
    }
}

impl std::fmt::Debug for Vertex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sites: Vec<Site> = self.sites().collect();
        let mut fields = f.debug_struct("Vertex");
        fields.field("id", &self.cluster.name).field("position", &self.position());
        fields.field("clearance", &self.clearance()).field("sites", &sites).finish()
    }
}

impl std::fmt::Debug for HalfEdge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = f.debug_struct("HalfEdge");
        fields.field("id", &self.h).field("right", &self.right()).field("left", &self.left()).finish()
    }
}
