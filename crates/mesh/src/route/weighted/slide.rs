//! Slides a bend of a route along the border that it is on.
//!
//! Where two weights meet, a route bends like light: the cost of its two legs is convex along a straight border, so golden sections find the
//! least. If that is at a corner of the border, go on along the next edge.

use crate::plane::{along, distance, sub};
use crate::route::weighted::ground::SKIN;
use crate::route::weighted::taut::{On, Taut};

/// Steps of a search by golden sections: a border of 100 m is known to a millimeter.
const SECTIONS: usize = 24;

/// How many corners of a border a bend slides around in one go.
const MOST_SLIDES: usize = 8;

impl Taut {
    /// Moves a bend along its border, if that is cheaper.
    pub(crate) fn slide(&mut self, on: On<'_>, k: usize, edge: u32) {
        let layer = self.bends[k].position.layer;
        let mut edge = edge;
        for _ in 0..MOST_SLIDES {
            let [c, d] = on.ground.edge(layer, edge).ends;
            let [a, b] = [k - 1, k + 1].map(|k| self.bends[k].position);
            let cuts = &mut self.cuts;
            let s = least(|s| {
                let mut from = a;
                let there = on.ground.line(on.mesh, &mut from, along(c, sub(d, c), s), cuts);
                there + on.ground.line(on.mesh, &mut from, b.at, cuts)
            });
            let beside = on.ground.edge(layer, edge).beside;
            let (at, next) = if s == 0.0 {
                (c, Some(beside[0]))
            } else if s == 1.0 {
                (d, Some(beside[1]))
            } else {
                (along(c, sub(d, c), s), None)
            };
            let old = self.bends[k].position.at;
            let mut moved = false;
            // If that is not clear, nearer.
            for part in [1.0, 0.5, 0.25] {
                self.chain.clear();
                self.chain.push((along(old, sub(at, old), part), Some(edge)));
                if self.replace(on, k) {
                    moved = part == 1.0;
                    break;
                }
            }
            let is_there = moved || distance(old, at) < SKIN;
            // A border may leave its layer; then its edges are not those of the layer that the bend is on.
            let Some(next) = next.filter(|_| is_there && self.bends[k].position.layer == layer) else {
                return;
            };
            edge = next;
        }
    }
}

/// Where from 0 to 1 a convex function is least; exactly an end if it is there.
fn least(mut f: impl FnMut(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (0.0, 1.0);
    let (mut one, mut two) = (1.0 - GOLDEN, GOLDEN);
    let (mut at_one, mut at_two) = (f(one), f(two));
    for _ in 0..SECTIONS {
        if at_one <= at_two {
            (high, two, at_two) = (two, one, at_one);
            one = high - GOLDEN * (high - low);
            at_one = f(one);
        } else {
            (low, one, at_one) = (one, two, at_two);
            two = low + GOLDEN * (high - low);
            at_two = f(two);
        }
    }
    let inner = f64::midpoint(low, high);
    let value = f(inner);
    let ends = [(0.0, f(0.0)), (1.0, f(1.0))];
    ends.into_iter().fold((inner, value), |best, end| if end.1 <= best.1 { end } else { best }).0
}
