//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod area;
mod distribution;
mod id;
mod plane;
mod population;
mod random;
pub mod scenario;
mod view;

pub use area::Area;
pub use distribution::{BadDistribution, Distribution, Weighted};
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use population::{Person, Population, Rimea, Sex, Stairs, mean_speed_at, stair_speeds_at};
pub use random::{Purpose, Random};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
