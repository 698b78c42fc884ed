//! Layers become one surface: their diagrams side by side, glued along the connections, which are then opened.
//!
//! 1. Every connection must have been found on the border of both of its layers.
//! 2. Put the diagrams of the layers side by side, and glue them at the connections; these are still closed.
//! 3. Open the connections, each time the one with the fewest neighbors: that keeps the total near linear.
//!
//! After: the thesis, 5.4 and 5.7.7.

use std::time::Instant;

use throng_voronoi::{Border as Brink, GridPoint, SegmentId, Side, Surface, SurfaceError};

use crate::border::Border;
use crate::problem::{Fault, Problem, Whereabouts};
use crate::scene::{ConnectionId, LayerId, Scene};

/// All layers of a scene as one surface.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub(crate) surface: Surface,
    /// Whether the left and the right side of each segment are walkable.
    pub(crate) walkable: Vec<[bool; 2]>,
    /// The layers on the left and right side of each segment.
    pub(crate) layers: Vec<[LayerId; 2]>,
    /// The ends of each connection, such that its first layer lies on the left.
    pub(crate) links: Vec<[GridPoint; 2]>,
    /// Seconds for step 3.
    pub(crate) seconds: f64,
}

impl Ground {
    /// Glues the layers of a scene. `None` if a connection does not fit; the reasons are among the problems.
    pub(crate) fn new(scene: &Scene, borders: Vec<Border>, problems: &mut Vec<Problem>) -> Option<Self> {
        // Step 1. Layers of connections were checked before; a side that is missing has been reported.
        let mut sides: Vec<[Option<(SegmentId, Side)>; 2]> = vec![[None; 2]; scene.connections.len()];
        for (layer, border) in borders.iter().enumerate() {
            for &(connection, segment, side) in &border.connections {
                let between = scene.connections[connection.0 as usize].between;
                let end = usize::from(between[0] != LayerId(layer as u32));
                sides[connection.0 as usize][end] = Some((segment, side));
            }
        }
        // Step 2.
        let counts: Vec<usize> = borders.iter().map(|border| border.walkable.len()).collect();
        let mut walkable: Vec<[bool; 2]> = Vec::with_capacity(counts.iter().sum());
        for border in &borders {
            walkable.extend_from_slice(&border.walkable);
        }
        let mut surface = Surface::new(borders.into_iter().map(|border| border.diagram));
        let mut layers: Vec<[LayerId; 2]> = Vec::with_capacity(walkable.len());
        for (layer, &count) in counts.iter().enumerate() {
            layers.resize(layers.len() + count, [LayerId(layer as u32); 2]);
        }
        let mut glued = true;
        let mut links = Vec::with_capacity(sides.len());
        for (index, sides) in sides.iter().enumerate() {
            let connection = &scene.connections[index];
            let &[Some(one), Some(two)] = sides else {
                glued = false;
                continue;
            };
            let [one, two] = [(0, one), (1, two)].map(|(k, (segment, layer))| Brink {
                segment: surface.segment(connection.between[k].0 as usize, segment),
                layer,
            });
            let diagram = surface.diagram();
            let [a, b] = diagram.ends(one.segment).map(|p| diagram.point(p));
            links.push(if one.layer == Side::Left { [a, b] } else { [b, a] });
            match surface.glue(one, two) {
                Ok(seam) => {
                    walkable[surface.seam_back(seam).0 as usize] = [false; 2];
                    if let Some(segment) = surface.seam_segment(seam) {
                        walkable[segment.0 as usize] = [true; 2];
                    }
                }
                Err(error) => {
                    let place = Whereabouts {
                        connection: Some(ConnectionId(index as u32)),
                        ..Whereabouts::default()
                    };
                    problems.push(Problem { place, fault: fault_of(&error) });
                    glued = false;
                }
            }
        }
        if !glued {
            return None;
        }
        // Step 3.
        let start = Instant::now();
        surface.open_all();
        Some(Self { surface, walkable, layers, links, seconds: start.elapsed().as_secs_f64() })
    }

    /// The layers on the left and right side of a segment: two if it is a closed connection.
    #[inline]
    pub(crate) fn layers_of(&self, s: SegmentId) -> [LayerId; 2] {
        self.layers[s.index()]
    }

    /// Notes what is to know of a segment that was added.
    pub(crate) fn describe(&mut self, s: SegmentId, layers: [LayerId; 2], walkable: [bool; 2]) {
        let count = self.layers.len().max(s.index() + 1);
        self.layers.resize(count, [LayerId(0); 2]);
        self.walkable.resize(count, [false; 2]);
        self.layers[s.index()] = layers;
        self.walkable[s.index()] = walkable;
    }
}

fn fault_of(error: &SurfaceError) -> Fault {
    match error {
        SurfaceError::SameSide(..) => Fault::ConnectionFolds,
        other => Fault::Internal { reason: other.to_string() },
    }
}
