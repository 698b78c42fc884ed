//! What edges cost those who mind crowding, worked out once where many plan.

use throng_mesh::{CostTable, Costs, DelayCosts, DelayTable, DensityCosts, Mesh, Occupancy};

use crate::distribution::Distribution;
use crate::own::Own;
use crate::profile::{Profile, RouteChoice};

/// So many who mind crowding are worth a table of what all edges cost. Less would do in a small place; but there a table costs nothing.
const WORTH_A_TABLE: usize = 16;

/// How crowded it is.
pub(crate) struct Crowding<'a> {
    occupancy: &'a Occupancy,
    /// By profile, where many plan.
    tables: Vec<Option<Table>>,
}

/// A table for all characters of a profile.
enum Table {
    /// They have one weight.
    Costs(CostTable),
    /// Each has its own.
    Delays(DelayTable),
}

/// What edges cost one character.
pub(crate) enum OwnCosts<'a> {
    Direct(DensityCosts<'a>),
    Table(&'a CostTable),
    Delays(DelayCosts<'a>),
}

impl<'a> Crowding<'a> {
    /// `asked`: how many plan, by profile.
    pub(crate) fn new(mesh: &Mesh, occupancy: &'a Occupancy, profiles: &[Profile], asked: &[usize]) -> Self {
        let table = |(profile, &asked): (&Profile, &usize)| {
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
        Self { occupancy, tables: profiles.iter().zip(asked).map(table).collect() }
    }

    /// What edges cost a character; `None` if it does not mind crowding.
    pub(crate) fn costs(&self, profile: usize, own: Own<'_>, choice: &RouteChoice) -> Option<OwnCosts<'_>> {
        let weight = own.density_weight();
        (weight > 0.0).then(|| match &self.tables[profile] {
            None => OwnCosts::Direct(DensityCosts::new(self.occupancy, weight).with_diagram(choice.diagram)),
            Some(Table::Costs(table)) => OwnCosts::Table(table),
            Some(Table::Delays(table)) => OwnCosts::Delays(table.with_weight(weight)),
        })
    }
}

impl OwnCosts<'_> {
    pub(crate) fn as_costs(&self) -> &dyn Costs {
        match self {
            Self::Direct(costs) => costs,
            Self::Table(table) => *table,
            Self::Delays(costs) => costs,
        }
    }
}
