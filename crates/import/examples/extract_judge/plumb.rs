//! What is walkable on a vertical line through a large model, by the definition.
//!
//! Idea: triangles are sorted into squares seen from above; a line looks at those of its square. Heights are floats, in units of the grid of
//! 0.1 mm on which all corners are. They are right to a millionth of a unit, and differences that near to a limit count as equal to it.
//!
//! 1. Corners are moved to the grid. Triangles of a part that share an edge are a body, which is closed if every edge is used as often
//!    one way as the other and it has a volume. If that is negative, it is turned inside out, or a room seen from inside if another
//!    body is within its bounds or there is no other.
//! 2. The line meets triangles at heights, which are sorted.
//! 3. A floor among them is walkable by the rules: a, nothing to walk on below the head room; b, nothing between step and head room; c, not
//!    under something that begins below the step and ends above it; d, not inside of a solid.
//!
//! Cost: the triangles of a square for each line.

use throng_import::{ExtractOptions, Model};

/// Units of the grid in a meter.
pub(crate) const UNITS: f64 = 1e4;

/// Heights nearer to a limit than this are equal to it. \[units\]
const EQUAL: f64 = 1e-6;

/// Planes that rise from each other by less are parallel: over the widest model that is a tenth of a unit.
const PARALLEL: f64 = 1e-9;

/// What is nearer above a floor is no obstacle to it. \[units\]
const EPS: f64 = 10.0;

/// A model, ready to be met by lines.
#[derive(Debug)]
pub(crate) struct Plumb {
    faces: Vec<Face>,
    low: [f64; 2],
    size: [usize; 2],
    side: f64,
    /// The faces of each square, also upright ones for their edges.
    squares: Vec<Vec<u32>>,
    step: f64,
    head_room: f64,
}

/// A triangle on the grid. \[units\]
#[derive(Debug)]
struct Face {
    corners: [[f64; 3]; 3],
    /// 1 if it faces up, -1 if down, 0 if it is upright.
    facing: i32,
    is_floor: bool,
    is_solid: bool,
    /// Rise in x and in y.
    gradient: [f64; 2],
}

/// Where a line meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// \[units\]
    pub(crate) height: f64,
    face: u32,
}

impl Plumb {
    pub(crate) fn new(model: &Model, options: &ExtractOptions) -> Self {
        let mut faces = Vec::with_capacity(model.triangles.len());
        let steepest = libm::tan((options.slope + 0.5).min(89.999).to_radians());
        // Step 1.
        let (mut triangles, mut of, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
        for part in &model.parts {
            let range = part.triangles.start as usize..part.triangles.end as usize;
            // What is between two units goes up, also below 0.
            let corners =
                |t: &[u32; 3]| t.map(|v| model.vertices[v as usize].map(|c| (c * UNITS + 0.5).floor()));
            let own: Vec<[[f64; 3]; 3]> = model.triangles[range].iter().map(corners).collect();
            add_bodies(&own, &mut of, &mut bodies);
            triangles.extend(own);
        }
        let is_solid: Vec<bool> = (0..bodies.len()).map(|b| is_solid(&bodies, b)).collect();
        for (t, &b) in triangles.iter().zip(&of) {
            let is_turned = is_solid[b] && bodies[b].volume < 0;
            let t = if is_turned { [t[0], t[2], t[1]] } else { *t };
            let [u, v] = [1, 2].map(|k| [0, 1, 2].map(|j| t[k][j] - t[0][j]));
            let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let gradient = if n[2] == 0.0 { [0.0; 2] } else { [-n[0] / n[2], -n[1] / n[2]] };
            let steep = (gradient[0] * gradient[0] + gradient[1] * gradient[1]).sqrt();
            let facing = if n[2] > 0.0 { 1 } else { -i32::from(n[2] < 0.0) };
            let is_floor = facing > 0 && steep <= steepest;
            faces.push(Face { corners: t, facing, is_floor, is_solid: is_solid[b], gradient });
        }
        let ends = |k: usize| {
            let all = || faces.iter().flat_map(|face| face.corners).map(|c| c[k]);
            (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max))
        };
        let ((x0, x1), (y0, y1)) = (ends(0), ends(1));
        let area = (x1 - x0 + 1.0) * (y1 - y0 + 1.0);
        let side = (4.0 * area / faces.len().max(1) as f64).sqrt();
        let size = [x1 - x0, y1 - y0].map(|width| (width / side) as usize + 1);
        let mut own = Self {
            faces,
            low: [x0, y0],
            size,
            side,
            squares: vec![Vec::new(); size[0] * size[1]],
            step: (options.step * UNITS).round(),
            head_room: (options.head_room * UNITS).round(),
        };
        for index in 0..own.faces.len() {
            let corners = own.faces[index].corners;
            let least = [0, 1].map(|k| corners.iter().map(|c| c[k]).fold(f64::MAX, f64::min));
            let most = [0, 1].map(|k| corners.iter().map(|c| c[k]).fold(f64::MIN, f64::max));
            // A margin, so that edges are found from the next square as well.
            let ([i0, j0], [i1, j1]) =
                (own.square(least.map(|v| v - 20.0)), own.square(most.map(|v| v + 20.0)));
            for j in j0..=j1 {
                own.squares[j * size[0] + i0..=j * size[0] + i1]
                    .iter_mut()
                    .for_each(|s| s.push(index as u32));
            }
        }
        own
    }

