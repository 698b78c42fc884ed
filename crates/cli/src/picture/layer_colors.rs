//! A color for each layer, so that layers that are glued differ.

use throng_mesh::{ConnectionId, Mesh};

use super::palette::LAYERS;

/// The color of each layer.
///
/// Layers take colors in turn. One whose color a neighbor with a lower number has takes the next that none of them has; only a layer
/// with as many such neighbors as there are colors must share one.
pub(crate) fn layer_colors(mesh: &Mesh) -> Vec<&'static str> {
    let mut lower = vec![Vec::new(); mesh.num_layers()];
    for id in (0..mesh.num_connections() as u32).map(ConnectionId) {
        let [a, b] = mesh.connection(id).0.map(|layer| layer.0 as usize);
        lower[a.max(b)].push(a.min(b));
    }
    let mut chosen: Vec<usize> = Vec::with_capacity(lower.len());
    for (layer, neighbors) in lower.iter().enumerate() {
        let taken = |color: usize| neighbors.iter().any(|&other| chosen.get(other) == Some(&color));
        let in_turn = (0..LAYERS.len()).map(|k| (layer + k) % LAYERS.len());
        let color = in_turn.into_iter().find(|&color| !taken(color)).unwrap_or(layer % LAYERS.len());
        chosen.push(color);
    }
    chosen.into_iter().map(|color| LAYERS[color]).collect()
}

#[cfg(test)]
mod tests {
    use throng_mesh::{Connection, Layer, LayerId, Scene};

    use super::*;

    #[test]
    fn glued_layers_differ() {
        // A long corridor in pieces.
        let count = 40_u32;
        let square = |k: u32| {
            let x = f64::from(k);
            let mut layer = Layer::new(format!("{k}"));
            layer.walkable.push(vec![[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]]);
            layer
        };
        let glue = |k: u32| {
            let x = f64::from(k);
            Connection::new([LayerId(k - 1), LayerId(k)], [[x, 0.0], [x, 1.0]])
        };
        let scene = Scene {
            name: String::new(),
            layers: (0..count).map(square).collect(),
            connections: (1..count).map(glue).collect(),
        };
        let mesh = Mesh::build(&scene).expect("a corridor").mesh;
        let colors = layer_colors(&mesh);
        assert!(colors.windows(2).all(|pair| pair[0] != pair[1]), "{colors:?}");
        assert_eq!(colors.len(), 40);
        let mut some = colors[..LAYERS.len()].to_vec();
        some.sort_unstable();
        some.dedup();
        assert_eq!(some.len(), LAYERS.len(), "all colors are used");
    }
}
