//! 3D models in a folder, and how each of them is to be read and walked.

use std::path::{Path, PathBuf};

use throng_import::{ExtractOptions, ModelOptions, UpAxis};

/// What is known of some files.
struct Known {
    /// How their names begin.
    start: &'static str,
    /// The axis that points up, if it is not that of the format.
    up: Option<UpAxis>,
    /// Meters per unit, if it is not that of the format.
    unit: Option<f64>,
    /// Whether it is a building without slabs.
    room_floors: bool,
    /// Who walks there. [m]
    head_room: f64,
    step: f64,
}

/// A file of which nothing is known.
const ANY: Known = Known { start: "", up: None, unit: None, room_floors: false, head_room: 1.8, step: 0.35 };

const KNOWN: [Known; 7] = [
    // 32 units are about a meter; players are 56 units high and climb 18.
    Known { start: "quake", up: Some(UpAxis::Z), unit: Some(0.03125), head_room: 1.75, step: 0.5625, ..ANY },
    Known { start: "sauerbraten", unit: Some(0.05), ..ANY },
    // A toy: its blocks leave 1 m.
    Known { start: "navcat_tower", head_room: 1.05, step: 0.2, ..ANY },
    // Buildings, also where they were made OBJ.
    Known { start: "kit_institute", up: Some(UpAxis::Z), ..ANY },
    Known { start: "duplex", up: Some(UpAxis::Z), ..ANY },
    Known { start: "fzk_haus", up: Some(UpAxis::Z), ..ANY },
    Known { start: "office_a", room_floors: true, ..ANY },
];

/// How the names of files end that hold models.
const ENDINGS: [&str; 6] = ["obj", "glb", "gltf", "ifc", "stl", "ply"];

/// What a file needs to be read.
pub(crate) fn reading(path: &Path) -> ModelOptions {
    let &Known { up, unit, room_floors, .. } = known(path);
    ModelOptions { up, unit, room_floors, ..ModelOptions::default() }
}

/// Who walks in it.
pub(crate) fn walking(path: &Path) -> ExtractOptions {
    let &Known { head_room, step, .. } = known(path);
    ExtractOptions { head_room, step, ..ExtractOptions::default() }
}

/// All files of a folder and the folders in it that hold models, in order of their names.
pub(crate) fn models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let at = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(at)? {
            let path = entry.map_err(at)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if ending(&path).is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a file.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn known(path: &Path) -> &'static Known {
    let name = name(path);
    KNOWN.iter().find(|known| name.starts_with(known.start)).unwrap_or(&ANY)
}

fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase())
}
