//! Floor plans as SVG files.
//!
//! What a shape is, is told by its attribute `data-throng`, its `class`, its `id` or its label in Inkscape, or by those of
//! the groups around it; the nearest counts. In classes, ids and labels, words count: "wall-12", "Rooms".
//!
//! | word | `data-throng` | meaning |
//! |---|---|---|
//! | walkable, floor, room, space | `walkable` | walkable |
//! | obstacle, column, pillar, furniture | `obstacle` | obstacle, solid if closed |
//! | wall | `wall` | obstacle, as drawn: solid if filled, otherwise lines |
//! | door, opening | `opening` | opening |
//! | | `region:grass` | region with a label |
//! | | `connection:ground,ramp` | connection of two layers: a line |
//! | | `ignore` | nothing |
//!
//! A group with `data-throng-layer="ground"`, or a layer of Inkscape, with something walkable inside is a layer of the scene.
//! The attribute `data-throng-scale` of the root says how many meters a unit of the drawing is. What nothing is said about is
//! decided by [`crate::drawing`].

mod page;
mod path;

use std::collections::BTreeMap;

use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::{PointsParser, TransformListParser, TransformListToken};

use crate::affine::Affine;
use crate::circle::{direction, ellipse, push_arc};
use crate::drawing::{Drawing, Path, Role, Shape, role_of_name};
use crate::imported::{Diagnostic, Imported};
use crate::options::ReadOptions;
use page::{Page, units};
use path::parse_path;

/// Files that are visited more often, by elements that repeat others, are refused.
const MOST_VISITS: usize = 1_000_000;

/// Uses of uses of uses go at most this deep.
const MOST_USES: u32 = 8;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// Reads a floor plan; the lower left corner of the drawing is the origin, and y is up.
pub fn read_svg(text: &str, options: &ReadOptions) -> Imported {
    let mut imported = Imported::default();
    let parsing = ParsingOptions { allow_dtd: true, nodes_limit: 8_000_000, ..ParsingOptions::default() };
    match Document::parse_with_options(text, parsing) {
        Ok(document) => {
            let root = document.root_element();
            if root.tag_name().name() == "svg" {
                Reader::new(&document, options, &mut imported).read(root);
            } else {
                let what = format!("the file is XML, but begins with <{}>", root.tag_name().name());
                imported.diagnostics.push(Diagnostic::error(None, what, "SVG files begin with <svg>"));
            }
        }
        Err(error) => {
            let what = format!("not well-formed XML: {error}");
            let line = Some(error.pos().row);
            imported.diagnostics.push(Diagnostic::error(line, what, "correct it, or save the drawing again"));
        }
    }
    imported
}

struct Reader<'a, 'input> {
    /// Elements by their ids.
    ids: BTreeMap<&'a str, Node<'a, 'input>>,
    /// Where the lines of the file begin.
    line_starts: Vec<usize>,
    tolerance: f64,
    /// Width and height of the page, in units of the drawing.
    page_size: [Option<f64>; 2],
    options: &'a ReadOptions,
    drawing: Drawing,
    imported: &'a mut Imported,
    /// How many elements were passed over, by name.
    skipped: BTreeMap<&'a str, usize>,
}

/// What groups say about their parts.
#[derive(Clone)]
struct Context {
    map: Affine,
    role: Option<Role>,
    layer: usize,
    filled: bool,
    stroked: bool,
    visible: bool,
    uses: u32,
}

impl<'a, 'input> Reader<'a, 'input> {
    fn new(document: &'a Document<'input>, options: &'a ReadOptions, imported: &'a mut Imported) -> Self {
        let text = document.input_text();
        let line_ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let with_ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
        let tolerance = if options.tolerance > 0.0 { options.tolerance } else { 0.0 };
        Self {
            ids: with_ids.collect(),
            line_starts: std::iter::once(0).chain(line_ends.map(|(index, _)| index + 1)).collect(),
            tolerance,
            page_size: [None; 2],
            options,
            drawing: Drawing::new(),
            imported,
            skipped: BTreeMap::new(),
        }
    }

