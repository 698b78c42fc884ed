//! What was found in a model and what was done, for people and for programs.

use serde_json::{Value, json};
use throng_import::{Component, ExtractOptions, Model, Role, Variation, Way};
use throng_mesh::Scene;

use super::work::Extracted;

/// Components in a summary: more would not help.
const SOME: usize = 12;

/// All facts, as one object.
pub(crate) fn facts(extracted: &Extracted, options: &ExtractOptions) -> Value {
    let Extracted { read, extraction, .. } = extracted;
    let (model, scene, report) = (&read.model, &extraction.scene, &extraction.report);
    let mut seconds = json!({ "read": extracted.read_seconds });
    report.seconds.iter().for_each(|(stage, took)| seconds[*stage] = (*took).into());
    seconds["total"] = extracted.seconds.into();
    json!({
        "model": {
            "name": model.name, "triangles": model.triangles.len(), "vertices": model.vertices.len(), "parts": model.parts.len(),
            "storeys": model.storeys.len(), "rooms": model.rooms.len(), "doors": model.doors.len(),
        },
        "settings": settings(options),
        "notes": read.notes, "remarks": report.remarks,
        "area": report.area,
        "components": report.components.iter().map(|part| component(scene, part)).collect::<Vec<_>>(),
        "dropped": { "components": report.dropped, "area": report.dropped_area },
        "layers": layers(scene),
        "connections": connections(scene),
        "corners": scene.num_corners(),
        "variations": report.variations.iter().map(|one| json!({
            "setting": one.setting, "value": one.value, "area": one.area, "components": one.components,
        })).collect::<Vec<_>>(),
        "memory": extracted.memory,
        "seconds": seconds,
    })
}

/// The same for people.
pub(crate) fn readable(extracted: &Extracted, options: &ExtractOptions) -> String {
    let Extracted { read, extraction, .. } = extracted;
    let (model, scene, report) = (&read.model, &extraction.scene, &extraction.report);
    let mut lines = vec![format!("model      {}", model_words(model))];
    lines.extend(read.notes.iter().chain(&report.remarks).map(|remark| format!("note       {remark}")));
    let left_out = match report.dropped {
        0 => String::new(),
        1 => format!("; left out: 1 of {:.1} m²", report.dropped_area),
        count => format!("; left out: {count} of {:.1} m² together", report.dropped_area),
    };
    lines.push(format!(
        "walkable   {:.1} m² in {}{left_out}",
        report.area,
        counted(report.components.len(), "component", "components")
    ));
    for (number, part) in report.components.iter().take(SOME).enumerate() {
        lines.push(format!("  {:<8} {}", number + 1, component_words(scene, part)));
    }
    if let Some(rest) = report.components.get(SOME..).filter(|rest| !rest.is_empty()) {
        let area: f64 = rest.iter().map(|part| part.area).sum();
        lines.push(format!("  …        {} more, {area:.1} m² together", rest.len()));
    }
    lines.push(format!("layers     {}", layers_words(scene)));
    let way = match &options.way {
        Way::Exact => "exact".to_owned(),
        Way::Voxel(voxels) => {
            format!("voxels of {} x {} x {} m", voxels.cell[0], voxels.cell[1], voxels.height)
        }
    };
    lines.push(format!(
        "settings   slope {}°, head room {} m, step {} m, {way}",
        options.slope, options.head_room, options.step
    ));
    lines.extend(report.variations.iter().map(|one| format!("if         {}", variation_words(one, report))));
    let stages: Vec<String> =
        report.seconds.iter().map(|(stage, took)| format!("{stage} {took:.2}")).collect();
    lines.push(format!(
        "times      read {:.2} s, {}; {:.2} s in all",
        extracted.read_seconds,
        stages.join(", "),
        extracted.seconds
    ));
    lines.join("\n")
}

/// The settings, as the options are called.
pub(crate) fn settings(options: &ExtractOptions) -> Value {
    let mut settings = json!({
        "slope": options.slope, "head_room": options.head_room, "step": options.step, "min_area": options.min_area,
        "from": options.reachable_from, "close_gaps": options.close_gaps, "two_sided": options.two_sided, "doors": options.doors,
        "way": "exact",
    });
    if let Way::Voxel(voxels) = &options.way {
        settings["way"] = "voxel".into();
        settings["cell"] = json!(voxels.cell);
        settings["cell_height"] = voxels.height.into();
        settings["tile"] = voxels.tile.into();
        settings["straighten"] = voxels.straighten.into();
    }
    settings
}

