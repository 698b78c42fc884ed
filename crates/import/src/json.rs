//! JSON in which every value knows its line.
//!
//! A document is one flat array of nodes in the order of the text. A node knows where its last descendant ends, so the next
//! sibling is one step away, and a scene of a million corners costs three allocations and not a million. Members of objects
//! keep their order, and a name that is used twice is there twice.
//!
//! The grammar is RFC 8259 and nothing more: what other programs write with comments, trailing commas or `NaN` is refused,
//! with the way out. Parsing does not recurse, and nesting is limited, so that readers of a document may recurse.

mod parse;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub(crate) use parse::parse;

/// Arrays and objects inside one another; more than any place needs, and few enough for any stack.
pub(crate) const MAX_DEPTH: usize = 128;

/// A text that was understood.
#[derive(Debug)]
pub(crate) struct Document<'t> {
    nodes: Vec<Node>,
    strings: Vec<Cow<'t, str>>,
}

/// A value of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'d> {
    document: &'d Document<'d>,
    index: u32,
}

/// Where and why a text is not JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SyntaxError {
    /// Counted from 1.
    pub(crate) line: u32,
    /// Counted from 1, in characters.
    pub(crate) column: u32,
    pub(crate) what: String,
    pub(crate) remedy: String,
}

impl Document<'_> {
    /// The outermost value.
    pub(crate) fn root(&self) -> Value<'_> {
        Value { document: self, index: 0 }
    }
}

impl<'d> Value<'d> {
    /// Line of the file, counted from 1.
    pub(crate) fn line(self) -> u32 {
        self.node().line
    }

    /// What it is, for messages.
    pub(crate) fn kind(self) -> &'static str {
        match self.node().kind {
            Kind::Null => "null",
            Kind::Bool(true) => "true",
            Kind::Bool(false) => "false",
            Kind::Number(_) => "a number",
            Kind::String(_) => "a text",
            Kind::Array => "a list",
            Kind::Object => "an object",
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.node().kind == Kind::Null
    }

    /// A number; infinite if it is too large, such as `1e999`.
    pub(crate) fn number(self) -> Option<f64> {
        if let Kind::Number(number) = self.node().kind { Some(number) } else { None }
    }

    pub(crate) fn text(self) -> Option<&'d str> {
        if let Kind::String(index) = self.node().kind { Some(self.string(index)) } else { None }
    }

    /// The values of a list.
    pub(crate) fn items(self) -> Option<impl Iterator<Item = Value<'d>>> {
        (self.node().kind == Kind::Array).then(|| self.children())
    }

    /// The members of an object, in order.
    pub(crate) fn members(self) -> Option<impl Iterator<Item = (&'d str, Value<'d>)>> {
        let mut children = (self.node().kind == Kind::Object).then(|| self.children())?;
        Some(std::iter::from_fn(move || {
            let (name, value) = (children.next()?, children.next()?);
            Some((name.text().unwrap_or_default(), value))
        }))
    }

    /// The first member with a name.
    pub(crate) fn get(self, name: &str) -> Option<Value<'d>> {
        self.members()?.find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    fn children(self) -> impl Iterator<Item = Value<'d>> {
        let (document, end) = (self.document, self.node().end);
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            let child = Value { document, index: next };
            (next < end).then(|| {
                next = child.node().end;
                child
            })
        })
    }

    fn node(self) -> Node {
        self.document.nodes[self.index as usize]
    }

    fn string(self, index: u32) -> &'d str {
        &self.document.strings[index as usize]
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    line: u32,
    /// Index of the first node that is not inside this one.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    /// Index among the strings.
    String(u32),
    Array,
    /// Its children are names and values in turn.
    Object,
}
