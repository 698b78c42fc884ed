//! Random pairs of places between which routes are asked for.

use throng_compare::positions::positions;
use throng_mesh::{Mesh, Position, Scene};
use throng_voronoi::sample::Random;

/// A start and a goal.
pub type Pair = [Position; 2];

/// Radius of the disc, as in the papers. [m]
pub const RADIUS: f64 = 0.24;
/// Clearance that the disc prefers beyond its radius, as in the papers. [m]
pub const CLEARANCE: f64 = 0.5;
/// Seed of all pairs.
const SEED: u64 = 4;

/// How much wider than the way the disc may be: a gap that is as wide as the disc is open, whatever rounding does. [m]
const SLACK: f64 = 1e-6;

/// Pairs uniform over the space where the disc fits, and between which it can move; and the number of those between which it cannot,
/// which are left out.
pub fn pairs(scene: &Scene, mesh: &Mesh, count: usize) -> Result<(Vec<Pair>, usize), String> {
    let ends = positions(scene, mesh, RADIUS, &mut Random::new(SEED), 2 * count)?;
    let connected =
        |&[from, to]: &Pair| mesh.largest_radius(from, to).is_ok_and(|width| width.radius >= RADIUS - SLACK);
    let pairs: Vec<Pair> = ends.chunks(2).map(|pair| [pair[0], pair[1]]).filter(connected).collect();
    let left_out = count - pairs.len();
    Ok((pairs, left_out))
}
