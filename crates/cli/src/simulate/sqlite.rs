//! Trajectories as an SQLite file, version 2 of JuPedSim's format with more columns and tables of our own.
//!
//! Rows are written in transactions of some seconds of work. A run that is interrupted leaves a file with all frames up to the last
//! commit; SQLite itself undoes what was written after it, as soon as anybody opens the file.

use std::path::Path;

use anyhow::{Context, Result};
use rusqlite::{Connection, params};
use throng_crowd::CharacterId;
use throng_crowd::measure::Frame;
use throng_mesh::Mesh;

use super::floors::{Floor, bounds, wkt};

/// A transaction ends after so many rows, or so many frames. Few enough that little is lost, and many enough that their cost does not show.
const ROWS: usize = 50_000;
const FRAMES: usize = 50;

/// The tables of the format, but for that of positions.
pub(super) const TABLES: &str = "
    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
    CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
    CREATE INDEX frame_id_idx ON trajectory_data(frame, id);";

/// The table of positions, with two columns more than the format has.
const POSITIONS: &str = "
    CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,
        pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL,
        pos_z REAL NOT NULL, layer INTEGER NOT NULL);";

/// Tables of our own.
const MORE_TABLES: &str = "
    CREATE TABLE agents (id INTEGER NOT NULL PRIMARY KEY, profile TEXT NOT NULL, radius REAL NOT NULL,
        speed REAL NOT NULL, entered REAL NOT NULL, left REAL);
    CREATE TABLE events (time REAL NOT NULL, kind TEXT NOT NULL, id INTEGER, detail TEXT NOT NULL);
    CREATE TABLE layers (layer INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, wkt TEXT NOT NULL);
    CREATE TABLE run_info (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);";

/// Where a character is in a row of the table of positions.
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) at: [f64; 2],
    pub(super) heading: [f64; 2],
}

/// Who a character is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CharacterRow<'a> {
    pub(crate) id: CharacterId,
    /// The name of its profile.
    pub(crate) profile: &'a str,
    /// (m)
    pub(crate) radius: f64,
    /// How fast it walks where nobody is in the way. (m/s)
    pub(crate) speed: f64,
    /// When it came. (s)
    pub(crate) entered: f64,
}

/// A file of trajectories being written.
#[derive(Debug)]
pub(crate) struct TrajectoryFile {
    connection: Connection,
    /// The number of the next frame.
    next: i64,
    geometry: i64,
    /// Rows and frames since the last commit.
    pending: [usize; 2],
}

impl TrajectoryFile {
    /// Starts a file with so many frames a second; one that is there is replaced.
    pub(crate) fn create(path: &Path, mesh: &Mesh, fps: f64) -> Result<Self> {
        let floors = Floor::all(mesh);
        let file = Self::start(path, &format!("{POSITIONS}{TABLES}{MORE_TABLES}"), &floors, fps)?;
        for layer in mesh.layers() {
            let own: Vec<Floor> = floors.iter().filter(|floor| floor.layer == layer).cloned().collect();
            file.connection
                .execute(
                    "INSERT INTO layers VALUES (?, ?, ?)",
                    params![layer.0, mesh.layer_name(layer), wkt(&own)],
                )
                .context("cannot write layers")?;
        }
        Ok(file)
    }

