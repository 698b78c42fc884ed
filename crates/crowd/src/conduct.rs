//! What a character is doing, and what is known about its route.

use throng_mesh::Position;

use crate::plane::Vector;

/// What a character is doing at present.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Conduct {
    /// It stands, and gives way when pushed.
    #[default]
    Stand,
    /// It walks to its goal.
    Walk,
    /// Somebody steers it: it would like to move like this. \[m/s\] It still avoids others, and walls stop it.
    Steered(Vector),
}

/// The state of a character's route.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    pub(crate) need: Need,
    /// The step at which it was last planned, or tried to be.
    pub(crate) planned: u32,
    /// The place that the route leads to, or some place of the goal.
    pub(crate) target: Position,
    /// Whether the target was chosen by a route.
    pub(crate) has_target: bool,
    /// Where it was when its progress was last looked at, and when. \[m\]
    pub(crate) anchor: Vector,
    pub(crate) since: u32,
    /// Whether it was told to be stuck.
    pub(crate) is_stuck: bool,
    /// How often in a row there was no route.
    pub(crate) failures: u8,
    /// How long it has been much slower than it would like, in steps.
    pub(crate) slow: u8,
    /// Whether it was slow for so long that it thought again.
    pub(crate) is_held_up: bool,
}

impl Plan {
    /// From now on its progress counts anew.
    pub(crate) fn begin_anew(&mut self, at: Vector, step: u32) {
        self.anchor = at;
        self.since = step;
        self.is_stuck = false;
    }
}

/// How urgently a route is to be planned. The more urgent come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// Not at all.
    #[default]
    None,
    /// It has one that may not be the best any more.
    Review,
    /// It saw that the place has changed.
    Changed,
    /// It has none.
    Missing,
}
