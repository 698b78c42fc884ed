//! Rooms: their undersides, and the floors that are made of these for buildings without slabs.
//!
//! 1. The underside of a room is its lowest level faces. Turned over they are a floor.
//! 2. Walls are between rooms. The threshold of a door is the rectangle that its opening takes of the wall, so rooms on both sides hang together.
//! 3. Flights of stairs and ramps that come up through the floor of a room are cut out of it, and so are openings of slabs there. The room above a
//!    stairwell often has the whole of it as its floor, which would lie above the treads, where nobody could walk then.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::cut::loops;
use super::solid::Solid;
use crate::model::build::Build;
use crate::model::transform::{cross, minus};
use crate::model::triangulate::triangulate;
use crate::model::{Model, ModelPart, Role};

/// Faces of a room's floor may be this much above its lowest point. \[m\]
const FLOOR: f64 = 0.02;

/// Twice the area of a triangle that is too thin to say where it faces. \[m²\]
const SLIVER: f64 = 1e-9;

/// Flights that begin this much below a floor come up through it; others stand on it, sunk in a little. Slabs are so thick at most. \[m\]
const THICK: f64 = 0.5;

/// Flights that end this much below a floor have nothing to do with it: two of them and a landing between make a storey. \[m\]
const CLEAR: f64 = 2.5;

/// Units of the grid on which stairs are cut out of floors, which is that of extraction. \[1/m\]
const PER_METER: f64 = 1e4;

/// Rooms that are wider are not cut: they would not fit onto the grid. \[m\]
const WIDEST: f64 = 20_000.0;

/// The lowest level faces of a room.
pub(super) struct Underside {
    /// The longest way around them, counterclockwise.
    pub(super) outline: Vec<[f64; 3]>,
    /// The highest point of the room.
    pub(super) top: f64,
    /// The faces, which look down.
    pub(super) faces: Solid,
}

/// Floors that become parts of a building at the end, when all others are known.
#[derive(Default)]
pub(super) struct RoomFloors {
    rooms: Vec<Floor>,
    thresholds: Vec<Floor>,
    /// Openings of slabs.
    wells: Vec<Hole>,
}

struct Floor {
    name: String,
    storey: Option<u32>,
    /// Faces up.
    surface: Solid,
}

/// What is cut out of floors.
struct Hole {
    /// Floors below the first of these heights and above the second have nothing to do with it. \[m\]
    heights: [f64; 2],
    triangles: Vec<[[f64; 3]; 3]>,
}

impl Underside {
    /// The underside of a room, if it has one.
    pub(super) fn of(solids: &[Solid]) -> Option<Self> {
        let mut all = Solid::default();
        for solid in solids {
            let base = all.vertices.len() as u32;
            all.triangles.extend(solid.triangles.iter().map(|triangle| triangle.map(|corner| corner + base)));
            all.vertices.extend(&solid.vertices);
        }
        let mut all = all.tidy();
        let [low, high] = all.bounds()?;
        let vertices = all.vertices.clone();
        all.triangles.retain(|triangle| {
            let corners = triangle.map(|corner| vertices[corner as usize]);
            // Slivers belong to the floor, whichever way they seem to face: without them it would fall apart.
            rise(corners) <= SLIVER && corners.iter().all(|at| at[2] <= low[2] + FLOOR)
        });
        let place = |corner: u32| [all.vertices[corner as usize][0], all.vertices[corner as usize][1]];
        // Faces that look down go around the other way.
        let edges = all.open_edges().into_iter().map(|[a, b]| [b, a]).collect();
        let area = |ring: &Vec<u32>| {
            let o = place(ring[0]);
            let turn = |pair: &[u32]| {
                let [a, b] = [place(pair[0]), place(pair[1])];
                (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
            };
            ring.windows(2).map(turn).sum::<f64>()
        };
        let ring = loops(edges, place).into_iter().max_by(|a, b| area(a).total_cmp(&area(b)))?;
        let outline = ring.into_iter().map(|corner| all.vertices[corner as usize]).collect();
        Some(Self { outline, top: high[2], faces: all })
    }
}

impl RoomFloors {
    /// Step 1.
    pub(super) fn add_room(&mut self, name: &str, storey: Option<u32>, mut faces: Solid) {
        faces.turn_over();
        let vertices = &faces.vertices;
        // Upright ones and slivers are no floor.
        faces.triangles.retain(|triangle| rise(triangle.map(|corner| vertices[corner as usize])) > SLIVER);
        let name = format!("Floor {name}").trim_end().to_owned();
        self.rooms.push(Floor { name, storey, surface: faces.compact() });
    }

    /// Step 2. The corners go around, either way.
    pub(super) fn add_threshold(&mut self, name: &str, storey: Option<u32>, corners: [[f64; 3]; 4]) {
        let mut surface = Solid { vertices: corners.to_vec(), triangles: vec![[0, 1, 2], [0, 2, 3]] };
        let [a, b, c, _] = corners;
        let rise = rise([a, b, c]);
        if rise < 0.0 {
            surface.turn_over();
        }
        // A door of which only width and height are known has no depth.
        if rise.abs() > SLIVER {
            let name = format!("Threshold {name}").trim_end().to_owned();
            self.thresholds.push(Floor { name, storey, surface });
        }
    }

