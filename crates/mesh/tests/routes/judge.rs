//! The judge of routes: compares what the planner answers with brute force, and keeps a list of complaints.

use throng_mesh::naive::NaiveRoutes;
use throng_mesh::{NoRoute, Position, Request};

use crate::places::Place;

/// How much the largest radius may differ from the oracle's. \[m\]
const WIDER: f64 = 1e-4;

/// What was compared, and what was wrong.
#[derive(Default)]
pub(crate) struct Judge {
    pub(crate) pairs: usize,
    pub(crate) found: usize,
    pub(crate) refused: usize,
    pub(crate) complaints: Vec<String>,
}

impl Judge {
    /// With the largest radius one gets there, and with a little more not.
    pub(crate) fn judge_width(&mut self, place: &Place, from: Position, to: Position) {
        self.pairs += 1;
        let passes =
            |radius: f64| NaiveRoutes::new(&place.ground, radius, &[from, to]).length(0, 1).is_some();
        let request = Request::new(from, to, 0.0);
        match place.mesh.largest_radius(from, to) {
            Ok(width) => {
                self.found += 1;
                if width.radius > WIDER && !passes(width.radius - WIDER) {
                    self.complain(place, &request, &format!("{width:?} is too much"));
                }
                if passes(width.radius + WIDER) {
                    self.complain(place, &request, &format!("{width:?} is too little"));
                }
            }
            Err(NoRoute::NotConnected) => {
                self.refused += 1;
                if passes(0.0) {
                    self.complain(place, &request, "not connected, and there is a way");
                }
            }
            Err(refusal) => self.complain(place, &request, &refusal.to_string()),
        }
    }

    fn complain(&mut self, place: &Place, request: &Request, message: &str) {
        self.complaints.push(format!("{}: {request:?}: {message}", place.name));
    }
}
