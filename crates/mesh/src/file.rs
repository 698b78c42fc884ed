//! Meshes as bytes: saving and loading.
//!
//! A file is a header, a table of sections, the sections, and a checksum. Everything is little-endian, and all records of a section
//! have one size:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `THRONGEC` |
//! | 4 | version of the format: 2 |
//! | 4 | flags: 0 |
//! | 8 | length of the file, checksum included |
//! | 4 | number of sections: 16 |
//! | 4 | 0 |
//! | 24 each | table: kind (4), bytes of a record (4), offset (8), number of records (8) |
//! | | the sections in the order of the table, each padded with zeros to a multiple of 8 |
//! | 4 | CRC-32 (as in zlib) of all before |
//!
//! | kind | section | bytes of a record | fields |
//! |---|---|---|---|
//! | 1 | head | 56 | grid origin x, y, unit: 8 each. twice the area in grid units squared: 16. vertices, components, bytes of the name, 0: 4 each |
//! | 2 | joints | 32 | x, y, clearance: 8 each. flank, layer: 4 each |
//! | 3 | flanks | 16 | start, next, prev, obstacle: 4 each |
//! | 4 | cells | 8 | edge, layer with the mark of cells that span several in the highest bit: 4 each |
//! | 5 | edges | 28 | length, smallest clearance: 8 each. first cell, number of cells, component: 4 each |
//! | 6 | corners | 16 | x, y: 8 each |
//! | 7 | walls | 28 | direction x, y: 8 each. ends, layer: 4 each |
//! | 8 | connections | 44 | ends x, y, x, y: 8 each. layers, 1 if it is open or else 0: 4 each |
//! | 9 | layers | 96 | see [`record::LayerRecord`] |
//! | 10 | connections of layers | 4 | connection |
//! | 11 | regions | 8 | bytes of the label, number of corners: 4 each |
//! | 12 | corners of regions | 24 | x, y, height: 8 each |
//! | 13 | triangles of heights | 72 | x, y, height of three corners: 8 each |
//! | 14 | starts of the lists of indices | 4 | start |
//! | 15 | items of the lists of indices | 4 | item |
//! | 16 | text | 1 | UTF-8: the name of the place, then of each layer its name and the labels of its regions |
//!
//! Sections 10 to 16 are shared by all layers: each takes as much as its record says, one after the other.
//!
//! A mesh that went through updates is saved without its free slots: what is left is numbered anew, in the same order.
//! Only this version is read: in version 1 walls did not know their layer, and the area was rounded. A mesh is quickly rebuilt from its scene.
//!
//! Loading trusts nothing: the checksum finds damage, and [`crate::sound`] finds what somebody forged.
//! Cost: linear; [`Mesh::from_bytes`] is a copy of the arrays, a checksum and a few passes over ids.

mod compact;
mod read;
mod record;
mod section;
#[cfg(test)]
mod tests;
mod write;

use std::io;

use crate::mesh::Mesh;
use crate::violation::MeshViolation;

const MAGIC: [u8; 8] = *b"THRONGEC";

/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 2;

/// Bytes before the table of sections.
const HEADER: usize = 32;

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Why bytes are not a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum LoadError {
    #[error("this is not a saved mesh: it does not start with \"THRONGEC\"")]
    NotAMesh,
    #[error(
        "the mesh was made by a newer version of Throng: its format is {version}, and {VERSION} is the newest known here; \
         update Throng, or rebuild the mesh from the scene"
    )]
    Newer { version: u32 },
    #[error(
        "the mesh was made by an older version of Throng: its format is {version}, and {VERSION} is the one known here; \
         rebuild the mesh from the scene"
    )]
    Older { version: u32 },
    #[error(
        "the mesh has {found} bytes instead of {expected}: a part is missing or too much; rebuild it from the scene"
    )]
    Length { found: u64, expected: u64 },
    #[error(
        "the mesh is damaged: its checksum is {found:08x} instead of {expected:08x}; rebuild it from the scene"
    )]
    Checksum { found: u32, expected: u32 },
    #[error("the mesh is malformed: {what}; rebuild it from the scene")]
    Malformed { what: &'static str },
    #[error("the mesh is malformed: {0}; rebuild it from the scene")]
    Unsound(#[from] MeshViolation),
}

impl Mesh {
    /// Whether bytes are a saved mesh, going by how they begin.
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// The mesh as bytes, for [`Mesh::from_bytes`]. The same mesh gives the same bytes on every machine.
    ///
    /// If the mesh went through updates, then what is saved has ids without gaps, and not those that it has now.
    pub fn to_bytes(&self) -> Vec<u8> {
        write::write(self)
    }

    /// Writes the mesh as bytes.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, mut to: impl io::Write) -> io::Result<()> {
        to.write_all(&self.to_bytes())
    }

    /// The mesh that was saved as these bytes: the same in every bit, if it did not go through updates.
    ///
    /// Bytes of any kind do no harm: what is damaged is turned away. Bytes that somebody forged, with a checksum that fits, may make a
    /// mesh whose answers are nonsense ([`Mesh::check`] would tell), but no query on it panics or runs forever.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let mesh = read::read(bytes)?;
        mesh.check_sound()?;
        Ok(mesh)
    }
}
