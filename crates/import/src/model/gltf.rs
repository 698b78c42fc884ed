//! glTF 2.0: a tree of nodes with meshes, as JSON with buffers beside, inside, or in one binary file (`.glb`).
//!
//! 1. The JSON and the buffers are found.
//! 2. Nodes are visited from the roots of all scenes, each once, with the product of the transforms above it.
//! 3. The triangles of each node's mesh are a part with the node's name; a transform that mirrors turns them over.
//!
//! Materials, images, animations and morph targets are passed over. A mesh with a skin stands as it was modeled.

mod accessor;
mod buffers;

use std::collections::BTreeMap;

use super::Role;
use super::build::{Build, MOST_TRIANGLES};
use super::fault::{Fault, Tally};
use super::read::Siblings;
use super::transform::Transform;
use crate::json::{self, Value};
use accessor::Accessors;
use buffers::{Contents, buffers, split};

/// Reads a file.
pub(super) fn read_gltf(bytes: &[u8], build: &mut Build, siblings: Siblings<'_>) -> Result<(), Fault> {
    // 1. JSON and buffers.
    let Contents { json, binary } = split(bytes)?;
    let text = std::str::from_utf8(json).map_err(|error| {
        let line = json[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        Fault::at_line(line, "the JSON is not text in UTF-8", "export the model again")
    })?;
    let document = json::parse(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line, error.column);
        Fault::new(place, error.what, error.remedy)
    })?;
    let root = document.root();
    check(root)?;
    let buffers = buffers(root, binary, siblings)?;
    let accessors = Accessors::new(root, &buffers);
    let mut reader = Reader {
        nodes: list(root, "nodes"),
        meshes: list(root, "meshes"),
        accessors,
        positions: BTreeMap::new(),
        odd: Odd::default(),
        build,
    };
    // 2. Nodes.
    for (node, transform) in reader.visits(root) {
        // 3. Their meshes.
        reader.add_node(node, &transform)?;
    }
    let Reader { odd, build, .. } = reader;
    odd.tell(&mut build.notes);
    Ok(())
}

/// What a file needs that is not read.
fn check(root: Value<'_>) -> Result<(), Fault> {
    let version = root.get("asset").and_then(|asset| asset.get("version")).and_then(Value::text);
    match version {
        Some(version) if version.starts_with("2.") || version == "2" => {}
        Some(version) => {
            let what = format!("it is glTF {version}, and 2.0 is read");
            return Err(Fault::new("", what, "export it as glTF 2.0"));
        }
        None => {
            let what = "it has no `asset` with a `version`, as glTF has";
            return Err(Fault::new("", what, "is it a glTF file? Export the model again"));
        }
    }
    let required = root.get("extensionsRequired").and_then(Value::items);
    for name in required.into_iter().flatten().filter_map(Value::text) {
        let remedy = match name {
            "KHR_draco_mesh_compression" => {
                "export it without Draco compression, or unpack it with `gltf-transform copy`"
            }
            "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
                "export it without meshopt compression, or unpack it with `gltf-transform copy`"
            }
            "KHR_mesh_quantization" => continue,
            _ if ["_materials_", "_texture_", "_lights_", "_image", "_animation_", "_xmp"]
                .iter()
                .any(|word| name.contains(word)) =>
            {
                continue;
            }
            _ => "export it without this extension",
        };
        return Err(Fault::new("extensionsRequired", format!("it needs {name}, which is not read"), remedy));
    }
    Ok(())
}

struct Reader<'d, 'b> {
    nodes: Vec<Value<'d>>,
    meshes: Vec<Value<'d>>,
    accessors: Accessors<'d>,
    /// Corners that were read, by accessor.
    positions: BTreeMap<usize, Vec<[f64; 3]>>,
    odd: Odd,
    build: &'b mut Build,
}

/// What was odd.
#[derive(Default)]
struct Odd {
    nodes: Tally,
    lines: Tally,
    skins: Tally,
    instances: Tally,
    triangles: Tally,
    compressed: Tally,
}

