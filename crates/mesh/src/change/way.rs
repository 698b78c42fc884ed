//! Straight ways on the surface, and the layers that they lead to.
//!
//! Every layer has a whole plane: its inside, and its outside. Two planes are joined along a connection only, on the inside; on the outside
//! stands the connection's back. So a way that meets no back goes from one plane to another exactly where it crosses a connection of
//! the plane that it is in, from that layer's side. Whether the connection is open does not matter: closed, it is a wall, and no way leads across.
//!
//! All decisions are exact. Places are grid points, feet of those on segments, or vertices of the diagram rounded to a fine part of a grid
//! unit: far less than the space that a vertex has around it. A way is taken to be bent a little there, which changes nothing.
//!
//! Degenerate: a place on a connection is on both of its layers, and a way may end there on either. From there a way crosses the connection
//! if it ends beyond it.

use throng_voronoi::GridPoint;

use crate::plane::{Point, distance, nearest_on_segment};

/// Into how many parts a grid unit is divided.
const FINE: i128 = 1024;

/// How far from the end of a segment a way leaves it: the part of a grid unit.
const ASIDE: i128 = 64;

/// A place, or a direction, in parts of a grid unit.
pub(super) type Fine = [i128; 2];

/// A place of homogeneous coordinates: x w, y w and w, which is positive.
type Spot = [i128; 3];

/// A connection: the layers on its left and right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) ends: [GridPoint; 2],
    pub(super) layers: [u32; 2],
}

/// A straight part of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    from: Spot,
    to: Spot,
    /// Its direction, and a place of its line.
    along: Fine,
    through: Fine,
}

/// All connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Passages {
    all: Vec<Passage>,
    of_layer: Vec<Vec<u32>>,
}

impl Leg {
    pub(super) fn between(a: Fine, b: Fine) -> Self {
        Self { from: [a[0], a[1], 1], to: [b[0], b[1], 1], along: minus(b, a), through: a }
    }

    /// From the first end of a segment along it to the foot of a place, and from there to the place.
    pub(super) fn beside([a, b]: [GridPoint; 2], place: Fine) -> [Self; 2] {
        let start = fine(a);
        // The grid's own units, so that products stay small.
        let d = [i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y)];
        let length_sq = dot(d, d);
        let along = dot(d, minus(place, start));
        let is_between = along > 0 && along < FINE * length_sq;
        let foot = if is_between {
            [start[0] * length_sq + d[0] * along, start[1] * length_sq + d[1] * along, length_sq]
        } else {
            // Ends may be those of connections, where a way could go on in several planes. So a part of a grid unit away from it.
            let parts = ASIDE * ((length_sq as f64).sqrt() as i128 + 1);
            let (end, sign) = if along <= 0 { (start, FINE) } else { (fine(b), -FINE) };
            [end[0] * parts + sign * d[0], end[1] * parts + sign * d[1], parts]
        };
        let first = Self { from: [start[0], start[1], 1], to: foot, along: d, through: start };
        let to = [place[0], place[1], 1];
        let away = if is_between {
            [-d[1], d[0]]
        } else {
            [place[0] * foot[2] - foot[0], place[1] * foot[2] - foot[1]]
        };
        [first, Self { from: foot, to, along: away, through: place }]
    }
}

impl Passages {
    pub(super) fn new(all: Vec<Passage>, layers: usize) -> Self {
        let mut of_layer = vec![Vec::new(); layers];
        for (index, passage) in (0..).zip(&all) {
            for layer in passage.layers {
                of_layer[layer as usize].push(index);
            }
        }
        Self { all, of_layer }
    }

    /// The layer at the end of a leg. Connections that end at one of the places to skip are not crossed: the leg starts or ends there itself, in the plane
    /// that is named. `except`: a connection on whose back the leg starts.
    pub(super) fn after(&self, layer: u32, leg: &Leg, skip: &[GridPoint], except: Option<u32>) -> u32 {
        let (mut layer, mut since, mut last) = (layer, 0.0, except);
        for _ in 0..=self.all.len() {
            let mut first: Option<(f64, u32)> = None;
            for &index in &self.of_layer[layer as usize] {
                if Some(index) == last || Some(index) == except {
                    continue;
                }
                let passage = &self.all[index as usize];
                if passage.ends.iter().any(|end| skip.contains(end)) {
                    continue;
                }
                if let Some(t) = passage.crossed(layer, leg)
                    && t >= since
                    && first.is_none_or(|(least, _)| t < least)
                {
                    first = Some((t, index));
                }
            }
            let Some((t, index)) = first else { return layer };
            layer = self.all[index as usize].across(layer);
            (since, last) = (t, Some(index));
        }
        layer
    }

