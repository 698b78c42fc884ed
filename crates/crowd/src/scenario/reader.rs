//! TOML with the place of every value, so that whatever is wrong can be told with its line and column; all of it, not the first.
//!
//! An [`Item`] is a value, and knows its table and key. [`Fields`] are the keys of a table; those that nobody asked for are unknown, and are
//! told by [`Fields::finish`]. A value of a wrong kind is told and comes back as `None`; reading goes on with the next.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem::{ScenarioProblem, Spot};
use super::spelling::suggestion;

/// The text, and what is wrong with it so far.
#[derive(Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    /// Where lines start. \[bytes\]
    lines: Vec<usize>,
    problems: RefCell<Vec<ScenarioProblem>>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, lines: std::iter::once(0).chain(breaks).collect(), problems: RefCell::default() }
    }

    /// Parses the text; tells what is no TOML.
    pub(crate) fn parse(&self) -> Option<Spanned<DeTable<'t>>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in &errors {
            let spot = self.spot(String::new(), String::new(), error.span().unwrap_or(0..0));
            self.tell(spot.problem(
                format!("this is not TOML: {}", error.message()),
                "texts stand in quotes, lists in brackets, a key is followed by = and comes once",
            ));
        }
        errors.is_empty().then_some(table)
    }

    pub(crate) fn tell(&self, problem: ScenarioProblem) {
        self.problems.borrow_mut().push(problem);
    }

    /// Everything that is wrong, by line.
    pub(crate) fn into_problems(self) -> Vec<ScenarioProblem> {
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|problem| (problem.spot.line, problem.spot.column));
        problems
    }

    fn spot(&self, table: String, key: String, span: Range<usize>) -> Spot {
        let at = span.start.min(self.text.len());
        let line = self.lines.partition_point(|&start| start <= at).max(1);
        let start = self.lines[line - 1];
        // A place within a letter of several bytes counts as that letter.
        let column = self.text[start..].char_indices().take_while(|(offset, _)| start + offset < at).count();
        Spot { table, key, line: line as u32, column: column as u32 + 1 }
    }
}

/// A value, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Item<'r> {
    reader: &'r Reader<'r>,
    value: &'r DeValue<'r>,
    span: Range<usize>,
    /// The path of the table that it is in.
    table: String,
    pub(crate) key: String,
}

impl<'r> Item<'r> {
    pub(crate) fn spot(&self) -> Spot {
        self.reader.spot(self.table.clone(), self.key.clone(), self.span.clone())
    }

    pub(crate) fn fail(&self, what: impl Into<String>, remedy: impl Into<String>) {
        self.reader.tell(self.spot().problem(what, remedy));
    }

    /// Tells a problem of another place.
    pub(crate) fn tell(&self, problem: ScenarioProblem) {
        self.reader.tell(problem);
    }

    /// Tells that the value is of a wrong kind.
    pub(crate) fn wanted(&self, wanted: &str) {
        self.fail(format!("{wanted} is wanted, and this is {}", kind(self.value)), format!("write {wanted}"));
    }

    pub(crate) fn is_text(&self) -> bool {
        self.value.is_str()
    }

    pub(crate) fn is_number(&self) -> bool {
        self.value.is_integer() || self.value.is_float()
    }

