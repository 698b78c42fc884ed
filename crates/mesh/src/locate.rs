//! Point location: from a position to the flank that contains it.
//!
//! 1. With a hint, walk from it: while the place is beyond a side of the flank, cross that side. A character's last cell is a
//!    few steps away at most; after [`PATIENCE`] steps the walk gives up.
//! 2. Without one, or if the walk ends elsewhere, ask the index of the layer which flanks may contain the place. If they are many, walk
//!    from one of them; else, or if that ends elsewhere too, test them all.
//! 3. A place on a border may by rounding be in no flank; then the one that it is least beyond will do, within [`TOLERANCE`].
//!
//! Cost: a few flanks.

use crate::flank::Outline;
use crate::id::{CellId, FlankId};
use crate::mesh::Mesh;
use crate::plane::{Point, distance_sq, nearest_on_segment};
use crate::scene::LayerId;

/// Steps of a walk before the index is asked.
const PATIENCE: usize = 24;

/// Of more cells than this it takes longer to test them all than to walk.
const FEW_CELLS: usize = 6;

/// How far a place may be beyond all flanks and still be walkable. \[m\] A hundredth of a grid unit: this is for rounding, which
/// is a millionth of that.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// A place on a layer.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Position {
    /// In meters.
    pub at: [f64; 2],
    /// The layer.
    pub layer: LayerId,
}

impl Position {
    /// A place on a layer.
    pub fn new(at: [f64; 2], layer: LayerId) -> Self {
        Self { at, layer }
    }
}

impl Mesh {
    /// The cell that contains a position; `None` if it is not walkable. On a border any of its cells.
    ///
    /// The hint is a cell nearby, such as the last one of a character that moves: then it takes a few steps. A cell that is no more is
    /// no hint.
    pub fn locate(&self, position: Position, hint: Option<CellId>) -> Option<CellId> {
        self.find(position, hint).map(FlankId::cell)
    }

    /// The walkable position on the same layer that is nearest to any other: itself if it is walkable, else a place on the border.
    /// `None` if nothing on that layer is walkable.
    pub fn nearest_walkable(&self, position: Position) -> Option<Position> {
        if self.find(position, None).is_some() {
            return Some(position);
        }
        let index = &self.layers.get(position.layer.0 as usize)?.index;
        if !position.at.iter().all(|v| v.is_finite()) {
            return None;
        }
        let mut best: Option<(f64, Point)> = None;
        for ring in 0.. {
            // Whatever is in a ring is at least this far away, measured from the bucket nearest to the place.
            let least = f64::from(ring.max(1) - 1) * index.width();
            if best.is_some_and(|(distance, _)| least * least > distance) {
                break;
            }
            let Some(items) = index.ring(position.at, ring) else { break };
            for f in items.flat_map(|item| [CellId(item).left(), CellId(item).right()]) {
                let outline = self.outline(f);
                let near = outline.nearest(position.at);
                let distance = distance_sq(near, position.at);
                if best.is_none_or(|(least, _)| distance < least) && self.is_on(f, near, position.layer) {
                    best = Some((distance, near));
                }
            }
        }
        best.map(|(_, at)| Position { at, ..position })
    }

    /// The flank that contains a position.
    #[inline]
    pub(crate) fn find(&self, position: Position, hint: Option<CellId>) -> Option<FlankId> {
        // A walk does not notice: nothing is beyond a side if it is nowhere.
        if position.at[0].is_nan() || position.at[1].is_nan() {
            return None;
        }
        hint.and_then(|cell| self.walk(cell, position)).or_else(|| self.look_up(position))
    }

    /// Step 1.
    #[inline]
    fn walk(&self, from: CellId, position: Position) -> Option<FlankId> {
        let mut f = from.left();
        // The flank is looked at anyway; the cell is not.
        if from.index() >= self.cells.len() || self.flank(f).is_dead() {
            return None;
        }
        let mut back = None;
        for _ in 0..PATIENCE {
            let outline = self.outline(f);
            let beyond = outline.beyond(position.at);
            let flank = self.flank(f);
            let ways = [f.twin(), flank.next, flank.prev];
            // Not back where the walk came from: on a border both sides may by rounding point across.
            let way = (0..3).find(|&k| beyond[k] && Some(ways[k]) != back);
            match way {
                Some(k) => {
                    back = Some(f);
                    f = ways[k];
                }
                None if beyond[3] => return None,
                // Behind a corner no flank is the right one, and the walk goes to and fro.
                None if beyond[..3].contains(&true) && outline.excess(position.at) > TOLERANCE => {
                    return None;
                }
                None => return self.is_on(f, position.at, position.layer).then_some(f),
            }
        }
        None
    }

    /// Steps 2 and 3.
    #[inline]
    fn look_up(&self, position: Position) -> Option<FlankId> {
        let cells = self.layers.get(position.layer.0 as usize)?.index.at(position.at);
        if let &[first, ..] = cells
            && cells.len() > FEW_CELLS
            && let Some(f) = self.walk(CellId(first), position)
        {
            return Some(f);
        }
        self.find_among(cells, position)
    }

    /// The flank of some cells that contains a position, or else nearly so.
    pub(crate) fn find_among(&self, cells: &[u32], position: Position) -> Option<FlankId> {
        let flanks = || cells.iter().flat_map(|&cell| [CellId(cell).left(), CellId(cell).right()]);
        for f in flanks() {
            if self.outline(f).contains(position.at) && self.is_on(f, position.at, position.layer) {
                return Some(f);
            }
        }
        let mut nearly: Option<(f64, FlankId)> = None;
        for f in flanks() {
            let excess = self.outline(f).excess(position.at);
            if excess < nearly.map_or(TOLERANCE, |(least, _)| least)
                && self.is_on(f, position.at, position.layer)
            {
                nearly = Some((excess, f));
            }
        }
        nearly.map(|(_, f)| f)
    }
}

impl Outline {
    /// The place of a flank that is nearest to one outside of it.
    pub(crate) fn nearest(&self, z: Point) -> Point {
        if self.contains(z) {
            return z;
        }
        let corners = self.corners();
        let mut best = corners[0];
        let mut a = corners[corners.len() - 1];
        for &b in corners {
            let near = nearest_on_segment(a, b, z);
            if distance_sq(near, z) < distance_sq(best, z) {
                best = near;
            }
            a = b;
        }
        best
    }
}
