//! A scenario in its place: names of layers are layers, areas have places to go to.
//!
//! Everything that can be wrong between a scenario and its place is found here, all of it at once.

use std::sync::Arc;

use throng_mesh::{ConnectionId, LayerId, Mesh, Position};

use crate::area::Area;
use crate::pace::{Ground, Pace, Speed};
use crate::profile::Profile;
use crate::scenario::{Measured, Named, STAIRS, Scenario, ScenarioProblem, SourcePlace, Spot};

/// What of a scenario depends on the place.
#[derive(Clone, Debug)]
pub struct Stage {
    /// By index of [`Scenario::areas`].
    pub areas: Vec<Arc<Area>>,
    /// Places in each area that one can walk to, the best one first.
    pub(crate) spots: Vec<Vec<Position>>,
    /// By index of [`Scenario::profiles`].
    pub profiles: Vec<Profile>,
    /// Places of each queue, from its head.
    pub(crate) lines: Vec<Vec<Position>>,
    /// Counters of each queue.
    pub(crate) counters: Vec<Vec<Position>>,
    /// Places of each source that has a list.
    pub(crate) positions: Vec<Vec<Position>>,
    /// Layers of lines that are measured, by index of [`Scenario::measurements`].
    pub measured: Vec<Option<LayerId>>,
    /// Layers of obstacles, by happening and index.
    pub(crate) obstacles: Vec<Vec<LayerId>>,
}

/// How many places of an area are known, besides the best one.
const MOST_SPOTS: usize = 4;

/// Places nearer to walls are taken only if there is no other. \[m\]
const ROOM: f64 = 0.3;

impl Stage {
    /// Looks at a scenario in its place.
    ///
    /// # Errors
    /// Everything that does not fit.
    pub fn new(scenario: &Scenario, mesh: &Mesh) -> Result<Self, Vec<ScenarioProblem>> {
        let mut look = Look { mesh, problems: Vec::new() };
        let mut areas = Vec::new();
        let mut spots = Vec::new();
        for sketch in &scenario.areas {
            let layer = look.layer(sketch.layer.as_ref(), &sketch.spot);
            let area = Area::new(layer, sketch.polygon.clone());
            spots.push(look.spots(&area, &sketch.spot));
            areas.push(Arc::new(area));
        }
        let profiles = scenario.profiles.iter().map(|sketch| {
            let mut profile = sketch.profile.clone();
            for (named, [up, down]) in &sketch.on_layers {
                let ground = Ground::Layer(look.layer(Some(named), &named.spot));
                profile.body.paces.insert(0, Pace { ground, up: *up, down: *down });
            }
            // What the scenario says of a place comes first.
            if let Some(population) = &sketch.population {
                let [up, down] = population.on_stairs().map(|part| Speed::Part(part as f32));
                profile.body.paces.push(Pace { ground: Ground::SteeperThan(STAIRS), up, down });
            }
            profile
        });
        let profiles = profiles.collect();
        let (mut lines, mut counters) = (Vec::new(), Vec::new());
        for queue in &scenario.queues {
            let layer = look.layer(queue.layer.as_ref(), &queue.spot);
            lines.push(look.positions(
                &along(&queue.line, queue.spacing),
                layer,
                "place of the line",
                &queue.spot,
            ));
            counters.push(look.positions(&queue.counters, layer, "counter", &queue.spot));
        }
        let positions = scenario.sources.iter().map(|source| match &source.place {
            SourcePlace::Area(_) => Vec::new(),
            SourcePlace::Positions { layer, at } => {
                let layer = look.layer(layer.as_ref(), &source.spot);
                look.positions(at, layer, "position", &source.spot)
            }
        });
        let positions = positions.collect();
        let measured = scenario.measurements.iter().map(|measurement| match &measurement.what {
            Measured::Line { layer, .. } => Some(look.layer(layer.as_ref(), &measurement.spot)),
            _ => None,
        });
        let measured = measured.collect();
        let mut obstacles = Vec::new();
        for happening in &scenario.happenings {
            for &connection in happening.open.iter().chain(&happening.close) {
                look.connection(ConnectionId(connection), &happening.spot);
            }
            let layers =
                happening.insert.iter().map(|sketch| look.layer(sketch.layer.as_ref(), &sketch.spot));
            obstacles.push(layers.collect());
        }
        let Look { mut problems, .. } = look;
        if problems.is_empty() {
            return Ok(Self { areas, spots, profiles, lines, counters, positions, measured, obstacles });
        }
        problems.sort_by_key(|problem| (problem.spot.line, problem.spot.column));
        Err(problems)
    }
}

/// A mesh, and what does not fit to it.
struct Look<'m> {
    mesh: &'m Mesh,
    problems: Vec<ScenarioProblem>,
}

