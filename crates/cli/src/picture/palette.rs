//! The colors of pictures, all of them here: a light theme for paper, after the figures of van Toll's thesis,
//! where obstacles are gray, the medial axis is blue and what leads to nearest obstacles is orange.

/// Walkable space.
pub(crate) const WALKABLE: &str = "#f1f5f9";
/// Obstacles with an area.
pub(crate) const OBSTACLE: &str = "#c3cad2";
/// Sides of obstacles in the oblique view, turned to the viewer.
pub(crate) const OBSTACLE_SIDE: &str = "#98a2ad";
/// Edges of floors in the oblique view.
pub(crate) const SLAB: &str = "#aab4bf";
/// Borders, line obstacles, point obstacles.
pub(crate) const WALL: &str = "#2b333d";
/// The medial axis.
pub(crate) const AXIS: &str = "#1c6fc4";
/// The medial axis over clearance colors.
pub(crate) const AXIS_ON_COLOR: &str = "#152a4a";
/// Lines from bending points to their nearest obstacle points.
pub(crate) const SPOKE: &str = "#ee9a3a";
/// Connections.
pub(crate) const CONNECTION: &str = "#d6293e";
/// Cells that stand out.
pub(crate) const HIGHLIGHT: &str = "#f6c445";
/// What one can see from a place.
pub(crate) const VISIBLE: &str = "#f9d95c";
/// Eyes and markers.
pub(crate) const MARKER: &str = "#a3176b";
/// Text.
pub(crate) const INK: &str = "#20262e";
/// Text that matters less.
pub(crate) const PALE_INK: &str = "#66707c";

/// Cells of corridors.
pub(crate) const CORRIDOR: &str = "#fbe3a6";
/// Where routes start.
pub(crate) const START: &str = "#2b8a3e";
/// Where routes end.
pub(crate) const GOAL: &str = "#c92a2a";

/// Cells that are gone, and cells that are new.
pub(crate) const REMOVED: &str = "#f3b6ae";
pub(crate) const ADDED: &str = "#b5dfae";
/// Around everything that an update touched.
pub(crate) const AFFECTED: &str = "#7048a8";
/// Obstacles that came.
pub(crate) const NEWCOMER: &str = "#e8703a";
/// Connections that are closed.
pub(crate) const CLOSED: &str = "#111418";
/// Characters.
pub(crate) const CHARACTER: &str = "#20262e";

/// Kinds of routes.
const KINDS: [(&str, &str); 6] = [
    ("short", "#c2255c"),
    ("shortest", "#2b8a3e"),
    ("medial", "#6741d9"),
    ("left", "#e8590c"),
    ("right", "#0b8fa3"),
    ("weighted", "#7a4b00"),
];

/// Routes, in turn.
const ROUTES: [&str; 6] = ["#c2255c", "#2b8a3e", "#6741d9", "#d9480f", "#0b7285", "#5c940d"];

/// Layers, in turn: light, so that lines on them can be seen, and neighbors in the list far from each other.
pub(crate) const LAYERS: [&str; 12] = [
    "#a9cdf0", "#f6c79b", "#b5deaa", "#d9bce8", "#f7e29a", "#f2b3ba", "#a5dcd6", "#cfc3a6", "#c3c9f2",
    "#dbe59b", "#efbfdd", "#c2d3dd",
];

/// Labels of regions that people use, and their tints; the first label that is part of the name counts.
const REGIONS: [(&str, &str); 21] = [
    ("grass", "#cfe8c0"),
    ("park", "#cfe8c0"),
    ("garden", "#cfe8c0"),
    ("forest", "#b5d6a7"),
    ("water", "#bfdcf2"),
    ("river", "#bfdcf2"),
    ("pond", "#bfdcf2"),
    ("path", "#efe6d2"),
    ("sidewalk", "#e6e2da"),
    ("pavement", "#e6e2da"),
    ("crossing", "#f0e6b8"),
    ("road", "#d4d6da"),
    ("street", "#d4d6da"),
    ("stair", "#e3d5ee"),
    ("escalator", "#d9c8ea"),
    ("ramp", "#eadff2"),
    ("platform", "#fae3cd"),
    ("seat", "#f6d9d5"),
    ("sand", "#f3e7c4"),
    ("mud", "#dccab2"),
    ("danger", "#f5c6c6"),
];