/// A component.
pub(crate) fn component(scene: &Scene, part: &Component) -> Value {
    json!({
        "area": part.area, "heights": part.heights, "bounds": part.bounds,
        "layers": layer_names(scene, part).collect::<Vec<_>>(),
    })
}

fn model_words(model: &Model) -> String {
    let mut words = vec![
        counted(model.triangles.len(), "triangle", "triangles"),
        counted(model.parts.len(), "part", "parts"),
    ];
    let stairs = model.parts.iter().filter(|part| part.role == Role::Stairs).count();
    for (count, one, many) in [
        (model.storeys.len(), "storey", "storeys"),
        (model.rooms.len(), "room", "rooms"),
        (model.doors.len(), "door", "doors"),
        (stairs, "flight of stairs", "flights of stairs"),
    ] {
        if count > 0 {
            words.push(counted(count, one, many));
        }
    }
    let name = if model.name.is_empty() { String::new() } else { format!("{}: ", model.name) };
    format!("{name}{}", words.join(", "))
}

fn component_words(scene: &Scene, part: &Component) -> String {
    let [low, high] = part.heights;
    let heights = if high - low < 0.005 {
        format!("height {low:.2} m")
    } else {
        format!("heights {low:.2} to {high:.2} m")
    };
    let names: Vec<String> = layer_names(scene, part).take(4).map(|name| format!("\"{name}\"")).collect();
    let more = if part.layers.len() > 4 { ", …" } else { "" };
    let layers = if part.layers.len() == 1 { "layer" } else { "layers" };
    format!("{:.1} m², {heights}, {layers} {}{more}", part.area, names.join(", "))
}

fn layers_words(scene: &Scene) -> String {
    let named = scene.connections.iter().filter(|connection| connection.name.is_some()).count();
    let doors = if named > 0 { format!(", {named} of them with a name") } else { String::new() };
    let regions: usize = scene.layers.iter().map(|layer| layer.regions.len()).sum();
    let regions =
        if regions > 0 { format!(", {}", counted(regions, "region", "regions")) } else { String::new() };
    format!(
        "{}, {}{doors}{regions}, {}",
        counted(scene.layers.len(), "layer", "layers"),
        counted(scene.connections.len(), "connection", "connections"),
        counted(scene.num_corners(), "corner", "corners"),
    )
}

fn variation_words(one: &Variation, report: &throng_import::ExtractReport) -> String {
    let change = one.area - report.area;
    let area = if change.abs() < 0.05 { "the same area".to_owned() } else { format!("{change:+.1} m²") };
    let parts = match (one.components, report.components.len()) {
        (now, before) if now == before => "as many components".to_owned(),
        (now, _) => counted(now, "component", "components"),
    };
    // Sums of decimals, such as 0.35 - 0.02, are to be read as such.
    let value = (one.value * 1e6).round() / 1e6;
    format!("{} {value}: {area}, {parts}", one.setting)
}

fn layers(scene: &Scene) -> Vec<Value> {
    let one = |(layer, id): (&throng_mesh::Layer, u32)| {
        let connections = scene.connections.iter().filter(|c| c.between.iter().any(|layer| layer.0 == id));
        let corners: usize = layer.rings().map(|(_, ring)| ring.len()).sum();
        json!({
            "id": layer.id, "corners": corners, "connections": connections.count(), "regions": layer.regions.len(),
        })
    };
    scene.layers.iter().zip(0..).map(one).collect()
}

fn connections(scene: &Scene) -> Vec<Value> {
    let name = |layer: throng_mesh::LayerId| scene.layers.get(layer.0 as usize).map(|layer| &layer.id);
    let one = |connection: &throng_mesh::Connection| json!({ "between": connection.between.map(name), "segment": connection.segment, "name": connection.name });
    scene.connections.iter().map(one).collect()
}

fn layer_names<'s>(scene: &'s Scene, part: &'s Component) -> impl Iterator<Item = &'s str> {
    part.layers.iter().filter_map(|&layer| scene.layers.get(layer as usize)).map(|layer| layer.id.as_str())
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
