//! From leaves to a scene: layers with names, rings, lines, heights, and connections.

use throng_mesh::{Connection, Layer, LayerId, Scene, Terrain};

use super::boxes::Boxes;
use super::flat::Spot;
use super::leaf::{Cut, Leaf, LeafEdge};
use super::meet::{bounds_of, close_to};
use super::pack::{pack, storey_of};
use super::rings::{Border, RingCorner, twice_area};
use super::tolerance::PER_METER;
use crate::model::Model;

/// A layer whose heights differ by less has none inside. \[units\]
const LEVEL: i32 = 10;

/// A scene, and where its parts come from.
pub(crate) struct Assembled {
    pub(crate) scene: Scene,
    /// The leaves of each layer.
    pub(crate) layers: Vec<Vec<u32>>,
}

/// Places on the grid, and where the grid is.
pub(crate) struct Places<'s> {
    pub(crate) spots: &'s [Spot],
    /// \[units\]
    pub(crate) origin: [i64; 3],
}

impl Places<'_> {
    /// A corner of a scene. \[m\]
    pub(crate) fn corner(&self, (spot, height): RingCorner) -> [f64; 3] {
        let [x, y] = self.spots[spot as usize];
        self.meters([f64::from(x), f64::from(y), f64::from(height)])
    }

    /// A position in meters; whole units come out as decimals with four digits.
    pub(crate) fn meters(&self, at: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|k| (self.origin[k] as f64 + at[k]) / PER_METER)
    }
}

/// Makes the scene of these leaves.
pub(crate) fn assemble(model: &Model, places: &Places<'_>, leaves: &[Leaf], cuts: &[Cut]) -> Assembled {
    let mut storeys: Vec<(i64, &str)> = model
        .storeys
        .iter()
        .map(|storey| {
            ((storey.elevation * PER_METER).round() as i64 - places.origin[2], storey.name.as_str())
        })
        .collect();
    storeys.sort_by_key(|storey| storey.0);
    let floors: Vec<i64> = storeys.iter().map(|storey| storey.0).collect();
    let layers = pack(places.spots, leaves, &floors);
    let mut fixed: Vec<u32> = cuts.iter().flat_map(|cut| cut.ends).collect();
    fixed.sort_unstable();
    fixed.dedup();
    let mut scene = Scene { name: model.name.clone(), ..Scene::default() };
    let mut layer_of = vec![0; leaves.len()];
    for (index, own) in layers.iter().enumerate() {
        own.iter().for_each(|&leaf| layer_of[leaf as usize] = index as u32);
        let mean = leaves[own[0] as usize].mean;
        let name = match storeys.get(storey_of(&floors, mean)) {
            Some((_, name)) if !name.is_empty() => (*name).to_owned(),
            _ => format!("level {}", index + 1),
        };
        let id = unique(&scene, name);
        scene.layers.push(layer(id, places, own, leaves, &fixed));
    }
    for cut in cuts {
        let between = cut.leaves.map(|leaf| LayerId(layer_of[leaf as usize]));
        let segment = cut.ends.map(|end| {
            let [x, y, _] = places.corner((end, 0));
            [x, y]
        });
        let mut connection = Connection::new(between, segment);
        connection.name =
            cut.door.and_then(|door| model.doors.get(door as usize)).map(|door| door.name.clone());
        scene.connections.push(connection);
    }
    Assembled { scene, layers }
}

fn layer(id: String, places: &Places<'_>, own: &[u32], leaves: &[Leaf], fixed: &[u32]) -> Layer {
    let own: Vec<&Leaf> = own.iter().map(|&leaf| &leaves[leaf as usize]).collect();
    let edges: Vec<_> = own.iter().flat_map(|leaf| leaf.edges.iter().copied()).collect();
    let border = Border::new(places.spots, &edges, &beside_cuts(places.spots, &edges, fixed));
    let mut layer = Layer::new(id);
    for ring in &border.rings {
        let corners = ring.iter().map(|&corner| places.corner(corner)).collect();
        if twice_area(places.spots, ring) > 0 {
            layer.walkable.push(corners);
        } else {
            layer.obstacles.push(corners);
        }
    }
    let lines = border.lines.iter().map(|line| line.iter().map(|&corner| places.corner(corner)).collect());
    layer.obstacles.extend(lines);
    let points = own.iter().flat_map(|leaf| &leaf.points);
    layer.obstacles.extend(points.map(|&spot| vec![places.corner((spot, own[0].heights[0]))]));
    // Leaves at different heights can share a ring where they touch, so then its corners say nothing about heights inside. At the end of a cut beside
    // a step a corner may have the height of the other side.
    let heights =
        || own.iter().flat_map(|leaf| leaf.edges.iter().flat_map(|edge| edge.heights).chain(leaf.heights));
    let (low, high) = (heights().min().unwrap_or(0), heights().max().unwrap_or(0));
    if high - low > LEVEL {
        layer.terrain = Some(terrain(places, &own));
    }
    layer
}

/// Corners that must stay: those given, and those so close to a cut that the border could come to lie on it without them.
fn beside_cuts(spots: &[Spot], edges: &[LeafEdge], fixed: &[u32]) -> Vec<u32> {
    let corners: Vec<u32> = edges.iter().map(|edge| edge.ends[0]).collect();
    let mut stay = fixed.to_vec();
    if edges.iter().any(|edge| edge.is_cut) {
        let boxes = Boxes::of_spots(corners.iter().map(|&corner| spots[corner as usize]));
        for cut in edges.iter().filter(|edge| edge.is_cut) {
            let own = cut.ends.map(|end| spots[end as usize]);
            boxes.overlapping(&bounds_of(own, true), |found| {
                let corner = corners[found as usize];
                if close_to(spots[corner as usize], own, true).is_some() {
                    stay.push(corner);
                }
            });
        }
        stay.sort_unstable();
        stay.dedup();
    }
    stay
}

/// The heights of leaves as triangles with common corners.
fn terrain(places: &Places<'_>, leaves: &[&Leaf]) -> Terrain {
    let triangles = || leaves.iter().flat_map(|leaf| &leaf.terrain);
    // Bits of doubles that are not negative are in their order.
    let key = |at: &[f64; 3]| at.map(f64::to_bits);
    let mut vertices: Vec<([u64; 3], [f64; 3])> = triangles().flatten().map(|at| (key(at), *at)).collect();
    vertices.sort_unstable_by_key(|vertex| vertex.0);
    vertices.dedup_by_key(|vertex| vertex.0);
    let number = |at: &[f64; 3]| vertices.binary_search_by_key(&key(at), |v| v.0).unwrap_or(0) as u32;
    Terrain {
        triangles: triangles().map(|corners| corners.each_ref().map(number)).collect(),
        vertices: vertices.iter().map(|vertex| places.meters(vertex.1)).collect(),
    }
}

/// A name that no layer has yet.
fn unique(scene: &Scene, name: String) -> String {
    if scene.layer_named(&name).is_none() {
        return name;
    }
    (2..).map(|n| format!("{name} {n}")).find(|name| scene.layer_named(name).is_none()).unwrap_or(name)
}
