//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod area;
mod angle;
mod distribution;
mod avoid;
mod follow;
mod id;
mod place;
pub mod measure;
mod plane;
mod population;
mod random;
mod trail;
mod stream;
mod view;

pub use area::Area;
pub use distribution::{BadDistribution, Distribution, Weighted};
pub use avoid::{MOST_SAMPLES, Moussaid};
pub use follow::{Aim, Bystander, CorridorMap, Following, Forces, Irm, Lost, Miran, Situation, Walk};
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use population::{Person, Population, Rimea, Sex, Stairs, mean_speed_at, stair_speeds_at};
pub use random::{Purpose, Random};
pub use trail::{Mark, Progress, Trail};
pub use stream::{Stream, lateness};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
