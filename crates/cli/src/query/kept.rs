//! Ways that are kept under a name, and planned again after something has changed; and who can see the change.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Map, Value, json};
use throng_mesh::{CostChange, Costs, DensityPlan, EdgeId, Event, Mesh, Method, NoRoute, Path, Request};

use super::reading::{Refusal, name, number, position, positions};
use super::routes::{Answer, Ground, Planners, Wanted};
use crate::changes::micros;

/// Ways that somebody walks on, by name.
#[derive(Default)]
pub(super) struct Kept {
    ways: BTreeMap<String, Way>,
    last: Option<Event>,
}

struct Way {
    wanted: Wanted,
    path: Path,
    /// With a viewing distance: what is needed to plan it again.
    plan: Option<DensityPlan>,
    /// What has changed since.
    change: CostChange,
    /// Whether it had the least cost when it was found. Repairs may cost more.
    is_best: bool,
}

/// How a way was planned again.
struct Again {
    path: Path,
    method: &'static str,
    is_new: bool,
    was_affected: Option<bool>,
    expanded: Option<usize>,
}

impl Kept {
    /// A `path` or `route` request with `keep`.
    pub(super) fn keep(
        &mut self,
        ground: Ground<'_>,
        planners: &mut Planners,
        request: &Map<String, Value>,
        is_path: bool,
    ) -> Answer {
        let key = name(request, "keep")?.unwrap_or_default();
        let wanted = Wanted::of(ground.mesh, request, is_path)?;
        let planned = wanted.plan(ground, planners).and_then(|(path, plan)| {
            let answer = wanted.answer(ground.mesh, &mut planners.usual, &path)?;
            Ok((answer, path, plan))
        });
        let (mut answer, path, plan) = match planned {
            Ok(planned) => planned,
            Err(reason) => return wanted.nothing(ground.mesh, reason),
        };
        answer["kept"] = key.into();
        let change = CostChange::new(ground.mesh);
        self.ways.insert(key.to_owned(), Way { wanted, path, is_best: plan.is_none(), plan, change });
        Ok(answer)
    }

    /// `replan`: a way that is kept, from where its character is now.
    pub(super) fn replan(
        &mut self,
        ground: Ground<'_>,
        planners: &mut Planners,
        request: &Map<String, Value>,
    ) -> Answer {
        let key = name(request, "path")?.unwrap_or_default();
        let names: Vec<&str> = self.ways.keys().take(8).map(String::as_str).collect();
        let words = match names.len() {
            0 => "\"path\" must be the name of a way that is kept; none is: ask for a route or path with \"keep\"".to_owned(),
            _ => format!("no way is kept as \"{key}\"; there are {}", names.join(", ")),
        };
        let way = self.ways.get_mut(key).ok_or(Refusal::Words(words))?;
        let mut wanted = way.wanted;
        if request.contains_key("at") {
            wanted.request.from = position(ground.mesh, request, "at", "layer")?;
        }
        let method = method(way, request)?;
        let start = Instant::now();
        let again = match method {
            Some(method) => way.search(ground, planners, &wanted.request, method),
            None => way.look(ground, planners, &wanted.request),
        };
        let took = start.elapsed();
        let planned = again.and_then(|again| {
            let answer = wanted.answer(ground.mesh, &mut planners.usual, &again.path)?;
            Ok((answer, again))
        });
        let (mut answer, again) = match planned {
            Ok(planned) => planned,
            // The old one is kept: the door may open again.
            Err(reason) => return wanted.nothing(ground.mesh, reason),
        };
        answer["path"] = key.into();
        answer["cost"] = again.path.cost().into();
        answer["changed"] = again.is_new.into();
        answer["affected"] = json!(again.was_affected);
        answer["expanded"] = json!(again.expanded);
        answer["method"] = again.method.into();
        answer["version"] = ground.mesh.version().into();
        answer["us"] = micros(took).into();
        way.is_best = matches!(method, Some(Method::AStar | Method::Odpa));
        (way.wanted, way.path, way.change) = (wanted, again.path, CostChange::new(ground.mesh));
        Ok(answer)
    }

