//! `throng demo`: the whole pipeline on a built-in place. For now: clean, build, check, time, draw.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use throng_voronoi::{Diagram, Grid, SvgStyle};

use crate::office;

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Folder for the picture
    #[arg(long, default_value = "out")]
    out: PathBuf,
    /// Print one JSON object instead of a summary
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub(crate) fn run(&self) -> Result<()> {
        let walls = office::walls();
        let start = Instant::now();
        let clean = Grid::default().clean(&[], &walls).context("the built-in place")?;
        let clean_ms = milliseconds(start);
        let start = Instant::now();
        let diagram = Diagram::build(clean.points(), clean.segments()).context("the built-in place")?.diagram;
        let build_ms = milliseconds(start);
        let start = Instant::now();
        diagram.check_all().context("this is a bug of Throng, please report it")?;
        let check_ms = milliseconds(start);
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let file = self.out.join("demo.svg");
        let style = SvgStyle { width: 960.0, title: "An office floor".to_owned(), ..SvgStyle::default() };
        std::fs::write(&file, diagram.svg(&style))
            .with_context(|| format!("cannot write {}", file.display()))?;

        let (vertices, arcs) = (diagram.vertices().count(), diagram.arcs().count());
        let counts = diagram.counts();
        let tests = counts.point + counts.end + counts.segment + counts.side;
        let exact = counts.point_exact + counts.end_exact + counts.segment_exact + counts.side_exact;
        let text = if self.json {
            serde_json::json!({
                "segments_in": walls.len(), "points": diagram.num_points(), "segments": diagram.num_segments(),
                "split": clean.report().split_segments, "vertices": vertices, "arcs": arcs, "bytes": diagram.bytes(),
                "tests": tests, "exact": exact, "checked": true, "picture": file.display().to_string(),
                "ms": { "clean": clean_ms, "voronoi": build_ms, "check": check_ms },
            })
            .to_string()
        } else {
            format!(
                "An office floor of {} walls.\n\
                 cleaned   {clean_ms:8.2} ms   {} points, {} segments; {} were split where they met others\n\
                 built     {build_ms:8.2} ms   {vertices} vertices, {arcs} arcs; {exact} of {tests} decisions needed exact arithmetic\n\
                 checked   {check_ms:8.2} ms   every circle against every site\n\
                 drawn     {}",
                walls.len(),
                diagram.num_points(),
                diagram.num_segments(),
                clean.report().split_segments,
                file.display()
            )
        };
        print(&text)
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Writes to standard output; a reader that went away is not our problem.
fn print(text: &str) -> Result<()> {
    use std::io::Write;
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
