//! Recast, in a process of its own (`recast.cpp`) that waits for its turn.

use std::io::{BufWriter, Write};
use std::path::Path;
use throng_compare::worker::Worker;
use throng_import::{ExtractOptions, Model};

/// Widths of its cells. [m]
pub const CELLS: [f64; 3] = [0.3, 0.1, 0.05];

/// Its stages, in order.
pub const STAGES: [&str; 6] = ["rasterize", "filter", "compact", "regions", "contours", "mesh"];

/// What is a little steeper than the limit counts as walkable with us, and so it should with Recast. [degrees]
const SLOPE_TOLERANCE: f64 = 0.5;

/// The worker process.
pub struct Recast(Worker);

/// What Recast found, and how long it took.
#[derive(Clone, Debug)]
pub struct RecastFound {
    /// By stage. [s]
    pub stages: [f64; 6],
    /// Area of the walkable spans, those of small components left out. [m²]
    pub area: f64,
    /// Components that are not too small.
    pub components: usize,
    /// Polygons, and their area. [m²]
    pub polygons: usize,
    pub polygon_area: f64,
    /// Largest resident size of the process, in bytes.
    pub memory: usize,
}

impl RecastFound {
    /// All of it. [s]
    pub fn seconds(&self) -> f64 {
        self.stages.iter().sum()
    }
}

impl Recast {
    /// Starts the worker.
    pub fn start(program: &Path) -> Result<Self, String> {
        Worker::start("Recast", program).map(Self)
    }

    /// Gives it a model.
    pub fn load(&mut self, model: &Model) -> Result<(), String> {
        let file = self.0.file();
        write(file, model).map_err(|error| format!("{}: {error}", file.display()))?;
        let request = format!("load {}", file.display());
        self.0.ask(&request, "loaded").map(|_| ())
    }

    /// Builds with cells so wide. [m]
    pub fn build(&mut self, cell: f64, options: &ExtractOptions) -> Result<RecastFound, String> {
        let request = format!(
            "build {cell} {} {} {} {} {}",
            cell_height(cell),
            options.slope + SLOPE_TOLERANCE,
            options.head_room,
            options.step,
            options.min_area
        );
        let answer = self.0.ask(&request, "built")?;
        let [status, _tiles, times @ .., spans, components, kept, polygons, area, memory] = &answer[..]
        else {
            return Err(format!("Recast said {answer:?}"));
        };
        match *status {
            0 => {}
            1 => return Err("too large".to_string()),
            _ => return Err("polygons: too many".to_string()),
        }
        debug_assert!(kept <= spans, "those of small components are left out");
        let stages = times.iter().map(|&nanoseconds| nanoseconds as f64 * 1e-9).collect::<Vec<_>>();
        Ok(RecastFound {
            stages: stages.try_into().map_err(|_| format!("Recast said {answer:?}"))?,
            area: *kept as f64 * cell * cell,
            components: *components as usize,
            polygons: *polygons as usize,
            polygon_area: 0.5 * *area as f64 * cell * cell,
            memory: *memory as usize,
        })
    }
}

/// Height of cells that are so wide: half of that, and at most 0.05 m, or head room and steps are too coarse. [m]
pub fn cell_height(cell: f64) -> f64 {
    (0.5 * cell).min(0.05)
}

/// The file of a model: counts, corners, triangles. Around the middle of the model, for the sake of 32-bit floats.
fn write(path: &Path, model: &Model) -> std::io::Result<()> {
    let middle = [0, 1, 2].map(|axis| {
        let coordinates = || model.vertices.iter().map(|vertex| vertex[axis]);
        0.5 * (coordinates().fold(f64::INFINITY, f64::min) + coordinates().fold(f64::NEG_INFINITY, f64::max))
    });
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    for count in [model.vertices.len(), model.triangles.len()] {
        file.write_all(&(count as i32).to_le_bytes())?;
    }
    for vertex in &model.vertices {
        for axis in 0..3 {
            file.write_all(&((vertex[axis] - middle[axis]) as f32).to_le_bytes())?;
        }
    }
    for corner in model.triangles.iter().flatten() {
        file.write_all(&(*corner as i32).to_le_bytes())?;
    }
    file.flush()
}
