//! Stairs and ramps as regions: the same by voxels as exactly, however the tiles are.

use throng_import::{ExtractOptions, Model, Role, VoxelOptions, Way};

use crate::hand;
use crate::judged::extracted;
use crate::maker::Maker;

/// The width of a voxel. \[m\]
const CELL: f64 = 0.05;

fn by_voxels(tile: u32) -> Way {
    Way::Voxel(VoxelOptions { cell: [CELL; 2], tile, ..VoxelOptions::default() })
}

/// Area and outline of all regions with a label, in m² and m.
fn labeled(model: &Model, options: &ExtractOptions, label: &str) -> [f64; 2] {
    let scene = extracted(model, options).expect("there is something to walk on").scene;
    let mut sum = [0.0; 2];
    for region in scene.layers.iter().flat_map(|layer| &layer.regions).filter(|region| region.label == label)
    {
        let after = region.polygon.iter().cycle().skip(1);
        let mut twice = 0.0;
        for (a, b) in region.polygon.iter().zip(after) {
            twice += a[0] * b[1] - a[1] * b[0];
            let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
            sum[1] += (dx * dx + dy * dy).sqrt();
        }
        sum[0] += twice.abs() / 2.0;
    }
    sum
}

/// Compares both ways, and tiles of several sizes. Gives the area that the exact way finds.
fn agreed(model: &Model, options: &ExtractOptions, label: &str) -> f64 {
    let with = |way: Way| labeled(model, &ExtractOptions { way, ..options.clone() }, label);
    let [area, outline] = with(Way::Exact);
    let [whole, _] = with(by_voxels(1024));
    assert!((whole - area).abs() <= outline * CELL, "{}: {whole} m² instead of {area}", model.name);
    for tile in [16, 37] {
        let [tiled, _] = with(by_voxels(tile));
        // Tiles say where a surface that lies above itself is cut, and there a strip of a voxel may be of both sides.
        let off = (tiled - whole).abs();
        assert!(off <= outline * CELL, "{}: {tiled} m² in tiles, {whole} without", model.name);
    }
    area
}

#[test]
fn treads_are_stairs_both_ways() {
    let tread = 0.3 * 2.0;
    for name in ["stairs, open", "stairs with risers", "solid stairs"] {
        let case = hand::named(name);
        let area = agreed(&case.model, &case.options, "stairs");
        assert!((area - 19.0 * tread).abs() < 0.01, "{name}: {area} m²");
    }
    let case = hand::named("stairs with nosings");
    assert!(agreed(&case.model, &case.options, "stairs") > 18.0 * tread);
    let case = hand::named("building");
    let area = agreed(&case.model, &case.options, "stairs");
    assert!((area - 2.0 * 19.0 * tread).abs() < 0.01, "{area} m²");
}

#[test]
fn tiles_do_not_change_a_flight() {
    // Between two walls, turned so that nothing is along the lattice.
    let mut maker = Maker::new("flight");
    let at = |x: f64, y: f64, z: f64| [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z];
    for k in 0..12 {
        let (from, to) = if k == 0 { (-4.0, 0.0) } else { (0.3 * f64::from(k - 1), 0.3 * f64::from(k)) };
        let (to, z) = (if k == 11 { 8.0 } else { to }, 0.16 * f64::from(k));
        let corners = [at(from, 0.0, z), at(to, 0.0, z), at(to, 1.8, z), at(from, 1.8, z)];
        maker = maker.part("floor").quad(corners);
    }
    let model = maker.done();
    let with = |way: Way| labeled(&model, &ExtractOptions { way, ..ExtractOptions::default() }, "stairs");
    let [area, outline] = with(Way::Exact);
    assert!((area - 10.0 * 0.3 * 1.8).abs() < 0.01, "{area} m²");
    let [whole, _] = with(by_voxels(1024));
    assert!((whole - area).abs() <= outline * CELL, "{whole} m² instead of {area}");
    for tile in [8, 16, 37] {
        let [tiled, _] = with(by_voxels(tile));
        assert!((tiled - whole).abs() <= 1e-6, "{tiled} m² in tiles of {tile}, {whole} without");
    }
}

#[test]
fn winding_stairs_are_stairs_both_ways() {
    for name in ["helix stairs", "helix stairs, open", "helix stairs at a pole, open"] {
        let case = hand::named(name);
        let area = agreed(&case.model, &case.options, "stairs");
        // The first and the last tread have one rise.
        let share = area / case.area;
        assert!((share - 70.0 / 72.0).abs() < 0.01, "{name}: {share} of the area");
    }
}

#[test]
fn other_floors_have_no_label() {
    for name in ["helix ramp", "double helix"] {
        let case = hand::named(name);
        assert_eq!(agreed(&case.model, &case.options, "stairs"), 0.0, "{name}");
    }
    // A hall with a carpet, and with a podium of one step.
    let maker = Maker::new("hall").part("floor").floor([0.0, 0.0], [10.0, 10.0], 0.0);
    let maker = maker.part("carpet").cuboid([1.0, 1.0, 0.0], [3.0, 3.0, 0.021]);
    let maker = maker.part("podium").cuboid([5.0, 5.0, 0.0], [10.0, 10.0, 0.2]);
    let options = ExtractOptions::default();
    assert_eq!(agreed(&maker.done(), &options, "stairs"), 0.0);
}

#[test]
fn parts_say_what_they_are() {
    // A ramp that leads a meter up, from one slab to another. It goes on below the upper one, where it is no floor.
    let maker = Maker::new("ramp").part("low").floor([0.0, 0.0], [4.0, 4.0], 0.0);
    let maker = maker.part("ramp").ramp([3.98, 1.0, 0.0], [9.0, 3.0, 1.0]);
    let maker = maker.part("under the slab").floor([9.0, 1.0], [11.0, 3.0], 0.95);
    let mut model = maker.part("high").floor([9.0, 0.0], [13.0, 4.0], 1.0).done();
    model.parts[1].role = Role::Ramp;
    model.parts[2].role = Role::Ramp;
    let options = ExtractOptions::default();
    let area = agreed(&model, &options, "ramp");
    assert!((area - 10.04).abs() < 0.1, "{area} m²");
    assert_eq!(agreed(&model, &options, "stairs"), 0.0);
}
