//! Segments led through vertices: each becomes a chain of pieces.
//!
//! A course is what one input segment should follow: the straight way between its two vertices. Its chain
//! visits the ends, the vertices that were found exactly on it, and the centers of the hot pixels that it
//! meets, in the order along the course. As every visited center is in a pixel that the course meets, no
//! coordinate of any point of the chain is more than 1/2 away from the course.

use super::hot::HotPixels;
use crate::site::GridPoint;

/// The pieces of all courses, course by course, each in the direction of its course.
#[derive(Debug)]
pub(super) struct Chains {
    pub(super) pieces: Vec<[u32; 2]>,
    /// The course of each piece.
    pub(super) course: Vec<u32>,
    /// Largest distance of a visited vertex from its course, in grid units: at most sqrt(1/2).
    pub(super) farthest: f64,
}

impl Chains {
    /// Each course as a piece of its own.
    pub(super) fn straight(courses: &[[u32; 2]]) -> Self {
        Self { pieces: courses.to_vec(), course: (0..courses.len() as u32).collect(), farthest: 0.0 }
    }
}

/// Leads the courses through the vertices in `touches`, which are pairs of course and vertex, sorted, and
/// through the hot pixels.
pub(super) fn route(
    at: &[GridPoint],
    courses: &[[u32; 2]],
    touches: &[(u32, u32)],
    hot: &HotPixels,
) -> Chains {
    let mut chains = Chains { pieces: Vec::new(), course: Vec::new(), farthest: 0.0 };
    let mut touches = touches.iter().peekable();
    let mut stops: Vec<(i64, u32)> = Vec::new();
    let mut met = Vec::new();
    for (course, &[start, end]) in (0_u32..).zip(courses) {
        let (a, b) = (at[start as usize], at[end as usize]);
        met.clear();
        while let Some(&(_, vertex)) = touches.next_if(|touch| touch.0 == course) {
            met.push(vertex);
        }
        hot.met_by(a, b, &mut met);
        // Pixels are met in the order of their centers along the course: the centers of two pixels differ
        // by a vector of integers, which is a multiple of the course's direction plus less than 1 in each
        // coordinate; so it does not point backwards in any coordinate in which the course goes forwards.
        let d = b.minus(a);
        let stop = |&vertex: &u32| (d.dot(at[vertex as usize].minus(a)), vertex);
        stops.clear();
        stops.extend(met.iter().filter(|&&vertex| vertex != start && vertex != end).map(stop));
        stops.sort_unstable();
        stops.dedup();
        let length = (d.norm_sq() as f64).sqrt();
        let mut last = start;
        for &(_, vertex) in &stops {
            let height = d.cross(at[vertex as usize].minus(a)).abs() as f64 / length;
            chains.farthest = chains.farthest.max(height);
            chains.pieces.push([last, vertex]);
            chains.course.push(course);
            last = vertex;
        }
        chains.pieces.push([last, end]);
        chains.course.push(course);
    }
    chains
}
