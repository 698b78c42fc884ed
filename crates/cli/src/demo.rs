//! `throng demo`: the whole pipeline on a built-in place: builds, measures, verifies and draws it, plans routes, and in the station lets two thousand
//! people walk for two minutes.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use throng_import::{Imported, place};
use throng_mesh::{CellId, LayerId, Mesh, Planner, Position, Route};

use crate::build::{sizes, summary};
use crate::draw::{legs, picture};
use crate::input::{Loaded, Reading};
use crate::kinds::RADIUS;
use crate::output::{print, write_file};
use crate::picture::{PictureStyle, Track, View, palette};
use crate::random;
use crate::simulate::{Ran, Simulate};

/// Two thousand people in the station.
const SCENARIO: &str = include_str!("demo.toml");

/// Positions that are asked about.
const QUESTIONS: usize = 100_000;
/// Routes that are planned, and how many of them are drawn.
const ROUTES: usize = 1_000;
const DRAWN: usize = 20;
/// Which random places they are planned between.
const SEED: u64 = 1;
/// What a disc prefers to keep beyond its radius. (m)
const CLEARANCE: f64 = 0.5;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  throng demo --out out")]
pub(crate) struct Demo {
    /// The built-in place
    #[arg(long, default_value = "station")]
    place: String,
    /// Folder for pictures and results
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
        let routes = plan(mesh);
        let start = Instant::now();
        let title = Some(mesh.name().to_owned());
        let tracks = routes.planned.iter().step_by(ROUTES / DRAWN);
        let tracks = tracks.enumerate().map(|(index, route)| track(mesh, route, index)).collect();
        let oblique = View::Oblique { lift: None };
        let pictures = [
            ("oblique", PictureStyle { view: oblique, title: title.clone(), ..PictureStyle::default() }),
            ("layers", PictureStyle { spokes: true, title: title.clone(), ..PictureStyle::default() }),
            (
                "routes",
                PictureStyle { view: oblique, axis: false, title, routes: tracks, ..PictureStyle::default() },
            ),
        ];
        let mut files = Vec::new();
        for (name, style) in pictures {
            let file = self.out.join(format!("{}-{name}.svg", self.place));
            write_file(&file, picture(mesh, &style, false)?)?;
            files.push(file.display().to_string());
        }
        let draw_ms = milliseconds(start);
        let ran = self.simulate()?;
        let Routes { planned, microseconds, length } = &routes;
        if as_json {
            let mut answer = sizes(mesh);
            answer["place"] = self.place.clone().into();
            answer["checked"] = true.into();
            answer["pictures"] = files.into();
            answer["nearest_ns"] = nanoseconds.into();
            answer["routes"] = planned.len().into();
            answer["route_us"] = json!(microseconds);
            answer["route_length"] = json!(length);
            let total = loaded.built.seconds.total * 1e3;
            answer["ms"] = json!({"read": read_ms, "total": total, "check": check_ms, "draw": draw_ms});
            answer["simulation"] = json!(ran.map(|ran| ran.answer()));
            return print(&answer.to_string());
        }
        print(&format!(
            "{}\nverified   every invariant, in {check_ms:.1} ms\n\
             asked      the nearest obstacles of {asked} places: {nanoseconds:.0} ns each\n\
             planned    {} routes between random places, {length:.0} m long on average: {microseconds:.0} µs each\n\
             drawn      in {draw_ms:.0} ms: {}{}",
            summary(&loaded),
            planned.len(),
            files.join(", "),
            ran.map_or_else(String::new, |ran| format!("\n\n{}", ran.readable()))
        ))
    }

    /// Lets people walk, if this is the station: the scenario is written beside the results, for whoever wants to change it.
    fn simulate(&self) -> Result<Option<Ran>> {
        if self.place != "station" {
            return Ok(None);
        }
        let scenario = self.out.join("demo.toml");
        write_file(&scenario, SCENARIO.as_bytes())?;
        Simulate::new(scenario, self.out.clone(), Reading::default()).ran().map(Some)
    }
}

/// Routes between random places, on one thread: the time for each and their mean length. (µs, m)
struct Routes {
    planned: Vec<Route>,
    microseconds: f64,
    length: f64,
}

fn plan(mesh: &Mesh) -> Routes {
    let requests = random::requests(mesh, ROUTES, SEED, RADIUS);
    let mut planner = Planner::default();
    // The first one prepares the mesh, which happens once.
    let _ = requests.first().map(|request| planner.route(mesh, request).is_ok());
    let mut planned = Vec::with_capacity(requests.len());
    let start = Instant::now();
    for request in &requests {
        let request = request.with_clearance(CLEARANCE);
        planned.extend(planner.route(mesh, &request).ok().cloned());
    }
    let microseconds = start.elapsed().as_secs_f64() * 1e6 / requests.len().max(1) as f64;
    let length = planned.iter().map(Route::length).sum::<f64>() / planned.len().max(1) as f64;
    Routes { planned, microseconds, length }
}

fn track(mesh: &Mesh, route: &Route, index: usize) -> Track {
    Track { legs: legs(mesh, route), color: palette::route(index).to_owned(), ..Track::default() }
}

/// Asks for the nearest obstacle at places on a lattice over all layers; how many were walkable, and the time for each.
fn ask(mesh: &Mesh) -> (usize, f64) {
    let layers: Vec<LayerId> = mesh.layers().collect();
    let side = ((QUESTIONS / layers.len().max(1)) as f64).sqrt().max(1.0);
    let mut places = Vec::new();
    for &layer in &layers {
        let [low, high] = random::bounds(mesh, layer);
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
