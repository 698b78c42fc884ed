//! Trees of least cost: for many who plan from the same part of a small network with the same costs.
//!
//! Idea. Where thousands plan at once, most of them start between the same few crossings. One search from a crossing to all others then
//! answers for everybody who leaves its chain there; what is left for each is to compare the two ends of its chain with the two ends
//! of its goal's chain, and to walk back along the tree.
//!
//! 1. When somebody first asks for a crossing, search from it to all others: Dijkstra. Each crossing remembers what the way to it costs, how
//!    long it is, and the last way of it.
//! 2. Cost from a place to an end of its chain, from there to an end of the goal's chain, and from there to the goal: take the least.
//! 3. If the way back along the tree leads over the own chain, somebody would pass where it started. That seems cheap only where it brings
//!    one out of view sooner; then the tree has no answer, and a search for this one alone has.
//!
//! Invariant: with costs that are all in view, the answer is that of [`super::astar`] but for rounding. Where not all are, the length up to which
//! costs are known counts from the crossing at which one leaves one's chain, and not from where one is.
//! Cost: a tree O(n log n) in all crossings, an answer O(length of the path); 16 bytes for each pair of crossings that was asked for. In `city` (640
//! crossings) a tree takes as long as about three searches in a crowd, and answers some thirty of them.
//! Degenerate: start and goal on one chain have no answer either.
//! After: Dijkstra 1959.

use std::sync::OnceLock;

use crate::route::astar::Question;
use crate::route::network::{NONE, Network};
use crate::route::queue::Queue;

/// Trees from all crossings of a network, made when somebody asks. They hold as long as the costs do.
#[derive(Debug)]
pub(crate) struct Trees {
    /// Discs that need more room than the first and at most as much as the second can walk the same ways. \[m\]
    rooms: [f64; 2],
    viewing: f64,
    trees: Vec<OnceLock<Tree>>,
}

/// The ways of least cost from a crossing to all others.
#[derive(Debug)]
pub(crate) struct Tree {
    twigs: Vec<Twig>,
}

/// How a tree gets to a crossing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twig {
    pub(crate) cost: f64,
    /// Of the way from the root. \[m\]
    pub(crate) length: f32,
    /// The last way, by number; [`NONE`] for the root, and for what cannot be reached.
    pub(crate) by: u32,
}

impl Clone for Trees {
    /// None of them is made yet: that changes no answer.
    fn clone(&self) -> Self {
        let mut trees = Vec::new();
        trees.resize_with(self.trees.len(), OnceLock::default);
        Self { trees, ..*self }
    }
}

impl Trees {
    /// For discs that need this much room, and costs that are known up to a viewing distance. \[m\]
    pub(crate) fn new(network: &Network, room: f64, viewing: f64) -> Self {
        let mut rooms = [f64::NEG_INFINITY, f64::INFINITY];
        for way in &network.ways {
            if way.min_clearance < room {
                rooms[0] = rooms[0].max(way.min_clearance);
            } else {
                rooms[1] = rooms[1].min(way.min_clearance);
            }
        }
        let mut trees = Vec::new();
        trees.resize_with(network.crossings.len(), OnceLock::default);
        Self { rooms, viewing, trees }
    }

    /// Whether they answer a question. Its network and costs must be those that the trees are for.
    pub(crate) fn fit(&self, question: &Question<'_>) -> bool {
        let room = question.toll.room;
        self.rooms[0] < room && room <= self.rooms[1] && self.viewing == question.viewing
    }

    /// Step 1: the tree of a crossing.
    pub(crate) fn from(&self, root: u32, question: &Question<'_>) -> &Tree {
        self.trees[root as usize].get_or_init(|| Tree::grow(root, question))
    }
}

impl Tree {
    fn grow(root: u32, question: &Question<'_>) -> Self {
        let network = question.network;
        let nowhere = Twig { cost: f64::INFINITY, length: 0.0, by: NONE };
        let mut twigs = vec![nowhere; network.crossings.len()];
        let mut queue = Queue::default();
        twigs[root as usize].cost = 0.0;
        queue.push(0.0, root);
        while let Some((cost, crossing)) = queue.pop() {
            let here = twigs[crossing as usize];
            if cost > here.cost {
                continue;
            }
            let first = network.crossings[crossing as usize].first_way;
            for (k, way) in network.ways(crossing).iter().enumerate() {
                if way.min_clearance < question.toll.room {
                    continue;
                }
                let cost = cost + question.way_cost(way, f64::from(here.length));
                let there = &mut twigs[way.to as usize];
                if cost < there.cost {
                    *there = Twig { cost, length: here.length + way.length as f32, by: first + k as u32 };
                    queue.push(cost, way.to);
                }
            }
        }
        Self { twigs }
    }

    /// How it gets to a crossing; infinitely expensive if it does not.
    pub(crate) fn to(&self, crossing: u32) -> Twig {
        self.twigs[crossing as usize]
    }
}
