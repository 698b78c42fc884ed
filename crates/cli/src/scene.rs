//! `throng scene`: the built-in reference places as scene files.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use throng_import::{PLACES, place, write_scene};

use crate::output::{print, write_file};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  throng scene --list\n  throng scene tower --out tower.json")]
pub(crate) struct SceneVerb {
    /// Name of the place
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// List the places there are
    #[arg(long)]
    list: bool,
    /// File to write; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl SceneVerb {
    pub(crate) fn run(&self, json: bool) -> Result<()> {
        let Some(name) = self.name.as_deref().filter(|_| !self.list) else { return list(json) };
        let Some(scene) = place(name) else {
            let near = PLACES
                .iter()
                .map(|info| info.name)
                .filter(|other| other.starts_with(&name[..name.len().min(2)]));
            let near: Vec<&str> = near.collect();
            let hint = if near.is_empty() {
                "`throng scene --list` lists them".to_owned()
            } else {
                format!("there is {}", near.join(", "))
            };
            bail!("there is no built-in place \"{name}\"; {hint}");
        };
        let text = write_scene(&scene);
        let Some(out) = &self.out else { return print(text.trim_end()) };
        write_file(out, &text)?;
        if json {
            let answer = serde_json::json!({
                "file": out.display().to_string(), "name": name, "layers": scene.layers.len(),
                "connections": scene.connections.len(), "corners": scene.num_corners(),
            });
            return print(&answer.to_string());
        }
        print(&format!(
            "{name}: {} layers, {} connections, {} corners; written to {}",
            scene.layers.len(),
            scene.connections.len(),
            scene.num_corners(),
            out.display()
        ))
    }
}

fn list(json: bool) -> Result<()> {
    if json {
        let places: Vec<_> = PLACES
            .iter()
            .map(|info| serde_json::json!({"name": info.name, "about": info.description}))
            .collect();
        return print(&serde_json::json!({ "places": places }).to_string());
    }
    for info in PLACES {
        print(&format!("{:12} {}", info.name, info.description))?;
    }
    Ok(())
}
