//! A model as it grows while a file is read: coordinates as in the file, until the end.

use super::fault::{Fault, Tally};
use super::read::{ModelOptions, ReadModel, UpAxis};
use super::{Model, ModelPart, Role};

/// Larger models are refused: their numbers would not fit into memory, or are meant badly.
pub(super) const MOST_TRIANGLES: usize = 100_000_000;

/// Asked for, and not to be had.
const NO_ROOMS: &str = "The model has no rooms, so there are no floors of rooms, which were asked for.";

/// A model that is being read.
pub(super) struct Build {
    /// Coordinates as in the file.
    pub(super) model: Model,
    pub(super) notes: Vec<String>,
    /// Which axis of the file points up.
    pub(super) up: UpAxis,
    /// Meters per unit of the file's coordinates, as asked for.
    pub(super) unit: Option<f64>,
    /// Whether furniture is kept.
    pub(super) furniture: bool,
    /// Whether rooms and doors have floors of their own.
    pub(super) room_floors: bool,
}

impl Build {
    pub(super) fn new(options: &ModelOptions, up: UpAxis) -> Self {
        Self {
            model: Model::default(),
            notes: Vec::new(),
            up: options.up.unwrap_or(up),
            unit: options.unit,
            furniture: options.furniture,
            room_floors: options.room_floors,
        }
    }

    /// Ends the part before, if any; what follows belongs to this one. A part without triangles does not stay.
    pub(super) fn begin_part(&mut self, name: &str, role: Role, storey: Option<u32>) {
        self.end_part();
        let begin = self.model.triangles.len() as u32;
        let part = ModelPart { name: name.to_owned(), role, storey, triangles: begin..begin };
        self.model.parts.push(part);
    }

    /// Ends the last part, so that it has all of its triangles.
    pub(super) fn end_part(&mut self) {
        let end = self.model.triangles.len() as u32;
        if let Some(part) = self.model.parts.last_mut() {
            part.triangles.end = end;
            if part.triangles.is_empty() {
                self.model.parts.pop();
            }
        }
    }

    /// Adds a corner, and returns its index.
    pub(super) fn add_vertex(&mut self, vertex: [f64; 3]) -> u32 {
        self.model.vertices.push(vertex);
        self.model.vertices.len() as u32 - 1
    }

    /// The model in meters with z up. Triangles whose coordinates are not finite, and corners without triangles, are left out.
    pub(super) fn finish(mut self) -> Result<ReadModel, Fault> {
        if self.model.parts.is_empty() {
            self.model.parts.push(ModelPart {
                name: String::new(),
                role: Role::Other,
                storey: None,
                triangles: 0..0,
            });
        }
        self.end_part();
        if self.room_floors && self.model.rooms.is_empty() {
            self.notes.push(NO_ROOMS.to_owned());
        }
        let unit = self.unit.unwrap_or(1.0);
        for vertex in &mut self.model.vertices {
            *vertex = self.up.turn(vertex.map(|coordinate| coordinate * unit));
        }
        self.drop_not_finite();
        self.drop_unused();
        if self.model.triangles.is_empty() {
            let seen =
                if self.notes.is_empty() { String::new() } else { format!(" ({})", self.notes.join(" ")) };
            let what = format!("it has no triangles that could be used{seen}");
            let remedy = if self.model.rooms.is_empty() || self.room_floors {
                "export its surfaces as polygons, not as curves or points"
            } else {
                "it has rooms: read it with room floors (`--room-floors`), and these have floors of their own"
            };
            return Err(Fault::new("", what, remedy));
        }
        Ok(ReadModel { model: self.model, notes: self.notes })
    }

    fn drop_not_finite(&mut self) {
        let Self { model, notes, .. } = self;
        let is_finite = |corner: &u32| {
            model.vertices.get(*corner as usize).is_some_and(|at| at.iter().all(|c| c.is_finite()))
        };
        if model.triangles.iter().flatten().all(is_finite) {
            return;
        }
        let mut odd = Tally::default();
        let mut kept = Vec::with_capacity(model.triangles.len());
        for part in &mut model.parts {
            let begin = kept.len() as u32;
            for triangle in &model.triangles[part.triangles.start as usize..part.triangles.end as usize] {
                if triangle.iter().all(is_finite) {
                    kept.push(*triangle);
                } else {
                    odd.at(|| format!("part \"{}\"", part.name));
                }
            }
            part.triangles = begin..kept.len() as u32;
        }
        model.triangles = kept;
        model.parts.retain(|part| !part.triangles.is_empty());
        odd.tell(
            notes,
            "triangle has a coordinate that is not a number or too large, and was passed over",
            "triangles have a coordinate that is not a number or too large, and were passed over",
        );
    }

    fn drop_unused(&mut self) {
        let model = &mut self.model;
        const UNUSED: u32 = u32::MAX;
        let mut renamed = vec![UNUSED; model.vertices.len()];
        for &corner in model.triangles.iter().flatten() {
            renamed[corner as usize] = 0;
        }
        let mut kept = 0_u32;
        for (at, name) in renamed.iter_mut().enumerate() {
            if *name != UNUSED {
                *name = kept;
                model.vertices[kept as usize] = model.vertices[at];
                kept += 1;
            }
        }
        if kept as usize == renamed.len() {
            return;
        }
        model.vertices.truncate(kept as usize);
        for corner in model.triangles.iter_mut().flatten() {
            *corner = renamed[*corner as usize];
        }
    }
}
