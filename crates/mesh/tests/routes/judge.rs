//! The judge of routes: compares what the planner answers with brute force, and keeps a list of complaints.

use throng_mesh::naive::NaiveRoutes;
use throng_mesh::{Kind, NoRoute, Planner, Position, Request, Route};

use crate::places::Place;

/// How much nearer than its radius a route may come to an obstacle. \[m\] The planner gives away a millionth of a meter by design.
const NEARER: f64 = 1e-5;

/// The same for routes between the sides. \[m\] They are made of lines that leave their curve by 0.2 mm at most.
const NEARER_BETWEEN: f64 = 2.1e-4;

/// How much a shortest route may differ from the oracle's, as a part of its length if that is more than a meter.
const LONGER: f64 = 1e-6;

/// The same for a disc of radius zero. \[m\] For the oracle its radius is 0.4 millionths of a meter.
const LONGER_AT_ZERO: f64 = 1e-5;

/// How much the largest radius may differ from the oracle's. \[m\]
const WIDER: f64 = 1e-4;

/// How much less than the preferred clearance still counts as such. \[m\]
const LESS: f64 = 1e-3;

/// Distance between places at which the preferred clearance is looked at. \[m\]
const STEP: f64 = 0.05;

/// What was compared, and what was wrong.
#[derive(Default)]
pub(crate) struct Judge {
    planner: Planner,
    pub(crate) pairs: usize,
    pub(crate) found: usize,
    pub(crate) refused: usize,
    /// Routes of all kinds.
    pub(crate) routes: usize,
    /// The largest difference to the oracle, as a part of the length.
    pub(crate) worst: f64,
    /// The largest distance by which a route was nearer to an obstacle than the radius. \[m\]
    pub(crate) nearest: f64,
    pub(crate) complaints: Vec<Complaint>,
}

/// What was wrong with an answer.
pub(crate) struct Complaint {
    pub(crate) about: About,
    pub(crate) text: String,
}

/// What a complaint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum About {
    /// Found where there is no route, or refused where there is one.
    Found,
    /// Refused for a wrong reason.
    Reason,
    /// Legs that do not follow each other, or do not lead from the start to the goal.
    Gap,
    /// Nearer to an obstacle than the radius.
    Radius,
    /// Shorter than the shortest; or longer, if it should be the shortest.
    Length,
    /// Nearer to an obstacle than preferred, although there is room.
    Clearance,
    /// The largest radius.
    Width,
}

impl Judge {
    /// Shortest routes between all pairs of some spots are those of the oracle; each kind of route is found whenever there is one,
    /// keeps the radius, and is not shorter.
    pub(crate) fn compare(&mut self, place: &Place, radius: f64, spots: &[Position], kinds: &[(Kind, f64)]) {
        let oracle = NaiveRoutes::new(&place.ground, radius, spots);
        for (i, &from) in spots.iter().enumerate() {
            for (j, &to) in spots.iter().enumerate() {
                // In one direction, sometimes this and sometimes the other.
                if i == j || (i < j) == ((i + j) % 2 == 0) {
                    continue;
                }
                self.pairs += 1;
                let length = oracle.length(i, j);
                *(if length.is_some() { &mut self.found } else { &mut self.refused }) += 1;
                for &(kind, clearance) in kinds {
                    let request = Request { from, to, radius, clearance, kind };
                    self.judge(place, &request, length);
                }
            }
        }
    }

