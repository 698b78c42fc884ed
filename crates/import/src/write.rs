//! Writing a place in a format of the user's choice.

use throng_mesh::Scene;

use crate::read::Format;
use crate::write_geojson::write_geojson;
use crate::write_scene::write_scene;
use crate::write_wkt::write_wkt;

/// Why a scene cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum WriteError {
    #[error("WKT cannot express {what}; write GeoJSON (.geojson) or a scene file (.json)")]
    NotExpressible { what: String },
    #[error("{format:?} is read only; write a scene file (.json), GeoJSON (.geojson) or WKT (.wkt)")]
    ReadOnly { format: Format },
}

/// The text of a file in a format.
pub fn write(scene: &Scene, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Scene => Ok(write_scene(scene)),
        Format::GeoJson => Ok(write_geojson(scene)),
        Format::Wkt => write_wkt(scene),
        Format::Svg | Format::Dxf | Format::GridMap => Err(WriteError::ReadOnly { format }),
    }
}
