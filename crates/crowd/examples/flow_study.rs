//! Door flow, speed against density, single file and counter-flow, for sets of parameters: the tables of `docs/flow.md`.
//!
//! `cargo run --release -p throng-crowd --example flow_study -- 3 door counter time=0.8`: how many seeds; scenes (door, neck, corridor, file,
//! counter, or all); parameters other than usual, or `motivated`.

#![expect(clippy::print_stdout, reason = "it is a program")]

#[path = "../tests/flow/scenes.rs"]
mod scenes;
#[path = "../tests/flow/simulator.rs"]
mod simulator;

use rayon::prelude::*;
use scenes::{SINGLE_FILE, corridor, counter, door, single_file, weidmann};
use simulator::Settings;
use throng_crowd::Headway;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seeds: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(2);
    let only: Vec<String> = arguments.collect();
    let asked = |name: &str| only.iter().any(|o| o == name);
    let mut own = Settings::default();
    for (key, value) in only.iter().filter_map(|o| o.split_once('=')) {
        let value: f32 = value.parse().expect("a number after =");
        match key {
            "time" => own.headway.time = f64::from(value).into(),
            "length" => own.headway.length = value,
            "width" => own.headway.width = value,
            "tau" => own.tau = value.into(),
            "wall_radius" => own.wall_radius = value.into(),
            "horizon" => own.avoidance.horizon = value,
            "contact" => own.avoidance.contact = value,
            "creep" => own.headway.creep = value,
            "patience" => own.headway.patience = value,
            _ => panic!("no {key}"),
        }
    }
    let motivated = Settings { headway: Headway::motivated(), wall_radius: 0.18, ..Settings::default() };
    let variants = if asked("motivated") { vec![("motivated", motivated)] } else { vec![("usual", own)] };
    for (name, settings) in variants {
        println!("{name}: {:?}", settings.headway);
        let scenes: [(&str, Measure); 5] = [
            ("door", doors),
            ("neck", necks),
            ("corridor", corridors),
            ("file", files),
            ("counter", counters),
        ];
        for (scene, run) in scenes {
            if asked(scene) || asked("all") {
                run(&settings, seeds);
            }
        }
    }
}

/// Runs a scene with so many seeds, or with that seed, and prints what came of it.
type Measure = fn(&Settings, u64);

fn doors(settings: &Settings, seeds: u64) {
    for spread in [false, true] {
        print!("  door, speeds {}: ", if spread { "spread" } else { "equal" });
        for width in [0.8, 1.0, 1.2, 2.0] {
            let runs: Vec<_> = (1..=seeds)
                .into_par_iter()
                .map(|seed| door(settings, seed, 100, width, 0.0, spread))
                .collect();
            print_flow(&runs, width, 100);
        }
        println!();
    }
}

fn necks(settings: &Settings, seeds: u64) {
    print!("  neck of 5 m: ");
    for width in [0.8, 1.0, 1.2] {
        let runs: Vec<_> =
            (1..=seeds).into_par_iter().map(|seed| door(settings, seed, 100, width, 5.0, true)).collect();
        print_flow(&runs, width, 100);
    }
    println!();
}

fn corridors(settings: &Settings, seeds: u64) {
    for spread in [false, true] {
        let densities = [0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0];
        let speeds: Vec<_> = densities
            .into_par_iter()
            .map(|density| corridor(settings, seeds, [20.0, 3.0], density, spread))
            .collect();
        let mut square = 0.0;
        print!("  corridor, speeds {}: ", if spread { "spread" } else { "equal" });
        for (density, speed) in densities.into_iter().zip(speeds) {
            let off = speed - weidmann(density);
            square += off * off / densities.len() as f64;
            print!("{density}: {speed:.2} ({off:+.2})  ");
        }
        println!("rms {:.3}", square.sqrt());
    }
}

fn files(settings: &Settings, seeds: u64) {
    let speeds: Vec<_> =
        SINGLE_FILE.into_par_iter().map(|[density, ..]| single_file(settings, seeds, density)).collect();
    let fit = SINGLE_FILE.iter().zip(&speeds).filter(|([_, low, high], v)| (low..=high).contains(v)).count();
    print!("  single file, {fit} of 10 in band: ");
    for speed in speeds {
        print!("{speed:.2} ");
    }
    println!();
}

fn counters(settings: &Settings, seeds: u64) {
    for spread in [false, true] {
        print!("  counter-flow, speeds {}: ", if spread { "spread" } else { "equal" });
        for others in [0, 10, 50, 100] {
            let runs: Vec<_> =
                (1..=seeds).into_par_iter().map(|seed| counter(settings, seed, others, spread)).collect();
            let stuck = runs.iter().filter(|run| run.is_err()).count();
            let times: Vec<f64> = runs.into_iter().flatten().collect();
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
            print!(
                "{others}: {mean:.0} s{}  ",
                if stuck > 0 { format!(" ({stuck} STUCK)") } else { String::new() }
            );
        }
        println!();
    }
}

fn print_flow(runs: &[scenes::Flow], width: f64, count: usize) {
    let stuck = runs.iter().filter(|run| run.out < count).count();
    let mean = runs.iter().map(|run| run.flow).sum::<f64>() / runs.len() as f64 / width;
    let most = runs.iter().map(|run| run.flow).fold(0.0, f64::max) / width;
    let stuck = if stuck > 0 { format!(" ({stuck} STUCK)") } else { String::new() };
    print!("{width} m: {mean:.2} (most {most:.2}){stuck}  ");
}
