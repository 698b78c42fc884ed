//! Obstacles that come and go, and what else can change.

use throng_voronoi::{Grid, GridPoint};

use crate::change::refused::Refused;
use crate::scene::{ConnectionId, LayerId};

/// An obstacle to put into a place: rings on a layer, with an even-odd inside, so that a ring within a ring is a hole.
///
/// A ring of one corner is a point, one of two a line. Rings need not be closed or oriented, and may cross and touch everything.
/// Where an obstacle lies on a connection it stands on both of its layers, as a whole.
///
/// ```
/// use throng_mesh::{LayerId, Obstacle};
/// let fence = Obstacle::new(LayerId(0), vec![[2.0, 1.0], [2.0, 4.0]]);
/// let ring_road = Obstacle::new(LayerId(0), vec![[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]])
///     .with_ring(vec![[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]]);
/// assert_eq!(ring_road.rings.len(), 2);
/// # let _ = fence;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The layer that it is put on.
    pub layer: LayerId,
    /// Its rings. \[m\]
    pub rings: Vec<Vec<[f64; 2]>>,
    /// Whether it stands on the other layer too where it lies on a connection. True unless told otherwise.
    pub spreads: bool,
}

impl Obstacle {
    /// An obstacle of one ring.
    pub fn new(layer: LayerId, ring: Vec<[f64; 2]>) -> Self {
        Self { layer, rings: vec![ring], spreads: true }
    }

    /// The same with another ring: a hole if it is inside, or a part beside.
    #[must_use]
    pub fn with_ring(mut self, ring: Vec<[f64; 2]>) -> Self {
        self.rings.push(ring);
        self
    }

    /// The same on its own layer only, even where it lies on a connection.
    #[must_use]
    pub fn here_only(mut self) -> Self {
        self.spreads = false;
        self
    }
}

/// An obstacle that was inserted. Never the same for two obstacles of one mesh, even if the first is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObstacleId(pub u32);

/// One change of a transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// An obstacle comes.
    Insert(Obstacle),
    /// An obstacle goes.
    Remove(ObstacleId),
    /// A connection can be walked over.
    Open(ConnectionId),
    /// A connection is a wall.
    Close(ConnectionId),
}

/// The rings of an obstacle on the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapped {
    /// Straight ways, and whether each belongs to a ring that encloses something.
    pub(crate) ways: Vec<([GridPoint; 2], bool)>,
    pub(crate) low: GridPoint,
    pub(crate) high: GridPoint,
}

impl Snapped {
    /// Looks at every corner.
    pub(crate) fn new(obstacle: &Obstacle, grid: &Grid) -> Result<Self, Refused> {
        let mut snapped = Self {
            ways: Vec::new(),
            low: GridPoint::new(i32::MAX, i32::MAX),
            high: GridPoint::new(i32::MIN, i32::MIN),
        };
        if obstacle.rings.is_empty() {
            return Err(Refused::NoCorners { ring: 0 });
        }
        for (ring, corners) in obstacle.rings.iter().enumerate() {
            let mut points = Vec::with_capacity(corners.len());
            for (corner, &at) in corners.iter().enumerate() {
                if !at.iter().all(|v| v.is_finite()) {
                    return Err(Refused::NotFinite { ring, corner });
                }
                let snap = grid.snap(at).ok_or_else(|| {
                    let [low, high] = grid.bounds();
                    Refused::OutOfRange { ring, corner, low, high }
                })?;
                snapped.low = GridPoint::new(snapped.low.x.min(snap.x), snapped.low.y.min(snap.y));
                snapped.high = GridPoint::new(snapped.high.x.max(snap.x), snapped.high.y.max(snap.y));
                points.push(snap);
            }
            points.dedup();
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            match points.as_slice() {
                [] => return Err(Refused::NoCorners { ring }),
                &[point] => snapped.ways.push(([point; 2], false)),
                &[a, b] => snapped.ways.push(([a, b], false)),
                all => {
                    let next = all.iter().cycle().skip(1);
                    snapped.ways.extend(all.iter().zip(next).map(|(&a, &b)| ([a, b], true)));
                }
            }
        }
        Ok(snapped)
    }

    /// Whether it has an inside.
    pub(crate) fn is_area(&self) -> bool {
        self.ways.iter().any(|&(_, closed)| closed)
    }
}
