//! Characters for a picture: from a table, or gathered at random; and how dense they make the place.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use clap::Args;
use throng_mesh::{Facility, LayerId, LevelOfService, Mesh, Occupancy, Position};

use super::{layer_named, position};
use crate::picture::CrowdStyle;
use crate::random::{Random, bounds};

/// Tries for one character; where these are too few, there is next to no room.
const TRIES: usize = 2_000;

#[derive(Debug, Args)]
#[command(next_help_heading = "Crowds")]
pub(super) struct CrowdOptions {
    /// Characters: a table with lines x,y or x,y,layer (m), or so many at random
    #[arg(long, value_name = "FILE.csv|N")]
    crowd: Option<String>,
    /// Where random characters gather; may be given several times; a place by --seed if not given
    #[arg(long, value_name = "X,Y[,LAYER]", allow_hyphen_values = true)]
    crowd_at: Vec<String>,
    /// How far from there they are at most (m)
    #[arg(long, value_name = "METERS", default_value_t = 10.0, value_parser = crate::input::positive)]
    crowd_spread: f64,
    /// Radius of a character of the crowd (m)
    #[arg(long, value_name = "METERS", default_value_t = crate::kinds::RADIUS, value_parser = crate::input::positive)]
    crowd_radius: f64,
}

/// Who is where.
pub(super) struct Crowd {
    positions: Vec<Position>,
    radius: f64,
}

impl CrowdOptions {
    /// The crowd; nothing if none is asked for.
    pub(super) fn gather(&self, mesh: &Mesh, seed: u64) -> Result<Option<Crowd>> {
        let Some(text) = &self.crowd else { return Ok(None) };
        let positions = match text.parse::<usize>() {
            Ok(count) => self.random(mesh, count, seed)?,
            Err(_) => table(mesh, text)?,
        };
        Ok(Some(Crowd { positions, radius: self.crowd_radius }))
    }

    /// So many random characters, most of them near the places where they gather.
    fn random(&self, mesh: &Mesh, count: usize, seed: u64) -> Result<Vec<Position>> {
        if count > 1_000_000 {
            bail!("a crowd has at most a million characters");
        }
        let mut random = Random(seed);
        let mut places = Vec::new();
        for text in &self.crowd_at {
            places.push(position(mesh, text)?);
        }
        if places.is_empty() {
            let layers: Vec<LayerId> = mesh.layers().collect();
            let mut place = || {
                let layer = *layers.get((random.unit() * layers.len() as f64) as usize)?;
                let [low, high] = bounds(mesh, layer);
                let at = [0, 1].map(|i| low[i] + random.unit() * (high[i] - low[i]));
                Some(Position::new(at, layer)).filter(|place| mesh.locate(*place, None).is_some())
            };
            places.extend((0..TRIES).find_map(|_| place()));
        }
        let mut positions = Vec::with_capacity(count);
        // Where somebody stands nobody else does, as far as a grid of such squares can tell.
        let mut taken = BTreeSet::new();
        let side = 2.0 * self.crowd_radius;
        for index in 0..count {
            let Some(center) = places.get(index % places.len().max(1)) else {
                bail!("there is no place for a crowd")
            };
            let found = (0..TRIES).find_map(|_| {
                let mut away = || (random.unit() + random.unit() - 1.0) * self.crowd_spread;
                let place = Position::new([center.at[0] + away(), center.at[1] + away()], center.layer);
                let square = place.at.map(|v| (v / side).floor() as i64);
                let is_free =
                    mesh.clearance(place, None).is_some_and(|clearance| clearance >= self.crowd_radius)
                        && taken.insert((place.layer, square));
                is_free.then_some(place)
            });
            positions.push(found.with_context(|| {
                format!("only {index} of {count} characters have room there; give a larger --crowd-spread")
            })?);
        }
        Ok(positions)
    }
}

impl Crowd {
    /// How dense it makes a mesh.
    pub(super) fn occupancy(&self, mesh: &Mesh) -> Occupancy {
        let mut occupancy = Occupancy::new(mesh);
        let mut cells = vec![None; self.positions.len()];
        occupancy.track(mesh, &mut cells, &self.positions, &vec![self.radius; self.positions.len()]);
        occupancy
    }

    /// What is to be seen of it.
    pub(super) fn style(&self, mesh: &Mesh, occupancy: &Occupancy) -> CrowdStyle {
        let mut style =
            CrowdStyle { positions: self.positions.clone(), radius: self.radius, ..CrowdStyle::default() };
        for edge in mesh.edges().filter(|edge| occupancy.count(edge.id()) > 0) {
            let level = LevelOfService::of(occupancy.persons_per_area(edge.id()), Facility::default());
            style.cells[level as usize].extend(edge.cells().map(|cell| cell.id()));
        }
        style
    }
}

/// Positions of a table: x,y or x,y,layer in each line; the first line may say so.
fn table(mesh: &Mesh, file: &str) -> Result<Vec<Position>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read {file}; a crowd is a table or a number"))?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("{file}:{}", number + 1);
        let fields: Vec<&str> = line.split(',').map(|field| field.trim().trim_matches('"')).collect();
        let coordinates = match &fields[..] {
            [x, y] | [x, y, _] => x.parse::<f64>().ok().zip(y.parse::<f64>().ok()),
            _ => None,
        };
        match coordinates {
            Some((x, y)) => {
                let layer = match fields.get(2) {
                    Some(name) => layer_named(mesh, name).with_context(at)?,
                    None if mesh.num_layers() == 1 => LayerId(0),
                    None => bail!("{}: a layer is missing: x,y,layer", at()),
                };
                positions.push(Position::new([x, y], layer));
            }
            None if number == 0 => {}
            None => bail!("{}: \"{line}\" is not x,y or x,y,layer", at()),
        }
    }
    Ok(positions)
}