    /// An opening of a slab.
    pub(super) fn add_well(&mut self, opening: &Solid) {
        if let Some([low, high]) = opening.bounds() {
            let triangles = opening.triangles.iter().map(|&triangle| opening.corners(triangle)).collect();
            self.wells.push(Hole { heights: [low[2] - THICK, high[2] + THICK], triangles });
        }
    }

    /// Adds all of them to a building with rooms.
    pub(super) fn add(mut self, build: &mut Build) {
        if build.model.rooms.is_empty() {
            return;
        }
        build.end_part();
        self.wells.extend(flights(&build.model));
        self.rooms.iter_mut().for_each(|floor| floor.cut(&self.wells));
        let (rooms, doors) = (self.rooms.len(), self.thresholds.len());
        let rooms = if rooms == 1 {
            "1 room has a floor of its own"
        } else {
            &format!("{rooms} rooms have floors of their own")
        };
        let doors = if doors == 1 { "1 door a threshold" } else { &format!("{doors} doors thresholds") };
        build.notes.push(format!("{rooms} and {doors}, as was asked for."));
        for Floor { name, storey, surface } in self.rooms.into_iter().chain(self.thresholds) {
            build.begin_part(&name, Role::RoomFloor, storey);
            let base = build.model.vertices.len() as u32;
            let moved = surface.triangles.iter().map(|triangle| triangle.map(|corner| corner + base));
            build.model.triangles.extend(moved);
            build.model.vertices.extend(surface.vertices);
        }
    }
}

impl Floor {
    /// Step 3.
    fn cut(&mut self, holes: &[Hole]) {
        let Some([low, high]) = self.surface.bounds() else { return };
        let height = high[2];
        if !(0..2).all(|k| high[k] - low[k] < WIDEST) {
            return;
        }
        let is_near = |corners: &[[f64; 3]; 3]| {
            let any = |test: &dyn Fn(&[f64; 3]) -> bool| corners.iter().any(test);
            (0..2).all(|k| any(&|at| at[k] > low[k]) && any(&|at| at[k] < high[k]))
                && any(&|at| at[2] < height + FLOOR)
        };
        let grid = |at: [f64; 3]| {
            // What is far outside may be anywhere outside.
            let units = [0, 1].map(|k| (at[k].clamp(low[k] - WIDEST, high[k] + WIDEST) - low[k]) * PER_METER);
            IntPoint::new(units[0].round() as i32, units[1].round() as i32)
        };
        let through = holes.iter().filter(|hole| hole.heights[0] < height && height < hole.heights[1]);
        let triangles = through.flat_map(|hole| &hole.triangles).filter(|corners| is_near(corners));
        // All one way around: tops and bottoms would cancel out.
        let gone: Vec<Vec<IntPoint<i32>>> = triangles
            .map(|&[a, b, c]| if rise([a, b, c]) < 0.0 { [a, c, b] } else { [a, b, c] })
            .map(|corners| corners.map(grid).to_vec())
            .collect();
        if gone.is_empty() {
            return;
        }
        let own: Vec<Vec<IntPoint<i32>>> =
            self.surface.triangles.iter().map(|&t| self.surface.corners(t).map(grid).to_vec()).collect();
        let shapes =
            Overlay::from_subj_and_clip(&own, &gone).overlay(OverlayRule::Difference, FillRule::NonZero);
        self.surface = Solid::default();
        for shape in shapes {
            let points: Vec<[f64; 2]> = shape
                .iter()
                .flatten()
                .map(|at| [low[0] + f64::from(at.x) / PER_METER, low[1] + f64::from(at.y) / PER_METER])
                .collect();
            let ends: Vec<u32> = shape
                .iter()
                .scan(0, |end, ring| {
                    *end += ring.len() as u32;
                    Some(*end)
                })
                .collect();
            let base = self.surface.vertices.len() as u32;
            let triangles = triangulate(&points, &ends);
            self.surface.triangles.extend(triangles.iter().map(|corners| corners.map(|c| c + base)));
            self.surface.vertices.extend(points.iter().map(|&[x, y]| [x, y, height]));
        }
    }
}

/// Flights of stairs and ramps.
fn flights(model: &Model) -> Vec<Hole> {
    let flight = |part: &ModelPart| {
        let own = model.triangles.get(part.triangles.start as usize..part.triangles.end as usize);
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| model.vertices[corner as usize]);
        let triangles: Vec<[[f64; 3]; 3]> = own.unwrap_or_default().iter().map(corners).collect();
        let heights = || triangles.iter().flatten().map(|at| at[2]);
        let [low, high] =
            [heights().fold(f64::INFINITY, f64::min), heights().fold(f64::NEG_INFINITY, f64::max)];
        Hole { heights: [low + THICK, high + CLEAR], triangles }
    };
    let parts = model.parts.iter().filter(|part| matches!(part.role, Role::Stairs | Role::Ramp));
    parts.map(flight).collect()
}

/// How much a triangle faces up: twice its area seen from above, negative if it faces down.
fn rise([a, b, c]: [[f64; 3]; 3]) -> f64 {
    cross(minus(b, a), minus(c, a))[2]
}
