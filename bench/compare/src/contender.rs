//! What everyone who takes part can do.

use std::time::Duration;
use throng_voronoi::GridPoint;

/// One construction.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    /// Time of the construction alone.
    pub time: Duration,
    /// Size of the result, in [`Contender::unit`]s.
    pub size: usize,
}

/// One library on one input.
pub trait Contender {
    /// Name in the tables.
    fn name(&self) -> &'static str;

    /// What [`Built::size`] counts.
    fn unit(&self) -> &'static str;

    /// Takes the input in its own form. Not timed. An error is the reason why it cannot take part.
    fn load(&mut self, segments: &[[GridPoint; 2]]) -> Result<(), String>;

    /// Builds once from the loaded input.
    fn build(&mut self) -> Result<Built, String>;
}
