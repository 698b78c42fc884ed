//! Shapes of IFC files as solids: swept areas, shells, what is used in several places, and differences.

use std::rc::Rc;

use super::convex::Area;
use super::convex::{box_of, planes_of, prisms};
use super::cut::{Convex, Plane, intersect};
use super::geometry::CHORD;
use super::geometry::{Geometry, MOST_DEEP};
use super::solid::Solid;
use super::step::Entity;
use super::sweep::{extrude, revolve, tube};
use crate::affine::Affine;
use crate::circle::ellipse;
use crate::model::transform::{Transform, cross};

impl<'b> Geometry<'b> {
    /// The solids of an item of a representation.
    pub(super) fn solids(&mut self, id: u32, depth: usize) -> Vec<Solid> {
        let Some(entity) = self.step.get(id).filter(|_| depth < MOST_DEEP && !self.exhausted) else {
            return Vec::new();
        };
        let solids = match entity.kind {
            "IFCEXTRUDEDAREASOLID" | "IFCEXTRUDEDAREASOLIDTAPERED" => self.extruded(&entity, depth),
            "IFCREVOLVEDAREASOLID" | "IFCREVOLVEDAREASOLIDTAPERED" => self.revolved(&entity, depth),
            "IFCSWEPTDISKSOLID" | "IFCSWEPTDISKSOLIDPOLYGONAL" => self.swept_disk(&entity, depth),
            "IFCFACETEDBREP" | "IFCFACETEDBREPWITHVOIDS" | "IFCADVANCEDBREP" | "IFCADVANCEDBREPWITHVOIDS" => {
                let mut solids: Vec<Solid> =
                    entity.reference(0).map(|shell| self.shells(&[shell])).into_iter().collect();
                for void in entity.references(1) {
                    let mut void = self.shells(&[void]);
                    void.turn_over();
                    solids.push(void);
                }
                solids
            }
            "IFCFACEBASEDSURFACEMODEL" | "IFCSHELLBASEDSURFACEMODEL" => {
                vec![self.shells(&entity.references(0))]
            }
            "IFCCLOSEDSHELL" | "IFCOPENSHELL" | "IFCCONNECTEDFACESET" => vec![self.shells(&[id])],
            "IFCTRIANGULATEDFACESET" | "IFCPOLYGONALFACESET" | "IFCTRIANGULATEDIRREGULARNETWORK" => {
                self.face_set(&entity).into_iter().collect()
            }
            "IFCMAPPEDITEM" => self.mapped(&entity, depth).unwrap_or_default(),
            "IFCBOOLEANRESULT" | "IFCBOOLEANCLIPPINGRESULT" => self.boolean(&entity, depth),
            "IFCCSGSOLID" => entity.reference(0).map(|root| self.solids(root, depth + 1)).unwrap_or_default(),
            "IFCBLOCK" | "IFCBOUNDINGBOX" | "IFCRIGHTCIRCULARCYLINDER" => {
                self.primitive(&entity).into_iter().collect()
            }
            // Curves and points have no surface.
            "IFCGEOMETRICCURVESET"
            | "IFCGEOMETRICSET"
            | "IFCPOLYLINE"
            | "IFCTRIMMEDCURVE"
            | "IFCCOMPOSITECURVE"
            | "IFCINDEXEDPOLYCURVE"
            | "IFCCARTESIANPOINT"
            | "IFCTEXTLITERAL"
            | "IFCTEXTLITERALWITHEXTENT"
            | "IFCANNOTATIONFILLAREA"
            | "IFCSTYLEDITEM" => Vec::new(),
            kind => {
                self.not_read(kind, id);
                Vec::new()
            }
        };
        self.spend(1 + solids.iter().map(|solid| solid.triangles.len()).sum::<usize>());
        solids
    }

    fn extruded(&mut self, entity: &Entity<'_>, depth: usize) -> Vec<Solid> {
        let Some((areas, place, along)) = self.extrusion(entity, depth) else { return Vec::new() };
        if entity.kind.ends_with("TAPERED") {
            self.simplify(
                ["tapered solid was taken as straight", "tapered solids were taken as straight"],
                entity.id,
            );
        }
        areas.iter().map(|area| extrude(area, &place, along)).collect()
    }

