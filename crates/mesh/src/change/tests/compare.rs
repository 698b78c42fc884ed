//! Whether two meshes are the same but for ids.

use std::collections::BTreeMap;

use crate::id::{CellId, EdgeId, FlankId};
use crate::mesh::{Mesh, Obstacle};
use crate::plane::{distance, nearest_on_segment};

/// Positions agree within this. \[m\]
const CLOSE: f64 = 1e-6;

/// An obstacle by its coordinates.
type Key = [u64; 4];

/// An edge, with its flanks in one of its directions, from one of them on.
type Turned = (EdgeId, Vec<FlankId>);

pub(super) fn is_alive(mesh: &Mesh, c: CellId) -> bool {
    mesh.has_cell(c)
}

fn key(mesh: &Mesh, obstacle: Obstacle) -> Key {
    if obstacle.is_wall() {
        let [a, b, _] = mesh.wall_frame(obstacle);
        [a[0], a[1], b[0], b[1]].map(f64::to_bits)
    } else {
        let [x, y] = mesh.corners[obstacle.index()];
        [x, y, x, y].map(f64::to_bits)
    }
}

/// The flanks along an edge in one of its directions.
fn flanks(mesh: &Mesh, e: EdgeId, forward: bool) -> Vec<FlankId> {
    let edge = mesh.edges[e.index()];
    let cells = (edge.first_cell.0..edge.first_cell.0 + edge.num_cells).map(CellId);
    if forward { cells.map(CellId::left).collect() } else { cells.rev().map(CellId::right).collect() }
}

fn keys(mesh: &Mesh, flanks: &[FlankId]) -> Vec<[Key; 2]> {
    flanks.iter().map(|&f| [f, f.twin()].map(|f| key(mesh, mesh.flank(f).obstacle))).collect()
}

/// Whether cells are the same: their joints, obstacles and layers.
fn same(one: &Mesh, f: &[FlankId], two: &Mesh, g: &[FlankId]) -> bool {
    let near_link = |at| {
        two.links.iter().any(|l| distance(nearest_on_segment(l.segment[0], l.segment[1], at), at) < 1e-5)
    };
    f.iter().zip(g).all(|(&f, &g)| {
        let joints = one.ends(f).into_iter().zip(two.ends(g));
        let sides = [f, f.twin()].into_iter().zip([g, g.twin()]);
        let mut layers = [one.layers_of_cell(f.cell()), two.layers_of_cell(g.cell())];
        layers.iter_mut().for_each(|layers| layers.sort_unstable());
        { joints }.all(|(a, b)| {
            distance(a.at, b.at) < CLOSE
                && (a.clearance - b.clearance).abs() < CLOSE
                && (a.layer == b.layer || near_link(a.at))
        }) && { sides }.all(|(f, g)| {
            let (a, b) = (one.flank(f).obstacle, two.flank(g).obstacle);
            key(one, a) == key(two, b)
                && a.is_right() == b.is_right()
                && (!a.is_wall() || one.layer_of_wall(a.index()) == two.layer_of_wall(b.index()))
        }) && layers[0] == layers[1]
    })
}

/// The number of a component in the other mesh.
fn bind(map: &mut BTreeMap<u32, u32>, a: u32, b: u32) -> bool {
    *map.entry(a).or_insert(b) == b
}

/// Whether a mesh that was mended is the one that was built anew.
pub(super) fn compare(mended: &Mesh, fresh: &Mesh) -> Result<(), String> {
    let edges_of = |mesh: &Mesh| {
        (0..mesh.edges.len() as u32)
            .map(EdgeId)
            .filter(|e| mesh.edges[e.index()].num_cells > 0)
            .collect::<Vec<_>>()
    };
    let (mine, theirs) = (edges_of(mended), edges_of(fresh));
    let counts = |mesh: &Mesh, edges: usize| {
        let corners = mesh.corners.iter().filter(|c| !c[0].is_nan()).count();
        let walls = mesh.walls.iter().filter(|w| w.ends[0].0 != u32::MAX).count();
        let joints = mesh.joints.iter().filter(|j| j.flank.0 != u32::MAX).count();
        let cells = mesh.cells.iter().filter(|c| c.edge.0 != u32::MAX).count();
        [edges, cells, joints, corners, walls, mesh.num_vertices as usize, mesh.num_components as usize]
    };
    let (a, b) = (counts(mended, mine.len()), counts(fresh, theirs.len()));
    if a != b {
        return Err(format!("edges, cells, joints, corners, walls, vertices, components: {a:?}, not {b:?}"));
    }
    if mended.doubled_area != fresh.doubled_area {
        return Err(format!("area {} not {}", mended.area(), fresh.area()));
    }
    // By what is on the sides, both ways, and for loops from every cell on.
    let mut by_key: BTreeMap<Vec<[Key; 2]>, Vec<Turned>> = BTreeMap::new();
    for &e in &theirs {
        for forward in [true, false] {
            let all = flanks(fresh, e, forward);
            let is_loop = fresh.ends(all[0])[0].flank == fresh.ends(all[all.len() - 1])[1].flank;
            for turn in 0..if is_loop { all.len() } else { 1 } {
                let mut turned = all.clone();
                turned.rotate_left(turn);
                by_key.entry(keys(fresh, &turned)).or_default().push((e, turned));
            }
        }
    }
    let mut used = vec![false; fresh.edges.len()];
    let mut to = BTreeMap::new();
    let mut from = BTreeMap::new();
    for &e in &mine {
        let own = flanks(mended, e, true);
        let candidates = by_key.get(&keys(mended, &own)).map_or(&[][..], Vec::as_slice);
        let found =
            candidates.iter().find(|(g, theirs)| !used[g.index()] && same(mended, &own, fresh, theirs));
        let Some(&(g, _)) = found else {
            let outline: Vec<_> =
                own.iter().map(|&f| mended.ends(f).map(|j| (j.at, j.clearance, j.layer.0))).collect();
            return Err(format!(
                "edge {} is not in the new mesh: {outline:?}, {} alike",
                e.0,
                candidates.len()
            ));
        };
        used[g.index()] = true;
        let (a, b) = (mended.edges[e.index()], fresh.edges[g.index()]);
        if (a.length - b.length).abs() > CLOSE || (a.min_clearance - b.min_clearance).abs() > CLOSE {
            return Err(format!("edge {}: length {} not {}", e.0, a.length, b.length));
        }
        if !bind(&mut to, a.component, b.component) || !bind(&mut from, b.component, a.component) {
            return Err(format!("edge {}: component {} is not {}", e.0, a.component, b.component));
        }
    }
    Ok(())
}
