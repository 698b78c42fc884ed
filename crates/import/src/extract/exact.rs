//! The exact way, step by step.
//!
//! 1. The model on the grid ([`super::soup`]), its floors as facets ([`super::facets`]).
//! 2. What is walkable of each ([`super::floors`]).
//! 3. Sewn together ([`super::weave`]), gaps closed if asked ([`super::gaps`]), as a surface of triangles ([`super::fabric`]).
//! 4. What its pieces are ([`super::labels`]).
//!
//! From there on both ways go together ([`super::surface`]).

use super::extraction::{ExtractError, ExtractStage, Watch};
use super::fabric::Fabric;
use super::facets::Facets;
use super::floors::{Body, Overhead};
use super::gaps::close_gaps;
use super::labels::{Labels, labels_of, rises_between_pieces};
use super::options::ExtractOptions;
use super::soup::{NONE, Soup};
use super::tolerance::PER_METER;
use super::treads::possible_treads;
use super::weave::weave;
use crate::model::Model;

/// The walkable surface of a model.
pub(crate) struct Surface {
    pub(crate) fabric: Fabric,
    /// Where the grid is. \[units\]
    pub(crate) origin: [i64; 3],
    pub(crate) labels: Labels,
    pub(crate) remarks: Vec<String>,
}

/// Finds the walkable surface of a model.
pub(crate) fn exact(
    model: &Model,
    soup: Soup,
    options: &ExtractOptions,
    watch: Watch<'_>,
    lap: &mut dyn FnMut(&'static str),
) -> Result<Surface, ExtractError> {
    let facets = Facets::new(&soup);
    let body = Body::new(options.step, options.head_room);
    let overhead = Overhead::new(&soup);
    lap("facets");
    let cleared = overhead.clear(&facets, body, watch)?;
    lap("floors");
    if watch(ExtractStage::Sewing, 0, 1).is_break() {
        return Err(ExtractError::Interrupted);
    }
    let mut sheets = weave(&soup, &facets, &cleared, &[], body.step as i32);
    if options.close_gaps > 0.0 {
        let patches = close_gaps(&sheets, &overhead, body, options.close_gaps * PER_METER);
        sheets = weave(&soup, &facets, &cleared, &patches, body.step as i32);
        lap("gaps");
    }
    let (tangled, pieces) = (sheets.tangled, sheets.pieces);
    drop((overhead, cleared));
    lap("sewing");
    let fabric = Fabric::new(sheets);
    lap("surface");
    // Gaps that were closed are pieces without a facet.
    let mut parts = facets.parts(&soup);
    parts.resize(parts.len().max(pieces), NONE);
    let rises = rises_between_pieces(&fabric);
    let (treads, count) = possible_treads(&soup, &facets, &rises);
    let labels = Labels::Pieces(labels_of(model, &parts, &rises, (&treads, count)));
    let mut remarks = soup.remarks;
    if tangled || fabric.lost > 0 {
        remarks
            .push(format!("{} edges could not be sewn; the surface may have gaps there", fabric.lost.max(1)));
    }
    Ok(Surface { fabric, origin: soup.origin, labels, remarks })
}
