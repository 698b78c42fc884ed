//! Requests about ways: routes, one or many at once, paths, widths, distances.

use std::sync::OnceLock;

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use throng_mesh::{
    DensityPlan, DensityPlanner, Kind, Mesh, NoRoute, Path, Planner, Position, Replanner, Request, Route,
    Which,
};

use super::crowd::{Crowd, Dislike};
use super::reading::{Refusal, flag, number, position, positions, route_request, weights};
use crate::kinds::{RADIUS, TOLERANCE};

/// How far apart the places are at which the clearance of a curve is measured. (m) Straight lines are measured exactly.
const STEP: f64 = 0.01;

pub(super) type Answer = Result<Value, Refusal>;

/// What ways are planned on.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) mesh: &'a Mesh,
    /// Made when somebody minds it.
    pub(super) crowd: &'a OnceLock<Crowd>,
}

/// What plans ways; each thread has its own.
#[derive(Default)]
pub(super) struct Planners {
    pub(super) usual: Planner,
    pub(super) density: DensityPlanner,
    pub(super) again: Replanner,
}

/// Which way somebody wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) request: Request,
    pub(super) dislike: Option<Dislike>,
    /// A path instead of a route; with its corridor or without.
    pub(super) as_path: Option<bool>,
}

impl<'a> Ground<'a> {
    pub(super) fn crowd(self) -> &'a Crowd {
        self.crowd.get_or_init(|| Crowd::new(self.mesh))
    }
}

impl Wanted {
    /// The way that a `path` or `route` request asks for.
    pub(super) fn of(mesh: &Mesh, request: &Map<String, Value>, is_path: bool) -> Result<Self, Refusal> {
        let dislike = Dislike::of(request)?;
        if is_path {
            let [from, to] = ends(mesh, request)?;
            let request_of = Request::new(from, to, number(request, "radius", RADIUS)?);
            return Ok(Self { request: request_of, dislike, as_path: Some(flag(request, "corridor")?) });
        }
        let wanted = Self { request: route_request(mesh, request)?, dislike, as_path: None };
        let follows = dislike.is_some() || request.contains_key("keep");
        if follows && (wanted.request.kind == Kind::Shortest || request.contains_key("weights")) {
            return Err(Refusal::Words(
                "with \"density_weight\" or \"keep\" a route is short or has a side; leave out \"weights\" and the kind \"shortest\""
                    .to_owned(),
            ));
        }
        Ok(wanted)
    }

    /// The path alone; with a viewing distance also what is needed to plan it again.
    pub(super) fn plan(
        &self,
        ground: Ground<'_>,
        planners: &mut Planners,
    ) -> Result<(Path, Option<DensityPlan>), NoRoute> {
        let Request { from, to, radius, .. } = self.request;
        match self.dislike {
            None => Ok((planners.usual.path(ground.mesh, from, to, radius, None)?.clone(), None)),
            Some(dislike) => {
                let costs = dislike.costs(ground.crowd());
                let plan = planners.density.plan(ground.mesh, &self.request, dislike.viewing, &costs)?;
                Ok((plan.path().clone(), dislike.viewing.is_finite().then_some(plan)))
            }
        }
    }

    /// The answer for a path that was found: a path, or the route along it.
    pub(super) fn answer(&self, mesh: &Mesh, planner: &mut Planner, path: &Path) -> Result<Value, NoRoute> {
        let mut answer = match self.as_path {
            Some(with_corridor) => path_value(mesh, path, with_corridor),
            None => found(mesh, planner.follow(mesh, &self.request, path)?),
        };
        if self.dislike.is_some() {
            answer["cost"] = path.cost().into();
        }
        Ok(answer)
    }

    /// The answer where there is none.
    pub(super) fn nothing(&self, mesh: &Mesh, reason: NoRoute) -> Answer {
        let nothing = match self.as_path {
            Some(_) => json!({"found": false, "length": null, "edges": [], "forward": []}),
            None => json!({"found": false, "length": null, "points": [], "min_clearance": null}),
        };
        not_found(mesh, [self.request.from, self.request.to], reason, nothing)
    }
}

/// `route`: the curve as points, its length, and how near it comes to obstacles.
pub(super) fn route(ground: Ground<'_>, planners: &mut Planners, request: &Map<String, Value>) -> Answer {
    let mesh = ground.mesh;
    let wanted = Wanted::of(mesh, request, false)?;
    if wanted.dislike.is_some() {
        return way(ground, planners, &wanted);
    }
    let answer = match weights(request)? {
        Some(_) if matches!(wanted.request.kind, Kind::Side(_)) => {
            return Err(Refusal::Words("with \"weights\" a route has no side".to_owned()));
        }
        Some(weights) => planners.usual.weighted(mesh, &wanted.request, &weights).map(|(route, cost)| {
            let mut answer = found(mesh, route);
            answer["cost"] = cost.into();
            answer
        }),
        None => planners.usual.route(mesh, &wanted.request).map(|route| found(mesh, route)),
    };
    answer.or_else(|reason| wanted.nothing(mesh, reason))
}

/// `routes`: many `route` requests, answered on all cores; the answers are those of one by one, in the same order.
pub(super) fn routes(ground: Ground<'_>, request: &Map<String, Value>) -> Answer {
    let list = request.get("requests").and_then(Value::as_array);
    let list = list.ok_or_else(|| Refusal::Words("\"requests\" must be a list of requests".to_owned()))?;
    let one = |planners: &mut Planners, value: &Value| {
        let Some(request) = value.as_object() else {
            return json!({"error": "a request is a JSON object"});
        };
        let result = match request.get("op").map(Value::as_str) {
            _ if request.contains_key("keep") => {
                Err(Refusal::Words("\"keep\" is for requests of their own, not for \"routes\"".to_owned()))
            }
            None | Some(Some("route")) => route(ground, planners, request),
            Some(_) => Err(Refusal::Words("\"routes\" takes requests for a \"route\" only".to_owned())),
        };
        super::complete(ground.mesh, request, result)
    };
    let answers: Vec<Value> = list.par_iter().map_init(Planners::default, one).collect();
    let count = answers.iter().filter(|answer| answer["found"] == true).count();
    Ok(json!({"found": count, "routes": answers}))
}

/// `path`: the edges of the medial axis from retraction to retraction, and with `corridor` their bending points.
pub(super) fn path(ground: Ground<'_>, planners: &mut Planners, request: &Map<String, Value>) -> Answer {
    way(ground, planners, &Wanted::of(ground.mesh, request, true)?)
}

/// A path, or the route along it.
fn way(ground: Ground<'_>, planners: &mut Planners, wanted: &Wanted) -> Answer {
    let planned = wanted.plan(ground, planners);
    let answer = planned.and_then(|(path, _)| wanted.answer(ground.mesh, &mut planners.usual, &path));
    answer.or_else(|reason| wanted.nothing(ground.mesh, reason))
}

fn path_value(mesh: &Mesh, path: &Path, with_corridor: bool) -> Value {
    let edges: Vec<u32> = path.steps().iter().map(|step| step.edge.0).collect();
    let forward: Vec<bool> = path.steps().iter().map(|step| step.forward).collect();
    let mut answer = json!({
        "found": true, "length": path.length(mesh), "edges": edges, "forward": forward, "reason": null,
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
    answer
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
        NoRoute::NotConnected | NoRoute::Closed { .. } | NoRoute::OtherPath => {}
    }
    Ok(answer)
}
