//! An oracle for one layer: what is walkable, and how far the nearest obstacle is, by looking at every ring for every question.
//!
//! It knows nothing of grids, diagrams or cells. Rings are split at all their crossings; a piece counts as an obstacle if
//! the places a little to its left and right are not both walkable, or if a line runs there that no opening covers.
//! Slow, in doubles: answers within [`BLUR`] of a border mean nothing.
//!
//! For routes there is another: [`NaiveRoutes`] finds the shortest ones over a [`Ground`] of walls, points and connections, and
//! [`Ground::clearance_of`] is the distance between any route and the obstacles.

mod curve;
mod ground;
mod routes;

pub use ground::Ground;
pub use routes::NaiveRoutes;

pub mod grid;

use crate::change::Obstacle;
use crate::plane::{Point, along, contains, cross, distance, dot, nearest_on_segment, sub};
use crate::scene::{Layer, Ring};

/// How near to a border an answer means nothing. \[m\] The mesh moves borders by a grid unit at most; probes need some room.
pub const BLUR: f64 = 1e-3;

/// The obstacles of one layer.
#[derive(Clone, Debug)]
pub struct Naive<'a> {
    layer: &'a Layer,
    /// Obstacles that came since. Openings do not open them.
    came: Vec<Came>,
    /// Pieces of rings, and points.
    obstacles: Vec<[Point; 2]>,
    /// All pieces, obstacles or not.
    pieces: Vec<[Point; 2]>,
}

impl<'a> Naive<'a> {
    /// Looks at a layer without connections.
    pub fn new(layer: &'a Layer) -> Self {
        Self::with_obstacles(layer, [])
    }

    /// Looks at a layer without connections, with obstacles that came since. On which layer they are does not matter.
    pub fn with_obstacles<'b>(layer: &'a Layer, came: impl IntoIterator<Item = &'b Obstacle>) -> Self {
        let came: Vec<Came> = came.into_iter().map(Came::new).collect();
        let mut edges: Vec<([Point; 2], Whose<'_>)> = layer
            .rings()
            .flat_map(|(part, ring)| {
                let obstacle = matches!(part, crate::Part::Obstacle(_));
                edges(ring)
                    .into_iter()
                    .map(move |edge| (edge, if obstacle { Whose::Obstacle(ring) } else { Whose::Place }))
            })
            .collect();
        for (index, came) in came.iter().enumerate() {
            let own =
                came.0.iter().flat_map(|ring| self::edges(ring).into_iter().map(move |e| (e, ring.len())));
            edges.extend(own.map(|(edge, corners)| (edge, Whose::Came { index, closed: corners > 2 })));
        }
        let mut naive = Self { layer, came: came.clone(), obstacles: Vec::new(), pieces: Vec::new() };
        for &([a, b], obstacle) in &edges {
            let mut cuts = vec![0.0, 1.0];
            for &(other, _) in &edges {
                cuts.extend(cut([a, b], other));
            }
            cuts.sort_by(f64::total_cmp);
            for pair in cuts.windows(2) {
                let piece = [along(a, sub(b, a), pair[0]), along(a, sub(b, a), pair[1])];
                if distance(piece[0], piece[1]) > 1e-9 || a == b {
                    naive.add(piece, obstacle);
                }
            }
        }
        naive
    }

    /// Whether one can walk at a place.
    pub fn is_walkable(&self, at: [f64; 2]) -> bool {
        self.covered(&self.layer.walkable, at)
            && (!self.covered(&self.layer.obstacles, at) || self.covered(&self.layer.openings, at))
            && !self.came.iter().any(|came| came.contains(at))
    }

