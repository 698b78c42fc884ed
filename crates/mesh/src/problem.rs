//! What can be wrong with a scene: where, what, and what to do about it.
//!
//! An error keeps a mesh from being built. A repair was made, and is told so that nobody is surprised.

use std::fmt;

use crate::scene::{ConnectionId, LayerId, Part};

/// One thing that is wrong, or was repaired, and its place in the scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Where.
    pub place: Whereabouts,
    /// What.
    pub fault: Fault,
}

/// A place in a scene; as much of it as is known.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Whereabouts {
    /// Which layer.
    pub layer: Option<LayerId>,
    /// Which of its rings.
    pub part: Option<Part>,
    /// Which corner of the ring: its index as given.
    pub vertex: Option<usize>,
    /// Which connection.
    pub connection: Option<ConnectionId>,
    /// Position in meters.
    pub at: Option<[f64; 2]>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum Fault {
    // Errors.
    #[error("a coordinate is not a finite number")]
    NotFinite,
    #[error("a coordinate is beyond the reach of the grid, {reach} m from its middle")]
    OutOfRange { reach: f64 },
    #[error("the scene has no layers")]
    NoLayers,
    #[error("two layers are both called \"{id}\"")]
    LayerTwice { id: String },
    #[error("there is no layer \"{id}\"")]
    UnknownLayer { id: String },
    #[error("the walkable space is empty")]
    NothingWalkable,
    #[error("a walkable ring or an opening needs three corners, and this one has {corners}")]
    TooFewCorners { corners: usize },
    #[error("a ring without corners")]
    NoCorners,
    #[error("the layer lies above itself: {other} covers the same place {difference:.2} m higher or lower")]
    OverlapsItself { other: Part, difference: f64 },
    #[error("a triangle of the surface names vertex {vertex}, and there are {count}")]
    NoSuchVertex { vertex: u32, count: usize },
    #[error("the connection joins a layer to itself")]
    SameLayer,
    #[error("both ends of the connection fall on one point of the grid")]
    ConnectionTooShort,
    #[error("the connection does not lie on the border of layer \"{layer}\"")]
    ConnectionOffBorder { layer: String },
    #[error(
        "the connection runs through the walkable space of layer \"{layer}\" instead of along its border"
    )]
    ConnectionInside { layer: String },
    #[error("both layers lie on the same side of the connection")]
    ConnectionFolds,
    #[error("an obstacle of layer \"{layer}\" stands on the connection")]
    ConnectionBlocked { layer: String },
    #[error("the connection crosses or covers connection {other}")]
    ConnectionsCross { other: usize },
    #[error("this is a mistake of the program: {reason}")]
    Internal { reason: String },
    // Repairs.
    #[error("{count} corners repeat the one before them and were left out")]
    RepeatedCorners { count: usize },
    #[error("the ring crosses itself; what it encloses an even number of times counts as outside")]
    CrossesItself,
    #[error("the obstacle lies outside of the walkable space and has no effect")]
    ObstacleOutside,
    #[error("corners were moved to the grid, by up to {by:.1e} m")]
    Snapped { by: f64 },
    #[error(
        "{crossings} crossings of rings were made corners, and {merged} pieces that coincide were united"
    )]
    Overlaps { crossings: usize, merged: usize },
    #[error("the place is too large for a grid of 0.1 mm; a unit of {unit:.2e} m was taken")]
    CoarseGrid { unit: f64 },
}

impl Fault {
    /// Whether no mesh can be built. If not, it was repaired.
    pub fn is_error(&self) -> bool {
        !matches!(
            self,
            Self::RepeatedCorners { .. }
                | Self::CrossesItself
                | Self::ObstacleOutside
                | Self::Snapped { .. }
                | Self::Overlaps { .. }
                | Self::CoarseGrid { .. }
        )
    }

    /// What to do about it; `None` if nothing needs to be done.
    pub fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotFinite => "give the corner a number, or leave it out",
            Self::OutOfRange { .. } => {
                "is the unit meters? Move the place nearer to the origin, or leave the stray corner out"
            }
            Self::NoLayers => "add a layer with a walkable ring",
            Self::LayerTwice { .. } => "rename one of them",
            Self::UnknownLayer { .. } => "name one of the layers of this scene",
            Self::NothingWalkable => "add a walkable ring, or check whether obstacles cover all of it",
            Self::TooFewCorners { .. } => {
                "add corners, or make it an obstacle: lines and points can only be obstacles"
            }
            Self::NoCorners => "remove it",
            Self::OverlapsItself { .. } => "put the two on different layers and connect them",
            Self::NoSuchVertex { .. } => "vertices are counted from 0",
            Self::SameLayer => "split the layer in two along some line, and connect the parts",
            Self::ConnectionTooShort => "give it two ends at least a millimeter apart",
            Self::ConnectionOffBorder { .. } => {
                "both ends must be on the layer's border, with nothing but border between them; copy the coordinates of the corners"
            }
            Self::ConnectionInside { .. } => {
                "cut the layer there: only one side of the connection may be walkable on each layer"
            }
            Self::ConnectionFolds => {
                "one layer must end where the other begins; seen from above they may not overlap there"
            }
            Self::ConnectionBlocked { .. } => {
                "move the obstacle, or use two connections, one on each side of it"
            }
            Self::ConnectionsCross { .. } => "connections may share ends only",
            Self::Internal { .. } => "please report it, with the scene",
            Self::CrossesItself => "draw it as two rings if that is not meant",
            Self::ObstacleOutside => "remove it, or check its coordinates",
            Self::RepeatedCorners { .. }
            | Self::Snapped { .. }
            | Self::Overlaps { .. }
            | Self::CoarseGrid { .. } => {
                return None;
            }
        })
    }
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(layer) = self.layer {
            words.push(format!("layer {}", layer.0));
        }
        if let Some(part) = self.part {
            words.push(part.to_string());
        }
        if let Some(connection) = self.connection {
            words.push(format!("connection {}", connection.0));
        }
        if let Some(vertex) = self.vertex {
            words.push(format!("vertex {vertex}"));
        }
        if let Some([x, y]) = self.at {
            words.push(format!("at ({x}, {y})"));
        }
        f.write_str(&words.join(", "))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.fault)?;
        self.fault.remedy().map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}
