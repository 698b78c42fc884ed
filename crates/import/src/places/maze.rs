//! Mazes: exactly one way between any two cells. Walls are lines without thickness.

use throng_mesh::Scene;
use throng_voronoi::sample::Random;

use super::draft::Draft;
use super::shape::rect;

/// Width of a cell.
const CELL: f64 = 3.0;

/// A maze of `n` x `n` cells, made by walking at random and turning back at dead ends.
pub(super) fn maze(n: usize) -> Scene {
    let open = Passages::new(n);
    let mut draft = Draft::new(&format!("maze{n}"));
    let layer = draft.layer("maze", 0.0);
    let size = CELL * n as f64;
    draft.walkable(layer, &rect([0.0, 0.0], [size, size]));
    // Walls in a row are one line. Lines meet each other at their ends, or end at another line.
    for line in 1..n {
        for (along_x, walls) in [
            (true, (0..n).map(|k| !open.up[(line - 1) * n + k]).collect::<Vec<_>>()),
            (false, (0..n).map(|k| !open.right[k * n + line - 1]).collect()),
        ] {
            let mut k = 0;
            for run in walls.chunk_by(|a, b| a == b) {
                let [from, to, at] = [k, k + run.len(), line].map(|c| CELL * c as f64);
                if run[0] {
                    let ends = if along_x { [[from, at], [to, at]] } else { [[at, from], [at, to]] };
                    draft.obstacle(layer, &ends);
                }
                k += run.len();
            }
        }
    }
    draft.finish()
}

/// Where there is no wall, for cells in rows from below.
struct Passages {
    /// Between a cell and its right neighbor.
    right: Vec<bool>,
    /// Between a cell and the one above it.
    up: Vec<bool>,
}

impl Passages {
    fn new(n: usize) -> Self {
        let mut passages = Self { right: vec![false; n * n], up: vec![false; n * n] };
        let mut random = Random::new(n as u64);
        let mut visited = vec![false; n * n];
        visited[0] = true;
        let mut way = vec![0];
        while let Some(&cell) = way.last() {
            let [x, y] = [cell % n, cell / n];
            let neighbors = [
                (x + 1 < n).then(|| cell + 1),
                (x > 0).then(|| cell - 1),
                (y + 1 < n).then(|| cell + n),
                (y > 0).then(|| cell - n),
            ];
            let fresh: Vec<usize> = neighbors.into_iter().flatten().filter(|&c| !visited[c]).collect();
            if fresh.is_empty() {
                way.pop();
                continue;
            }
            let next = fresh[random.below(fresh.len())];
            let low = cell.min(next);
            if cell.abs_diff(next) == 1 {
                passages.right[low] = true;
            } else {
                passages.up[low] = true;
            }
            visited[next] = true;
            way.push(next);
        }
        passages
    }
}
