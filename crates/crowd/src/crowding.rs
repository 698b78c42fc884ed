//! What edges cost those who mind crowding, worked out once where many plan.
//!
//! Where a crowd is very large for its place, costs are even kept for a second: then most paths are known already to somebody else who
//! started between the same crossings ([`CostTable::with_trees`]). In `city` that is so from 32,000 characters on; planning then takes two thirds
//! of the time. Elsewhere costs are those of the step.

use throng_mesh::{
    CostTable, Costs, DelayCosts, DelayTable, DensityCosts, DensityPlan, DensityPlanner, Mesh, NoRoute,
    Occupancy, Request,
};

use crate::bytes::{Damaged, Reader, Writer};
use crate::crowd::Crowd;
use crate::distribution::Distribution;
use crate::own::Own;
use crate::profile::{Profile, RouteChoice};

/// So many who mind crowding are worth a table of what all edges cost. Less would do in a small place; but there a table costs nothing.
const WORTH_A_TABLE: usize = 16;

/// So many characters for each crossing of the medial axis are worth keeping costs and paths. They take 16 bytes for each pair of crossings: with
/// so many, a third of a byte for each character and crossing.
const WORTH_SHARING: usize = 50;

/// Costs that are kept are worked out again every so many steps.
const COSTS_LAST: u64 = 10;

/// Costs that are kept for a while, and paths that were found with them.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) table: CostTable,
    /// Of the discs for which they are, or about. \[m\]
    pub(crate) radius: f64,
}

/// How crowded it is.
pub(crate) struct Crowding<'a> {
    occupancy: &'a Occupancy,
    /// By profile, where many plan.
    tables: Vec<Option<Table<'a>>>,
}

/// A table for all characters of a profile.
enum Table<'a> {
    /// They have one weight, and are many.
    Shared(&'a CostTable),
    /// They have one weight.
    Costs(CostTable),
    /// Each has its own.
    Delays(DelayTable),
}

/// What edges cost one character.
pub(crate) enum OwnCosts<'a> {
    Direct(DensityCosts<'a>),
    /// With the paths that others found, if they are kept.
    Table(&'a CostTable),
    Delays(DelayCosts<'a>),
}

impl Crowd {
    /// What there is to know of crowding, for those who plan now.
    pub(crate) fn crowding(&self, rows: &[usize]) -> Crowding<'_> {
        let mut asked = vec![0; self.profiles.len()];
        for &row in rows {
            asked[self.all.profile[row].index()] += 1;
        }
        Crowding::new(self.live.mesh(), &self.occupancy, &self.profiles, &self.shared, &asked)
    }

    /// Works out anew, from time to time, what is kept of costs, if it is worth it for those who plan now.
    pub(crate) fn share_costs(&mut self, rows: &[usize]) {
        if !self.steps.is_multiple_of(COSTS_LAST) {
            return;
        }
        self.shared.clear();
        let mesh = self.live.mesh();
        let crossings = mesh.num_crossings();
        if crossings == 0 || self.all.len() < WORTH_SHARING * crossings {
            return;
        }
        for (k, profile) in self.profiles.iter().enumerate() {
            let first = rows.iter().find(|&&row| self.all.profile[row].index() == k);
            let shared = first.and_then(|&row| {
                Shared::new(mesh, &self.occupancy, profile, f64::from(self.all.wall_radius[row]))
            });
            self.shared.push(shared);
        }
    }
}

impl Shared {
    /// `None` if characters of the profile do not mind crowding, or each in its own way.
    fn new(mesh: &Mesh, occupancy: &Occupancy, profile: &Profile, radius: f64) -> Option<Self> {
        let RouteChoice { density_weight, diagram, .. } = &profile.route;
        let &Distribution::Constant(weight) = density_weight else { return None };
        let costs = DensityCosts::new(occupancy, weight).with_diagram(*diagram);
        (weight > 0.0).then(|| Self::of_table(mesh, CostTable::new(mesh, &costs), profile, radius)).flatten()
    }

    /// Keeps paths beside a table.
    fn of_table(mesh: &Mesh, table: CostTable, profile: &Profile, radius: f64) -> Option<Self> {
        let Distribution::Constant(viewing) = profile.route.viewing else { return None };
        Some(Self { table: table.with_trees(mesh, radius, viewing), radius })
    }

    pub(crate) fn write(to: &mut Writer, own: &Self) {
        to.f64(own.radius);
        to.f64(own.table.least());
        to.list(own.table.edges(), |to, &cost| to.f64(cost));
    }

    pub(crate) fn read(from: &mut Reader<'_>, mesh: &Mesh, profile: &Profile) -> Result<Self, Damaged> {
        let (radius, least) = (from.f64()?, from.f64()?);
        let table = CostTable::restored(mesh, from.list(Reader::f64)?, least).ok_or(Damaged)?;
        Self::of_table(mesh, table, profile, radius).ok_or(Damaged)
    }
}

impl<'a> Crowding<'a> {
    /// `asked`: how many plan, by profile.
    fn new(
        mesh: &Mesh,
        occupancy: &'a Occupancy,
        profiles: &[Profile],
        shared: &'a [Option<Shared>],
        asked: &[usize],
    ) -> Self {
        let table = |(k, profile): (usize, &Profile)| {
            if let Some(Some(shared)) = shared.get(k) {
                return Some(Table::Shared(&shared.table));
            }
            let asked = asked[k];
            let RouteChoice { density_weight, diagram, .. } = &profile.route;
            let [_, most] = density_weight.bounds();
            if asked < WORTH_A_TABLE || most <= 0.0 {
                return None;
            }
            let costs = DensityCosts::new(occupancy, most).with_diagram(*diagram);
            Some(match density_weight {
                Distribution::Constant(_) => Table::Costs(CostTable::new(mesh, &costs)),
                _ => Table::Delays(DelayTable::new(mesh, &costs)),
            })
        };
        Self { occupancy, tables: profiles.iter().enumerate().map(table).collect() }
    }

    /// What edges cost a character; `None` if it does not mind crowding.
    pub(crate) fn costs(&self, profile: usize, own: Own<'_>, choice: &RouteChoice) -> Option<OwnCosts<'_>> {
        let weight = own.density_weight();
        (weight > 0.0).then(|| match &self.tables[profile] {
            None => OwnCosts::Direct(DensityCosts::new(self.occupancy, weight).with_diagram(choice.diagram)),
            Some(Table::Shared(table)) => OwnCosts::Table(table),
            Some(Table::Costs(table)) => OwnCosts::Table(table),
            Some(Table::Delays(table)) => OwnCosts::Delays(table.with_weight(weight)),
        })
    }
}

impl OwnCosts<'_> {
    /// The path of least cost.
    pub(crate) fn plan(
        &self,
        planner: &mut DensityPlanner,
        mesh: &Mesh,
        request: &Request,
        viewing: f64,
    ) -> Result<DensityPlan, NoRoute> {
        match self {
            Self::Direct(costs) => planner.plan(mesh, request, viewing, costs),
            Self::Table(table) => planner.plan_by(mesh, request, viewing, table),
            Self::Delays(costs) => planner.plan(mesh, request, viewing, costs),
        }
    }
}
