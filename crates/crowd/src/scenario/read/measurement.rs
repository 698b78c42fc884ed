//! Measurements: `[[measurements]]`, and the frames of trajectories.

use super::area::read_area;
use super::{Draft, layer};
use crate::scenario::reader::{Fields, Item, tables};
use crate::scenario::scenario::{Measured, Measurement};

/// Steps between two frames, unless told otherwise: half a second.
const FRAMES_EVERY: u32 = 5;

/// Maps show averages over so long, unless told otherwise. \[s\]
const WINDOW: f64 = 10.0;

pub(crate) fn read_measurements(file: &Fields<'_>, draft: &mut Draft) -> Vec<Measurement> {
    let Some(item) = file.get("measurements") else { return Vec::new() };
    let mut measurements: Vec<Measurement> = Vec::new();
    for (index, fields) in tables(&item).into_iter().enumerate() {
        measurements.extend(read_measurement(fields, index, draft));
    }
    measurements
}

/// `[output] every = 5`
pub(crate) fn read_frames(file: &Fields<'_>) -> u32 {
    let Some(fields) = file.get("output").and_then(|item| item.fields()) else { return FRAMES_EVERY };
    let every = fields.get("every").map_or(Some(FRAMES_EVERY), |item| steps(&item));
    fields.finish();
    every.unwrap_or(FRAMES_EVERY)
}

fn read_measurement(fields: Fields<'_>, index: usize, draft: &mut Draft) -> Option<Measurement> {
    let spot = fields.spot();
    let name = fields.get("name").map(|item| item.text().map(str::to_owned));
    let what = match fields.one_of(&["area", "line", "grid", "exit", "queue"]) {
        None => None,
        Some(("area", item)) => {
            let voronoi = fields.get("voronoi").is_some_and(|item| item.flag().unwrap_or_default());
            read_area(&item, draft).map(|area| Measured::Area { area, voronoi })
        }
        Some(("line", item)) => item.points(2).and_then(|points| {
            let ends = <[_; 2]>::try_from(points).ok();
            if ends.is_none_or(|[from, to]| from == to) {
                item.fail("a line has two ends", "write [[x, y], [x, y]]");
                return None;
            }
            Some(Measured::Line { layer: layer(&fields), ends: ends? })
        }),
        Some(("grid", item)) => {
            let window = fields.get("window").map_or(Some(WINDOW), |item| item.number_in(0.1, 1e6));
            item.number_in(0.1, 1000.0).zip(window).map(|(cell, window)| Measured::Grid { cell, window })
        }
        Some(("exit", item)) => item.name("exit", &draft.names.exits).map(Measured::Exit),
        Some((_, item)) => item.name("queue", &draft.names.queues).map(Measured::Queue),
    };
    fields.finish();
    Some(Measurement {
        name: name.unwrap_or_else(|| Some(format!("measurement {}", index + 1)))?,
        spot,
        what: what?,
    })
}

/// A number of steps.
fn steps(item: &Item<'_>) -> Option<u32> {
    item.whole(1, u64::from(u32::MAX)).map(|number| number as u32)
}
