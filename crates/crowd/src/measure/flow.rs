//! Flow through a line: who crosses it, when, and in which direction.
//!
//! Somebody crosses between two frames if its centers are on different sides of the line and the way between them, taken as straight, meets
//! the line. A center on the line is on its right side, and the line is with its first end and without its second: so each crossing
//! counts once, also where two lines meet. It is enough that one of the two frames has it on the line's layer; a line may lie on a
//! connection.

use throng_mesh::LayerId;

use super::frame::{Frame, Sample, pairs};
use super::series::Series;
use crate::id::CharacterId;

/// Somebody crosses a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Who.
    pub id: CharacterId,
    /// When, by straight lines between frames. \[s\]
    pub time: f64,
    /// The time of the first frame after it. \[s\]
    pub seen: f64,
    /// Whether onto the left side of the line from its first end to its second: who walks so has the first end on the left.
    pub forward: bool,
    /// How fast it is when it is seen. \[m/s\]
    pub speed: f64,
}

/// What crosses a line within a window of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowWindow {
    /// When it begins and ends. \[s\]
    pub span: [f64; 2],
    /// Crossings in it: forward, and back.
    pub counts: [u32; 2],
}

/// The crossings of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    layer: LayerId,
    ends: [[f64; 2]; 2],
    /// Everybody in the last frame.
    last: Vec<Sample>,
    /// Times of the first and the last frame. \[s\]
    span: Option<[f64; 2]>,
    crossings: Vec<Crossing>,
}

impl FlowWindow {
    /// Crossings in both directions per second. \[1/s\]
    pub fn flow(&self) -> f64 {
        let length = self.span[1] - self.span[0];
        if length > 0.0 { f64::from(self.counts[0] + self.counts[1]) / length } else { 0.0 }
    }
}

impl Flow {
    /// Nobody has crossed yet.
    pub fn new(layer: LayerId, ends: [[f64; 2]; 2]) -> Self {
        Self { layer, ends, last: Vec::new(), span: None, crossings: Vec::new() }
    }

    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        let before = self.span.map_or(frame.time, |[_, end]| end);
        for (from, to) in pairs(&self.last, &frame.samples) {
            if from.layer != self.layer && to.layer != self.layer {
                continue;
            }
            if let Some((share, forward)) = crossing(self.ends, from.at, to.at) {
                let time = before + share * (frame.time - before);
                let speed = to.speed();
                self.crossings.push(Crossing { id: to.id, time, seen: frame.time, forward, speed });
            }
        }
        self.last.clone_from(&frame.samples);
        self.span = Some([self.span.map_or(frame.time, |[start, _]| start), frame.time]);
    }

    /// The layer of the line, and its ends.
    pub fn line(&self) -> (LayerId, [[f64; 2]; 2]) {
        (self.layer, self.ends)
    }

    /// The length of the line. \[m\]
    pub fn width(&self) -> f64 {
        crate::area::distance_sq(self.ends[0], self.ends[1]).sqrt()
    }

    /// All crossings: by frames, and by ids within a frame.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// How many crossings there are: forward, and back.
    pub fn counts(&self) -> [usize; 2] {
        let forward = self.crossings.iter().filter(|crossing| crossing.forward).count();
        [forward, self.crossings.len() - forward]
    }

    /// The first crossing of everybody who crosses at all, in the order of time: who steps to and fro counts once.
    pub fn firsts(&self) -> Vec<Crossing> {
        let mut firsts = self.crossings.clone();
        // The sort is stable: of equal ids the first one stays first.
        firsts.sort_by_key(|crossing| crossing.id);
        firsts.dedup_by_key(|crossing| crossing.id);
        firsts.sort_by(|a, b| a.time.total_cmp(&b.time).then(a.id.cmp(&b.id)));
        firsts
    }

    /// N(t): how many different characters have crossed, at each time when one more has.
    pub fn passed(&self) -> Series {
        let mut series = Series::default();
        for (count, crossing) in self.firsts().iter().enumerate() {
            series.push(crossing.time, (count + 1) as f64);
        }
        series
    }

    /// Windows of equal length from the first frame to the last; the last window may be shorter.
    pub fn windows(&self, length: f64) -> Vec<FlowWindow> {
        /// More windows than this are no use to anybody.
        const MOST: f64 = 1e6;
        let Some([start, end]) = self.span else { return Vec::new() };
        if !(length > 0.0 && end > start && (end - start) / length < MOST) {
            return Vec::new();
        }
        // A last window that has no length but for rounding is none.
        let count = (((end - start) / length) - 1e-9).ceil().max(1.0) as usize;
        let bound = |k: usize| if k == count { end } else { start + k as f64 * length };
        let mut windows: Vec<FlowWindow> =
            (0..count).map(|k| FlowWindow { span: [bound(k), bound(k + 1)], counts: [0; 2] }).collect();
        for crossing in &self.crossings {
            let index = (((crossing.time - start) / length) as usize).min(count - 1);
            windows[index].counts[usize::from(!crossing.forward)] += 1;
        }
        windows
    }

    /// Characters per second while there were any: one less than the number of those who passed, by the time from the first to the
    /// last. `None` for less than two. \[1/s\]
    pub fn mean_flow(&self) -> Option<f64> {
        let firsts = self.firsts();
        let time = firsts.last()?.time - firsts.first()?.time;
        (time > 0.0).then(|| (firsts.len() - 1) as f64 / time)
    }

    /// The mean flow per width of the line. \[1/(m s)\]
    pub fn specific_flow(&self) -> Option<f64> {
        self.mean_flow().filter(|_| self.width() > 0.0).map(|flow| flow / self.width())
    }
}