    /// Distance to the nearest obstacle. \[m\]
    pub fn clearance(&self, at: [f64; 2]) -> f64 {
        let distances = self.obstacles.iter().map(|&[a, b]| distance(at, nearest_on_segment(a, b, at)));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// Whether a place is so near to some ring that answers mean nothing.
    pub fn is_blurred(&self, at: [f64; 2]) -> bool {
        self.pieces.iter().any(|&[a, b]| distance(at, nearest_on_segment(a, b, at)) < BLUR)
    }

    fn add(&mut self, [a, b]: [Point; 2], whose: Whose<'_>) {
        self.pieces.push([a, b]);
        let opens = !matches!(whose, Whose::Came { .. });
        if a == b {
            // A point: it counts unless an opening covers it. One inside of an obstacle is never the nearest.
            if self.covered(&self.layer.walkable, a) && !(opens && self.covered(&self.layer.openings, a)) {
                self.obstacles.push([a, b]);
            }
            return;
        }
        let middle = along(a, sub(b, a), 0.5);
        let d = sub(b, a);
        let length = dot(d, d).sqrt();
        let probe = (BLUR / 10.0).min(length);
        let normal = [-d[1] / length, d[0] / length];
        let sides = [probe, -probe].map(|s| along(middle, normal, s));
        let walkable = sides.map(|side| self.is_walkable(side));
        let opened = opens && sides.iter().all(|&side| self.covered(&self.layer.openings, side));
        // An obstacle with both sides on its outside is a line, or as thin as one.
        let is_line = match whose {
            Whose::Place => false,
            Whose::Obstacle(ring) => ring.len() < 3 || contains(ring, sides[0]) == contains(ring, sides[1]),
            Whose::Came { index, closed } => {
                !closed || self.came[index].contains(sides[0]) == self.came[index].contains(sides[1])
            }
        };
        if walkable[0] != walkable[1] || walkable[0] && is_line && !opened {
            self.obstacles.push([a, b]);
        }
    }

    fn covered(&self, rings: &[Ring], at: Point) -> bool {
        rings.iter().any(|ring| ring.len() > 2 && contains(ring, at))
    }
}

/// The rings of an obstacle that came.
#[derive(Clone, Debug)]
struct Came(Vec<Ring>);

impl Came {
    fn new(obstacle: &Obstacle) -> Self {
        let ring = |ring: &Vec<Point>| {
            let mut ring: Ring = ring.iter().map(|&[x, y]| [x, y, 0.0]).collect();
            ring.dedup();
            while ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            ring
        };
        Self(obstacle.rings.iter().map(ring).collect())
    }

    /// Even-odd over all of its rings.
    fn contains(&self, at: Point) -> bool {
        self.0.iter().filter(|ring| ring.len() > 2 && contains(ring, at)).count() % 2 == 1
    }
}

/// Whose edge it is.
#[derive(Clone, Copy, Debug)]
enum Whose<'a> {
    /// Of a walkable ring or of an opening.
    Place,
    /// Of an obstacle of the layer.
    Obstacle(&'a Ring),
    /// Of one that came since.
    Came { index: usize, closed: bool },
}

/// The edges of a ring; a point is an edge of length zero.
fn edges(ring: &Ring) -> Vec<[Point; 2]> {
    let at = |k: usize| [ring[k % ring.len()][0], ring[k % ring.len()][1]];
    match ring.len() {
        0 => Vec::new(),
        1 => vec![[at(0), at(0)]],
        2 => vec![[at(0), at(1)]],
        n => (0..n).map(|k| [at(k), at(k + 1)]).filter(|[a, b]| a != b).collect(),
    }
}

/// Where an edge is cut by another: at the crossing, or at the ends of one that overlaps it.
fn cut([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Vec<f64> {
    let (u, v) = (sub(b, a), sub(d, c));
    let mut cuts = Vec::new();
    if u == [0.0, 0.0] {
        return cuts;
    }
    let turn = cross(u, v);
    if turn != 0.0 {
        let s = cross(sub(c, a), v) / turn;
        let t = cross(sub(c, a), u) / turn;
        if (-1e-9..=1.0 + 1e-9).contains(&t) {
            cuts.push(s);
        }
    }
    for end in [c, d] {
        let s = dot(sub(end, a), u) / dot(u, u);
        if distance(along(a, u, s), end) < 1e-7 {
            cuts.push(s);
        }
    }
    cuts.retain(|s| (0.0..=1.0).contains(s));
    cuts
}
