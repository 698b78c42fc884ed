//! Reading well-known text: `POLYGON ((0 0, 9 0, 9 9), (4 4, 5 4, 5 5))` and its relatives.
//!
//! One geometry or several, separated by line ends or semicolons, each with an optional `SRID=…;` before it. Polygons are
//! walkable and their holes are not; lines and points are obstacles. Rings may be open, and a third number is a height
//! unless the geometry says `M`.

use throng_mesh::{Corner, Ring};

use crate::coordinates::Said;
use crate::imported::{Diagnostic, Imported};
use crate::json::MAX_DEPTH;
use crate::options::{Meaning, ReadOptions};
use crate::polygons::Polygon;
use crate::shapes::{Geometry, Role, Shape, assemble};
use crate::spelling::nearest;

/// The words with which a geometry may begin.
pub(crate) const KEYWORDS: [&str; 7] =
    ["POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"];

/// Reads well-known text. Never fails: what is wrong is among the diagnostics.
pub fn read_wkt(text: &str, options: &ReadOptions) -> Imported {
    let mut imported = Imported::default();
    let mut reader = Reader::new(text);
    if let Err(error) = reader.file() {
        imported.diagnostics.push(*error);
    }
    // Nothing in this format says what a polygon is. Most people who use it for places draw the floor.
    if options.meaning == Meaning::Auto {
        for shape in &mut reader.shapes {
            if matches!(shape.geometry, Geometry::Polygon(_)) {
                shape.role = Role::Walkable;
            }
        }
    }
    if !reader.shapes.is_empty() || imported.diagnostics.is_empty() {
        assemble(reader.shapes, reader.said, options, &mut imported);
    }
    imported
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// What the numbers of a position are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Two, or a third that is the height, or a fourth that means nothing.
    Any,
    /// x, y, height.
    Z,
    /// x, y, and something that is no height.
    M,
    /// x, y, height, and something else.
    Zm,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
    shapes: Vec<Shape>,
    said: Said,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { text, at, line: 1, line_start: at, shapes: Vec::new(), said: Said::Nothing }
    }

    fn file(&mut self) -> Parsed<()> {
        loop {
            while self.eat(b';') {}
            if self.peek().is_none() {
                return Ok(());
            }
            if self.word().eq_ignore_ascii_case("SRID") {
                self.take_word();
                self.srid()?;
            } else {
                self.geometry(0)?;
            }
        }
    }

    /// `SRID=4326;` says that coordinates are degrees; other systems that people use for places are in meters.
    fn srid(&mut self) -> Parsed<()> {
        if !self.eat(b'=') {
            return Err(self.unexpected("`=`", "write SRID=4326; before the geometry, or nothing"));
        }
        let number = self.number()?;
        self.said = if number == 4326.0 { Said::Degrees } else { Said::Meters };
        if self.eat(b';') {
            Ok(())
        } else {
            Err(self.unexpected("`;`", "write SRID=4326; before the geometry"))
        }
    }

    fn geometry(&mut self, depth: usize) -> Parsed<()> {
        self.space();
        let (before, word) = ((self.at, self.line, self.line_start), self.take_word().to_ascii_uppercase());
        let name = KEYWORDS.into_iter().rev().find(|keyword| {
            word.strip_prefix(keyword).is_some_and(|rest| matches!(rest, "" | "Z" | "M" | "ZM"))
        });
        let Some(name) = name else {
            (self.at, self.line, self.line_start) = before;
            let remedy = match nearest(&word, &KEYWORDS) {
                Some(meant) => format!("did you mean {meant}?"),
                None => format!("a geometry begins with {}", KEYWORDS.join(", ")),
            };
            return Err(self.unexpected("a geometry", &remedy));
        };
        let mut suffix = word[name.len()..].to_owned();
        self.space();
        if suffix.is_empty() && ["Z", "M", "ZM"].iter().any(|word| self.word().eq_ignore_ascii_case(word)) {
            suffix = self.take_word().to_ascii_uppercase();
        }
        let numbers = match suffix.as_str() {
            "Z" => Numbers::Z,
            "M" => Numbers::M,
            "ZM" => Numbers::Zm,
            _ => Numbers::Any,
        };
        self.space();
        if self.word().eq_ignore_ascii_case("EMPTY") {
            self.take_word();
            return Ok(());
        }
        match name {
            "POINT" => self.list(|reader| {
                let point = reader.lined(numbers)?;
                reader.add(Geometry::Chain(vec![point.0], vec![point.1]));
                Ok(())
            }),
            "MULTIPOINT" => self.list(|reader| {
                let in_parentheses = reader.eat(b'(');
                let point = reader.lined(numbers)?;
                if in_parentheses && !reader.eat(b')') {
                    return Err(reader.unexpected("`)`", "close each `(`"));
                }
                reader.add(Geometry::Chain(vec![point.0], vec![point.1]));
                Ok(())
            }),
            "LINESTRING" => self.chain(numbers),
            "MULTILINESTRING" => self.list(|reader| reader.chain(numbers)),
            "POLYGON" => self.polygon(numbers),
            "MULTIPOLYGON" => self.list(|reader| reader.polygon(numbers)),
            _ if depth == MAX_DEPTH => Err(self
                .error("collections are nested too deep", "no place needs that: check what wrote this file")),
            _ => self.list(|reader| reader.geometry(depth + 1)),
        }
    }

    fn chain(&mut self, numbers: Numbers) -> Parsed<()> {
        if self.eat_empty() {
            return Ok(());
        }
        let (corners, lines) = self.corners(numbers)?;
        self.add(Geometry::Chain(corners, lines));
        Ok(())
    }

    fn polygon(&mut self, numbers: Numbers) -> Parsed<()> {
        if self.eat_empty() {
            return Ok(());
        }
        let (mut holes, mut all_lines) = (Vec::new(), Vec::new());
        self.list(|reader| {
            let (mut corners, mut lines) = reader.corners(numbers)?;
            if corners.len() > 1 && corners.first() == corners.last() {
                corners.pop();
                lines.pop();
            }
            holes.push(corners);
            all_lines.push(lines);
            Ok(())
        })?;
        self.add(Geometry::Polygon(Polygon { outer: holes.remove(0), holes, lines: all_lines }));
        Ok(())
    }

    fn add(&mut self, geometry: Geometry) {
        self.shapes.push(Shape { geometry, role: Role::Unknown, level: None });
    }

    fn corners(&mut self, numbers: Numbers) -> Parsed<(Ring, Vec<u32>)> {
        let (mut corners, mut lines) = (Ring::new(), Vec::new());
        self.list(|reader| {
            let (corner, line) = reader.lined(numbers)?;
            corners.push(corner);
            lines.push(line);
            Ok(())
        })?;
        Ok((corners, lines))
    }

    /// At least one thing in parentheses, with commas between.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if !self.eat(b'(') {
            return Err(
                self.unexpected("`(`", "a polygon is POLYGON ((0 0, 4 0, 4 3)), with two parentheses")
            );
        }
        loop {
            item(self)?;
            if self.eat(b')') {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err(self.unexpected(
                    "`,` or `)`",
                    "corners are x and y with a space, and commas between corners",
                ));
            }
        }
    }

    /// A position and its line.
    fn lined(&mut self, numbers: Numbers) -> Parsed<(Corner, u32)> {
        self.space();
        let line = self.line;
        let mut corner = [self.number()?, self.number()?, 0.0];
        let mut further = Vec::new();
        while matches!(self.peek(), Some(b'0'..=b'9' | b'+' | b'-' | b'.')) && further.len() < 2 {
            further.push(self.number()?);
        }
        let expected = match numbers {
            Numbers::Any => further.len(),
            Numbers::Z | Numbers::M => 1,
            Numbers::Zm => 2,
        };
        if further.len() != expected {
            let what =
                format!("a position has {} numbers, and this one has {}", expected + 2, further.len() + 2);
            return Err(self.error(&what, "with Z or M a position has three numbers, with ZM four"));
        }
        if numbers != Numbers::M {
            corner[2] = further.first().copied().unwrap_or(0.0);
        }
        Ok((corner, line))
    }

    fn number(&mut self) -> Parsed<f64> {
        self.space();
        let word = self.word();
        let number = if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
            None
        } else {
            word.parse().ok()
        };
        match number {
            Some(number) if f64::is_finite(number) => {
                self.take_word();
                Ok(number)
            }
            Some(_) => Err(self.error("a coordinate is too large a number", "give it a number in meters")),
            None => Err(self.unexpected("a number", "a corner is two or three numbers with spaces: 4.5 -2")),
        }
    }

    fn eat_empty(&mut self) -> bool {
        self.space();
        let empty = self.word().eq_ignore_ascii_case("EMPTY");
        if empty {
            self.take_word();
        }
        empty
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The next byte that is not space.
    fn peek(&mut self) -> Option<u8> {
        self.space();
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(byte) = self.text.as_bytes().get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    /// The letters, digits and signs from here on.
    fn word(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let length =
            rest.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte)).count();
        &rest[..length]
    }

    fn take_word(&mut self) -> &'t str {
        let word = self.word();
        self.at += word.len();
        word
    }

    fn unexpected(&mut self, expected: &str, remedy: &str) -> Box<Diagnostic> {
        self.space();
        let found = match (self.word(), self.text[self.at..].chars().next()) {
            (_, None) => {
                return self
                    .error(&format!("the file ends where {expected} was expected"), "is the file complete?");
            }
            ("", Some(other)) => format!("`{}`", other.escape_debug()),
            (word, _) if word.len() > 24 => format!("`{}…`", &word[..24]),
            (word, _) => format!("`{word}`"),
        };
        self.error(&format!("expected {expected}, and found {found}"), remedy)
    }

    fn error(&self, what: &str, remedy: &str) -> Box<Diagnostic> {
        let before = self.text.get(self.line_start..self.at).unwrap_or_default();
        let place = format!("column {}", before.chars().count() + 1);
        Box::new(Diagnostic { place, ..Diagnostic::error(Some(self.line), what, remedy) })
    }
}
