//! Inputs of any size with a known structure.

use super::{Random, Segment, disjoint};
use crate::site::{GridPoint, MAX_COORD};

/// `m * m` squares of random size and angle, one in every cell of a grid, inside a box of four walls:
/// `4 * m * m + 4` segments. A cell is 1000 units wide, a square 400 to 550.
pub fn squares(m: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut segments = Vec::with_capacity(4 * m * m + 4);
    let half = 500 * m as i32;
    outline(&mut segments, &rectangle(GridPoint::new(-half, -half), GridPoint::new(half, half)));
    for i in 0..m * m {
        let corner = GridPoint::new((i % m) as i32 * 1000 - half, (i / m) as i32 * 1000 - half);
        // Half the diagonal is at most 390, so that 100 to either side still keeps within the cell.
        let center = GridPoint::new(
            corner.x + 500 + random.range(-100, 101),
            corner.y + 500 + random.range(-100, 101),
        );
        let side = 400.0 + 150.0 * random.unit();
        let v = random.vector(side * 0.5f64.sqrt());
        outline(&mut segments, &square(center, v));
    }
    segments
}

/// `n` segments of mixed length, from a few units to an eighth of the box: small ones as likely as large ones.
///
/// The box is 2^26 units wide. Where a segment finds no room it is tried elsewhere, and shorter
/// after a while, so that there are always `n`.
pub fn random_disjoint(n: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut buckets = Buckets::new(n, MAX_COORD / 2);
    for _ in 0..n {
        // 2^2 to 2^23: the exponent and the leading digits are each uniform.
        let mut length = (1.0 + random.unit()) * f64::from(1 << random.range(2, 23));
        loop {
            if (0..4).any(|_| {
                let a = random.point(-MAX_COORD / 2, MAX_COORD / 2);
                let v = random.vector(length);
                buckets.add(&[[a, GridPoint::new(a.x + v.x, a.y + v.y)]])
            }) {
                break;
            }
            length = (length / 2.0).max(2.0);
        }
    }
    buckets.segments
}

/// A comb: a back of `n - 1` pieces and `n >= 1` long teeth on it, `2 * n - 1` segments. Every
/// place between two teeth has them at the same distance.
pub fn comb(n: usize) -> Vec<Segment> {
    let at = |i: usize, y: i32| GridPoint::new(10 * i as i32, y);
    let back = (1..n).map(|i| [at(i - 1, 0), at(i, 0)]);
    back.chain((0..n).map(|i| [at(i, 0), at(i, 1 << 20)])).collect()
}

/// `n` parallel segments 2^25 units long, one unit apart, their ends a little ragged.
pub fn needles(n: usize) -> Vec<Segment> {
    let ragged = |i: usize| (i * i % 7) as i32;
    let at = |x: i32, i: usize| GridPoint::new(x, i as i32 - n as i32 / 2);
    (0..n).map(|i| [at(-(1 << 24) - ragged(i), i), at((1 << 24) + ragged(i + 3), i)]).collect()
}

/// `n` parallel segments some 2^26 units long, each some 2^-26 units from the next: as near as
/// segments of this length on the grid can be without touching.
pub fn needles_diagonal(n: usize) -> Vec<Segment> {
    // Direction (2k + 1, 2k) and steps of (1, 1): their cross product is 1.
    let k = 1 << 24;
    let at = |c: i32, i: usize| GridPoint::new(c + (c + k) / (2 * k) + i as i32, c + i as i32);
    (0..n).map(|i| [at(-k, i), at(k, i)]).collect()
}

/// Walls of a maze: a random spanning tree of the nodes of a square grid, of at most `n` unit walls
/// and more than `n - 2 * sqrt(n + 1)`; a unit is 1000. So there are no closed rooms.
pub fn maze(n: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let m = (n + 1).isqrt();
    let mut edges: Vec<[usize; 2]> = Vec::with_capacity(2 * m * m);
    for i in 0..m * m {
        if i % m + 1 < m {
            edges.push([i, i + 1]);
        }
        if i + m < m * m {
            edges.push([i, i + m]);
        }
    }
    random.shuffle(&mut edges);
    // Kruskal: an edge joins the tree if it joins two parts.
    let mut part: Vec<usize> = (0..m * m).collect();
    edges.retain(|&[a, b]| {
        let (a, b) = (root(&mut part, a), root(&mut part, b));
        part[a] = b;
        a != b
    });
    let at = |i: usize| GridPoint::new(1000 * (i % m) as i32, 1000 * (i / m) as i32);
    edges.iter().map(|edge| edge.map(at)).collect()
}

/// `m * m` axis-parallel squares of 600 units in cells of 1000: `4 * m * m` segments, every crossing
/// of the lanes between them a place with four nearest corners.
pub fn grid_squares(m: usize) -> Vec<Segment> {
    let mut segments = Vec::with_capacity(4 * m * m);
    for i in 0..m * m {
        let (x, y) = ((i % m) as i32 * 1000, (i / m) as i32 * 1000);
        outline(&mut segments, &rectangle(GridPoint::new(x, y), GridPoint::new(x + 600, y + 600)));
    }
    segments
}

