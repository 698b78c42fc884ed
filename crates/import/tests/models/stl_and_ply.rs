//! STL and PLY files that are not quite right.

use crate::common::{error, read};
use crate::cube::{ply_binary, ply_text, stl_binary, stl_text};

#[test]
fn files_that_end_early_are_read_as_far_as_they_go() {
    let stl = stl_binary();
    let short = read("a.stl", &stl[..stl.len() - 60]);
    assert_eq!(short.model.triangles.len(), 10);
    assert!(short.notes[0].contains("12 triangles and ends after 10"), "{:?}", short.notes);
    let ply = ply_binary(false);
    let short = read("a.ply", &ply[..ply.len() - 10]);
    assert_eq!(short.model.triangles.len(), 10);
    assert!(short.notes[0].contains("6 elements \"face\""), "{:?}", short.notes);
}

#[test]
fn counts_that_no_file_can_hold_do_not_matter() {
    let mut stl = stl_binary();
    stl[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read("a.stl", &stl).model.triangles.len(), 12);
    let ply = ply_text().replace("face 6", "face 99999999999");
    assert_eq!(read("a.ply", ply).model.triangles.len(), 12);
}

#[test]
fn messages_name_lines() {
    assert!(error("a.ply", "plx\n").contains("a.ply, line 1"));
    assert!(
        error("a.ply", ply_text().replace("property uchar red", "property rgb red"))
            .contains("line 5: the type \"rgb\"")
    );
    assert!(error("a.ply", ply_text().replace("element face 6", "element face six")).contains("line 9"));
    assert!(error("a.ply", ply_text().replace("property float y", "property float w")).contains("line 4"));
    assert!(error("a.ply", "ply\nformat ascii 1.0\n").contains("does not end"));
    assert!(error("a.stl", "hello").contains("5 bytes long"));
}

#[test]
fn text_with_several_solids_has_several_parts() {
    let two = stl_text()
        + &stl_text().replace("solid cube", "solid other one").replace("vertex 2 2 2", "vertex 2 2 x");
    let read = read("a.stl", two);
    let names: Vec<&str> = read.model.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["cube", "other one"]);
    assert!(read.notes.iter().any(|note| note.contains("do not have three numbers")), "{:?}", read.notes);
    assert!(read.model.triangles.len() < 24);
}

#[test]
fn strips_are_read() {
    let text = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n9 0 1 2 3 -1 0 1 2 -1\n";
    let read = read("a.ply", text);
    assert_eq!(read.model.triangles, [[0, 1, 2], [2, 1, 3], [0, 1, 2]]);
}
