//! Faces of IFC files: shells of polygons, and sets of triangles or polygons with common corners.

use std::collections::BTreeMap;

use super::geometry::{Geometry, MOST_DEEP};
use super::orient::orient;
use super::solid::Solid;
use super::step::{Entity, Value};
use crate::model::triangulate::triangulate_face;

impl Geometry<'_> {
    /// The faces of shells, as one surface.
    pub(super) fn shells(&mut self, shells: &[u32]) -> Solid {
        let mut solid = Solid::default();
        let mut points: BTreeMap<u32, Option<[f64; 3]>> = BTreeMap::new();
        for &shell in shells {
            let Some(shell) = self.step.get(shell) else { continue };
            for face in shell.references(0) {
                self.face(face, &mut points, &mut solid);
            }
        }
        let solid = solid.tidy();
        if solid.is_closed() { solid } else { orient(solid) }
    }

    fn face(&mut self, id: u32, points: &mut BTreeMap<u32, Option<[f64; 3]>>, solid: &mut Solid) {
        let Some(face) = self.step.get(id) else { return };
        let mut rings: Vec<(bool, Vec<[f64; 3]>)> = Vec::new();
        for bound in face.references(0) {
            let Some(bound) = self.step.get(bound) else { continue };
            let Some(mut ring) = bound.reference(0).and_then(|bound| self.bound(bound, points)) else {
                continue;
            };
            if bound.word(1) == "F" {
                ring.reverse();
            }
            rings.push((bound.kind == "IFCFACEOUTERBOUND", ring));
        }
        if face.kind == "IFCADVANCEDFACE" || face.kind == "IFCFACESURFACE" {
            if face.reference(1).is_some_and(|surface| self.step.kind(surface) != "IFCPLANE") {
                self.simplify(
                    [
                        "curved face was taken as flat between its edges",
                        "curved faces were taken as flat between their edges",
                    ],
                    id,
                );
            }
            // Bounds go around the normal of the surface, which may point inward.
            if face.word(2) == "F" {
                rings.iter_mut().for_each(|(_, ring)| ring.reverse());
            }
        }
        // The outer one comes first.
        rings.sort_by_key(|(is_outer, _)| !is_outer);
        add_polygon(rings.into_iter().map(|(_, ring)| ring), solid);
        let count = solid.triangles.len();
        if count > self.left {
            self.exhausted = true;
            solid.triangles.clear();
        }
    }

    fn bound(&mut self, id: u32, points: &mut BTreeMap<u32, Option<[f64; 3]>>) -> Option<Vec<[f64; 3]>> {
        let entity = self.step.get(id)?;
        match entity.kind {
            "IFCPOLYLOOP" => {
                let corners = entity.references(0).into_iter();
                let mut ring: Vec<[f64; 3]> =
                    corners.filter_map(|id| *points.entry(id).or_insert_with(|| self.point(id))).collect();
                ring.dedup();
                Some(ring)
            }
            "IFCEDGELOOP" => {
                let mut ring: Vec<[f64; 3]> = Vec::new();
                for edge in entity.references(0) {
                    let mut edge = self.oriented_edge(edge, 0)?;
                    // Its last point is the first of the next one.
                    edge.pop();
                    ring.extend(edge);
                }
                Some(ring)
            }
            kind => {
                self.not_read(kind, id);
                None
            }
        }
    }

    fn oriented_edge(&mut self, id: u32, depth: usize) -> Option<Vec<[f64; 3]>> {
        let edge = self.step.get(id).filter(|_| depth < MOST_DEEP)?;
        match edge.kind {
            "IFCORIENTEDEDGE" => {
                let mut points = self.oriented_edge(edge.reference(2)?, depth + 1)?;
                if edge.word(3) == "F" {
                    points.reverse();
                }
                Some(points)
            }
            "IFCEDGECURVE" | "IFCEDGE" | "IFCSUBEDGE" => {
                let corner = |index: usize| {
                    let vertex = self.step.get(edge.reference(index)?)?;
                    self.point(vertex.reference(0)?)
                };
                let ends = [corner(0)?, corner(1)?];
                match edge.reference(2).filter(|_| edge.kind == "IFCEDGECURVE") {
                    Some(curve) => Some(self.edge(curve, ends, edge.word(3) != "F")),
                    None => Some(ends.to_vec()),
                }
            }
            _ => None,
        }
    }

    /// IfcTriangulatedFaceSet, IfcPolygonalFaceSet.
    pub(super) fn face_set(&mut self, entity: &Entity<'_>) -> Option<Solid> {
        let list = self.step.get(entity.reference(0)?)?;
        let points: Vec<[f64; 3]> = list.list(0).iter().map(|point| self.coordinates(point.list())).collect();
        // Counted from 1, and through another list if there is one.
        let through: Vec<usize> = entity
            .list(if entity.kind == "IFCPOLYGONALFACESET" { 3 } else { 4 })
            .iter()
            .filter_map(index)
            .collect();
        let corner = |value: &Value<'_>| {
            let at = index(value)?;
            let at = if through.is_empty() { at } else { *through.get(at)? };
            (at < points.len()).then_some(at as u32)
        };
        let mut solid = Solid { vertices: points.clone(), triangles: Vec::new() };
        if entity.kind == "IFCPOLYGONALFACESET" {
            for face in entity.references(2) {
                let Some(face) = self.step.get(face) else { continue };
                let ring = |values: &[Value<'_>]| -> Vec<[f64; 3]> {
                    values.iter().filter_map(|value| Some(points[corner(value)? as usize])).collect()
                };
                let holes = face.list(1).iter().map(|hole| ring(hole.list()));
                add_polygon(std::iter::once(ring(face.list(0))).chain(holes), &mut solid);
            }
        } else {
            for triangle in entity.list(3) {
                if let [a, b, c] = triangle.list()
                    && let (Some(a), Some(b), Some(c)) = (corner(a), corner(b), corner(c))
                {
                    solid.triangles.push([a, b, c]);
                }
            }
        }
        let solid = solid.tidy().compact();
        Some(if solid.is_closed() { solid } else { orient(solid) })
    }
}

fn index(value: &Value<'_>) -> Option<usize> {
    (value.number()? as usize).checked_sub(1)
}

/// Adds a polygon with holes, cut into triangles.
fn add_polygon(rings: impl Iterator<Item = Vec<[f64; 3]>>, solid: &mut Solid) {
    let (mut points, mut ends): (Vec<[f64; 3]>, Vec<u32>) = (Vec::new(), Vec::new());
    for ring in rings.filter(|ring| ring.len() >= 3) {
        points.extend(ring);
        ends.push(points.len() as u32);
    }
    let base = solid.vertices.len() as u32;
    let triangles = triangulate_face(&points, &ends);
    solid.triangles.extend(triangles.into_iter().map(|triangle| triangle.map(|corner| corner + base)));
    solid.vertices.extend(points);
}
