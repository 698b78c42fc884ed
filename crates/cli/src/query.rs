//! `throng query`: requests and answers, one JSON object a line.
//!
//! Requests are answered in order on one mesh, and updates last. A bad request gets an answer with `error`, and the program goes on.

use std::io::{BufRead, Write};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Map, Value, json};
use throng_mesh::{CellId, Mesh, Position, Scene, Sight};

use crate::build::sizes;
use crate::input::Input;

mod crowd;
mod doors;
mod kept;
mod place;
mod reading;
mod routes;
mod updates;

use crowd::Crowd;
use kept::Kept;
use place::Place;
use reading::flag;
use routes::{Ground, Planners};

pub(crate) use reading::{Refusal, number, position};
pub(crate) use updates::changes;

/// A line longer than this is not a request. (bytes)
const LONGEST: usize = 1 << 24;

/// Places at which `verify` asks brute force about a mesh that was saved.
const SAMPLES: usize = 1_000;

#[derive(Debug, Args)]
#[command(after_help = "Requests:\n  \
    {\"op\":\"locate\",\"at\":[x,y],\"layer\":\"ground\"}      which cell, and how high\n  \
    {\"op\":\"nearest\",\"at\":[x,y],\"layer\":\"ground\"}     the nearest obstacle point\n  \
    {\"op\":\"retract\",\"at\":[x,y],\"layer\":\"ground\"}     onto the medial axis\n  \
    {\"op\":\"visible\",\"from\":[x,y],\"from_layer\":…,\"to\":[x,y],\"to_layer\":…}\n  \
    {\"op\":\"visibility\",\"at\":[x,y],\"layer\":\"ground\"}  what can be seen from there\n  \
    {\"op\":\"route\",\"from\":[x,y],\"from_layer\":…,\"to\":[x,y],\"to_layer\":…}  a curve for a disc to follow, as points\n  \
    {\"op\":\"routes\",\"requests\":[…]}                 many of them, on all cores\n  \
    {\"op\":\"path\",\"from\":…,\"to\":…}                  edges of the medial axis; with \"corridor\":true what is around them\n  \
    {\"op\":\"width\",\"from\":…,\"to\":…}                 the largest disc that gets there, and where it just fits\n  \
    {\"op\":\"distances\",\"from\":…,\"to\":[[x,y,\"layer\"],…]}   along the medial axis; without \"to\" how far it is to the last vertex\n  \
    {\"op\":\"stats\"}, {\"op\":\"verify\"}         sizes and version; compared with a mesh built from scratch, and with brute force\n\n\
    Changes, which last:\n  \
    {\"op\":\"insert\",\"obstacle\":[[x,y],…],\"layer\":\"ground\"}   a point, a line or a ring (m); or \"rings\" with holes; \"spread\":false for this layer only\n  \
    {\"op\":\"remove\",\"obstacle\":3}                by the number that it got\n  \
    {\"op\":\"close\",\"connection\":0}, {\"op\":\"open\",\"connection\":0}   doors, by their number or name in the scene\n  \
    {\"op\":\"apply\",\"changes\":[{\"op\":\"insert\",…},{\"op\":\"close\",…}]}   all of them or none\n  \
    {\"op\":\"replan\",\"path\":\"name\",\"at\":[x,y]}     a route or path that was asked for with \"keep\":\"name\"; \"method\":\"odpa\", \"repair\" or \"astar\"\n  \
    {\"op\":\"sees\",\"positions\":[[x,y,\"layer\"],…]}  who can see the last change; \"range\" (m)\n  \
    {\"op\":\"occupy\",\"positions\":[[x,y,\"layer\"],…],\"radius\":0.24}   where characters are, for routes with a \"density_weight\"\n\n\
    `layer` may be left out where there is only one. An answer repeats the `id` of its request.\n\n\
    A route may have:\n  \
    \"radius\":0.24      the disc's; this if not given (m)\n  \
    \"clearance\":0      what it prefers to keep beyond its radius, where there is room; none if not given (m)\n  \
    \"kind\":\"short\"     or shortest, medial, left, right; or \"side\":0.3, where 0 is left and 1 is right\n  \
    \"weights\":{\"grass\":2.5,\"water\":null}   what a meter in labeled regions counts; null closes them\n  \
    \"density_weight\":1  how much it minds the crowd of \"occupy\"; \"viewing_distance\" (m) and \"diagram\":\"weidmann\" go with it\n  \
    \"keep\":\"name\"     to plan it again later\n\n\
    Examples:\n  \
    echo '{\"op\":\"nearest\",\"at\":[30,20]}' | throng query city\n  \
    echo '{\"op\":\"route\",\"from\":[30,20],\"to\":[400,450],\"clearance\":0.5}' | throng query city")]