/// Where on the way from one place to another a line is crossed, from 0 to 1, and whether onto its left side.
fn crossing([a, b]: [[f64; 2]; 2], from: [f64; 2], to: [f64; 2]) -> Option<(f64, bool)> {
    let side = |z: [f64; 2]| (b[0] - a[0]) * (z[1] - a[1]) - (b[1] - a[1]) * (z[0] - a[0]);
    let (before, after) = (side(from), side(to));
    if (before > 0.0) == (after > 0.0) {
        return None;
    }
    let share = before / (before - after);
    let at = [0, 1].map(|k| from[k] + share * (to[k] - from[k]));
    // Where on the line that is: 0 at its first end.
    let along = |z: [f64; 2]| (z[0] - a[0]) * (b[0] - a[0]) + (z[1] - a[1]) * (b[1] - a[1]);
    (0.0 <= along(at) && along(at) < along(b)).then_some((share, after > 0.0))
}

#[cfg(test)]
mod tests {
    use super::super::frame::sample::walkers;
    use super::*;

    fn of(frames: &[Frame], ends: [[f64; 2]; 2]) -> Flow {
        let mut flow = Flow::new(LayerId(0), ends);
        frames.iter().for_each(|frame| flow.add(frame));
        flow
    }

    #[test]
    fn everybody_crosses_a_line_across_the_room_as_often_as_the_side_changes() {
        let frames = walkers(5, 40, 300, [8.0, 6.0]);
        let flow = of(&frames, [[4.0, -1.0], [4.0, 7.0]]);
        let mut expected = [0, 0];
        for id in 0..40 {
            let x: Vec<f64> = frames
                .iter()
                .flat_map(|f| f.samples.iter().filter(|s| s.id.0 == id).map(|s| s.at[0]))
                .collect();
            for pair in x.windows(2) {
                expected[0] += usize::from(pair[0] >= 4.0 && pair[1] < 4.0);
                expected[1] += usize::from(pair[0] < 4.0 && pair[1] >= 4.0);
            }
        }
        assert_eq!(flow.counts(), expected, "left of an upward line is where x is less");
        assert!(expected[0] > 20, "{expected:?}");
        let windows = flow.windows(7.0);
        assert_eq!(windows.len(), 5, "30 s: four whole ones and the rest");
        let total: u32 = windows.iter().flat_map(|window| window.counts).sum();
        assert_eq!(total as usize, flow.crossings().len(), "each crossing is in one window");
        assert!(flow.crossings().iter().all(|c| c.time <= c.seen && c.seen - c.time < 0.11), "in between");
    }

