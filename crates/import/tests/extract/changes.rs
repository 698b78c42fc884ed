//! Changes of a model that do not change the place: what they are, by how much borders may move, and for which models they hold.

use throng_import::{Model, ModelPart, Role};

use crate::hand::Case;
use crate::random::Random;

/// A change of a model that does not change the place.
pub(crate) struct Change {
    pub(crate) name: &'static str,
    /// How far borders may move. \[m\]
    pub(crate) border: f64,
    /// Whether the definition says the same before and after, to the unit; else it says so but for slits and slivers of rounding.
    pub(crate) to_the_unit: bool,
    /// For which cases it holds.
    pub(crate) fits: fn(&Case) -> bool,
    pub(crate) change: fn(&Model) -> Model,
}

/// How far borders may move where nothing is rounded anew: not at all, but for the last digits. \[m\]
const NOTHING: f64 = 1e-5;

/// How far borders may move by rounding corners to the grid of 0.1 mm. \[m\]
const ROUNDING: f64 = 1e-4;

/// Turned about the height, and moved.
pub(crate) fn moves() -> Vec<Change> {
    let new = |name, border, fits, change| Change { name, border, to_the_unit: false, fits, change };
    vec![
        new("turned by 90 degrees", NOTHING, any, |model| turned(model, 90.0)),
        new("turned by 30 degrees", ROUNDING, any, |model| turned(model, 30.0)),
        new("turned by 7.3 degrees", ROUNDING, any, |model| turned(model, 7.3)),
        new("turned by 201.7 degrees", ROUNDING, any, |model| turned(model, 201.7)),
        new("5 km away", NOTHING, any, |model| moved(model, |[x, y, z]| [x + 5000.0, y - 5000.0, z + 100.0])),
        // Heights are rounded as well, all of them alike.
        new("off the grid", ROUNDING, has_play, |model| {
            moved(model, |[x, y, z]| [x + 0.123_456, y - 7.654_321, z - 0.000_03])
        }),
    ]
}

/// Other triangles for the same surface, or the same in another order.
pub(crate) fn rearrangements() -> Vec<Change> {
    let new = |name, border, fits, change| Change { name, border, to_the_unit: true, fits, change };
    let mut changes = vec![
        new("split in four", ROUNDING, any, |model| {
            rebuilt(model, |[a, b, c]| {
                let [p, q, r] = [(a, b), (b, c), (c, a)].map(|(s, t)| [0, 1, 2].map(|k| (s[k] + t[k]) / 2.0));
                vec![[a, p, r], [p, b, q], [r, q, c], [p, q, r]]
            })
        }),
        new("shuffled", NOTHING, any, |model| shuffled(model, 1)),
        new("shuffled again", NOTHING, any, |model| shuffled(model, 2)),
        new("parts in reverse", NOTHING, any, |model| {
            let mut turned = Model { triangles: Vec::new(), parts: Vec::new(), ..model.clone() };
            for part in model.parts.iter().rev() {
                add_part(&mut turned, "turned", triangles(model, part));
            }
            turned
        }),
        // Nothing is closed any more.
        new("a part for each triangle", NOTHING, needs_no_solids, |model| {
            let mut apart = Model { parts: Vec::new(), triangles: Vec::new(), ..model.clone() };
            model.triangles.iter().for_each(|&triangle| add_part(&mut apart, "one", &[triangle]));
            apart
        }),
    ];
    // Each triangle is split somewhere else: corners end up inside of edges of others, nothing is closed, and rounding bends straight edges.
    let split = |model: &Model| {
        let mut random = Random(3);
        rebuilt(model, |[a, b, c]| {
            let f = 0.1 + 0.8 * random.unit();
            let p = [0, 1, 2].map(|k| a[k] + f * (b[k] - a[k]));
            vec![[a, p, c], [p, b, c]]
        })
    };
    let fits = |case: &Case| needs_no_solids(case) && has_play(case);
    changes.push(Change {
        name: "split at random",
        border: 2.0 * ROUNDING,
        to_the_unit: false,
        fits,
        change: split,
    });
    changes
}

/// Everything twice.
pub(crate) fn doublings() -> Vec<Change> {
    let new = |name, fits, change| Change { name, border: NOTHING, to_the_unit: true, fits, change };
    vec![
        new("doubled in place", any, |model| rebuilt(model, |corners| vec![corners, corners])),
        new("doubled in other parts", any, |model| {
            let mut double = model.clone();
            model.parts.iter().for_each(|part| add_part(&mut double, "again", triangles(model, part)));
            double
        }),
        // Closed copies are turned again. Of open ones, floors face down and are where something is already; undersides would become
        // floors, so cases with some are left out.
        new("doubled inside out", has_no_open_undersides, |model| {
            let mut double = model.clone();
            for part in &model.parts {
                let turned: Vec<[u32; 3]> =
                    triangles(model, part).iter().map(|&[a, b, c]| [a, c, b]).collect();
                add_part(&mut double, "turned", &turned);
            }
            double
        }),
    ]
}

