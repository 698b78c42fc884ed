//! From a walkable surface to a scene: components, layers, connections.
//!
//! 1. Number the components; leave out those that are small or out of reach.
//! 2. A component that does not lie above itself is a leaf. Whether it does is told by its border alone: the winding number of the border is the number
//!    of floors above each other, so the border encloses as much area as the triangles have if and only if that is one everywhere. It is not if the
//!    border crosses itself.
//! 3. Others get a net ([`super::thin`]), conflicts ([`super::conflicts`]) and layers ([`super::layers`]), each a leaf.
//! 4. Heights ([`super::terrain`]), then layers of the scene ([`super::pack`], [`super::scene`]).

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::conflicts::Above;
use super::cross::cross;
use super::doors::{is_within, place_doors};
use super::exact::Surface;
use super::extraction::{Component, ExtractError, ExtractReport, ExtractStage, Extraction, Watch};
use super::fabric::Fabric;
use super::flat::{Spot, triangles_overlap};
use super::layers::Layering;
use super::leaf::{Cut, Leaf};
use super::options::ExtractOptions;
use super::regions::add_regions;
use super::scene::{Places, assemble};
use super::soup::NONE;
use super::terrain::{give_all, share_out};
use super::thin::Net;
use super::tolerance::{PER_METER, UNIT};
use crate::model::{Door, Model, Role};

/// What to do about rooms without slabs.
const WAY_OUT: &str = "read the model with room floors (`--room-floors`): its rooms have floors of their own";

/// The components of a surface.
pub(crate) struct Parts {
    /// Component of each triangle, or `NONE` if it is left out.
    pub(crate) of: Vec<u32>,
    /// Area of each component that is kept, largest first. \[m²\]
    pub(crate) areas: Vec<f64>,
    pub(crate) dropped: usize,
    pub(crate) dropped_area: f64,
}

impl Parts {
    /// Step 1.
    pub(crate) fn new(surface: &Surface, options: &ExtractOptions) -> Self {
        let fabric = &surface.fabric;
        let (of, count) = fabric.components();
        let mut twice = vec![0_i128; count];
        for (t, &component) in of.iter().enumerate() {
            twice[component as usize] += i128::from(fabric.twice_area(t as u32));
        }
        let area = |component: usize| twice[component] as f64 * 0.5 * UNIT * UNIT;
        let reached = reached(surface, &of, count, options);
        let mut kept: Vec<usize> =
            (0..count).filter(|&c| reached[c] && area(c) >= options.min_area).collect();
        kept.sort_by_key(|&component| (-twice[component], component));
        let mut number = vec![NONE; count];
        for (new, &old) in kept.iter().enumerate() {
            number[old] = new as u32;
        }
        let dropped: Vec<usize> = (0..count).filter(|&c| number[c] == NONE).collect();
        Self {
            of: of.into_iter().map(|component| number[component as usize]).collect(),
            areas: kept.iter().map(|&component| area(component)).collect(),
            dropped: dropped.len(),
            dropped_area: dropped.iter().map(|&component| area(component)).sum(),
        }
    }
}

