//! Recast and Detour, in a process of their own (`detour.cpp`) that waits for its turn.

use crate::floor::{Soup, soup};
use crate::pairs::Pair;
use crate::race::{Answer, Outcome, Router};
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use throng_compare::worker::Worker;
use throng_mesh::Mesh;

/// If a route starts or ends so much higher or lower than asked, it is on another floor. [m]
const ANOTHER_FLOOR: f64 = 1.0;

/// The worker process.
pub struct Detour(Worker);

/// What Recast built.
#[derive(Clone, Copy, Debug)]
pub struct RecastMesh {
    /// Width of its cells. [mm]
    pub cell: usize,
    /// Time. [ms]
    pub build: f64,
    /// Polygons.
    pub polygons: usize,
    /// Tiles: 1 if the place fits into one mesh.
    pub tiles: usize,
}

impl Detour {
    /// Starts the worker.
    pub fn start(program: &Path) -> Result<Self, String> {
        Worker::start("Detour", program).map(Self)
    }

    /// Gives it a place and its pairs; Recast builds its mesh with cells so wide. [mm]
    pub fn load(&mut self, mesh: &Mesh, pairs: &[Pair], cell: usize) -> Result<RecastMesh, String> {
        let soup = soup(mesh)?;
        let file = self.0.file();
        write(file, mesh, &soup, pairs).map_err(|error| format!("{}: {error}", file.display()))?;
        let request = format!("load {cell} {}", file.display());
        match self.0.ask(&request, "built")?[..] {
            [nanoseconds, polygons, tiles] => Ok(RecastMesh {
                cell,
                build: nanoseconds as f64 / 1e6,
                polygons: polygons as usize,
                tiles: tiles as usize,
            }),
            ref other => Err(format!("Detour said {other:?}")),
        }
    }
}

impl Router for Detour {
    fn plan(&mut self, pairs: Range<usize>) -> Result<Vec<Answer>, String> {
        let request = format!("run {} {}", pairs.start, pairs.len());
        if self.0.ask(&request, "ran")? != [pairs.len() as u64] {
            return Err("Detour ran another number of queries".to_string());
        }
        pairs.map(|_| answer(&self.0.line()?)).collect()
    }
}

fn answer(line: &str) -> Result<Answer, String> {
    let words: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
    let [nanoseconds, status, length, rise] =
        words.ok().and_then(|words| words.try_into().ok()).ok_or_else(|| format!("Detour said {line}"))?;
    let outcome = match status as u32 {
        0 => Outcome::Nothing,
        _ if rise > ANOTHER_FLOOR => Outcome::WrongFloor,
        1 => Outcome::Whole,
        _ => Outcome::Partial,
    };
    Ok(Answer { time: nanoseconds / 1e3, outcome, length })
}

/// The file of a place: counts, corners, triangles, pairs. Around the middle of the place, for the sake of 32-bit floats.
fn write(path: &Path, mesh: &Mesh, soup: &Soup, pairs: &[Pair]) -> std::io::Result<()> {
    let middle = middle(&soup.vertices);
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    for count in [soup.vertices.len(), soup.floors.len(), soup.walls.len(), pairs.len()] {
        file.write_all(&(count as i32).to_le_bytes())?;
    }
    let point = |file: &mut BufWriter<_>, [x, y, z]: [f64; 3]| -> std::io::Result<()> {
        for coordinate in [x - middle[0], z, y - middle[1]] {
            file.write_all(&(coordinate as f32).to_le_bytes())?;
        }
        Ok(())
    };
    for &vertex in &soup.vertices {
        point(&mut file, vertex)?;
    }
    for corner in soup.floors.iter().chain(&soup.walls).flatten() {
        file.write_all(&(*corner as i32).to_le_bytes())?;
    }
    for position in pairs.iter().flatten() {
        point(&mut file, [position.at[0], position.at[1], mesh.height(*position)])?;
    }
    file.flush()
}

fn middle(vertices: &[[f64; 3]]) -> [f64; 2] {
    [0, 1].map(|axis| {
        let coordinates = || vertices.iter().map(|vertex| vertex[axis]);
        0.5 * (coordinates().fold(f64::INFINITY, f64::min) + coordinates().fold(f64::NEG_INFINITY, f64::max))
    })
}
