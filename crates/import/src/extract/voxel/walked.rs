//! Which floors of the model are walked on, and where there are rises between them: what regions are made of.
//!
//! Idea. An outline of voxels does not know stairs any more, but the model does: it has their treads, as facets. Columns only have to tell which
//! facets belong to which patch, and which of them follow each other. Outlines of regions are those of the facets then, not of voxels.
//!
//! 1. A facet in a patch ends at the outline of the patch or where another facet begins. The cells on its side of both are in one box, which so has all
//!    of its cells.
//! 2. Where a link leads from one facet to another, there is a rise if the planes of both say so at both columns. So it does not matter where
//!    between the columns the edge is, and facets that meet in an edge have none. Nor is there a rise if a floor is between the two that no
//!    column met, as the narrow end of a tread at the pole of a spiral. Facets not wider than two cells are no treads, and rises between
//!    two of them do not matter: columns miss some of these, and planes of facets that do not meet say nothing.
//! 3. Patches become pieces, and boxes of a facet in a piece are joined.
//! 4. A facet with a label is where its box is: the rest of it may be below another floor.
//!
//! Invariant: tiles change nothing, as long as they do not change pieces.
//! Memory: 24 bytes for each facet and tile that it is walked on in.
//! Cost: O(n log n) in the sides of cells where facets end; for each rise of a tile a look at the triangles of both facets, and at all of the tile if
//! there is something between.

use std::collections::BTreeSet;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::floors::{Floors, NONE};
use super::lattice::Lattice;
use super::patches::Patches;
use super::raster::Columns;
use super::tiled::Tiled;
use crate::extract::facets::{Facet, Facets};
use crate::extract::labels::{Label, Labeled};
use crate::extract::soup::Soup;
use crate::extract::tolerance::{NEAR_ROUGH, TREAD};

/// Facets of so many triangles are looked at as a whole; of others, only what is in the tile.
const FEW: usize = 64;

/// Which facets are walked on.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// By patch, or by piece, once they are merged; then by facet.
    pub(crate) places: Vec<Place>,
    /// The lower and the upper facet of each rise.
    pub(crate) rises: Vec<[u32; 2]>,
}

/// A facet that is walked on in a patch or piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) patch: u32,
    pub(crate) facet: u32,
    /// Its first and its last cell, in x and y.
    pub(crate) low: [i32; 2],
    pub(crate) high: [i32; 2],
}

impl Place {
    fn join(&mut self, low: [i32; 2], high: [i32; 2]) {
        self.low = [0, 1].map(|axis| self.low[axis].min(low[axis]));
        self.high = [0, 1].map(|axis| self.high[axis].max(high[axis]));
    }
}

impl Walked {
    /// Step 1: a cell at the end of a facet.
    pub(crate) fn note(&mut self, patch: u32, facet: u32, cell: [i32; 2]) {
        match self.places.last_mut() {
            // Outlines are walked along, so most cells follow one of the same facet.
            Some(last) if last.patch == patch && last.facet == facet => last.join(cell, cell),
            _ => self.places.push(Place { patch, facet, low: cell, high: cell }),
        }
    }

    /// Steps 1 and 2, for one tile whose outlines were walked.
    pub(crate) fn add_changes(
        &mut self,
        columns: &Columns,
        floors: &Floors,
        patches: &Patches,
        ground: &Ground<'_>,
    ) {
        let mut known: BTreeSet<[u32; 2]> = BTreeSet::new();
        for &[floor, side] in &floors.changes {
            let other = floors.links[floor as usize][side as usize];
            if other == NONE {
                continue;
            }
            let both = [floor, other].map(|floor| floor as usize);
            for floor in both.into_iter().filter(|&floor| patches.of_floor[floor] != NONE) {
                let cell = columns.cell(floors.column[floor]);
                self.note(patches.of_floor[floor], floors.facet[floor], cell);
            }
            let (pair, cell) = (both.map(|floor| floors.facet[floor]), columns.cell(floors.column[both[0]]));
            let axis = side as usize - 1;
            if let Some(rise) = ground.rise(pair, cell, axis)
                && !known.contains(&rise)
                && !ground.is_missed(pair, cell, axis)
            {
                known.insert(rise);
            }
        }
        self.rises.extend(known);
        self.join();
    }

