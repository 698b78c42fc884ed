//! The rows of the table, and moving inputs between processes.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
pub use throng_voronoi::sample::squares;
use throng_voronoi::{GridPoint, sample};

/// A named set of segments.
pub struct Input {
    /// Name in the tables.
    pub name: &'static str,
    /// Segments that meet at most in shared end points.
    pub segments: Vec<[GridPoint; 2]>,
}

/// All inputs of the comparison: squares as in a town, and forty thousand segments of other kinds.
pub fn table(seed: u64) -> Vec<Input> {
    let input = |name, segments| Input { name, segments };
    vec![
        input("squares 30", sample::squares(30, seed)),
        input("squares 96", sample::squares(96, seed)),
        input("squares 225", sample::squares(225, seed)),
        input("random disjoint", sample::random_disjoint(40_000, seed)),
        input("comb", sample::comb(20_000)),
        input("needles", sample::needles(40_000)),
        input("maze", sample::maze(40_000, seed)),
        input("grid of squares", sample::grid_squares(100)),
    ]
}

/// Number of different end points.
pub fn distinct_points(segments: &[[GridPoint; 2]]) -> usize {
    let mut points: Vec<GridPoint> = segments.iter().flatten().copied().collect();
    points.sort();
    points.dedup();
    points.len()
}

/// A file of this process in the folder for temporary files.
pub fn scratch_file(purpose: &str) -> PathBuf {
    std::env::temp_dir().join(format!("throng-compare-{purpose}-{}", std::process::id()))
}

/// Writes segments as four little-endian `i32` each.
pub fn write(path: &Path, segments: &[[GridPoint; 2]]) -> Result<(), String> {
    let attempt = || {
        let mut file = BufWriter::new(std::fs::File::create(path)?);
        for coordinate in segments.iter().flat_map(coordinates) {
            file.write_all(&coordinate.to_le_bytes())?;
        }
        file.flush()
    };
    attempt().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}

/// Reads what [`write`] wrote, without a second copy in memory.
pub fn read(path: &Path) -> Result<Vec<[GridPoint; 2]>, String> {
    let attempt = || {
        let file = std::fs::File::open(path)?;
        let count = file.metadata()?.len() as usize / 16;
        let mut file = BufReader::new(file);
        let mut segments = Vec::with_capacity(count);
        for _ in 0..count {
            let mut next = || {
                let mut bytes = [0; 4];
                file.read_exact(&mut bytes).map(|()| i32::from_le_bytes(bytes))
            };
            segments.push([GridPoint::new(next()?, next()?), GridPoint::new(next()?, next()?)]);
        }
        Ok(segments)
    };
    attempt().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}

/// FNV-1a over the coordinates.
pub fn hash(segments: &[[GridPoint; 2]]) -> u64 {
    segments.iter().flat_map(coordinates).fold(0xcbf2_9ce4_8422_2325, |hash: u64, coordinate| {
        (hash ^ u64::from(coordinate as u32)).wrapping_mul(0x100_0000_01b3)
    })
}

fn coordinates(segment: &[GridPoint; 2]) -> [i32; 4] {
    let [a, b] = segment;
    [a.x, a.y, b.x, b.y]
}
