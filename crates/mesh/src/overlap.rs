//! Does a layer lie above itself? Walkable rings that overlap at different heights, and terrain with one triangle above another.
//!
//! Rings: every region of the layer that is in several walkable rings is looked at in one place. Terrain: every triangle is looked at in
//! its middle. What is missed that way is less than a region, and less than a triangle.

use throng_voronoi::{Diagram, Grid, VertexId};

use crate::border::Plan;
use crate::height::Heights;
use crate::index::Index;
use crate::plane::{Point, bounds, contains};
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::{Corner, Layer, Part, Ring};

/// Parts of one floor may differ by this where they overlap: a step, or careless drawing. \[m\]
const STEP: f64 = 0.5;

impl Plan<'_> {
    /// Tells where the layer lies above itself.
    pub(crate) fn report_overlaps(
        &self,
        diagram: &Diagram,
        grid: &Grid,
        here: Whereabouts,
        problems: &mut Vec<Problem>,
    ) {
        let rings = &self.layer.walkable;
        let mut tell = |part: Part, other: Part, difference: f64, at: Point| {
            let place = Whereabouts { part: Some(part), at: Some(at), ..here };
            problems.push(Problem { place, fault: Fault::OverlapsItself { other, difference } });
        };
        if self.layer.terrain.is_some() {
            if let Some((difference, at)) = terrain_above_itself(self.layer) {
                tell(Part::Terrain, Part::Terrain, difference, at);
            }
            return;
        }
        let first = rings.iter().flatten().map(|corner| corner[2]).next().unwrap_or(0.0);
        if rings.len() < 2 || rings.iter().flatten().all(|corner| (corner[2] - first).abs() <= STEP) {
            return;
        }
        let heights: Vec<Heights> = rings.iter().map(Heights::of_ring).collect();
        let mut told: Vec<[usize; 2]> = Vec::new();
        for at in self.places(diagram, grid) {
            let around: Vec<(usize, f64)> = (0..rings.len())
                .filter(|&ring| rings[ring].len() > 2 && contains(&rings[ring], at))
                .map(|ring| (ring, heights[ring].at(at)))
                .collect();
            for (k, &(ring, height)) in around.iter().enumerate() {
                for &(other, above) in &around[k + 1..] {
                    if (above - height).abs() > STEP && !told.contains(&[ring, other]) {
                        told.push([ring, other]);
                        tell(Part::Walkable(other), Part::Walkable(ring), (above - height).abs(), at);
                    }
                }
            }
        }
    }

    /// A place in each region that is in a walkable ring.
    fn places(&self, diagram: &Diagram, grid: &Grid) -> Vec<Point> {
        let mut place: Vec<Option<Point>> = vec![None; self.standings.len()];
        for vertex in (0..diagram.vertex_bound() as u32).map(VertexId) {
            let Some(region) = self.regions.of_vertex(vertex) else { continue };
            if self.standings[region as usize].covered {
                let ([x, y], ..) = diagram.circle_of(vertex);
                place[region as usize]
                    .get_or_insert([grid.origin[0] + grid.unit * x, grid.origin[1] + grid.unit * y]);
            }
        }
        place.into_iter().flatten().collect()
    }
}

/// The largest difference of height between a triangle's middle and another triangle above or below it.
fn terrain_above_itself(layer: &Layer) -> Option<(f64, Point)> {
    let terrain = layer.terrain.as_ref()?;
    let corner = |v: u32| terrain.vertices.get(v as usize).copied();
    let triangles: Vec<[Corner; 3]> = terrain
        .triangles
        .iter()
        .filter_map(|t| Some([corner(t[0])?, corner(t[1])?, corner(t[2])?]))
        .collect();
    let flat = |t: &[Corner; 3]| t.map(|[x, y, _]| [x, y]);
    let around = bounds(triangles.iter().flatten().map(|&[x, y, _]| [x, y]));
    if !around.iter().flatten().all(|v| v.is_finite()) {
        return None;
    }
    let index = Index::new(around, triangles.iter().enumerate().map(|(item, t)| (item as u32, flat(t))));
    let mut worst: Option<(f64, Point)> = None;
    for t in &triangles {
        let [x, y, z] = [0, 1, 2].map(|k| (t[0][k] + t[1][k] + t[2][k]) / 3.0);
        for &other in index.at([x, y]) {
            let ring: Ring = triangles[other as usize].to_vec();
            if contains(&ring, [x, y]) {
                let difference = (Heights::of_ring(&ring).at([x, y]) - z).abs();
                if difference > worst.map_or(STEP, |(most, _)| most) {
                    worst = Some((difference, [x, y]));
                }
            }
        }
    }
    worst
}