    /// Adds what another tile has; its patches are numbered from `first` on.
    pub(crate) fn append(&mut self, other: Self, first: u32) {
        let places = other.places.into_iter().map(|place| Place { patch: first + place.patch, ..place });
        self.places.extend(places);
        self.rises.extend(other.rises);
    }

    /// Step 3, with the piece of each patch.
    pub(crate) fn merge(&mut self, pieces: &[u32]) {
        for place in &mut self.places {
            place.patch = pieces[place.patch as usize];
        }
        self.join();
    }

    /// One place for each facet in a patch, and each rise once.
    fn join(&mut self) {
        self.places.sort_unstable();
        self.places.dedup_by(|next, place| {
            let same = (next.patch, next.facet) == (place.patch, place.facet);
            if same {
                place.join(next.low, next.high);
            }
            same
        });
        self.places.shrink_to_fit();
        self.rises.sort_unstable();
        self.rises.dedup();
        self.rises.shrink_to_fit();
    }

    /// Step 4: the floors with a label, by piece; `labels` are those of the facets.
    pub(crate) fn labeled(
        &self,
        labels: &[Option<Label>],
        soup: &Soup,
        facets: &Facets,
        lattice: &Lattice,
    ) -> Vec<Labeled> {
        let mut found = Vec::new();
        for place in &self.places {
            let Some(label) = labels.get(place.facet as usize).copied().flatten() else { continue };
            // The facet may end up to a cell beyond the last column that meets it.
            let line = |axis: usize, cell: i32| lattice.half_line(axis, 2 * cell + 1);
            let low = [0, 1].map(|axis| line(axis, place.low[axis] - 1));
            let high = [0, 1].map(|axis| line(axis, place.high[axis] + 1));
            let triangles = facets.triangles_of(place.facet).iter();
            let mut rings: Vec<Vec<IntPoint<i32>>> = triangles
                .map(|&t| soup.corners(t).iter().map(|&[x, y, _]| IntPoint::new(x, y)).collect())
                .collect();
            let bounds = facets.facets[place.facet as usize].bounds;
            if (0..2).any(|axis| bounds[0][axis] < low[axis] || bounds[1][axis] > high[axis]) {
                let frame = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
                let frame = vec![frame.map(|[x, y]| IntPoint::new(x, y)).to_vec()];
                let shapes = Overlay::from_subj_and_clip(&rings, &frame)
                    .overlay(OverlayRule::Intersect, FillRule::NonZero);
                rings = shapes.into_iter().flatten().collect();
            }
            found.extend(rings.into_iter().map(|ring| Labeled {
                label,
                piece: place.patch,
                ring: ring.iter().map(|at| [at.x, at.y]).collect(),
            }));
        }
        found
    }
}

/// The model below and around the floors of a tile.
pub(crate) struct Ground<'t> {
    pub(crate) tiled: &'t Tiled<'t>,
    pub(crate) lattice: &'t Lattice,
    pub(crate) tile: usize,
}

