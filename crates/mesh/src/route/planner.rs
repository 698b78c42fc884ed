//! A planner: finds paths and routes, and keeps the memory that its searches need.

mod follow;

use rayon::prelude::*;

use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::approach::Approach;
use crate::route::astar::{AStar, Question};
use crate::route::path::{Costs, Path};
use crate::route::refusal::NoRoute;
use crate::route::request::{Kind, POINT, Request, SLACK};
use crate::route::route::Route;
use crate::route::search::Search;
use crate::route::short::Short;
use crate::route::shortest::Shortest;
use crate::route::side::Sides;
use crate::route::spot::Spot;
use crate::route::toll::Toll;
use crate::route::weighted::Weighted;
use crate::route::weights::Weights;

/// Finds paths and routes. It keeps its memory, so many searches with one planner allocate nothing; each thread has its own.
///
/// ```
/// use throng_mesh::{Kind, Layer, LayerId, Mesh, NoRoute, Planner, Position, Request, Scene, sample::ring};
///
/// // Two rooms with a door of 0.9 m between them.
/// let mut layer = Layer::new("rooms");
/// layer.walkable.push(ring(&[[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]]));
/// layer.obstacles.push(ring(&[[5.0, 0.0], [5.2, 0.0], [5.2, 1.0], [5.0, 1.0]]));
/// layer.obstacles.push(ring(&[[5.0, 1.9], [5.2, 1.9], [5.2, 4.0], [5.0, 4.0]]));
/// let mesh = Mesh::build(&Scene::of_layer("rooms", layer))?.mesh;
///
/// let mut planner = Planner::default();
/// let [from, to] = [2.0, 8.0].map(|x| Position::new([x, 3.0], LayerId(0)));
/// let child = Request::new(from, to, 0.2).with_clearance(0.3);
/// let route = planner.route(&mesh, &child).expect("a child gets through the door");
/// assert!(route.length() > 6.0 && route.length() < 7.0);
/// assert!(mesh.route_clearance(route, 0.01) > 0.2);
///
/// // A cart does not, and is told why.
/// let cart = Request { radius: 0.5, ..child };
/// let Err(NoRoute::TooNarrow { largest, at }) = planner.route(&mesh, &cart) else { panic!("there is no other door") };
/// assert!((largest - 0.45).abs() < 1e-9 && (at.at[1] - 1.45).abs() < 1e-9);
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Debug, Default)]
pub struct Planner {
    astar: AStar,
    search: Search,
    path: Path,
    short: Short,
    shortest: Shortest,
    sides: Sides,
    weighted: Weighted,
    draft: Route,
    route: Route,
}

impl Planner {
    /// A route.
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn route(&mut self, mesh: &Mesh, request: &Request) -> Result<&Route, NoRoute> {
        request.check()?;
        let room = (request.radius - SLACK).max(0.0);
        let wanted = room + request.clearance;
        let [from, to] = mesh.approaches(request, wanted)?;
        self.route.begin(request.from, request.to);
        self.route.line_to(from.position.at);
        if !self.find_path(mesh, [&from, &to], room, None) {
            return Err(mesh.why_not(request).unwrap_or(NoRoute::NotConnected));
        }
        if let Kind::Side(side) = request.kind {
            self.sides.plan(mesh, &self.path, &to, side, wanted, &mut self.route);
        } else {
            self.draft.begin(from.position, to.position);
            let ends = [&from, &to];
            let lengths = [wanted.max(POINT), f64::INFINITY];
            let is_sound = self.short.plan(mesh, &self.path, ends, lengths, &mut self.draft);
            if is_sound || mesh.has_room(&self.draft, room) {
                self.improve(mesh, request, [&from, &to]);
            } else {
                // Rounding has spoiled the string. The search does not need it.
                self.draft.legs.clear();
                let Request { radius, clearance, .. } = *request;
                self.shortest.plan(mesh, [&from, &to], radius, clearance, f64::INFINITY, &mut self.draft);
            }
            self.route.legs.extend_from_slice(&self.draft.legs);
        }
        self.route.line_to(request.to.at);
        Ok(&self.route)
    }

    /// A route that minds what its regions weigh, and what it costs ([`Mesh::cost`]). Of the request the clearance and the kind are not
    /// used.
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn weighted(
        &mut self,
        mesh: &Mesh,
        request: &Request,
        weights: &Weights,
    ) -> Result<(&Route, f64), NoRoute> {
        request.check()?;
        let cost = self.weighted.plan(mesh, request, weights, &mut self.route)?;
        Ok((&self.route, cost))
    }

    /// The path of least cost on the medial axis between the retractions of two places, wide enough for a disc. Without costs
    /// it is the shortest. \[m\]
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn path(
        &mut self,
        mesh: &Mesh,
        from: Position,
        to: Position,
        radius: f64,
        costs: Option<&dyn Costs>,
    ) -> Result<&Path, NoRoute> {
        let request = Request::new(from, to, radius);
        request.check()?;
        let room = (radius - SLACK).max(0.0);
        let ends = mesh.approaches(&request, room)?;
        if self.find_path(mesh, ends.each_ref(), room, costs) {
            Ok(&self.path)
        } else {
            // If it is neither too narrow nor apart, it is too expensive.
            Err(mesh.why_not(&request).unwrap_or(NoRoute::NotConnected))
        }
    }

    /// Replaces the draft by the shortest route of all, if that is asked for and shorter.
    fn improve(&mut self, mesh: &Mesh, request: &Request, [from, to]: [&Approach; 2]) {
        // Nothing is shorter than a straight line.
        if request.kind != Kind::Shortest || self.draft.legs.len() < 2 {
            return;
        }
        let (legs, length) = (self.draft.legs.len(), self.draft.length());
        let Request { radius, clearance, .. } = *request;
        if self.shortest.plan(mesh, [from, to], radius, clearance, length, &mut self.draft) {
            self.draft.legs.drain(..legs);
        }
    }

    fn find_path(&mut self, mesh: &Mesh, ends: [&Approach; 2], room: f64, costs: Option<&dyn Costs>) -> bool {
        let [from, to] = ends.map(|end| Spot::new(mesh, end.on_axis(), room));
        let toll = Toll { mesh, room, costs };
        match mesh.network_at_hand() {
            Some(network) => {
                let question = Question { network, toll, viewing: f64::INFINITY, trees: None };
                self.astar.find(&question, &from, &to, &mut self.path)
            }
            None => self.search.path(&toll, [&from, &to], &mut self.path),
        }
    }
}

impl Mesh {
    /// A route. For many of them a [`Planner`] is quicker, and so is [`Mesh::routes`].
    ///
    /// # Errors
    /// If there is none: then it says why.
    pub fn route(&self, request: &Request) -> Result<Route, NoRoute> {
        Planner::default().route(self, request).cloned()
    }

    /// Many routes, planned on all threads at once; the results are those of one by one.
    pub fn routes(&self, requests: &[Request]) -> Vec<Result<Route, NoRoute>> {
        let answer = |planner: &mut Planner, request| planner.route(self, request).cloned();
        requests.par_iter().map_init(Planner::default, answer).collect()
    }
}
