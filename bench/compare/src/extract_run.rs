//! One extraction, measured: in this process, or in a fresh one whose memory tells how much it needs.

use std::path::Path;
use std::process::Command;
use std::time::Instant;
use throng_compare::{extract_files, measure};
use throng_import::{ExtractOptions, Model, VoxelOptions, Way};

/// The argument that makes the program the child.
pub const CHILD: &str = "child";

/// All runs have so many threads.
pub const THREADS: usize = 2;

/// A way to extract.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ours {
    /// Without voxels.
    Exact,
    /// By voxels so wide. [m]
    Voxel(f64),
}

/// All of them, in the order of tables.
pub const OURS: [Ours; 3] = [Ours::Exact, Ours::Voxel(0.1), Ours::Voxel(0.05)];

/// What was found, and how long it took.
#[derive(Clone, Debug)]
pub struct Found {
    /// Reading the file, if there is one. [s]
    pub reading: f64,
    /// All the rest. [s]
    pub seconds: f64,
    /// The same, as processor time of all threads, if the process did nothing else. [s]
    pub processor: f64,
    /// By stage. [s]
    pub stages: Vec<(String, f64)>,
    /// Walkable area. [m²]
    pub area: f64,
    /// Components that are not too small.
    pub components: usize,
    /// Layers of the scene.
    pub layers: usize,
    /// Connections of the scene.
    pub connections: usize,
    /// Largest resident size of the process, in bytes, if it did nothing else.
    pub memory: usize,
}

impl Ours {
    /// For tables.
    pub fn name(self) -> String {
        match self {
            Self::Exact => "exact".to_string(),
            Self::Voxel(cell) => format!("voxel {cell}"),
        }
    }

    fn way(self) -> Way {
        match self {
            Self::Exact => Way::Exact,
            Self::Voxel(cell) => Way::Voxel(VoxelOptions { cell: [cell; 2], ..VoxelOptions::default() }),
        }
    }

    /// Extracts a model.
    pub fn run(self, model: &Model, options: &ExtractOptions) -> Result<Found, String> {
        let options = ExtractOptions { way: self.way(), ..options.clone() };
        let start = Instant::now();
        let extraction = extract_files::extract_as_asked(model, &options);
        let seconds = start.elapsed().as_secs_f64();
        let extraction = extraction?;
        let (scene, report) = (&extraction.scene, &extraction.report);
        Ok(Found {
            reading: 0.0,
            seconds,
            processor: f64::NAN,
            stages: report.seconds.iter().map(|(name, seconds)| ((*name).to_string(), *seconds)).collect(),
            area: report.area,
            components: report.components.len(),
            layers: scene.layers.len(),
            connections: scene.connections.len(),
            memory: 0,
        })
    }

    /// Reads and extracts a file in a process of its own.
    pub fn run_apart(self, file: &Path) -> Result<Found, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(program).args([CHILD, &self.name()]).arg(file).output();
        let output = output.map_err(|error| error.to_string())?;
        Found::parse(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
            let message = String::from_utf8_lossy(&output.stderr);
            let last = message.trim().lines().last().unwrap_or_default().to_string();
            format!("{} ({})", if last.is_empty() { "it said nothing" } else { &last }, output.status)
        })
    }
}

/// The child's side of [`Ours::run_apart`].
pub fn child(way: &str, file: &str) -> Result<(), String> {
    let ours =
        OURS.into_iter().find(|ours| ours.name() == way).ok_or_else(|| format!("there is no way {way}"))?;
    let file = Path::new(file);
    let start = Instant::now();
    let model = extract_files::read(file)?;
    let reading = start.elapsed().as_secs_f64();
    let before = processor_seconds()?;
    let found = ours.run(&model, &extract_files::walking(file))?;
    let processor = processor_seconds()? - before;
    println!("{}", Found { reading, processor, memory: measure::high_water_mark()?, ..found });
    Ok(())
}

/// Processor time of this process so far, all threads and the system's work for it.
fn processor_seconds() -> Result<f64, String> {
    // In hundredths of a second; fields count from the end of the name, which may have spaces.
    let text = std::fs::read_to_string("/proc/self/stat").map_err(|error| format!("no /proc: {error}"))?;
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: Option<Vec<f64>> = fields.map(|field| field.parse().ok()).collect();
    ticks.map(|ticks| 0.01 * ticks.iter().sum::<f64>()).ok_or_else(|| format!("/proc/self/stat says {text}"))
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { reading, seconds, processor, stages, area, components, layers, connections, memory } =
            self;
        write!(
            f,
            "{reading}\t{seconds}\t{processor}\t{area}\t{components}\t{layers}\t{connections}\t{memory}"
        )?;
        stages.iter().try_for_each(|(name, seconds)| write!(f, "\t{name}\t{seconds}"))
    }
}

impl Found {
    /// What [`Found`] displays as.
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.trim().split('\t').collect();
        let (head, tail) = words.split_at_checked(8)?;
        let stages = tail.chunks(2).map(|pair| Some((pair[0].to_string(), pair.get(1)?.parse().ok()?)));
        Some(Self {
            reading: head[0].parse().ok()?,
            seconds: head[1].parse().ok()?,
            processor: head[2].parse().ok()?,
            area: head[3].parse().ok()?,
            components: head[4].parse().ok()?,
            layers: head[5].parse().ok()?,
            connections: head[6].parse().ok()?,
            memory: head[7].parse().ok()?,
            stages: stages.collect::<Option<_>>()?,
        })
    }
}
