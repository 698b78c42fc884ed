//! The velocity that half-planes allow and that is best: small programs in the plane.
//!
//! Idea. Keep a working set of half-planes and the best velocity for it. Take the half-plane that this velocity violates most. It must be on the
//! border of the next answer, so that is a search on a line, bounded by the speed and by the working set. Repeat.
//!
//! 1. The best velocity for the walls alone. All walls are in the working set from then on.
//! 2. Add the most violated half-plane of a neighbor until there is none. Then the velocity is allowed and nearest to the aim.
//! 3. If the line of a half-plane has nothing that the working set allows, nobody can be content. Then make the largest violation
//!    among neighbors as small as possible: it is that of the most violated one, i. So go as far along i's normal as is possible with
//!    walls, speed, and (for each j of the working set) j violated no more than i, which is a half-plane too.
//!    Repeat with the neighbor that is then violated more than i. The largest violation grows with each of them.
//!
//! Invariant: the velocity is best for the working set. So each half-plane is added once, and it ends.
//! Cost: the number of half-planes added (mostly 0 to 4) times the number of half-planes.
//! Degenerate: nearly parallel lines have no crossing; they exclude each other, or not. If rounding leaves nothing on a
//! line, it counts as step 3; in step 3 what was found last is kept; among walls, standing still is allowed.
//! Source: as in `orca.rs`; Seidel 1991 for programs that grow by one constraint.

use super::HalfPlane;
use super::neighbors::{BLOCKS, LANES, Neighbors};
use super::walls::Walls;
use crate::plane::{Vector, add, clamp_length, dot, greater, left_of, length, lesser, scale, sub};
use crate::view::{MOST_NEIGHBORS, MOST_WALLS};

/// A violation that does not matter: some ten times the rounding of velocities of a few meters per second. \[m/s\]
pub(super) const SLACK: f32 = 1e-5;
/// Lines that meet at a smaller angle than this have no crossing within reach that single precision could place.
const PARALLEL: f32 = 1e-5;

/// The velocity of at most a speed that is nearest to the aim, if walls and neighbors allow; else the one that the neighbors mind least.
pub(super) fn solve(walls: &Walls, neighbors: &Neighbors, aim: Vector, speed: f32) -> Vector {
    // 1.
    let mut set = WorkingSet::new(walls.planes());
    let nearest = Wish::Near(aim);
    let Some(mut velocity) = best(&set.planes[..set.count], nearest, speed) else { return [0.0, 0.0] };
    // 2.
    loop {
        let (index, violation) = most_violated(neighbors, velocity);
        if violation <= SLACK || set.holds(index) {
            return velocity;
        }
        let plane = neighbors.get(index);
        match on_line(plane, &set.planes[..set.count], nearest, speed) {
            Some(next) => velocity = next,
            None => return least_violation(&mut set, neighbors, index, velocity, aim, speed),
        }
        set.add(index, plane);
    }
}

/// The half-planes that a velocity is best for: walls first, then neighbors.
struct WorkingSet {
    planes: [HalfPlane; MOST_WALLS + MOST_NEIGHBORS],
    count: usize,
    walls: usize,
    /// A bit for each neighbor in the set.
    held: u32,
}

impl WorkingSet {
    fn new(walls: &[HalfPlane]) -> Self {
        let mut planes = [HalfPlane::default(); MOST_WALLS + MOST_NEIGHBORS];
        planes[..walls.len()].copy_from_slice(walls);
        Self { planes, count: walls.len(), walls: walls.len(), held: 0 }
    }

    fn holds(&self, neighbor: usize) -> bool {
        (self.held >> neighbor) & 1 == 1
    }

    fn add(&mut self, neighbor: usize, plane: HalfPlane) {
        self.planes[self.count] = plane;
        self.count += 1;
        self.held |= 1 << neighbor;
    }
}

/// What the best velocity is.
#[derive(Clone, Copy)]
enum Wish {
    /// The nearest to this one.
    Near(Vector),
    /// The farthest in this direction, and of those the nearest to this one.
    Far { direction: Vector, aim: Vector },
}

