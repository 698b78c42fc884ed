//! Layers of joints, cells and connections; and whether every flank is found where it is.

use crate::id::FlankId;
use crate::locate::{Position, TOLERANCE};
use crate::mesh::Mesh;
use crate::plane::Point;
use crate::scene::ConnectionId;
use crate::violation::MeshViolation;

impl Mesh {
    pub(super) fn check_places(&self) -> Result<(), MeshViolation> {
        self.check_links()?;
        for c in self.live_cells() {
            let cell = self.cells[c.index()];
            let joint = self.joint(self.flank(c.left()).start);
            if cell.layer() != joint.layer {
                return Err(MeshViolation::CellLayer { cell: c, layer: cell.layer(), joint: joint.layer });
            }
            let touching = self.links_touching(c, cell.layer()).len();
            if cell.spans() != (touching > 0) {
                return Err(MeshViolation::Spans { cell: c, touching });
            }
        }
        for j in self.live_joints() {
            let joint = *self.joint(j);
            for f in self.around(j).flat_map(|f| [f, f.twin()]) {
                // Seen from a wall, as that knows its layer.
                let obstacle = self.flank(f).obstacle;
                let spans = self.cells[f.cell().index()].spans();
                if obstacle.is_wall() && !spans && self.layer_of_wall(obstacle.index()) != joint.layer
                    || spans && !self.is_on(f, joint.at, joint.layer)
                {
                    let found = self.layer_in(f, joint.at);
                    return Err(MeshViolation::JointLayer { joint: j, layer: joint.layer, flank: f, found });
                }
            }
        }
        self.live_flanks().try_for_each(|f| self.check_found(f))
    }

    /// Ends of connections are corners, but for those that an obstacle covers.
    fn check_links(&self) -> Result<(), MeshViolation> {
        let key = |p: &Point| p.map(f64::to_bits);
        let mut corners: Vec<[u64; 2]> = self.corners.iter().map(key).collect();
        corners.sort_unstable();
        for (link, index) in self.links.iter().zip(0..) {
            for end in link.segment {
                let covered =
                    || link.between.iter().all(|&layer| self.find(Position::new(end, layer), None).is_none());
                if corners.binary_search(&key(&end)).is_err() && !covered() {
                    return Err(MeshViolation::LinkEnd { connection: ConnectionId(index), end });
                }
            }
        }
        Ok(())
    }

    /// The middle of a flank is found, in a flank that contains it, on its layer.
    fn check_found(&self, f: FlankId) -> Result<(), MeshViolation> {
        let outline = self.outline(f);
        let corners = outline.corners();
        let at = [0, 1].map(|k| corners.iter().map(|corner| corner[k]).sum::<f64>() / corners.len() as f64);
        let layer = self.layer_in(f, at);
        // A walk would find it even if it is not listed.
        let listed = self.layers[layer.0 as usize].index.at(at);
        let found = self.find_among(listed, Position::new(at, layer));
        match found {
            Some(g) if self.outline(g).excess(at) <= TOLERANCE && self.is_on(g, at, layer) => Ok(()),
            _ => Err(MeshViolation::Lost { flank: f, at, layer }),
        }
    }
}
