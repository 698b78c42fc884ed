//! Chains: stops come and go, and the pieces between them are counted.

use super::arrangement::{Arrangement, Course, Piece, PieceKey};
use crate::site::GridPoint;

impl Arrangement {
    /// The pieces of a course, in order.
    pub(super) fn pieces_of(&self, c: u32) -> impl Iterator<Item = &Piece> + '_ {
        let course = &self.courses[c as usize];
        let nodes = || course.nodes();
        nodes().zip(nodes().skip(1)).map(|(u, v)| &self.pieces[&PieceKey::new(u, v, course.layers[0])])
    }

    /// Leads a course through a node, unless it is already.
    pub(super) fn add_stop(&mut self, c: u32, v: u32) {
        let Err(place) = self.stop(c, v) else { return };
        let [u, w] = self.beside(c, place, place);
        self.courses[c as usize].stops.insert(place, v);
        self.drop_piece(c, u, w);
        self.use_piece(c, u, v);
        self.use_piece(c, v, w);
    }

    /// Leads a course past a node, if it is led through it.
    pub(super) fn remove_stop(&mut self, c: u32, v: u32) {
        let Ok(place) = self.stop(c, v) else { return };
        if place == usize::MAX {
            return;
        }
        let [u, w] = self.beside(c, place, place + 1);
        self.courses[c as usize].stops.remove(place);
        self.drop_piece(c, u, v);
        self.drop_piece(c, v, w);
        self.use_piece(c, u, w);
    }

    /// Where a node is among the stops of a course, `usize::MAX` for an end; or else where it would be.
    ///
    /// Pixels are met in the order of their centers along the course, and no two centers are side by side.
    fn stop(&self, c: u32, v: u32) -> Result<usize, usize> {
        let course = &self.courses[c as usize];
        if course.ends.contains(&v) {
            return Ok(usize::MAX);
        }
        let place = along(course, self.nodes[v as usize].at);
        course.stops.binary_search_by_key(&place, |&w| along(course, self.nodes[w as usize].at))
    }

    /// The nodes of a chain before one place among its stops and at another.
    fn beside(&self, c: u32, before: usize, at: usize) -> [u32; 2] {
        let Course { ends, stops, .. } = &self.courses[c as usize];
        [
            before.checked_sub(1).map_or(ends[0], |place| stops[place]),
            stops.get(at).copied().unwrap_or(ends[1]),
        ]
    }

    /// One chain more goes through the piece between two nodes.
    pub(super) fn use_piece(&mut self, c: u32, u: u32, v: u32) {
        let Arrangement { nodes, courses, pieces, changed_pieces, .. } = self;
        nodes[u as usize].pieces += 1;
        nodes[v as usize].pieces += 1;
        for &layer in courses[c as usize].on() {
            let key = PieceKey::new(u, v, layer);
            pieces.entry(key).or_default().add(c);
            changed_pieces.push(key);
        }
    }

    /// One chain less goes through the piece between two nodes.
    pub(super) fn drop_piece(&mut self, c: u32, u: u32, v: u32) {
        let Arrangement { nodes, courses, pieces, changed_pieces, .. } = self;
        nodes[u as usize].pieces -= 1;
        nodes[v as usize].pieces -= 1;
        for &layer in courses[c as usize].on() {
            let key = PieceKey::new(u, v, layer);
            pieces.get_mut(&key).expect("a chain's pieces are there").drop(c);
            changed_pieces.push(key);
        }
    }
}

/// How far along a course a grid point is, times the length of the course. At most 57 bits.
fn along(course: &Course, p: GridPoint) -> i64 {
    course.to.minus(course.from).dot(p.minus(course.from))
}
