//! Blocks: a field with sixteen square blocks, the simplest place with many ways round.

use throng_mesh::Scene;

use super::draft::Draft;
use super::shape::rect;

/// 100 x 100 m; blocks of 12 m, streets of 10.4 m.
pub(super) fn blocks() -> Scene {
    let mut draft = Draft::new("blocks");
    let ground = draft.layer("ground", 0.0);
    draft.walkable(ground, &rect([0.0, 0.0], [100.0, 100.0]));
    for k in 0..16 {
        let [x, y] = [k % 4, k / 4].map(|k| 10.4 + 22.4 * f64::from(k));
        draft.obstacle(ground, &rect([x, y], [x + 12.0, y + 12.0]));
    }
    draft.finish()
}
