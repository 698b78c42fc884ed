//! The products of a building: parts, storeys, rooms and doors.

use std::collections::BTreeMap;

use super::geometry::Geometry;
use super::relations::Relations;
use super::rooms::{RoomFloors, Underside};
use super::solid::Solid;
use super::step::{Entity, Step};
use crate::model::build::{Build, MOST_TRIANGLES};
use crate::model::fault::{Fault, Tally};
use crate::model::transform::Transform;
use crate::model::{Door, Role, Room, Storey};

/// Reads a building.
pub(super) struct Building<'b> {
    step: &'b Step<'b>,
    geometry: Geometry<'b>,
    relations: Relations,
    /// Indices of storeys, by the numbers of their entities.
    storeys: BTreeMap<u32, u32>,
    floors: RoomFloors,
    odd: Odd,
}

/// What was odd.
#[derive(Default)]
struct Odd {
    passed: BTreeMap<String, Tally>,
    empty: Tally,
    boxes: Tally,
    floorless: Tally,
    doors: Tally,
}

impl<'b> Building<'b> {
    pub(super) fn new(step: &'b Step<'b>, unit: f64, degrees: f64, most_triangles: usize) -> Self {
        let geometry = Geometry {
            step,
            unit,
            degrees,
            unread: BTreeMap::new(),
            simplified: BTreeMap::new(),
            maps: BTreeMap::new(),
            left: most_triangles,
            exhausted: false,
        };
        let (storeys, floors, odd) = (BTreeMap::new(), RoomFloors::default(), Odd::default());
        Self { step, geometry, relations: Relations::of(step), storeys, floors, odd }
    }

    /// Adds everything to a model.
    pub(super) fn read(mut self, build: &mut Build) -> Result<(), Fault> {
        let named = self.step.all("IFCBUILDING").chain(self.step.all("IFCPROJECT"));
        build.model.name =
            named.map(|entity| entity.text(2)).find(|name| !name.is_empty()).unwrap_or_default();
        self.read_storeys(build);
        let step = self.step;
        for record in step.records().iter().filter(|record| record.has_global_id()) {
            if record.kind.starts_with("IFCREL") {
                continue;
            }
            let product = record.entity();
            let shape = product.reference(6).filter(|&id| self.step.kind(id) == "IFCPRODUCTDEFINITIONSHAPE");
            match (product.kind, shape) {
                ("IFCDOOR" | "IFCDOORSTANDARDCASE", _) => self.read_door(&product, build),
                (_, None) => {}
                ("IFCSPACE", Some(_)) => self.read_room(&product, build),
                (kind, Some(_)) if is_no_part(kind) => {
                    if !kind.starts_with("IFCOPENING") {
                        self.odd.passed.entry(kind.to_owned()).or_default().at(|| format!("#{}", product.id));
                    }
                }
                _ => self.read_part(&product, build),
            }
            if self.geometry.exhausted || build.model.triangles.len() > MOST_TRIANGLES {
                let what = format!(
                    "its shapes would be more than {MOST_TRIANGLES} triangles, or refer to themselves"
                );
                return Err(Fault::new(
                    format!("line {}", record.line),
                    what,
                    "cut the building into several files",
                ));
            }
        }
        if build.room_floors {
            std::mem::take(&mut self.floors).add(build);
        }
        let is_finite = |at: &[f64]| at.iter().all(|coordinate| coordinate.is_finite());
        build.model.rooms.retain(|room| is_finite(room.outline.as_flattened()) && room.top.is_finite());
        build.model.doors.retain(|door| {
            is_finite(door.segment.as_flattened()) && is_finite(&[door.depth, door.bottom, door.top])
        });
        self.tell(&mut build.notes);
        Ok(())
    }

    fn read_storeys(&mut self, build: &mut Build) {
        for storey in self.step.all("IFCBUILDINGSTOREY") {
            let placed = storey.reference(5).map(|id| self.geometry.object_placement(Some(id)).origin[2]);
            let told = self.geometry.length(&storey, 9);
            let elevation = placed.or(told).filter(|elevation| elevation.is_finite()).unwrap_or(0.0);
            self.storeys.insert(storey.id, build.model.storeys.len() as u32);
            build.model.storeys.push(Storey { name: title(&storey, 2, 7), elevation });
        }
    }

    fn storey(&self, id: u32) -> Option<u32> {
        self.relations.storey(id, &self.storeys)
    }

    fn place(&self, product: &Entity<'_>) -> Transform {
        self.geometry.object_placement(product.reference(5))
    }

