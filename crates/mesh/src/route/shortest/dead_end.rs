//! Dead ends of the medial axis: no shortest way turns back in one, so those without the goal are not entered. In a mesh that has changed nobody
//! knows them until it is prepared; then searches look into them too, and find the same.

use crate::id::FlankId;
use crate::route::network::{Place as EdgePlace, VertexPlace};
use crate::route::shortest::place::Piece;
use crate::route::shortest::{Ask, Shortest};

impl Shortest {
    /// Whether one gets through an edge, or to a goal in it, and not into a dead end that has no goal.
    #[inline]
    pub(super) fn is_way(&self, ask: Ask<'_>, o: FlankId) -> bool {
        let mesh = ask.space.mesh;
        let edge = mesh.cells[o.cell().index()].edge;
        let least = mesh.edges[edge.index()].min_clearance;
        if least <= ask.space.radius && !(ask.squeezes && least >= ask.room) {
            return matches!(ask.goal.piece, Piece::Cell { cell, .. } if mesh.cells[cell.index()].edge == edge);
        }
        match ask.network.map(|network| network.places[edge.index()]) {
            Some(EdgePlace::DeadEnd { forward }) if forward != (o == o.cell().left()) => {
                self.inward.contains(&edge)
            }
            _ => true,
        }
    }

    /// Step 1: the way into the dead end of the goal, if it is in one.
    pub(super) fn find_dead_ends(&mut self, ask: Ask<'_>) {
        self.inward.clear();
        let Some(network) = ask.network else { return };
        let mesh = ask.space.mesh;
        let mut vertex = match ask.goal.piece {
            Piece::Vertex(j) => j,
            Piece::Cell { cell, .. } => {
                let edge = mesh.cells[cell.index()].edge;
                let EdgePlace::DeadEnd { forward } = network.places[edge.index()] else { return };
                self.inward.push(edge);
                mesh.ends_of_edge(edge)[usize::from(forward)]
            }
        };
        while let VertexPlace::DeadEnd(step) = network.vertices[vertex.index()] {
            self.inward.push(step.edge);
            vertex = mesh.ends_of_edge(step.edge)[usize::from(step.forward)];
        }
    }
}
