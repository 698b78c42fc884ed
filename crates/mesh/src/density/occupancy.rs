//! Who is where: how many characters are in each cell and on each edge, and how much of the floor they cover.
//!
//! Idea. A character belongs to the one cell that has its center, and with it to that cell's edge. So a character that enters,
//! leaves or moves changes two sums or four. The density of an edge is the part of its cells' area that discs cover.
//!
//! Invariant: the sums of an edge are those of its cells; a slot that is free counts nobody.
//! Cost: a character that changes its cell costs a few additions in two cells and two edges. An update of the mesh costs the
//! cells of the edges that it touched.
//! Numbers: areas of discs are whole square millimeters, so that sums do not depend on the order of additions: the same on any
//! number of threads, and exactly nothing after all have left. Areas of edges are sums over their cells in order.
//! Degenerate: an edge without area is full as soon as somebody is on it, and a density is at most one, however small the edge.
//! After: the thesis, 9.3.

use rayon::prelude::*;

use crate::change::Event;
use crate::flank::Outline;
use crate::id::{CellId, EdgeId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::turn;

/// The area of a person seen from above: a disc with a radius of 0.24 m. \[m²\] So the thesis translates densities, in its
/// table 9.1.
pub const PERSON_AREA: f64 = 0.18;

/// Units of covered area in a square meter.
const UNITS: f64 = 1e6;

/// No edge: the cell's slot is free.
const NONE: EdgeId = EdgeId(u32::MAX);

/// How many characters are in each cell and on each edge of a mesh, and how dense that makes it.
///
/// It knows cells, not characters: whoever moves them says so, one by one or all at once ([`Occupancy::track`]).
///
/// ```
/// use throng_mesh::{Event, Mesh, Occupancy, Position, LayerId, sample};
///
/// let mesh = Mesh::build(&sample::floors())?.mesh;
/// let mut occupancy = Occupancy::new(&mesh);
///
/// // Three characters, as arrays: where they are, how large they are, and the cells that they were in last.
/// let mut positions = [[1.0, 3.0], [1.2, 3.1], [5.0, 1.0]].map(|at| Position::new(at, LayerId(0)));
/// let radii = [0.24; 3];
/// let mut cells = [None; 3];
/// occupancy.track(&mesh, &mut cells, &positions, &radii);
/// assert_eq!(occupancy.total(), 3);
///
/// // They move.
/// positions[0].at[0] += 3.0;
/// occupancy.track(&mesh, &mut cells, &positions, &radii);
/// let edge = mesh.cell(cells[0].expect("one can walk there")).edge().id();
/// assert!(occupancy.density(edge) > 0.0);
///
/// // The mesh changes: whoever was in a cell that is gone is nowhere, until tracked again.
/// let event = Event::default(); // what the update of the mesh returned
/// occupancy.on_event(&mesh, &event, &mut cells);
/// occupancy.track(&mesh, &mut cells, &positions, &radii);
/// assert_eq!(occupancy.total(), 3);
/// # Ok::<(), throng_mesh::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Occupancy {
    cells: Vec<InCell>,
    edges: Vec<OnEdge>,
    total: u64,
    /// Version of the mesh.
    version: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct InCell {
    edge: EdgeId,
    count: u32,
    covered: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct OnEdge {
    count: u32,
    covered: u64,
    /// \[m²\]
    area: f64,
}

const FREE: InCell = InCell { edge: NONE, count: 0, covered: 0 };
const EMPTY: OnEdge = OnEdge { count: 0, covered: 0, area: 0.0 };

impl Occupancy {
    /// Nobody is anywhere.
    pub fn new(mesh: &Mesh) -> Self {
        let mut occupancy = Self {
            cells: vec![FREE; mesh.cells.len()],
            edges: vec![EMPTY; mesh.edges.len()],
            total: 0,
            version: mesh.version(),
        };
        for cell in 0..mesh.cells.len() {
            let edge = mesh.cells[cell].edge;
            occupancy.cells[cell].edge = edge;
            if edge != NONE {
                occupancy.edges[edge.index()].area += area_of_cell(mesh, CellId(cell as u32));
            }
        }
        occupancy
    }

    /// A character comes into a cell. \[m\] A cell that does not exist counts nobody.
    #[inline]
    pub fn enter(&mut self, cell: CellId, radius: f64) {
        self.total += u64::from(self.come(cell, disc(radius)));
    }

    /// A character goes out of a cell that it came into before, with the same radius. \[m\] If nobody is there, nobody goes.
    #[inline]
    pub fn leave(&mut self, cell: CellId, radius: f64) {
        self.total -= u64::from(self.go(cell, disc(radius)));
    }

    /// A character goes from one cell into another, which may be the same. \[m\]
    #[inline]
    pub fn moved(&mut self, from: CellId, to: CellId, radius: f64) {
        if from != to {
            let covered = disc(radius);
            let (gone, come) = (self.go(from, covered), self.come(to, covered));
            // Nearly always both or none: then there is no sum that all characters wait for, one after the other.
            if gone != come {
                self.total = self.total - u64::from(gone) + u64::from(come);
            }
        }
    }

    /// Counts a disc in a cell and on its edge; whether there is such a cell.
    #[inline]
    fn come(&mut self, cell: CellId, covered: u64) -> bool {
        let Some(own) = self.cells.get_mut(cell.index()).filter(|own| own.edge != NONE) else { return false };
        own.count += 1;
        own.covered += covered;
        let edge = &mut self.edges[own.edge.index()];
        edge.count += 1;
        edge.covered += covered;
        true
    }

    /// Counts a disc no more; whether somebody was there.
    #[inline]
    fn go(&mut self, cell: CellId, covered: u64) -> bool {
        let Some(own) = self.cells.get_mut(cell.index()).filter(|own| own.count > 0) else { return false };
        // No more than there is, if the radius is another one, so that edge and cell keep telling the same.
        let covered = covered.min(own.covered);
        own.count -= 1;
        own.covered -= covered;
        let edge = &mut self.edges[own.edge.index()];
        edge.count -= 1;
        edge.covered -= covered;
        true
    }

    /// Finds the cells in which characters are now, each from the one that it was in last, and counts those that moved.
    ///
    /// `cells` are the last ones, `None` for characters that were nowhere; afterwards the present ones, `None` for whoever is
    /// not in walkable space. Cells are looked for on all threads; the result is that of one. \[m\]
    ///
    /// # Panics
    /// If the arrays are not of one length.
    pub fn track(
        &mut self,
        mesh: &Mesh,
        cells: &mut [Option<CellId>],
        positions: &[Position],
        radii: &[f64],
    ) {
        assert!(
            cells.len() == positions.len() && cells.len() == radii.len(),
            "each character has a cell, a position and a radius"
        );
        // A thread should have enough to do; a location takes some 50 ns.
        let now: Vec<Option<CellId>> = (cells.par_iter(), positions.par_iter())
            .into_par_iter()
            .with_min_len(1024)
            .map(|(&cell, &position)| mesh.locate(position, cell))
            .collect();
        for ((cell, now), &radius) in cells.iter_mut().zip(now).zip(radii) {
            if *cell == now {
                continue;
            }
            if let Some(cell) = *cell {
                self.leave(cell, radius);
            }
            if let Some(now) = now {
                self.enter(now, radius);
            }
            *cell = now;
        }
    }

    /// The mesh has changed: forgets who was in cells that are gone, and learns those that are new.
    ///
    /// `cells` are the cells of the characters, as for [`Occupancy::track`], which then counts them again; those in cells that
    /// are gone become `None`. Events are to be told one by one, each before the mesh changes again; after one that was missed,
    /// or with a mesh of another version, it starts anew, and all characters are nowhere. An event that was told before changes
    /// nothing.
    pub fn on_event(&mut self, mesh: &Mesh, event: &Event, cells: &mut [Option<CellId>]) {
        if event.version <= self.version {
            return;
        }
        if event.version != self.version + 1 || mesh.version() != event.version {
            *self = Self::new(mesh);
            cells.fill(None);
            return;
        }
        self.version = event.version;
        self.cells.resize(mesh.cells.len(), FREE);
        self.edges.resize(mesh.edges.len(), EMPTY);
        let mut touched: Vec<EdgeId> = event.edges_added.clone();
        for cell in &event.cells_removed {
            let Some(own) = self.cells.get_mut(cell.index()) else { continue };
            let InCell { edge, count, .. } = std::mem::replace(own, FREE);
            self.total -= u64::from(count);
            touched.push(edge);
        }
        for edge in &event.edges_removed {
            if let Some(own) = self.edges.get_mut(edge.index()) {
                *own = EMPTY;
            }
        }
        let added = event.cells_added.iter().filter(|cell| cell.index() < mesh.cells.len());
        touched.extend(added.map(|cell| mesh.cells[cell.index()].edge));
        self.recount(mesh, touched);
        for cell in cells {
            *cell = cell.filter(|cell| self.has(*cell));
        }
    }

    /// Puts together edges from their cells; a cell may have become part of another edge, and takes its characters along.
    fn recount(&mut self, mesh: &Mesh, mut touched: Vec<EdgeId>) {
        touched.sort_unstable();
        touched.dedup();
        while let Some(id) = touched.pop() {
            if id.index() >= mesh.edges.len() {
                continue;
            }
            let edge = mesh.edges[id.index()];
            let mut sums = EMPTY;
            for cell in edge.first_cell.0..edge.first_cell.0 + edge.num_cells {
                let own = &mut self.cells[cell as usize];
                let before = std::mem::replace(&mut own.edge, id);
                if before != id && before != NONE {
                    touched.push(before);
                }
                sums.count += own.count;
                sums.covered += own.covered;
                sums.area += area_of_cell(mesh, CellId(cell));
            }
            self.edges[id.index()] = sums;
        }
    }

    /// How many characters there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many characters are in a cell.
    pub fn count_in(&self, cell: CellId) -> u32 {
        self.cells.get(cell.index()).map_or(0, |cell| cell.count)
    }

    /// How many characters are in the cells of an edge.
    #[inline]
    pub fn count(&self, edge: EdgeId) -> u32 {
        self.edges.get(edge.index()).map_or(0, |edge| edge.count)
    }

    /// The area of the cells of an edge. \[m²\]
    pub fn area(&self, edge: EdgeId) -> f64 {
        self.edges.get(edge.index()).map_or(0.0, |edge| edge.area)
    }

    /// The density of an edge: the part of its cells' area that characters cover, from 0 to 1.
    #[inline]
    pub fn density(&self, edge: EdgeId) -> f64 {
        let Some(edge) = self.edges.get(edge.index()).filter(|edge| edge.covered > 0) else { return 0.0 };
        // Divided by nothing it is infinite, which is one.
        (edge.covered as f64 / UNITS / edge.area).min(1.0)
    }

    /// The density of an edge in persons: as many of [`PERSON_AREA`] as would cover what characters do, from 0 to 5.56.
    /// \[1/m²\]
    ///
    /// Fundamental diagrams and levels of service go by it.
    #[inline]
    pub fn persons_per_area(&self, edge: EdgeId) -> f64 {
        self.density(edge) / PERSON_AREA
    }

    /// Whether there is such a cell.
    fn has(&self, cell: CellId) -> bool {
        self.cells.get(cell.index()).is_some_and(|cell| cell.edge != NONE)
    }
}

/// The area of a disc, in units; none if its radius is not a number, or negative. \[m\]
#[inline]
fn disc(radius: f64) -> u64 {
    /// The largest disc. \[m\] As many of them as can be counted can also be summed up.
    const LARGEST: f64 = 30.0;
    let radius = radius.clamp(0.0, LARGEST);
    // To the nearest, as cutting off what is behind the point: a call of `round` takes longer than all else here.
    (std::f64::consts::PI * UNITS * radius * radius + 0.5) as u64
}

/// The area of a cell, with the chord in place of its arc. \[m²\]
fn area_of_cell(mesh: &Mesh, cell: CellId) -> f64 {
    // Of flanks that are thinner than rounding the area may come out below zero.
    [cell.left(), cell.right()].map(|f| mesh.outline(f).area().max(0.0)).iter().sum()
}

impl Outline {
    /// Its area. \[m²\]
    fn area(&self) -> f64 {
        let corners = self.corners();
        let fan = corners.windows(2).skip(1).map(|pair| turn(corners[0], pair[0], pair[1]));
        fan.sum::<f64>() / 2.0
    }
}

#[cfg(test)]
mod tests;
