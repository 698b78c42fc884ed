//! The level of service over time and space: how dense it was where, on a grid of squares over each layer.
//!
//! Levels of service are made for means over a while: one person who walks through a square meter makes it dense for a second, and nobody
//! minds. So time is cut into windows, and of each square and window the mean density counts.
//!
//! 1. In each frame count who is in which square.
//! 2. At the end of a window the mean density of each square that somebody was in is the count by the number of frames and the walkable
//!    area; note the largest of them, and for how long each level lasted.
//!
//! Squares that are hardly walkable would be very dense as soon as somebody is in them; a square counts as at least half walkable.
//! Cost: everybody in each frame, squares that were ever visited in each window. Squares that nobody visits take four bytes.

use throng_mesh::{Facility, LayerId, LevelOfService, Mesh};

use super::coverage::Coverage;
use super::frame::Frame;
use super::polygon::Point;

/// A square counts as at least this part walkable.
const LEAST_SHARE: f64 = 0.5;
/// More squares than this are too many for pictures and for memory; then squares get larger.
const MOST_SQUARES: f64 = 4e6;
/// No visitor yet.
const UNVISITED: u32 = u32::MAX;

/// How dense it was, by squares.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceMap {
    side: f64,
    window: f64,
    facility: Facility,
    /// One a layer: the grid, and which of the visited squares is which.
    grids: Vec<(Coverage, Vec<u32>)>,
    visited: Vec<Square>,
    /// Times of the first and of the last frame, and their number. \[s\]
    span: [f64; 2],
    frames: u32,
    /// When the window began, and how many frames it has. \[s\]
    began: f64,
    in_window: u32,
    /// How many characters in how many frames, by level.
    persons: [u64; 6],
}

/// What is known of a square, in frames.
#[derive(Clone, Debug, PartialEq)]
struct Square {
    layer: LayerId,
    index: usize,
    area: f64,
    /// Characters times frames: in all windows that ended, and in this one.
    before: u64,
    now: u32,
    /// The largest density of a window. \[1/m²\]
    most: f64,
    /// Frames of windows at each level; those at the first level without windows in which nobody was there.
    levels: [u32; 6],
}

/// How dense a square was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// The layer.
    pub layer: LayerId,
    /// The lower left corner of the square. \[m\]
    pub corner: [f64; 2],
    /// What of it is walkable. \[m²\]
    pub area: f64,
    /// The mean density of all frames. \[1/m²\]
    pub mean: f64,
    /// The largest mean density of a window. \[1/m²\]
    pub most: f64,
    /// For how long each level lasted. \[s\]
    pub seconds: [f64; 6],
}

impl ServiceMap {
    /// Nobody was anywhere yet. Squares have this side; they are larger if there would be too many. \[m\] Windows have this length. \[s\]
    pub fn new(mesh: &Mesh, side: f64, window: f64, facility: Facility) -> Self {
        let borders: Vec<Vec<Vec<Point>>> = mesh.layers().map(|layer| mesh.border(layer)).collect();
        let mut side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        let squares = |side: f64| -> f64 {
            let count = |rings: &Vec<Vec<Point>>| {
                let [low, high] = super::polygon::bounds(rings.iter().flatten());
                (0..2).map(|k| ((high[k] - low[k]) / side).max(0.0) + 1.0).product::<f64>()
            };
            borders.iter().map(count).sum()
        };
        while squares(side) > MOST_SQUARES {
            side *= 2.0;
        }
        let grid = |rings: &Vec<Vec<Point>>| {
            let grid = Coverage::new(rings, side);
            let unvisited = vec![UNVISITED; grid.areas().len()];
            (grid, unvisited)
        };
        Self {
            side,
            window,
            facility,
            grids: borders.iter().map(grid).collect(),
            visited: Vec::new(),
            span: [0.0; 2],
            frames: 0,
            began: 0.0,
            in_window: 0,
            persons: [0; 6],
        }
    }

    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        if self.frames == 0 {
            (self.span[0], self.began) = (frame.time, frame.time);
        }
        // Frames are where they are but for rounding.
        if self.in_window > 0 && frame.time - self.began >= self.window * (1.0 - 1e-9) {
            end_window(&mut self.visited, &mut self.persons, self.in_window, self.facility);
            (self.began, self.in_window) = (frame.time, 0);
        }
        // Step 1.
        for sample in &frame.samples {
            let Some((grid, slots)) = self.grids.get_mut(sample.layer.0 as usize) else { continue };
            let Some(index) = grid.square(sample.at) else { continue };
            if slots[index] == UNVISITED {
                slots[index] = self.visited.len() as u32;
                let area = f64::from(grid.areas()[index]).max(LEAST_SHARE * self.side * self.side);
                let (layer, levels) = (sample.layer, [0; 6]);
                self.visited.push(Square { layer, index, area, before: 0, now: 0, most: 0.0, levels });
            }
            self.visited[slots[index] as usize].now += 1;
        }
        self.frames += 1;
        self.in_window += 1;
        self.span[1] = frame.time;
    }

    /// The side of a square. \[m\]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// The length of a window. \[s\]
    pub fn window(&self) -> f64 {
        self.window
    }

    /// Whose levels they are.
    pub fn facility(&self) -> Facility {
        self.facility
    }

    /// All squares in which anybody ever was, in the order of the first visit.
    pub fn squares(&self) -> Vec<Service> {
        let frame = self.frame_time();
        let service = |square: &Square| {
            let grid = &self.grids[square.layer.0 as usize].0;
            let mut seconds = square.levels.map(|frames| f64::from(frames) * frame);
            // Windows without anybody.
            seconds[0] += f64::from(self.frames.saturating_sub(square.levels.iter().sum())) * frame;
            let visits = square.before + u64::from(square.now);
            Service {
                layer: square.layer,
                corner: grid.corner(square.index),
                area: f64::from(grid.areas()[square.index]),
                mean: visits as f64 / (square.area * f64::from(self.frames.max(1))),
                most: square.most,
                seconds,
            }
        };
        self.finished().0.iter().map(service).collect()
    }

    /// The time that all characters together spent at each level. \[s\]
    pub fn person_seconds(&self) -> [f64; 6] {
        let frame = self.frame_time();
        self.finished().1.map(|frames| frames as f64 * frame)
    }

    /// Time from frame to frame, on average. \[s\]
    fn frame_time(&self) -> f64 {
        if self.frames > 1 { (self.span[1] - self.span[0]) / f64::from(self.frames - 1) } else { 0.0 }
    }

    /// Squares, and characters by level, with the last window ended, unless it is too short to mean much.
    fn finished(&self) -> (Vec<Square>, [u64; 6]) {
        let (mut visited, mut persons) = (self.visited.clone(), self.persons);
        let is_long = f64::from(self.in_window) * self.frame_time() >= 0.5 * self.window;
        if is_long || self.in_window == self.frames {
            end_window(&mut visited, &mut persons, self.in_window, self.facility);
        }
        (visited, persons)
    }
}