    /// One more frame. Heights are those of the mesh.
    pub(crate) fn add(&mut self, mesh: &Mesh, frame: &Frame) -> Result<()> {
        {
            let mut insert = self
                .connection
                .prepare_cached("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
                .context("cannot write positions")?;
            for sample in &frame.samples {
                let ([x, y], [u, v]) = (sample.at, sample.heading.map(f64::from));
                let z = mesh.height(sample.position());
                insert
                    .execute(params![self.next, number(sample.id), x, y, u, v, z, sample.layer.0])
                    .context("cannot write positions")?;
            }
        }
        self.end_frame(frame.samples.len())
    }

    /// Somebody came.
    pub(crate) fn add_character(&mut self, row: &CharacterRow<'_>) -> Result<()> {
        let mut insert =
            self.connection.prepare_cached("INSERT OR REPLACE INTO agents VALUES (?, ?, ?, ?, ?, NULL)")?;
        insert.execute(params![number(row.id), row.profile, row.radius, row.speed, row.entered])?;
        self.pending[0] += 1;
        Ok(())
    }

    /// Somebody left. (s)
    pub(crate) fn set_left(&mut self, id: CharacterId, time: f64) -> Result<()> {
        self.connection
            .prepare_cached("UPDATE agents SET left = ? WHERE id = ?")?
            .execute(params![time, number(id)])?;
        self.pending[0] += 1;
        Ok(())
    }

    /// Something happened, to somebody or to the place. (s)
    pub(crate) fn add_event(
        &mut self,
        time: f64,
        kind: &str,
        id: Option<CharacterId>,
        detail: &str,
    ) -> Result<()> {
        let mut insert = self.connection.prepare_cached("INSERT INTO events VALUES (?, ?, ?, ?)")?;
        insert.execute(params![time, kind, id.map(number), detail])?;
        self.pending[0] += 1;
        Ok(())
    }

    /// Something about the run as a whole.
    pub(crate) fn set_info(&mut self, key: &str, value: &str) -> Result<()> {
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO run_info VALUES (?, ?)")?
            .execute([key, value])?;
        Ok(())
    }

    /// The place changed: frames from now on have another geometry.
    pub(crate) fn set_place(&mut self, mesh: &Mesh) -> Result<()> {
        self.set_geometry(&wkt(&Floor::all(mesh)))
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<()> {
        self.connection.execute_batch("COMMIT").context("cannot finish the file of trajectories")
    }

    /// Starts a file with these tables, and a transaction.
    pub(super) fn start(path: &Path, tables: &str, floors: &[Floor], fps: f64) -> Result<Self> {
        let name = path.display();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        // What an interrupted run left beside the file belongs to the old one.
        let mut journal = path.as_os_str().to_owned();
        journal.push("-journal");
        for old in [path.as_os_str(), &journal] {
            match std::fs::remove_file(old) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot replace {name}"));
                }
                _ => {}
            }
        }
        let connection = Connection::open(path).with_context(|| format!("cannot write {name}"))?;
        connection
            .execute_batch(&format!("PRAGMA synchronous = NORMAL; BEGIN; {tables}"))
            .with_context(|| format!("cannot write {name}"))?;
        let mut file = Self { connection, next: 0, geometry: 0, pending: [0; 2] };
        let [low, high] = bounds(floors);
        let rows = [
            ("version", "2".to_owned()),
            ("fps", format!("{fps:?}")),
            ("xmin", format!("{:?}", low[0])),
            ("xmax", format!("{:?}", high[0])),
            ("ymin", format!("{:?}", low[1])),
            ("ymax", format!("{:?}", high[1])),
        ];
        for (key, value) in rows {
            file.connection.execute("INSERT INTO metadata VALUES (?, ?)", params![key, value])?;
        }
        file.set_geometry(&wkt(floors))?;
        Ok(file)
    }

    /// One more frame of a file that has only the columns of the format.
    pub(super) fn add_rows(&mut self, rows: &[Row]) -> Result<()> {
        {
            let mut insert = self
                .connection
                .prepare_cached("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)")
                .context("cannot write positions")?;
            for row in rows {
                let ([x, y], [u, v]) = (row.at, row.heading);
                insert.execute(params![self.next, row.id, x, y, u, v]).context("cannot write positions")?;
            }
        }
        self.end_frame(rows.len())
    }

    /// Runs one statement.
    pub(super) fn execute(&self, statement: &str, values: &[&dyn rusqlite::ToSql]) -> Result<()> {
        self.connection.prepare_cached(statement)?.execute(values)?;
        Ok(())
    }

    fn set_geometry(&mut self, wkt: &str) -> Result<()> {
        // FNV-1a: the same place has the same number in every file.
        let hash = wkt
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        self.geometry = hash.cast_signed();
        self.connection
            .execute("INSERT OR IGNORE INTO geometry VALUES (?, ?)", params![self.geometry, wkt])
            .context("cannot write the geometry")?;
        Ok(())
    }

    /// Notes the frame, and ends the transaction if it is large.
    fn end_frame(&mut self, rows: usize) -> Result<()> {
        self.connection
            .prepare_cached("INSERT INTO frame_data VALUES (?, ?)")?
            .execute([self.next, self.geometry])
            .context("cannot write frames")?;
        self.next += 1;
        self.pending = [self.pending[0] + rows, self.pending[1] + 1];
        if self.pending[0] >= ROWS || self.pending[1] >= FRAMES {
            self.connection.execute_batch("COMMIT; BEGIN").context("cannot write frames")?;
            self.pending = [0; 2];
        }
        Ok(())
    }
}

/// The number of a character in files: the format has them from 1 on.
pub(super) fn number(id: CharacterId) -> i64 {
    i64::from(id.0) + 1
}
