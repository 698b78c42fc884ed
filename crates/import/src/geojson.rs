//! Reading GeoJSON: any mixture of features and geometries, as a place.
//!
//! This file turns the text into shapes with lines and roles; `shapes.rs` makes a place of them. What Throng wrote itself is
//! read exactly, by `geojson_scene.rs`. The format is RFC 7946, read generously: rings may be open, and coordinates may be
//! meters, as they are in drawings.

use throng_mesh::{Corner, Ring};

use crate::coordinates::Said;
use crate::geojson_roles::{level_of, role_of};
use crate::geojson_scene;
use crate::imported::{Diagnostic, Imported};
use crate::json::{self, Value};
use crate::options::ReadOptions;
use crate::polygons::Polygon;
use crate::shapes::{Geometry, Role, Shape, assemble};
use crate::spelling::nearest;

/// The types that a GeoJSON object may have.
pub(crate) const TYPES: [&str; 9] = [
    "FeatureCollection",
    "Feature",
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
];

/// Reads GeoJSON. Never fails: what is wrong is among the diagnostics.
pub fn read_geojson(text: &str, options: &ReadOptions) -> Imported {
    let mut imported = Imported::default();
    let document = match json::parse(text) {
        Ok(document) => document,
        Err(error) => {
            imported.diagnostics.push(error.into());
            return imported;
        }
    };
    let root = document.root();
    if geojson_scene::is_ours(root) {
        return geojson_scene::read(root);
    }
    let mut reader = Reader::default();
    reader.object(root, None);
    imported.diagnostics = reader.diagnostics;
    if reader.empty > 0 {
        let were = if reader.empty == 1 { "feature was" } else { "features were" };
        imported.notes.push(format!("{} {were} passed over, having no geometry", reader.empty));
    }
    if let Some(name) = root.get("name").and_then(Value::text) {
        name.clone_into(&mut imported.scene.name);
    }
    if !reader.shapes.is_empty() || imported.diagnostics.is_empty() {
        assemble(reader.shapes, said(root), options, &mut imported);
    }
    imported
}

/// What the file says about its coordinates. The member is no longer in the standard, but many programs write it.
fn said(root: Value<'_>) -> Said {
    let name = root.get("crs").and_then(|crs| crs.get("properties")?.get("name")?.text());
    match name {
        Some(name) if ["CRS84", ":4326", "WGS84"].iter().any(|degrees| name.contains(degrees)) => {
            Said::Degrees
        }
        Some(_) => Said::Meters,
        None => Said::Nothing,
    }
}

/// Gathers shapes, and what is wrong with them.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Features without geometry.
    empty: usize,
    /// Where reading is, for messages.
    place: Vec<String>,
}

impl Reader {
    /// A collection, feature or geometry, in the feature that it belongs to. Recurses as deep as the document is nested.
    fn object(&mut self, value: Value<'_>, feature: Option<Value<'_>>) {
        match value.get("type").and_then(Value::text) {
            Some("FeatureCollection") => {
                for (index, feature) in self.list(value, "features").into_iter().enumerate() {
                    self.inside(format!("feature {index}"), |reader| reader.object(feature, None));
                }
            }
            Some("Feature") => match value.get("geometry") {
                Some(geometry) if !geometry.is_null() => self.object(geometry, Some(value)),
                _ => self.empty += 1,
            },
            Some("GeometryCollection") => {
                for (index, geometry) in self.list(value, "geometries").into_iter().enumerate() {
                    self.inside(format!("geometry {index}"), |reader| reader.object(geometry, feature));
                }
            }
            Some(kind) if TYPES.contains(&kind) => {
                let role = feature.map_or(Role::Unknown, role_of);
                let level = feature.and_then(level_of);
                for geometry in self.geometries(kind, value) {
                    self.shapes.push(Shape { geometry, role: role.clone(), level: level.clone() });
                }
            }
            Some("Topology") => {
                self.error(
                    value,
                    "this is TopoJSON",
                    "convert it to GeoJSON, with topo2geo, ogr2ogr or QGIS",
                );
            }
            Some(other) => {
                let what = format!("there is no GeoJSON type \"{other}\"");
                let remedy = match nearest(other, &TYPES) {
                    Some(meant) => format!("did you mean \"{meant}\"?"),
                    None => format!("the types are {}", TYPES.join(", ")),
                };
                self.error(value, &what, &remedy);
            }
            None if value.members().is_none() => {
                let what = format!("expected a GeoJSON object, and found {}", value.kind());
                self.error(value, &what, "write { \"type\": …, … }");
            }
            None => {
                self.error(value, "the object has no `type`", &format!("the types are {}", TYPES.join(", ")))
            }
        }
    }

