//! Building a diagram: sort spatially, insert all points, then all segments.
//!
//! 1. Sort the points along a Hilbert curve; equal points become neighbors and are merged. Point ids follow the curve.
//! 2. Insert the points, a random eighth first, recursively, each round along the curve. The face where the last
//!    insertion ended is the hint of the next; a walk of two or three triangles finds the place.
//! 3. Insert the segments likewise, in curve order of an end. No search at all: a face around an end is in conflict.
//!
//! Cost: O(n log n) expected for the rounds; sorting is linear.
//! Degenerate: duplicates are merged; segments of length zero are points.

use crate::diagram::{Diagram, next};
use crate::hilbert::{hilbert, radix_sort, round};
use crate::id::{PointId, SegmentId};
use crate::insert::InsertError;
use crate::predicate::point_power;
use crate::sign::Sign;
use crate::site::{GridPoint, MAX_COORD, NONE, PointSite, SegmentSite};

/// A diagram and where its input went.
#[derive(Clone, Debug)]
pub struct Built {
    /// The diagram.
    pub diagram: Diagram,
    /// The site of each input point. Equal points share one.
    pub points: Vec<PointId>,
    /// The site of each input segment, in the same direction; `None` for one of length zero. Equal segments share
    /// one, with the direction of the first.
    pub segments: Vec<Option<SegmentId>>,
}

impl Diagram {
    /// Builds the diagram of points and of segments between them, given as pairs of indices into the points.
    ///
    /// The segments must not meet but at their ends, and no point may lie on one; [`Clean`](crate::Clean)
    /// makes any input so. Points and segments may be there several times.
    ///
    /// ```
    /// use throng_voronoi::{Diagram, GridPoint};
    /// let corners = [(0, 0), (9, 0), (9, 9), (0, 9)].map(|(x, y)| GridPoint::new(x, y));
    /// let built = Diagram::build(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]])?;
    /// assert_eq!(built.diagram.num_segments(), 4);
    /// # Ok::<(), throng_voronoi::InsertError>(())
    /// ```
    ///
    /// # Errors
    /// If a point is out of range, an index names no point, or a segment was seen to meet another site.
    pub fn build(points: &[GridPoint], segments: &[[u32; 2]]) -> Result<Built, InsertError> {
        for ends in segments {
            if let Some(&end) = ends.iter().find(|&&end| end as usize >= points.len()) {
                return Err(InsertError::NoPoint(PointId(end)));
            }
        }
        let mut diagram = Self::new();
        // Step 1.
        let ids = diagram.add_points(points)?;
        diagram.faces.reserve_exact(2 * (diagram.sites.points.len() + segments.len()));
        // Step 2.
        diagram.insert_points_in_rounds();
        // Step 3.
        let segments = diagram.insert_segments_in_rounds(segments, &ids)?;
        Ok(Built { diagram, points: ids, segments })
    }

    /// Builds the diagram of segments given by their ends; one of length zero is a point.
    ///
    /// # Errors
    /// As [`Diagram::build`].
    pub fn of_segments(segments: &[[GridPoint; 2]]) -> Result<Built, InsertError> {
        let pairs: Vec<[u32; 2]> = (0..segments.len() as u32).map(|i| [2 * i, 2 * i + 1]).collect();
        Self::build(segments.as_flattened(), &pairs)
    }

    /// Step 1: the points as sites in curve order, not in the diagram yet. Returns the id of each input.
    fn add_points(&mut self, points: &[GridPoint]) -> Result<Vec<PointId>, InsertError> {
        let (mut low, mut high) = ([i32::MAX; 2], [i32::MIN; 2]);
        for p in points {
            if p.x.unsigned_abs() > MAX_COORD.unsigned_abs() || p.y.unsigned_abs() > MAX_COORD.unsigned_abs() {
                return Err(InsertError::OutOfRange(*p));
            }
            low = [low[0].min(p.x), low[1].min(p.y)];
            high = [high[0].max(p.x), high[1].max(p.y)];
        }
        if points.is_empty() {
            return Ok(Vec::new());
        }
        let extent = (high[0] - low[0]).max(high[1] - low[1]).unsigned_abs();
        let shift = (32 - extent.leading_zeros()).saturating_sub(16);
        let mut order: Vec<u64> = points
            .iter()
            .enumerate()
            .map(|(i, p)| {
                let [x, y] = [(p.x - low[0]) as u32 >> shift, (p.y - low[1]) as u32 >> shift];
                u64::from(hilbert(x, y)) << 32 | i as u64
            })
            .collect();
        radix_sort(&mut order, 32);
        let mut ids = vec![PointId(NONE); points.len()];
        self.sites.points.reserve_exact(points.len());
        let mut group: Vec<u32> = Vec::new();
        for same_cell in order.chunk_by(|a, b| a >> 32 == b >> 32) {
            group.clear();
            group.extend(same_cell.iter().map(|&item| item as u32));
            group.sort_unstable_by_key(|&i| (points[i as usize], i));
            let mut last = None;
            for &i in &group {
                let at = points[i as usize];
                if last != Some(at) {
                    last = Some(at);
                    self.sites.points.push(PointSite { at, anchor: NONE, degree: 0 });
                }
                ids[i as usize] = PointId(self.sites.points.len() as u32 - 1);
            }
        }
        self.sites.points.shrink_to_fit();
        Ok(ids)
    }

