//! What hangs together, decided in slices: the model is cut by upright planes along x and along y.
//!
//! Idea: in a slice every triangle is a segment. Where segments begin, end, cross or are apart by eps, a step or the head room, the
//! answer of the rational oracle may change; in between it does not. So a slice falls into intervals, and one question at a
//! whole point in each of them is enough. Walking along a slice, one goes from interval to interval if the surface is at most a step
//! apart there and no sheet stands in between. Slices along x and along y meet in points; there one goes from one to the other.
//!
//! What hangs together here hangs together in truth, if no number is within rounding of a limit. The other way around it holds if the slices go through
//! everything: one at the middle of every triangle and between all corners is plenty for models made of boxes.
//! Intervals narrower than [`NARROW`] are not looked at, and nothing is said about what is beyond them.

use crate::random::Random;
use crate::rational::{Body, Oracle, Triangle};

/// Intervals below this are passed over: they hold no whole point away from their ends. \[units\]
const NARROW: f64 = 4.0;

/// What hangs together according to slices.
#[derive(Debug)]
pub(crate) struct Slices {
    spots: Vec<Spot>,
    /// For each spot one that it hangs together with; itself if it is the first of its component.
    parent: Vec<usize>,
}

/// A place where one can walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) at: [i64; 2],
    /// \[units\]
    pub(crate) height: f64,
    triangle: usize,
    /// Of its slice.
    axis: usize,
}

/// A slice: all points with one coordinate at this level.
#[derive(Debug)]
struct Slice {
    level: i64,
    intervals: Vec<Interval>,
}

#[derive(Debug)]
struct Interval {
    ends: [f64; 2],
    /// Its spots, a range of numbers.
    spots: std::ops::Range<usize>,
}

impl Slices {
    /// Cuts at the middle of every triangle, between all corners, and at some random levels of y and of x.
    pub(crate) fn new(oracle: &Oracle, seed: u64, levels: usize) -> Self {
        let mut random = Random(seed);
        let [low, high] = oracle.bounds();
        let mut own = Self { spots: Vec::new(), parent: Vec::new() };
        let mut slices = [Vec::new(), Vec::new()];
        for axis in 0..2 {
            let corner = |t: &Triangle, k: usize| t.corners[k][1 - axis];
            let middles = oracle.triangles.iter().map(|t| (corner(t, 0) + corner(t, 1) + corner(t, 2)) / 3);
            let others = (0..levels).map(|_| random.between(low[1 - axis], high[1 - axis]));
            let mut corners: Vec<i64> =
                oracle.triangles.iter().flat_map(|t| t.corners).map(|c| c[1 - axis]).collect();
            corners.sort_unstable();
            corners.dedup();
            let between = corners.windows(2).map(|pair| (pair[0] + pair[1]) / 2);
            let mut levels: Vec<i64> = middles.chain(between).chain(others).collect();
            // A slice through a corner would meet edges from end to end.
            levels.retain(|level| corners.binary_search(level).is_err());
            levels.sort_unstable();
            levels.dedup();
            for level in levels {
                let slice = own.cut(oracle, axis, level);
                slices[axis].push(slice);
            }
        }
        // Where slices meet.
        for along_x in &slices[0] {
            for along_y in &slices[1] {
                let at = [along_y.level, along_x.level];
                if let [Some(a), Some(b)] = [along_x.interval(at[0]), along_y.interval(at[1])] {
                    for i in a.clone() {
                        let same = |&j: &usize| own.spots[i].triangle == own.spots[j].triangle;
                        if let Some(j) = b.clone().find(same) {
                            own.unite(i, j);
                        }
                    }
                }
            }
        }
        own
    }

    /// The components. What only one slice has touched is left out: it may be a corner of something larger.
    pub(crate) fn components(&self) -> Vec<Vec<Spot>> {
        let mut by_root: Vec<(usize, usize)> = (0..self.spots.len()).map(|i| (self.root(i), i)).collect();
        by_root.sort_unstable();
        let groups = by_root.chunk_by(|a, b| a.0 == b.0);
        let spots = |group: &[(usize, usize)]| group.iter().map(|&(_, i)| self.spots[i]).collect();
        let is_crossed = |group: &Vec<Spot>| group.iter().any(|spot| spot.axis != group[0].axis);
        groups.map(spots).filter(is_crossed).collect()
    }

    fn root(&self, mut i: usize) -> usize {
        while self.parent[i] != i {
            i = self.parent[i];
        }
        i
    }

    fn unite(&mut self, i: usize, j: usize) {
        let (i, j) = (self.root(i), self.root(j));
        let (low, high) = (i.min(j), i.max(j));
        self.parent[high] = low;
    }

