//! What an extraction gives: a scene, and a report of what was found and done on the way.

use throng_mesh::Scene;

/// The walkable layers of a model, and what there is to say about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The place.
    pub scene: Scene,
    /// What was found and done.
    pub report: ExtractReport,
}

/// What was found in a model, and what was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtractReport {
    /// What was odd, and what was done about it. One sentence each.
    pub remarks: Vec<String>,
    /// Triangles of the model.
    pub triangles: usize,
    /// Walkable area of the components that are kept. \[m²\]
    pub area: f64,
    /// The components that are kept, largest first.
    pub components: Vec<Component>,
    /// How many components were left out, for being small or out of reach.
    pub dropped: usize,
    /// Their area. \[m²\]
    pub dropped_area: f64,
    /// What a little more or less would change, if that was asked.
    pub variations: Vec<Variation>,
    /// Seconds by stage, in order.
    pub seconds: Vec<(&'static str, f64)>,
}

/// A part of the walkable surface that hangs together.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Its area, seen from above. \[m²\]
    pub area: f64,
    /// Its lowest and its highest height. \[m\]
    pub heights: [f64; 2],
    /// Lower left and upper right corner. \[m\]
    pub bounds: [[f64; 2]; 2],
    /// The layers that it is on, as indices into the scene's.
    pub layers: Vec<u32>,
}

/// What one setting would change if it were a little different.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// Which setting.
    pub setting: &'static str,
    /// Its other value.
    pub value: f64,
    /// Walkable area then. \[m²\]
    pub area: f64,
    /// Components then, small ones left out as before.
    pub components: usize,
}

/// A stage of an extraction, for progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtractStage {
    /// Taking the triangles apart: grid, solids, facets.
    Reading,
    /// What is walkable of each floor.
    Floors,
    /// Tiles of voxels.
    Tiles,
    /// Sewing the pieces together.
    Sewing,
    /// Layers and connections.
    Layers,
    /// What other settings would change.
    Variations,
}

/// Hears of progress, from any thread: the stage, and how much of how much is done. `Break` ends the extraction.
pub type Watch<'w> = &'w (dyn Fn(ExtractStage, usize, usize) -> std::ops::ControlFlow<()> + Sync);

/// Why nothing came of an extraction.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum ExtractError {
    #[error("the model has no triangles")]
    Empty,
    #[error(
        "vertex {vertex} of triangle {triangle} (part \"{part}\") is at ({x}, {y}, {z}), which is not a number; export the model again, or take that part away"
    )]
    NotFinite { triangle: usize, vertex: usize, part: String, x: f64, y: f64, z: f64 },
    #[error(
        "the model is {size:.0} m wide, and at most {most:.0} m are possible; is its unit right? `--unit` tells how many meters one unit of the file is"
    )]
    TooLarge { size: f64, most: f64 },
    #[error("{setting} is {value}; {advice}")]
    Setting { setting: &'static str, value: f64, advice: &'static str },
    #[error("no walkable surface was found: {reason}")]
    NothingWalkable { reason: String },
    #[error(
        "the way by voxels needs {cells} columns of voxels in each direction, and at most {most} are possible; use larger voxels"
    )]
    TooManyVoxels { cells: u64, most: u64 },
    #[error("interrupted")]
    Interrupted,
}
