//! The table as a page.

use crate::cases::Case;
use crate::expected::UNSOLVED;
use crate::trial::{MODELS, Outcome, Verdict};

/// All outcomes as a page.
pub(crate) fn page(rows: &[(&Case, Vec<Outcome>)]) -> String {
    let mut page = String::from(
        "# SteerBench's small cases\n\n\
         Written by `make steerbench`. All cases of SteerBench with up to twelve characters, in a whole crowd on a mesh, with each local \
         movement model and its published parameters; the rest is the default profile. Characters have a radius of 0.5 m and walk at 1.3 m/s; the world reaches 100 m in all directions; \
         coordinates are those of SteerBench.\n\n\
         Solved: everybody reaches its goal within 120 s, and no two discs, and no disc and wall, overlap by more than a millimeter at the end of any step. A goal \
         is reached when the disc covers it, or will after the next step; whoever has reached its last goal is taken out, as in \
         SteerSuite, so that several can reach the same one. The numbers are the times at which the last one arrived, in seconds.\n\n",
    );
    page += &format!("| case | {} |\n|---|{}\n", MODELS.join(" | "), "---|".repeat(MODELS.len()));
    let mut solved = [0; MODELS.len()];
    for (case, outcomes) in rows {
        page += &format!("| {} |", case.name);
        for (model, outcome) in outcomes.iter().enumerate() {
            solved[model] += usize::from(outcome.verdict() == Verdict::Solved);
            let [bodies, walls] = outcome.overlap.map(|length| 1000.0 * length);
            page += &match outcome.verdict() {
                Verdict::Solved => format!(" {:.1} |", outcome.time),
                Verdict::Overlaps => {
                    format!(" **no**: {:.1}, overlap {:.0} mm |", outcome.time, bodies.max(walls))
                }
                Verdict::Stays => {
                    format!(" **no**: {} of {} stay |", outcome.missing.len(), case.walks.len())
                }
                Verdict::Refused => " **no**: cannot start |".to_owned(),
            };
        }
        page += "\n";
    }
    let solved = solved.map(|count| format!("{count} of {}", rows.len())).join(" | ");
    page += &format!("| **solved** | {solved} |\n\n## What is not solved, and why\n\n");
    for (model, name) in MODELS.iter().enumerate() {
        let own: Vec<_> = UNSOLVED.iter().filter(|own| own.1 == model).collect();
        let mut reasons: Vec<&str> = own.iter().map(|own| own.3).collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            let cases: Vec<&str> = own.iter().filter(|own| own.3 == reason).map(|own| own.0).collect();
            page += &format!("- {name}, {}: {reason}.\n", cases.join(", "));
        }
    }
    page += "\nNo start and no goal of these cases touches an obstacle: the nearest are 0.75 m away from one. In 3-squeeze, double-squeeze and \
             wall-squeeze two characters start in exact contact.\n";
    page
}