    #[test]
    fn lines_that_meet_count_once() {
        let frames = walkers(6, 60, 300, [8.0, 6.0]);
        let whole = of(&frames, [[4.0, 0.0], [4.0, 6.0]]).counts();
        let parts =
            [[[4.0, 0.0], [4.0, 2.5]], [[4.0, 2.5], [4.0, 6.0]]].map(|ends| of(&frames, ends).counts());
        assert_eq!([0, 1].map(|k| parts[0][k] + parts[1][k]), whole);
    }

    #[test]
    fn a_stop_on_the_line() {
        let mut frames = walkers(1, 1, 5, [8.0, 6.0]);
        let walk = |frames: &mut [Frame], x: [f64; 5]| {
            frames.iter_mut().zip(x).for_each(|(frame, x)| frame.samples[0].at = [x, 1.0]);
        };
        let line = [[4.0, 0.0], [4.0, 2.0]];
        walk(&mut frames, [3.0, 4.0, 4.0, 5.0, 6.0]);
        assert_eq!(of(&frames, line).counts(), [0, 1], "through");
        walk(&mut frames, [3.0, 4.0, 4.0, 3.0, 2.0]);
        let there_and_back = of(&frames, line);
        assert_eq!(there_and_back.counts(), [1, 1], "to it and back: both or none");
        assert_eq!(there_and_back.firsts().len(), 1, "but one character");
        walk(&mut frames, [5.0, 4.0, 3.0, 2.0, 1.0]);
        assert_eq!(of(&frames, line).counts(), [1, 0], "from the other side");
        walk(&mut frames, [3.0, 3.5, 3.9, 4.1, 4.1]);
        let once = of(&frames, line);
        assert!((once.crossings()[0].time - 0.25).abs() < 1e-12, "half way between two frames");
        assert_eq!((once.mean_flow(), once.passed().values), (None, vec![1.0]));
        assert_eq!(of(&frames, [[4.0, 1.5], [4.0, 2.0]]).counts(), [0, 0], "beside it");
        assert_eq!(of(&frames, [[4.0, 1.0], [4.0, 1.0]]).counts(), [0, 0], "a line without length");
    }

    #[test]
    fn a_regular_flow() {
        // Somebody every half second through a door of 2 m.
        let frames: Vec<Frame> = (0..100)
            .map(|step| {
                let mut frame = walkers(1, 1, 1, [1.0, 1.0]).remove(0);
                let one = frame.samples[0];
                frame.time = 0.1 * f64::from(step);
                let at = |id: u32| [0.1 * f64::from(step) - 0.5 * f64::from(id) - 0.03, 1.0];
                frame.samples = (0..10).map(|id| Sample { id: CharacterId(id), at: at(id), ..one }).collect();
                frame
            })
            .collect();
        let flow = of(&frames, [[0.0, 2.0], [0.0, 0.0]]);
        assert_eq!(flow.counts(), [10, 0]);
        assert!((flow.mean_flow().expect("ten") - 2.0).abs() < 1e-9, "{:?}", flow.mean_flow());
        assert!((flow.specific_flow().expect("ten") - 1.0).abs() < 1e-9, "per meter");
        assert!((flow.windows(2.0)[1].flow() - 2.0).abs() < 1e-9, "in the second window");
        assert!(flow.windows(0.0).is_empty() && flow.windows(f64::NAN).is_empty(), "no such windows");
    }
}
