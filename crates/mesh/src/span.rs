//! Where the connections of a scene lie on the border of one layer, and what is wrong with those that do not.
//!
//! A connection must be a piece of the border: walkable space on one side, all along, and nothing that touches it but at its ends.
//! Corners on it that only the drawing has, such as where two walkable rings meet, do not count: there the pieces are united.

use throng_voronoi::{InputPoint, PointId, SegmentId, Side};

use crate::border::Plan;
use crate::courses::Source;
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::ConnectionId;

/// A connection on the border of a layer.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) connection: ConnectionId,
    /// The segments that it consists of.
    pub(crate) pieces: Vec<SegmentId>,
    /// Where it starts and ends.
    pub(crate) ends: [PointId; 2],
    /// Points inside it.
    pub(crate) between: Vec<PointId>,
    /// On which side the layer lies: seen along the only piece, or else from its first end to its second.
    pub(crate) side: Side,
}

impl Plan<'_> {
    /// The connections of the layer.
    pub(crate) fn spans(&self, kept: &[bool], here: Whereabouts, problems: &mut Vec<Problem>) -> Vec<Span> {
        // The pieces of each connection, in one pass.
        let mut pieces: Vec<(u32, usize)> = Vec::new();
        for index in 0..self.segments.len() {
            pieces.extend(self.sources(index).filter_map(|source| match source {
                Source::Connection(connection) => Some((connection.0, index)),
                Source::Ring(_) => None,
            }));
        }
        pieces.sort_unstable();
        let mut spans = Vec::new();
        for (input, &source) in self.courses.sources.iter().enumerate() {
            let Source::Connection(connection) = source else { continue };
            let place = Whereabouts { connection: Some(connection), ..here };
            let first = pieces.partition_point(|&(other, _)| other < connection.0);
            let own: Vec<usize> = pieces[first..]
                .iter()
                .take_while(|&&(other, _)| other == connection.0)
                .map(|&(_, index)| index)
                .collect();
            match self.span(connection, input as u32, &own, kept) {
                Ok(span) => spans.push(span),
                Err((fault, at)) => problems.push(Problem { place: Whereabouts { at, ..place }, fault }),
            }
        }
        spans
    }

    fn span(
        &self,
        connection: ConnectionId,
        input: u32,
        own: &[usize],
        kept: &[bool],
    ) -> Result<Span, (Fault, Option<[f64; 2]>)> {
        let layer = || self.layer.id.clone();
        let ends = [InputPoint::Start(input), InputPoint::End(input)].map(|end| self.clean.point_of(end));
        let [a, b] = ends.map(|end| self.clean.points()[end as usize]);
        let along = [i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)];
        let mut side = None;
        let mut between: Vec<u32> = Vec::new();
        for &index in own {
            if let Some(other) = self.other_connection(index, connection) {
                return Err((Fault::ConnectionsCross { other }, None));
            }
            let [left, right] = self.sides(index).map(|side| side.walkable);
            let piece = self.clean.segments()[index];
            let [from, to] = piece.map(|end| self.clean.points()[end as usize]);
            let with = along[0] * (i64::from(to.x) - i64::from(from.x))
                + along[1] * (i64::from(to.y) - i64::from(from.y))
                > 0;
            match (left, right) {
                (false, false) => return Err((Fault::ConnectionOffBorder { layer: layer() }, None)),
                (true, true) => return Err((Fault::ConnectionInside { layer: layer() }, None)),
                _ => {}
            }
            // With one piece the side is as seen along that piece, which may run the other way.
            let here = if left == (with || own.len() == 1) { Side::Left } else { Side::Right };
            if *side.get_or_insert(here) != here {
                return Err((Fault::ConnectionFolds, None));
            }
            between.extend(piece.iter().filter(|end| !ends.contains(end)));
        }
        between.sort_unstable();
        between.dedup();
        if let Some(fault) = self.obstruction(connection, own, &between, kept) {
            return Err(fault);
        }
        let site = |point: u32| self.points[point as usize];
        Ok(Span {
            connection,
            pieces: own.iter().map(|&index| self.segments[index]).collect(),
            ends: ends.map(site),
            between: between.into_iter().map(site).collect(),
            side: side.ok_or_else(|| (Fault::ConnectionOffBorder { layer: layer() }, None))?,
        })
    }

    /// Another connection that runs along a piece.
    fn other_connection(&self, index: usize, connection: ConnectionId) -> Option<usize> {
        self.sources(index).find_map(|source| match source {
            Source::Connection(other) if other != connection => Some(other.0 as usize),
            _ => None,
        })
    }

    /// What touches a connection between its ends, if that matters.
    fn obstruction(
        &self,
        connection: ConnectionId,
        own: &[usize],
        between: &[u32],
        kept: &[bool],
    ) -> Option<(Fault, Option<[f64; 2]>)> {
        if between.is_empty() {
            return None;
        }
        let position = |point: u32| {
            let source = self.clean.point_sources(point as usize).first();
            source.map(|&source| match source {
                InputPoint::Point(index) => self.courses.points[index as usize],
                InputPoint::Start(index) => self.courses.segments[index as usize][0],
                InputPoint::End(index) => self.courses.segments[index as usize][1],
            })
        };
        for (index, ends) in self.clean.segments().iter().enumerate() {
            let Some(&point) = ends.iter().find(|end| between.binary_search(end).is_ok()) else { continue };
            let matters = kept[index] && self.sides(index).iter().any(|side| side.walkable);
            if let Some(other) = self.other_connection(index, connection) {
                return Some((Fault::ConnectionsCross { other }, position(point)));
            }
            if matters && !own.contains(&index) {
                return Some((Fault::ConnectionBlocked { layer: self.layer.id.clone() }, position(point)));
            }
        }
        let obstacle = (0..self.courses.points.len() as u32).map(InputPoint::Point);
        let on_it =
            obstacle.map(|point| self.clean.point_of(point)).find(|p| between.binary_search(p).is_ok());
        on_it.map(|point| (Fault::ConnectionBlocked { layer: self.layer.id.clone() }, position(point)))
    }
}
