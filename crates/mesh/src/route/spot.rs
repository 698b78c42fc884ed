//! A place on the medial axis as a search sees it: how far it is to the ends of its edge, and whether a disc gets there.

use crate::id::EdgeId;
use crate::mesh::Mesh;
use crate::plane::Point;
use crate::route::network::Step;
use crate::route::partial::OnAxis;

/// A place on the medial axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) at: Point,
    pub(crate) place: OnAxis,
    pub(crate) edge: EdgeId,
    /// Length to the start and to the end of the edge. \[m\]
    lengths: [f64; 2],
    /// Whether there is room enough all the way to the start and to the end of the edge.
    open: [bool; 2],
}

impl Spot {
    /// A place, for discs that need `room`. \[m\]
    pub(crate) fn new(mesh: &Mesh, place: OnAxis, room: f64) -> Self {
        let partials = mesh.partials(place);
        Self {
            at: mesh.arc(place.cell).point(place.t),
            place,
            edge: mesh.cells[place.cell.index()].edge,
            lengths: partials.map(|partial| partial.length),
            open: partials.map(|partial| partial.min_clearance >= room),
        }
    }

    /// Length from the place to the end of its edge in a direction. \[m\]
    pub(crate) fn length_ahead(&self, step: Step) -> f64 {
        self.lengths[usize::from(step.forward)]
    }

    /// Whether there is room enough to the end of its edge in a direction.
    pub(crate) fn is_open_ahead(&self, step: Step) -> bool {
        self.open[usize::from(step.forward)]
    }
}
