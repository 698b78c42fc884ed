//! The page of an SVG file: which units it has, and where it is in meters.

use roxmltree::Node;

use crate::affine::Affine;

/// Units of a drawing in an inch, by the rules of SVG.
const UNITS_PER_INCH: f64 = 96.0;

/// Where the page is.
#[derive(Debug)]
pub(super) struct Page {
    /// From units of the drawing to meters, with y up and the origin in the lower left corner.
    pub(super) map: Affine,
    /// Width and height in units of the drawing, which percentages are of.
    pub(super) size: [Option<f64>; 2],
    /// How the scale was found.
    pub(super) note: String,
    /// Whether there is a `data-throng-scale` that cannot be read.
    pub(super) is_scale_wrong: bool,
}

impl Page {
    pub(super) fn of(root: Node<'_, '_>) -> Self {
        let view = root.attribute("viewBox").and_then(view_box);
        let [width, height] = ["width", "height"].map(|name| root.attribute(name).and_then(split_unit));
        let said = root.attribute("data-throng-scale");
        let by_attribute = said.and_then(|said| said.trim().parse::<f64>().ok());
        let by_attribute = by_attribute.filter(|&scale| scale > 0.0 && scale.is_finite());
        // A length in meters, and how many units of the drawing it is.
        let sizes = [(width, view.map(|view| view[2])), (height, view.map(|view| view[3]))];
        let by_size = sizes.into_iter().find_map(|(size, units)| {
            let (number, unit) = size?;
            let meters = meters_of_unit(unit)?;
            let scale = units.map_or(0.0254 / UNITS_PER_INCH, |units| number * meters / units);
            (scale > 0.0 && scale.is_finite()).then_some(scale)
        });
        let (scale, note) = match (by_attribute, by_size) {
            (Some(scale), _) => {
                (scale, format!("A unit of the drawing is {scale} m, as data-throng-scale says."))
            }
            (None, Some(scale)) => {
                (scale, format!("A unit of the drawing is {scale} m, by its width and height."))
            }
            (None, None) => (
                1.0,
                "A unit of the drawing is taken as 1 m; data-throng-scale can say otherwise.".to_owned(),
            ),
        };
        let [left, bottom] = match (view, height) {
            (Some([x, y, _, height]), _) => [x, y + height],
            (None, Some((height, "" | "px"))) => [0.0, height],
            _ => [0.0, 0.0],
        };
        let map = Affine::scaling(scale, -scale).after(&Affine::translation([-left, -bottom]));
        let units_of =
            |size: Option<(f64, &str)>| size.and_then(|(number, unit)| in_units(number, unit, None));
        let size = match view {
            Some(view) => [Some(view[2]), Some(view[3])],
            None => [units_of(width), units_of(height)],
        };
        Self { map, size, note, is_scale_wrong: said.is_some() && by_attribute.is_none() }
    }
}

/// A length in units of the drawing; `whole` is what percentages are of.
pub(super) fn units(text: &str, whole: Option<f64>) -> Option<f64> {
    let (number, unit) = split_unit(text)?;
    in_units(number, unit, whole)
}

fn in_units(number: f64, unit: &str, whole: Option<f64>) -> Option<f64> {
    match unit {
        "" | "px" => Some(number),
        "%" => Some(number * 0.01 * whole?),
        _ => Some(number * meters_of_unit(unit)? / 0.0254 * UNITS_PER_INCH),
    }
}

/// Left, top, width and height.
fn view_box(text: &str) -> Option<[f64; 4]> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let view = <[f64; 4]>::try_from(numbers).ok()?;
    (view.iter().all(|number| number.is_finite()) && view[2] > 0.0 && view[3] > 0.0).then_some(view)
}

/// A number and what follows it.
fn split_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let is_unit = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'%';
    let (number, unit) = text.split_at(text.len() - text.bytes().rev().take_while(is_unit).count());
    Some((number.trim().parse().ok()?, unit))
}

/// A meter is no unit of SVG, but what it says is clear.
fn meters_of_unit(unit: &str) -> Option<f64> {
    match unit {
        "mm" => Some(0.001),
        "cm" => Some(0.01),
        "m" => Some(1.0),
        "in" => Some(0.0254),
        "pt" => Some(0.0254 / 72.0),
        "pc" => Some(0.0254 / 6.0),
        _ => None,
    }
}
