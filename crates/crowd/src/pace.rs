//! Speed where the ground is not level: stairs, ramps, sand.

use throng_mesh::{LayerId, Mesh, Position};

use crate::area::Area;
use crate::plane::Vector;

/// A rule for places where characters walk at another speed. The first rule of a profile that fits counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    /// Where it holds.
    pub ground: Ground,
    /// Speed up, and on level parts.
    pub up: Speed,
    /// Speed down.
    pub down: Speed,
}

/// Where a pace holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Ground {
    /// On a whole layer.
    Layer(LayerId),
    /// In all regions with a label.
    Region(String),
    /// Wherever it is steeper than this: height over distance seen from above.
    SteeperThan(f32),
}

/// A speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// As a part of the speed on level ground.
    Part(f32),
    /// Whatever the speed on level ground is. \[m/s\]
    Fixed(f32),
}

/// What layers are like.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    layers: Vec<LayerGround>,
}

#[derive(Clone, Debug)]
struct LayerGround {
    /// Whether all of it is at one height.
    is_level: bool,
    regions: Vec<(String, Area)>,
}

/// Distance over which a slope is measured. \[m\] About a foot, so that single steps of stairs do not show.
const FOOT: f64 = 0.25;

impl Terrain {
    pub(crate) fn new(mesh: &Mesh) -> Self {
        let layers = mesh.layers().map(|layer| {
            let polygon = |ring: &throng_mesh::Ring| ring.iter().map(|&[x, y, _]| [x, y]).collect();
            let regions = mesh.regions(layer).iter();
            let regions = regions.map(|own| (own.label.clone(), Area::new(layer, polygon(&own.polygon))));
            LayerGround { is_level: mesh.is_level(layer), regions: regions.collect() }
        });
        Self { layers: layers.collect() }
    }

    /// The speed of somebody, seen from above, who would walk at `speed` on level ground. \[m/s\]
    pub(crate) fn speed(
        &self,
        mesh: &Mesh,
        position: Position,
        ahead: Vector,
        paces: &[Pace],
        speed: f32,
    ) -> f32 {
        let here = &self.layers[position.layer.0 as usize];
        if here.is_level && paces.is_empty() {
            return speed;
        }
        let slope = if here.is_level { 0.0 } else { slope(mesh, position, ahead) };
        let rule = paces.iter().find(|pace| match &pace.ground {
            Ground::Layer(own) => *own == position.layer,
            Ground::Region(label) => here.is_in(label, position.at),
            Ground::SteeperThan(least) => slope.abs() > *least,
        });
        let along = match rule.map(|pace| if slope < 0.0 { pace.down } else { pace.up }) {
            None => speed,
            Some(Speed::Part(part)) => part * speed,
            Some(Speed::Fixed(fixed)) => fixed,
        };
        // Speed is along the ground; seen from above it is less.
        along / (1.0 + slope * slope).sqrt()
    }
}

/// How steep it is in a direction: height over distance seen from above.
fn slope(mesh: &Mesh, position: Position, ahead: Vector) -> f32 {
    let height = |by: f64| {
        let at = [0, 1].map(|k| position.at[k] + by * f64::from(ahead[k]));
        mesh.height(Position { at, ..position })
    };
    ((height(0.5 * FOOT) - height(-0.5 * FOOT)) / FOOT) as f32
}

impl LayerGround {
    fn is_in(&self, label: &str, at: [f64; 2]) -> bool {
        self.regions.iter().any(|(own, area)| own == label && area.has(at))
    }
}