pub(crate) struct Query {
    #[command(flatten)]
    input: Input,
}

/// What requests are asked of.
pub(crate) struct Desk {
    place: Place,
    /// The cell of the last answer: the next question is often near.
    hint: Option<CellId>,
    sight: Sight,
    planners: Planners,
    crowd: OnceLock<Crowd>,
    kept: Kept,
}

impl Query {
    pub(crate) fn run(&self) -> Result<()> {
        let loaded = self.input.load()?;
        let mut desk = Desk::new(loaded.built.mesh, loaded.imported.map(|imported| imported.scene));
        let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = std::io::Read::take(&mut input, LONGEST as u64).read_until(b'\n', &mut line);
            if read.context("cannot read standard input")? == 0 {
                return Ok(());
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let answer = desk.answer(&line);
            writeln!(output, "{answer}")
                .and_then(|()| output.flush())
                .context("cannot write to standard output")?;
        }
    }
}

impl Desk {
    /// A desk for a mesh. Without the scene that it was built from, it cannot change.
    pub(crate) fn new(mesh: Mesh, scene: Option<Scene>) -> Self {
        Self {
            place: Place::Still(Box::new(mesh), scene.map(Box::new)),
            hint: None,
            sight: Sight::default(),
            planners: Planners::default(),
            crowd: OnceLock::new(),
            kept: Kept::default(),
        }
    }

    /// The same desk for a mesh that somebody else has changed.
    pub(crate) fn move_to(&mut self, mesh: Mesh) {
        let planners = std::mem::take(&mut self.planners);
        *self = Self { planners, ..Self::new(mesh, None) };
    }

    pub(crate) fn mesh(&self) -> &Mesh {
        self.place.mesh()
    }

    /// Answers a request; one that makes no sense with an `error`.
    pub(crate) fn answer_to(&mut self, request: &Map<String, Value>) -> Value {
        let result = self.dispatch(request);
        complete(self.place.mesh(), request, result)
    }

