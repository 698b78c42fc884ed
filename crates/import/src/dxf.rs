//! Drawings of CAD programs: DXF files, as text.
//!
//! What an entity is, is told by the name of its layer:
//!
//! | layer | meaning |
//! |---|---|
//! | contains "wall", as "A-WALL" | obstacle, as drawn: lines, unless solid |
//! | contains "door" or "opening" | opening |
//! | contains "obst", "column" or "furn", as "jps-obstacles" | obstacle, solid if closed |
//! | contains "walk", "floor" or "space", as "jps-walkablearea" | walkable; lines that meet are joined to rings |
//! | begins with "jps-" otherwise | passed over: JuPedSim's exits, waypoints and the like |
//!
//! What nothing is said about is decided by [`crate::drawing`]. Heights are left out.
//!
//! A reader of our own, because the file's lines belong in messages; see docs/dependencies.md.

mod entity;
mod pairs;

use std::collections::BTreeMap;

use crate::affine::Affine;
use crate::chain::join_ends;
use crate::drawing::{Drawing, Path, Role, Shape};
use crate::imported::{Diagnostic, Imported};
use crate::options::ReadOptions;
use entity::{draw, plane};
use pairs::{Record, parse_pairs, records};

/// Drawings with more entities, blocks repeated, are refused.
const MOST_ENTITIES: usize = 1_000_000;

/// Blocks in blocks in blocks go at most this deep.
const MOST_BLOCKS: usize = 8;

/// A place is rarely wider than this; a drawing without units that is, is probably in millimeters. [m]
const SUSPICIOUS_EXTENT: f64 = 2000.0;

/// Reads a drawing; its unit is that of its header ($INSUNITS), or the meter.
pub fn read_dxf(bytes: &[u8], options: &ReadOptions) -> Imported {
    let mut imported = Imported::default();
    if bytes.starts_with(b"AutoCAD Binary DXF") {
        let remedy = "save it as ASCII DXF";
        imported.diagnostics.push(Diagnostic::error(None, "the file is binary DXF", remedy));
        return imported;
    }
    // Old files have other encodings, but only names are not ASCII.
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (pairs, lines) = parse_pairs(text, &mut imported);
    let records = records(&pairs, &lines);
    let file = File::of(&records);
    let (scale, note) = file.unit();
    imported.notes.push(note);
    let mut reader = Reader {
        file: &file,
        tolerance: if options.tolerance > 0.0 { options.tolerance } else { 0.0 },
        drawing: Drawing::new(),
        open: BTreeMap::new(),
        skipped: BTreeMap::new(),
        has_splines: false,
        entities: 0,
        inside: Vec::new(),
        imported: &mut imported,
    };
    reader.add(file.entities, &Affine::scaling(scale, scale), None);
    reader.finish(options);
    if file.units.is_none()
        && let Some([low, high]) = imported.scene.bounds()
        && (0..2).any(|axis| high[axis] - low[axis] > SUSPICIOUS_EXTENT)
    {
        let note = "It is large for meters: if the unit is the millimeter, set $INSUNITS to 4 or save it again with units.";
        imported.notes.push(note.to_owned());
    }
    imported
}

/// The parts of a file that matter here.
struct File<'a> {
    entities: &'a [Record<'a>],
    blocks: BTreeMap<&'a str, Block<'a>>,
    /// $INSUNITS, unless it says that there are none.
    units: Option<i64>,
}

#[derive(Clone, Copy)]
struct Block<'a> {
    base: [f64; 2],
    entities: &'a [Record<'a>],
}

