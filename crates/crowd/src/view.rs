//! What a character sees when it decides how to move: everything relative to itself.

use crate::plane::Vector;

/// How many neighbors a character minds at most: the nearest that it sees.
pub const MOST_NEIGHBORS: usize = 16;

/// How many walls a character minds at most: the nearest that it sees.
pub const MOST_WALLS: usize = 8;

/// Another character, as one sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbor {
    /// From one's own center to the other's. \[m\]
    pub offset: Vector,
    /// How it moves. \[m/s\]
    pub velocity: Vector,
    /// The direction in which it would like to go, of length one; zero if it would like to stand.
    pub aim: Vector,
    /// \[m\]
    pub radius: f32,
    /// How crowded it is around it, from 0 to 1.
    pub crowding: f32,
}

/// A wall that one sees, as a whole. One is on its left; a point obstacle is a wall of no length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeenWall {
    /// From one's own center to where it starts. \[m\]
    pub from: Vector,
    /// From one's own center to where it ends. \[m\]
    pub to: Vector,
}

/// What a character sees, and what it knows of itself.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// How it moves. \[m/s\]
    pub velocity: Vector,
    /// How it would like to move: toward its attraction point at its preferred speed. \[m/s\]
    pub preferred: Vector,
    /// The speed at which it walks when alone, here. \[m/s\]
    pub speed: f32,
    /// The largest speed that it can reach. \[m/s\]
    pub max_speed: f32,
    /// Of its disc, toward other characters. \[m\]
    pub radius: f32,
    /// Of its disc, toward walls: at least `radius`. \[m\]
    pub wall_radius: f32,
    /// Other characters in sight, nearest first, at most [`MOST_NEIGHBORS`].
    pub neighbors: &'a [Neighbor],
    /// Walls in sight, at most [`MOST_WALLS`].
    pub walls: &'a [SeenWall],
    /// How far away the place is that it heads for. What is beyond is not in its way. \[m\]
    pub reach: f32,
    /// Random bits of this character for this step.
    pub random: u64,
    /// Length of a step. \[s\]
    pub dt: f32,
}

impl View<'_> {
    /// Of somebody who sees nothing.
    pub fn alone(velocity: Vector, preferred: Vector, speed: f32, radius: f32) -> Self {
        Self {
            velocity,
            preferred,
            speed,
            max_speed: speed,
            radius,
            wall_radius: radius,
            neighbors: &[],
            walls: &[],
            reach: f32::INFINITY,
            random: 0,
            dt: crate::crowd::STEP as f32,
        }
    }
}
