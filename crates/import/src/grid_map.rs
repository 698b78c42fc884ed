//! Grid maps of the MovingAI benchmarks (`.map`): a header, then one character a cell.
//!
//! ```text
//! type octile
//! height 2
//! width 3
//! map
//! ..@          . G S are passable, all others blocked
//! @..
//! ```
//!
//! The first row is at the top. Cells that touch only at a corner are not connected: nobody squeezes through between two blocked
//! cells, or cuts their corner.

use throng_mesh::{Layer, LayerId, Part, Ring, Scene};

use crate::imported::{Diagnostic, Imported, Severity};
use crate::options::ReadOptions;
use crate::outline::Cells;
use crate::polygons::add_ring;

/// Maps with more cells are refused; tracing them would take gigabytes.
const MOST_CELLS: usize = 1 << 25;

/// More rows of a wrong length are counted, not listed.
const MOST_ROWS_LISTED: usize = 20;

/// Reads a grid map; cells have the side `options.cell`, and the lower left one is at the origin.
///
/// If the header or a row is wrong, all that is wrong is told and the scene is empty.
pub fn read_grid_map(text: &str, options: &ReadOptions) -> Imported {
    let mut imported = Imported::default();
    let Some(map) = Map::parse(text, &mut imported.diagnostics) else { return imported };
    let extent = map.width.max(map.height) as f64 * options.cell;
    if !(extent.is_finite() && options.cell > 0.0) {
        let what = format!("cells cannot have a side of {} m", options.cell);
        imported.diagnostics.push(Diagnostic::error(None, what, "choose a length above 0"));
        return imported;
    }
    map.add_to(&mut imported, options.cell);
    imported
}

/// A map whose rows all have the width of the header.
struct Map<'a> {
    width: usize,
    height: usize,
    rows: Vec<&'a str>,
    /// Line of the first row.
    first_line: u32,
}

impl<'a> Map<'a> {
    fn parse(text: &'a str, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let mut header = Header::default();
        let mut lines = (1u32..).zip(text.trim_end().lines());
        header.read(&mut lines, diagnostics);
        let rows: Vec<(u32, &str)> = lines.collect();
        let (Some(width @ 1..), Some(height @ 1..)) = (header.width, header.height) else { return None };
        if width.checked_mul(height).is_none_or(|cells| cells > MOST_CELLS) {
            let what = format!("a map of {width} by {height} cells is too large");
            let remedy = format!("cut it into maps of at most {MOST_CELLS} cells");
            diagnostics.push(Diagnostic::error(None, what, remedy));
            return None;
        }
        let mut wrong = 0;
        for &(line, row) in rows.iter().take(height) {
            let length = row.chars().count();
            if length != width {
                wrong += 1;
                if wrong <= MOST_ROWS_LISTED {
                    let what = format!("the row has {length} cells, and the width is {width}");
                    let remedy = if length < width { "add cells" } else { "remove cells" };
                    diagnostics.push(Diagnostic::error(
                        Some(line),
                        what,
                        format!("{remedy}, or correct the width"),
                    ));
                }
            }
        }
        if wrong > MOST_ROWS_LISTED {
            let what = format!("{} more rows have a wrong length", wrong - MOST_ROWS_LISTED);
            diagnostics.push(Diagnostic::error(None, what, "is the width right?"));
        }
        if rows.len() != height {
            let line = rows.get(height).or(rows.last()).map(|&(line, _)| line);
            let what = format!("the map has {} rows, and the height is {height}", rows.len());
            let remedy = if rows.len() < height { "add rows" } else { "remove rows" };
            diagnostics.push(Diagnostic::error(line, what, format!("{remedy}, or correct the height")));
        }
        let first_line = rows.first().map_or(1, |&(line, _)| line);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        (!diagnostics.iter().any(is_error)).then_some(Self { width, height, rows, first_line })
    }