    /// `sees`: which positions can see the last update.
    pub(super) fn sees(&self, mesh: &Mesh, request: &Map<String, Value>) -> Answer {
        let words = |words: &str| Refusal::Words(words.to_owned());
        let positions = positions(mesh, request, "positions")?;
        let positions = positions
            .ok_or_else(|| words("\"positions\" is missing: a list of positions, [x, y, \"layer\"]"))?;
        let range = number(request, "range", f64::INFINITY)?;
        let event = self
            .last
            .as_ref()
            .ok_or_else(|| words("nothing has changed yet; insert an obstacle or close a door first"))?;
        let witnesses = mesh.witnesses(&positions, &event.affected, range);
        let sees: Vec<bool> =
            (0..positions.len()).map(|index| witnesses.binary_search(&index).is_ok()).collect();
        Ok(json!({"sees": sees, "count": witnesses.len(), "version": event.version}))
    }

    /// The place has changed.
    pub(super) fn on_event(&mut self, mesh: &Mesh, event: &Event) {
        self.ways.values_mut().for_each(|way| way.change.add_event(mesh, event));
        self.last = Some(event.clone());
    }

    /// Edges are denser, or less dense.
    pub(super) fn on_densities(&mut self, mesh: &Mesh, [denser, less_dense]: &[Vec<EdgeId>; 2]) {
        let minding = self.ways.values_mut().filter(|way| way.wanted.dislike.is_some());
        minding.for_each(|way| way.change.add_costs(mesh, denser, less_dense));
    }
}

impl Way {
    /// By a method of the re-planner.
    fn search(
        &self,
        ground: Ground<'_>,
        planners: &mut Planners,
        request: &Request,
        method: Method,
    ) -> Result<Again, NoRoute> {
        let costs = self.wanted.dislike.map(|dislike| dislike.costs(ground.crowd()));
        let costs = costs.as_ref().map(|costs| costs as &dyn Costs);
        let new = planners.again.replan(ground.mesh, &self.path, request, costs, &self.change, method)?;
        let path = new.path.clone();
        // From scratch nobody looks at the old path.
        let (is_new, was_affected) = if method == Method::AStar {
            let is_hit = |path: &Path| path.steps().iter().any(|step| self.change.is_dearer(step.edge));
            (!self.path.steps().ends_with(path.steps()) || is_hit(&path), is_hit(&self.path))
        } else {
            (new.is_new, new.was_affected)
        };
        let expanded = Some(new.expanded);
        Ok(Again { path, method: word(method), is_new, was_affected: Some(was_affected), expanded })
    }

    /// With a viewing distance: partially.
    fn look(
        &mut self,
        ground: Ground<'_>,
        planners: &mut Planners,
        request: &Request,
    ) -> Result<Again, NoRoute> {
        let (Some(plan), Some(dislike)) = (&mut self.plan, self.wanted.dislike) else {
            return Err(NoRoute::OtherPath);
        };
        let costs = dislike.costs(ground.crowd());
        planners.density.replan(ground.mesh, plan, request.from, &costs)?;
        let path = plan.path().clone();
        let is_new = !self.path.steps().ends_with(path.steps());
        Ok(Again { path, method: "partial", is_new, was_affected: None, expanded: None })
    }
}

/// How to plan again; `None` for partially, as ways with a viewing distance are.
fn method(way: &Way, request: &Map<String, Value>) -> Result<Option<Method>, Refusal> {
    let asked = name(request, "method")?;
    let methods = [Method::Odpa, Method::Repair, Method::AStar];
    if way.plan.is_some() {
        return match asked {
            None => Ok(None),
            Some(_) => Err(Refusal::Words(
                "a way with a \"viewing_distance\" has a method of its own; leave out \"method\"".to_owned(),
            )),
        };
    }
    let method = match asked {
        None => Method::default(),
        Some(name) => methods.into_iter().find(|method| word(*method) == name).ok_or_else(|| {
            Refusal::Words(format!(
                "there is no method \"{name}\"; there are {}",
                methods.map(word).join(", ")
            ))
        })?,
    };
    // What was repaired may not have the least cost, on which pruning relies.
    Ok(Some(if method == Method::Odpa && !way.is_best { Method::AStar } else { method }))
}

fn word(method: Method) -> &'static str {
    match method {
        Method::AStar => "astar",
        Method::Odpa => "odpa",
        Method::Repair => "repair",
    }
}
