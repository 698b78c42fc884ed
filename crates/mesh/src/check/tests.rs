//! Breaks one thing at a time, and sees the check name it.

use crate::blocks::Blocks;
use crate::height::Heights;
use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId};
use crate::mesh::{Cell, Counts, DEAD, Mesh, Obstacle, Wall};
use crate::sample;
use crate::scene::{ConnectionId, LayerId};
use crate::violation::MeshViolation as V;

/// Breaks a good mesh, and returns what the check says.
fn broken(change: impl FnOnce(&mut Mesh)) -> V {
    let mut mesh = Mesh::build(&sample::floors()).expect("a good place").mesh;
    assert_eq!(mesh.check(), Ok(()), "good before it is broken");
    change(&mut mesh);
    mesh.check().expect_err("broken")
}

/// Asserts that breaking a mesh gives a violation of this kind, which has words.
macro_rules! breaks {
    ($pattern:pat, $change:expr) => {
        let violation = broken($change);
        assert!(matches!(violation, $pattern), "{violation:?}: {violation}");
    };
}

fn first_flank(mesh: &Mesh, is_wall: bool) -> usize {
    mesh.flanks.iter().position(|flank| flank.obstacle.is_wall() == is_wall).expect("both kinds are there")
}

#[test]
fn ids_out_of_range() {
    breaks!(V::OutOfRange { of: "joint", names: "flank", .. }, |m| m.joints[0].flank = FlankId(9999));
    breaks!(V::OutOfRange { of: "joint", names: "layer", id: 3, .. }, |m| m.joints[2].layer = LayerId(3));
    breaks!(V::OutOfRange { of: "flank", names: "joint", .. }, |m| m.flanks[1].start = JointId(9999));
    breaks!(V::OutOfRange { of: "flank", names: "flank", .. }, |m| m.flanks[1].prev = FlankId(9999));
    breaks!(V::OutOfRange { of: "flank", names: "corner", .. }, |m| m.flanks[1].obstacle =
        Obstacle(9999 << 2));
    breaks!(V::OutOfRange { of: "flank", names: "wall", .. }, |m| m.flanks[1].obstacle =
        Obstacle(9999 << 2 | 1));
    breaks!(V::OutOfRange { of: "cell", names: "layer", .. }, |m| m.cells[1].layer = 3);
    breaks!(V::OutOfRange { of: "edge", names: "component", .. }, |m| m.edges[1].component = 9999);
    breaks!(V::OutOfRange { of: "wall", names: "corner", .. }, |m| m.walls[1].ends[1] = CornerId(9999));
    breaks!(V::OutOfRange { of: "wall", names: "layer", id: 3, .. }, |m| m.walls[1].layer = LayerId(3));
    breaks!(V::OutOfRange { of: "connection", names: "layer", .. }, |m| m.links[1].between[1] = LayerId(7));
    breaks!(V::OutOfRange { of: "the index", names: "cells", .. }, |m| {
        m.layers[2].index.renumber(|_| 9999);
    });
    breaks!(V::SameLayer { connection: ConnectionId(1), .. }, |m| m.links[1].between = [LayerId(1); 2]);
}

#[test]
fn numbers_that_are_none() {
    breaks!(V::NotFinite { of: "joint", index: 1 }, |m| m.joints[1].clearance = f64::NAN);
    breaks!(V::NotFinite { of: "corner", index: 2 }, |m| m.corners[2][1] = f64::INFINITY);
    breaks!(V::NotFinite { of: "edge", index: 0 }, |m| m.edges[0].length = f64::NEG_INFINITY);
    breaks!(V::NotFinite { of: "wall", .. }, |m| m.walls[0].direction[0] = f64::NAN);
    breaks!(V::NotFinite { of: "connection", index: 1 }, |m| m.links[1].segment[1][0] = f64::NAN);
    breaks!(V::NotFinite { of: "the mesh", .. }, |m| m.grid.origin[0] = f64::NAN);
    breaks!(V::NotFinite { of: "the regions of layer", index: 0 }, |m| {
        let mut regions = m.layers[0].regions.to_vec();
        regions[0].polygon[0][2] = f64::NAN;
        m.layers[0].regions = regions.into();
    });
    breaks!(V::NotFinite { of: "the heights of layer", index: 2 }, |m| {
        m.layers[2].heights = Heights::Flat(f64::NAN).into();
    });
    breaks!(V::Grid { .. }, |m| m.grid.unit = 0.0);
}

