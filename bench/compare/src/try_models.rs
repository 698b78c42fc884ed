//! Every 3D model of a folder, from the file to a crowd.
//!
//! `make try-models MODELS=FOLDER` builds and calls this program. Of each model: read, extracted, checked, built, 1,000 routes between
//! random places, and a minute of 200 characters. A table tells what came of it. Each model has a process of its own, so that the
//! program goes on whatever happens there; it fails in the end.
//! With `--voxel` and a width in meters it goes by voxels; with `--only` and a word, the models whose paths contain it.

mod try_crowd;
mod try_model;
mod try_places;
mod try_routes;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use throng_compare::report::{Cell, Report, Table};
use throng_compare::{extract_files, measure};
use throng_import::{VoxelOptions, Way};
use try_model::{NUMBERS, Tried};

/// The argument that makes the program the child.
const CHILD: &str = "child";

/// So many faults of a model are told.
const TOLD: usize = 5;

/// A model that takes longer has failed.
const LIMIT: Duration = Duration::from_secs(600);

/// What the command line asks for.
struct Options {
    models: PathBuf,
    report: PathBuf,
    /// Width of voxels [m]; 0 is the exact way.
    voxel: f64,
    only: String,
}

/// What a child told: the numbers, and some of the faults.
struct Told {
    numbers: Vec<f64>,
    faults: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [word, voxel, file] if word == CHILD => child(voxel, Path::new(file)),
        _ => Options::parse(&arguments).and_then(|options| run(&options)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("try_models: {message}");
            ExitCode::FAILURE
        }
    }
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self {
            models: PathBuf::new(),
            report: PathBuf::from("bench/results/models.md"),
            voxel: 0.0,
            only: String::new(),
        };
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
            match name.as_str() {
                "--models" => options.models = PathBuf::from(value),
                "--report" => options.report = PathBuf::from(value),
                "--only" => options.only.clone_from(value),
                "--voxel" => options.voxel = width(value)?,
                _ => {
                    return Err(format!(
                        "unknown option {name}; there are --models, --voxel, --only and --report"
                    ));
                }
            }
        }
        if options.models.as_os_str().is_empty() {
            return Err("--models and a folder are needed".to_string());
        }
        Ok(options)
    }
}

fn width(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text} is no width of voxels"))
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("3D models, from the file to a crowd");
    report.line(&measure::machine());
    match options.voxel {
        0.0 => report.line("The exact way."),
        voxel => report.line(&format!("By voxels of {voxel} m.")),
    }
    let files = extract_files::models(&options.models)?;
    let header = ["file"].into_iter().chain(NUMBERS).map(str::to_string).collect();
    let mut table = Table::new("Models", header);
    let mut failures = Vec::new();
    for file in files.iter().filter(|file| file.to_string_lossy().contains(&options.only)) {
        eprintln!("{}", file.display());
        let name = extract_files::name(file);
        let mut row = vec![Cell::text(&name)];
        match try_apart(file, options.voxel) {
            Ok(told) => {
                row.extend(told.numbers.iter().zip(NUMBERS).map(|(&number, what)| match what {
                    "area m²" => Cell::number(number, 1),
                    _ if what.ends_with(" s") => Cell::number(number, 3),
                    _ => Cell::count(number as usize),
                }));
                failures.extend(told.faults.iter().map(|fault| format!("{name}: {fault}")));
            }
            Err(message) => {
                row.extend(NUMBERS.map(|_| Cell::text("-")));
                failures.push(format!("{name}: {message}"));
            }
        }
        table.row(row);
    }
    report.table(table);
    if !failures.is_empty() {
        report.line("\n## Failures\n");
        failures.iter().for_each(|failure| report.line(&format!("- {failure}")));
    }
    report.write(&options.report)?;
    if failures.is_empty() { Ok(()) } else { Err("something failed, see the end of the report".to_string()) }
}

/// Tries a model in a process of its own.
fn try_apart(file: &Path, voxel: f64) -> Result<Told, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args([CHILD, &voxel.to_string()]).arg(file).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let start = Instant::now();
    // What it says fits into the pipe, so it can be read when all is over.
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("it takes longer than {} s", LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut text = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut text).map_err(|error| error.to_string())?;
    }
    let mut lines = text.lines();
    let words = lines.next().unwrap_or_default().split_whitespace();
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    if !status.success() || numbers.len() != NUMBERS.len() {
        return Err(format!("its process ended with {status}"));
    }
    Ok(Told { numbers, faults: lines.map(str::to_string).collect() })
}

/// The child's side of [`try_apart`].
fn child(voxel: &str, file: &Path) -> Result<(), String> {
    let way = match width(voxel)? {
        0.0 => Way::Exact,
        cell => Way::Voxel(VoxelOptions { cell: [cell; 2], ..VoxelOptions::default() }),
    };
    let tried = Tried::new(file, &way);
    println!("{}", tried.numbers().map(|number| number.to_string()).join(" "));
    for fault in tried.faults().take(TOLD) {
        println!("{}", fault.replace('\n', " "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::try_crowd;
    use crate::try_places::Places;
    use crate::try_routes::Routes;
    use throng_mesh::Mesh;

    #[test]
    fn reference_places_have_no_faults() {
        for name in ["library", "tower", "spiral"] {
            let scene = throng_import::place(name).expect("it is a reference place");
            let mesh = Mesh::build(&scene).expect("it can be built").mesh;
            let routes = Routes::plan(&mesh, &Places::new(&mesh));
            assert_eq!(routes.faults, Vec::<String>::new(), "routes in {name}");
            assert!(routes.found > 900, "{} routes were found in {name}", routes.found);
            let walk = try_crowd::walk(&scene);
            assert_eq!(walk.faults, Vec::<String>::new(), "a crowd in {name}");
            assert_eq!(walk.characters, 200, "characters in {name}");
        }
    }
}