    fn add_to(&self, imported: &mut Imported, cell: f64) {
        let mut cells = Cells::blocked(self.width, self.height);
        let mut strangers: Vec<char> = Vec::new();
        for (y, row) in self.rows.iter().rev().enumerate() {
            for (x, character) in row.chars().enumerate() {
                match character {
                    '.' | 'G' | 'S' => cells.set_passable(x, y),
                    '@' | 'O' | 'T' | 'W' => {}
                    _ => {
                        if strangers.len() < 10 && !strangers.contains(&character) {
                            strangers.push(character);
                        }
                    }
                }
            }
        }
        let id = LayerId(0);
        let mut layer = Layer::new("ground");
        let ring_of = |corners: &[[u32; 2]]| -> Ring {
            corners.iter().map(|&[x, y]| [f64::from(x) * cell, f64::from(y) * cell, 0.0]).collect()
        };
        let lines_of = |corners: &[[u32; 2]]| {
            // Of the row below a corner: the last one for those at the bottom.
            let row = |y: u32| (self.height as u32 - y).min(self.height as u32 - 1);
            corners.iter().map(|&[_, y]| self.first_line + row(y)).collect()
        };
        imported.lines.layers.insert(id, self.first_line);
        for outline in cells.outlines() {
            let rings =
                std::iter::once((false, &outline.outer)).chain(outline.holes.iter().map(|h| (true, h)));
            for (is_hole, corners) in rings {
                let part = match is_hole {
                    false => Part::Walkable(layer.walkable.len()),
                    true => Part::Obstacle(layer.obstacles.len()),
                };
                add_ring(ring_of(corners), lines_of(corners), part, id, &mut layer, &mut imported.lines);
            }
        }
        if layer.walkable.is_empty() {
            let line = Some(self.first_line);
            imported.diagnostics.push(Diagnostic::error(line, "no cell is passable", "mark cells by \".\""));
        }
        imported.scene = Scene::of_layer("", layer);
        imported.notes.push(format!("A cell is {cell} m wide."));
        if !strangers.is_empty() {
            let list: Vec<_> = strangers.iter().map(|stranger| format!("{stranger:?}")).collect();
            imported
                .notes
                .push(format!("Characters that the format does not know are blocked: {}.", list.join(", ")));
        }
    }
}

/// What the header says; a size that is no number is 0.
#[derive(Default)]
struct Header {
    width: Option<usize>,
    height: Option<usize>,
}

impl Header {
    /// Reads lines up to and with `map`.
    fn read<'a>(
        &mut self,
        lines: &mut impl Iterator<Item = (u32, &'a str)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut complaints = Vec::new();
        let (mut typed, mut last) = (false, None);
        for (line, text) in lines {
            last = Some(line);
            let mut words = text.split_whitespace();
            match (words.next(), words.next()) {
                (None, _) => {}
                (Some("map"), None) => {
                    self.check(typed, line, &mut complaints);
                    diagnostics.append(&mut complaints);
                    return;
                }
                (Some("type"), Some("octile")) => typed = true,
                (Some("type"), kind) => {
                    typed = true;
                    let what = format!("maps of type \"{}\" are not known", kind.unwrap_or_default());
                    complaints.push(Diagnostic::error(Some(line), what, "only \"type octile\" can be read"));
                }
                (Some("width"), value) => self.width = Some(number(line, "width", value, &mut complaints)),
                (Some("height"), value) => self.height = Some(number(line, "height", value, &mut complaints)),
                (Some(_), _) => {
                    let what = "not a line of the header";
                    let remedy = "the header has the lines type, height, width, and \"map\" at its end";
                    complaints.push(Diagnostic::error(Some(line), what, remedy));
                    // A file of another format would complain about each line.
                    if complaints.len() >= MOST_ROWS_LISTED {
                        break;
                    }
                }
            }
        }
        diagnostics.append(&mut complaints);
        let remedy = "the rows begin after a line \"map\"";
        diagnostics.push(Diagnostic::error(last, "there is no line \"map\"", remedy));
        (self.width, self.height) = (None, None);
    }

    fn check(&self, typed: bool, line: u32, diagnostics: &mut Vec<Diagnostic>) {
        let present = [
            (typed, "type", "octile"),
            (self.height.is_some(), "height", "512"),
            (self.width.is_some(), "width", "512"),
        ];
        for (_, name, example) in present.into_iter().filter(|&(present, ..)| !present) {
            let remedy = format!("write \"{name} {example}\" on a line of its own before \"map\"");
            diagnostics.push(Diagnostic::error(Some(line), format!("the header has no {name}"), remedy));
        }
    }
}

