//! The widest ways of a mesh that changes are those that are found by trying, and snapshots keep theirs.

use throng_voronoi::sample::{Random, layered};

use super::square;
use super::world::World;
use crate::change::{LiveMesh, Obstacle};
use crate::id::{EdgeId, JointId};
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::route::{Forest, Strength, Widths};
use crate::sample::{self, Family};
use crate::scene::{LayerId, Scene};

/// By joint: the width of the widest way from a vertex, or less than nothing if there is none. Tries all edges until nothing gets wider.
fn widest_from(mesh: &Mesh, from: JointId) -> Vec<f64> {
    let mut widest = vec![-1.0; mesh.joints.len()];
    widest[from.index()] = f64::INFINITY;
    let mut changed = true;
    while changed {
        changed = false;
        for e in mesh.live_edges() {
            let [a, b] = mesh.ends_of_edge(e);
            for [a, b] in [[a, b], [b, a]] {
                let width = mesh.edges[e.index()].min_clearance.min(widest[a.index()]);
                if widest[b.index()] < width {
                    widest[b.index()] = width;
                    changed = true;
                }
            }
        }
    }
    widest
}

fn vertices(mesh: &Mesh) -> Vec<JointId> {
    mesh.live_joints().filter(|&j| mesh.is_vertex(j)).collect()
}

/// From a random vertex to all others.
fn compare(mesh: &Mesh, random: &mut Random) {
    let forest = mesh.prepared.forest.as_ref().expect("it can change").get(mesh);
    forest.check(mesh).expect("the forest is right");
    let (anew, widths) = (Forest::new(mesh), Widths::new(mesh));
    let vertices = vertices(mesh);
    let Some(&from) = vertices.get(random.below(vertices.len().max(1))) else { return };
    let widest = widest_from(mesh, from);
    for &to in &vertices {
        let weakest = forest.weakest_between(from, to);
        let width = weakest.map_or(-1.0, Strength::width);
        assert_eq!(width.to_bits(), widest[to.index()].to_bits(), "from {} to {}", from.0, to.0);
        assert_eq!(weakest, anew.weakest_between(from, to), "the same edge, whatever happened before");
        assert_eq!(weakest, widths.weakest_between(from, to), "the same edge by another forest");
    }
}

/// Some answers of a mesh.
fn answers(mesh: &Mesh, seed: u64) -> Vec<Option<Strength>> {
    let (vertices, mut random) = (vertices(mesh), Random::new(seed));
    if vertices.is_empty() {
        return Vec::new();
    }
    let mut any = || vertices[random.below(vertices.len())];
    (0..30).map(|_| mesh.weakest_between(any(), any())).collect()
}

fn scramble(scene: Scene, seed: u64, steps: usize) {
    let Some(mut world) = World::new(scene) else { return };
    let mut random = Random::new(seed);
    for _ in 0..steps {
        let snapshot = world.mesh.clone();
        let before = answers(&snapshot, seed);
        (0..1 + random.below(3)).for_each(|_| world.act(&mut random));
        world.mend();
        // Several updates may come before somebody asks.
        if random.one_in(2) {
            compare(&world.mesh, &mut random);
        }
        assert_eq!(answers(&snapshot, seed), before, "a snapshot answers as before");
        if let Some(forest) = &snapshot.prepared.forest {
            forest.get(&snapshot).check(&snapshot).expect("that of the snapshot is right too");
        }
    }
}

#[test]
fn widths_of_random_places() {
    for family in Family::ALL {
        for seed in 10..13 {
            scramble(family.scene(seed), seed, 25);
        }
    }
}

#[test]
fn widths_over_doors() {
    let places = [
        sample::floors(),
        sample::of_place(&layered::ramp(3, 4)),
        sample::of_place(&layered::spiral(2, 6)),
        sample::of_place(&layered::fan(5, true)),
    ];
    for (seed, scene) in places.into_iter().enumerate() {
        scramble(scene, seed as u64, 40);
    }
}

/// Walls across a square, whole or with gaps, part it and unite it again.
#[test]
fn widths_of_parts() {
    let mut live = LiveMesh::build(&square()).expect("a scene");
    let mut random = Random::new(5);
    let mut walls = Vec::new();
    let (mut most, mut apart) = (0, 0);
    for _ in 0..150 {
        if walls.len() > 8 || !walls.is_empty() && random.one_in(3) {
            live.remove(walls.swap_remove(random.below(walls.len()))).expect("it is there");
        } else {
            let (at, gap) = (100.0 * random.unit(), 90.0 * random.unit());
            let across = |from: f64, to: f64, upright: bool| {
                let ends = [from, to].map(|v| if upright { [at, v] } else { [v, at] });
                Obstacle::new(LayerId(0), ends.to_vec())
            };
            let upright = random.one_in(2);
            let from = if random.one_in(2) { 0.0 } else { gap };
            walls.push(live.insert(across(from, 100.0, upright)).expect("it makes sense").0);
        }
        let mesh = live.mesh();
        compare(mesh, &mut random);
        most = most.max(mesh.num_components());
        let places =
            [(); 2].map(|()| Position::new([100.0 * random.unit(), 100.0 * random.unit()], LayerId(0)));
        let loaded = Mesh::from_bytes(&mesh.to_bytes()).expect("it can be loaded");
        let [one, two] =
            [mesh, &loaded].map(|mesh| mesh.largest_radius(places[0], places[1]).map(|width| width.radius));
        apart += usize::from(one.is_err());
        assert_eq!(one.ok().map(f64::to_bits), two.ok().map(f64::to_bits), "{places:?}");
    }
    assert!(most > 3 && apart > 10, "{most} parts, {apart} pairs of places apart");
}

/// A mistake is noticed.
#[test]
fn a_forest_that_is_wrong() {
    let mut world = World::new(sample::field(4, 1)).expect("a scene");
    let mut forest = world.mesh.prepared.forest.take().expect("it can change").get(&world.mesh).clone();
    let is_wide = |e: EdgeId| world.mesh.edges[e.index()].min_clearance > 0.1;
    let in_it = world.mesh.live_edges().find(|&e| forest.has(e) && is_wide(e)).expect("most are");
    forest.cut(in_it);
    assert!(forest.check(&world.mesh).is_err(), "an edge is missing");
    let mut forest = Forest::new(&world.mesh);
    forest.check(&world.mesh).expect("this one is right");
    world.mesh.edges[in_it.index()].min_clearance = 0.0;
    assert!(forest.check(&world.mesh).is_err(), "an edge is not that wide");
    forest.cut(in_it);
    assert!(forest.check(&world.mesh).is_err(), "another one is missing, or this one");
}
