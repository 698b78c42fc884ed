//! Any bytes as a scenario, for fuzzers and for tests with random bytes.
//!
//! 1. The bytes are the text of a scenario. Reading it must neither panic nor hang, and whatever is wrong has a place in the text.
//! 2. One without errors is put into a hall with a gallery, whatever place it names, and runs for a while, unless it gets too crowded.
//! 3. Everybody is somewhere, and everything about it is a number.
//! 4. Saved and resumed, the next steps have the same bits.

use std::sync::OnceLock;

use throng_mesh::{Connection, Layer, LayerId, LiveMesh, Scene};

use crate::scenario::Scenario;
use crate::task::Simulation;

/// So many steps are made before it is saved, and after.
const STEPS: usize = 15;

/// With more characters a run ends: time is better spent on others.
const MOST: usize = 150;

/// Runs a scenario; panics if something is not as it should be.
pub fn fuzz_scenarios(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Step 1.
    let scenario = match Scenario::from_toml(text) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert!(!problems.is_empty(), "a scenario was refused without a word");
            let lines = text.split('\n').count() as u32;
            for problem in problems {
                let line = problem.spot.line;
                assert!((1..=lines).contains(&line), "line {line} of {lines}: {problem}");
            }
            return;
        }
    };
    // Step 2.
    let Ok(mut simulation) = Simulation::new(scenario.clone(), hall().clone()) else { return };
    if !run(&mut simulation) {
        return;
    }
    // Step 4.
    let saved = simulation.save();
    let mut again = match Simulation::resume(scenario, hall().clone(), &saved) {
        Ok(again) => again,
        Err(why) => panic!("what was just saved is refused: {why}"),
    };
    assert!(again.save() == saved, "what was resumed is not what was saved");
    let both = [run(&mut simulation), run(&mut again)];
    assert!(both[0] == both[1] && simulation.save() == again.save(), "what was resumed went another way");
}

/// Makes some steps; false if it got too crowded.
fn run(simulation: &mut Simulation) -> bool {
    for _ in 0..STEPS {
        if simulation.is_over() {
            break;
        }
        simulation.step();
        // Step 3.
        for character in simulation.crowd.iter() {
            let (position, [x, y]) = (character.position(), character.velocity());
            assert!(position.at[0].is_finite() && position.at[1].is_finite(), "{position:?} is nowhere");
            assert!(x.is_finite() && y.is_finite(), "a velocity of {x}, {y}");
            assert!(character.clearance().is_finite() && character.clearance() >= 0.0, "it is outside");
        }
        if simulation.crowd.len() > MOST {
            return false;
        }
    }
    true
}

/// A hall with pillars and two doors, and a gallery above a part of it.
fn hall() -> &'static LiveMesh {
    static HALL: OnceLock<LiveMesh> = OnceLock::new();
    HALL.get_or_init(|| {
        let ring = |[a, b]: [[f64; 2]; 2], z: f64| {
            vec![[a[0], a[1], z], [b[0], a[1], z], [b[0], b[1], z], [a[0], b[1], z]]
        };
        let mut ground = Layer::new("ground");
        ground.walkable.push(ring([[0.0, 0.0], [60.0, 40.0]], 0.0));
        for [x, y] in [[30.0, 12.0], [30.0, 27.0], [45.0, 20.0]] {
            ground.obstacles.push(ring([[x, y], [x + 1.0, y + 1.0]], 0.0));
        }
        ground.obstacles.push(ring([[20.0, 0.0], [20.3, 40.0]], 0.0));
        ground.openings.push(ring([[20.0, 5.0], [20.3, 13.0]], 0.0));
        ground.openings.push(ring([[20.0, 18.0], [20.3, 19.0]], 0.0));
        let mut gallery = Layer::new("gallery");
        gallery.walkable.push(vec![[60.0, 2.0, 0.0], [70.0, 2.0, 4.0], [70.0, 5.0, 4.0], [60.0, 5.0, 0.0]]);
        let between = [LayerId(0), LayerId(1)];
        let connections = vec![Connection::new(between, [[60.0, 2.0], [60.0, 5.0]])];
        let scene = Scene { name: "hall".to_owned(), layers: vec![ground, gallery], connections };
        LiveMesh::build(&scene).expect("the hall is fine")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, Random};

    /// A scenario that uses most of what there is.
    const MUCH: &str = include_str!("fuzzing/much.toml");

    #[test]
    fn a_scenario_with_much_in_it_runs() {
        fuzz_scenarios(MUCH.as_bytes());
        let scenario = Scenario::from_toml(MUCH).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut simulation =
            Simulation::new(scenario, hall().clone()).unwrap_or_else(|problems| panic!("{problems:?}"));
        assert!(run(&mut simulation) && simulation.crowd.len() > 20, "{}", simulation.crowd.len());
    }

    #[test]
    fn damaged_scenarios_do_no_harm() {
        for seed in 0..600 {
            let mut random = Random::new(5, Purpose::Source, seed, 0);
            let mut bytes = MUCH.as_bytes().to_vec();
            for _ in 0..1 + random.below(3) {
                let at = random.below(bytes.len() as u32) as usize;
                match random.below(3) {
                    0 => bytes[at] = b"0123456789.-[]=\"{}e#\n"[random.below(21) as usize],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"019-.e"[random.below(6) as usize]),
                }
            }
            fuzz_scenarios(&bytes);
        }
    }
}
