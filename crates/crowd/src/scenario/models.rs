//! The models of each level of a profile, and their parameters.

use super::profile::model;
use super::reader::Item;
use crate::avoid::{Avoidance, Moussaid};
use crate::follow::{CorridorMap, Following, Forces, Irm, Miran};
use crate::headway::Headway;
use crate::stream::Stream;

/// `"irm"`, or `{ model = "miran", short_cut = 5.0 }`. What is not said is as published.
pub(crate) fn read_following(item: &Item<'_>, following: &mut Following) {
    let Some((name, fields)) = model(item, &["irm", "miran", "corridor_map", "corridor_map_original"]) else { return };
    let mut chosen = match name {
        "irm" => Following::Irm(Irm::default()),
        "miran" => Following::Miran(Miran::default()),
        "corridor_map" => Following::CorridorMap(CorridorMap::default()),
        _ => Following::CorridorMap(CorridorMap::original()),
    };
    if let Some(fields) = fields {
        match &mut chosen {
            Following::Irm(irm) => fields.double("look_ahead", [0.01, 100.0], &mut irm.look_ahead),
            Following::Miran(miran) => {
                fields.double("short_cut", [0.0, 1000.0], &mut miran.short_cut);
                fields.double("spacing", [0.01, 100.0], &mut miran.spacing);
                fields.double("reluctance", [0.0, 1.0], &mut miran.reluctance);
            }
            Following::CorridorMap(map) => {
                fields.double("max_acceleration", [0.01, 1000.0], &mut map.max_acceleration);
                fields.double("relaxation", [0.01, 10.0], &mut map.relaxation);
                if let Forces::Improved { steering, safe_radii } = &mut map.forces {
                    fields.double("steering", [0.01, 1000.0], steering);
                    fields.double("safe_radii", [0.0, 100.0], safe_radii);
                }
            }
        }
        fields.finish();
    }
    *following = chosen;
}

/// `"moussaid"`, or `{ model = "moussaid", horizon = 6.0 }`. What is not said is as published.
pub(crate) fn read_avoidance(item: &Item<'_>, avoidance: &mut Avoidance) {
    let Some((name, fields)) = model(item, &["moussaid", "none"]) else { return };
    let mut chosen = match name {
        "moussaid" => Avoidance::Moussaid(Moussaid::default()),
        _ => Avoidance::None,
    };
    if let Some(fields) = fields {
        match &mut chosen {
            Avoidance::None => {}
            Avoidance::Moussaid(model) => {
                fields.count("samples", [1, crate::avoid::MOST_SAMPLES as u64], &mut model.samples);
                fields.single("horizon", [0.1, 100.0], &mut model.horizon);
                fields.single("relaxation", [0.01, 10.0], &mut model.relaxation);
            }
        }
        fields.finish();
    }
    *avoidance = chosen;
}

/// `true`, `false`, or a table of parameters.
pub(crate) fn read_stream(item: &Item<'_>, stream: &mut Option<Stream>) {
    if !item.is_table() {
        *stream = item.flag().unwrap_or_default().then(Stream::default);
        return;
    }
    let Some(fields) = item.fields() else { return };
    let chosen = stream.get_or_insert_default();
    fields.single("reach", [0.1, 100.0], &mut chosen.reach);
    fields.count("most", [1, 8], &mut chosen.most);
    fields.single("angle", [0.0, 3.2], &mut chosen.angle);
    fields.single("least_speed", [0.0, 1.0], &mut chosen.least_speed);
    if let Some(power) = fields.get("power").and_then(|item| item.whole(0, 16)) {
        chosen.power = power as u32;
    }
    fields.finish();
}

/// `true`, `false`, `"motivated"`, or a table of parameters.
pub(crate) fn read_headway(item: &Item<'_>, headway: &mut Option<Headway>) {
    if item.is_text() {
        *headway = match item.word(&["default", "motivated"]) {
            Some("motivated") => Some(Headway::motivated()),
            _ => Some(Headway::default()),
        };
        return;
    }
    if !item.is_table() {
        *headway = item.flag().unwrap_or_default().then(Headway::default);
        return;
    }
    let Some(fields) = item.fields() else { return };
    let chosen = headway.get_or_insert_default();
    fields.single("time", [0.0, 10.0], &mut chosen.time);
    fields.single("length", [0.0, 10.0], &mut chosen.length);
    fields.single("width", [0.0, 10.0], &mut chosen.width);
    fields.single("opposing_time", [0.0, 10.0], &mut chosen.opposing_time);
    fields.single("opposing_width", [0.0, 10.0], &mut chosen.opposing_width);
    fields.single("patience", [0.0, 1000.0], &mut chosen.patience);
    fields.single("creep", [0.0, 10.0], &mut chosen.creep);
    fields.single("sight", [0.0, 100.0], &mut chosen.sight);
    fields.finish();
}
