//! From the shapes of a drawing to a scene: what SVG and DXF files have in common.
//!
//! A reader collects shapes, says of each what its file says about it, and leaves the rest to [`Drawing::finish`]:
//!
//! 1. If nothing is said to be walkable, the largest closed shape is, if it surrounds all the others. This is done for each
//!    layer that the file declares, or else for the whole drawing.
//! 2. If there is none, the box around the drawing is walkable, with a margin.
//! 3. All other shapes are walls: areas if they are filled, lines if they are only drawn.
//! 4. Layers with walkable shapes become layers of the scene. Shapes elsewhere go to the first of them.

use std::collections::BTreeMap;

use throng_mesh::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region};

use crate::imported::{Diagnostic, Imported, Severity};
use crate::nest::{MOST_PATHS, nest};
use crate::options::{Meaning, ReadOptions};
use crate::polygons::{Bounds, Polygon, add_line, add_obstacles, add_ring, add_walkable, twice_area};
use crate::role::Role;

/// Drawings with more corners are refused, also when few bytes repeat a symbol often.
const MOST_CORNERS: usize = 1_000_000;

/// The shapes of a drawing, in meters, with y up.
#[derive(Debug)]
pub(crate) struct Drawing {
    shapes: Vec<Shape>,
    layers: Vec<DrawnLayer>,
    /// Layers by name.
    names: BTreeMap<String, usize>,
    connections: Vec<DrawnConnection>,
    corners: usize,
}

/// One shape: paths that belong together, such as a polygon and its holes.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) paths: Vec<Path>,
    /// Whether its inside belongs to it; if not, only its lines do.
    pub(crate) filled: bool,
    /// What the file says that it is.
    pub(crate) role: Option<Role>,
    /// The layer of the drawing; 0 is the drawing itself, with the name "ground".
    pub(crate) layer: usize,
    /// Line of the file.
    pub(crate) line: u32,
}

/// A chain of points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) points: Vec<[f64; 2]>,
    /// Whether the last point leads back to the first.
    pub(crate) closed: bool,
}

/// Lines where areas are needed: the first line of the file and how many, by what they should be.
type WithoutArea = BTreeMap<&'static str, (u32, usize)>;

#[derive(Debug)]
struct DrawnLayer {
    name: String,
    /// Whether the file says that it is a layer of the scene. Layers of drawing programs are often something else.
    declared: bool,
}

#[derive(Debug)]
struct DrawnConnection {
    between: [String; 2],
    segment: [[f64; 2]; 2],
    line: u32,
}

impl Drawing {
    pub(crate) fn new() -> Self {
        let layers = vec![DrawnLayer { name: "ground".to_owned(), declared: false }];
        let names = BTreeMap::from([("ground".to_owned(), 0)]);
        Self { shapes: Vec::new(), layers, names, connections: Vec::new(), corners: 0 }
    }

    /// The layer with this name, which is new or not.
    pub(crate) fn layer(&mut self, name: &str, declared: bool) -> usize {
        let next = self.layers.len();
        let layer = *self.names.entry(name.to_owned()).or_insert(next);
        if layer == next {
            self.layers.push(DrawnLayer { name: name.to_owned(), declared });
        }
        self.layers[layer].declared |= declared;
        layer
    }

    /// Whether there is no room for more shapes.
    pub(crate) fn is_full(&self) -> bool {
        self.corners > MOST_CORNERS
    }

