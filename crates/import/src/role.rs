//! What the shapes of a drawing can be, and which words say so.

/// What a shape is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Walkable,
    /// Solid, if it is closed.
    Obstacle,
    /// As it is drawn: solid if it is filled, otherwise lines. The outline of a room is a wall with a room inside.
    Wall,
    Opening,
    /// With its label.
    Region(String),
    /// Between the two layers of these names.
    Connection(String, String),
}

impl Role {
    /// What many of them are called, for messages.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Walkable => "walkable space",
            Self::Obstacle | Self::Wall => "obstacles",
            Self::Opening => "openings",
            Self::Region(_) => "regions",
            Self::Connection(..) => "connections",
        }
    }
}

/// What the words of a name mean, such as those of "Walls_2": the first that has a meaning counts.
pub(crate) fn role_of_name(name: &str) -> Option<Role> {
    let words = name.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.into_iter().find_map(|word| match word.strip_suffix('s').unwrap_or(&word) {
        "walkable" | "walkablearea" | "floor" | "room" | "space" => Some(Role::Walkable),
        "obstacle" | "column" | "pillar" | "furniture" => Some(Role::Obstacle),
        "wall" => Some(Role::Wall),
        "door" | "opening" => Some(Role::Opening),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_and_not_their_parts() {
        for (name, role) in [
            ("wall", Some(Role::Wall)),
            ("Walls_2", Some(Role::Wall)),
            ("room101", Some(Role::Walkable)),
            ("big column", Some(Role::Obstacle)),
            ("outer-door", Some(Role::Opening)),
            ("wallpaper", None),
            ("path123", None),
            ("", None),
        ] {
            assert_eq!(role_of_name(name), role, "{name}");
        }
    }
}