#[test]
fn chains_that_do_not_close() {
    breaks!(V::NumFlanks { .. }, |m| {
        m.cells.push(m.cells[0]);
        m.live.cells += 1;
    });
    breaks!(V::NextPrev(_), |m| m.flanks[3].next = FlankId(3));
    breaks!(V::NextPrev(_), |m| m.flanks[3].prev = FlankId(3));
    breaks!(V::Chain { .. }, |m| {
        // Two flanks of different joints swap their successors.
        let f = 0;
        let g = (1..m.flanks.len())
            .find(|&g| m.flanks[g ^ 1].start != m.flanks[f ^ 1].start)
            .expect("there are several joints");
        let [next, other] = [f, g].map(|f| m.flanks[f].next);
        m.flanks[f].next = other;
        m.flanks[g].next = next;
        m.flanks[other.index()].prev = FlankId(f as u32);
        m.flanks[next.index()].prev = FlankId(g as u32);
    });
    breaks!(V::JointFlank { .. }, |m| m.joints[0].flank = m.joints[1].flank);
    breaks!(V::Around { .. }, |m| {
        // One of the flanks around a joint becomes a way around of its own.
        let f = (0..m.flanks.len() as u32)
            .map(FlankId)
            .find(|&f| m.around(m.flank(f).start).count() > 2 && m.joint(m.flank(f).start).flank != f)
            .expect("there is a vertex of three edges");
        let (before, next) = (m.flank(f).prev, m.flank(f.twin()).next);
        m.flanks[before.index()].next = next;
        m.flanks[next.index()].prev = before;
        m.flanks[f.twin().index()].next = f;
        m.flanks[f.index()].prev = f.twin();
    });
}

#[test]
fn edges_and_cells_that_disagree() {
    breaks!(V::EdgeCells { edge: EdgeId(1), .. }, |m| m.edges[1].first_cell = CellId(9999));
    breaks!(V::EdgeCells { edge: EdgeId(1), .. }, |m| m.edges[1].num_cells = u32::MAX);
    breaks!(V::CellEdge { edge: EdgeId(1), .. }, |m| m.edges[1].first_cell = CellId(0));
    breaks!(V::CellEdge { cell: CellId(0), .. }, |m| m.cells[0].edge = EdgeId(1));
    breaks!(V::NoEdge { .. }, |m| {
        let long = m.edges.iter().position(|edge| edge.num_cells > 1).expect("some edge bends");
        m.edges[long].num_cells -= 1;
    });
    breaks!(V::NoEdge { .. }, |m| {
        let last = m.edges.len() - 1;
        m.edges[last].num_cells = 0;
        m.live.edges -= 1;
    });
}

