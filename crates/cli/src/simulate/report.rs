//! The report of a run: one page of HTML with plots and pictures in it, which needs nothing else to be read, anywhere, or printed.

use std::fmt::Write;

use throng_crowd::measure::{Measurements, Series, Service, Spread, Trip};
use throng_mesh::{LayerId, LevelOfService, Mesh};

use super::facts::{RunFacts, VERSION};
use super::plot::{Bar, bars, escaped, histogram, lines};
use super::summary::FLOW_WINDOW;
use super::tracks::Tracks;
use crate::picture::{Heat, PictureStyle, View, palette, svg};

/// The look of the page.
const STYLE: &str = include_str!("report.css");
/// Pictures of more layers than this would make a page that nobody reads; those with the most walking are shown.
const MOST_LAYERS: usize = 12;
/// Width of a picture. (px)
const WIDTH: f64 = 900.0;

/// The whole page.
pub(crate) fn report(mesh: &Mesh, facts: &RunFacts, all: &Measurements, tracks: &Tracks) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>\n",
        title = escaped(&facts.title)
    );
    numbers(&mut page, facts, all);
    everybody(&mut page, all);
    areas(&mut page, all);
    flows(&mut page, all);
    queues(&mut page, all);
    pictures(&mut page, mesh, all, tracks);
    settings(&mut page, facts);
    page.push_str("</main></body></html>\n");
    page
}

/// What matters most, in large figures.
fn numbers(page: &mut String, facts: &RunFacts, all: &Measurements) {
    let trips = all.trips.all();
    let left = trips.iter().filter(|trip| trip.left.is_some()).count();
    let spread = Spread::of(all.trips.durations());
    let evacuated = all.trips.cleared(1.0).map_or("–".to_owned(), |time| format!("{time:.1} s"));
    let median = if spread.count > 0 { format!("{:.1} s", spread.median()) } else { "–".to_owned() };
    let densest = all.service.squares().iter().map(|square| square.most).fold(0.0, f64::max);
    let tiles = [
        (trips.len().to_string(), "characters came"),
        (left.to_string(), "left"),
        (evacuated, "until the last one left"),
        (median, "median travel time"),
        (format!("{densest:.1} /m²"), "largest density of a square"),
        (format!("{:.0} s", facts.duration), "simulated"),
    ];
    if facts.interrupted {
        page.push_str("<p class=\"warning\">The run was interrupted: these are the results until then.</p>");
    }
    page.push_str("<div class=\"tiles\">");
    for (number, label) in tiles {
        let _ = write!(page, "<div><b>{number}</b><span>{label}</span></div>");
    }
    page.push_str("</div>\n");
}

fn everybody(page: &mut String, all: &Measurements) {
    page.push_str("<section><h2>Everybody</h2>");
    figure(
        page,
        "Characters present",
        &lines("characters present", "characters", &[("present", all.trips.present())]),
    );
    let durations = all.trips.durations();
    if !durations.is_empty() {
        figure(
            page,
            "Travel times of those who left",
            &histogram("travel times", "travel time (s)", &durations),
        );
        let done = || all.trips.all().iter().filter(|trip| trip.left.is_some());
        table(
            page,
            "",
            &[
                ("travel time (s)", Spread::of(durations)),
                ("distance (m)", Spread::of(done().map(|trip| trip.distance).collect())),
                ("mean speed (m/s)", Spread::of(done().map(Trip::mean_speed).collect())),
            ],
        );
    }
    let uses = all.trips.exit_use(all.exits.len());
    if !uses.is_empty() {
        let total = uses.iter().map(|used| used.count).sum::<usize>().max(1) as f64;
        let row = |(name, count): (&String, usize)| Bar {
            name: name.clone(),
            value: count as f64,
            text: format!("{count} ({:.0} %)", 100.0 * count as f64 / total),
            color: None,
        };
        let rows: Vec<_> = all.exits.iter().zip(uses.iter().map(|used| used.count)).map(row).collect();
        figure(page, "Use of exits", &bars("use of exits", &rows));
    }
    let persons = all.service.person_seconds();
    let total = persons.iter().sum::<f64>();
    if total > 0.0 {
        let row = |(level, seconds): (&LevelOfService, f64)| Bar {
            name: format!("level {}", level.letter()),
            value: seconds,
            text: format!("{:.1} %", 100.0 * seconds / total),
            color: Some(palette::level(*level)),
        };
        let rows: Vec<_> = LevelOfService::ALL.iter().zip(persons).map(row).collect();
        figure(page, "Time of all characters at each level of service", &bars("levels of service", &rows));
    }
    page.push_str("</section>\n");
}