    /// The items of the representation of a product that is its body, or nearest to that.
    fn items(&self, product: &Entity<'_>) -> Vec<u32> {
        let shape = product.reference(6).and_then(|id| self.step.get(id));
        let representations: Vec<Entity<'_>> =
            shape.iter().flat_map(|shape| shape.references(2)).filter_map(|id| self.step.get(id)).collect();
        let rank = |representation: &Entity<'_>| match representation.text(1).as_str() {
            "Body" => 0,
            "Facetation" | "Body-Fallback" | "Tessellation" | "Mesh" => 1,
            "Surface" | "" => 2,
            "Axis" | "FootPrint" | "Annotation" | "Profile" | "Reference" | "Clearance" | "CoG"
            | "Lighting" | "Plan" => 9,
            "Box" => 4,
            _ => 3,
        };
        let best = representations.iter().map(rank).filter(|&rank| rank < 9).min();
        let chosen = representations.iter().filter(|representation| Some(rank(representation)) == best);
        chosen.flat_map(|representation| representation.references(3)).collect()
    }

    /// The solids of a product in the world.
    fn solids(&mut self, product: &Entity<'_>) -> Vec<Solid> {
        let place = self.place(product);
        let solids: Vec<Solid> =
            self.items(product).into_iter().flat_map(|item| self.geometry.solids(item, 0)).collect();
        solids.iter().map(|solid| solid.transformed(&place)).collect()
    }

    fn read_part(&mut self, product: &Entity<'_>, build: &mut Build) {
        let role = self.relations.role(product.id, self.step);
        if role == Role::Furniture && !build.furniture {
            return;
        }
        let items = self.items(product);
        let mut solids = self.solids(product);
        for opening in self.relations.openings(product.id) {
            let Some(opening) = self.step.get(opening) else { continue };
            let host = self.relations.hosts.get(&opening.id).map_or("", |&host| self.step.kind(host));
            if build.room_floors && host.starts_with("IFCSLAB") {
                self.solids(&opening).iter().for_each(|solid| self.floors.add_well(solid));
            }
            let place = self.place(&opening);
            for item in self.items(&opening) {
                let (mut shapes, whole) = self.geometry.shapes(item, &place, 0);
                if !whole {
                    shapes = self.geometry.boxes(item, &place);
                    self.odd.boxes.at(|| format!("#{}", opening.id));
                }
                for shape in shapes {
                    solids = self.geometry.take_out(solids, &shape, opening.id);
                }
            }
        }
        let name = format!("{} {}", kind_name(product.kind), product.text(2));
        build.begin_part(name.trim_end(), role, self.storey(product.id));
        let before = build.model.triangles.len();
        for solid in solids {
            let base = build.model.vertices.len() as u32;
            let moved = solid.triangles.iter().map(|triangle| triangle.map(|corner| corner + base));
            build.model.triangles.extend(moved);
            build.model.vertices.extend(solid.vertices);
        }
        if before == build.model.triangles.len() && !items.is_empty() {
            self.odd.empty.at(|| format!("#{}", product.id));
        }
    }

    fn read_room(&mut self, space: &Entity<'_>, build: &mut Build) {
        let solids = self.solids(space);
        let Some(Underside { outline, top, faces }) = Underside::of(&solids) else {
            self.odd.floorless.at(|| format!("#{}", space.id));
            return;
        };
        let (name, storey) = (title(space, 2, 7), self.storey(space.id));
        self.floors.add_room(&name, storey, faces);
        build.model.rooms.push(Room { name, storey, outline, top });
    }

    fn read_door(&mut self, door: &Entity<'_>, build: &mut Build) {
        // The axes of a door: x along its width, y through the wall, z up.
        let frame = self.place(door);
        let opening = self.relations.filled.get(&door.id).copied();
        let filled = opening.and_then(|id| self.step.get(id));
        let mut solids = filled.as_ref().map(|opening| self.solids(opening)).unwrap_or_default();
        let wall = opening.and_then(|id| self.relations.hosts.get(&id)).and_then(|&id| self.step.get(id));
        let wall = if solids.is_empty() { None } else { wall.map(|wall| self.solids(&wall)) };
        if solids.is_empty() {
            solids = self.solids(door);
        }
        let told = [self.geometry.length(door, 9), self.geometry.length(door, 8)];
        let bounds = bounds(&solids, &frame).or_else(|| {
            let [width, height] = [told[0]?, told[1]?];
            Some([[0.0; 3], [width, 0.0, height]])
        });
        let Some([mut low, mut high]) = bounds else {
            self.odd.doors.at(|| format!("#{}", door.id));
            return;
        };
        let size = |axis: usize| high[axis] - low[axis];
        // Some openings are turned against their doors.
        let is_turned = told[0].is_some_and(|width| (size(1) - width).abs() + 0.1 < (size(0) - width).abs());
        let (along, through) = if is_turned { (1, 0) } else { (0, 1) };
        // Openings often go beyond their walls.
        if let Some([wall_low, wall_high]) = wall.and_then(|wall| self::bounds(&wall, &frame)) {
            let clipped = [low[through].max(wall_low[through]), high[through].min(wall_high[through])];
            if clipped[0] < clipped[1] {
                (low[through], high[through]) = (clipped[0], clipped[1]);
            }
        }
        let depth = high[through] - low[through];
        let at = |x: f64, y: f64| {
            let mut at = [0.0, 0.0, low[2]];
            (at[along], at[through]) = (x, y);
            frame.apply(at)
        };
        let middle = (low[through] + high[through]) * 0.5;
        let ends = [low[along], high[along]].map(|x| at(x, middle));
        let top = ends[0][2] + (high[2] - low[2]) * frame.axes[2][2].abs();
        let (name, storey, bottom) = (door.text(2), self.storey(door.id), ends[0][2].min(top));
        let corners = [(low, low), (high, low), (high, high), (low, high)];
        let corners = corners.map(|(x, y)| at(x[along], y[through])).map(|[x, y, _]| [x, y, bottom]);
        self.floors.add_threshold(&name, storey, corners);
        build.model.doors.push(Door {
            name,
            storey,
            segment: ends.map(|[x, y, _]| [x, y]),
            depth,
            bottom,
            top: ends[0][2].max(top),
        });
    }

    fn tell(&self, notes: &mut Vec<String>) {
        for (kind, tally) in &self.odd.passed {
            let what = format!("{kind} with a shape was passed over: nobody walks on it or against it");
            let many = format!("{kind} with shapes were passed over: nobody walks on them or against them");
            tally.tell(notes, &what, &many);
        }
        for (kind, tally) in &self.geometry.unread {
            let what = format!("{kind} could not be read, and is missing");
            let many = format!("{kind} could not be read, and are missing");
            tally.tell(notes, &what, &many);
        }
        for ([one, many], tally) in &self.geometry.simplified {
            tally.tell(notes, one, many);
        }
        self.odd.empty.tell(
            notes,
            "product has a shape of which nothing is left, and is missing",
            "products have shapes of which nothing is left, and are missing",
        );
        self.odd.boxes.tell(
            notes,
            "opening is not convex, and its box was cut out",
            "openings are not convex, and their boxes were cut out",
        );
        self.odd.floorless.tell(
            notes,
            "room has no level floor, and was passed over",
            "rooms have no level floor, and were passed over",
        );
        self.odd.doors.tell(
            notes,
            "door has neither an opening nor a size, and was passed over",
            "doors have neither an opening nor a size, and were passed over",
        );
    }
}

