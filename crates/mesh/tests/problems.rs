//! What is wrong with a scene is told, all of it, with its place; what can be repaired is, and is told too.

use throng_mesh::sample::{floors, ring};
use throng_mesh::{Connection, ConnectionId, Fault, Layer, LayerId, Mesh, Part, Problem, Scene, check};

/// Two rooms, 4 m by 3 m, that share the side from (4, 0) to (4, 3), and a connection along part of it.
fn rooms() -> Scene {
    let mut left = Layer::new("left");
    left.walkable.push(ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [4.0, 2.0], [4.0, 3.0], [0.0, 3.0]]));
    let mut right = Layer::new("right");
    right.walkable.push(ring(&[[4.0, 0.0], [8.0, 0.0], [8.0, 3.0], [4.0, 3.0], [4.0, 2.0], [4.0, 1.0]]));
    let connection = Connection::new([LayerId(0), LayerId(1)], [[4.0, 1.0], [4.0, 2.0]]);
    Scene { name: "rooms".to_owned(), layers: vec![left, right], connections: vec![connection] }
}

fn errors(scene: &Scene) -> Vec<Problem> {
    let found: Vec<Problem> = check(scene).into_iter().filter(|problem| problem.fault.is_error()).collect();
    assert_eq!(Mesh::build(scene).is_err(), !found.is_empty(), "checking and building agree");
    found
}

fn only(scene: &Scene) -> Fault {
    let mut found = errors(scene);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).fault
}

#[test]
fn the_rooms_are_well() {
    let built = Mesh::build(&rooms()).expect("nothing is wrong");
    assert_eq!(built.repairs, [], "nothing was repaired");
    assert_eq!((built.mesh.num_components(), built.mesh.area().round()), (1, 24.0));
    assert!(errors(&floors()).is_empty(), "nor with the sample");
}

#[test]
fn numbers_that_are_none() {
    let mut scene = rooms();
    scene.layers[1].obstacles.push(ring(&[[5.0, 1.0], [f64::NAN, 2.0], [6.0, f64::INFINITY]]));
    let found = errors(&scene);
    let places: Vec<_> = found.iter().map(|p| (p.place.layer, p.place.part, p.place.vertex)).collect();
    let here = |vertex| (Some(LayerId(1)), Some(Part::Obstacle(0)), Some(vertex));
    assert_eq!(places, [here(1), here(2)]);
    assert!(found.iter().all(|p| p.fault == Fault::NotFinite), "{found:?}");
    assert!(found[0].to_string().starts_with("layer 1, obstacle 0, vertex 1"), "{}", found[0]);
}

#[test]
fn connections_that_do_not_fit() {
    let moved = |segment: [[f64; 2]; 2]| {
        let mut scene = rooms();
        scene.connections[0].segment = segment;
        scene
    };
    let off = errors(&moved([[4.0, 1.0], [4.0, 3.5]]));
    assert!(off.iter().all(|p| matches!(p.fault, Fault::ConnectionOffBorder { .. })), "{off:?}");
    assert_eq!(off.len(), 2, "on both layers: {off:?}");
    let through = errors(&moved([[2.0, 0.0], [2.0, 3.0]]));
    assert!(
        through.iter().any(|p| matches!(&p.fault, Fault::ConnectionInside { layer } if layer == "left")),
        "{through:?}"
    );
    assert_eq!(only(&moved([[4.0, 1.0], [4.0, 1.000_01]])), Fault::ConnectionTooShort, "told once");
    let mut scene = rooms();
    scene.connections[0].between[1] = LayerId(0);
    assert!(errors(&scene).iter().any(|p| p.fault == Fault::SameLayer));
    scene.connections[0].between[1] = LayerId(7);
    assert!(errors(&scene).iter().any(|p| matches!(p.fault, Fault::UnknownLayer { .. })));
}

#[test]
fn connections_in_the_way_of_something() {
    let mut scene = rooms();
    scene.layers[0].obstacles.push(ring(&[[3.0, 1.5], [4.0, 1.5]]));
    let fault = only(&scene);
    assert_eq!(fault, Fault::ConnectionBlocked { layer: "left".to_owned() });
    // A second connection over the first.
    let mut scene = rooms();
    scene.connections.push(Connection::new(scene.connections[0].between, [[4.0, 1.0], [4.0, 3.0]]));
    let crossed = errors(&scene);
    assert!(crossed.iter().all(|p| matches!(p.fault, Fault::ConnectionsCross { .. })), "{crossed:?}");
    assert!(crossed.iter().any(|p| p.place.connection == Some(ConnectionId(1))), "{crossed:?}");
}

#[test]
fn layers_on_one_side_of_a_connection() {
    let mut scene = rooms();
    scene.layers[1].walkable[0] = ring(&[[4.0, 1.0], [4.0, 2.0], [1.0, 2.0], [1.0, 1.0]]);
    assert_eq!(only(&scene), Fault::ConnectionFolds);
}

