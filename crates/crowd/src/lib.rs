//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod angle;
mod distribution;
mod group;
mod id;
mod plane;
mod population;
mod random;
mod stream;
mod view;

pub use distribution::{BadDistribution, Distribution, Weighted};
pub use group::{Advice, Company, MOST_MEMBERS, Member, Social, is_coherent, is_social};
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use population::{Person, Population, Rimea, Sex, Stairs, mean_speed_at, stair_speeds_at};
pub use random::{Purpose, Random};
pub use stream::{Stream, lateness};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
