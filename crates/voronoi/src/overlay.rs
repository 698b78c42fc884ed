//! A living set of shapes over a diagram: they may cross, touch, overlap and repeat each other.
//!
//! Idea. The kernel wants segments that meet only at common ends. Between it and the shapes stands their
//! arrangement ([`arrangement`]), which says what nodes and pieces there are. A change of a shape
//! changes the arrangement, and the difference goes to the diagram.
//!
//! 1. Bring the arrangement up to date; it notes which pieces and nodes come and go.
//! 2. Remove segments that are no pieces any more, then points that are no nodes any more.
//! 3. Insert points for new nodes, each found from a node near it, then segments for new pieces.
//!
//! Invariant ([`Overlay::check`]): the diagram is that of the arrangement, and the arrangement is a function of the set
//! of shapes. So removing a shape restores exactly what was there without it.
//! Cost: that of the changes in the diagram, and about a microsecond a segment for the rest if it meets nothing. A piece
//! that is split is removed and its parts inserted, which for a long wall with many neighbors is the larger part.

mod arrangement;
mod ask;
mod chain;
mod check;
mod hash;
mod heat;
mod index;
mod sheets;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use self::arrangement::{Arrangement, Course, Node, Piece, PieceKey};
pub use self::ask::Differences;
pub use self::check::OverlayViolation;

use crate::diagram::Diagram;
use crate::id::{PointId, SegmentId, VertexId};
use crate::site::{GridPoint, MAX_COORD, Site};
use crate::tally::Tally;

/// A shape of an [`Overlay`]. Never the same for two shapes of one overlay, even if the first is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapeId {
    slot: u32,
    generation: u32,
}

/// Why a shape was not inserted or removed. The overlay is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OverlayError {
    /// The shape has no segments.
    #[error("a shape needs at least one segment; one of length zero is a point")]
    Empty,
    /// A point is outside the box.
    #[error("point ({}, {}) is outside the box of ±{MAX_COORD} grid units; use a coarser grid or another origin", .0.x, .0.y)]
    OutOfRange(GridPoint),
    /// No such shape.
    #[error("there is no shape {}.{}, or no more", .0.slot, .0.generation)]
    NoShape(ShapeId),
}

/// What a change of a shape did to the diagram, from before it to after it.
///
/// Slots of what is gone are used again, so the same id may be in both lists of a kind: then the old thing of that name
/// is gone, and a new one has its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlayChange {
    /// Voronoi vertices that are gone.
    pub vertices_removed: Vec<VertexId>,
    /// Voronoi vertices that are new.
    pub vertices_added: Vec<VertexId>,
    /// Segments that are gone.
    pub segments_removed: Vec<SegmentId>,
    /// Segments that are new.
    pub segments_added: Vec<SegmentId>,
    /// Points that are gone.
    pub points_removed: Vec<PointId>,
    /// Points that are new.
    pub points_added: Vec<PointId>,
}

/// Shapes that may meet in any way, and the diagram of their arrangement.
///
/// ```
/// use throng_voronoi::{GridPoint, Overlay};
/// let p = GridPoint::new;
/// let mut overlay = Overlay::new();
/// overlay.insert(&[[p(0, 0), p(8, 8)]])?;
/// let (across, _) = overlay.insert(&[[p(0, 8), p(8, 0)]])?;
/// assert_eq!(overlay.diagram().num_segments(), 4, "both are split where they cross");
/// overlay.remove(across)?;
/// assert_eq!(overlay.diagram().num_segments(), 1, "the first is whole again");
/// # Ok::<(), throng_voronoi::OverlayError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    diagram: Diagram,
    arrangement: Arrangement,
    shapes: Vec<Shape>,
    free_shapes: Vec<u32>,
    /// Adds up what the kernel's operations do.
    tally: Tally,
    /// The point inserted last: a hint if there is no better one.
    recent: Option<PointId>,
}

#[derive(Clone, Debug, Default)]
struct Shape {
    generation: u32,
    /// Empty if the slot is free.
    courses: Vec<u32>,
}

