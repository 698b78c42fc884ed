//! Profiles: named sets of properties for characters, one choice for each level.

use throng_mesh::{FundamentalDiagram, Kind, Weights};

use crate::avoid::{Avoidance, Moussaid};
use crate::distribution::Distribution;
use crate::follow::{Following, Irm};
use crate::headway::Headway;
use crate::pace::Pace;
use crate::random::Random;
use crate::stream::Stream;

/// A named set of properties for characters. What differs between characters of one profile is drawn from distributions:
/// [`Profile::of`] tells what a character got.
///
/// ```
/// use throng_crowd::{Distribution, Profile};
///
/// let elderly = Profile {
///     name: "elderly".into(),
///     speed: Distribution::Uniform { from: 0.6, to: 1.0 },
///     wall_gap: 0.1.into(),
///     ..Profile::default()
/// };
/// assert_eq!(elderly.radius, Profile::default().radius);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What it is called.
    pub name: String,
    /// Radius of the disc that others keep away from. \[m\]
    pub radius: Distribution,
    /// How much farther than its radius a character's center stays from walls. \[m\]
    pub wall_gap: Distribution,
    /// Speed at which a character walks when alone, on level ground. \[m/s\]
    pub speed: Distribution,
    /// Which routes.
    pub route: RouteChoice,
    /// How routes are followed.
    pub following: Following,
    /// How others are avoided.
    pub avoidance: Avoidance,
    /// Whether one goes with the stream.
    pub stream: Option<Stream>,
    /// The distance that one keeps to those in front.
    pub headway: Option<Headway>,
    /// How the body moves.
    pub body: Body,
}

/// Which routes a character takes, and when it thinks again.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteChoice {
    /// Which of the many routes in a corridor, or the shortest of all.
    pub kind: Kind,
    /// On which side of corridors, instead of the kind: 0 is the left, 1 the right, and 0.5 the middle.
    pub side: Option<Distribution>,
    /// How far from walls, beyond the radius, where there is room. \[m\]
    pub clearance: Distribution,
    /// Whether each character has a random side, instead of the one above, and up to twice its clearance, so that not all walk on one line.
    pub varied: bool,
    /// What regions weigh; with weights, the kind and the clearance are not used.
    pub weights: Option<Weights>,
    /// How much a character minds being held up: 0 is not at all, 1 goes by time.
    pub density_weight: Distribution,
    /// Speed at a density, as the character thinks.
    pub diagram: FundamentalDiagram,
    /// How far it knows of crowding. \[m\]
    pub viewing: Distribution,
    /// After how long a route is planned again. \[s\]
    pub review: Option<Distribution>,
    /// The widest berth that characters give to corners where it is crowded: each turns in a bow up to so much wider, so that a crowd uses
    /// the width of a bend. \[m\]
    pub berth: f64,
    /// How far away a character notices that the place has changed, if it sees it. \[m\]
    pub notice: Distribution,
}

/// How a body moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// How long it takes to get about two thirds of the way to a new velocity. \[s\]
    pub relaxation: Distribution,
    /// The most that its velocity changes in a second. \[m/s²\]
    pub acceleration: Distribution,
    /// How quickly it can slow down when somebody is too near. \[m/s²\]
    pub braking: f32,
    /// The largest speed, as a multiple of the one at which it walks when alone.
    pub most_haste: f32,
    /// Where it walks at another speed.
    pub paces: Vec<Pace>,
}

/// What a character is drawn to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// Of its disc. \[m\]
    pub radius: f32,
    /// At which it walks when alone. \[m/s\]
    pub speed: f32,
}

impl Profile {
    /// The default under another name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// People who are in a hurry and used to it: they keep less distance, and more of them get through a door.
    pub fn motivated() -> Self {
        Self {
            name: "motivated".into(),
            wall_gap: 0.0.into(),
            headway: Some(Headway::motivated()),
            ..Self::default()
        }
    }

    /// The settings of the thesis's experiments (10.5): radius 0.24 m, 1.4 m/s, a clearance of 4 m, a density weight of 10, a viewing
    /// distance of 500 m, routes planned again every 10 s, the Indicative Route Method, Moussaïd's model and Stream.
    pub fn thesis() -> Self {
        Self {
            name: "thesis".into(),
            radius: 0.24.into(),
            wall_gap: 0.0.into(),
            speed: 1.4.into(),
            route: RouteChoice {
                clearance: 4.0.into(),
                density_weight: 10.0.into(),
                viewing: 500.0.into(),
                review: Some(10.0.into()),
                berth: 0.0,
                ..RouteChoice::default()
            },
            stream: Some(Stream::default()),
            headway: None,
            ..Self::default()
        }
    }

    /// Draws a character.
    pub fn sample(&self, random: &mut Random) -> Traits {
        let [radius, speed] = [&self.radius, &self.speed].map(|all| all.sample(random) as f32);
        Traits { radius, speed }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: "default".into(),
            radius: 0.18.into(),
            wall_gap: 0.04.into(),
            speed: Distribution::Normal { mean: 1.34, deviation: 0.26, from: 0.5, to: 2.2 },
            route: RouteChoice::default(),
            following: Following::Irm(Irm::default()),
            avoidance: Avoidance::Moussaid(Moussaid::default()),
            stream: None,
            headway: Some(Headway::default()),
            body: Body::default(),
        }
    }
}

impl Default for RouteChoice {
    fn default() -> Self {
        Self {
            kind: Kind::Short,
            side: None,
            clearance: 0.3.into(),
            varied: false,
            weights: None,
            density_weight: 0.0.into(),
            diagram: FundamentalDiagram::default(),
            viewing: f64::INFINITY.into(),
            review: None,
            berth: 20.0,
            notice: 50.0.into(),
        }
    }
}

impl Default for Body {
    fn default() -> Self {
        Self {
            relaxation: 0.5.into(),
            acceleration: 5.0.into(),
            braking: 4.0,
            most_haste: 1.3,
            paces: Vec::new(),
        }
    }
}
