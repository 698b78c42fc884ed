//! Events: `[[events]]`.

use super::area::read_area;
use super::{Draft, layer, named, read_time};
use crate::scenario::reader::{Fields, Item, tables};
use crate::scenario::scenario::{Announcement, Happening, Named, ObstacleSketch};
use crate::scenario::spelling::suggestion;

pub(crate) fn read_happenings(file: &Fields<'_>, draft: &mut Draft) -> Vec<Happening> {
    let Some(item) = file.get("events") else { return Vec::new() };
    let mut happenings = Vec::new();
    for fields in tables(&item) {
        happenings.extend(read_happening(fields, draft));
    }
    // Whoever goes has come.
    let known: Vec<String> =
        happenings.iter().flat_map(|h| h.insert.iter().map(|o| o.name.clone())).collect();
    for named in happenings.iter().flat_map(|h| &h.remove) {
        if !known.contains(&named.name) {
            let what = format!("there is no obstacle \"{}\"", named.name);
            item.tell(named.spot.problem(what, suggestion(&named.name, &known)));
        }
    }
    happenings
}

fn read_happening(fields: Fields<'_>, draft: &mut Draft) -> Option<Happening> {
    let spot = fields.spot();
    let name = fields.get("name").and_then(|item| item.text());
    let at = fields.need("at", "60.0, in seconds").and_then(|item| item.number_in(0.0, f64::MAX));
    let every = fields.get("every").map(|item| item.number_in(0.1, f64::MAX));
    let until = fields.get("until").map_or(Some(f64::INFINITY), |item| item.number_in(0.0, f64::MAX));
    let [open, close] =
        ["open", "close"].map(|key| fields.get(key).map_or(Some(Vec::new()), |item| connections(&item)));
    let insert = fields.get("insert").map_or(Some(Vec::new()), |item| one_or_more(&item, obstacle));
    let remove = fields.get("remove").map_or(Some(Vec::new()), |item| one_or_more(&item, named));
    let announce = fields.get("announce").map(|item| announcement(&item, draft));
    let nothing = ["name", "open", "close", "insert", "remove", "announce"];
    if nothing.iter().all(|key| fields.peek(key).is_none()) {
        fields.fail("nothing happens", "add open, close, insert, remove, announce, or a name to wait for");
    }
    fields.finish();
    Some(Happening {
        signal: name.and_then(|name| draft.names.signals.iter().position(|signal| signal == name)),
        spot,
        at: at?,
        every: match every {
            Some(every) => Some(every?),
            None => None,
        },
        until: until?,
        open: open?,
        close: close?,
        insert: insert?,
        remove: remove?,
        announce: match announce {
            Some(announce) => Some(announce?),
            None => None,
        },
    })
}

/// Connections by number, one or a list.
fn connections(item: &Item<'_>) -> Option<Vec<u32>> {
    one_or_more(item, |item| item.whole(0, u64::from(u32::MAX)).map(|number| number as u32))
}

fn one_or_more<T>(item: &Item<'_>, read: impl Fn(&Item<'_>) -> Option<T>) -> Option<Vec<T>> {
    if !item.is_list() {
        return Some(vec![read(item)?]);
    }
    let all: Vec<_> = item.list()?.iter().map(read).collect();
    all.into_iter().collect()
}

fn obstacle(item: &Item<'_>) -> Option<ObstacleSketch> {
    let fields = item.fields()?;
    let name: Option<Named> = fields.need("name", "\"train\"").and_then(|item| named(&item));
    let polygon = fields.need("polygon", "[[x, y], [x, y], [x, y]]").and_then(|item| item.points(1));
    let layer = layer(&fields);
    fields.finish();
    Some(ObstacleSketch { name: name?.name, spot: item.spot(), layer, polygon: polygon? })
}

/// `"evacuate"`, `true`, or a table.
fn announcement(item: &Item<'_>, draft: &mut Draft) -> Option<Announcement> {
    if item.is_text() {
        let agenda = item.name("agenda", &draft.names.agendas)?;
        return Some(Announcement { agenda: Some(agenda), reaction: None, area: None });
    }
    if !item.is_table() {
        if !item.flag()? {
            item.fail("this announces nothing", "write announce = true: everybody plans again");
        }
        return Some(Announcement { agenda: None, reaction: None, area: None });
    }
    let fields = item.fields()?;
    let agenda = fields.get("agenda").map(|item| item.name("agenda", &draft.names.agendas));
    let reaction = fields.get("reaction").map(|item| read_time(&item));
    let area = fields.get("area").map(|item| read_area(&item, draft));
    fields.finish();
    // What is there must be right.
    if matches!(agenda, Some(None)) || matches!(reaction, Some(None)) || matches!(area, Some(None)) {
        return None;
    }
    Some(Announcement { agenda: agenda.flatten(), reaction: reaction.flatten(), area: area.flatten() })
}
