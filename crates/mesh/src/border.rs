//! One layer on its way to the mesh: from rings that overlap as they please to the diagram of the border of what is walkable.
//!
//! Idea. Every ring is a curve that one crosses from its outside to its inside or back. So clean all of them together, build the
//! diagram of everything, and let its regions tell which places are inside which rings: cross segments from region to region and
//! flip the rings that run there. No polygon is ever clipped against another.
//!
//! 1. Clean the rings and connections of the layer on the grid.
//! 2. Build the diagram, and find the regions that its segments leave.
//! 3. Find out which regions are walkable ([`crate::standing`]).
//! 4. Segments with walkable space on one side are the border. With walkable space on both sides they stay if an obstacle runs
//!    there that has them both on its outside (a line, or a polygon that collapsed on the grid), and no opening covers them.
//! 5. Connections must be a piece of the border, whole ([`crate::span`]).
//! 6. Remove from the diagram the other segments with walkable space on both sides, and then the points that nothing needs.
//!
//! Invariant: a side of a segment is marked walkable if and only if the space there is.
//! Cost: that of the diagram. Removals cost what they change.
//! Degenerate: a ring that crosses itself counts by parity, so a bridge that is walked twice has no effect; rings
//! that coincide flip together.
//! Differs from the thesis (4.4.1), which drops obstacle interiors by looking them up in the original polygons.

use std::time::Instant;

use throng_voronoi::{Clean, Diagram, Grid, InputPoint, PointId, Regions, SegmentId, Side, Site};

use crate::courses::{Courses, Source};
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::{Connection, ConnectionId, Layer, LayerId, Part};
use crate::span::Span;
use crate::standing::{Standing, standings};

/// The border of one layer.
#[derive(Debug)]
pub(crate) struct Border {
    pub(crate) diagram: Diagram,
    /// Whether the left and the right side of each segment are walkable.
    pub(crate) walkable: Vec<[bool; 2]>,
    /// The connections on the border: their segment, and on which side the layer lies.
    pub(crate) connections: Vec<(ConnectionId, SegmentId, Side)>,
    /// Seconds for step 1 and for the rest.
    pub(crate) seconds: [f64; 2],
}

/// A layer after step 3.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) layer: &'a Layer,
    pub(crate) courses: Courses,
    pub(crate) clean: Clean,
    /// The site of each cleaned segment.
    pub(crate) segments: Vec<SegmentId>,
    /// The site of each cleaned point.
    pub(crate) points: Vec<PointId>,
    pub(crate) regions: Regions,
    /// What is known of each region.
    pub(crate) standings: Vec<Standing>,
}

impl Border {
    /// Finds the border of a layer. `None` if there is none; the reasons are among the problems.
    pub(crate) fn of_layer(
        id: LayerId,
        layer: &Layer,
        connections: &[Connection],
        grid: &Grid,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let here = Whereabouts { layer: Some(id), ..Whereabouts::default() };
        let internal = |reason: String| Problem { place: here, fault: Fault::Internal { reason } };
        // Step 1.
        let start = Instant::now();
        let courses = Courses::of_layer(id, layer, connections, grid, problems);
        let clean = match grid.clean(&courses.points, &courses.segments) {
            Ok(clean) => clean,
            Err(error) => {
                problems.push(internal(error.to_string()));
                return None;
            }
        };
        let cleaned = start.elapsed().as_secs_f64();
        // Step 2.
        let built = match Diagram::build(clean.points(), clean.segments()) {
            Ok(built) => built,
            Err(error) => {
                problems.push(internal(error.to_string()));
                return None;
            }
        };
        let segments: Vec<SegmentId> = built.segments.into_iter().collect::<Option<_>>()?;
        let mut diagram = built.diagram;
        let regions = diagram.regions();
        // Step 3.
        let standings = standings(&regions, &segments, &clean, &courses);
        let plan = Plan { layer, courses, clean, segments, points: built.points, regions, standings };
        plan.report(here, problems);
        if plan.standings.iter().all(|region| !region.walkable) {
            problems.push(Problem { place: here, fault: Fault::NothingWalkable });
            return None;
        }
        // Step 4.
        let mut walkable = vec![[false; 2]; plan.segments.len()];
        let kept: Vec<bool> = (0..plan.segments.len()).map(|index| plan.is_kept(index)).collect();
        for (index, &segment) in plan.segments.iter().enumerate() {
            walkable[segment.0 as usize] = plan.sides(index).map(|side| side.walkable);
        }
        // Step 5.
        let spans = plan.spans(&kept, here, problems);
        // Step 6.
        plan.dissolve(&mut diagram, &kept);
        let mut found = Vec::new();
        for span in spans {
            match adopt(&mut diagram, &mut walkable, &span) {
                Ok(segment) => found.push((span.connection, segment, span.side)),
                Err(reason) => problems.push(internal(reason)),
            }
        }
        let seconds = [cleaned, start.elapsed().as_secs_f64() - cleaned];
        Some(Self { diagram, walkable, connections: found, seconds })
    }
}