    /// The areas that are moved, their place, and the whole way.
    fn extrusion(&mut self, entity: &Entity<'_>, depth: usize) -> Option<(Vec<Area>, Transform, [f64; 3])> {
        let areas = self.profile(entity.reference(0)?, depth + 1);
        let place = self.placement(entity.reference(1));
        let direction = self.direction(entity.reference(2)?)?;
        let length = self.length(entity, 3)?;
        Some((areas, place, direction.map(|c| c * length)))
    }

    fn revolved(&mut self, entity: &Entity<'_>, depth: usize) -> Vec<Solid> {
        let areas = entity.reference(0).map(|profile| self.profile(profile, depth + 1)).unwrap_or_default();
        let place = self.placement(entity.reference(1));
        let axis = entity.reference(2).and_then(|axis| self.step.get(axis));
        let origin = axis.as_ref().and_then(|axis| self.point(axis.reference(0)?)).unwrap_or([0.0; 3]);
        let along =
            axis.as_ref().and_then(|axis| self.direction(axis.reference(1)?)).unwrap_or([0.0, 0.0, 1.0]);
        let degrees = entity.number(3).unwrap_or(0.0) * self.degrees;
        if entity.kind.ends_with("TAPERED") {
            self.simplify(
                ["tapered solid was taken as straight", "tapered solids were taken as straight"],
                entity.id,
            );
        }
        areas.iter().map(|area| revolve(area, &place, origin, along, degrees)).collect()
    }

    fn swept_disk(&mut self, entity: &Entity<'_>, depth: usize) -> Vec<Solid> {
        let curve = entity.reference(0).and_then(|curve| self.curve(curve, depth + 1));
        let radius = self.length(entity, 1);
        let Some((mut curve, radius)) = curve.zip(radius) else { return Vec::new() };
        curve.dedup();
        if curve.len() < 2 {
            return Vec::new();
        }
        tube(&curve, radius).into_iter().collect()
    }

    fn mapped(&mut self, entity: &Entity<'_>, depth: usize) -> Option<Vec<Solid>> {
        let (source, transform) = self.mapping(entity)?;
        let solids = match self.maps.get(&source.id) {
            Some(solids) => Rc::clone(solids),
            None => {
                let representation = self.step.get(source.reference(1)?)?;
                let items = representation.references(3);
                let solids: Vec<Solid> =
                    items.into_iter().flat_map(|item| self.solids(item, depth + 1)).collect();
                let solids = Rc::new(solids);
                self.maps.insert(source.id, Rc::clone(&solids));
                solids
            }
        };
        let count = solids.iter().map(|solid| solid.triangles.len()).sum();
        self.spend(count).then(|| solids.iter().map(|solid| solid.transformed(&transform)).collect())
    }

    /// What is mapped, and to where.
    fn mapping(&self, entity: &Entity<'_>) -> Option<(Entity<'b>, Transform)> {
        let source = self.step.get(entity.reference(0)?)?;
        let origin = self.placement(source.reference(0));
        let target = entity.reference(1).and_then(|id| self.operator(id)).unwrap_or(Transform::IDENTITY);
        Some((source, target.times(&origin)))
    }

    fn boolean(&mut self, entity: &Entity<'_>, depth: usize) -> Vec<Solid> {
        let (Some(first), Some(second)) = (entity.reference(1), entity.reference(2)) else {
            return Vec::new();
        };
        let mut solids = self.solids(first, depth + 1);
        if entity.word(0) == "UNION" {
            solids.extend(self.solids(second, depth + 1));
            return solids;
        }
        let (shapes, whole) = self.shapes(second, &Transform::IDENTITY, depth + 1);
        if !whole {
            self.simplify(
                ["shape that is not convex was not cut out", "shapes that are not convex were not cut out"],
                second,
            );
        }
        if entity.word(0) == "INTERSECTION" {
            if shapes.is_empty() {
                return solids;
            }
            let inside =
                |solid: &Solid| shapes.iter().map(|shape| intersect(solid, shape)).collect::<Vec<_>>();
            return solids.iter().flat_map(inside).collect();
        }
        for shape in &shapes {
            solids = self.take_out(solids, shape, second);
        }
        solids.retain(|solid| !solid.triangles.is_empty());
        solids
    }

