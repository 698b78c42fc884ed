//! What reading a file gives: a scene, where its parts stood in the file, and what there is to say about it.

use std::collections::BTreeMap;
use std::fmt;

use throng_mesh::{ConnectionId, LayerId, Part, Problem, Scene};

/// A place as read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// The place. If there are errors among the diagnostics, it is what could be understood of it.
    pub scene: Scene,
    /// Where its parts stood in the file.
    pub lines: Lines,
    /// What was wrong with the file itself.
    pub diagnostics: Vec<Diagnostic>,
    /// What was assumed: units, which polygons are walkable, what was passed over. One sentence each.
    pub notes: Vec<String>,
}

/// Lines of a file, counted from 1, of the parts of a scene; as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Of layers.
    pub layers: BTreeMap<LayerId, u32>,
    /// Of rings: the line of each corner, or only of the first.
    pub rings: BTreeMap<(LayerId, Part), Vec<u32>>,
    /// Of connections.
    pub connections: BTreeMap<ConnectionId, u32>,
}

/// How bad something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// No mesh can be built.
    Error,
    /// It was repaired, or passed over.
    Warning,
}

/// One thing to say about a file, for people.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Line of the file, counted from 1.
    pub line: Option<u32>,
    /// Where in the scene: "layer "ground", obstacle 3, vertex 2". May be empty.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// An error at a line.
    pub fn error(line: Option<u32>, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            line,
            place: String::new(),
            what: what.into(),
            remedy: Some(remedy.into()),
        }
    }

    /// A problem of a scene, with the names of its layers and the lines of its file.
    pub fn of_problem(problem: &Problem, scene: &Scene, lines: &Lines) -> Self {
        let place = problem.place;
        let mut words = Vec::new();
        if let Some(layer) = place.layer {
            match scene.layers.get(layer.0 as usize) {
                Some(named) => words.push(format!("layer \"{}\"", named.id)),
                None => words.push(format!("layer {}", layer.0)),
            }
        }
        words.extend(place.part.map(|part| part.to_string()));
        words.extend(place.connection.map(|connection| format!("connection {}", connection.0)));
        words.extend(place.vertex.map(|vertex| format!("vertex {vertex}")));
        words.extend(place.at.map(|[x, y]| format!("at ({x}, {y})")));
        let severity = if problem.fault.is_error() { Severity::Error } else { Severity::Warning };
        Self {
            severity,
            line: lines.of(problem),
            place: words.join(", "),
            what: problem.fault.to_string(),
            remedy: problem.fault.remedy().map(str::to_owned),
        }
    }
}

impl Lines {
    /// The line of a problem: of its corner, ring, connection or layer, whichever is known.
    fn of(&self, problem: &Problem) -> Option<u32> {
        let place = problem.place;
        let ring = place.layer.zip(place.part).and_then(|key| self.rings.get(&key));
        let corner = ring.and_then(|lines| lines.get(place.vertex.unwrap_or(0)).or_else(|| lines.first()));
        let connection = place.connection.and_then(|connection| self.connections.get(&connection));
        corner.or(connection).or_else(|| place.layer.and_then(|layer| self.layers.get(&layer))).copied()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: ")?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.what)?;
        self.remedy.as_ref().map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}
