//! Many routes between random places: each is found and sound, or there is a good reason.

use crate::try_places::{Places, component};
use throng_mesh::{Mesh, NoRoute, Planner, Request, Route};
use throng_voronoi::sample::Random;

/// Radius of the disc. [m]
const RADIUS: f64 = 0.2;
const COUNT: usize = 1000;
const SEED: u64 = 12;

/// How much nearer to walls than its radius a route may be, for rounding. [m]
const SLACK: f64 = 1e-5;

/// Arcs are looked at in steps of this length. [m]
const LOOK: f64 = 0.05;

/// What became of the routes.
#[derive(Default)]
pub struct Routes {
    /// Routes that were found.
    pub found: usize,
    /// Those between places that are not connected, and those for which all ways are too narrow.
    pub not_connected: usize,
    pub too_narrow: usize,
    /// What is wrong.
    pub faults: Vec<String>,
}

impl Routes {
    /// Asks for all of them.
    pub fn plan(mesh: &Mesh, places: &Places<'_>) -> Self {
        let mut routes = Self::default();
        let ends = places.pick(RADIUS, 2 * COUNT, &mut Random::new(SEED));
        let mut planner = Planner::default();
        for pair in ends.chunks_exact(2) {
            let request = Request::new(pair[0], pair[1], RADIUS);
            let are_connected = component(mesh, pair[0]) == component(mesh, pair[1]);
            let result = planner.route(mesh, &request);
            let fault = match &result {
                Ok(route) => {
                    routes.found += 1;
                    if are_connected {
                        fault_of(mesh, route)
                    } else {
                        Some("it is between components".to_string())
                    }
                }
                Err(NoRoute::NotConnected) => {
                    routes.not_connected += 1;
                    are_connected.then(|| "both ends are on one component".to_string())
                }
                Err(NoRoute::TooNarrow { largest, .. }) => {
                    routes.too_narrow += 1;
                    let is_narrow = *largest < RADIUS && are_connected;
                    (!is_narrow).then(|| format!("it is said to be {largest} m wide"))
                }
                Err(other) => Some(other.to_string()),
            };
            routes.faults.extend(fault.map(|fault| format!("route {:?} to {:?}: {fault}", pair[0], pair[1])));
        }
        routes
    }
}

fn fault_of(mesh: &Mesh, route: &Route) -> Option<String> {
    if let Err(leg) = route.check() {
        return Some(format!("there is a gap before leg {leg}"));
    }
    if !route.length().is_finite() {
        return Some(format!("its length is {}", route.length()));
    }
    let clearance = mesh.route_clearance(route, LOOK);
    (clearance < RADIUS - SLACK).then(|| format!("it is {clearance} m from a wall"))
}
