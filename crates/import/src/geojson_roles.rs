//! What a GeoJSON feature is, from what its properties say.
//!
//! There is no standard for this, so the conventions of several worlds are known: a plain `kind`, OpenStreetMap's tags, and
//! the feature types of indoor maps (IMDF). What none of them decides is [`Role::Unknown`], and decided by its shape.

use crate::json::Value;
use crate::shapes::Role;

/// The role of a feature.
pub(crate) fn role_of(feature: Value<'_>) -> Role {
    let Some(properties) = feature.get("properties") else { return Role::Unknown };
    let kind = text(properties, "kind").and_then(|kind| of_kind(kind, properties));
    let indoor_map =
        || feature.get("feature_type").and_then(Value::text).map(|kind| of_indoor_map(kind, properties));
    let role = kind.or_else(indoor_map).or_else(|| of_tags(properties)).unwrap_or(Role::Unknown);
    // A line without properties is somebody's drawing of a wall, and so is a point; a point with properties is on a map.
    let is_point =
        feature.get("geometry").and_then(|g| text(g, "type")).is_some_and(|kind| kind.ends_with("Point"));
    let says_something = properties.members().is_some_and(|mut members| members.next().is_some());
    if role == Role::Unknown && is_point && says_something { Role::Passed } else { role }
}

/// The level that a feature is on, if it says so.
pub(crate) fn level_of(feature: Value<'_>) -> Option<String> {
    let properties = feature.get("properties")?;
    // `level` is what floors are called; OpenStreetMap's `layer` is an order for drawing, and only better than nothing.
    let level = ["level", "ordinal", "storey", "level_id", "layer"]
        .into_iter()
        .find_map(|key| properties.get(key))?;
    level.text().map(str::to_owned).or_else(|| level.number().map(|number| number.to_string()))
}

fn of_kind(kind: &str, properties: Value<'_>) -> Option<Role> {
    Some(match kind {
        "walkable" | "ground" | "floor" | "room" | "corridor" | "space" | "platform"
        | "indoor_or_platform" => Role::Walkable,
        "obstacle" | "building" | "barrier" | "wall" | "column" | "furniture" => Role::Obstacle,
        "opening" => Role::Opening,
        "door" => Role::Door,
        "region" => Role::Region(text(properties, "label").unwrap_or_default().to_owned()),
        "steps" | "box" | "connection" | "street" | "path" => Role::Passed,
        _ => return None,
    })
}

/// Feature types of the Indoor Mapping Data Format.
fn of_indoor_map(kind: &str, properties: Value<'_>) -> Role {
    match (kind, text(properties, "category").unwrap_or_default()) {
        (
            "unit",
            "opentobelow" | "structure" | "brick" | "concrete" | "drywall" | "glass" | "wood" | "column",
        ) => Role::Obstacle,
        ("unit" | "level" | "venue", _) => Role::Walkable,
        // An opening is a line where two rooms meet: they touch there anyway.
        ("fixture" | "kiosk" | "footprint", _) => Role::Obstacle,
        _ => Role::Passed,
    }
}

/// Tags of OpenStreetMap.
fn of_tags(properties: Value<'_>) -> Option<Role> {
    let tag = |key: &str| text(properties, key).filter(|&value| value != "no");
    if tag("building").is_some() || tag("building:part").is_some() {
        return Some(Role::Obstacle);
    }
    if let Some(barrier) = tag("barrier") {
        let passable =
            matches!(barrier, "gate" | "entrance" | "kerb" | "lift_gate" | "swing_gate" | "cycle_barrier");
        return Some(if passable { Role::Passed } else { Role::Obstacle });
    }
    match tag("indoor") {
        Some("wall") => return Some(Role::Obstacle),
        Some("door") => return Some(Role::Door),
        Some(_) => return Some(Role::Walkable),
        None => {}
    }
    if let Some("water" | "tree" | "cliff" | "rock") = tag("natural") {
        return Some(Role::Obstacle);
    }
    // Streets and platforms drawn as areas are walkable; drawn as lines, they are passed over like all walkable lines.
    let walkable = ["highway", "area:highway", "public_transport", "footway", "railway", "route"];
    if walkable.into_iter().any(|key| tag(key).is_some()) || tag("place") == Some("square") {
        return Some(Role::Walkable);
    }
    None
}

fn text<'d>(object: Value<'d>, key: &str) -> Option<&'d str> {
    object.get(key)?.text()
}
