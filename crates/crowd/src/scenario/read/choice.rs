//! Choices: a name, or `{ nearest = ["north", "south"] }`, and the like.

use super::distribution::read_weights;
use crate::scenario::reader::Item;
use crate::scenario::scenario::Choice;

const KINDS: [&str; 5] = ["weights", "nearest", "least_crowded", "quickest", "by_time"];

/// One or several of the things that are called by names. `what` they are is for messages.
pub(crate) fn read_choice(item: &Item<'_>, what: &str, known: &[String]) -> Option<Choice> {
    if item.is_text() {
        return Some(Choice::Only(item.name(what, known)?));
    }
    if !item.is_table() {
        item.wanted(&format!("the name of the {what}, or a choice such as {{ nearest = [\"a\", \"b\"] }},"));
        return None;
    }
    let fields = item.fields()?;
    let found = fields.one_of(&KINDS);
    fields.finish();
    let (key, item) = found?;
    match key {
        "weights" => Some(Choice::Weights(read_weights(&item, what, known)?)),
        "by_time" => {
            let items = item.list()?;
            let times: Vec<_> = items.iter().map(|item| timed(item, what, known)).collect();
            let times = times.into_iter().collect::<Option<Vec<_>>>()?;
            if times.is_empty() || times.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                item.fail("times must grow", "write [[0, \"a\"], [60, \"b\"]]: from the time on, the name");
                return None;
            }
            Some(Choice::ByTime(times))
        }
        _ => {
            let items = item.list()?;
            if items.is_empty() {
                item.fail("there is nothing to choose from", "write a list of names");
                return None;
            }
            let names: Vec<_> = items.iter().map(|item| item.name(what, known)).collect();
            let names = names.into_iter().collect::<Option<Vec<_>>>()?;
            Some(match key {
                "nearest" => Choice::Nearest(names),
                "least_crowded" => Choice::LeastCrowded(names),
                _ => Choice::Quickest(names),
            })
        }
    }
}

/// `[60, "b"]`
fn timed(item: &Item<'_>, what: &str, known: &[String]) -> Option<(f64, usize)> {
    let pair = item.list()?;
    let [time, name] = pair.as_slice() else {
        item.fail("a time and a name are wanted", "write [60, \"name\"]");
        return None;
    };
    Some((time.number_in(0.0, f64::MAX)?, name.name(what, known)?))
}
