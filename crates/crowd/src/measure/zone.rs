//! A zone: an area of a layer in which something is measured, with the walkable space in it.

use throng_mesh::Mesh;

use super::frame::Sample;
use super::polygon::{Point, common_area};
use crate::area::Area;

/// An area in which something is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    area: Area,
    /// The box around it.
    bounds: [Point; 2],
    walkable: f64,
}

impl Zone {
    /// The zone of an area. What is walkable in it is counted once, in the mesh as it is now.
    pub fn new(mesh: &Mesh, area: Area) -> Self {
        let rings =
            if (area.layer.0 as usize) < mesh.num_layers() { mesh.border(area.layer) } else { Vec::new() };
        Self::in_rings(&rings, area)
    }

    /// The zone of an area in walkable space given by rings, with walkable space on their left.
    pub(crate) fn in_rings(rings: &[Vec<Point>], area: Area) -> Self {
        let walkable = common_area(rings, &area.polygon).max(0.0);
        Self { bounds: area.bounds(), walkable, area }
    }

    /// Where it is.
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// How much of it is walkable. \[m²\]
    pub fn walkable(&self) -> f64 {
        self.walkable
    }

    /// The box around it: its lowest and its highest corner. \[m\]
    pub fn bounds(&self) -> [[f64; 2]; 2] {
        self.bounds
    }

    /// Whether somebody's center is in it.
    pub fn holds(&self, sample: &Sample) -> bool {
        let [low, high] = self.bounds;
        let near = (0..2).all(|k| low[k] <= sample.at[k] && sample.at[k] <= high[k]);
        near && self.area.contains(sample.position())
    }

    /// So many per square meter; 0 where nothing is walkable. \[1/m²\]
    pub(crate) fn per_area(&self, amount: f64) -> f64 {
        if self.walkable > 0.0 { amount / self.walkable } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::CharacterId;
    use throng_mesh::{LayerId, Mesh, sample};

    #[test]
    fn walkable_is_without_obstacles() {
        let mesh = Mesh::build(&sample::floors()).expect("it is fine").mesh;
        let zone = Zone::new(&mesh, Area::rectangle(LayerId(0), [0.0, 0.0], [6.0, 4.0]));
        assert!((zone.walkable() - (24.0 - 0.625)).abs() < 1e-9, "{}", zone.walkable());
        let nowhere = Zone::new(&mesh, Area::rectangle(LayerId(99), [0.0, 0.0], [6.0, 4.0]));
        assert_eq!((nowhere.walkable(), nowhere.per_area(3.0)), (0.0, 0.0), "no such layer");
        let inside = Sample {
            id: CharacterId(0),
            at: [1.0, 2.0],
            layer: LayerId(0),
            velocity: [0.0; 2],
            heading: [0.0; 2],
            radius: 0.2,
        };
        assert!(zone.holds(&inside) && !zone.holds(&Sample { layer: LayerId(1), ..inside }), "by layer");
    }
}
