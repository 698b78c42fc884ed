//! The walkable space of a layer as triangles with heights, for drawing and for other programs.
//!
//! Idea. A constrained Delaunay triangulation of the border, on the grid, where it is exact. Each piece of the border knows on which of its sides one
//! walks; from there on triangles are walkable up to the next piece. Where the layer is not level its folds become sides of triangles, and what
//! is still off is split.
//!
//! 1. Triangulate between the pieces of the border.
//! 2. If the layer is not level, add the corners of its heights, and the folds between them that cross no piece of the border.
//! 3. Flood from the left sides of all pieces.
//! 4. Number the corners of what was reached, and look up their heights.
//! 5. If the layer is not level, split triangles that are off by more than [`TOLERANCE`] ([`crate::surface::refine`]).
//!
//! Invariant: triangles do not overlap, fill the border's rings, and meet along whole sides.
//! Cost: that of the triangulation, O(n log n): 2.5 ms for the city, 65 ms for village8x8 (35,908 corners).
//! Degenerate: heights with a jump, such as those of rings that overlap, end up as a steep strip of [`LEAST_SIDE`].

mod refine;
#[cfg(test)]
mod tests;

use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, PositionInTriangulation, Triangulation};
use throng_voronoi::{Grid, GridPoint};

use crate::height::Heights;
use crate::locate::Position;
use crate::mesh::Mesh;
use crate::plane::Point;
use crate::scene::{Corner, LayerId};
use crate::surface::refine::Refiner;

/// How far the middles of sides and of triangles may be above or below the layer. \[m\] What one does not see in a place as a whole; a third of a stair.
pub(crate) const TOLERANCE: f64 = 0.05;

/// Sides that are not longer than this are not split. \[m\] At a fold of 45° such a side is off by [`TOLERANCE`] at most.
pub(crate) const LEAST_SIDE: f64 = 0.2;

/// With so many triangles none is split any more.
pub(crate) const MOST_TRIANGLES: usize = 1 << 20;

/// Triangles in space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// x, y and height. \[m\]
    pub corners: Vec<[f64; 3]>,
    /// Three corners each, counter-clockwise seen from above.
    pub triangles: Vec<[u32; 3]>,
}

/// Corners are on the grid, in its units.
type Net = ConstrainedDelaunayTriangulation<Point2<f64>>;

impl Mesh {
    /// The walkable space of a layer as triangles with heights. They meet along whole sides, and are nowhere more than a few centimeters above or below
    /// [`Mesh::height`]. Line and point obstacles are no part of it.
    ///
    /// ```
    /// use throng_mesh::{LayerId, Mesh, sample};
    /// let mesh = Mesh::build(&sample::floors())?.mesh;
    /// let ramp = mesh.surface(LayerId(1));
    /// assert_eq!((ramp.corners.len(), ramp.triangles.len()), (4, 2));
    /// # Ok::<(), throng_mesh::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn surface(&self, layer: LayerId) -> Surface {
        // Step 1.
        let (mut net, pieces) = triangulate(&self.border_pieces(layer), &self.grid);
        // Step 2.
        if let Heights::Triangles { triangles, .. } = &*self.layers[layer.0 as usize].heights {
            add_folds(&mut net, triangles, &self.grid);
        }
        // Step 3.
        let walkable = flood(&net, &pieces);
        // Step 4.
        let mut surface = number(&net, &walkable, |at| {
            let at = self.grid.position(GridPoint::new(at.x as i32, at.y as i32));
            [at[0], at[1], self.height(Position::new(at, layer))]
        });
        // Step 5.
        if !self.is_level(layer) {
            Refiner::new(&mut surface, |at| self.height(Position::new(at, layer))).refine();
        }
        surface
    }
}

