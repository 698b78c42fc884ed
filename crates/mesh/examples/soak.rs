//! Random places until time is up: each must build, keep all invariants, and be the same after saving and loading.
//!
//! `make soak-mesh ARGS="600 1"`: seconds, and the first seed.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use throng_mesh::{Fault, Mesh, sample};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut number = |default: u64| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (seconds, first) = (number(60), number(1));
    let start = Instant::now();
    let (mut places, mut cells, mut bad) = (0, 0, 0);
    for seed in first.. {
        if start.elapsed() > Duration::from_secs(seconds) {
            break;
        }
        places += 1;
        match judge(seed) {
            Ok(count) => cells += count,
            Err(reason) => {
                bad += 1;
                println!("seed {seed}: {reason}");
            }
        }
    }
    println!("{places} places, {cells} cells, {bad} bad, {} s", start.elapsed().as_secs());
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The number of cells, or what is wrong.
fn judge(seed: u64) -> Result<usize, String> {
    let scene = sample::clutter(seed, 1 + (seed % 40) as usize, seed.is_multiple_of(3));
    let mesh = match Mesh::build(&scene) {
        Ok(built) => built.mesh,
        // Obstacles may cover everything.
        Err(error) if error.problems.iter().any(|p| p.fault == Fault::NothingWalkable) => return Ok(0),
        Err(error) => return Err(error.to_string()),
    };
    mesh.check().and_then(|()| mesh.check_sampled(200)).map_err(|violation| violation.to_string())?;
    let loaded = Mesh::from_bytes(&mesh.to_bytes()).map_err(|error| error.to_string())?;
    if loaded == mesh {
        Ok(mesh.num_cells())
    } else {
        Err("it changed on the way to a file and back".to_owned())
    }
}
