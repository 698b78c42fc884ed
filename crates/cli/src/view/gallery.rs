//! The gallery: built-in places, with small pictures of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use throng_import::PLACES;
use throng_mesh::Mesh;

use super::origin::has_scenario;
use super::room::lock;
use super::rooms::FILE;
use crate::picture::{PictureStyle, View, png, svg};

/// Width of a picture. (px)
const WIDTH: f64 = 480.0;

/// Pictures that were drawn, by name. Drawing one at a time is enough.
static DRAWN: Mutex<BTreeMap<String, Arc<Vec<u8>>>> = Mutex::new(BTreeMap::new());

/// What can be opened.
pub(super) fn list(has_file: bool) -> Value {
    let places = PLACES.iter().map(|place| {
        let layers = place.expected.map_or(Value::Null, |size| size.layers.into());
        json!({
            "name": place.name, "description": place.description, "layers": layers,
            "scenario": has_scenario(place.name),
        })
    });
    json!({ "opened": has_file.then_some(FILE), "places": places.collect::<Vec<_>>() })
}

/// A small picture of a built-in place, as PNG; `None` if there is no such place.
pub(super) fn picture(name: &str) -> Result<Option<Arc<Vec<u8>>>> {
    let mut drawn = lock(&DRAWN);
    if let Some(picture) = drawn.get(name) {
        return Ok(Some(picture.clone()));
    }
    let Some(scene) = throng_import::place(name) else { return Ok(None) };
    let mesh = Mesh::build(&scene).context("this place gives no mesh")?.mesh;
    let view = if mesh.num_layers() > 1 { View::Oblique { lift: None } } else { View::SideBySide };
    let style = PictureStyle {
        view,
        width: WIDTH,
        axis: mesh.num_cells() < 20_000,
        labels: false,
        legend: false,
        scale_bar: false,
        ..PictureStyle::default()
    };
    let picture = Arc::new(png(&svg(&mesh, &style), 1.0)?);
    drawn.insert(name.to_owned(), picture.clone());
    Ok(Some(picture))
}
