//! Drawings as pairs, and what becomes of them.

use throng_mesh::{Layer, LayerId, Part, Ring};

use super::*;
use crate::imported::Severity;

/// A file from lines of words: `;` stands for a new line.
fn file(header: &str, blocks: &str, entities: &str) -> String {
    let section = |name: &str, inside: &str| format!("0;SECTION;2;{name};{inside}0;ENDSEC;");
    let text =
        section("HEADER", header) + &section("BLOCKS", blocks) + &section("ENTITIES", entities) + "0;EOF;";
    text.replace(';', "\n")
}

fn read(entities: &str) -> Imported {
    read_dxf(file("9;$INSUNITS;70;6;", "", entities).as_bytes(), &ReadOptions::default())
}

/// The only layer of a drawing without problems.
fn layer(entities: &str) -> Layer {
    let imported = read(entities);
    assert_eq!(imported.diagnostics, [], "{entities}");
    assert_eq!(imported.scene.layers.len(), 1, "{entities}");
    imported.scene.layers[0].clone()
}

fn complaints(text: &str) -> Vec<String> {
    let line = |diagnostic: &Diagnostic| diagnostic.line.map_or("-".to_owned(), |line| line.to_string());
    let diagnostics = read_dxf(text.as_bytes(), &ReadOptions::default()).diagnostics;
    diagnostics.iter().map(|d| format!("{}: {d}", line(d))).collect()
}

fn ring<const N: usize>(corners: [[f64; 2]; N]) -> Ring {
    corners.map(|[x, y]| [x, y, 0.0]).to_vec()
}

/// A closed polyline around a box.
fn square(layer: &str, [x, y]: [i32; 2], side: i32) -> String {
    let (right, top) = (x + side, y + side);
    format!(
        "0;LWPOLYLINE;8;{layer};90;4;70;1;10;{x};20;{y};10;{right};20;{y};10;{right};20;{top};10;{x};20;{top};"
    )
}

fn line(layer: &str, from: [i32; 2], to: [i32; 2]) -> String {
    format!("0;LINE;8;{layer};10;{};20;{};11;{};21;{};", from[0], from[1], to[0], to[1])
}

#[test]
fn layers_of_jupedsim_are_known() {
    let imported = read(
        &(square("jps-walkablearea", [0, 0], 9)
            + &square("jps-obstacles", [1, 1], 2)
            + &square("jps-exits", [8, 8], 1)
            + &square("jps-exits", [7, 8], 1)
            + "0;MTEXT;8;0;1;hello;"),
    );
    assert_eq!(imported.diagnostics, []);
    let layer = &imported.scene.layers[0];
    assert_eq!(layer.walkable, [ring([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])]);
    assert_eq!(layer.obstacles, [ring([[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]])]);
    let expected = [
        "The unit of the drawing is the meter, as its header says.",
        "Passed over: 1 MTEXT, 2 on layer \"jps-exits\".",
    ];
    assert_eq!(imported.notes, expected);
    assert_eq!(imported.lines.rings[&(LayerId(0), Part::Walkable(0))], [22]);
}

#[test]
fn walls_are_lines_and_columns_are_solid() {
    let layer = layer(
        &(square("floor", [0, 0], 9)
            + &square("A-WALL", [1, 1], 2)
            + &line("A-WALL", [4, 4], [6, 4])
            + "0;CIRCLE;8;columns;10;7;20;7;40;0.001;0;POINT;8;columns;10;3;20;8;"
            + &square("doors", [2, 2], 1)),
    );
    assert_eq!(layer.obstacles.len(), 4 + 1 + 1 + 1);
    assert_eq!(layer.obstacles[4], ring([[4.0, 4.0], [6.0, 4.0]]));
    assert_eq!(layer.obstacles[5].len(), 4);
    assert_eq!(layer.obstacles[6], ring([[3.0, 8.0]]));
    assert_eq!(layer.openings.len(), 1);
}

#[test]
fn lines_on_a_walkable_layer_are_joined() {
    let layer = layer(
        &(line("walk", [0, 0], [9, 0])
            + &line("walk", [9, 9], [9, 0])
            + &line("walk", [9, 9], [0, 9])
            + &line("walk", [0, 9], [0, 0])
            + &line("walk", [1, 1], [2, 1])
            + &line("walk", [2, 1], [2, 2])
            + &line("walk", [2, 2], [1, 1])),
    );
    assert_eq!(layer.walkable, [ring([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])]);
    assert_eq!(
        layer.obstacles,
        [ring([[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]])],
        "a ring inside a ring is a hole"
    );
}

