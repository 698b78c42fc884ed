//! Profiles: what they are like, and what is different.

use throng_mesh::{FundamentalDiagram, Kind, Weights};

use super::models::{read_avoidance, read_following, read_headway, read_stream};
use super::problem::Spot;
use super::read::{named_tables, read_distribution, read_parameter};
use super::reader::{Fields, Item};
use super::scenario::Named;
use super::spelling::suggestion;
use crate::distribution::Distribution;
use crate::pace::{Ground, Pace, Speed};
use crate::population::{Population, Rimea};
use crate::profile::{Profile, RouteChoice, Traits};
use crate::random::Random;

/// A profile, and what of it depends on the place.
#[derive(Clone, PartialEq, Debug)]
pub struct ProfileSketch {
    /// Where it stands.
    pub spot: Spot,
    /// All that does not depend on the place. Its speeds count if there is no population.
    pub profile: Profile,
    /// Where speeds come from.
    pub population: Option<Population>,
    /// Speeds on whole layers.
    pub on_layers: Vec<(Named, [Speed; 2])>,
}

impl ProfileSketch {
    /// Draws a character.
    pub fn sample(&self, random: &mut Random) -> Traits {
        let traits = self.profile.sample(random);
        match &self.population {
            Some(population) => Traits { speed: population.sample(random).speed as f32, ..traits },
            None => traits,
        }
    }
}

/// Ready-made profiles.
const PRESETS: [&str; 6] = ["default", "motivated", "thesis", "elderly", "impaired", "child"];

const POPULATIONS: [&str; 6] = ["none", "rimea", "weidmann", "imo_passengers", "imo_crew", "thesis"];

/// The slope from which on ground counts as stairs: flights have 0.5 and more, ramps 0.1.
pub(crate) const STAIRS: f32 = 0.3;

pub(crate) fn read_profiles(file: &Fields<'_>) -> Vec<ProfileSketch> {
    let mut profiles: Vec<ProfileSketch> = Vec::new();
    for item in named_tables(file, "profiles") {
        let Some(fields) = item.fields() else { continue };
        let base = fields.get("like").and_then(|like| find(&like, &profiles));
        let mut sketch = base.unwrap_or_else(|| preset("default"));
        sketch.profile.name = item.key.clone();
        sketch.spot = item.spot();
        read_profile(&fields, &mut sketch);
        fields.finish();
        profiles.push(sketch);
    }
    profiles
}

/// A ready-made profile, or one that stands before.
fn find(like: &Item<'_>, before: &[ProfileSketch]) -> Option<ProfileSketch> {
    let name = like.text()?;
    if let Some(found) = before.iter().find(|sketch| sketch.profile.name == name) {
        return Some(found.clone());
    }
    if PRESETS.contains(&name) {
        return Some(preset(name));
    }
    let known: Vec<&str> =
        PRESETS.into_iter().chain(before.iter().map(|s| s.profile.name.as_str())).collect();
    like.fail(
        format!("no preset is called \"{name}\", and no profile before this one"),
        suggestion(name, &known),
    );
    None
}

fn preset(name: &str) -> ProfileSketch {
    let aged = |age: Distribution| Some(Population::Rimea(Rimea { age, ..Rimea::default() }));
    let (profile, population) = match name {
        "motivated" => (Profile::motivated(), None),
        "thesis" => (Profile::thesis(), None),
        "elderly" => (Profile::default(), aged(Distribution::Uniform { from: 65.0, to: 85.0 })),
        "child" => (Profile::default(), aged(Distribution::Uniform { from: 6.0, to: 12.0 })),
        "impaired" => {
            (Profile::default(), Some(Population::Rimea(Rimea { impaired: 1.0, ..Rimea::default() })))
        }
        _ => (Profile::default(), None),
    };
    ProfileSketch { spot: Spot::default(), profile, population, on_layers: Vec::new() }
}

fn read_profile(fields: &Fields<'_>, sketch: &mut ProfileSketch) {
    if let Some(item) = fields.get("population") {
        read_population(&item, sketch);
    }
    if let Some(item) = fields.get("speed")
        && let Some(speed) = read_distribution(&item, 0.05, 10.0)
    {
        if fields.peek("population").is_some_and(|population| population.text() != Some("none")) {
            item.fail("the population has speeds of its own", "remove one of the two");
        }
        sketch.profile.speed = speed;
        sketch.population = None;
    }
    read_parameter(fields, "radius", [0.02, 1.0], &mut sketch.profile.radius);
    read_parameter(fields, "wall_gap", [0.0, 1.0], &mut sketch.profile.wall_gap);
    if let Some(item) = fields.get("route") {
        read_route(&item, sketch);
    }
    if let Some(item) = fields.get("following") {
        read_following(&item, &mut sketch.profile.following);
    }
    if let Some(item) = fields.get("avoidance") {
        read_avoidance(&item, &mut sketch.profile.avoidance);
    }
    if let Some(item) = fields.get("stream") {
        read_stream(&item, &mut sketch.profile.stream);
    }
    if let Some(item) = fields.get("headway") {
        read_headway(&item, &mut sketch.profile.headway);
    }
    if let Some(item) = fields.get("body") {
        read_body(&item, sketch);
    }
}

fn read_population(item: &Item<'_>, sketch: &mut ProfileSketch) {
    sketch.population = match item.word(&POPULATIONS) {
        Some("rimea") => Some(Population::Rimea(Rimea::default())),
        Some("weidmann") => Some(Population::Weidmann),
        Some("imo_passengers") => Some(Population::ImoPassengers),
        Some("imo_crew") => Some(Population::ImoCrew),
        Some("thesis") => Some(Population::Thesis),
        _ => None,
    };
}