    fn read(mut self, root: Node<'a, 'input>) {
        let page = Page::of(root);
        self.page_size = page.size;
        self.imported.notes.push(page.note);
        if page.is_scale_wrong {
            let remedy = "write meters per unit, such as 0.01";
            self.error(root, "data-throng-scale is not a number above 0", remedy);
        }
        let context = Context {
            map: page.map,
            role: None,
            layer: 0,
            filled: true,
            stroked: false,
            visible: true,
            uses: 0,
        };
        let mut stack = vec![(root, context)];
        let mut visits = 0;
        while let Some((node, context)) = stack.pop() {
            visits += 1;
            if visits > MOST_VISITS {
                let what = format!("the drawing has more than {MOST_VISITS} elements");
                self.error(node, what, "remove what is not needed");
                break;
            }
            if self.drawing.is_full() {
                break;
            }
            self.visit(node, context, &mut stack);
        }
        if !self.skipped.is_empty() {
            let list: Vec<_> = self.skipped.iter().map(|(name, count)| format!("{count} <{name}>")).collect();
            self.imported.notes.push(format!("Passed over: {}.", list.join(", ")));
        }
        self.drawing.finish(self.options, self.imported);
    }

    fn visit(
        &mut self,
        node: Node<'a, 'input>,
        mut context: Context,
        stack: &mut Vec<(Node<'a, 'input>, Context)>,
    ) {
        if !node.is_element() {
            return;
        }
        let name = node.tag_name().name();
        let is_group = matches!(name, "svg" | "g" | "a" | "switch" | "symbol");
        if !self.look(node, is_group, &mut context) {
            return;
        }
        match name {
            _ if is_group => {
                stack.extend(node.children().rev().map(|child| (child, context.clone())));
            }
            "use" => {
                let target = node.attributes().find(|attribute| attribute.name() == "href");
                let target = target.and_then(|target| self.ids.get(target.value().trim().strip_prefix('#')?));
                let (Some(&target), true) = (target, context.uses < MOST_USES) else {
                    *self.skipped.entry(name).or_default() += 1;
                    return;
                };
                let moved = [self.number(node, "x"), self.number(node, "y")];
                context.map = context.map.after(&Affine::translation(moved));
                context.uses += 1;
                stack.push((target, context));
            }
            "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" => {
                let paths = self.paths(node, name, &context.map);
                self.add_shape(node, paths, context);
            }
            // Shown only where something uses them, or not at all.
            "defs" | "title" | "desc" | "metadata" | "namedview" | "clipPath" | "mask" | "marker"
            | "pattern" | "linearGradient" | "radialGradient" | "filter" | "script" => {}
            _ => *self.skipped.entry(name).or_default() += 1,
        }
    }