impl Look<'_> {
    /// The layer of something. If it has none and there is one only, that one.
    fn layer(&mut self, named: Option<&Named>, spot: &Spot) -> LayerId {
        let Some(named) = named else {
            if self.mesh.num_layers() > 1 {
                let names = self.names();
                let example = names.first().cloned().unwrap_or_default();
                let what = format!("the place has {} layers, and this does not say which", names.len());
                self.problems.push(spot.problem(what, format!("add layer = \"{example}\", or another one")));
            }
            return LayerId(0);
        };
        self.mesh.layer_named(&named.name).unwrap_or_else(|| {
            let remedy = crate::scenario::suggestion(&named.name, &self.names());
            let what = format!("the place has no layer \"{}\"", named.name);
            self.problems.push(named.spot.problem(what, remedy));
            LayerId(0)
        })
    }

    fn names(&self) -> Vec<String> {
        self.mesh.layers().map(|layer| self.mesh.layer_name(layer).to_owned()).collect()
    }

    fn connection(&mut self, connection: ConnectionId, spot: &Spot) {
        let count = self.mesh.num_connections();
        if connection.0 as usize >= count {
            let what = format!("the place has no connection {}", connection.0);
            let remedy = match count {
                0 => "it has none; insert and remove an obstacle instead".to_owned(),
                _ => format!("they are counted from 0 to {}", count - 1),
            };
            self.problems.push(spot.problem(what, remedy));
        }
    }

    /// Places that must be walkable.
    fn positions(&mut self, at: &[[f64; 2]], layer: LayerId, what: &str, spot: &Spot) -> Vec<Position> {
        let positions: Vec<_> = at.iter().map(|&at| Position::new(at, layer)).collect();
        if let Some(bad) = positions.iter().find(|&&position| self.mesh.locate(position, None).is_none()) {
            let [x, y] = bad.at;
            let what = format!("a {what} is at ({x:.2}, {y:.2}), where one cannot walk");
            let remedy = match self.mesh.nearest_walkable(*bad) {
                Some(near) => format!("the nearest place to walk is ({:.2}, {:.2})", near.at[0], near.at[1]),
                None => "nothing of its layer is walkable".to_owned(),
            };
            self.problems.push(spot.problem(what, remedy));
        }
        positions
    }

    /// Places in an area that one can walk to: those with the most room first.
    fn spots(&mut self, area: &Area, spot: &Spot) -> Vec<Position> {
        let mut places: Vec<(f64, Position)> = Vec::new();
        for fine in [FEW, MANY] {
            let found = lattice(area, fine).filter_map(|at| {
                let position = Position::new(at, area.layer);
                Some((self.mesh.clearance(position, None)?, position))
            });
            places.extend(found);
            if places.iter().any(|(room, _)| *room > ROOM) {
                break;
            }
        }
        // Stable: of equal ones the first.
        places.sort_by(|a, b| b.0.total_cmp(&a.0));
        let Some(&(_, best)) = places.first() else {
            let remedy = "move it to where one can walk; is it on the right layer?";
            self.problems.push(spot.problem("nothing of this area is walkable", remedy));
            return Vec::new();
        };
        // Others as far apart as can be: each the one that is farthest from those before.
        let mut spots = vec![best];
        places.retain(|(room, _)| *room > ROOM);
        while spots.len() <= MOST_SPOTS && spots.len() < places.len() {
            let apart = |place: &Position| {
                spots.iter().map(|spot| distance_sq(spot.at, place.at)).fold(f64::INFINITY, f64::min)
            };
            let far = places.iter().map(|(_, place)| place).max_by(|a, b| apart(a).total_cmp(&apart(b)));
            spots.extend(far);
        }
        spots
    }
}

/// Points of a lattice over an area, to each side: first few, and if those are all in walls, many.
const FEW: usize = 8;
const MANY: usize = 60;

/// Points of a lattice in an area, its middle first.
fn lattice(area: &Area, fine: usize) -> impl Iterator<Item = [f64; 2]> {
    let [low, high] = area.bounds();
    let at =
        move |k: usize, side: usize| low[side] + (high[side] - low[side]) * (k as f64 + 0.5) / fine as f64;
    let grid = (0..fine * fine).map(move |k| [at(k % fine, 0), at(k / fine, 1)]);
    std::iter::once(area.middle()).chain(grid).filter(|&place| area.has(place))
}

/// Points along a line, from its start.
fn along(line: &[[f64; 2]], spacing: f64) -> Vec<[f64; 2]> {
    let mut places = Vec::new();
    // How far along its piece the next one is.
    let mut next = 0.0;
    for piece in line.windows(2) {
        let [a, b] = [piece[0], piece[1]];
        let length = distance_sq(a, b).sqrt();
        while next <= length && length > 0.0 {
            let part = next / length;
            places.push([0, 1].map(|k| a[k] + part * (b[k] - a[k])));
            next += spacing;
        }
        next -= length;
    }
    if places.is_empty() {
        places.extend(line.first());
    }
    places
}

pub(crate) fn distance_sq(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    x * x + y * y
}
