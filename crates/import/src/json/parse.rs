//! From a text to a document: one loop, an explicit stack, and messages for people.

use std::borrow::Cow;

use super::{Document, Kind, MAX_DEPTH, Node, SyntaxError};

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, SyntaxError> {
    Parser::new(text).document()
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    /// Where the line begins.
    line_start: usize,
    /// Indices of the arrays and objects that are not closed yet.
    open: Vec<u32>,
    document: Document<'t>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        // Some editors put an invisible mark at the beginning of a file.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let document = Document { nodes: Vec::with_capacity(text.len() / 8), strings: Vec::new() };
        Self { text, at, line: 1, line_start: at, open: Vec::new(), document }
    }

    fn document(mut self) -> Parsed<Document<'t>> {
        if u32::try_from(self.text.len()).is_err() {
            return Err(self.error("the file is larger than 4 GB", "split it"));
        }
        loop {
            self.space();
            let ended = self.value()?;
            if ended && !self.after_value()? {
                break;
            }
        }
        self.space();
        match self.peek() {
            None => Ok(self.document),
            Some(_) => Err(self.unexpected("the end of the file")),
        }
    }

    /// Reads a value, or the beginning of an array or object with something in it. Says whether the value has ended.
    fn value(&mut self) -> Parsed<bool> {
        match self.peek() {
            Some(b'{') => {
                self.begin(Kind::Object)?;
                if self.peek() == Some(b'}') {
                    self.end();
                    return Ok(true);
                }
                self.name()?;
                Ok(false)
            }
            Some(b'[') => {
                self.begin(Kind::Array)?;
                if self.peek() == Some(b']') {
                    self.end();
                    return Ok(true);
                }
                Ok(false)
            }
            Some(b'"') => self.string().map(|()| true),
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| true),
            _ => {
                for (word, kind) in
                    [("true", Kind::Bool(true)), ("false", Kind::Bool(false)), ("null", Kind::Null)]
                {
                    if self.word() == word {
                        self.at += word.len();
                        self.push(kind);
                        return Ok(true);
                    }
                }
                Err(self.unexpected("a value"))
            }
        }
    }

    /// Closes what ends after a value. Says whether another value follows.
    fn after_value(&mut self) -> Parsed<bool> {
        while let Some(&container) = self.open.last() {
            let in_object = self.document.nodes[container as usize].kind == Kind::Object;
            self.space();
            match (self.peek(), in_object) {
                (Some(b','), _) => {
                    let comma = (self.at, self.line, self.line_start);
                    self.at += 1;
                    self.space();
                    if matches!(self.peek(), Some(b'}' | b']')) {
                        (self.at, self.line, self.line_start) = comma;
                        return Err(self.error("there is a comma after the last value", "remove the comma"));
                    }
                    if in_object {
                        self.name()?;
                    }
                    return Ok(true);
                }
                (Some(b'}'), true) | (Some(b']'), false) => self.end(),
                (None, _) => {
                    let began = self.document.nodes[container as usize].line;
                    let (what, close) = if in_object { ("object", '}') } else { ("list", ']') };
                    let what = format!("the file ends inside the {what} that began on line {began}");
                    return Err(
                        self.error(&what, &format!("is the file complete? Add the missing `{close}`"))
                    );
                }
                (_, true) => return Err(self.unexpected("`,` or `}`")),
                (_, false) => return Err(self.unexpected("`,` or `]`")),
            }
        }
        Ok(false)
    }

    fn begin(&mut self, kind: Kind) -> Parsed<()> {
        if self.open.len() == MAX_DEPTH {
            let what = format!("lists and objects are nested more than {MAX_DEPTH} deep");
            return Err(self.error(&what, "no place needs that: check what wrote this file"));
        }
        self.open.push(self.document.nodes.len() as u32);
        self.push(kind);
        self.at += 1;
        self.space();
        Ok(())
    }

    fn end(&mut self) {
        self.at += 1;
        if let Some(container) = self.open.pop() {
            self.document.nodes[container as usize].end = self.document.nodes.len() as u32;
        }
    }

    /// Reads the name of a member and the colon behind it.
    fn name(&mut self) -> Parsed<()> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a name in double quotes"));
        }
        self.string()?;
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:` after the name"));
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Parsed<()> {
        let (begin, bytes) = (self.at, self.text.as_bytes());
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = begin + usize::from(bytes[begin] == b'-');
        let whole = digits(end);
        if whole == 0 && self.word().len() > 1 {
            return Err(self.unexpected("a value"));
        }
        if whole == 0 {
            return Err(self.error("a minus without a number", "write a number, such as -1.5"));
        }
        if whole > 1 && bytes[end] == b'0' {
            return Err(self.error("a number begins with 0", "remove the zero"));
        }
        end += whole;
        if bytes.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction == 0 {
                return Err(self.error("a number ends with a point", "write 1.0 or 1"));
            }
            end += 1 + fraction;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            if exponent == 0 {
                return Err(self.error("a number without its exponent", "write digits after the e"));
            }
            end += 1 + sign + exponent;
        }
        // What Rust reads as a number includes all of JSON's, so this never fails; if it did, it would be told.
        let Ok(number) = self.text[begin..end].parse() else {
            return Err(self.unexpected("a number"));
        };
        self.at = end;
        self.push(Kind::Number(number));
        Ok(())
    }

    fn string(&mut self) -> Parsed<()> {
        let (begin, bytes) = (self.at + 1, self.text.as_bytes());
        let plain = |from: usize| {
            bytes[from..].iter().take_while(|&&byte| byte != b'"' && byte != b'\\' && byte >= b' ').count()
        };
        let mut at = begin + plain(begin);
        let mut copied = begin;
        let mut unescaped: Option<String> = None;
        while bytes.get(at) == Some(&b'\\') {
            let Some((character, length)) = escape(&self.text[at..]) else {
                self.at = at;
                return Err(self.error(
                    "a backslash in a text means something only before \" \\ / b f n r t and u with four digits",
                    "write two backslashes for one",
                ));
            };
            let unescaped = unescaped.get_or_insert_default();
            unescaped.push_str(&self.text[copied..at]);
            unescaped.push(character);
            at += length;
            copied = at;
            at += plain(at);
        }
        match bytes.get(at) {
            Some(b'"') => {}
            Some(b'\t') => {
                self.at = at;
                return Err(self.error("there is a tab inside a text", "write \\t"));
            }
            _ => return Err(self.error("a text is not closed on its line", "add the missing `\"`")),
        }
        let string = match unescaped {
            None => Cow::Borrowed(&self.text[begin..at]),
            Some(unescaped) => Cow::Owned(unescaped + &self.text[copied..at]),
        };
        self.at = at + 1;
        let index = self.document.strings.len() as u32;
        self.document.strings.push(string);
        self.push(Kind::String(index));
        Ok(())
    }

    fn push(&mut self, kind: Kind) {
        let end = self.document.nodes.len() as u32 + 1;
        self.document.nodes.push(Node { kind, line: self.line, end });
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(byte @ (b' ' | b'\n' | b'\r' | b'\t')) = self.peek() {
            self.at += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    /// The letters, digits and signs from here on.
    fn word(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let length =
            rest.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || b"+-_.".contains(&byte)).count();
        &rest[..length]
    }

    /// Something else than expected; with special advice for what people and programs often write.
    fn unexpected(&self, expected: &str) -> SyntaxError {
        let word = self.word();
        let special = match word.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
            "nan" | "infinity" | "inf" => Some((
                format!("`{word}` is no number in JSON"),
                "replace it by a number, or leave the corner out",
            )),
            "true" | "false" | "null" | "none" | "undefined" if expected == "a value" => {
                Some((format!("`{word}` is no value in JSON"), "write true, false or null in small letters"))
            }
            _ => None,
        };
        if let Some((what, remedy)) = special {
            return self.error(&what, remedy);
        }
        let rest = &self.text[self.at..];
        if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
            return self.error("JSON has no comments", "remove it; a scene may have a \"name\" instead");
        }
        let found = match rest.chars().next() {
            None => {
                return self
                    .error(&format!("the file ends where {expected} was expected"), "is the file complete?");
            }
            Some('\'') => {
                return self.error("single quotes are not allowed", "write texts and names in double quotes");
            }
            Some(_) if !word.is_empty() => format!("`{}`", shortened(word)),
            Some('"') => "a text".to_owned(),
            Some(other) => format!("`{}`", other.escape_debug()),
        };
        let remedy = match (expected, found.as_str()) {
            ("`,` or `}`" | "`,` or `]`", "`}`" | "`]`") => "each `[` needs its `]`, and each `{` its `}`",
            ("`,` or `}`" | "`,` or `]`", _) => "is a comma missing?",
            ("a name in double quotes", _) => "members look like this: \"name\": value",
            ("`:` after the name", _) => "members look like this: \"name\": value",
            ("the end of the file", _) => "a file holds one value only: remove the rest",
            _ => "a value is a number, a text in double quotes, a list, an object, true, false or null",
        };
        self.error(&format!("expected {expected}, and found {found}"), remedy)
    }

    fn error(&self, what: &str, remedy: &str) -> SyntaxError {
        let before = self.text.get(self.line_start..self.at).unwrap_or_default();
        let column = before.chars().count() as u32 + 1;
        SyntaxError { line: self.line, column, what: what.to_owned(), remedy: remedy.to_owned() }
    }
}

/// The character that an escape stands for, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    let character = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let unit = |from: usize| {
                let digits = text.get(from..from + 4)?;
                digits
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit())
                    .then(|| u32::from_str_radix(digits, 16).ok())?
            };
            let first = unit(2)?;
            if let Some(character) = char::from_u32(first) {
                return Some((character, 6));
            }
            // A character beyond the first 65,536 is written as two halves. Half of one is nothing that a text can hold.
            let second = if text.get(6..8) == Some("\\u") { unit(8) } else { None };
            return Some(match (first, second) {
                (0xd800..=0xdbff, Some(low @ 0xdc00..=0xdfff)) => {
                    let code = 0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00);
                    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                }
                _ => (char::REPLACEMENT_CHARACTER, 6),
            });
        }
        _ => return None,
    };
    Some((character, 2))
}

/// The beginning of a word that may be very long.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 24;
    if word.len() <= LONGEST { word.to_owned() } else { format!("{}…", &word[..LONGEST]) }
}
