//! STL: triangles without an order, as text or binary. The normals in the file are not used: corners say where outside is.
//!
//! Binary files may begin with "solid" as text does. A file is binary if its length is what its count of triangles asks for, or if
//! it has bytes that no text has. Corners at the same place become one.

use super::Role;
use super::build::Build;
use super::fault::{Fault, Tally};
use super::weld::Weld;

const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// Reads a file.
pub(super) fn read_stl(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    if is_binary(bytes) { read_binary(bytes, build) } else { read_text(bytes, build) }
}

fn is_binary(bytes: &[u8]) -> bool {
    let fits = count(bytes).is_some_and(|count| bytes.len() == HEADER + TRIANGLE * count);
    // Names may be in any encoding; but no text has bytes of zero.
    let looks_like_text = bytes.trim_ascii_start().starts_with(b"solid") && !bytes.contains(&0);
    fits || !looks_like_text
}

fn count(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER - 4..HEADER)?.try_into().ok()?;
    Some(u32::from_le_bytes(count) as usize)
}

fn read_binary(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    let Some(count) = count(bytes) else {
        let what =
            format!("it is {} bytes long, and the header of an STL file alone is {HEADER}", bytes.len());
        return Err(Fault::new("", what, "export the model again"));
    };
    let triangles = bytes[HEADER..].chunks_exact(TRIANGLE);
    let there = triangles.len();
    if there < count {
        build.notes.push(format!(
            "The file should have {count} triangles and ends after {there}: is it complete? The rest is missing."
        ));
    } else if count < there {
        build.notes.push(format!(
            "The file says that it has {count} triangles, and bytes for {there} follow; the first {count} were read."
        ));
    }
    build.begin_part("", Role::Other, None);
    let mut weld = Weld::default();
    for triangle in triangles.take(count) {
        let mut numbers = triangle[12..48]
            .chunks_exact(4)
            .map(|bytes| f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])));
        let mut corner = || {
            let at = [(); 3].map(|()| numbers.next().unwrap_or(f64::NAN));
            weld.vertex(at, &mut build.model.vertices)
        };
        let triangle = [corner(), corner(), corner()];
        build.model.triangles.push(triangle);
    }
    Ok(())
}

fn read_text(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    let mut weld = Weld::default();
    let mut corners: Vec<u32> = Vec::new();
    let (mut odd_facets, mut odd_vertices, mut inside) = (Tally::default(), Tally::default(), false);
    for (line, text) in (1_u32..).zip(bytes.split(|&byte| byte == b'\n')) {
        let text = text.trim_ascii();
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let keyword = words.next().unwrap_or_default().to_ascii_lowercase();
        match keyword.as_slice() {
            b"solid" => {
                let name = String::from_utf8_lossy(text[5..].trim_ascii()).into_owned();
                build.begin_part(&name, Role::Other, None);
                inside = true;
            }
            b"vertex" => {
                let at = [(); 3].map(|()| words.next().and_then(number).unwrap_or(f64::NAN));
                if !at.iter().all(|coordinate| coordinate.is_finite()) {
                    odd_vertices.at_line(line);
                }
                corners.push(weld.vertex(at, &mut build.model.vertices));
            }
            b"facet" => corners.clear(),
            b"endfacet" => {
                // Some programs write polygons; these are convex.
                match corners.split_first() {
                    Some((&first, others)) if others.len() >= 2 => {
                        let fan = others.windows(2).map(|pair| [first, pair[0], pair[1]]);
                        build.model.triangles.extend(fan);
                    }
                    _ => odd_facets.at_line(line),
                }
                corners.clear();
            }
            _ => {}
        }
    }
    if !inside {
        return Err(Fault::at_line(1, "the file does not begin with `solid`", "is it an STL file?"));
    }
    odd_facets.tell(
        &mut build.notes,
        "facet has fewer than three corners and was passed over",
        "facets have fewer than three corners and were passed over",
    );
    odd_vertices.tell(
        &mut build.notes,
        "corner does not have three numbers",
        "corners do not have three numbers",
    );
    Ok(())
}

fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