    /// What is to be cut out, as convex shapes in a place; and whether that is all of it.
    pub(super) fn shapes(&mut self, id: u32, place: &Transform, depth: usize) -> (Vec<Convex>, bool) {
        let Some(entity) = self.step.get(id).filter(|_| depth < MOST_DEEP && self.spend(1)) else {
            return (Vec::new(), true);
        };
        match entity.kind {
            "IFCHALFSPACESOLID" | "IFCBOXEDHALFSPACE" | "IFCPOLYGONALBOUNDEDHALFSPACE" => {
                let Some(plane) = self.half_space(&entity, place) else { return (Vec::new(), false) };
                if entity.kind != "IFCPOLYGONALBOUNDEDHALFSPACE" {
                    return (vec![vec![plane]], true);
                }
                let frame = place.times(&self.placement(entity.reference(2)));
                let Some(outer) = entity.reference(3).and_then(|curve| self.ring(curve, depth + 1)) else {
                    return (Vec::new(), false);
                };
                let area = Area { outer, holes: Vec::new() };
                let mut shapes = prisms(&area, &frame, [0.0, 0.0, 1.0], None);
                shapes.iter_mut().for_each(|shape| shape.push(plane));
                (shapes, true)
            }
            "IFCEXTRUDEDAREASOLID" => {
                let Some((areas, frame, along)) = self.extrusion(&entity, depth) else {
                    return (Vec::new(), false);
                };
                let frame = place.times(&frame);
                (areas.iter().flat_map(|area| prisms(area, &frame, along, Some(1.0))).collect(), true)
            }
            "IFCMAPPEDITEM" => {
                let Some((source, transform)) = self.mapping(&entity) else { return (Vec::new(), false) };
                let items = source.reference(1).and_then(|id| self.step.get(id)).map(|all| all.references(3));
                let frame = place.times(&transform);
                let (mut shapes, mut whole) = (Vec::new(), true);
                for item in items.unwrap_or_default() {
                    let (more, all) = self.shapes(item, &frame, depth + 1);
                    shapes.extend(more);
                    whole &= all;
                }
                (shapes, whole)
            }
            _ => {
                let solids = self.solids(id, depth + 1);
                let solids: Vec<Solid> = solids.iter().map(|solid| solid.transformed(place)).collect();
                let shapes: Vec<Convex> = solids.iter().filter_map(planes_of).collect();
                let whole = shapes.len() == solids.len();
                (shapes, whole)
            }
        }
    }

    /// The plane of a half space; it is inside.
    fn half_space(&self, entity: &Entity<'_>, place: &Transform) -> Option<Plane> {
        let surface = self.step.get(entity.reference(0)?).filter(|surface| surface.kind == "IFCPLANE")?;
        let frame = place.times(&self.placement(surface.reference(0)));
        // If the flag agrees, the normal points away from what is inside.
        let side = if entity.word(1) == "F" { -1.0 } else { 1.0 };
        Plane::through(frame.origin, cross(frame.axes[0], frame.axes[1]).map(|c| c * side))
    }

    /// The boxes of an opening whose shape is not convex, along its own axes.
    pub(super) fn boxes(&mut self, id: u32, place: &Transform) -> Vec<Convex> {
        let solids = self.solids(id, 0);
        solids.iter().filter_map(|solid| box_of(&solid.transformed(place), place)).collect()
    }

    fn primitive(&self, entity: &Entity<'_>) -> Option<Solid> {
        let length = |index: usize| self.length(entity, index).filter(|&length| length > 0.0);
        let rectangle = |x: f64, y: f64| vec![[0.0, 0.0], [x, 0.0], [x, y], [0.0, y]];
        let plain = |outer: Vec<[f64; 2]>| Area { outer, holes: Vec::new() };
        match entity.kind {
            "IFCBOUNDINGBOX" => {
                let origin = self.point(entity.reference(0)?)?;
                let place = Transform { origin, ..Transform::IDENTITY };
                Some(extrude(&plain(rectangle(length(1)?, length(2)?)), &place, [0.0, 0.0, length(3)?]))
            }
            "IFCBLOCK" => {
                let place = self.placement(entity.reference(0));
                Some(extrude(&plain(rectangle(length(1)?, length(2)?)), &place, [0.0, 0.0, length(3)?]))
            }
            _ => {
                let place = self.placement(entity.reference(0));
                let radius = length(2)?;
                let round = ellipse(&Affine::scaling(radius, radius), CHORD);
                Some(extrude(&plain(round), &place, [0.0, 0.0, length(1)?]))
            }
        }
    }
}
