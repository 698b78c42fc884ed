//! Outlines after straightening, and whole surfaces of small models.

use std::ops::ControlFlow;

use super::super::*;
use super::shapes::*;
use super::{options, voxel};
use crate::extract::Way;

const ON: Watch<'static> = &|_, _, _| ControlFlow::Continue(());

fn surface(model: &Model, options: &ExtractOptions, voxel: &VoxelOptions) -> Sheets {
    voxel_surface(model, options, voxel, ON).unwrap().sheets
}

fn ring(sheets: &Sheets, ring: usize) -> Vec<[i64; 2]> {
    let corners = &sheets.corners[sheets.rings[ring].start as usize..sheets.rings[ring].end as usize];
    corners.iter().map(|corner| sheets.points[corner.point as usize].map(i64::from)).collect()
}

/// In square meters.
fn ring_area(ring: &[[i64; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<i64>() as f64 * 0.5e-8
}

fn area(sheets: &Sheets) -> f64 {
    (0..sheets.rings.len()).map(|number| ring_area(&ring(sheets, number))).sum()
}

fn floor(model: &mut Model, width: f64, depth: f64) {
    quad(model, [[0.0, 0.0, 0.0], [width, 0.0, 0.0], [width, depth, 0.0], [0.0, depth, 0.0]]);
}

fn empty() -> Model {
    Model::of_triangles("test", Vec::new(), Vec::new())
}

/// No two edges cross, each outer ring has an inside, and seams fit.
fn check(sheets: &Sheets) {
    let cross = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
    };
    for rings in &sheets.pieces {
        assert!(!rings.is_empty(), "a piece has an outline");
        let mut edges = Vec::new();
        for number in rings.clone() {
            let ring = ring(sheets, number as usize);
            assert!(ring.len() >= 2, "a ring goes somewhere");
            if number == rings.start {
                assert!(ring_area(&ring) > 0.0, "the outer ring has an inside");
            } else {
                assert!(ring_area(&ring) <= 0.0, "others are holes");
            }
            edges.extend((0..ring.len()).map(|index| [ring[index], ring[(index + 1) % ring.len()]]));
        }
        for (index, &[a, b]) in edges.iter().enumerate() {
            assert_ne!(a, b, "an edge has a length");
            for &[c, d] in &edges[..index] {
                let apart = cross(a, b, c) * cross(a, b, d) >= 0 || cross(c, d, a) * cross(c, d, b) >= 0;
                assert!(apart, "{a:?} {b:?} crosses {c:?} {d:?}");
            }
        }
    }
    for (&mate, index) in sheets.mates.iter().zip(0..) {
        if mate != u32::MAX {
            assert_eq!(sheets.mates[mate as usize], index);
        }
    }
}

#[test]
fn straightened_outlines_do_not_cross() {
    let mut random = Random(3);
    for round in 0..120 {
        let model = if round % 2 == 0 { soup(&mut random, 4 + round / 3) } else { boxes(&mut random) };
        let cell = [0.02, 0.1, 0.05][round as usize % 3];
        for tile in [5, 64] {
            let wanted = VoxelOptions { straighten: 0.75, cell: [cell, cell * 1.5], ..voxel(tile) };
            let stepped = surface(&model, &options(), &VoxelOptions { straighten: 0.0, ..wanted });
            let straight = surface(&model, &options(), &wanted);
            check(&stepped);
            check(&straight);
            assert_eq!(straight.rings.len(), stepped.rings.len());
            assert!(straight.mates.len() <= stepped.mates.len() + 8, "fewer corners");
            for number in 0..straight.rings.len() {
                let [before, after] = [&stepped, &straight].map(|sheets| ring(sheets, number));
                let length: i64 = (0..before.len())
                    .map(|index| {
                        let [a, b] = [before[index], before[(index + 1) % before.len()]];
                        (a[0] - b[0]).abs() + (a[1] - b[1]).abs()
                    })
                    .sum();
                let moved = (ring_area(&before) - ring_area(&after)).abs();
                assert!(moved <= length as f64 * 1e-4 * cell * 1.2, "an outline moved by more than a cell");
            }
        }
    }
}

#[test]
fn a_turned_block_has_few_corners() {
    let mut model = empty();
    floor(&mut model, 8.0, 8.0);
    // A prism whose sides run in directions (4, 3), (-3, 4) and a shallow one.
    for (corners, most) in [
        ([[2.0, 1.5], [6.0, 4.5], [4.5, 6.5], [0.5, 3.5]], 12),
        ([[1.0, 1.0], [7.0, 1.4], [7.0, 5.0], [1.0, 5.3]], 14),
    ] {
        let mut model = model.clone();
        let [low, high] = [0.0, 2.0].map(|z| corners.map(|[x, y]: [f64; 2]| [x, y, z]));
        quad(&mut model, high);
        quad(&mut model, [low[3], low[2], low[1], low[0]]);
        for side in 0..4 {
            let next = (side + 1) % 4;
            quad(&mut model, [low[side], low[next], high[next], high[side]]);
        }
        let wanted = VoxelOptions { cell: [0.05, 0.05], straighten: 0.75, ..voxel(64) };
        let sheets = surface(&model, &ExtractOptions { min_area: 0.0, ..options() }, &wanted);
        check(&sheets);
        let [ground, _top] = &sheets.pieces[..] else { panic!("{} pieces", sheets.pieces.len()) };
        let hole = ring(&sheets, ground.start as usize + 1);
        assert!(hole.len() <= most, "{} corners: {hole:?}", hole.len());
    }
}

#[test]
fn a_sheet_without_thickness_is_a_wall() {
    for (gap, num) in [(0.0, 2), (0.9, 1)] {
        let mut model = empty();
        floor(&mut model, 4.0, 2.0);
        // Oblique, so that it crosses rows and columns.
        quad(&mut model, [[1.0, 0.0, 0.0], [3.0, 2.0 - gap, 0.0], [3.0, 2.0 - gap, 1.0], [1.0, 0.0, 1.0]]);
        for straighten in [0.0, 0.75] {
            let wanted = VoxelOptions { straighten, ..voxel(16) };
            let sheets = surface(&model, &options(), &wanted);
            check(&sheets);
            assert_eq!(sheets.pieces.len(), num, "a gap of {gap} m");
            assert!((area(&sheets) - 8.0).abs() < 0.05, "it takes no place: {}", area(&sheets));
        }
    }
}

#[test]
fn steps_and_head_room_at_their_limits() {
    for (step, height, num) in [(0.3, 0.3, 1), (0.3, 0.301, 2), (0.3, 0.299, 1)] {
        let mut model = empty();
        floor(&mut model, 1.0, 1.0);
        solid(&mut model, [1.0, 0.0, -1.0], [2.0, 1.0, height]);
        let sheets = surface(&model, &ExtractOptions { step, ..options() }, &voxel(4));
        assert_eq!(sheets.pieces.len(), num, "a step of {height} m");
    }
    for (height, open) in [(0.6, true), (0.599, false), (0.601, true)] {
        let mut model = empty();
        floor(&mut model, 3.0, 1.0);
        solid(&mut model, [1.0, -1.0, height], [2.0, 2.0, 5.0]);
        let sheets = surface(&model, &options(), &voxel(4));
        let below: Vec<_> = (0..sheets.pieces.len())
            .filter(|&piece| {
                sheets.corners[sheets.rings[sheets.pieces[piece].start as usize].start as usize].height == 0.0
            })
            .collect();
        assert_eq!(below.len(), if open { 1 } else { 2 }, "{height} m below a ceiling");
    }
}

#[test]
fn hills_keep_their_heights() {
    let mut model = empty();
    let height = |x: i32, y: i32| f64::from((x - 10) * (x - 10) + (y - 10) * (y - 10)) * -0.01;
    for x in 0..20 {
        for y in 0..20 {
            let corner = |x: i32, y: i32| [f64::from(x) * 0.5, f64::from(y) * 0.5, height(x, y)];
            quad(&mut model, [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]);
        }
    }
    let sheets = surface(&model, &options(), &VoxelOptions { cell: [0.05, 0.05], ..voxel(64) });
    assert_eq!(sheets.pieces.len(), 1);
    let inner = &sheets.corners[sheets.inner[0].start as usize..sheets.inner[0].end as usize];
    assert!(inner.len() > 20 && inner.len() < 3000, "{} heights", inner.len());
    for corner in inner {
        let [x, y] = sheets.points[corner.point as usize].map(|place| f64::from(place) * 2e-4 - 10.0);
        assert!((corner.height + (x * x + y * y) * 0.01).abs() < 0.01, "{x} {y} {}", corner.height);
    }
    // A flat floor needs none.
    let mut model = empty();
    floor(&mut model, 9.0, 9.0);
    assert_eq!(surface(&model, &options(), &voxel(64)).inner, [0..0]);
}

#[test]
fn the_settings_of_the_paper_work() {
    let mut model = empty();
    floor(&mut model, 12.0, 6.0);
    for tread in 0..12 {
        let x = 4.0 + f64::from(tread) * 0.3;
        solid(&mut model, [x, 1.0, 0.0], [x + 0.3, 3.0, f64::from(tread + 1) * 0.17]);
    }
    // cx, cy, cz, maxclimb and tile; how many pieces of more than a square meter the stairs and the floor come in.
    let sets = [
        (0.05, 0.02, 256),
        (0.0356, 0.02, 256),
        (0.0666, 0.501, 256),
        (0.666, 0.587, 256),
        (0.05, 0.02, 467),
    ];
    for (index, (cell, height, tile)) in sets.into_iter().enumerate() {
        let wanted = VoxelOptions { cell: [cell, cell], height, tile, ..VoxelOptions::default() };
        let options = ExtractOptions { step: 0.5, slope: 40.0, ..ExtractOptions::default() };
        let sheets = surface(&model, &options, &wanted);
        check(&sheets);
        let linked = [true, true, false, false, true][index];
        assert_eq!(sheets.pieces.len() == 1, linked, "set {index}: voxels higher than a step have no stairs");
        // The stairs take the floor's place, and stand on it.
        assert!((area(&sheets) - 72.0).abs() < 72.0 * cell, "set {index}: {}", area(&sheets));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random(9);
    let model = soup(&mut random, 40);
    let wanted = VoxelOptions { straighten: 0.75, cell: [0.02, 0.02], ..voxel(8) };
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| surface(&model, &options(), &wanted))
    });
    assert_eq!(one, three);
}

