//! Free slots, for tests: the same mesh with holes in all of its arrays.

use crate::blocks::Blocks;
use crate::id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
use crate::mesh::{Cell, DEAD, Edge, Flank, Joint, Mesh, Obstacle, Wall};
use crate::scene::LayerId;

impl Mesh {
    /// Appends a dead cell.
    pub(crate) fn add_dead_cell(&mut self) -> CellId {
        let nowhere = FlankId(DEAD);
        self.cells.push(Cell { edge: EdgeId(DEAD), layer: 0 });
        for _ in 0..2 {
            let obstacle = Obstacle(DEAD);
            self.flanks.push(Flank { start: JointId(DEAD), next: nowhere, prev: nowhere, obstacle });
        }
        CellId(self.cells.len() as u32 - 1)
    }

    /// The same mesh with dead things before every second joint, edge, corner and wall, and its edges in reverse order.
    pub(crate) fn with_holes(&self) -> Self {
        let at = |index: usize| (index + index / 2 + 1) as u32;
        let dead_joint =
            Joint { at: [f64::NAN; 2], clearance: f64::NAN, flank: FlankId(DEAD), layer: LayerId(DEAD) };
        let dead_edge = Edge {
            first_cell: CellId(DEAD),
            num_cells: 0,
            length: f64::NAN,
            min_clearance: f64::NAN,
            component: DEAD,
        };
        let dead_wall = Wall { ends: [CornerId(DEAD); 2], direction: [f64::NAN; 2], layer: LayerId(DEAD) };
        let mut mesh = self.clone();
        (mesh.cells, mesh.flanks) = (Blocks::default(), Blocks::default());
        // Cells: those of the last edge first.
        let mut of_cell = vec![DEAD; self.cells.len()];
        let last = self.edges.len() - 1;
        for (e, edge) in (0..=last).rev().map(|e| (e, self.edges[e])) {
            if e % 2 == 0 {
                mesh.add_dead_cell();
            }
            for c in (edge.first_cell.0..edge.first_cell.0 + edge.num_cells).map(CellId) {
                of_cell[c.index()] = mesh.cells.len() as u32;
                mesh.cells.push(Cell { edge: EdgeId(at(e)), ..self.cells[c.index()] });
                [c.left(), c.right()].iter().for_each(|&f| mesh.flanks.push(*self.flank(f)));
            }
        }
        let flank_id = |f: FlankId| FlankId(2 * of_cell[f.cell().index()] + (f.0 & 1));
        for flank in mesh.flanks.slices_mut().flatten().filter(|flank| !flank.is_dead()) {
            *flank = Flank {
                start: JointId(at(flank.start.index())),
                next: flank_id(flank.next),
                prev: flank_id(flank.prev),
                obstacle: if flank.obstacle.is_wall() {
                    Obstacle::wall(WallId(at(flank.obstacle.index())), flank.obstacle.is_right())
                } else {
                    Obstacle::corner(CornerId(at(flank.obstacle.index())))
                },
            };
        }
        let joint = |joint: &Joint| Joint { flank: flank_id(joint.flank), ..*joint };
        let edge = |edge: &Edge| Edge { first_cell: CellId(of_cell[edge.first_cell.index()]), ..*edge };
        let wall = |wall: &Wall| Wall { ends: wall.ends.map(|end| CornerId(at(end.index()))), ..*wall };
        mesh.joints = spread(self.joints.iter().map(joint), dead_joint);
        mesh.edges = spread(self.edges.iter().map(edge), dead_edge);
        mesh.walls = spread(self.walls.iter().map(wall), dead_wall);
        mesh.corners = spread(self.corners.iter().copied(), [f64::NAN; 2]);
        for layer in &mut mesh.layers {
            layer.index.renumber(|item| of_cell[item as usize]);
        }
        mesh
    }
}

/// Items with a dead one before every second of them.
fn spread<T: Copy + Send + Sync>(items: impl Iterator<Item = T>, dead: T) -> Blocks<T> {
    let mut with_holes = Vec::new();
    for (index, item) in items.enumerate() {
        if index % 2 == 0 {
            with_holes.push(dead);
        }
        with_holes.push(item);
    }
    with_holes.into()
}

