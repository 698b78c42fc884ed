//! What is asked of an extraction: who walks there, and how it is done.

use super::extraction::ExtractError;

/// Who walks there, what is kept, and how it is done.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractOptions {
    /// The steepest slope that can be walked. \[degrees\]
    pub slope: f64,
    /// The least height above a floor. \[m\]
    pub head_room: f64,
    /// The highest step up or down. \[m\]
    pub step: f64,
    /// Components with less area are left out. \[m²\]
    pub min_area: f64,
    /// If not empty: only components that are below one of these places are kept. \[m\]
    pub reachable_from: Vec<[f64; 3]>,
    /// Gaps up to this width are walked over, if the step allows. 0 leaves them. \[m\]
    pub close_gaps: f64,
    /// Triangles have no outside: those that face down are floors too.
    pub two_sided: bool,
    /// Doors of the model become connections.
    pub doors: bool,
    /// Also tells what a little more or less of slope, head room and step would change.
    pub vary: bool,
    /// How it is done.
    pub way: Way,
}

/// How walkable surfaces are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Way {
    /// Without voxels, to the grid of 0.1 mm.
    #[default]
    Exact,
    /// By voxels, tile by tile.
    Voxel(VoxelOptions),
}

/// The settings of the way by voxels. Cell, height and tile are by default those of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelOptions {
    /// Width of a voxel in x and in y. \[m\]
    pub cell: [f64; 2],
    /// Height of a voxel; 0 keeps heights as they are. \[m\]
    pub height: f64,
    /// Voxels along a side of a tile.
    pub tile: u32,
    /// Outlines are straightened if that moves them by at most this many voxels; 0 leaves them as steps, as in the paper.
    pub straighten: f64,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            slope: 45.0,
            head_room: 1.8,
            step: 0.35,
            min_area: 0.5,
            reachable_from: Vec::new(),
            close_gaps: 0.0,
            two_sided: false,
            doors: true,
            vary: false,
            way: Way::Exact,
        }
    }
}

impl ExtractOptions {
    /// Whether the settings make sense.
    pub(crate) fn check(&self) -> Result<(), ExtractError> {
        let rules: [(&'static str, f64, bool, &'static str); 6] = [
            ("slope", self.slope, (0.0..=85.0).contains(&self.slope), "it must be between 0 and 85 degrees"),
            (
                "head room",
                self.head_room,
                (0.01..=1000.0).contains(&self.head_room),
                "it must be between 1 cm and 1 km",
            ),
            ("step", self.step, (0.0..=100.0).contains(&self.step), "it must be between 0 and 100 m"),
            ("step", self.step, self.step < self.head_room, "it must be less than the head room"),
            (
                "min area",
                self.min_area,
                self.min_area >= 0.0 && self.min_area.is_finite(),
                "it must not be negative",
            ),
            (
                "close gaps",
                self.close_gaps,
                (0.0..=10.0).contains(&self.close_gaps),
                "it must be between 0 and 10 m",
            ),
        ];
        for (setting, value, holds, advice) in rules {
            if !holds {
                return Err(ExtractError::Setting { setting, value, advice });
            }
        }
        if let Some(from) = self.reachable_from.iter().flatten().find(|v| !v.is_finite()) {
            return Err(ExtractError::Setting {
                setting: "a place to start from",
                value: *from,
                advice: "its coordinates must be numbers",
            });
        }
        Ok(())
    }
}

impl Default for VoxelOptions {
    fn default() -> Self {
        Self { cell: [0.05, 0.05], height: 0.02, tile: 256, straighten: 0.75 }
    }
}