    /// Lower left and upper right corner. \[units\]
    pub(crate) fn bounds(&self) -> [[i64; 2]; 2] {
        let high = [0, 1].map(|k| (self.low[k] + self.size[k] as f64 * self.side) as i64);
        [self.low.map(|v| v as i64), high]
    }

    /// The corner of a triangle. \[units\]
    pub(crate) fn corner(&self, index: usize) -> [i64; 2] {
        let [x, y, _] = self.faces[index / 3].corners[index % 3];
        [x as i64, y as i64]
    }

    pub(crate) fn num_corners(&self) -> usize {
        3 * self.faces.len()
    }

    fn square(&self, at: [f64; 2]) -> [usize; 2] {
        [0, 1].map(|k| (((at[k] - self.low[k]) / self.side).max(0.0) as usize).min(self.size[k] - 1))
    }

    fn around(&self, at: [f64; 2]) -> impl Iterator<Item = (u32, &Face)> {
        let [i, j] = self.square(at);
        self.squares[j * self.size[0] + i].iter().map(|&f| (f, &self.faces[f as usize]))
    }

    /// Step 2: what the line at a place meets, from below.
    pub(crate) fn meetings(&self, at: [f64; 2]) -> Vec<Meeting> {
        let mut met: Vec<Meeting> = self
            .around(at)
            .filter(|(_, face)| face.facing != 0 && face.is_over(at))
            .map(|(index, face)| Meeting { height: face.height(at), face: index })
            .collect();
        met.sort_by(|a, b| a.height.total_cmp(&b.height).then(a.face.cmp(&b.face)));
        met
    }

    pub(crate) fn is_floor(&self, meeting: &Meeting) -> bool {
        self.faces[meeting.face as usize].is_floor
    }

    /// Step 3.
    pub(crate) fn is_walkable(&self, met: &[Meeting], one: &Meeting) -> bool {
        if !self.is_floor(one) {
            return false;
        }
        let (mut low, mut solid) = (0, 0);
        for other in met.iter().filter(|other| other.face != one.face) {
            let face = &self.faces[other.face as usize];
            let above = other.height - one.height;
            if above.abs() <= EQUAL {
                // Of equal floors one is enough.
                if face.is_floor && other.face < one.face {
                    return false;
                }
                continue;
            }
            if above < 0.0 {
                continue;
            }
            if face.is_floor && above < self.head_room - EQUAL {
                return false;
            }
            if above > self.step + EQUAL {
                if above < self.head_room - EQUAL {
                    return false;
                }
                if face.is_solid {
                    solid += face.facing;
                }
            } else if above > EPS + EQUAL {
                low += face.facing;
            }
        }
        low >= 0 && solid <= 0
    }

    /// How far the answer at a place is from changing: the distance to the nearest edge, and to the nearest line where two of what the
    /// line meets are apart by a limit. \[units\]
    pub(crate) fn margin(&self, at: [f64; 2], met: &[Meeting]) -> f64 {
        let edges = self.around(at).map(|(_, face)| face.edge_distance(at));
        let mut margin = edges.fold(f64::MAX, f64::min);
        for (i, a) in met.iter().enumerate() {
            for b in &met[i + 1..] {
                let [p, q] = [a, b].map(|m| self.faces[m.face as usize].gradient);
                let steep = ((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])).sqrt();
                let apart = (b.height - a.height).abs();
                for limit in [0.0, EPS, self.step, self.head_room] {
                    // Parallel planes at a limit are no excuse: that is decided exactly.
                    if steep > PARALLEL {
                        margin = margin.min((apart - limit).abs() / steep);
                    }
                }
            }
        }
        margin
    }
}

impl Face {
    fn is_over(&self, at: [f64; 2]) -> bool {
        let c = &self.corners;
        let sides = [turn(c[0], c[1], at), turn(c[1], c[2], at), turn(c[2], c[0], at)];
        let sign = f64::from(self.facing);
        sides.iter().all(|side| side * sign > 0.0)
    }

