//! Where edges of pieces meet: an end of one lies on another, or they cross.

use super::boxes::Bounds;
use super::flat::{Spot, turn};
use super::tolerance::beside;

/// Where an edge is to be led through another place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    /// How far along the edge, from 0 to 1.
    pub(crate) at: f64,
    pub(crate) place: Place,
}

/// Along the edge, each place once.
pub(crate) fn sort(splits: &mut Vec<Split>) {
    splits.sort_by(|one, two| one.at.total_cmp(&two.at).then(one.place.cmp(&two.place)));
    splits.dedup_by_key(|split| split.place);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Old(u32),
    New(Spot),
}

/// An edge that may have to be split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) ends: [u32; 2],
    /// Where its ends are.
    pub(crate) at: [Spot; 2],
    /// Whether its ends are rough.
    pub(crate) rough_ends: [bool; 2],
    pub(crate) heights: [i32; 2],
}

impl Edge {
    /// The box around it and what may be beside it.
    pub(crate) fn bounds(&self) -> Bounds {
        bounds_of(self.at, self.rough_ends.contains(&true))
    }

    /// How far along this edge the end of another one is that lies on it.
    fn meets_end(&self, other: &Self, end: usize) -> Option<f64> {
        close_to(other.at[end], self.at, other.rough_ends[end])
    }
}

/// Where an edge must be split because of another one.
pub(crate) fn meet(own: &Edge, other: &Edge, step: i32, splits: &mut Vec<Split>) {
    let ([a, b], [c, d]) = (own.at, other.at);
    let mut touched = false;
    for (k, end) in other.ends.into_iter().enumerate() {
        if own.ends.contains(&end) {
            touched = true;
        } else if let Some(t) = own.meets_end(other, k) {
            splits.push(Split { at: t, place: Place::Old(end) });
            touched = true;
        }
    }
    if touched || (0..2).any(|k| other.meets_end(own, k).is_some()) {
        return;
    }
    let sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
    if sides[0].signum() * sides[1].signum() >= 0 || sides[2].signum() * sides[3].signum() >= 0 {
        return;
    }
    // In one order always, so that both edges get the same point.
    let swap = (c, d) < (a, b);
    let ((p, q), (r, s)) = if swap { ((c, d), (a, b)) } else { ((a, b), (c, d)) };
    let (at_p, at_q) = (turn(r, s, p) as f64, turn(r, s, q) as f64);
    let t = at_p / (at_p - at_q);
    let at = [0, 1].map(|k| (f64::from(p[k]) + t * (f64::from(q[k]) - f64::from(p[k]))).round() as i32);
    let along = |from: f64, to: f64| from / (from - to);
    let t_own = along(sides[2] as f64, sides[3] as f64);
    let t_other = along(sides[0] as f64, sides[1] as f64);
    let height = |edge: &Edge, t: f64| {
        f64::from(edge.heights[0]) + t * (f64::from(edge.heights[1]) - f64::from(edge.heights[0]))
    };
    if (height(own, t_own) - height(other, t_other)).abs() <= f64::from(step) {
        splits.push(Split { at: t_own, place: Place::New(at) });
    }
}

/// The box around a segment and what is beside it.
pub(crate) fn bounds_of([a, b]: [Spot; 2], is_rough: bool) -> Bounds {
    let reach = beside(is_rough) as i32;
    let low = [0, 1].map(|k| a[k].min(b[k]) - reach);
    let high = [0, 1].map(|k| a[k].max(b[k]) + reach);
    [[low[0], low[1], 0], [high[0], high[1], 0]]
}

/// How far along a segment a place is that is close to it, but not beyond its ends. It sees them in opposite directions rather than in the same, so both
/// parts are shorter than the whole, and leading edges through places comes to an end.
pub(crate) fn close_to(at: Spot, [a, b]: [Spot; 2], is_rough: bool) -> Option<f64> {
    let d = [0, 1].map(|k| f64::from(b[k]) - f64::from(a[k]));
    let e = [0, 1].map(|k| f64::from(at[k]) - f64::from(a[k]));
    let (square, dot) = (d[0] * d[0] + d[1] * d[1], d[0] * e[0] + d[1] * e[1]);
    let cross = turn(a, b, at) as f64;
    let reach = beside(is_rough) as f64;
    let between = e[0] * e[0] + e[1] * e[1] < dot;
    (between && cross * cross <= reach * reach * square).then_some(dot / square)
}
