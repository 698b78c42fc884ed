//! Pictures as a whole: well-formed, complete, the same every time, not blank.

use resvg::tiny_skia::Pixmap;
use throng_mesh::Shape;
use throng_mesh::{
    Affected, CellId, Connection, Layer, LayerId, Leg, Mesh, Obstacle, Position, Region, Ring, Scene,
};

use super::pen::number;
use super::seams::Seams;
use super::*;

const VIEWS: [View; 3] = [View::OneLayer(LayerId(0)), View::SideBySide, View::Oblique { lift: None }];

/// A rectangle by two opposite corners, with heights at its left and right side.
fn rectangle([x0, y0]: [f64; 2], [x1, y1]: [f64; 2], [left, right]: [f64; 2]) -> Ring {
    vec![[x0, y0, left], [x1, y0, right], [x1, y1, right], [x0, y1, left]]
}

fn mesh(scene: &Scene) -> Mesh {
    Mesh::build(scene).expect("a scene without faults").mesh
}

/// A room with four blocks, a line and a point obstacle, and a lawn.
fn room() -> Mesh {
    let mut layer = Layer::new("room");
    layer.walkable.push(rectangle([0.0, 0.0], [20.0, 12.0], [0.0; 2]));
    for [x, y] in [[3.0, 3.0], [8.0, 7.0], [13.0, 3.0], [15.0, 8.0]] {
        layer.obstacles.push(rectangle([x, y], [x + 1.5, y + 1.0], [0.0; 2]));
    }
    layer.obstacles.push(vec![[6.0, 1.0, 0.0], [7.0, 4.0, 0.0]]);
    layer.obstacles.push(vec![[18.0, 6.0, 0.0]]);
    layer
        .regions
        .push(Region { label: "grass".to_owned(), polygon: rectangle([1.0, 8.0], [6.0, 11.0], [0.0; 2]) });
    mesh(&Scene::of_layer("a room", layer))
}

/// Two floors on top of each other, and a ramp beside them.
fn floors() -> Mesh {
    let mut scene = Scene { name: "two <floors> & a ramp".to_owned(), ..Scene::default() };
    for (name, height) in [("ground", 0.0), ("upper", 4.0)] {
        let mut layer = Layer::new(name);
        layer.walkable.push(rectangle([0.0, 0.0], [20.0, 10.0], [height; 2]));
        layer.obstacles.push(rectangle([5.0, 4.0], [8.0, 6.0], [height; 2]));
        scene.layers.push(layer);
    }
    scene.layers[1].walkable.push(rectangle([20.0, 6.0], [30.0, 9.0], [4.0; 2]));
    let mut ramp = Layer::new("ramp");
    ramp.walkable.push(rectangle([20.0, 1.0], [30.0, 4.0], [0.0, 2.0]));
    ramp.walkable.push(rectangle([30.0, 1.0], [33.0, 9.0], [2.0; 2]));
    ramp.obstacles.push(vec![[31.5, 5.0, 2.0]]);
    scene.layers.push(ramp);
    let [ground, upper, ramp] = [0, 1, 2].map(LayerId);
    scene.connections = vec![
        Connection::new([ground, ramp], [[20.0, 1.0], [20.0, 4.0]]),
        Connection::new([ramp, upper], [[30.0, 6.0], [30.0, 9.0]]),
    ];
    mesh(&scene)
}

/// Everything that can be shown.
fn everything(view: View) -> PictureStyle {
    let position = Position::new([2.0, 2.0], LayerId(0));
    PictureStyle {
        view,
        title: Some("A <title> & more".to_owned()),
        clearance: true,
        spokes: true,
        cell_ids: true,
        legend: true,
        cells: vec![CellId(0), CellId(3), CellId(u32::MAX)],
        sights: vec![Sight {
            eye: Some(position),
            polygons: vec![(vec![[0.0, 0.0], [4.0, 0.0], [2.0, 3.0]], LayerId(0))],
        }],
        markers: vec![Marker { position, label: "Start".to_owned() }],
        corridor: vec![CellId(1), CellId(u32::MAX)],
        routes: vec![track(&[
            position,
            Position::new([18.0, 2.0], LayerId(0)),
            Position::new([25.0, 2.5], LayerId(2)),
        ])],
        caption: Some("before & after".to_owned()),
        tints: vec![Tint { cells: vec![CellId(2), CellId(u32::MAX)], color: palette::ADDED, label: "added" }],
        affected: vec![Affected { layer: LayerId(0), hull: vec![[1.0, 1.0], [90.0, 1.0], [3.0, 9.0]] }],
        newcomers: vec![
            Obstacle::new(LayerId(0), vec![[2.0, 7.0], [4.0, 7.0], [4.0, 9.0]]).with_ring(vec![[9.0, 9.0]]),
            Obstacle::new(LayerId(2), vec![[21.0, 2.0], [23.0, 2.0]]),
        ],
        crowd: Some(CrowdStyle {
            cells: std::array::from_fn(|level| vec![CellId(level as u32)]),
            positions: vec![position; 3],
            radius: 0.24,
        }),
        ..PictureStyle::default()
    }
}

