//! The case "buildings" of the paper about voxels, generated: about 1.1 million triangles on 500 × 500 × 16 m, with voxels of
//! 0.05 × 0.05 × 0.02 m. Prints seconds by stage and the peak of memory.
//!
//! `cargo run --release --example voxel_case [METERS [CELL [TILE]]]`

#![expect(clippy::print_stdout, reason = "a program")]

use std::ops::ControlFlow;
use std::time::Instant;

use throng_import::{ExtractOptions, Model, VoxelOptions, Way, extract, memory_estimate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<f64> =
        std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let argument = |index: usize, otherwise: f64| arguments.get(index).copied().unwrap_or(otherwise);
    let model = buildings(argument(0, 500.0));
    println!("triangles {}", model.triangles.len());
    println!("memory of the model {} MB", peak()?);
    let cell = argument(1, 0.05);
    let voxel =
        VoxelOptions { cell: [cell, cell], tile: argument(2, 256.0) as u32, ..VoxelOptions::default() };
    let options = ExtractOptions { way: Way::Voxel(voxel), step: 0.5, ..ExtractOptions::default() };
    println!(
        "memory that is told in advance, beside it {} MB",
        memory_estimate(&model, &options) / 1_000_000
    );
    let clock = Instant::now();
    let extraction = extract(&model, &options, &|_, _, _| ControlFlow::Continue(()))?;
    println!("seconds {:.2}", clock.elapsed().as_secs_f64());
    for (stage, seconds) in &extraction.report.seconds {
        println!("  {stage} {seconds:.2}");
    }
    for remark in &extraction.report.remarks {
        println!("{remark}");
    }
    println!("area {:.1}", extraction.report.area);
    println!("components {}", extraction.report.components.len());
    println!("layers {}, connections {}", extraction.scene.layers.len(), extraction.scene.connections.len());
    println!("peak of memory {} MB", peak()?);
    Ok(())
}

/// The most memory that this process had, in MB.
fn peak() -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1000)
}

/// Blocks of buildings along streets, on a square: four storeys with rooms, doors, stairs and furniture, some turned.
fn buildings(size: f64) -> Model {
    let mut shape = Shape::default();
    shape.quad([[0.0, 0.0, 0.0], [size, 0.0, 0.0], [size, size, 0.0], [0.0, size, 0.0]]);
    let pitch = 25.0;
    let count = (size / pitch) as usize;
    let mut seed = 1_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f64 / f64::from(1 << 24)
    };
    for row in 0..count {
        for column in 0..count {
            let at = [column as f64 * pitch + 4.0, row as f64 * pitch + 4.0];
            // Every fifth is turned by 3-4-5, so that its walls cross the lattice.
            shape.turn = if (row + column) % 5 == 0 {
                [0.8, 0.6, at[0] + 8.0, at[1] + 8.0]
            } else {
                [1.0, 0.0, 0.0, 0.0]
            };
            building(&mut shape, at, &mut random);
        }
    }
    Model::of_triangles("buildings", shape.vertices, shape.triangles)
}

fn building(shape: &mut Shape, [x, y]: [f64; 2], random: &mut impl FnMut() -> f64) {
    let (side, storey, storeys) = (16.0, 4.0, 4);
    for level in 0..storeys {
        let z = f64::from(level) * storey;
        // A slab with a hole for the stairs from below.
        if level > 0 {
            shape.solid([x, y, z - 0.3], [x + side, y + 12.0, z]);
            shape.solid([x + 4.5, y + 12.0, z - 0.3], [x + side, y + side, z]);
            shape.solid([x, y + 15.0, z - 0.3], [x + 4.5, y + side, z]);
            let steps = 20;
            for step in 0..steps {
                let low = z - storey + storey * f64::from(step) / f64::from(steps);
                let run = 0.28;
                let from = x + 0.4 + 5.6 - f64::from(step) * run;
                shape.solid([from - run, y + 12.0, low], [from, y + 13.2, low + storey / f64::from(steps)]);
            }
        }
        // Outer walls, with doors on the ground; inner walls with doors.
        let top = z + storey - 0.3;
        let doors = level == 0;
        shape.wall([x, y, z], [x + side, y + 0.3, top], doors);
        shape.wall([x, y + side - 0.3, z], [x + side, y + side, top], doors);
        shape.wall([x, y + 0.3, z], [x + 0.3, y + side - 0.3, top], false);
        shape.wall([x + side - 0.3, y + 0.3, z], [x + side, y + side - 0.3, top], false);
        for inner in [4.0, 8.0, 12.0] {
            shape.wall([x + 0.3, y + inner - 0.5, z], [x + side - 0.3, y + inner - 0.4, top], true);
        }
        for room in 0..4 {
            for _ in 0..7 {
                let [u, v, h] = [random() * 14.0 + 0.6, random() * 2.4 + 0.3, random() * 1.2 + 0.2];
                let v = v + 4.0 * f64::from(room);
                shape.solid([x + u, y + v, z], [x + u + 0.5, y + v + 0.4, z + h]);
            }
        }
    }
    let z = f64::from(storeys) * storey;
    shape.solid([x, y, z - 0.3], [x + side, y + side, z]);
}

/// Triangles under construction.
#[derive(Default)]
struct Shape {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    /// Cosine and sine of a turn, and its center.
    turn: [f64; 4],
}

impl Shape {
    fn vertex(&mut self, [x, y, z]: [f64; 3]) -> u32 {
        let [c, s, u, v] = self.turn;
        let p = if s == 0.0 {
            [x, y, z]
        } else {
            [u + c * (x - u) - s * (y - v), v + s * (x - u) + c * (y - v), z]
        };
        self.vertices.push(p);
        self.vertices.len() as u32 - 1
    }

    fn quad(&mut self, corners: [[f64; 3]; 4]) {
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner));
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// A box.
    fn solid(&mut self, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) {
        let bottom = [[x0, y0, z0], [x1, y0, z0], [x1, y1, z0], [x0, y1, z0]].map(|p| self.vertex(p));
        let top = [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]].map(|p| self.vertex(p));
        self.triangles.extend([[top[0], top[1], top[2]], [top[0], top[2], top[3]]]);
        self.triangles.extend([[bottom[0], bottom[2], bottom[1]], [bottom[0], bottom[3], bottom[2]]]);
        for side in 0..4 {
            let next = (side + 1) % 4;
            self.triangles.push([bottom[side], bottom[next], top[next]]);
            self.triangles.push([bottom[side], top[next], top[side]]);
        }
    }

    /// A wall along its longer side, with a door of 1 m in its middle if that is wanted.
    fn wall(&mut self, low: [f64; 3], high: [f64; 3], door: bool) {
        if !door {
            self.solid(low, high);
            return;
        }
        let middle = (low[0] + high[0]) * 0.5;
        self.solid(low, [middle - 0.5, high[1], high[2]]);
        self.solid([middle + 0.5, low[1], low[2]], high);
        self.solid([middle - 0.5, low[1], low[2] + 2.1], [middle + 0.5, high[1], high[2]]);
    }
}