    /// The polygons, lines and points of a geometry.
    pub(crate) fn geometries(&mut self, kind: &str, value: Value<'_>) -> Vec<Geometry> {
        let Some(coordinates) = value.get("coordinates") else {
            self.error(value, &format!("the {kind} has no `coordinates`"), "add them, or remove it");
            return Vec::new();
        };
        match kind {
            "Polygon" => self.polygon(coordinates).into_iter().collect(),
            "MultiPolygon" => {
                let mut polygons = Vec::new();
                for (index, polygon) in self.items(coordinates, "polygons").into_iter().enumerate() {
                    polygons
                        .extend(self.inside(format!("polygon {index}"), |reader| reader.polygon(polygon)));
                }
                polygons
            }
            "LineString" => self.chain(coordinates).into_iter().collect(),
            "MultiLineString" => {
                let mut chains = Vec::new();
                for (index, chain) in self.items(coordinates, "lines").into_iter().enumerate() {
                    chains.extend(self.inside(format!("line {index}"), |reader| reader.chain(chain)));
                }
                chains
            }
            "Point" => self
                .corner(coordinates)
                .map(|p| Geometry::Chain(vec![p], vec![coordinates.line()]))
                .into_iter()
                .collect(),
            _ => {
                let mut points = Vec::new();
                for (index, point) in self.items(coordinates, "points").into_iter().enumerate() {
                    let corner = self.inside(format!("point {index}"), |reader| reader.corner(point));
                    points.extend(corner.map(|corner| Geometry::Chain(vec![corner], vec![point.line()])));
                }
                points
            }
        }
    }

    fn polygon(&mut self, value: Value<'_>) -> Option<Geometry> {
        let mut rings = Vec::new();
        for (index, ring) in self.items(value, "rings").into_iter().enumerate() {
            rings.push(self.inside(format!("ring {index}"), |reader| {
                let (mut corners, mut lines) = reader.corners(ring);
                if corners.len() > 1 && corners.first() == corners.last() {
                    corners.pop();
                    lines.pop();
                }
                (corners, lines)
            }));
        }
        let (mut holes, lines): (Vec<Ring>, Vec<Vec<u32>>) = rings.into_iter().unzip();
        // `"coordinates": []` is an empty polygon: nothing to say about it.
        (!holes.is_empty()).then(|| Geometry::Polygon(Polygon { outer: holes.remove(0), holes, lines }))
    }

    fn chain(&mut self, value: Value<'_>) -> Option<Geometry> {
        let (corners, lines) = self.corners(value);
        (!corners.is_empty()).then_some(Geometry::Chain(corners, lines))
    }

    fn corners(&mut self, value: Value<'_>) -> (Ring, Vec<u32>) {
        let (mut corners, mut lines) = (Ring::new(), Vec::new());
        let Some(items) = value.items() else {
            self.items(value, "positions");
            return (corners, lines);
        };
        for (index, position) in items.enumerate() {
            let corner = Self::position(position);
            if corner.is_none() {
                self.inside(format!("vertex {index}"), |reader| reader.corner(position));
            }
            corners.extend(corner);
            lines.extend(corner.map(|_| position.line()));
        }
        (corners, lines)
    }

    /// A position, or an error.
    fn corner(&mut self, value: Value<'_>) -> Option<Corner> {
        let corner = Self::position(value);
        if corner.is_none() {
            let what = match value.items() {
                None => format!("a position must be a list of numbers, and is {}", value.kind()),
                Some(items) => {
                    let numbers: Vec<Option<f64>> = items.map(Value::number).collect();
                    match numbers.len() {
                        0 | 1 => {
                            format!("a position has two or three numbers, and this one has {}", numbers.len())
                        }
                        _ if numbers.contains(&None) => "a position must be a list of numbers".to_owned(),
                        _ => "a coordinate is too large a number".to_owned(),
                    }
                }
            };
            self.error(value, &what, "write [x, y] or [x, y, height]");
        }
        corner
    }

    /// Two or three finite numbers; further ones are allowed and mean nothing.
    fn position(value: Value<'_>) -> Option<Corner> {
        let mut corner = [0.0; 3];
        let mut count = 0;
        for item in value.items()? {
            let number = item.number().filter(|number| number.is_finite())?;
            if let Some(place) = corner.get_mut(count) {
                *place = number;
            }
            count += 1;
        }
        (count >= 2).then_some(corner)
    }

    pub(crate) fn list<'d>(&mut self, object: Value<'d>, key: &str) -> Vec<Value<'d>> {
        match object.get(key) {
            Some(value) => self.items(value, key),
            None => {
                self.error(object, &format!("`{key}` is missing"), &format!("add it: \"{key}\": […]"));
                Vec::new()
            }
        }
    }

    fn items<'d>(&mut self, value: Value<'d>, what: &str) -> Vec<Value<'d>> {
        if value.items().is_none() {
            let what = format!("expected a list of {what}, and found {}", value.kind());
            self.error(value, &what, "put it in square brackets: […]");
        }
        value.items().into_iter().flatten().collect()
    }

    pub(crate) fn inside<T>(&mut self, place: String, read: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(place);
        let result = read(self);
        self.place.pop();
        result
    }

    pub(crate) fn error(&mut self, value: Value<'_>, what: &str, remedy: &str) {
        let place = self.place.join(", ");
        self.diagnostics.push(Diagnostic { place, ..Diagnostic::error(Some(value.line()), what, remedy) });
    }
}
