//! One big grid without tiles, in the simplest way: every column asks every triangle, and every pair of columns, too.

use std::collections::BTreeMap;

use super::super::tiled::{FLOOR, SOLID, STEEP, UP, UPRIGHT};
use super::super::*;
use crate::extract::tolerance::PER_METER;
use crate::model::Model;

/// A floor: its cell and height.
pub(super) type Place = ([i32; 2], i32);

pub(super) struct Naive {
    pub(super) floors: Vec<Place>,
    pub(super) links: Vec<[Place; 2]>,
    pub(super) num_components: usize,
    pub(super) overlaps: bool,
}

impl Naive {
    pub(super) fn new(model: &Model, options: &ExtractOptions, voxel: &VoxelOptions) -> Self {
        let soup = Soup::new(model, options).unwrap();
        let lattice = Lattice::new(&soup, voxel).unwrap();
        let tiled = Tiled::new(&soup, &lattice, options.slope + SLOPE).unwrap();
        let grid = |meters: f64| (meters * PER_METER).round() as i32;
        let (step, head) = (grid(options.step), grid(options.head_room));
        let mut floors: BTreeMap<[i32; 2], Vec<[i32; 2]>> = BTreeMap::new();
        for x in 0..lattice.num[0] {
            for y in 0..lattice.num[1] {
                let here = column(&tiled, &lattice, [x, y], step, head);
                if !here.is_empty() {
                    floors.insert([x, y], here);
                }
            }
        }
        let mut links: Vec<[Place; 2]> = Vec::new();
        for (&cell, here) in &floors {
            for axis in 0..2 {
                let next = if axis == 0 { [cell[0] + 1, cell[1]] } else { [cell[0], cell[1] + 1] };
                let Some(there) = floors.get(&next) else { continue };
                let walls = walls(&tiled, &lattice, cell, axis);
                for a in here {
                    for b in there {
                        let nearest =
                            |z: i32, of: &[[i32; 2]]| of.iter().map(|o| ((o[0] - z).abs(), o[0])).min();
                        let mutual = nearest(a[0], there).map(|n| n.1) == Some(b[0])
                            && nearest(b[0], here).map(|n| n.1) == Some(a[0]);
                        if (a[0] - b[0]).abs() <= step
                            && mutual
                            && is_open(*a, *b, &walls, step, head, &lattice, options, axis)
                        {
                            links.push([(cell, a[0]), (next, b[0])]);
                        }
                    }
                }
            }
        }
        if 4 * step >= head {
            cut(&floors, &mut links);
        }
        let floors: Vec<Place> =
            floors.iter().flat_map(|(&cell, here)| here.iter().map(move |floor| (cell, floor[0]))).collect();
        links.sort_unstable();
        let components = components(&floors, &links);
        let mut roots = components.clone();
        roots.sort_unstable();
        roots.dedup();
        let mut columns: Vec<([i32; 2], usize)> =
            floors.iter().zip(&components).map(|(floor, &component)| (floor.0, component)).collect();
        columns.sort_unstable();
        let overlaps = columns.windows(2).any(|pair| pair[0] == pair[1]);
        Self { floors, links, num_components: roots.len(), overlaps }
    }
}

/// Height and ceiling of the floors of a column.
fn column(tiled: &Tiled<'_>, lattice: &Lattice, cell: [i32; 2], step: i32, head: i32) -> Vec<[i32; 2]> {
    let p = [0, 1].map(|axis| lattice.center(axis, cell[axis]) as i128);
    let mut hits: Vec<(i32, u8)> = Vec::new();
    for triangle in (0..tiled.num()).filter(|&triangle| tiled.kind(triangle) & UPRIGHT == 0) {
        let corners = tiled.corners(triangle).map(|corner| corner.map(i128::from));
        if covers(corners, p) {
            let [a, b, c] = corners;
            let [u, v] = [b, c].map(|q| [0, 1, 2].map(|axis| q[axis] - a[axis]));
            let area = u[0] * v[1] - u[1] * v[0];
            let rise =
                (u[2] * v[1] - v[2] * u[1]) * (p[0] - a[0]) + (u[0] * v[2] - v[0] * u[2]) * (p[1] - a[1]);
            hits.push((lattice.level(a[2] as f64 + rise as f64 / area as f64), tiled.kind(triangle)));
        }
    }
    hits.sort_unstable();
    let mut floors = Vec::new();
    for (index, &(z, kind)) in hits.iter().enumerate() {
        if kind & FLOOR == 0 {
            continue;
        }
        let above = &hits[index + 1..];
        let a = above.iter().all(|&(other, kind)| kind & FLOOR == 0 || other - z >= head);
        let b = above.iter().all(|&(other, _)| other - z <= step || other - z >= head);
        let sign = |kind: u8| if kind & UP != 0 { 1 } else { -1 };
        let low = above.iter().filter(|hit| hit.0 - z > 10 && hit.0 - z <= step);
        let c = low.map(|hit| sign(hit.1)).sum::<i32>() >= 0;
        let high = above.iter().filter(|hit| hit.0 - z > step && hit.1 & SOLID != 0);
        let d = high.map(|hit| sign(hit.1)).sum::<i32>() <= 0;
        if a && b && c && d {
            let ceiling = above.iter().map(|hit| hit.0).find(|&other| other - z > step && other - z >= head);
            floors.push([z, ceiling.unwrap_or(i32::MAX)]);
        }
    }
    floors
}