/// The black cells of an `m` by `m` chessboard: squares of 1000 units whose corners touch.
/// Four segments for each of the `(m * m + 1) / 2` squares.
pub fn lattice(m: usize) -> Vec<Segment> {
    let mut segments = Vec::with_capacity(2 * m * m + 2);
    for i in (0..m * m).filter(|i| (i % m + i / m).is_multiple_of(2)) {
        let (x, y) = ((i % m) as i32 * 1000, (i / m) as i32 * 1000);
        outline(&mut segments, &rectangle(GridPoint::new(x, y), GridPoint::new(x + 1000, y + 1000)));
    }
    segments
}

/// One polygon of `n >= 3` sides with its corners near a circle of radius 2^25: the center is almost
/// equally far from all of them. For `n` up to a million.
pub fn polygon(n: usize) -> Vec<Segment> {
    let radius = f64::from(1 << 25);
    // A quarter of the circle is (1 - t², 2t) / (1 + t²) for t in 0..1; sides differ in length by a factor of 2.
    let corners: Vec<GridPoint> = (0..n)
        .map(|i| {
            let t = (4 * i % n) as f64 / n as f64;
            let scale = radius / (1.0 + t * t);
            let (x, y) = (((1.0 - t * t) * scale).round() as i32, (2.0 * t * scale).round() as i32);
            match 4 * i / n {
                0 => GridPoint::new(x, y),
                1 => GridPoint::new(-y, x),
                2 => GridPoint::new(-x, -y),
                _ => GridPoint::new(y, -x),
            }
        })
        .collect();
    let mut segments = Vec::with_capacity(n);
    outline(&mut segments, &corners);
    segments
}

/// `n` segments in chains of up to 32: all of a chain on one line, end to end with a gap here and
/// there, each link longer than the one before, every other chain slanted.
pub fn chain(n: usize) -> Vec<Segment> {
    let link = |i: usize| {
        let (row, k) = ((i / 32) as i32, (i % 32) as i32);
        // A slanted chain rises by 32 * 33 units, less than the 1500 to the next.
        let step = if row % 2 == 0 { (16, 0) } else { (16, 1) };
        let (mut from, mut to) = (k * (k + 1), (k + 1) * (k + 2));
        // Every seventh link has a gap on both sides.
        if k % 7 == 3 {
            (from, to) = (from + 1, to - 1);
        }
        let at = |s: i32| GridPoint::new(s * step.0, s * step.1 + 1500 * row);
        [at(from), at(to)]
    };
    (0..n).map(link).collect()
}

/// Halls of a building: a box, long walls with doors, and rotated square pillars between them;
/// the most segments of this kind that are at most `n >= 50`, about nine in ten of them pillars.
pub fn walls_and_pillars(n: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    // Of m * m pillars in halls 4 pillars wide; a wall between halls has a door somewhere.
    let count = |m: usize| 4 * m * m + 4 + 2 * ((m - 1) / 4);
    let m = (1..).take_while(|&m| count(m) <= n).last().unwrap_or(1);
    let size = 1000 * m as i32;
    let mut segments = Vec::with_capacity(count(m));
    outline(&mut segments, &rectangle(GridPoint::new(-100, -100), GridPoint::new(size + 100, size + 100)));
    for y in (4..m).step_by(4).map(|row| 1000 * row as i32) {
        let door = random.range(0, size - 200);
        segments.push([GridPoint::new(0, y), GridPoint::new(door.max(1), y)]);
        segments.push([GridPoint::new(door + 150, y), GridPoint::new(size, y)]);
    }
    for i in 0..m * m {
        let corner = GridPoint::new((i % m) as i32 * 1000, (i / m) as i32 * 1000);
        let center = GridPoint::new(corner.x + random.range(200, 801), corner.y + random.range(200, 801));
        let size = 20.0 + 130.0 * random.unit();
        outline(&mut segments, &square(center, random.vector(size)));
    }
    segments
}

/// `n` segments that share the end `(0, 0)`, in `n` different directions, of very different lengths.
pub fn star(n: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let origin = GridPoint::new(0, 0);
    let mut tips: Vec<GridPoint> = Vec::new();
    while tips.len() < n {
        let length = f64::from(1 << random.range(7, 26)) * (1.0 + random.unit());
        tips.push(random.vector(length));
        if tips.len() == n {
            // Of those in one direction keep one, by exact order of the angle, then go on.
            let upper = |p: &GridPoint| p.y > 0 || (p.y == 0 && p.x > 0);
            let cross = |p: &GridPoint, q: &GridPoint| p.minus(origin).cross(q.minus(origin));
            tips.sort_by(|p, q| upper(q).cmp(&upper(p)).then_with(|| 0.cmp(&cross(p, q))));
            tips.dedup_by(|p, q| upper(p) == upper(q) && cross(p, q) == 0);
        }
    }
    random.shuffle(&mut tips);
    tips.into_iter().map(|tip| [origin, tip]).collect()
}

