//! Routes for a picture: which ones are asked for, and what they look like.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use throng_mesh::{
    CellId, DensityCosts, Kind, Leg, Mesh, NoRoute, Occupancy, Planner, Position, Request, Route, Weights,
};

use super::position;
use crate::kinds::{RADIUS, kind_named};
use crate::picture::{Track, palette};
use crate::random;

/// How far the lines of a curve may be from it. (m)
const SMOOTH: f64 = 0.005;
/// From so many routes on each is thin.
const MANY: usize = 40;

#[derive(Debug, Args)]
#[command(next_help_heading = "Routes")]
pub(super) struct RouteOptions {
    /// A route from one place to another; may be given several times
    #[arg(long = "route", value_name = "X,Y[,LAYER]:X,Y[,LAYER]", allow_hyphen_values = true)]
    routes: Vec<String>,
    /// Routes between this many random pairs of places
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    random_routes: Option<u32>,
    /// Which random pairs, and which random crowd
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// Radius of the disc (m), or of several: 0.2,0.5
    #[arg(long, value_name = "METERS", value_delimiter = ',', default_values_t = [RADIUS], allow_negative_numbers = true)]
    radius: Vec<f64>,
    /// What the disc prefers to keep beyond its radius, where there is room (m)
    #[arg(long, value_name = "METERS", default_value_t = 0.0, allow_negative_numbers = true)]
    route_clearance: f64,
    /// Which routes; several if separated by commas; short if not given
    #[arg(long, value_enum, value_delimiter = ',')]
    kind: Vec<Name>,
    /// Routes on a side of the corridor, from 0 (left) to 1 (right); several if separated by commas
    #[arg(long, value_name = "SIDE", value_delimiter = ',', allow_negative_numbers = true)]
    side: Vec<f64>,
    /// What a meter in regions with a label counts; `inf` closes them; may be given several times
    #[arg(long = "weight", value_name = "LABEL=NUMBER", value_parser = weight)]
    weights: Vec<(String, f64)>,
    /// Routes that avoid the crowd, with this weight; 0 for one that does not mind it; several if separated by commas
    #[arg(long, value_name = "WEIGHT", value_delimiter = ',', requires = "crowd", value_parser = dislike, allow_negative_numbers = true)]
    density_weight: Vec<f64>,
    /// The corridors in which routes are sought
    #[arg(long)]
    corridor: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Quick, and nearly always nearly the shortest
    Short,
    /// The shortest of all
    Shortest,
    /// Along the medial axis
    Medial,
    /// On the left side of the corridor
    Left,
    /// On the right side of the corridor
    Right,
    /// All of them
    All,
}

/// How a route is found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// It is of a kind.
    Kind(Kind),
    /// It minds weights of regions.
    Weights,
    /// It minds the crowd this much.
    Density(f64),
}

impl RouteOptions {
    /// The places between which there are to be routes.
    pub(super) fn pairs(&self, mesh: &Mesh) -> Result<Vec<[Position; 2]>> {
        let mut pairs = Vec::new();
        for text in &self.routes {
            pairs.push(pair(mesh, text)?);
        }
        let asked = self.random_routes.unwrap_or(0) as usize;
        let widest = self.radius.iter().copied().fold(0.0, f64::max);
        let random = random::requests(mesh, asked, self.seed, widest);
        if random.len() < asked {
            bail!("no two random places were found between which a disc of radius {widest} m can go");
        }
        pairs.extend(random.iter().map(|request| [request.from, request.to]));
        Ok(pairs)
    }

    /// What random places and crowds depend on.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Plans all routes; also the cells of their corridors, if these are wanted. With `strict` it is an error if there is none; else it
    /// is told.
    pub(super) fn plan(
        &self,
        mesh: &Mesh,
        pairs: &[[Position; 2]],
        occupancy: Option<&Occupancy>,
        strict: bool,
    ) -> Result<(Vec<Track>, Vec<CellId>)> {
        let ways = self.ways();
        let (mut tracks, mut cells) = (Vec::new(), Vec::new());
        let mut planner = Planner::default();
        let thin = pairs.len() * ways.len() * self.radius.len() >= MANY;
        for (index, &[from, to]) in pairs.iter().enumerate() {
            for (size, &radius) in self.radius.iter().enumerate() {
                for (turn, (name, how)) in ways.iter().enumerate() {
                    let kind = if let How::Kind(kind) = *how { kind } else { Kind::default() };
                    let request = Request { from, to, radius, clearance: self.route_clearance, kind };
                    let route = match self.route(mesh, &mut planner, &request, *how, occupancy) {
                        Ok(route) => route,
                        Err(reason) if strict => return Err(told(&request, reason)),
                        Err(reason) => {
                            eprintln!("throng: after the change: {}", told(&request, reason));
                            continue;
                        }
                    };
                    let (color, label) = if let How::Density(_) = how {
                        (palette::route(turn).to_owned(), name.clone())
                    } else if self.radius.len() > 1 && ways.len() == 1 {
                        (palette::route(size).to_owned(), format!("radius {radius} m"))
                    } else if pairs.len() > 1 && ways.len() == 1 {
                        (palette::route(index).to_owned(), String::new())
                    } else if let How::Kind(Kind::Side(side)) = how {
                        (palette::side(*side), name.clone())
                    } else {
                        (palette::kind(name).to_owned(), name.clone())
                    };
                    let legs = legs(mesh, &route);
                    tracks.push(Track { legs, color, label, band: if thin { 0.0 } else { radius }, thin });
                }
                if self.corridor
                    && let Err(error) = corridor(mesh, &mut planner, [from, to], radius, &mut cells)
                    && strict
                {
                    return Err(error);
                }
            }
        }
        Ok((tracks, cells))
    }

