//! The crowd that requests are told of: where characters are, and what routes think of it.

use std::time::Instant;

use serde_json::{Map, Value, json};
use throng_mesh::{
    CellId, DensityCosts, EdgeId, Event, Facility, FundamentalDiagram, LevelOfService, Mesh, Occupancy,
    Position,
};

use super::reading::{Refusal, number, positions};
use crate::changes::micros;
use crate::kinds::RADIUS;

/// Names of fundamental diagrams.
const DIAGRAMS: [(&str, FundamentalDiagram); 8] = [
    ("linear", FundamentalDiagram::THESIS),
    ("weidmann", FundamentalDiagram::Weidmann),
    ("fruin", FundamentalDiagram::Fruin),
    ("older", FundamentalDiagram::Older),
    ("sarkar", FundamentalDiagram::Sarkar),
    ("tanaboriboon", FundamentalDiagram::Tanaboriboon),
    ("virkler", FundamentalDiagram::Virkler),
    ("sfpe", FundamentalDiagram::Sfpe),
];

/// Where characters are, and how dense that makes the place.
pub(super) struct Crowd {
    pub(super) occupancy: Occupancy,
    positions: Vec<Position>,
    radii: Vec<f64>,
    cells: Vec<Option<CellId>>,
}

/// How much a character minds the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dislike {
    pub(super) weight: f64,
    pub(super) diagram: FundamentalDiagram,
    /// How far the character knows of it. (m)
    pub(super) viewing: f64,
}

impl Crowd {
    /// Nobody.
    pub(super) fn new(mesh: &Mesh) -> Self {
        Self { occupancy: Occupancy::new(mesh), positions: Vec::new(), radii: Vec::new(), cells: Vec::new() }
    }

    /// `occupy`: characters are where a request says, and nowhere else. Returns the answer, and the edges that are denser and less dense
    /// than before.
    pub(super) fn occupy(
        &mut self,
        mesh: &Mesh,
        request: &Map<String, Value>,
    ) -> Result<(Value, [Vec<EdgeId>; 2]), Refusal> {
        let radius = number(request, "radius", RADIUS)?;
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Refusal::Words("\"radius\" must be above 0".to_owned()));
        }
        let positions = positions(mesh, request, "positions")?;
        let positions = positions.ok_or_else(|| {
            Refusal::Words(
                "\"positions\" is missing: a list of positions, [x, y, \"layer\"]; [] for nobody".to_owned(),
            )
        })?;
        let start = Instant::now();
        let count = positions.len();
        let before = std::mem::replace(
            self,
            Self {
                occupancy: Occupancy::new(mesh),
                positions,
                radii: vec![radius; count],
                cells: vec![None; count],
            },
        );
        self.track(mesh);
        let took = start.elapsed();
        let differs = |denser: bool| {
            let is_so = |edge: &EdgeId| {
                let [old, new] = [&before, self].map(|crowd| crowd.occupancy.density(*edge));
                if denser { new > old } else { new < old }
            };
            mesh.edges().map(|edge| edge.id()).filter(is_so).collect::<Vec<_>>()
        };
        let changed = [differs(true), differs(false)];
        let densest = mesh.edges().map(|edge| (self.occupancy.persons_per_area(edge.id()), edge.id()));
        let densest = densest.filter(|(density, _)| *density > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
        let mut answer = json!({
            "characters": self.occupancy.total(),
            "outside": self.cells.iter().filter(|cell| cell.is_none()).count(),
            "densest": null, "us": micros(took),
        });
        if let Some((density, edge)) = densest {
            let level = LevelOfService::of(density, Facility::default()).letter().to_string();
            answer["densest"] = json!({"edge": edge.0, "persons_per_m2": density, "level": level});
        }
        Ok((answer, changed))
    }

    /// The place has changed.
    pub(super) fn on_event(&mut self, mesh: &Mesh, event: &Event) {
        self.occupancy.on_event(mesh, event, &mut self.cells);
        self.track(mesh);
    }

    fn track(&mut self, mesh: &Mesh) {
        self.occupancy.track(mesh, &mut self.cells, &self.positions, &self.radii);
    }
}

impl Dislike {
    /// How much the character of a request minds the crowd; `None` if it does not say.
    pub(super) fn of(request: &Map<String, Value>) -> Result<Option<Self>, Refusal> {
        let words = |words: &str| Refusal::Words(words.to_owned());
        if !request.contains_key("density_weight") {
            let lonely = ["viewing_distance", "diagram"].into_iter().find(|key| request.contains_key(*key));
            return lonely.map_or(Ok(None), |key| {
                Err(Refusal::Words(format!("\"{key}\" means nothing without a \"density_weight\"")))
            });
        }
        let weight = number(request, "density_weight", 0.0)?;
        if weight < 0.0 {
            return Err(words("\"density_weight\" must be 0 or more"));
        }
        let viewing = number(request, "viewing_distance", f64::INFINITY)?;
        if viewing < 0.0 {
            return Err(words("\"viewing_distance\" must be 0 or more"));
        }
        let diagram = match request.get("diagram") {
            None => FundamentalDiagram::default(),
            Some(name) => {
                let known = DIAGRAMS.iter().find(|(known, _)| name.as_str() == Some(*known));
                let names = DIAGRAMS.map(|(name, _)| name).join(", ");
                let words = || Refusal::Words(format!("there is no diagram {name}; there are {names}"));
                known.ok_or_else(words)?.1
            }
        };
        Ok(Some(Self { weight, diagram, viewing }))
    }

    /// Costs of edges in a crowd. (s)
    pub(super) fn costs(self, crowd: &Crowd) -> DensityCosts<'_> {
        DensityCosts::new(&crowd.occupancy, self.weight)
            .with_diagram(self.diagram)
            .with_free_speed(self.diagram.free_speed())
    }
}
