//! Crowds on the Explicit Corridor Map: characters that plan routes, follow them, avoid each other and move, by the tens of thousands.

mod avoid;
mod headway;
mod id;
mod plane;
mod random;
mod view;

pub use avoid::{MOST_SAMPLES, Moussaid};
pub use headway::Headway;
pub use id::{CharacterId, GroupId, ProfileId};
pub use plane::Vector;
pub use random::{Purpose, Random};
pub use view::{MOST_NEIGHBORS, MOST_WALLS, Neighbor, SeenWall, View};
