//! Reading the GeoJSON that Throng writes: exactly, layers, openings, regions and connections included.
//!
//! It is known by its member `throng`; or, if another program has written it again without that, by every feature having a
//! `kind` of ours and a layer. See `write_geojson.rs` for what is written.

use throng_mesh::{Connection, ConnectionId, Layer, LayerId, Part, Region, Ring, Scene, Terrain};

use crate::geojson::Reader;
use crate::imported::Imported;
use crate::json::Value;
use crate::polygons::add_ring;
use crate::scene_format::VERSION;
use crate::shapes::Geometry;

/// The values that `kind` has in what we write.
const KINDS: [&str; 6] = ["walkable", "obstacle", "opening", "region", "surface", "connection"];

/// Whether Throng wrote this.
pub(crate) fn is_ours(root: Value<'_>) -> bool {
    if root.get("type").and_then(Value::text) != Some("FeatureCollection") {
        return false;
    }
    let is_ours = |feature: Value<'_>| {
        let properties = feature.get("properties");
        let kind = properties.and_then(|properties| properties.get("kind")?.text());
        let layered = properties.is_some_and(|p| p.get("layer").or_else(|| p.get("between")).is_some());
        layered && kind.is_some_and(|kind| KINDS.contains(&kind))
    };
    let mut features = root.get("features").and_then(Value::items).into_iter().flatten().peekable();
    root.get("throng").is_some() || (features.peek().is_some() && features.all(is_ours))
}

/// Reads it.
pub(crate) fn read(root: Value<'_>) -> Imported {
    let mut imported = Imported::default();
    let mut reader = Reader::default();
    let version = root.get("throng");
    if version.is_some_and(|version| version.number() != Some(f64::from(VERSION))) {
        let what = format!("this program knows version {VERSION} of `throng` only");
        reader.error(
            root,
            &what,
            "use a newer program, or remove the member to read it as any other GeoJSON",
        );
    }
    let scene = &mut imported.scene;
    scene.name = root.get("name").and_then(Value::text).unwrap_or_default().to_owned();
    for id in root.get("layers").and_then(Value::items).into_iter().flatten().filter_map(Value::text) {
        scene.layers.push(Layer::new(id));
    }
    for (index, feature) in reader.list(root, "features").into_iter().enumerate() {
        reader.inside(format!("feature {index}"), |reader| read_feature(feature, reader, &mut imported));
    }
    imported.diagnostics.extend(reader.diagnostics);
    imported
}

fn read_feature(feature: Value<'_>, reader: &mut Reader, imported: &mut Imported) {
    let property = |name: &str| feature.get("properties").and_then(|properties| properties.get(name));
    let kind = property("kind").and_then(Value::text).unwrap_or_default();
    let geometry = feature.get("geometry");
    let shape = geometry.and_then(|geometry| geometry.get("type")?.text());
    let Some((geometry, shape)) = geometry.zip(shape) else {
        return reader.error(feature, "the feature has no geometry", "add it, or remove the feature");
    };
    let geometries = reader.geometries(shape, geometry);
    if kind == "connection" {
        return read_connection(feature, &geometries, reader, imported);
    }
    let Some(name) = property("layer").and_then(Value::text) else {
        return reader.error(
            feature,
            "the feature has no `layer` among its properties",
            "name the layer that it is on",
        );
    };
    let id = layer_named(name, &mut imported.scene);
    imported.lines.layers.entry(id).or_insert(feature.line());
    let layer = &mut imported.scene.layers[id.0 as usize];
    if kind == "surface" {
        let vertices = geometries.into_iter().filter_map(|point| first_ring(vec![point]));
        let triangles =
            property("triangles").and_then(Value::items).into_iter().flatten().filter_map(triangle);
        layer.terrain = Some(Terrain {
            vertices: vertices.flat_map(|(ring, _)| ring).collect(),
            triangles: triangles.collect(),
        });
        imported.lines.rings.insert((id, Part::Terrain), vec![feature.line()]);
        return;
    }
    let (ring, lines) = first_ring(geometries).unwrap_or_else(|| (Ring::new(), vec![feature.line()]));
    let part = match kind {
        "walkable" => Part::Walkable(layer.walkable.len()),
        "obstacle" => Part::Obstacle(layer.obstacles.len()),
        "opening" => Part::Opening(layer.openings.len()),
        "region" => {
            let label = property("label").and_then(Value::text).unwrap_or_default().to_owned();
            imported.lines.rings.insert((id, Part::Region(layer.regions.len())), lines);
            layer.regions.push(Region { label, polygon: ring });
            return;
        }
        _ => {
            let what = format!("there is no `kind` \"{kind}\"");
            return reader.error(feature, &what, &format!("the kinds are {}", KINDS.join(", ")));
        }
    };
    add_ring(ring, lines, part, id, layer, &mut imported.lines);
}

fn read_connection(
    feature: Value<'_>,
    geometries: &[Geometry],
    reader: &mut Reader,
    imported: &mut Imported,
) {
    let property = |name: &str| feature.get("properties").and_then(|properties| properties.get(name));
    let between = property("between");
    let name = property("name").and_then(Value::text).map(str::to_owned);
    let names: Vec<&str> =
        between.and_then(Value::items).into_iter().flatten().filter_map(Value::text).collect();
    match (&names[..], geometries) {
        (&[a, b], [Geometry::Chain(chain, _)]) if chain.len() == 2 => {
            let between = [a, b].map(|name| layer_named(name, &mut imported.scene));
            let segment = [[chain[0][0], chain[0][1]], [chain[1][0], chain[1][1]]];
            let id = ConnectionId(imported.scene.connections.len() as u32);
            imported.lines.connections.insert(id, feature.line());
            imported.scene.connections.push(Connection { between, segment, name });
        }
        _ => {
            let remedy = "give it a LineString of two points, and \"between\": [\"ground\", \"ramp\"]";
            reader.error(feature, "a connection needs a segment and two layers", remedy);
        }
    }
}

/// The layer with a name, which is added if it is new.
fn layer_named(name: &str, scene: &mut Scene) -> LayerId {
    scene.layer_named(name).unwrap_or_else(|| {
        scene.layers.push(Layer::new(name));
        LayerId(scene.layers.len() as u32 - 1)
    })
}

fn first_ring(geometries: Vec<Geometry>) -> Option<(Ring, Vec<u32>)> {
    Some(match geometries.into_iter().next()? {
        // Programs that repair polygons may have made holes of rings that we never write as such.
        Geometry::Polygon(polygon) => polygon.into_keyhole(),
        Geometry::Chain(chain, lines) => (chain, lines),
    })
}

fn triangle(value: Value<'_>) -> Option<[u32; 3]> {
    let corners: Vec<u32> =
        value.items()?.map(|item| item.number().map(|number| number as u32)).collect::<Option<_>>()?;
    corners.try_into().ok()
}