    pub(crate) fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub(crate) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    pub(crate) fn text(&self) -> Option<&'r str> {
        let text = self.value.as_str();
        if text.is_none() {
            self.wanted("a text");
        }
        text
    }

    /// One of some words.
    pub(crate) fn word(&self, known: &[&'static str]) -> Option<&'static str> {
        let text = self.text()?;
        let found = known.iter().copied().find(|&word| word == text);
        if found.is_none() {
            self.fail(format!("\"{text}\" is not known here"), suggestion(text, known));
        }
        found
    }

    /// The index of a name.
    pub(crate) fn name(&self, what: &str, known: &[String]) -> Option<usize> {
        let text = self.text()?;
        let found = known.iter().position(|name| name == text);
        if found.is_none() {
            self.fail(format!("there is no {what} \"{text}\""), suggestion(text, known));
        }
        found
    }

    /// The index of its own key, which is a name.
    pub(crate) fn key_name(&self, what: &str, known: &[String]) -> Option<usize> {
        let found = known.iter().position(|name| *name == self.key);
        if found.is_none() {
            self.fail(format!("there is no {what} \"{}\"", self.key), suggestion(&self.key, known));
        }
        found
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        let flag = self.value.as_bool();
        if flag.is_none() {
            self.wanted("true or false");
        }
        flag
    }

    /// A finite number.
    pub(crate) fn number(&self) -> Option<f64> {
        let number = match self.value {
            DeValue::Integer(number) => whole(number.as_str(), number.radix()).map(|n| n as f64),
            DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
            _ => {
                self.wanted("a number");
                return None;
            }
        };
        let number = number.filter(|number| number.is_finite());
        if number.is_none() {
            self.fail("this number is not finite, or too large", "write an ordinary number");
        }
        number
    }

    /// A number from some range.
    pub(crate) fn number_in(&self, least: f64, most: f64) -> Option<f64> {
        let number = self.number()?;
        if number < least || number > most {
            let range = if most == f64::MAX {
                format!("at least {least}")
            } else {
                format!("from {least} to {most}")
            };
            self.fail(format!("{number} is out of range"), format!("write a number {range}"));
            return None;
        }
        Some(number)
    }

    /// A number above zero.
    pub(crate) fn positive(&self) -> Option<f64> {
        let number = self.number()?;
        if number <= 0.0 {
            self.fail(format!("{number} is not above zero"), "write a number above zero");
            return None;
        }
        Some(number)
    }

    /// A whole number from some range.
    pub(crate) fn whole(&self, least: u64, most: u64) -> Option<u64> {
        let DeValue::Integer(number) = self.value else {
            self.wanted("a whole number");
            return None;
        };
        let number = whole(number.as_str(), number.radix()).and_then(|number| u64::try_from(number).ok());
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fail("this number is out of range", format!("write a whole number from {least} to {most}"));
        }
        number
    }

    pub(crate) fn list(&self) -> Option<Vec<Item<'r>>> {
        let Some(array) = self.value.as_array() else {
            self.wanted("a list");
            return None;
        };
        Some(array.iter().map(|value| self.inside(value)).collect())
    }

    /// A list of numbers, of a length that is told if it is another.
    pub(crate) fn numbers(&self, count: usize, wanted: &str) -> Option<Vec<f64>> {
        let items = match self.value.as_array() {
            Some(array) if array.len() == count => self.list()?,
            Some(array) => {
                let what = format!("{wanted} is wanted, and this has {} entries", array.len());
                self.fail(what, format!("write {wanted}"));
                return None;
            }
            None => {
                self.wanted(wanted);
                return None;
            }
        };
        items.iter().map(Item::number).collect()
    }

    /// A point. \[m\]
    pub(crate) fn point(&self) -> Option<[f64; 2]> {
        let numbers = self.numbers(2, "a point [x, y]")?;
        Some([numbers[0], numbers[1]])
    }

    /// A list of points. \[m\]
    pub(crate) fn points(&self, least: usize) -> Option<Vec<[f64; 2]>> {
        let items = self.list()?;
        if items.len() < least {
            let what = format!("at least {least} points are wanted, and here are {}", items.len());
            self.fail(what, "add points [x, y]");
            return None;
        }
        // Each of them says what is wrong with it.
        let points: Vec<_> = items.iter().map(Item::point).collect();
        points.into_iter().collect()
    }

    /// The keys of a table.
    pub(crate) fn fields(&self) -> Option<Fields<'r>> {
        let Some(table) = self.value.as_table() else {
            self.wanted("a table");
            return None;
        };
        Some(Fields {
            reader: self.reader,
            table,
            span: self.span.clone(),
            path: join(&self.table, &self.key),
            asked: RefCell::default(),
        })
    }

    /// An item of this list.
    fn inside(&self, value: &'r Spanned<DeValue<'r>>) -> Item<'r> {
        Item {
            reader: self.reader,
            value: value.get_ref(),
            span: value.span(),
            table: self.table.clone(),
            key: self.key.clone(),
        }
    }
}

/// The keys of a table, and which of them were asked for.
#[derive(Debug)]
pub(crate) struct Fields<'r> {
    reader: &'r Reader<'r>,
    table: &'r DeTable<'r>,
    span: Range<usize>,
    pub(crate) path: String,
    asked: RefCell<Vec<&'static str>>,
}

impl<'r> Fields<'r> {
    /// The keys of a whole file.
    pub(crate) fn of_file(reader: &'r Reader<'r>, table: &'r Spanned<DeTable<'r>>) -> Self {
        Self { reader, table: table.get_ref(), span: 0..0, path: String::new(), asked: RefCell::default() }
    }

    pub(crate) fn spot(&self) -> Spot {
        self.reader.spot(self.path.clone(), String::new(), self.span.clone())
    }

