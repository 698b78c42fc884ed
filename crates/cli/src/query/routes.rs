//! Requests about ways: routes, one or many at once, paths, widths, distances.

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use throng_mesh::{Kind, Mesh, NoRoute, Planner, Position, Route, Which};

use super::reading::{Refusal, flag, number, position, positions, route_request, weights};
use crate::kinds::{RADIUS, TOLERANCE};

/// How far apart the places are at which the clearance of a curve is measured. (m) Straight lines are measured exactly.
const STEP: f64 = 0.01;

type Answer = Result<Value, Refusal>;

/// `route`: the curve as points, its length, and how near it comes to obstacles.
pub(super) fn route(mesh: &Mesh, planner: &mut Planner, request: &Map<String, Value>) -> Answer {
    let wanted = route_request(mesh, request)?;
    let nothing = json!({"found": false, "length": null, "points": [], "min_clearance": null});
    let answer = match weights(request)? {
        Some(_) if matches!(wanted.kind, Kind::Side(_)) => {
            return Err(Refusal::Words("with \"weights\" a route has no side".to_owned()));
        }
        Some(weights) => planner.weighted(mesh, &wanted, &weights).map(|(route, cost)| {
            let mut answer = found(mesh, route);
            answer["cost"] = cost.into();
            answer
        }),
        None => planner.route(mesh, &wanted).map(|route| found(mesh, route)),
    };
    answer.or_else(|reason| not_found(mesh, [wanted.from, wanted.to], reason, nothing))
}

/// `routes`: many `route` requests, answered on all cores; the answers are those of one by one, in the same order.
pub(super) fn routes(mesh: &Mesh, request: &Map<String, Value>) -> Answer {
    let list = request.get("requests").and_then(Value::as_array);
    let list = list.ok_or_else(|| Refusal::Words("\"requests\" must be a list of requests".to_owned()))?;
    let one = |planner: &mut Planner, value: &Value| {
        let Some(request) = value.as_object() else {
            return json!({"error": "a request is a JSON object"});
        };
        let result = match request.get("op").map(Value::as_str) {
            None | Some(Some("route")) => route(mesh, planner, request),
            Some(_) => Err(Refusal::Words("\"routes\" takes requests for a \"route\" only".to_owned())),
        };
        super::complete(mesh, request, result)
    };
    let answers: Vec<Value> = list.par_iter().map_init(Planner::default, one).collect();
    let count = answers.iter().filter(|answer| answer["found"] == true).count();
    Ok(json!({"found": count, "routes": answers}))
}

/// `path`: the edges of the medial axis from retraction to retraction, and with `corridor` their bending points.
pub(super) fn path(mesh: &Mesh, planner: &mut Planner, request: &Map<String, Value>) -> Answer {
    let [from, to] = ends(mesh, request)?;
    let radius = number(request, "radius", RADIUS)?;
    let with_corridor = flag(request, "corridor")?;
    let nothing = json!({"found": false, "length": null, "edges": [], "forward": []});
    let path = match planner.path(mesh, from, to, radius, None) {
        Ok(path) => path,
        Err(reason) => return not_found(mesh, [from, to], reason, nothing),
    };
    let edges: Vec<u32> = path.steps().iter().map(|step| step.edge.0).collect();
    let forward: Vec<bool> = path.steps().iter().map(|step| step.forward).collect();
    let length = path.length(mesh);
    let mut answer = json!({
        "found": true, "length": length, "edges": edges, "forward": forward, "reason": null,
    });
    if with_corridor {
        let points = mesh.corridor(path).into_iter().map(|point| {
            json!({
                "at": point.at, "layer": mesh.layer_name(point.layer), "left": point.left, "right": point.right,
                "clearance": point.clearance,
            })
        });
        answer["corridor"] = points.collect();
    }
    Ok(answer)
}

