//! A place as triangles in space, as rivals want it: floors, and walls that stand on them.

use spade::handles::{FixedFaceHandle, InnerTag};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::HashMap;
use throng_mesh::{LayerId, Mesh, Position};

/// Height of walls, higher than anybody climbs and lower than any storey. [m]
const WALL_HEIGHT: f64 = 1.5;

/// Triangles in space.
#[derive(Clone, Debug, Default)]
pub struct Soup {
    /// Corners: two axes of the plane, and height. [m]
    pub vertices: Vec<[f64; 3]>,
    /// Walkable ones.
    pub floors: Vec<[usize; 3]>,
    /// Upright ones.
    pub walls: Vec<[usize; 3]>,
}

/// All layers of a place: floors between their borders, and a wall on each wall. Layers touch along their connections.
pub fn soup(mesh: &Mesh) -> Result<Soup, String> {
    let mut soup = Soup::default();
    for layer in mesh.layers() {
        soup.add_floor(mesh, layer)?;
        for wall in mesh.walls(layer) {
            let [a, b] = wall.ends.map(|at| on_floor(mesh, layer, at));
            soup.add_wall(a, b);
        }
    }
    let area = soup.floor_area();
    if (area - mesh.area()).abs() > 1e-6 * mesh.area() {
        return Err(format!("the floors have {area} m², not {} m²", mesh.area()));
    }
    // An obstacle without extent becomes a cross.
    const ARM: f64 = 0.005;
    for point in mesh.points() {
        let [x, y, z] = on_floor(mesh, point.layer, point.at);
        soup.add_wall([x - ARM, y, z], [x + ARM, y, z]);
        soup.add_wall([x, y - ARM, z], [x, y + ARM, z]);
    }
    Ok(soup)
}

impl Soup {
    fn add_floor(&mut self, mesh: &Mesh, layer: LayerId) -> Result<(), String> {
        let first = self.vertices.len();
        let (corners, triangles) = inside(&mesh.border(layer))?;
        self.vertices.extend(corners.iter().map(|&at| on_floor(mesh, layer, at)));
        self.floors.extend(triangles.iter().map(|triangle| triangle.map(|corner| first + corner)));
        Ok(())
    }

    /// Area of all floors, seen from above. [m²]
    fn floor_area(&self) -> f64 {
        let areas = self.floors.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| self.vertices[corner]);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs()
        });
        areas.sum()
    }

    fn add_wall(&mut self, a: [f64; 3], b: [f64; 3]) {
        let first = self.vertices.len();
        let above = |[x, y, z]: [f64; 3]| [x, y, z + WALL_HEIGHT];
        self.vertices.extend([a, b, above(b), above(a)]);
        self.walls.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
}

fn on_floor(mesh: &Mesh, layer: LayerId, at: [f64; 2]) -> [f64; 3] {
    [at[0], at[1], mesh.height(Position::new(at, layer))]
}

/// Corners of rings, each once.
type Corners = Vec<[f64; 2]>;

/// The corners of rings, and triangles between them that fill what is inside of an odd number of rings.
fn inside(rings: &[Vec<[f64; 2]>]) -> Result<(Corners, Vec<[usize; 3]>), String> {
    let mut ids = HashMap::new();
    let mut corners: Corners = Vec::new();
    let mut sides = Vec::new();
    for ring in rings {
        let mut id = |at: [f64; 2]| {
            *ids.entry(at.map(f64::to_bits)).or_insert_with(|| {
                corners.push(at);
                corners.len() - 1
            })
        };
        // Adding zero makes one zero of two.
        let ring: Vec<usize> = ring.iter().map(|&at| id(at.map(|x| x + 0.0))).collect();
        sides.extend((0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]]));
    }
    let points = corners.iter().map(|&[x, y]| Point2::new(x, y)).collect();
    let mut crossings = 0;
    let cdt =
        ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(points, sides, |_| crossings += 1)
            .map_err(|error| format!("a floor makes no triangles: {error}"))?;
    if crossings > 0 {
        return Err(format!("{crossings} sides of a floor cross each other"));
    }
    // From outside inwards: a side of a ring leads from outside to inside or back.
    let mut is_inside = vec![None; cdt.num_all_faces()];
    let mut open = Vec::new();
    let mut reach = |face: Option<_>, inside: bool, open: &mut Vec<_>| {
        let face: FixedFaceHandle<InnerTag> = face?;
        is_inside[face.index()].is_none().then(|| {
            is_inside[face.index()] = Some(inside);
            open.push((face, inside));
        })
    };
    for edge in cdt.convex_hull() {
        for side in [edge, edge.rev()] {
            reach(side.face().fix().as_inner(), edge.is_constraint_edge(), &mut open);
        }
    }
    let mut triangles = Vec::new();
    while let Some((face, inside)) = open.pop() {
        let face = cdt.face(face);
        if inside {
            triangles.push(face.vertices().map(|vertex| vertex.index()));
        }
        for edge in face.adjacent_edges() {
            reach(edge.rev().face().fix().as_inner(), inside != edge.is_constraint_edge(), &mut open);
        }
    }
    Ok((corners, triangles))
}