#[test]
fn a_mesh_with_holes_is_the_same() {
    use crate::locate::Position;
    use crate::route::{Kind, Planner, Request};
    use crate::sample;
    for scene in [sample::floors(), sample::clutter(3, 30, false), sample::field(6, 2)] {
        let mesh = Mesh::build(&scene).expect("a good place").mesh;
        let holes = mesh.with_holes();
        assert_eq!(holes.check(), Ok(()), "it keeps the invariants");
        assert_eq!(holes.check_sampled(100), Ok(()));
        assert!(holes.cells.len() > mesh.cells.len() && holes.joints.len() > mesh.joints.len());
        for count in [
            Mesh::num_cells,
            Mesh::num_edges,
            Mesh::num_vertices,
            Mesh::num_corners,
            Mesh::num_walls,
            Mesh::num_bending_points,
        ] {
            assert_eq!(count(&holes), count(&mesh), "counts are of what is alive");
        }
        assert_eq!(holes.cells().count(), mesh.num_cells());
        assert_eq!(holes.edges().count(), mesh.num_edges());
        assert_eq!(holes.vertices().count(), mesh.num_vertices());
        assert_eq!(holes.area().to_bits(), mesh.area().to_bits());
        let layers = || mesh.layers();
        assert!(layers().all(|l| holes.border(l).len() == mesh.border(l).len()), "the same border");
        assert!(layers().all(|l| holes.walls(l).eq(mesh.walls(l))), "the same walls");
        assert_eq!(holes.points().count(), mesh.points().count(), "the same points");
        // Dead things are no hint and have no views.
        let dead = (0..holes.cells.len() as u32).map(CellId).find(|&c| !holes.has_cell(c));
        assert!(dead.is_some() && !holes.has_cell(CellId(DEAD)) && !holes.has_edge(EdgeId(DEAD)));
        assert!(holes.has_edge(EdgeId(1)) && !holes.has_edge(EdgeId(0)));
        let places: Vec<Position> = mesh
            .cells()
            .map(|cell| {
                let o = cell.outline();
                let at = [0, 1].map(|k| (o[0][k] + o[2][k] + o[3][k] + o[4][k]) / 4.0);
                Position::new(at, mesh.layer_of(cell.id(), at))
            })
            .collect();
        let mut planners = [Planner::default(), Planner::default()];
        for (k, &place) in places.iter().enumerate() {
            let found = holes.locate(place, dead);
            assert_eq!(found.is_some(), mesh.locate(place, None).is_some(), "{place:?}");
            assert!(found.is_none_or(|cell| holes.has_cell(cell)));
            let nearest =
                [&holes, &mesh].map(|mesh| mesh.nearest(place, None).map(|n| (n.point, n.distance)));
            assert_eq!(nearest[0], nearest[1], "{place:?}");
            let to = places[(7 * k + 3) % places.len()];
            for kind in [Kind::Short, Kind::Shortest] {
                let request = Request { kind, ..Request::new(place, to, 0.1) };
                let lengths = [&mesh, &holes].map(|mesh| {
                    let planner = &mut planners[usize::from(std::ptr::eq(mesh, &holes))];
                    planner.route(mesh, &request).map(|route| route.length())
                });
                let [one, two] = &lengths;
                assert!(
                    one.is_ok() == two.is_ok()
                        && one.as_ref().ok().zip(two.as_ref().ok()).is_none_or(|(a, b)| (a - b).abs() < 1e-6),
                    "{request:?}: {lengths:?}"
                );
            }
            assert_eq!(
                holes.largest_radius(place, to).map(|width| width.radius),
                mesh.largest_radius(place, to).map(|width| width.radius)
            );
        }
        // Saved and loaded it has no holes: the same up to the order of cells, which are in the order of edges again.
        assert_eq!(holes.to_bytes(), mesh.to_bytes(), "it is saved without holes");
    }
}

#[test]
fn a_snapshot_stays_as_it_is() {
    let mut mesh = Mesh::build(&crate::sample::field(20, 1)).expect("a good place").mesh;
    let before = mesh.to_bytes();
    let snapshot = mesh.clone();
    // Some cell goes and comes back elsewhere in the index; a joint moves; a wall dies.
    let c = CellId(777);
    mesh.take_out_cell(c);
    let start = mesh.flank(c.left()).start;
    mesh.joints[start.index()].at[0] += 0.25;
    mesh.flanks[c.left().index()].prev = FlankId(0);
    mesh.edges[0].component = 7;
    mesh.walls[3].ends = [CornerId(DEAD); 2];
    mesh.corners.push([1.0, 2.0]);
    mesh.enter_cell(c);
    assert_eq!(snapshot.to_bytes(), before, "the snapshot is unchanged");
    assert_eq!(snapshot.check(), Ok(()));
    assert_ne!(mesh, snapshot, "and the mesh is not");
    let own = [
        mesh.joints.own_blocks(&snapshot.joints),
        mesh.flanks.own_blocks(&snapshot.flanks),
        mesh.cells.own_blocks(&snapshot.cells),
        mesh.edges.own_blocks(&snapshot.edges),
        mesh.walls.own_blocks(&snapshot.walls),
        mesh.corners.own_blocks(&snapshot.corners),
    ];
    assert_eq!(own, [1, 1, 0, 1, 1, 1], "one block of each array that was written to");
    assert_eq!(mesh.bytes_apart(&mesh.clone()), 0, "a copy shares all");
    let apart = mesh.bytes_apart(&snapshot);
    assert!(apart > 0 && apart < mesh.bytes() / 2, "{apart} bytes of {}", mesh.bytes());
    let pages = |mesh: &Mesh| mesh.layers[0].index.pages.clone();
    let shared =
        pages(&mesh).iter().zip(&pages(&snapshot)).filter(|(a, b)| std::sync::Arc::ptr_eq(a, b)).count();
    assert!(
        shared + 20 > pages(&mesh).len() && shared < pages(&mesh).len(),
        "few pages of the index were written"
    );
}