/// Step 2.
fn end_window(visited: &mut [Square], persons: &mut [u64; 6], frames: u32, facility: Facility) {
    for square in visited.iter_mut().filter(|square| square.now > 0) {
        let density = f64::from(square.now) / (f64::from(frames) * square.area);
        let level = LevelOfService::of(density, facility) as usize;
        square.most = square.most.max(density);
        square.levels[level] += frames;
        persons[level] += u64::from(square.now);
        square.before += u64::from(square.now);
        square.now = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::*;
    use throng_mesh::{Layer, Scene};

    fn room() -> Mesh {
        let mut layer = Layer::new("room");
        let corners: [[f64; 2]; 4] = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]];
        layer.walkable.push(throng_mesh::sample::ring(&corners));
        Mesh::build(&Scene::of_layer("room", layer)).expect("a room").mesh
    }

    #[test]
    fn as_counted_square_by_square() {
        let mut map = ServiceMap::new(&room(), 2.0, 1.0, Facility::Walkway);
        let frames = walkers(4, 60, 45, [8.0, 6.0]);
        frames.iter().for_each(|frame| map.add(frame));
        let squares = map.squares();
        assert!(squares.len() > 8, "most were visited");
        for square in &squares {
            let [x, y] = square.corner;
            let count = |frame: &Frame| {
                let inside = |z: [f64; 2]| z[0] >= x && z[0] < x + 2.0 && z[1] >= y && z[1] < y + 2.0;
                frame.samples.iter().filter(|sample| inside(sample.at)).count() as f64
            };
            assert_eq!(square.area, 4.0);
            let mean = frames.iter().map(count).sum::<f64>() / 45.0 / 4.0;
            assert!((square.mean - mean).abs() < 1e-12, "{square:?}");
            // Windows of ten frames; the last one has five, which is half and so counts.
            let windows: Vec<f64> = frames
                .chunks(10)
                .map(|window| window.iter().map(count).sum::<f64>() / window.len() as f64 / 4.0)
                .collect();
            let most = windows.iter().copied().fold(0.0, f64::max);
            assert!((square.most - most).abs() < 1e-12, "{square:?}");
            let mut seconds = [0.0; 6];
            for (window, chunk) in windows.iter().zip(frames.chunks(10)) {
                seconds[LevelOfService::of(*window, Facility::Walkway) as usize] += 0.1 * chunk.len() as f64;
            }
            for (got, expected) in square.seconds.iter().zip(seconds) {
                assert!((got - expected).abs() < 1e-9, "{square:?} {seconds:?}");
            }
        }
        let persons: f64 = frames.iter().map(|frame| frame.samples.len() as f64 * 0.1).sum();
        assert!((map.person_seconds().iter().sum::<f64>() - persons).abs() < 1e-6, "nobody is forgotten");
    }

    #[test]
    fn nobody_and_one_frame() {
        let mut map = ServiceMap::new(&room(), -1.0, 10.0, Facility::Walkway);
        assert!(map.squares().is_empty() && map.side() == 1.0, "no side, the usual one");
        map.add(&walkers(4, 1, 1, [8.0, 6.0])[0]);
        assert_eq!((map.squares().len(), map.squares()[0].most), (1, 1.0));
    }
}