/// A route of straight lines.
fn track(positions: &[Position]) -> Track {
    let leg = |pair: &[Position]| (Leg::Line { from: pair[0].at, to: pair[1].at }, pair.to_vec());
    let legs = positions.windows(2).map(leg).collect();
    Track { legs, color: palette::route(0).to_owned(), label: "a <route>".to_owned(), band: 0.3, thin: false }
}

/// The text of the path with these attributes.
fn path<'t>(document: &'t roxmltree::Document<'_>, attributes: &[(&str, &str)]) -> &'t str {
    let wanted = |node: &roxmltree::Node<'_, '_>| {
        attributes.iter().all(|&(name, value)| node.attribute(name) == Some(value))
    };
    let node = document.descendants().find(wanted).expect("such a path");
    node.attribute("d").expect("the text of the path")
}

fn count(text: &str, letter: char) -> usize {
    text.chars().filter(|&c| c == letter).count()
}

#[test]
fn pictures_are_well_formed() {
    for mesh in [room(), floors()] {
        for view in VIEWS {
            let text = svg(&mesh, &everything(view));
            let document = roxmltree::Document::parse(&text).expect("XML");
            let paths = document.descendants().filter_map(|node| node.attribute("d"));
            for d in paths {
                let strange = d.chars().find(|c| !"mlhvqaz0123456789.- ".contains(*c));
                assert_eq!(strange, None, "{view:?}: {d}");
                assert!(d.starts_with('m'), "{view:?}: {d}");
            }
            assert_eq!(svg(&mesh, &everything(view)), text, "{view:?}: the same bytes");
        }
    }
}

#[test]
fn every_ring_and_every_parabola_is_drawn() {
    let mesh = room();
    let style = PictureStyle { labels: false, scale_bar: false, ..PictureStyle::default() };
    let text = svg(&mesh, &style);
    let document = roxmltree::Document::parse(&text).expect("XML");
    let walkable = path(&document, &[("fill", palette::WALKABLE)]);
    assert_eq!(count(walkable, 'z'), 1 + 4, "the room and its blocks");
    let obstacles = path(&document, &[("fill", palette::OBSTACLE)]);
    assert_eq!(count(obstacles, 'z'), 4, "the blocks");
    let axis = path(&document, &[("stroke", palette::AXIS)]);
    let is_parabola = |cell: &throng_mesh::Cell<'_>| mesh.arc(cell.id()).shape() != Shape::Line;
    assert_eq!(count(axis, 'q'), mesh.cells().filter(is_parabola).count(), "one curve a parabola");
    assert!(count(axis, 'm') <= mesh.num_edges(), "the cells of an edge follow each other");
    let points = path(&document, &[("stroke", palette::WALL), ("stroke-width", &number(4.0))]);
    assert_eq!(count(points, 'm'), 1, "the point obstacle");
}

#[test]
fn every_part_of_the_axis_is_drawn_on_its_layer() {
    let mesh = floors();
    let seams = Seams::new(&mesh);
    let mut layers = vec![0.0; mesh.num_layers()];
    for cell in mesh.cells() {
        let parts = seams.arc(cell);
        for (layer, arc) in &parts {
            layers[layer.0 as usize] += arc.length();
            let middle = Position::new(arc.point(0.5), *layer);
            assert!(mesh.locate(middle, None).is_some(), "{middle:?} of {cell:?} is on another layer");
        }
        let (sum, all) =
            (parts.iter().map(|(_, arc)| arc.length()).sum::<f64>(), mesh.arc(cell.id()).length());
        assert!((sum - all).abs() < 1e-6 * all.max(1.0), "{cell:?}: {sum} of {all}");
    }
    assert!(layers.iter().all(|length| *length > 3.0), "{layers:?}");
}

