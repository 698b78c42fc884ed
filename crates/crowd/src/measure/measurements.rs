//! All measurements of a run together, with names.

use throng_mesh::{Facility, LayerId, Mesh};

use super::density::AreaMeasure;
use super::flow::Flow;
use super::frame::Frame;
use super::overlaps::Overlaps;
use super::series::Series;
use super::service::ServiceMap;
use super::trips::Trips;
use super::voronoi::{CutOff, VoronoiDensity};
use super::zone::Zone;
use crate::area::Area;

/// The usual side of squares of the map of levels of service, and the usual length of its windows. \[m, s\]
const SQUARE: f64 = 1.0;
const WINDOW: f64 = 10.0;

/// Everything that is measured in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    /// Areas.
    pub areas: Vec<MeasuredArea>,
    /// Lines.
    pub lines: Vec<MeasuredLine>,
    /// Queues.
    pub queues: Vec<MeasuredQueue>,
    /// Names of exits. Which one somebody took is a number of this list.
    pub exits: Vec<String>,
    /// Everybody's way.
    pub trips: Trips,
    /// Densities everywhere.
    pub service: ServiceMap,
    /// Who is too near to whom.
    pub overlaps: Overlaps,
}

/// An area with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredArea {
    /// The name.
    pub name: String,
    /// Who is in it, and how fast.
    pub inside: AreaMeasure,
    /// Its density by Voronoi cells, if that is wanted.
    pub voronoi: Option<VoronoiDensity>,
}

/// A line with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredLine {
    /// The name.
    pub name: String,
    /// Who crosses it.
    pub flow: Flow,
}

/// A queue with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredQueue {
    /// The name.
    pub name: String,
    /// How many wait in it, over time.
    pub length: Series,
}

impl Measurements {
    /// What is measured in every run, with squares of 1 m and windows of 10 s.
    pub fn new(mesh: &Mesh) -> Self {
        Self {
            areas: Vec::new(),
            lines: Vec::new(),
            queues: Vec::new(),
            exits: Vec::new(),
            trips: Trips::default(),
            service: ServiceMap::new(mesh, SQUARE, WINDOW, Facility::Walkway),
            overlaps: Overlaps::default(),
        }
    }

    /// One more area; with a cut-off its density by Voronoi cells is measured, too.
    pub fn add_area(&mut self, mesh: &Mesh, name: impl Into<String>, area: Area, cut_off: Option<CutOff>) {
        let voronoi = cut_off.map(|cut_off| VoronoiDensity::new(mesh, area.clone(), cut_off));
        let inside = AreaMeasure::new(Zone::new(mesh, area));
        self.areas.push(MeasuredArea { name: name.into(), inside, voronoi });
    }

    /// One more line.
    pub fn add_line(&mut self, name: impl Into<String>, layer: LayerId, ends: [[f64; 2]; 2]) {
        self.lines.push(MeasuredLine { name: name.into(), flow: Flow::new(layer, ends) });
    }

    /// One more queue.
    pub fn add_queue(&mut self, name: impl Into<String>) {
        self.queues.push(MeasuredQueue { name: name.into(), length: Series::default() });
    }

    /// One more exit; returns its number.
    pub fn add_exit(&mut self, name: impl Into<String>) -> usize {
        self.exits.push(name.into());
        self.exits.len() - 1
    }

    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        for area in &mut self.areas {
            area.inside.add(frame);
            if let Some(voronoi) = &mut area.voronoi {
                voronoi.add(frame);
            }
        }
        self.lines.iter_mut().for_each(|line| line.flow.add(frame));
        self.trips.add(frame);
        self.service.add(frame);
        self.overlaps.add(frame);
    }

    /// How many wait in each queue at a time, by the order of the queues. \[s\]
    pub fn add_queue_lengths(&mut self, time: f64, lengths: &[usize]) {
        for (queue, &length) in self.queues.iter_mut().zip(lengths) {
            queue.length.push(time, length as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::*;

    #[test]
    fn all_are_fed() {
        let mesh = Mesh::build(&throng_mesh::sample::floors()).expect("it is fine").mesh;
        let mut all = Measurements::new(&mesh);
        let area = Area::rectangle(LayerId(0), [4.0, 0.0], [6.0, 4.0]);
        all.add_area(&mesh, "hall", area, Some(CutOff::default()));
        all.add_line("door", LayerId(0), [[4.0, 0.0], [4.0, 4.0]]);
        all.add_queue("desk");
        assert_eq!((all.add_exit("north"), all.add_exit("south")), (0, 1));
        for frame in walkers(2, 10, 200, [6.0, 4.0]) {
            all.add(&frame);
            all.add_queue_lengths(frame.time, &[frame.samples.len() / 2, 99]);
        }
        assert_eq!(all.areas[0].inside.count().values.len(), 200);
        let voronoi = all.areas[0].voronoi.as_ref().expect("it was wanted").density().spread();
        let classic = all.areas[0].inside.density().spread();
        assert!((voronoi.mean - classic.mean).abs() < 0.1, "{voronoi:?} {classic:?}");
        assert!(voronoi.deviation < classic.deviation, "cells do not jump");
        assert!(!all.lines[0].flow.crossings().is_empty());
        assert_eq!((all.trips.all().len(), all.queues[0].length.values[199]), (10, 5.0));
        assert_eq!(all.overlaps.pairs().values.len(), 200);
        assert!(!all.service.squares().is_empty());
    }
}
