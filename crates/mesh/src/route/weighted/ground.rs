//! What the ground costs: weights along straight lines.
//!
//! Idea. Cut a line where it crosses borders of regions; in between its weight does not change, and one look at the middle tells.
//!
//! Prepared once for a mesh, whatever the weights: for each layer
//! 1. a raster of buckets, each with the border edges that run through it;
//! 2. for each bucket without borders the region that it is in.
//!
//! A line then
//! 3. is cut into stretches where it goes from layer to layer;
//! 4. a stretch that meets no bucket with borders is in one region, that of any of its places;
//! 5. any other is cut at the borders in its buckets, and where a border that runs along it begins and ends. Of each piece the places just
//!    beside its middle tell the weight, and the smaller one counts: a line may run along a border.
//!
//! Cost: a line takes as long as it has buckets and borders in them. Preparation is linear in buckets and borders.
//! Degenerate: regions with fewer than three corners are nothing; of rings that cross themselves parity decides. A piece in a closed region that
//! is shorter than [`SKIN`] is a touch by rounding and does not count as entering it.

use crate::index::Index;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::{Point, along, bounds, contains, cross, distance, dot, sub};
use crate::route::leg::Leg;
use crate::route::refusal::NoRoute;
use crate::route::route::Route;
use crate::route::weights::Weights;
use crate::scene::{LayerId, Region};

/// Something this near to a border is on it. \[m\] A hundredth of a grid unit, a thousand times the rounding.
pub(crate) const SKIN: f64 = 1e-6;

/// Width of a bucket, where there are not too many of them. \[m\] As far as steps of a search reach.
const WIDTH: f64 = 2.0;

/// Most buckets of a layer.
const MOST_BUCKETS: f64 = 250_000.0;

/// How far chords of curves may be off where costs are measured. \[m\]
const CHORD: f64 = 1e-4;

/// What the ground of a mesh costs: its regions, with the weights of a profile.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    floors: Vec<Floor>,
    /// The smallest weight.
    pub(crate) least: f64,
    /// Whether some region is closed.
    pub(crate) closes: bool,
    /// Whether all weights are 1.
    pub(crate) is_plain: bool,
}

/// The regions of a layer.
#[derive(Clone, Debug, Default)]
struct Floor {
    regions: Vec<Region>,
    weights: Vec<f64>,
    /// Which regions may contain a place.
    areas: Index,
    edges: Vec<BorderEdge>,
    origin: Point,
    per_meter: f64,
    columns: usize,
    rows: usize,
    /// Where the edges of each bucket begin in the list.
    starts: Vec<u32>,
    list: Vec<u32>,
    /// For each bucket without edges the region that it is in.
    calm: Vec<Option<u32>>,
}

/// A side of a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BorderEdge {
    pub(crate) ends: [Point; 2],
    /// The edges before and after it around the region.
    pub(crate) beside: [u32; 2],
}

impl Mesh {
    /// What a route costs: its length, where each piece counts as many times as the weight of its region says. Infinite if it enters a closed
    /// region. Curved legs are measured along chords within 0.1 mm of them.
    pub fn cost(&self, route: &Route, weights: &Weights) -> f64 {
        let mut ground = Ground::default();
        ground.prepare(self, weights);
        ground.cost_of(self, route)
    }
}

impl Ground {
    /// The regions of a mesh with weights. They stay what they are when obstacles and doors come and go.
    ///
    /// # Errors
    /// If a weight is not more than 0.
    pub fn new(mesh: &Mesh, weights: &Weights) -> Result<Self, NoRoute> {
        weights.check()?;
        let mut ground = Self::default();
        ground.prepare(mesh, weights);
        Ok(ground)
    }

