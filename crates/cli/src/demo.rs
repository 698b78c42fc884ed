//! `throng demo`: the whole pipeline on a built-in place. For now: build, measure, verify and draw a station.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use throng_import::{Imported, place};
use throng_mesh::{CellId, LayerId, Mesh, Position};

use crate::build::{sizes, summary};
use crate::draw::picture;
use crate::input::Loaded;
use crate::output::{print, write_file};
use crate::picture::{PictureStyle, View};

/// Positions that are asked about.
const QUESTIONS: usize = 100_000;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  throng demo --out out")]
pub(crate) struct Demo {
    /// The built-in place
    #[arg(long, default_value = "station")]
    place: String,
    /// Folder for the pictures
    #[arg(long, default_value = "out")]
    out: PathBuf,
}

impl Demo {
    pub(crate) fn run(&self, as_json: bool) -> Result<()> {
        let start = Instant::now();
        let scene =
            place(&self.place).with_context(|| format!("there is no built-in place \"{}\"", self.place))?;
        let read_ms = milliseconds(start);
        let built = Mesh::build(&scene).with_context(|| self.place.clone())?;
        let imported = Some(Imported { scene, ..Imported::default() });
        let loaded = Loaded { built, imported, read_ms };
        let mesh = &loaded.built.mesh;
        let start = Instant::now();
        mesh.check().context("this is a mistake of Throng, please report it")?;
        let check_ms = milliseconds(start);
        let (asked, nanoseconds) = ask(mesh);
        let start = Instant::now();
        let mut files = Vec::new();
        for (name, view, spokes) in
            [("oblique", View::Oblique { lift: None }, false), ("layers", View::SideBySide, true)]
        {
            let style =
                PictureStyle { view, spokes, title: Some(mesh.name().to_owned()), ..PictureStyle::default() };
            let file = self.out.join(format!("{}-{name}.svg", self.place));
            write_file(&file, picture(mesh, &style, false)?)?;
            files.push(file.display().to_string());
        }
        let draw_ms = milliseconds(start);
        if as_json {
            let mut answer = sizes(mesh);
            answer["place"] = self.place.clone().into();
            answer["checked"] = true.into();
            answer["pictures"] = files.into();
            answer["nearest_ns"] = nanoseconds.into();
            let total = loaded.built.seconds.total * 1e3;
            answer["ms"] = json!({"read": read_ms, "total": total, "check": check_ms, "draw": draw_ms});
            return print(&answer.to_string());
        }
        print(&format!(
            "{}\nverified   every invariant, in {check_ms:.1} ms\n\
             asked      the nearest obstacles of {asked} places: {nanoseconds:.0} ns each\n\
             drawn      {}, in {draw_ms:.0} ms",
            summary(&loaded),
            files.join(" and ")
        ))
    }
}

/// Asks for the nearest obstacle at places on a lattice over all layers; how many were walkable, and the time for each.
fn ask(mesh: &Mesh) -> (usize, f64) {
    let layers: Vec<LayerId> = mesh.layers().collect();
    let side = ((QUESTIONS / layers.len().max(1)) as f64).sqrt().max(1.0);
    let mut places = Vec::new();
    for &layer in &layers {
        let corners = || mesh.walls(layer).flat_map(|wall| wall.ends);
        let low = corners().fold([f64::INFINITY; 2], |low, p| [low[0].min(p[0]), low[1].min(p[1])]);
        let high = corners().fold([f64::NEG_INFINITY; 2], |high, p| [high[0].max(p[0]), high[1].max(p[1])]);
        for k in 0..(side * side) as usize {
            let part = [(k as f64 % side + 0.5) / side, ((k as f64 / side).floor() + 0.5) / side];
            let at = [0, 1].map(|i| low[i] + part[i] * (high[i] - low[i]));
            places.push(Position::new(at, layer));
        }
    }
    let start = Instant::now();
    let mut hint: Option<CellId> = None;
    let mut asked = 0;
    for &position in &places {
        if let Some(nearest) = mesh.nearest(position, hint) {
            hint = Some(nearest.cell);
            asked += 1;
        }
    }
    (asked, start.elapsed().as_secs_f64() * 1e9 / places.len().max(1) as f64)
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
