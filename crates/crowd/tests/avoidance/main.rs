//! Small cases of avoidance, for each model: does everybody arrive, and does anybody overlap?

mod cases;
mod world;

use throng_crowd::{Avoidance, Karamouzas2009, Karamouzas2010, Orca, SocialForce};
use world::Outcome;

/// More is an overlap; less is rounding, and what one step of constant velocity cannot avoid. \[m\]
const TOUCH: f64 = 0.005;

fn models() -> [(&'static str, Avoidance); 4] {
    [
        ("karamouzas2009", Avoidance::Karamouzas2009(Karamouzas2009::default())),
        ("karamouzas2010", Avoidance::Karamouzas2010(Karamouzas2010::default())),
        ("orca", Avoidance::Orca(Orca::default())),
        ("social force", Avoidance::SocialForce(SocialForce::default())),
    ]
}

fn verdict(outcome: &Outcome) -> String {
    let mut words = Vec::new();
    if outcome.missing > 0 {
        words.push(format!("{} missing", outcome.missing));
    }
    if outcome.overlap > TOUCH {
        words.push(format!("overlap {:.0} cm", 100.0 * outcome.overlap));
    }
    if outcome.in_wall > TOUCH {
        words.push(format!("wall {:.0} cm", 100.0 * outcome.in_wall));
    }
    words.join(", ")
}

/// What is not solved, and how. Everything else is: all arrive, nobody overlaps.
const UNSOLVED: &[(&str, &str, &str)] = &[];

#[test]
fn cases_are_solved_as_told() {
    let mut table = String::new();
    let mut wrong = 0;
    for (case, world) in cases::all() {
        for (name, model) in models() {
            let outcome = world.clone().run(&model, 120.0);
            let found = verdict(&outcome);
            let told =
                UNSOLVED.iter().find(|told| (told.0, told.1) == (name, case)).map_or("", |told| told.2);
            wrong += usize::from(found != told);
            table += &format!("{case:18} {name:15} {:5.1} s {found} [{told}]\n", outcome.time);
        }
    }
    assert!(wrong == 0, "{wrong} are not as told:\n{table}");
}
