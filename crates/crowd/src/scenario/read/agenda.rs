//! Agendas: lists of tasks, `[[agendas.visit]]`, each with one verb.

use super::area::read_area;
use super::choice::read_choice;
use super::{Draft, named_tables, read_time};
use crate::scenario::reader::{Fields, Item, tables};
use crate::scenario::scenario::{Action, Agenda, Choice, Condition, Task, Until};

const VERBS: [&str; 8] = ["go", "wait", "wait_until", "wait_for", "queue", "exit", "remove", "jump"];

pub(crate) fn read_agendas(file: &Fields<'_>, draft: &mut Draft) -> (Vec<Agenda>, Vec<Task>) {
    let (mut agendas, mut tasks) = (Vec::new(), Vec::new());
    for item in named_tables(file, "agendas") {
        let first = tasks.len();
        if !item.is_list() {
            item.fail(
                "an agenda is a list of tasks",
                format!("write [[agendas.{}]], with two brackets", item.key),
            );
            continue;
        }
        for fields in tables(&item) {
            tasks.push(read_task(fields, &item.key, draft));
        }
        match tasks[first..].last_mut() {
            Some(last) => last.last = true,
            None => item.fail("an agenda without tasks", "add a task, such as exit = \"main\""),
        }
        agendas.push(Agenda { name: item.key.clone(), first, count: tasks.len() - first });
    }
    (agendas, tasks)
}

/// A task. If it is wrong, that is told, and something stands in for it so that others keep their indices.
fn read_task(fields: Fields<'_>, agenda: &str, draft: &mut Draft) -> Task {
    let label = fields.get("label").and_then(|item| item.text()).unwrap_or_default().to_owned();
    let when = fields.get("when").map(|item| read_conditions(&item, draft)).unwrap_or_default();
    let verb = fields.one_of(&VERBS);
    let area = fields.get("in");
    let action = verb.and_then(|(verb, item)| read_action(verb, &item, area.as_ref(), agenda, draft));
    fields.finish();
    Task { label, action: action.unwrap_or(Action::Remove), when, last: false }
}

fn read_action(
    verb: &str,
    item: &Item<'_>,
    area: Option<&Item<'_>>,
    agenda: &str,
    draft: &mut Draft,
) -> Option<Action> {
    let until = match verb {
        "wait" => Some(Until::For(read_time(item)?)),
        "wait_until" => Some(Until::Time(item.number_in(0.0, f64::MAX)?)),
        "wait_for" => Some(Until::Signal(item.name("event", &draft.names.signals)?)),
        _ => None,
    };
    if let Some(until) = until {
        let area = match area {
            Some(area) => Some(read_area_choice(area, draft)?),
            None => None,
        };
        return Some(Action::Wait { area, until });
    }
    if let Some(area) = area {
        area.fail("only who waits can do so in an area", "remove it, or wait");
    }
    match verb {
        "go" => Some(Action::Go(read_area_choice(item, draft)?)),
        "queue" => Some(Action::Queue(read_choice(item, "queue", &draft.names.queues)?)),
        "exit" => Some(Action::Exit(read_choice(item, "exit", &draft.names.exits)?)),
        "jump" => read_jump(item, agenda, draft),
        _ => {
            if !item.flag()? {
                item.fail("this does nothing", "write remove = true, or another task");
            }
            Some(Action::Remove)
        }
    }
}

/// Areas may also be written where they are used, but not as one of several.
fn read_area_choice(item: &Item<'_>, draft: &mut Draft) -> Option<Choice> {
    let is_area = item.is_table()
        && item
            .fields()
            .is_some_and(|f| ["rectangle", "polygon", "disc"].iter().any(|key| f.peek(key).is_some()));
    if is_area {
        return Some(Choice::Only(read_area(item, draft)?));
    }
    read_choice(item, "area", &draft.names.areas)
}

/// A label of the same agenda, `start`, another agenda, or a label of it: `agenda.label`.
fn read_jump(item: &Item<'_>, agenda: &str, draft: &Draft) -> Option<Action> {
    // Names as they can be said here; nearer ones first.
    let mut names = Vec::new();
    let mut indices = Vec::new();
    let own = format!("{agenda}.");
    for (name, index) in &draft.names.targets {
        let said = if name == agenda { Some("start") } else { name.strip_prefix(&own) };
        if let Some(said) = said {
            names.push(said.to_owned());
            indices.push(*index);
        }
    }
    names.extend(draft.names.targets.iter().map(|(name, _)| name.clone()));
    indices.extend(draft.names.targets.iter().map(|(_, index)| *index));
    let at = |k: usize| indices[k];
    match read_choice(item, "agenda or label", &names)? {
        Choice::Only(k) => Some(Action::Jump(Choice::Only(at(k)))),
        Choice::Weights(list) => {
            Some(Action::Jump(Choice::Weights(list.into_iter().map(|(k, w)| (at(k), w)).collect())))
        }
        Choice::ByTime(list) => {
            Some(Action::Jump(Choice::ByTime(list.into_iter().map(|(t, k)| (t, at(k))).collect())))
        }
        Choice::Nearest(_) | Choice::LeastCrowded(_) | Choice::Quickest(_) => {
            item.fail("a task is not a place", "choose by weights or by_time, or use conditions");
            None
        }
    }
}

fn read_conditions(item: &Item<'_>, draft: &mut Draft) -> Vec<Condition> {
    let Some(fields) = item.fields() else { return Vec::new() };
    let time = |key| fields.get(key).and_then(|item: Item<'_>| item.number_in(0.0, f64::MAX));
    let mut conditions = Vec::new();
    conditions.extend(time("after").map(Condition::After));
    conditions.extend(time("before").map(Condition::Before));
    let density = |key, draft: &mut Draft| -> Option<(usize, f64)> {
        let item: Item<'_> = fields.get(key)?;
        let pair = item.list()?;
        let [area, density] = pair.as_slice() else {
            item.fail("an area and a density are wanted", format!("write {key} = [\"area\", 2.0]"));
            return None;
        };
        Some((read_area(area, draft)?, density.number_in(0.0, f64::MAX)?))
    };
    conditions.extend(density("density_above", draft).map(|(area, d)| Condition::DensityAbove(area, d)));
    conditions.extend(density("density_below", draft).map(|(area, d)| Condition::DensityBelow(area, d)));
    let times = fields.get("times").and_then(|item| item.whole(1, u64::from(u32::MAX)));
    conditions.extend(times.map(|times| Condition::Times(times as u32)));
    conditions.extend(fields.get("chance").and_then(|item| item.number_in(0.0, 1.0)).map(Condition::Chance));
    let signal = |key| fields.get(key).and_then(|item: Item<'_>| item.name("event", &draft.names.signals));
    conditions.extend(signal("happened").map(Condition::Happened));
    conditions.extend(signal("not_yet").map(Condition::NotYet));
    fields.finish();
    conditions
}