fn number(line: u32, name: &str, value: Option<&str>, complaints: &mut Vec<Diagnostic>) -> usize {
    let number = value.and_then(|value| value.parse().ok()).filter(|&number| number > 0);
    if number.is_none() {
        let what = format!("the {name} is not a whole number above 0");
        complaints.push(Diagnostic::error(Some(line), what, format!("write it as \"{name} 512\"")));
    }
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Imported {
        read_grid_map(text, &ReadOptions { cell: 0.5, ..ReadOptions::default() })
    }

    fn complaints(text: &str) -> Vec<String> {
        let line = |diagnostic: &Diagnostic| diagnostic.line.map_or("-".to_owned(), |line| line.to_string());
        read(text).diagnostics.iter().map(|d| format!("{}: {d}", line(d))).collect()
    }

    #[test]
    fn the_first_row_is_at_the_top() {
        let imported = read("type octile\nheight 3\nwidth 4\nmap\n....\n.@..\nTTGS\n");
        assert_eq!(imported.diagnostics, []);
        let layer = &imported.scene.layers[0];
        assert_eq!(layer.walkable.len(), 1);
        let expected =
            [[2.0, 0.0], [2.0, 1.5], [0.0, 1.5], [0.0, 0.5], [0.5, 0.5], [0.5, 1.0], [1.0, 1.0], [1.0, 0.0]];
        assert_eq!(layer.walkable[0], expected.map(|[x, y]| [x, y, 0.0]));
        assert!(layer.obstacles.is_empty());
        assert_eq!(imported.lines.rings[&(LayerId(0), Part::Walkable(0))], [7, 5, 5, 7, 7, 6, 6, 7]);
    }

    #[test]
    fn blocked_cells_inside_are_obstacles() {
        let imported = read("type octile\r\nwidth 3\r\nheight 3\r\nmap\r\n...\r\n.x.\r\n...\r\n\r\n");
        assert_eq!(imported.diagnostics, []);
        let layer = &imported.scene.layers[0];
        assert_eq!((layer.walkable.len(), layer.obstacles.len()), (1, 1));
        assert_eq!(imported.notes.len(), 2, "{:?}", imported.notes);
        assert_eq!(imported.notes[1], "Characters that the format does not know are blocked: 'x'.");
    }

    #[test]
    fn all_wrong_rows_are_told_at_once() {
        let found = complaints("type octile\nheight 3\nwidth 3\nmap\n..\n...\n....\n...\n");
        let expected = [
            "5: error: the row has 2 cells, and the width is 3; add cells, or correct the width",
            "7: error: the row has 4 cells, and the width is 3; remove cells, or correct the width",
            "8: error: the map has 4 rows, and the height is 3; remove rows, or correct the height",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn wrong_headers_are_told_with_the_way_out() {
        let found = complaints("type hexagonal\nheight x\nwidht 3\nmap\n...\n");
        let expected = [
            "1: error: maps of type \"hexagonal\" are not known; only \"type octile\" can be read",
            "2: error: the height is not a whole number above 0; write it as \"height 512\"",
            "3: error: not a line of the header; the header has the lines type, height, width, and \"map\" at its end",
            "4: error: the header has no width; write \"width 512\" on a line of its own before \"map\"",
        ];
        assert_eq!(found, expected);
        assert_eq!(
            complaints(""),
            ["-: error: there is no line \"map\"; the rows begin after a line \"map\""]
        );
    }

    #[test]
    fn a_map_without_passable_cells_is_an_error() {
        let found = complaints("type octile\nheight 1\nwidth 2\nmap\n@@\n");
        assert_eq!(found, ["5: error: no cell is passable; mark cells by \".\""]);
    }

    #[test]
    fn sizes_without_measure_are_refused() {
        let found = complaints("type octile\nheight 99999999999\nwidth 99999999999\nmap\n@@\n");
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("too large"), "{found:?}");
        let cell = ReadOptions { cell: f64::NAN, ..ReadOptions::default() };
        assert_eq!(read_grid_map("type octile\nheight 1\nwidth 1\nmap\n.", &cell).diagnostics.len(), 1);
    }

    #[test]
    fn any_beginning_of_a_file_is_an_error_or_a_place() {
        let whole = "type octile\nheight 3\nwidth 4\nmap\n....\n.@ä.\nTTGS";
        for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            let imported = read(&whole[..end]);
            assert_eq!(imported.scene.layers.is_empty(), !imported.diagnostics.is_empty(), "{end} bytes");
            assert!(!imported.diagnostics.is_empty(), "{end} bytes are not the whole");
        }
    }
}
