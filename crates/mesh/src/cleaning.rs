//! What cleaning a layer did, for people: one report for each kind of repair, with its place.

use crate::border::Plan;
use crate::courses::Source;
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::Part;

/// Corners that moved by less than this were on the grid but for the rounding of their decimals. \[m\]
const ROUNDING: f64 = 1e-7;

impl Plan<'_> {
    /// Tells what was repaired in this layer.
    pub(crate) fn report(&self, here: Whereabouts, problems: &mut Vec<Problem>) {
        let report = self.clean.report();
        let mut tell = |part: Option<Part>, at: Option<[f64; 2]>, fault: Fault| {
            problems.push(Problem { place: Whereabouts { part, at, ..here }, fault });
        };
        if report.snapped_by > ROUNDING {
            tell(None, None, Fault::Snapped { by: report.snapped_by });
        }
        let merged = self.pieces_in_common();
        if report.created_points > 0 || merged > 0 {
            tell(None, None, Fault::Overlaps { crossings: report.created_points, merged });
        }
        for part in self.rings_that_cross_themselves() {
            tell(Some(part), None, Fault::CrossesItself);
        }
        for part in self.useless_obstacles() {
            tell(Some(part), None, Fault::ObstacleOutside);
        }
    }

    /// How many pieces of rings coincide with one of another. Connections lie on rings, as they must.
    fn pieces_in_common(&self) -> usize {
        let rings =
            |index: usize| self.sources(index).filter(|source| matches!(source, Source::Ring(_))).count();
        (0..self.segments.len()).map(|index| rings(index).saturating_sub(1)).sum()
    }

    /// Rings two of whose edges cross: at a point that a crossing made, they pass twice.
    fn rings_that_cross_themselves(&self) -> Vec<Part> {
        let mut passes: Vec<(u32, u32)> = Vec::new();
        for (index, ends) in self.clean.segments().iter().enumerate() {
            for &point in ends.iter().filter(|&&end| self.clean.point_sources(end as usize).is_empty()) {
                passes.extend(self.sources(index).filter_map(|source| match source {
                    Source::Ring(ring) => Some((ring, point)),
                    Source::Connection(_) => None,
                }));
            }
        }
        passes.sort_unstable();
        let crossed = passes.chunk_by(|a, b| a == b).filter(|same| same.len() > 2).map(|same| same[0].0);
        let mut rings: Vec<u32> = crossed.collect();
        rings.dedup();
        rings.into_iter().map(|ring| self.courses.rings[ring as usize]).collect()
    }

    /// Obstacles that no walkable ring covers any part of.
    fn useless_obstacles(&self) -> Vec<Part> {
        let mut useful = vec![false; self.courses.rings.len()];
        for index in 0..self.segments.len() {
            if self.sides(index).iter().any(|side| side.covered) {
                for source in self.sources(index) {
                    if let Source::Ring(ring) = source {
                        useful[ring as usize] = true;
                    }
                }
            }
        }
        // Points are not on any segment. Those outside do no harm, and are rarely a mistake.
        for &ring in &self.courses.point_rings {
            useful[ring as usize] = true;
        }
        let obstacles = self.courses.rings.iter().zip(useful);
        obstacles
            .filter(|(part, useful)| !useful && matches!(part, Part::Obstacle(_)))
            .map(|(&part, _)| part)
            .collect()
    }
}
