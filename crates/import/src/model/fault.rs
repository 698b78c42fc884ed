//! What is wrong in a file: mistakes that make it unusable, and oddities, which are counted.

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// Where: "line 3", "accessor 2". May be empty.
    pub(super) place: String,
    pub(super) what: String,
    pub(super) remedy: String,
}

/// How often something odd was met, and where first.
#[derive(Clone, Default, Debug)]
pub(super) struct Tally {
    count: usize,
    first: String,
}

impl Fault {
    pub(super) fn new(place: impl Into<String>, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into(), remedy: remedy.into() }
    }

    pub(super) fn at_line(line: u32, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(format!("line {line}"), what, remedy)
    }
}

impl Tally {
    /// Counts one more at a line.
    pub(super) fn at_line(&mut self, line: u32) {
        self.at(|| format!("line {line}"));
    }

    /// Counts one more; only the first is asked where it is.
    pub(super) fn at(&mut self, place: impl FnOnce() -> String) {
        if self.count == 0 {
            self.first = place();
        }
        self.count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// "3 faces were passed over (first: line 40)", in the right number.
    pub(super) fn tell(&self, notes: &mut Vec<String>, one: &str, many: &str) {
        if self.count > 0 {
            let what = if self.count == 1 { one } else { many };
            let first = match (self.first.is_empty(), self.count) {
                (true, _) => String::new(),
                (false, 1) => format!(" ({})", self.first),
                (false, _) => format!(" (first: {})", self.first),
            };
            notes.push(format!("{} {what}{first}.", self.count));
        }
    }
}
