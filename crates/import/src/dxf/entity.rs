//! Entities of a DXF file as chains of points.

use super::pairs::Record;
use crate::affine::Affine;
use crate::circle::{direction, ellipse, push_arc, push_bulge};
use crate::drawing::Path;

/// What an entity draws.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) path: Path,
    pub(super) filled: bool,
}

/// The points of an entity, with `map` applied; `None` if it is of a kind that is not read. `parts` are the records after it:
/// the corners of old polylines.
pub(super) fn draw(record: &Record<'_>, parts: &[Record<'_>], map: &Affine, tolerance: f64) -> Option<Drawn> {
    // Some entities are drawn on a plane of their own. Seen from below, its x axis points the other way.
    let own_plane = matches!(record.kind, "LWPOLYLINE" | "POLYLINE" | "CIRCLE" | "ARC" | "SOLID" | "TRACE");
    let map = if own_plane { map.after(&plane(record)) } else { *map };
    let near = tolerance / map.stretch().max(f64::MIN_POSITIVE);
    let mut filled = false;
    let mut path = match record.kind {
        "LINE" => open(vec![record.point(10), record.point(11)]),
        "POINT" => open(vec![record.point(10)]),
        "LWPOLYLINE" => bulged(record.points(10, 42), record.integer(70) & 1 == 1, near),
        "POLYLINE" => {
            let kind = record.integer(70);
            // Meshes are no lines.
            if kind & (16 | 64) != 0 {
                return None;
            }
            let corners = parts.iter().take_while(|part| part.kind == "VERTEX");
            // Control points of a curve are not on it.
            let corners = corners.filter(|corner| corner.integer(70) & 16 == 0);
            let corners = corners.map(|corner| (corner.point(10), corner.number(42).unwrap_or(0.0)));
            bulged(corners.collect(), kind & 1 == 1, near)
        }
        "CIRCLE" => Path { points: ellipse(&circle(record), near), closed: true },
        "ARC" => {
            let ends = [50, 51].map(|code| direction(record.number(code).unwrap_or(0.0)));
            arc(&circle(record), ends, near)
        }
        "ELLIPSE" => {
            let major = record.point(11);
            let ratio = record.number(40).unwrap_or(1.0);
            let minor = [-major[1] * ratio, major[0] * ratio];
            let shape = Affine { x: major, y: minor, origin: record.point(10) };
            let turn = std::f64::consts::TAU;
            let [from, to] = [record.number(41).unwrap_or(0.0), record.number(42).unwrap_or(turn)];
            if to - from >= turn - 1e-6 {
                Path { points: ellipse(&shape, near), closed: true }
            } else {
                arc(&shape, [from, to].map(|angle| direction(angle * (360.0 / turn))), near)
            }
        }
        "SPLINE" => {
            let through: Vec<_> = record.points(11, -1);
            let points = if through.len() > 1 { through } else { record.points(10, -1) };
            bulged(points, record.integer(70) & 1 == 1, near)
        }
        "SOLID" | "TRACE" | "3DFACE" => {
            filled = true;
            let order = if record.kind == "3DFACE" { [10, 11, 12, 13] } else { [10, 11, 13, 12] };
            let corners = order.into_iter().filter(|&code| record.text(code).is_some());
            Path { points: corners.map(|code| record.point(code)).collect(), closed: true }
        }
        _ => return None,
    };
    path.points.iter_mut().for_each(|point| *point = map.apply(*point));
    Some(Drawn { path, filled })
}

/// The plane of an entity or a block, if it is horizontal.
pub(super) fn plane(record: &Record<'_>) -> Affine {
    let below = record.number(230).is_some_and(|z| z < 0.0);
    Affine::scaling(if below { -1.0 } else { 1.0 }, 1.0)
}

fn open(points: Vec<[f64; 2]>) -> Path {
    Path { points, closed: false }
}

fn circle(record: &Record<'_>) -> Affine {
    let radius = record.number(40).unwrap_or(0.0);
    Affine { x: [radius, 0.0], y: [0.0, radius], origin: record.point(10) }
}

fn arc(shape: &Affine, [from, to]: [[f64; 2]; 2], tolerance: f64) -> Path {
    let mut points = vec![shape.apply(from)];
    push_arc(shape, [from, to], tolerance, &mut points);
    open(points)
}

/// Corners, each with the bulge of the line to the next.
fn bulged(corners: Vec<([f64; 2], f64)>, closed: bool, tolerance: f64) -> Path {
    let mut points = Vec::new();
    let mut bulge = 0.0;
    let first = corners.first().copied();
    for (corner, next_bulge) in corners.into_iter().chain(first.filter(|_| closed)) {
        if points.is_empty() || bulge == 0.0 {
            points.push(corner);
        } else {
            push_bulge(corner, bulge, tolerance, &mut points);
        }
        bulge = next_bulge;
    }
    Path { points, closed }
}