/// Tints of all other regions.
const OTHERS: [&str; 6] = ["#dbe7c9", "#f3dfc1", "#d3e4ea", "#ecd9e6", "#e4e0c9", "#d6dcf0"];

/// The color of the route with this number.
pub(crate) fn route(index: usize) -> &'static str {
    ROUTES[index % ROUTES.len()]
}

/// The color of a kind of routes.
pub(crate) fn kind(name: &str) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == name).map_or(INK, |&(_, color)| color)
}

/// The color of a route on a side: from that of left over that of medial to that of right.
pub(crate) fn side(side: f64) -> String {
    let [left, medial, right] = ["left", "medial", "right"]
        .map(|name| [1, 3, 5].map(|i| u8::from_str_radix(&kind(name)[i..i + 2], 16)));
    let side = if side.is_nan() { 0.5 } else { side.clamp(0.0, 1.0) };
    let (from, to, part) =
        if side < 0.5 { (left, medial, 2.0 * side) } else { (medial, right, 2.0 * side - 1.0) };
    let mixed = from.into_iter().zip(to).map(|(a, b)| {
        let [a, b] = [a, b].map(|part| f64::from(part.unwrap_or(0)));
        format!("{:02x}", (a + part * (b - a)).round() as u8)
    });
    format!("#{}", mixed.collect::<String>())
}

/// A color on the way to black.
pub(crate) fn darker(color: &str, part: f64) -> String {
    let dim = |i: usize| {
        let value = color.get(i..i + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
        (f64::from(value) * (1.0 - part)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", dim(1), dim(3), dim(5))
}

/// The color of a level of service.
pub(crate) fn level(level: throng_mesh::LevelOfService) -> String {
    let [r, g, b] = level.color();
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The tint of a region.
pub(crate) fn region(label: &str) -> &'static str {
    let label = label.to_lowercase();
    let known = REGIONS.iter().find(|(name, _)| label.contains(name));
    known.map_or_else(
        || {
            // FNV-1a: the same label has the same tint in every picture.
            let hash = label
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
            OTHERS[(hash % OTHERS.len() as u64) as usize]
        },
        |(_, tint)| tint,
    )
}

/// Stops of the clearance colors, from 0 to 1: lightness rises evenly, from violet over green to yellow, so
/// that the order is plain in gray and to the color-blind too.
const RAMP: [[f64; 3]; 6] = [
    [94.0, 79.0, 162.0],
    [68.0, 118.0, 181.0],
    [58.0, 154.0, 178.0],
    [92.0, 189.0, 155.0],
    [168.0, 217.0, 122.0],
    [250.0, 236.0, 112.0],
];

/// The color of a clearance, given as a fraction of the largest.
pub(crate) fn ramp(fraction: f64) -> String {
    let last = RAMP.len() - 1;
    let x = if fraction.is_nan() { 0.0 } else { fraction.clamp(0.0, 1.0) * last as f64 };
    let stop = (x as usize).min(last - 1);
    let part = x - stop as f64;
    let [r, g, b] =
        [0, 1, 2].map(|i| (RAMP[stop][i] + part * (RAMP[stop + 1][i] - RAMP[stop][i])).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_gets_lighter() {
        let lightness = |k: u8| {
            let color = ramp(f64::from(k) / 20.0);
            let part = |i: usize| f64::from(u8::from_str_radix(&color[i..i + 2], 16).expect("two digits"));
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        assert!((1..=20).all(|k| lightness(k) > lightness(k - 1) + 2.0), "steps that can be told apart");
        assert_eq!([ramp(-3.0), ramp(f64::NAN)], ["#5e4fa2", "#5e4fa2"], "what makes no sense is the lowest");
    }

    #[test]
    fn darker_colors() {
        assert_eq!([darker("#ff8000", 0.0), darker("#ff8000", 0.5)], ["#ff8000", "#804000"]);
    }

    #[test]
    fn sides_have_the_colors_of_their_kinds() {
        let colors = [0.0, 0.5, 1.0].map(side);
        assert_eq!(colors, ["left", "medial", "right"].map(kind), "the ends and the middle");
        assert!(side(0.25) != side(0.3) && side(f64::NAN) == side(0.5), "and what is between");
    }

    #[test]
    fn labels_have_tints() {
        assert_eq!(region("Wet GRASS"), region("park"), "green, however it is spelled");
        assert_eq!(region("lava"), region("Lava"), "the same label, the same tint");
        assert_ne!(region("water"), region("road"), "what people know looks like it");
    }
}
