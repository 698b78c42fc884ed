//! Outlines after straightening, and whole surfaces of small models.

use std::ops::ControlFlow;

use super::super::*;
use super::shapes::*;
use super::{options, voxel};
use crate::extract::fabric::Fabric;
use crate::extract::flat::{Spot, turn};
use crate::model::Model;

const ON: Watch<'static> = &|_, _, _| ControlFlow::Continue(());

fn try_surface(
    model: &Model,
    options: &ExtractOptions,
    voxel: &VoxelOptions,
) -> Result<Sheets, ExtractError> {
    Ok(voxel_sheets(model, &Soup::new(model, options)?, options, voxel, ON, &mut |_| ())?.0)
}

fn surface(model: &Model, options: &ExtractOptions, voxel: &VoxelOptions) -> Sheets {
    try_surface(model, options, voxel).unwrap()
}

/// The edges of a piece, and whether they are thin walls.
fn edges(sheets: &Sheets, piece: usize) -> Vec<([Spot; 2], bool)> {
    let threads = sheets.of_piece(piece as u32).iter();
    threads.map(|thread| (thread.ends.map(|end| sheets.spots[end as usize]), thread.wall)).collect()
}

/// In square meters.
fn piece_area(sheets: &Sheets, piece: usize) -> f64 {
    let twice = edges(sheets, piece)
        .iter()
        .filter(|edge| !edge.1)
        .map(|(edge, _)| turn([0, 0], edge[0], edge[1]))
        .sum::<i64>();
    twice as f64 * 0.5e-8
}

fn area(sheets: &Sheets) -> f64 {
    (0..sheets.pieces).map(|piece| piece_area(sheets, piece)).sum()
}

fn floor(model: &mut Model, width: f64, depth: f64) {
    quad(model, [[0.0, 0.0, 0.0], [width, 0.0, 0.0], [width, depth, 0.0], [0.0, depth, 0.0]]);
}

fn empty() -> Model {
    Model::of_triangles("test", Vec::new(), Vec::new())
}

