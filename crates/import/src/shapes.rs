//! From the shapes of a drawing or map to a scene: which polygons are walkable, and what stands in their way.
//!
//! Formats such as GeoJSON and WKT hold shapes, not places. There are two readings. Either some polygons are walkable, as
//! rooms and floors are; then they are the place. Or all of them are obstacles, as buildings are; then the place is the box
//! around them, grown by a margin. Where the file does not say, it is guessed; the notes say what was assumed, and how to
//! get the other reading.

use std::collections::BTreeMap;

use throng_mesh::{Layer, LayerId, Part, Region, Ring};

use crate::coordinates::{Projection, Said};
use crate::imported::{Diagnostic, Imported};
use crate::options::{Meaning, ReadOptions};
use crate::polygons::{self, Bounds, Polygon};

/// Fewer polygons than this, of which nothing is known, are walkable.
const FEW: usize = 4;

/// Polygons that cover more than this part of the box around them are rooms rather than buildings. (The blocks of a city
/// between its streets cover up to 0.76 of it.)
const ROOMS_COVER: f64 = 0.85;

/// One shape of a file.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) geometry: Geometry,
    pub(crate) role: Role,
    /// Name of the level that it is on, if the file says so.
    pub(crate) level: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Geometry {
    Polygon(Polygon),
    /// Corners, and their lines in the file: a point, or a line with bends.
    Chain(Ring, Vec<u32>),
}

/// What a shape is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The file does not say.
    Unknown,
    Walkable,
    Obstacle,
    /// Walkable in spite of obstacles.
    Opening,
    /// Walkable, between rooms or through a wall.
    Door,
    /// An area with a label.
    Region(String),
    /// Neither, such as the line of a street or of steps.
    Passed,
}

/// Makes a scene of shapes, and says what was assumed.
pub(crate) fn assemble(mut shapes: Vec<Shape>, said: Said, options: &ReadOptions, imported: &mut Imported) {
    project(&mut shapes, said, options, imported);
    settle(&mut shapes, options.meaning);
    let passed = shapes.iter().filter(|shape| shape.role == Role::Passed).count();
    if passed > 0 {
        let were = if passed == 1 { "shape was" } else { "shapes were" };
        imported.notes.push(format!("{passed} {were} passed over, being neither walkable nor an obstacle"));
    }
    let num_walkable = count(&shapes, |role| matches!(role, Role::Walkable | Role::Door));
    let num_obstacles = count(&shapes, |role| *role == Role::Obstacle);
    let note = if num_walkable > 0 {
        place_on_levels(&shapes, imported);
        let obstacles =
            if num_obstacles == 0 { String::new() } else { format!(" and {num_obstacles} as obstacles") };
        format!(
            "{} taken as walkable{obstacles}; use --as obstacles for the other reading",
            polygons_were(num_walkable)
        )
    } else if shapes.iter().any(|shape| shape.role == Role::Obstacle) {
        let margin = place_in_box(&shapes, options, imported);
        let what = if num_obstacles == 0 {
            "lines and points were".to_owned()
        } else {
            polygons_were(num_obstacles)
        };
        let other = if num_obstacles == 0 { "" } else { "; use --as walkable for the other reading" };
        let obstacles = if num_obstacles == 1 { "an obstacle" } else { "obstacles" };
        format!("{what} taken as {obstacles} within a margin of {margin} m{other}")
    } else {
        let remedy = "add a polygon, or lines and points that are obstacles";
        imported.diagnostics.push(Diagnostic::error(
            None,
            "there is nothing walkable in this file, and no obstacle",
            remedy,
        ));
        return;
    };
    imported.notes.push(note);
}

fn polygons_were(count: usize) -> String {
    if count == 1 { "1 polygon was".to_owned() } else { format!("{count} polygons were") }
}

