//! The crate polyanya: shortest routes of a point in a mesh of convex polygons, here that of the free space of the disc.
//!
//! Only places of one layer take part. The free space is the walkable space without everything that is nearer to an obstacle than
//! the radius, with [`CHORDS`] chords for a quarter of a circle; its corners lie on the circle, so it is a little too large. More
//! chords make it better and polyanya slower. Each island of free space is a mesh of its own, and which one a pair is in is
//! known in advance, so polyanya looks for it in no other.

use crate::pairs::{Pair, RADIUS};
use crate::race::{Answer, Outcome, Router};
use glam::Vec2;
use polyanya::geo::algorithm::buffer::{BufferStyle, LineCap, LineJoin};
use polyanya::geo::{
    Area, BooleanOps, BoundingRect, Buffer, Contains, Coord, LineString, MultiLineString, MultiPoint,
    MultiPolygon, Point, Polygon, Rect,
};
use polyanya::{Mesh as AnyAngleMesh, Triangulation};
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;
use throng_compare::measure::milliseconds;
use throng_mesh::{LayerId, Mesh};

/// Chords of a quarter of a circle.
const CHORDS: f64 = 4.0;

/// The meshes of a place, and its pairs.
pub struct AnyAngle {
    islands: Vec<AnyAngleMesh>,
    pairs: Vec<Inquiry>,
    built: AnyAngleBuilt,
}

/// What was built for the radius.
#[derive(Clone, Copy, Debug)]
pub struct AnyAngleBuilt {
    /// Making the polygons of the free space. [ms]
    pub inflate: f64,
    /// Building the meshes from them. [ms]
    pub build: f64,
    /// Polygons of all meshes.
    pub polygons: usize,
}

/// A pair as polyanya sees it.
struct Inquiry {
    island: Option<usize>,
    ends: [Vec2; 2],
}

impl AnyAngle {
    /// Builds the meshes of a place of one layer.
    pub fn new(mesh: &Mesh, pairs: &[Pair]) -> Result<Self, String> {
        let start = Instant::now();
        let free = free_space(mesh, LayerId(0))?;
        let inflate = milliseconds(start.elapsed());
        let middle = free.bounding_rect().ok_or("there is no free space")?.center();
        let shift = |at: Coord<f64>| Vec2::new((at.x - middle.x) as f32, (at.y - middle.y) as f32);
        let start = Instant::now();
        let islands: Vec<AnyAngleMesh> = free.iter().map(|island| any_angle_mesh(island, &shift)).collect();
        let build = milliseconds(start.elapsed());
        let boxes: Vec<Option<Rect>> = free.iter().map(Polygon::bounding_rect).collect();
        let island_of = |at: Coord<f64>| {
            (0..boxes.len())
                .find(|&k| boxes[k].is_some_and(|rect| rect.contains(&at)) && free.0[k].contains(&at))
        };
        let inquiry = |pair: &Pair| {
            let ends = pair.map(|position| Coord::from(position.at));
            // A start on the rim of the free space may be outside by rounding; then the goal tells.
            Inquiry { island: island_of(ends[0]).or_else(|| island_of(ends[1])), ends: ends.map(shift) }
        };
        let pairs = pairs.iter().map(inquiry).collect();
        let polygons = islands.iter().flat_map(|mesh| &mesh.layers).map(|layer| layer.polygons.len()).sum();
        Ok(Self { islands, pairs, built: AnyAngleBuilt { inflate, build, polygons } })
    }

    /// What was built.
    pub fn built(&self) -> AnyAngleBuilt {
        self.built
    }
}

impl Router for AnyAngle {
    fn plan(&mut self, pairs: Range<usize>) -> Result<Vec<Answer>, String> {
        let answer = |inquiry: &Inquiry| {
            let [from, to] = inquiry.ends;
            let start = Instant::now();
            let path = black_box(inquiry.island.and_then(|island| self.islands[island].path(from, to)));
            let time = start.elapsed().as_secs_f64() * 1e6;
            let outcome = if path.is_some() { Outcome::Whole } else { Outcome::Nothing };
            // Its own length is a sum of 32-bit floats.
            let mut last = from;
            let length = path.map_or(0.0, |path| {
                path.path
                    .iter()
                    .map(|&corner| f64::from(std::mem::replace(&mut last, corner).distance(corner)))
                    .sum()
            });
            Answer { time, outcome, length }
        };
        Ok(self.pairs[pairs].iter().map(answer).collect())
    }
}

/// Where the middle of the disc can be.
fn free_space(mesh: &Mesh, layer: LayerId) -> Result<MultiPolygon<f64>, String> {
    let style = |distance: f64| {
        let angle = std::f64::consts::FRAC_PI_2 / CHORDS;
        BufferStyle::new(distance).line_join(LineJoin::Round(angle)).line_cap(LineCap::Round(angle))
    };
    let mut free = walkable(mesh.border(layer))?.buffer_with_style(style(-RADIUS));
    // Thin walls and points have walkable space all round, and are no part of the border.
    let thin = mesh.walls(layer).filter(|wall| wall.walkable == [true, true]);
    let lines: Vec<LineString<f64>> = thin.map(|wall| LineString::from(wall.ends.to_vec())).collect();
    if !lines.is_empty() {
        free = free.difference(&MultiLineString::new(lines).buffer_with_style(style(RADIUS)));
    }
    let points: Vec<Point<f64>> = mesh.points().map(|position| Point::from(position.at)).collect();
    if !points.is_empty() {
        free = free.difference(&MultiPoint::new(points).buffer_with_style(style(RADIUS)));
    }
    Ok(free)
}

/// Rings with walkable space on their left as polygons: each hole goes to the smallest outline around it.
fn walkable(rings: Vec<Vec<[f64; 2]>>) -> Result<MultiPolygon<f64>, String> {
    let polygons = rings.into_iter().map(|ring| Polygon::new(LineString::from(ring), Vec::new()));
    let (mut outlines, holes): (Vec<Polygon<f64>>, Vec<_>) =
        polygons.partition(|polygon| polygon.signed_area() > 0.0);
    outlines.sort_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area()));
    let solid = outlines.clone();
    for hole in holes {
        let (hole, _) = hole.into_inner();
        // A corner of a hole may lie on its outline, but not the middles of all its sides.
        let inside = |outline: &Polygon<f64>| {
            hole.lines().any(|side| outline.contains(&Point::from((side.start + side.end) / 2.0)))
        };
        let k = solid.iter().position(inside).ok_or("a hole of the border is in no outline")?;
        outlines[k].interiors_push(hole);
    }
    Ok(MultiPolygon::new(outlines))
}

/// One island as its documentation recommends: triangles, merged to larger convex polygons, and prepared.
fn any_angle_mesh(island: &Polygon<f64>, shift: &dyn Fn(Coord<f64>) -> Vec2) -> AnyAngleMesh {
    let ring = |ring: &LineString<f64>| {
        ring.coords().map(|&at| shift(at)).map(|at| (at.x, at.y)).collect::<LineString<f32>>()
    };
    let holes = island.interiors().iter().map(ring).collect();
    let mut mesh = Triangulation::from_geo_polygon(Polygon::new(ring(island.exterior()), holes)).as_navmesh();
    while mesh.merge_polygons() {}
    mesh.bake();
    mesh
}
