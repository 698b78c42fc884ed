//! Courses that meet become chains that do not: snap rounding, with as few hot pixels as will do.
//!
//! Idea. Where courses cross, the nearest grid point becomes a vertex and its unit square (pixel) *hot*:
//! every course that passes through a hot pixel is led through its center. That moves it by half a unit at
//! most in each coordinate, but may carry it over a vertex that it passed closely, and so make new
//! crossings. Then the vertices next to those become hot too. Courses are always led anew from where they
//! were at first, so that nothing drifts.
//!
//! 1. Merge pieces that coincide, and sweep. In the first round the pieces are the courses themselves. If
//!    none meet, all is done.
//! 2. Of pieces that cross: if their courses cross and the pixel of that crossing is not hot yet, make it
//!    a hot vertex. Otherwise make the four ends of the pieces hot.
//! 3. Of a vertex inside of a piece: in the first round it becomes a stop of this course, which moves
//!    nothing. Later it becomes hot.
//! 4. If the sweep gave up on a crowd, or the rounds are more than [`MOST_ROUNDS`], make all vertices hot.
//! 5. Lead every course through its stops and the hot pixels that it meets, and go back to 1.
//!
//! Invariant: hot pixels only become more; a chain visits only centers of pixels that its course meets.
//! End: let c be a point of a chain, and q the point of the course that it comes from when the chain is
//! drawn back to the course: `c - q` is in (-1/2, 1/2] in each coordinate, since pixels are half-open. So
//! if the course passes above the pixel of a vertex v, which it then does in all of v's column, the chain
//! passes strictly above v; and likewise below. A chain only gets on or over a vertex whose pixel the
//! course meets and which is not hot. Therefore, if all ends and crossings are hot then no vertex is
//! inside of a piece and no two cross; and while some do, one of the pixels of step 2 or 3 is not hot yet,
//! so each round has more hot pixels than the last.
//! Cost: O((n + k) log n) a round for n courses with k meetings. One round is usual, two or three if the
//! grid is coarse; the most seen in 600,000 random inputs was 6.
//! Degenerate: stars of crossings at one place become one vertex. In a crowd, where crossings are many
//! times more than pixels, only the first of them are computed: leading all courses through all vertices
//! makes most pieces coincide, and the crossings that remain are found in the next round.
//! After: Hobby, Computational Geometry 13 (1999) 199-214, doi:10.1016/S0925-7721(99)00021-8; Guibas &
//! Marimont, Int. J. Computational Geometry & Applications 8 (1998), doi:10.1142/S0218195998000096.
//! Differs from the papers: there all vertices are hot from the start, which also moves segments that cross
//! nothing. Here input that is clean does not change.

use super::crossing::Crossing;
use super::hot::HotPixels;
use super::lines::{Line, Lines};
use super::route::{Chains, route};
use super::sweep::{CrossingPair, Meetings, meetings};
use super::vertices::Vertices;
use crate::site::GridPoint;

/// Rounds with as few hot pixels as possible, before all become hot.
const MOST_ROUNDS: usize = 8;

/// Chains that meet only at common ends.
#[derive(Debug)]
pub(super) struct Apart {
    pub(super) chains: Chains,
    /// Pieces with the same ends as an earlier one, each with the first of those.
    pub(super) duplicates: Vec<(u32, u32)>,
    /// How often the courses were led.
    pub(super) rounds: usize,
}

