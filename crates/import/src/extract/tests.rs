//! Nets and layers against brute force, on surfaces that lie above themselves and on terrain.

use super::conflicts::Above;
use super::fabric::Fabric;
use super::flat::{triangle_touches, triangles_overlap};
use super::layers::{Layering, edge};
use super::soup::NONE;
use super::thin::Net;
use std::sync::Arc;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, most: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as i32
    }
}

/// A strip of quads with inner rows, which goes around in a square as often as asked; corners inside are moved a little.
fn strip(turns: usize, rows: usize, random: &mut Random) -> Fabric {
    // A point at a distance along the square spiral, and across it.
    let side = 12;
    let steps = 4 * side * turns;
    let mut spots = Vec::new();
    let mut heights = Vec::new();
    for step in 0..=steps {
        let (quarter, along) = ((step / side) % 4, (step % side) as i32);
        for row in 0..=rows {
            // From the inner square to the outer one.
            let reach = 5000 + 1000 * row as i32;
            let t = 2 * reach * along / side as i32 - reach;
            let [x, y] = match quarter {
                0 => [t, -reach],
                1 => [reach, t],
                2 => [-t, reach],
                _ => [-reach, -t],
            };
            let inner = row > 0 && row < rows;
            let shake = |random: &mut Random| if inner { random.below(300) - 150 } else { 0 };
            spots.push([x + shake(random), y + shake(random)]);
            heights.push(step as i32 * 600);
        }
    }
    let at = |step: usize, row: usize| (step * (rows + 1) + row) as u32;
    let mut triangles = Vec::new();
    for step in 0..steps {
        for row in 0..rows {
            let [a, b, c, d] = [at(step, row), at(step, row + 1), at(step + 1, row + 1), at(step + 1, row)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    sewn(spots, heights, triangles)
}

/// Joins triangles over common edges.
fn sewn(spots: Vec<[i32; 2]>, heights: Vec<i32>, triangles: Vec<[u32; 3]>) -> Fabric {
    let mut across = vec![[NONE; 3]; triangles.len()];
    for (t, corners) in triangles.iter().enumerate() {
        for k in 0..3 {
            let ends = [corners[(k + 1) % 3], corners[k]];
            let other =
                triangles.iter().position(|theirs| (0..3).any(|j| [theirs[j], theirs[(j + 1) % 3]] == ends));
            across[t][k] = other.map_or(NONE, |other| other as u32);
        }
    }
    let fabric = Fabric {
        spots: Arc::new(spots),
        heights: triangles.iter().map(|corners| corners.map(|c| heights[c as usize])).collect(),
        pieces: vec![0; triangles.len()],
        triangles,
        across,
        lost: 0,
    };
    assert_eq!(fabric.check(), Ok(()), "the sample is a surface");
    fabric
}

fn border(fabric: &Fabric) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for t in 0..fabric.triangles.len() {
        for k in 0..3 {
            if fabric.across[t][k] == NONE {
                edges.push([fabric.triangles[t][k], fabric.triangles[t][(k + 1) % 3]]);
            }
        }
    }
    edges.sort_unstable();
    edges
}

fn area(fabric: &Fabric) -> i64 {
    (0..fabric.triangles.len() as u32).map(|t| fabric.twice_area(t)).sum()
}

#[test]
fn a_net_is_the_same_surface_without_vertices_inside() {
    let mut random = Random(1);
    for (turns, rows) in [(1, 1), (1, 3), (2, 2), (3, 4)] {
        let fabric = strip(turns, rows, &mut random);
        let mut net = Net::new(fabric.clone());
        net.improve(|_, _| false);
        assert_eq!(net.fabric.check(), Ok(()), "{turns} turns, {rows} rows");
        assert_eq!(border(&net.fabric), border(&fabric), "the border stays");
        assert_eq!(area(&net.fabric), area(&fabric), "the area stays");
        assert!(net.stuck.is_empty(), "nothing is stuck");
        for t in 0..net.fabric.triangles.len() as u32 {
            for k in 0..3 {
                assert!(!net.fan(t, k).1, "a vertex is left inside");
            }
        }
    }
}

#[test]
fn layers_are_free_of_conflicts_and_cuts_touch_nothing() {
    let mut random = Random(7);
    for (turns, rows) in [(1, 2), (2, 1), (3, 2), (4, 3)] {
        let mut net = Net::new(strip(turns, rows, &mut random));
        net.improve(|_, _| false);
        let above = Above::new(&net.fabric);
        let layering = Layering::choose(&net, &above, above.overlaps());
        let count = net.fabric.triangles.len() as u32;
        let corners: Vec<_> = (0..count).map(|t| net.fabric.corners(t)).collect();
        for one in 0..count as usize {
            for two in one + 1..count as usize {
                let same = layering.of[one] == layering.of[two];
                assert!(!(same && triangles_overlap(&corners[one], &corners[two])), "{one} is above {two}");
            }
        }
        let mut cuts = 0;
        for (t, k, other) in layering.cuts(&net) {
            cuts += 1;
            let segment = edge(&net, t, k);
            for touching in 0..count {
                let in_one = layering.of[touching as usize] == layering.of[t as usize];
                let in_other = layering.of[touching as usize] == layering.of[other as usize];
                let own = touching == t || touching == other;
                assert!(
                    own || !(in_one || in_other) || !triangle_touches(&corners[touching as usize], segment),
                    "{touching} touches the cut between {t} and {other}"
                );
            }
        }
        // Each layer is less than a turn.
        assert!(
            layering.count <= turns + 1 && cuts <= turns,
            "{turns} turns: {} layers, {cuts} cuts",
            layering.count
        );
    }
}
