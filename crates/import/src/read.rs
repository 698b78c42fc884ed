//! Reading a place from a file of any known format.

use std::path::Path;

use crate::dxf;
use crate::geojson;
use crate::grid_map;
use crate::imported::Imported;
use crate::options::ReadOptions;
use crate::scene_format::SCENE_KEYS;
use crate::scene_json;
use crate::svg;
use crate::wkt;

/// A format of places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Scene files of Throng, `.json`.
    Scene,
    /// GeoJSON, `.geojson` or `.json`.
    GeoJson,
    /// Well-known text, `.wkt`.
    Wkt,
    /// Drawings, `.svg`.
    Svg,
    /// Drawings, `.dxf`.
    Dxf,
    /// Grid maps of the Moving AI benchmarks, `.map`.
    GridMap,
}

/// Why a file could not be read at all. What is wrong inside a file is among the diagnostics of [`Imported`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum ReadError {
    #[error("{file} cannot be read: {reason}")]
    Unreadable { file: String, reason: std::io::Error },
    #[error("{file} is not text in UTF-8: line {line} has other bytes; save it as UTF-8")]
    NotUtf8 { file: String, line: u32 },
    #[error("the format of {file} is not known; {advice}")]
    NotRecognized { file: String, advice: String },
    #[error("{file}{place}: {what}; {remedy}")]
    Unusable { file: String, place: String, what: String, remedy: String },
}

/// Reads a file.
pub fn read_file(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Imported, ReadError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|reason| ReadError::Unreadable { file: file.clone(), reason })?;
    let format = Format::detect(&file, &bytes);
    read_bytes(&file, &bytes, format, options)
}

/// Reads the contents of a file. The name is for messages only, and for advice if the format is not known.
pub fn read_bytes(
    name: &str,
    bytes: &[u8],
    format: Option<Format>,
    options: &ReadOptions,
) -> Result<Imported, ReadError> {
    let text = || text_of(name, bytes);
    match format {
        Some(Format::Scene) => Ok(scene_json::read_scene(text()?)),
        Some(Format::GeoJson) => Ok(geojson::read_geojson(text()?, options)),
        Some(Format::Wkt) => Ok(wkt::read_wkt(text()?, options)),
        Some(Format::Svg) => Ok(svg::read_svg(text()?, options)),
        Some(Format::Dxf) => Ok(dxf::read_dxf(bytes, options)),
        Some(Format::GridMap) => Ok(grid_map::read_grid_map(text()?, options)),
        None => Err(ReadError::NotRecognized { file: name.to_owned(), advice: advice(name, bytes) }),
    }
}

impl Format {
    /// The format of a file, by its name and then by what is in it.
    pub fn detect(file_name: &str, bytes: &[u8]) -> Option<Self> {
        match extension(file_name).as_str() {
            "geojson" => Some(Self::GeoJson),
            "wkt" => Some(Self::Wkt),
            "svg" => Some(Self::Svg),
            "dxf" => Some(Self::Dxf),
            "map" => Some(Self::GridMap),
            other if advice_for(other).is_some() => None,
            "json" => Self::of_json(bytes, true),
            _ => Self::of_contents(bytes),
        }
    }

    /// The format of a file whose name says nothing.
    fn of_contents(bytes: &[u8]) -> Option<Self> {
        let start = without_mark(bytes).trim_ascii_start();
        let word_length = start.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = String::from_utf8_lossy(&start[..word_length]).to_ascii_uppercase();
        let head = String::from_utf8_lossy(&start[..start.len().min(1000)]);
        if start.starts_with(b"{") {
            Self::of_json(bytes, false)
        } else if word == "SRID" || wkt::KEYWORDS.iter().any(|keyword| word.starts_with(keyword)) {
            Some(Self::Wkt)
        } else if head.contains("<svg") {
            Some(Self::Svg)
        } else if head.starts_with("type octile") {
            Some(Self::GridMap)
        } else if head.starts_with('0') && head.contains("SECTION") {
            Some(Self::Dxf)
        } else {
            None
        }
    }

