//! Changes of a place by hand, and how they are undone.
//!
//! Idea. What a gesture did is what came, what went, and how doors were before; several changes of one gesture, such as those of a drag, add up
//! to the same. To undo it is one transaction: what came goes, what went comes again. Carrying that out gives the opposite, for doing it again.
//!
//! What comes again has a new id; whoever knows it by the old one is told.
//! Invariant: every id in the two lists is that of an obstacle that is there when its turn comes.

use std::collections::BTreeMap;

use throng_crowd::Crowd;
use throng_mesh::{Change, ConnectionId, Event, Obstacle, ObstacleId, Refused};

/// So many gestures can be undone.
const MOST: usize = 1_000;

/// What was done, and what was undone.
#[derive(Debug, Default)]
pub(super) struct Edits {
    done: Vec<Gesture>,
    undone: Vec<Gesture>,
}

/// What one gesture did.
#[derive(Clone, Debug, Default)]
struct Gesture {
    /// Its number, if it may go on.
    number: Option<u64>,
    came: Vec<ObstacleId>,
    went: Vec<(ObstacleId, Obstacle)>,
    /// Whether doors that it moved were open before.
    doors: BTreeMap<ConnectionId, bool>,
}

impl Edits {
    pub(super) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Changes the place. Changes with the same number belong together.
    pub(super) fn apply(
        &mut self,
        crowd: &mut Crowd,
        changes: &[Change],
        number: Option<u64>,
    ) -> Result<(Vec<ObstacleId>, Event), Refused> {
        let (mut gesture, ids, event) = carry_out(crowd, changes)?;
        gesture.number = number;
        self.undone.clear();
        match self.done.last_mut() {
            Some(last) if number.is_some() && last.number == number => last.add(gesture),
            _ => self.done.push(gesture),
        }
        if self.done.len() > MOST {
            self.done.remove(0);
        }
        Ok((ids, event))
    }

    /// Undoes the last gesture; `None` if there is none.
    pub(super) fn undo(&mut self, crowd: &mut Crowd) -> Option<Result<Event, Refused>> {
        let gesture = self.done.pop()?;
        let result = self.revert(crowd, &gesture);
        Some(result.map(|(opposite, event)| {
            self.undone.push(opposite);
            event
        }))
    }

    /// Does the last gesture that was undone again; `None` if there is none.
    pub(super) fn redo(&mut self, crowd: &mut Crowd) -> Option<Result<Event, Refused>> {
        let gesture = self.undone.pop()?;
        let result = self.revert(crowd, &gesture);
        Some(result.map(|(opposite, event)| {
            self.done.push(opposite);
            event
        }))
    }

    fn revert(&mut self, crowd: &mut Crowd, gesture: &Gesture) -> Result<(Gesture, Event), Refused> {
        let (opposite, ids, event) = carry_out(crowd, &gesture.opposite(crowd))?;
        for ((old, _), &new) in gesture.went.iter().zip(&ids) {
            for other in self.done.iter_mut().chain(&mut self.undone) {
                other.rename(*old, new);
            }
        }
        Ok((opposite, event))
    }
}

impl Gesture {
    /// The changes that bring everything back.
    fn opposite(&self, crowd: &Crowd) -> Vec<Change> {
        let went = self.came.iter().map(|&id| Change::Remove(id));
        let came = self.went.iter().map(|(_, obstacle)| Change::Insert(obstacle.clone()));
        let moved = self.doors.iter().filter(|&(&door, &open)| crowd.mesh().is_open(door) != open);
        let doors = moved.map(|(&door, &open)| if open { Change::Open(door) } else { Change::Close(door) });
        went.chain(came).chain(doors).collect()
    }

    /// What came later with the same number.
    fn add(&mut self, later: Self) {
        for (id, obstacle) in later.went {
            match self.came.iter().position(|&came| came == id) {
                // It came and went within the gesture.
                Some(index) => drop(self.came.remove(index)),
                None => self.went.push((id, obstacle)),
            }
        }
        self.came.extend(later.came);
        for (door, open) in later.doors {
            self.doors.entry(door).or_insert(open);
        }
    }

