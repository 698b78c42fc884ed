//! Writing scene files: readable, one ring a line, and exact.
//!
//! Numbers are the shortest that read back the same, heights are written where they are not zero, and empty lists are left
//! out. Reading gives the same scene again, if its numbers are finite and its layers have different names.

use std::fmt::Write;

use throng_mesh::{Corner, LayerId, Scene};

use crate::scene_format::VERSION;

/// The text of a scene file.
pub fn write_scene(scene: &Scene) -> String {
    let mut members = vec![format!("  \"throng\": {VERSION}")];
    if !scene.name.is_empty() {
        members.push(format!("  \"name\": {}", quote(&scene.name)));
    }
    let layers: Vec<String> = scene.layers.iter().map(layer_text).collect();
    members.push(list("  ", "layers", &layers));
    if !scene.connections.is_empty() {
        let connections: Vec<String> = scene
            .connections
            .iter()
            .map(|connection| {
                let [a, b] = connection.between.map(|layer| quote(&layer_name(scene, layer)));
                let segment = corners_text(&connection.segment.map(|[x, y]| [x, y, 0.0]));
                let name = connection
                    .name
                    .as_ref()
                    .map_or(String::new(), |name| format!(", \"name\": {}", quote(name)));
                format!("    {{ \"between\": [{a}, {b}], \"segment\": {segment}{name} }}")
            })
            .collect();
        members.push(list("  ", "connections", &connections));
    }
    format!("{{\n{}\n}}\n", members.join(",\n"))
}

/// The name of a layer; a layer that is not there gets a name that no reader will find.
pub(crate) fn layer_name(scene: &Scene, layer: LayerId) -> String {
    scene
        .layers
        .get(layer.0 as usize)
        .map_or_else(|| format!("missing layer {}", layer.0), |layer| layer.id.clone())
}

/// A corner as in scene files and GeoJSON: the height only where it is not zero.
pub(crate) fn corner_text([x, y, height]: Corner) -> String {
    let mut text = String::new();
    text.push('[');
    push_number(&mut text, x);
    text.push(',');
    push_number(&mut text, y);
    if height != 0.0 {
        text.push(',');
        push_number(&mut text, height);
    }
    text.push(']');
    text
}

/// Corners as a list.
pub(crate) fn corners_text<'c>(corners: impl IntoIterator<Item = &'c Corner>) -> String {
    let corners: Vec<String> = corners.into_iter().map(|&corner| corner_text(corner)).collect();
    format!("[{}]", corners.join(","))
}

/// A text in quotes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", control as u32);
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Appends the shortest number that reads back the same.
pub(crate) fn push_number(text: &mut String, number: f64) {
    // JSON has no word for what is not finite. `null` is an error for readers, which is better than another number.
    let plain = number == 0.0 || (1e-5..1e16).contains(&number.abs());
    let _ = match number {
        _ if !number.is_finite() => write!(text, "null"),
        _ if plain => write!(text, "{number}"),
        _ => write!(text, "{number:e}"),
    };
}

fn layer_text(layer: &throng_mesh::Layer) -> String {
    let mut members = vec![format!("      \"id\": {}", quote(&layer.id))];
    for (key, rings) in
        [("walkable", &layer.walkable), ("obstacles", &layer.obstacles), ("openings", &layer.openings)]
    {
        if !rings.is_empty() {
            let rings: Vec<String> =
                rings.iter().map(|ring| format!("        {}", ring_text(ring))).collect();
            members.push(list("      ", key, &rings));
        }
    }
    if !layer.regions.is_empty() {
        let regions: Vec<String> = layer
            .regions
            .iter()
            .map(|region| {
                let (label, polygon) = (quote(&region.label), ring_text(&region.polygon));
                format!("        {{ \"label\": {label}, \"polygon\": {polygon} }}")
            })
            .collect();
        members.push(list("      ", "regions", &regions));
    }
    if let Some(terrain) = &layer.terrain {
        let vertices = corners_text(&terrain.vertices);
        let triangles = triangles_text(&terrain.triangles);
        members.push(format!(
            "      \"surface\": {{\n        \"vertices\": {vertices},\n        \"triangles\": {triangles}\n      }}"
        ));
    }
    format!("    {{\n{}\n    }}", members.join(",\n"))
}

/// Triangles as a list.
pub(crate) fn triangles_text(triangles: &[[u32; 3]]) -> String {
    let triangles: Vec<String> = triangles.iter().map(|[a, b, c]| format!("[{a},{b},{c}]")).collect();
    format!("[{}]", triangles.join(","))
}

/// A ring that readers close themselves.
fn ring_text(ring: &[Corner]) -> String {
    // A reader takes a last corner that is like the first for a closing one and drops it: give it one to drop.
    let closing = if ring.len() > 1 && ring.first() == ring.last() { ring.first() } else { None };
    corners_text(ring.iter().chain(closing))
}

fn list(indent: &str, key: &str, items: &[String]) -> String {
    match items {
        [] => format!("{indent}\"{key}\": []"),
        _ => format!("{indent}\"{key}\": [\n{}\n{indent}]", items.join(",\n")),
    }
}
