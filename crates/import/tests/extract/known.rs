//! The extractor on models made by hand: area, components, layers, connections; and the oracle at many places.

use crate::compare::compare;
use crate::hand;
use crate::judged::judged;
use crate::rational::Oracle;

/// All cases are tried before the test fails, so that one run tells everything.
#[test]
fn models_made_by_hand_have_their_known_answers() {
    let mut wrong = Vec::new();
    for case in hand::all() {
        let mut tell = |what: String| wrong.push(format!("{}: {what}", case.name()));
        let judged = match judged(&case.model, &case.options) {
            Ok(judged) => judged,
            Err(error) => {
                tell(error.to_string());
                continue;
            }
        };
        let report = &judged.extraction.report;
        if (report.area - case.area).abs() > case.slack {
            tell(format!("area {} instead of {}", report.area, case.area));
        }
        if report.components.len() != case.components {
            let areas: Vec<f64> = report.components.iter().map(|c| c.area).take(8).collect();
            tell(format!("{} components instead of {}: {areas:?}", report.components.len(), case.components));
        }
        let scene = &judged.extraction.scene;
        if case.layers.is_some_and(|most| scene.layers.len() > most) {
            tell(format!("{} layers, more than {:?}", scene.layers.len(), case.layers));
        }
        if case.connections.is_some_and(|most| scene.connections.len() > most) {
            tell(format!("{} connections, more than {:?}", scene.connections.len(), case.connections));
        }
        judged.faults.into_iter().for_each(&mut tell);
        if case.options.close_gaps == 0.0 {
            let oracle = Oracle::new(&case.model, &case.options);
            let compared = compare(&oracle, scene, 5, 1000);
            assert!(compared.walkable > 200, "{}: too few places were compared", case.name());
            compared.differences.into_iter().take(3).for_each(&mut tell);
        }
    }
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}
