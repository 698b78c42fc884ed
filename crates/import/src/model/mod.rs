//! 3D models as files have them: triangles in meters with the height as z, in named parts, and what a building says of itself.
//!
//! A model is a soup: triangles may cross, touch, repeat, face the wrong way or have no area. [`crate::extract()`] makes a place of it.

mod build;
mod fault;
#[doc(hidden)]
pub mod fuzzing;
mod gltf;
mod ifc;
mod obj;
mod ply;
mod read;
mod stl;
mod transform;
mod triangulate;
mod weld;

pub use read::{ModelFormat, ModelOptions, ReadModel, Siblings, UpAxis, read_model, read_model_bytes};

/// A 3D model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// What people call it; may be empty.
    pub name: String,
    /// Corners of triangles: x, y and height, in meters.
    pub vertices: Vec<[f64; 3]>,
    /// Indices of three vertices each, counterclockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Its parts: together they cover all triangles, in order.
    pub parts: Vec<ModelPart>,
    /// The storeys of a building.
    pub storeys: Vec<Storey>,
    /// The rooms of a building.
    pub rooms: Vec<Room>,
    /// The doors of a building.
    pub doors: Vec<Door>,
}

/// A named part of a model: an object, a group, a wall, a flight of stairs.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelPart {
    /// Its name in the file; may be empty.
    pub name: String,
    /// What it is, as far as the file says.
    pub role: Role,
    /// Its storey, an index into [`Model::storeys`].
    pub storey: Option<u32>,
    /// Its triangles, as a range of indices into [`Model::triangles`].
    pub triangles: std::ops::Range<u32>,
}

/// What a part of a model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The file does not say, or nothing that matters here.
    #[default]
    Other,
    /// A flight of stairs.
    Stairs,
    /// A ramp.
    Ramp,
    /// A railing.
    Railing,
    /// Furniture.
    Furniture,
    /// The floor of a room or the threshold of a door, which the file does not have as a surface: see [`ModelOptions::room_floors`].
    RoomFloor,
}

/// A storey of a building.
#[derive(Clone, Debug, PartialEq)]
pub struct Storey {
    /// Its name.
    pub name: String,
    /// The height of its floor. \[m\]
    pub elevation: f64,
}

/// A room of a building.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Its name and, if it has one, its longer name.
    pub name: String,
    /// Its storey, an index into [`Model::storeys`].
    pub storey: Option<u32>,
    /// The outline of its floor, with heights. \[m\]
    pub outline: Vec<[f64; 3]>,
    /// Its highest point. \[m\]
    pub top: f64,
}

/// A door of a building, as it is seen from above: the line of its leaf, from jamb to jamb.
#[derive(Clone, Debug, PartialEq)]
pub struct Door {
    /// Its name.
    pub name: String,
    /// Its storey, an index into [`Model::storeys`].
    pub storey: Option<u32>,
    /// Both ends, in the middle of the wall. \[m\]
    pub segment: [[f64; 2]; 2],
    /// How thick its wall is there, as far as is known. \[m\]
    pub depth: f64,
    /// The height of its threshold. \[m\]
    pub bottom: f64,
    /// The height of its head. \[m\]
    pub top: f64,
}

impl Model {
    /// A model of one part.
    pub fn of_triangles(name: impl Into<String>, vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Self {
        let part = ModelPart {
            name: String::new(),
            role: Role::Other,
            storey: None,
            triangles: 0..triangles.len() as u32,
        };
        Self { name: name.into(), vertices, triangles, parts: vec![part], ..Self::default() }
    }
}
