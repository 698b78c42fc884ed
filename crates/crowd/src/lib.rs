//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod area;
mod id;
mod plane;
mod random;
mod view;

pub use area::Area;
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use random::{Purpose, Random};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
