//! What a reader should assume where a file does not say: one set of choices for all formats.

/// How to take what a file leaves open. Each reader uses the fields that concern it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReadOptions {
    /// What polygons are, where the file does not say.
    pub meaning: Meaning,
    /// How far the walkable space reaches beyond the footprints, where polygons are obstacles. In meters, ≥ 0.
    pub margin: f64,
    /// What the coordinates are.
    pub coordinates: Coordinates,
    /// How far the straight pieces of a drawn curve may be from it. In meters, > 0.
    pub tolerance: f64,
    /// Side of a cell of a grid map. In meters, > 0.
    pub cell: f64,
}

/// What the polygons of a file are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meaning {
    /// Decide from what the file says about them, and say in the notes how it was decided.
    #[default]
    Auto,
    /// Rooms, floors, streets.
    Walkable,
    /// Buildings, furniture: the walkable space is what is around them.
    Obstacles,
}

/// What the coordinates of a file are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Degrees if the file says so, or if all of them could be and span less than half a degree; else meters.
    #[default]
    Auto,
    /// Meters, or any other unit of length that is to be taken as a meter.
    Meters,
    /// Longitude and latitude in degrees.
    Degrees,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            meaning: Meaning::Auto,
            margin: 10.0,
            coordinates: Coordinates::Auto,
            tolerance: 0.01,
            cell: 1.0,
        }
    }
}
