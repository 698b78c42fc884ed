//! From 3D models to walkable layers, measured: the exact way, the way by voxels, and Recast.
//!
//! `make bench-extract` builds and calls this program. It prints what it finds and writes the same to `bench/results/extract.md`. With
//! `--models` and a folder it takes the levels in it, else only generated models; with `--only` and a word, the models whose names contain
//! it; with `--quick`, each level once, and no large models.

mod extract_cases;
mod extract_recast;
mod extract_run;
mod extract_tables;

use extract_cases::Measured;
use extract_recast::Recast;
use std::path::PathBuf;
use std::process::ExitCode;
use throng_compare::report::Report;
use throng_compare::{extract_files, measure};

/// What the command line asks for.
struct Options {
    recast: Option<PathBuf>,
    models: Option<PathBuf>,
    report: PathBuf,
    only: String,
    is_quick: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = rayon::ThreadPoolBuilder::new().num_threads(extract_run::THREADS).build_global();
    let result = result.map_err(|error| error.to_string()).and_then(|()| match arguments.as_slice() {
        [word, way, file] if word == extract_run::CHILD => extract_run::child(way, file),
        _ => Options::parse(&arguments).and_then(|options| run(&options)),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("extract: {message}");
            ExitCode::FAILURE
        }
    }
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self {
            recast: None,
            models: None,
            report: PathBuf::from("bench/results/extract.md"),
            only: String::new(),
            is_quick: false,
        };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            if name == "--quick" {
                options.is_quick = true;
                continue;
            }
            let value = rest.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--recast" => options.recast = Some(PathBuf::from(value)),
                "--models" => options.models = Some(PathBuf::from(value)),
                "--report" => options.report = PathBuf::from(value),
                "--only" => options.only.clone_from(value),
                _ => {
                    return Err(format!(
                        "unknown option {name}; there are --recast, --models, --report, --only and --quick"
                    ));
                }
            }
        }
        Ok(options)
    }
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("From 3D models to walkable layers");
    report.line(&measure::machine());
    let mut recast = match &options.recast {
        Some(program) => Some(Recast::start(program)?),
        None => {
            report.line("Recast is missing: its headers or a C++ compiler are not there.");
            None
        }
    };
    let files = options.models.as_deref().map_or_else(|| Ok(Vec::new()), extract_files::levels)?;
    let is_wanted = |name: &str| name.contains(&options.only);
    let mut levels: Vec<Measured> = Vec::new();
    if options.models.is_none() {
        report.line("No folder of levels was given (MODELS=FOLDER): only generated models are measured.");
        levels.push(extract_cases::measure_small(recast.as_mut(), options.is_quick)?);
    }
    let mut failures: Vec<String> = Vec::new();
    for file in files.iter().filter(|file| is_wanted(&extract_files::name(file))) {
        eprintln!("{}", file.display());
        match extract_cases::measure_file(file, recast.as_mut(), options.is_quick) {
            Ok(measured) => levels.push(measured),
            Err(message) => failures.push(format!("{}: {message}", extract_files::name(file))),
        }
    }
    let mut large: Vec<Measured> = Vec::new();
    for name in extract_cases::LARGE.into_iter().filter(|name| !options.is_quick && is_wanted(name)) {
        eprintln!("{name}");
        large.push(extract_cases::measure_large(name, recast.as_mut())?);
    }
    if !levels.is_empty() {
        extract_tables::levels(&levels, &mut report);
    }
    if !large.is_empty() {
        extract_tables::large(&large, &mut report);
    }
    let judged = if options.models.is_some() { &levels[..] } else { &[] };
    extract_tables::judge(judged, &large, &mut report);
    failures.extend(levels.iter().chain(&large).flat_map(Measured::failures));
    if !failures.is_empty() {
        report.line("\n## Failures\n");
        failures.iter().for_each(|failure| report.line(&format!("- {failure}")));
    }
    report.write(&options.report)?;
    if failures.is_empty() { Ok(()) } else { Err("something failed, see the end of the report".to_string()) }
}