impl Plan<'_> {
    /// What is on the left and on the right of a cleaned segment.
    pub(crate) fn sides(&self, index: usize) -> [Standing; 2] {
        let segment = self.segments[index];
        [Side::Left, Side::Right].map(|side| self.standings[self.regions.of_side(segment, side) as usize])
    }

    /// What a cleaned segment comes from.
    pub(crate) fn sources(&self, index: usize) -> impl Iterator<Item = Source> + '_ {
        self.clean.segment_sources(index).iter().map(|&source| self.courses.sources[source as usize])
    }

    /// Step 4: whether a cleaned segment is part of the border or an obstacle; true for what does not matter.
    fn is_kept(&self, index: usize) -> bool {
        let sides = self.sides(index);
        !sides.iter().all(|side| side.walkable)
            || !sides.iter().all(|side| side.opening) && self.has_line(index)
    }

    /// Whether an obstacle runs along a cleaned segment with both sides outside of it: a line, or a polygon that collapsed.
    fn has_line(&self, index: usize) -> bool {
        let obstacle = |source: &Source| match *source {
            Source::Ring(ring) => {
                matches!(self.courses.rings[ring as usize], Part::Obstacle(_)).then_some(ring)
            }
            Source::Connection(_) => None,
        };
        self.sources(index).filter_map(|source| obstacle(&source)).any(|ring| {
            let runs = self.sources(index).filter(|&source| source == Source::Ring(ring)).count();
            !self.courses.closed[ring as usize] || runs % 2 == 0
        })
    }

    /// Step 6.
    fn dissolve(&self, diagram: &mut Diagram, kept: &[bool]) {
        // Points of obstacles stay, but where an opening covers them.
        let mut needed = vec![false; diagram.num_points() + 3];
        let mut loose: Vec<PointId> = Vec::new();
        for index in 0..self.courses.point_rings.len() as u32 {
            let p = self.points[self.clean.point_of(InputPoint::Point(index)) as usize];
            let covered = self.is_in_opening(diagram, p);
            needed[p.0 as usize] = !covered;
            loose.extend(covered.then_some(p));
        }
        for (index, _) in kept.iter().enumerate().filter(|&(_, &kept)| !kept) {
            let segment = self.segments[index];
            loose.extend(diagram.ends(segment));
            diagram.remove_segment(segment).expect("the segment is there");
        }
        loose.sort_unstable();
        loose.dedup();
        for p in loose {
            if !needed[p.0 as usize] && diagram.segments_at(p).next().is_none() {
                diagram.remove_point(p).expect("nothing ends at the point");
            }
        }
    }

    /// Whether a point lies in an opening: whether all that is around it does.
    fn is_in_opening(&self, diagram: &Diagram, p: PointId) -> bool {
        let standing = |region: u32| self.standings[region as usize];
        let mut around = diagram.segments_at(p).peekable();
        if around.peek().is_some() {
            return around.all(|s| {
                [Side::Left, Side::Right]
                    .into_iter()
                    .all(|side| standing(self.regions.of_side(s, side)).opening)
            });
        }
        let vertex = diagram.cell(Site::Point(p)).next().map(|half_edge| half_edge.start().id());
        vertex
            .and_then(|vertex| self.regions.of_vertex(vertex))
            .is_some_and(|region| standing(region).opening)
    }
}

/// Makes the pieces of a connection one segment.
fn adopt(diagram: &mut Diagram, walkable: &mut Vec<[bool; 2]>, span: &Span) -> Result<SegmentId, String> {
    if let &[segment] = span.pieces.as_slice() {
        return Ok(segment);
    }
    for &piece in &span.pieces {
        diagram.remove_segment(piece).map_err(|error| error.to_string())?;
    }
    for &p in &span.between {
        // What still ends here has nothing walkable next to it, or the connection would have been refused.
        for s in diagram.segments_at(p).collect::<Vec<_>>() {
            diagram.remove_segment(s).map_err(|error| error.to_string())?;
        }
        diagram.remove_point(p).map_err(|error| error.to_string())?;
    }
    let [a, b] = span.ends;
    let (segment, _) = diagram.insert_segment(a, b).map_err(|error| error.to_string())?;
    walkable.resize(walkable.len().max(segment.0 as usize + 1), [false; 2]);
    walkable[segment.0 as usize] = [span.side == Side::Left, span.side == Side::Right];
    Ok(segment)
}
