//! One file of trajectories a floor, for tools that know one plane only: PedPy reads them as they are.
//!
//! PedPy wants one polygon, and takes the rows of one id for one walk without gaps. So each connected piece of a layer has a file of its own,
//! and a character that comes back to a floor has a new id there: 2³² and up. The table `visits` says who that is.
//! Files of floors that nobody visits are not written. Obstacles and doors that change during the run do not change the polygon.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use throng_crowd::CharacterId;
use throng_crowd::measure::Frame;
use throng_mesh::{LayerId, Mesh};

use super::floors::Floor;
use super::sqlite::{Row, TABLES, TrajectoryFile, number};

/// Ids of further visits begin above those of all characters.
const FURTHER: i64 = 1 << 32;

/// The table of positions as the format has it, and who visits.
const POSITIONS: &str = "
    CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,
        pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
    CREATE TABLE visits (id INTEGER NOT NULL PRIMARY KEY, character INTEGER NOT NULL);";

/// The files of all floors.
#[derive(Debug)]
pub(crate) struct FloorFiles {
    pieces: Vec<Piece>,
    fps: f64,
    /// Frames so far.
    frames: u64,
    /// Where everybody was in the last frame.
    last: BTreeMap<CharacterId, (LayerId, usize)>,
}

/// A floor and its file.
#[derive(Debug)]
struct Piece {
    floor: Floor,
    path: PathBuf,
    file: Option<TrajectoryFile>,
    /// Who was there in the last frame, and by which id.
    present: BTreeMap<CharacterId, i64>,
    /// Who was ever there.
    known: BTreeSet<CharacterId>,
    further: i64,
}

impl FloorFiles {
    /// Files whose names begin with that of a path: `run` gives `run.ground.sqlite`, and `run.ground.2.sqlite` for the second largest piece
    /// of that layer.
    pub(crate) fn new(stem: &Path, mesh: &Mesh, fps: f64) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for floor in Floor::all(mesh) {
            let number = pieces.iter().filter(|piece| piece.floor.layer == floor.layer).count() + 1;
            let named = |name: &str| {
                let mut path = stem.as_os_str().to_owned();
                path.push(format!(".{name}"));
                path.push(if number > 1 { format!(".{number}.sqlite") } else { ".sqlite".to_owned() });
                PathBuf::from(path)
            };
            let name = file_name(mesh.layer_name(floor.layer));
            let mut path = named(&name);
            // Names that differ in odd characters only would have one file.
            if name.is_empty() || pieces.iter().any(|piece| piece.path == path) {
                path = named(&format!("{name}-{}", floor.layer.0));
            }
            let (present, known) = (BTreeMap::new(), BTreeSet::new());
            pieces.push(Piece { floor, path, file: None, present, known, further: FURTHER });
        }
        Self { pieces, fps, frames: 0, last: BTreeMap::new() }
    }

    /// One more frame.
    pub(crate) fn add(&mut self, frame: &Frame) -> Result<()> {
        let mut rows: Vec<Vec<(CharacterId, Row)>> = self.pieces.iter().map(|_| Vec::new()).collect();
        let mut now = BTreeMap::new();
        for sample in &frame.samples {
            // From one piece of a layer to another one there is no way on that layer.
            let before = self.last.get(&sample.id).filter(|(layer, _)| *layer == sample.layer);
            let Some(piece) = before.map(|&(_, piece)| piece).or_else(|| self.piece(sample.layer, sample.at))
            else {
                continue;
            };
            now.insert(sample.id, (sample.layer, piece));
            let heading = sample.heading.map(f64::from);
            rows[piece].push((sample.id, Row { id: 0, at: sample.at, heading }));
        }
        self.last = now;
        for (piece, rows) in self.pieces.iter_mut().zip(rows) {
            if piece.file.is_some() || !rows.is_empty() {
                piece.add(rows, self.fps, self.frames)?;
            }
        }
        self.frames += 1;
        Ok(())
    }

    /// Ends all files; returns their paths.
    pub(crate) fn finish(self) -> Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for piece in self.pieces {
            if let Some(file) = piece.file {
                file.finish()?;
                paths.push(piece.path);
            }
        }
        Ok(paths)
    }

    /// The piece of a layer that has a place, or the largest one if by rounding none has.
    fn piece(&self, layer: LayerId, at: [f64; 2]) -> Option<usize> {
        let own = || (0..self.pieces.len()).filter(|&k| self.pieces[k].floor.layer == layer);
        if own().count() < 2 {
            return own().next();
        }
        own().find(|&k| self.pieces[k].floor.has(at)).or_else(|| own().next())
    }
}

impl Piece {
    /// One more frame; the first one starts the file, with the frames before it in which nobody was here.
    fn add(&mut self, rows: Vec<(CharacterId, Row)>, fps: f64, frames: u64) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let floor = std::slice::from_ref(&self.floor);
                let mut file =
                    TrajectoryFile::start(&self.path, &format!("{POSITIONS}{TABLES}"), floor, fps)?;
                for _ in 0..frames {
                    file.add_rows(&[])?;
                }
                self.file.insert(file)
            }
        };
        let mut present = BTreeMap::new();
        let mut numbered = Vec::with_capacity(rows.len());
        for (character, row) in rows {
            let id = match self.present.get(&character) {
                Some(&id) => id,
                None => {
                    let id = if self.known.insert(character) {
                        number(character)
                    } else {
                        self.further += 1;
                        self.further - 1
                    };
                    file.execute("INSERT INTO visits VALUES (?, ?)", &[&id, &number(character)])?;
                    id
                }
            };
            present.insert(character, id);
            numbered.push(Row { id, ..row });
        }
        self.present = present;
        file.add_rows(&numbered)
    }
}

/// The name of a layer as part of the name of a file: letters, digits, and dashes for everything else.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}
