//! The place that requests are asked of. It becomes one that can change when the first request wants that.

use throng_mesh::{LiveMesh, Mesh, Scene};

use super::reading::Refusal;

/// A mesh, and what is needed to change it.
pub(super) enum Place {
    /// As it was read: with the scene that it was built from, unless the mesh was saved.
    Still(Box<Mesh>, Option<Box<Scene>>),
    /// It can change.
    Live(Box<LiveMesh>),
}

impl Place {
    pub(super) fn mesh(&self) -> &Mesh {
        match self {
            Self::Still(mesh, _) => mesh,
            Self::Live(live) => live.mesh(),
        }
    }

    /// What it was built from, if that is known.
    pub(super) fn scene(&self) -> Option<&Scene> {
        match self {
            Self::Still(_, scene) => scene.as_deref(),
            Self::Live(live) => Some(live.scene()),
        }
    }

    /// The same place as one that can change.
    pub(super) fn live(&mut self) -> Result<&mut LiveMesh, Refusal> {
        let words = "a saved mesh does not know its scene and cannot change; give `throng query` the scene file instead";
        if let Self::Still(_, Some(scene)) = self {
            let live = LiveMesh::build(scene).map_err(|error| Refusal::Words(error.to_string()))?;
            *self = Self::Live(Box::new(live));
        }
        match self {
            Self::Live(live) => Ok(live),
            Self::Still(..) => Err(Refusal::Words(words.to_owned())),
        }
    }
}
