//! Where trajectories happened.
//!
//! 1. Our own files have the whole scene, as a scene file, in `run_info`.
//! 2. Older ones have what is walkable of each layer, without connections and heights.
//! 3. Those of others have one geometry: that of the first frame.

use anyhow::{Context, Result, bail, ensure};
use rusqlite::Connection;
use throng_import::{Coordinates, Imported, ReadOptions, Severity, read_scene, read_wkt};
use throng_mesh::{Layer, Scene};

use super::sqlite::{columns, text};

/// More layers than this are not read.
const MOST_LAYERS: usize = 100_000;

/// The place, from whatever there is.
pub(super) fn scene(connection: &Connection, version: u32, first_frame: i64) -> Result<Scene> {
    // 1
    if !columns(connection, "run_info")?.is_empty() {
        let query = "SELECT length(value), value FROM run_info WHERE key = 'scene'";
        if let Some(text) = text(connection, query, &[])? {
            return sound(read_scene(&text));
        }
    }
    // 2
    if !columns(connection, "layers")?.is_empty() {
        return layers(connection);
    }
    // 3
    ensure!(!columns(connection, "geometry")?.is_empty(), "it has no table `geometry`");
    let geometry = if version == 1 {
        text(connection, "SELECT length(wkt), wkt FROM geometry LIMIT 1", &[])?
    } else {
        let query = "SELECT length(wkt), wkt FROM frame_data JOIN geometry ON hash = geometry_hash \
                     WHERE frame = ?1 LIMIT 1";
        text(connection, query, &[&first_frame])?
    };
    polygons(&geometry.context("it has no geometry for its first frame")?)
}

/// One layer a row, by number.
fn layers(connection: &Connection) -> Result<Scene> {
    let mut scene = Scene::default();
    let mut query = connection.prepare("SELECT layer, name FROM layers ORDER BY layer")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (number, row) in rows.enumerate() {
        let (layer, name): (i64, String) = row.context("its table `layers`")?;
        ensure!(number < MOST_LAYERS, "it has more than {MOST_LAYERS} layers");
        ensure!(layer == number as i64, "it has no layer {number}");
        let wkt = text(connection, "SELECT length(wkt), wkt FROM layers WHERE layer = ?1", &[&layer])?;
        let of = polygons(&wkt.unwrap_or_default()).with_context(|| format!("layer `{name}`"))?;
        let own = of.layers.into_iter().next().unwrap_or_default();
        scene.layers.push(Layer { id: name, ..own });
    }
    ensure!(!scene.layers.is_empty(), "its table `layers` is empty");
    Ok(scene)
}

/// What is walkable, as a scene of one layer.
fn polygons(wkt: &str) -> Result<Scene> {
    let options = ReadOptions { coordinates: Coordinates::Meters, ..ReadOptions::default() };
    let scene = sound(read_wkt(wkt, &options))?;
    ensure!(scene.layers.iter().any(|layer| !layer.walkable.is_empty()), "nothing is walkable");
    Ok(scene)
}

fn sound(imported: Imported) -> Result<Scene> {
    let wrong = imported.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    match wrong {
        Some(wrong) => bail!("{wrong}"),
        None => Ok(imported.scene),
    }
}
