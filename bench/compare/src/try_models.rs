//! Every 3D model of a folder, from the file to a crowd.
//!
//! `make try-models MODELS=FOLDER` builds and calls this program. Of each model: read, extracted, checked, built, 1,000 routes between
//! random places, and a minute of 200 characters. A table tells what came of it. It goes on after a failure, and fails in the end.
//! With `--voxel` and a width in meters it goes by voxels; with `--only` and a word, the models whose paths contain it.

mod try_crowd;
mod try_places;
mod try_routes;

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use throng_compare::report::{Cell, Report, Table};
use throng_compare::{extract_files, measure};
use throng_import::{ExtractOptions, Extraction, VoxelOptions, Way};
use throng_mesh::{Mesh, Scene};
use try_crowd::Walk;
use try_places::Places;
use try_routes::Routes;

/// Both take borders to a grid of 0.1 mm, each to its own: by so much times the length of all borders areas may differ. [m]
const GRID: f64 = 1e-4;

/// So many faults of a model are told.
const TOLD: usize = 5;

/// What the command line asks for.
struct Options {
    models: PathBuf,
    report: PathBuf,
    way: Way,
    only: String,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments).and_then(|options| run(&options)) {
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
            way: Way::Exact,
            only: String::new(),
        };
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
            match name.as_str() {
                "--models" => options.models = PathBuf::from(value),
                "--report" => options.report = PathBuf::from(value),
                "--only" => options.only.clone_from(value),
                "--voxel" => {
                    let cell: f64 = value.parse().map_err(|_| format!("{value} is no width of voxels"))?;
                    options.way = Way::Voxel(VoxelOptions { cell: [cell; 2], ..VoxelOptions::default() });
                }
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

/// What became of a model. Times in seconds.
#[derive(Default)]
struct Tried {
    triangles: usize,
    area: f64,
    /// Of the extraction, and of the mesh.
    components: [usize; 2],
    layers: usize,
    connections: usize,
    reading: f64,
    extraction: f64,
    building: f64,
    planning: f64,
    walking: f64,
    routes: Routes,
    walk: Walk,
    /// What is wrong.
    faults: Vec<String>,
}

fn run(options: &Options) -> Result<(), String> {
    let mut report = Report::new("3D models, from the file to a crowd");
    report.line(&measure::machine());
    let files = extract_files::models(&options.models)?;
    let header = [
        "file",
        "triangles",
        "area m²",
        "components",
        "of the mesh",
        "layers",
        "connections",
        "read s",
        "extract s",
        "build s",
        "routes s",
        "crowd s",
        "found",
        "not connected",
        "too narrow",
        "characters",
        "arrived",
        "faults",
    ];
    let mut table = Table::new("Models", header.map(str::to_string).to_vec());
    let mut failures = Vec::new();
    let wanted = files.iter().filter(|file| file.to_string_lossy().contains(&options.only));
    for file in wanted {
        eprintln!("{}", file.display());
        let name = extract_files::name(file);
        let mut tried = Tried::default();
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| tried.go(file, &options.way)));
        match result {
            Ok(Ok(())) => {}
            Ok(Err(message)) => tried.faults.push(message),
            Err(_) => tried.faults.push("it panics".to_string()),
        }
        let faults: Vec<&String> =
            tried.faults.iter().chain(&tried.routes.faults).chain(&tried.walk.faults).collect();
        for fault in &faults {
            eprintln!("  {fault}");
        }
        failures.extend(faults.iter().take(TOLD).map(|fault| format!("{name}: {fault}")));
        table.row(tried.row(&name, faults.len()));
    }
    report.table(table);
    if !failures.is_empty() {
        report.line("\n## Failures\n");
        failures.iter().for_each(|failure| report.line(&format!("- {failure}")));
    }
    report.write(&options.report)?;
    if failures.is_empty() { Ok(()) } else { Err("something failed, see the end of the report".to_string()) }
}

impl Tried {
    /// From the file to a crowd. An error ends it; what is wrong and does not end it is among the faults.
    fn go(&mut self, file: &Path, way: &Way) -> Result<(), String> {
        let model = timed(&mut self.reading, || extract_files::read(file))?;
        self.triangles = model.triangles.len();

        let options = ExtractOptions { way: way.clone(), ..extract_files::walking(file) };
        let Extraction { scene, report } =
            timed(&mut self.extraction, || extract_files::extract_as_asked(&model, &options))
                .map_err(|error| format!("extract: {error}"))?;
        self.area = report.area;
        self.components[0] = report.components.len();
        self.layers = scene.layers.len();
        self.connections = scene.connections.len();

        let problems = throng_mesh::check(&scene);
        self.faults.extend(
            problems
                .iter()
                .filter(|problem| problem.fault.is_error())
                .map(|problem| format!("check: {}", problem)),
        );

        let mesh = timed(&mut self.building, || Mesh::build(&scene))
            .map_err(|error| format!("build: {error}"))?
            .mesh;
        self.components[1] = mesh.num_components();
        if self.components[0] != self.components[1] {
            let [extraction, mesh] = self.components;
            self.faults.push(format!("the extraction has {extraction} components, the mesh {mesh}"));
        }
        if (mesh.area() - report.area).abs() > GRID * border(&scene) {
            self.faults.push(format!("the mesh has {} m², the extraction {} m²", mesh.area(), report.area));
        }
        if let Err(violation) = mesh.check() {
            self.faults.push(format!("the mesh is broken: {violation}"));
        }

        let places = Places::new(&mesh);
        self.routes = timed(&mut self.planning, || Routes::plan(&mesh, &places));
        self.walk = timed(&mut self.walking, || try_crowd::walk(&scene));
        Ok(())
    }

    fn row(&self, name: &str, faults: usize) -> Vec<Cell> {
        let mut row = vec![Cell::text(name), Cell::count(self.triangles), Cell::number(self.area, 1)];
        let sizes = [self.components[0], self.components[1], self.layers, self.connections];
        row.extend(sizes.map(Cell::count));
        let times = [self.reading, self.extraction, self.building, self.planning, self.walking];
        row.extend(times.map(|seconds| Cell::number(seconds, 3)));
        let Self { routes, walk, .. } = self;
        let counts =
            [routes.found, routes.not_connected, routes.too_narrow, walk.characters, walk.arrivals, faults];
        row.extend(counts.map(Cell::count));
        row
    }
}

/// Length of all rings. [m]
fn border(scene: &Scene) -> f64 {
    let rings = scene.layers.iter().flat_map(|layer| layer.rings()).map(|(_, ring)| ring);
    let sides = rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    sides.map(|(a, b)| ((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])).sqrt()).sum()
}

fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *seconds = start.elapsed().as_secs_f64();
    result
}

#[cfg(test)]
mod tests {
    use super::*;

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
