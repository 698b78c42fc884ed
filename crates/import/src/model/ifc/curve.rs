//! Curves of IFC files as points, from end to end. A closed curve ends where it begins.

use super::geometry::{CHORD, Geometry, MOST_DEEP, is_near};
use super::step::{Entity, Value};
use crate::affine::Affine;
use crate::circle::{direction, ellipse, push_arc};
use crate::model::transform::{Transform, cross, dot, minus, plus, unit};

/// A circle or an ellipse: its frame, and its radii along x and y.
struct Round {
    frame: Transform,
    radii: [f64; 2],
}

/// Where a curve is trimmed.
#[derive(Clone, Copy)]
struct Trim {
    parameter: Option<f64>,
    point: Option<[f64; 3]>,
}

impl Geometry<'_> {
    /// The points of a curve; curves of the plane have height 0.
    pub(super) fn curve(&mut self, id: u32, depth: usize) -> Option<Vec<[f64; 3]>> {
        let entity = self.step.get(id).filter(|_| depth < MOST_DEEP)?;
        match entity.kind {
            "IFCPOLYLINE" => {
                let points = entity.references(0);
                Some(points.into_iter().filter_map(|point| self.point(point)).collect())
            }
            "IFCINDEXEDPOLYCURVE" => self.indexed(&entity),
            "IFCCOMPOSITECURVE"
            | "IFC2DCOMPOSITECURVE"
            | "IFCCOMPOSITECURVEONSURFACE"
            | "IFCBOUNDARYCURVE"
            | "IFCOUTERBOUNDARYCURVE" => self.composite(&entity, depth),
            "IFCTRIMMEDCURVE" => self.trimmed(&entity, depth),
            "IFCCIRCLE" | "IFCELLIPSE" => {
                let round = self.round(&entity)?;
                let mut points = round.whole();
                points.extend(points.first().copied());
                Some(points)
            }
            "IFCBSPLINECURVE"
            | "IFCBSPLINECURVEWITHKNOTS"
            | "IFCRATIONALBSPLINECURVEWITHKNOTS"
            | "IFCBEZIERCURVE" => {
                self.simplify(
                    [
                        "curve was taken as the line through its control points",
                        "curves were taken as the lines through their control points",
                    ],
                    id,
                );
                let points = entity.references(1);
                Some(points.into_iter().filter_map(|point| self.point(point)).collect())
            }
            "IFCSURFACECURVE" | "IFCSEAMCURVE" => self.curve(entity.reference(0)?, depth + 1),
            kind => {
                self.not_read(kind, id);
                None
            }
        }
    }

    fn indexed(&mut self, entity: &Entity<'_>) -> Option<Vec<[f64; 3]>> {
        let list = self.step.get(entity.reference(0)?)?;
        let points: Vec<[f64; 3]> = list.list(0).iter().map(|point| self.coordinates(point.list())).collect();
        if entity.list(1).is_empty() {
            return Some(points);
        }
        let mut curve = Vec::new();
        for segment in entity.list(1) {
            let Value::Typed(kind, values) = segment else { continue };
            let indices = values.first().map(Value::list).unwrap_or_default();
            // Counted from 1.
            let corners: Vec<[f64; 3]> = indices
                .iter()
                .filter_map(|index| points.get((index.number()? as usize).checked_sub(1)?).copied())
                .collect();
            match (*kind, corners.as_slice()) {
                ("IFCARCINDEX", &[a, b, c]) => extend(&mut curve, arc_through(a, b, c)),
                _ => extend(&mut curve, corners),
            }
        }
        Some(curve)
    }

    fn composite(&mut self, entity: &Entity<'_>, depth: usize) -> Option<Vec<[f64; 3]>> {
        let mut curve = Vec::new();
        for segment in entity.references(0) {
            let Some(segment) = self.step.get(segment) else { continue };
            let mut points = segment.reference(2).and_then(|parent| self.curve(parent, depth + 1))?;
            if segment.word(1) == "F" {
                points.reverse();
            }
            extend(&mut curve, points);
        }
        Some(curve)
    }

    fn trimmed(&mut self, entity: &Entity<'_>, depth: usize) -> Option<Vec<[f64; 3]>> {
        let basis = self.step.get(entity.reference(0)?)?;
        let mut trims = [1, 2].map(|index| self.trim(entity.list(index)));
        // Where both are given, the file says which one counts.
        if entity.word(4) == "CARTESIAN" && trims.iter().all(|trim| trim.point.is_some()) {
            trims.iter_mut().for_each(|trim| trim.parameter = None);
        }
        let forward = entity.word(3) != "F";
        match basis.kind {
            "IFCCIRCLE" | "IFCELLIPSE" => {
                let round = self.round(&basis)?;
                let [from, to] = trims.map(|trim| round.unit_vector(trim, self.degrees));
                let turn = match trims.map(|trim| trim.parameter.map(|parameter| parameter * self.degrees)) {
                    [Some(from), Some(to)] => (to - from).abs() % 360.0 == 0.0 && from != to,
                    _ => false,
                };
                if turn {
                    let mut points = round.whole();
                    points.extend(points.first().copied());
                    return Some(points);
                }
                Some(round.arc(from?, to?, forward))
            }
            "IFCLINE" => {
                let origin = self.point(basis.reference(0)?)?;
                let vector = self.step.get(basis.reference(1)?)?;
                let along = self.direction(vector.reference(0)?)?;
                let length = self.length(&vector, 1).unwrap_or(1.0);
                let place =
                    |trim: Trim| trim.parameter.map(|t| plus(origin, t * length, along)).or(trim.point);
                Some(vec![place(trims[0])?, place(trims[1])?])
            }
            _ => {
                self.simplify(["curve was not trimmed", "curves were not trimmed"], entity.id);
                let mut points = self.curve(basis.id, depth + 1)?;
                if !forward {
                    points.reverse();
                }
                Some(points)
            }
        }
    }

    fn trim(&self, values: &[Value<'_>]) -> Trim {
        Trim {
            parameter: values.iter().find_map(Value::number),
            point: values.iter().filter_map(Value::reference).find_map(|id| self.point(id)),
        }
    }

    fn round(&self, entity: &Entity<'_>) -> Option<Round> {
        let first = self.length(entity, 1)?;
        let second = if entity.kind == "IFCELLIPSE" { self.length(entity, 2)? } else { first };
        Some(Round { frame: self.placement(entity.reference(0)), radii: [first, second] })
    }

    /// An edge of a face: along its curve, from one corner to the other.
    pub(super) fn edge(&mut self, curve: u32, [from, to]: [[f64; 3]; 2], forward: bool) -> Vec<[f64; 3]> {
        let straight = vec![from, to];
        let Some(entity) = self.step.get(curve) else { return straight };
        match entity.kind {
            "IFCCIRCLE" | "IFCELLIPSE" => {
                let Some(round) = self.round(&entity) else { return straight };
                if is_near(from, to) {
                    return round.around(from, forward);
                }
                let trim = |point| Trim { parameter: None, point: Some(point) };
                let ends = [from, to].map(|point| round.unit_vector(trim(point), self.degrees));
                let [Some(start), Some(end)] = ends else { return straight };
                let mut points = round.arc(start, end, forward);
                // The ends are shared with other edges, and must be the same bits.
                if let [first, .., last] = points.as_mut_slice() {
                    (*first, *last) = (from, to);
                }
                points
            }
            "IFCSURFACECURVE" | "IFCSEAMCURVE" => match entity.reference(0) {
                Some(inner) if self.step.kind(inner) != entity.kind => self.edge(inner, [from, to], forward),
                _ => straight,
            },
            "IFCLINE" => straight,
            _ => {
                let Some(mut points) = self.curve(curve, 0).filter(|points| points.len() >= 2) else {
                    return straight;
                };
                if !forward {
                    points.reverse();
                }
                let last = points.len() - 1;
                (points[0], points[last]) = (from, to);
                points
            }
        }
    }
}

