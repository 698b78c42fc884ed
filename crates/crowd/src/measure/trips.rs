//! Trips: when characters came and left, by which exit, how far they walked and how long it took.
//!
//! A trip begins with the first frame that has the character, unless told more exactly, and ends when told that it left, or with the
//! first frame that does not have it any more. Distances are sums of straight lines from frame to frame, a little shorter than the way.

use std::collections::BTreeMap;

use super::frame::Frame;
use super::series::Series;
use crate::area::distance_sq;
use crate::id::CharacterId;

/// The way of one character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Whose.
    pub id: CharacterId,
    /// When it came. \[s\]
    pub entered: f64,
    /// When it left; `None` while it is there. \[s\]
    pub left: Option<f64>,
    /// By which exit, if that is known.
    pub exit: Option<usize>,
    /// How far it walked. \[m\]
    pub distance: f64,
    /// When it was seen last. \[s\]
    pub seen: f64,
}

/// Who used an exit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExitUse {
    /// How many left there.
    pub count: usize,
    /// When the first one did. \[s\]
    pub first: Option<f64>,
    /// When the last one did. \[s\]
    pub last: Option<f64>,
}

/// All trips of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trips {
    /// By the order in which characters came.
    trips: Vec<Trip>,
    numbers: BTreeMap<CharacterId, usize>,
    /// Everybody in the last frame, by ascending ids.
    last: Vec<Last>,
    present: Series,
}

/// Where somebody was in the last frame, and which trip that is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Last {
    id: CharacterId,
    at: [f64; 2],
    trip: usize,
}

impl Trip {
    /// How long it took; `None` while it lasts. \[s\]
    pub fn duration(&self) -> Option<f64> {
        self.left.map(|left| left - self.entered)
    }

    /// Distance by time, stops included; 0 if it took no time. \[m/s\]
    pub fn mean_speed(&self) -> f64 {
        let time = self.seen - self.entered;
        if time > 0.0 { self.distance / time } else { 0.0 }
    }
}

impl Trips {
    /// One more frame.
    pub fn add(&mut self, frame: &Frame) {
        let before = std::mem::take(&mut self.last);
        let mut earlier = before.iter().peekable();
        for sample in &frame.samples {
            // Those who are gone without a word.
            while let Some(gone) = earlier.next_if(|last| last.id < sample.id) {
                self.trips[gone.trip].left.get_or_insert(frame.time);
            }
            let last = earlier.next_if(|last| last.id == sample.id);
            let trip = last.map_or_else(|| self.number(sample.id, frame.time), |last| last.trip);
            let way = last.map_or(0.0, |last| distance_sq(last.at, sample.at).sqrt());
            let known = &mut self.trips[trip];
            known.distance += way;
            (known.seen, known.left, known.exit) = (frame.time, None, None);
            self.last.push(Last { id: sample.id, at: sample.at, trip });
        }
        for gone in earlier {
            self.trips[gone.trip].left.get_or_insert(frame.time);
        }
        self.present.push(frame.time, frame.samples.len() as f64);
    }

    /// Somebody came, perhaps between frames. \[s\]
    pub fn enter(&mut self, id: CharacterId, time: f64) {
        self.number(id, time);
    }

    /// Somebody left, perhaps between frames, by an exit if that is known. \[s\]
    pub fn leave(&mut self, id: CharacterId, time: f64, exit: Option<usize>) {
        let number = self.number(id, time);
        let trip = &mut self.trips[number];
        (trip.left, trip.exit) = (Some(time), exit);
        trip.seen = trip.seen.max(time);
    }

    /// All trips, in the order in which characters came.
    pub fn all(&self) -> &[Trip] {
        &self.trips
    }

    /// How many are there, over time: N(t).
    pub fn present(&self) -> &Series {
        &self.present
    }

    /// How long those who left were there, from the shortest time to the longest. \[s\]
    pub fn durations(&self) -> Vec<f64> {
        sorted(self.trips.iter().filter_map(Trip::duration))
    }

