//! What the director knows of a character.

/// A character with an agenda.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Actor {
    /// What it does: an index of the scenario's tasks.
    pub(crate) task: u32,
    pub(crate) doing: Doing,
    /// The step at which it is done with that, or looks again; never if it is [`NEVER`].
    pub(crate) due: u64,
    /// The signal that it waits for, or [`NOTHING`].
    pub(crate) signal: u32,
    /// The exit that it headed for last, or [`NOTHING`].
    pub(crate) exit: u32,
    /// An agenda that it was told to follow, from a step on: first task and step. Not if the step is [`NEVER`].
    pub(crate) told: (u32, u64),
    /// Whose random numbers it decides by: its own, or those of the first of its group.
    pub(crate) key: u32,
    /// How often it has decided.
    pub(crate) decisions: u32,
    /// How often it has done tasks that are limited: task and number.
    pub(crate) done: Vec<(u32, u32)>,
}

/// What a character is busy with. Numbers are those of areas, queues and exits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Its agenda is over; it stays.
    Nothing,
    /// It has not reacted yet.
    Reacting,
    /// It goes to an area.
    Going(u32),
    /// It looks for a place in an area, to wait there.
    Settling(u32),
    /// It waits; in an area, or anywhere ([`NOTHING`]).
    Waiting(u32),
    /// It goes to the end of a line.
    Approaching(u32),
    /// It stands in line.
    InLine(u32),
    /// It goes to a counter.
    ToCounter(u32),
    /// It is served.
    Served(u32),
    /// It goes to an exit.
    Leaving(u32),
    /// It stands in an exit that lets nobody out now.
    Held(u32),
}

/// No step.
pub(crate) const NEVER: u64 = u64::MAX;

/// No index.
pub(crate) const NOTHING: u32 = u32::MAX;

impl Actor {
    pub(crate) fn new(task: u32, key: u32) -> Self {
        Self {
            task,
            doing: Doing::Nothing,
            due: NEVER,
            signal: NOTHING,
            exit: NOTHING,
            told: (0, NEVER),
            key,
            decisions: 0,
            done: Vec::new(),
        }
    }

    /// When something is to be done about it.
    pub(crate) fn alarm(&self) -> u64 {
        self.due.min(self.told.1)
    }
}

impl Doing {
    /// A number for what it is, and the number that it has.
    pub(crate) fn code(self) -> [u32; 2] {
        match self {
            Self::Nothing => [0, 0],
            Self::Reacting => [1, 0],
            Self::Going(k) => [2, k],
            Self::Settling(k) => [3, k],
            Self::Waiting(k) => [4, k],
            Self::Approaching(k) => [5, k],
            Self::InLine(k) => [6, k],
            Self::ToCounter(k) => [7, k],
            Self::Served(k) => [8, k],
            Self::Leaving(k) => [9, k],
            Self::Held(k) => [10, k],
        }
    }

    pub(crate) fn of_code([kind, k]: [u32; 2]) -> Option<Self> {
        Some(match kind {
            0 => Self::Nothing,
            1 => Self::Reacting,
            2 => Self::Going(k),
            3 => Self::Settling(k),
            4 => Self::Waiting(k),
            5 => Self::Approaching(k),
            6 => Self::InLine(k),
            7 => Self::ToCounter(k),
            8 => Self::Served(k),
            9 => Self::Leaving(k),
            10 => Self::Held(k),
            _ => return None,
        })
    }

    /// The area that it is busy with.
    pub(crate) fn area(self) -> Option<usize> {
        match self {
            Self::Going(k) | Self::Settling(k) | Self::Waiting(k) if k != NOTHING => Some(k as usize),
            _ => None,
        }
    }

    /// The queue that it is busy with.
    pub(crate) fn queue(self) -> Option<usize> {
        match self {
            Self::Approaching(k) | Self::InLine(k) | Self::ToCounter(k) | Self::Served(k) => Some(k as usize),
            _ => None,
        }
    }

    /// The exit that it is busy with.
    pub(crate) fn exit(self) -> Option<usize> {
        match self {
            Self::Leaving(k) | Self::Held(k) => Some(k as usize),
            _ => None,
        }
    }
}