    /// Adds a shape; what is wrong with it is told.
    pub(crate) fn push(&mut self, mut shape: Shape, imported: &mut Imported) {
        if self.is_full() {
            return;
        }
        let finite = |path: &Path| path.points.iter().flatten().all(|coordinate| coordinate.is_finite());
        if !shape.paths.iter().all(finite) {
            let what = "a coordinate is not a finite number";
            let remedy = "correct it, or remove the shape";
            imported.diagnostics.push(Diagnostic::error(Some(shape.line), what, remedy));
            return;
        }
        if shape.paths.len() > MOST_PATHS {
            let what = format!("one shape has more than {MOST_PATHS} paths");
            imported.diagnostics.push(Diagnostic::error(Some(shape.line), what, "split it"));
            return;
        }
        shape.paths.iter_mut().for_each(Path::tidy);
        shape.paths.retain(|path| !path.points.is_empty());
        self.corners += 1 + shape.paths.iter().map(|path| path.points.len()).sum::<usize>();
        if self.is_full() {
            let what = format!("the drawing has more than {MOST_CORNERS} corners");
            let remedy = "remove what is not needed, or allow a larger tolerance for curves";
            imported.diagnostics.push(Diagnostic::error(Some(shape.line), what, remedy));
            return;
        }
        if let Some(Role::Connection(one, two)) = shape.role {
            match shape.paths.as_slice() {
                [Path { points, .. }] if points.len() == 2 => self.connections.push(DrawnConnection {
                    between: [one, two],
                    segment: [points[0], points[1]],
                    line: shape.line,
                }),
                _ => {
                    let what = "a connection must be one straight line";
                    let remedy = "draw a line with two ends, or one for each straight piece";
                    imported.diagnostics.push(Diagnostic::error(Some(shape.line), what, remedy));
                }
            }
        } else if !shape.paths.is_empty() {
            self.shapes.push(shape);
        }
    }

