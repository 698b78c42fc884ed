//! An extraction with everything that can be said against it, whatever the model is.

use std::ops::ControlFlow;

use throng_import::{ExtractError, ExtractOptions, Extraction, Model, extract};
use throng_mesh::{Mesh, check};

use crate::definitions::violations;

/// An extraction, the mesh of its scene, and what is wrong with them.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) extraction: Extraction,
    /// There is none if the scene is wrong, or empty.
    pub(crate) mesh: Option<Mesh>,
    pub(crate) faults: Vec<String>,
}

/// The walkable layers of a model.
pub(crate) fn extracted(model: &Model, options: &ExtractOptions) -> Result<Extraction, ExtractError> {
    extract(model, options, &|_, _, _| ControlFlow::Continue(()))
}

/// Extracts, and judges the scene by itself: by the definitions, by `check`, by its mesh, and by what the report says.
pub(crate) fn judged(model: &Model, options: &ExtractOptions) -> Result<Judged, ExtractError> {
    let extraction = extracted(model, options)?;
    let mut faults = violations(&extraction.scene, options.step);
    let problems = check(&extraction.scene);
    faults.extend(problems.iter().filter(|p| p.fault.is_error()).map(|p| format!("check: {p}")));
    let mesh = match Mesh::build(&extraction.scene) {
        Ok(built) => Some(built.mesh),
        Err(error) => {
            faults.push(format!("build: {error}"));
            None
        }
    };
    let report = &extraction.report;
    if let Some(mesh) = &mesh {
        if (mesh.area() - report.area).abs() > 1e-3 * report.area {
            faults.push(format!("area of the mesh {}, of the report {}", mesh.area(), report.area));
        }
        if mesh.num_components() != report.components.len() {
            let both = (mesh.num_components(), report.components.len());
            faults.push(format!("components of the mesh and of the report: {both:?}"));
        }
    }
    let sum: f64 = report.components.iter().map(|component| component.area).sum();
    if (sum - report.area).abs() > 1e-6 * report.area {
        faults.push(format!("the components have {sum} m² and the report {}", report.area));
    }
    Ok(Judged { extraction, mesh, faults })
}