impl<'a> File<'a> {
    fn of(records: &'a [Record<'a>]) -> Self {
        let mut file = Self { entities: &[], blocks: BTreeMap::new(), units: None };
        let mut rest = records;
        while let Some((section, after)) = rest.split_first() {
            let end = after.iter().position(|record| record.kind == "ENDSEC").unwrap_or(after.len());
            let (inside, after) = after.split_at(end);
            match section.text(2) {
                _ if section.kind != "SECTION" => {}
                Some("HEADER") => file.units = units(section),
                Some("BLOCKS") => file.blocks = blocks(inside),
                Some("ENTITIES") => file.entities = inside,
                _ => {}
            }
            rest = after.get(1..).unwrap_or(&[]);
        }
        file
    }

    /// Meters a unit, and how that was found.
    fn unit(&self) -> (f64, String) {
        let known = self.units.and_then(|units| {
            Some(match units {
                1 => (0.0254, "inch"),
                2 => (0.3048, "foot"),
                3 => (1609.344, "mile"),
                4 => (0.001, "millimeter"),
                5 => (0.01, "centimeter"),
                6 => (1.0, "meter"),
                7 => (1000.0, "kilometer"),
                10 => (0.9144, "yard"),
                14 => (0.1, "decimeter"),
                21 => (1200.0 / 3937.0, "US survey foot"),
                _ => return None,
            })
        });
        match (known, self.units) {
            (Some((scale, name)), _) => {
                (scale, format!("The unit of the drawing is the {name}, as its header says."))
            }
            (None, Some(units)) => (
                1.0,
                format!("The unit of the drawing is not known ($INSUNITS is {units}) and taken as 1 m."),
            ),
            (None, None) => {
                (1.0, "The drawing does not say its unit ($INSUNITS), which is taken as 1 m.".to_owned())
            }
        }
    }
}

fn units(header: &Record<'_>) -> Option<i64> {
    let at = header.pairs.iter().position(|pair| pair.code == 9 && pair.value == "$INSUNITS")?;
    header.pairs.get(at + 1)?.value.parse().ok().filter(|&units| units != 0)
}

fn blocks<'a>(records: &'a [Record<'a>]) -> BTreeMap<&'a str, Block<'a>> {
    let mut blocks = BTreeMap::new();
    let mut rest = records;
    while let Some((block, after)) = rest.split_first() {
        rest = after;
        if block.kind == "BLOCK" {
            let end = after.iter().position(|record| record.kind == "ENDBLK").unwrap_or(after.len());
            let (entities, after) = after.split_at(end);
            if let Some(name) = block.text(2) {
                blocks.insert(name, Block { base: block.point(10), entities });
            }
            rest = after;
        }
    }
    blocks
}

struct Reader<'a> {
    file: &'a File<'a>,
    tolerance: f64,
    drawing: Drawing,
    /// Lines on walkable layers that are to be joined, by layer, with the line of the first.
    open: BTreeMap<&'a str, (u32, Vec<Path>)>,
    /// How many entities were passed over, by kind or layer.
    skipped: BTreeMap<String, usize>,
    has_splines: bool,
    entities: usize,
    /// The blocks that are being inserted, each inside the one before.
    inside: Vec<&'a str>,
    imported: &'a mut Imported,
}