/// Every triangle is moved on its own, by up to 0.2 mm each way. No corners are shared any more, and bodies are closed only because
/// corners are welded. Borders move by that, by rounding, and by the weld.
pub(crate) fn shakings() -> Vec<Change> {
    let new = |name, change| Change { name, border: 1e-3, to_the_unit: false, fits: can_be_shaken, change };
    vec![
        new("shaken", |model| shaken(model, 1)),
        new("shaken by seed 2", |model| shaken(model, 2)),
        new("shaken by seed 3", |model| shaken(model, 3)),
        // These once gave layers heights of other layers, or corners of a level layer that of a step below.
        new("shaken by seed 55", |model| shaken(model, 55)),
        new("shaken by seed 72", |model| shaken(model, 72)),
        new("shaken by seed 96", |model| shaken(model, 96)),
        new("shaken by seed 122", |model| shaken(model, 122)),
        new("shaken by seed 136", |model| shaken(model, 136)),
    ]
}

/// Everything but gaps that are to be closed: how much those count is not said.
pub(crate) fn any(case: &Case) -> bool {
    case.options.close_gaps == 0.0
}

/// Nothing is at a limit to the unit.
fn has_play(case: &Case) -> bool {
    any(case) && !has_word(case, &["+0 mm", "as high as", "at the head room", "high enough"])
}

/// No solid must be known as one: nothing stands on a floor that is as high as the head room, and nothing is inside out.
fn needs_no_solids(case: &Case) -> bool {
    let words = [
        "pillar",
        "solid wall",
        "inside out",
        "boxes",
        "as high as the head",
        "solid",
        "portcullis",
        "tip",
        "from inside",
    ];
    any(case) && !has_word(case, &words)
}

fn has_no_open_undersides(case: &Case) -> bool {
    any(case) && !has_word(case, &["ceiling", "faces down", "faces up", "from inside"])
}

/// What stands on something to the unit may hover or stick in it afterwards, which can decide whether one steps up there: so no piles, and no
/// furniture of a room whose floor is moved.
///
/// Treads of one triangle each share no corner with anything, so nothing tells that they were moved: gaps of 0.4 mm between them are gaps.
fn can_be_shaken(case: &Case) -> bool {
    has_play(case)
        && !has_word(
            case,
            &["1 mm", "0.5 mm", "three floors", "little less", "at a pole, open", "furnished", "pile"],
        )
}

fn has_word(case: &Case, words: &[&str]) -> bool {
    words.iter().any(|word| case.name().contains(word))
}

fn turned(model: &Model, degrees: f64) -> Model {
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    moved(model, |[x, y, z]| [cos * x - sin * y, sin * x + cos * y, z])
}

fn moved(model: &Model, to: impl Fn([f64; 3]) -> [f64; 3]) -> Model {
    let mut model = model.clone();
    model.vertices.iter_mut().for_each(|vertex| *vertex = to(*vertex));
    model
}

fn shaken(model: &Model, seed: u64) -> Model {
    let mut random = Random(seed);
    rebuilt(model, |corners| {
        let by = [0, 1, 2].map(|_| (random.unit() * 2.0 - 1.0) * 2e-4);
        vec![corners.map(|corner| [0, 1, 2].map(|k| corner[k] + by[k]))]
    })
}

/// The triangles of each part in another order, each beginning with any of its corners.
fn shuffled(model: &Model, seed: u64) -> Model {
    let (mut random, mut model) = (Random(seed), model.clone());
    for part in &model.parts {
        let own = &mut model.triangles[part.triangles.start as usize..part.triangles.end as usize];
        for k in (1..own.len()).rev() {
            own.swap(k, random.below(k + 1));
        }
        own.iter_mut().for_each(|triangle| triangle.rotate_left(random.below(3)));
    }
    model
}

fn triangles<'m>(model: &'m Model, part: &ModelPart) -> &'m [[u32; 3]] {
    &model.triangles[part.triangles.start as usize..part.triangles.end as usize]
}

/// The model with some triangles instead of each one, in the same part.
fn rebuilt(model: &Model, mut instead: impl FnMut([[f64; 3]; 3]) -> Vec<[[f64; 3]; 3]>) -> Model {
    let mut new = Model { vertices: Vec::new(), triangles: Vec::new(), parts: Vec::new(), ..model.clone() };
    for part in &model.parts {
        let start = new.triangles.len() as u32;
        for triangle in triangles(model, part) {
            for corners in instead(triangle.map(|v| model.vertices[v as usize])) {
                let first = new.vertices.len() as u32;
                new.vertices.extend(corners);
                new.triangles.push([first, first + 1, first + 2]);
            }
        }
        new.parts.push(ModelPart { triangles: start..new.triangles.len() as u32, ..part.clone() });
    }
    new
}

fn add_part(model: &mut Model, name: &str, triangles: &[[u32; 3]]) {
    let start = model.triangles.len() as u32;
    model.triangles.extend_from_slice(triangles);
    let triangles = start..model.triangles.len() as u32;
    model.parts.push(ModelPart { name: name.to_owned(), role: Role::Other, storey: None, triangles });
}
