//! Floor plans as text, and what becomes of them.

use throng_mesh::{Connection, Layer, LayerId, Part, Ring};

use super::*;
use crate::imported::Severity;

const LINKS: &str =
    r#"xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape""#;

/// Reads the inside of a drawing of 20 by 10 units, each 1 m.
fn read(inside: &str) -> Imported {
    read_svg(&format!("<svg {LINKS} viewBox=\"0 0 20 10\">\n{inside}\n</svg>"), &ReadOptions::default())
}

/// The only layer of a drawing without problems.
fn layer(inside: &str) -> Layer {
    let imported = read(inside);
    assert_eq!(imported.diagnostics, [], "{inside}");
    assert_eq!(imported.scene.layers.len(), 1, "{inside}");
    imported.scene.layers[0].clone()
}

fn complaints(text: &str) -> Vec<String> {
    let line = |diagnostic: &Diagnostic| diagnostic.line.map_or("-".to_owned(), |line| line.to_string());
    let diagnostics = read_svg(text, &ReadOptions::default()).diagnostics;
    diagnostics.iter().map(|d| format!("{}: {d}", line(d))).collect()
}

fn ring<const N: usize>(corners: [[f64; 2]; N]) -> Ring {
    corners.map(|[x, y]| [x, y, 0.0]).to_vec()
}

#[test]
fn y_is_up_and_the_lower_left_corner_is_the_origin() {
    let text = format!(
        "<svg {LINKS} viewBox='100 200 20 10'><rect class='floor' x='101' y='200' width='3' height='2'/></svg>"
    );
    let imported = read_svg(&text, &ReadOptions::default());
    assert_eq!(imported.scene.layers[0].walkable, [ring([[1.0, 10.0], [4.0, 10.0], [4.0, 8.0], [1.0, 8.0]])]);
    assert_eq!(
        imported.notes,
        ["A unit of the drawing is taken as 1 m; data-throng-scale can say otherwise."]
    );
}

#[test]
fn the_largest_shape_is_the_floor() {
    let layer = layer(
        "<rect x='5' y='5' width='1' height='1'/><rect width='20' height='10' fill='white'/>
         <path d='M2 2 h3 v3' fill='none' stroke='black'/><circle cx='15' cy='5' r='0.001'/>",
    );
    assert_eq!(layer.id, "ground");
    assert_eq!(layer.walkable, [ring([[0.0, 10.0], [20.0, 10.0], [20.0, 0.0], [0.0, 0.0]])]);
    let lines = [ring([[2.0, 8.0], [5.0, 8.0]]), ring([[5.0, 8.0], [5.0, 5.0]])];
    assert_eq!(layer.obstacles[0], ring([[5.0, 5.0], [6.0, 5.0], [6.0, 4.0], [5.0, 4.0]]));
    assert_eq!(layer.obstacles[1..3], lines);
    assert_eq!(layer.obstacles[3].len(), 4, "a small circle has four corners");
}

#[test]
fn without_a_floor_it_is_the_box_around_the_drawing() {
    let imported = read("<path d='M2 2 h3 v3' fill='none' stroke='black'/>");
    let layer = &imported.scene.layers[0];
    assert_eq!(layer.walkable, [ring([[-8.0, -5.0], [15.0, -5.0], [15.0, 18.0], [-8.0, 18.0]])]);
    assert!(imported.notes[1].starts_with("Nothing is marked as walkable: the box"), "{:?}", imported.notes);
}

#[test]
fn the_nearest_word_counts() {
    let layer = layer(
        "<g id='Rooms'><rect width='20' height='10'/>
           <g class='walls'><rect x='1' y='1' width='1' height='1' fill='none'/>
             <rect id='column_7' x='5' y='1' width='1' height='1' fill='none'/>
             <rect data-throng='opening' x='1' y='1' width='1' height='1'/>
             <rect data-throng='region:grass' x='7' y='7' width='1' height='1'/>
             <rect data-throng='ignore' x='7' y='7' width='1' height='1'/></g></g>",
    );
    assert_eq!(layer.walkable.len(), 1);
    assert_eq!(
        layer.obstacles.len(),
        5,
        "four lines of a wall that is not filled, and a column that is solid"
    );
    assert_eq!(layer.obstacles[4].len(), 4);
    assert_eq!(layer.openings, [ring([[1.0, 9.0], [2.0, 9.0], [2.0, 8.0], [1.0, 8.0]])]);
    assert_eq!((layer.regions.len(), layer.regions[0].label.as_str()), (1, "grass"));
}