impl<'a> Reader<'a> {
    /// Adds entities. Those of a block on layer "0" are on the layer where the block is inserted.
    fn add(&mut self, entities: &'a [Record<'a>], map: &Affine, inserted_on: Option<&'a str>) {
        for (index, record) in entities.iter().enumerate() {
            self.entities += 1;
            if self.is_full() {
                return;
            }
            // In paper space, or invisible, or a part of the entity before it.
            if record.integer(67) == 1
                || record.integer(60) == 1
                || matches!(record.kind, "VERTEX" | "SEQEND")
            {
                continue;
            }
            let layer = record.text(8).unwrap_or("0");
            let layer = inserted_on.filter(|_| layer == "0").unwrap_or(layer);
            let Meaning::Is(role) = meaning(layer) else {
                *self.skipped.entry(format!("on layer \"{layer}\"")).or_default() += 1;
                continue;
            };
            if record.kind == "INSERT" {
                self.insert(record, map, layer);
                continue;
            }
            let Some(drawn) = draw(record, &entities[index + 1..], map, self.tolerance) else {
                *self.skipped.entry(record.kind.chars().take(40).collect()).or_default() += 1;
                continue;
            };
            self.has_splines |= record.kind == "SPLINE";
            if role == Some(Role::Walkable) && !drawn.path.closed {
                self.open.entry(layer).or_insert((record.line, Vec::new())).1.push(drawn.path);
                continue;
            }
            let paths = vec![drawn.path];
            let shape = Shape { paths, filled: drawn.filled, role, layer: 0, line: record.line };
            self.drawing.push(shape, self.imported);
        }
    }

    /// Adds a block, once or in rows and columns.
    fn insert(&mut self, record: &'a Record<'a>, map: &Affine, layer: &'a str) {
        let name = record.text(2).unwrap_or_default();
        // A block inside itself is a mistake, and would grow without end.
        let is_sound = self.inside.len() < MOST_BLOCKS && !self.inside.contains(&name);
        let Some(&block) = self.file.blocks.get(name).filter(|_| is_sound) else {
            let what = "INSERT of a block that is not there or inside itself";
            *self.skipped.entry(what.to_owned()).or_default() += 1;
            return;
        };
        self.inside.push(name);
        let scale = [41, 42].map(|code| record.number(code).unwrap_or(1.0));
        let placed = map
            .after(&plane(record))
            .after(&Affine::translation(record.point(10)))
            .after(&Affine::rotation(record.number(50).unwrap_or(0.0)));
        let [columns, rows] = [70, 71].map(|code| record.integer(code).clamp(1, i64::from(u16::MAX)) as u32);
        let [dx, dy] = [44, 45].map(|code| record.number(code).unwrap_or(0.0));
        for cell in 0..u64::from(columns) * u64::from(rows) {
            let (column, row) = (cell % u64::from(columns), cell / u64::from(columns));
            let moved = Affine::translation([column as f64 * dx, row as f64 * dy]);
            let map = placed
                .after(&moved)
                .after(&Affine::scaling(scale[0], scale[1]))
                .after(&Affine::translation(block.base.map(|base| -base)));
            // Also blocks without entities cost something.
            self.entities += 1;
            self.add(block.entities, &map, Some(layer));
            if self.is_full() {
                break;
            }
        }
        self.inside.pop();
    }

    fn is_full(&self) -> bool {
        self.entities > MOST_ENTITIES || self.drawing.is_full()
    }

    fn finish(mut self, options: &ReadOptions) {
        if self.entities > MOST_ENTITIES {
            let what = format!("the drawing has more than {MOST_ENTITIES} entities");
            self.imported.diagnostics.push(Diagnostic::error(None, what, "remove what is not needed"));
        }
        for (line, pieces) in std::mem::take(&mut self.open).into_values() {
            let paths = join_ends(pieces);
            let shape = Shape { paths, filled: false, role: Some(Role::Walkable), layer: 0, line };
            self.drawing.push(shape, self.imported);
        }
        if self.has_splines {
            let note = "Splines are read as the lines between their points, which is not exact.";
            self.imported.notes.push(note.to_owned());
        }
        if !self.skipped.is_empty() {
            // Garbage can have thousands of kinds.
            let list: Vec<_> =
                self.skipped.iter().take(20).map(|(what, count)| format!("{count} {what}")).collect();
            self.imported.notes.push(format!("Passed over: {}.", list.join(", ")));
        }
        self.drawing.finish(options, self.imported);
    }
}

/// What a layer says about its entities.
enum Meaning {
    Is(Option<Role>),
    Nothing,
}

fn meaning(layer: &str) -> Meaning {
    let layer = layer.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| layer.contains(word));
    Meaning::Is(if has(&["wall"]) {
        Some(Role::Wall)
    } else if has(&["door", "opening"]) {
        Some(Role::Opening)
    } else if has(&["obst", "column", "furn"]) {
        Some(Role::Obstacle)
    } else if has(&["walk", "floor", "space"]) {
        Some(Role::Walkable)
    } else if layer.starts_with("jps-") {
        return Meaning::Nothing;
    } else {
        None
    })
}

#[cfg(test)]
mod tests;
