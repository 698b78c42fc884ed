//! The invariants of a mesh, verified.
//!
//! 1. What queries rely on ([`crate::sound`]); a mesh from a file has passed this.
//! 2. The way around a joint meets all flanks that start there.
//! 3. Shapes: joints are equidistant, flanks convex and beside their walls ([`shape`]).
//! 4. Sums: length and clearance of edges, components, counts, area ([`sums`]).
//! 5. Layers: of joints, cells and connections; and every flank is found where it is ([`place`]).
//!
//! Cost: linear, but for the connections of a layer, which every cell of it looks at.

mod place;
mod sampled;
mod shape;
mod sums;
#[cfg(test)]
mod tests;

use crate::mesh::Mesh;
use crate::violation::MeshViolation;

/// How far positions and distances may be off. \[m\] A thousandth of a unit of the default grid; rounding is a thousandth of that.
const TOLERANCE: f64 = 1e-7;

/// The same for places so large that this is more, as a part of their extent.
const RELATIVE: f64 = 1e-9;

impl Mesh {
    /// Verifies the invariants of the mesh, geometry included. Takes about as long as building it.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), MeshViolation> {
        self.check_sound()?;
        self.check_around()?;
        let tolerance = self.tolerance();
        self.check_shapes(tolerance)?;
        self.check_sums(tolerance)?;
        self.check_places()
    }

    /// Step 2. Successors start at the same joint, as is known by now; so flanks can only be too few.
    fn check_around(&self) -> Result<(), MeshViolation> {
        let mut met = vec![false; self.flanks.len()];
        for j in self.live_joints() {
            self.around(j).for_each(|f| met[f.index()] = true);
        }
        self.live_flanks()
            .find(|f| !met[f.index()])
            .map_or(Ok(()), |f| Err(MeshViolation::Around { flank: f, joint: self.flank(f).start }))
    }

    /// How far numbers may be off. \[m\]
    fn tolerance(&self) -> f64 {
        // Rounding grows with the distance from the origin, so that counts as part of the extent.
        // Dead corners are nowhere, and never the maximum.
        let extent = self.corners.iter().flatten().fold(0.0f64, |most, v| most.max(v.abs()));
        (RELATIVE * extent).max(TOLERANCE)
    }
}

/// Whether two numbers are the same up to a tolerance. What is not a number agrees with nothing.
fn agree(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}
