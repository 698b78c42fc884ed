//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod follow;
mod id;
mod place;
mod plane;
mod random;
mod trail;
mod view;

pub use follow::{Aim, Bystander, CorridorMap, Following, Forces, Irm, Lost, Miran, Situation, Walk};
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use random::{Purpose, Random};
pub use trail::{Mark, Progress, Trail};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
