//! `throng convert`: from one format to another.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use throng_import::{Format, write};

use crate::input::Input;
use crate::output::{print, write_file};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  throng convert plan.svg plan.json\n  throng convert city.geojson city.json --as obstacles"
)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: Input,
    /// File to write: .json (scene), .geojson or .wkt
    out: PathBuf,
}

impl Convert {
    pub(crate) fn run(&self, json: bool) -> Result<()> {
        let format = format_of(&self.out)?;
        let imported = self.input.read()?;
        let text = write(&imported.scene, format).with_context(|| self.out.display().to_string())?;
        write_file(&self.out, &text)?;
        let scene = &imported.scene;
        if json {
            let answer = serde_json::json!({
                "file": self.out.display().to_string(), "layers": scene.layers.len(),
                "connections": scene.connections.len(), "corners": scene.num_corners(), "notes": imported.notes,
            });
            return print(&answer.to_string());
        }
        print(&format!(
            "{}: {} layers, {} connections, {} corners",
            self.out.display(),
            scene.layers.len(),
            scene.connections.len(),
            scene.num_corners()
        ))
    }
}

/// The format of a file that is to be written, by its name.
pub(crate) fn format_of(out: &Path) -> Result<Format> {
    match out.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("json") => Ok(Format::Scene),
        Some("geojson") => Ok(Format::GeoJson),
        Some("wkt") => Ok(Format::Wkt),
        _ => bail!("{}: files can be written as .json (scene), .geojson or .wkt", out.display()),
    }
}
