//! What happens in a place: transactions, made at random, or written and read as text.
//!
//! In words: transactions are separated by `;`, their steps by a blank. `+3@0*1,2_4,5/6,7` inserts obstacle 3 on layer 0 with the rings
//! (1, 2)–(4, 5) and (6, 7), on its own layer only with `=` in place of `*`. `-3` removes it, `~2` opens or closes connection 2, and `!5` is the
//! fifth kind of what must be refused.

use std::fmt::Write;

use throng_mesh::{LayerId, Obstacle, sample};
use throng_voronoi::sample::Random;

use crate::place::{Mode, Place};

/// A step of a transaction. Obstacles have numbers of their own, so that steps can be left out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Insert(u32, Obstacle),
    Remove(u32),
    /// Opens a connection that is closed, closes one that is open.
    Turn(u32),
    /// Something that must be refused.
    Bad(u32),
}

/// How many kinds of [`Step::Bad`] there are.
pub(crate) const BAD: u32 = 11;

/// Changes that are carried out together.
pub(crate) type Transaction = Vec<Step>;

/// A stream of transactions for a place.
pub(crate) fn random(place: &Place, seed: u64, count: usize) -> Vec<Transaction> {
    let mut random = Random::new(seed);
    let mut there: Vec<(u32, Obstacle)> = Vec::new();
    let mut next = 0;
    let doors = if place.mode == Mode::Twin { 0 } else { place.scene.connections.len() };
    // Most streams stay sparse, some get crowded.
    let most = [2, 4, 8, 24][random.below(4)];
    let mut script = Vec::with_capacity(count);
    while script.len() < count {
        let steps = if random.one_in(5) { 2 + random.below(4) } else { 1 };
        let mut transaction: Transaction = Vec::new();
        let (mut leaving, mut coming) = (Vec::new(), Vec::new());
        for _ in 0..steps {
            if doors > 0 && random.one_in(5) {
                let door = Step::Turn(random.below(doors) as u32);
                if !transaction.contains(&door) {
                    transaction.push(door);
                }
            } else if !there.is_empty() && random.below(2 * most) < there.len() {
                let (key, _) = there[random.below(there.len())];
                if !leaving.contains(&key) {
                    leaving.push(key);
                    transaction.push(Step::Remove(key));
                }
            } else {
                let others: Vec<Obstacle> = there.iter().map(|(_, obstacle)| obstacle.clone()).collect();
                let obstacle = obstacle(place, &others, &mut random);
                transaction.push(Step::Insert(next, obstacle.clone()));
                coming.push((next, obstacle));
                next += 1;
            }
        }
        if random.one_in(25) {
            let at = random.below(transaction.len() + 1);
            transaction.insert(at, Step::Bad(random.below(BAD as usize) as u32));
        } else {
            there.retain(|(key, _)| !leaving.contains(key));
            there.extend(coming);
        }
        if !transaction.is_empty() {
            script.push(transaction);
        }
    }
    script
}

fn obstacle(place: &Place, others: &[Obstacle], random: &mut Random) -> Obstacle {
    match place.mode {
        Mode::Any => sample::obstacle(&place.scene, others, random),
        // As if there was one layer; that it is cut is seen to later.
        Mode::Twin => {
            let (flat, _) = place.flat.as_ref().expect("twins are cut");
            Obstacle { spreads: true, ..sample::obstacle(flat, others, random) }
        }
        Mode::Upright => {
            let [low, high] = place.scene.bounds().expect("there is a hall");
            let half = |random: &mut Random, k: usize| {
                let steps = ((high[k] - low[k]) * 2.0) as usize;
                low[k].round() + 0.5 * random.below(steps + 1) as f64
            };
            let [x, y] = [0, 1].map(|k| half(random, k));
            let [w, h] = [0, 1].map(|_| 0.5 * random.below(6) as f64);
            let [z, t] = [(x + w).min(high[0].floor()), (y + h).min(high[1].floor())];
            let ring = match (z > x, t > y) {
                (true, true) => vec![[x, y], [z, y], [z, t], [x, t]],
                (false, false) => vec![[x, y]],
                _ => vec![[x, y], [z.max(x), t.max(y)]],
            };
            Obstacle::new(LayerId(0), ring)
        }
    }
}

/// A script in words.
pub(crate) fn write(script: &[Transaction]) -> String {
    let mut text = String::new();
    for (index, transaction) in script.iter().enumerate() {
        if index > 0 {
            text.push(';');
        }
        for (index, step) in transaction.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            let written = match step {
                Step::Insert(key, obstacle) => {
                    let ring = |ring: &Vec<[f64; 2]>| {
                        ring.iter().map(|[x, y]| format!("{x:?},{y:?}")).collect::<Vec<_>>().join("_")
                    };
                    let rings = obstacle.rings.iter().map(ring).collect::<Vec<_>>().join("/");
                    let spreads = if obstacle.spreads { '*' } else { '=' };
                    write!(text, "+{key}@{}{spreads}{rings}", obstacle.layer.0)
                }
                Step::Remove(key) => write!(text, "-{key}"),
                Step::Turn(door) => write!(text, "~{door}"),
                Step::Bad(kind) => write!(text, "!{kind}"),
            };
            written.expect("a text takes everything");
        }
    }
    text
}

/// A script out of words; `None` if it makes no sense.
pub(crate) fn read(text: &str) -> Option<Vec<Transaction>> {
    let step = |word: &str| -> Option<Step> {
        let (kind, rest) = word.split_at_checked(1)?;
        Some(match kind {
            "-" => Step::Remove(rest.parse().ok()?),
            "~" => Step::Turn(rest.parse().ok()?),
            "!" => Step::Bad(rest.parse().ok()?),
            "+" => {
                let (key, rest) = rest.split_once('@')?;
                let spreads = rest.contains('*');
                let (layer, rings) = rest.split_once(['*', '='])?;
                let corner = |text: &str| {
                    let (x, y) = text.split_once(',')?;
                    Some([x.parse().ok()?, y.parse().ok()?])
                };
                let ring = |text: &str| text.split('_').map(corner).collect::<Option<Vec<[f64; 2]>>>();
                let rings = rings.split('/').map(ring).collect::<Option<Vec<_>>>()?;
                Step::Insert(
                    key.parse().ok()?,
                    Obstacle { layer: LayerId(layer.parse().ok()?), rings, spreads },
                )
            }
            _ => return None,
        })
    };
    let transaction = |text: &str| text.split_whitespace().map(step).collect::<Option<Transaction>>();
    text.split(';').map(transaction).collect()
}
