//! Kinds of routes by the names that people give them, and what is assumed where a request leaves something open.

use throng_mesh::Kind;

/// The radius of a disc where nobody says: a grown person. (m)
pub(crate) const RADIUS: f64 = 0.24;

/// How far the points of an answer may be from the curve of a route. (m)
pub(crate) const TOLERANCE: f64 = 1e-3;

/// All kinds that have a name.
pub(crate) const KINDS: [(&str, Kind); 5] = [
    ("short", Kind::Short),
    ("shortest", Kind::Shortest),
    ("medial", Kind::MEDIAL),
    ("left", Kind::LEFT),
    ("right", Kind::RIGHT),
];

/// The kind with this name.
pub(crate) fn kind_named(name: &str) -> Option<Kind> {
    KINDS.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
}

/// All names, for messages.
pub(crate) fn names() -> String {
    KINDS.map(|(name, _)| name).join(", ")
}
