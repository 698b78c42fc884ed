//! `throng build`: the mesh of a place, its sizes, and where the time went.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use throng_import::Diagnostic;
use throng_mesh::Mesh;

use crate::input::{Input, Loaded};
use crate::output::{bytes, print, write_file};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  throng build station.json\n  throng build city --json --threads 1\n  throng build tower.json --save tower.ecm"
)]
pub(crate) struct Build {
    #[command(flatten)]
    input: Input,
    /// Save the mesh to this file; `query` and `draw` load it at once
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Verify every invariant of the mesh
    #[arg(long)]
    verify: bool,
}

impl Build {
    pub(crate) fn run(&self, as_json: bool) -> Result<()> {
        let loaded = self.input.load()?;
        let mesh = &loaded.built.mesh;
        if self.verify {
            mesh.check().map_err(|violation| {
                anyhow::anyhow!("this is a mistake of Throng, please report it: {violation}")
            })?;
        }
        if let Some(file) = &self.save {
            write_file(file, mesh.to_bytes())?;
        }
        if as_json {
            let mut answer = sizes(mesh);
            answer["ms"] = times(&loaded);
            answer["repairs"] = loaded.built.repairs.len().into();
            return print(&answer.to_string());
        }
        let told = loaded.imported.as_ref().map(|imported| {
            let repairs = loaded.built.repairs.iter();
            repairs.map(|p| Diagnostic::of_problem(p, &imported.scene, &imported.lines)).collect::<Vec<_>>()
        });
        self.input.tell(&[], &told.unwrap_or_default());
        print(&summary(&loaded))?;
        match &self.save {
            Some(file) => print(&format!("saved      {}", file.display())),
            None => Ok(()),
        }
    }
}

/// Sizes of a mesh.
pub(crate) fn sizes(mesh: &Mesh) -> Value {
    json!({
        "layers": mesh.num_layers(), "connections": mesh.num_connections(),
        "obstacle_vertices": mesh.num_corners(), "vertices": mesh.num_vertices(), "edges": mesh.num_edges(),
        "bending_points": mesh.num_bending_points(), "cells": mesh.num_cells(),
        "components": mesh.num_components(), "area": mesh.area(), "bytes": mesh.bytes(),
    })
}

fn times(loaded: &Loaded) -> Value {
    let s = loaded.built.seconds;
    json!({
        "read": loaded.read_ms, "clean": s.clean * 1e3, "voronoi": s.voronoi * 1e3, "connect": s.connect * 1e3,
        "mesh": s.mesh * 1e3, "total": s.total * 1e3,
    })
}

/// Sizes and times for people.
pub(crate) fn summary(loaded: &Loaded) -> String {
    let (mesh, s) = (&loaded.built.mesh, loaded.built.seconds);
    format!(
        "place      {}{} layers, {} connections, {} obstacle vertices, {:.0} m²\n\
         mesh       {} vertices, {} edges, {} bending points, {} cells, {}\n\
         memory     {}, {} a cell\n\
         times      read {:.1} ms, clean {:.1}, Voronoi {:.1}, connect {:.1}, mesh {:.1}; built in {:.1} ms",
        if mesh.name().is_empty() { String::new() } else { format!("{}: ", mesh.name()) },
        mesh.num_layers(),
        mesh.num_connections(),
        mesh.num_corners(),
        mesh.area(),
        mesh.num_vertices(),
        mesh.num_edges(),
        mesh.num_bending_points(),
        mesh.num_cells(),
        if mesh.num_components() == 1 {
            "connected".to_owned()
        } else {
            format!("{} components", mesh.num_components())
        },
        bytes(mesh.bytes()),
        mesh.bytes() / mesh.num_cells().max(1),
        loaded.read_ms,
        s.clean * 1e3,
        s.voronoi * 1e3,
        s.connect * 1e3,
        s.mesh * 1e3,
        s.total * 1e3,
    )
}