    fn height(&self, at: [f64; 2]) -> f64 {
        // From the nearest corner the product is smallest, and so its error.
        let off = |c: &[f64; 3]| (at[0] - c[0]).abs() + (at[1] - c[1]).abs();
        let [a, b, c] = &self.corners;
        let near = [b, c].into_iter().fold(a, |best, c| if off(c) < off(best) { c } else { best });
        near[2] + self.gradient[0] * (at[0] - near[0]) + self.gradient[1] * (at[1] - near[1])
    }

    fn edge_distance(&self, at: [f64; 2]) -> f64 {
        let mut least = f64::MAX;
        for k in 0..3 {
            let (a, b) = (self.corners[k], self.corners[(k + 1) % 3]);
            let (u, p) = ([b[0] - a[0], b[1] - a[1]], [at[0] - a[0], at[1] - a[1]]);
            let length_sq = u[0] * u[0] + u[1] * u[1];
            let along =
                if length_sq > 0.0 { ((p[0] * u[0] + p[1] * u[1]) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
            let off = [p[0] - along * u[0], p[1] - along * u[1]];
            least = least.min((off[0] * off[0] + off[1] * off[1]).sqrt());
        }
        least
    }
}

/// Triangles of a part that hang together.
#[derive(Debug)]
struct Body {
    is_closed: bool,
    /// Six times its volume.
    volume: i128,
    bounds: [[i64; 3]; 2],
}

/// Whether a body is a solid, which may have to be turned: it is closed, and no room.
fn is_solid(bodies: &[Body], body: usize) -> bool {
    let own = &bodies[body];
    if !own.is_closed || own.volume >= 0 {
        return own.is_closed && own.volume > 0;
    }
    let holds = |other: &Body| {
        let [low, high] = other.bounds;
        other.bounds != own.bounds
            && (0..3).all(|k| own.bounds[0][k] <= low[k] && high[k] <= own.bounds[1][k])
    };
    bodies.len() > 1 && !bodies.iter().any(holds)
}

/// Finds the bodies of a part, and the body of each of its triangles.
fn add_bodies(triangles: &[[[f64; 3]; 3]], of: &mut Vec<usize>, bodies: &mut Vec<Body>) {
    let key = |c: [f64; 3]| c.map(|v| v as i64);
    let mut corners: Vec<[i64; 3]> = triangles.iter().flatten().map(|&c| key(c)).collect();
    corners.sort_unstable();
    corners.dedup();
    let number = |c: [f64; 3]| corners.partition_point(|other| *other < key(c)) as u32;
    // Sides by their ends; each direction counts against the other.
    let mut sides: Vec<([u32; 2], u32, i32)> = Vec::with_capacity(3 * triangles.len());
    for (index, t) in triangles.iter().enumerate() {
        let [a, b, c] = t.map(number);
        for (a, b) in [(a, b), (b, c), (c, a)] {
            sides.push(([a.min(b), a.max(b)], index as u32, if a < b { 1 } else { -1 }));
        }
    }
    sides.sort_unstable();
    let mut root: Vec<u32> = (0..triangles.len() as u32).collect();
    let mut odd = Vec::new();
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        for side in edge {
            let (a, b) = (find(&mut root, edge[0].1), find(&mut root, side.1));
            root[a.max(b) as usize] = a.min(b);
        }
        if edge[0].0[0] != edge[0].0[1] && edge.iter().map(|side| side.2).sum::<i32>() != 0 {
            odd.push(edge[0].1);
        }
    }
    // The first triangle of each body comes first, and makes it.
    let first = of.len();
    for (index, t) in triangles.iter().enumerate() {
        let at = find(&mut root, index as u32) as usize;
        if at == index {
            of.push(bodies.len());
            bodies.push(Body { is_closed: true, volume: 0, bounds: [key(t[0]); 2] });
        } else {
            of.push(of[first + at]);
        }
        let body = &mut bodies[of[first + index]];
        let o = key(triangles[at][0]);
        let [a, b, c] = t.map(|p| [0, 1, 2].map(|k| i128::from(key(p)[k] - o[k])));
        let minor = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i];
        body.volume += a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1);
        for corner in t.map(key) {
            let [low, high] = body.bounds;
            body.bounds =
                [[0, 1, 2].map(|k| low[k].min(corner[k])), [0, 1, 2].map(|k| high[k].max(corner[k]))];
        }
    }
    for t in odd {
        bodies[of[first + t as usize]].is_closed = false;
    }
}

fn find(root: &mut [u32], mut id: u32) -> u32 {
    while root[id as usize] != id {
        root[id as usize] = root[root[id as usize] as usize];
        id = root[id as usize];
    }
    id
}

fn turn(a: [f64; 3], b: [f64; 3], p: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}