    fn rename(&mut self, old: ObstacleId, new: ObstacleId) {
        let went = self.went.iter_mut().map(|(id, _)| id);
        self.came.iter_mut().chain(went).filter(|id| **id == old).for_each(|id| *id = new);
    }
}

/// Changes a place, and notes what would bring it back.
fn carry_out(crowd: &mut Crowd, changes: &[Change]) -> Result<(Gesture, Vec<ObstacleId>, Event), Refused> {
    let mut gesture = Gesture::default();
    for change in changes {
        match change {
            Change::Remove(id) => {
                gesture.went.extend(crowd.live_mesh().obstacle(*id).map(|obstacle| (*id, obstacle.clone())));
            }
            Change::Open(door) => drop(gesture.doors.insert(*door, false)),
            Change::Close(door) => drop(gesture.doors.insert(*door, true)),
            Change::Insert(_) => {}
        }
    }
    let (ids, event) = crowd.change(changes)?;
    gesture.came.clone_from(&ids);
    Ok((gesture, ids, event))
}

#[cfg(test)]
mod tests {
    use super::*;
    use throng_mesh::{LayerId, LiveMesh};

    fn square(at: f64) -> Obstacle {
        Obstacle::new(LayerId(0), vec![[at, at], [at + 1.0, at], [at + 1.0, at + 1.0], [at, at + 1.0]])
    }

    /// What came since, without ids, and which doors are open.
    fn state(crowd: &Crowd) -> (Vec<String>, Vec<bool>) {
        let mut obstacles: Vec<String> =
            crowd.live_mesh().obstacles().map(|(_, obstacle)| format!("{obstacle:?}")).collect();
        obstacles.sort();
        let doors =
            (0..crowd.mesh().num_connections() as u32).map(|id| crowd.mesh().is_open(ConnectionId(id)));
        (obstacles, doors.collect())
    }

    #[test]
    fn all_the_way_back_and_forth() {
        let live = LiveMesh::build(&throng_mesh::sample::floors()).expect("it is fine");
        let mut crowd = Crowd::new(live, 1);
        let mut edits = Edits::default();
        let mut states = vec![state(&crowd)];
        let one = edits.apply(&mut crowd, &[Change::Insert(square(1.0))], None).expect("it is fine").0[0];
        states.push(state(&crowd));
        edits
            .apply(&mut crowd, &[Change::Close(ConnectionId(0)), Change::Insert(square(3.0))], None)
            .expect("it is fine");
        states.push(state(&crowd));
        // A drag in three parts, which begins with an obstacle that was there.
        let mut id = one;
        for part in 0..3 {
            let moved = [Change::Remove(id), Change::Insert(square(1.5 + 0.5 * f64::from(part)))];
            id = edits.apply(&mut crowd, &moved, Some(7)).expect("it is fine").0[0];
        }
        states.push(state(&crowd));
        edits
            .apply(&mut crowd, &[Change::Remove(id), Change::Open(ConnectionId(0))], None)
            .expect("it is fine");
        states.push(state(&crowd));
        for _ in 0..3 {
            for wanted in states.iter().rev().skip(1) {
                edits.undo(&mut crowd).expect("there is something").expect("it is fine");
                assert_eq!(&state(&crowd), wanted, "back");
            }
            assert!(!edits.can_undo() && edits.undo(&mut crowd).is_none(), "nothing is left");
            for wanted in &states[1..] {
                edits.redo(&mut crowd).expect("there is something").expect("it is fine");
                assert_eq!(&state(&crowd), wanted, "forth");
            }
            assert!(!edits.can_redo(), "nothing is left");
        }
        crowd.live_mesh().verify().expect("the mesh is as if built from nothing");
        edits.undo(&mut crowd).expect("there is something").expect("it is fine");
        edits.apply(&mut crowd, &[Change::Insert(square(6.0))], None).expect("it is fine");
        assert!(!edits.can_redo(), "another way was taken");
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let live = LiveMesh::build(&throng_mesh::sample::floors()).expect("it is fine");
        let mut crowd = Crowd::new(live, 1);
        let mut edits = Edits::default();
        assert!(
            edits.apply(&mut crowd, &[Change::Remove(ObstacleId(9))], None).is_err(),
            "there is no such obstacle"
        );
        assert!(!edits.can_undo(), "nothing was done");
    }
}
