//! An open place for races: a square with square pillars in rows.

use std::fmt::Write;
use throng_crowd::Crowd;
use throng_mesh::{Layer, Scene};

/// How wide a pillar is. [m]
const PILLAR: f64 = 2.0;

/// A square with pillars.
pub struct Plaza {
    side: f64,
    /// Left, bottom, right, top.
    pillars: Vec<[f64; 4]>,
}

impl Plaza {
    /// So much walkable space [m²], with so many rows of so many pillars.
    pub fn new(area: f64, rows: usize) -> Self {
        let side = (area + (rows * rows) as f64 * PILLAR * PILLAR).sqrt();
        let between = side / rows as f64;
        let middle = |index: usize| (index as f64 + 0.5) * between;
        let pillar = |index: usize| {
            let [x, y] = [middle(index % rows), middle(index / rows)];
            [x - PILLAR / 2.0, y - PILLAR / 2.0, x + PILLAR / 2.0, y + PILLAR / 2.0]
        };
        Self { side, pillars: (0..rows * rows).map(pillar).collect() }
    }

    /// As a scene.
    pub fn scene(&self) -> Scene {
        let ring = |[left, bottom, right, top]: [f64; 4]| {
            vec![[left, bottom, 0.0], [right, bottom, 0.0], [right, top, 0.0], [left, top, 0.0]]
        };
        let mut layer = Layer::new("plaza");
        layer.walkable.push(ring([0.0, 0.0, self.side, self.side]));
        layer.obstacles.extend(self.pillars.iter().map(|&pillar| ring(pillar)));
        Scene::of_layer("plaza", layer)
    }

    /// The place and who is where, as the scripts read it.
    pub fn text(&self, crowd: &Crowd) -> String {
        let mut text = format!("square {}\n", self.side);
        for [left, bottom, right, top] in &self.pillars {
            let _ = writeln!(text, "pillar {left} {bottom} {right} {top}");
        }
        for one in crowd.iter() {
            let [x, y] = one.position().at;
            let _ = writeln!(text, "walker {x} {y}");
        }
        text
    }
}
