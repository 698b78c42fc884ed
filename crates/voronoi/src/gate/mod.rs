//! The one gate for input: positions of any quality in, points and interior-disjoint segments on the grid out.
//!
//! Idea. Positions go to the nearest grid point. Where segments cross, the nearest grid point becomes a vertex
//! and its unit square (pixel) *hot*: every segment that passes through a hot pixel is led through its
//! center. Leading moves segments by half a unit at most, which may carry one over a vertex that it passed
//! closely, and so make new crossings. Then the vertices next to those become hot too. Segments are always
//! led anew from their original course, so that nothing drifts.
//!
//! 1. Snap positions to the grid and merge equal ones to vertices ([`Vertices`]). Segments whose ends are
//!    one vertex become points; the others are the courses.
//! 2. Merge courses that coincide and sweep ([`meetings`]): if no two meet, all is done. This is the
//!    only pass that clean input takes, and it comes out as it went in.
//! 3. A vertex inside of a course is noted as a stop of that course, which moves nothing. The nearest grid point
//!    of each crossing becomes a vertex, if it is none yet, and hot.
//! 4. Lead every course through its stops and the hot pixels it meets ([`route`]), merge pieces that
//!    coincide, and sweep again. While pieces meet, make the vertices hot at which that happened (vertices
//!    inside of pieces, ends of pieces that cross), and repeat. After [`MOST_ROUNDS`] all vertices become hot.
//! 5. Number pieces and list their sources.
//!
//! Invariant: hot pixels only become more, and each chain visits only centers of pixels that its course meets.
//! Cost: O((n + k) log n) a round for n segments and k crossings; one or two rounds in practice.
//! End: a chain that does not visit a vertex does not get over it unless the course meets its pixel
//! (all of the chain is within half a unit of the course, strictly on the sides that the pixel does not have).
//! So once all vertices and crossings are hot, no vertex is inside of a piece and no pieces cross; and before that, each
//! meeting has some vertex that is not yet hot.
//! Degenerate: overlaps of collinear segments become pieces with several sources, equal segments one. A star of
//! crossings at one place becomes one vertex.
//! After: Hobby, Computational Geometry 13 (1999) 199-214, doi:10.1016/S0925-7721(99)00021-8; Guibas & Marimont,
//! Int. J. Computational Geometry & Applications 8 (1998) 157-176, doi:10.1142/S0218195998000096.
//! Differs from the papers: there all vertices are hot from the start, which also moves segments that cross
//! nothing; here they become so on demand, and input that is clean does not change.

mod clean;
mod crossing;
mod grid;
mod hot;
mod lines;
mod route;
mod status;
mod sweep;
mod vertices;

#[cfg(test)]
mod tests;

pub use clean::{Clean, CleanReport, CleanViolation};
pub use grid::{Grid, InputError, InputPoint};

use self::hot::HotPixels;
use self::lines::Lines;
use self::route::{Chains, route};
use self::sweep::{Meetings, meetings};
use self::vertices::Vertices;
use crate::site::{GridPoint, MAX_COORD};

/// Rounds with as few hot pixels as possible, before all become hot.
const MOST_ROUNDS: usize = 8;
/// Most positions: ids of sites keep two bits for themselves.
const MOST_POSITIONS: usize = 1 << 30;

impl Clean {
    /// Cleans points and segments that are on the grid already.
    ///
    /// ```
    /// use throng_voronoi::{Clean, GridPoint};
    /// let p = GridPoint::new;
    /// let clean = Clean::new(&[], &[[p(0, 0), p(4, 4)], [p(0, 4), p(4, 0)]])?;
    /// assert_eq!(clean.points()[4], p(2, 2), "the crossing is a point now");
    /// assert_eq!(clean.segments(), [[0, 4], [4, 1], [2, 4], [4, 3]], "both segments are split there");
    /// assert_eq!(clean.segment_sources(3), [1], "the last piece is from the second segment");
    /// # Ok::<(), throng_voronoi::InputError>(())
    /// ```
    pub fn new(points: &[GridPoint], segments: &[[GridPoint; 2]]) -> Result<Self, InputError> {
        check_count(points.len(), segments.len())?;
        let positions: Vec<GridPoint> = points.iter().chain(segments.as_flattened()).copied().collect();
        let inside = |p: &GridPoint| p.x.unsigned_abs().max(p.y.unsigned_abs()) <= MAX_COORD as u32;
        if let Some(index) = positions.iter().position(|p| !inside(p)) {
            let at = input_point(index, points.len());
            return Err(InputError::OutOfBox { at, point: positions[index] });
        }
        let (vertices, vertex_of) = Vertices::distinct(&positions);
        Ok(clean(vertices, vertex_of, points.len(), CleanReport::default()))
    }
}

