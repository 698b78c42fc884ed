//! Wavefront OBJ: text with corners (`v`) and faces (`f`); all else is passed over.
//!
//! Faces are cut into triangles at the end, because corners may come after them. A file is one pass over its bytes, and no line
//! is copied, unless it goes on after a `\`.

use std::borrow::Cow;

use super::Role;
use super::build::Build;
use super::fault::{Fault, Tally};
use super::triangulate::{MOST_CORNERS, triangulate_face};

/// Reads a file.
pub(super) fn read_obj(bytes: &[u8], build: &mut Build) -> Result<(), Fault> {
    let mut file = File::default();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for_each_line(bytes, |line, text| file.read_line(line, text));
    if file.ends.is_empty() {
        let (what, remedy) = match (file.vertices.is_empty(), file.unknown.is_empty()) {
            (true, false) => ("there are no corners (`v x y z`) in it", "is it an OBJ file?"),
            (true, true) => ("it is empty", "export the model again"),
            (false, _) => ("it has no faces (`f 1 2 3`)", "export its surfaces as polygons"),
        };
        return Err(Fault::new("", what, remedy));
    }
    file.cut_faces(build);
    file.tell(build);
    Ok(())
}

/// What is in a file, flat.
#[derive(Default)]
struct File {
    vertices: Vec<[f64; 3]>,
    /// Corners of all faces, from 0; [`NOWHERE`] for those that are none.
    corners: Vec<u32>,
    /// For each face: the end of its corners, and its line.
    ends: Vec<(u32, u32)>,
    /// Names, each with its first face.
    names: Vec<(u32, String)>,
    object: String,
    group: String,
    material: String,
    renamed: bool,
    bad_vertices: Tally,
    bad_faces: Tally,
    others: Tally,
    curves: Tally,
    unknown: Tally,
}

const NOWHERE: u32 = u32::MAX;

impl File {
    fn read_line(&mut self, line: u32, text: &[u8]) {
        let mut words = Words { text };
        let Some(keyword) = words.next() else { return };
        match keyword {
            b"v" => self.read_vertex(line, words),
            b"f" | b"fo" => self.read_face(line, words),
            b"o" => self.rename(words, |file| &mut file.object),
            b"g" => self.rename(words, |file| &mut file.group),
            b"usemtl" => self.rename(words, |file| &mut file.material),
            b"p" | b"l" => self.others.at_line(line),
            b"curv" | b"curv2" | b"surf" => self.curves.at_line(line),
            _ if keyword[0] == b'#' || KNOWN.contains(&keyword) => {}
            _ => self.unknown.at_line(line),
        }
    }

    fn read_vertex(&mut self, line: u32, mut words: Words<'_>) {
        let mut coordinate = || words.next().and_then(number).unwrap_or(f64::NAN);
        let vertex = [coordinate(), coordinate(), coordinate()];
        if !vertex.iter().all(|coordinate| coordinate.is_finite()) {
            self.bad_vertices.at_line(line);
        }
        // It keeps its number, and faces at it are passed over.
        self.vertices.push(vertex);
    }

    fn read_face(&mut self, line: u32, words: Words<'_>) {
        if std::mem::take(&mut self.renamed) || self.ends.is_empty() {
            let mut name = String::new();
            for word in [&self.object, &self.group, &self.material] {
                if !word.is_empty() && *word != name {
                    name += if name.is_empty() { "" } else { "/" };
                    name += word;
                }
            }
            if self.names.last().is_none_or(|(_, last)| *last != name) {
                self.names.push((self.ends.len() as u32, name));
            }
        }
        for word in words {
            if word[0] == b'#' {
                break;
            }
            self.corners.push(index(word, self.vertices.len()));
        }
        self.ends.push((self.corners.len() as u32, line));
    }

    fn rename(&mut self, words: Words<'_>, which: fn(&mut Self) -> &mut String) {
        let name = String::from_utf8_lossy(words.text.trim_ascii()).into_owned();
        if *which(self) != name {
            *which(self) = name;
            self.renamed = true;
        }
    }

