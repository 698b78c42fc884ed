//! Sources: `[[sources]]`.

use super::area::read_area;
use super::distribution::read_weights;
use super::{Draft, layer, read_time};
use crate::scenario::reader::{Fields, Item, tables};
use crate::scenario::scenario::{Coming, Source, SourcePlace};

/// More characters do not fit into memory.
const MOST_CHARACTERS: u64 = 10_000_000;

/// More a second come from no source. \[1/s\]
const MOST_RATE: f64 = 10_000.0;

pub(crate) fn read_sources(file: &Fields<'_>, draft: &mut Draft) -> Vec<Source> {
    let Some(item) = file.get("sources") else {
        file.fail("there are no sources", "add [[sources]], or nobody will come");
        return Vec::new();
    };
    let mut sources = Vec::new();
    for (index, fields) in tables(&item).into_iter().enumerate() {
        sources.extend(read_source(fields, index, draft));
    }
    sources
}

fn read_source(fields: Fields<'_>, index: usize, draft: &mut Draft) -> Option<Source> {
    let spot = fields.spot();
    let name = fields.get("name").map(|item| item.text().map(str::to_owned));
    let place = match fields.one_of(&["area", "positions"]) {
        Some(("area", item)) => read_area(&item, draft).map(SourcePlace::Area),
        Some((_, item)) => item.points(1).map(|at| SourcePlace::Positions { layer: layer(&fields), at }),
        None => None,
    };
    let start = fields.get("start").map_or(Some(0.0), |item| item.number_in(0.0, f64::MAX));
    let end_item = fields.get("end");
    let end = end_item.as_ref().map_or(Some(f64::INFINITY), |item| item.number_in(0.0, f64::MAX));
    if let (Some(item), Some(start), Some(end)) = (&end_item, start, end)
        && end < start
    {
        item.fail(format!("it ends at {end} before it starts at {start}"), "write a later time");
    }
    let coming = read_coming(&fields, place.as_ref());
    let profiles = match fields.get("profile") {
        Some(item) => read_weights(&item, "profile", &draft.names.profiles),
        None => only_one(&fields, "profile", &draft.names.profiles),
    };
    let agendas = match fields.get("agenda") {
        Some(item) => read_weights(&item, "agenda", &draft.names.agendas),
        None => only_one(&fields, "agenda", &draft.names.agendas),
    };
    let groups = fields.get("groups").map_or(Some([0.0; 3]), |item| read_groups(&item));
    let pre_movement = fields.get("pre_movement").map(|item| read_time(&item));
    fields.finish();
    Some(Source {
        name: name.unwrap_or_else(|| Some(format!("source {}", index + 1)))?,
        spot,
        place: place?,
        coming: coming?,
        start: start?,
        end: end?,
        profiles: profiles?,
        groups: groups?,
        pre_movement: match pre_movement {
            Some(spread) => Some(spread?),
            None => None,
        },
        agendas: agendas?,
    })
}

/// Where there is one only, it need not be named.
fn only_one(fields: &Fields<'_>, key: &str, known: &[String]) -> Option<Vec<(usize, f64)>> {
    match known.len() {
        1 => Some(vec![(0, 1.0)]),
        0 => {
            let example = if key == "agenda" {
                "[[agendas.leave]] with a task such as exit = \"main\""
            } else {
                "[profiles.adult] with like = \"default\""
            };
            fields.fail(format!("there is no {key}"), format!("add {example}"));
            None
        }
        _ => {
            fields.fail(format!("\"{key}\" is missing"), format!("say which one: {key} = \"{}\"", known[0]));
            None
        }
    }
}

fn read_coming(fields: &Fields<'_>, place: Option<&SourcePlace>) -> Option<Coming> {
    let number = fields.get("number").map(|item| item.whole(1, MOST_CHARACTERS).map(|n| n as u32));
    let rate = fields.get("rate");
    let timetable = fields.get("timetable");
    let spacing = fields.get("spacing");
    if let (Some(spacing), None) = (&spacing, &rate) {
        spacing.fail("only who comes at a rate is spaced in time", "add rate = 1.0, or remove it");
    }
    match (rate, timetable) {
        (Some(_), Some(timetable)) => {
            timetable.fail("\"rate\" and \"timetable\" cannot stand together", "use two sources");
            None
        }
        (Some(rate), None) => Some(Coming::Rate {
            rate: {
                let value = rate.positive()?;
                if value > MOST_RATE {
                    rate.fail(format!("{value} characters a second"), format!("write {MOST_RATE} at most"));
                    return None;
                }
                value
            },
            poisson: spacing.map_or(Some("poisson"), |item| item.word(&["poisson", "even"]))? == "poisson",
            most: number.unwrap_or(Some(u32::MAX))?,
        }),
        (None, Some(timetable)) => {
            if number.is_some() {
                timetable.fail("the timetable has numbers of its own", "remove \"number\"");
            }
            let entries = timetable.list()?;
            let rows: Vec<_> = entries.iter().map(row).collect();
            let rows = rows.into_iter().collect::<Option<Vec<_>>>()?;
            if rows.is_empty() || rows.windows(2).any(|pair| pair[0].0 > pair[1].0) {
                timetable.fail("times must grow", "write [[60, 120], [180, 90]]: times and numbers");
                return None;
            }
            Some(Coming::Timetable(rows))
        }
        (None, None) => match (number, place) {
            (Some(number), _) => Some(Coming::AtOnce(number?)),
            (None, Some(SourcePlace::Positions { at, .. })) => Some(Coming::AtOnce(at.len() as u32)),
            (None, _) => {
                fields.fail(
                    "it does not say how many come",
                    "add number = 100, rate = 2.0 or timetable = [[60, 120]]",
                );
                None
            }
        },
    }
}

/// `[60, 120]`
fn row(item: &Item<'_>) -> Option<(f64, u32)> {
    let pair = item.list()?;
    let [time, number] = pair.as_slice() else {
        item.fail("a time and a number are wanted", "write [60, 120]");
        return None;
    };
    Some((time.number_in(0.0, f64::MAX)?, number.whole(0, MOST_CHARACTERS)? as u32))
}

/// `{ 2 = 0.3, 3 = 0.1, 4 = 0.05 }`: shares of characters.
fn read_groups(item: &Item<'_>) -> Option<[f64; 3]> {
    let fields = item.fields()?;
    let shares =
        ["2", "3", "4"].map(|key| fields.get(key).map_or(Some(0.0), |share| share.number_in(0.0, 1.0)));
    fields.finish();
    let shares = [shares[0]?, shares[1]?, shares[2]?];
    if shares.iter().sum::<f64>() > 1.0 {
        item.fail("more are in groups than there are", "shares of characters add up to 1 at most");
        return None;
    }
    Some(shares)
}
