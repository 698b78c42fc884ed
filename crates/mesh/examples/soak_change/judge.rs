//! What must hold of a mesh after an update.

use std::collections::BTreeSet;

use throng_mesh::naive::Naive;
use throng_mesh::{Cell, CellId, Event, LayerId, LiveMesh, Mesh, Position};
use throng_voronoi::sample::Random;

/// How far distances may be apart that are measured with and without a grid. \[m\] Corners move by half a unit, and lines between nodes by one more.
pub(crate) const BLUR: f64 = 1e-3;

/// How far a corner of a cell may be outside of a hull, by rounding. \[m\]
const OUTSIDE: f64 = 1e-9;

/// Sides of a hull that are shorter than this have no direction to speak of. \[m\]
const SHORT: f64 = 1e-6;

/// Places at which a mesh is compared with brute force.
const PLACES: usize = 40;

/// What an event says of two meshes: the lists are the differences of the ids, other cells are the same to the bit, and the affected region
/// is around all that went and came.
pub(crate) fn event(before: &Mesh, after: &Mesh, event: &Event) -> Result<(), String> {
    if event.version != after.version() || after.version() <= before.version() {
        return Err(format!(
            "version {} after {}, the event says {}",
            after.version(),
            before.version(),
            event.version
        ));
    }
    let cells = [before, after].map(|mesh| mesh.cells().map(|cell| cell.id().0).collect::<BTreeSet<u32>>());
    let edges = [before, after].map(|mesh| mesh.edges().map(|edge| edge.id().0).collect::<BTreeSet<u32>>());
    let cell_lists =
        [&event.cells_removed, &event.cells_added].map(|list| list.iter().map(|id| id.0).collect());
    let edge_lists =
        [&event.edges_removed, &event.edges_added].map(|list| list.iter().map(|id| id.0).collect());
    compare_lists("cells", &cells, &cell_lists)?;
    compare_lists("edges", &edges, &edge_lists)?;
    let removed = |id: CellId| event.cells_removed.binary_search(&id).is_ok();
    if !event.cells_removed.is_sorted() || !event.cells_added.is_sorted() {
        return Err("the lists of an event are not sorted".to_owned());
    }
    untouched(before, after, |id| !removed(id))?;
    let moved = event.cells_removed.iter().map(|&id| before.cell(id));
    for cell in moved.chain(event.cells_added.iter().map(|&id| after.cell(id))) {
        is_within(cell, event)?;
    }
    Ok(())
}

/// Ids before and after against the lists of an event. An id may not be in both lists.
fn compare_lists(
    what: &str,
    [before, after]: &[BTreeSet<u32>; 2],
    [removed, added]: &[BTreeSet<u32>; 2],
) -> Result<(), String> {
    if !removed.is_disjoint(added) {
        return Err(format!("an event removes and adds the same {what}"));
    }
    let gone: BTreeSet<u32> = before.difference(after).copied().collect();
    let came: BTreeSet<u32> = after.difference(before).copied().collect();
    if gone != *removed || came != *added {
        return Err(format!(
            "{what}: {gone:?} went and {came:?} came, an event says {removed:?} and {added:?}"
        ));
    }
    Ok(())
}

/// Cells that keep their ids are the same to the bit.
pub(crate) fn untouched(before: &Mesh, after: &Mesh, stays: impl Fn(CellId) -> bool) -> Result<(), String> {
    for cell in before.cells().filter(|cell| stays(cell.id())) {
        let id = cell.id();
        if !after.has_cell(id) {
            return Err(format!("cell {} is gone, and no event said so", id.0));
        }
        let now = after.cell(id);
        let bits = |cell: Cell<'_>| {
            (
                cell.outline().map(|z| z.map(f64::to_bits)),
                cell.layer(),
                cell.edge().id(),
                cell.edge().length().to_bits(),
            )
        };
        if bits(cell) != bits(now) {
            return Err(format!(
                "cell {} changed, and no event said so: {:?}, {:?}",
                id.0,
                bits(cell),
                bits(now)
            ));
        }
    }
    Ok(())
}

/// A cell lies within the affected hulls of its layers.
fn is_within(cell: Cell<'_>, event: &Event) -> Result<(), String> {
    let layers = cell.layers();
    let hulls: Vec<&Vec<[f64; 2]>> =
        event.affected.iter().filter(|part| layers.contains(&part.layer)).map(|part| &part.hull).collect();
    let own = event.affected.iter().any(|part| part.layer == cell.layer());
    for at in cell.outline() {
        if !own || !hulls.iter().any(|hull| in_hull(hull, at)) {
            return Err(format!("cell {} is not within what its event affects: {at:?}", cell.id().0));
        }
    }
    Ok(())
}

fn in_hull(hull: &[[f64; 2]], z: [f64; 2]) -> bool {
    (0..hull.len()).all(|k| {
        let (a, b) = (hull[k], hull[(k + 1) % hull.len()]);
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let length = (dx * dx + dy * dy).sqrt();
        length < SHORT || (dx * (z[1] - a[1]) - dy * (z[0] - a[0])) / length >= -OUTSIDE
    })
}

/// A mesh of one layer against brute force over all rings: what is walkable, and how far the nearest obstacle is.
pub(crate) fn naive(live: &LiveMesh, random: &mut Random) -> Result<(), String> {
    let scene = live.scene();
    let naive = Naive::with_obstacles(&scene.layers[0], live.obstacles().map(|(_, obstacle)| obstacle));
    let Some([low, high]) = scene.bounds() else { return Ok(()) };
    for _ in 0..PLACES {
        let at = [0, 1].map(|k| low[k] + (high[k] - low[k]) * random.unit());
        if naive.is_blurred(at) {
            continue;
        }
        let clearance = live.mesh().clearance(Position::new(at, LayerId(0)), None);
        if clearance.is_some() != naive.is_walkable(at) {
            let not = if clearance.is_some() { "" } else { "not " };
            return Err(format!("{at:?} is {not}walkable, brute force says otherwise"));
        }
        let truth = naive.clearance(at);
        if let Some(clearance) = clearance
            && (clearance - truth).abs() > BLUR
        {
            return Err(format!(
                "the nearest obstacle of {at:?} is {clearance} m away, brute force says {truth}"
            ));
        }
    }
    Ok(())
}

/// Against the mesh of a scene that has the obstacles from the beginning. Only where nothing is rounded.
pub(crate) fn from_the_beginning(live: &LiveMesh) -> Result<(), String> {
    let mut scene = live.scene().clone();
    for (_, obstacle) in live.obstacles() {
        let ring = obstacle.rings[0].iter().map(|&[x, y]| [x, y, 0.0]).collect();
        scene.layers[0].obstacles.push(ring);
    }
    match Mesh::build(&scene) {
        Ok(built) => {
            live.mesh().same_as(&built.mesh).map_err(|reason| format!("not as from the beginning: {reason}"))
        }
        // Obstacles may cover everything.
        Err(_) if live.mesh().num_cells() == 0 => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