    /// Makes a slice, and unites what hangs together along it.
    fn cut(&mut self, oracle: &Oracle, axis: usize, level: i64) -> Slice {
        let met: Vec<(usize, [f64; 2])> = (0..oracle.triangles.len())
            .filter_map(|t| Some((t, crossing(&oracle.triangles[t], axis, level)?)))
            .collect();
        let height = |t: usize, at: f64| plane_height(&oracle.triangles[t], axis, level, at);
        let (upright, flat): (Vec<_>, Vec<_>) =
            met.iter().partition(|(t, _)| oracle.triangles[*t].facing == 0);
        // Where the answer may change.
        let mut ends: Vec<f64> = met.iter().flat_map(|(_, reach)| *reach).collect();
        for (i, &(s, p)) in flat.iter().enumerate() {
            for &(t, q) in &flat[i + 1..] {
                let (low, high) = (p[0].max(q[0]), p[1].min(q[1]));
                if low >= high {
                    continue;
                }
                let [from, to] = [low, high].map(|at| height(s, at) - height(t, at));
                for limit in [0, 10, oracle.step, oracle.head_room].map(|limit| limit as f64) {
                    for limit in [limit, -limit] {
                        if (from < limit) != (to < limit) {
                            ends.push(low + (limit - from) / (to - from) * (high - low));
                        }
                    }
                }
            }
        }
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        let mut slice = Slice { level, intervals: Vec::new() };
        for pair in ends.windows(2).filter(|pair| pair[1] - pair[0] >= NARROW) {
            let mut at = [level, level];
            at[axis] = ((pair[0] + pair[1]) / 2.0).round() as i64;
            let hits = oracle.hits(at);
            let first = self.spots.len();
            for hit in hits.iter().filter(|hit| oracle.is_walkable(&hits, hit)) {
                self.parent.push(self.spots.len());
                self.spots.push(Spot { at, height: hit.height.value(), triangle: hit.triangle, axis });
            }
            let spots = first..self.spots.len();
            // From the interval before, unless there are narrow ones in between.
            if let Some(before) = slice.intervals.last().filter(|before| before.ends[1] == pair[0]) {
                for i in before.spots.clone() {
                    for j in spots.clone() {
                        let z = [i, j].map(|spot: usize| height(self.spots[spot].triangle, pair[0]));
                        let sheet = upright.iter().any(|&(t, reach)| {
                            let here = reach[0] <= pair[0] + 1e-6 && pair[0] <= reach[1] + 1e-6;
                            here && blocks(oracle, &oracle.triangles[t], axis, level, z)
                        });
                        if (z[0] - z[1]).abs() <= oracle.step as f64 + 0.01 && !sheet {
                            self.unite(i, j);
                        }
                    }
                }
            }
            slice.intervals.push(Interval { ends: [pair[0], pair[1]], spots });
        }
        slice
    }
}

impl Slice {
    /// The spots around a point of the slice.
    fn interval(&self, at: i64) -> Option<std::ops::Range<usize>> {
        let at = at as f64;
        let found = self.intervals.iter().find(|i| i.ends[0] < at && at < i.ends[1]);
        found.map(|interval| interval.spots.clone())
    }
}

/// From where to where a triangle, seen from above, reaches along a slice.
fn crossing(triangle: &Triangle, axis: usize, level: i64) -> Option<[f64; 2]> {
    let ends: Vec<f64> = cut_edges(triangle, axis, level).map(|(at, _)| at).collect();
    let low = ends.iter().copied().fold(f64::MAX, f64::min);
    let high = ends.iter().copied().fold(f64::MIN, f64::max);
    (ends.len() == 2).then_some([low, high])
}

/// Where the edges of a triangle meet a slice, and how high.
fn cut_edges(triangle: &Triangle, axis: usize, level: i64) -> impl Iterator<Item = (f64, f64)> + '_ {
    (0..3).filter_map(move |k| {
        let (a, b) = (triangle.corners[k], triangle.corners[(k + 1) % 3]);
        let (u, v) = ((a[1 - axis] - level) as f64, (b[1 - axis] - level) as f64);
        let f = u / (u - v);
        let between = |k: usize| a[k] as f64 + f * (b[k] - a[k]) as f64;
        (u * v < 0.0).then(|| (between(axis), between(2)))
    })
}

/// The height of a triangle's plane at a point of a slice.
fn plane_height(triangle: &Triangle, axis: usize, level: i64, at: f64) -> f64 {
    let [x, y, z] = triangle.corners[0].map(|v| v as f64);
    let [dx, dy] = triangle.gradient();
    let mut place = [level as f64; 2];
    place[axis] = at;
    z + dx * (place[0] - x) + dy * (place[1] - y)
}

/// Whether an upright triangle is in the way between two floors where a slice meets it: a sheet that reaches into the space between a step
/// and the head room above one of them. Solids are not sheets; they take space.
fn blocks(oracle: &Oracle, triangle: &Triangle, axis: usize, level: i64, floors: [f64; 2]) -> bool {
    let heights: Vec<f64> = cut_edges(triangle, axis, level).map(|(_, z)| z).collect();
    let low = heights.iter().copied().fold(f64::MAX, f64::min);
    let high = heights.iter().copied().fold(f64::MIN, f64::max);
    let (step, head) = (oracle.step as f64, oracle.head_room as f64);
    let crosses = |z: f64| high > z + step + 0.01 && low < z + head - 0.01;
    triangle.body == Body::Open && floors.into_iter().any(crosses)
}
