//! Regions: the connected parts of the plane, or of a surface, that the segments leave.
//!
//! Idea. A vertex with a clearance lies in the open; so do the arcs between such vertices, but for
//! spokes, which may run right through the end of a segment to its other side. So the vertices of one region are those
//! that a flood reaches, and each side of a segment lies in the region of any vertex that it is nearest to.
//!
//! 1. Everything next to the frame is outside: region 0.
//! 2. Flood from every vertex that has no region yet.
//! 3. On the way each side of each segment takes the region of a vertex next to it.
//!
//! Why the flood misses nothing: moving away from the nearest site takes every place to an arc that is no spoke, so those arcs
//! are connected in each region as the region itself is.
//!
//! Cost: linear.
//! Degenerate: vertices of radius zero, at the ends of segments, touch several regions and have none.

use crate::diagram::{Diagram, next};
use crate::id::{PointId, SegmentId, VertexId};
use crate::site::{Code, NONE, Side, Site};

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
        let mut regions = Regions {
            count: 1,
            of_face: vec![NONE; self.faces.len()],
            of_side: vec![[NONE; 2]; self.sites.segments.len()],
        };
        let mut stack = Vec::new();
        // Step 1.
        let frame = self.frames.iter().flat_map(|&PointId(first)| (first..first + 3).map(PointId));
        for h in frame.flat_map(|p| self.star_of(Code::point(p))) {
            let f = h >> 2;
            if regions.of_face[f as usize] == NONE && self.is_open(f) {
                regions.of_face[f as usize] = Regions::OUTSIDE;
                stack.push(f);
            }
        }
        self.flood_region(&mut regions, &mut stack);
        // Step 2.
        for f in 0..self.faces.len() as u32 {
            if regions.of_face[f as usize] == NONE && self.faces[f as usize].mark != NONE && self.is_open(f) {
                regions.of_face[f as usize] = regions.count;
                stack.push(f);
                self.flood_region(&mut regions, &mut stack);
                regions.count += 1;
            }
        }
        regions
    }

    /// The vertices that lie beside marked sides of segments: in the region on a side for which `marked` has left or right set.
    /// Sides of one region must be marked alike. Indexed by id; vertices at the ends of segments are not among them.
    ///
    /// The same as asking [`Diagram::regions`] for each vertex, and several times faster.
    pub fn vertices_beside(&self, marked: &[[bool; 2]]) -> Vec<bool> {
        let (no, yes, unknown) = (0u8, 1u8, 2u8);
        let mut stack = Vec::new();
        let mut state = vec![no; self.faces.len()];
        for f in self.used_faces().filter(|&f| self.is_open(f)) {
            state[f as usize] = self.vertex_beside(VertexId(f), marked).map_or(unknown, u8::from);
        }
        // Vertices between points only learn from their neighbors.
        for first in 0..self.faces.len() as u32 {
            if state[first as usize] != unknown {
                continue;
            }
            let (mut seen, mut found) = (vec![first], no);
            stack.push(first);
            state[first as usize] = no;
            while let Some(f) = stack.pop() {
                for h in 4 * f..4 * f + 3 {
                    let g = self.twin(h) >> 2;
                    match state[g as usize] {
                        2 => {
                            state[g as usize] = no;
                            seen.push(g);
                            stack.push(g);
                        }
                        1 if self.spoke(h).is_none() => found = yes,
                        _ => {}
                    }
                }
            }
            for f in seen {
                state[f as usize] = found;
            }
        }
        state.into_iter().map(|state| state == yes).collect()
    }

    /// Whether a vertex that keeps its distance from all sites lies beside marked sides, as [`Diagram::vertices_beside`] has it.
    /// `None` if there are only points around it: then it is as its neighbors are.
    ///
    /// # Panics
    /// If the id was never given out.
    #[inline]
    pub fn vertex_beside(&self, v: VertexId, marked: &[[bool; 2]]) -> Option<bool> {
        let corners = &self.faces[v.index()].c;
        match corners.iter().find(|c| c.is_segment()) {
            Some(c) => Some(marked[c.index()][usize::from(c.is_right())]),
            None if corners.iter().any(|&c| self.is_frame_code(c)) => Some(false),
            None => None,
        }
    }

    /// Whether a vertex keeps its distance from all sites: whether it is not at the end of a segment.
    ///
    /// # Panics
    /// If the id was never given out.
    #[inline]
    pub fn is_apart(&self, v: VertexId) -> bool {
        self.is_open(v.0)
    }

    /// The vertices around the region of a site, counter-clockwise: all of their ids, those at the frame among them.
    ///
    /// # Panics
    /// If there is no such site.
    pub fn vertices_around(&self, site: Site) -> impl Iterator<Item = VertexId> + '_ {
        let code = match site {
            Site::Point(p) => Code::point(p),
            Site::Segment(s) => Code::segment(s, Side::Left),
        };
        assert!(self.anchor(code) != NONE, "there is no {site:?}");
        self.star_of(code).map(|h| VertexId(h >> 2))
    }

    /// Steps 2 and 3.
    fn flood_region(&self, regions: &mut Regions, stack: &mut Vec<u32>) {
        while let Some(f) = stack.pop() {
            let region = regions.of_face[f as usize];
            for c in self.faces[f as usize].c {
                if c.is_segment() {
                    regions.of_side[c.index()][usize::from(c.is_right())] = region;
                }
            }
            let mut h = 4 * f;
            for _ in 0..3 {
                let g = self.twin(h) >> 2;
                if regions.of_face[g as usize] == NONE && self.is_open(g) && self.spoke(h).is_none() {
                    regions.of_face[g as usize] = region;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Random, dirty};

    /// How many regions there must be, by Euler's formula for the plane graph of the segments.
    fn expected(diagram: &Diagram) -> usize {
        let mut parent: Vec<u32> = (0..diagram.sites.points.len() as u32).collect();
        fn root(parent: &mut [u32], mut p: u32) -> u32 {
            while parent[p as usize] != p {
                p = parent[p as usize];
            }
            p
        }
        let (mut cycles, mut edges) = (0, 0);
        for s in diagram.segments() {
            let [a, b] = diagram.ends(s).map(|p| root(&mut parent, p.0));
            edges += 1;
            // An edge within one tree closes a cycle, and every independent cycle adds a region.
            if a == b {
                cycles += 1;
            } else {
                parent[a as usize] = b;
            }
        }
        assert!(cycles <= edges, "no more cycles than edges");
        1 + cycles
    }

    #[test]
    fn as_many_as_euler_says() {
        for seed in 0..400 {
            let input = dirty(seed, if seed % 2 == 0 { 12 } else { 1_000 }, 3 + seed as usize % 40);
            let clean = crate::Clean::new(&[], &input).expect("in range");
            let diagram = Diagram::build(clean.points(), clean.segments()).expect("clean").diagram;
            let regions = diagram.regions();
            assert_eq!(regions.count(), expected(&diagram), "seed {seed}");
            // Marking some regions finds exactly their vertices.
            let mut random = Random::new(seed);
            let marked: Vec<bool> =
                (0..regions.count()).map(|region| region != 0 && random.one_in(2)).collect();
            let sides: Vec<[bool; 2]> = (0..diagram.sites.segments.len() as u32)
                .map(|s| {
                    let has = diagram.has_segment(SegmentId(s));
                    [Side::Left, Side::Right]
                        .map(|side| has && marked[regions.of_side(SegmentId(s), side) as usize])
                })
                .collect();
            let beside = diagram.vertices_beside(&sides);
            for v in (0..diagram.vertex_bound() as u32).map(VertexId) {
                let truth = regions.of_vertex(v).is_some_and(|region| marked[region as usize]);
                assert_eq!(beside[v.index()], truth, "seed {seed}, vertex {}", v.0);
            }
        }
    }
}
