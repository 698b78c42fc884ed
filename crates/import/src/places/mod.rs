//! Built-in reference places: made by programs, the same everywhere, and about as complex as those of the
//! papers.
//!
//! Figures are those of tables 4.1 and 5.1 of W. van Toll, Navigation for characters and crowds in complex
//! virtual environments, Utrecht University 2017. The places themselves are our own; `village` stands for the
//! papers' Zelda.

mod bigcity;
mod block;
mod blocks;
mod bowl;
mod city;
mod draft;
mod library;
mod maze;
mod military;
mod offices;
mod parking;
mod plan;
mod ramps;
mod shape;
mod spiral;
mod stadium;
mod station;
mod street;
mod tower;
mod village;

#[cfg(test)]
mod flood;
#[cfg(test)]
mod tests;

use throng_mesh::Scene;

/// What there is to know about a reference place before making it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceInfo {
    /// Its name, for [`place`].
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// How complex it is according to the papers, or to its own definition; `None` where there is neither.
    pub expected: Option<Complexity>,
}

/// Sizes of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Complexity {
    /// Corners of the boundary of the walkable space, all layers together; a place may differ by a tenth.
    pub obstacle_vertices: usize,
    /// Layers, exactly.
    pub layers: usize,
    /// Connections, exactly.
    pub connections: usize,
}

/// All reference places, small ones first.
pub const PLACES: &[PlaceInfo] = &[
    info("blocks", "a field with a regular grid of sixteen square blocks", [64, 1, 0]),
    info("military", "a base with barracks, bunkers and fences, 200 x 200 m", [108, 1, 0]),
    info("parking", "a parking deck with columns and parked cars", [120, 1, 0]),
    info("ramps", "three decks joined by four ramps, 100 x 100 m", [147, 7, 8]),
    unknown("spiral", "a ramp of three full turns round a core, in parts of an eighth of a turn"),
    info("ramps2", "the three decks of ramps, with 56 obstacles on them", [422, 7, 8]),
    info("village", "houses, walls, gardens and ponds of a game, 100 x 100 m", [564, 1, 0]),
    info("library", "five floors of bookshelves and tables, 60 x 24 m", [717, 9, 8]),
    unknown("offices", "a floor of forty rooms along corridors, with doors as openings, 60 x 30 m"),
    info("city", "a town with blocks, squares, a park and a river, 500 x 500 m", [2102, 1, 0]),
    info(
        "station",
        "a hall above the platforms of a railway station, with 32 stairs, 153 x 111 m",
        [2242, 34, 64],
    ),
    info("village2x2", "four villages side by side", [2304, 1, 0]),
    info(
        "tower",
        "a furnished apartment building of nine storeys with two stairwells, 35 x 35 m",
        [6058, 17, 30],
    ),
    info("village4x4", "sixteen villages side by side", [9180, 1, 0]),
    info("stadium", "an American football stadium with two tiers of seats, 280 x 184 m", [12_915, 18, 82]),
    info("village8x8", "sixty-four villages side by side", [36_684, 1, 0]),
    info(
        "bigcity",
        "a city with street furniture, six towers and two libraries, 500 x 500 m",
        [49_476, 113, 196],
    ),
    info("bigcity2x2", "four big cities side by side, one square kilometer", [197_884, 449, 784]),
    unknown("maze8", "a maze of 8 x 8 cells, one way from any cell to any other"),
    unknown("maze16", "a maze of 16 x 16 cells"),
    unknown("maze32", "a maze of 32 x 32 cells"),
    unknown("maze64", "a maze of 64 x 64 cells"),
    unknown("maze128", "a maze of 128 x 128 cells"),
];

/// The reference place with this name, one of [`PLACES`].
pub fn place(name: &str) -> Option<Scene> {
    Some(match name {
        "blocks" => blocks::blocks(),
        "military" => military::military(),
        "parking" => parking::parking(),
        "ramps" => ramps::ramps(),
        "spiral" => spiral::spiral(),
        "ramps2" => ramps::ramps2(),
        "village" => village::village(1),
        "village2x2" => village::village(2),
        "village4x4" => village::village(4),
        "village8x8" => village::village(8),
        "library" => library::library(),
        "offices" => offices::offices(),
        "city" => city::city(),
        "station" => station::station(),
        "tower" => tower::tower(),
        "stadium" => stadium::stadium(),
        "bigcity" => bigcity::bigcity(1),
        "bigcity2x2" => bigcity::bigcity(2),
        "maze8" => maze::maze(8),
        "maze16" => maze::maze(16),
        "maze32" => maze::maze(32),
        "maze64" => maze::maze(64),
        "maze128" => maze::maze(128),
        _ => return None,
    })
}

const fn info(
    name: &'static str,
    description: &'static str,
    [obstacle_vertices, layers, connections]: [usize; 3],
) -> PlaceInfo {
    PlaceInfo { name, description, expected: Some(Complexity { obstacle_vertices, layers, connections }) }
}

const fn unknown(name: &'static str, description: &'static str) -> PlaceInfo {
    PlaceInfo { name, description, expected: None }
}