#[test]
fn without_names_the_largest_ring_is_the_floor() {
    let layer = layer(&(line("0", [1, 1], [2, 2]) + &square("0", [3, 3], 1) + &square("0", [0, 0], 9)));
    assert_eq!(layer.walkable, [ring([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])]);
    assert_eq!(layer.obstacles.len(), 1 + 4, "the other ring is drawn, not filled");
}

#[test]
fn lines_alone_stand_in_the_box_around_them() {
    let layer = layer(&line("0", [1, 1], [2, 2]));
    assert_eq!(layer.walkable, [ring([[-9.0, -9.0], [12.0, -9.0], [12.0, 12.0], [-9.0, 12.0]])]);
    assert_eq!(layer.obstacles, [ring([[1.0, 1.0], [2.0, 2.0]])]);
}

#[test]
fn arcs_begin_and_end_where_they_should() {
    let arc = layer("0;ARC;8;A-WALL;10;5;20;5;40;2;50;0;51;90;");
    assert_eq!(arc.obstacles[0][0], [7.0, 5.0, 0.0]);
    assert_eq!(arc.obstacles.last().unwrap()[1], [5.0, 7.0, 0.0]);
    let bulge = layer("0;LWPOLYLINE;8;A-WALL;70;0;10;0;20;0;42;1;10;2;20;0;10;2;20;5;");
    assert!(
        bulge.obstacles.iter().flatten().any(|corner| *corner == [1.0, -1.0, 0.0]),
        "half a circle below"
    );
    assert_eq!(bulge.obstacles.last().unwrap(), &ring([[2.0, 0.0], [2.0, 5.0]]));
    let ellipse = layer("0;ELLIPSE;8;columns;10;1;20;1;11;0;21;3;40;0.5;41;0;42;6.283185307179586;");
    let bounds = ellipse.obstacles[0]
        .iter()
        .fold([1e9, -1e9], |[low, high]: [f64; 2], c| [low.min(c[0]), high.max(c[0])]);
    assert_eq!(bounds, [-0.5, 2.5]);
}

#[test]
fn old_polylines_have_their_corners_in_records() {
    let layer = layer(
        "0;POLYLINE;8;floor;66;1;70;1;0;VERTEX;8;floor;10;0;20;0;0;VERTEX;8;floor;10;4;20;0;\
         0;VERTEX;8;floor;10;4;20;4;0;SEQEND;8;floor;",
    );
    assert_eq!(layer.walkable, [ring([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]])]);
}

#[test]
fn blocks_are_inserted_turned_and_repeated() {
    let block = "0;BLOCK;8;0;2;desk;10;1;20;0;0;LINE;8;0;10;1;20;0;11;2;21;0;0;ENDBLK;8;0;";
    let insert = "0;INSERT;8;furniture;2;desk;10;5;20;5;41;2;50;90;70;2;44;3;0;INSERT;8;0;2;chair;";
    let text = file("", block, &(square("floor", [0, 0], 9) + insert));
    let imported = read_dxf(text.as_bytes(), &ReadOptions::default());
    assert_eq!(imported.diagnostics, []);
    assert_eq!(
        imported.scene.layers[0].obstacles,
        [ring([[5.0, 5.0], [5.0, 7.0]]), ring([[5.0, 8.0], [5.0, 10.0]])]
    );
    assert!(imported.notes.iter().any(|note| note.contains("1 INSERT of a block")), "{:?}", imported.notes);
}

#[test]
fn blocks_inside_themselves_are_passed_over() {
    let block = "0;BLOCK;2;a;0;INSERT;2;b;0;ENDBLK;0;BLOCK;2;b;0;INSERT;2;a;0;LINE;8;0;11;2;0;ENDBLK;";
    let imported = read_dxf(file("", block, "0;INSERT;2;a;").as_bytes(), &ReadOptions::default());
    assert_eq!(imported.scene.layers[0].obstacles, [ring([[0.0, 0.0], [2.0, 0.0]])]);
    let note = "Passed over: 1 INSERT of a block that is not there or inside itself.";
    assert_eq!(imported.notes[1], note);
}

