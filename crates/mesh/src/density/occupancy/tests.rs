//! Occupancy against counting all characters anew.

use throng_voronoi::sample::Random;

use super::*;
use crate::sample;
use crate::scene::LayerId;

/// Characters at random, some of them outside.
fn characters(random: &mut Random, layers: usize, count: usize) -> (Vec<Position>, Vec<f64>) {
    let positions = (0..count)
        .map(|_| {
            let at = [random.unit() * 24.0 - 2.0, random.unit() * 18.0 - 2.0];
            Position::new(at, LayerId(random.below(layers) as u32))
        })
        .collect();
    (positions, (0..count).map(|_| 0.05 + 0.4 * random.unit()).collect())
}

/// Counts everybody again, and sums up areas in the plain way.
fn check(mesh: &Mesh, occupancy: &Occupancy, cells: &[Option<CellId>], radii: &[f64]) {
    let mut people = vec![Vec::new(); mesh.num_edges()];
    for cell in mesh.cells() {
        let inside = cells.iter().filter(|&&own| own == Some(cell.id())).count();
        assert_eq!(occupancy.count_in(cell.id()) as usize, inside);
    }
    for (cell, &radius) in cells.iter().zip(radii) {
        if let Some(cell) = *cell {
            people[mesh.cell(cell).edge().id().index()].push(radius);
        }
    }
    for edge in mesh.edges() {
        let radii = &people[edge.id().index()];
        assert_eq!(occupancy.count(edge.id()) as usize, radii.len());
        let covered: f64 = radii.iter().map(|r| std::f64::consts::PI * r * r).sum();
        let expected = if covered > 0.0 { (covered / occupancy.area(edge.id())).min(1.0) } else { 0.0 };
        // Each disc is rounded to a square millimeter.
        let slack = 1e-12 + 0.5e-6 * radii.len() as f64 / occupancy.area(edge.id());
        assert!((occupancy.density(edge.id()) - expected).abs() < slack, "{edge:?}");
    }
    assert_eq!(occupancy.total() as usize, cells.iter().flatten().count());
}

#[test]
fn as_counted_anew() {
    let mut found = 0;
    for seed in 0..20 {
        let scene = if seed % 5 == 4 { sample::floors() } else { sample::clutter(seed, 8, seed % 2 == 1) };
        let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
        let mut occupancy = Occupancy::new(&mesh);
        let empty = occupancy.clone();
        let area: f64 = mesh.edges().map(|edge| occupancy.area(edge.id())).sum();
        assert!((area - mesh.area()).abs() < 1e-6 * mesh.area(), "{area}, but {}", mesh.area());
        let mut random = Random::new(seed);
        let (mut positions, radii) = characters(&mut random, mesh.num_layers(), 300);
        let mut cells = vec![None; positions.len()];
        for _ in 0..20 {
            occupancy.track(&mesh, &mut cells, &positions, &radii);
            check(&mesh, &occupancy, &cells, &radii);
            for (cell, &position) in cells.iter().zip(&positions) {
                assert_eq!(cell.is_some(), mesh.locate(position, None).is_some());
            }
            found += cells.iter().flatten().count();
            for position in &mut positions {
                let [dx, dy] = random.direction();
                let far = if random.one_in(10) { 5.0 } else { 0.2 };
                position.at = [position.at[0] + far * dx, position.at[1] + far * dy];
            }
        }
        // The order in which they go does not matter: nothing is left of them.
        for (cell, &radius) in cells.iter().zip(&radii) {
            if let Some(cell) = *cell {
                occupancy.leave(cell, radius);
            }
        }
        assert_eq!(occupancy, empty);
    }
    assert!(found > 40_000, "{found}");
}

#[test]
fn the_same_on_any_number_of_threads() {
    let mesh = Mesh::build(&sample::clutter(2, 8, false)).expect("it makes a mesh").mesh;
    let tracked = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("there are threads");
        pool.install(|| {
            let mut random = Random::new(9);
            let mut occupancy = Occupancy::new(&mesh);
            let mut cells = vec![None; 5000];
            for _ in 0..3 {
                let (positions, _) = characters(&mut random, 1, cells.len());
                occupancy.track(&mesh, &mut cells, &positions, &[0.24; 5000]);
            }
            (occupancy, cells)
        })
    };
    let one = tracked(1);
    assert!([2, 3, 8].into_iter().all(|threads| tracked(threads) == one), "the order of threads shows");
}

#[test]
fn moving_is_leaving_and_entering() {
    let mesh = Mesh::build(&sample::clutter(1, 8, false)).expect("it makes a mesh").mesh;
    let (mut one, mut two) = (Occupancy::new(&mesh), Occupancy::new(&mesh));
    let mut random = Random::new(1);
    let mut at: Vec<CellId> = (0..50).map(|_| CellId(random.below(mesh.num_cells()) as u32)).collect();
    at.iter().for_each(|&cell| one.enter(cell, 0.3));
    for _ in 0..2000 {
        let who = random.below(at.len());
        let to = CellId(random.below(mesh.num_cells()) as u32);
        one.moved(at[who], to, 0.3);
        at[who] = to;
    }
    at.iter().rev().for_each(|&cell| two.enter(cell, 0.3));
    assert_eq!(one, two);
}

