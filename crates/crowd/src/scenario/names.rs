//! All names of a scenario, collected before anything is read, so that the order of tables does not matter.

use super::reader::Fields;

/// Names by what they are of; the index of a name is that of the thing.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) profiles: Vec<String>,
    pub(crate) areas: Vec<String>,
    pub(crate) exits: Vec<String>,
    pub(crate) queues: Vec<String>,
    pub(crate) agendas: Vec<String>,
    /// What one can jump to, and the index of its task: `agenda`, and `agenda.label`.
    pub(crate) targets: Vec<(String, usize)>,
    /// Names of events.
    pub(crate) signals: Vec<String>,
}

impl Names {
    pub(crate) fn collect(file: &Fields<'_>) -> Self {
        let keys = |table: &str| -> Vec<String> {
            let entries = file.peek(table).filter(|item| item.is_table()).and_then(|item| item.fields());
            entries.map(|e| e.entries().into_iter().map(|item| item.key).collect()).unwrap_or_default()
        };
        let mut names = Self {
            profiles: keys("profiles"),
            areas: keys("areas"),
            exits: keys("exits"),
            queues: keys("queues"),
            agendas: keys("agendas"),
            ..Self::default()
        };
        let mut count = 0;
        let agendas = file.peek("agendas").filter(|item| item.is_table()).and_then(|item| item.fields());
        for agenda in agendas.iter().flat_map(Fields::entries) {
            names.targets.push((agenda.key.clone(), count));
            let tasks = if agenda.is_list() { agenda.list() } else { None };
            for task in tasks.iter().flatten() {
                let fields = if task.is_table() { task.fields() } else { None };
                let label = fields.and_then(|fields| fields.peek("label")).filter(|label| label.is_text());
                if let Some(label) = label.and_then(|label| label.text()) {
                    names.targets.push((format!("{}.{label}", agenda.key), count));
                }
                count += 1;
            }
        }
        let events = file.peek("events").filter(|item| item.is_list()).and_then(|item| item.list());
        for event in events.iter().flatten().filter(|event| event.is_table()) {
            let name = event.fields().and_then(|fields| fields.peek("name")).filter(|name| name.is_text());
            if let Some(name) = name.and_then(|name| name.text())
                && !names.signals.iter().any(|known| known == name)
            {
                names.signals.push(name.to_owned());
            }
        }
        names
    }
}
