//! The rings of one layer as points and segments for the grid, each with the ring it comes from.
//!
//! This is where corners are looked at one by one: what is not finite, out of reach or too little for a ring is reported here,
//! all of it in one go, and nothing fails after.

use throng_voronoi::Grid;

use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::{Connection, ConnectionId, Corner, Layer, LayerId, Part};

/// What a course comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A ring of the layer, by its index in [`Courses::rings`].
    Ring(u32),
    /// A connection of the scene.
    Connection(ConnectionId),
}

/// Points and segments of one layer, in meters.
#[derive(Debug, Default)]
pub(crate) struct Courses {
    pub(crate) points: Vec<[f64; 2]>,
    /// Ring of each point.
    pub(crate) point_rings: Vec<u32>,
    pub(crate) segments: Vec<[[f64; 2]; 2]>,
    /// Source of each segment.
    pub(crate) sources: Vec<Source>,
    /// Names of the rings.
    pub(crate) rings: Vec<Part>,
}

impl Courses {
    /// Gathers what a layer consists of; `problems` gets everything that is wrong with it.
    pub(crate) fn of_layer(
        id: LayerId,
        layer: &Layer,
        connections: &[Connection],
        grid: &Grid,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut courses = Self::default();
        for (part, ring) in layer.rings() {
            let place = Whereabouts { layer: Some(id), part: Some(part), ..Whereabouts::default() };
            let whole = ring.iter().enumerate().fold(true, |whole, (vertex, corner)| {
                let fault = fault_of_corner(corner, grid);
                problems.extend(fault.clone().map(|fault| Problem {
                    place: Whereabouts { vertex: Some(vertex), at: Some([corner[0], corner[1]]), ..place },
                    fault,
                }));
                whole && fault.is_none()
            });
            if whole {
                courses.add_ring(part, ring, place, problems);
            }
        }
        for (index, connection) in connections.iter().enumerate() {
            // Ends that are not finite or out of reach are reported once, with the connections.
            if connection.between.contains(&id)
                && connection.segment.iter().all(|&end| grid.snap(end).is_some())
            {
                courses.segments.push(connection.segment);
                courses.sources.push(Source::Connection(ConnectionId(index as u32)));
            }
        }
        courses
    }

    fn add_ring(&mut self, part: Part, ring: &[Corner], place: Whereabouts, problems: &mut Vec<Problem>) {
        let mut corners: Vec<[f64; 2]> = Vec::with_capacity(ring.len());
        corners.extend(ring.iter().map(|&[x, y, _]| [x, y]));
        let given = corners.len();
        corners.dedup();
        let repeated = given - corners.len();
        // A closed ring says its first corner twice, which is custom and no mistake.
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let mut report = |fault: Fault| problems.push(Problem { place, fault });
        if repeated > 0 && corners.len() > 1 {
            report(Fault::RepeatedCorners { count: repeated });
        }
        let is_obstacle = matches!(part, Part::Obstacle(_));
        let index = self.rings.len() as u32;
        match corners.as_slice() {
            [] => report(Fault::NoCorners),
            few if few.len() < 3 && !is_obstacle => report(Fault::TooFewCorners { corners: few.len() }),
            &[point] => {
                self.points.push(point);
                self.point_rings.push(index);
            }
            &[a, b] => {
                // There and back: crossing a line does not lead into it.
                self.segments.extend([[a, b], [b, a]]);
                self.sources.resize(self.segments.len(), Source::Ring(index));
            }
            all => {
                let next = all.iter().cycle().skip(1);
                self.segments.extend(all.iter().zip(next).map(|(&a, &b)| [a, b]));
                self.sources.resize(self.segments.len(), Source::Ring(index));
            }
        }
        self.rings.push(part);
    }
}

/// What is wrong with a corner by itself.
fn fault_of_corner(corner: &Corner, grid: &Grid) -> Option<Fault> {
    if !corner.iter().all(|v| v.is_finite()) {
        return Some(Fault::NotFinite);
    }
    let [low, high] = grid.bounds();
    let reach = (high[0] - low[0]) / 2.0;
    grid.snap([corner[0], corner[1]]).is_none().then_some(Fault::OutOfRange { reach })
}