/// Makes the scene.
pub(crate) fn finish(
    model: &Model,
    surface: Surface,
    options: &ExtractOptions,
    watch: Watch<'_>,
    lap: &mut dyn FnMut(&'static str),
) -> Result<Extraction, ExtractError> {
    debug_assert_eq!(surface.fabric.check(), Ok(()), "the surface hangs together");
    let parts = Parts::new(&surface, options);
    let mut report = ExtractReport {
        remarks: surface.remarks.clone(),
        triangles: model.triangles.len(),
        area: parts.areas.iter().sum(),
        dropped: parts.dropped,
        dropped_area: parts.dropped_area,
        ..ExtractReport::default()
    };
    if parts.areas.is_empty() {
        let mut reason = if parts.dropped == 0 {
            "no triangle faces up and is flat enough, with room above it; is the up axis right (`--up`)?"
                .to_owned()
        } else {
            format!(
                "there are {} parts of {:.2} m² in all, each of less than {} m² or out of reach; are up axis and unit right (`--up`, `--unit`)?",
                parts.dropped, parts.dropped_area, options.min_area
            )
        };
        if !model.rooms.is_empty() && !has_room_floors(model) {
            reason.push_str(" Or are there no slabs? Then ");
            reason.push_str(WAY_OUT);
        }
        return Err(ExtractError::NothingWalkable { reason });
    }
    lap("components");
    let mut members: Vec<(u32, u32)> =
        parts.of.iter().enumerate().filter(|(_, c)| **c != NONE).map(|(t, &c)| (c, t as u32)).collect();
    members.sort_unstable();
    let mut leaves: Vec<Leaf> = Vec::new();
    let mut cuts: Vec<Cut> = Vec::new();
    let (mut stuck, mut lost) = (0, 0);
    let mut doors: Vec<u32> = Vec::new();
    for group in members.chunk_by(|one, two| one.0 == two.0) {
        let component = group[0].0;
        if watch(ExtractStage::Layers, component as usize, parts.areas.len()).is_break() {
            return Err(ExtractError::Interrupted);
        }
        let own = part_of(&surface.fabric, group);
        let near = doors_near(model, options, &surface, &own);
        // Step 2.
        if near.is_empty() && !lies_above_itself(&own) {
            let mut leaf = Leaf::of_component(component, &own);
            give_all(&own, &mut leaf);
            leaves.push(leaf);
            continue;
        }
        // Step 3.
        let mut net = Net::new(own.clone());
        net.improve(|_, _| false);
        let placed = place_doors(&mut net, &near, surface.origin);
        debug_assert_eq!(net.fabric.check(), Ok(()), "the net hangs together");
        let above = Above::new(&net.fabric);
        let mut conflicts = above.overlaps();
        let sides: Vec<[u32; 2]> = placed.iter().filter_map(|door| door.sides(&net)).collect();
        conflicts.add(&sides);
        let layering = Layering::choose(&net, &above, conflicts);
        let (mut more, more_cuts) = Leaf::of_layers(component, &net, &layering, leaves.len() as u32, &placed);
        doors.extend(placed.iter().map(|placed| placed.door));
        lost += share_out(&own, &net, &layering, &mut more);
        stuck += net.stuck.len();
        leaves.extend(more);
        cuts.extend(more_cuts);
    }
    if stuck > 0 {
        report.remarks.push(format!(
            "{stuck} places around which the surface turns more than once are point obstacles"
        ));
    }
    if lost > 0 {
        report.remarks.push(format!("heights beside {lost} connections may be those of the other layer"));
    }
    tell_doors(model, options, doors, &mut report.remarks);
    lap("layers");
    let spots = &surface.fabric.spots;
    leaves.iter_mut().for_each(|leaf| leaf.measure(spots));
    // Step 4.
    let places = Places { spots, origin: surface.origin };
    let mut assembled = assemble(model, &places, &leaves, &cuts);
    let bare = add_regions(model, &surface.labels, &places, &leaves, &assembled.layers, &mut assembled.scene);
    if bare > 0 {
        let why = if has_room_floors(model) {
            "something stands there or hangs low above, or they are too small or out of reach".to_owned()
        } else {
            format!("the model may have no slabs there; then {WAY_OUT}")
        };
        let all = model.rooms.len();
        report.remarks.push(format!("{bare} of {all} rooms have no walkable floor: {why}"));
    }
    report.components = components(&parts, &leaves, &assembled.layers, &places);
    lap("scene");
    Ok(Extraction { scene: assembled.scene, report })
}

/// Whether floors were made of the rooms of a building.
fn has_room_floors(model: &Model) -> bool {
    model.parts.iter().any(|part| part.role == Role::RoomFloor)
}

/// The doors of the model that may be in a component.
fn doors_near<'m>(
    model: &'m Model,
    options: &ExtractOptions,
    surface: &Surface,
    own: &Fabric,
) -> Vec<(u32, &'m Door)> {
    if !options.doors || model.doors.is_empty() {
        return Vec::new();
    }
    let spots = || own.triangles.iter().flatten().map(|&spot| own.spots[spot as usize]);
    let low = [0, 1].map(|k| spots().map(|p| p[k]).min().unwrap_or(0));
    let high = [0, 1].map(|k| spots().map(|p| p[k]).max().unwrap_or(0));
    let heights = || own.heights.iter().flatten().copied();
    let heights = [heights().min().unwrap_or(0), heights().max().unwrap_or(0)];
    let near = |door: &Door| is_within(door, surface.origin, [low, high], heights);
    (0..).zip(&model.doors).filter(|(_, door)| near(door)).collect()
}