#[test]
fn rows_of_rows_of_blocks_come_to_an_end() {
    let block = "0;BLOCK;2;a;0;INSERT;2;b;70;9999;71;9999;0;ENDBLK;0;BLOCK;2;b;0;ENDBLK;";
    let text = file("", block, "0;INSERT;2;a;70;9999;71;9999;");
    let told = &read_dxf(text.as_bytes(), &ReadOptions::default()).diagnostics[0];
    assert_eq!(
        told.to_string(),
        "error: the drawing has more than 1000000 entities; remove what is not needed"
    );
}

#[test]
fn units_are_those_of_the_header() {
    let width = |header: &str| {
        let imported =
            read_dxf(file(header, "", &square("floor", [0, 0], 9)).as_bytes(), &ReadOptions::default());
        imported.scene.bounds().unwrap()[1][0]
    };
    assert_eq!(width("9;$INSUNITS;70;4;"), 9.0 * 0.001);
    assert_eq!(width("9;$EXTMIN;10;0;9;$INSUNITS;70;2;"), 9.0 * 0.3048);
    assert_eq!(width("9;$INSUNITS;70;0;"), 9.0);
    assert_eq!(width(""), 9.0);
    let large = read_dxf(file("", "", &square("floor", [0, 0], 9999)).as_bytes(), &ReadOptions::default());
    assert!(large.notes[1].starts_with("It is large for meters"), "{:?}", large.notes);
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let floor = square("floor", [0, 0], 9);
    let broken = file("", "", &format!("{floor}0;LINE;8;0;10;x;20;1;11;2;21;2;"));
    let expected = "42: error: a coordinate is not a finite number; correct it, or remove the shape";
    assert_eq!(complaints(&broken), [expected]);
    let shifted = file("", "", &format!("{floor}LINE;8;0;"));
    let told = "41: error: a group code was expected, which is a whole number; lines of a DXF file come in pairs; is one \
                missing, or is this another format?";
    assert_eq!(complaints(&shifted), [told]);
    let nothing = "-: error: nothing was found that could be a place; draw closed shapes for the walkable space, or \
                   lines for walls";
    let unmarked = "-: warning: the file has no end mark; if something is missing, save it again";
    assert_eq!(complaints(""), [unmarked, nothing]);
    assert_eq!(complaints(&file("", "", "")), [nothing]);
    assert_eq!(
        complaints("AutoCAD Binary DXF\r\n"),
        ["-: error: the file is binary DXF; save it as ASCII DXF"]
    );
}

#[test]
fn doors_drawn_as_lines_are_counted() {
    let imported =
        read(&(square("floor", [0, 0], 9) + &line("doors", [0, 0], [1, 0]) + &line("doors", [0, 1], [1, 1])));
    assert_eq!(imported.diagnostics.len(), 1);
    assert_eq!(imported.diagnostics[0].severity, Severity::Warning);
    let what = "2 of the lines drawn as openings enclose no area and were passed over";
    assert_eq!(imported.diagnostics[0].what, what);
}

#[test]
fn any_beginning_of_a_file_is_read_without_a_panic() {
    let block = "0;BLOCK;8;0;2;desk;10;1;20;0;0;LINE;8;0;10;1;20;0;11;2;21;0;0;ENDBLK;8;0;";
    let entities = square("floor", [0, 0], 9)
        + "0;INSERT;8;furniture;2;desk;10;5;20;5;41;2;50;90;70;2;44;3;0;ARC;8;A-WALL;10;5;20;5;40;2;50;0;51;90;\
           0;SPLINE;8;0;10;1;20;2;10;3;20;3;0;ELLIPSE;8;0;11;1;21;2;41;0;42;2;";
    let text = file("9;$INSUNITS;70;4;", block, &entities);
    let whole = read_dxf(text.as_bytes(), &ReadOptions::default());
    assert_eq!(whole.diagnostics, []);
    for end in 0..text.len() - 1 {
        let imported = read_dxf(&text.as_bytes()[..end], &ReadOptions::default());
        assert!(imported != whole, "{end} bytes are not the whole");
    }
}