impl<'d> Reader<'d, '_> {
    /// All nodes that are seen, in the order of the tree, with their transforms to the world.
    fn visits(&mut self, root: Value<'d>) -> Vec<(usize, Transform)> {
        let scenes = list(root, "scenes");
        let mut roots: Vec<usize> = scenes.iter().flat_map(|&scene| indices(scene, "nodes")).collect();
        if scenes.is_empty() {
            let mut is_child = vec![false; self.nodes.len()];
            for child in self.nodes.iter().flat_map(|&node| indices(node, "children")) {
                is_child.get_mut(child).into_iter().for_each(|is_child| *is_child = true);
            }
            roots = (0..self.nodes.len()).filter(|&node| !is_child[node]).collect();
        }
        let mut visits = Vec::new();
        let mut visited = vec![false; self.nodes.len()];
        let mut open: Vec<(usize, Transform)> =
            roots.into_iter().rev().map(|node| (node, Transform::IDENTITY)).collect();
        while let Some((node, above)) = open.pop() {
            // A node that is there twice would be its own ancestor, or in two scenes.
            match visited.get_mut(node) {
                Some(visited) if !*visited => *visited = true,
                Some(_) => continue,
                None => {
                    self.odd.nodes.at(|| format!("node {node}"));
                    continue;
                }
            }
            let value = self.nodes[node];
            let transform = above.times(&transform_of(value));
            visits.push((node, transform));
            let children: Vec<usize> = indices(value, "children").collect();
            open.extend(children.into_iter().rev().map(|child| (child, transform)));
        }
        visits
    }

    fn add_node(&mut self, index: usize, transform: &Transform) -> Result<(), Fault> {
        let node = self.nodes[index];
        let Some(mesh) = node.get("mesh") else { return Ok(()) };
        let mesh = index_of(mesh).and_then(|mesh| self.meshes.get(mesh)).copied().ok_or_else(|| {
            Fault::new(format!("node {index}"), "its mesh does not exist", "export the model again")
        })?;
        let name = |value: Value<'d>| value.get("name").and_then(Value::text).filter(|name| !name.is_empty());
        let named = name(node).or_else(|| name(mesh));
        self.build.begin_part(
            &named.map_or_else(|| format!("node {index}"), str::to_owned),
            Role::Other,
            None,
        );
        if node.get("skin").is_some() {
            self.odd.skins.at(|| format!("node {index}"));
        }
        if node.get("extensions").is_some_and(|all| all.get("EXT_mesh_gpu_instancing").is_some()) {
            self.odd.instances.at(|| format!("node {index}"));
        }
        // Parts of a mesh often share their corners.
        let mut bases: Vec<(usize, u32)> = Vec::new();
        for (number, primitive) in list(mesh, "primitives").into_iter().enumerate() {
            let place = || format!("node {index}, primitive {number} of its mesh");
            let mode = primitive.get("mode").map_or(Some(4), index_of);
            if !matches!(mode, Some(4..=6)) {
                self.odd.lines.at(place);
                continue;
            }
            let attribute =
                primitive.get("attributes").and_then(|all| all.get("POSITION")).and_then(index_of);
            let Some(attribute) = attribute else {
                self.odd.compressed.at(place);
                continue;
            };
            let base = match bases.iter().find(|(known, _)| *known == attribute) {
                Some(&(_, base)) => base,
                None => {
                    let base = self.build.model.vertices.len() as u32;
                    self.add_positions(attribute, transform)?;
                    bases.push((attribute, base));
                    base
                }
            };
            let indices = primitive.get("indices").and_then(index_of);
            self.add_triangles(mode, base, attribute, indices, transform.is_mirror(), place)?;
        }
        Ok(())
    }

    fn add_positions(&mut self, accessor: usize, transform: &Transform) -> Result<(), Fault> {
        if !self.positions.contains_key(&accessor) {
            let positions = self.accessors.positions(accessor)?;
            self.positions.insert(accessor, positions);
        }
        let positions = &self.positions[&accessor];
        self.build.model.vertices.extend(positions.iter().map(|&at| transform.apply(at)));
        if self.build.model.vertices.len() > MOST_TRIANGLES {
            return Err(too_large());
        }
        Ok(())
    }

    fn add_triangles(
        &mut self,
        mode: Option<usize>,
        base: u32,
        attribute: usize,
        indices: Option<usize>,
        mirrored: bool,
        place: impl Fn() -> String,
    ) -> Result<(), Fault> {
        let count = self.positions[&attribute].len() as u32;
        let corners = match indices {
            Some(indices) => self.accessors.indices(indices)?,
            None => (0..count).collect(),
        };
        let triangles = &mut self.build.model.triangles;
        let mut push = |[a, b, c]: [u32; 3]| {
            // A strip goes on over triangles without area.
            if a >= count || b >= count || c >= count {
                self.odd.triangles.at(&place);
            } else if a != b && b != c && c != a {
                let [b, c] = if mirrored { [c, b] } else { [b, c] };
                triangles.push([a + base, b + base, c + base]);
            }
        };
        match mode {
            Some(5) => corners.windows(3).enumerate().for_each(|(at, strip)| {
                let [a, b] = if at % 2 == 0 { [strip[0], strip[1]] } else { [strip[1], strip[0]] };
                push([a, b, strip[2]]);
            }),
            Some(6) => corners.windows(2).skip(1).for_each(|fan| push([corners[0], fan[0], fan[1]])),
            _ => corners.chunks_exact(3).for_each(|three| push([three[0], three[1], three[2]])),
        }
        if triangles.len() > MOST_TRIANGLES { Err(too_large()) } else { Ok(()) }
    }
}

