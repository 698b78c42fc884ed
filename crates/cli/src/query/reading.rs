//! Reading the parts of a request, and why one has no answer.

use serde_json::{Map, Value};
use throng_mesh::{LayerId, Mesh, Position, Weights};

use crate::kinds::{RADIUS, kind_named, names};

/// Why a request has no answer.
pub(crate) enum Refusal {
    /// It makes no sense.
    Words(String),
    /// A position is not walkable.
    NotWalkable(Position),
}

/// A position of a request: two numbers, with the name of a layer as a third or under a key of its own.
pub(crate) fn position(
    mesh: &Mesh,
    request: &Map<String, Value>,
    at: &str,
    layer: &str,
) -> Result<Position, Refusal> {
    let list = request.get(at).and_then(Value::as_array).map(Vec::as_slice);
    let (place, third) = coordinates(list.unwrap_or_default())
        .ok_or_else(|| Refusal::Words(format!("\"{at}\" must be two numbers, [x, y]")))?;
    Ok(Position::new(place, named_layer(mesh, request.get(layer).or(third), layer)?))
}

/// A list of positions, each `[x, y]` or `[x, y, "layer"]`; none if there is no such key.
pub(super) fn positions(
    mesh: &Mesh,
    request: &Map<String, Value>,
    key: &str,
) -> Result<Option<Vec<Position>>, Refusal> {
    let Some(value) = request.get(key) else { return Ok(None) };
    let words = || Refusal::Words(format!("\"{key}\" must be a list of positions, [x, y, \"layer\"]"));
    let list = value.as_array().ok_or_else(words)?;
    let one = |value: &Value| {
        let (place, third) = value.as_array().and_then(|list| coordinates(list)).ok_or_else(words)?;
        Ok(Position::new(place, named_layer(mesh, third, "layer")?))
    };
    list.iter().map(one).collect::<Result<Vec<_>, _>>().map(Some)
}

/// A number of a request.
pub(crate) fn number(request: &Map<String, Value>, key: &str, otherwise: f64) -> Result<f64, Refusal> {
    match request.get(key) {
        None => Ok(otherwise),
        Some(value) => value.as_f64().ok_or_else(|| Refusal::Words(format!("\"{key}\" must be a number"))),
    }
}

/// Yes or no; no if there is no such key.
pub(super) fn flag(request: &Map<String, Value>, key: &str) -> Result<bool, Refusal> {
    match request.get(key) {
        None => Ok(false),
        Some(value) => {
            value.as_bool().ok_or_else(|| Refusal::Words(format!("\"{key}\" must be true or false")))
        }
    }
}

/// The number of something: of an obstacle, of a connection.
pub(super) fn index(request: &Map<String, Value>, key: &str) -> Result<u32, Refusal> {
    let number = request.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| Refusal::Words(format!("\"{key}\" must be the number of one, such as 0")))
}

/// A name, if there is one.
pub(super) fn name<'r>(request: &'r Map<String, Value>, key: &str) -> Result<Option<&'r str>, Refusal> {
    match request.get(key) {
        None => Ok(None),
        Some(Value::String(name)) if !name.is_empty() => Ok(Some(name)),
        Some(_) => Err(Refusal::Words(format!("\"{key}\" must be a name"))),
    }
}

/// A layer by its name.
pub(super) fn layer(mesh: &Mesh, request: &Map<String, Value>, key: &str) -> Result<LayerId, Refusal> {
    named_layer(mesh, request.get(key), key)
}

/// The route that a request asks for.
pub(super) fn route_request(
    mesh: &Mesh,
    request: &Map<String, Value>,
) -> Result<throng_mesh::Request, Refusal> {
    let kind = match (request.get("kind"), request.get("side")) {
        (None, None) => throng_mesh::Kind::default(),
        (None, Some(_)) => throng_mesh::Kind::Side(number(request, "side", 0.5)?),
        (Some(_), Some(_)) => return Err(Refusal::Words("it is \"kind\" or \"side\", not both".to_owned())),
        (Some(name), None) => name.as_str().and_then(kind_named).ok_or_else(|| {
            Refusal::Words(format!(
                "there is no kind {name}; there are {}, or a \"side\" from 0 to 1",
                names()
            ))
        })?,
    };
    Ok(throng_mesh::Request {
        from: position(mesh, request, "from", "from_layer")?,
        to: position(mesh, request, "to", "to_layer")?,
        radius: number(request, "radius", RADIUS)?,
        clearance: number(request, "clearance", 0.0)?,
        kind,
    })
}

/// What it costs to walk in labeled regions; `null` closes them.
pub(super) fn weights(request: &Map<String, Value>) -> Result<Option<Weights>, Refusal> {
    let Some(value) = request.get("weights") else { return Ok(None) };
    let words =
        || Refusal::Words("\"weights\" must be numbers by label, such as {\"grass\": 2.5}".to_owned());
    let mut weights = Weights::new();
    for (label, weight) in value.as_object().ok_or_else(words)? {
        let weight = if weight.is_null() { f64::INFINITY } else { weight.as_f64().ok_or_else(words)? };
        weights = weights.with(label, weight);
    }
    Ok(Some(weights))
}

/// Two numbers, and what may follow them.
fn coordinates(list: &[Value]) -> Option<([f64; 2], Option<&Value>)> {
    match list {
        [x, y] => Some(([x.as_f64()?, y.as_f64()?], None)),
        [x, y, layer] if layer.is_string() => Some(([x.as_f64()?, y.as_f64()?], Some(layer))),
        _ => None,
    }
}

fn named_layer(mesh: &Mesh, name: Option<&Value>, key: &str) -> Result<LayerId, Refusal> {
    match name {
        Some(Value::String(name)) => mesh.layer_named(name).ok_or_else(|| {
            let names: Vec<&str> = mesh.layers().take(8).map(|id| mesh.layer_name(id)).collect();
            let more = if mesh.num_layers() > 8 { ", …" } else { "" };
            Refusal::Words(format!("there is no layer \"{name}\"; there are {}{more}", names.join(", ")))
        }),
        Some(_) => Err(Refusal::Words(format!("\"{key}\" must be the name of a layer"))),
        None if mesh.num_layers() == 1 => Ok(LayerId(0)),
        None => {
            Err(Refusal::Words(format!("\"{key}\" is missing, and there are {} layers", mesh.num_layers())))
        }
    }
}
