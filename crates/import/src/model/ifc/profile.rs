//! Profiles of IFC files: areas of the plane. Fillets of steel profiles are left out.

use super::convex::Area;
use super::curve::extend;
use super::geometry::{CHORD, Geometry, MOST_DEEP, is_near};
use super::step::Entity;
use crate::affine::Affine;
use crate::circle::{ellipse, push_arc};
use crate::model::transform::Transform;

impl Geometry<'_> {
    /// The areas of a profile.
    pub(super) fn profile(&mut self, id: u32, depth: usize) -> Vec<Area> {
        let Some(entity) = self.step.get(id).filter(|_| depth < MOST_DEEP) else { return Vec::new() };
        match entity.kind {
            "IFCARBITRARYCLOSEDPROFILEDEF" | "IFCARBITRARYPROFILEDEFWITHVOIDS" => {
                let Some(outer) = entity.reference(2).and_then(|curve| self.ring(curve, depth)) else {
                    return Vec::new();
                };
                let inner = if entity.kind.ends_with("VOIDS") { entity.references(3) } else { Vec::new() };
                let holes = inner.into_iter().filter_map(|curve| self.ring(curve, depth)).collect();
                vec![Area { outer, holes }]
            }
            "IFCCOMPOSITEPROFILEDEF" => {
                let parts = entity.references(2);
                parts.into_iter().flat_map(|part| self.profile(part, depth + 1)).collect()
            }
            "IFCDERIVEDPROFILEDEF" | "IFCMIRROREDPROFILEDEF" => {
                let parent =
                    entity.reference(2).map(|parent| self.profile(parent, depth + 1)).unwrap_or_default();
                let operator = if entity.kind == "IFCMIRROREDPROFILEDEF" {
                    Transform { axes: [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] }
                } else {
                    entity.reference(3).and_then(|id| self.operator(id)).unwrap_or(Transform::IDENTITY)
                };
                parent.into_iter().map(|area| moved(area, &operator)).collect()
            }
            "IFCCENTERLINEPROFILEDEF" => {
                let curve = entity.reference(2).and_then(|curve| self.curve(curve, depth + 1));
                let width = self.length(&entity, 3);
                curve.zip(width).and_then(|(curve, width)| ribbon(&curve, width)).into_iter().collect()
            }
            kind => match self.parametric(&entity) {
                Some(area) => {
                    let position = self.placement(entity.reference(2));
                    vec![moved(area, &position)]
                }
                None => {
                    self.not_read(kind, id);
                    Vec::new()
                }
            },
        }
    }

    /// A closed curve of the plane as a ring.
    pub(super) fn ring(&mut self, curve: u32, depth: usize) -> Option<Vec<[f64; 2]>> {
        let mut joined = Vec::new();
        extend(&mut joined, self.curve(curve, depth + 1)?);
        while joined.len() > 1 && is_near(joined[0], joined[joined.len() - 1]) {
            joined.pop();
        }
        (joined.len() >= 3).then(|| joined.into_iter().map(|[x, y, _]| [x, y]).collect())
    }

    /// A profile that is told by its measures, around its origin.
    fn parametric(&self, entity: &Entity<'_>) -> Option<Area> {
        let length = |index: usize| self.length(entity, index).filter(|length| *length > 0.0);
        let plain = |outer: Vec<[f64; 2]>| Some(Area { outer, holes: Vec::new() });
        match entity.kind {
            "IFCRECTANGLEPROFILEDEF" => plain(rectangle(length(3)?, length(4)?, 0.0)),
            "IFCROUNDEDRECTANGLEPROFILEDEF" => {
                plain(rectangle(length(3)?, length(4)?, length(5).unwrap_or(0.0)))
            }
            "IFCRECTANGLEHOLLOWPROFILEDEF" => {
                let (x, y, wall) = (length(3)?, length(4)?, length(5)?);
                let outer = rectangle(x, y, length(7).unwrap_or(0.0));
                let inner = rectangle(x - 2.0 * wall, y - 2.0 * wall, length(6).unwrap_or(0.0));
                let holes = if 2.0 * wall < x.min(y) { vec![inner] } else { Vec::new() };
                Some(Area { outer, holes })
            }
            "IFCCIRCLEPROFILEDEF" => plain(round(length(3)?, length(3)?)),
            "IFCELLIPSEPROFILEDEF" => plain(round(length(3)?, length(4)?)),
            "IFCCIRCLEHOLLOWPROFILEDEF" => {
                let (radius, wall) = (length(3)?, length(4)?);
                let holes =
                    if wall < radius { vec![round(radius - wall, radius - wall)] } else { Vec::new() };
                Some(Area { outer: round(radius, radius), holes })
            }
            "IFCTRAPEZIUMPROFILEDEF" => {
                let (bottom, top, height) = (length(3)? / 2.0, length(4)?, length(5)? / 2.0);
                let left = self.length(entity, 6).unwrap_or(0.0) - bottom;
                plain(vec![[-bottom, -height], [bottom, -height], [left + top, height], [left, height]])
            }
            "IFCISHAPEPROFILEDEF" => {
                let (width, flange) = (length(3)?, length(6)?);
                plain(i_shape([width, width], length(4)?, length(5)?, [flange, flange]))
            }
            "IFCASYMMETRICISHAPEPROFILEDEF" => {
                let flange = length(6)?;
                let flanges = [flange, length(9).unwrap_or(flange)];
                plain(i_shape([length(3)?, length(8)?], length(4)?, length(5)?, flanges))
            }
            "IFCLSHAPEPROFILEDEF" => {
                let (depth, wall) = (length(3)?, length(5)?);
                let width = length(4).unwrap_or(depth);
                let (x, y) = (width / 2.0, depth / 2.0);
                plain(vec![[-x, -y], [x, -y], [x, wall - y], [wall - x, wall - y], [wall - x, y], [-x, y]])
            }
            "IFCTSHAPEPROFILEDEF" => {
                let (y, x, web, flange) = (length(3)? / 2.0, length(4)? / 2.0, length(5)? / 2.0, length(6)?);
                plain(vec![
                    [-web, -y],
                    [web, -y],
                    [web, y - flange],
                    [x, y - flange],
                    [x, y],
                    [-x, y],
                    [-x, y - flange],
                    [-web, y - flange],
                ])
            }
            "IFCUSHAPEPROFILEDEF" => {
                let (y, x, web, flange) = (length(3)? / 2.0, length(4)? / 2.0, length(5)?, length(6)?);
                plain(vec![
                    [-x, -y],
                    [x, -y],
                    [x, flange - y],
                    [web - x, flange - y],
                    [web - x, y - flange],
                    [x, y - flange],
                    [x, y],
                    [-x, y],
                ])
            }
            "IFCZSHAPEPROFILEDEF" => {
                let (y, x, web, flange) = (length(3)? / 2.0, length(4)?, length(5)? / 2.0, length(6)?);
                plain(vec![
                    [-web, -y],
                    [x - web, -y],
                    [x - web, flange - y],
                    [web, flange - y],
                    [web, y],
                    [web - x, y],
                    [web - x, y - flange],
                    [-web, y - flange],
                ])
            }
            "IFCCSHAPEPROFILEDEF" => {
                let (y, x, wall) = (length(3)? / 2.0, length(4)? / 2.0, length(5)?);
                let girth = length(6).unwrap_or(wall);
                plain(vec![
                    [-x, -y],
                    [x, -y],
                    [x, girth - y],
                    [x - wall, girth - y],
                    [x - wall, wall - y],
                    [wall - x, wall - y],
                    [wall - x, y - wall],
                    [x - wall, y - wall],
                    [x - wall, y - girth],
                    [x, y - girth],
                    [x, y],
                    [-x, y],
                ])
            }
            _ => None,
        }
    }
}