    fn route(
        &self,
        mesh: &Mesh,
        planner: &mut Planner,
        request: &Request,
        how: How,
        occupancy: Option<&Occupancy>,
    ) -> Result<Route, NoRoute> {
        match (how, occupancy) {
            (How::Density(weight), Some(occupancy)) => {
                let costs = DensityCosts::new(occupancy, weight);
                let path =
                    planner.path(mesh, request.from, request.to, request.radius, Some(&costs))?.clone();
                planner.follow(mesh, request, &path).cloned()
            }
            (How::Weights, _) => {
                let all = self.weights.iter();
                let weights = all.fold(Weights::new(), |all, (label, weight)| all.with(label, *weight));
                planner.weighted(mesh, request, &weights).map(|(route, _)| route.clone())
            }
            _ => planner.route(mesh, request).cloned(),
        }
    }

    /// The ways to find routes that are asked for, and what they are called.
    fn ways(&self) -> Vec<(String, How)> {
        let mut names: Vec<&str> = Vec::new();
        for name in &self.kind {
            match name {
                // The short route last, so that it lies on top where several are the same.
                Name::All => names.extend(["left", "right", "medial", "shortest", "short"]),
                Name::Short => names.push("short"),
                Name::Shortest => names.push("shortest"),
                Name::Medial => names.push("medial"),
                Name::Left => names.push("left"),
                Name::Right => names.push("right"),
            }
        }
        let others = !self.side.is_empty() || !self.weights.is_empty() || !self.density_weight.is_empty();
        if names.is_empty() && !others {
            names.push("short");
        }
        let named =
            names.into_iter().filter_map(|name| Some((name.to_owned(), How::Kind(kind_named(name)?))));
        let sides = self.side.iter().map(|&side| (format!("side {side}"), How::Kind(Kind::Side(side))));
        let weighted = (!self.weights.is_empty()).then(|| ("weighted".to_owned(), How::Weights));
        let minding = self
            .density_weight
            .iter()
            .map(|&weight| (format!("density weight {weight}"), How::Density(weight)));
        named.chain(sides).chain(weighted).chain(minding).collect()
    }
}

/// How much a route minds the crowd.
fn dislike(text: &str) -> Result<f64, String> {
    let weight = text.trim().parse::<f64>().ok().filter(|weight| *weight >= 0.0);
    weight.ok_or_else(|| "a number of 0 or more is wanted".to_owned())
}

/// A label and its weight.
fn weight(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=').and_then(|(label, weight)| Some((label, weight.trim().parse().ok()?)));
    parts
        .map(|(label, weight)| (label.to_owned(), weight))
        .ok_or_else(|| "it looks like grass=2.5".to_owned())
}

/// The legs of a route, with positions along each.
pub(crate) fn legs(mesh: &Mesh, route: &Route) -> Vec<(Leg, Vec<Position>)> {
    let positions = mesh.positions(route, SMOOTH);
    let mut first = 0;
    let mut points = Vec::new();
    let stretch = |leg: &Leg| {
        points.clear();
        leg.add_points(SMOOTH, &mut points);
        let last = (first + points.len()).min(positions.len().saturating_sub(1));
        let stretch = positions[first..=last].to_vec();
        first = last;
        (*leg, stretch)
    };
    route.legs().iter().map(stretch).collect()
}

/// Adds the cells of the path between two places.
fn corridor(
    mesh: &Mesh,
    planner: &mut Planner,
    [from, to]: [Position; 2],
    radius: f64,
    cells: &mut Vec<CellId>,
) -> Result<()> {
    let told = |reason| told(&Request::new(from, to, radius), reason);
    let path = planner.path(mesh, from, to, radius, None).map_err(told)?;
    let mut all = Vec::new();
    for step in path.steps() {
        let edge = mesh.edge(step.edge).cells().map(|cell| cell.id());
        if step.forward { all.extend(edge) } else { all.extend(edge.rev()) }
    }
    // Of the first and the last edge the path takes a part only.
    let [start, goal] = [from, to].map(|place| mesh.retract(place, None).map(|found| found.cell));
    let first = all.iter().position(|&cell| Some(cell) == start).unwrap_or(0);
    let last = all.iter().rposition(|&cell| Some(cell) == goal).map_or(all.len(), |last| last + 1);
    cells.extend(all.get(first..last).unwrap_or(&all));
    Ok(())
}

fn told(request: &Request, reason: NoRoute) -> anyhow::Error {
    let ([x, y], [u, v]) = (request.from.at, request.to.at);
    anyhow::anyhow!("({x}, {y}) to ({u}, {v}), radius {} m: {reason}", request.radius)
}

/// Two places with a colon between them, which may also be part of the name of a layer.
fn pair(mesh: &Mesh, text: &str) -> Result<[Position; 2]> {
    let colons = text.match_indices(':').map(|(index, _)| (&text[..index], &text[index + 1..]));
    let mut error = None;
    for (from, to) in colons {
        match position(mesh, from).and_then(|from| Ok([from, position(mesh, to)?])) {
            Ok(pair) => return Ok(pair),
            Err(reason) => error = error.or(Some(reason)),
        }
    }
    match error {
        Some(error) => Err(error).context(format!("\"{text}\" is not a route")),
        None => bail!("\"{text}\" is not a route; one looks like 1,2:30,40 or 1,2,hall:30,40,platform"),
    }
}