/// No two edges cross or touch but at corners, each piece has an inside, seams fit, and triangles fill the whole.
fn check(sheets: &Sheets) {
    let sign = |a, b, c| turn(a, b, c).signum();
    for piece in 0..sheets.pieces {
        assert!(piece_area(sheets, piece) > 0.0, "a piece has an inside");
        let edges = edges(sheets, piece);
        for (index, &([a, b], _)) in edges.iter().enumerate() {
            assert_ne!(a, b, "an edge has a length");
            for &([c, d], _) in &edges[..index] {
                assert!([a, b] != [c, d] && [a, b] != [d, c], "an edge is there twice");
                let apart = sign(a, b, c) * sign(a, b, d) >= 0 || sign(c, d, a) * sign(c, d, b) >= 0;
                assert!(apart, "{a:?} {b:?} crosses {c:?} {d:?}");
                for (p, [q, r]) in [(a, [c, d]), (b, [c, d]), (c, [a, b]), (d, [a, b])] {
                    let on = turn(p, q, r) == 0
                        && (0..2).map(|k| i64::from(q[k] - p[k]) * i64::from(r[k] - p[k])).sum::<i64>() < 0;
                    assert!(!on, "{p:?} is on {q:?} {r:?}");
                }
            }
        }
    }
    for (thread, index) in sheets.threads.iter().zip(0..) {
        if thread.mate != stitch::NONE {
            let mate = &sheets.threads[thread.mate as usize];
            assert_eq!(mate.mate, index);
            assert_eq!([mate.ends[1], mate.ends[0]], thread.ends);
            assert_ne!(mate.piece, thread.piece);
        }
    }
    let fabric = Fabric::new(sheets.clone());
    assert_eq!(fabric.lost, 0, "all edges are edges of triangles");
    fabric.check().unwrap();
    let twice: i64 = (0..fabric.triangles.len() as u32).map(|triangle| fabric.twice_area(triangle)).sum();
    assert!((twice as f64 * 0.5e-8 - area(sheets)).abs() < 1e-9, "triangles fill the outlines");
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
            assert_eq!(straight.pieces, stepped.pieces);
            for piece in 0..straight.pieces {
                let [before, after] = [&stepped, &straight].map(|sheets| piece_area(sheets, piece));
                let length: f64 = edges(&stepped, piece)
                    .iter()
                    .map(|([a, b], _)| f64::from((a[0] - b[0]).abs() + (a[1] - b[1]).abs()) * 1e-4)
                    .sum();
                assert!(
                    (before - after).abs() <= length * cell * 1.2,
                    "an outline moved by more than a cell"
                );
            }
            let components = |sheets: &Sheets| Fabric::new(sheets.clone()).components().1;
            assert_eq!(components(&straight), components(&stepped));
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
        assert_eq!(sheets.pieces, 2, "the ground and the top");
        let outlines = edges(&sheets, 0);
        assert!(outlines.len() <= 4 + most, "{} edges: {outlines:?}", outlines.len());
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
            assert_eq!(sheets.pieces, num, "a gap of {gap} m");
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
        assert_eq!(sheets.pieces, num, "a step of {height} m");
    }
    for (height, open) in [(0.6, true), (0.599, false), (0.601, true)] {
        let mut model = empty();
        floor(&mut model, 3.0, 1.0);
        solid(&mut model, [1.0, -1.0, height], [2.0, 2.0, 5.0]);
        let sheets = surface(&model, &options(), &voxel(4));
        let below =
            (0..sheets.pieces as u32).filter(|&piece| sheets.of_piece(piece)[0].heights[0] == 0).count();
        assert_eq!(below, if open { 1 } else { 2 }, "{height} m below a ceiling");
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
    assert_eq!(sheets.pieces, 1);
    assert!(sheets.inner.len() > 20 && sheets.inner.len() < 3000, "{} heights", sheets.inner.len());
    for &(_, spot, z) in &sheets.inner {
        let [x, y] = sheets.spots[spot as usize].map(|place| f64::from(place) * 2e-4 - 10.0);
        let z = f64::from(z) * 1e-4 - 2.0;
        assert!((z + (x * x + y * y) * 0.01).abs() < 0.01, "{x} {y} {z}");
    }
    check(&sheets);
    // A flat floor needs none.
    let mut model = empty();
    floor(&mut model, 9.0, 9.0);
    assert!(surface(&model, &options(), &voxel(64)).inner.is_empty());
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
        assert_eq!(sheets.pieces == 1, linked, "set {index}: voxels higher than a step have no stairs");
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
    assert_eq!(one.threads, three.threads);
    assert_eq!(one.spots, three.spots);
    assert_eq!(one.inner, three.inner);
}

#[test]
fn it_can_be_interrupted_and_refuses_what_is_impossible() {
    let mut model = empty();
    floor(&mut model, 39.95, 39.95);
    let seen = AtomicUsize::new(0);
    let watch = |stage, done, num| {
        if stage != ExtractStage::Tiles {
            return ControlFlow::Continue(());
        }
        assert_eq!(num, 100 * 100);
        seen.fetch_max(done, Ordering::Relaxed);
        if done >= 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let soup = Soup::new(&model, &options()).unwrap();
    let end = voxel_sheets(&model, &soup, &options(), &voxel(4), &watch, &mut |_| ()).map(|_| ());
    assert_eq!(end, Err(ExtractError::Interrupted));
    assert!(seen.into_inner() < 200, "it stops soon");
    let with = |change: &dyn Fn(&mut VoxelOptions)| {
        let mut wanted = voxel(64);
        change(&mut wanted);
        try_surface(&model, &options(), &wanted).map(|_| ()).unwrap_err()
    };
    assert!(matches!(with(&|wanted| wanted.cell[0] = 0.0), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.cell[1] = f64::NAN), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.height = -1.0), ExtractError::Setting { .. }));
    assert!(matches!(with(&|wanted| wanted.tile = 0), ExtractError::Setting { .. }));
    let mut far = model.clone();
    far.vertices[2] = [12_000.0, 9_000.0, 0.0];
    let fine = VoxelOptions { cell: [0.001, 0.001], ..voxel(64) };
    assert!(matches!(try_surface(&far, &options(), &fine), Err(ExtractError::TooManyVoxels { .. })));
    let [small, large] = [64, 1024].map(|tile| memory_estimate(&model, &voxel(tile)));
    assert!(small > 100_000 && small < large, "{small} {large}");
}