/// Step 1. Also returns the pieces by their corners, sorted.
fn triangulate(pieces: &[[Point; 2]], grid: &Grid) -> (Net, Vec<[usize; 2]>) {
    // Corners of the mesh are on its grid; those of forged files may not be.
    let snapped = |piece: &[Point; 2]| Some([grid.snap(piece[0])?, grid.snap(piece[1])?]);
    let pieces: Vec<[GridPoint; 2]> = pieces.iter().filter_map(snapped).collect();
    let mut corners: Vec<GridPoint> = pieces.iter().flatten().copied().collect();
    corners.sort_unstable_by_key(|p| (p.x, p.y));
    corners.dedup();
    let number = |p: GridPoint| corners.partition_point(|q| (q.x, q.y) < (p.x, p.y));
    let mut pieces: Vec<[usize; 2]> = pieces.iter().map(|ends| ends.map(number)).collect();
    pieces.sort_unstable();
    let points = corners.iter().map(|&p| spot(p)).collect();
    let sides = pieces.iter().copied().filter(|[a, b]| a != b).collect();
    // Pieces do not cross, but for connections that are bent: these are left out, and the space beyond them counts.
    let net = Net::try_bulk_load_cdt(points, sides, |_| {}).unwrap_or_default();
    (net, pieces)
}

/// Step 2.
fn add_folds(net: &mut Net, triangles: &[[Corner; 3]], grid: &Grid) {
    for triangle in triangles {
        let corners = triangle.map(|[x, y, _]| add_corner(net, spot(grid.snap([x, y])?)));
        for k in 0..3 {
            if let (Some(a), Some(b)) = (corners[k], corners[(k + 1) % 3])
                && a != b
                && net.can_add_constraint(a, b)
            {
                net.add_constraint(a, b);
            }
        }
    }
}

/// A corner of the heights, but for those outside or on the border: that keeps its pieces.
fn add_corner(net: &mut Net, at: Point2<f64>) -> Option<FixedVertexHandle> {
    match net.locate(at) {
        PositionInTriangulation::OnVertex(vertex) => Some(vertex),
        PositionInTriangulation::OnFace(_) => net.insert(at).ok(),
        PositionInTriangulation::OnEdge(edge) if !net.is_constraint_edge(edge.as_undirected()) => {
            net.insert(at).ok()
        }
        _ => None,
    }
}

/// Step 3: for each face whether it is walkable.
fn flood(net: &Net, pieces: &[[usize; 2]]) -> Vec<bool> {
    let has = |a: usize, b: usize| pieces.binary_search(&[a, b]).is_ok();
    let mut walkable = vec![false; net.num_all_faces()];
    let mut open = Vec::new();
    for side in net.directed_edges() {
        let [a, b] = side.vertices().map(|vertex| vertex.index());
        if side.is_constraint_edge() && has(a, b) {
            open.extend(side.face().as_inner());
        }
    }
    while let Some(face) = open.pop() {
        if std::mem::replace(&mut walkable[face.index()], true) {
            continue;
        }
        for side in face.adjacent_edges() {
            let [a, b] = side.vertices().map(|vertex| vertex.index());
            let is_border = side.is_constraint_edge() && (has(a, b) || has(b, a));
            if !is_border {
                open.extend(side.rev().face().as_inner());
            }
        }
    }
    walkable
}

/// Step 4.
fn number(net: &Net, walkable: &[bool], corner: impl Fn(Point2<f64>) -> Corner) -> Surface {
    const NONE: u32 = u32::MAX;
    let mut numbers = vec![NONE; net.num_vertices()];
    let mut surface = Surface::default();
    for face in net.inner_faces().filter(|face| walkable[face.index()]) {
        surface.triangles.push(face.vertices().map(|vertex| {
            let number = &mut numbers[vertex.index()];
            if *number == NONE {
                *number = surface.corners.len() as u32;
                surface.corners.push(corner(vertex.data().position()));
            }
            *number
        }));
    }
    surface
}

fn spot(p: GridPoint) -> Point2<f64> {
    Point2::new(f64::from(p.x), f64::from(p.y))
}