/// How many polygons have a role.
fn count(shapes: &[Shape], is: impl Fn(&Role) -> bool) -> usize {
    shapes.iter().filter(|shape| matches!(shape.geometry, Geometry::Polygon(_)) && is(&shape.role)).count()
}

/// Degrees become meters.
fn project(shapes: &mut [Shape], said: Said, options: &ReadOptions, imported: &mut Imported) {
    let mut bounds = Bounds::EMPTY;
    for shape in shapes.iter() {
        shape.geometry.outer().iter().for_each(|&corner| bounds.add(corner));
    }
    let Some(projection) = Projection::choose(options.coordinates, said, &bounds) else { return };
    imported.notes.push(projection.note());
    for shape in shapes {
        let rings = match &mut shape.geometry {
            Geometry::Polygon(polygon) => std::iter::once(&mut polygon.outer).chain(&mut polygon.holes),
            Geometry::Chain(chain, _) => std::iter::once(chain).chain(&mut []),
        };
        for corner in rings.flatten() {
            *corner = projection.apply(*corner);
        }
    }
}

impl Geometry {
    fn outer(&self) -> &Ring {
        match self {
            Self::Polygon(polygon) => &polygon.outer,
            Self::Chain(chain, _) => chain,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::of(self.outer())
    }
}

/// Gives a role to what has none. What the user says about polygons decides for those of which the file says nothing; if it
/// calls none of them what the user wants, it decides for all.
fn settle(shapes: &mut [Shape], meaning: Meaning) {
    let unknown = guess(shapes);
    let num_walkable = count(shapes, |role| matches!(role, Role::Walkable | Role::Door));
    let num_obstacles = count(shapes, |role| *role == Role::Obstacle);
    let elsewhere = num_obstacles > num_walkable && stand_elsewhere(shapes);
    for shape in shapes {
        let is_polygon = matches!(shape.geometry, Geometry::Polygon(_));
        let role = match (&shape.role, meaning) {
            (Role::Unknown, _) if !is_polygon => Role::Obstacle,
            // A line or a point has no inside to walk in.
            (Role::Walkable | Role::Door | Role::Opening | Role::Region(_), _) if !is_polygon => Role::Passed,
            (Role::Unknown, Meaning::Walkable) => Role::Walkable,
            (Role::Unknown, Meaning::Obstacles) => Role::Obstacle,
            (Role::Unknown, Meaning::Auto) if unknown.ground == Some(shape.geometry.bounds()) => {
                Role::Walkable
            }
            (Role::Unknown, Meaning::Auto) => unknown.role.clone(),
            (Role::Obstacle, Meaning::Walkable) if is_polygon && num_walkable == 0 => Role::Walkable,
            (Role::Walkable | Role::Door, Meaning::Obstacles) if num_obstacles == 0 => Role::Obstacle,
            (Role::Walkable | Role::Door, Meaning::Obstacles) => Role::Passed,
            // A platform among the buildings of a city is not the place.
            (Role::Walkable | Role::Door, Meaning::Auto) if elsewhere => Role::Passed,
            (role, _) => role.clone(),
        };
        shape.role = role;
    }
}

/// Whether most of the polygons that are obstacles are away from all that are walkable.
fn stand_elsewhere(shapes: &[Shape]) -> bool {
    let boxes = |wanted: Role| -> Vec<Bounds> {
        let polygons = shapes.iter().filter(|shape| matches!(shape.geometry, Geometry::Polygon(_)));
        polygons.filter(|shape| shape.role == wanted).map(|shape| shape.geometry.bounds()).collect()
    };
    let (walkable, obstacles) = (boxes(Role::Walkable), boxes(Role::Obstacle));
    let away = obstacles.iter().filter(|obstacle| !walkable.iter().any(|ground| ground.meets(obstacle)));
    2 * away.count() > obstacles.len()
}

/// What polygons of unknown role are.
struct Guess {
    role: Role,
    /// Those with this box are walkable all the same: the ground on which the others stand.
    ground: Option<Bounds>,
}

fn guess(shapes: &[Shape]) -> Guess {
    let walkable = count(shapes, |role| *role == Role::Walkable);
    let obstacles = count(shapes, |role| *role == Role::Obstacle);
    if walkable + obstacles > 0 {
        // They are what most of the others are.
        let role = if walkable >= obstacles { Role::Walkable } else { Role::Obstacle };
        return Guess { role, ground: None };
    }
    let (mut total, mut area, mut largest, mut number) = (Bounds::EMPTY, 0.0, Bounds::EMPTY, 0);
    for shape in shapes {
        if let (Geometry::Polygon(polygon), Role::Unknown) = (&shape.geometry, &shape.role) {
            polygon.outer.iter().for_each(|&corner| total.add(corner));
            area += polygons::twice_area(&polygon.outer).abs() / 2.0;
            let bounds = shape.geometry.bounds();
            largest = if bounds.area() > largest.area() { bounds } else { largest };
            number += 1;
        }
    }
    let ground = (number > 1 && largest.contains(&total)).then_some(largest);
    let rooms = number < FEW || area > ROOMS_COVER * total.area();
    let role = if ground.is_none() && rooms { Role::Walkable } else { Role::Obstacle };
    Guess { role, ground }
}

/// All obstacles in one layer, the box around them. Returns the margin.
fn place_in_box(shapes: &[Shape], options: &ReadOptions, imported: &mut Imported) -> f64 {
    let margin =
        if options.margin.is_finite() { options.margin.max(0.0) } else { ReadOptions::default().margin };
    let mut bounds = Bounds::EMPTY;
    let mut layer = Layer::new("ground");
    for shape in shapes.iter().filter(|shape| shape.role == Role::Obstacle) {
        shape.geometry.outer().iter().for_each(|&corner| bounds.add(corner));
        add(shape, LayerId(0), &mut layer, imported);
    }
    if !bounds.is_empty() {
        let [x0, y0] = bounds.low.map(|low| low - margin);
        let [x1, y1] = bounds.high.map(|high| high + margin);
        layer.walkable.push(vec![[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]]);
    }
    for shape in shapes.iter().filter(|shape| matches!(shape.role, Role::Opening | Role::Region(_))) {
        add(shape, LayerId(0), &mut layer, imported);
    }
    imported.scene.layers.push(layer);
    margin
}

/// One layer a level, with its walkable polygons and what stands on them.
fn place_on_levels(shapes: &[Shape], imported: &mut Imported) {
    let names = level_names(shapes);
    let mut groups: BTreeMap<&str, (Vec<Polygon>, Vec<Bounds>)> = BTreeMap::new();
    for shape in shapes.iter().filter(|shape| matches!(shape.role, Role::Walkable | Role::Door)) {
        if let Geometry::Polygon(polygon) = &shape.geometry {
            let group = groups.entry(level_of(shape, &names)).or_default();
            group.0.push(polygon.clone());
            group.1.push(shape.geometry.bounds());
        }
    }
    let mut outside = 0;
    let mut used = vec![false; shapes.len()];
    for (index, name) in names.iter().enumerate() {
        let id = LayerId(index as u32);
        let mut layer = Layer::new(name.as_str());
        let (walkable, boxes) = groups.remove(name.as_str()).unwrap_or_default();
        polygons::add_walkable(walkable, id, &mut layer, &mut imported.lines);
        let others = |role: &Role| matches!(role, Role::Obstacle | Role::Opening | Role::Region(_));
        for (number, shape) in shapes.iter().enumerate().filter(|(_, shape)| others(&shape.role)) {
            let level = shape.level.as_deref().filter(|level| names.iter().any(|name| name == level));
            let here = level.map_or_else(
                || level_of(shape, &names) == name || !has_ground(&names),
                |level| level == name,
            );
            let bounds = shape.geometry.bounds();
            if here && boxes.iter().any(|other| other.meets(&bounds)) {
                used[number] = true;
                add(shape, id, &mut layer, imported);
            }
        }
        // A door is an opening too, where something might stand in it.
        for shape in shapes.iter().filter(|shape| shape.role == Role::Door && level_of(shape, &names) == name)
        {
            if let (Geometry::Polygon(polygon), false) = (&shape.geometry, layer.obstacles.is_empty()) {
                let (ring, lines) = polygon.clone().into_keyhole();
                let part = Part::Opening(layer.openings.len());
                polygons::add_ring(ring, lines, part, id, &mut layer, &mut imported.lines);
            }
        }
        imported.scene.layers.push(layer);
    }
    for (number, shape) in shapes.iter().enumerate() {
        outside += usize::from(!used[number] && shape.role == Role::Obstacle);
    }
    if outside > 0 {
        let lie = if outside == 1 { "1 obstacle lies" } else { &format!("{outside} obstacles lie") };
        imported.notes.push(format!("{lie} outside of the walkable polygons and had no effect"));
    }
    if names.len() > 1 {
        let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        imported.notes.push(format!(
            "the walkable polygons are on {} levels, which became the layers {}; they are not connected: \
             add connections to the scene file",
            names.len(),
            listed.join(", ")
        ));
    }
}

/// The name of what is on no level in particular.
const GROUND: &str = "ground";

/// The levels of the walkable polygons: from low to high if they are numbers, else in the order of the file.
fn level_names(shapes: &[Shape]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let walkable = || {
        shapes.iter().filter(|shape| {
            matches!(shape.geometry, Geometry::Polygon(_))
                && matches!(shape.role, Role::Walkable | Role::Door)
        })
    };
    for level in walkable().filter_map(|shape| shape.level.as_deref()) {
        if !names.iter().any(|name| name == level) {
            names.push(level.to_owned());
        }
    }
    if walkable().any(|shape| shape.level.is_none()) && !has_ground(&names) {
        names.push(GROUND.to_owned());
    }
    // "2", "-1", "Level 2"; not "0;-1".
    let number = |name: &String| {
        let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit() && letter != '-');
        if name == GROUND { Some(0.0) } else { digits.parse::<f64>().ok() }
    };
    if names.iter().all(|name| number(name).is_some()) {
        names.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    }
    names
}

