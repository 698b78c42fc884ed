//! Avoidance by vision, one direction at a time and straight from the formulas: what the quick version is tested against.

use super::{CLOSE, DRIFT, GRAZE, LEAN, MOST_SAMPLES, Moussaid, sample};
use crate::plane::{Vector, add, cross, direction, dot, left_of, length, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS, SeenWall, View};

impl Moussaid {
    /// As [`Moussaid::velocity`], slower and easier to read.
    pub fn velocity_plain(&self, view: &View<'_>) -> Vector {
        let speed = length(view.preferred);
        let Some(ahead) = direction(view.preferred) else { return [0.0; 2] };
        let mut best = (f32::INFINITY, ahead, 0.0);
        for count in 0..=self.samples.min(MOST_SAMPLES) {
            for right in [true, false] {
                let [cosine, sine] = sample(right, count);
                let along = add(scale(ahead, cosine), scale(left_of(ahead), sine));
                let free = self.free_plain(view, scale(along, speed));
                let lean = if right || count == 0 { 0.0 } else { LEAN * self.horizon * self.horizon };
                let cost = self.cost(free, cosine) + lean;
                if cost < best.0 {
                    best = (cost, along, free);
                }
            }
        }
        let (_, along, free) = best;
        scale(along, self.pace(speed, free))
    }

    /// How far the character gets at a velocity before it is in contact with somebody or a wall; at most the horizon. \[m\]
    pub fn free_plain(&self, view: &View<'_>, velocity: Vector) -> f32 {
        let mut time = f32::INFINITY;
        let mut meet = |found: Option<f32>| time = found.unwrap_or(f32::INFINITY).min(time);
        for neighbor in view.neighbors.iter().take(MOST_NEIGHBORS) {
            let radius = (view.radius + neighbor.radius - GRAZE).max(0.0);
            let radius = radius.min(self.contact * length(neighbor.offset));
            meet(time_to_disc(neighbor.offset, neighbor.velocity, radius, velocity));
        }
        let radius = (view.wall_radius - GRAZE).max(0.0);
        for wall in view.walls.iter().take(MOST_WALLS) {
            meet(time_to_disc(wall.from, [0.0; 2], radius, velocity));
            meet(time_to_disc(wall.to, [0.0; 2], radius, velocity));
            meet(time_to_inside(wall, radius, velocity));
        }
        let free = (length(velocity) * time).min(self.horizon);
        if free > CLOSE { free } else { 0.0 }
    }
}

/// When a point that moves from the origin comes within a radius of a disc's center that moves, too. \[s\]
fn time_to_disc(center: Vector, its: Vector, radius: f32, own: Vector) -> Option<f32> {
    let w = sub(own, its);
    let closing = dot(center, w) - DRIFT;
    if dot(center, own) <= DRIFT || closing <= 0.0 {
        return None;
    }
    let c = dot(center, center) - radius * radius;
    if c <= 0.0 {
        return Some(0.0);
    }
    let inside = dot(w, w) * radius * radius - cross(center, w) * cross(center, w);
    (inside > 0.0).then(|| c / (closing + inside.sqrt()))
}

