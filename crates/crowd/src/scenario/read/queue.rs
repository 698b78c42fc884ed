//! Queues: a line from its head to its tail, and servers.

use super::{layer, named_tables, read_time};
use crate::distribution::Distribution;
use crate::scenario::reader::Fields;
use crate::scenario::scenario::Line;

/// Distance of places along a line. \[m\] Of people who wait and are strangers.
const SPACING: f64 = 0.6;

/// More places are not made. A line is not that long; a spacing may be that small by mistake.
const MOST_PLACES: f64 = 10_000.0;

pub(crate) fn read_queues(file: &Fields<'_>) -> Vec<Line> {
    let mut queues = Vec::new();
    for item in named_tables(file, "queues") {
        let Some(fields) = item.fields() else { continue };
        let line = fields
            .need("line", "[[x, y], [x, y]], from its head to its tail")
            .and_then(|item| item.points(2));
        let spacing = fields.get("spacing").map_or(Some(SPACING), |item| item.number_in(0.1, 100.0));
        let counters = fields.get("counters").map(|item| item.points(1));
        let servers = fields.get("servers");
        if let (Some(_), Some(servers)) = (&counters, &servers) {
            servers.fail("each counter has one server", "remove \"servers\", or \"counters\"");
        }
        let servers = servers.map_or(Some(1), |item| item.whole(1, 1000));
        let service =
            fields.need("service", "{ exponential = 20.0 }, in seconds").and_then(|item| read_time(&item));
        let length = line.as_deref().map_or(0.0, length);
        if spacing.is_some_and(|spacing| length / spacing > MOST_PLACES) {
            fields.fail(
                "the line has too many places",
                "make it shorter, or spacing larger; the unit is meters",
            );
        }
        let layer = layer(&fields);
        fields.finish();
        let counters = counters.flatten().unwrap_or_default();
        queues.push(Line {
            name: item.key.clone(),
            spot: item.spot(),
            layer,
            line: line.unwrap_or_default(),
            spacing: spacing.unwrap_or(SPACING),
            servers: if counters.is_empty() { servers.unwrap_or(1) as usize } else { counters.len() },
            counters,
            service: service.unwrap_or(Distribution::Constant(0.0)),
        });
    }
    queues
}

/// Of a line. \[m\]
fn length(line: &[[f64; 2]]) -> f64 {
    let piece = |ends: &[[f64; 2]]| {
        let [x, y] = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
        (x * x + y * y).sqrt()
    };
    line.windows(2).map(piece).sum()
}
