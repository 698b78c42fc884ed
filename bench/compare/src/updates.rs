//! Updates of a live mesh, and building everything instead, each timed.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use throng_compare::measure::{mean, median, microseconds, percentile};
use throng_compare::report::{Cell, Report};
use throng_mesh::{Event, LiveMesh, Mesh, Obstacle, ObstacleId, Scene};

/// Inserts an obstacle. Microseconds, its name and what happened.
pub fn insert(live: &mut LiveMesh, obstacle: &Obstacle) -> Result<(f64, ObstacleId, Event), String> {
    let obstacle = obstacle.clone();
    let start = Instant::now();
    let inserted = black_box(live.insert(obstacle));
    let time = microseconds(start.elapsed());
    inserted.map(|(id, event)| (time, id, event)).map_err(|refused| refused.to_string())
}

/// Removes an obstacle. Microseconds and what happened.
pub fn remove(live: &mut LiveMesh, obstacle: ObstacleId) -> Result<(f64, Event), String> {
    let start = Instant::now();
    let removed = black_box(live.remove(obstacle));
    let time = microseconds(start.elapsed());
    removed.map(|event| (time, event)).map_err(|refused| refused.to_string())
}

/// What went wrong on the way, so that one failure does not hide the rest of the numbers.
#[derive(Default)]
pub struct Failures(Vec<String>);

impl Failures {
    /// Measures something; `None` if that failed or panicked, which is noted under this name.
    pub fn attempt<T>(&mut self, name: &str, measure: impl FnOnce() -> Result<T, String>) -> Option<T> {
        eprintln!("  {name}");
        let failed = match catch_unwind(AssertUnwindSafe(measure)) {
            Ok(Ok(measured)) => return Some(measured),
            Ok(Err(reason)) => reason,
            Err(_) => "a panic".to_string(),
        };
        eprintln!("  {name}: {failed}");
        self.0.push(format!("- {name}: {failed}"));
        None
    }

    /// Lists them; whether there are none.
    pub fn report(&self, report: &mut Report) -> bool {
        if !self.0.is_empty() {
            report.line("\n## Failures\n");
            self.0.iter().for_each(|line| report.line(line));
        }
        self.0.is_empty()
    }
}

/// Builds everything from nothing, on one thread.
pub struct Rebuild {
    pool: ThreadPool,
}

impl Rebuild {
    /// With a thread of its own.
    pub fn new() -> Result<Self, String> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
        Ok(Self { pool })
    }

    /// The mesh of a scene. Microseconds; freeing is not timed.
    pub fn mesh(&self, scene: &Scene) -> Result<f64, String> {
        self.pool.install(|| {
            let start = Instant::now();
            let built = black_box(Mesh::build(scene));
            let time = microseconds(start.elapsed());
            built.map(|_| time).map_err(|error| error.to_string())
        })
    }

    /// The same, and all that is needed to change it.
    pub fn live(&self, scene: &Scene) -> Result<(f64, LiveMesh), String> {
        self.pool.install(|| {
            let start = Instant::now();
            let built = black_box(LiveMesh::build(scene));
            let time = microseconds(start.elapsed());
            built.map(|live| (time, live)).map_err(|error| error.to_string())
        })
    }
}

/// A scene with obstacles that came since.
pub fn with_obstacles<'a>(scene: &Scene, obstacles: impl IntoIterator<Item = &'a Obstacle>) -> Scene {
    let mut scene = scene.clone();
    for obstacle in obstacles {
        let rings = obstacle.rings.iter().map(|ring| ring.iter().map(|&[x, y]| [x, y, 0.0]).collect());
        scene.layers[obstacle.layer.0 as usize].obstacles.extend(rings);
    }
    scene
}

/// What there is to say about many times.
pub struct Times {
    /// The middle one.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// All but one in a hundred are below.
    pub most: f64,
    /// The longest.
    pub worst: f64,
}

impl Times {
    /// Of these.
    pub fn of(times: &[f64]) -> Self {
        Self {
            median: median(times.iter().copied()),
            mean: mean(times),
            most: percentile(times, 0.99),
            worst: percentile(times, 1.0),
        }
    }

    /// Heads of the columns that [`Times::cells`] fills.
    pub fn header() -> Vec<String> {
        ["median", "mean", "99 %", "worst"].map(str::to_string).to_vec()
    }

    /// Median, mean, 99th percentile and worst.
    pub fn cells(&self) -> Vec<Cell> {
        [self.median, self.mean, self.most, self.worst].map(Cell::milliseconds).into()
    }
}