fn has_ground(names: &[String]) -> bool {
    names.iter().any(|name| name == "0" || name == GROUND)
}

/// The level of a shape; level 0 is the ground.
fn level_of<'n>(shape: &'n Shape, names: &'n [String]) -> &'n str {
    let zero = names.iter().find(|name| *name == "0");
    shape.level.as_deref().unwrap_or_else(|| zero.map_or(GROUND, String::as_str))
}

/// Adds an obstacle, opening or region to a layer.
fn add(shape: &Shape, id: LayerId, layer: &mut Layer, imported: &mut Imported) {
    let lines = &mut imported.lines;
    match (&shape.geometry, &shape.role) {
        (Geometry::Polygon(polygon), Role::Obstacle) => {
            polygons::add_obstacles(vec![polygon.clone()], id, layer, lines);
        }
        (Geometry::Chain(chain, chain_lines), Role::Obstacle) => {
            polygons::add_line(chain, chain_lines, id, layer, lines);
        }
        (Geometry::Polygon(polygon), Role::Opening) => {
            let (ring, ring_lines) = polygon.clone().into_keyhole();
            polygons::add_ring(ring, ring_lines, Part::Opening(layer.openings.len()), id, layer, lines);
        }
        (Geometry::Polygon(polygon), Role::Region(label)) => {
            let (ring, ring_lines) = polygon.clone().into_keyhole();
            lines.rings.insert((id, Part::Region(layer.regions.len())), ring_lines);
            layer.regions.push(Region { label: label.clone(), polygon: ring });
        }
        _ => {}
    }
}
