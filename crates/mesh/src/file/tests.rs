//! Round trips, damage and forgery.

use super::{CHECKSUM, LoadError};
use crate::id::{CellId, JointId};
use crate::locate::Position;
use crate::mesh::{Link, Mesh};
use crate::sample;
use crate::scene::{ConnectionId, LayerId};

fn small() -> Mesh {
    Mesh::build(&sample::floors()).expect("a good place").mesh
}

/// Makes the checksum fit.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - CHECKSUM;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Asks everything of a mesh that may be nonsense.
fn ask(mesh: &Mesh) {
    let last = CellId(mesh.num_cells() as u32 - 1);
    for layer in mesh.layers() {
        for k in 0..12 {
            let at = [f64::from(k) * 1.03 - 0.2, f64::from(k * 5 % 7) * 0.71 - 0.2];
            let position = Position::new(at, layer);
            for hint in [None, Some(last)] {
                mesh.locate(position, hint);
                mesh.nearest(position, hint);
                mesh.retract(position, hint);
                mesh.visible(position, Position::new([7.5, 2.0], LayerId(1)), hint);
                mesh.cast(position, [at[1], at[0]], hint);
            }
            mesh.visibility(position, None);
            mesh.nearest_walkable(position);
            mesh.height(position);
            let goal = Position::new([7.5, 2.0], LayerId(1));
            // It must come to an end; what it says is not expected to be right.
            let _ = mesh.largest_radius(position, goal);
            let _ = mesh.distances(position, 0.0).map(|distances| distances.at(mesh, goal));
        }
        mesh.border(layer);
        mesh.walls(layer).for_each(drop);
    }
    for j in 0..mesh.joints.len() as u32 {
        assert!(mesh.around(JointId(j)).count() <= mesh.flanks.len(), "the way around joint {j} ends");
    }
    mesh.points().for_each(drop);
    for cell in mesh.cells() {
        cell.layers();
        mesh.layer_of(cell.id(), cell.outline()[0]);
    }
    for edge in mesh.edges() {
        edge.bending_points().for_each(drop);
        edge.ends().into_iter().flat_map(|vertex| vertex.edges()).for_each(drop);
    }
    mesh.vertices().for_each(drop);
    for index in 0..mesh.num_connections() {
        mesh.connection(ConnectionId(index as u32));
    }
    // That it holds is not expected.
    let _ = mesh.check();
}

#[test]
fn what_is_saved_is_loaded() {
    let layered = (0..10).map(|_| small());
    let cluttered = (0..40).filter_map(|seed| {
        let scene = sample::clutter(seed, seed as usize, seed % 2 == 0);
        Mesh::build(&scene).ok().map(|built| built.mesh)
    });
    for mesh in layered.chain(cluttered) {
        let bytes = mesh.to_bytes();
        let loaded = Mesh::from_bytes(&bytes).expect("what was just saved");
        assert_eq!(loaded, mesh, "{}", mesh.name());
        assert_eq!(loaded.to_bytes(), bytes, "the bits of numbers stay");
        let mut saved = Vec::new();
        mesh.save(&mut saved).expect("a vector takes everything");
        assert_eq!(saved, bytes, "both ways to save give the same");
    }
}

#[test]
fn a_loaded_mesh_answers() {
    let mesh = Mesh::from_bytes(&small().to_bytes()).expect("what was just saved");
    assert_eq!(mesh.check(), Ok(()), "it keeps the invariants");
    assert_eq!(mesh.name(), "zwei Böden", "it has its name");
    assert_eq!(mesh.regions(LayerId(0))[0].label, "Gräser", "labels are kept");
    assert_eq!(mesh.height(Position::new([12.0, 4.0], LayerId(2))), 2.5, "heights are kept");
    assert!(mesh.locate(Position::new([7.5, 2.0], LayerId(1)), None).is_some(), "the ramp is found");
}

#[test]
fn a_changed_byte_is_noticed() {
    let bytes = small().to_bytes();
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            assert!(Mesh::from_bytes(&damaged).is_err(), "byte {at} by {change:#x}");
        }
    }
}