    /// Reads the attributes that groups and shapes share; `false` if the element is not shown.
    fn look(&mut self, node: Node<'a, 'input>, is_group: bool, context: &mut Context) -> bool {
        // A symbol is shown only by a use.
        if node.has_tag_name((node.tag_name().namespace().unwrap_or_default(), "symbol")) && context.uses == 0
        {
            return false;
        }
        for (property, value) in properties(node) {
            match (property, value) {
                ("display", "none") => return false,
                ("visibility", value) => context.visible = !matches!(value, "hidden" | "collapse"),
                ("fill", value) => context.filled = value != "none" && value != "transparent",
                ("stroke", value) => context.stroked = value != "none" && value != "transparent",
                _ => {}
            }
        }
        if let Some(transform) = node.attribute("transform") {
            match parse_transform(transform) {
                Ok(map) => context.map = context.map.after(&map),
                Err(error) => {
                    let what = format!("the transform cannot be read: {error}");
                    self.error(node, what, "write it as \"translate(1 2) rotate(45)\"");
                }
            }
        }
        let label = node.attribute((INKSCAPE, "label"));
        if is_group {
            let layer = node.attribute("data-throng-layer");
            let drawn = node.attribute((INKSCAPE, "groupmode")).filter(|&mode| mode == "layer");
            if let Some(name) = layer {
                context.layer = self.drawing.layer(name, true);
            } else if drawn.is_some() {
                let name = label.or(node.attribute("id")).unwrap_or("layer");
                context.layer = self.drawing.layer(name, false);
            }
        }
        match node.attribute("data-throng") {
            Some("ignore") => return false,
            Some(said) => match role_of_attribute(said) {
                Some(role) => context.role = Some(role),
                None => {
                    let what = format!("data-throng=\"{said}\" is not known");
                    let remedy = "it may be walkable, obstacle, wall, opening, region:LABEL, connection:LAYER,LAYER or ignore";
                    self.error(node, what, remedy);
                }
            },
            None => {
                let names = [node.attribute("class"), node.attribute("id"), label];
                context.role = names.into_iter().flatten().find_map(role_of_name).or(context.role.take());
            }
        }
        true
    }

    fn add_shape(&mut self, node: Node<'a, 'input>, paths: Vec<Path>, context: Context) {
        if !context.visible {
            return;
        }
        // By the rules of SVG an open line is filled unless it says otherwise. People who draw a wall rarely mean that.
        let closed = paths.iter().any(|path| path.closed);
        let area = matches!(context.role, Some(Role::Walkable | Role::Opening | Role::Region(_)));
        let filled = context.filled && (closed || area || !context.stroked);
        let line = self.line(node);
        let shape = Shape { paths, filled, role: context.role, layer: context.layer, line };
        self.drawing.push(shape, self.imported);
    }

    /// The outlines of a basic shape, in meters.
    fn paths(&mut self, node: Node<'a, 'input>, name: &str, map: &Affine) -> Vec<Path> {
        let number = |reader: &mut Self, name| reader.number(node, name);
        match name {
            "path" => {
                let (paths, result) =
                    parse_path(node.attribute("d").unwrap_or_default(), map, self.tolerance);
                if let Err(error) = result {
                    self.error(
                        node,
                        format!("the path cannot be read: {error}"),
                        "correct it, or draw it again",
                    );
                }
                paths
            }
            "rect" => {
                let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(self, name));
                let [rx, ry] = ["rx", "ry"].map(|name| node.attribute(name).map(|_| number(self, name)));
                let radii = [rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0)];
                let radii = [radii[0].min(width * 0.5), radii[1].min(height * 0.5)];
                rectangle([x, y], [width, height], radii, map, self.tolerance)
            }
            "circle" | "ellipse" => {
                let [cx, cy] = ["cx", "cy"].map(|name| number(self, name));
                let radii = if name == "circle" { ["r", "r"] } else { ["rx", "ry"] };
                let [rx, ry] = radii.map(|name| number(self, name));
                if rx <= 0.0 || ry <= 0.0 {
                    return Vec::new();
                }
                let shape = map.after(&Affine { x: [rx, 0.0], y: [0.0, ry], origin: [cx, cy] });
                vec![Path { points: ellipse(&shape, self.tolerance), closed: true }]
            }
            "line" => {
                let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|name| number(self, name));
                vec![Path { points: vec![map.apply([x1, y1]), map.apply([x2, y2])], closed: false }]
            }
            _ => {
                let data = node.attribute("points").unwrap_or_default();
                let points = PointsParser::from(data).map(|(x, y)| map.apply([x, y])).collect();
                vec![Path { points, closed: name == "polygon" }]
            }
        }
    }

    /// An attribute in units of the drawing; 0 if it is not there.
    fn number(&mut self, node: Node<'a, 'input>, name: &str) -> f64 {
        let Some(said) = node.attribute(name) else { return 0.0 };
        let axis = usize::from(matches!(name, "y" | "y1" | "y2" | "cy" | "ry" | "height"));
        units(said, self.page_size[axis]).unwrap_or_else(|| {
            self.error(node, format!("{name}=\"{said}\" is not a length"), "write a number without a unit");
            0.0
        })
    }

    fn error(&mut self, node: Node<'a, 'input>, what: impl Into<String>, remedy: &str) {
        let line = self.line(node);
        self.imported.diagnostics.push(Diagnostic::error(Some(line), what, remedy));
    }

    fn line(&self, node: Node<'a, 'input>) -> u32 {
        self.line_starts.partition_point(|&start| start <= node.range().start) as u32
    }
}

