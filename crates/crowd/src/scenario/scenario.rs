//! What a scenario says, as plain data. Names are indices here, but for those of the place, which is not known yet.

use super::problem::Spot;
use super::profile::ProfileSketch;
use crate::distribution::Distribution;

/// A scenario: who is where, when, and what they do.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// What people call it; may be empty.
    pub name: String,
    /// The place: a file, relative to that of the scenario, or the name of a built-in one.
    pub place: Named,
    /// All random numbers follow from it.
    pub seed: u64,
    /// How long it takes at most. \[s\]
    pub duration: f64,
    /// Whether it ends as soon as everybody has left and nobody will come.
    pub until_empty: bool,
    /// Kinds of characters.
    pub profiles: Vec<ProfileSketch>,
    /// Places that other things refer to.
    pub areas: Vec<AreaSketch>,
    /// Where characters leave.
    pub exits: Vec<Exit>,
    /// Where characters stand in line.
    pub queues: Vec<Line>,
    /// Where characters come from.
    pub sources: Vec<Source>,
    /// What characters do.
    pub agendas: Vec<Agenda>,
    /// The tasks of all agendas, those of one agenda after each other.
    pub tasks: Vec<Task>,
    /// What happens.
    pub happenings: Vec<Happening>,
    /// Names of what happens; several happenings may have the same.
    pub signals: Vec<String>,
    /// What is measured.
    pub measurements: Vec<Measurement>,
    /// Trajectories and measurements have a frame every so many steps.
    pub frames_every: u32,
}

/// A name that means something elsewhere, and where it stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
}

/// An area of a layer.
#[derive(Clone, PartialEq, Debug)]
pub struct AreaSketch {
    /// What it is called; empty if it was written where it is used.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// Its layer; needed if the place has several.
    pub layer: Option<Named>,
    /// Its corners. \[m\]
    pub polygon: Vec<[f64; 2]>,
}

/// Where characters leave. They are removed when their center is in the area.
#[derive(Clone, PartialEq, Debug)]
pub struct Exit {
    /// What it is called.
    pub name: String,
    /// Where it is: an index of [`Scenario::areas`].
    pub area: usize,
    /// How many leave at most. \[characters/s\]
    pub capacity: Option<f64>,
}

/// A queue: places along a line, and servers.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// Its layer; needed if the place has several.
    pub layer: Option<Named>,
    /// From its head to its tail. \[m\]
    pub line: Vec<[f64; 2]>,
    /// Distance of places along it. \[m\]
    pub spacing: f64,
    /// How many are served at once.
    pub servers: usize,
    /// Where they are served; if empty, they are served in their places at the head of the line. \[m\]
    pub counters: Vec<[f64; 2]>,
    /// How long it takes. \[s\]
    pub service: Distribution,
}

/// Where characters come from.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// What it is called.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// Where they appear.
    pub place: SourcePlace,
    /// When they appear.
    pub coming: Coming,
    /// Not before. \[s\]
    pub start: f64,
    /// Not after. \[s\]
    pub end: f64,
    /// Indices of [`Scenario::profiles`] and their weights.
    pub profiles: Vec<(usize, f64)>,
    /// Which share of the characters is in groups of two, three and four.
    pub groups: [f64; 3],
    /// How long they stand before they do anything. \[s\]
    pub pre_movement: Option<Distribution>,
    /// What they do: indices of [`Scenario::agendas`] and their weights.
    pub agendas: Vec<(usize, f64)>,
}

/// Where characters appear.
#[derive(Clone, PartialEq, Debug)]
pub enum SourcePlace {
    /// Somewhere in an area.
    Area(usize),
    /// At places of a list, in turn.
    Positions {
        /// Their layer; needed if the place has several.
        layer: Option<Named>,
        /// \[m\]
        at: Vec<[f64; 2]>,
    },
}

/// When characters appear.
#[derive(Clone, PartialEq, Debug)]
pub enum Coming {
    /// All at the start.
    AtOnce(u32),
    /// So many a second.
    Rate {
        /// \[1/s\]
        rate: f64,
        /// Whether they come at random times, which know nothing of each other, or evenly.
        poisson: bool,
        /// Not more than these.
        most: u32,
    },
    /// At times \[s\], each with a number; in order.
    Timetable(Vec<(f64, u32)>),
}