    /// Tells that something is wrong with the table as a whole.
    pub(crate) fn fail(&self, what: impl Into<String>, remedy: impl Into<String>) {
        self.reader.tell(self.spot().problem(what, remedy));
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &'static str) -> Option<Item<'r>> {
        self.asked.borrow_mut().push(key);
        let value = self.table.get(key)?;
        Some(self.item(key, value))
    }

    /// The value of a key, without having asked for it.
    pub(crate) fn peek(&self, key: &str) -> Option<Item<'r>> {
        let value = self.table.get(key)?;
        Some(self.item(key, value))
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&self, key: &'static str, example: &str) -> Option<Item<'r>> {
        let item = self.get(key);
        if item.is_none() {
            self.fail(format!("\"{key}\" is missing"), format!("add {key} = {example}"));
        }
        item
    }

    /// Takes over a parameter, if it is there.
    pub(crate) fn double(&self, key: &'static str, [least, most]: [f64; 2], value: &mut f64) {
        if let Some(item) = self.get(key) {
            if item.is_table() {
                item.fail(
                    "all characters of a profile have the same",
                    "write a number, or use several profiles",
                );
            } else if let Some(number) = item.number_in(least, most) {
                *value = number;
            }
        }
    }

    /// Takes over a parameter, if it is there.
    pub(crate) fn single(&self, key: &'static str, range: [f64; 2], value: &mut f32) {
        let mut number = f64::from(*value);
        self.double(key, range, &mut number);
        *value = number as f32;
    }

    /// Takes over a whole number, if it is there.
    pub(crate) fn count(&self, key: &'static str, [least, most]: [u64; 2], value: &mut usize) {
        if let Some(number) = self.get(key).and_then(|item| item.whole(least, most)) {
            *value = number as usize;
        }
    }

    /// All keys, for tables whose keys are names.
    pub(crate) fn entries(&self) -> Vec<Item<'r>> {
        let mut items: Vec<_> =
            self.table.iter().map(|(key, value)| self.item(key.get_ref(), value)).collect();
        // As they stand in the file.
        items.sort_by_key(|item| item.span.start);
        items
    }

    /// Of some keys exactly one has to be there: that one.
    pub(crate) fn one_of(&self, keys: &[&'static str]) -> Option<(&'static str, Item<'r>)> {
        let found: Vec<_> = keys.iter().filter_map(|&key| Some((key, self.get(key)?))).collect();
        let list = || keys.iter().map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", ");
        match found.as_slice() {
            [one] => return Some(one.clone()),
            [] => self.fail(format!("one of {} is missing", list()), "add one of them"),
            [first, second, ..] => second.1.fail(
                format!("\"{}\" and \"{}\" cannot stand together", first.0, second.0),
                format!("keep one of {}", list()),
            ),
        }
        None
    }

    /// Tells all keys that nobody asked for.
    pub(crate) fn finish(self) {
        self.tell_unknown();
    }

    /// The same, for those who have it on loan.
    pub(crate) fn tell_unknown(&self) {
        let asked = self.asked.borrow();
        for (key, value) in self.table {
            if !asked.contains(&key.get_ref().as_ref()) {
                let spot = self.reader.spot(self.path.clone(), key.get_ref().to_string(), key.span());
                let what = if value.get_ref().is_table() { "unknown table" } else { "unknown key" };
                self.reader.tell(spot.problem(what, suggestion(key.get_ref(), asked.as_slice())));
            }
        }
    }

    fn item(&self, key: &str, value: &'r Spanned<DeValue<'r>>) -> Item<'r> {
        Item {
            reader: self.reader,
            value: value.get_ref(),
            span: value.span(),
            table: self.path.clone(),
            key: key.to_owned(),
        }
    }
}

/// Items of a list of tables, such as `[[sources]]`, each with its number in its path.
pub(crate) fn tables<'r>(item: &Item<'r>) -> Vec<Fields<'r>> {
    let Some(items) = item.list() else { return Vec::new() };
    let numbered = items.iter().enumerate().map(|(index, item)| {
        let mut fields = item.fields()?;
        fields.path = format!("{} {}", fields.path, index + 1);
        Some(fields)
    });
    numbered.flatten().collect()
}

fn join(table: &str, key: &str) -> String {
    match (table, key) {
        ("", key) => key.to_owned(),
        (table, "") => table.to_owned(),
        (table, key) => format!("{table}.{key}"),
    }
}

fn whole(text: &str, radix: u32) -> Option<i128> {
    i128::from_str_radix(text, radix).ok()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
