//! Measurements: `[[measurements]]`, and the frames of trajectories.

use super::area::read_area;
use super::{Draft, layer};
use crate::scenario::reader::{Fields, Item, tables};
use crate::scenario::scenario::{Measured, Measurement};

/// Steps between two frames, or two rows of a measurement, unless told otherwise: half a second, and a second.
const FRAMES_EVERY: u32 = 5;
const ROWS_EVERY: u32 = 10;

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
    let every = fields.get("every").map_or(Some(FRAMES_EVERY), |item| steps(&item, 0));
    fields.finish();
    every.unwrap_or(FRAMES_EVERY)
}

fn read_measurement(fields: Fields<'_>, index: usize, draft: &mut Draft) -> Option<Measurement> {
    let spot = fields.spot();
    let name = fields.get("name").map(|item| item.text().map(str::to_owned));
    let every = fields.get("every").map_or(Some(ROWS_EVERY), |item| steps(&item, 1));
    let what = match fields.one_of(&["area", "line", "grid", "exit", "queue"]) {
        None => None,
        Some(("area", item)) => read_area(&item, draft).map(Measured::Area),
        Some(("line", item)) => item.points(2).and_then(|points| {
            let ends = <[_; 2]>::try_from(points).ok();
            if ends.is_none_or(|[from, to]| from == to) {
                item.fail("a line has two ends", "write [[x, y], [x, y]]");
                return None;
            }
            Some(Measured::Line { layer: layer(&fields), ends: ends? })
        }),
        Some(("grid", item)) => {
            item.number_in(0.1, 1000.0).map(|cell| Measured::Grid { layer: layer(&fields), cell })
        }
        Some(("exit", item)) => item.name("exit", &draft.names.exits).map(Measured::Exit),
        Some((_, item)) => item.name("queue", &draft.names.queues).map(Measured::Queue),
    };
    fields.finish();
    Some(Measurement {
        name: name.unwrap_or_else(|| Some(format!("measurement {}", index + 1)))?,
        spot,
        what: what?,
        every: every?,
    })
}

/// A number of steps.
fn steps(item: &Item<'_>, least: u64) -> Option<u32> {
    item.whole(least, u64::from(u32::MAX)).map(|number| number as u32)
}
