//! The models of each level of a profile, and their parameters.

use super::profile::model;
use super::read::read_parameter;
use super::reader::Item;
use crate::avoid::{Avoidance, Karamouzas2009, Karamouzas2010, MOST_SAMPLES, Moussaid, Orca, SocialForce};
use crate::follow::{CorridorMap, Following, Forces, Irm, Miran};
use crate::headway::Headway;
use crate::stream::Stream;

/// `"irm"`, or `{ model = "miran", short_cut = 5.0 }`. What is not said is as published.
pub(crate) fn read_following(item: &Item<'_>, following: &mut Following) {
    let Some((name, fields)) = model(item, &["irm", "miran", "corridor_map", "corridor_map_original"]) else {
        return;
    };
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
    let known = ["moussaid", "orca", "karamouzas2009", "karamouzas2010", "social_force", "none"];
    let Some((name, fields)) = model(item, &known) else { return };
    let mut chosen = match name {
        "moussaid" => Avoidance::Moussaid(Moussaid::default()),
        "orca" => Avoidance::Orca(Orca::default()),
        "karamouzas2009" => Avoidance::Karamouzas2009(Karamouzas2009::default()),
        "karamouzas2010" => Avoidance::Karamouzas2010(Karamouzas2010::default()),
        "social_force" => Avoidance::SocialForce(SocialForce::default()),
        _ => Avoidance::None,
    };
    if let Some(fields) = fields {
        match &mut chosen {
            Avoidance::None => {}
            Avoidance::Moussaid(model) => {
                fields.count("samples", [1, MOST_SAMPLES as u64], &mut model.samples);
                fields.single("horizon", [0.1, 100.0], &mut model.horizon);
                fields.single("relaxation", [0.01, 10.0], &mut model.relaxation);
            }
            Avoidance::Orca(model) => {
                fields.single("horizon", [0.01, 100.0], &mut model.horizon);
                fields.single("wall_horizon", [0.01, 100.0], &mut model.wall_horizon);
                fields.single("noise", [0.0, 1.0], &mut model.noise);
            }
            Avoidance::Karamouzas2009(model) => {
                fields.single("relaxation_time", [0.01, 10.0], &mut model.relaxation_time);
                fields.single("wall_distance", [0.0, 10.0], &mut model.wall_distance);
                fields.single("leaving_speed", [0.0, 10.0], &mut model.leaving_speed);
                fields.single("personal_space", [0.0, 10.0], &mut model.personal_space);
                fields.single("anticipation", [0.0, 100.0], &mut model.anticipation);
                fields.count("collisions", [1, 16], &mut model.collisions);
                fields.single("view_cosine", [-1.0, 1.0], &mut model.view_cosine);
                fields.single("force", [0.0, 1000.0], &mut model.force);
                fields.single("near", [0.0, 100.0], &mut model.near);
                fields.single("middle", [0.0, 100.0], &mut model.middle);
                fields.single("far", [0.0, 100.0], &mut model.far);
                fields.single("max_acceleration", [0.01, 1000.0], &mut model.max_acceleration);
                fields.single("noise", [0.0, 10.0], &mut model.noise);
            }
            Avoidance::Karamouzas2010(model) => {
                fields.single("soon", [0.0, 100.0], &mut model.soon);
                fields.single("later", [0.0, 100.0], &mut model.later);
                fields.single("late", [0.0, 100.0], &mut model.late);
                fields.single("small_deviation", [0.0, 3.2], &mut model.small_deviation);
                fields.single("large_deviation", [0.0, 3.2], &mut model.large_deviation);
                fields.single("turning", [0.0, 1000.0], &mut model.turning);
                fields.single("speeding", [0.0, 1000.0], &mut model.speeding);
                fields.single("deviating", [0.0, 1000.0], &mut model.deviating);
                fields.single("colliding", [0.0, 1000.0], &mut model.colliding);
            }
            Avoidance::SocialForce(model) => {
                fields.single("relaxation_time", [0.01, 10.0], &mut model.relaxation_time);
                fields.single("repulsion", [0.0, 1e6], &mut model.repulsion);
                fields.single("range", [0.001, 100.0], &mut model.range);
                fields.single("stiffness", [0.0, 1e9], &mut model.stiffness);
                fields.single("friction", [0.0, 1e9], &mut model.friction);
                fields.single("behind", [0.0, 1.0], &mut model.behind);
                fields.single("noise", [0.0, 10.0], &mut model.noise);
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
    read_parameter(&fields, "time", [0.0, 10.0], &mut chosen.time);
    fields.single("length", [0.0, 10.0], &mut chosen.length);
    fields.single("width", [0.0, 10.0], &mut chosen.width);
    fields.single("opposing_time", [0.0, 10.0], &mut chosen.opposing_time);
    fields.single("opposing_width", [0.0, 10.0], &mut chosen.opposing_width);
    fields.single("patience", [0.0, 1000.0], &mut chosen.patience);
    fields.single("creep", [0.0, 10.0], &mut chosen.creep);
    fields.single("sight", [0.0, 100.0], &mut chosen.sight);
    fields.finish();
}
