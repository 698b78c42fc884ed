//! What a picture shows, and how.

use throng_mesh::{Affected, CellId, LayerId, Leg, Obstacle, Position};

/// From where the place is seen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) enum View {
    /// One layer from above.
    OneLayer(LayerId),
    /// All layers from above, beside each other, at one scale.
    #[default]
    SideBySide,
    /// All layers at their heights, by a parallel projection.
    Oblique {
        /// How much heights are exaggerated; `None` for as much as floors need not to hide each other.
        lift: Option<f64>,
    },
}

/// What a picture shows, and how.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PictureStyle {
    /// From where the place is seen.
    pub(crate) view: View,
    /// Width of the picture; its height follows. (px)
    pub(crate) width: f64,
    /// What stands above the picture.
    pub(crate) title: Option<String>,
    /// What stands above this panel, where there are several.
    pub(crate) caption: Option<String>,
    /// Walkable space and its border.
    pub(crate) walkable: bool,
    /// Obstacles with an area; line and point obstacles.
    pub(crate) obstacles: bool,
    /// Labeled areas.
    pub(crate) regions: bool,
    /// A color for each layer; then regions are not shown.
    pub(crate) layer_colors: bool,
    /// Clearance as color.
    pub(crate) clearance: bool,
    /// The clearance of the last color; `None` for one that suits the place. (m)
    pub(crate) max_clearance: Option<f64>,
    /// The medial axis and its vertices.
    pub(crate) axis: bool,
    /// Lines from bending points to their nearest obstacle points.
    pub(crate) spokes: bool,
    /// Connections.
    pub(crate) connections: bool,
    /// Names of layers and markers.
    pub(crate) labels: bool,
    /// Numbers of cells: for small pictures.
    pub(crate) cell_ids: bool,
    /// A bar of a round length.
    pub(crate) scale_bar: bool,
    /// What the colors mean.
    pub(crate) legend: bool,
    /// Cells that stand out.
    pub(crate) cells: Vec<CellId>,
    /// What one can see from places.
    pub(crate) sights: Vec<Sight>,
    /// Places that stand out.
    pub(crate) markers: Vec<Marker>,
    /// Cells of corridors.
    pub(crate) corridor: Vec<CellId>,
    /// Routes.
    pub(crate) routes: Vec<Track>,
    /// Cells that an update took away or brought.
    pub(crate) tints: Vec<Tint>,
    /// Where an update happened.
    pub(crate) affected: Vec<Affected>,
    /// Obstacles that came with it.
    pub(crate) newcomers: Vec<Obstacle>,
    /// Characters, and how dense they make the place.
    pub(crate) crowd: Option<CrowdStyle>,
    /// Squares of color on floors, seen from above.
    pub(crate) heat: Vec<Heat>,
}

/// A square of color on a floor.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Heat {
    pub(crate) layer: LayerId,
    /// Its lower left corner. (m)
    pub(crate) corner: [f64; 2],
    /// Its side. (m)
    pub(crate) side: f64,
    pub(crate) color: String,
}

/// Cells with a color that means something.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Tint {
    pub(crate) cells: Vec<CellId>,
    pub(crate) color: &'static str,
    /// What the legend says of it.
    pub(crate) label: &'static str,
}

/// Characters, and how dense they make the place.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct CrowdStyle {
    /// Cells of edges with somebody on them, by their level of service.
    pub(crate) cells: [Vec<CellId>; 6],
    pub(crate) positions: Vec<Position>,
    /// Of each of them. (m)
    pub(crate) radius: f64,
}

/// A route to draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Track {
    /// Its legs in order, each with positions along it: where it starts, where it ends, and enough between for a smooth curve.
    pub(crate) legs: Vec<(Leg, Vec<Position>)>,
    /// Its color, of [`super::palette`].
    pub(crate) color: String,
    /// What the legend says of its color; nothing if empty.
    pub(crate) label: String,
    /// The radius of the disc that follows it, to show how much room it takes; nothing is shown for 0. (m)
    pub(crate) band: f64,
    /// Whether it is one of so many that each has to be thin.
    pub(crate) thin: bool,
}

/// What one can see from a place.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Sight {
    /// The place.
    pub(crate) eye: Option<Position>,
    /// What one can see, layer by layer.
    pub(crate) polygons: Vec<(Vec<[f64; 2]>, LayerId)>,
}

/// A place that stands out.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Marker {
    /// Where it is.
    pub(crate) position: Position,
    /// What stands beside it; may be empty.
    pub(crate) label: String,
}

impl Default for PictureStyle {
    fn default() -> Self {
        Self {
            view: View::default(),
            width: 1200.0,
            title: None,
            caption: None,
            walkable: true,
            obstacles: true,
            regions: true,
            layer_colors: false,
            clearance: false,
            max_clearance: None,
            axis: true,
            spokes: false,
            connections: true,
            labels: true,
            cell_ids: false,
            scale_bar: true,
            legend: false,
            cells: Vec::new(),
            sights: Vec::new(),
            markers: Vec::new(),
            corridor: Vec::new(),
            routes: Vec::new(),
            tints: Vec::new(),
            affected: Vec::new(),
            newcomers: Vec::new(),
            crowd: None,
            heat: Vec::new(),
        }
    }
}