fn moved(area: Area, by: &Transform) -> Area {
    let place = |[x, y]: [f64; 2]| {
        let [x, y, _] = by.apply([x, y, 0.0]);
        [x, y]
    };
    let ring = |ring: Vec<[f64; 2]>| ring.into_iter().map(place).collect();
    Area { outer: ring(area.outer), holes: area.holes.into_iter().map(ring).collect() }
}

fn round(first: f64, second: f64) -> Vec<[f64; 2]> {
    ellipse(&Affine::scaling(first, second), CHORD)
}

fn rectangle(width: f64, height: f64, radius: f64) -> Vec<[f64; 2]> {
    let (x, y) = (width / 2.0, height / 2.0);
    if radius <= 0.0 || 2.0 * radius > width.min(height) {
        return vec![[-x, -y], [x, -y], [x, y], [-x, y]];
    }
    let mut ring = Vec::new();
    let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];
    for (quarter, corner) in [[x, y], [-x, y], [-x, -y], [x, -y]].into_iter().enumerate() {
        let origin = corner.map(|c| if c < 0.0 { c + radius } else { c - radius });
        let shape = Affine { origin, ..Affine::scaling(radius, radius) };
        ring.push(shape.apply(quarters[quarter]));
        push_arc(&shape, [quarters[quarter], quarters[quarter + 1]], CHORD, &mut ring);
    }
    ring.dedup();
    ring
}

/// Flanges below and above.
fn i_shape(widths: [f64; 2], depth: f64, web: f64, flanges: [f64; 2]) -> Vec<[f64; 2]> {
    let [low, high] = widths.map(|width| width / 2.0);
    let (y, web) = (depth / 2.0, web / 2.0);
    vec![
        [-low, -y],
        [low, -y],
        [low, flanges[0] - y],
        [web, flanges[0] - y],
        [web, y - flanges[1]],
        [high, y - flanges[1]],
        [high, y],
        [-high, y],
        [-high, y - flanges[1]],
        [-web, y - flanges[1]],
        [-web, flanges[0] - y],
        [-low, flanges[0] - y],
    ]
}

/// A curve with a width; its corners are mitered.
fn ribbon(curve: &[[f64; 3]], width: f64) -> Option<Area> {
    let mut points: Vec<[f64; 2]> = curve.iter().map(|&[x, y, _]| [x, y]).collect();
    points.dedup();
    let normals: Vec<[f64; 2]> = points
        .windows(2)
        .map(|pair| {
            let [x, y] = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            let length = (x * x + y * y).sqrt();
            [-y / length, x / length]
        })
        .collect();
    let (first, last) = (*normals.first()?, *normals.last()?);
    let side = |sign: f64| {
        let normals = &normals;
        points.iter().enumerate().map(move |(at, p)| {
            let before = if at == 0 { first } else { normals[at - 1] };
            let after = normals.get(at).copied().unwrap_or(last);
            let sum = [before[0] + after[0], before[1] + after[1]];
            // Sharp corners would go far.
            let stretch = (sum[0] * sum[0] + sum[1] * sum[1]).max(0.25);
            let by = sign * width / stretch;
            [p[0] + sum[0] * by, p[1] + sum[1] * by]
        })
    };
    let mut outer: Vec<[f64; 2]> = side(-1.0).collect();
    let mut back: Vec<[f64; 2]> = side(1.0).collect();
    back.reverse();
    outer.extend(back);
    Some(Area { outer, holes: Vec::new() })
}
