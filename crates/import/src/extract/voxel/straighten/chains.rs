//! Step 2 of straightening: chains of sites, from one node that stays to the next.
//!
//! While a chain is made, nodes are at its even places and middles of edges at the odd ones. In the end the middles of edges that are longer
//! than a cell are taken out: they are never corners.

use super::graph::Graph;

/// Sites from one end to the other.
pub(super) type Chain = Vec<u32>;

impl Graph {
    /// All chains. Each edge is in one of them.
    pub(super) fn chains(&self) -> Vec<Chain> {
        let mut used: Vec<bool> = vec![false; self.edges.len()];
        let mut chains = Vec::new();
        for edge in 0..self.edges.len() as u32 {
            if used[edge as usize] {
                continue;
            }
            let [a, b] = self.edges[edge as usize];
            let mut forward = self.walk(edge, b, &mut used);
            if self.fixed[*forward.last().unwrap_or(&b) as usize] {
                // It is open; the other way leads to its other end.
                let mut chain = self.walk(edge, a, &mut used);
                chain.reverse();
                chain.pop();
                forward.remove(0);
                // Both walks begin with the middle of the first edge.
                chain.push(self.middle(edge));
                chain.extend(forward);
                if chain[0] == chain[chain.len() - 1] {
                    chains.extend(self.halves(chain));
                } else {
                    chains.push(chain);
                }
            } else {
                forward.insert(0, a);
                chains.extend(self.cut_loop(forward));
            }
        }
        for chain in &mut chains {
            chain.retain(|&site| !self.is_long(site));
        }
        chains
    }

    /// From the middle of an edge over one of its nodes to the next node that stays, or back to the other end of the edge.
    fn walk(&self, edge: u32, mut node: u32, used: &mut [bool]) -> Chain {
        let mut chain = vec![self.middle(edge), node];
        let mut at = edge;
        used[edge as usize] = true;
        while !self.fixed[node as usize] {
            let [a, b] = self.ends[node as usize];
            at = if a == at { b } else { a };
            if at == edge {
                break;
            }
            used[at as usize] = true;
            let [a, b] = self.edges[at as usize];
            node = if a == node { b } else { a };
            chain.extend([self.middle(at), node]);
        }
        chain
    }

    /// A closed chain, as two open ones. It comes with its first node at both ends.
    fn cut_loop(&self, mut chain: Chain) -> [Chain; 2] {
        chain.pop();
        // Nodes are at even places, middles of edges at odd ones.
        let len = chain.len();
        let length = |middle: usize| {
            let [a, b] = self.edges[chain[middle % len] as usize - self.nodes.len()];
            self.distance(a, b)
        };
        let quality = |place: &usize| {
            let lengths = [length(place + len - 1), length(place + 1)];
            (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]), std::cmp::Reverse(chain[*place]))
        };
        let first = (0..len).step_by(2).max_by_key(quality).unwrap_or(0);
        chain.rotate_left(first);
        chain.push(chain[0]);
        self.halves(chain)
    }

    /// A chain that ends where it starts, cut at its farthest node.
    fn halves(&self, chain: Chain) -> [Chain; 2] {
        let far = |place: &usize| (self.distance(chain[0], chain[*place]), std::cmp::Reverse(chain[*place]));
        let cut = (2..chain.len() - 1).step_by(2).max_by_key(far).unwrap_or(0);
        [chain[..=cut].to_vec(), chain[cut..].to_vec()]
    }
}