/// `width`: the largest disc that gets from one place to another, and where it just fits.
pub(super) fn width(mesh: &Mesh, request: &Map<String, Value>) -> Answer {
    let [from, to] = ends(mesh, request)?;
    match mesh.largest_radius(from, to) {
        Ok(width) => Ok(json!({
            "found": true, "largest_radius": width.radius, "at": width.at.at,
            "layer": mesh.layer_name(width.at.layer), "reason": null,
        })),
        Err(reason) => {
            let nothing = json!({"found": false, "largest_radius": null, "at": null, "layer": null});
            not_found(mesh, [from, to], reason, nothing)
        }
    }
}

/// `distances`: how far it is along the medial axis to some positions, or to how many vertices and to the farthest of them.
pub(super) fn distances(mesh: &Mesh, request: &Map<String, Value>) -> Answer {
    let from = position(mesh, request, "from", "from_layer")?;
    let radius = number(request, "radius", RADIUS)?;
    let goals = positions(mesh, request, "to")?;
    let nothing = json!({"found": false});
    let distances = match mesh.distances(from, radius) {
        Ok(distances) => distances,
        Err(reason) => return not_found(mesh, [from, from], reason, nothing),
    };
    if let Some(goals) = goals {
        let to: Vec<Option<f64>> = goals.iter().map(|&goal| distances.at(mesh, goal)).collect();
        return Ok(json!({"found": true, "distances": to, "reason": null}));
    }
    let vertices = mesh.vertices().filter_map(|vertex| Some((distances.to(vertex.id())?, vertex.position())));
    let farthest = vertices.max_by(|a, b| a.0.total_cmp(&b.0));
    Ok(json!({
        "found": true, "reached": distances.iter().count(), "vertices": mesh.num_vertices(),
        "farthest": farthest.map(|(length, _)| length), "at": farthest.map(|(_, position)| position.at),
        "layer": farthest.map(|(_, position)| mesh.layer_name(position.layer)), "reason": null,
    }))
}

fn ends(mesh: &Mesh, request: &Map<String, Value>) -> Result<[Position; 2], Refusal> {
    Ok([position(mesh, request, "from", "from_layer")?, position(mesh, request, "to", "to_layer")?])
}

fn found(mesh: &Mesh, route: &Route) -> Value {
    let points = mesh.positions(route, TOLERANCE).into_iter();
    let points: Vec<Value> = points.map(|p| json!([p.at[0], p.at[1], mesh.layer_name(p.layer)])).collect();
    json!({
        "found": true, "length": route.length(), "points": points,
        "min_clearance": mesh.route_clearance(route, STEP), "reason": null,
    })
}

/// Adds to an empty answer why there is nothing: in words, and in numbers where there are any.
fn not_found(mesh: &Mesh, [from, to]: [Position; 2], reason: NoRoute, mut answer: Value) -> Answer {
    answer["reason"] = reason.to_string().into();
    match reason {
        NoRoute::Senseless { .. } | NoRoute::BadWeight { .. } => {
            return Err(Refusal::Words(reason.to_string()));
        }
        NoRoute::Outside { which, nearest } => {
            let [x, y] = if which == Which::Start { from.at } else { to.at };
            answer["error"] = format!("({x}, {y}) is not walkable").into();
            answer["walkable"] = false.into();
            answer["nearest_walkable"] = json!(nearest.map(|near| near.at));
            answer["layer"] = json!(nearest.map(|near| mesh.layer_name(near.layer)));
        }
        NoRoute::NoRoom { which, clearance } => {
            answer["reason"] = format!("too narrow: {reason}").into();
            answer["at"] = json!(if which == Which::Start { from.at } else { to.at });
            let end = if which == Which::Start { from } else { to };
            answer["layer"] = mesh.layer_name(end.layer).into();
            answer["clearance"] = clearance.into();
            answer["largest_radius"] = json!(mesh.largest_radius(from, to).ok().map(|width| width.radius));
        }
        NoRoute::TooNarrow { largest, at } => {
            answer["largest_radius"] = largest.into();
            answer["at"] = json!(at.at);
            answer["layer"] = mesh.layer_name(at.layer).into();
        }
        // The words say it all.
        NoRoute::NotConnected | NoRoute::Closed { .. } => {}
    }
    Ok(answer)
}
