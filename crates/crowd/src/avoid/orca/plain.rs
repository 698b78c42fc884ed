//! The same model, naively and in double precision: half-planes out of their definition, programs by trying all candidates.

use super::super::nearest::on_wall;
use super::Orca;
use super::neighbors::overlap;
use crate::view::View;

pub(super) type Wide = [f64; 2];

/// Velocities whose component along the normal is at least the offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: Wide,
    pub(super) offset: f64,
    pub(super) hard: bool,
}

/// A set of velocities that lead to a collision: everything at least `rate` times as far as the points of a thick segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shadow {
    pub(super) ends: [Wide; 2],
    pub(super) radius: f64,
    pub(super) rate: f64,
}

pub(super) fn wide(v: [f32; 2]) -> Wide {
    v.map(f64::from)
}

pub(super) fn dot(a: Wide, b: Wide) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn sub(a: Wide, b: Wide) -> Wide {
    [a[0] - b[0], a[1] - b[1]]
}

impl Shadow {
    /// How far the shadow extends in a direction of length one.
    pub(super) fn extent(&self, normal: Wide) -> f64 {
        let nearest = dot(normal, self.ends[0]).max(dot(normal, self.ends[1])) + self.radius;
        if nearest > 1e-9 { f64::INFINITY } else { nearest * self.rate }
    }

    /// How far a velocity is outside of the half-plane that touches the shadow with a normal; negative inside.
    fn outside(&self, normal: Wide, velocity: Wide) -> f64 {
        dot(normal, velocity) - self.extent(normal)
    }

    /// The most that a velocity can be outside of a half-plane that touches the shadow. `toward` leads to the nearest point of the
    /// segment; the normals of all half-planes are within a right angle of the way back from there. They form an interval: find its ends, try
    /// normals between, then nearer and nearer to the best.
    pub(super) fn most_outside(&self, velocity: Wide, toward: Wide) -> f64 {
        let back = unit([-toward[0], -toward[1]]);
        let normal = |part: f64| {
            // The tangent of half an angle gives its sine and cosine.
            let (cosine, sine) = (1.0 - part * part, 2.0 * part);
            unit([back[0] * cosine - back[1] * sine, back[1] * cosine + back[0] * sine])
        };
        let end = |side: f64| {
            let (mut inside, mut outside) = (0.0, side);
            for _ in 0..50 {
                let middle = 0.5 * (inside + outside);
                if self.extent(normal(middle)) < f64::INFINITY { inside = middle } else { outside = middle }
            }
            inside
        };
        let (low, high) = (end(-1.0), end(1.0));
        let value = |part: f64| self.outside(normal(part.clamp(low, high)), velocity);
        let mut best = low;
        for step in 1..=100 {
            let part = low + (high - low) * f64::from(step) / 100.0;
            best = if value(part) > value(best) { part } else { best };
        }
        let mut step = (high - low) / 100.0;
        while step > 1e-10 {
            let next = if value(best + step) > value(best - step) { best + step } else { best - step };
            if value(next) > value(best) { best = next } else { step *= 0.6 }
        }
        value(best)
    }
}

fn unit(v: Wide) -> Wide {
    let size = dot(v, v).sqrt();
    [v[0] / size, v[1] / size]
}

/// The shadow of each neighbor, in velocities relative to it, and that velocity.
pub(super) fn of_neighbors(orca: &Orca, view: &View<'_>) -> Vec<(Shadow, Wide)> {
    let shadow = |neighbor: &crate::view::Neighbor| {
        let reach = view.radius + neighbor.radius;
        let time = if overlap(neighbor.offset, reach) { view.dt } else { orca.horizon };
        let ends = [wide(neighbor.offset); 2];
        let shadow = Shadow { ends, radius: f64::from(reach), rate: 1.0 / f64::from(time) };
        (shadow, sub(wide(view.velocity), wide(neighbor.velocity)))
    };
    view.neighbors.iter().map(shadow).collect()
}

/// The shadow of each wall in reach that is not touched.
pub(super) fn of_walls(orca: &Orca, view: &View<'_>) -> Vec<Shadow> {
    let radius = f64::from(view.wall_radius);
    let reach = radius + f64::from(orca.wall_horizon) * f64::from(view.max_speed);
    let walls = view.walls.iter().filter(|wall| {
        let nearest = wide(on_wall(wall, [0.0, 0.0]));
        let distance = dot(nearest, nearest).sqrt();
        distance > radius + 1e-5 && distance < reach
    });
    walls
        .map(|wall| Shadow {
            ends: [wide(wall.from), wide(wall.to)],
            radius,
            rate: 1.0 / f64::from(orca.wall_horizon),
        })
        .collect()
}

/// The velocity nearest to the aim that all half-planes allow if neighbors' ones are relaxed by some and walls' by a little: all points where two lines, a
/// line and the circle of the largest speed, or nothing binds.
pub(super) fn nearest(planes: &[Plane], aim: Wide, speed: f64, relaxed: f64, slack: f64) -> Option<Wide> {
    let planes: Vec<Plane> = planes
        .iter()
        .map(|plane| Plane { offset: plane.offset - if plane.hard { slack } else { relaxed }, ..*plane })
        .collect();
    let allowed = |v: Wide| {
        dot(v, v) <= speed * speed + 1e-9
            && planes.iter().all(|plane| dot(plane.normal, v) >= plane.offset - 1e-9)
    };
    let mut best: Option<Wide> = None;
    let mut candidate = |v: Wide| {
        let away = |v: Wide| dot(sub(v, aim), sub(v, aim));
        if best.is_none_or(|best| away(v) < away(best)) && allowed(v) {
            best = Some(v);
        }
    };
    let size = dot(aim, aim).sqrt();
    candidate(if size > speed { [aim[0] / size * speed, aim[1] / size * speed] } else { aim });
    for (index, plane) in planes.iter().enumerate() {
        let foot = [plane.normal[0] * plane.offset, plane.normal[1] * plane.offset];
        let along = [-plane.normal[1], plane.normal[0]];
        let at = |place: f64| [foot[0] + along[0] * place, foot[1] + along[1] * place];
        candidate(at(dot(along, aim)));
        let half = (speed * speed - plane.offset * plane.offset).max(0.0).sqrt();
        candidate(at(half));
        candidate(at(-half));
        for other in &planes[..index] {
            let slope = dot(other.normal, along);
            if slope.abs() > 1e-12 {
                candidate(at((other.offset - dot(other.normal, foot)) / slope));
            }
        }
    }
    best
}

/// The least by which neighbors' half-planes must be relaxed, by halving.
pub(super) fn least_violation(planes: &[Plane], speed: f64, slack: f64) -> f64 {
    let aim = [0.0, 0.0];
    // Standing still is allowed by the walls.
    let mut enough = planes.iter().map(|plane| plane.offset).fold(0.0, f64::max);
    if nearest(planes, aim, speed, 0.0, slack).is_some() {
        return 0.0;
    }
    let mut too_little = 0.0;
    while enough - too_little > 1e-7 {
        let middle = 0.5 * (enough + too_little);
        if nearest(planes, aim, speed, middle, slack).is_some() {
            enough = middle;
        } else {
            too_little = middle;
        }
    }
    enough
}
