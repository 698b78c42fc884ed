//! What belongs to what in a building: parts, storeys, openings, and what fills them.

use std::collections::BTreeMap;

use super::step::Step;
use crate::model::Role;

/// Parts of parts of parts go at most this deep.
const MOST_DEEP: usize = 50;

/// Who belongs to whom; all by numbers of entities.
#[derive(Default)]
pub(super) struct Relations {
    /// The whole of a part.
    wholes: BTreeMap<u32, u32>,
    /// The storey, space or building in which an element is.
    places: BTreeMap<u32, u32>,
    /// The openings of an element.
    openings: BTreeMap<u32, Vec<u32>>,
    /// The element of an opening.
    pub(super) hosts: BTreeMap<u32, u32>,
    /// The opening that a door or window fills.
    pub(super) filled: BTreeMap<u32, u32>,
}

impl Relations {
    pub(super) fn of(step: &Step<'_>) -> Self {
        let mut relations = Self::default();
        for record in step.records() {
            match record.kind {
                "IFCRELAGGREGATES" | "IFCRELNESTS" => {
                    let relation = record.entity();
                    let Some(whole) = relation.reference(4) else { continue };
                    relations.wholes.extend(relation.references(5).into_iter().map(|part| (part, whole)));
                }
                "IFCRELCONTAINEDINSPATIALSTRUCTURE" => {
                    let relation = record.entity();
                    let Some(place) = relation.reference(5) else { continue };
                    relations
                        .places
                        .extend(relation.references(4).into_iter().map(|element| (element, place)));
                }
                "IFCRELVOIDSELEMENT" => {
                    let relation = record.entity();
                    if let (Some(element), Some(opening)) = (relation.reference(4), relation.reference(5)) {
                        relations.openings.entry(element).or_default().push(opening);
                        relations.hosts.insert(opening, element);
                    }
                }
                "IFCRELFILLSELEMENT" => {
                    let relation = record.entity();
                    if let (Some(opening), Some(element)) = (relation.reference(4), relation.reference(5)) {
                        relations.filled.insert(element, opening);
                    }
                }
                _ => {}
            }
        }
        relations
    }

    /// An element, what it is part of, what that is part of, and so on.
    fn wholes(&self, id: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(id), |id| self.wholes.get(id).copied()).take(MOST_DEEP)
    }

    /// The openings of an element and of what it is part of.
    pub(super) fn openings(&self, id: u32) -> Vec<u32> {
        self.wholes(id).filter_map(|id| self.openings.get(&id)).flatten().copied().collect()
    }

    /// The storey of an element.
    pub(super) fn storey(&self, id: u32, storeys: &BTreeMap<u32, u32>) -> Option<u32> {
        let mut at = id;
        for _ in 0..MOST_DEEP {
            if let Some(&storey) = storeys.get(&at) {
                return Some(storey);
            }
            at = *self.places.get(&at).or_else(|| self.wholes.get(&at)).or_else(|| {
                // A door that is nowhere is where its wall is.
                self.filled.get(&at).and_then(|opening| self.hosts.get(opening))
            })?;
        }
        None
    }

    /// What an element is, by its kind or by what it is part of.
    pub(super) fn role(&self, id: u32, step: &Step<'_>) -> Role {
        self.wholes(id).map(|id| role(step.kind(id))).find(|&role| role != Role::Other).unwrap_or_default()
    }
}

fn role(kind: &str) -> Role {
    match kind {
        "IFCSTAIR" | "IFCSTAIRFLIGHT" => Role::Stairs,
        "IFCRAMP" | "IFCRAMPFLIGHT" => Role::Ramp,
        "IFCRAILING" => Role::Railing,
        "IFCFURNISHINGELEMENT" | "IFCFURNITURE" | "IFCSYSTEMFURNITUREELEMENT" => Role::Furniture,
        _ => Role::Other,
    }
}