impl Grid {
    /// Snaps points and segments to this grid and cleans them.
    ///
    /// ```
    /// use throng_voronoi::{Grid, InputError, InputPoint};
    /// let room = [[[0.0, 0.0], [5.0, 0.0]], [[5.0, 0.0], [5.0, f64::NAN]]];
    /// let error = Grid::default().clean(&[], &room).unwrap_err();
    /// assert!(matches!(error, InputError::NotFinite { at: InputPoint::End(1), .. }));
    /// ```
    pub fn clean(&self, points: &[[f64; 2]], segments: &[[[f64; 2]; 2]]) -> Result<Clean, InputError> {
        check_count(points.len(), segments.len())?;
        if !(self.unit > 0.0 && [self.unit, self.origin[0], self.origin[1]].iter().all(|v| v.is_finite())) {
            return Err(InputError::BadGrid { grid: *self });
        }
        let given = || points.iter().chain(segments.as_flattened()).copied();
        let mut positions = Vec::with_capacity(points.len() + 2 * segments.len());
        let mut moved_sq = 0.0_f64;
        for (index, position) in given().enumerate() {
            let Some(point) = self.snap(position) else {
                return Err(self.refusal(input_point(index, points.len()), position));
            };
            let snapped = self.position(point);
            let (dx, dy) = (snapped[0] - position[0], snapped[1] - position[1]);
            moved_sq = moved_sq.max(dx * dx + dy * dy);
            positions.push(point);
        }
        let (vertices, vertex_of) = Vertices::distinct(&positions);
        // The first position of each vertex, in order: vertices are numbered by first appearance.
        let mut first: Vec<[f64; 2]> = Vec::with_capacity(vertices.at.len());
        let mut merged_points = 0;
        for (&vertex, position) in vertex_of.iter().zip(given()) {
            match first.get(vertex as usize) {
                None => first.push(position),
                Some(&other) => merged_points += usize::from(other != position),
            }
        }
        let report = CleanReport { snapped_by: moved_sq.sqrt(), merged_points, ..CleanReport::default() };
        Ok(clean(vertices, vertex_of, points.len(), report))
    }

    /// Why a position cannot be snapped.
    fn refusal(&self, at: InputPoint, position: [f64; 2]) -> InputError {
        if position[0].is_finite() && position[1].is_finite() {
            InputError::OutOfRange { at, position, bounds: self.bounds() }
        } else {
            InputError::NotFinite { at, position }
        }
    }
}

fn check_count(points: usize, segments: usize) -> Result<(), InputError> {
    if points.saturating_add(segments.saturating_mul(2)) > MOST_POSITIONS {
        return Err(InputError::TooMany { points, segments, most: MOST_POSITIONS });
    }
    Ok(())
}

/// Which position of the input has this index, when isolated points come first and then ends of segments.
fn input_point(index: usize, num_isolated: usize) -> InputPoint {
    match index.checked_sub(num_isolated) {
        None => InputPoint::Point(index as u32),
        Some(end) if end % 2 == 0 => InputPoint::Start(end as u32 / 2),
        Some(end) => InputPoint::End(end as u32 / 2),
    }
}

/// Steps 1 to 5 for snapped and merged positions.
fn clean(mut vertices: Vertices, point_of: Vec<u32>, num_isolated: usize, mut report: CleanReport) -> Clean {
    // 1.
    let num_segments = (point_of.len() - num_isolated) / 2;
    let mut chains = Chains {
        pieces: Vec::with_capacity(num_segments),
        course: Vec::with_capacity(num_segments),
        farthest: 0.0,
    };
    for (segment, ends) in (0_u32..).zip(point_of[num_isolated..].chunks_exact(2)) {
        if ends[0] != ends[1] {
            chains.pieces.push([ends[0], ends[1]]);
            chains.course.push(segment);
        }
    }
    report.zero_length = num_segments - chains.pieces.len();
    let num_given = vertices.at.len();

    // 2.
    let lines = Lines::new(&vertices, &chains.pieces);
    let mut duplicates = lines.duplicates.clone();
    let met = meetings(&vertices, lines);
    if !met.is_empty() {
        let segment_of = std::mem::take(&mut chains.course);
        let courses = std::mem::take(&mut chains.pieces);
        let (found, rounds);
        (found, duplicates, rounds) = lead(&mut vertices, &courses, met, &duplicates);
        report.rounds = rounds;
        chains = found;
        for course in &mut chains.course {
            *course = segment_of[*course as usize];
        }
    }
    report.created_points = vertices.at.len() - num_given;
    report.rerouted_by = chains.farthest;
    report.merged_segments = duplicates.len();
    report.split_segments = chains.course.chunk_by(|a, b| a == b).filter(|pieces| pieces.len() > 1).count();

    // 5.
    let (segments, first_segment_source, segment_sources) = merge(&chains, &duplicates);
    let (first_point_source, sorted) = grouped(vertices.at.len(), &point_of);
    let point_sources = sorted.into_iter().map(|i| input_point(i as usize, num_isolated)).collect();
    Clean {
        points: vertices.at,
        segments,
        first_segment_source,
        segment_sources,
        first_point_source,
        point_sources,
        point_of,
        num_isolated: num_isolated as u32,
        report,
    }
}