/// Whether a place is inside a triangle, seen from above. On an edge, it belongs to the triangle to the right or above.
fn covers(corners: [[i128; 3]; 3], p: [i128; 2]) -> bool {
    let mut inside = false;
    for index in 0..3 {
        let (mut a, mut b) = (corners[index], corners[(index + 1) % 3]);
        if a[1] > b[1] {
            std::mem::swap(&mut a, &mut b);
        }
        // Counts edges at or to the left of the place.
        if a[1] <= p[1] && p[1] < b[1] && (p[1] - a[1]) * (b[0] - a[0]) <= (p[0] - a[0]) * (b[1] - a[1]) {
            inside = !inside;
        }
    }
    inside
}

/// Steep triangles between a column and the next one.
fn walls(tiled: &Tiled<'_>, lattice: &Lattice, cell: [i32; 2], along: usize) -> Vec<[i32; 2]> {
    let across = 1 - along;
    let line = lattice.center(across, cell[across]);
    let [start, end] = [cell[along], cell[along] + 1].map(|cell| lattice.center(along, cell));
    let mut walls = Vec::new();
    for triangle in (0..tiled.num()).filter(|&triangle| tiled.kind(triangle) & STEEP != 0) {
        let corners = tiled.corners(triangle).map(|corner| corner.map(f64::from));
        // Place, which way it moves with the line, and height.
        let mut cuts: Vec<[f64; 3]> = Vec::new();
        for index in 0..3 {
            let (mut a, mut b) = (corners[index], corners[(index + 1) % 3]);
            if a[across] > b[across] {
                std::mem::swap(&mut a, &mut b);
            }
            if a[across] <= line && line < b[across] {
                let t = |axis: usize| {
                    a[axis] + (line - a[across]) * (b[axis] - a[axis]) / (b[across] - a[across])
                };
                // Lines in y are moved by more than a center is along them; lines in x by less.
                let moves = if along == 1 { (b[along] - a[along]).clamp(-1.0, 1.0) } else { 0.0 };
                cuts.push([t(along), moves, t(2)]);
            }
        }
        cuts.sort_by(|p, q| p.partial_cmp(q).unwrap());
        let [from, to] = cuts[..] else { continue };
        // Centers count as a little further than they are.
        if [to[0], to[1]] <= [start, 0.5] || [from[0], from[1]] > [end, 0.5] {
            continue;
        }
        let [from, to] = [from, to].map(|cut| [cut[0], cut[2]]);
        let z = |x: f64| {
            if from[0] == to[0] {
                from[1]
            } else {
                from[1] + (x - from[0]) * (to[1] - from[1]) / (to[0] - from[0])
            }
        };
        let mut ends = [z(from[0].max(start)), z(to[0].min(end))];
        if from[0] == to[0] {
            ends = [from[1], to[1]];
        }
        let ends = ends.map(|z| lattice.level(z));
        walls.push([ends[0].min(ends[1]), ends[0].max(ends[1])]);
    }
    walls
}

#[expect(clippy::too_many_arguments, reason = "a test")]
fn is_open(
    a: [i32; 2],
    b: [i32; 2],
    walls: &[[i32; 2]],
    step: i32,
    head: i32,
    lattice: &Lattice,
    options: &ExtractOptions,
    axis: usize,
) -> bool {
    let tangent = libm::tan((options.slope + 0.5).to_radians());
    let rise = (lattice.cell[axis] * tangent + lattice.height).ceil() as i32;
    let offset = (a[0] - b[0]).abs();
    let need = if offset <= rise { head - offset } else { head };
    let floor = a[0].max(b[0]);
    i64::from(a[1].min(b[1])) - i64::from(floor) >= i64::from(need)
        && !walls.iter().any(|wall| wall[1] > floor + step && wall[0] < floor + need)
}

/// Takes links away where four of them lead around a point and above themselves.
fn cut(floors: &BTreeMap<[i32; 2], Vec<[i32; 2]>>, links: &mut Vec<[Place; 2]>) {
    let mut cuts: Vec<[Place; 2]> = Vec::new();
    let around = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    for (&cell, here) in floors {
        for floor in here {
            for start in 0..4 {
                let mut turn = vec![(cell, floor[0])];
                for step in 0..4 {
                    let (from, z) = turn[step];
                    let way = around[(start + step) % 4];
                    let to = [from[0] + way[0], from[1] + way[1]];
                    let next = links.iter().find_map(|&[a, b]| {
                        (a == (from, z) && b.0 == to)
                            .then_some(b)
                            .or((b == (from, z) && a.0 == to).then_some(a))
                    });
                    let Some(next) = next else { break };
                    turn.push(next);
                }
                if turn.len() == 5 && turn[4] != turn[0] {
                    let highest = (0..4).max_by_key(|&step| (turn[step + 1].1 - turn[step].1).abs()).unwrap();
                    let pair = [turn[highest], turn[highest + 1]];
                    cuts.push([pair[0].min(pair[1]), pair[0].max(pair[1])]);
                }
            }
        }
    }
    links.retain(|link| !cuts.contains(&[link[0].min(link[1]), link[0].max(link[1])]));
}

/// The component of each floor, as the number of one of them.
fn components(floors: &[Place], links: &[[Place; 2]]) -> Vec<usize> {
    let mut components: Vec<usize> = (0..floors.len()).collect();
    loop {
        let mut changed = false;
        for link in links {
            let [a, b] = link.map(|place| floors.binary_search(&place).unwrap());
            let least = components[a].min(components[b]);
            changed |= components[a] != components[b];
            components[a] = least;
            components[b] = least;
        }
        if !changed {
            return components;
        }
    }
}