fn areas(page: &mut String, all: &Measurements) {
    if all.areas.is_empty() {
        return;
    }
    page.push_str("<section><h2>Areas</h2>");
    let of = |series: &dyn Fn(usize) -> Series| -> Vec<(String, Series)> {
        all.areas.iter().enumerate().map(|(k, area)| (area.name.clone(), series(k))).collect()
    };
    let mut densities = of(&|k| all.areas[k].inside.density().clone());
    for area in &all.areas {
        if let Some(voronoi) = &area.voronoi {
            densities.push((format!("{} (Voronoi)", area.name), voronoi.density().clone()));
        }
    }
    figure(page, "Density", &plot("density", "1/m²", &densities));
    figure(page, "Mean speed", &plot("mean speed", "m/s", &of(&|k| all.areas[k].inside.speed().clone())));
    figure(
        page,
        "Characters inside",
        &plot("characters inside", "characters", &of(&|k| all.areas[k].inside.count().clone())),
    );
    let rows: Vec<(&str, Spread)> =
        densities.iter().map(|(name, series)| (name.as_str(), series.spread())).collect();
    table(page, "density (1/m²)", &rows);
    page.push_str("</section>\n");
}

fn flows(page: &mut String, all: &Measurements) {
    if all.lines.is_empty() {
        return;
    }
    page.push_str("<section><h2>Lines</h2>");
    let passed: Vec<(String, Series)> =
        all.lines.iter().map(|line| (line.name.clone(), line.flow.passed())).collect();
    figure(page, "Characters that have passed", &plot("passed", "characters", &passed));
    let flow = |line: &throng_crowd::measure::MeasuredLine| {
        let mut series = Series::default();
        line.flow
            .windows(FLOW_WINDOW)
            .iter()
            .for_each(|w| series.push(0.5 * (w.span[0] + w.span[1]), w.flow()));
        (line.name.clone(), series)
    };
    let flows: Vec<(String, Series)> = all.lines.iter().map(flow).collect();
    figure(page, &format!("Flow over {FLOW_WINDOW:.0} s, both directions"), &plot("flow", "1/s", &flows));
    page.push_str("<table><tr><th>line</th><th>width (m)</th><th>forward</th><th>back</th><th>flow (1/s)</th><th>specific flow (1/(m s))</th></tr>");
    for line in &all.lines {
        let [forward, back] = line.flow.counts();
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{:.2}</td><td>{forward}</td><td>{back}</td><td>{}</td><td>{}</td></tr>",
            escaped(&line.name),
            line.flow.width(),
            number(line.flow.mean_flow()),
            number(line.flow.specific_flow())
        );
    }
    page.push_str("</table></section>\n");
}

fn queues(page: &mut String, all: &Measurements) {
    if all.queues.is_empty() {
        return;
    }
    page.push_str("<section><h2>Queues</h2>");
    let lengths: Vec<(String, Series)> =
        all.queues.iter().map(|queue| (queue.name.clone(), queue.length.clone())).collect();
    figure(page, "Length of queues", &plot("queues", "characters", &lengths));
    let rows: Vec<(&str, Spread)> =
        lengths.iter().map(|(name, series)| (name.as_str(), series.spread())).collect();
    table(page, "length", &rows);
    page.push_str("</section>\n");
}

