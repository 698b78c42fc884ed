//! Writing GeoJSON: one feature a ring, with its layer and kind, so that map programs show it and nothing is lost.
//!
//! Coordinates are meters as they stand, which the standard does not foresee; but turning them into degrees would round
//! them. The members `throng`, `name` and `layers` of the collection, and `kind`, `layer`, `label`, `triangles`,
//! `between` and `name` among the properties are ours. Reading gives the same scene again.

use throng_mesh::{Corner, Part, Scene};

use crate::scene_format::VERSION;
use crate::write_scene::{corner_text, corners_text, layer_name, quote, triangles_text};

/// The text of a GeoJSON file.
pub(crate) fn write_geojson(scene: &Scene) -> String {
    let mut features = Vec::new();
    for layer in &scene.layers {
        let name = quote(&layer.id);
        for (part, ring) in layer.rings() {
            let kind = match part {
                Part::Obstacle(_) => "obstacle",
                Part::Opening(_) => "opening",
                _ => "walkable",
            };
            let geometry = if kind == "obstacle" { obstacle(ring) } else { polygon(ring) };
            features.push(feature(&format!("\"kind\":\"{kind}\",\"layer\":{name}"), &geometry));
        }
        for region in &layer.regions {
            let properties =
                format!("\"kind\":\"region\",\"layer\":{name},\"label\":{}", quote(&region.label));
            features.push(feature(&properties, &polygon(&region.polygon)));
        }
        if let Some(terrain) = &layer.terrain {
            let triangles = triangles_text(&terrain.triangles);
            let properties = format!("\"kind\":\"surface\",\"layer\":{name},\"triangles\":{triangles}");
            features.push(feature(&properties, &geometry("MultiPoint", &corners_text(&terrain.vertices))));
        }
    }
    for connection in &scene.connections {
        let [a, b] = connection.between.map(|layer| quote(&layer_name(scene, layer)));
        let ends = connection.segment.map(|[x, y]| [x, y, 0.0]);
        let name =
            connection.name.as_ref().map_or(String::new(), |name| format!(",\"name\":{}", quote(name)));
        let properties = format!("\"kind\":\"connection\",\"between\":[{a},{b}]{name}");
        features.push(feature(&properties, &geometry("LineString", &corners_text(&ends))));
    }
    let layers: Vec<String> = scene.layers.iter().map(|layer| quote(&layer.id)).collect();
    format!(
        "{{\"type\":\"FeatureCollection\",\"throng\":{VERSION},\"name\":{},\"layers\":[{}],\"features\":[\n{}\n]}}\n",
        quote(&scene.name),
        layers.join(","),
        features.join(",\n")
    )
}

fn feature(properties: &str, geometry: &str) -> String {
    format!("{{\"type\":\"Feature\",\"properties\":{{{properties}}},\"geometry\":{geometry}}}")
}

fn geometry(kind: &str, coordinates: &str) -> String {
    format!("{{\"type\":\"{kind}\",\"coordinates\":{coordinates}}}")
}

fn obstacle(ring: &[Corner]) -> String {
    match ring {
        [point] => geometry("Point", &corner_text(*point)),
        [_, _] => geometry("LineString", &corners_text(ring)),
        _ => polygon(ring),
    }
}

/// The standard wants rings closed.
fn polygon(ring: &[Corner]) -> String {
    geometry("Polygon", &format!("[{}]", corners_text(ring.iter().chain(ring.first()))))
}
