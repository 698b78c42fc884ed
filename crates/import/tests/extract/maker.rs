//! Makes models by hand: floors, sheets, solids, in parts.

use throng_import::{Model, ModelPart, Role};

/// A model in the making. Triangles share no vertices: what belongs together must be found by position.
#[derive(Clone, Debug)]
pub(crate) struct Maker {
    model: Model,
}

impl Maker {
    pub(crate) fn new(name: &str) -> Self {
        Self { model: Model { name: name.to_owned(), ..Model::default() } }
    }

    /// What follows is a new part.
    pub(crate) fn part(mut self, name: &str) -> Self {
        let end = self.model.triangles.len() as u32;
        let part = ModelPart { name: name.to_owned(), role: Role::Other, storey: None, triangles: end..end };
        self.model.parts.push(part);
        self
    }

    pub(crate) fn triangle(mut self, corners: [[f64; 3]; 3]) -> Self {
        if self.model.parts.is_empty() {
            self = self.part("");
        }
        let first = self.model.vertices.len() as u32;
        self.model.vertices.extend(corners);
        self.model.triangles.push([first, first + 1, first + 2]);
        if let Some(part) = self.model.parts.last_mut() {
            part.triangles.end += 1;
        }
        self
    }

    /// Two triangles; the corners go around counterclockwise seen from outside.
    pub(crate) fn quad(self, [a, b, c, d]: [[f64; 3]; 4]) -> Self {
        self.triangle([a, b, c]).triangle([a, c, d])
    }

    /// A rectangle that faces up.
    pub(crate) fn floor(self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) -> Self {
        self.quad([[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]])
    }

    /// A rectangle that faces down.
    pub(crate) fn ceiling(self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) -> Self {
        self.quad([[x0, y0, z], [x0, y1, z], [x1, y1, z], [x1, y0, z]])
    }

    /// A rectangle that rises along x, and faces up.
    pub(crate) fn ramp(self, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) -> Self {
        self.quad([[x0, y0, z0], [x1, y0, z1], [x1, y1, z1], [x0, y1, z0]])
    }

    /// An upright rectangle over the line from `a` to `b`.
    pub(crate) fn sheet(self, a: [f64; 2], b: [f64; 2], [z0, z1]: [f64; 2]) -> Self {
        self.quad([[a[0], a[1], z0], [b[0], b[1], z0], [b[0], b[1], z1], [a[0], a[1], z1]])
    }

    /// A closed box.
    pub(crate) fn cuboid(self, [x0, y0, z0]: [f64; 3], [x1, y1, z1]: [f64; 3]) -> Self {
        self.ceiling([x0, y0], [x1, y1], z0)
            .floor([x0, y0], [x1, y1], z1)
            .sheet([x0, y0], [x1, y0], [z0, z1])
            .sheet([x1, y0], [x1, y1], [z0, z1])
            .sheet([x1, y1], [x0, y1], [z0, z1])
            .sheet([x0, y1], [x0, y0], [z0, z1])
    }

    /// A closed pyramid over a square.
    pub(crate) fn pyramid(self, [x, y, z]: [f64; 3], half: f64, height: f64) -> Self {
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        let [a, b, c, d] = corners.map(|[dx, dy]| [x + dx, y + dy, z]);
        let top = [x, y, z + height];
        let sides = self.triangle([a, b, top]).triangle([b, c, top]).triangle([c, d, top]);
        sides.triangle([d, a, top]).quad([a, d, c, b])
    }

    pub(crate) fn done(self) -> Model {
        self.model
    }
}

impl From<Model> for Maker {
    fn from(model: Model) -> Self {
        Self { model }
    }
}

/// The model with all triangles the other way around.
pub(crate) fn flipped(mut model: Model) -> Model {
    model.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    model
}