/// `n` thin triangles, thousands of units long and at most three wide: `3 * n` segments.
pub fn slivers(n: usize, seed: u64) -> Vec<Segment> {
    let mut random = Random::new(seed);
    let mut buckets = Buckets::new(n, MAX_COORD / 2);
    let mut length = 3e6;
    while buckets.segments.len() < 3 * n {
        let a = random.point(-MAX_COORD / 2, MAX_COORD / 2);
        let size = (length * random.unit()).max(1000.0);
        let v = random.vector(size);
        let b = GridPoint::new(a.x + v.x, a.y + v.y);
        // Beside one of the ends or beside the middle, by a unit or two.
        let by = random.point(-2, 3);
        let along = random.range(0, 3);
        let c = GridPoint::new(a.x + v.x / 2 * along + by.x, a.y + v.y / 2 * along + by.y);
        let triangle = [[a, b], [b, c], [c, a]];
        let proper = a != c && b != c && super::side([a, b], c) != 0;
        if !proper || !buckets.add(&triangle) {
            // Shorter ones find room in the end.
            length = (length * 0.999).max(2000.0);
        }
    }
    buckets.segments
}

/// The closed polygon through the corners.
fn outline(segments: &mut Vec<Segment>, corners: &[GridPoint]) {
    segments.extend((0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]));
}

/// The corners of an axis-parallel rectangle, counter-clockwise.
fn rectangle(low: GridPoint, high: GridPoint) -> [GridPoint; 4] {
    [low, GridPoint::new(high.x, low.y), high, GridPoint::new(low.x, high.y)]
}

/// The corners of the square with a corner at `center + v`, counter-clockwise.
fn square(center: GridPoint, v: GridPoint) -> [GridPoint; 4] {
    [(v.x, v.y), (-v.y, v.x), (-v.x, -v.y), (v.y, -v.x)]
        .map(|(x, y)| GridPoint::new(center.x + x, center.y + y))
}

/// The representative of a part, with the path to it halved.
fn root(part: &mut [usize], mut i: usize) -> usize {
    while part[i] != i {
        part[i] = part[part[i]];
        i = part[i];
    }
    i
}

/// Disjoint segments in a square, and for every cell of a grid those that may meet it.
struct Buckets {
    segments: Vec<Segment>,
    cells: Vec<Vec<u32>>,
    /// Cells in a row.
    width: i32,
    /// The square has corners `(-half, -half)` and `(half, half)`.
    half: i32,
}

impl Buckets {
    fn new(n: usize, half: i32) -> Self {
        let width = (n.isqrt() as i32).clamp(1, 1024);
        Self { segments: Vec::new(), cells: vec![Vec::new(); (width * width) as usize], width, half }
    }

    /// Adds the segments if they lie in the square and are disjoint from those before;
    /// they must be disjoint from one another.
    fn add(&mut self, new: &[Segment]) -> bool {
        let inside = |p: &GridPoint| p.x.abs() <= self.half && p.y.abs() <= self.half;
        let free = |s: &Segment| {
            self.meets(*s)
                .iter()
                .all(|&c| self.cells[c].iter().all(|&t| disjoint(*s, self.segments[t as usize])))
        };
        if !new.iter().all(|s| s.iter().all(inside) && free(s)) {
            return false;
        }
        for &s in new {
            for c in self.meets(s) {
                self.cells[c].push(self.segments.len() as u32);
            }
            self.segments.push(s);
        }
        true
    }

    /// The cells that the segment meets, and a few more.
    fn meets(&self, s: Segment) -> Vec<usize> {
        let size = 2.0 * f64::from(self.half) / f64::from(self.width);
        let cell = |v: f64| (((v + f64::from(self.half)) / size).floor() as i32).clamp(0, self.width - 1);
        let [a, b] = if s[0].x <= s[1].x { s } else { [s[1], s[0]] };
        let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(f64::from);
        let slope = (by - ay) / (bx - ax).max(1.0);
        let mut met = Vec::new();
        for column in cell(ax)..=cell(bx) {
            // The heights at which the segment enters and leaves the column, one unit wider for the rounding.
            let left = f64::from(column) * size - f64::from(self.half);
            let (x0, x1) = (left.max(ax), (left + size).min(bx));
            let (y0, y1) =
                if bx - ax < 1.0 { (ay, by) } else { (ay + (x0 - ax) * slope, ay + (x1 - ax) * slope) };
            let rows = cell(y0.min(y1) - 1.0)..=cell(y0.max(y1) + 1.0);
            met.extend(rows.map(|row| (row * self.width + column) as usize));
        }
        met
    }
}
