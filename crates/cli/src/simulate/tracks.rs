//! The ways of some characters, for pictures: few enough to be told apart, and no more places than a picture shows.

use std::collections::BTreeMap;

use throng_crowd::CharacterId;
use throng_crowd::measure::Frame;
use throng_mesh::{Leg, Position};

use crate::picture::{Track, palette};

/// Places of a way are at least this far apart. (m)
const APART: f64 = 0.25;
/// A jump longer than this from one place to the next is not drawn. (m)
const JUMP: f64 = 3.0;

/// Ways of some characters.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    every: u32,
    ways: BTreeMap<CharacterId, Vec<Position>>,
}

impl Tracks {
    /// The ways of one of so many characters.
    pub(crate) fn new(every: u32) -> Self {
        Self { every: every.max(1), ways: BTreeMap::new() }
    }

    /// One more frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        for sample in frame.samples.iter().filter(|sample| sample.id.0 % self.every == 0) {
            let way = self.ways.entry(sample.id).or_default();
            let here = sample.position();
            let is_far = way.last().is_none_or(|last| {
                let d = [here.at[0] - last.at[0], here.at[1] - last.at[1]];
                last.layer != here.layer || d[0] * d[0] + d[1] * d[1] >= APART * APART
            });
            if is_far {
                way.push(here);
            }
        }
    }

    /// As thin lines of a picture.
    pub(crate) fn styles(&self) -> Vec<Track> {
        let leg = |pair: &[Position]| {
            let (from, to) = (pair[0].at, pair[1].at);
            let d = [to[0] - from[0], to[1] - from[1]];
            let is_step = d[0] * d[0] + d[1] * d[1] <= JUMP * JUMP;
            is_step.then(|| (Leg::Line { from, to }, pair.to_vec()))
        };
        let track = |(index, way): (usize, &Vec<Position>)| Track {
            legs: way.windows(2).filter_map(leg).collect(),
            color: palette::route(index).to_owned(),
            thin: true,
            ..Track::default()
        };
        self.ways.values().enumerate().map(track).collect()
    }
}
