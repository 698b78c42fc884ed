//! Whether two meshes are the same but for the names of things.
//!
//! 1. Numbers: cells, edges, vertices, walls, corners, components, area.
//! 2. Cells, one by one: a partner has the same two obstacles, to the bit, and its ends in the same places, up to rounding.
//! 3. Edges: the partners of an edge's cells are the cells of one edge.
//! 4. Components: as for edges.

use std::collections::BTreeMap;

use crate::id::{CellId, CornerId, EdgeId, FlankId};
use crate::mesh::Mesh;
use crate::plane::{Point, distance, nearest_on_segment};
use crate::scene::LayerId;

/// How far joints may be apart. \[m\] A hundredth of a grid unit. Where many obstacles are nearly at one distance the rounding of a
/// vertex is a thousandth of that.
const TOLERANCE: f64 = 1e-6;

/// An obstacle by its places: a corner twice, or the ends of a wall, the smaller first. As bits, which sort.
type Place = [[u64; 2]; 2];

/// A place this near to a connection may be on either of its layers. \[m\] Rounding moves connections by less than a grid unit.
const ON_CONNECTION: f64 = 2e-4;

/// What names a cell in both meshes: its obstacles, the smaller first.
type Name = [Place; 2];

impl Mesh {
    /// Whether another mesh is the same but for the ids of things and for rounding.
    ///
    /// # Errors
    /// A difference, in words.
    pub fn same_as(&self, other: &Self) -> Result<(), String> {
        // Step 1.
        let counts = |mesh: &Self| {
            [
                ("cells", mesh.num_cells()),
                ("edges", mesh.num_edges()),
                ("vertices", mesh.num_vertices()),
                ("walls", mesh.num_walls()),
                ("corners", mesh.num_corners()),
                ("components", mesh.num_components()),
            ]
        };
        for ((what, here), (_, there)) in counts(self).into_iter().zip(counts(other)) {
            if here != there {
                return Err(format!("{here} {what} here, {there} there"));
            }
        }
        if (self.area() - other.area()).abs() > TOLERANCE * self.area().max(1.0) {
            return Err(format!("{} m² here, {} m² there", self.area(), other.area()));
        }
        // Step 2.
        let mut partners: BTreeMap<Name, Vec<CellId>> = BTreeMap::new();
        for c in other.live_cells() {
            partners.entry(other.name_of(c).0).or_default().push(c);
        }
        let mut edges: BTreeMap<EdgeId, EdgeId> = BTreeMap::new();
        let mut components = [BTreeMap::new(), BTreeMap::new()];
        for c in self.live_cells() {
            let (name, turned) = self.name_of(c);
            let ends = self.ends_in_order(c, turned);
            let list = partners.get_mut(&name);
            let place = list.as_ref().and_then(|list| {
                list.iter().position(|&d| {
                    let there = other.ends_in_order(d, other.name_of(d).1);
                    // With the same obstacle on both sides either direction will do.
                    let same = near(ends, there) || name[0] == name[1] && near(ends, [there[1], there[0]]);
                    same && self.has_layer_of(c, other, d)
                })
            });
            let (Some(list), Some(place)) = (list, place) else {
                return Err(format!("cell {} from {:?} to {:?} is not there", c.0, ends[0], ends[1]));
            };
            let d = list.swap_remove(place);
            // Steps 3 and 4.
            let [here, there] = [(self, c), (other, d)].map(|(mesh, c)| mesh.cells[c.index()].edge);
            if *edges.entry(here).or_insert(there) != there {
                return Err(format!("cells of edge {} are parts of several edges there", here.0));
            }
            let (from, to) = (self.edges[here.index()].component, other.edges[there.index()].component);
            let [forth, back] = &mut components;
            if *forth.entry(from).or_insert(to) != to || *back.entry(to).or_insert(from) != from {
                return Err(format!("component {from} is not one component there"));
            }
        }
        Ok(())
    }

    /// The name of a cell, and whether its sides come in the other order.
    fn name_of(&self, c: CellId) -> (Name, bool) {
        let [left, right] = [c.left(), c.right()].map(|f| self.place_of(f));
        ([left.min(right), left.max(right)], left > right)
    }

    /// Whether two cells start on the same layer. On a connection either of its layers will do.
    fn has_layer_of(&self, c: CellId, other: &Self, d: CellId) -> bool {
        let [here, there] = [(self, c), (other, d)].map(|(mesh, c)| {
            let joints = [c.left(), c.right()].map(|f| mesh.joint(mesh.flank(f).start));
            joints.map(|joint| (joint.layer, joint.at))
        });
        let alike = |(layer, at): (LayerId, Point), (other, _): (LayerId, Point)| {
            layer == other
                || self.links.iter().any(|link| {
                    let [p, q] = link.segment;
                    link.between.contains(&layer)
                        && link.between.contains(&other)
                        && distance(nearest_on_segment(p, q, at), at) < ON_CONNECTION
                })
        };
        let pairs = |there: [(LayerId, Point); 2]| here.iter().zip(there).all(|(&one, two)| alike(one, two));
        pairs(there) || pairs([there[1], there[0]])
    }

    fn ends_in_order(&self, c: CellId, turned: bool) -> [Point; 2] {
        let [start, end] = self.ends(c.left()).map(|joint| joint.at);
        if turned { [end, start] } else { [start, end] }
    }

    fn place_of(&self, f: FlankId) -> Place {
        let obstacle = self.flank(f).obstacle;
        let bits = |corner: usize| {
            // Zero has two signs.
            self.corners[corner].map(|v| (v + 0.0).to_bits())
        };
        if obstacle.is_wall() {
            let [a, b] = self.walls[obstacle.index()].ends.map(|CornerId(corner)| bits(corner as usize));
            [a.min(b), a.max(b)]
        } else {
            [bits(obstacle.index()); 2]
        }
    }
}

fn near(one: [Point; 2], two: [Point; 2]) -> bool {
    one.iter().flatten().zip(two.iter().flatten()).all(|(a, b)| (a - b).abs() <= TOLERANCE)
}
