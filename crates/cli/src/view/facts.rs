//! What the page is told of a place, but for what it draws: `docs/protocol.md`, "The place".

use serde_json::{Value, json};
use throng_mesh::{
    ConnectionId, Facility, LayerId, LevelOfService, LiveMesh, Mesh, Obstacle, ObstacleId, Position,
};

use crate::build::sizes;
use crate::picture::layer_colors;

/// Cells of a block.
pub(super) const BLOCK: u32 = 1_024;

/// What does not change while a room is open.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) room: String,
    pub(super) title: String,
    pub(super) kind: &'static str,
    pub(super) profiles: Vec<String>,
    pub(super) goals: Vec<String>,
    pub(super) areas: Vec<(String, u32, Vec<[f64; 2]>)>,
    /// The names of connections; none if they are not known.
    pub(super) doors: Vec<Option<String>>,
    /// Length of a step, and of the whole if it ends. (s)
    pub(super) step: f64,
    pub(super) duration: Option<f64>,
    /// The box around everything, with heights. (m)
    pub(super) bounds: [[f64; 3]; 2],
    /// Whether there are heights other than the lowest.
    pub(super) has_heights: bool,
}

/// The place at one time, for everybody who asks.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) mesh: Mesh,
    /// Those that came since.
    pub(super) obstacles: Vec<(ObstacleId, Obstacle)>,
}

impl Snapshot {
    pub(super) fn of(live: &LiveMesh) -> Self {
        let obstacles = live.obstacles().map(|(id, obstacle)| (id, obstacle.clone())).collect();
        Self { mesh: live.snapshot(), obstacles }
    }

    /// Those that came since, for the page.
    pub(super) fn obstacles(&self) -> Value {
        let one = |(id, obstacle): &(ObstacleId, Obstacle)| json!({ "obstacle": id.0, "layer": obstacle.layer.0, "rings": obstacle.rings });
        self.obstacles.iter().map(one).collect()
    }

    /// Which connections are open.
    pub(super) fn open(&self) -> Vec<bool> {
        (0..self.mesh.num_connections() as u32).map(|id| self.mesh.is_open(ConnectionId(id))).collect()
    }

    /// How many blocks of cells there are.
    pub(super) fn blocks(&self) -> u32 {
        self.mesh.cells().last().map_or(0, |cell| cell.id().0 / BLOCK + 1)
    }

    /// Sizes of the mesh: the numbers only.
    pub(super) fn stats(&self) -> Value {
        let all = sizes(&self.mesh);
        let numbers = all.as_object().into_iter().flatten().filter(|(_, value)| value.is_number());
        numbers.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

impl Facts {
    /// All that is told of a place.
    pub(super) fn place(&self, snapshot: &Snapshot) -> Value {
        let mesh = &snapshot.mesh;
        let colors = layer_colors(mesh);
        let layers = mesh.layers().zip(colors).map(|(layer, color)| {
            let [low, high] = bounds(mesh, layer).unwrap_or([self.bounds[0]; 2]);
            let name = mesh.layer_name(layer);
            json!({ "name": name, "low": low, "high": high, "level": mesh.is_level(layer), "color": color })
        });
        let connections = snapshot.open().into_iter().enumerate().map(|(index, open)| {
            let (between, segment) = mesh.connection(ConnectionId(index as u32));
            // An end may be at several heights, where floors of one layer meet beside stairs; a little inside there is one.
            let [a, b] = segment;
            let near = |p: [f64; 2], q: [f64; 2]| [0, 1].map(|k| p[k] + 0.002 * (q[k] - p[k]));
            let heights = [near(a, b), near(b, a)].map(|at| raised(mesh, at, between[0])[2]);
            let ends = [[a[0], a[1], heights[0]], [b[0], b[1], heights[1]]];
            let name = self.doors.get(index);
            json!({ "between": between.map(|layer| layer.0), "segment": ends, "open": open, "name": name })
        });
        let regions = mesh.layers().flat_map(|layer| {
            mesh.regions(layer).iter().map(move |region| {
                let polygon: Vec<[f64; 3]> =
                    region.polygon.iter().map(|&[x, y, _]| raised(mesh, [x, y], layer)).collect();
                json!({ "layer": layer.0, "label": region.label, "polygon": polygon })
            })
        });
        let points = mesh
            .points()
            .map(|point| json!({ "layer": point.layer.0, "at": raised(mesh, point.at, point.layer) }));
        let areas = self
            .areas
            .iter()
            .map(|(name, layer, polygon)| json!({ "name": name, "layer": layer, "polygon": polygon }));
        let color = |level: LevelOfService| {
            let [red, green, blue] = level.color();
            format!("#{red:02x}{green:02x}{blue:02x}")
        };
        json!({
            "room": self.room, "title": self.title, "kind": self.kind, "editable": self.kind != "trajectory",
            "version": mesh.version(),
            "box": { "low": self.bounds[0], "high": self.bounds[1] },
            "layers": layers.collect::<Vec<_>>(),
            "connections": connections.collect::<Vec<_>>(),
            "regions": regions.collect::<Vec<_>>(),
            "obstacles": snapshot.obstacles(),
            "points": points.collect::<Vec<_>>(),
            "cells": { "block": BLOCK, "blocks": snapshot.blocks() },
            "stats": snapshot.stats(),
            "profiles": self.profiles, "goals": self.goals, "areas": areas.collect::<Vec<_>>(),
            "levels": { "limits": Facility::Walkway.limits(), "colors": LevelOfService::ALL.map(color) },
            "step": self.step, "duration": self.duration,
        })
    }
}

/// The box around a layer, with heights; `None` if nothing of it is walkable. (m)
pub(super) fn bounds(mesh: &Mesh, layer: LayerId) -> Option<[[f64; 3]; 2]> {
    let corners: Vec<[f64; 3]> = if mesh.is_level(layer) {
        mesh.border(layer).into_iter().flatten().map(|at| raised(mesh, at, layer)).collect()
    } else {
        // The highest place need not be at the border.
        mesh.surface(layer).corners
    };
    corners.into_iter().fold(None, |bounds, corner| {
        let [low, high] = bounds.unwrap_or([corner; 2]);
        Some([[0, 1, 2].map(|k| corner[k].min(low[k])), [0, 1, 2].map(|k| corner[k].max(high[k]))])
    })
}

/// The box around all layers, with heights. (m)
pub(super) fn bounds_of_all(mesh: &Mesh) -> [[f64; 3]; 2] {
    let all = mesh.layers().filter_map(|layer| bounds(mesh, layer)).reduce(|[a, b], [low, high]| {
        [[0, 1, 2].map(|k| a[k].min(low[k])), [0, 1, 2].map(|k| b[k].max(high[k]))]
    });
    all.unwrap_or_default()
}

/// A place of a layer with its height. (m)
pub(super) fn raised(mesh: &Mesh, at: [f64; 2], layer: LayerId) -> [f64; 3] {
    [at[0], at[1], mesh.height(Position::new(at, layer))]
}
