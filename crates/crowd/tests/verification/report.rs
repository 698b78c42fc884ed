//! Tests and verdicts as a table.

/// A test of the trade.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    /// Suite and number, such as "RiMEA 4".
    pub(crate) name: &'static str,
    /// What is looked at.
    pub(crate) title: &'static str,
    /// When it passes. Criteria that are ours, because the standard has none, say so.
    pub(crate) criterion: &'static str,
    /// Why it is known to fail, and what it would take.
    pub(crate) fails: Option<&'static str>,
    /// Whether it takes minutes, and is run only when all are asked for.
    pub(crate) long: bool,
    /// Runs it.
    pub(crate) run: fn() -> Verdict,
}

/// What came out.
pub(crate) struct Verdict {
    /// The numbers.
    pub(crate) measured: String,
    /// Whether the criterion holds.
    pub(crate) passes: bool,
}

impl Verdict {
    /// Numbers and whether they will do.
    pub(crate) fn new(passes: bool, measured: impl Into<String>) -> Self {
        Self { measured: measured.into(), passes }
    }
}

/// A verdict in one line.
pub(crate) fn line(test: &Test, verdict: &Verdict) -> String {
    let word = if verdict.passes { "pass" } else { "FAIL" };
    format!("{word}  {:<11} {}: {}", test.name, test.title, verdict.measured)
}

/// All verdicts as a page.
pub(crate) fn page(verdicts: &[(&Test, Verdict)]) -> String {
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
