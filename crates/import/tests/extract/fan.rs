//! Going around a point of the walkable surface, from layer to layer.
//!
//! The borders of a layer leave a point in spokes; between two spokes next to each other everything is walkable or nothing is. A spoke is a
//! connection, or a wall, or no border at all, if one can walk on both its sides and no line is there.

use crate::definitions::{Borders, Cut};
use crate::flat::{P, by_angle, cross, inside, minus, same_way};

/// Whether one comes to a wall when one goes around an end of a connection, away from it, on its first layer and over other connections.
/// If not, one comes back to where one began, and the end is inside of the walkable surface.
pub(crate) fn ends_at_a_wall(layers: &[Borders], cuts: &[Cut], cut: usize, end: usize) -> bool {
    let at = cuts[cut].ends[end];
    let away = |c: &Cut| minus(if c.ends[0] == at { c.ends[1] } else { c.ends[0] }, at);
    let mut layer = cuts[cut].between[0];
    let mut toward = away(&cuts[cut]);
    // The walkable side of the first layer: counterclockwise of the spoke, or clockwise.
    let [a, b] = cuts[cut].ends;
    let counterclockwise = layers[layer].is_walkable([a[0] + b[0], a[1] + b[1]], [-toward[1], toward[0]]);
    // Each connection is met once at most before the first one is met again.
    for _ in 0..=cuts.len() {
        let spokes = layers[layer].spokes(at);
        let Some(here) = spokes.iter().position(|&spoke| same_way(spoke, toward)) else { return true };
        let mut k = here;
        // Spokes that are no border are passed.
        let next = loop {
            k = if counterclockwise { k + 1 } else { k + spokes.len() - 1 } % spokes.len();
            let spoke = spokes[k];
            let connection = cuts
                .iter()
                .position(|c| c.ends.contains(&at) && c.between.contains(&layer) && same_way(away(c), spoke));
            if connection.is_some() || layers[layer].is_wall(at, spoke) || k == here {
                break connection;
            }
        };
        let Some(next) = next else { return true };
        let [i, j] = cuts[next].between;
        layer = if layer == i { j } else { i };
        toward = away(&cuts[next]);
        if next == cut {
            return false;
        }
    }
    true
}

impl Borders {
    /// The directions in which borders and lines leave a point, in order.
    fn spokes(&self, at: P) -> Vec<P> {
        let mut spokes = Vec::new();
        for [a, b] in self.edges().chain(self.lines.iter().copied()) {
            if a == at {
                spokes.push(minus(b, at));
            } else if b == at {
                spokes.push(minus(a, at));
            } else if inside(a, b, at) {
                spokes.extend([minus(a, at), minus(b, at)]);
            }
        }
        spokes.sort_by(|&u, &v| by_angle(u, v));
        spokes.dedup_by(|u, v| same_way(*u, *v));
        spokes
    }

    /// Whether a spoke is a border: one side of it is not walkable, or a line is there.
    fn is_wall(&self, at: P, spoke: P) -> bool {
        let line = |[a, b]: [P; 2]| {
            let ends =
                (a == at && same_way(minus(b, at), spoke)) || (b == at && same_way(minus(a, at), spoke));
            ends || (inside(a, b, at) && cross(minus(b, a), spoke) == 0)
        };
        if self.lines.iter().any(|&l| line(l)) {
            return true;
        }
        // Just beside the spoke, and nearer to it than the next one: the middle of the nearest piece of border on it.
        let nearest = self
            .edges()
            .flatten()
            .map(|corner| minus(corner, at))
            .filter(|&w| same_way(w, spoke))
            .min_by_key(|w| w[0].abs() + w[1].abs())
            .unwrap_or(spoke);
        let twice = [2 * at[0] + nearest[0], 2 * at[1] + nearest[1]];
        let left = [-spoke[1], spoke[0]];
        !(self.is_walkable(twice, left) && self.is_walkable(twice, [-left[0], -left[1]]))
    }
}