/// Says which doors are connections, and which are not.
fn tell_doors(model: &Model, options: &ExtractOptions, mut placed: Vec<u32>, remarks: &mut Vec<String>) {
    if !options.doors || model.doors.is_empty() {
        return;
    }
    placed.sort_unstable();
    placed.dedup();
    let missing: Vec<&str> = (0..)
        .zip(&model.doors)
        .filter(|(index, _)| placed.binary_search(index).is_err())
        .map(|(_, door)| door.name.as_str())
        .collect();
    remarks.push(format!("{} of {} doors are connections", placed.len(), model.doors.len()));
    if !missing.is_empty() {
        const SHOWN: usize = 6;
        let more = if missing.len() > SHOWN { ", …" } else { "" };
        let shown = missing[..missing.len().min(SHOWN)].join("\", \"");
        remarks.push(format!(
            "{} doors have no jambs on walkable floor and are passages without a door: \"{shown}\"{more}",
            missing.len()
        ));
    }
}

/// The components below the places that were given; all, if there are none.
fn reached(surface: &Surface, of: &[u32], count: usize, options: &ExtractOptions) -> Vec<bool> {
    if options.reachable_from.is_empty() {
        return vec![true; count];
    }
    let mut reached = vec![false; count];
    let fabric = &surface.fabric;
    for from in &options.reachable_from {
        let at = [0, 1, 2].map(|k| from[k] * PER_METER - surface.origin[k] as f64);
        // The highest floor that is not above the place, with a step of grace.
        let mut best: Option<(f64, u32)> = None;
        for t in 0..fabric.triangles.len() as u32 {
            if let Some(height) = height_at(fabric, t, [at[0], at[1]])
                && height <= at[2] + options.step * PER_METER
                && best.is_none_or(|(other, _)| height > other)
            {
                best = Some((height, of[t as usize]));
            }
        }
        if let Some((_, component)) = best {
            reached[component as usize] = true;
        }
    }
    reached
}

/// The height of a triangle over a place, if it is there.
fn height_at(fabric: &Fabric, t: u32, at: [f64; 2]) -> Option<f64> {
    let [a, b, c] = fabric.corners(t).map(|[x, y]| [f64::from(x), f64::from(y)]);
    let turn =
        |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let (u, v, w) = (turn(b, c, at), turn(c, a, at), turn(a, b, at));
    let heights = fabric.heights[t as usize].map(f64::from);
    (u >= 0.0 && v >= 0.0 && w >= 0.0)
        .then(|| (u * heights[0] + v * heights[1] + w * heights[2]) / (u + v + w))
}

/// The triangles of one component.
fn part_of(fabric: &Fabric, group: &[(u32, u32)]) -> Fabric {
    // Neighbors are in the same component, so their numbers are found among its own.
    let number = |t: u32| {
        if t == NONE {
            NONE
        } else {
            group.binary_search(&(group[0].0, t)).map_or(NONE, |index| index as u32)
        }
    };
    let own = || group.iter().map(|&(_, t)| t as usize);
    Fabric {
        spots: fabric.spots.clone(),
        triangles: own().map(|t| fabric.triangles[t]).collect(),
        heights: own().map(|t| fabric.heights[t]).collect(),
        across: own().map(|t| fabric.across[t].map(number)).collect(),
        pieces: own().map(|t| fabric.pieces[t]).collect(),
        lost: 0,
    }
}