#[test]
fn corners_of_the_drawing_on_a_connection_do_not_matter() {
    let mut scene = rooms();
    // The left room in two halves that meet in the middle of the connection.
    scene.layers[0].walkable = vec![
        ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 1.5], [0.0, 1.5]]),
        ring(&[[0.0, 1.5], [4.0, 1.5], [4.0, 3.0], [0.0, 3.0]]),
    ];
    let mesh = Mesh::build(&scene).expect("it fits").mesh;
    assert_eq!(mesh.num_components(), 1);
    mesh.check().expect("a good mesh");
    let straight = Mesh::build(&rooms()).expect("it fits").mesh;
    assert_eq!(mesh.num_cells(), straight.num_cells(), "the same place");
}

#[test]
fn nothing_to_walk_on() {
    let mut scene = rooms();
    scene.connections.clear();
    scene.layers[1].obstacles.push(ring(&[[3.0, -1.0], [9.0, -1.0], [9.0, 4.0], [3.0, 4.0]]));
    assert_eq!(only(&scene), Fault::NothingWalkable);
    scene.layers[1].walkable.clear();
    scene.layers[0].walkable = vec![ring(&[[0.0, 0.0], [1.0, 1.0]])];
    let found = errors(&scene);
    assert!(found.iter().any(|p| p.fault == Fault::TooFewCorners { corners: 2 }), "{found:?}");
    assert_eq!(only(&Scene::default()), Fault::NoLayers);
}

#[test]
fn a_layer_above_itself() {
    let mut scene = rooms();
    let bridge = [[1.0, 0.0], [2.0, 0.0], [2.0, 3.0], [1.0, 3.0]];
    scene.layers[0].walkable.push(bridge.map(|[x, y]| [x, y, 4.0]).to_vec());
    let fault = only(&scene);
    assert!(
        matches!(fault, Fault::OverlapsItself { other: Part::Walkable(0), difference } if difference == 4.0),
        "{fault:?}"
    );
    // At the height of the floor it is only drawn twice.
    for corner in &mut scene.layers[0].walkable[1] {
        corner[2] = 0.2;
    }
    assert!(errors(&scene).is_empty());
}

#[test]
fn everything_in_one_go() {
    let mut scene = rooms();
    scene.layers[0].walkable[0][2] = [f64::NAN, 0.0, 0.0];
    scene.layers[1].id = "left".to_owned();
    scene.layers[1].openings.push(ring(&[[5.0, 1.0]]));
    scene.connections[0].segment[0] = [1e12, 0.0];
    let found = errors(&scene);
    for fault in ["not a finite number", "both called", "needs three corners", "beyond the reach"] {
        assert!(found.iter().any(|p| p.fault.to_string().contains(fault)), "no '{fault}' in {found:?}");
    }
    assert!(found.iter().all(|p| p.fault.remedy().is_some()), "every error has a remedy");
}

#[test]
fn what_can_be_repaired_is() {
    let mut scene = rooms();
    let layer = &mut scene.layers[1];
    layer.obstacles = vec![
        ring(&[[5.0, 1.0], [5.0, 1.0], [6.0, 1.0], [6.0, 2.0], [5.0, 2.0], [5.0, 1.0]]),
        ring(&[[5.5, 1.5], [7.0, 1.5], [7.0, 2.5], [5.5, 2.5]]),
        ring(&[[7.2, 0.2], [7.8, 0.8], [7.8, 0.2], [7.2, 0.8]]),
        ring(&[[20.0, 20.0], [21.0, 20.0], [21.0, 21.0]]),
        ring(&[[4.100_04, 0.5], [4.3, 0.5], [4.3, 0.6]]),
    ];
    let built = Mesh::build(&scene).expect("all of it can be repaired");
    built.mesh.check().expect("a good mesh");
    let told: Vec<(Option<Part>, String)> =
        built.repairs.iter().map(|p| (p.place.part, p.fault.to_string())).collect();
    let has = |part: Option<Part>, words: &str| told.iter().any(|(p, w)| *p == part && w.contains(words));
    assert!(has(Some(Part::Obstacle(0)), "1 corners repeat"), "{told:?}");
    assert!(has(None, "crossings of rings"), "{told:?}");
    assert!(has(Some(Part::Obstacle(2)), "crosses itself"), "{told:?}");
    assert!(has(Some(Part::Obstacle(3)), "outside of the walkable space"), "{told:?}");
    assert!(has(None, "moved to the grid"), "{told:?}");
    // 12 − two squares that overlap in a quarter − a bow tie of 0.18 − a triangle of 0.01.
    assert!((built.mesh.area() - 24.0 + 2.25 + 0.18 + 0.01).abs() < 1e-3, "{}", built.mesh.area());
}
