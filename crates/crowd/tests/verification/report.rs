//! Tests and verdicts as a table.

/// A test of the trade.
#[derive(Clone, Copy)]
pub struct Test {
    /// Suite and number, such as "RiMEA 4".
    pub name: &'static str,
    /// What is looked at.
    pub title: &'static str,
    /// When it passes. Criteria that are ours, because the standard has none, say so.
    pub criterion: &'static str,
    /// Why it is known to fail, and what it would take.
    pub fails: Option<&'static str>,
    /// Runs it.
    pub run: fn() -> Verdict,
}

/// What came out.
pub struct Verdict {
    /// The numbers.
    pub measured: String,
    /// Whether the criterion holds.
    pub passes: bool,
}

impl Verdict {
    /// Numbers and whether they will do.
    pub fn new(passes: bool, measured: impl Into<String>) -> Self {
        Self { measured: measured.into(), passes }
    }
}

/// A verdict in one line.
pub fn line(test: &Test, verdict: &Verdict) -> String {
    let word = if verdict.passes { "pass" } else { "FAIL" };
    format!("{word}  {:<11} {}: {}", test.name, test.title, verdict.measured)
}

/// All verdicts as a page.
pub fn page(verdicts: &[(&Test, Verdict)]) -> String {
    let mut page = String::from(
        "# Verification\n\nWritten by `make verify`. Full populations, one profile for all (the default one), criteria as the standards have them.\n\n\
         | test | what | criterion | measured | verdict |\n|---|---|---|---|---|\n",
    );
    for (test, verdict) in verdicts {
        let word = match (verdict.passes, test.fails) {
            (true, _) => "pass".to_owned(),
            (false, Some(reason)) => format!("**fails**: {reason}"),
            (false, None) => "**fails**".to_owned(),
        };
        let Test { name, title, criterion, .. } = test;
        page += &format!("| {name} | {title} | {criterion} | {} | {word} |\n", verdict.measured);
    }
    page
}