    fn answer(&mut self, line: &[u8]) -> Value {
        let request: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return json!({ "error": format!("a request is one JSON object a line: {error}") }),
        };
        self.answer_to(&request)
    }

    fn dispatch(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let ground = Ground { mesh: self.place.mesh(), crowd: &self.crowd };
        let planners = &mut self.planners;
        match request.get("op").and_then(Value::as_str) {
            Some("locate") => self.locate(request),
            Some("nearest") => self.nearest(request),
            Some("retract") => self.retract(request),
            Some("visible") => self.visible(request),
            Some("visibility") => self.visibility(request),
            Some(op @ ("route" | "path")) if request.contains_key("keep") => {
                self.kept.keep(ground, planners, request, op == "path")
            }
            Some("route") => routes::route(ground, planners, request),
            Some("routes") => routes::routes(ground, request),
            Some("path") => routes::path(ground, planners, request),
            Some("width") => routes::width(ground.mesh, request),
            Some("distances") => routes::distances(ground.mesh, request),
            Some("stats") => self.stats(request),
            Some("verify") => self.verify(),
            Some(op @ ("insert" | "remove" | "open" | "close" | "apply")) => self.update(op, request),
            Some("replan") => self.kept.replan(ground, planners, request),
            Some("sees") => self.kept.sees(ground.mesh, request),
            Some("occupy") => self.occupy(request),
            Some(other) => Err(Refusal::Words(format!(
                "there is no op \"{other}\"; there are locate, nearest, retract, visible, visibility, route, routes, \
                 path, width, distances, stats, verify, insert, remove, open, close, apply, replan, sees, occupy"
            ))),
            None => Err(Refusal::Words("a request needs an \"op\", such as \"locate\"".to_owned())),
        }
    }

    fn locate(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(self.place.mesh(), request, "at", "layer")?;
        let cell = self.place.mesh().locate(position, self.hint);
        self.hint = cell.or(self.hint);
        Ok(match cell {
            Some(cell) => {
                json!({"walkable": true, "cell": cell.0, "height": self.place.mesh().height(position)})
            }
            None => json!({"walkable": false, "cell": null, "height": null}),
        })
    }

    fn nearest(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(self.place.mesh(), request, "at", "layer")?;
        let nearest = self.place.mesh().nearest(position, self.hint).ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(nearest.cell);
        let layer = self.place.mesh().layer_name(nearest.layer);
        Ok(json!({"point": nearest.point, "layer": layer, "distance": nearest.distance}))
    }

    fn retract(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(self.place.mesh(), request, "at", "layer")?;
        let found = self.place.mesh().retract(position, self.hint).ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(found.cell);
        let layer = self.place.mesh().layer_name(found.layer);
        Ok(json!({"point": found.point, "layer": layer, "clearance": found.clearance}))
    }

    fn visible(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let from = position(self.place.mesh(), request, "from", "from_layer")?;
        let to = position(self.place.mesh(), request, "to", "to_layer")?;
        for position in [from, to] {
            self.place.mesh().locate(position, None).ok_or(Refusal::NotWalkable(position))?;
        }
        let line = self.place.mesh().visible(from, to, None).ok_or(Refusal::NotWalkable(from))?;
        Ok(json!({"visible": line.visible, "clearance": line.clearance}))
    }

    fn visibility(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(self.place.mesh(), request, "at", "layer")?;
        let seen = self.place.mesh().visibility_with(position, self.hint, &mut self.sight);
        let seen = seen.ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(seen.cell);
        Ok(json!({"polygon": seen.polygon, "area": seen.area}))
    }

    fn stats(&self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let mut answer = sizes(self.place.mesh());
        updates::state(&self.place, flag(request, "ids")?, &mut answer);
        Ok(answer)
    }

    /// Compares the mesh with one built from scratch, checks it, and asks brute force about some places. What a saved mesh was built from is
    /// not known.
    fn verify(&mut self) -> Result<Value, Refusal> {
        let reason = if let Place::Still(mesh, None) = &self.place {
            mesh.check()
                .and_then(|()| mesh.check_sampled(SAMPLES))
                .err()
                .map(|violation| violation.to_string())
        } else {
            self.place.live()?.verify().err().map(|mistake| mistake.to_string())
        };
        let cells = self.place.mesh().num_cells();
        Ok(match reason {
            Some(reason) => json!({"ok": false, "cells": cells, "reason": reason}),
            None => json!({"ok": true, "cells": cells}),
        })
    }

    /// Changes the place, and tells everyone who has to know.
    fn update(&mut self, op: &str, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let (answer, event) = updates::update(&mut self.place, op, request)?;
        let mesh = self.place.mesh();
        if let Some(crowd) = self.crowd.get_mut() {
            crowd.on_event(mesh, &event);
        }
        self.kept.on_event(mesh, &event);
        Ok(answer)
    }

    fn occupy(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let mesh = self.place.mesh();
        self.crowd.get_or_init(|| Crowd::new(mesh));
        let Some(crowd) = self.crowd.get_mut() else { return Ok(Value::Null) };
        let (answer, changed) = crowd.occupy(mesh, request)?;
        self.kept.on_densities(mesh, &changed);
        Ok(answer)
    }
}

/// An answer with what every answer has: an error instead where there is none, and the id of its request.
fn complete(mesh: &Mesh, request: &Map<String, Value>, result: Result<Value, Refusal>) -> Value {
    let mut answer = match result {
        Ok(answer) => answer,
        Err(Refusal::Words(words)) => json!({ "error": words }),
        Err(Refusal::NotWalkable(position)) => not_walkable(mesh, position),
    };
    if let Some(id) = request.get("id") {
        answer["id"] = id.clone();
    }
    answer
}

fn not_walkable(mesh: &Mesh, position: Position) -> Value {
    let [x, y] = position.at;
    let near = mesh.nearest_walkable(position);
    json!({
        "error": format!("({x}, {y}) is not walkable"),
        "walkable": false,
        "nearest_walkable": near.map(|near| near.at),
        "layer": near.map(|near| mesh.layer_name(near.layer)),
    })
}
