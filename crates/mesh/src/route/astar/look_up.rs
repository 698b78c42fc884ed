//! Paths that are looked up in trees instead of searched for: steps 2 and 3 of [`crate::route::tree`].

use super::{AStar, Climb, Middle, NONE, Node, Question, Top, UNKNOWN};
use crate::route::spot::Spot;
use crate::route::tree::Trees;

/// A path by a tree.
struct Found {
    cost: f64,
    /// The crossing where the tree starts, and which end of the start's chain that is.
    root: u32,
    start: usize,
    /// The crossing where one leaves the tree, and which end of the goal's chain that is.
    last: u32,
    end: usize,
}

impl AStar {
    /// The best of a candidate and what trees know, as if it had been searched for; `None` if they have no answer.
    pub(super) fn look_up(
        &mut self,
        question: &Question<'_>,
        trees: &Trees,
        climbs: &[Climb; 2],
        [from, to]: [&Spot; 2],
        best: Option<(f64, Middle)>,
    ) -> Option<Option<(f64, Middle)>> {
        if !trees.fit(question) || question.end_behind_start(climbs, [from, to]).is_some() {
            return None;
        }
        let goals = question.chain_ends(&climbs[1], to, true);
        let mut found: Option<Found> = None;
        // Step 2.
        for (start, (root, gone)) in question.chain_ends(&climbs[0], from, false).into_iter().enumerate() {
            if root == NONE || !gone.cost.is_finite() {
                continue;
            }
            let tree = trees.from(root, question);
            for (end, (last, rest)) in goals.iter().enumerate() {
                if *last == NONE || !rest.cost.is_finite() {
                    continue;
                }
                let twig = tree.to(*last);
                let cost = gone.cost
                    + twig.cost
                    + self.rest(question, &climbs[1], end, rest.cost, f64::from(twig.length), to);
                let least = found.as_ref().map_or(f64::INFINITY, |found| found.cost);
                if cost < least && best.is_none_or(|(least, _)| cost < least) {
                    found = Some(Found { cost, root, start, last: *last, end });
                }
            }
        }
        let Some(found) = found else { return Some(best) };
        // Step 3.
        let own_chain = if let Top::Chain(on) = climbs[0].top { on.chain } else { NONE };
        self.begin(question.network.crossings.len());
        let tree = trees.from(found.root, question);
        let mut crossing = found.last;
        while crossing != found.root {
            let by = tree.to(crossing).by;
            let way = question.network.ways[by as usize];
            if way.chain() == own_chain {
                return None;
            }
            let from = question.network.chains[way.chain() as usize].ends[usize::from(way.is_backward())];
            self.nodes[crossing as usize] = Node { by, from, search: self.search, ..UNKNOWN };
            crossing = from;
        }
        let by = NONE - found.start as u32;
        self.nodes[crossing as usize] = Node { by, search: self.search, ..UNKNOWN };
        Some(Some((found.cost, Middle::Crossings { last: found.last, end: found.end })))
    }

    /// What the rest of the way costs from an end of the goal's chain, after a way of some length: known in advance, unless it
    /// depends on how much of it is in view. \[m\]
    pub(super) fn rest(
        &mut self,
        question: &Question<'_>,
        climb: &Climb,
        end: usize,
        in_advance: f64,
        so_far: f64,
        to: &Spot,
    ) -> f64 {
        if question.viewing == f64::INFINITY {
            return in_advance;
        }
        self.rest.clear();
        question.last_steps(climb, &self.climbs[1], end, &mut self.rest);
        question.rest_of(&self.rest, so_far, to)
    }
}

#[cfg(test)]
mod tests;
