//! Regions: the connected parts of the plane, or of a surface, that the segments leave.
//!
//! Idea. A vertex with a clearance lies in the open; so do the arcs between such vertices, but for
//! spokes, which may run right through the end of a segment to its other side. So the vertices of one region are those
//! that a flood reaches, and each side of a segment lies in the region of any vertex that it is nearest to.
//!
//! 1. Everything next to the frame is outside: region 0.
//! 2. Flood from every vertex that has no region yet.
//! 3. Each side of each segment takes the region of a vertex next to it.
//!
//! Why the flood misses nothing: moving away from the nearest site takes every place to an arc that is no spoke, so those arcs
//! are connected in each region as the region itself is.
//!
//! Cost: linear.
//! Degenerate: vertices of radius zero, at the ends of segments, touch several regions and have none.

use crate::diagram::{Diagram, next};
use crate::id::{SegmentId, VertexId};
use crate::site::{NONE, Side};

/// The connected parts that the segments of a diagram leave, numbered from 0, which is outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    count: u32,
    of_face: Vec<u32>,
    of_side: Vec<[u32; 2]>,
}

impl Regions {
    /// The region outside of everything: what is connected with infinity, on any layer.
    pub const OUTSIDE: u32 = 0;

    /// How many regions there are, the outside among them.
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The region of a vertex; `None` if it is at the end of a segment.
    ///
    /// # Panics
    /// If the id was never given out.
    pub fn of_vertex(&self, v: VertexId) -> Option<u32> {
        Some(self.of_face[v.index()]).filter(|&region| region != NONE)
    }

    /// The region on a side of a segment.
    ///
    /// # Panics
    /// If there is no such segment.
    pub fn of_side(&self, s: SegmentId, side: Side) -> u32 {
        let region = self.of_side[s.index()][usize::from(side == Side::Right)];
        assert!(region != NONE, "there is no segment {}", s.0);
        region
    }
}

impl Diagram {
    /// The connected parts that the segments leave. Isolated points part nothing.
    ///
    /// ```
    /// use throng_voronoi::{Diagram, GridPoint, Regions, Side};
    /// let corners = [(0, 0), (9, 0), (0, 9)].map(|(x, y)| GridPoint::new(x, y));
    /// let built = Diagram::build(&corners, &[[0, 1], [1, 2], [2, 0]])?;
    /// let regions = built.diagram.regions();
    /// let wall = built.segments[0].unwrap();
    /// assert_eq!(regions.count(), 2);
    /// assert_eq!(regions.of_side(wall, Side::Right), Regions::OUTSIDE);
    /// assert_ne!(regions.of_side(wall, Side::Left), Regions::OUTSIDE);
    /// # Ok::<(), throng_voronoi::InsertError>(())
    /// ```
    pub fn regions(&self) -> Regions {
        let mut of_face = vec![NONE; self.faces.len()];
        let mut stack = Vec::new();
        // Step 1.
        for f in self.used_faces() {
            if self.faces[f as usize].c.iter().any(|&c| self.is_frame_code(c)) && self.is_open(f) {
                of_face[f as usize] = Regions::OUTSIDE;
                stack.push(f);
            }
        }
        self.flood_region(&mut of_face, &mut stack);
        // Step 2.
        let mut count = 1;
        for f in self.used_faces() {
            if of_face[f as usize] == NONE && self.is_open(f) {
                of_face[f as usize] = count;
                stack.push(f);
                self.flood_region(&mut of_face, &mut stack);
                count += 1;
            }
        }
        // Step 3.
        let mut of_side = vec![[NONE; 2]; self.sites.segments.len()];
        for f in self.used_faces() {
            for c in self.faces[f as usize].c {
                if c.is_segment() && of_face[f as usize] != NONE {
                    of_side[c.index()][usize::from(c.is_right())] = of_face[f as usize];
                }
            }
        }
        Regions { count, of_face, of_side }
    }

    fn flood_region(&self, of_face: &mut [u32], stack: &mut Vec<u32>) {
        while let Some(f) = stack.pop() {
            let region = of_face[f as usize];
            let mut h = 4 * f;
            for _ in 0..3 {
                let g = self.twin(h) >> 2;
                if of_face[g as usize] == NONE && self.is_open(g) && self.spoke(h).is_none() {
                    of_face[g as usize] = region;
                    stack.push(g);
                }
                h = next(h);
            }
        }
    }

    /// Whether a vertex keeps its distance from all sites.
    fn is_open(&self, f: u32) -> bool {
        let face = &self.faces[f as usize];
        face.r > 0.0 && !face.is_outer()
    }
}
