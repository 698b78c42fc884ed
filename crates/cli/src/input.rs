//! Getting a place: from a file of any format, from a saved mesh, or built in; and telling what there is to say about it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use throng_import::{Coordinates, Diagnostic, Format, Imported, Meaning, ReadOptions, Severity, read_bytes};
use throng_mesh::{BuildError, Built, LiveMesh, Mesh, Seconds, Stage};

use crate::progress::Progress;

/// A file with a place, and how to take what it leaves open.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// A place: scene (.json), GeoJSON, WKT, SVG, DXF, grid map (.map), or the name of a built-in one
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Reading {
    /// What polygons are where the file does not say
    #[arg(long = "as", value_enum, value_name = "MEANING", help_heading = "Reading")]
    meaning: Option<As>,
    /// How far walkable space reaches beyond obstacles where the file has no border (m)
    #[arg(long, value_name = "METERS", default_value_t = 10.0, value_parser = positive, help_heading = "Reading")]
    margin: f64,
    /// What coordinates are where the file does not say
    #[arg(long, value_enum, value_name = "UNITS", help_heading = "Reading")]
    coordinates: Option<Units>,
    /// How far straight pieces may be from the curves of a drawing (m)
    #[arg(long, value_name = "METERS", default_value_t = 0.01, value_parser = positive, help_heading = "Reading")]
    tolerance: f64,
    /// Side of a cell of a grid map (m)
    #[arg(long, value_name = "METERS", default_value_t = 1.0, value_parser = positive, help_heading = "Reading")]
    cell: f64,
}

/// As without any options.
impl Default for Reading {
    fn default() -> Self {
        Self { meaning: None, margin: 10.0, coordinates: None, tolerance: 0.01, cell: 1.0 }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum As {
    /// Rooms, floors, streets
    Walkable,
    /// Buildings, furniture
    Obstacles,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Units {
    Meters,
    /// Longitude and latitude
    Degrees,
}

/// A mesh, however it came about.
pub(crate) struct Loaded {
    pub(crate) built: Built,
    /// The place it was built from; not there if the mesh was saved.
    pub(crate) imported: Option<Imported>,
    /// Milliseconds for reading the file.
    pub(crate) read_ms: f64,
}

impl Input {
    /// Reads the place, and tells notes and problems of the file itself.
    pub(crate) fn read(&self) -> Result<Imported> {
        let imported = self.read_quietly()?;
        self.tell(&imported.notes, &imported.diagnostics);
        if imported.diagnostics.iter().any(|d| d.severity == Severity::Error) {
            bail!("{} has errors; see above", self.file.display());
        }
        Ok(imported)
    }

    /// Reads the place. Problems of the file are among its diagnostics.
    pub(crate) fn read_quietly(&self) -> Result<Imported> {
        match std::fs::read(&self.file) {
            Ok(bytes) => self.understand(&bytes),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let place = self.file.to_str().and_then(throng_import::place);
                let scene = place.ok_or(error).with_context(|| {
                    format!(
                        "cannot read {}, and no built-in place has that name (`throng scene --list` lists them)",
                        self.file.display()
                    )
                })?;
                Ok(Imported { scene, ..Imported::default() })
            }
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.file.display())),
        }
    }

    /// Reads and builds, or loads a saved mesh.
    pub(crate) fn load(&self) -> Result<Loaded> {
        let start = Instant::now();
        if let Ok(bytes) = std::fs::read(&self.file)
            && Mesh::is_saved(&bytes)
        {
            let mesh = Mesh::from_bytes(&bytes).with_context(|| self.file.display().to_string())?;
            let built = Built { mesh, repairs: Vec::new(), seconds: Seconds::default() };
            return Ok(Loaded { built, imported: None, read_ms: start.elapsed().as_secs_f64() * 1e3 });
        }
        let imported = self.read()?;
        let read_ms = start.elapsed().as_secs_f64() * 1e3;
        let built = self.build(&imported)?;
        Ok(Loaded { built, imported: Some(imported), read_ms })
    }

    /// Builds the mesh; errors are told one by one.
    pub(crate) fn build(&self, imported: &Imported) -> Result<Built> {
        let progress = Progress::new("building");
        let built = Mesh::build_with(&imported.scene, &|stage, done, total| {
            let what = match stage {
                Stage::Layers => "layers",
                Stage::Connections => "connections",
                Stage::Axis => "medial axis",
                Stage::Index => "location index",
            };
            progress.set(what, done, total);
        });
        drop(progress);
        built.map_err(|error| self.not_built(imported, &error))
    }

    /// Builds a mesh that can change; errors are told one by one.
    pub(crate) fn build_live(&self, imported: &Imported) -> Result<LiveMesh> {
        let progress = Progress::new("building");
        let built = LiveMesh::build(&imported.scene);
        drop(progress);
        built.map_err(|error| self.not_built(imported, &error))
    }

    fn not_built(&self, imported: &Imported, error: &BuildError) -> anyhow::Error {
        let told = error.problems.iter().map(|p| Diagnostic::of_problem(p, &imported.scene, &imported.lines));
        self.tell(&[], &told.collect::<Vec<_>>());
        anyhow::anyhow!("{} gives no mesh; see above", self.file.display())
    }

    /// Notes and diagnostics on standard error, each with file and line.
    pub(crate) fn tell(&self, notes: &[String], diagnostics: &[Diagnostic]) {
        for note in notes {
            eprintln!("{}: note: {note}", self.file.display());
        }
        for diagnostic in diagnostics {
            eprintln!("{}", located(&self.file, diagnostic));
        }
    }

    fn understand(&self, bytes: &[u8]) -> Result<Imported> {
        let name = self.file.display().to_string();
        let format = Format::detect(&name, bytes);
        let progress = Progress::new("reading");
        let imported = read_bytes(&name, bytes, format, &self.reading.options());
        drop(progress);
        Ok(imported?)
    }
}

impl Reading {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            meaning: match self.meaning {
                None => Meaning::Auto,
                Some(As::Walkable) => Meaning::Walkable,
                Some(As::Obstacles) => Meaning::Obstacles,
            },
            margin: self.margin,
            coordinates: match self.coordinates {
                None => Coordinates::Auto,
                Some(Units::Meters) => Coordinates::Meters,
                Some(Units::Degrees) => Coordinates::Degrees,
            },
            tolerance: self.tolerance,
            cell: self.cell,
        }
    }
}

/// `file:line: error: …`
pub(crate) fn located(file: &Path, diagnostic: &Diagnostic) -> String {
    match diagnostic.line {
        Some(line) => format!("{}:{line}: {diagnostic}", file.display()),
        None => format!("{}: {diagnostic}", file.display()),
    }
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("a positive number is wanted".to_owned()),
    }
}
