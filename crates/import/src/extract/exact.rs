//! The exact way, step by step.
//!
//! 1. The model on the grid ([`super::soup`]), its floors as facets ([`super::facets`]).
//! 2. What is walkable of each ([`super::floors`]).
//! 3. Sewn together ([`super::weave`]), gaps closed if asked ([`super::gaps`]), as a surface of triangles ([`super::fabric`]).
//!
//! From there on both ways go together ([`super::surface`]).

use super::extraction::{ExtractError, ExtractStage, Watch};
use super::fabric::Fabric;
use super::facets::Facets;
use super::floors::{Body, Overhead};
use super::gaps::close_gaps;
use super::options::ExtractOptions;
use super::soup::Soup;
use super::tolerance::PER_METER;
use super::weave::weave;

/// The walkable surface of a model.
pub(crate) struct Surface {
    pub(crate) fabric: Fabric,
    /// Where the grid is. \[units\]
    pub(crate) origin: [i64; 3],
    /// Part of the model of each piece.
    pub(crate) parts: Vec<u32>,
    pub(crate) remarks: Vec<String>,
}

/// Finds the walkable surface of a model.
pub(crate) fn exact(
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
    let tangled = sheets.tangled;
    drop((overhead, cleared));
    lap("sewing");
    let fabric = Fabric::new(sheets);
    lap("surface");
    let part_of = |facet: u32| facets.triangles_of(facet).first().map_or(0, |&t| soup.parts[t as usize]);
    let parts = (0..facets.facets.len() as u32).map(part_of).collect();
    let mut remarks = soup.remarks;
    if tangled || fabric.lost > 0 {
        remarks
            .push(format!("{} edges could not be sewn; the surface may have gaps there", fabric.lost.max(1)));
    }
    Ok(Surface { fabric, origin: soup.origin, parts, remarks })
}
