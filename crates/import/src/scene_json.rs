//! Reading scene files: everything that is wrong in one go, each with its line and place.
//!
//! The format is described in `docs/scenes.md`. Reading goes on after a mistake: what is understood is kept, and the list
//! of a broken ring or layer keeps its place, so that later messages count as the file does.

use throng_mesh::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region, Ring, Scene, Terrain};

use crate::imported::{Diagnostic, Imported, Lines, Severity};
use crate::json::{self, Value};
use crate::scene_format::{CONNECTION_KEYS, LAYER_KEYS, REGION_KEYS, SCENE_KEYS, SURFACE_KEYS, VERSION};
use crate::spelling::nearest;

/// Reads a scene file. Never fails: what is wrong is among the diagnostics.
pub fn read_scene(text: &str) -> Imported {
    let mut reader = Reader::default();
    match json::parse(text) {
        Ok(document) => reader.scene(document.root()),
        Err(error) => reader.diagnostics.push(error.into()),
    }
    Imported { scene: reader.scene, lines: reader.lines, diagnostics: reader.diagnostics, notes: Vec::new() }
}

impl From<json::SyntaxError> for Diagnostic {
    fn from(error: json::SyntaxError) -> Self {
        Self {
            place: format!("column {}", error.column),
            ..Self::error(Some(error.line), error.what, error.remedy)
        }
    }
}

#[derive(Default)]
struct Reader {
    scene: Scene,
    lines: Lines,
    diagnostics: Vec<Diagnostic>,
    /// Where reading is, for messages: "layer "ground"", "obstacle 3".
    place: Vec<String>,
}

impl Reader {
    fn scene(&mut self, root: Value<'_>) {
        if !self.is_object(root, "a scene", &SCENE_KEYS) {
            return;
        }
        self.version(root);
        if let Some(name) = root.get("name") {
            self.scene.name = self.text(name, "`name`").unwrap_or_default();
        }
        match root.get("layers") {
            Some(layers) => {
                for (index, layer) in self.list(layers, "`layers`").enumerate() {
                    self.layer(index, layer);
                }
            }
            None => self.error(root.line(), "the scene has no `layers`", "add a layer with a walkable ring"),
        }
        for (index, connection) in self.member_list(root, "connections").enumerate() {
            self.place = vec![format!("connection {index}")];
            self.connection(connection);
        }
    }

    fn version(&mut self, root: Value<'_>) {
        let remedy = "write \"throng\": 1";
        match root.get("throng") {
            None => self.error(root.line(), "`throng`, the version of the format, is missing", remedy),
            Some(version) => match version.number() {
                Some(number) if number == f64::from(VERSION) => {}
                Some(number) => {
                    let what = format!(
                        "version {number} of the format is not known; this program reads version {VERSION}"
                    );
                    self.error(version.line(), &what, "use a newer program, or write the file as version 1");
                }
                None => self.wrong_type(version, "`throng`", "the number 1", remedy),
            },
        }
    }

    fn layer(&mut self, index: usize, value: Value<'_>) {
        let id = LayerId(index as u32);
        let name = value.get("id").and_then(Value::text).filter(|name| !name.is_empty());
        self.place = vec![name.map_or_else(|| format!("layer {index}"), |name| format!("layer \"{name}\""))];
        self.lines.layers.insert(id, value.line());
        let mut layer = Layer::default();
        if self.is_object(value, "a layer", &LAYER_KEYS) {
            self.layer_id(value, &mut layer);
            for (ring, line) in self.rings(value, "walkable", Part::Walkable) {
                self.lines.rings.insert((id, Part::Walkable(layer.walkable.len())), line);
                layer.walkable.push(ring);
            }
            for (ring, line) in self.rings(value, "obstacles", Part::Obstacle) {
                self.lines.rings.insert((id, Part::Obstacle(layer.obstacles.len())), line);
                layer.obstacles.push(ring);
            }
            for (ring, line) in self.rings(value, "openings", Part::Opening) {
                self.lines.rings.insert((id, Part::Opening(layer.openings.len())), line);
                layer.openings.push(ring);
            }
            for (index, region) in self.member_list(value, "regions").enumerate() {
                let part = Part::Region(index);
                self.place.push(part.to_string());
                let (region, line) = self.region(region);
                self.lines.rings.insert((id, part), line);
                layer.regions.push(region);
                self.place.pop();
            }
            if let Some(surface) = value.get("surface") {
                self.place.push(Part::Terrain.to_string());
                self.lines.rings.insert((id, Part::Terrain), vec![surface.line()]);
                layer.terrain = Some(self.terrain(surface));
                self.place.pop();
            }
        }
        self.scene.layers.push(layer);
        self.place.clear();
    }

