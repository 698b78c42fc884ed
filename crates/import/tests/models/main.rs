//! Reading 3D models, through the public interface only.

mod building;
mod common;
mod cube;
mod damage;
mod gltf;
mod ifc_shapes;
mod obj;
mod rooms;
mod stl_and_ply;