    /// Whether all of it costs the same: then the cost of a line is its length.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Steps 1 and 2, but for what is prepared already.
    pub(crate) fn prepare(&mut self, mesh: &Mesh, weights: &Weights) {
        self.floors.resize_with(mesh.layers.len(), Floor::default);
        (self.least, self.closes, self.is_plain) = (1.0, false, true);
        for (floor, layer) in self.floors.iter_mut().zip(&mesh.layers) {
            if floor.regions[..] != layer.regions[..] {
                *floor = Floor::new(&layer.regions);
            }
            floor.weights.clear();
            for region in &floor.regions {
                let weight = weights.of(&region.label);
                floor.weights.push(weight);
                self.least = self.least.min(weight);
                self.closes |= weight.is_infinite();
                self.is_plain &= weight == 1.0;
            }
        }
    }

    /// What a route costs.
    pub(crate) fn cost_of(&self, mesh: &Mesh, route: &Route) -> f64 {
        let mut from = route.from;
        let mut cuts = Vec::new();
        route.legs.iter().map(|leg| self.leg(mesh, &mut from, leg, &mut cuts)).sum()
    }

    /// What a leg costs; the position moves to its end.
    pub(crate) fn leg(&self, mesh: &Mesh, from: &mut Position, leg: &Leg, cuts: &mut Vec<f64>) -> f64 {
        if let Leg::Line { to, .. } = *leg {
            return self.line(mesh, from, to, cuts);
        }
        let mut points = Vec::new();
        leg.add_points(CHORD, &mut points);
        let (mut cost, mut length) = (0.0, 0.0);
        for to in points {
            length += distance(from.at, to);
            cost += self.line(mesh, from, to, cuts);
        }
        // Chords are a little shorter.
        if length > 0.0 { cost * (leg.length() / length) } else { cost }
    }

    // Step 3.
    /// What a straight line on the surface costs; the position moves to its end. The list is memory for the next line; what is in it does not
    /// matter. The mesh is the one that the ground was made for, whatever has changed there since.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn line(&self, mesh: &Mesh, from: &mut Position, to: [f64; 2], cuts: &mut Vec<f64>) -> f64 {
        let (a, mut since, mut cost) = (from.at, 0.0, 0.0);
        let d = sub(to, a);
        let last = mesh.layers_along(from.layer, a, to, |layer, t| {
            cost += self.stretch(layer, along(a, d, since), along(a, d, t), cuts);
            since = t;
        });
        *from = Position { at: to, layer: last };
        cost + self.stretch(last, if since > 0.0 { along(a, d, since) } else { a }, to, cuts)
    }

    /// The weight of a place; on a border the smallest one nearby.
    pub(crate) fn weight(&self, position: Position) -> f64 {
        let floor = &self.floors[position.layer.0 as usize];
        let around = [[0.0, 0.0], [SKIN, 0.0], [-SKIN, 0.0], [0.0, SKIN], [0.0, -SKIN]];
        around.iter().map(|&off| floor.weight(along(position.at, off, 1.0))).fold(f64::INFINITY, f64::min)
    }

    /// A border edge of a layer.
    pub(crate) fn edge(&self, layer: LayerId, edge: u32) -> BorderEdge {
        self.floors[layer.0 as usize].edges[edge as usize]
    }

    /// Calls back for the border edges in a box on a layer, some of them twice.
    pub(crate) fn each_edge(&self, layer: LayerId, [low, high]: [Point; 2], mut each: impl FnMut(u32)) {
        let floor = &self.floors[layer.0 as usize];
        if self.is_plain || floor.edges.is_empty() || !floor.overlaps([low, high]) {
            return;
        }
        for row in floor.row(low[1])..=floor.row(high[1]) {
            for column in floor.column(low[0])..=floor.column(high[0]) {
                floor.bucket(row * floor.columns + column).iter().for_each(|&edge| each(edge));
            }
        }
    }

    /// Calls back for the border edges that a straight line crosses, with the part of the way there, some of them twice.
    pub(crate) fn each_crossing(&self, layer: LayerId, a: Point, b: Point, mut each: impl FnMut(f64, u32)) {
        let floor = &self.floors[layer.0 as usize];
        floor.each_bucket(a, b, |edges| {
            for &edge in edges {
                if let Some(t) = crossing(a, b, floor.edges[edge as usize].ends) {
                    each(t, edge);
                }
            }
        });
    }

    /// Steps 4 and 5: what a straight line on a layer costs.
    fn stretch(&self, layer: LayerId, a: Point, b: Point, cuts: &mut Vec<f64>) -> f64 {
        let length = distance(a, b);
        let floor = &self.floors[layer.0 as usize];
        if self.is_plain || floor.edges.is_empty() || length == 0.0 {
            return length;
        }
        cuts.clear();
        let mut is_calm = true;
        floor.each_bucket(a, b, |edges| {
            is_calm &= edges.is_empty();
            for &edge in edges {
                let ends = floor.edges[edge as usize].ends;
                cuts.extend(crossing(a, b, ends));
                cuts.extend(ends.iter().filter_map(|&end| beside(a, b, end)));
            }
        });
        if is_calm {
            return length * floor.weight(a);
        }
        cuts.push(1.0);
        cuts.sort_unstable_by(f64::total_cmp);
        let d = sub(b, a);
        let normal = [-d[1] * SKIN / length, d[0] * SKIN / length];
        let (mut since, mut cost) = (0.0, 0.0);
        for &t in &*cuts {
            let piece = (t - since) * length;
            if piece > 0.0 {
                let middle = along(a, d, f64::midpoint(since, t));
                let weight =
                    floor.weight(along(middle, normal, 1.0)).min(floor.weight(along(middle, normal, -1.0)));
                cost += piece * if piece < SKIN && weight.is_infinite() { 1.0 } else { weight };
                since = t;
            }
        }
        cost
    }
}

