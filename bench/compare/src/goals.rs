//! What the numbers should be, and whether they are.

use crate::report::Report;

/// On which side of the limit a number should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the limit.
    AtMost,
    /// At least the limit.
    AtLeast,
}

/// One goal, and the numbers that were found.
#[derive(Clone, Debug)]
pub struct Goal {
    words: &'static str,
    unit: &'static str,
    bound: Bound,
    limit: f64,
    found: Vec<(&'static str, f64)>,
}

impl Goal {
    /// A goal in words, without the limit.
    pub fn new(words: &'static str, bound: Bound, limit: f64, unit: &'static str) -> Self {
        Self { words, unit, bound, limit, found: Vec::new() }
    }

    /// A number of a place.
    pub fn consider(&mut self, place: &'static str, number: f64) {
        self.found.push((place, number));
    }

    /// By how much a number misses, as a share of the limit: above 0 if it does.
    fn excess(&self, number: f64) -> f64 {
        match self.bound {
            Bound::AtMost => number / self.limit - 1.0,
            Bound::AtLeast => self.limit / number - 1.0,
        }
    }

    fn judgement(&self) -> String {
        let bound = if self.bound == Bound::AtMost { "at most" } else { "at least" };
        let what = format!("{}: {bound} {}{}", self.words, self.limit, self.unit);
        let mut found = self.found.clone();
        found.sort_by(|a, b| self.excess(b.1).total_cmp(&self.excess(a.1)));
        let Some(&(place, worst)) = found.first() else { return format!("- not measured: {what}") };
        let show = |number: f64| {
            let decimals = if number < 10.0 { 3 } else { 1 };
            format!("{number:.decimals$}{}", self.unit)
        };
        if self.excess(worst) <= 0.0 {
            return format!("- met: {what}; the worst is {} ({place})", show(worst));
        }
        let missing: Vec<String> = found
            .iter()
            .filter(|&&(_, number)| self.excess(number) > 0.0)
            .map(|&(place, number)| format!("{place} {}", show(number)))
            .collect();
        format!(
            "- missed by {:.0} %: {what}; {} of {} places: {}",
            100.0 * self.excess(worst),
            missing.len(),
            found.len(),
            missing.join(", ")
        )
    }
}

/// Adds the list of goals to the report.
pub fn report(goals: &[&Goal], report: &mut Report) {
    report.line("\n## Goals\n");
    for goal in goals {
        report.line(&goal.judgement());
    }
}