fn too_large() -> Fault {
    let what = format!("it has more than {MOST_TRIANGLES} triangles or corners");
    Fault::new("", what, "cut it into several models")
}

impl Odd {
    fn tell(&self, notes: &mut Vec<String>) {
        self.nodes.tell(notes, "node is named but does not exist", "nodes are named but do not exist");
        self.lines.tell(
            notes,
            "set of points or lines was passed over: only triangles count",
            "sets of points or lines were passed over: only triangles count",
        );
        self.skins.tell(
            notes,
            "mesh with a skin was read as it was modeled, without its pose",
            "meshes with skins were read as they were modeled, without their poses",
        );
        self.instances.tell(
            notes,
            "node has instances (EXT_mesh_gpu_instancing), of which one was read",
            "nodes have instances (EXT_mesh_gpu_instancing), of which one each was read",
        );
        self.triangles.tell(
            notes,
            "triangle was passed over: one of its corners does not exist",
            "triangles were passed over: one of their corners does not exist",
        );
        self.compressed.tell(
            notes,
            "part of a mesh without corners (POSITION) was passed over: if it is compressed, export it without compression",
            "parts of meshes without corners (POSITION) were passed over: if they are compressed, export them without compression",
        );
    }
}

/// The transform of a node relative to its parent: a matrix, column by column, or translation, rotation and scale.
fn transform_of(node: Value<'_>) -> Transform {
    if let Some([a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]) = numbers::<16>(node, "matrix") {
        return Transform { axes: [[a, b, c], [d, e, f], [g, h, i]], origin: [x, y, z] };
    }
    let [x, y, z, w] = numbers(node, "rotation").unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scale = numbers(node, "scale").unwrap_or([1.0; 3]);
    let turned = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let axes = [0, 1, 2].map(|axis| turned[axis].map(|c| c * scale[axis]));
    Transform { axes, origin: numbers(node, "translation").unwrap_or([0.0; 3]) }
}

/// A list of exactly so many numbers.
fn numbers<const N: usize>(node: Value<'_>, name: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = node.get(name)?.items()?.map(Value::number).collect();
    numbers?.try_into().ok()
}

/// The values of a list of an object.
fn list<'d>(object: Value<'d>, name: &str) -> Vec<Value<'d>> {
    object.get(name).and_then(Value::items).map(Iterator::collect).unwrap_or_default()
}

/// The indices in a list of an object.
fn indices<'d>(object: Value<'d>, name: &str) -> impl Iterator<Item = usize> + use<'d> {
    list(object, name).into_iter().filter_map(index_of)
}

fn index_of(value: Value<'_>) -> Option<usize> {
    let number = value.number()?;
    (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(number as usize)
}