fn read_route(item: &Item<'_>, sketch: &mut ProfileSketch) {
    let Some(fields) = item.fields() else { return };
    let route = &mut sketch.profile.route;
    let kind =
        fields.get("kind").and_then(|item| item.word(&["short", "shortest", "medial", "left", "right"]));
    if let Some(kind) = kind {
        route.kind = match kind {
            "short" => Kind::Short,
            "shortest" => Kind::Shortest,
            "medial" => Kind::MEDIAL,
            "left" => Kind::LEFT,
            _ => Kind::RIGHT,
        };
        route.side = None;
    }
    read_parameter(&fields, "clearance", [0.0, 100.0], &mut route.clearance);
    if let Some(varied) = fields.get("varied").and_then(|item| item.flag()) {
        route.varied = varied;
    }
    if let Some(item) = fields.get("side") {
        read_side(&item, &fields, route);
    }
    if let Some(labels) = fields.get("weights").and_then(|item| item.fields()) {
        let entries = labels.entries();
        let weights = entries.iter().filter_map(|e| Some((e.key.clone(), e.number_in(0.01, 1000.0)?)));
        let weights = weights.fold(Weights::new(), |all, (label, weight)| all.with(label, weight));
        route.weights = Some(weights);
    }
    read_parameter(&fields, "density_weight", [0.0, 1e6], &mut route.density_weight);
    let diagram = fields.get("diagram").and_then(|item| item.word(&["thesis", "weidmann"]));
    if let Some(diagram) = diagram {
        let weidmann = diagram == "weidmann";
        route.diagram = if weidmann { FundamentalDiagram::Weidmann } else { FundamentalDiagram::default() };
    }
    read_parameter(&fields, "viewing", [0.0, 1e9], &mut route.viewing);
    if let Some(item) = fields.get("review") {
        route.review = read_review(&item);
    }
    read_parameter(&fields, "notice", [0.0, 1e9], &mut route.notice);
    fields.finish();
}

/// A side of corridors, from 0 to 1, which the kind or chance says elsewhere.
fn read_side(item: &Item<'_>, fields: &Fields<'_>, route: &mut RouteChoice) {
    if fields.peek("kind").is_some() {
        item.fail("the kind says where routes are", "remove one of the two");
    }
    if fields.peek("varied").is_some() && route.varied {
        item.fail("with \"varied\" sides are random", "remove one of the two");
    }
    route.side = read_distribution(item, 0.0, 1.0);
    route.varied = false;
}

/// Seconds, or `false` for never.
fn read_review(item: &Item<'_>) -> Option<Distribution> {
    if item.is_number() || item.is_table() {
        return read_distribution(item, 0.1, 1e9);
    }
    if item.flag() == Some(true) {
        item.fail("it does not say after how long", "write a number of seconds, or false for never");
    }
    None
}

fn read_body(item: &Item<'_>, sketch: &mut ProfileSketch) {
    let Some(fields) = item.fields() else { return };
    let body = &mut sketch.profile.body;
    read_parameter(&fields, "relaxation", [0.01, 10.0], &mut body.relaxation);
    read_parameter(&fields, "acceleration", [0.1, 100.0], &mut body.acceleration);
    fields.single("braking", [0.1, 100.0], &mut body.braking);
    fields.single("most_haste", [1.0, 10.0], &mut body.most_haste);
    if let Some(speeds) = fields.get("stairs").and_then(|item| read_speeds(&item)) {
        body.paces.push(pace(Ground::SteeperThan(STAIRS), speeds));
    }
    for entry in fields.get("regions").and_then(|item| item.fields()).iter().flat_map(Fields::entries) {
        if let Some(speeds) = read_speeds(&entry) {
            body.paces.push(pace(Ground::Region(entry.key.clone()), speeds));
        }
    }
    for entry in fields.get("layers").and_then(|item| item.fields()).iter().flat_map(Fields::entries) {
        if let Some(speeds) = read_speeds(&entry) {
            sketch.on_layers.push((Named { name: entry.key.clone(), spot: entry.spot() }, speeds));
        }
    }
    fields.finish();
}

fn pace(ground: Ground, [up, down]: [Speed; 2]) -> Pace {
    Pace { ground, up, down }
}

/// A part of the speed on level ground, `0.5`; or `{ up = 0.5, down = 0.6 }`, or with `fixed = true` in meters a second.
fn read_speeds(item: &Item<'_>) -> Option<[Speed; 2]> {
    if item.is_number() {
        let part = Speed::Part(item.number_in(0.01, 10.0)? as f32);
        return Some([part, part]);
    }
    let fields = item.fields()?;
    let [up, down] = ["up", "down"].map(|key| {
        fields
            .need(key, "0.5, a part of the speed on level ground")
            .and_then(|item| item.number_in(0.01, 10.0))
    });
    let fixed = fields.get("fixed").map_or(Some(false), |item| item.flag());
    fields.finish();
    let fixed = fixed?;
    let speed = |value: f64| if fixed { Speed::Fixed(value as f32) } else { Speed::Part(value as f32) };
    Some([speed(up?), speed(down?)])
}

/// A model: its name alone, or a table with `model` and parameters; `None` if it is not known, which is told.
pub(crate) fn model<'r>(
    item: &Item<'r>,
    known: &[&'static str],
) -> Option<(&'static str, Option<Fields<'r>>)> {
    if item.is_text() {
        return Some((item.word(known)?, None));
    }
    let fields = item.fields()?;
    let name = fields.need("model", &format!("\"{}\"", known[0])).and_then(|item| item.word(known))?;
    Some((name, Some(fields)))
}
