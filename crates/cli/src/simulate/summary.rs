//! The summary of a run: facts and measurements as one JSON object.

use serde_json::{Value, json};
use throng_crowd::measure::{Measurements, Series, Spread, Trip};
use throng_mesh::{LevelOfService, Mesh};

use super::facts::{RunFacts, VERSION};

/// A series in a summary has at most so many values; a longer one is thinned out by means.
const MOST_VALUES: usize = 600;
/// The length of windows of flow. (s)
pub(crate) const FLOW_WINDOW: f64 = 10.0;
/// Shares of all characters for which it is said when they had left.
const SHARES: [f64; 4] = [0.5, 0.9, 0.95, 1.0];

/// All of a run.
pub(crate) fn summary(mesh: &Mesh, facts: &RunFacts, all: &Measurements) -> Value {
    let settings: serde_json::Map<String, Value> =
        facts.settings.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    json!({
        "throng": VERSION,
        "title": facts.title,
        "seed": facts.seed,
        "duration": facts.duration,
        "step": facts.step,
        "seconds": facts.seconds,
        "interrupted": facts.interrupted,
        "settings": settings,
        "characters": trips(all),
        "areas": areas(mesh, all),
        "lines": lines(mesh, all),
        "exits": exits(all),
        "queues": queues(all),
        "service": service(mesh, all),
        "overlaps": {
            "pairs": spread(&all.overlaps.pairs().spread()),
            "deepest": all.overlaps.deepest().spread().most,
        },
    })
}

/// Everybody's way.
fn trips(all: &Measurements) -> Value {
    let trips = all.trips.all();
    let done = || trips.iter().filter(|trip| trip.left.is_some());
    let cleared: serde_json::Map<String, Value> =
        SHARES.iter().map(|share| (format!("{}", share * 100.0), json!(all.trips.cleared(*share)))).collect();
    json!({
        "came": trips.len(),
        "left": done().count(),
        "travel_time": spread(&Spread::of(all.trips.durations())),
        "distance": spread(&Spread::of(done().map(|trip| trip.distance).collect())),
        "mean_speed": spread(&Spread::of(done().map(Trip::mean_speed).collect())),
        "evacuated": cleared,
        "present": series(all.trips.present()),
    })
}

fn areas(mesh: &Mesh, all: &Measurements) -> Value {
    let area = |measured: &throng_crowd::measure::MeasuredArea| {
        let inside = &measured.inside;
        let mut value = json!({
            "name": measured.name,
            "layer": mesh.layer_name(inside.zone().area().layer),
            "walkable": inside.zone().walkable(),
            "count": of_series(inside.count()),
            "density": of_series(inside.density()),
            "speed": of_series(inside.speed()),
        });
        if let Some(voronoi) = &measured.voronoi {
            value["voronoi_density"] = of_series(voronoi.density());
            value["voronoi_density"]["cut_off"] = voronoi.cut_off().radius.into();
        }
        value
    };
    all.areas.iter().map(area).collect()
}

fn lines(mesh: &Mesh, all: &Measurements) -> Value {
    let line = |measured: &throng_crowd::measure::MeasuredLine| {
        let flow = &measured.flow;
        let [forward, back] = flow.counts();
        let windows: Vec<Value> = flow
            .windows(FLOW_WINDOW)
            .iter()
            .map(|w| json!({"from": w.span[0], "to": w.span[1], "forward": w.counts[0], "back": w.counts[1]}))
            .collect();
        json!({
            "name": measured.name,
            "layer": mesh.layer_name(flow.line().0),
            "width": flow.width(),
            "forward": forward,
            "back": back,
            "passed": flow.firsts().len(),
            "mean_flow": flow.mean_flow(),
            "specific_flow": flow.specific_flow(),
            "windows": windows,
        })
    };
    all.lines.iter().map(line).collect()
}

fn exits(all: &Measurements) -> Value {
    let uses = all.trips.exit_use(all.exits.len());
    let exit = |(name, used): (&String, &throng_crowd::measure::ExitUse)| json!({"name": name, "count": used.count, "first": used.first, "last": used.last});
    all.exits.iter().zip(&uses).map(exit).collect()
}

fn queues(all: &Measurements) -> Value {
    let queue = |queue: &throng_crowd::measure::MeasuredQueue| {
        let mut value = of_series(&queue.length);
        value["name"] = queue.name.clone().into();
        value
    };
    all.queues.iter().map(queue).collect()
}

/// How much time was spent at which level of service, and the densest square of each layer.
fn service(mesh: &Mesh, all: &Measurements) -> Value {
    let persons = all.service.person_seconds();
    let levels: serde_json::Map<String, Value> = LevelOfService::ALL
        .iter()
        .zip(persons)
        .map(|(level, s)| (level.letter().to_string(), s.into()))
        .collect();
    let squares = all.service.squares();
    let densest: Vec<Value> = mesh
        .layers()
        .filter_map(|layer| {
            let own = squares.iter().filter(|square| square.layer == layer);
            let most = own.max_by(|a, b| a.most.total_cmp(&b.most))?;
            Some(json!({"layer": mesh.layer_name(layer), "corner": most.corner, "density": most.most, "mean": most.mean}))
        })
        .collect();
    json!({
        "square": all.service.side(),
        "window": all.service.window(),
        "person_seconds": levels,
        "densest": densest,
    })
}

fn of_series(values: &Series) -> Value {
    let mut value = spread(&values.spread());
    value["series"] = series(values);
    value
}

fn series(values: &Series) -> Value {
    let thin = values.thinned(values.values.len().div_ceil(MOST_VALUES));
    json!({"times": thin.times, "values": thin.values})
}

fn spread(spread: &Spread) -> Value {
    let [p5, p25, p50, p75, p95] = spread.percentiles;
    json!({
        "count": spread.count, "mean": spread.mean, "deviation": spread.deviation,
        "least": spread.least, "p5": p5, "p25": p25, "median": p50, "p75": p75, "p95": p95, "most": spread.most,
    })
}
