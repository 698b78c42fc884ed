//! Tables that read well on a terminal and as Markdown.

use std::path::Path;

/// One field of a table.
pub struct Cell(String);

impl Cell {
    /// Words.
    pub fn text(text: &str) -> Self {
        Self(text.to_string())
    }

    /// A whole number with thousands separated.
    pub fn count(number: usize) -> Self {
        let digits = number.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        Self(text)
    }

    /// A number with this many decimals.
    pub fn number(number: f64, decimals: usize) -> Self {
        Self(format!("{number:.decimals$}"))
    }

    /// A time to three digits.
    pub fn milliseconds(time: f64) -> Self {
        Self(three_digits(time))
    }

    /// A number and, in brackets, another one: a median and the best, or a mean and the median.
    pub fn with_best(median: f64, best: f64) -> Self {
        Self(format!("{} ({})", three_digits(median), three_digits(best)))
    }

    /// A quotient.
    pub fn ratio(ratio: f64) -> Self {
        Self(format!("{ratio:.2}"))
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn three_digits(number: f64) -> String {
    let decimals = if number < 10.0 {
        2
    } else if number < 100.0 {
        1
    } else {
        0
    };
    format!("{number:.decimals$}")
}

/// A table with a title.
pub struct Table {
    title: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: &str, header: Vec<String>) -> Self {
        Self { title: title.to_string(), rows: vec![header] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells.into_iter().map(|cell| cell.0).collect());
    }

    /// Columns of equal width; the first to the left, the others to the right.
    fn render(&self) -> String {
        let columns = self.rows[0].len();
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut lines = vec![format!("\n## {}\n", self.title)];
        for (i, row) in self.rows.iter().enumerate() {
            let fields: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(
                    |(column, (text, &width))| {
                        if column == 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
                    },
                )
                .collect();
            lines.push(format!("| {} |", fields.join(" | ")));
            if i == 0 {
                let rule = |(column, width): (usize, &usize)| {
                    if column == 0 { "-".repeat(*width + 2) } else { format!("{}:", "-".repeat(*width + 1)) }
                };
                lines
                    .push(format!("|{}|", widths.iter().enumerate().map(rule).collect::<Vec<_>>().join("|")));
            }
        }
        lines.join("\n")
    }
}

/// What goes to the terminal and, at the end, to a file.
pub struct Report {
    text: String,
}

impl Report {
    /// A report with a title.
    pub fn new(title: &str) -> Self {
        let mut report = Self { text: String::new() };
        report.line(&format!("# {title}\n"));
        report
    }

    /// Adds a line and prints it.
    pub fn line(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a table and prints it.
    pub fn table(&mut self, table: Table) {
        self.line(&table.render());
    }

    /// Writes everything to a file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        std::fs::write(path, &self.text).map_err(|error| format!("{}: {error}", path.display()))
    }
}
