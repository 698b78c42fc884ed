//! Reading a 3D model from a file of any known format.

use std::path::Path;

use super::build::Build;
use super::fault::Fault;
use super::{Model, gltf, ifc, obj, ply, stl};
use crate::read::ReadError;

/// A format of 3D models.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ModelFormat {
    /// Wavefront OBJ, `.obj`.
    Obj,
    /// glTF, `.gltf` with its buffers inside or beside, or `.glb`.
    Gltf,
    /// Stereolithography, `.stl`, as text or binary.
    Stl,
    /// Polygon files, `.ply`, as text or binary.
    Ply,
    /// Buildings, `.ifc`.
    Ifc,
}

/// Which axis of a file points up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum UpAxis {
    X,
    Y,
    Z,
    NegativeX,
    NegativeY,
    NegativeZ,
}

/// How a model is read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelOptions {
    /// Which axis points up. Without it, that of the format: y for OBJ and glTF, z for the others.
    pub up: Option<UpAxis>,
    /// Meters per unit. Without it, what the file says, and 1 if it says nothing.
    pub unit: Option<f64>,
    /// Furniture is kept, as obstacles.
    pub furniture: bool,
    /// Rooms have floors of their own, and doors thresholds: for buildings without slabs.
    pub room_floors: bool,
}

/// A model as read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadModel {
    /// The model; it has triangles, and all coordinates are finite.
    pub model: Model,
    /// What was assumed, and what was odd and what was done about it. One sentence each.
    pub notes: Vec<String>,
}

/// Gives the contents of a file beside the model, by its relative path.
pub type Siblings<'s> = &'s dyn Fn(&str) -> std::io::Result<Vec<u8>>;

/// Reads a model.
pub fn read_model(path: impl AsRef<Path>, options: &ModelOptions) -> Result<ReadModel, ReadError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|reason| ReadError::Unreadable { file: file.clone(), reason })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_model_bytes(&file, &bytes, options, &|name| std::fs::read(folder.join(name)))
}

/// Reads the contents of a file. The name says the format and is for messages; `siblings` gives files beside it, which glTF needs.
pub fn read_model_bytes(
    name: &str,
    bytes: &[u8],
    options: &ModelOptions,
    siblings: Siblings<'_>,
) -> Result<ReadModel, ReadError> {
    let Some(format) = ModelFormat::detect(name, bytes) else {
        return Err(ReadError::NotRecognized { file: name.to_owned(), advice: KNOWN.to_owned() });
    };
    let read = read_format(format, bytes, options, siblings);
    let mut read = read.map_err(|Fault { place, what, remedy }| {
        let place = if place.is_empty() { place } else { format!(", {place}") };
        ReadError::Unusable { file: name.to_owned(), place, what, remedy }
    })?;
    if read.model.name.is_empty() {
        let stem = Path::new(name).file_stem();
        read.model.name = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    }
    Ok(read)
}

const KNOWN: &str = "known are models as OBJ (.obj), glTF (.gltf, .glb), STL (.stl), PLY (.ply) and IFC (.ifc); export one of these";

/// Reads a file of a known format.
pub(super) fn read_format(
    format: ModelFormat,
    bytes: &[u8],
    options: &ModelOptions,
    siblings: Siblings<'_>,
) -> Result<ReadModel, Fault> {
    if let Some(unit) = options.unit
        && !(unit.is_finite() && unit > 0.0)
    {
        let what = format!("a unit of {unit} m is asked for");
        return Err(Fault::new(
            "",
            what,
            "give the meters of one unit of the file, as 0.001 for millimeters",
        ));
    }
    let mut build = Build::new(options, format.up());
    match format {
        ModelFormat::Obj => obj::read_obj(bytes, &mut build)?,
        ModelFormat::Gltf => gltf::read_gltf(bytes, &mut build, siblings)?,
        ModelFormat::Stl => stl::read_stl(bytes, &mut build)?,
        ModelFormat::Ply => ply::read_ply(bytes, &mut build)?,
        ModelFormat::Ifc => ifc::read_ifc(bytes, &mut build)?,
    }
    build.finish()
}

impl ModelFormat {
    /// The format of a file, by its name and then by what is in it.
    pub fn detect(file_name: &str, bytes: &[u8]) -> Option<Self> {
        let end = Path::new(file_name).extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("obj") => Some(Self::Obj),
            Some("gltf" | "glb") => Some(Self::Gltf),
            Some("stl") => Some(Self::Stl),
            Some("ply") => Some(Self::Ply),
            Some("ifc") => Some(Self::Ifc),
            _ => Self::of_contents(bytes),
        }
    }

    /// The format of a file whose name says nothing.
    fn of_contents(bytes: &[u8]) -> Option<Self> {
        let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        let head = &start[..start.len().min(4000)];
        let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        // A binary file of triangles is told by its length alone.
        let count = bytes.get(80..84).and_then(|count| <[u8; 4]>::try_from(count).ok());
        let is_binary_stl =
            count.is_some_and(|count| bytes.len() as u64 == 84 + 50 * u64::from(u32::from_le_bytes(count)));
        let begins = |words: [&[u8]; 3]| {
            head.split(|&byte| byte == b'\n')
                .any(|line| words.iter().any(|word| line.trim_ascii_start().starts_with(word)))
        };
        if start.starts_with(b"glTF") || (start.starts_with(b"{") && has(b"\"asset\"")) {
            Some(Self::Gltf)
        } else if start.starts_with(b"ISO-10303-21") {
            Some(Self::Ifc)
        } else if start.starts_with(b"ply\n") || start.starts_with(b"ply\r") {
            Some(Self::Ply)
        } else if is_binary_stl || (start.starts_with(b"solid") && has(b"facet")) {
            Some(Self::Stl)
        } else if begins([b"v ", b"v\t", b"mtllib "]) {
            Some(Self::Obj)
        } else {
            None
        }
    }

    /// Which axis points up, if nothing else is said.
    pub fn up(self) -> UpAxis {
        match self {
            Self::Obj | Self::Gltf => UpAxis::Y,
            Self::Stl | Self::Ply | Self::Ifc => UpAxis::Z,
        }
    }
}

impl UpAxis {
    /// A point turned so that z points up. Always a rotation, so that what was outside stays outside.
    pub fn turn(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        // Differences, because -0 is not wanted.
        match self {
            Self::X => [y, z, x],
            Self::Y => [x, 0.0 - z, y],
            Self::Z => [x, y, z],
            Self::NegativeX => [z, y, 0.0 - x],
            Self::NegativeY => [x, z, 0.0 - y],
            Self::NegativeZ => [x, 0.0 - y, 0.0 - z],
        }
    }
}

impl Default for ModelOptions {
    fn default() -> Self {
        Self { up: None, unit: None, furniture: true, room_floors: false }
    }
}
