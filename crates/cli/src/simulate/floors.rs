//! Floors: the connected pieces of a layer's walkable space, each of them one polygon with holes.

use throng_mesh::{LayerId, Mesh};

/// A piece of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) layer: LayerId,
    /// Its border, counter-clockwise. (m)
    pub(crate) outer: Vec<[f64; 2]>,
    /// What is not walkable inside, clockwise. (m)
    pub(crate) holes: Vec<Vec<[f64; 2]>>,
}

impl Floor {
    /// All pieces of all layers: by layer, and the largest of a layer first.
    pub(crate) fn all(mesh: &Mesh) -> Vec<Self> {
        mesh.layers().flat_map(|layer| Self::of_layer(mesh, layer)).collect()
    }

    fn of_layer(mesh: &Mesh, layer: LayerId) -> Vec<Self> {
        let rings = mesh.border(layer);
        let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| area(ring) > 0.0);
        let mut floors: Vec<Self> =
            outer.into_iter().map(|outer| Self { layer, outer, holes: Vec::new() }).collect();
        floors.sort_by(|a, b| area(&b.outer).total_cmp(&area(&a.outer)));
        for hole in holes {
            // The smallest piece around it: pieces may lie in holes of others. It is the last one, by their order. A corner of the
            // hole may be one of the border, the middle of a side is not.
            let middle = [0, 1].map(|k| 0.5 * (hole[0][k] + hole[1 % hole.len()][k]));
            if let Some(floor) = floors.iter_mut().rev().find(|floor| has(&floor.outer, middle)) {
                floor.holes.push(hole);
            }
        }
        floors
    }

    /// Whether a place is walkable here.
    pub(crate) fn has(&self, at: [f64; 2]) -> bool {
        has(&self.outer, at) && !self.holes.iter().any(|hole| has(hole, at))
    }

    /// As text: `POLYGON ((…), (…))`, closed, each number with all of its digits. (m)
    pub(crate) fn wkt(&self) -> String {
        let ring = |ring: &Vec<[f64; 2]>| {
            let corners: Vec<String> =
                ring.iter().chain(ring.first()).map(|[x, y]| format!("{x} {y}")).collect();
            format!("({})", corners.join(", "))
        };
        let rings: Vec<String> = std::iter::once(&self.outer).chain(&self.holes).map(ring).collect();
        format!("POLYGON ({})", rings.join(", "))
    }
}

/// Everything walkable as text: one polygon, or a collection of them, which may overlap seen from above.
pub(crate) fn wkt(floors: &[Floor]) -> String {
    match floors {
        [floor] => floor.wkt(),
        _ => {
            let polygons: Vec<String> = floors.iter().map(Floor::wkt).collect();
            format!("GEOMETRYCOLLECTION ({})", polygons.join(", "))
        }
    }
}

/// The box around floors: its lowest and its highest corner. (m)
pub(crate) fn bounds(floors: &[Floor]) -> [[f64; 2]; 2] {
    let corners = floors.iter().flat_map(|floor| &floor.outer);
    let all = corners.fold(None, |all: Option<[[f64; 2]; 2]>, z| {
        let [low, high] = all.unwrap_or([*z; 2]);
        Some([[low[0].min(z[0]), low[1].min(z[1])], [high[0].max(z[0]), high[1].max(z[1])]])
    });
    all.unwrap_or_default()
}

fn area(ring: &[[f64; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    0.5 * ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>()
}

/// Whether a place is inside of a ring, by the even-odd rule.
pub(crate) fn has(ring: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        // Each side counts with its lower end and without its upper one, so a corner counts once.
        if (a[1] <= y) != (b[1] <= y) {
            let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
            inside ^= (high[0] - low[0]) * (y - low[1]) > (x - low[0]) * (high[1] - low[1]);
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_mesh::{Layer, Scene, sample::ring};

    #[test]
    fn pieces_in_holes() {
        // A room with a courtyard, a hut in the courtyard with a stove in it, and a shed elsewhere.
        let square =
            |at: f64, side: f64| ring(&[[at, at], [at + side, at], [at + side, at + side], [at, at + side]]);
        let mut layer = Layer::new("ground");
        layer.walkable = vec![square(0.0, 10.0), square(20.0, 1.0)];
        layer.obstacles = vec![square(2.0, 6.0), square(4.5, 0.5)];
        layer.openings = vec![];
        let mut hut = Layer::new("hut");
        hut.walkable = vec![square(0.0, 3.0)];
        let scene = Scene { name: String::new(), layers: vec![layer, hut], connections: Vec::new() };
        let mesh = Mesh::build(&scene).expect("it is fine").mesh;
        let floors = Floor::all(&mesh);
        let sizes: Vec<(u32, usize)> = floors.iter().map(|f| (f.layer.0, f.holes.len())).collect();
        assert_eq!(sizes, [(0, 1), (0, 0), (1, 0)], "the stove is inside of what is not walkable anyway");
        assert!(floors[0].has([1.0, 1.0]) && !floors[0].has([5.0, 5.0]), "not in the courtyard");
        assert!(floors[1].has([20.5, 20.5]) && !floors[0].has([20.5, 20.5]), "the shed is another piece");
        let text = floors[1].wkt();
        assert!(text.starts_with("POLYGON ((") && text.ends_with("))"), "{text}");
        assert_eq!(text.matches(',').count(), 4, "closed: {text}");
        assert!(wkt(&floors).starts_with("GEOMETRYCOLLECTION (POLYGON"), "several");
        assert_eq!(bounds(&floors), [[0.0, 0.0], [21.0, 21.0]]);
        assert_eq!(bounds(&[]), [[0.0; 2]; 2]);
    }
}