impl Floor {
    fn new(regions: &[Region]) -> Self {
        let mut floor = Self { regions: regions.to_vec(), ..Self::default() };
        let flat = |region: &Region| region.polygon.iter().map(|&[x, y, _]| [x, y]).collect::<Vec<Point>>();
        let polygons: Vec<(u32, Vec<Point>)> =
            (0u32..).zip(regions.iter().map(flat)).filter(|(_, polygon)| polygon.len() > 2).collect();
        for (_, polygon) in &polygons {
            let first = floor.edges.len() as u32;
            let sides = (0..polygon.len()).map(|k| [polygon[k], polygon[(k + 1) % polygon.len()]]);
            let sides: Vec<[Point; 2]> = sides.filter(|[a, b]| a != b).collect();
            let count = sides.len() as u32;
            for (k, ends) in (0..count).zip(sides) {
                let beside = [first + (k + count - 1) % count, first + (k + 1) % count];
                floor.edges.push(BorderEdge { ends, beside });
            }
        }
        if floor.edges.is_empty() {
            return floor;
        }
        let [low, high] = bounds(polygons.iter().flat_map(|(_, polygon)| polygon.iter().copied()));
        floor.areas = Index::new([low, high], polygons.iter().map(|(region, polygon)| (*region, polygon)));
        floor.enter_edges(low, high);
        floor
    }

    /// Steps 1 and 2.
    fn enter_edges(&mut self, low: Point, high: Point) {
        let size = [high[0] - low[0] + WIDTH, high[1] - low[1] + WIDTH];
        let width =
            WIDTH.max((size[0] * size[1] / MOST_BUCKETS).sqrt()).max(size[0].max(size[1]) / MOST_BUCKETS);
        self.origin = [low[0] - width / 4.0, low[1] - width / 4.0];
        self.per_meter = 1.0 / width;
        self.columns = (size[0] / width) as usize + 1;
        self.rows = (size[1] / width) as usize + 1;
        let mut entries: Vec<[u32; 2]> = Vec::new();
        for (edge, &BorderEdge { ends: [a, b], .. }) in (0u32..).zip(&self.edges) {
            self.each_bucket_index(a, b, |bucket| entries.push([bucket as u32, edge]));
        }
        entries.sort_unstable();
        let count = self.columns * self.rows;
        self.starts = vec![0; count + 1];
        for &[bucket, _] in &entries {
            self.starts[bucket as usize + 1] += 1;
        }
        for bucket in 0..count {
            self.starts[bucket + 1] += self.starts[bucket];
        }
        self.list = entries.into_iter().map(|[_, edge]| edge).collect();
        let center = |bucket: usize| {
            let place = [(bucket % self.columns) as f64 + 0.5, (bucket / self.columns) as f64 + 0.5];
            along(self.origin, place, width)
        };
        let calm = (0..count)
            .map(|bucket| self.bucket(bucket).is_empty().then(|| self.region(center(bucket))).flatten());
        self.calm = calm.collect();
    }

