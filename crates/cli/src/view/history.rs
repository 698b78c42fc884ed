//! What is kept of a run, so that one can go back in it.
//!
//! All frames while there is room. When there is not, every second one goes, and from then on only every second step is kept: so a
//! run of any length has the same number of frames, within a factor of two, evenly spread.
//!
//! Invariant: all steps are multiples of `every`, in ascending order; their bytes are at most as many as allowed, but for the last one.

use std::sync::Arc;

use super::frame::Head;

/// Frames of a run.
#[derive(Debug)]
pub(super) struct History {
    frames: Vec<Kept>,
    /// One step of so many is kept.
    every: u32,
    bytes: usize,
    most_bytes: usize,
}

/// A frame that is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) head: Head,
    pub(super) bytes: Arc<Vec<u8>>,
}

impl History {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { frames: Vec::new(), every: 1, bytes: 0, most_bytes }
    }

    /// One more frame, later than all before.
    pub(super) fn add(&mut self, head: Head, bytes: Arc<Vec<u8>>) {
        let is_later = self.frames.last().is_none_or(|last| last.head.step < head.step);
        if !is_later || !head.step.is_multiple_of(self.every) {
            return;
        }
        self.bytes += bytes.len();
        self.frames.push(Kept { head, bytes });
        while self.bytes > self.most_bytes && self.frames.len() > 1 {
            self.every *= 2;
            self.frames.retain(|kept| kept.head.step.is_multiple_of(self.every));
            self.bytes = self.frames.iter().map(|kept| kept.bytes.len()).sum();
        }
    }

    /// The first and the last step that is kept.
    pub(super) fn span(&self) -> [u32; 2] {
        let step = |kept: Option<&Kept>| kept.map_or(0, |kept| kept.head.step);
        [step(self.frames.first()), step(self.frames.last())]
    }

    /// One step of so many is kept.
    pub(super) fn every(&self) -> u32 {
        self.every
    }

    /// Frames of some steps, both ends included: at most one of so many steps.
    pub(super) fn range(&self, from: u32, to: u32, every: u32) -> impl Iterator<Item = &Kept> {
        let first = self.frames.partition_point(|kept| kept.head.step < from);
        let every = every.max(1);
        let mut next = from;
        self.frames[first..].iter().take_while(move |kept| kept.head.step <= to).filter(move |kept| {
            let is_due = kept.head.step >= next;
            if is_due {
                next = kept.head.step + every;
            }
            is_due
        })
    }

    /// What all frames tell of the whole.
    pub(super) fn heads(&self) -> impl Iterator<Item = &Head> {
        self.frames.iter().map(|kept| &kept.head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(steps: u32, most_bytes: usize) -> History {
        let mut history = History::new(most_bytes);
        for step in 0..steps {
            history.add(Head { step, ..Head::default() }, Arc::new(vec![0; 100]));
        }
        history
    }

    #[test]
    fn a_long_run_is_thinned_out_evenly() {
        for (steps, every) in [(10, 1), (11, 2), (19, 2), (21, 4), (1_000, 128)] {
            let history = filled(steps, 1_000);
            assert_eq!(history.every(), every, "{steps} steps");
            let kept: Vec<u32> = history.heads().map(|head| head.step).collect();
            let wanted: Vec<u32> = (0..steps).step_by(every as usize).collect();
            assert_eq!(kept, wanted, "{steps} steps");
            assert!(history.bytes <= 1_000, "{} bytes", history.bytes);
        }
    }

    #[test]
    fn ranges() {
        let history = filled(20, 1_000);
        let steps = |from, to, every| -> Vec<u32> {
            history.range(from, to, every).map(|kept| kept.head.step).collect()
        };
        assert_eq!(steps(3, 9, 1), [4, 6, 8]);
        assert_eq!(steps(0, 19, 5), [0, 6, 12, 18], "the next one that is kept");
        assert_eq!(steps(9, 3, 1), [0u32; 0]);
        assert_eq!(steps(100, 200, 1), [0u32; 0]);
        assert_eq!(history.span(), [0, 18]);
    }

    #[test]
    fn steps_that_come_again_are_not_kept() {
        let mut history = filled(5, 1_000);
        history.add(Head { step: 4, ..Head::default() }, Arc::new(vec![1]));
        assert_eq!(history.heads().count(), 5);
    }
}
