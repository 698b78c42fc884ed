//! Areas: `{ layer = "hall", rectangle = [[0, 0], [4, 3]] }`, with a name or where they are used. And exits.

use super::{Draft, layer, named_tables};
use crate::scenario::reader::{Fields, Item};
use crate::scenario::scenario::{AreaSketch, Exit};

/// Corners of what stands for a disc.
const DISC_CORNERS: usize = 24;

/// Named areas, in the order of their names' indices.
pub(crate) fn read_areas(file: &Fields<'_>, draft: &mut Draft) {
    for item in named_tables(file, "areas") {
        let fields = item.fields();
        let polygon = fields.as_ref().and_then(shape);
        let area = AreaSketch {
            name: item.key.clone(),
            spot: item.spot(),
            layer: fields.as_ref().and_then(layer),
            polygon: polygon.unwrap_or_default(),
        };
        // One area for each name, also if it is wrong: indices must not shift.
        draft.areas.push(area);
        if let Some(fields) = fields {
            fields.finish();
        }
    }
}

/// The index of an area: a name, or an area itself.
pub(crate) fn read_area(item: &Item<'_>, draft: &mut Draft) -> Option<usize> {
    if item.is_text() {
        return item.name("area", &draft.names.areas);
    }
    if !item.is_table() {
        item.wanted("the name of an area, or an area such as { rectangle = [[0, 0], [4, 3]] },");
        return None;
    }
    let fields = item.fields()?;
    let polygon = shape(&fields);
    let layer = layer(&fields);
    fields.finish();
    draft.areas.push(AreaSketch { name: String::new(), spot: item.spot(), layer, polygon: polygon? });
    Some(draft.areas.len() - 1)
}

pub(crate) fn read_exits(file: &Fields<'_>, draft: &mut Draft) -> Vec<Exit> {
    let mut exits = Vec::new();
    for item in named_tables(file, "exits") {
        let Some(fields) = item.fields() else { continue };
        // An exit is an area with more to it; the area may also be one that has a name.
        let area = match fields.get("area") {
            Some(area) => read_area(&area, draft),
            None => {
                let (polygon, layer) = (shape(&fields), layer(&fields));
                draft.areas.push(AreaSketch {
                    name: String::new(),
                    spot: item.spot(),
                    layer,
                    polygon: polygon.unwrap_or_default(),
                });
                Some(draft.areas.len() - 1)
            }
        };
        let capacity = fields.get("capacity").and_then(|item| item.positive());
        fields.finish();
        exits.push(Exit { name: item.key.clone(), area: area.unwrap_or_default(), capacity });
    }
    exits
}

/// The corners of a shape. \[m\]
fn shape(fields: &Fields<'_>) -> Option<Vec<[f64; 2]>> {
    let (key, item) = fields.one_of(&["rectangle", "polygon", "disc"])?;
    match key {
        "polygon" => item.points(3),
        "rectangle" => {
            let corners = item.points(2)?;
            let &[[a, b], [c, d]] = corners.as_slice() else {
                item.fail("a rectangle has two opposite corners", "write [[x, y], [x, y]], or a polygon");
                return None;
            };
            if a == c || b == d {
                item.fail("the rectangle has no inside", "write two opposite corners");
                return None;
            }
            Some(vec![[a, b], [c, b], [c, d], [a, d]])
        }
        _ => {
            let numbers = item.numbers(3, "center and radius [x, y, r]")?;
            if numbers[2] <= 0.0 {
                item.fail("the radius is not above zero", "write a number above zero");
                return None;
            }
            let corner = |k: usize| {
                let angle = 2.0 * std::f64::consts::PI * k as f64 / DISC_CORNERS as f64;
                let [x, y, radius] = [numbers[0], numbers[1], numbers[2]];
                [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
            };
            Some((0..DISC_CORNERS).map(corner).collect())
        }
    }
}