#[test]
fn shapes_that_are_off() {
    breaks!(V::Direction(_), |m| m.walls[0].direction = m.walls[0].direction.map(|v| -v));
    breaks!(V::Equidistance { joint: JointId(4), .. }, |m| m.joints[4].clearance += 1e-6);
    breaks!(V::WrongSide { .. }, |m| {
        let f = first_flank(m, true);
        m.flanks[f].obstacle.0 ^= 2;
    });
    breaks!(V::FootOutside { .. }, |m| {
        let f = first_flank(m, true);
        let wall = m.flanks[f].obstacle.index();
        let [a, b] = m.walls[wall].ends.map(CornerId::index);
        // The wall ends halfway.
        let middle = [0, 1].map(|k| (m.corners[a][k] + m.corners[b][k]) / 2.0);
        m.corners.push(middle);
        m.live.corners += 1;
        m.walls[wall].ends[0] = CornerId(m.corners.len() as u32 - 1);
    });
    breaks!(V::HalfTurn { .. }, |m| {
        // A point obstacle moves to the other side of an arc.
        let f = FlankId(first_flank(m, false) as u32);
        let [a, b] = m.ends(f).map(|joint| joint.at);
        m.corners
            .push([(a[0] + b[0]) / 2.0 + (b[1] - a[1]) * 0.01, (a[1] + b[1]) / 2.0 - (b[0] - a[0]) * 0.01]);
        m.live.corners += 1;
        m.flanks[f.index()].obstacle = Obstacle::corner(CornerId(m.corners.len() as u32 - 1));
    });
    breaks!(V::NotConvex { .. }, |m| {
        let f = FlankId(first_flank(m, false) as u32);
        let [a, b] = m.ends(f).map(|joint| joint.at);
        // Far to the right, seen from where the arc is narrow.
        m.corners.push([a[0] + 3.0 * (b[1] - a[1]), a[1] - 3.0 * (b[0] - a[0])]);
        m.live.corners += 1;
        m.flanks[f.index()].obstacle = Obstacle::corner(CornerId(m.corners.len() as u32 - 1));
    });
}

#[test]
fn sums_that_are_off() {
    breaks!(V::Length { edge: EdgeId(2), .. }, |m| m.edges[2].length += 1e-3);
    breaks!(V::MinClearance { edge: EdgeId(2), .. }, |m| m.edges[2].min_clearance -= 1e-3);
    breaks!(V::NumComponents { stored: 2, found: 1 }, |m| m.num_components = 2);
    breaks!(V::Component { .. }, |m| {
        m.num_components = 2;
        m.edges[3].component = 1;
    });
    breaks!(V::NumVertices { .. }, |m| m.num_vertices += 1);
    breaks!(V::Area { .. }, |m| m.doubled_area += 1_000_000);
}

#[test]
fn layers_that_are_off() {
    breaks!(V::NoLayers, |m| {
        *m = Mesh {
            joints: Blocks::default(),
            flanks: Blocks::default(),
            cells: Blocks::default(),
            edges: Blocks::default(),
            walls: Blocks::default(),
            links: vec![],
            layers: vec![],
            live: Counts::of_lengths([0, 0, 0, m.corners.len(), 0]),
            ..m.clone()
        };
    });
    breaks!(V::LayerLinks { layer: LayerId(1) }, |m| m.layers[1].links.truncate(1));
    breaks!(V::LinkEnd { connection: ConnectionId(1), .. }, |m| m.links[1].segment[0][1] += 0.5);
    breaks!(V::CellLayer { cell: CellId(0), .. }, |m| {
        let (cell, layer) = (m.cells[0], m.cells[0].layer().0);
        m.cells[0] = Cell::new(cell.edge, LayerId((layer + 1) % 3), cell.spans());
    });
    breaks!(V::Spans { .. }, |m| {
        let c = m.cells.iter().position(|cell| !cell.spans()).expect("most cells do not");
        m.cells[c] = Cell::new(m.cells[c].edge, m.cells[c].layer(), true);
    });
    breaks!(V::Spans { .. }, |m| {
        let c = m.cells.iter().position(|cell| cell.spans()).expect("some cells do");
        m.cells[c] = Cell::new(m.cells[c].edge, m.cells[c].layer(), false);
    });
    breaks!(V::JointLayer { .. }, |m| {
        // A wall of one layer is counted to another.
        m.walls[0].layer = LayerId((m.walls[0].layer.0 + 1) % 3);
    });
}

