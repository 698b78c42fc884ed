//! Which regions of a layer are walkable: inside and outside of rings, by crossing them one after another.
//!
//! 1. Visit the regions depth first from the outside, over the segments between them. Crossing a segment flips every ring that
//!    runs there, as often as it does; going back flips them back.
//! 2. Count the walkable rings, obstacles and openings that one is in.
//! 3. A region is walkable if it is in a walkable ring, and in no obstacle or in an opening.
//!
//! Invariant: `inside` holds the rings that the present region is in.
//! Cost: linear in the pieces of all rings.

use throng_voronoi::{Clean, Regions, SegmentId, Side};

use crate::courses::{Courses, Source};
use crate::scene::Part;

/// What is known of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// One can walk here.
    pub(crate) walkable: bool,
    /// It is in an opening.
    pub(crate) opening: bool,
    /// It is in a walkable ring, whatever else.
    pub(crate) covered: bool,
}

/// The standing of each region.
pub(crate) fn standings(
    regions: &Regions,
    segments: &[SegmentId],
    clean: &Clean,
    courses: &Courses,
) -> Vec<Standing> {
    let doors = Doors::new(regions, segments);
    let mut standings = vec![Standing::default(); regions.count()];
    let mut visited = vec![false; regions.count()];
    let mut inside = Inside { of: vec![false; courses.rings.len()], counts: [0; 3] };
    // The way from the outside to here: each region, how many of its doors were tried, and the segment that led into it.
    let mut way: Vec<(u32, u32, Option<u32>)> = vec![(Regions::OUTSIDE, 0, None)];
    visited[Regions::OUTSIDE as usize] = true;
    while let Some((region, tried, entered)) = way.last_mut() {
        let door = doors.of(*region).get(*tried as usize);
        *tried += 1;
        match door {
            Some(&(segment, to)) if !visited[to as usize] => {
                visited[to as usize] = true;
                inside.cross(segment, clean, courses);
                standings[to as usize] = inside.standing();
                way.push((to, 0, Some(segment)));
            }
            Some(_) => {}
            None => {
                if let Some(segment) = *entered {
                    inside.cross(segment, clean, courses);
                }
                way.pop();
            }
        }
    }
    standings
}

/// The rings that one is in.
struct Inside {
    of: Vec<bool>,
    /// How many walkable rings, obstacles and openings that are.
    counts: [u32; 3],
}

impl Inside {
    fn cross(&mut self, segment: u32, clean: &Clean, courses: &Courses) {
        for &source in clean.segment_sources(segment as usize) {
            let Source::Ring(ring) = courses.sources[source as usize] else { continue };
            if !courses.closed[ring as usize] {
                continue;
            }
            let kind = match courses.rings[ring as usize] {
                Part::Walkable(_) => 0,
                Part::Obstacle(_) => 1,
                _ => 2,
            };
            let inside = &mut self.of[ring as usize];
            *inside = !*inside;
            self.counts[kind] = if *inside { self.counts[kind] + 1 } else { self.counts[kind] - 1 };
        }
    }

    fn standing(&self) -> Standing {
        let [walkable, obstacles, openings] = self.counts.map(|count| count > 0);
        Standing {
            walkable: walkable && (!obstacles || openings),
            opening: walkable && openings,
            covered: walkable,
        }
    }
}

/// For each region the segments at its border that lead into another, and that other.
struct Doors {
    starts: Vec<u32>,
    doors: Vec<(u32, u32)>,
}

impl Doors {
    fn new(regions: &Regions, segments: &[SegmentId]) -> Self {
        let sides =
            |index: usize| [Side::Left, Side::Right].map(|side| regions.of_side(segments[index], side));
        let mut starts = vec![0u32; regions.count() + 1];
        for index in 0..segments.len() {
            let [left, right] = sides(index);
            if left != right {
                starts[left as usize + 1] += 1;
                starts[right as usize + 1] += 1;
            }
        }
        for region in 0..regions.count() {
            starts[region + 1] += starts[region];
        }
        let mut doors = vec![(0, 0); starts[regions.count()] as usize];
        let mut next = starts.clone();
        for index in 0..segments.len() {
            let [left, right] = sides(index);
            if left != right {
                for (from, to) in [(left, right), (right, left)] {
                    doors[next[from as usize] as usize] = (index as u32, to);
                    next[from as usize] += 1;
                }
            }
        }
        Self { starts, doors }
    }

    fn of(&self, region: u32) -> &[(u32, u32)] {
        &self.doors[self.starts[region as usize] as usize..self.starts[region as usize + 1] as usize]
    }
}