    /// A scene file or GeoJSON. A broken file is a scene if its name allows it, so that its mistake is told.
    fn of_json(bytes: &[u8], named_json: bool) -> Option<Self> {
        let keys = outer_keys(bytes);
        let has = |key: &str| keys.iter().any(|other| other == key);
        if has("type") && (has("features") || has("geometry") || has("coordinates") || has("geometries")) {
            Some(Self::GeoJson)
        } else if has("throng") || has("layers") {
            Some(Self::Scene)
        } else if has("type") && !has("nodes") && !has("vertices") && mentions_geojson(bytes) {
            Some(Self::GeoJson)
        } else {
            (named_json && keys.is_empty()).then_some(Self::Scene)
        }
    }
}

fn mentions_geojson(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1000)]);
    geojson::TYPES.iter().any(|kind| head.contains(&format!("\"{kind}\"")))
}

/// The names of the members of the outermost object, as far as they can be told; of a broken file too.
fn outer_keys(bytes: &[u8]) -> Vec<String> {
    let (mut keys, mut depth, mut at) = (Vec::new(), 0_i64, 0);
    let mut last: Option<&[u8]> = None;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                let begin = at + 1;
                at = begin;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                last = bytes.get(begin..at);
            }
            b':' if depth == 1 => {
                keys.extend(last.take().map(|key| String::from_utf8_lossy(key).into_owned()));
            }
            _ => {}
        }
        at += 1;
    }
    keys
}

fn text_of<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        ReadError::NotUtf8 { file: file.to_owned(), line }
    })
}

/// What to do with a file of unknown format.
fn advice(name: &str, bytes: &[u8]) -> String {
    if let Some(advice) = advice_for(&extension(name)) {
        return advice.to_owned();
    }
    let start = without_mark(bytes).trim_ascii_start();
    if start.starts_with(b"{") {
        // A file may have thousands.
        const SHOWN: usize = 8;
        let keys = outer_keys(bytes);
        let shown: Vec<String> = keys.iter().take(SHOWN).map(|key| format!("`{key}`")).collect();
        let more = if keys.len() > SHOWN { ", …" } else { "" };
        let found = if keys.is_empty() { "nothing".to_owned() } else { shown.join(", ") + more };
        let expected: Vec<String> = SCENE_KEYS.iter().map(|key| format!("`{key}`")).collect();
        return format!(
            "it is JSON with {found}; a scene file has {}, and GeoJSON has `type` and `features`",
            expected.join(", ")
        );
    }
    SUPPORTED.to_owned()
}

const SUPPORTED: &str = "known are scene files (.json), GeoJSON (.geojson), WKT (.wkt), SVG (.svg), DXF (.dxf) and \
                         grid maps (.map); for 3D models there is `throng extract`";

/// What to do with a file that is not read, by its extension.
fn advice_for(extension: &str) -> Option<&'static str> {
    Some(match extension {
        "obj" | "glb" | "gltf" | "ifc" | "ply" | "stl" => {
            "it is a 3D model: `throng extract` makes a scene file of its walkable surfaces"
        }
        "osm" | "pbf" => {
            "convert it to GeoJSON, with `osmium export FILE -o place.geojson`, `ogr2ogr place.geojson FILE` or QGIS"
        }
        "gml" | "kml" | "shp" | "gpkg" => "convert it to GeoJSON, with `ogr2ogr place.geojson FILE` or QGIS",
        "xml" | "yaml" | "yml" => {
            "it is another program's own format: export GeoJSON, WKT, DXF or SVG from there, or convert it with ogr2ogr or QGIS"
        }
        "dwg" => "export it as DXF",
        _ => return None,
    })
}

fn extension(file_name: &str) -> String {
    Path::new(file_name).extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// Without the invisible mark that some editors put at the beginning.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
