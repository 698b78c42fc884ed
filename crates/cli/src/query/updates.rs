//! Requests that change the place: obstacles come and go, connections open and close.

use std::time::Instant;

use serde_json::{Map, Value, json};
use throng_mesh::{Change, ConnectionId, Event, Mesh, Obstacle, ObstacleId, Scene};

use super::doors::connection;
use super::place::Place;
use super::reading::{Refusal, flag, index, layer};
use crate::changes::{event_value, why_refused};

/// Carries out a request that changes the place. Returns the answer, and what happened.
pub(super) fn update(
    place: &mut Place,
    op: &str,
    request: &Map<String, Value>,
) -> Result<(Value, Event), Refusal> {
    let changes = changes(place.mesh(), place.scene(), op, request)?;
    let ids = flag(request, "ids")?;
    let live = place.live()?;
    let start = Instant::now();
    let result = live.apply(&changes);
    let took = start.elapsed();
    let (obstacles, event) =
        result.map_err(|refused| Refusal::Words(why_refused(live, &changes, &refused)))?;
    let mut answer = event_value(live.mesh(), &event, took, ids);
    match &changes[..] {
        _ if op == "apply" => answer["obstacles"] = obstacles.iter().map(|id| id.0).collect(),
        [Change::Remove(id)] => answer["obstacle"] = id.0.into(),
        [Change::Open(id) | Change::Close(id)] => answer["connection"] = id.0.into(),
        _ => answer["obstacle"] = json!(obstacles.first().map(|id| id.0)),
    }
    Ok((answer, event))
}

/// What has changed so far, for `stats`.
pub(super) fn state(place: &Place, ids: bool, answer: &mut Value) {
    let mesh = place.mesh();
    let obstacles: Vec<u32> = match place {
        Place::Live(live) => live.obstacles().map(|(id, _)| id.0).collect(),
        Place::Still(..) => Vec::new(),
    };
    let all = (0..mesh.num_connections() as u32).map(ConnectionId);
    let closed: Vec<u32> = all.filter(|&id| !mesh.is_open(id)).map(|id| id.0).collect();
    answer["version"] = mesh.version().into();
    answer["obstacles"] = obstacles.len().into();
    answer["open"] = (mesh.num_connections() - closed.len()).into();
    answer["closed"] = closed.len().into();
    if ids {
        answer["obstacle_ids"] = json!(obstacles);
        answer["closed_ids"] = json!(closed);
    }
}

/// The changes that a request asks for. The scene, if it is known, has the names of connections.
pub(crate) fn changes(
    mesh: &Mesh,
    scene: Option<&Scene>,
    op: &str,
    request: &Map<String, Value>,
) -> Result<Vec<Change>, Refusal> {
    if op == "apply" {
        transaction(mesh, scene, request)
    } else {
        Ok(vec![change(mesh, scene, op, request)?])
    }
}

/// The changes of a transaction.
fn transaction(
    mesh: &Mesh,
    scene: Option<&Scene>,
    request: &Map<String, Value>,
) -> Result<Vec<Change>, Refusal> {
    let words = "\"changes\" must be a list of changes, such as {\"op\":\"close\",\"connection\":0}";
    let list = request.get("changes").and_then(Value::as_array);
    let list = list.filter(|list| !list.is_empty()).ok_or_else(|| Refusal::Words(words.to_owned()))?;
    let one = |(number, value): (usize, &Value)| {
        let numbered = |words: String| Refusal::Words(format!("change {number}: {words}"));
        let request = value.as_object().ok_or_else(|| numbered("it is not a JSON object".to_owned()))?;
        let op = request.get("op").and_then(Value::as_str).unwrap_or_default();
        change(mesh, scene, op, request).map_err(|refusal| match refusal {
            Refusal::Words(words) => numbered(words),
            other => other,
        })
    };
    list.iter().enumerate().map(one).collect()
}

fn change(
    mesh: &Mesh,
    scene: Option<&Scene>,
    op: &str,
    request: &Map<String, Value>,
) -> Result<Change, Refusal> {
    match op {
        "insert" => Ok(Change::Insert(obstacle(mesh, request)?)),
        "remove" => Ok(Change::Remove(ObstacleId(index(request, "obstacle")?))),
        "open" => Ok(Change::Open(connection(scene, request)?)),
        "close" => Ok(Change::Close(connection(scene, request)?)),
        _ => Err(Refusal::Words(format!("a change is insert, remove, open or close, not \"{op}\""))),
    }
}

/// The obstacle that a request brings.
fn obstacle(mesh: &Mesh, request: &Map<String, Value>) -> Result<Obstacle, Refusal> {
    let words = |what: &str| Refusal::Words(what.to_owned());
    let rings = match (request.get("obstacle"), request.get("rings")) {
        (Some(one), None) => {
            vec![ring(one).ok_or_else(|| words("\"obstacle\" must be a ring of corners, [[x, y], …]"))?]
        }
        (None, Some(several)) => several
            .as_array()
            .and_then(|list| list.iter().map(ring).collect::<Option<Vec<_>>>())
            .ok_or_else(|| words("\"rings\" must be a list of rings of corners, [[[x, y], …], …]"))?,
        (Some(_), Some(_)) => {
            return Err(words("it is \"obstacle\" for one ring or \"rings\" for several, not both"));
        }
        (None, None) => {
            return Err(words(
                "an \"obstacle\" is missing: a ring of corners, [[x, y], …]; or \"rings\" of them",
            ));
        }
    };
    let mut obstacle = Obstacle::new(layer(mesh, request, "layer")?, Vec::new());
    obstacle.rings = rings;
    obstacle.spreads = match request.get("spread") {
        None => true,
        Some(_) => flag(request, "spread")?,
    };
    Ok(obstacle)
}

fn ring(value: &Value) -> Option<Vec<[f64; 2]>> {
    let corner = |value: &Value| match value.as_array()?.as_slice() {
        [x, y] => Some([x.as_f64()?, y.as_f64()?]),
        _ => None,
    };
    value.as_array()?.iter().map(corner).collect()
}
