//! Writing well-known text, which has polygons with holes and nothing else to say about a place.
//!
//! Each walkable ring becomes a polygon, and each obstacle a hole of the polygon that it stands in; lines and points follow
//! as such. What this cannot express is refused rather than lost.

use std::fmt::Write;

use throng_mesh::{Corner, Layer, Scene};

use crate::polygons::meet;
use crate::write::WriteError;

/// The text of a WKT file.
pub(crate) fn write_wkt(scene: &Scene) -> Result<String, WriteError> {
    let lost = |what: &str| Err(WriteError::NotExpressible { what: what.to_owned() });
    let [layer] = &scene.layers[..] else { return lost("a scene that has not exactly one layer") };
    match layer {
        _ if layer.terrain.is_some() => return lost("a surface"),
        _ if !layer.openings.is_empty() => return lost("openings"),
        _ if !layer.regions.is_empty() => return lost("regions"),
        _ if layer.rings().any(|(_, ring)| ring.is_empty()) => return lost("a ring without corners"),
        _ if layer.walkable.is_empty() => return lost("a layer without walkable rings"),
        _ => {}
    }
    let numbers = layer.rings().flat_map(|(_, ring)| ring).flatten();
    if !numbers.into_iter().all(|number| number.is_finite()) {
        return lost("a coordinate that is not finite");
    }
    let Some(polygons) = polygons_with_holes(layer) else {
        return lost("an obstacle that stands in several walkable rings");
    };
    let mut geometries: Vec<String> = polygons
        .iter()
        .map(|rings| {
            let closed: Vec<Vec<Corner>> = rings.iter().map(|ring| [ring, &ring[..1]].concat()).collect();
            let closed: Vec<&[Corner]> = closed.iter().map(Vec::as_slice).collect();
            geometry_text("POLYGON", &closed, |positions| format!("({})", positions.join(", ")))
        })
        .collect();
    for chain in layer.obstacles.iter().filter(|obstacle| obstacle.len() < 3) {
        let name = if chain.len() == 1 { "POINT" } else { "LINESTRING" };
        geometries.push(geometry_text(name, &[chain], |positions| positions.concat()));
    }
    Ok(match &geometries[..] {
        [one] => format!("{one}\n"),
        _ => format!("GEOMETRYCOLLECTION (\n  {}\n)\n", geometries.join(",\n  ")),
    })
}

/// Each walkable ring, followed by the obstacles in it; `None` if one is in several.
fn polygons_with_holes(layer: &Layer) -> Option<Vec<Vec<&[Corner]>>> {
    let mut polygons: Vec<Vec<&[Corner]>> = layer.walkable.iter().map(|ring| vec![ring.as_slice()]).collect();
    for obstacle in layer.obstacles.iter().filter(|obstacle| obstacle.len() >= 3) {
        // Alone, a polygon may have any holes: readers take them for obstacles.
        let owner = if polygons.len() == 1 {
            0
        } else {
            let mut owners = (0..polygons.len()).filter(|&index| meet(polygons[index][0], obstacle));
            let first = owners.next();
            if owners.next().is_some() {
                return None;
            }
            first.unwrap_or(0)
        };
        polygons[owner].push(obstacle);
    }
    Some(polygons)
}

/// A geometry: its name, and the chains of positions that `join` puts together. All have a height, or none.
fn geometry_text(name: &str, chains: &[&[Corner]], join: impl FnOnce(&[String]) -> String) -> String {
    let heights = chains.iter().any(|chain| chain.iter().any(|corner| corner[2] != 0.0));
    let positions: Vec<String> = chains.iter().map(|chain| positions(chain, heights)).collect();
    format!("{name}{} {}", if heights { " Z" } else { "" }, join(&positions))
}

fn positions(chain: &[Corner], heights: bool) -> String {
    let mut text = String::from("(");
    for (index, [x, y, height]) in chain.iter().enumerate() {
        let _ = write!(text, "{}{x} {y}", if index == 0 { "" } else { ", " });
        if heights {
            let _ = write!(text, " {height}");
        }
    }
    text + ")"
}