    /// Makes the scene.
    pub(crate) fn finish(mut self, options: &ReadOptions, imported: &mut Imported) {
        self.find_walkable(options, imported);
        let mut layer_of = vec![None; self.layers.len()];
        for shape in self.shapes.iter().filter(|shape| shape.role == Some(Role::Walkable)) {
            layer_of[shape.layer] = Some(LayerId(0));
        }
        let mut strays = 0;
        for (layer, drawn) in layer_of.iter_mut().zip(&self.layers).filter(|(layer, _)| layer.is_some()) {
            *layer = Some(LayerId(imported.scene.layers.len() as u32));
            imported.scene.layers.push(Layer::new(drawn.name.as_str()));
        }
        if imported.scene.layers.is_empty() {
            return;
        }
        let mut without_area = WithoutArea::new();
        let mut walkable = vec![Vec::new(); imported.scene.layers.len()];
        for shape in self.shapes {
            strays += usize::from(layer_of[shape.layer].is_none());
            let id = layer_of[shape.layer].unwrap_or(LayerId(0));
            if shape.role == Some(Role::Walkable) {
                walkable[id.0 as usize].append(&mut shape.polygons(&mut without_area));
            } else {
                shape.add_to(id, imported, &mut without_area);
            }
        }
        for (index, polygons) in walkable.into_iter().enumerate() {
            let id = LayerId(index as u32);
            add_walkable(polygons, id, &mut imported.scene.layers[index], &mut imported.lines);
        }
        if strays > 0 && imported.scene.layers.len() > 1 {
            let name = &imported.scene.layers[0].id;
            let note =
                format!("{strays} shapes are on no layer that is walkable, and were put on \"{name}\".");
            imported.notes.push(note);
        }
        for (noun, (line, count)) in without_area {
            imported.diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                line: Some(line),
                place: String::new(),
                what: format!("{count} of the lines drawn as {noun} enclose no area and were passed over"),
                remedy: Some("close them, or draw polygons".to_owned()),
            });
        }
        for connection in self.connections {
            connection.add_to(imported);
        }
    }

    /// Gives every shape without a role one, and makes sure that something is walkable if there is anything at all.
    fn find_walkable(&mut self, options: &ReadOptions, imported: &mut Imported) {
        if options.meaning == Meaning::Walkable {
            for shape in self.shapes.iter_mut().filter(|shape| shape.role.is_none() && shape.is_area()) {
                shape.role = Some(Role::Walkable);
            }
        }
        let said = self.shapes.iter().any(|shape| shape.role == Some(Role::Walkable));
        if said {
            self.drop_backgrounds(imported);
        } else if options.meaning == Meaning::Auto {
            self.choose_floors(imported);
        }
        for shape in self.shapes.iter_mut().filter(|shape| shape.role.is_none()) {
            shape.role = Some(Role::Wall);
        }
        if self.shapes.iter().any(|shape| shape.role == Some(Role::Walkable)) {
            return;
        }
        let mut bounds = Bounds::EMPTY;
        self.shapes.iter().for_each(|shape| shape.add_bounds(&mut bounds));
        let margin = options.margin;
        let [low, high] = [bounds.low.map(|low| low - margin), bounds.high.map(|high| high + margin)];
        if bounds.is_empty() || !low.iter().chain(&high).all(|coordinate| coordinate.is_finite()) {
            let remedy = "draw closed shapes for the walkable space, or lines for walls";
            imported.diagnostics.push(Diagnostic::error(
                None,
                "nothing was found that could be a place",
                remedy,
            ));
            return;
        }
        let points = vec![low, [high[0], low[1]], high, [low[0], high[1]]];
        let line = self.shapes[0].line;
        let paths = vec![Path { points, closed: true }];
        self.shapes.push(Shape { paths, filled: true, role: Some(Role::Walkable), layer: 0, line });
        let note = format!(
            "Nothing is marked as walkable: the box around the drawing is, and {margin} m more on each side."
        );
        imported.notes.push(note);
    }

    /// The largest closed shape of each layer is its floor, if it surrounds the others.
    fn choose_floors(&mut self, imported: &mut Imported) {
        let any_declared = self.layers.iter().any(|layer| layer.declared);
        // For each layer the box around its shapes, and the largest of those that could be a floor.
        let mut groups = vec![(Bounds::EMPTY, None::<(f64, usize)>); self.layers.len()];
        for (index, shape) in self.shapes.iter().enumerate() {
            if any_declared && !self.layers[shape.layer].declared {
                continue;
            }
            let (all, largest) = &mut groups[if any_declared { shape.layer } else { 0 }];
            shape.add_bounds(all);
            let area = shape.largest_area();
            if shape.role.is_none() && shape.is_area() && largest.is_none_or(|(most, _)| area > most) {
                *largest = Some((area, index));
            }
        }
        for (all, largest) in groups {
            let Some((_, index)) = largest else { continue };
            let mut own = Bounds::EMPTY;
            self.shapes[index].add_bounds(&mut own);
            if own.contains(&all) {
                let shape = &mut self.shapes[index];
                shape.role = Some(Role::Walkable);
                imported.notes.push(format!(
                    "Nothing is marked as walkable: the largest shape is, on line {}.",
                    shape.line
                ));
            }
        }
    }

    /// Unmarked areas under everything that is walkable are paper, not obstacles.
    fn drop_backgrounds(&mut self, imported: &mut Imported) {
        let mut walkable = Bounds::EMPTY;
        let marked = self.shapes.iter().filter(|shape| shape.role == Some(Role::Walkable));
        marked.for_each(|shape| shape.add_bounds(&mut walkable));
        self.shapes.retain(|shape| {
            let mut own = Bounds::EMPTY;
            shape.add_bounds(&mut own);
            let background =
                shape.role.is_none() && shape.is_area() && shape.filled && own.contains(&walkable);
            if background {
                let line = shape.line;
                imported
                    .notes
                    .push(format!("The shape on line {line} is behind the whole place and was passed over."));
            }
            !background
        });
    }
}

impl Shape {
    fn add_bounds(&self, bounds: &mut Bounds) {
        self.paths.iter().flat_map(|path| &path.points).for_each(|&[x, y]| bounds.add([x, y, 0.0]));
    }

    /// Whether it could be walkable.
    fn is_area(&self) -> bool {
        self.paths.iter().any(|path| path.points.len() > 2 && (path.closed || self.filled))
    }