/// When a point that moves from the origin comes within a radius of the inside of a wall. \[s\]
fn time_to_inside(wall: &SeenWall, radius: f32, own: Vector) -> Option<f32> {
    let along = direction(sub(wall.to, wall.from))?;
    let closing = -dot(left_of(along), own) - DRIFT;
    if closing <= 0.0 {
        return None;
    }
    let distance = -dot(left_of(along), wall.from);
    let time = ((distance - radius) / closing).max(0.0);
    let foot = dot(sub(scale(own, time), wall.from), along);
    (foot > -GRAZE && foot < dot(sub(wall.to, wall.from), along) + GRAZE).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Random};
    use crate::view::Neighbor;

    /// A view that lives longer than a loop.
    struct Scene {
        preferred: Vector,
        radius: f32,
        wall_radius: f32,
        neighbors: Vec<Neighbor>,
        walls: Vec<SeenWall>,
    }

    impl Scene {
        fn new(preferred: Vector) -> Self {
            Self { preferred, radius: 0.2, wall_radius: 0.24, neighbors: Vec::new(), walls: Vec::new() }
        }

        fn view(&self) -> View<'_> {
            View {
                velocity: self.preferred,
                preferred: self.preferred,
                speed: 1.3,
                max_speed: 2.0,
                radius: self.radius,
                wall_radius: self.wall_radius,
                neighbors: &self.neighbors,
                walls: &self.walls,
                random: 0,
                reach: f32::INFINITY,
                dt: 0.1,
            }
        }

        /// Of some size, and nasty in some way.
        fn random(seed: u32) -> Self {
            let mut random = Random::new(seed.into(), Purpose::Noise, seed, 1);
            let mut unit = || random.unit() as f32;
            let mut vector = |size: f32| [size * (2.0 * unit() - 1.0), size * (2.0 * unit() - 1.0)];
            // Half of them on a coarse raster: exact contacts, ties, tangents, parallels and coincidences.
            let coarse = seed.is_multiple_of(2);
            let round = |v: Vector| if coarse { v.map(|x| (x * 5.0).round() / 5.0) } else { v };
            let mut scene = Self::new(round(vector(1.5)));
            let near = [0.5, 1.0, 2.5, 6.0][seed as usize / 2 % 4];
            for _ in 0..(seed / 8) % 17 {
                let offset = round(vector(near));
                let velocity = if seed.is_multiple_of(3) { scene.preferred } else { round(vector(1.5)) };
                let radius = 0.1 + 0.1 * round(vector(1.0))[0].abs();
                scene.neighbors.push(Neighbor { offset, velocity, radius, ..Neighbor::default() });
            }
            for _ in 0..(seed / 136) % 9 {
                let from = round(vector(2.0 * near));
                let to = if seed.is_multiple_of(5) { from } else { round(vector(2.0 * near)) };
                // The character is on the left.
                let (from, to) = if cross(from, to) < 0.0 { (to, from) } else { (from, to) };
                scene.walls.push(SeenWall { from, to });
            }
            if seed.is_multiple_of(7) {
                for at in 1..scene.walls.len() {
                    scene.walls[at].from = scene.walls[at - 1].to;
                }
            }
            scene
        }
    }

    /// Directions differ only where both cost the same but for rounding, and rarely: 1 of 150,000 when written.
    #[test]
    fn quick_and_plain_agree() {
        let (mut differ, mut moving) = (0, 0);
        for seed in 0..150_000 {
            let scene = Scene::random(seed);
            let view = scene.view();
            let model = Moussaid { samples: seed as usize % 21, ..Moussaid::default() };
            let (quick, plain) = (model.velocity(&view), model.velocity_plain(&view));
            assert!(quick.iter().all(|x| x.is_finite()), "{seed}: {quick:?}");
            moving += usize::from(length(plain) > 0.1);
            if length(sub(quick, plain)) > 1e-3 {
                differ += 1;
                let [cost, best] = [quick, plain].map(|v| cost(&model, &view, v));
                let tolerance = 1e-5 * model.horizon * model.horizon;
                assert!((cost - best).abs() < tolerance, "{seed}: {quick:?} costs {cost}, {plain:?} {best}");
            }
        }
        assert!(moving > 50_000, "only {moving} move");
        assert!(differ < 15, "{differ} differ");
    }

    /// What the direction of a velocity costs; one that stands looks ahead.
    fn cost(model: &Moussaid, view: &View<'_>, velocity: Vector) -> f32 {
        let ahead = direction(view.preferred).expect("a preferred direction");
        let along = direction(velocity).unwrap_or(ahead);
        let free = model.free_plain(view, scale(along, length(view.preferred)));
        let lean = if cross(ahead, along) > 0.01 { LEAN } else { 0.0 };
        model.cost(free, dot(along, ahead)) + lean * model.horizon * model.horizon
    }

    #[test]
    fn alone_as_preferred_and_without_wish_standing() {
        let model = Moussaid::default();
        let alone = Scene::new([0.6, -0.8]);
        assert_eq!(model.velocity(&alone.view()), [0.6, -0.8], "nothing in the way");
        let mut idle = Scene::new([0.0; 2]);
        idle.neighbors.push(Neighbor {
            offset: [1.0, 0.0],
            velocity: [-1.0, 0.0],
            radius: 0.2,
            ..Neighbor::default()
        });
        assert_eq!(model.velocity(&idle.view()), [0.0; 2], "no wish to walk");
    }

    #[test]
    fn head_on_both_go_right_whatever_the_direction() {
        let model = Moussaid::default();
        for turn in 0..200 {
            let (sin, cos) = (libm::sinf(turn as f32), libm::cosf(turn as f32));
            for distance in [1.0, 2.0, 3.0, 7.0] {
                let mut scene = Scene::new([1.3 * cos, 1.3 * sin]);
                scene.neighbors.push(Neighbor {
                    offset: [distance * cos, distance * sin],
                    velocity: [-1.3 * cos, -1.3 * sin],
                    radius: 0.2,
                    ..Neighbor::default()
                });
                for velocity in [model.velocity(&scene.view()), model.velocity_plain(&scene.view())] {
                    assert!(cross(scene.preferred, velocity) < 0.0, "{turn} {distance}: {velocity:?}");
                }
            }
        }
    }

    #[test]
    fn blocked_on_all_sides_it_stands() {
        let mut scene = Scene::new([1.0, 0.0]);
        for at in 0..16 {
            let turn = at as f32 * std::f32::consts::TAU / 16.0;
            let offset = scale([libm::cosf(turn), libm::sinf(turn)], 0.4 - 1e-6 * at as f32);
            scene.neighbors.push(Neighbor { offset, radius: 0.2, ..Neighbor::default() });
        }
        let model = Moussaid::default();
        for velocity in [model.velocity(&scene.view()), model.velocity_plain(&scene.view())] {
            assert!(length(velocity) < 0.05, "hardly moves: {velocity:?}");
        }
        // With those in contact as wide as they are, not at all.
        let model = Moussaid { contact: 1.0, ..model };
        assert_eq!(model.velocity(&scene.view()), [0.0; 2], "nowhere to go");
        assert_eq!(model.velocity_plain(&scene.view()), [0.0; 2], "nowhere to go");
    }

    #[test]
    fn slides_along_a_wall_that_it_touches_and_round_its_end() {
        let model = Moussaid::default();
        for turn in 0..200 {
            let (sin, cos) = (libm::sinf(turn as f32), libm::cosf(turn as f32));
            let place = |x: f32, y: f32| [x * cos - y * sin, x * sin + y * cos];
            let mut scene = Scene::new(place(1.3, 0.0));
            scene.walls.push(SeenWall { from: place(-1.0, -0.24), to: place(2.0, -0.24) });
            let velocity = model.velocity(&scene.view());
            assert!(length(sub(velocity, scene.preferred)) < 1e-5, "{turn}: {velocity:?}");
        }
    }

    #[test]
    fn stops_before_a_wide_wall_and_turns_before_a_narrow_one() {
        let model = Moussaid::default();
        let mut scene = Scene::new([1.3, 0.0]);
        scene.walls.push(SeenWall { from: [0.5, -30.0], to: [0.5, 30.0] });
        let velocity = model.velocity(&scene.view());
        assert!(velocity[0] < 0.53, "0.26 m to go: {velocity:?}");
        scene.walls[0] = SeenWall { from: [2.0, -0.3], to: [2.0, 0.3] };
        let velocity = model.velocity(&scene.view());
        assert!(length(velocity) > 1.29 && velocity[1] < -0.2, "{velocity:?}");
    }

    #[test]
    fn wild_numbers_give_finite_velocities() {
        for size in [0.0, 1e-30, 1e-10, 1e10, 1e18, 1e30, 3e38] {
            for wish in [1e-20, 1.0, 1e15, 3e38] {
                let mut scene = Scene::new([wish, 0.0]);
                scene.neighbors.push(Neighbor {
                    offset: [size, size],
                    velocity: [-size, size],
                    radius: size,
                    ..Neighbor::default()
                });
                scene.walls.push(SeenWall { from: [size, -size], to: [size, size] });
                let velocity = Moussaid::default().velocity(&scene.view());
                assert!(velocity.iter().all(|x| x.is_finite()), "{size} {wish}: {velocity:?}");
            }
        }
    }
}
