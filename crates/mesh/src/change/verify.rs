//! Whether a mesh that changed is right: against the same place built from nothing, against its own invariants, and against brute force.

use thiserror::Error;

use crate::change::live::LiveMesh;
use crate::violation::MeshViolation;

/// Places at which the nearest obstacle is compared with brute force.
const SAMPLES: usize = 200;

/// Something that should not be. This is a bug of this crate, not of its input.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Mistake {
    /// An invariant of the mesh does not hold.
    #[error("the mesh is broken: {0}")]
    Mesh(#[from] MeshViolation),
    /// The mesh is not the one that is built from nothing.
    #[error("the mesh differs from one that is built from nothing: {0}")]
    Differs(String),
    /// What the mesh was made from is broken.
    #[error("the arrangement of obstacles is broken: {0}")]
    Layout(String),
}

impl LiveMesh {
    /// Builds the place from nothing, with the obstacles and closed connections of now, and compares; verifies the invariants; and compares nearest
    /// obstacles at sampled places with brute force. Takes some times as long as building.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn verify(&self) -> Result<(), Mistake> {
        self.mesh().check()?;
        self.layout().check().map_err(Mistake::Layout)?;
        let fresh = self.rebuilt().map_err(|error| Mistake::Differs(error.to_string()))?;
        self.mesh().same_as(fresh.mesh()).map_err(Mistake::Differs)?;
        self.layout().check().map_err(Mistake::Layout)?;
        self.mesh().check_sampled(SAMPLES)?;
        Ok(())
    }
}