#[test]
fn clearance_is_where_it_is() {
    let mut layer = Layer::new("square");
    layer.walkable.push(rectangle([0.0, 0.0], [10.0, 10.0], [0.0; 2]));
    let mesh = mesh(&Scene::of_layer("", layer));
    let style = PictureStyle {
        width: 500.0,
        clearance: true,
        max_clearance: Some(5.0),
        axis: false,
        walkable: false,
        scale_bar: false,
        ..PictureStyle::default()
    };
    let pixels = Pixmap::decode_png(&png(&svg(&mesh, &style), 1.0).expect("a picture")).expect("PNG");
    let count = |level: u32| {
        let color = palette::ramp(f64::from(level) / f64::from(clearance::LEVELS - 1));
        let part = |i: usize| u8::from_str_radix(&color[i..i + 2], 16).expect("two digits");
        let wanted = [part(1), part(3), part(5)];
        pixels.pixels().iter().filter(|p| [p.red(), p.green(), p.blue()] == wanted).count() as f64
    };
    let scale = (0..clearance::LEVELS).map(count).sum::<f64>() / 100.0;
    // From d to d + 0.5 the band has 4 · 0.5 · (10 - 2 d - 0.5) m².
    for level in 0..clearance::LEVELS {
        let d = 0.5 * f64::from(level);
        let band = 4.0 * 0.5 * (10.0 - 2.0 * d - 0.5);
        let drawn = count(level) / scale;
        assert!((drawn - band).abs() < 0.7, "from {d}: {drawn} m², not {band}");
    }
}

#[test]
fn images_are_not_blank() {
    let mesh = floors();
    for view in VIEWS {
        let style = PictureStyle { width: 400.0, ..everything(view) };
        let text = svg(&mesh, &style);
        let image = png(&text, 1.5).expect("a picture");
        assert_eq!(image, png(&text, 1.5).expect("a picture"), "the same bytes");
        let pixels = Pixmap::decode_png(&image).expect("PNG");
        assert_eq!(pixels.width(), 600, "{view:?}");
        let mut colors: Vec<_> = pixels.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
        colors.sort_unstable();
        colors.dedup();
        assert!(colors.len() > 100, "{view:?}: {} colors", colors.len());
    }
}

#[test]
fn nonsense_makes_a_picture_too() {
    let mesh = floors();
    let nowhere = Position::new([f64::NAN, f64::INFINITY], LayerId(0));
    let [from, to] = [nowhere.at, [1.0; 2]];
    let turn = |angle| Leg::Turn { center: [0.0; 2], radius: f64::INFINITY, from, to, angle };
    let nonsense = vec![
        track(&[nowhere, Position::new([0.0; 2], LayerId(77))]),
        Track {
            legs: vec![(turn(f64::NAN), vec![nowhere; 2]), (turn(1e300), vec![nowhere; 2])],
            ..Track::default()
        },
        Track { band: f64::NAN, ..Track::default() },
    ];
    for view in [View::OneLayer(LayerId(99)), View::SideBySide, View::Oblique { lift: Some(f64::NAN) }] {
        for width in [f64::NAN, -5.0, 0.0, 1e300] {
            let style = PictureStyle {
                width,
                max_clearance: Some(-1.0),
                markers: vec![Marker { position: nowhere, label: "\u{0}\u{fffe}no such place".to_owned() }],
                routes: nonsense.clone(),
                affected: vec![Affected { layer: LayerId(77), hull: vec![[f64::NAN; 2]; 3] }],
                newcomers: vec![
                    Obstacle::new(LayerId(0), vec![[f64::NAN, f64::INFINITY]; 4]).with_ring(vec![]),
                ],
                crowd: Some(CrowdStyle {
                    positions: vec![nowhere],
                    radius: f64::NAN,
                    ..CrowdStyle::default()
                }),
                title: Some("\u{0}\u{1b}\u{ffff}".to_owned()),
                ..everything(view)
            };
            let text = svg(&mesh, &style);
            assert!(roxmltree::Document::parse(&text).is_ok(), "{view:?} {width}");
        }
    }
    assert!(png("<svg", 1.0).is_err(), "not an image");
    let small = svg(&mesh, &PictureStyle::default());
    assert!([0.0, f32::NAN, 1e9].iter().all(|&scale| png(&small, scale).is_err()), "no image of that size");
}

#[test]
fn floors_that_look_alike_have_all_their_spokes() {
    let floor = |id: &str, height: f64| {
        let mut layer = Layer::new(id);
        layer.walkable.push(rectangle([0.0, 0.0], [9.0, 6.0], [height; 2]));
        layer.obstacles.push(rectangle([3.0, 2.0], [5.0, 3.0], [height; 2]));
        layer
    };
    let spokes = |layers: Vec<Layer>| {
        let mesh = mesh(&Scene { name: String::new(), layers, connections: Vec::new() });
        let style = PictureStyle { axis: false, spokes: true, ..PictureStyle::default() };
        let text = svg(&mesh, &style);
        let document = roxmltree::Document::parse(&text).expect("XML");
        let drawn = document.descendants().filter(|n| n.attribute("stroke") == Some(palette::SPOKE));
        drawn
            .filter_map(|n| n.attribute("d"))
            .map(|d| d.to_ascii_lowercase().matches('m').count())
            .sum::<usize>()
    };
    let one = spokes(vec![floor("a", 0.0)]);
    assert!(one > 8, "{one} spokes");
    assert_eq!(spokes(vec![floor("a", 0.0), floor("b", 3.0)]), 2 * one);
}
