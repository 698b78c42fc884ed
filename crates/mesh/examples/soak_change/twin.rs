//! A place in strips beside the same place on one layer: whatever stands on both, they are the same space.

use std::collections::BTreeMap;

use throng_mesh::{
    Change, Kind, LayerId, LiveMesh, Mesh, NoRoute, Obstacle, ObstacleId, Planner, Position, Request,
};
use throng_voronoi::sample::Random;

use crate::judge::BLUR;
use crate::place::Place;

/// Places at which the two are compared.
const PLACES: usize = 60;

/// Radius of the discs whose routes are compared. \[m\]
const RADIUS: f64 = 0.15;

/// How far lengths of routes may be apart. \[m\] Every corner may have moved by [`BLUR`].
const LENGTH: f64 = 0.05;

/// The place on one layer.
pub(crate) struct Twin {
    live: LiveMesh,
    ids: BTreeMap<u32, ObstacleId>,
    /// Where the strips begin and end. \[m\]
    cuts: Vec<f64>,
    low: [f64; 2],
    high: [f64; 2],
    /// Connections, as x and from where to where.
    doors: Vec<(f64, [f64; 2])>,
    planner: Planner,
}

impl Twin {
    pub(crate) fn new(place: &Place) -> Option<Self> {
        let (flat, cuts) = place.flat.as_ref()?;
        let walkable = flat.layers[0].walkable[0].iter();
        let low = walkable.clone().fold([f64::INFINITY; 2], |low, z| [low[0].min(z[0]), low[1].min(z[1])]);
        let high = walkable.fold([f64::NEG_INFINITY; 2], |high, z| [high[0].max(z[0]), high[1].max(z[1])]);
        let doors = place.scene.connections.iter().map(|connection| {
            let [a, b] = connection.segment;
            (a[0], [a[1].min(b[1]), a[1].max(b[1])])
        });
        Some(Self {
            live: LiveMesh::build(flat).ok()?,
            ids: BTreeMap::new(),
            cuts: cuts.clone(),
            low,
            high,
            doors: doors.collect(),
            planner: Planner::default(),
        })
    }

    /// What is put into the strips for an obstacle on one layer: where it surely spreads into all strips that it reaches, one obstacle is enough.
    pub(crate) fn copies(&self, obstacle: &Obstacle) -> Vec<Obstacle> {
        let xs = || obstacle.rings.iter().flatten().map(|z| z[0]);
        let (low, high) = (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max));
        let first = self.cuts.iter().filter(|&&cut| cut < low - BLUR).count();
        let last = self.cuts.iter().filter(|&&cut| cut <= high + BLUR).count();
        let copy = |strip: usize| Obstacle { layer: LayerId(strip as u32), ..obstacle.clone() };
        let spreads = (first..last).all(|cut| self.touches_a_door(obstacle, self.cuts[cut]));
        if spreads { vec![copy((first + last) / 2)] } else { (first..=last).map(copy).collect() }
    }

    /// Whether a convex obstacle surely lies on an open part of a cut.
    fn touches_a_door(&self, obstacle: &Obstacle, cut: f64) -> bool {
        let [ring] = obstacle.rings.as_slice() else { return false };
        let n = ring.len();
        let turn = |k: usize| {
            let [a, b, c] = [ring[k], ring[(k + 1) % n], ring[(k + 2) % n]];
            (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        };
        if n > 4 || !((0..n).all(|k| turn(k) >= 0.0) || (0..n).all(|k| turn(k) <= 0.0)) {
            return false;
        }
        let mut span = [f64::INFINITY, f64::NEG_INFINITY];
        for k in 0..n {
            let (a, b) = (ring[k], ring[(k + 1) % n]);
            if (a[0] - cut) * (b[0] - cut) >= 0.0 {
                continue;
            }
            let y = a[1] + (b[1] - a[1]) * (cut - a[0]) / (b[0] - a[0]);
            span = [span[0].min(y), span[1].max(y)];
        }
        self.doors.iter().any(|&(x, [low, high])| {
            (x - cut).abs() < BLUR
                && span[0].max(low + BLUR) < span[1].min(high - BLUR) + 2.0 * BLUR
                && span[0] < high - BLUR
                && span[1] > low + BLUR
        })
    }

    /// The same changes on one layer.
    pub(crate) fn apply(&mut self, changes: &[(u32, Option<Obstacle>)]) -> Result<(), String> {
        let list: Vec<Change> = changes
            .iter()
            .map(|(key, obstacle)| match obstacle {
                Some(obstacle) => Change::Insert(Obstacle { layer: LayerId(0), ..obstacle.clone() }),
                None => Change::Remove(self.ids[key]),
            })
            .collect();
        let (ids, _) = self.live.apply(&list).map_err(|refused| format!("on one layer: {refused}"))?;
        let mut ids = ids.into_iter();
        for (key, obstacle) in changes {
            match obstacle {
                Some(_) => self.ids.insert(*key, ids.next().expect("an id for each")),
                None => self.ids.remove(key),
            };
        }
        Ok(())
    }

    /// Where one can walk, how far the nearest obstacles are, and how long routes are: the same on both.
    pub(crate) fn compare(&mut self, strips: &Mesh, random: &mut Random) -> Result<(), String> {
        let flat = self.live.mesh();
        if (flat.area() - strips.area()).abs() > BLUR * (flat.area() + 100.0) {
            return Err(format!("{} m² in strips, {} m² on one layer", strips.area(), flat.area()));
        }
        let mut inside = Vec::new();
        for _ in 0..PLACES {
            let at = [0, 1].map(|k| self.low[k] + (self.high[k] - self.low[k]) * random.unit());
            if self.cuts.iter().any(|cut| (cut - at[0]).abs() < BLUR) {
                continue;
            }
            let strip = LayerId(self.cuts.iter().filter(|&&cut| cut < at[0]).count() as u32);
            let here = [Position::new(at, LayerId(0)), Position::new(at, strip)];
            let [one, two] = [(flat, here[0]), (strips, here[1])].map(|(mesh, at)| mesh.clearance(at, None));
            match (one, two) {
                (Some(one), Some(two)) if (one - two).abs() < BLUR => {
                    if one > RADIUS + 2.0 * BLUR {
                        inside.push(here);
                    }
                }
                (None, None) => {}
                (Some(clearance), None) | (None, Some(clearance)) if clearance < BLUR => {}
                _ => return Err(format!("clearance at {at:?}: {two:?} in strips, {one:?} on one layer")),
            }
        }
        let mut length = |mesh: &Mesh, from: Position, to: Position, radius: f64| match self
            .planner
            .route(mesh, &Request::new(from, to, radius).with_kind(Kind::Shortest))
        {
            Ok(route) => Ok(route.length()),
            Err(NoRoute::NotConnected | NoRoute::TooNarrow { .. }) => Ok(f64::INFINITY),
            Err(other) => Err(other.to_string()),
        };
        for pair in inside.chunks_exact(2).take(2) {
            let ([from, to], [start, goal]) = ([pair[0][0], pair[1][0]], [pair[0][1], pair[1][1]]);
            // What is hardly wide enough on one may be hardly too narrow on the other.
            let small = length(flat, from, to, RADIUS - BLUR)?;
            let large = length(flat, from, to, RADIUS + BLUR)?;
            let found = length(strips, start, goal, RADIUS)?;
            if found < small - LENGTH || found > large + LENGTH {
                return Err(format!(
                    "a route from {:?} to {:?} of {found} m in strips, of {small} to {large} m on one layer",
                    from.at, to.at
                ));
            }
        }
        Ok(())
    }
}
