//! The tiled way against a naive one, for tiles of all sizes.

mod naive;
mod outlines;
mod shapes;

use std::collections::BTreeMap;

use super::*;
use crate::model::Model;
use naive::{Naive, Place};
use shapes::*;
use stitch::{NONE, Rings};

/// What is found, in a form that does not depend on tiles.
struct Found {
    floors: Vec<Place>,
    links: Vec<[Place; 2]>,
    num_components: usize,
    rings: Rings,
}

fn options() -> ExtractOptions {
    ExtractOptions { head_room: 0.6, step: 0.3, ..ExtractOptions::default() }
}

fn voxel(tile: u32) -> VoxelOptions {
    VoxelOptions { cell: [0.1, 0.1], height: 0.0, tile, straighten: 0.0 }
}

fn find(model: &Model, options: &ExtractOptions, voxel: &VoxelOptions) -> Found {
    let soup = Soup::new(model, options).unwrap();
    let lattice = Lattice::new(&soup, voxel).unwrap();
    let tiled = Tiled::new(&soup, &lattice, options.slope + SLOPE).unwrap();
    let walker = Walker::new(options, &lattice);
    let mut desk = Desk::default();
    let (mut floors, mut links, mut tiles) = (Vec::new(), Vec::new(), Vec::new());
    for tile in 0..lattice.num_tiles() {
        tiles.push(desk.work(&tiled, &lattice, &walker, 2, tile));
        if tiled.of_tile(tile).is_empty() {
            continue;
        }
        let width = desk.columns.size[0];
        let place = |floor: u32| {
            let column = desk.floors.column[floor as usize] as i32;
            let low = desk.columns.low;
            ([low[0] + column % width, low[1] + column / width], desk.floors.z[floor as usize])
        };
        for column in patches::inside(&desk.columns) {
            for floor in desk.floors.of(column) {
                floors.push(place(floor));
                for side in [1, 2] {
                    let other = desk.floors.links[floor as usize][side];
                    if other != floors::NONE {
                        links.push([place(floor), place(other)]);
                    }
                }
            }
        }
    }
    floors.sort_unstable();
    links.sort_unstable();
    let stitched = Stitched::new(tiles);
    let mut roots = stitched.components();
    roots.sort_unstable();
    roots.dedup();
    let rings = stitched.rings();
    let num_components = roots.len();
    Found { floors, links, num_components, rings }
}

/// Places and heights of the corners of a ring.
type Corners = Vec<([i32; 2], i32)>;

/// Rings in order, each from its lowest corner.
fn canonical(rings: &Rings) -> Vec<Corners> {
    let mut all = Vec::new();
    let mut start = 0;
    for &[_, end] in &rings.rings {
        let mut ring: Vec<_> = rings.corners[start as usize..end as usize]
            .iter()
            .map(|corner| (corner.at, corner.z_twice))
            .collect();
        let len = ring.len();
        // Of all rotations the first: a corner may be passed twice.
        let best = (0..len)
            .min_by_key(|&first| (0..len).map(|index| ring[(first + index) % len]).collect::<Vec<_>>())
            .unwrap();
        ring.rotate_left(best);
        all.push(ring);
        start = end;
    }
    all.sort_unstable();
    all
}

/// Checks what must hold for any rings.
fn check_rings(rings: &Rings, num_floors: usize) {
    let mut start = 0;
    let mut area = 0;
    let mut outer: BTreeMap<u32, usize> = BTreeMap::new();
    for &[piece, end] in &rings.rings {
        let ring = &rings.corners[start as usize..end as usize];
        let twice = stitch::twice_area(ring);
        area += twice;
        *outer.entry(piece).or_default() += usize::from(twice > 0);
        for (index, corner) in ring.iter().enumerate() {
            let [before, next] =
                [ring[(index + ring.len() - 1) % ring.len()], ring[(index + 1) % ring.len()]];
            let [dx, dy] = [next.at[0] - corner.at[0], next.at[1] - corner.at[1]];
            assert!((dx == 0) != (dy == 0), "an edge is along an axis");
            let straight = [corner.at[0] - before.at[0], corner.at[1] - before.at[1]];
            let on = straight[0].signum() == dx.signum() && straight[1].signum() == dy.signum();
            assert!(!on || corner.mate != NONE || before.mate != NONE, "a corner on a straight wall");
        }
        start = end;
    }
    assert_eq!(area, 2 * num_floors as i64, "area of the outlines");
    assert_eq!(outer.len(), rings.num_pieces as usize);
    assert!(outer.values().all(|&num| num == 1), "each piece has one outer ring");
    let next_of = |corner: u32| {
        let ring = rings.rings.partition_point(|ring| ring[1] <= corner);
        let start = if ring == 0 { 0 } else { rings.rings[ring - 1][1] };
        if corner + 1 == rings.rings[ring][1] { start } else { corner + 1 }
    };
    for (corner, index) in rings.corners.iter().zip(0..) {
        if corner.mate != NONE {
            let other = rings.corners[corner.mate as usize];
            assert_eq!(other.mate, index, "mates are mutual");
            assert_eq!(other.at, rings.corners[next_of(index) as usize].at);
            assert_eq!(corner.at, rings.corners[next_of(corner.mate) as usize].at);
        }
    }
}

fn compare(model: &Model, options: &ExtractOptions, height: f64) -> bool {
    let with = |tile| VoxelOptions { height, ..voxel(tile) };
    let naive = Naive::new(model, options, &with(1));
    let mut whole: Option<Vec<Corners>> = None;
    let mut overlaps = false;
    for tile in [64, 1, 2, 3, 7] {
        let found = find(model, options, &with(tile));
        assert_eq!(found.floors, naive.floors, "floors with tiles of {tile}");
        assert_eq!(found.links, naive.links, "links with tiles of {tile}");
        assert_eq!(found.num_components, naive.num_components, "components with tiles of {tile}");
        check_rings(&found.rings, found.floors.len());
        overlaps |= naive.overlaps;
        if !naive.overlaps {
            assert_eq!(found.rings.num_pieces as usize, naive.num_components, "one piece a component");
            assert!(found.rings.corners.iter().all(|corner| corner.mate == NONE), "no seams are left");
            let rings = canonical(&found.rings);
            assert!(whole.as_ref().is_none_or(|whole| *whole == rings), "rings with tiles of {tile}");
            whole = Some(rings);
        }
    }
    overlaps
}

#[test]
fn tiles_change_nothing_for_random_soups() {
    let mut random = Random(1);
    let mut num_overlaps = 0;
    for round in 0..150 {
        let model = soup(&mut random, 3 + round % 25);
        let two_sided = round % 7 == 3;
        let step = if round % 5 == 4 { 0.5 } else { 0.3 };
        let options = ExtractOptions { two_sided, step, ..options() };
        num_overlaps += usize::from(compare(&model, &options, [0.0, 0.02, 0.07][round as usize % 3]));
    }
    assert!(num_overlaps > 0, "some lie above themselves");
}

#[test]
fn tiles_change_nothing_for_random_boxes() {
    let mut random = Random(2);
    for _ in 0..60 {
        compare(&boxes(&mut random), &options(), 0.0);
    }
}

#[test]
fn spirals_come_in_pieces_that_are_sewn() {
    for turns in [1, 2, 3] {
        for radius in [0.0, 0.35] {
            let model = spiral(radius, turns);
            assert_eq!(compare(&model, &options(), 0.0), turns > 1);
            let found = find(&model, &options(), &voxel(256));
            assert_eq!(found.num_components, 1);
        }
    }
}
