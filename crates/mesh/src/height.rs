//! Height of a position: from the triangles of a layer, or from the heights of its corners.
//!
//! A layer whose corners all have one height is flat. Otherwise its heights are triangles: those of its terrain where
//! there is one, else every walkable ring is triangulated between its own corners.

use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use crate::index::Index;
use crate::plane::{Point, bounds, contains, turn};
use crate::scene::{Corner, Layer, Ring};

/// Heights of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heights {
    /// The same everywhere.
    Flat(f64),
    /// Triangles, and where they are.
    Triangles {
        /// Three corners each.
        triangles: Vec<[Corner; 3]>,
        index: Index,
    },
}

/// A corner in the triangulation of a ring.
struct Spot(Corner);

impl HasPosition for Spot {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        Point2::new(self.0[0], self.0[1])
    }
}

impl Heights {
    pub(crate) fn of_layer(layer: &Layer) -> Self {
        let corners = || layer.walkable.iter().flatten();
        let triangles = match &layer.terrain {
            Some(terrain) => {
                let vertex = |v: u32| terrain.vertices.get(v as usize).copied();
                let corners = |t: &[u32; 3]| Some([vertex(t[0])?, vertex(t[1])?, vertex(t[2])?]);
                terrain.triangles.iter().filter_map(corners).collect()
            }
            None => {
                let first = corners().next().map_or(0.0, |corner| corner[2]);
                if corners().all(|corner| corner[2] == first) {
                    return Self::Flat(first);
                }
                layer.walkable.iter().flat_map(triangulate).collect()
            }
        };
        Self::of_triangles(triangles)
    }

    /// Heights inside one ring.
    pub(crate) fn of_ring(ring: &Ring) -> Self {
        let first = ring.first().map_or(0.0, |corner| corner[2]);
        if ring.iter().all(|corner| corner[2] == first) {
            return Self::Flat(first);
        }
        Self::of_triangles(triangulate(ring))
    }

    pub(crate) fn of_triangles(triangles: Vec<[Corner; 3]>) -> Self {
        let flat = |t: &[Corner; 3]| t.map(|[x, y, _]| [x, y]);
        let bounds = bounds(triangles.iter().flatten().map(|&[x, y, _]| [x, y]));
        let index = Index::new(bounds, triangles.iter().enumerate().map(|(item, t)| (item as u32, flat(t))));
        Self::Triangles { triangles, index }
    }

    /// Height at a place; outside of all triangles that of the nearest one in the same bucket, or 0.
    pub(crate) fn at(&self, place: Point) -> f64 {
        let (triangles, index) = match self {
            Self::Flat(height) => return *height,
            Self::Triangles { triangles, index } => (triangles, index),
        };
        let nearest = |items: &mut dyn Iterator<Item = u32>| {
            let found = items.map(|item| interpolate(&triangles[item as usize], place));
            found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, height)| height)
        };
        let here = nearest(&mut index.at(place).iter().copied());
        // Beside all triangles: look around.
        let around =
            || (0..).map_while(|ring| index.ring(place, ring)).find_map(|mut items| nearest(&mut items));
        here.or_else(around).unwrap_or(0.0)
    }

    pub(crate) fn is_flat(&self) -> bool {
        matches!(self, Self::Flat(_))
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Flat(_) => 0,
            Self::Triangles { triangles, index } => {
                triangles.capacity() * size_of::<[Corner; 3]>() + index.bytes()
            }
        }
    }
}

/// The height over a place in the triangle, or over its nearest place in barycentric terms; and by how much that is outside.
fn interpolate(&[a, b, c]: &[Corner; 3], place: Point) -> (f64, f64) {
    let flat = |[x, y, _]: Corner| [x, y];
    let area = turn(flat(a), flat(b), flat(c));
    if area == 0.0 {
        return (f64::MAX, a[2]);
    }
    let weights = [(b, c), (c, a), (a, b)].map(|(p, q)| turn(flat(p), flat(q), place) / area);
    let outside = weights.iter().fold(0.0f64, |most, &w| most.max(-w));
    let clamped = weights.map(|w| w.max(0.0));
    let sum: f64 = clamped.iter().sum();
    (outside, (clamped[0] * a[2] + clamped[1] * b[2] + clamped[2] * c[2]) / sum)
}

/// Triangles of a ring between its own corners.
fn triangulate(ring: &Ring) -> Vec<[Corner; 3]> {
    let mut net = ConstrainedDelaunayTriangulation::<Spot>::new();
    // Corners that cannot be triangulated, such as those that are not finite, are reported elsewhere.
    let corners: Vec<_> = ring.iter().filter_map(|&corner| net.insert(Spot(corner)).ok()).collect();
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        if a != b && net.can_add_constraint(a, b) {
            net.add_constraint(a, b);
        }
    }
    let faces = net.inner_faces().map(|face| face.vertices().map(|vertex| vertex.data().0));
    faces.filter(|t| contains(ring, [0, 1].map(|k| (t[0][k] + t[1][k] + t[2][k]) / 3.0))).collect()
}
