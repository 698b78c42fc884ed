//! Where a model is rough: seen from above, under and around triangles that did not fit.
//!
//! What such triangles cut out of floors is cut in places that are off by as much as their corners were moved; what other triangles cut
//! out elsewhere is not. So it is a matter of places, not of floors: a chair with loose seams must not blur the walls of its room.

use super::boxes::{Bounds, Boxes, around};
use super::flat::Spot;
use super::soup::Soup;
use super::tolerance::NEAR_ROUGH;

/// The places where sewing needs more tolerance than for rounding.
#[derive(Debug)]
pub(crate) struct Rough {
    boxes: Option<Boxes>,
}

impl Rough {
    /// The places of a soup, and of edges that close gaps, which are rough by nature.
    pub(crate) fn new<'e>(soup: &Soup, closing: impl Iterator<Item = &'e [Spot; 2]>) -> Self {
        let triangles = (0..soup.triangles.len() as u32).filter(|&t| soup.is_rough(t));
        let mut bounds: Vec<Bounds> =
            triangles.map(|t| around(soup.corners(t).map(|[x, y, _]| [x, y, 0]))).collect();
        bounds.extend(closing.map(|ends| around(ends.map(|[x, y]| [x, y, 0]))));
        let reach = NEAR_ROUGH as i32;
        for [low, high] in &mut bounds {
            for k in 0..2 {
                low[k] -= reach;
                high[k] += reach;
            }
        }
        Self { boxes: (!bounds.is_empty()).then(|| Boxes::new(&bounds)) }
    }

    /// Whether there are no such places.
    pub(crate) fn is_empty(&self) -> bool {
        self.boxes.is_none()
    }

    pub(crate) fn has(&self, [x, y]: Spot) -> bool {
        let mut found = false;
        if let Some(boxes) = &self.boxes {
            boxes.overlapping(&[[x, y, 0]; 2], |_| found = true);
        }
        found
    }
}
