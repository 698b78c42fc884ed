//! `throng check`: everything that is wrong with a place, in one go.

use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use throng_import::{Diagnostic, Severity};

use crate::input::{Input, located};
use crate::output::print;
use crate::progress::Progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  throng check station.json\n  throng check plan.geojson --as obstacles --margin 5"
)]
pub(crate) struct Check {
    #[command(flatten)]
    input: Input,
}

impl Check {
    pub(crate) fn run(&self, json: bool) -> Result<()> {
        let imported = self.input.read_quietly()?;
        let mut found = imported.diagnostics.clone();
        // What the file says is looked at even if parts of it could not be understood: one look should tell all.
        let progress = Progress::new("checking");
        let problems = throng_mesh::check(&imported.scene);
        drop(progress);
        let broken = found.iter().any(|d| d.severity == Severity::Error);
        found.extend(
            problems
                .iter()
                .map(|problem| Diagnostic::of_problem(problem, &imported.scene, &imported.lines))
                // Of a scene that is not whole, that something is missing says nothing new; nor does what was told of the same place.
                .filter(|d| {
                    let told = |other: &Diagnostic| (other.line, &other.place) == (d.line, &d.place);
                    d.severity != Severity::Error
                        || !(broken && d.line.is_none() || imported.diagnostics.iter().any(told))
                }),
        );
        let count = |severity: Severity| found.iter().filter(|d| d.severity == severity).count();
        let (errors, repairs) = (count(Severity::Error), count(Severity::Warning));
        if json {
            let entry = |d: &Diagnostic| {
                json!({
                    "severity": if d.severity == Severity::Error { "error" } else { "warning" },
                    "line": d.line, "place": d.place, "what": d.what, "remedy": d.remedy,
                })
            };
            let answer = json!({
                "file": self.input.file.display().to_string(), "ok": errors == 0, "errors": errors, "warnings": repairs,
                "layers": imported.scene.layers.len(), "connections": imported.scene.connections.len(),
                "corners": imported.scene.num_corners(), "notes": imported.notes,
                "problems": found.iter().map(entry).collect::<Vec<_>>(),
            });
            print(&answer.to_string())?;
        } else {
            for note in &imported.notes {
                print(&format!("{}: note: {note}", self.input.file.display()))?;
            }
            for diagnostic in &found {
                print(&located(&self.input.file, diagnostic))?;
            }
            let scene = &imported.scene;
            print(&format!(
                "{} layers, {} connections, {} corners: {}",
                scene.layers.len(),
                scene.connections.len(),
                scene.num_corners(),
                match (errors, repairs) {
                    (0, 0) => "all well".to_owned(),
                    (0, n) => format!("well, with {n} remarks"),
                    (n, _) => format!("{n} errors"),
                }
            ))?;
        }
        if errors > 0 {
            bail!("{} has {errors} errors", self.input.file.display());
        }
        Ok(())
    }
}
