//! The text of an IFC file: ISO 10303-21, entities with numbers that refer to each other.
//!
//! A file is scanned once for where each entity begins and ends; its values are read when somebody asks for them, because most of a
//! building's file is properties that nobody asks for here.

use crate::model::fault::{Fault, Tally};

/// Lists in lists in lists go at most this deep.
const MOST_DEEP: usize = 32;

/// All entities of a file.
pub(super) struct Step<'b> {
    /// Sorted by number; each number once.
    records: Vec<Record<'b>>,
    /// Statements that are not entities.
    pub(super) odd: Tally,
    /// What the header says: "IFC4".
    pub(super) schema: String,
}

/// Where an entity is.
#[derive(Clone, Copy)]
pub(super) struct Record<'b> {
    pub(super) id: u32,
    pub(super) kind: &'b str,
    /// From its opening parenthesis on.
    body: &'b [u8],
    pub(super) line: u32,
}

/// An entity with its values.
#[derive(Clone, Debug)]
pub(super) struct Entity<'b> {
    pub(super) id: u32,
    pub(super) kind: &'b str,
    pub(super) values: Vec<Value<'b>>,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'b> {
    /// `$`, or `*`.
    Nothing,
    /// `#12`
    Ref(u32),
    Number(f64),
    /// As in the file, without quotes.
    Text(&'b [u8]),
    /// `.ELEMENT.`, without points.
    Word(&'b str),
    List(Vec<Value<'b>>),
    /// `IFCLABEL('x')`
    Typed(&'b str, Vec<Value<'b>>),
}

impl<'b> Step<'b> {
    pub(super) fn scan(bytes: &'b [u8]) -> Result<Self, Fault> {
        let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if !start.starts_with(b"ISO-10303-21") {
            let (what, remedy) = if start.starts_with(b"PK") {
                ("it is a compressed IFC file", "unpack it first, with unzip")
            } else if start.starts_with(b"<") {
                ("it is IFC in XML", "export it as IFC in text (.ifc)")
            } else {
                ("the file does not begin with `ISO-10303-21`", "is it an IFC file?")
            };
            return Err(Fault::at_line(1, what, remedy));
        }
        let mut step = Self { records: Vec::new(), odd: Tally::default(), schema: String::new() };
        let mut scanner = Scanner { bytes, at: 0, line: 1 };
        while let Some((line, statement)) = scanner.statement() {
            if statement.first() == Some(&b'#') {
                match record(statement, line) {
                    Some(record) => step.records.push(record),
                    None => step.odd.at_line(line),
                }
            } else if let Some(rest) = statement.strip_prefix(b"FILE_SCHEMA") {
                let quoted = rest.split(|&byte| byte == b'\'').nth(1).unwrap_or_default();
                step.schema = String::from_utf8_lossy(quoted).into_owned();
            }
        }
        step.records.sort_by_key(|record| record.id);
        step.records.dedup_by_key(|record| record.id);
        if step.records.is_empty() {
            let remedy = "is the file complete? Export the building again";
            return Err(Fault::at_line(scanner.line, "there are no entities (`#1=IFC…`) in it", remedy));
        }
        Ok(step)
    }

    /// All entities, by number.
    pub(super) fn records(&self) -> &[Record<'b>] {
        &self.records
    }

    /// The entity with a number.
    pub(super) fn get(&self, id: u32) -> Option<Entity<'b>> {
        let at = self.records.binary_search_by_key(&id, |record| record.id).ok()?;
        Some(self.records[at].entity())
    }

    /// What the entity with a number is; empty if there is none.
    pub(super) fn kind(&self, id: u32) -> &'b str {
        let at = self.records.binary_search_by_key(&id, |record| record.id);
        at.map_or("", |at| self.records[at].kind)
    }

    /// All entities of a kind.
    pub(super) fn all(&self, kind: &str) -> impl Iterator<Item = Entity<'b>> {
        self.records.iter().filter(move |record| record.kind == kind).map(Record::entity)
    }
}

impl<'b> Record<'b> {
    /// Whether its first value looks like the name that products and relations have, of 22 letters.
    pub(super) fn has_global_id(&self) -> bool {
        let body = self.body[1..].trim_ascii_start();
        body.first() == Some(&b'\'') && body.get(23) == Some(&b'\'')
    }

    pub(super) fn entity(&self) -> Entity<'b> {
        let mut parser = Parser { bytes: self.body, at: 0 };
        let values = match parser.value(0) {
            Some(Value::List(values)) => values,
            _ => Vec::new(),
        };
        Entity { id: self.id, kind: self.kind, values }
    }
}

