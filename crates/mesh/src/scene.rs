//! What a place is, before anything is computed: layers and connections, in meters, as drawn by people.
//!
//! A scene is plain data and may be wrong in many ways; [`crate::Mesh::build`] says how, with the place of each [`Problem`](crate::Problem).

/// A corner of a polygon: x, y and height, in meters.
pub type Corner = [f64; 3];

/// A polygon by its corners; it need not be closed or oriented. As an obstacle, two corners are a line and one is a point.
pub type Ring = Vec<Corner>;

/// A layer of a scene, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LayerId(pub u32);

/// A connection of a scene, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ConnectionId(pub u32);

/// A place: layers, and the connections that glue them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// What people call it; may be empty.
    pub name: String,
    /// The layers; a [`LayerId`] is an index here.
    pub layers: Vec<Layer>,
    /// The connections; a [`ConnectionId`] is an index here.
    pub connections: Vec<Connection>,
}

/// A part of the walkable surface that does not overlap itself seen from above.
///
/// Its walkable space is (union of `walkable` − union of `obstacles`) ∪ union of `openings`, within the union of `walkable`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layer {
    /// Its name, unique in the scene.
    pub id: String,
    /// Where one can walk, before obstacles are taken away.
    pub walkable: Vec<Ring>,
    /// Where one cannot walk: polygons, lines, points.
    pub obstacles: Vec<Ring>,
    /// Where one can walk in spite of obstacles: doors in walls.
    pub openings: Vec<Ring>,
    /// Labeled areas, such as grass or stairs; profiles give weights to labels.
    pub regions: Vec<Region>,
    /// Heights inside the layer, where those of the corners do not say enough.
    pub terrain: Option<Terrain>,
}

/// An area with a label.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Region {
    /// What it is, such as "grass".
    pub label: String,
    /// Where it is.
    pub polygon: Ring,
}

/// Heights as triangles. In scene files: `surface`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Terrain {
    /// x, y and height, in meters.
    pub vertices: Vec<Corner>,
    /// Indices of three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

/// A straight segment along which two layers are glued.
#[derive(Clone, PartialEq, Debug)]
pub struct Connection {
    /// The two layers: different ones.
    pub between: [LayerId; 2],
    /// Its two ends, in meters.
    pub segment: [[f64; 2]; 2],
    /// What people call it, if anything: doors have names. Several may have the same.
    pub name: Option<String>,
}

impl Connection {
    /// A connection without a name.
    pub fn new(between: [LayerId; 2], segment: [[f64; 2]; 2]) -> Self {
        Self { between, segment, name: None }
    }
}

impl Scene {
    /// A scene of one layer.
    pub fn of_layer(name: impl Into<String>, layer: Layer) -> Self {
        Self { name: name.into(), layers: vec![layer], connections: Vec::new() }
    }

    /// The layer with this name.
    pub fn layer_named(&self, id: &str) -> Option<LayerId> {
        self.layers.iter().position(|layer| layer.id == id).map(|index| LayerId(index as u32))
    }

    /// How many corners the rings of all layers have, regions not counted.
    pub fn num_corners(&self) -> usize {
        self.layers.iter().flat_map(Layer::rings).map(|(_, ring)| ring.len()).sum()
    }

    /// Lower left and upper right corner of all rings, in meters; `None` without corners that are finite.
    pub fn bounds(&self) -> Option<[[f64; 2]; 2]> {
        let mut bounds: Option<[[f64; 2]; 2]> = None;
        let corners = self.layers.iter().flat_map(Layer::rings).flat_map(|(_, ring)| ring);
        for &[x, y, _] in corners.filter(|c| c[0].is_finite() && c[1].is_finite()) {
            let [low, high] = bounds.get_or_insert([[x, y]; 2]);
            *low = [low[0].min(x), low[1].min(y)];
            *high = [high[0].max(x), high[1].max(y)];
        }
        bounds
    }
}

impl Layer {
    /// An empty layer.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// Its walkable rings, obstacles and openings, each with its name.
    pub fn rings(&self) -> impl Iterator<Item = (Part, &Ring)> {
        let walkable = self.walkable.iter().enumerate().map(|(index, ring)| (Part::Walkable(index), ring));
        let obstacles = self.obstacles.iter().enumerate().map(|(index, ring)| (Part::Obstacle(index), ring));
        let openings = self.openings.iter().enumerate().map(|(index, ring)| (Part::Opening(index), ring));
        walkable.chain(obstacles).chain(openings)
    }
}

/// A part of a layer, by kind and index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// A walkable ring.
    Walkable(usize),
    /// An obstacle.
    Obstacle(usize),
    /// An opening.
    Opening(usize),
    /// A region.
    Region(usize),
    /// The heights.
    Terrain,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Walkable(index) => write!(f, "walkable {index}"),
            Self::Obstacle(index) => write!(f, "obstacle {index}"),
            Self::Opening(index) => write!(f, "opening {index}"),
            Self::Region(index) => write!(f, "region {index}"),
            Self::Terrain => write!(f, "surface"),
        }
    }
}
