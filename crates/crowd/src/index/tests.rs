//! Who is where, against looking at everybody.

use throng_mesh::{Mesh, sample};

use super::*;
use crate::random::{Purpose, Random};

fn crowd(mesh: &Mesh, count: u32) -> Vec<Position> {
    let mut positions = Vec::new();
    for who in 0..count {
        let mut random = Random::new(9, Purpose::Source, who, 0);
        let layer = LayerId(random.below(mesh.num_layers() as u32));
        let [low, high] = bounds(mesh, layer);
        let at = [0, 1].map(|k| low[k] + random.unit() * (high[k] - low[k]));
        positions.push(Position::new(at, layer));
    }
    positions
}

fn sorted(mesh: &Mesh, positions: &[Position]) -> Index {
    let mut index = Index::new(mesh);
    let origin = index.origin();
    index.sort(positions, |row| Seen { at: local(positions[row].at, origin), ..Seen::default() });
    index
}

#[test]
fn everybody_is_in_its_square() {
    for scene in [sample::floors(), sample::field(5, 1)] {
        let mesh = Mesh::build(&scene).expect("it makes a mesh").mesh;
        let positions = crowd(&mesh, 2_000);
        let index = sorted(&mesh, &positions);
        index.check(&positions).expect("all are where they should be");
        for (row, &position) in positions.iter().enumerate().step_by(7) {
            let at = index.local(position.at);
            let found: Vec<usize> = index.around(position.layer, at, 3.0).flatten().collect();
            for (other, there) in positions.iter().enumerate() {
                let [x, y] = [there.at[0] - position.at[0], there.at[1] - position.at[1]];
                if there.layer == position.layer && x * x + y * y <= 9.0 {
                    assert!(found.contains(&(index.slot_of[other] as usize)), "{row} misses {other}");
                }
            }
        }
    }
}

#[test]
fn counting_ahead_is_about_right() {
    let mesh = Mesh::build(&sample::field(5, 1)).expect("it makes a mesh").mesh;
    let positions = crowd(&mesh, 4_000);
    let index = sorted(&mesh, &positions);
    let (mut sum, mut error) = (0.0, 0.0);
    for (row, &position) in positions.iter().enumerate().step_by(13) {
        let angle = row as f64;
        let ahead = [libm::cos(angle), libm::sin(angle)];
        let exact = positions.iter().filter(|there| {
            let [x, y] = [there.at[0] - position.at[0], there.at[1] - position.at[1]];
            x * x + y * y <= 64.0 && x * ahead[0] + y * ahead[1] >= 0.0
        });
        let exact = exact.count() as f32;
        let at = index.local(position.at);
        let counted = index.count_ahead(position.layer, at, ahead.map(|v| v as f32), 8.0);
        sum += exact;
        error += (counted - exact).abs();
    }
    assert!(error < 0.05 * sum, "{error} of {sum}");
}
