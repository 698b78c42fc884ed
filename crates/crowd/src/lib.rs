//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.
//!
//! - **Five levels.** What to do ([`task`], [`scenario`]), which route ([`RouteChoice`]), how to follow it ([`Following`]), how to move among others
//!   ([`Avoidance`], [`Stream`], [`Headway`], [`Social`]), and the body ([`Body`], [`Pace`]): each has several answers, chosen by [`Profile`].
//! - **The same bits.** A step is a list of passes over arrays; the number of threads changes nothing, nor does saving and resuming.
//! - **Layered.** Characters see each other through open connections, and not through walls or floors.
//! - **Nobody walks through a wall.** Bodies slide along walls on the mesh, whatever the crowd does.
//! - **Told, not hidden.** Whoever is blocked or stuck is in the [`CrowdEvent`]s, with a reason.
//!
//! Begin with [`Crowd`], or with [`task::Simulation`] to run a scenario. `ARCHITECTURE.md` has the code map.

mod angle;
mod area;
mod avoid;
mod berth;
mod bytes;
mod character;
mod characters;
mod conduct;
mod contact;
mod crowd;
mod crowding;
mod distribution;
mod doors;
mod event;
mod follow;
mod goal;
mod group;
mod headway;
mod id;
mod index;
mod judge;
pub mod measure;
mod neighbors;
mod newcomer;
mod own;
mod pace;
mod place;
mod plan;
mod plane;
mod population;
mod profile;
mod random;
mod save;
pub mod scenario;
mod step;
mod stream;
pub mod task;
mod together;
mod trail;
mod view;
mod walls;

#[doc(hidden)]
pub mod fuzzing;

pub use area::Area;
pub use avoid::{Avoidance, Karamouzas2009, Karamouzas2010, MOST_SAMPLES, Moussaid, Orca, SocialForce};
pub use character::Character;
pub use conduct::Conduct;
pub use crowd::{Crowd, STEP};
pub use distribution::{BadDistribution, Distribution, Weighted};
pub use event::{CrowdEvent, StuckReason};
pub use follow::{Aim, Bystander, CorridorMap, Following, Forces, Irm, Lost, Miran, Situation, Walk};
pub use goal::Goal;
pub use group::{Advice, Company, MOST_MEMBERS, Member, Social, is_coherent, is_social};
pub use headway::Headway;
pub use id::{CharacterId, GroupId, ProfileId};
pub use newcomer::{Newcomer, NotAdded};
pub use own::Own;
pub use pace::{Ground, Pace, Speed};
pub use plane::Vector;
pub use population::{Person, Population, Rimea, Sex, Stairs, mean_speed_at, stair_speeds_at};
pub use profile::{Body, Profile, RouteChoice, Traits};
pub use random::{Purpose, Random};
pub use save::NotResumed;
pub use step::StepSeconds;
pub use stream::{Stream, lateness};
pub use trail::{Mark, Progress, Trail};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