    /// One route, given the length of the shortest.
    fn judge(&mut self, place: &Place, request: &Request, shortest: Option<f64>) {
        self.routes += 1;
        let route = match (self.planner.route(&place.mesh, request), shortest) {
            (Ok(route), Some(_)) => route.clone(),
            (Err(refusal), None) => {
                if !matches!(refusal, NoRoute::TooNarrow { .. } | NoRoute::NotConnected) {
                    self.complain(
                        About::Reason,
                        place,
                        request,
                        &format!("refused for a wrong reason: {refusal}"),
                    );
                }
                return;
            }
            (Ok(route), None) => {
                let message = format!("found one of {} m where there is none", route.length());
                return self.complain(About::Found, place, request, &message);
            }
            (Err(refusal), Some(length)) => {
                let message = format!("refused where there is one of {length} m: {refusal}");
                return self.complain(About::Found, place, request, &message);
            }
        };
        let shortest = shortest.unwrap_or(0.0);
        if let Err(leg) = route.check() {
            self.complain(About::Gap, place, request, &format!("there is a gap before leg {leg}: {route:?}"));
        }
        if route.from() != request.from || route.to() != request.to {
            self.complain(
                About::Gap,
                place,
                request,
                &format!("it is from {:?} to {:?}", route.from(), route.to()),
            );
        }
        let nearer = request.radius - place.ground.clearance_of(&route);
        self.nearest = self.nearest.max(nearer);
        let is_between = matches!(request.kind, Kind::Side(side) if ![0.0, 0.5, 1.0].contains(&side));
        if nearer > if is_between { NEARER_BETWEEN } else { NEARER } {
            self.complain(
                About::Radius,
                place,
                request,
                &format!("it is {nearer} m too near to an obstacle: {route:?}"),
            );
        }
        let longer = route.length() - shortest;
        let allowed = LONGER * shortest.max(1.0) + if request.radius == 0.0 { LONGER_AT_ZERO } else { 0.0 };
        let is_exact = request.kind == Kind::Shortest && request.clearance == 0.0;
        if is_exact && request.radius > 0.0 {
            self.worst = self.worst.max(longer.abs() / shortest.max(1.0));
        }
        if longer < -allowed || (is_exact && longer > allowed) {
            let message = format!("its length is {} m, the oracle's {shortest} m", route.length());
            self.complain(About::Length, place, request, &message);
        }
        if request.clearance > 0.0
            && let Some(message) = squeezed(place, request, &route)
        {
            self.complain(About::Clearance, place, request, &message);
        }
    }

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
                    self.complain(About::Width, place, &request, &format!("{width:?} is too much"));
                }
                if passes(width.radius + WIDER) {
                    self.complain(About::Width, place, &request, &format!("{width:?} is too little"));
                }
            }
            Err(NoRoute::NotConnected) => {
                self.refused += 1;
                if passes(0.0) {
                    self.complain(About::Width, place, &request, "not connected, and there is a way");
                }
            }
            Err(refusal) => self.complain(About::Width, place, &request, &refusal.to_string()),
        }
    }

    /// How many complaints there are of each sort, and the first of each.
    pub(crate) fn summary(&self) -> String {
        let mut sorts: Vec<About> = self.complaints.iter().map(|complaint| complaint.about).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let mut summary = format!(
            "{} pairs, {} found, {} refused, {} routes, {} complaints; longer than the oracle's by {:.1e}, nearer than the radius by {:.1e} m",
            self.pairs,
            self.found,
            self.refused,
            self.routes,
            self.complaints.len(),
            self.worst,
            self.nearest
        );
        for about in sorts {
            let of_sort = || self.complaints.iter().filter(|complaint| complaint.about == about);
            summary += &format!("\n{about:?}: {} times", of_sort().count());
            for complaint in of_sort().take(3) {
                summary += &format!("\n  {}", complaint.text);
            }
        }
        summary
    }

    fn complain(&mut self, about: About, place: &Place, request: &Request, message: &str) {
        let Request { from, to, radius, clearance, kind } = request;
        let ends = format!("{:?} on {:?} to {:?} on {:?}", from.at, from.layer, to.at, to.layer);
        let text = format!("{}, {kind:?}, {radius} + {clearance} m, {ends}: {message}", place.name);
        self.complaints.push(Complaint { about, text });
    }
}

/// Where a route has less than its preferred clearance, although there is room.
fn squeezed(place: &Place, request: &Request, route: &Route) -> Option<String> {
    let wanted = request.radius + request.clearance;
    // Near its ends it goes straight away from the obstacle: so far, or onto the medial axis.
    let approaches = [request.from, request.to].map(|end| {
        let clearance = place.mesh.clearance(end, None).unwrap_or(0.0);
        let retraction = place.mesh.retract(end, None).map_or(0.0, |there| there.clearance);
        (end.at, wanted.min(retraction) - clearance + LESS)
    });
    for spot in place.mesh.positions(route, 1e-4).windows(2) {
        let [a, b] = [spot[0], spot[1]];
        let count = (distance(a.at, b.at) / STEP).ceil().max(1.0);
        for k in 0..count as u32 {
            let part = f64::from(k) / count;
            let at = [0, 1].map(|i| a.at[i] + part * (b.at[i] - a.at[i]));
            if approaches.iter().any(|&(end, far)| distance(end, at) <= far) {
                continue;
            }
            // The layer of the one before is near enough: else the place is not found, and another one tells.
            let here = Position::new(at, a.layer);
            let Some(there) = place.mesh.retract(here, None) else { continue };
            let clearance = place.mesh.clearance(here, None).unwrap_or(0.0);
            if clearance < wanted - LESS && there.clearance > wanted + LESS {
                return Some(format!("at {here:?} it has {clearance} m and could have {}", there.clearance));
            }
        }
    }
    None
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}
