//! Routes along a path that is known already: one that avoids crowds, or one that was planned again.

use super::Planner;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::path::Path;
use crate::route::refusal::NoRoute;
use crate::route::request::{Kind, POINT, Request, SLACK};
use crate::route::route::Route;

impl Planner {
    /// A route in the corridor of a path that is known already. The path must lead from the start of the request to its goal, on this mesh, and
    /// have room for the disc. The shortest route is here the short one: what other corridors offer does not count.
    ///
    /// ```
    /// use throng_mesh::{LayerId, Mesh, Planner, Position, Request, sample};
    ///
    /// let mesh = Mesh::build(&sample::field(5, 1))?.mesh;
    /// let [from, to] = [[1.0, 1.0], [48.0, 47.0]].map(|at| Position::new(at, LayerId(0)));
    /// let request = Request::new(from, to, 0.3).with_clearance(0.2);
    /// let mut planner = Planner::default();
    /// let path = planner.path(&mesh, from, to, 0.3, None).expect("there is room").clone();
    /// let route = planner.follow(&mesh, &request, &path).expect("the path leads there").clone();
    /// assert_eq!(route, *planner.route(&mesh, &request).expect("there is room"));
    /// # Ok::<(), throng_mesh::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// If the path does not lead there, or if the request makes no sense.
    pub fn follow(&mut self, mesh: &Mesh, request: &Request, path: &Path) -> Result<&Route, NoRoute> {
        self.follow_part(mesh, request, path, f64::INFINITY).map(|(route, _)| route)
    }

    /// The first part of the route that [`Planner::follow`] finds, exactly, and whether it is all of it. It is at least as long as told, but for a route
    /// that is shorter; and quicker to find. \[m\] For somebody who will plan again before it gets there.
    ///
    /// # Errors
    /// As for a whole route.
    pub fn follow_part(
        &mut self,
        mesh: &Mesh,
        request: &Request,
        path: &Path,
        enough: f64,
    ) -> Result<(&Route, bool), NoRoute> {
        request.check()?;
        let room = (request.radius - SLACK).max(0.0);
        let wanted = room + request.clearance;
        let [from, to] = mesh.approaches(request, wanted)?;
        let leads_there = path.version == mesh.version
            && path.room >= room
            && path.ends.is_some_and(|ends| {
                [&from, &to].iter().zip(ends).all(|(end, spot)| end.on_axis() == spot.place)
            });
        if !leads_there {
            return Err(NoRoute::OtherPath);
        }
        self.route.begin(request.from, request.to);
        self.route.line_to(from.position.at);
        let mut side = if let Kind::Side(side) = request.kind { Some(side) } else { None };
        if side.is_none() {
            self.draft.begin(from.position, to.position);
            let lengths = [wanted.max(POINT), enough];
            let is_sound = self.short.plan(mesh, path, [&from, &to], lengths, &mut self.draft);
            if is_sound || mesh.has_room(&self.draft, room) {
                self.route.legs.extend_from_slice(&self.draft.legs);
                if !self.short.is_whole {
                    self.route.to = mesh.end_of(&self.route);
                    return Ok((&self.route, false));
                }
            } else {
                // Rounding has spoiled the string. The medial axis does not need it.
                side = Some(0.5);
            }
        }
        if let Some(side) = side {
            self.sides.plan(mesh, path, &to, side, wanted, &mut self.route);
        }
        self.route.line_to(request.to.at);
        Ok((&self.route, true))
    }
}

impl Mesh {
    /// Where the legs of a route end.
    fn end_of(&self, route: &Route) -> Position {
        let start = (route.from.layer, route.from.at);
        let points = route.points(LAYER_TOLERANCE);
        let (layer, at) =
            points.iter().fold(start, |(layer, last), &at| (self.layer_after(layer, last, at), at));
        Position { at, layer }
    }
}

/// Lines this near to a route cross the connections that it crosses. \[m\] Connections are as long as people are wide.
const LAYER_TOLERANCE: f64 = 0.01;