impl Overlay {
    /// No shapes, and the diagram of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Many shapes at once: much quicker than one after the other, with the same arrangement.
    ///
    /// ```
    /// use throng_voronoi::{Overlay, sample};
    /// let segments = sample::squares(4, 1);
    /// let (overlay, shapes) = Overlay::build(segments.chunks(4))?;
    /// assert_eq!(shapes.len(), 17);
    /// assert_eq!(overlay.diagram().num_segments(), 68);
    /// # Ok::<(), throng_voronoi::OverlayError>(())
    /// ```
    ///
    /// # Errors
    /// If a shape is empty, or a point out of range.
    pub fn build<'a>(
        shapes: impl IntoIterator<Item = &'a [[GridPoint; 2]]>,
    ) -> Result<(Self, Vec<ShapeId>), OverlayError> {
        let mut overlay = Self::new();
        let mut ids = Vec::new();
        for segments in shapes {
            admit(segments)?;
            ids.push(overlay.arrange(segments));
        }
        overlay.arrangement.spread();
        overlay.build_diagram();
        Ok((overlay, ids))
    }

    /// Inserts a shape: segments given by their ends, of which those of length zero are points.
    ///
    /// Segments are led through the grid point nearest to where they cross others. That moves them, there and as long
    /// as nothing else holds them, by at most half a unit in x and in y. What crosses nothing stays as it is.
    ///
    /// # Errors
    /// If the shape is empty, or a point out of range.
    pub fn insert(&mut self, segments: &[[GridPoint; 2]]) -> Result<(ShapeId, OverlayChange), OverlayError> {
        admit(segments)?;
        let shape = self.arrange(segments);
        self.arrangement.spread();
        Ok((shape, self.update()))
    }

    /// Removes a shape. What it had split or moved is again as it would be if the shape had never been there.
    ///
    /// # Errors
    /// If there is no such shape.
    pub fn remove(&mut self, shape: ShapeId) -> Result<OverlayChange, OverlayError> {
        if !self.has_shape(shape) {
            return Err(OverlayError::NoShape(shape));
        }
        for c in std::mem::take(&mut self.shapes[shape.slot as usize].courses) {
            self.arrangement.remove(c);
        }
        self.shapes[shape.slot as usize].generation += 1;
        self.free_shapes.push(shape.slot);
        self.arrangement.settle();
        Ok(self.update())
    }

    /// The diagram.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The diagram alone, without what could remove the shapes again.
    pub fn into_diagram(self) -> Diagram {
        self.diagram
    }

    /// Number of shapes.
    pub fn num_shapes(&self) -> usize {
        self.shapes.len() - self.free_shapes.len()
    }

    /// Whether the shape is there.
    pub fn has_shape(&self, shape: ShapeId) -> bool {
        let found = self.shapes.get(shape.slot as usize);
        found.is_some_and(|found| found.generation == shape.generation && !found.courses.is_empty())
    }

    /// The segments of the diagram that a shape consists of, in its own order and each piece in the order along
    /// its segment. A segment may belong to several shapes, and to one shape several times.
    ///
    /// # Errors
    /// If there is no such shape.
    pub fn segments_of(&self, shape: ShapeId) -> Result<Vec<SegmentId>, OverlayError> {
        if !self.has_shape(shape) {
            return Err(OverlayError::NoShape(shape));
        }
        let courses = &self.shapes[shape.slot as usize].courses;
        Ok(courses
            .iter()
            .flat_map(|&c| self.arrangement.pieces_of(c))
            .filter_map(|piece| piece.site)
            .collect())
    }

    /// Step 1 of an insertion, but for what spreads.
    fn arrange(&mut self, segments: &[[GridPoint; 2]]) -> ShapeId {
        let courses = segments.iter().map(|&[a, b]| self.arrangement.insert(0, a, b, 0)).collect();
        let slot = self.free_shapes.pop().unwrap_or_else(|| {
            self.shapes.push(Shape::default());
            u32::try_from(self.shapes.len() - 1).expect("fewer than 2^32 shapes")
        });
        let shape = &mut self.shapes[slot as usize];
        shape.courses = courses;
        ShapeId { slot, generation: shape.generation }
    }

    /// The diagram of all nodes and pieces, from nothing.
    fn build_diagram(&mut self) {
        let Arrangement { nodes, pieces, changed_nodes, changed_pieces, .. } = &mut self.arrangement;
        let points: Vec<GridPoint> = nodes.iter().map(|node| node.at).collect();
        // A piece may have come, gone and come again: then it is in the list twice.
        changed_pieces.sort_unstable();
        changed_pieces.dedup();
        changed_pieces.retain(|key| !pieces[key].is_unused());
        pieces.retain(|_, piece| !piece.is_unused());
        let ends: Vec<[u32; 2]> = changed_pieces.iter().map(|key| key.ends).collect();
        let built = Diagram::build(&points, &ends).expect("an arrangement is clean");
        for (node, point) in nodes.iter_mut().zip(&built.points) {
            node.site = Some(*point);
        }
        for (key, segment) in changed_pieces.iter().zip(&built.segments) {
            pieces.get_mut(key).expect("kept above").site = *segment;
        }
        changed_nodes.clear();
        changed_pieces.clear();
        self.recent = built.points.last().copied();
        self.diagram = built.diagram;
    }

    /// Steps 2 and 3.
    fn update(&mut self) -> OverlayChange {
        let (diagram, arrangement, tally) = (&mut self.diagram, &mut self.arrangement, &mut self.tally);
        tally.begin();
        // 2.
        for &key in &arrangement.changed_pieces {
            let Some(piece) = arrangement.pieces.get(&key).filter(|piece| piece.is_unused()) else {
                continue;
            };
            if let Some(segment) = piece.site {
                tally.note(diagram.remove_segment(segment).expect("pieces are segments"));
                tally.remove_segment(segment);
            }
            arrangement.pieces.remove(&key);
        }
        for &v in &arrangement.changed_nodes {
            let node = &mut arrangement.nodes[v as usize];
            if !node.is_used() {
                if let Some(point) = node.site.take() {
                    tally.note(diagram.remove_point(point).expect("no piece ends here any more"));
                    tally.remove_point(point);
                }
                arrangement.free_nodes.push(v);
            }
        }
        // 3.
        for &v in &arrangement.changed_nodes {
            let node = &arrangement.nodes[v as usize];
            if !node.is_used() || node.site.is_some() {
                continue;
            }
            let hint = node.near.and_then(|near| arrangement.nodes[near as usize].site).or(self.recent);
            let inserted = diagram.insert_point(node.at, hint.map(Site::Point));
            let (point, kernel) = inserted.expect("nodes are apart, and on no piece");
            tally.note(kernel);
            tally.add_point(point);
            arrangement.nodes[v as usize].site = Some(point);
            self.recent = Some(point);
        }
        for &key in &arrangement.changed_pieces {
            let Some(piece) = arrangement.pieces.get_mut(&key) else { continue };
            if piece.site.is_none() {
                let ends = key.ends.map(|v| arrangement.nodes[v as usize].site);
                let [Some(a), Some(b)] = ends else { unreachable!("nodes have points by now") };
                let (segment, kernel) = diagram.insert_segment(a, b).expect("pieces do not meet");
                piece.site = Some(segment);
                tally.note(kernel);
                tally.add_segment(segment);
            }
        }
        arrangement.changed_pieces.clear();
        arrangement.changed_nodes.clear();
        let mut sum = OverlayChange::default();
        tally.finish(&mut sum);
        sum
    }
}

/// Whether a shape may come in.
fn admit(segments: &[[GridPoint; 2]]) -> Result<(), OverlayError> {
    if segments.is_empty() {
        return Err(OverlayError::Empty);
    }
    let inside = |p: &&GridPoint| p.x.unsigned_abs().max(p.y.unsigned_abs()) <= MAX_COORD.unsigned_abs();
    match segments.as_flattened().iter().find(|p| !inside(p)) {
        Some(&p) => Err(OverlayError::OutOfRange(p)),
        None => Ok(()),
    }
}