    /// When they left, from the first to the last. \[s\]
    pub fn departures(&self) -> Vec<f64> {
        sorted(self.trips.iter().filter_map(|trip| trip.left))
    }

    /// When a share of all who ever came had left, from 0 to 1; `None` if fewer did. With share 1 this is the time of evacuation. \[s\]
    pub fn cleared(&self, share: f64) -> Option<f64> {
        let needed = (share.clamp(0.0, 1.0) * self.trips.len() as f64 - 1e-9).ceil().max(1.0) as usize;
        self.departures().get(needed - 1).copied()
    }

    /// How many used each of so many exits.
    pub fn exit_use(&self, exits: usize) -> Vec<ExitUse> {
        let mut uses = vec![ExitUse::default(); exits];
        for trip in &self.trips {
            if let (Some(left), Some(use_of)) = (trip.left, trip.exit.and_then(|exit| uses.get_mut(exit))) {
                use_of.count += 1;
                use_of.first = Some(use_of.first.map_or(left, |first| first.min(left)));
                use_of.last = Some(use_of.last.map_or(left, |last| last.max(left)));
            }
        }
        uses
    }

    /// The trip of a character; a new one if it has none.
    fn number(&mut self, id: CharacterId, time: f64) -> usize {
        *self.numbers.entry(id).or_insert_with(|| {
            self.trips.push(Trip { id, entered: time, left: None, exit: None, distance: 0.0, seen: time });
            self.trips.len() - 1
        })
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::super::frame::Sample;
    use super::super::frame::sample::walkers;
    use super::*;

    #[test]
    fn ways_and_times() {
        let mut frames = walkers(9, 20, 100, [500.0, 500.0]);
        // Nobody turns around in so large a room. Every third character is gone from frame 50 on.
        frames[50..].iter_mut().for_each(|frame| frame.samples.retain(|sample| sample.id.0 % 3 != 0));
        let mut trips = Trips::default();
        for (step, frame) in frames.iter().enumerate() {
            if step == 50 {
                trips.leave(CharacterId(3), 4.93, Some(1));
            }
            trips.add(frame);
        }
        assert_eq!(trips.all().len(), 20);
        for trip in trips.all() {
            let id = trip.id.0;
            assert!((trip.entered - 0.1 * f64::from(id % 7)).abs() < 1e-12, "{trip:?}");
            let seen: Vec<&Sample> =
                frames.iter().flat_map(|frame| &frame.samples).filter(|s| s.id == trip.id).collect();
            let way: f64 = seen.windows(2).map(|pair| distance_sq(pair[0].at, pair[1].at).sqrt()).sum();
            assert!((trip.distance - way).abs() < 1e-9, "{trip:?}");
            let left = if id % 3 != 0 { None } else { Some(if id == 3 { 4.93 } else { 5.0 }) };
            assert_eq!(trip.left, left, "{id}");
            assert!((trip.mean_speed() - seen[0].speed()).abs() < 0.02, "{trip:?}");
        }
        assert_eq!(trips.durations().len(), 7);
        assert_eq!(trips.departures()[0], 4.93);
        assert_eq!((trips.cleared(0.35), trips.cleared(0.36)), (Some(5.0), None), "7 of 20");
        let uses = trips.exit_use(2);
        assert_eq!((uses[0].count, uses[1].count, uses[1].last), (0, 1, Some(4.93)));
        assert_eq!(trips.present().values[99], 13.0);
    }

    #[test]
    fn nobody() {
        let trips = Trips::default();
        assert_eq!((trips.cleared(1.0), trips.durations().len()), (None, 0));
        let mut trips = Trips::default();
        trips.enter(CharacterId(4), 1.0);
        trips.leave(CharacterId(4), 1.0, Some(7));
        assert_eq!((trips.all()[0].mean_speed(), trips.cleared(1.0)), (0.0, Some(1.0)));
        assert_eq!(trips.exit_use(2), [ExitUse::default(); 2], "there is no exit 7");
    }
}
