//! Where edges of pieces meet: an end of one lies on another, they cross, or they part so slowly that they are one for a while.

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
    /// The piece on its left; none if it is a thin wall.
    pub(crate) piece: Option<u32>,
}

/// Edges that part are one for at least this long, or not at all: where corners were moved, tips that come together in a point are torn
/// apart by more than is tolerated, and so would be the edges to them, over their whole length. \[units\]
const PARTING: f64 = 1000.0;

/// Edges whose far ends are farther apart than this meet in a corner. \[units\]
const PARTED: f64 = 48.0;

impl Edge {
    /// The box around it and what may be beside it.
    pub(crate) fn bounds(&self) -> Bounds {
        bounds_of(self.at, self.rough_ends.contains(&true))
    }

    fn height(&self, t: f64) -> f64 {
        f64::from(self.heights[0]) + t * (f64::from(self.heights[1]) - f64::from(self.heights[0]))
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
        if splits.is_empty() {
            splits.extend(part(own, other, step));
        }
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
    if (own.height(t_own) - other.height(t_other)).abs() <= f64::from(step) {
        splits.push(Split { at: t_own, place: Place::New(at) });
    }
}

/// Where an edge leaves another one that runs the other way and has one end in common with it, if they part slowly.
fn part(own: &Edge, other: &Edge, step: i32) -> Option<Split> {
    let is_rough = own.rough_ends.contains(&true) && other.rough_ends.contains(&true);
    let apart = own.piece.is_some() && other.piece.is_some() && own.piece != other.piece;
    if !is_rough || !apart {
        return None;
    }
    // Their common end is where one starts and the other one ends.
    let near = (0..2).find(|&k| own.ends[k] == other.ends[1 - k])?;
    let (o, a, b) = (own.at[near], own.at[1 - near], other.at[near]);
    // In one order always, so that both get the same point.
    let ((a, b), is_first) = if a <= b { ((a, b), true) } else { ((b, a), false) };
    let [d, e] = [a, b].map(|end| [0, 1].map(|k| f64::from(end[k]) - f64::from(o[k])));
    let lengths = [d, e].map(|v| (v[0] * v[0] + v[1] * v[1]).sqrt());
    let short = lengths[0].min(lengths[1]);
    // How far apart they are where the shorter one ends.
    let wide = turn(o, a, b).abs() as f64 * short / (lengths[0] * lengths[1]);
    let reach = beside(true) as f64;
    // A unit less, for rounding.
    let s = short * (reach - 1.0) / wide;
    if d[0] * e[0] + d[1] * e[1] <= 0.0 || wide <= reach || wide > PARTED || s < PARTING {
        return None;
    }
    let at = [0, 1].map(|k| (f64::from(o[k]) + s / lengths[0] * d[k]).round() as i32);
    let t = |length: f64, near: usize| if near == 0 { s / length } else { 1.0 - s / length };
    let (own_length, other_length) =
        if is_first { (lengths[0], lengths[1]) } else { (lengths[1], lengths[0]) };
    let (t_own, t_other) = (t(own_length, near), t(other_length, 1 - near));
    let fits = (own.height(t_own) - other.height(t_other)).abs() <= f64::from(step);
    fits.then_some(Split { at: t_own, place: Place::New(at) })
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