    /// The connections of a layer that end at a place: the direction from there, and the layers on the counter-clockwise and
    /// the clockwise side of it.
    pub(super) fn at(&self, layer: u32, place: GridPoint) -> impl Iterator<Item = (Fine, [u32; 2])> + '_ {
        let of_layer = self.of_layer[layer as usize].iter().map(|&index| &self.all[index as usize]);
        of_layer.filter_map(move |&Passage { ends: [a, b], layers: [left, right] }| {
            if a == place {
                Some((minus(fine(b), fine(a)), [left, right]))
            } else {
                (b == place).then(|| (minus(fine(a), fine(b)), [right, left]))
            }
        })
    }

    /// The connection of a layer that a place is on, between its ends.
    pub(super) fn under(&self, layer: u32, place: GridPoint) -> Option<&Passage> {
        let of_layer = self.of_layer[layer as usize].iter().map(|&index| &self.all[index as usize]);
        { of_layer }.find(|passage| passage.contains(place))
    }

    /// Whether two layers are the same place somewhere: on a connection between them.
    pub(super) fn are_one(&self, one: u32, two: u32, place: GridPoint) -> bool {
        one == two || self.under(one, place).is_some_and(|passage| passage.across(one) == two)
    }

    /// Whether a place that is next to connections of a layer is on that layer's side of each.
    pub(super) fn is_inside(&self, layer: u32, place: GridPoint) -> bool {
        self.of_layer[layer as usize].iter().all(|&index| {
            let passage = &self.all[index as usize];
            !passage.is_next_to(place) || passage.inward(layer) * passage.side([place.x, place.y]) >= 0
        })
    }

    /// Whether a place, in grid units, is within a few units of a connection.
    pub(super) fn is_near(&self, place: Point) -> bool {
        self.all.iter().any(|passage| {
            let [a, b] = passage.ends.map(|p| [f64::from(p.x), f64::from(p.y)]);
            distance(nearest_on_segment(a, b, place), place) < 3.0
        })
    }
}

impl Passage {
    fn across(&self, layer: u32) -> u32 {
        if self.layers[0] == layer { self.layers[1] } else { self.layers[0] }
    }

    /// The sign of a layer's side.
    fn inward(&self, layer: u32) -> i128 {
        if self.layers[0] == layer { 1 } else { -1 }
    }

    /// At which part of a leg it is crossed from a layer's side, if it is.
    fn crossed(&self, layer: u32, leg: &Leg) -> Option<f64> {
        let [p, q] = self.ends.map(fine);
        let inward = self.inward(layer);
        let d = [
            i128::from(self.ends[1].x) - i128::from(self.ends[0].x),
            i128::from(self.ends[1].y) - i128::from(self.ends[0].y),
        ];
        let height = |[x, y, w]: Spot| inward * cross(d, [x - p[0] * w, y - p[1] * w]);
        let (from, to) = (height(leg.from), height(leg.to));
        if to >= 0 || from < 0 {
            return None;
        }
        let [one, two] = [p, q].map(|end| cross(leg.along, minus(end, leg.through)).signum());
        if one * two > 0 {
            return None;
        }
        let (from, to) = (from as f64 / leg.from[2] as f64, to as f64 / leg.to[2] as f64);
        Some(from / (from - to))
    }

    fn contains(&self, place: GridPoint) -> bool {
        self.side([place.x, place.y]) == 0 && self.is_along(place)
    }

    /// Whether a place is nearer than two grid units, between the ends.
    fn is_next_to(&self, place: GridPoint) -> bool {
        let [a, b] = self.ends;
        let (x, y) = (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
        let height = self.side([place.x, place.y]);
        height * height < 4 * (x * x + y * y) && self.is_along(place)
    }

    fn is_along(&self, place: GridPoint) -> bool {
        let [a, b] = self.ends.map(fine);
        let d = minus(b, a);
        let along = dot(d, minus(fine(place), a));
        along > 0 && along < dot(d, d)
    }

    /// Positive on the left.
    fn side(&self, [x, y]: [i32; 2]) -> i128 {
        let [a, b] = self.ends;
        let d = [i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y)];
        cross(d, [i128::from(x) - i128::from(a.x), i128::from(y) - i128::from(a.y)])
    }
}

/// A grid point in fine units.
pub(super) fn fine(p: GridPoint) -> Fine {
    [FINE * i128::from(p.x), FINE * i128::from(p.y)]
}

/// A place in grid units, rounded to fine units.
pub(super) fn rounded([x, y]: [f64; 2]) -> Fine {
    [(x * FINE as f64).round() as i128, (y * FINE as f64).round() as i128]
}

pub(super) fn minus(a: Fine, b: Fine) -> Fine {
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn cross(a: Fine, b: Fine) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn dot(a: Fine, b: Fine) -> i128 {
    a[0] * b[0] + a[1] * b[1]
}