    fn cut_faces(&mut self, build: &mut Build) {
        let mut begin = 0;
        let mut names = std::mem::take(&mut self.names).into_iter().peekable();
        build.model.triangles.reserve(self.ends.len());
        let mut points: Vec<[f64; 3]> = Vec::new();
        for (face, &(end, line)) in self.ends.iter().enumerate() {
            while let Some((_, name)) = names.next_if(|(first, _)| *first as usize <= face) {
                build.begin_part(&name, Role::Other, None);
            }
            let corners = &self.corners[begin as usize..end as usize];
            begin = end;
            points.clear();
            points.extend(corners.iter().filter_map(|&corner| self.vertices.get(corner as usize)));
            let is_usable = points.len() == corners.len()
                && (3..=MOST_CORNERS).contains(&points.len())
                && points.as_flattened().iter().all(|coordinate| coordinate.is_finite());
            if !is_usable {
                self.bad_faces.at_line(line);
                continue;
            }
            if let &[a, b, c] = corners {
                build.model.triangles.push([a, b, c]);
                continue;
            }
            let triangles = triangulate_face(&points, &[points.len() as u32]);
            let named = triangles.iter().map(|triangle| triangle.map(|corner| corners[corner as usize]));
            build.model.triangles.extend(named);
        }
        build.model.vertices = std::mem::take(&mut self.vertices);
    }

    fn tell(&self, build: &mut Build) {
        let notes = &mut build.notes;
        self.bad_vertices.tell(
            notes,
            "corner (`v`) does not have three numbers",
            "corners (`v`) do not have three numbers",
        );
        self.bad_faces.tell(
            notes,
            "face was passed over: it has fewer than three corners, too many, or one that does not exist or is not a number",
            "faces were passed over: they have fewer than three corners, too many, or one that does not exist or is not a number",
        );
        self.others.tell(
            notes,
            "point or line was passed over: only faces count",
            "points and lines were passed over: only faces count",
        );
        self.curves.tell(
            notes,
            "curve or curved surface was passed over: export it as polygons",
            "curves and curved surfaces were passed over: export them as polygons",
        );
        self.unknown.tell(
            notes,
            "line with an unknown keyword was passed over",
            "lines with unknown keywords were passed over",
        );
    }
}

/// Keywords that say nothing of shapes.
const KNOWN: [&[u8]; 26] = [
    b"vt",
    b"vn",
    b"vp",
    b"s",
    b"mtllib",
    b"mg",
    b"maplib",
    b"usemap",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
    b"shadow_obj",
    b"trace_obj",
    b"ctech",
    b"stech",
    b"cstype",
    b"deg",
    b"bmat",
    b"step",
    b"parm",
    b"trim",
    b"hole",
    b"scrv",
    b"sp",
    b"end",
];

/// Calls back for each line, with its number; a line that ends in `\` goes on in the next.
fn for_each_line(bytes: &[u8], mut call: impl FnMut(u32, &[u8])) {
    let (mut line, mut held): (u32, Cow<'_, [u8]>) = (0, Cow::Borrowed(b""));
    let mut held_line = 0;
    for text in bytes.split(|&byte| byte == b'\n') {
        line += 1;
        // Old systems end lines by a carriage return alone.
        for text in text.split(|&byte| byte == b'\r') {
            let goes_on = text.strip_suffix(b"\\");
            if held.is_empty() && goes_on.is_none() {
                if !text.is_empty() {
                    call(line, text);
                }
                continue;
            }
            if text.is_empty() {
                continue;
            }
            if held.is_empty() {
                held_line = line;
            }
            let joined = held.to_mut();
            joined.extend_from_slice(goes_on.unwrap_or(text));
            joined.push(b' ');
            if goes_on.is_none() {
                call(held_line, &held);
                held = Cow::Borrowed(b"");
            }
        }
    }
    if !held.is_empty() {
        call(held_line, &held);
    }
}

/// The words of a line, without copies.
struct Words<'t> {
    text: &'t [u8],
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let is_blank = |byte: &u8| *byte <= b' ';
        let begin = self.text.iter().position(|byte| !is_blank(byte))?;
        let text = &self.text[begin..];
        let length = text.iter().position(is_blank).unwrap_or(text.len());
        let (word, rest) = text.split_at(length);
        self.text = rest;
        Some(word)
    }
}

fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// The corner of a face, from 0: the first number of "1/2/3". Negative ones count back from the last corner so far.
fn index(word: &[u8], so_far: usize) -> u32 {
    let first = word.split(|&byte| byte == b'/').next().unwrap_or_default();
    let (negative, digits) = match first.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, first.strip_prefix(b"+").unwrap_or(first)),
    };
    if digits.is_empty() || digits.len() > 10 || !digits.iter().all(u8::is_ascii_digit) {
        return NOWHERE;
    }
    let value = digits.iter().fold(0_usize, |value, digit| value * 10 + usize::from(digit - b'0'));
    let from_zero =
        if negative { so_far.checked_sub(value).filter(|_| value > 0) } else { value.checked_sub(1) };
    from_zero.and_then(|index| u32::try_from(index).ok()).unwrap_or(NOWHERE)
}