/// Steps 3 and 4: courses that meet become chains that do not. Returns them with the pieces that have the
/// same ends as an earlier one, and the number of rounds.
fn lead(
    vertices: &mut Vertices,
    courses: &[[u32; 2]],
    met: Meetings,
    duplicates: &[(u32, u32)],
) -> (Chains, Vec<(u32, u32)>, usize) {
    // 3. Only one of equal courses was in the sweep; its stops are those of all of them.
    let mut stops = met.touches;
    stops.sort_unstable();
    let mut copied = Vec::new();
    for &(copy, original) in duplicates {
        let first = stops.partition_point(|stop| stop.0 < original);
        let of_original = stops[first..].iter().take_while(|stop| stop.0 == original);
        copied.extend(of_original.map(|stop| (copy, stop.1)));
    }
    stops.append(&mut copied);
    stops.sort_unstable();
    let mut pixels: Vec<GridPoint> = met.crossings.iter().map(|crossing| crossing.pixel).collect();
    pixels.sort_unstable();
    pixels.dedup();
    let mut hot = vec![false; vertices.at.len()];
    pixels.retain(|&pixel| match vertices.find(pixel) {
        Some(vertex) => {
            hot[vertex as usize] = true;
            false
        }
        None => true,
    });
    hot.resize(vertices.at.len() + pixels.len(), true);
    vertices.extend(&pixels);

    // 4.
    let mut round = 1;
    loop {
        let hot_vertices = (0..hot.len() as u32).filter(|&v| hot[v as usize]);
        let pixels = HotPixels::new(&vertices.at, hot_vertices);
        let chains = route(&vertices.at, courses, &stops, &pixels);
        let mut lines = Lines::new(vertices, &chains.pieces);
        let duplicates = std::mem::take(&mut lines.duplicates);
        let met = meetings(vertices, lines);
        if met.is_empty() {
            return (chains, duplicates, round);
        }
        let crossing_ends = met.crossings.iter().flat_map(|crossing| crossing.pieces);
        let crossing_ends = crossing_ends.flat_map(|piece| chains.pieces[piece as usize]);
        let mut grown = false;
        for vertex in met.touches.iter().map(|touch| touch.1).chain(crossing_ends) {
            grown |= !std::mem::replace(&mut hot[vertex as usize], true);
        }
        if !grown || round >= MOST_ROUNDS {
            assert!(hot.iter().any(|hot| !hot), "pieces meet although all vertices are hot");
            hot.fill(true);
        }
        round += 1;
    }
}

/// The distinct pieces in order of first appearance, and their sources as starts and list.
fn merge(chains: &Chains, duplicates: &[(u32, u32)]) -> (Vec<[u32; 2]>, Vec<u32>, Vec<u32>) {
    if duplicates.is_empty() {
        let first = (0..=chains.pieces.len() as u32).collect();
        return (chains.pieces.clone(), first, chains.course.clone());
    }
    let mut original: Vec<u32> = (0..chains.pieces.len() as u32).collect();
    for &(copy, first) in duplicates {
        original[copy as usize] = first;
    }
    // The original is the copy of lowest index, so its number is known when a copy asks for it.
    let mut number = original;
    let mut segments = Vec::new();
    for piece in 0..number.len() {
        if number[piece] as usize == piece {
            number[piece] = segments.len() as u32;
            segments.push(chains.pieces[piece]);
        } else {
            number[piece] = number[number[piece] as usize];
        }
    }
    let (first, pieces) = grouped(segments.len(), &number);
    (segments, first, pieces.into_iter().map(|piece| chains.course[piece as usize]).collect())
}

/// The indices of a list grouped by value: group `g` is `indices[first[g]..first[g + 1]]`, ascending.
fn grouped(num_groups: usize, values: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; num_groups + 1];
    for &value in values {
        first[value as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut first {
        sum += *count;
        *count = sum;
    }
    let mut indices = vec![0; values.len()];
    for (index, &value) in values.iter().enumerate().rev() {
        let slot = &mut first[value as usize];
        *slot -= 1;
        indices[*slot as usize] = index as u32;
    }
    (first, indices)
}