/// Maps of each layer that anybody was on.
fn pictures(page: &mut String, mesh: &Mesh, all: &Measurements, tracks: &Tracks) {
    let squares = all.service.squares();
    let walked =
        |layer: LayerId| squares.iter().filter(|s| s.layer == layer).map(|s| s.mean * s.area).sum::<f64>();
    let mut layers: Vec<(LayerId, f64)> =
        mesh.layers().map(|layer| (layer, walked(layer))).filter(|(_, walked)| *walked > 0.0).collect();
    layers.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let left_out = layers.len().saturating_sub(MOST_LAYERS);
    layers.truncate(MOST_LAYERS);
    layers.sort_by_key(|(layer, _)| *layer);
    let ways = tracks.styles();
    page.push_str("<section><h2>The place</h2>");
    levels(page, all);
    for (layer, _) in layers {
        let _ = write!(page, "<h3>{}</h3><div class=\"maps\">", escaped(mesh.layer_name(layer)));
        let heat = |density: &dyn Fn(&Service) -> f64| -> Vec<Heat> {
            let own = squares.iter().filter(|square| square.layer == layer);
            own.map(|square| {
                let level = LevelOfService::of(density(square), all.service.facility());
                Heat { layer, corner: square.corner, side: all.service.side(), color: palette::level(level) }
            })
            .collect()
        };
        let base = PictureStyle {
            view: View::OneLayer(layer),
            width: WIDTH,
            axis: false,
            ..PictureStyle::default()
        };
        let largest = format!("Largest mean density of {} s, as level of service", all.service.window());
        let maps = [
            (largest.as_str(), PictureStyle { heat: heat(&|s| s.most), ..base.clone() }),
            (
                "Mean density of the run, as level of service",
                PictureStyle { heat: heat(&|s| s.mean), ..base.clone() },
            ),
            ("Ways of some characters", PictureStyle { routes: ways.clone(), ..base.clone() }),
        ];
        for (caption, style) in maps {
            figure(page, caption, &svg(mesh, &style));
        }
        page.push_str("</div>");
    }
    if left_out > 0 {
        let _ = write!(page, "<p>{left_out} layers with less walking are not shown.</p>");
    }
    page.push_str("</section>\n");
}

/// What the colors of maps mean.
fn levels(page: &mut String, all: &Measurements) {
    let limits = all.service.facility().limits();
    page.push_str("<p class=\"legend\">");
    for (k, level) in LevelOfService::ALL.into_iter().enumerate() {
        let range = match k {
            0 => format!("below {:.2}", limits[0]),
            5 => format!("from {:.2}", limits[4]),
            _ => format!("{:.2} to {:.2}", limits[k - 1], limits[k]),
        };
        let color = palette::level(level);
        let _ =
            write!(page, "<span><i style=\"background:{color}\"></i>{}: {range} /m²</span> ", level.letter());
    }
    page.push_str("</p>");
}

/// Everything that is needed to run it again.
fn settings(page: &mut String, facts: &RunFacts) {
    page.push_str("<section><h2>Settings</h2><table>");
    let factor = if facts.seconds > 0.0 { facts.duration / facts.seconds } else { 0.0 };
    let own = [
        ("Throng".to_owned(), VERSION.to_owned()),
        ("seed".to_owned(), facts.seed.to_string()),
        ("simulated time".to_owned(), format!("{:.1} s in steps of {} s", facts.duration, facts.step)),
        ("computing time".to_owned(), format!("{:.1} s, {factor:.1} times real time", facts.seconds)),
    ];
    for (name, value) in own.iter().chain(&facts.settings) {
        let _ = write!(page, "<tr><th>{}</th><td>{}</td></tr>", escaped(name), escaped(value));
    }
    page.push_str("</table></section>\n");
}

fn plot(label: &str, unit: &str, series: &[(String, Series)]) -> String {
    let named: Vec<(&str, &Series)> = series.iter().map(|(name, series)| (name.as_str(), series)).collect();
    lines(label, unit, &named)
}

fn figure(page: &mut String, caption: &str, content: &str) {
    let _ = write!(page, "<figure><figcaption>{}</figcaption>{content}</figure>", escaped(caption));
}

fn table(page: &mut String, what: &str, rows: &[(&str, Spread)]) {
    let _ = write!(
        page,
        "<table><tr><th>{}</th><th>mean</th><th>deviation</th><th>least</th><th>5 %</th><th>25 %</th><th>median</th><th>75 %</th><th>95 %</th><th>most</th></tr>",
        escaped(what)
    );
    for (name, spread) in rows {
        let _ = write!(page, "<tr><td>{}</td>", escaped(name));
        let first = [spread.mean, spread.deviation, spread.least];
        for value in first.into_iter().chain(spread.percentiles).chain([spread.most]) {
            let _ = write!(page, "<td>{value:.2}</td>");
        }
        page.push_str("</tr>");
    }
    page.push_str("</table>");
}