#[test]
fn paths_inside_paths_are_holes() {
    let layer = layer("<path class='room' d='M0 0H20V10H0Z M5 2H8V5H5Z'/>");
    assert_eq!((layer.walkable.len(), layer.obstacles.len()), (1, 1));
    assert_eq!(layer.obstacles[0], ring([[5.0, 8.0], [8.0, 8.0], [8.0, 5.0], [5.0, 5.0]]));
}

#[test]
fn what_is_hidden_is_not_there() {
    let layer = layer(
        "<rect class='room' width='20' height='10'/><g style='display:none'><rect width='1' height='1'/></g>
         <rect width='1' height='1' visibility='hidden'/><defs><rect width='1' height='1'/></defs>
         <symbol><rect width='1' height='1'/></symbol>",
    );
    assert_eq!(layer.obstacles, Vec::<Ring>::new());
}

#[test]
fn paper_behind_the_place_is_not_an_obstacle() {
    let layer = layer("<rect width='20' height='10'/><rect class='room' x='1' y='1' width='5' height='5'/>");
    assert_eq!((layer.walkable.len(), layer.obstacles.len()), (1, 0));
}

#[test]
fn groups_and_uses_move_their_parts() {
    let layer = layer(
        "<rect class='room' width='20' height='10'/>
         <defs><path id='a' d='M0 0L1 0' fill='none' stroke='red'/></defs>
         <g transform='translate(10 5)'><g transform='rotate(90) scale(2)'><use href='#a' x='1'/></g></g>",
    );
    assert_eq!(layer.obstacles, [ring([[10.0, 3.0], [10.0, 1.0]])]);
}

