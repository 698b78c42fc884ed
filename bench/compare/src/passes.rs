//! Where the time of many steps went, pass by pass.

use throng_compare::measure::{mean, median};
use throng_compare::report::Cell;
use throng_crowd::StepSeconds;

/// A pass: its name, and the time that a step spent in it.
type Pass = (&'static str, fn(&StepSeconds) -> f64);

/// The passes, in the order in which they run.
const PASSES: [Pass; 10] = [
    ("plan", |step| step.plan),
    ("follow", |step| step.follow),
    ("index", |step| step.index),
    ("walls", |step| step.walls),
    ("neighbors", |step| step.neighbors),
    ("stream", |step| step.stream),
    ("avoid", |step| step.avoid),
    ("contact", |step| step.contact),
    ("motion", |step| step.motion),
    ("count", |step| step.count),
];

/// How tables of passes are to be read.
pub const HOW: &str = "Planning differs from step to step, and now and then all are put in the order of where they stand, which is counted there: \
     its time is the mean of all measured steps. The others are medians of two steps each, as neighbors are looked for in every other step. The step is \
     their sum.";

/// Steps that follow each other and are measured as one: after so many, passes repeat themselves.
pub const TOGETHER: usize = 2;

/// What steps took.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    all: Vec<StepSeconds>,
    characters: usize,
}

impl Steps {
    /// Of a crowd of so many.
    pub fn of(characters: usize) -> Self {
        Self { all: Vec::new(), characters }
    }

    /// One more.
    pub fn push(&mut self, step: StepSeconds) {
        self.all.push(step);
    }

    /// Seconds of a pass in a step.
    pub fn pass(&self, name: &str) -> f64 {
        let Some((_, of)) = PASSES.iter().find(|pass| pass.0 == name) else { return f64::NAN };
        let times: Vec<f64> = self.all.iter().map(of).collect();
        if name == "plan" {
            return mean(&times);
        }
        median(times.chunks_exact(TOGETHER).map(mean).collect::<Vec<f64>>())
    }

    /// Seconds of a whole step.
    pub fn total(&self) -> f64 {
        PASSES.iter().map(|pass| self.pass(pass.0)).sum()
    }

    /// Seconds of the slowest step.
    pub fn slowest(&self) -> f64 {
        self.all.iter().map(StepSeconds::total).fold(0.0, f64::max)
    }

    /// Microseconds for each character and step.
    pub fn each(&self, seconds: f64) -> f64 {
        seconds * 1e6 / self.characters as f64
    }

    /// The header of columns for passes.
    pub fn header() -> impl Iterator<Item = String> {
        PASSES.iter().map(|pass| pass.0.to_string())
    }

    /// Columns for passes, in microseconds for each character.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        PASSES.iter().map(|pass| Cell::number(self.each(self.pass(pass.0)), 3))
    }
}