#[test]
fn nonsense_does_no_harm() {
    let mesh = Mesh::build(&sample::floors()).expect("it makes a mesh").mesh;
    let mut occupancy = Occupancy::new(&mesh);
    let empty = occupancy.clone();
    for cell in [CellId(u32::MAX), CellId(mesh.num_cells() as u32)] {
        occupancy.enter(cell, 0.3);
        occupancy.leave(cell, 0.3);
    }
    occupancy.leave(CellId(0), 0.3);
    assert_eq!(occupancy, empty);
    // Who leaves larger than he came takes no more than there is.
    occupancy.enter(CellId(0), 0.1);
    occupancy.leave(CellId(0), 0.3);
    assert_eq!(occupancy, empty);
    let edge = mesh.cell(CellId(0)).edge().id();
    for _ in 0..1_000_000 {
        occupancy.enter(CellId(0), f64::INFINITY);
    }
    assert_eq!((occupancy.density(edge), occupancy.count(edge)), (1.0, 1_000_000));
    assert_eq!((occupancy.density(EdgeId(u32::MAX)), occupancy.count(EdgeId(u32::MAX))), (0.0, 0));
}

/// An edge without its first cell.
fn shorter(edge: crate::mesh::Edge) -> crate::mesh::Edge {
    crate::mesh::Edge { first_cell: CellId(edge.first_cell.0 + 1), num_cells: edge.num_cells - 1, ..edge }
}

/// Another mesh, as an update might leave it: edges move to new slots, lose cells, or are cut in two.
fn change(mesh: &mut Mesh, random: &mut Random) -> Event {
    let mut event = Event { version: mesh.version + 1, ..Event::default() };
    mesh.version += 1;
    for _ in 0..3 {
        let id = EdgeId(random.below(mesh.edges.len()) as u32);
        let edge = mesh.edges[id.index()];
        if edge.num_cells == 0 || event.edges_added.contains(&id) {
            continue;
        }
        if edge.num_cells > 1 && random.one_in(3) {
            // The first cell goes, and the edge keeps its name.
            mesh.edges[id.index()] = shorter(edge);
            mesh.cells[edge.first_cell.index()].edge = NONE;
            event.cells_removed.push(edge.first_cell);
            continue;
        }
        if edge.num_cells > 1 && random.one_in(3) {
            // The first cell stays alone, the others become part of a new edge.
            mesh.edges[id.index()].num_cells = 1;
            event.edges_added.push(EdgeId(mesh.edges.len() as u32));
            mesh.edges.push(shorter(edge));
            for cell in edge.first_cell.0 + 1..edge.first_cell.0 + edge.num_cells {
                mesh.cells[cell as usize].edge = EdgeId(mesh.edges.len() as u32 - 1);
            }
            continue;
        }
        event.edges_removed.push(id);
        mesh.edges[id.index()].num_cells = 0;
        if edge.num_cells > 1 && random.one_in(2) {
            // The first cell goes, the others become part of a new edge.
            let fresh = EdgeId(mesh.edges.len() as u32);
            mesh.edges.push(shorter(edge));
            for cell in edge.first_cell.0 + 1..edge.first_cell.0 + edge.num_cells {
                mesh.cells[cell as usize].edge = fresh;
            }
            mesh.cells[edge.first_cell.index()].edge = NONE;
            event.cells_removed.push(edge.first_cell);
            event.edges_added.push(fresh);
            continue;
        }
        let first = mesh.cells.len() as u32;
        let fresh = EdgeId(mesh.edges.len() as u32);
        mesh.edges.push(crate::mesh::Edge { first_cell: CellId(first), ..edge });
        for k in 0..edge.num_cells {
            let old = CellId(edge.first_cell.0 + k);
            mesh.cells.push(crate::mesh::Cell { edge: fresh, ..mesh.cells[old.index()] });
            mesh.cells[old.index()].edge = NONE;
            for f in [old.left(), old.right()] {
                mesh.flanks.push(*mesh.flank(f));
                mesh.flanks[f.index()].start = crate::id::JointId(u32::MAX);
            }
            event.cells_removed.push(old);
            event.cells_added.push(CellId(first + k));
        }
        event.edges_added.push(fresh);
    }
    event.cells_removed.sort_unstable();
    event.edges_removed.sort_unstable();
    event
}

#[test]
fn follows_updates() {
    let (mut gone, mut kept) = (0, 0);
    for seed in 0..10 {
        let mut mesh = Mesh::build(&sample::clutter(seed, 8, false)).expect("it makes a mesh").mesh;
        let mut occupancy = Occupancy::new(&mesh);
        let mut random = Random::new(seed);
        let mut cells: Vec<Option<CellId>> =
            (0..200).map(|_| Some(CellId(random.below(mesh.num_cells()) as u32))).collect();
        let radii: Vec<f64> = cells.iter().map(|_| 0.1 + 0.3 * random.unit()).collect();
        cells.iter().zip(&radii).for_each(|(cell, &r)| occupancy.enter(cell.expect("just made"), r));
        for _ in 0..20 {
            let before = cells.clone();
            let event = change(&mut mesh, &mut random);
            occupancy.on_event(&mesh, &event, &mut cells);
            // As if all were counted on the new mesh.
            let mut anew = Occupancy::new(&mesh);
            for ((cell, was), &radius) in cells.iter().zip(before).zip(&radii) {
                let removed = was.is_some_and(|was| event.cells_removed.contains(&was));
                assert_eq!(*cell, was.filter(|_| !removed));
                if let Some(cell) = *cell {
                    anew.enter(cell, radius);
                    kept += 1;
                } else {
                    gone += 1;
                }
            }
            assert_eq!(occupancy, anew);
            // Told twice, nothing changes.
            occupancy.on_event(&mesh, &event, &mut cells);
            assert_eq!(occupancy, anew);
        }
        // After an event that was missed all start anew.
        let _ = change(&mut mesh, &mut random);
        let event = change(&mut mesh, &mut random);
        occupancy.on_event(&mesh, &event, &mut cells);
        assert_eq!(occupancy, Occupancy::new(&mesh));
        assert!(cells.iter().all(Option::is_none), "they are to be tracked again");
    }
    assert!(gone > 1000 && kept > 1000, "{gone} {kept}");
}