impl<'b> Entity<'b> {
    pub(super) fn value(&self, index: usize) -> &Value<'b> {
        self.values.get(index).unwrap_or(&Value::Nothing)
    }

    pub(super) fn number(&self, index: usize) -> Option<f64> {
        self.value(index).number()
    }

    pub(super) fn reference(&self, index: usize) -> Option<u32> {
        self.value(index).reference()
    }

    pub(super) fn list(&self, index: usize) -> &[Value<'b>] {
        self.value(index).list()
    }

    /// The references in a list.
    pub(super) fn references(&self, index: usize) -> Vec<u32> {
        self.list(index).iter().filter_map(Value::reference).collect()
    }

    pub(super) fn text(&self, index: usize) -> String {
        match self.value(index) {
            Value::Text(text) => decode(text),
            _ => String::new(),
        }
    }

    /// An enumeration value, without its points.
    pub(super) fn word(&self, index: usize) -> &'b str {
        if let Value::Word(word) = self.value(index) { word } else { "" }
    }
}

impl<'b> Value<'b> {
    /// A number, also with its type around it.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Typed(_, values) => values.first().and_then(Self::number),
            _ => None,
        }
    }

    pub(super) fn reference(&self) -> Option<u32> {
        if let Self::Ref(id) = self { Some(*id) } else { None }
    }

    pub(super) fn list(&self) -> &[Value<'b>] {
        if let Self::List(values) = self { values } else { &[] }
    }
}

/// Statements of a file.
struct Scanner<'b> {
    bytes: &'b [u8],
    at: usize,
    line: u32,
}

impl<'b> Scanner<'b> {
    /// The next statement without its semicolon, and its line. What is not ended by a semicolon is none.
    fn statement(&mut self) -> Option<(u32, &'b [u8])> {
        self.skip_blanks();
        let (begin, line) = (self.at, self.line);
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b';' => {
                    self.at += 1;
                    return Some((line, &self.bytes[begin..self.at - 1]));
                }
                // Two quotes in a row are a quote in a text: it ends and begins again.
                b'\'' => self.skip_past(b"'", 1),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => self.skip_past(b"*/", 2),
                _ => {
                    self.line += u32::from(byte == b'\n');
                    self.at += 1;
                }
            }
        }
        None
    }

    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'/' && self.bytes.get(self.at + 1) == Some(&b'*') {
                self.skip_past(b"*/", 2);
            } else if byte <= b' ' {
                self.line += u32::from(byte == b'\n');
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Goes on behind the next `end` after `from` bytes, or to the end of the file.
    fn skip_past(&mut self, end: &[u8], from: usize) {
        let rest = self.bytes.get(self.at + from..).unwrap_or_default();
        let length = rest.windows(end.len()).position(|window| window == end);
        let length = length.map_or(rest.len(), |length| length + end.len());
        self.line += rest[..length].iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.at += from + length;
    }
}

/// `#12=IFCWALL(…)`, taken apart.
fn record(statement: &[u8], line: u32) -> Option<Record<'_>> {
    let equals = statement.iter().position(|&byte| byte == b'=')?;
    let id = std::str::from_utf8(statement[1..equals].trim_ascii()).ok()?.parse().ok()?;
    let rest = statement[equals + 1..].trim_ascii_start();
    let open = rest.iter().position(|&byte| byte == b'(')?;
    let kind = std::str::from_utf8(rest[..open].trim_ascii()).ok()?;
    Some(Record { id, kind, body: &rest[open..], line })
}

