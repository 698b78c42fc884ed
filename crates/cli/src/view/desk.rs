//! Questions about the place, answered beside the crowd: a page has its own desk, on the newest mesh that the room has published.

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::engine::complete;
use super::facts::raised;
use super::room::Room;
use crate::changes::micros;
use crate::query::{Desk, Refusal, position};

/// Questions that are asked as in `throng query`.
const QUESTIONS: [&str; 10] =
    ["locate", "nearest", "retract", "visible", "visibility", "route", "path", "width", "distances", "stats"];

/// One page's desk.
pub(super) struct PlaceDesk {
    desk: Desk,
    version: u64,
}

impl PlaceDesk {
    pub(super) fn new(room: &Room) -> Self {
        let mesh = room.place().mesh.clone();
        Self { version: mesh.version(), desk: Desk::new(mesh, None) }
    }

    /// Whether a request is a question about the place.
    pub(super) fn is_question(request: &Map<String, Value>) -> bool {
        let op = request.get("op").and_then(Value::as_str).unwrap_or_default();
        op == "inspect" || QUESTIONS.contains(&op)
    }

    /// Answers a question, and tells how long it took.
    pub(super) fn answer(&mut self, room: &Room, request: &Map<String, Value>) -> Value {
        let place = room.place();
        if place.mesh.version() != self.version {
            self.version = place.mesh.version();
            self.desk.move_to(place.mesh.clone());
        }
        // Preparing the mesh for routes happens once, and is not what the question takes.
        self.desk.mesh().prepare();
        let start = Instant::now();
        let mut answer = match request.get("op").and_then(Value::as_str) {
            Some("inspect") => complete(request, self.inspect(request)),
            _ => self.desk.answer_to(request),
        };
        answer["us"] = micros(start.elapsed()).into();
        answer
    }

    /// Everything about one position.
    fn inspect(&self, request: &Map<String, Value>) -> Result<Value, String> {
        let mesh = self.desk.mesh();
        let at = position(mesh, request, "at", "layer").map_err(|refusal| match refusal {
            Refusal::Words(words) => words,
            Refusal::NotWalkable(_) => "it is not walkable".to_owned(),
        })?;
        let words = || format!("({:.2}, {:.2}) is not walkable", at.at[0], at.at[1]);
        let nearest = mesh.nearest(at, None).ok_or_else(words)?;
        let retraction = mesh.retract(at, Some(nearest.cell)).ok_or_else(words)?;
        let cell = mesh.cell(nearest.cell);
        let edge = cell.edge();
        Ok(json!({
            "layer": mesh.layer_name(at.layer), "height": mesh.height(at),
            "cell": cell.id().0, "edge": edge.id().0, "component": edge.component(),
            "clearance": nearest.distance, "axis_clearance": retraction.clearance,
            "edge_length": edge.length(), "edge_min_clearance": edge.min_clearance(),
            "nearest": raised(mesh, nearest.point, nearest.layer),
            "retraction": raised(mesh, retraction.point, retraction.layer),
        }))
    }
}
