//! PLY: elements with properties of any kind, told in a header, as text or binary of either byte order. Of the element `vertex` the
//! properties x, y and z are read, of `face` the list `vertex_indices` or `vertex_index`, of `tristrips` likewise.

mod header;
mod values;

use super::Role;
use super::build::Build;
use super::fault::{Fault, Tally};
use super::triangulate::{MOST_CORNERS, triangulate_face};
use header::{Element, Header, Property};
use values::{Scalar, Values};

/// Reads a file.
pub(super) fn read_ply(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    let header = Header::parse(bytes)?;
    let mut values = Values::new(&bytes[header.length..], header.encoding);
    let mut corners = Vec::new();
    let mut read = Faces::default();
    for element in &header.elements {
        let whole = match element.name.as_str() {
            "vertex" => read_vertices(element, &mut values, build)?,
            "face" => read.faces(element, &mut values, &mut corners)?,
            "tristrips" => read.strips(element, &mut values, &mut corners)?,
            _ => skip(element, &mut values),
        };
        if !whole {
            build.notes.push(format!(
                "The file ends before its {} elements \"{}\" do: is it complete? The rest is missing.",
                element.count, element.name
            ));
            break;
        }
    }
    build.begin_part("", Role::Other, None);
    read.cut(&corners, build);
    Ok(())
}

/// Reads corners; false if the file ends before they do.
fn read_vertices(element: &Element, values: &mut Values<'_>, build: &mut Build) -> Result<bool, Fault> {
    let place = |name: &str| element.properties.iter().position(|property| property.name == name);
    let (Some(x), Some(y), Some(z)) = (place("x"), place("y"), place("z")) else {
        let what = "corners have no properties x, y and z".to_owned();
        return Err(Fault::at_line(element.line, what, "export the model again"));
    };
    for _ in 0..element.count {
        let mut at = [f64::NAN; 3];
        for (index, property) in element.properties.iter().enumerate() {
            let Some(value) = read_property(property, values, |_| ()) else { return Ok(false) };
            if let Some(axis) = [x, y, z].iter().position(|&place| place == index) {
                at[axis] = value;
            }
        }
        build.add_vertex(at);
    }
    Ok(true)
}

/// Faces as read: flat corners, and the end of each.
#[derive(Default)]
struct Faces {
    ends: Vec<u32>,
    odd: Tally,
}

/// A corner that is none.
const NOWHERE: u32 = u32::MAX;

impl Faces {
    /// Reads faces; false if the file ends before they do.
    fn faces(
        &mut self,
        element: &Element,
        values: &mut Values<'_>,
        corners: &mut Vec<u32>,
    ) -> Result<bool, Fault> {
        let list = indices(element)?;
        for _ in 0..element.count {
            let begin = corners.len();
            for (index, property) in element.properties.iter().enumerate() {
                let read = read_property(property, values, |value| {
                    if index == list {
                        corners.push(corner(value));
                    }
                });
                if read.is_none() {
                    corners.truncate(begin);
                    return Ok(false);
                }
            }
            self.ends.push(corners.len() as u32);
        }
        Ok(true)
    }

    /// Reads strips of triangles, which end at -1.
    fn strips(
        &mut self,
        element: &Element,
        values: &mut Values<'_>,
        corners: &mut Vec<u32>,
    ) -> Result<bool, Fault> {
        let list = indices(element)?;
        for _ in 0..element.count {
            let mut strip: Vec<u32> = Vec::new();
            let mut whole = true;
            for (index, property) in element.properties.iter().enumerate() {
                let read = read_property(property, values, |value| {
                    if index == list {
                        strip.push(corner(value));
                    }
                });
                whole &= read.is_some();
            }
            for strip in strip.split(|&corner| corner == NOWHERE) {
                for (index, three) in strip.windows(3).enumerate() {
                    // Every other triangle is turned over.
                    let (a, b) = if index % 2 == 0 { (0, 1) } else { (1, 0) };
                    corners.extend([three[a], three[b], three[2]]);
                    self.ends.push(corners.len() as u32);
                }
            }
            if !whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Cuts faces into triangles.
    fn cut(&mut self, corners: &[u32], build: &mut Build) {
        let model = &mut build.model;
        let mut begin = 0;
        let mut points: Vec<[f64; 3]> = Vec::new();
        for (face, &end) in self.ends.iter().enumerate() {
            let corners = &corners[begin as usize..end as usize];
            begin = end;
            points.clear();
            points.extend(corners.iter().filter_map(|&corner| model.vertices.get(corner as usize)));
            let is_usable = points.len() == corners.len()
                && (3..=MOST_CORNERS).contains(&points.len())
                && points.as_flattened().iter().all(|coordinate| coordinate.is_finite());
            if !is_usable {
                self.odd.at(|| format!("face {face}"));
                continue;
            }
            let triangles = triangulate_face(&points, &[points.len() as u32]);
            let named = triangles.iter().map(|triangle| triangle.map(|corner| corners[corner as usize]));
            model.triangles.extend(named);
        }
        self.odd.tell(
            &mut build.notes,
            "face was passed over: it has fewer than three corners, too many, or one that does not exist or is not a number",
            "faces were passed over: they have fewer than three corners, too many, or one that does not exist or is not a number",
        );
    }
}

/// Which property of a face is the list of its corners.
fn indices(element: &Element) -> Result<usize, Fault> {
    let is_list = |property: &&Property| property.count.is_some();
    let lists = || element.properties.iter().filter(is_list);
    let named = lists().find(|property| ["vertex_indices", "vertex_index"].contains(&property.name.as_str()));
    // Other names are seen too; the first list it is then.
    let chosen = named.or_else(|| lists().next());
    let place =
        chosen.and_then(|chosen| element.properties.iter().position(|other| std::ptr::eq(other, chosen)));
    place.ok_or_else(|| {
        let what = format!(
            "elements \"{}\" have no list of corners (`property list uchar int vertex_indices`)",
            element.name
        );
        Fault::at_line(element.line, what, "export the model again")
    })
}

fn corner(value: f64) -> u32 {
    let is_index = value >= 0.0 && value < f64::from(NOWHERE) && value.fract() == 0.0;
    if is_index { value as u32 } else { NOWHERE }
}

/// Reads a property: its value, or 0 for a list, whose values are given to `each`. None at the end of the file.
fn read_property(property: &Property, values: &mut Values<'_>, mut each: impl FnMut(f64)) -> Option<f64> {
    let Some(count) = property.count else { return values.next(property.scalar) };
    let count = values.next(count)?;
    // A count that the rest of the file cannot hold ends it.
    if !(count >= 0.0 && count <= values.most_left(property.scalar) as f64) {
        return None;
    }
    for _ in 0..count as usize {
        each(values.next(property.scalar)?);
    }
    Some(0.0)
}

fn skip(element: &Element, values: &mut Values<'_>) -> bool {
    // Without properties nothing is read, and a large count would take long.
    let count = if element.properties.is_empty() { 0 } else { element.count };
    (0..count)
        .all(|_| element.properties.iter().all(|property| read_property(property, values, |_| ()).is_some()))
}