/// Products with shapes that are not parts.
fn is_no_part(kind: &str) -> bool {
    kind.starts_with("IFCOPENING")
        || kind.starts_with("IFCSTRUCTURAL")
        || kind.starts_with("IFCALIGNMENT")
        || matches!(
            kind,
            "IFCSITE"
                | "IFCGRID"
                | "IFCANNOTATION"
                | "IFCVIRTUALELEMENT"
                | "IFCBUILDING"
                | "IFCBUILDINGSTOREY"
                | "IFCSPATIALZONE"
                | "IFCZONE"
                | "IFCDISTRIBUTIONPORT"
                | "IFCPORT"
                | "IFCREFERENT"
                | "IFCPROJECTIONELEMENT"
                | "IFCVOIDINGFEATURE"
        )
}

/// What people call a kind: "IFCWALLSTANDARDCASE" is a "Wall".
fn kind_name(kind: &str) -> String {
    const JOINED: [&str; 12] = [
        "StairFlight",
        "RampFlight",
        "CurtainWall",
        "FurnishingElement",
        "BuildingElementProxy",
        "BuildingElementPart",
        "FlowTerminal",
        "FlowSegment",
        "FlowFitting",
        "SanitaryTerminal",
        "ElementAssembly",
        "TransportElement",
    ];
    let mut rest = kind.strip_prefix("IFC").unwrap_or(kind);
    for ending in ["STANDARDCASE", "ELEMENTEDCASE"] {
        rest = rest.strip_suffix(ending).unwrap_or(rest);
    }
    if let Some(name) = JOINED.iter().find(|name| name.eq_ignore_ascii_case(rest)) {
        return (*name).to_owned();
    }
    let mut letters = rest.chars();
    let first = letters.next();
    first.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
}

/// A name and a longer one.
fn title(entity: &Entity<'_>, short: usize, long: usize) -> String {
    let (short, long) = (entity.text(short), entity.text(long));
    match (short.is_empty(), long.is_empty() || long == short) {
        (_, true) => short,
        (true, false) => long,
        (false, false) => format!("{short} {long}"),
    }
}

/// The box of solids along the axes of a frame.
fn bounds(solids: &[Solid], frame: &Transform) -> Option<[[f64; 3]; 2]> {
    let vertices: Vec<[f64; 3]> =
        solids.iter().flat_map(|solid| &solid.vertices).map(|&at| frame.local(at)).collect();
    Solid { vertices, triangles: Vec::new() }.bounds()
}
