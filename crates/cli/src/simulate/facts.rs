//! What is known of a run beside its measurements.

/// A run, for its summary and report.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RunFacts {
    /// What it is called.
    pub(crate) title: String,
    /// What all its random numbers come from.
    pub(crate) seed: u64,
    /// Simulated time. (s)
    pub(crate) duration: f64,
    /// Simulated time of a step. (s)
    pub(crate) step: f64,
    /// Time that the computer took. (s)
    pub(crate) seconds: f64,
    /// Whether the run ended before its time.
    pub(crate) interrupted: bool,
    /// Everything that was set for it, as names and values.
    pub(crate) settings: Vec<(String, String)>,
}

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
