//! The lowest level of a DXF file: pairs of a number, the group code, and a value, each on its own line.

use crate::imported::{Diagnostic, Imported, Severity};

/// A group code and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) code: i32,
    pub(super) value: &'a str,
}

/// An entity, or another thing that begins with group code 0, and what follows up to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    pub(super) kind: &'a str,
    /// Where it begins.
    pub(super) line: u32,
    pub(super) pairs: &'a [Pair<'a>],
}

/// All pairs of a file, with the line of each value. Ends at the first mistake, which is told.
pub(super) fn parse_pairs<'a>(text: &'a str, imported: &mut Imported) -> (Vec<Pair<'a>>, Vec<u32>) {
    let (mut pairs, mut pair_lines) = (Vec::new(), Vec::new());
    let mut lines = (1u32..).zip(text.lines());
    while let Some((line, code)) = lines.next() {
        let Ok(code) = code.trim().parse::<i32>() else {
            // Empty lines at the end are no mistake.
            if !(code.trim().is_empty() && lines.clone().all(|(_, rest)| rest.trim().is_empty())) {
                let what = "a group code was expected, which is a whole number";
                let remedy = "lines of a DXF file come in pairs; is one missing, or is this another format?";
                imported.diagnostics.push(Diagnostic::error(Some(line), what, remedy));
            }
            return (pairs, pair_lines);
        };
        let Some((line, value)) = lines.next() else {
            let what = "the file ends after a group code";
            imported.diagnostics.push(Diagnostic::error(
                Some(line),
                what,
                "the rest is missing; save it again",
            ));
            return (pairs, pair_lines);
        };
        pairs.push(Pair { code, value: value.trim() });
        pair_lines.push(line);
        if code == 0 && value.trim() == "EOF" {
            return (pairs, pair_lines);
        }
    }
    imported.diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        line: pair_lines.last().copied(),
        place: String::new(),
        what: "the file has no end mark".to_owned(),
        remedy: Some("if something is missing, save it again".to_owned()),
    });
    (pairs, pair_lines)
}

/// The records of a file.
pub(super) fn records<'a>(pairs: &'a [Pair<'a>], lines: &[u32]) -> Vec<Record<'a>> {
    let starts: Vec<usize> = (0..pairs.len()).filter(|&index| pairs[index].code == 0).collect();
    let ends = starts.iter().skip(1).copied().chain([pairs.len()]);
    let record = |(&start, end): (&usize, usize)| Record {
        kind: pairs[start].value,
        line: lines[start],
        pairs: &pairs[start + 1..end],
    };
    starts.iter().zip(ends).map(record).collect()
}

impl<'a> Record<'a> {
    /// The first value with this group code.
    pub(super) fn text(&self, code: i32) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.code == code).map(|pair| pair.value)
    }

    /// A whole number; 0 if it is not there.
    pub(super) fn integer(&self, code: i32) -> i64 {
        self.text(code).and_then(|value| value.parse().ok()).unwrap_or(0)
    }

    /// A number; what is no number is NaN, and noticed later.
    pub(super) fn number(&self, code: i32) -> Option<f64> {
        self.text(code).map(number)
    }

    /// A point: x has this group code, and y the one that is 10 higher.
    pub(super) fn point(&self, code: i32) -> [f64; 2] {
        [self.number(code).unwrap_or(0.0), self.number(code + 10).unwrap_or(0.0)]
    }

    /// All points with this group code, each with a third value that belongs to it.
    pub(super) fn points(&self, code: i32, third: i32) -> Vec<([f64; 2], f64)> {
        let mut points: Vec<([f64; 2], f64)> = Vec::new();
        for pair in self.pairs {
            match (pair.code, points.last_mut()) {
                (x, _) if x == code => points.push(([number(pair.value), 0.0], 0.0)),
                (y, Some(last)) if y == code + 10 => last.0[1] = number(pair.value),
                (other, Some(last)) if other == third => last.1 = number(pair.value),
                _ => {}
            }
        }
        points
    }
}

fn number(value: &str) -> f64 {
    value.parse().unwrap_or(f64::NAN)
}