impl Ground<'_> {
    /// Step 2: the lower and the upper one of two facets, if there is a rise between a cell and the next one in x (axis 0) or y (axis 1).
    fn rise(&self, pair: [u32; 2], cell: [i32; 2], axis: usize) -> Option<[u32; 2]> {
        let [one, two] = [self.floor(pair[0])?, self.floor(pair[1])?];
        if !is_wide(one, self.lattice) && !is_wide(two, self.lattice) {
            return None;
        }
        let rises = self.line(cell, axis).map(|at| {
            let [x, y] = self.in_soup(at);
            two.plane.height(x, y) - one.plane.height(x, y)
        });
        let least = f64::from(TREAD);
        if rises.iter().all(|&rise| rise >= least) {
            Some(pair)
        } else if rises.iter().all(|&rise| rise <= -least) {
            Some([pair[1], pair[0]])
        } else {
            None
        }
    }

    fn floor(&self, facet: u32) -> Option<&Facet> {
        self.tiled.facets().facets.get(facet as usize)
    }

    /// From the center of a cell to that of the next one along an axis.
    fn line(&self, cell: [i32; 2], axis: usize) -> [[f64; 2]; 2] {
        let mut next = cell;
        next[axis] += 1;
        [cell, next].map(|cell| [0, 1].map(|axis| self.lattice.center(axis, cell[axis])))
    }

    fn in_soup(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| at[axis] - f64::from(self.lattice.shift[axis]))
    }

    /// Whether a floor that is between two facets in height is on the line between two columns where these two are not.
    fn is_missed(&self, pair: [u32; 2], cell: [i32; 2], axis: usize) -> bool {
        // Beside small facets it is no matter: there, rises only tell that a floor is no tread.
        if !pair.iter().all(|&facet| self.floor(facet).is_some_and(|facet| is_wide(facet, self.lattice))) {
            return false;
        }
        let line = self.line(cell, axis);
        let floors = self.tiled.facets();
        // Most facets are of few triangles.
        let few = pair.iter().map(|&facet| floors.triangles_of(facet).len()).sum::<usize>() <= FEW;
        let all = self.tiled.of_tile(self.tile);
        let lists = if few { pair.map(|facet| floors.triangles_of(facet)) } else { [all, &[]] };
        let mut own: Vec<[f64; 2]> = lists
            .into_iter()
            .flatten()
            .filter(|&&triangle| pair.contains(&self.tiled.facet(triangle)))
            .filter_map(|&triangle| within(self.tiled.corners(triangle), line, axis))
            .collect();
        own.sort_unstable_by(|p, q| p[0].total_cmp(&q[0]));
        let mut free = [line[0][axis], line[0][axis]];
        let mut at = line[0][axis];
        // The other end may be on the edge of its facet, so that nothing of it is on the line.
        for part in own.into_iter().chain([[line[1][axis]; 2]]) {
            if part[0] - at > free[1] - free[0] {
                free = [at, part[0]];
            }
            at = at.max(part[1]);
        }
        if free[1] - free[0] <= NEAR_ROUGH as f64 {
            return false;
        }
        let mut middle = line[0];
        middle[axis] = 0.5 * (free[0] + free[1]);
        let [x, y] = [0, 1].map(|axis| middle[axis] - f64::from(self.lattice.shift[axis]));
        let height =
            |facet: u32| self.tiled.facets().facets.get(facet as usize).map(|f| f.plane.height(x, y));
        let [Some(one), Some(two)] = pair.map(height) else { return false };
        all.iter().any(|&triangle| {
            let facet = self.tiled.facet(triangle);
            !pair.contains(&facet)
                && height(facet).is_some_and(|z| one.min(two) < z && z < one.max(two))
                && within(self.tiled.corners(triangle), line, axis)
                    .is_some_and(|[from, to]| from <= middle[axis] && middle[axis] <= to)
        })
    }
}

/// Whether a facet is so wide that columns do not miss it.
pub(crate) fn is_wide(facet: &Facet, lattice: &Lattice) -> bool {
    let width = |axis: usize| f64::from(facet.bounds[1][axis]) - f64::from(facet.bounds[0][axis]);
    (0..2).all(|axis| width(axis) > 2.0 * lattice.cell[axis])
}

/// The part of a line along an axis that is within a triangle, seen from above.
fn within(corners: [[i32; 3]; 3], line: [[f64; 2]; 2], axis: usize) -> Option<[f64; 2]> {
    let place = line[0][1 - axis];
    let mut part = [f64::INFINITY, f64::NEG_INFINITY];
    for k in 0..3 {
        let [p, q] = [corners[k], corners[(k + 1) % 3]].map(|at| [0, 1].map(|axis| f64::from(at[axis])));
        let [from, to] = [p[1 - axis] - place, q[1 - axis] - place];
        if from.min(to) > 0.0 || from.max(to) < 0.0 {
            continue;
        }
        // An edge on the line has both of its ends there, and they are ends of the others, too.
        let share = if from == to { 0.0 } else { from / (from - to) };
        let at = p[axis] + share * (q[axis] - p[axis]);
        part = [part[0].min(at), part[1].max(at)];
    }
    let part = [part[0].max(line[0][axis]), part[1].min(line[1][axis])];
    (part[0] < part[1]).then_some(part)
}
