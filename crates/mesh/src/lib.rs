//! The Explicit Corridor Map: an exact navigation mesh for characters of any radius, on layers that overlap.
//!
#![doc = include_str!("../figures/two-floors.svg")]
//!
//! A [`Scene`] goes in: layers with walkable rings, obstacles and openings, drawn as people draw them, and the connections that glue
//! the layers. A [`Mesh`] comes out: the medial axis of the walkable space (blue), annotated with nearest obstacles (orange).
//!
//! - **Any radius.** The mesh knows how wide every place is; nothing is enlarged or baked for one size.
//! - **Exact.** Borders are on a grid of 0.1 mm and every decision about them is exact (`throng_voronoi`); rings may overlap, touch, cross.
//! - **Layered.** Distances are measured over the surface, across open connections, also where it overlaps itself.
//! - **Shared.** Queries take `&Mesh` from many threads: where ([`Mesh::locate`]), how far from obstacles ([`Mesh::nearest`]), onto the
//!   medial axis ([`Mesh::retract`]), what is in sight ([`Mesh::visibility`], [`Mesh::visible`], [`Mesh::cast`],
//!   [`Mesh::walls_in_sight`]), how far a disc gets ([`Mesh::slide`]), how high ([`Mesh::height`]), all of it as triangles ([`Mesh::surface`]).
//! - **Honest.** A scene that makes no mesh gets all its [`Problem`]s, each with its place and a remedy ([`check()`]).
//!
//! ```
//! use throng_mesh::{Layer, LayerId, Mesh, Position, Scene};
//!
//! // A room of 8 m by 5 m with a table, in meters.
//! let mut room = Layer::new("room");
//! room.walkable.push(vec![[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [8.0, 5.0, 0.0], [0.0, 5.0, 0.0]]);
//! room.obstacles.push(vec![[3.0, 2.0, 0.0], [5.0, 2.0, 0.0], [5.0, 3.0, 0.0], [3.0, 3.0, 0.0]]);
//! let mesh = Mesh::build(&Scene::of_layer("a room", room))?.mesh;
//!
//! let here = Position::new([4.0, 1.5], LayerId(0));
//! let nearest = mesh.nearest(here, None).expect("one can walk there");
//! assert_eq!((nearest.point, nearest.distance), ([4.0, 2.0], 0.5));
//! // The passage south of the table is 2 m wide.
//! assert_eq!(mesh.retract(here, Some(nearest.cell)).unwrap().clearance, 1.0);
//! assert!(mesh.locate(Position::new([4.0, 2.5], LayerId(0)), None).is_none(), "nobody walks through the table");
//!
//! for edge in mesh.edges().filter(|edge| edge.min_clearance() >= 0.9) {
//!     println!("a disc of radius 0.9 m passes here: {:?}", edge.ends());
//! }
//! # Ok::<(), throng_mesh::BuildError>(())
//! ```
//!
//! Code map: `scene` and `problem` are the input; `build` is the pipeline over `border` (one layer), `connect` (all of them), `axis` (the
//! medial axis, arc by arc in `medial`), `layering` and `index`; `mesh` has the arrays, `flank` their geometry; `view`, `rings` and `surface` read them; `locate`, `nearest`, `cast`, `sight`, `slide` are the
//! queries; `route` plans, `replan` plans again, `change` lets obstacles and doors come and go, and `density` minds crowds; `check` and `naive` judge; `file` saves and loads.

mod angle;
mod axis;
mod blocks;
mod border;
mod build;
mod cast;
mod change;
mod check;
mod cleaning;
mod connect;
mod courses;
mod density;
mod file;
mod flank;
mod height;
mod id;
mod index;
mod layering;
mod locate;
mod medial;
mod mesh;
pub mod naive;
mod nearest;
mod overlap;
mod page;
mod piece;
mod plane;
mod prepared;
mod problem;
mod replan;
mod rings;
mod route;
pub mod sample;
mod scene;
mod sight;
mod slide;
#[cfg(test)]
mod slots;
mod sound;
mod span;
mod standing;
mod surface;
mod view;
mod violation;

pub use build::{BuildError, Built, Seconds, Stage, check};
pub use cast::{Cast, Sightline};
pub use change::{Affected, Change, Event, LiveMesh, Mistake, Obstacle, ObstacleId, Refused};
pub use density::{
    CostTable, DelayCosts, DelayTable, DensityCosts, DensityPlan, DensityPlanner, Facility,
    FundamentalDiagram, LevelOfService, Occupancy, PERSON_AREA,
};
pub use file::LoadError;
pub use id::{CellId, CornerId, EdgeId, FlankId, JointId, WallId};
pub use locate::Position;
pub use mesh::Mesh;
pub use nearest::{Footing, Nearest, Retraction};
pub use problem::{Fault, Problem, Whereabouts};
pub use replan::{CostChange, Method, Replanned, Replanner};
pub use route::{
    Costs, Distances, Ground, Kind, Leg, NoRoute, Path, Planner, Request, Route, Step, Weighted, Weights,
    Which, Width,
};
pub use scene::{Connection, ConnectionId, Corner, Layer, LayerId, Part, Region, Ring, Scene, Terrain};
pub use sight::{Sight, Visibility, WallInSight};
pub use slide::Slide;
pub use surface::Surface;
pub use throng_voronoi::{Arc, Generator, Grid, Hit, Shape};
pub use view::{BendingPoint, Cell, Edge, Vertex, Wall};
pub use violation::MeshViolation;