/// Step 2.
fn lies_above_itself(fabric: &Fabric) -> bool {
    let count = fabric.triangles.len() as u32;
    if count <= 24 {
        let own: Vec<[Spot; 3]> = (0..count).map(|t| fabric.corners(t)).collect();
        return (0..own.len()).any(|t| own[t + 1..].iter().any(|other| triangles_overlap(&own[t], other)));
    }
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for t in 0..count {
        for k in 0..3 {
            if fabric.across[t as usize][k] == NONE {
                let corners = fabric.triangles[t as usize];
                edges.push([corners[k], corners[(k + 1) % 3]]);
            }
        }
    }
    // Areas below are on the grid, and do not tell of crossings by less than a unit.
    let places: Vec<[Spot; 2]> =
        edges.iter().map(|ends| ends.map(|end| fabric.spots[end as usize])).collect();
    if cross(&places, &places) {
        return true;
    }
    edges.sort_unstable();
    // Any closed walks over all edges will do: at every place as many start as end.
    let mut next: Vec<usize> = Vec::new();
    let mut used = vec![false; edges.len()];
    let mut contours: Vec<Vec<IntPoint<i32>>> = Vec::new();
    next.extend(0..edges.len());
    for first in 0..edges.len() {
        if used[first] {
            continue;
        }
        let mut contour = Vec::new();
        let mut at = first;
        loop {
            used[at] = true;
            let [x, y] = fabric.spots[edges[at][0] as usize];
            contour.push(IntPoint::new(x, y));
            let here = edges[at][1];
            let start = edges.partition_point(|edge| edge[0] < here);
            // Remembers how many edges of a place are gone, in the slot of its first one.
            let Some(slot) =
                next.get_mut(start).filter(|_| edges[start..].first().is_some_and(|e| e[0] == here))
            else {
                break;
            };
            while *slot < edges.len() && edges[*slot][0] == here && used[*slot] {
                *slot += 1;
            }
            if *slot >= edges.len() || edges[*slot][0] != here {
                break;
            }
            at = *slot;
        }
        contours.push(contour);
    }
    let shapes = Overlay::from_subj(&contours).overlay(OverlayRule::Subject, FillRule::Positive);
    let enclosed: i128 = shapes
        .iter()
        .flatten()
        .map(|contour| {
            let after = contour.iter().cycle().skip(1);
            contour
                .iter()
                .zip(after)
                .map(|(a, b)| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y))
                .sum::<i128>()
        })
        .sum();
    let total: i128 = (0..count).map(|t| i128::from(fabric.twice_area(t))).sum();
    enclosed != total
}

fn components(parts: &Parts, leaves: &[Leaf], layers: &[Vec<u32>], places: &Places<'_>) -> Vec<Component> {
    let mut found: Vec<Component> = parts
        .areas
        .iter()
        .map(|&area| Component {
            area,
            heights: [f64::INFINITY, f64::NEG_INFINITY],
            bounds: [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]],
            layers: Vec::new(),
        })
        .collect();
    for (layer, own) in layers.iter().enumerate() {
        for &leaf in own {
            let leaf = &leaves[leaf as usize];
            let component = &mut found[leaf.component as usize];
            if component.layers.last() != Some(&(layer as u32)) {
                component.layers.push(layer as u32);
            }
            let [low, high] = [0, 1].map(|k| {
                let [x, y] = leaf.bounds[k];
                places.meters([f64::from(x), f64::from(y), f64::from(leaf.heights[k])])
            });
            component.heights = [component.heights[0].min(low[2]), component.heights[1].max(high[2])];
            for k in 0..2 {
                component.bounds[0][k] = component.bounds[0][k].min(low[k]);
                component.bounds[1][k] = component.bounds[1][k].max(high[k]);
            }
        }
    }
    found
}