/// The properties that matter here; those in `style` come last and win.
fn properties<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let names = ["display", "visibility", "fill", "stroke"];
    let attributes = names.into_iter().filter_map(move |name| Some((name, node.attribute(name)?)));
    let style = node.attribute("style").unwrap_or_default();
    let styles = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    attributes.chain(styles).map(|(name, value)| (name.trim(), value.trim()))
}

fn role_of_attribute(said: &str) -> Option<Role> {
    match said.split_once(':') {
        None => match said.trim() {
            "walkable" => Some(Role::Walkable),
            "obstacle" => Some(Role::Obstacle),
            "wall" => Some(Role::Wall),
            "opening" => Some(Role::Opening),
            _ => None,
        },
        Some(("region", label)) => Some(Role::Region(label.trim().to_owned())),
        Some(("connection", layers)) => {
            let (one, two) = layers.split_once(',')?;
            Some(Role::Connection(one.trim().to_owned(), two.trim().to_owned()))
        }
        Some(_) => None,
    }
}

fn parse_transform(text: &str) -> Result<Affine, svgtypes::Error> {
    let mut map = Affine::IDENTITY;
    for token in TransformListParser::from(text) {
        let slope = |degrees| {
            let [cos, sin] = direction(degrees);
            sin / cos
        };
        map = map.after(&match token? {
            TransformListToken::Matrix { a, b, c, d, e, f } => {
                Affine { x: [a, b], y: [c, d], origin: [e, f] }
            }
            TransformListToken::Translate { tx, ty } => Affine::translation([tx, ty]),
            TransformListToken::Scale { sx, sy } => Affine::scaling(sx, sy),
            TransformListToken::Rotate { angle } => Affine::rotation(angle),
            TransformListToken::SkewX { angle } => Affine { y: [slope(angle), 1.0], ..Affine::IDENTITY },
            TransformListToken::SkewY { angle } => Affine { x: [1.0, slope(angle)], ..Affine::IDENTITY },
        });
    }
    Ok(map)
}

fn rectangle(
    [x, y]: [f64; 2],
    [width, height]: [f64; 2],
    [rx, ry]: [f64; 2],
    map: &Affine,
    tolerance: f64,
) -> Vec<Path> {
    if width <= 0.0 || height <= 0.0 {
        return Vec::new();
    }
    let [right, top] = [x + width, y + height];
    if rx <= 0.0 || ry <= 0.0 {
        let points = [[x, y], [right, y], [right, top], [x, top]].map(|point| map.apply(point)).to_vec();
        return vec![Path { points, closed: true }];
    }
    let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
    let centers = [[right - rx, top - ry], [x + rx, top - ry], [x + rx, y + ry], [right - rx, y + ry]];
    let mut points = Vec::new();
    for (center, ends) in centers.into_iter().zip(quarters.windows(2)) {
        let shape = map.after(&Affine { x: [rx, 0.0], y: [0.0, ry], origin: center });
        points.push(shape.apply(ends[0]));
        push_arc(&shape, [ends[0], ends[1]], tolerance, &mut points);
    }
    vec![Path { points, closed: true }]
}

#[cfg(test)]
mod tests;