#[test]
fn a_missing_or_added_end_is_noticed() {
    let mut bytes = small().to_bytes();
    for length in 0..bytes.len() {
        assert!(Mesh::from_bytes(&bytes[..length]).is_err(), "length {length}");
    }
    bytes.push(0);
    assert!(matches!(Mesh::from_bytes(&bytes), Err(LoadError::Length { .. })), "one byte too many");
}

#[test]
fn errors_say_what_is_wrong() {
    let bytes = small().to_bytes();
    let with = |at: usize, value: u8| {
        let mut changed = bytes.clone();
        changed[at] = value;
        changed
    };
    assert_eq!(Mesh::from_bytes(b"solid cube"), Err(LoadError::NotAMesh), "another format");
    assert_eq!(Mesh::from_bytes(&[]), Err(LoadError::NotAMesh), "nothing");
    assert_eq!(Mesh::from_bytes(&sealed(with(8, 3))), Err(LoadError::Newer { version: 3 }), "of the future");
    assert_eq!(Mesh::from_bytes(&sealed(with(8, 1))), Err(LoadError::Older { version: 1 }), "of the past");
    assert!(matches!(Mesh::from_bytes(&with(500, 1)), Err(LoadError::Checksum { .. })), "damage");
    assert!(matches!(Mesh::from_bytes(&sealed(with(12, 1))), Err(LoadError::Malformed { .. })), "a flag");
    // The first joint names flank 0x7f000000 and more: joints start after the table and the head.
    let joints = 32 + 16 * 24 + 56;
    let error = Mesh::from_bytes(&sealed(with(joints + 27, 0x7f))).expect_err("no such flank");
    assert!(error.to_string().contains("joint 0 names flank"), "{error}");
    assert!(error.to_string().contains("rebuild it from the scene"), "{error}");
}

/// A file with a checksum that fits is turned away, or is a mesh that one can ask anything.
#[test]
fn forged_files_do_no_harm() {
    let bytes = small().to_bytes();
    let mut accepted = 0;
    for at in 8..bytes.len() - CHECKSUM {
        // Numbers have four or eight bytes, so that with three changes in turn each byte of a field meets each change somewhere.
        let mut forged = bytes.clone();
        forged[at] ^= [1, 0x40, 0xff][at % 3];
        if let Ok(mesh) = Mesh::from_bytes(&sealed(forged)) {
            accepted += 1;
            ask(&mesh);
        }
    }
    assert!(
        accepted > bytes.len() / 10,
        "coordinates can be anything, but only {accepted} changes were accepted"
    );
}

#[test]
fn forged_connections_that_lead_back_do_not_loop() {
    let mut mesh = small();
    // Two connections in one place, which claim different layers on their left: from each layer one leads to the other.
    let [one, two] = mesh.links[0].between;
    mesh.links[1] = Link { between: [two, one], ..mesh.links[0] };
    for (layer, links) in mesh.layers.iter_mut().zip([vec![0, 1], vec![0, 1], vec![]]) {
        layer.links = links.into_iter().map(ConnectionId).collect();
    }
    let mesh = Mesh::from_bytes(&mesh.to_bytes()).expect("ids are in range");
    let layer = mesh.layer_after(LayerId(0), [5.0, 2.0], [7.0, 2.0]);
    assert!(layer.0 < 2, "the way over the connections ends on one of their layers, and not on {layer:?}");
    ask(&mesh);
}

#[test]
fn garbage_is_turned_away() {
    let bytes = small().to_bytes();
    let mut random = throng_voronoi::sample::Random::new(7);
    for round in 0..2000 {
        // Of any length, or of the right one behind a good header; with a checksum that fits.
        let mut garbage = bytes.clone();
        let first = if round % 2 == 0 { 0 } else { 32 + (round / 2) % 900 };
        garbage[first..].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        if round % 4 == 0 {
            garbage.truncate(random.below(600) + CHECKSUM);
        }
        assert!(Mesh::from_bytes(&sealed(garbage)).is_err(), "round {round}");
    }
}
