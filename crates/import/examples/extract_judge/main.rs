//! Judges extractions of large models, with code that shares nothing with the extractor.
//!
//! ```text
//! extract_judge rays FOLDER [--lines 100000] [--seed 1]
//! extract_judge rays MODEL... [--lines 100000] [--seed 1] [--slope 45] [--head-room 1.8] [--step 0.35] [--up z] [--unit 1]
//! extract_judge definitions SCENE.json... [--step 0.35]
//! ```
//!
//! `rays` extracts each model, shoots vertical lines through it, and compares what is walkable there by the definition with the layers of the
//! scene; it judges the scene by the definitions of the thesis as well. No difference farther from an edge than two units of the grid may remain. Of a
//! folder every model is taken, with the settings that are known of some ([`known`]). `definitions` judges scene files. The exit code is 1 if there
//! is anything to object to.

#[path = "../../tests/extract/definitions.rs"]
mod definitions;
#[path = "../../tests/extract/fan.rs"]
mod fan;
#[path = "../../tests/extract/flat.rs"]
mod flat;
#[path = "../../tests/extract/ground.rs"]
mod ground;
mod known;
mod plumb;
#[path = "../../tests/extract/random.rs"]
mod random;
mod rays;

use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use throng_import::{ExtractOptions, ModelOptions, ReadOptions, UpAxis, extract, read_file, read_model};

/// What the command line asks for.
struct Asked {
    verb: String,
    files: Vec<String>,
    lines: usize,
    seed: u64,
    reading: ModelOptions,
    options: ExtractOptions,
}

fn main() -> ExitCode {
    let asked = match arguments() {
        Ok(asked) => asked,
        Err(what) => {
            eprintln!("{what}; see the first lines of this example's source");
            return ExitCode::from(2);
        }
    };
    let mut objections = 0;
    for file in &asked.files {
        let judged = match asked.verb.as_str() {
            "rays" if Path::new(file).is_dir() => judge_folder(file, &asked),
            "rays" => judge_model(file, &asked.reading, &asked.options, &asked),
            _ => judge_scene(file, &asked),
        };
        match judged {
            Ok(count) => objections += count,
            Err(what) => {
                eprintln!("{file}: {what}");
                objections += 1;
            }
        }
    }
    if objections == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments() -> Result<Asked, String> {
    let mut words = std::env::args().skip(1);
    let verb = words.next().ok_or("what is to be judged?")?;
    if !["rays", "definitions"].contains(&verb.as_str()) {
        return Err(format!("\"{verb}\" is not known"));
    }
    let options = ExtractOptions { min_area: 0.0, ..ExtractOptions::default() };
    let mut asked =
        Asked { verb, files: Vec::new(), lines: 100_000, seed: 1, reading: ModelOptions::default(), options };
    while let Some(word) = words.next() {
        let Some(setting) = word.strip_prefix("--") else {
            asked.files.push(word);
            continue;
        };
        let value = words.next().ok_or_else(|| format!("--{setting} needs a value"))?;
        let number = || value.parse::<f64>().map_err(|_| format!("--{setting} {value} is not a number"));
        match setting {
            "lines" => asked.lines = number()? as usize,
            "seed" => asked.seed = number()? as u64,
            "slope" => asked.options.slope = number()?,
            "head-room" => asked.options.head_room = number()?,
            "step" => asked.options.step = number()?,
            "unit" => asked.reading.unit = Some(number()?),
            "up" if value == "y" => asked.reading.up = Some(UpAxis::Y),
            "up" if value == "z" => asked.reading.up = Some(UpAxis::Z),
            _ => return Err(format!("--{setting} is not known")),
        }
    }
    Ok(asked)
}

/// Judges all models of a folder, each with what is known of it.
fn judge_folder(folder: &str, asked: &Asked) -> Result<usize, String> {
    let (files, mut objections) = (known::models(Path::new(folder))?, 0);
    for file in &files {
        let options = ExtractOptions { min_area: 0.0, ..known::walking(file) };
        let own = judge_model(&file.to_string_lossy(), &known::reading(file), &options, asked);
        objections += own.map_err(|what| format!("{}: {what}", known::name(file)))?;
    }
    say(&format!("{} models, {objections} objections", files.len()));
    Ok(objections)
}

/// Extracts a model and shoots lines; how much there is to object to.
fn judge_model(
    file: &str,
    reading: &ModelOptions,
    options: &ExtractOptions,
    asked: &Asked,
) -> Result<usize, String> {
    let model = read_model(file, reading).map_err(|error| error.to_string())?.model;
    let start = Instant::now();
    let extraction = extract(&model, options, &|_, _, _| ControlFlow::Continue(()));
    let extraction = extraction.map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let (scene, report) = (&extraction.scene, &extraction.report);
    say(&format!(
        "{file}: {} triangles, {:.3} m² in {} components, {} layers, {} connections, {seconds:.2} s",
        model.triangles.len(),
        report.area,
        report.components.len(),
        scene.layers.len(),
        scene.connections.len(),
    ));
    let found = rays::shoot(&model, options, scene, asked.lines, asked.seed);
    let far = found.differences.iter().filter(|d| d.margin > rays::MARGIN).count();
    say(&format!(
        "  {} lines, about {:.1} m², {} floors met, {} walkable; {} differences, {far} of them more than {} units from an edge",
        asked.lines,
        found.area,
        found.hits,
        found.walkable,
        found.differences.len(),
        rays::MARGIN
    ));
    for d in found.differences.iter().take(if far > 0 { 10 } else { 1 }) {
        say(&format!("  {d}"));
    }
    Ok(far + tell(&definitions::violations(scene, options.step)))
}

/// Judges a scene file; how much there is to object to.
fn judge_scene(file: &str, asked: &Asked) -> Result<usize, String> {
    let read = read_file(file, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let scene = read.scene;
    say(&format!("{file}: {} layers, {} connections", scene.layers.len(), scene.connections.len()));
    Ok(tell(&definitions::violations(&scene, asked.options.step)))
}

fn tell(violations: &[String]) -> usize {
    violations.iter().take(10).for_each(|what| say(&format!("  {what}")));
    if violations.len() > 10 {
        say(&format!("  and {} more", violations.len() - 10));
    }
    violations.len()
}

#[expect(clippy::print_stdout, reason = "a program says what it found")]
fn say(line: &str) {
    println!("{line}");
}
