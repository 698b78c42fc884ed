//! OBJ files as programs and people write them.

use throng_import::{ModelOptions, UpAxis, read_model_bytes};

use crate::common::{error, near, nothing, read, volume_and_area};

#[test]
fn polygons_names_and_continued_lines_are_read() {
    let text = "# a file\r\nmtllib x.mtl\no  wall one \r\nv\t0 0 0\nv 4 0 0 1.0\nv 4 0 -4\nv 2 0 \\\n -1\nv 0 0 -4 0.5 0.5 0.5\n\
                usemtl brick\nf 1/1/1 2//1 3/2 \\\n  -2 -1\ng roof\nf 1 2 3\nf 1 2 3 # again\no two\nf 3 2 1\n";
    let read = read("a.obj", text);
    let names: Vec<&str> = read.model.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["wall one/brick", "wall one/roof/brick", "two/roof/brick"]);
    // A concave face of 10 m²: a fan from its first corner would have more.
    let [_, area] = volume_and_area(&read.model, 0);
    assert!(near(area, 10.0), "{area}");
    assert_eq!(read.model.parts[1].triangles, 3..5);
    assert_eq!(read.notes, Vec::<String>::new());
}

#[test]
fn what_is_odd_is_counted_and_the_rest_is_read() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 0 1\nv nan 0 0\nv 1 x\nf 1 2\nf 1 2 3\nf 1 2 9\nf 1 2 4\nf 0 1 2\nl 1 2\nwhatever 3\nf 1 2 -9\n";
    let read = read("odd.obj", text);
    assert_eq!(read.model.triangles.len(), 1);
    let notes = read.notes.join("\n");
    assert!(notes.contains("2 corners (`v`) do not have three numbers (first: line 4)"), "{notes}");
    assert!(notes.contains("5 faces were passed over") && notes.contains("(first: line 6)"), "{notes}");
    assert!(notes.contains("1 point or line") && notes.contains("(line 11)"), "{notes}");
    assert!(notes.contains("1 line with an unknown keyword was passed over (line 12)"), "{notes}");
}

#[test]
fn corners_may_come_after_faces() {
    assert_eq!(read("a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").model.triangles.len(), 1);
}

#[test]
fn files_without_faces_are_errors_with_a_way_out() {
    assert!(
        error("a.obj", "v 0 0 0\nv 1 0 0\n").contains("a.obj: it has no faces"),
        "{}",
        error("a.obj", "v 0 0 0")
    );
    assert!(error("a.obj", "hello\nworld\n").contains("is it an OBJ file?"));
    assert!(error("a.obj", "").contains("it is empty"));
    let none = error("a.obj", "v 0 0 0\nf 1 1 7\n");
    assert!(none.contains("no triangles that could be used") && none.contains("line 2"), "{none}");
    assert!(error("a.xyz", "1 2 3").contains(".glb"), "known formats are named");
}

#[test]
fn turning_the_up_axis_keeps_what_is_outside() {
    let cube = crate::cube::obj();
    let axes = [UpAxis::X, UpAxis::Y, UpAxis::Z, UpAxis::NegativeX, UpAxis::NegativeY, UpAxis::NegativeZ];
    let [from, to] = [[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]];
    for (axis, height) in axes.into_iter().zip([from[0], from[1], from[2], to[0], to[1], to[2]]) {
        let options = ModelOptions { up: Some(axis), unit: Some(0.5), ..ModelOptions::default() };
        let model = read_model_bytes("cube.obj", cube.as_bytes(), &options, &nothing).unwrap().model;
        let [volume, _] = volume_and_area(&model, 0);
        assert!(near(volume, 1.0), "{axis:?}: {volume}");
        assert_eq!(axis.turn(from)[2], height, "{axis:?}");
    }
    for unit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = ModelOptions { unit: Some(unit), ..ModelOptions::default() };
        assert!(read_model_bytes("cube.obj", cube.as_bytes(), &options, &nothing).is_err());
    }
}