/// Leads courses until they meet nowhere but in vertices, which become more.
///
/// `patience` is the number of crossings from which on a sweep asks itself whether it is in a crowd.
pub(super) fn lead_apart(vertices: &mut Vertices, courses: &[[u32; 2]], patience: usize) -> Apart {
    let mut chains = Chains::straight(courses);
    let mut hot = vec![false; vertices.at.len()];
    let mut stops = Vec::new();
    for rounds in 0.. {
        // 1.
        let mut lines = Lines::new(vertices, &chains.pieces);
        let duplicates = std::mem::take(&mut lines.duplicates);
        let met = meetings(vertices, lines, patience);
        if met.is_empty() {
            return Apart { chains, duplicates, rounds };
        }
        // 2.
        let mut grown = heat_crossings(vertices, courses, &chains, &met, &mut hot);
        // 3.
        if rounds == 0 {
            stops = stops_of_all(met.touches, &duplicates);
        } else {
            for &(_, vertex) in &met.touches {
                grown |= heat(&mut hot, vertex);
            }
        }
        // 4. By the argument above, every round but the first grows; should it not, this ends it all the
        //    same.
        if met.crowded || rounds >= MOST_ROUNDS || (rounds > 0 && !grown) {
            assert!(grown || hot.contains(&false), "pieces meet although all vertices are hot");
            hot.fill(true);
        }
        // 5.
        let hot_vertices = (0_u32..).zip(&hot).filter(|(_, hot)| **hot).map(|(vertex, _)| vertex);
        let pixels = HotPixels::new(&vertices.at, hot_vertices);
        chains = route(&vertices.at, courses, &stops, &pixels);
    }
    unreachable!("the loop has no end but its return")
}

/// Makes a vertex hot; whether it was not.
fn heat(hot: &mut [bool], vertex: u32) -> bool {
    !std::mem::replace(&mut hot[vertex as usize], true)
}

/// Step 2; whether there is a new hot pixel.
fn heat_crossings(
    vertices: &mut Vertices,
    courses: &[[u32; 2]],
    chains: &Chains,
    met: &Meetings,
    hot: &mut Vec<bool>,
) -> bool {
    let mut created: Vec<GridPoint> = Vec::new();
    // Noted first and heated last: another crossing in the same pixel must not find it hot already.
    let mut known: Vec<u32> = Vec::new();
    for crossing in &met.crossings {
        let pixel = course_crossing(vertices, courses, chains, crossing);
        match pixel.map(|pixel| (pixel, vertices.find(pixel))) {
            Some((pixel, None)) => created.push(pixel),
            Some((_, Some(vertex))) if !hot[vertex as usize] => known.push(vertex),
            _ => known.extend(crossing.pieces.iter().flat_map(|&piece| chains.pieces[piece as usize])),
        }
    }
    let mut grown = false;
    for vertex in known {
        grown |= heat(hot, vertex);
    }
    if created.is_empty() {
        return grown;
    }
    created.sort_unstable();
    created.dedup();
    vertices.extend(&created);
    hot.resize(vertices.at.len(), true);
    true
}

/// The pixel in which the courses of two crossing pieces cross, if they do.
fn course_crossing(
    vertices: &Vertices,
    courses: &[[u32; 2]],
    chains: &Chains,
    crossing: &CrossingPair,
) -> Option<GridPoint> {
    let [s, t] = crossing.pieces.map(|piece| {
        let ends = courses[chains.course[piece as usize] as usize];
        let [a, b] = ends.map(|v| vertices.at[v as usize]);
        Line::new(a.min(b), a.max(b), 0, 0)
    });
    let apart = |s: &Line, t: &Line| s.side(t.from).signum() * s.side(t.right()).signum() < 0;
    (apart(&s, &t) && apart(&t, &s)).then(|| Crossing::new(&s, &t).pixel())
}

/// Stops by course: of equal courses only the first was in the sweep, but its stops are those of all.
fn stops_of_all(touches: Vec<(u32, u32)>, duplicates: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut stops = touches;
    stops.sort_unstable();
    let mut copied = Vec::new();
    for &(copy, original) in duplicates {
        let first = stops.partition_point(|stop| stop.0 < original);
        let of_original = stops[first..].iter().take_while(|stop| stop.0 == original);
        copied.extend(of_original.map(|stop| (copy, stop.1)));
    }
    stops.append(&mut copied);
    stops.sort_unstable();
    stops
}
