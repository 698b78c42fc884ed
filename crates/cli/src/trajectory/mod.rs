//! Trajectories from files, for replay: JuPedSim's SQLite format, versions 1 and 2, with what ours have beside it.
//!
//! - `Trajectory`, here: opens a file, says what there is, and gives frames.
//! - `place`: where it happened.
//! - `sqlite`: tables and texts of a file that may have been damaged or forged.
//!
//! Nothing is written, but that SQLite undoes what an interrupted run left, as it does for everybody who opens the file.

mod place;
mod sqlite;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::Connection;
use throng_mesh::Scene;

/// The radius of those of whom a file tells none. (m)
const RADIUS: f32 = 0.2;

/// What those of whom a file does not tell are called.
const SOMEBODY: &str = "character";

/// More characters than this are not read; neither in a frame nor in all.
const MOST_BODIES: usize = 4_000_000;

/// Nobody is farther away than this. (m)
const FARTHEST: f64 = 1e7;

/// Where ids of characters begin that come back to a floor, in files of single floors.
const COMES_BACK: i64 = 1 << 32;

/// A file of trajectories.
#[derive(Debug)]
pub(crate) struct Trajectory {
    connection: Connection,
    path: PathBuf,
    version: u32,
    /// Frames a second.
    pub(crate) fps: f64,
    /// The number of the first frame in the file. Frames are asked for from 0 on.
    pub(crate) first_frame: i64,
    pub(crate) num_frames: usize,
    /// Names of profiles.
    pub(crate) profiles: Vec<String>,
    /// Radius and profile, of those of whom it is told.
    agents: BTreeMap<u32, (f32, u16)>,
    /// Reads a frame.
    query: String,
    /// Which columns there are: height, layer.
    has: [bool; 2],
}

/// Somebody in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Body {
    /// As in the file.
    pub(crate) id: u32,
    /// (m)
    pub(crate) at: [f64; 2],
    /// How high, if the file tells. (m)
    pub(crate) z: Option<f64>,
    /// As in the file; not all of them need to be layers of the scene.
    pub(crate) layer: u32,
    /// Of length one, or zero.
    pub(crate) heading: [f32; 2],
    /// (m)
    pub(crate) radius: f32,
    /// An index of the profiles.
    pub(crate) profile: u16,
}

impl Trajectory {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let connection = sqlite::open(path).with_context(|| format!("cannot read {name}"))?;
        Self::of(connection, path).with_context(|| format!("cannot read trajectories from {name}"))
    }

    fn of(connection: Connection, path: &Path) -> Result<Self> {
        let columns = sqlite::columns(&connection, "trajectory_data")?;
        let has = |column: &str| columns.iter().any(|own| own == column);
        ensure!(!columns.is_empty(), "it has no table `trajectory_data`, so there are no trajectories in it");
        for column in ["frame", "id", "pos_x", "pos_y", "ori_x", "ori_y"] {
            ensure!(has(column), "its table `trajectory_data` has no column `{column}`");
        }
        let version = sqlite::metadata(&connection, "version")?;
        let version = match version.trim() {
            "1" => 1,
            "2" => 2,
            other => bail!("it is of version `{other}` of JuPedSim's format; known are 1 and 2"),
        };
        let fps = sqlite::metadata(&connection, "fps")?;
        let fps = fps.trim().parse().ok().filter(|fps| (1e-6..=1e6).contains(fps));
        let fps = fps.context("its `fps`, frames a second, is no such number")?;
        let (first_frame, num_frames) = frames(&connection, version)?;
        let (profiles, agents) = agents(&connection)?;
        let has = ["pos_z", "layer"].map(has);
        let more = [[", 0", ", 0"], [", pos_z", ", layer"]];
        let more = [0, 1].map(|k| more[usize::from(has[k])][k]).concat();
        let query =
            format!("SELECT id, pos_x, pos_y, ori_x, ori_y{more} FROM trajectory_data WHERE frame = ?1");
        let path = path.to_owned();
        Ok(Self { connection, path, version, fps, first_frame, num_frames, profiles, agents, query, has })
    }

    /// The place, as it was at the start.
    pub(crate) fn scene(&self) -> Result<Scene> {
        place::scene(&self.connection, self.version, self.first_frame)
            .with_context(|| format!("cannot read the place from {}", self.path.display()))
    }

    /// Everybody in a frame, by id. Frames are counted from 0.
    pub(crate) fn frame(&mut self, index: usize) -> Result<Vec<Body>> {
        let name = self.path.display();
        ensure!(index < self.num_frames, "{name} has {} frames, and no frame {index}", self.num_frames);
        let frame = self.first_frame + index as i64;
        self.read(frame).with_context(|| format!("cannot read frame {frame} from {name}"))
    }

    fn read(&self, frame: i64) -> Result<Vec<Body>> {
        let mut query = self.connection.prepare_cached(&self.query)?;
        let mut rows = query.query([frame])?;
        let mut bodies = Vec::new();
        while let Some(row) = rows.next()? {
            ensure!(bodies.len() < MOST_BODIES, "it has more than {MOST_BODIES} characters");
            let id: i64 = row.get(0)?;
            let told = || format!("character {id}");
            let number = |column: usize| -> Result<f64> {
                let value: f64 = row.get(column).with_context(told)?;
                ensure!(value.abs() <= FARTHEST, "character {id} is at {value} m, which is nowhere");
                Ok(value)
            };
            let at = [number(1)?, number(2)?];
            let heading = [row.get::<_, f64>(3).with_context(told)?, row.get(4).with_context(told)?];
            let z = if self.has[0] { Some(number(5)?) } else { None };
            let layer = row.get(6).ok().context("it is on no layer").with_context(told)?;
            let id = short(id)?;
            let (radius, profile) = self.agents.get(&id).copied().unwrap_or((RADIUS, 0));
            bodies.push(Body { id, at, z, layer, heading: unit(heading), radius, profile });
        }
        // The index of the format has them in order, but for those who come back.
        bodies.sort_by_key(|body| body.id);
        ensure!(bodies.windows(2).all(|pair| pair[0].id != pair[1].id), "somebody is in it twice");
        Ok(bodies)
    }
}

