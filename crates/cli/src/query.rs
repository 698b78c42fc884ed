//! `throng query`: requests and answers, one JSON object a line.
//!
//! Requests are answered in order on one mesh. A bad request gets an answer with `error`, and the program goes on.

use std::io::{BufRead, Write};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Map, Value, json};
use throng_mesh::{CellId, Mesh, Planner, Position, Scene, Sight};

use crate::build::sizes;
use crate::input::Input;

mod reading;
mod routes;

use reading::{Refusal, position};

/// A line longer than this is not a request. (bytes)
const LONGEST: usize = 1 << 24;

/// Places at which `verify` asks brute force.
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
    {\"op\":\"stats\"}, {\"op\":\"verify\"}\n\
    `layer` may be left out where there is only one. An answer repeats the `id` of its request.\n\n\
    A route may have:\n  \
    \"radius\":0.24      the disc's; this if not given (m)\n  \
    \"clearance\":0      what it prefers to keep beyond its radius, where there is room; none if not given (m)\n  \
    \"kind\":\"short\"     or shortest, medial, left, right; or \"side\":0.3, where 0 is left and 1 is right\n  \
    \"weights\":{\"grass\":2.5,\"water\":null}   what a meter in labeled regions counts; null closes them\n\n\
    Examples:\n  \
    echo '{\"op\":\"nearest\",\"at\":[30,20]}' | throng query city\n  \
    echo '{\"op\":\"route\",\"from\":[30,20],\"to\":[400,450],\"clearance\":0.5}' | throng query city")]
pub(crate) struct Query {
    #[command(flatten)]
    input: Input,
}

/// What requests are asked of.
struct Desk {
    mesh: Mesh,
    scene: Option<Scene>,
    /// The cell of the last answer: the next question is often near.
    hint: Option<CellId>,
    sight: Sight,
    planner: Planner,
}

impl Query {
    pub(crate) fn run(&self) -> Result<()> {
        let loaded = self.input.load()?;
        let mut desk = Desk {
            mesh: loaded.built.mesh,
            scene: loaded.imported.map(|i| i.scene),
            hint: None,
            sight: Sight::default(),
            planner: Planner::default(),
        };
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
    fn answer(&mut self, line: &[u8]) -> Value {
        let request: Map<String, Value> = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return json!({ "error": format!("a request is one JSON object a line: {error}") }),
        };
        let result = self.dispatch(&request);
        complete(&self.mesh, &request, result)
    }

    fn dispatch(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        match request.get("op").and_then(Value::as_str) {
            Some("locate") => self.locate(request),
            Some("nearest") => self.nearest(request),
            Some("retract") => self.retract(request),
            Some("visible") => self.visible(request),
            Some("visibility") => self.visibility(request),
            Some("route") => routes::route(&self.mesh, &mut self.planner, request),
            Some("routes") => routes::routes(&self.mesh, request),
            Some("path") => routes::path(&self.mesh, &mut self.planner, request),
            Some("width") => routes::width(&self.mesh, request),
            Some("distances") => routes::distances(&self.mesh, request),
            Some("stats") => Ok(self.stats()),
            Some("verify") => Ok(self.verify()),
            Some(other) => Err(Refusal::Words(format!(
                "there is no op \"{other}\"; there are locate, nearest, retract, visible, visibility, route, routes, \
                 path, width, distances, stats, verify"
            ))),
            None => Err(Refusal::Words("a request needs an \"op\", such as \"locate\"".to_owned())),
        }
    }

    fn locate(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(&self.mesh, request, "at", "layer")?;
        let cell = self.mesh.locate(position, self.hint);
        self.hint = cell.or(self.hint);
        Ok(match cell {
            Some(cell) => json!({"walkable": true, "cell": cell.0, "height": self.mesh.height(position)}),
            None => json!({"walkable": false, "cell": null, "height": null}),
        })
    }

    fn nearest(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(&self.mesh, request, "at", "layer")?;
        let nearest = self.mesh.nearest(position, self.hint).ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(nearest.cell);
        let layer = self.mesh.layer_name(nearest.layer);
        Ok(json!({"point": nearest.point, "layer": layer, "distance": nearest.distance}))
    }

    fn retract(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(&self.mesh, request, "at", "layer")?;
        let found = self.mesh.retract(position, self.hint).ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(found.cell);
        let layer = self.mesh.layer_name(found.layer);
        Ok(json!({"point": found.point, "layer": layer, "clearance": found.clearance}))
    }

    fn visible(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let from = position(&self.mesh, request, "from", "from_layer")?;
        let to = position(&self.mesh, request, "to", "to_layer")?;
        for position in [from, to] {
            self.mesh.locate(position, None).ok_or(Refusal::NotWalkable(position))?;
        }
        let line = self.mesh.visible(from, to, None).ok_or(Refusal::NotWalkable(from))?;
        Ok(json!({"visible": line.visible, "clearance": line.clearance}))
    }

    fn visibility(&mut self, request: &Map<String, Value>) -> Result<Value, Refusal> {
        let position = position(&self.mesh, request, "at", "layer")?;
        let seen = self.mesh.visibility_with(position, self.hint, &mut self.sight);
        let seen = seen.ok_or(Refusal::NotWalkable(position))?;
        self.hint = Some(seen.cell);
        Ok(json!({"polygon": seen.polygon, "area": seen.area}))
    }

    fn stats(&self) -> Value {
        let mut answer = sizes(&self.mesh);
        // Nothing changes a mesh yet.
        answer["version"] = 0.into();
        answer
    }

    /// Compares the mesh with one built from scratch, checks it, and asks brute force about some places.
    fn verify(&self) -> Value {
        let cells = self.mesh.num_cells();
        if let Err(violation) = self.mesh.check().and_then(|()| self.mesh.check_sampled(SAMPLES)) {
            return json!({"ok": false, "cells": cells, "reason": violation.to_string()});
        }
        let fresh = self.scene.as_ref().map(|scene| Mesh::build(scene).map(|built| built.mesh));
        let reason = match fresh {
            Some(Err(error)) => Some(error.to_string()),
            Some(Ok(mesh)) if mesh != self.mesh => Some("it differs from one built from scratch".to_owned()),
            _ => None,
        };
        match reason {
            Some(reason) => json!({"ok": false, "cells": cells, "reason": reason}),
            None => json!({"ok": true, "cells": cells}),
        }
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
