//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod avoid;
mod id;
mod plane;
mod random;
mod view;

pub use avoid::{Avoidance, Karamouzas2009, Karamouzas2010, Orca, SocialForce};
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use random::{Purpose, Random};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