#[test]
fn it_can_be_interrupted_and_refuses_what_is_impossible() {
    let mut model = empty();
    assert_eq!(voxel_surface(&model, &options(), &voxel(4), ON).unwrap_err(), ExtractError::Empty);
    floor(&mut model, 40.0, 40.0);
    let seen = std::sync::atomic::AtomicUsize::new(0);
    let watch = |stage, done, num| {
        if stage != ExtractStage::Tiles {
            return ControlFlow::Continue(());
        }
        assert_eq!(num, 101 * 101);
        seen.fetch_max(done, std::sync::atomic::Ordering::Relaxed);
        if done >= 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(voxel_surface(&model, &options(), &voxel(4), &watch).unwrap_err(), ExtractError::Interrupted);
    assert!(seen.into_inner() < 200, "it stops soon");
    let with = |change: &dyn Fn(&mut VoxelOptions)| {
        let mut wanted = voxel(64);
        change(&mut wanted);
        voxel_surface(&model, &ExtractOptions { way: Way::Voxel(wanted), ..options() }, &wanted, ON)
            .map(|_| ())
            .unwrap_err()
    };
    assert!(matches!(with(&|wanted| wanted.cell[0] = 0.0), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.cell[1] = f64::NAN), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.height = -1.0), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.tile = 0), ExtractError::Setting { .. }));
    let mut far = model.clone();
    far.vertices[2] = [90_000.0, 50_000.0, 0.0];
    let fine = VoxelOptions { cell: [0.001, 0.001], ..voxel(64) };
    assert!(matches!(voxel_surface(&far, &options(), &fine, ON), Err(ExtractError::TooManyVoxels { .. })));
    far.vertices[2] = [900_000.0, 0.0, 0.0];
    assert!(matches!(voxel_surface(&far, &options(), &voxel(64), ON), Err(ExtractError::TooLarge { .. })));
    let [small, large] = [64, 1024].map(|tile| memory_estimate(&model, &voxel(tile)).unwrap());
    assert!(small > 100_000 && small < large, "{small} {large}");
}