    /// The region that a place is in: of several the last.
    fn region(&self, at: Point) -> Option<u32> {
        // Lists are in the order of the regions.
        let inside = |&region: &u32| contains(&self.regions[region as usize].polygon, at);
        self.areas.at(at).iter().rev().copied().find(inside)
    }

    fn weight(&self, at: Point) -> f64 {
        let column = (at[0] - self.origin[0]) * self.per_meter;
        let row = (at[1] - self.origin[1]) * self.per_meter;
        if !(column >= 0.0 && column < self.columns as f64 && row >= 0.0 && row < self.rows as f64) {
            return 1.0;
        }
        let bucket = row as usize * self.columns + column as usize;
        let region = if self.bucket(bucket).is_empty() { self.calm[bucket] } else { self.region(at) };
        region.map_or(1.0, |region| self.weights[region as usize])
    }

    #[inline]
    fn bucket(&self, bucket: usize) -> &[u32] {
        &self.list[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.origin[0]) * self.per_meter).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.origin[1]) * self.per_meter).max(0.0) as usize).min(self.rows - 1)
    }

    fn overlaps(&self, [low, high]: [Point; 2]) -> bool {
        let size = [self.columns as f64 / self.per_meter, self.rows as f64 / self.per_meter];
        (0..2).all(|axis| high[axis] >= self.origin[axis] && low[axis] <= self.origin[axis] + size[axis])
    }

    /// The lists of the buckets that a straight line runs through, and perhaps of some beside it.
    fn each_bucket(&self, a: Point, b: Point, mut each: impl FnMut(&[u32])) {
        if !self.edges.is_empty() {
            self.each_bucket_index(a, b, |bucket| each(self.bucket(bucket)));
        }
    }

    fn each_bucket_index(&self, a: Point, b: Point, mut each: impl FnMut(usize)) {
        if !self.overlaps(bounds([a, b])) {
            return;
        }
        let (below, above) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let (first, last) = (self.row(below[1] - SKIN), self.row(above[1] + SKIN));
        let slope = (above[0] - below[0]) / (above[1] - below[1]);
        for row in first..=last {
            // The part of the line in the row; in a single row all of it.
            let (mut from, mut to) = (below[0], above[0]);
            if first != last {
                let bottom = self.origin[1] + row as f64 / self.per_meter;
                let top = bottom + 1.0 / self.per_meter;
                if row > first && below[1] < bottom {
                    from = below[0] + (bottom - below[1]) * slope;
                }
                if row < last && above[1] > top {
                    to = below[0] + (top - below[1]) * slope;
                }
            }
            for column in self.column(from.min(to) - SKIN)..=self.column(from.max(to) + SKIN) {
                each(row * self.columns + column);
            }
        }
    }
}

/// At which part of the way from a to b it crosses or touches an edge that is not parallel.
fn crossing(a: Point, b: Point, [c, d]: [Point; 2]) -> Option<f64> {
    let (u, v) = (sub(b, a), sub(d, c));
    let turn = cross(u, v);
    if turn == 0.0 {
        return None;
    }
    let to = sub(c, a);
    let (t, s) = (cross(to, v) / turn, cross(to, u) / turn);
    (t > 0.0 && t < 1.0 && (-1e-9..=1.0 + 1e-9).contains(&s)).then_some(t)
}

/// At which part of the way from a to b a place is on it.
fn beside(a: Point, b: Point, z: Point) -> Option<f64> {
    let (d, to) = (sub(b, a), sub(z, a));
    let length_sq = dot(d, d);
    let (t, off) = (dot(to, d) / length_sq, cross(d, to));
    (t > 0.0 && t < 1.0 && off * off <= SKIN * SKIN * length_sq).then_some(t)
}