    /// Step 2.
    fn insert_points_in_rounds(&mut self) {
        let mut face = 0;
        let first = 3 * self.frames.len() as u32;
        for p in in_rounds(first..self.sites.points.len() as u32) {
            let at = self.sites.points[p as usize].at;
            let seed = self.triangle_at(at, face);
            self.insert_point_at(PointId(p), at, seed);
            face = self.scratch.hit[0];
        }
    }

    /// A face in conflict with a new point, as long as there are only points: the triangle it lies in, or
    /// any on the way whose circle contains it.
    fn triangle_at(&mut self, q: GridPoint, start: u32) -> u32 {
        let mut face = start;
        let mut came_from = u32::MAX;
        'walk: loop {
            let f = &self.faces[face as usize];
            if point_power(&self.sites, &mut self.scratch.counts, f, q) == Sign::Negative {
                return face;
            }
            let corners = f.c.map(|c| self.sites.points[c.index()].at);
            let mut h = face * 4;
            for k in 0..3 {
                let (a, b) = (corners[k], corners[if k == 2 { 0 } else { k + 1 }]);
                if h != came_from && b.minus(a).cross(q.minus(a)) < 0 {
                    came_from = f.n[k];
                    face = came_from >> 2;
                    continue 'walk;
                }
                h = next(h);
            }
            unreachable!("a triangle's circle contains what lies in the triangle");
        }
    }

    /// Step 3.
    fn insert_segments_in_rounds(
        &mut self,
        segments: &[[u32; 2]],
        ids: &[PointId],
    ) -> Result<Vec<Option<SegmentId>>, InsertError> {
        let mut order: Vec<u64> = segments
            .iter()
            .enumerate()
            .map(|(i, &[a, b])| u64::from(ids[a as usize].0.min(ids[b as usize].0)) << 32 | i as u64)
            .collect();
        let bits = 32 - (self.sites.points.len() as u32).leading_zeros();
        radix_sort(&mut order, bits);
        self.sites.segments.reserve_exact(segments.len());
        let mut made = vec![None; segments.len()];
        // Equal segments have the same key, so they are near each other: insert the first, share it below.
        let ends: Vec<[PointId; 2]> = order
            .iter()
            .map(|&item| {
                let [a, b] = segments[item as u32 as usize].map(|end| ids[end as usize]);
                if a <= b { [a, b] } else { [b, a] }
            })
            .collect();
        let mut first: Vec<u32> = (0..order.len() as u32).collect();
        let mut group: Vec<u32> = Vec::new();
        let mut start = 0;
        for same in ends.chunk_by(|x, y| x[0] == y[0]) {
            if same.len() > 1 {
                group.clear();
                group.extend(start..start + same.len() as u32);
                group.sort_unstable_by_key(|&k| (ends[k as usize][1], k));
                for pair in 1..group.len() {
                    let (before, k) = (group[pair - 1], group[pair]);
                    if ends[before as usize] == ends[k as usize] {
                        first[k as usize] = first[before as usize];
                    }
                }
            }
            start += same.len() as u32;
        }
        let mut site = vec![None; order.len()];
        for k in in_rounds(0..order.len() as u32) {
            let [a, b] = segments[order[k as usize] as u32 as usize].map(|end| ids[end as usize]);
            if a != b && first[k as usize] == k {
                site[k as usize] = Some(self.insert_clean_segment(a, b)?);
            }
        }
        for (k, &item) in order.iter().enumerate() {
            made[item as u32 as usize] = site[first[k] as usize];
        }
        Ok(made)
    }

    fn insert_clean_segment(&mut self, a: PointId, b: PointId) -> Result<SegmentId, InsertError> {
        let site = SegmentSite::new(a, b, self.sites.points[a.index()].at, self.sites.points[b.index()].at);
        let seed = self.seed_around(if self.degree(a) <= self.degree(b) { a } else { b }, &site);
        self.insert_segment_from(site, seed, false)
    }
}

/// Indices in rounds: a random eighth of all first, recursively; ascending inside a round.
fn in_rounds(range: std::ops::Range<u32>) -> Vec<u32> {
    let n = range.end.saturating_sub(range.start);
    let rounds = 1 + n.max(1).ilog2() / 3;
    let mut starts = vec![0u32; rounds as usize + 1];
    for i in range.clone() {
        starts[round(i, rounds) as usize + 1] += 1;
    }
    for r in 0..rounds as usize {
        starts[r + 1] += starts[r];
    }
    let mut order = vec![0; n as usize];
    for i in range {
        let place = &mut starts[round(i, rounds) as usize];
        order[*place as usize] = i;
        *place += 1;
    }
    order
}