#[test]
fn uses_of_themselves_come_to_an_end() {
    let imported = read("<g id='a'><use href='#a'/><use href='#a'/><rect width='1' height='1'/></g>");
    assert_eq!(imported.scene.layers.len(), 1);
    assert!(
        imported.notes.iter().any(|note| note.starts_with("Passed over: 512 <use>")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn groups_can_be_layers_with_connections() {
    let imported = read(
        "<g data-throng-layer='ground'><rect width='10' height='10'/></g>
         <g data-throng-layer='ramp'><rect x='10' width='5' height='10'/></g>
         <line data-throng='connection:ground,ramp' x1='10' y1='0' x2='10' y2='10'/>
         <line data-throng='connection:ground,attic' x1='10' y1='0' x2='10' y2='10'/>",
    );
    let names: Vec<_> = imported.scene.layers.iter().map(|layer| layer.id.as_str()).collect();
    assert_eq!(names, ["ground", "ramp"]);
    let segment = [[10.0, 10.0], [10.0, 0.0]];
    assert_eq!(imported.scene.connections, [Connection::new([LayerId(0), LayerId(1)], segment)]);
    let said: Vec<_> = imported.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["error: the connection names a layer \"attic\" that is not there; layers are \"ground\", \"ramp\""]
    );
    assert_eq!(imported.diagnostics[0].line, Some(5));
}

#[test]
fn what_is_on_no_layer_is_on_the_ground() {
    let imported = read(
        "<rect class='room' width='5' height='5'/>
         <g data-throng-layer='ground'><rect class='room' x='5' width='5' height='5'/></g>",
    );
    let names: Vec<_> = imported.scene.layers.iter().map(|layer| layer.id.as_str()).collect();
    assert_eq!(names, ["ground"], "not two of that name");
    assert_eq!(imported.scene.layers[0].walkable.len(), 2);
}

#[test]
fn a_shape_of_too_many_paths_is_refused() {
    let found = complaints(&format!("<svg><path d='{}'/></svg>", "M0 0h1v1z".repeat(10_001)));
    assert_eq!(found[0], "1: error: one shape has more than 10000 paths; split it");
}

#[test]
fn layers_of_inkscape_are_layers_if_something_in_them_is_walkable() {
    let layer = layer(
        "<g inkscape:groupmode='layer' inkscape:label='Floor 1'><rect width='20' height='10'/></g>
         <g inkscape:groupmode='layer' inkscape:label='Walls'><line x2='5' y2='5' stroke='black'/></g>",
    );
    assert_eq!(layer.id, "Floor 1");
    assert_eq!(layer.obstacles.len(), 1);
}

#[test]
fn sizes_with_units_give_the_scale() {
    let size = |attributes: &str| {
        let text = format!("<svg {LINKS} {attributes}><rect class='room' width='96' height='96'/></svg>");
        let imported = read_svg(&text, &ReadOptions::default());
        assert_eq!(imported.diagnostics, [], "{attributes}");
        let [low, high] = imported.scene.bounds().unwrap();
        high[0] - low[0]
    };
    assert_eq!(size("width='20m' height='10m' viewBox='0 0 192 96'"), 10.0);
    assert!((size("width='5in'") - 0.0254).abs() < 1e-12, "96 pixels are an inch");
    assert_eq!(size("width='200'"), 96.0);
    assert_eq!(size("width='20m' height='10m' viewBox='0 0 192 96' data-throng-scale='0.5'"), 48.0);
}

#[test]
fn percentages_are_of_the_page() {
    let layer = layer("<rect class='room' width='100%' height='50%'/>");
    assert_eq!(layer.walkable, [ring([[0.0, 10.0], [20.0, 10.0], [20.0, 5.0], [0.0, 5.0]])]);
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let text = format!(
        "<svg {LINKS} data-throng-scale='-1'>\n<rect class='room' width='9' height='9'/>\n<rect width='1q' height='1'/>\n\
         <g transform='turn(3)'/>\n<path d='M0 0 L1 0 L1 e' class='wall'/>\n<rect data-throng='wals'/></svg>"
    );
    let expected = [
        "1: error: data-throng-scale is not a number above 0; write meters per unit, such as 0.01",
        "3: error: width=\"1q\" is not a length; write a number without a unit",
        "4: error: the transform cannot be read: ",
        "5: error: the path cannot be read: ",
        "6: error: data-throng=\"wals\" is not known; it may be walkable, obstacle, wall, opening, region:LABEL, connection:LAYER,LAYER or ignore",
    ];
    let found = complaints(&text);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn other_files_are_told_apart() {
    let found = complaints("<html></html>");
    assert_eq!(found, ["-: error: the file is XML, but begins with <html>; SVG files begin with <svg>"]);
    assert!(
        complaints("<svg>\n<g></svg>")[0].starts_with("2: error: not well-formed XML: "),
        "{:?}",
        complaints("<svg>\n<g></svg>")
    );
    let empty = complaints("<svg/>");
    assert_eq!(
        empty,
        [
            "-: error: nothing was found that could be a place; draw closed shapes for the walkable space, or lines for walls"
        ]
    );
}

#[test]
fn an_infinite_coordinate_is_told() {
    let found = complaints("<svg>\n<rect width='1e308' height='1' transform='scale(1e308)'/></svg>");
    assert_eq!(found[0], "2: error: a coordinate is not a finite number; correct it, or remove the shape");
}

#[test]
fn a_door_without_an_area_is_passed_over() {
    let imported = read("<rect class='room' width='9' height='9'/><line class='door' x2='1'/>");
    assert_eq!(imported.diagnostics.len(), 1);
    assert_eq!(imported.diagnostics[0].severity, Severity::Warning);
    assert_eq!(imported.scene.layers[0].openings, Vec::<Ring>::new());
}

#[test]
fn deep_groups_do_no_harm() {
    let deep = 20_000;
    let text =
        format!("<svg>{}<rect width='1' height='1'/>{}</svg>", "<g>".repeat(deep), "</g>".repeat(deep));
    let imported = read_svg(&text, &ReadOptions::default());
    assert_eq!(imported.scene.layers.len() + imported.diagnostics.len(), 1);
}

#[test]
fn rings_know_their_lines() {
    let imported =
        read("<rect class='room' width='9' height='9'/>\n\n<rect class='column' width='1' height='1'/>");
    assert_eq!(imported.lines.rings[&(LayerId(0), Part::Walkable(0))], [2]);
    assert_eq!(imported.lines.rings[&(LayerId(0), Part::Obstacle(0))], [4]);
}

#[test]
fn any_beginning_of_a_file_is_read_without_a_panic() {
    let inside = "<g data-throng-layer='ä'><path class='room' d='M0 0C1 1 2 2 9 0A3 3 0 1 0 9 9T1 2Z' transform='skewX(5)'/></g>";
    let text =
        format!("<?xml version='1.0'?><!DOCTYPE svg><svg {LINKS} width='5cm'>{inside}<use href='#a'/></svg>");
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let imported = read_svg(&text[..end], &ReadOptions::default());
        assert!(!imported.diagnostics.is_empty(), "{end} bytes are not the whole");
    }
    assert_eq!(read_svg(&text, &ReadOptions::default()).diagnostics, []);
}
