//! One 3D model, from the file to a crowd.

use crate::try_crowd::{self, Walk};
use crate::try_places::Places;
use crate::try_routes::Routes;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Instant;
use throng_compare::extract_files;
use throng_import::{ExtractOptions, Extraction, Way};
use throng_mesh::{Mesh, Scene};

/// Both take borders to a grid of 0.1 mm, each to its own: by so much times the length of all borders areas may differ. [m]
const GRID: f64 = 1e-4;

/// Names of the numbers.
pub const NUMBERS: [&str; 17] = [
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

/// What became of a model. Times in seconds.
#[derive(Default)]
pub struct Tried {
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

impl Tried {
    /// Tries a model. Nothing that it does ends the program, but for what no program survives.
    pub fn new(file: &Path, way: &Way) -> Self {
        let mut tried = Self::default();
        match std::panic::catch_unwind(AssertUnwindSafe(|| tried.go(file, way))) {
            Ok(Ok(())) => {}
            Ok(Err(message)) => tried.faults.push(message),
            Err(_) => tried.faults.push("it panics".to_string()),
        }
        tried
    }

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

    /// All that is wrong.
    pub fn faults(&self) -> impl Iterator<Item = &String> {
        self.faults.iter().chain(&self.routes.faults).chain(&self.walk.faults)
    }

    /// As in [`NUMBERS`].
    pub fn numbers(&self) -> [f64; 17] {
        let Self { routes, walk, .. } = self;
        let [own, of_mesh] = self.components;
        let sizes = [own, of_mesh, self.layers, self.connections].map(|count| count as f64);
        let times = [self.reading, self.extraction, self.building, self.planning, self.walking];
        let ends = [routes.found, routes.not_connected, routes.too_narrow, walk.characters, walk.arrivals];
        let mut numbers = vec![self.triangles as f64, self.area];
        numbers.extend(sizes);
        numbers.extend(times);
        numbers.extend(ends.map(|count| count as f64));
        numbers.push(self.faults().count() as f64);
        numbers.try_into().expect("they are counted")
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