/// A list of tasks.
#[derive(Clone, PartialEq, Debug)]
pub struct Agenda {
    /// What it is called.
    pub name: String,
    /// The first of its tasks, an index of [`Scenario::tasks`].
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

/// One thing to do.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// A name to jump to; may be empty.
    pub label: String,
    /// What.
    pub action: Action,
    /// It is done only if all of these hold; else the next one is.
    pub when: Vec<Condition>,
    /// Whether it is the last one of its agenda.
    pub last: bool,
}

/// What to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Go to an area.
    Go(Choice),
    /// Stand.
    Wait {
        /// Somewhere in this area; else where one is.
        area: Option<Choice>,
        /// Until when.
        until: Until,
    },
    /// Stand in line and be served.
    Queue(Choice),
    /// Go to an exit and leave.
    Exit(Choice),
    /// Vanish.
    Remove,
    /// Go on with another task.
    Jump(Choice),
}

/// How long to wait.
#[derive(Clone, PartialEq, Debug)]
pub enum Until {
    /// For some time. \[s\]
    For(Distribution),
    /// Until a time. \[s\]
    Time(f64),
    /// Until something happens: an index of [`Scenario::signals`].
    Signal(usize),
}

/// One of several things, by index: areas, exits, queues or tasks.
#[derive(Clone, PartialEq, Debug)]
pub enum Choice {
    /// There is no choice.
    Only(usize),
    /// At random, by weights.
    Weights(Vec<(usize, f64)>),
    /// The nearest on the shortest way.
    Nearest(Vec<usize>),
    /// The one with the fewest characters on their way to it or at it, for its size.
    LeastCrowded(Vec<usize>),
    /// The one that is reached first, crowds and lines on the way taken into account.
    Quickest(Vec<usize>),
    /// The last one whose time has come; times in order. \[s\]
    ByTime(Vec<(f64, usize)>),
}

/// Something that holds or not.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// It is later. \[s\]
    After(f64),
    /// It is earlier. \[s\]
    Before(f64),
    /// More characters for each square meter of an area.
    DensityAbove(usize, f64),
    /// Fewer characters for each square meter of an area.
    DensityBelow(usize, f64),
    /// The character has done this task less often.
    Times(u32),
    /// By chance.
    Chance(f64),
    /// A signal was given.
    Happened(usize),
    /// A signal was not given yet.
    NotYet(usize),
}

/// Something that happens at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Happening {
    /// An index of [`Scenario::signals`], if it has a name.
    pub signal: Option<usize>,
    /// Where it stands.
    pub spot: Spot,
    /// When. \[s\]
    pub at: f64,
    /// And then again and again. \[s\]
    pub every: Option<f64>,
    /// But not after. \[s\]
    pub until: f64,
    /// Connections that open.
    pub open: Vec<u32>,
    /// Connections that close.
    pub close: Vec<u32>,
    /// Obstacles that come.
    pub insert: Vec<ObstacleSketch>,
    /// Obstacles that go.
    pub remove: Vec<Named>,
    /// What everybody is told.
    pub announce: Option<Announcement>,
}

/// An obstacle that comes and goes.
#[derive(Clone, PartialEq, Debug)]
pub struct ObstacleSketch {
    /// What it is called.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// Its layer; needed if the place has several.
    pub layer: Option<Named>,
    /// One corner is a point, two are a line. \[m\]
    pub polygon: Vec<[f64; 2]>,
}

/// What everybody is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Announcement {
    /// An agenda to follow from now on; else everybody plans again.
    pub agenda: Option<usize>,
    /// How long they take to react. \[s\]
    pub reaction: Option<Distribution>,
    /// Only characters with their center in this area.
    pub area: Option<usize>,
}

/// Something that is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// What it is called.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
    /// What.
    pub what: Measured,
}

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub enum Measured {
    /// Characters, density and speed in an area.
    Area {
        /// An index of [`Scenario::areas`].
        area: usize,
        /// Whether density is also measured by Voronoi cells.
        voronoi: bool,
    },
    /// Flow over a line.
    Line {
        /// Its layer; needed if the place has several.
        layer: Option<Named>,
        /// Its ends. Positive is from its right to its left. \[m\]
        ends: [[f64; 2]; 2],
    },
    /// Density everywhere, in square cells.
    Grid {
        /// Side of a cell. \[m\]
        cell: f64,
        /// Averages are over so long. \[s\]
        window: f64,
    },
    /// Who leaves through an exit.
    Exit(usize),
    /// Who stands in a queue.
    Queue(usize),
}