impl Round {
    fn shape(&self) -> Affine {
        Affine::scaling(self.radii[0], self.radii[1])
    }

    fn in_space(&self, points: Vec<[f64; 2]>) -> Vec<[f64; 3]> {
        points.into_iter().map(|[x, y]| self.frame.apply([x, y, 0.0])).collect()
    }

    /// All around; the last point is not the first.
    fn whole(&self) -> Vec<[f64; 3]> {
        self.in_space(ellipse(&self.shape(), CHORD))
    }

    /// All around from a place on it, and back to it.
    fn around(&self, from: [f64; 3], forward: bool) -> Vec<[f64; 3]> {
        let mut points = self.whole();
        let distance = |at: &[f64; 3]| dot(minus(*at, from), minus(*at, from));
        let nearest =
            (0..points.len()).min_by(|&a, &b| distance(&points[a]).total_cmp(&distance(&points[b])));
        points.rotate_left(nearest.unwrap_or(0));
        points.iter_mut().take(1).for_each(|first| *first = from);
        points.push(from);
        if !forward {
            points.reverse();
        }
        points
    }

    /// Which way a trim is seen from the middle, with both radii as one.
    fn unit_vector(&self, trim: Trim, degrees: f64) -> Option<[f64; 2]> {
        if let Some(parameter) = trim.parameter {
            return Some(direction(parameter * degrees));
        }
        let [x, y, _] = self.frame.local(trim.point?);
        let [x, y, _] = unit([x / self.radii[0], y / self.radii[1], 0.0])?;
        Some([x, y])
    }

    fn arc(&self, from: [f64; 2], to: [f64; 2], forward: bool) -> Vec<[f64; 3]> {
        let shape = self.shape();
        let [begin, end] = if forward { [from, to] } else { [to, from] };
        let mut points = vec![shape.apply(begin)];
        push_arc(&shape, [begin, end], CHORD, &mut points);
        if !forward {
            points.reverse();
        }
        self.in_space(points)
    }
}

/// The arc through three places, or the lines between them if they are on one.
fn arc_through(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> Vec<[f64; 3]> {
    let (u, v) = (minus(b, a), minus(c, a));
    let n = cross(u, v);
    let nn = dot(n, n);
    let lines = vec![a, b, c];
    if nn <= 1e-12 * dot(u, u) * dot(v, v) {
        return lines;
    }
    let (p, q) = (cross(n, u), cross(v, n));
    let (uu, vv) = (dot(u, u), dot(v, v));
    let middle = [0, 1, 2].map(|i| a[i] + (p[i] * vv + q[i] * uu) / (2.0 * nn));
    let (Some(x), Some(z)) = (unit(minus(a, middle)), unit(n)) else { return lines };
    let radius = dot(minus(a, middle), minus(a, middle)).sqrt();
    let round = Round { frame: Transform { axes: [x, cross(z, x), z], origin: middle }, radii: [radius; 2] };
    let Some(end) = round.unit_vector(Trim { parameter: None, point: Some(c) }, 1.0) else { return lines };
    let mut points = round.arc([1.0, 0.0], end, true);
    if let [first, .., last] = points.as_mut_slice() {
        (*first, *last) = (a, c);
    }
    points
}

/// Joins points to a curve; a place where both meet is there once.
pub(super) fn extend(curve: &mut Vec<[f64; 3]>, points: Vec<[f64; 3]>) {
    for point in points {
        if curve.last().is_none_or(|&last| !is_near(last, point)) {
            curve.push(point);
        }
    }
}