    fn layer_id(&mut self, value: Value<'_>, layer: &mut Layer) {
        let remedy = "give it a name of its own: \"id\": \"ground\"";
        let Some(id) = value.get("id") else {
            return self.error(value.line(), "the layer has no `id`", remedy);
        };
        match id.text() {
            None => self.wrong_type(id, "`id`", "a text", remedy),
            Some("") => self.error(id.line(), "the `id` of the layer is empty", remedy),
            Some(name) => {
                name.clone_into(&mut layer.id);
                if let Some(LayerId(first)) = self.scene.layer_named(name) {
                    let line = self.lines.layers[&LayerId(first)];
                    let what = format!("another layer is called \"{name}\" too, on line {line}");
                    self.error(id.line(), &what, "rename one of them");
                }
            }
        }
    }

    /// The rings of a member, each with the lines of its corners.
    fn rings(&mut self, layer: Value<'_>, key: &str, part: fn(usize) -> Part) -> Vec<(Ring, Vec<u32>)> {
        let mut rings = Vec::new();
        for ring in self.member_list(layer, key) {
            self.place.push(part(rings.len()).to_string());
            rings.push(self.ring(ring));
            self.place.pop();
        }
        rings
    }

    fn ring(&mut self, value: Value<'_>) -> (Ring, Vec<u32>) {
        let is_corner =
            value.items().and_then(|mut items| items.next()).is_some_and(|item| item.number().is_some());
        if is_corner {
            let remedy = "a ring is a list of corners: [[0, 0], [4, 0], [4, 3]]";
            self.error(value.line(), "expected a ring, and found a single corner", remedy);
            return (Ring::new(), vec![value.line()]);
        }
        let (mut ring, mut lines) = (Ring::new(), Vec::new());
        for (index, corner) in self.list(value, "a ring").enumerate() {
            if let Some(corner_read) = self.corner(corner, index) {
                ring.push(corner_read);
                lines.push(corner.line());
            }
        }
        // Many programs close rings; here they close themselves.
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
            lines.pop();
        }
        if lines.is_empty() {
            lines.push(value.line());
        }
        (ring, lines)
    }

    fn corner(&mut self, value: Value<'_>, index: usize) -> Option<Corner> {
        let mut corner = [0.0; 3];
        let mut count = 0;
        let mut good = true;
        match value.items() {
            None => {
                good = false;
                self.at_vertex(index, |reader| {
                    reader.wrong_type(
                        value,
                        "a corner",
                        "a list of two or three numbers",
                        "write [x, y] or [x, y, height]",
                    );
                });
            }
            Some(items) => {
                for item in items {
                    let name = ["x", "y", "the height"].get(count).copied().unwrap_or("a coordinate");
                    match item.number() {
                        Some(number) if number.is_finite() => {
                            if let Some(place) = corner.get_mut(count) {
                                *place = number;
                            }
                        }
                        Some(_) => {
                            good = false;
                            let what = format!("{name} is too large a number");
                            let remedy = "give the corner a number in meters, or leave it out";
                            self.at_vertex(index, |reader| reader.error(item.line(), &what, remedy));
                        }
                        None => {
                            good = false;
                            self.at_vertex(index, |reader| {
                                reader.wrong_type(item, name, "a number", "write [x, y] or [x, y, height]");
                            });
                        }
                    }
                    count += 1;
                }
                if !(2..=3).contains(&count) {
                    good = false;
                    let what = format!("a corner has two or three numbers, and this one has {count}");
                    let remedy = "write [x, y] or [x, y, height]";
                    self.at_vertex(index, |reader| reader.error(value.line(), &what, remedy));
                }
            }
        }
        good.then_some(corner)
    }

    fn region(&mut self, value: Value<'_>) -> (Region, Vec<u32>) {
        let mut region = Region::default();
        let mut lines = vec![value.line()];
        if self.is_object(value, "a region", &REGION_KEYS) {
            match value.get("label") {
                Some(label) => region.label = self.text(label, "`label`").unwrap_or_default(),
                None => self.error(
                    value.line(),
                    "the region has no `label`",
                    "say what it is: \"label\": \"grass\"",
                ),
            }
            match value.get("polygon") {
                Some(polygon) => (region.polygon, lines) = self.ring(polygon),
                None => self.error(
                    value.line(),
                    "the region has no `polygon`",
                    "say where it is: \"polygon\": [[0, 0], [4, 0], [4, 3]]",
                ),
            }
        }
        (region, lines)
    }

    fn terrain(&mut self, value: Value<'_>) -> Terrain {
        let mut terrain = Terrain::default();
        if !self.is_object(value, "a surface", &SURFACE_KEYS) {
            return terrain;
        }
        for key in SURFACE_KEYS {
            if value.get(key).is_none() {
                let what = format!("the surface has no `{key}`");
                self.error(
                    value.line(),
                    &what,
                    "a surface is {\"vertices\": [[x, y, z], …], \"triangles\": [[0, 1, 2], …]}",
                );
            }
        }
        for (index, vertex) in self.member_list(value, "vertices").enumerate() {
            // A vertex that is not understood keeps its number, for the sake of the triangles.
            terrain.vertices.push(self.corner(vertex, index).unwrap_or_default());
        }
        for (index, triangle) in self.member_list(value, "triangles").enumerate() {
            let corners: Vec<_> = triangle.items().into_iter().flatten().map(Value::number).collect();
            let whole = |number: f64| {
                (number >= 0.0 && number <= f64::from(u32::MAX) && number % 1.0 == 0.0)
                    .then_some(number as u32)
            };
            match corners[..] {
                [Some(a), Some(b), Some(c)] => match [a, b, c].map(whole) {
                    [Some(a), Some(b), Some(c)] => {
                        terrain.triangles.push([a, b, c]);
                        let count = terrain.vertices.len();
                        if let Some(vertex) = [a, b, c].into_iter().find(|&vertex| vertex as usize >= count) {
                            let what =
                                format!("triangle {index} names vertex {vertex}, and there are {count}");
                            self.error(triangle.line(), &what, "vertices are counted from 0");
                        }
                    }
                    _ => {
                        let what = format!(
                            "triangle {index} names a vertex by a number that is negative, fractional or too large"
                        );
                        self.error(triangle.line(), &what, "vertices are counted from 0");
                    }
                },
                _ => {
                    let what = format!("triangle {index} is not a list of three numbers");
                    self.error(
                        triangle.line(),
                        &what,
                        "write the numbers of three vertices, counted from 0: [0, 1, 2]",
                    );
                }
            }
        }
        terrain
    }

    fn connection(&mut self, value: Value<'_>) {
        if !self.is_object(value, "a connection", &CONNECTION_KEYS) {
            return;
        }
        let between = match value.get("between") {
            Some(between) => self.between(between),
            None => {
                let remedy = "name the two layers: \"between\": [\"ground\", \"ramp\"]";
                self.error(value.line(), "the connection has no `between`", remedy);
                None
            }
        };
        let remedy = "give its two ends: \"segment\": [[20, 2], [20, 5]]";
        let segment = match value.get("segment") {
            Some(segment) => {
                let items: Vec<_> = self.list(segment, "`segment`").collect();
                let ends: Vec<_> =
                    items.iter().enumerate().map(|(index, &end)| self.corner(end, index)).collect();
                if segment.items().is_some() && ends.len() != 2 {
                    let what = format!("a segment has two ends, and this one has {}", ends.len());
                    self.error(segment.line(), &what, remedy);
                }
                if let [Some([ax, ay, _]), Some([bx, by, _])] = ends[..] {
                    Some([[ax, ay], [bx, by]])
                } else {
                    None
                }
            }
            None => {
                self.error(value.line(), "the connection has no `segment`", remedy);
                None
            }
        };
        let name = value.get("name").and_then(|name| self.text(name, "`name`"));
        if let Some((between, segment)) = between.zip(segment) {
            self.lines.connections.insert(ConnectionId(self.scene.connections.len() as u32), value.line());
            self.scene.connections.push(Connection { between, segment, name });
        }
    }

    fn between(&mut self, value: Value<'_>) -> Option<[LayerId; 2]> {
        let names: Vec<_> = self.list(value, "`between`").collect();
        if value.items().is_some() && names.len() != 2 {
            let what = format!("a connection is between two layers, and this one names {}", names.len());
            self.error(value.line(), &what, "name two: \"between\": [\"ground\", \"ramp\"]");
        }
        let mut layers = Vec::new();
        for name in &names {
            let Some(text) = name.text() else {
                self.wrong_type(*name, "a layer in `between`", "a text", "write the `id` of the layer");
                continue;
            };
            let layer = self.scene.layer_named(text);
            if layer.is_none() {
                let known: Vec<&str> = self.scene.layers.iter().map(|layer| layer.id.as_str()).collect();
                let remedy = match nearest(text, &known) {
                    Some(meant) => format!("did you mean \"{meant}\"? {}", listed(&known)),
                    None => listed(&known),
                };
                self.error(name.line(), &format!("there is no layer \"{text}\""), &remedy);
            }
            layers.extend(layer);
        }
        if names.len() == 2 { layers.try_into().ok() } else { None }
    }

    /// Whether a value is an object; warns of members that it does not know, and of members that are there twice.
    fn is_object(&mut self, value: Value<'_>, what: &str, known: &[&str]) -> bool {
        let Some(members) = value.members() else {
            self.wrong_type(value, what, "an object", &format!("write {{ \"{}\": … }}", known[0]));
            return false;
        };
        let mut seen: Vec<&str> = Vec::new();
        for (name, member) in members {
            if !known.contains(&name) {
                let what = format!("`{name}` is not known here and was passed over");
                let remedy = match nearest(name, known) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("known are {}", quoted(known)),
                };
                self.warn(member.line(), &what, &remedy);
            } else if seen.contains(&name) {
                let what = format!("`{name}` is there twice");
                self.error(member.line(), &what, "remove one of them, or put both in one list");
            }
            seen.push(name);
        }
        true
    }

    /// The items of a list that may be missing.
    fn member_list<'d>(&mut self, object: Value<'d>, key: &str) -> impl Iterator<Item = Value<'d>> + use<'d> {
        let list = object.get(key).map(|value| self.list(value, &format!("`{key}`")));
        list.into_iter().flatten()
    }

    /// The items of a list; none, and an error, if it is something else.
    fn list<'d>(&mut self, value: Value<'d>, what: &str) -> impl Iterator<Item = Value<'d>> + use<'d> {
        let items = value.items();
        if items.is_none() {
            self.wrong_type(value, what, "a list", "put it in square brackets: […]");
        }
        items.into_iter().flatten()
    }

    fn text(&mut self, value: Value<'_>, what: &str) -> Option<String> {
        if value.text().is_none() {
            self.wrong_type(value, what, "a text", "put it in double quotes");
        }
        value.text().map(str::to_owned)
    }

    fn wrong_type(&mut self, value: Value<'_>, what: &str, expected: &str, remedy: &str) {
        self.error(value.line(), &format!("{what} must be {expected}, and is {}", value.kind()), remedy);
    }

    fn at_vertex(&mut self, index: usize, tell: impl FnOnce(&mut Self)) {
        self.place.push(format!("vertex {index}"));
        tell(self);
        self.place.pop();
    }

    fn error(&mut self, line: u32, what: &str, remedy: &str) {
        let place = self.place.join(", ");
        self.diagnostics.push(Diagnostic { place, ..Diagnostic::error(Some(line), what, remedy) });
    }

    fn warn(&mut self, line: u32, what: &str, remedy: &str) {
        self.error(line, what, remedy);
        if let Some(diagnostic) = self.diagnostics.last_mut() {
            diagnostic.severity = Severity::Warning;
        }
    }
}

fn listed(names: &[&str]) -> String {
    // A place with hundreds of layers would make a message that nobody reads.
    const SHOWN: usize = 12;
    match names {
        [] => "the scene has no layers".to_owned(),
        _ if names.len() > SHOWN => {
            format!("there are {}, and {} more", quoted_text(&names[..SHOWN]), names.len() - SHOWN)
        }
        _ => format!("there are {}", quoted_text(names)),
    }
}

fn quoted_text(names: &[&str]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn quoted(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}