#[test]
fn an_index_that_is_off() {
    breaks!(V::Index { layer: LayerId(0), of: "cells", .. }, |m| m.layers[0].index.columns += 64);
    for start in [0, 1, u32::MAX] {
        breaks!(V::Index { layer: LayerId(0), of: "cells", list: 0 }, |m| {
            let mut page = m.layers[0].index.pages[0].to_vec();
            page[0] = start;
            m.layers[0].index.pages[0] = page.into();
        });
    }
    breaks!(V::Index { layer: LayerId(1), of: "cells", .. }, |m| {
        let page = &mut m.layers[1].index.pages[0];
        *page = page[..page.len() - 1].into();
    });
    breaks!(V::Index { layer: LayerId(1), of: "cells", .. }, |m| m.layers[1].index.pages[0] = [].into());
    breaks!(V::Index { layer: LayerId(2), of: "cells", .. }, |m| m.layers[2].index.per_meter = f64::NAN);
    breaks!(V::Index { layer: LayerId(2), of: "triangles", .. }, |m| {
        if let Heights::Triangles { index, .. } = std::sync::Arc::make_mut(&mut m.layers[2].heights) {
            index.rows += 64;
        }
    });
    breaks!(V::Lost { .. }, |m| {
        let [cell, other] = [0, 2].map(|layer| {
            let entered = m.layers[layer].index.lists().flatten().next();
            *entered.expect("all layers have cells")
        });
        m.layers[0].index.renumber(|item| if item == cell { other } else { item });
    });
}

#[test]
fn an_obstacle_that_is_not_the_nearest() {
    let mut mesh = Mesh::build(&sample::clutter(5, 6, false)).expect("a good place").mesh;
    assert_eq!(mesh.check_sampled(500), Ok(()), "good before it is broken");
    // A wall across the place, from one corner to another, of which no cell knows.
    let phantom = Wall { ends: [CornerId(0), CornerId(mesh.corners.len() as u32 / 2)], ..mesh.walls[0] };
    mesh.walls.push(phantom);
    mesh.live.walls += 1;
    let violation = mesh.check_sampled(usize::MAX).expect_err("broken");
    assert!(matches!(violation, V::Nearest { .. }), "{violation}");
}

#[test]
fn free_slots_that_are_not_free() {
    breaks!(V::NumLive { of: "cells", .. }, |m| m.live.cells += 1);
    breaks!(V::NumLive { of: "joints", .. }, |m| m.joints[1].flank = FlankId(DEAD));
    breaks!(V::NumLive { of: "edges", .. }, |m| m.edges[1].num_cells = 0);
    breaks!(V::NumLive { of: "walls", .. }, |m| m.walls[1].ends = [CornerId(DEAD); 2]);
    breaks!(V::NumLive { of: "corners", .. }, |m| m.corners[1] = [f64::NAN; 2]);
    breaks!(V::HalfFree(CellId(2)), |m| {
        m.add_dead_cell();
        m.flanks[5].start = JointId(DEAD);
    });
    breaks!(V::Free { of: "flank", names: "joint", .. }, |m| {
        m.joints[1].flank = FlankId(DEAD);
        m.live.joints -= 1;
    });
    breaks!(V::Free { of: "flank", names: "wall", .. }, |m| {
        let wall = m.flanks[first_flank(m, true)].obstacle.index();
        m.walls[wall].ends = [CornerId(DEAD); 2];
        m.live.walls -= 1;
    });
    breaks!(V::Free { names: "corner", .. }, |m| {
        let corner = m.walls[0].ends[0];
        m.corners[corner.index()] = [f64::NAN; 2];
        m.live.corners -= 1;
    });
    breaks!(V::Free { of: "the index of layer", index: 0, .. }, |m| {
        let cell = m.add_dead_cell();
        let other = *m.layers[0].index.lists().flatten().next().expect("it has cells");
        m.layers[0].index.renumber(|item| if item == other { cell.0 } else { item });
    });
}