    fn largest_area(&self) -> f64 {
        self.paths.iter().map(|path| twice_area(&path.corners()).abs()).fold(0.0, f64::max)
    }

    /// Its areas; paths without one are counted.
    fn polygons(&self, without_area: &mut WithoutArea) -> Vec<Polygon> {
        let is_area = |path: &&Path| path.points.len() > 2 && (path.closed || self.filled);
        let (areas, lines): (Vec<&Path>, Vec<&Path>) = self.paths.iter().partition(is_area);
        if let Some(role) = self.role.as_ref().filter(|_| !lines.is_empty()) {
            without_area.entry(role.noun()).or_insert((self.line, 0)).1 += lines.len();
        }
        nest(areas.into_iter().map(Path::corners).collect(), self.line)
    }

    /// Adds what is not walkable to a layer.
    fn add_to(self, id: LayerId, imported: &mut Imported, without_area: &mut WithoutArea) {
        let index = id.0 as usize;
        match &self.role {
            Some(Role::Opening) => {
                for polygon in self.polygons(without_area) {
                    let (ring, ring_lines) = polygon.into_keyhole();
                    let layer = &mut imported.scene.layers[index];
                    let part = Part::Opening(layer.openings.len());
                    add_ring(ring, ring_lines, part, id, layer, &mut imported.lines);
                }
            }
            Some(Role::Region(label)) => {
                for polygon in self.polygons(without_area) {
                    let (polygon, ring_lines) = polygon.into_keyhole();
                    let regions = &mut imported.scene.layers[index].regions;
                    imported.lines.rings.insert((id, Part::Region(regions.len())), ring_lines);
                    regions.push(Region { label: label.clone(), polygon });
                }
            }
            _ => {
                let layer = &mut imported.scene.layers[index];
                let solid = |path: &Path| self.filled || path.closed && self.role == Some(Role::Obstacle);
                let is_area = |path: &&Path| path.points.len() > 2 && solid(path);
                let (areas, lines): (Vec<&Path>, Vec<&Path>) = self.paths.iter().partition(is_area);
                let polygons = nest(areas.into_iter().map(Path::corners).collect(), self.line);
                add_obstacles(polygons, id, layer, &mut imported.lines);
                for path in lines {
                    let mut chain = path.corners();
                    if path.closed && chain.len() > 2 {
                        chain.push(chain[0]);
                    }
                    add_line(&chain, &[self.line], id, layer, &mut imported.lines);
                }
            }
        }
    }
}

impl Path {
    /// Leaves out points that repeat the one before them; a path that comes back to its start is closed.
    fn tidy(&mut self) {
        self.points.dedup();
        if self.points.len() > 3 && self.points.first() == self.points.last() {
            self.closed = true;
        }
        if self.closed && self.points.len() > 1 && self.points.first() == self.points.last() {
            self.points.pop();
        }
    }

    fn corners(&self) -> Vec<Corner> {
        self.points.iter().map(|&[x, y]| [x, y, 0.0]).collect()
    }
}

impl DrawnConnection {
    fn add_to(self, imported: &mut Imported) {
        let [one, two] = self.between.each_ref().map(|name| imported.scene.layer_named(name));
        if let (Some(one), Some(two)) = (one, two) {
            let id = ConnectionId(imported.scene.connections.len() as u32);
            imported.lines.connections.insert(id, self.line);
            imported.scene.connections.push(Connection::new([one, two], self.segment));
            return;
        }
        let names: Vec<_> = imported.scene.layers.iter().map(|layer| format!("\"{}\"", layer.id)).collect();
        for name in self.between.iter().filter(|name| imported.scene.layer_named(name).is_none()) {
            let what = format!("the connection names a layer \"{name}\" that is not there");
            let remedy = format!("layers are {}", names.join(", "));
            imported.diagnostics.push(Diagnostic::error(Some(self.line), what, remedy));
        }
    }
}