/// The half-plane that a velocity violates most, and by how much. A violation is negative if the velocity is allowed.
#[inline]
fn most_violated(neighbors: &Neighbors, velocity: Vector) -> (usize, f32) {
    let mut worst = [-1.0; LANES];
    let mut violations = [[-1.0; LANES]; BLOCKS];
    for (violations, block) in violations.iter_mut().zip(&neighbors.blocks).take(neighbors.count) {
        for (lane, violation) in violations.iter_mut().enumerate() {
            let has = block.x[lane] * velocity[0] + block.y[lane] * velocity[1];
            *violation = block.offset[lane] - has;
        }
        for (worst, &violation) in worst.iter_mut().zip(violations.iter()) {
            *worst = greater(violation, *worst);
        }
    }
    let most = worst.iter().fold(worst[0], |most, &violation| greater(violation, most));
    // Mostly nobody is violated, and it does not matter who it is.
    if most <= SLACK {
        return (0, most);
    }
    let index = violations.as_flattened().iter().position(|&violation| violation == most);
    (index.unwrap_or(0), most)
}

/// The best velocity that all half-planes allow; `None` if there is none.
fn best(planes: &[HalfPlane], wish: Wish, speed: f32) -> Option<Vector> {
    let mut velocity = match wish {
        Wish::Near(aim) => clamp_length(aim, speed),
        Wish::Far { direction, .. } => scale(direction, speed),
    };
    for (index, &plane) in planes.iter().enumerate() {
        if plane.offset - dot(plane.normal, velocity) > SLACK {
            velocity = on_line(plane, &planes[..index], wish, speed)?;
        }
    }
    Some(velocity)
}

/// The best velocity on the border of a half-plane that the other half-planes allow; `None` if there is none.
fn on_line(line: HalfPlane, others: &[HalfPlane], wish: Wish, speed: f32) -> Option<Vector> {
    let half = speed * speed - line.offset * line.offset;
    if half < 0.0 {
        return None;
    }
    let foot = scale(line.normal, line.offset);
    let along = left_of(line.normal);
    let (mut low, mut high) = (-half.sqrt(), half.sqrt());
    for other in others {
        let slope = dot(other.normal, along);
        let lack = other.offset - dot(other.normal, foot);
        if slope.abs() <= PARALLEL {
            if lack > SLACK {
                return None;
            }
        } else if slope > 0.0 {
            low = greater(lack / slope, low);
        } else {
            high = lesser(lack / slope, high);
        }
        if low > high {
            return None;
        }
    }
    let place = |aim| greater(low, lesser(high, dot(aim, along)));
    let place = match wish {
        Wish::Near(aim) => place(aim),
        Wish::Far { direction, aim } => {
            let gain = dot(direction, along);
            if gain.abs() <= PARALLEL {
                place(aim)
            } else if gain > 0.0 {
                high
            } else {
                low
            }
        }
    };
    Some(add(foot, scale(along, place)))
}

/// 3. The velocity whose largest violation is least, if `index` excludes what the working set allows.
fn least_violation(
    set: &mut WorkingSet,
    neighbors: &Neighbors,
    mut index: usize,
    mut velocity: Vector,
    aim: Vector,
    speed: f32,
) -> Vector {
    loop {
        let most = neighbors.get(index);
        let mut planes = [HalfPlane::default(); MOST_WALLS + MOST_NEIGHBORS];
        planes[..set.walls].copy_from_slice(&set.planes[..set.walls]);
        let mut count = set.walls;
        for other in &set.planes[set.walls..set.count] {
            let normal = sub(other.normal, most.normal);
            let size = length(normal);
            // Of two in the same direction the more violated one decides, and that is `most`.
            if size > PARALLEL {
                let offset = (other.offset - most.offset) / size;
                planes[count] = HalfPlane { normal: scale(normal, 1.0 / size), offset };
                count += 1;
            }
        }
        let farthest = Wish::Far { direction: most.normal, aim };
        let Some(next) = best(&planes[..count], farthest, speed) else { return velocity };
        velocity = next;
        set.add(index, most);
        let (next, violation) = most_violated(neighbors, velocity);
        if violation <= most.offset - dot(most.normal, velocity) + SLACK || set.holds(next) {
            return velocity;
        }
        index = next;
    }
}