/// The first frame, and how many there are.
fn frames(connection: &Connection, version: u32) -> Result<(i64, usize)> {
    let table = if version == 1 { "trajectory_data" } else { "frame_data" };
    ensure!(!sqlite::columns(connection, table)?.is_empty(), "it has no table `{table}`");
    let ends = format!("SELECT min(frame), max(frame) FROM {table}");
    let ends: (Option<i64>, Option<i64>) =
        connection.query_row(&ends, [], |row| Ok((row.get(0)?, row.get(1)?))).context("its frames")?;
    let (Some(first), Some(last)) = ends else { bail!("it has no frames") };
    let count = last.checked_sub(first).and_then(|more| u32::try_from(more).ok()?.checked_add(1));
    let count = count.with_context(|| format!("its frames go from {first} to {last}"))?;
    Ok((first, count as usize))
}

/// Profiles, and for each id radius and profile, as far as they are told.
#[expect(clippy::type_complexity, reason = "two fields")]
fn agents(connection: &Connection) -> Result<(Vec<String>, BTreeMap<u32, (f32, u16)>)> {
    let columns = sqlite::columns(connection, "agents")?;
    let mut agents = BTreeMap::new();
    let mut numbers: BTreeMap<String, u16> = BTreeMap::new();
    if ["id", "profile", "radius"].iter().all(|&column| columns.iter().any(|own| own == column)) {
        let mut query = connection.prepare("SELECT id, profile, radius FROM agents ORDER BY id")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next().context("its table `agents`")? {
            ensure!(agents.len() < MOST_BODIES, "it tells of more than {MOST_BODIES} characters");
            let id: i64 = row.get(0).context("its table `agents`")?;
            let profile: String = row.get(1).with_context(|| format!("the profile of character {id}"))?;
            let radius: f64 = row.get(2).with_context(|| format!("the radius of character {id}"))?;
            ensure!(radius > 0.0 && radius <= 100.0, "character {id} has a radius of {radius} m");
            let next = u16::try_from(numbers.len()).context("it tells of too many profiles")?;
            let profile = *numbers.entry(profile).or_insert(next);
            agents.insert(short(id)?, (radius as f32, profile));
        }
    }
    let mut profiles = vec![SOMEBODY.to_owned(); numbers.len().max(1)];
    for (name, number) in numbers {
        profiles[usize::from(number)] = name;
    }
    Ok((profiles, agents))
}

/// An id in fewer bits: those of characters who come back are counted down from the largest.
fn short(id: i64) -> Result<u32> {
    let short = if id < COMES_BACK {
        u32::try_from(id).ok()
    } else {
        u32::try_from(id - COMES_BACK).ok().map(|id| u32::MAX - id)
    };
    short.with_context(|| format!("{id} is no id"))
}

/// A heading of length one; zero if it is none.
fn unit([x, y]: [f64; 2]) -> [f32; 2] {
    let length = (x * x + y * y).sqrt();
    if length.is_finite() && length > 1e-9 { [x / length, y / length].map(|v| v as f32) } else { [0.0; 2] }
}