/// Reads values.
struct Parser<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Parser<'b> {
    fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'/' && self.bytes.get(self.at + 1) == Some(&b'*') {
                let rest = &self.bytes[self.at + 2..];
                self.at += 2 + rest.windows(2).position(|two| two == b"*/").map_or(rest.len(), |end| end + 2);
            } else if byte <= b' ' {
                self.at += 1;
            } else {
                return Some(byte);
            }
        }
        None
    }

    /// The bytes from here on that are wanted.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> &'b [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn value(&mut self, depth: usize) -> Option<Value<'b>> {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        match self.peek()? {
            b'$' | b'*' => {
                self.at += 1;
                Some(Value::Nothing)
            }
            b'#' => {
                self.at += 1;
                let digits = self.take(|byte| byte.is_ascii_digit());
                Some(Value::Ref(std::str::from_utf8(digits).ok()?.parse().ok()?))
            }
            b'\'' => {
                let begin = self.at + 1;
                self.at = begin;
                loop {
                    self.take(|byte| byte != b'\'');
                    if self.bytes.get(self.at + 1) != Some(&b'\'') {
                        break;
                    }
                    self.at += 2;
                }
                let text = self.bytes.get(begin..self.at)?;
                self.at = (self.at + 1).min(self.bytes.len());
                Some(Value::Text(text))
            }
            b'.' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_alphabetic) => {
                self.at += 1;
                let name = self.take(word);
                self.at = (self.at + 1).min(self.bytes.len());
                Some(Value::Word(std::str::from_utf8(name).ok()?))
            }
            b'(' => Some(Value::List(self.list(depth)?)),
            byte if byte.is_ascii_alphabetic() => {
                let name = std::str::from_utf8(self.take(word)).ok()?;
                (self.peek()? == b'(').then_some(())?;
                Some(Value::Typed(name, self.list(depth)?))
            }
            _ => {
                let digits = self.take(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
                Some(Value::Number(std::str::from_utf8(digits).ok()?.parse().ok()?))
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Value<'b>>> {
        if depth > MOST_DEEP {
            return None;
        }
        self.at += 1;
        let mut values = Vec::new();
        loop {
            match self.peek()? {
                b')' => {
                    self.at += 1;
                    return Some(values);
                }
                b',' => self.at += 1,
                _ => values.push(self.value(depth + 1)?),
            }
        }
    }
}

/// A text with its escapes made plain: `\X2\00E4\X0\`, `\X\E4`, `\S\d`.
pub(super) fn decode(text: &[u8]) -> String {
    let mut plain = String::new();
    let mut rest = text;
    let hex = |digits: &[u8]| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'\'' && after.first() == Some(&b'\'') {
            rest = &after[1..];
            plain.push('\'');
        } else if byte == b'\\' && after.starts_with(b"X2\\") {
            let digits = &after[3..];
            let end = digits.windows(4).position(|four| four == b"\\X0\\").unwrap_or(digits.len());
            let units = digits[..end].chunks_exact(4).filter_map(|four| Some(hex(four)? as u16));
            plain.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
            rest = digits.get(end + 4..).unwrap_or_default();
        } else if byte == b'\\' && after.starts_with(b"X\\") && after.len() >= 4 {
            plain.extend(hex(&after[2..4]).and_then(char::from_u32));
            rest = &after[4..];
        } else if byte == b'\\' && after.starts_with(b"S\\") && after.len() >= 3 {
            plain.push(char::from(after[2] | 0x80));
            rest = &after[3..];
        } else if byte == b'\\' && after.first() == Some(&b'\\') {
            rest = &after[1..];
            plain.push('\\');
        } else if byte.is_ascii() {
            plain.push(char::from(byte));
        } else {
            // Not allowed, but common: UTF-8, or Latin-1.
            let length = rest.iter().take_while(|byte| !byte.is_ascii()).count() + 1;
            let all = &text[text.len() - rest.len() - 1..][..length];
            match std::str::from_utf8(all) {
                Ok(text) => plain.push_str(text),
                Err(_) => plain.extend(all.iter().map(|&byte| char::from(byte))),
            }
            rest = &rest[length - 1..];
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let file = b"ISO-10303-21;\nHEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;\n/* ; */ #7 = IFCX('it''s;', .T., $, *,\n #12, (1.,-2.5E-1,3), IFCLABEL('a')) ;\n#3=IFCY();broken;#x=1;ENDSEC;";
        let step = Step::scan(file).unwrap();
        assert_eq!(step.schema, "IFC4");
        assert_eq!(step.records().iter().map(|record| record.line).collect::<Vec<_>>(), [5, 3]);
        let entity = step.get(7).unwrap();
        assert_eq!(entity.kind, "IFCX");
        assert_eq!(entity.text(0), "it's;");
        assert_eq!(entity.word(1), "T");
        assert_eq!(entity.value(3), &Value::Nothing);
        assert_eq!(entity.reference(4), Some(12));
        let numbers: Vec<_> = entity.list(5).iter().filter_map(Value::number).collect();
        assert_eq!(numbers, [1.0, -0.25, 3.0]);
        assert_eq!(entity.value(6), &Value::Typed("IFCLABEL", vec![Value::Text(b"a")]));
        assert!(!step.odd.is_empty());
    }

    #[test]
    fn texts_have_escapes() {
        assert_eq!(decode(b"K\\X2\\00FC\\X0\\che"), "K\u{fc}che");
        assert_eq!(decode(b"K\\X\\FCche \\S\\|"), "K\u{fc}che \u{fc}");
        assert_eq!(decode("K\u{fc}che".as_bytes()), "K\u{fc}che");
        assert_eq!(decode(b"K\xfcche"), "K\u{fc}che");
        assert_eq!(decode(b"\\X2\\00"), "");
    }
}
