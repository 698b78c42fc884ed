//! What updates did, and why they were refused, for people and programs.

use std::time::Duration;

use serde_json::{Value, json};
use throng_mesh::{Change, ConnectionId, Event, LiveMesh, Mesh, Obstacle, Refused};

/// Names in a message: more would not help.
const SOME: usize = 8;

/// What an update did. The mesh is the one after it. With `ids` all of the cells and edges that went and came.
pub(crate) fn event_value(mesh: &Mesh, event: &Event, took: Duration, ids: bool) -> Value {
    let affected: Vec<Value> = event
        .affected
        .iter()
        .map(|part| json!({"layer": mesh.layer_name(part.layer), "hull": part.hull}))
        .collect();
    let mut answer = json!({
        "version": event.version,
        "cells_removed": event.cells_removed.len(), "cells_added": event.cells_added.len(),
        "edges_removed": event.edges_removed.len(), "edges_added": event.edges_added.len(),
        "affected": affected, "us": micros(took),
    });
    if ids {
        let cells = |list: &[throng_mesh::CellId]| list.iter().map(|id| id.0).collect::<Vec<_>>();
        let edges = |list: &[throng_mesh::EdgeId]| list.iter().map(|id| id.0).collect::<Vec<_>>();
        answer["removed"] =
            json!({"cells": cells(&event.cells_removed), "edges": edges(&event.edges_removed)});
        answer["added"] = json!({"cells": cells(&event.cells_added), "edges": edges(&event.edges_added)});
    }
    answer
}

/// Microseconds, to a tenth.
pub(crate) fn micros(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e7).round() / 10.0
}

/// Why changes were refused, which of them it was if there are several, and what one can do.
pub(crate) fn why_refused(live: &LiveMesh, changes: &[Change], refused: &Refused) -> String {
    let at_fault = match refused {
        Refused::NotFinite { .. } | Refused::OutOfRange { .. } | Refused::NoCorners { .. } => changes
            .iter()
            .position(|change| matches!(change, Change::Insert(o) if !is_on_grid(live.mesh(), o)))
            .filter(|_| changes.len() > 1),
        _ => None,
    };
    let which = at_fault.map_or(String::new(), |index| format!("change {index}: "));
    let way_out = match refused {
        Refused::NoObstacle(_) => match list(live.obstacles().map(|(id, _)| id.0)) {
            Some(ids) => format!("; there are {ids}"),
            None => "; now there is none, and those of the scene stay".to_owned(),
        },
        Refused::NoConnection(_) => match live.mesh().num_connections() {
            0 => "; this place has none".to_owned(),
            1 => "; there is only connection 0".to_owned(),
            count => format!("; there are 0 to {}", count - 1),
        },
        Refused::AlreadyThere { open, .. } => {
            let others = (0..live.mesh().num_connections() as u32)
                .filter(|&id| live.is_open(ConnectionId(id)) != *open);
            let state = if *open { "closed" } else { "open" };
            match list(others) {
                Some(ids) => format!("; {state} are {ids}"),
                None => format!("; none is {state}"),
            }
        }
        _ => String::new(),
    };
    format!("{which}{refused}{way_out}")
}

/// Numbers for a message; nothing if there are none.
fn list(numbers: impl Iterator<Item = u32>) -> Option<String> {
    let mut numbers = numbers.peekable();
    numbers.peek()?;
    let some: Vec<String> = numbers.by_ref().take(SOME).map(|number| number.to_string()).collect();
    Some(format!("{}{}", some.join(", "), if numbers.peek().is_some() { ", …" } else { "" }))
}

fn is_on_grid(mesh: &Mesh, obstacle: &Obstacle) -> bool {
    let is_sound = |ring: &Vec<[f64; 2]>| {
        !ring.is_empty() && ring.iter().all(|corner| mesh.grid().snap(*corner).is_some())
    };
    !obstacle.rings.is_empty() && obstacle.rings.iter().all(is_sound)
}
