//! The shapes of an IFC file: what they have in common. Points, directions, placements, and what could not be read.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::cut::{Plane, subtract};
use super::solid::Solid;
use super::step::{Entity, Step, Value};
use crate::model::fault::Tally;
use crate::model::transform::{Transform, cross, dot, minus, plus, unit};

/// How far an arc may be from its chord. \[m\]
pub(super) const CHORD: f64 = 0.002;

/// Shapes in shapes in shapes go at most this deep.
pub(super) const MOST_DEEP: usize = 100;

/// Reads shapes, in meters.
pub(super) struct Geometry<'b> {
    pub(super) step: &'b Step<'b>,
    /// Meters per unit of length.
    pub(super) unit: f64,
    /// Degrees per unit of angle.
    pub(super) degrees: f64,
    /// What could not be read, by kind.
    pub(super) unread: BTreeMap<String, Tally>,
    /// What was made simpler than it is: how, for one and for many.
    pub(super) simplified: BTreeMap<[&'static str; 2], Tally>,
    /// Shapes that are used in several places.
    pub(super) maps: BTreeMap<u32, Rc<Vec<Solid>>>,
    /// How many more triangles may be made; a small file can ask for very many.
    pub(super) left: usize,
    /// Whether there were too many.
    pub(super) exhausted: bool,
}

impl<'b> Geometry<'b> {
    /// Counts an entity that could not be read.
    pub(super) fn not_read(&mut self, kind: &str, id: u32) {
        self.unread.entry(kind.to_owned()).or_default().at(|| format!("#{id}"));
    }

    /// Counts something that was made simpler than it is: how, for one and for many.
    pub(super) fn simplify(&mut self, how: [&'static str; 2], id: u32) {
        self.simplified.entry(how).or_default().at(|| format!("#{id}"));
    }

    /// Takes a convex shape out of solids; `id` is where it is from.
    pub(super) fn take_out(&mut self, solids: Vec<Solid>, shape: &[Plane], id: u32) -> Vec<Solid> {
        let mut left = Vec::with_capacity(solids.len());
        for solid in solids {
            let (solid, done) = subtract(solid, shape);
            if !done {
                self.simplify(
                    ["shape was too intricate to be cut out", "shapes were too intricate to be cut out"],
                    id,
                );
            }
            left.push(solid);
        }
        left
    }

    /// Coordinates in meters; a point of the plane has height 0.
    pub(super) fn coordinates(&self, values: &[Value<'_>]) -> [f64; 3] {
        [0, 1, 2].map(|axis| values.get(axis).and_then(Value::number).unwrap_or(0.0) * self.unit)
    }

    pub(super) fn point(&self, id: u32) -> Option<[f64; 3]> {
        let entity = self.step.get(id)?;
        (entity.kind == "IFCCARTESIANPOINT").then(|| self.coordinates(entity.list(0)))
    }

    /// A direction of length 1.
    pub(super) fn direction(&self, id: u32) -> Option<[f64; 3]> {
        let entity = self.step.get(id)?;
        (entity.kind == "IFCDIRECTION").then_some(())?;
        let values = entity.list(0);
        unit([0, 1, 2].map(|axis| values.get(axis).and_then(Value::number).unwrap_or(0.0)))
    }

    /// IfcAxis2Placement2D, IfcAxis2Placement3D, IfcAxis1Placement; what is missing is the identity.
    pub(super) fn placement(&self, id: Option<u32>) -> Transform {
        let Some(entity) = id.and_then(|id| self.step.get(id)) else { return Transform::IDENTITY };
        let origin = entity.reference(0).and_then(|id| self.point(id)).unwrap_or([0.0; 3]);
        let direction = |index: usize| entity.reference(index).and_then(|id| self.direction(id));
        if entity.kind == "IFCAXIS2PLACEMENT2D" {
            let x = direction(1).unwrap_or([1.0, 0.0, 0.0]);
            return Transform { axes: [x, [-x[1], x[0], 0.0], [0.0, 0.0, 1.0]], origin };
        }
        let z = direction(1).unwrap_or([0.0, 0.0, 1.0]);
        let hint = direction(2).unwrap_or([1.0, 0.0, 0.0]);
        Transform { axes: axes(z, hint), origin }
    }

    /// IfcCartesianTransformationOperator of any kind.
    pub(super) fn operator(&self, id: u32) -> Option<Transform> {
        let entity = self.step.get(id)?;
        let origin = entity.reference(2).and_then(|id| self.point(id)).unwrap_or([0.0; 3]);
        let direction = |index: usize| entity.reference(index).and_then(|id| self.direction(id));
        let scale = entity.number(3).unwrap_or(1.0);
        if entity.kind.starts_with("IFCCARTESIANTRANSFORMATIONOPERATOR2D") {
            let x = direction(0).unwrap_or([1.0, 0.0, 0.0]);
            let mut y = [-x[1], x[0], 0.0];
            // The second axis only says on which side.
            if direction(1).is_some_and(|other| dot(other, y) < 0.0) {
                y = y.map(|c| -c);
            }
            let second = entity.number(4).unwrap_or(scale);
            let axes = [x.map(|c| c * scale), y.map(|c| c * second), [0.0, 0.0, 1.0]];
            return Some(Transform { axes, origin });
        }
        if !entity.kind.starts_with("IFCCARTESIANTRANSFORMATIONOPERATOR3D") {
            return None;
        }
        let z = direction(4).unwrap_or([0.0, 0.0, 1.0]);
        let [x, y, _] = axes(z, direction(0).unwrap_or([1.0, 0.0, 0.0]));
        let y = if direction(1).is_some_and(|other| dot(other, y) < 0.0) { y.map(|c| -c) } else { y };
        let scales = [scale, entity.number(5).unwrap_or(scale), entity.number(6).unwrap_or(scale)];
        let axes = [0, 1, 2].map(|axis| [x, y, z][axis].map(|c| c * scales[axis]));
        Some(Transform { axes, origin })
    }

    /// Where a product stands in the world.
    pub(super) fn object_placement(&self, id: Option<u32>) -> Transform {
        let mut transform = Transform::IDENTITY;
        let mut next = id;
        for _ in 0..MOST_DEEP {
            let Some(entity) = next.and_then(|id| self.step.get(id)) else { break };
            if entity.kind != "IFCLOCALPLACEMENT" {
                break;
            }
            transform = self.placement(entity.reference(1)).times(&transform);
            next = entity.reference(0);
        }
        transform
    }

    /// A length in meters.
    pub(super) fn length(&self, entity: &Entity<'_>, index: usize) -> Option<f64> {
        entity.number(index).map(|length| length * self.unit)
    }

    /// Takes so many triangles off what may be made; false if there are too many.
    pub(super) fn spend(&mut self, triangles: usize) -> bool {
        self.exhausted |= triangles > self.left;
        self.left = self.left.saturating_sub(triangles);
        !self.exhausted
    }
}

/// Axes at right angles: the last, and the first as near to a hint as possible.
fn axes(z: [f64; 3], hint: [f64; 3]) -> [[f64; 3]; 3] {
    let across = |hint: [f64; 3]| unit(plus(hint, -dot(hint, z), z));
    let other = if z[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let x = across(hint).or_else(|| across(other)).unwrap_or([1.0, 0.0, 0.0]);
    [x, cross(z, x), z]
}

/// Whether two places are the same, for joining curves.
pub(super) fn is_near(a: [f64; 3], b: [f64; 3]) -> bool {
    let apart = minus(a, b);
    dot(apart, apart) <= 1e-10
}
