//! A place in the making: layers with heights, flights between them, buildings put into a city.

use throng_mesh::{Connection, Layer, LayerId, Ring, Scene};

use super::shape::{Point, Shape};

/// A scene being drawn. All coordinates are rounded to centimeters as they come in.
#[derive(Debug)]
pub(super) struct Draft {
    scene: Scene,
    /// Height of each layer; that of a sloped one is not used.
    heights: Vec<f64>,
}

impl Draft {
    pub(super) fn new(name: &str) -> Self {
        Self { scene: Scene { name: name.into(), ..Scene::default() }, heights: Vec::new() }
    }

    pub(super) fn finish(self) -> Scene {
        self.scene
    }

    /// A new layer; its rings lie at `height` if nothing else is said.
    pub(super) fn layer(&mut self, id: impl Into<String>, height: f64) -> LayerId {
        self.scene.layers.push(Layer::new(id));
        self.heights.push(height);
        LayerId(self.scene.layers.len() as u32 - 1)
    }

    pub(super) fn walkable(&mut self, layer: LayerId, shape: &[Point]) {
        let ring = ring(shape, |_| self.height(layer));
        self.edit(layer).walkable.push(ring);
    }

    pub(super) fn obstacle(&mut self, layer: LayerId, shape: &[Point]) {
        let ring = ring(shape, |_| self.height(layer));
        self.edit(layer).obstacles.push(ring);
    }

    pub(super) fn obstacles(&mut self, layer: LayerId, shapes: impl IntoIterator<Item = Shape>) {
        shapes.into_iter().for_each(|shape| self.obstacle(layer, &shape));
    }

    pub(super) fn opening(&mut self, layer: LayerId, shape: &[Point]) {
        let ring = ring(shape, |_| self.height(layer));
        self.edit(layer).openings.push(ring);
    }

    /// A walkable ring whose height differs from corner to corner.
    pub(super) fn walkable_at(&mut self, layer: LayerId, shape: &[Point], height: impl Fn(usize) -> f64) {
        self.edit(layer).walkable.push(ring(shape, height));
    }

    /// An obstacle whose height differs from corner to corner.
    pub(super) fn obstacle_at(&mut self, layer: LayerId, shape: &[Point], height: impl Fn(usize) -> f64) {
        self.edit(layer).obstacles.push(ring(shape, height));
    }

    pub(super) fn connect(&mut self, between: [LayerId; 2], segment: [Point; 2]) {
        let segment = segment.map(|[x, y]| [centimeters(x), centimeters(y)]);
        self.scene.connections.push(Connection::new(between, segment));
    }

    /// A ramp or a flight of stairs: its first two corners lie on the layer `from`, the other two on `to`.
    /// It becomes part of the layer `flights`, and is connected to both.
    pub(super) fn flight(&mut self, flights: LayerId, [from, to]: [LayerId; 2], shape: &[Point]) {
        assert_eq!(shape.len(), 4, "a flight has four corners");
        let heights = [self.height(from), self.height(from), self.height(to), self.height(to)];
        self.walkable_at(flights, shape, |k| heights[k]);
        self.connect([from, flights], [shape[0], shape[1]]);
        self.connect([flights, to], [shape[2], shape[3]]);
    }

    /// Puts a building onto the layer `ground`: the obstacles of its first layer stand on it, and its other
    /// layers follow. `turns` quarter turns about the origin, then moved by whole centimeters.
    pub(super) fn build(&mut self, building: &Scene, ground: LayerId, turns: usize, by: Point) {
        let number = self.scene.layers.len();
        let placed = |ring: &Ring| -> Ring {
            let place = |&[x, y, z]: &[f64; 3]| {
                let [x, y] = quarter_turned([x, y], turns);
                [centimeters(x + by[0]), centimeters(y + by[1]), z]
            };
            ring.iter().map(place).collect()
        };
        let all = |rings: &[Ring]| rings.iter().map(placed).collect::<Vec<_>>();
        for (index, layer) in building.layers.iter().enumerate() {
            if index == 0 {
                self.edit(ground).obstacles.extend(all(&layer.obstacles));
            } else {
                let id = self.layer(format!("{} {number}: {}", building.name, layer.id), 0.0);
                let new = self.edit(id);
                new.walkable = all(&layer.walkable);
                new.obstacles = all(&layer.obstacles);
                new.openings = all(&layer.openings);
            }
        }
        for connection in &building.connections {
            let between = connection.between.map(|LayerId(index)| match index {
                0 => ground,
                _ => LayerId(number as u32 + index - 1),
            });
            let segment = connection.segment.map(|end| {
                let [x, y] = quarter_turned(end, turns);
                [x + by[0], y + by[1]]
            });
            self.connect(between, segment);
        }
    }

    fn height(&self, LayerId(layer): LayerId) -> f64 {
        self.heights[layer as usize]
    }

    fn edit(&mut self, LayerId(layer): LayerId) -> &mut Layer {
        &mut self.scene.layers[layer as usize]
    }
}

/// Quarter turns about the origin, without rounding.
pub(super) fn quarter_turned([x, y]: Point, turns: usize) -> Point {
    match turns % 4 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

fn ring(shape: &[Point], height: impl Fn(usize) -> f64) -> Ring {
    let corner = |(k, &[x, y]): (usize, &Point)| [centimeters(x), centimeters(y), centimeters(height(k))];
    shape.iter().enumerate().map(corner).collect()
}

/// Rounded to whole centimeters: places lie on the grid of the mesh, ten times as fine, so that nothing
/// moves.
fn centimeters(meters: f64) -> f64 {
    // `+ 0.0` turns a minus zero into a zero.
    (meters * 100.0).round() / 100.0 + 0.0
}
