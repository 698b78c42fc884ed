//! Carries out a script in a place, and judges the mesh on the way.

use std::collections::{BTreeMap, BTreeSet};

use throng_mesh::{Change, ConnectionId, Event, LayerId, LiveMesh, Mesh, Obstacle, ObstacleId, Refused};
use throng_voronoi::sample::Random;

use crate::judge;
use crate::place::{Mode, Place};
use crate::script::{Step, Transaction};
use crate::twin::Twin;
use crate::walk::Walk;

/// How often to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Care {
    /// A full verification every so many updates.
    pub(crate) verify: usize,
    /// A comparison with something that shares nothing with the layout, every so many updates.
    pub(crate) compare: usize,
}

impl Care {
    /// After every update.
    pub(crate) const ALWAYS: Self = Self { verify: 1, compare: 1 };
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) transactions: u64,
    pub(crate) inserted: u64,
    pub(crate) removed: u64,
    pub(crate) opened: u64,
    pub(crate) closed: u64,
    pub(crate) refused: u64,
    pub(crate) verified: u64,
    pub(crate) compared: u64,
    pub(crate) events: u64,
    pub(crate) restored: u64,
    pub(crate) replanned: u64,
    /// Updates that were carried out by building anew.
    pub(crate) rebuilt: u64,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.transactions, other.transactions),
            (&mut self.inserted, other.inserted),
            (&mut self.removed, other.removed),
            (&mut self.opened, other.opened),
            (&mut self.closed, other.closed),
            (&mut self.refused, other.refused),
            (&mut self.verified, other.verified),
            (&mut self.compared, other.compared),
            (&mut self.events, other.events),
            (&mut self.restored, other.restored),
            (&mut self.replanned, other.replanned),
            (&mut self.rebuilt, other.rebuilt),
        ];
        for (sum, more) in pairs {
            *sum += more;
        }
    }
}

/// A failure: after which transaction, and what.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) after: usize,
    pub(crate) reason: String,
}

/// A live mesh in the middle of a script.
struct Run<'a> {
    place: &'a Place,
    live: LiveMesh,
    twin: Option<Twin>,
    /// By the number of an obstacle in the script: its ids. In strips it may have several.
    ids: BTreeMap<u32, Vec<ObstacleId>>,
    /// The mesh before anything happened, and its cells that were removed since.
    first: Mesh,
    touched: BTreeSet<u32>,
    gone: Option<ObstacleId>,
    walk: Walk,
    random: Random,
    counts: Counts,
}

/// Carries out a script; in the end everything is taken away again. `None` if the place makes no mesh.
pub(crate) fn run(
    place: &Place,
    script: &[Transaction],
    care: Care,
) -> Option<(Counts, Result<(), Failure>)> {
    let live = LiveMesh::build(&place.scene).ok()?;
    let twin = if place.mode == Mode::Twin { Some(Twin::new(place)?) } else { None };
    let first = live.snapshot();
    let mut run = Run {
        place,
        live,
        twin,
        ids: BTreeMap::new(),
        first,
        touched: BTreeSet::new(),
        gone: None,
        walk: Walk::default(),
        random: Random::new(place.number ^ 0x0dd5),
        counts: Counts::default(),
    };
    let result = run.all(script, care);
    Some((run.counts, result))
}

impl Run<'_> {
    fn all(&mut self, script: &[Transaction], care: Care) -> Result<(), Failure> {
        for (after, transaction) in script.iter().enumerate() {
            let fail = |reason: String| Failure { after, reason };
            self.carry_out(transaction).map_err(fail)?;
            if after % care.verify == 0 {
                self.verify().map_err(fail)?;
            }
            if after % care.compare == 0 {
                self.compare().map_err(fail)?;
            }
        }
        self.restore().map_err(|reason| Failure { after: script.len(), reason })
    }

    fn carry_out(&mut self, transaction: &Transaction) -> Result<(), String> {
        let (mut changes, mut keys, mut leaving, mut doors) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut flat_changes = Vec::new();
        let mut bad = None;
        for step in transaction {
            match step {
                Step::Insert(key, obstacle) if !self.ids.contains_key(key) => match &self.twin {
                    Some(twin) => {
                        let copies = twin.copies(obstacle);
                        keys.push((*key, copies.len()));
                        changes.extend(copies.into_iter().map(Change::Insert));
                        flat_changes.push((*key, Some(obstacle.clone())));
                    }
                    None => {
                        keys.push((*key, 1));
                        changes.push(Change::Insert(obstacle.clone()));
                    }
                },
                Step::Remove(key) if !leaving.contains(key) => {
                    let Some(ids) = self.ids.get(key) else { continue };
                    changes.extend(ids.iter().map(|&id| Change::Remove(id)));
                    flat_changes.push((*key, None));
                    leaving.push(*key);
                }
                &Step::Turn(door) if !doors.contains(&door) => {
                    doors.push(door);
                    let connection = ConnectionId(door);
                    let open = self.live.is_open(connection);
                    changes.push(if open { Change::Close(connection) } else { Change::Open(connection) });
                }
                &Step::Bad(kind) => {
                    let (wrong, check) = self.bad(kind);
                    changes.extend(wrong);
                    bad = Some((kind, check));
                }
                _ => {}
            }
        }
        if let Some((kind, expected)) = bad {
            return self.refuses(&changes, kind, expected);
        }
        if changes.is_empty() {
            return Ok(());
        }
        let before = self.live.snapshot();
        let (ids, event) = self.live.apply(&changes).map_err(|refused| refused.to_string())?;
        self.count(&changes);
        self.note(&before, &event)?;
        for key in leaving {
            self.gone = self.ids.remove(&key).map(|ids| ids[0]);
        }
        let mut ids = ids.into_iter();
        for (key, copies) in keys {
            self.ids.insert(key, ids.by_ref().take(copies).collect());
        }
        if let Some(twin) = &mut self.twin {
            twin.apply(&flat_changes)?;
        }
        Ok(())
    }

    fn count(&mut self, changes: &[Change]) {
        self.counts.transactions += 1;
        for change in changes {
            *match change {
                Change::Insert(_) => &mut self.counts.inserted,
                Change::Remove(_) => &mut self.counts.removed,
                Change::Open(_) => &mut self.counts.opened,
                Change::Close(_) => &mut self.counts.closed,
            } += 1;
        }
    }

    /// What an event says must be so.
    fn note(&mut self, before: &Mesh, event: &Event) -> Result<(), String> {
        self.counts.events += 1;
        self.touched.extend(event.cells_removed.iter().map(|cell| cell.0));
        if event.version == before.version() + 1 {
            judge::event(before, self.live.mesh(), event)?;
        } else {
            // Built anew: all ids are new.
            self.counts.rebuilt += 1;
        }
        self.counts.replanned +=
            u64::from(self.walk.plan_again(self.live.mesh(), event, &mut self.random)?);
        Ok(())
    }

    /// Changes that make no sense, and how they are to be refused.
    fn bad(&self, kind: u32) -> (Vec<Change>, fn(&Refused) -> bool) {
        let far = self.live.mesh().grid().bounds()[1];
        let put = |layer: u32, rings: &[&[[f64; 2]]]| {
            let rings = rings.iter().map(|ring| ring.to_vec()).collect();
            vec![Change::Insert(Obstacle { layer: LayerId(layer), rings, spreads: true })]
        };
        let doors = self.live.mesh().num_connections() as u32;
        match kind {
            0 => (put(0, &[&[[1.0, f64::NAN]]]), |r| matches!(r, Refused::NotFinite { .. })),
            1 => (put(0, &[&[[1.0, 1.0], [f64::INFINITY, 2.0]]]), |r| matches!(r, Refused::NotFinite { .. })),
            2 => (put(0, &[&[[far[0] + 1.0, far[1]]]]), |r| matches!(r, Refused::OutOfRange { .. })),
            3 => (put(0, &[&[[1e300, -1e300], [0.0, 0.0]]]), |r| matches!(r, Refused::OutOfRange { .. })),
            4 => (put(u32::MAX, &[&[[1.0, 1.0]]]), |r| matches!(r, Refused::NoLayer(_))),
            5 => (put(0, &[]), |r| matches!(r, Refused::NoCorners { .. })),
            6 => (put(0, &[&[[1.0, 1.0]], &[]]), |r| matches!(r, Refused::NoCorners { .. })),
            7 => (vec![Change::Remove(ObstacleId(u32::MAX))], |r| matches!(r, Refused::NoObstacle(_))),
            8 => {
                let gone = self.gone.unwrap_or(ObstacleId(u32::MAX - 1));
                (vec![Change::Remove(gone)], |r| matches!(r, Refused::NoObstacle(_)))
            }
            9 => (vec![Change::Open(ConnectionId(doors))], |r| matches!(r, Refused::NoConnection(_))),
            // Doors that are open already, or are opened and closed at once.
            _ => {
                let door = ConnectionId(0);
                if doors == 0 {
                    return (vec![Change::Close(door)], |r| matches!(r, Refused::NoConnection(_)));
                }
                let open = self.live.is_open(door);
                let change = if open { Change::Open(door) } else { Change::Close(door) };
                // If the transaction turns the same door before, that is what is wrong.
                (vec![change], |r| matches!(r, Refused::AlreadyThere { .. } | Refused::Twice(_)))
            }
        }
    }

    /// A bad transaction must be refused for the right reason, and leave everything as it was.
    fn refuses(
        &mut self,
        changes: &[Change],
        kind: u32,
        expected: fn(&Refused) -> bool,
    ) -> Result<(), String> {
        let before = self.live.snapshot();
        match self.live.apply(changes) {
            Ok(_) => return Err(format!("bad update {kind} was accepted")),
            Err(refused) if !expected(&refused) => {
                return Err(format!("bad update {kind} was refused: {refused}"));
            }
            Err(_) => {}
        }
        self.counts.refused += 1;
        if before != *self.live.mesh() {
            return Err(format!("bad update {kind} changed the mesh"));
        }
        Ok(())
    }

    fn verify(&mut self) -> Result<(), String> {
        self.counts.verified += 1;
        self.live.verify().map_err(|mistake| mistake.to_string())
    }

    /// Comparisons that share nothing with the layout.
    fn compare(&mut self) -> Result<(), String> {
        self.counts.compared += 1;
        match (&mut self.twin, self.place.mode) {
            (Some(twin), _) => twin.compare(self.live.mesh(), &mut self.random),
            (None, Mode::Upright) => {
                judge::naive(&self.live, &mut self.random)?;
                judge::from_the_beginning(&self.live)
            }
            _ if self.place.scene.layers.len() == 1 => judge::naive(&self.live, &mut self.random),
            _ => Ok(()),
        }
    }

    /// Everything is taken away in any order: then the mesh is the first one.
    fn restore(&mut self) -> Result<(), String> {
        let mut left: Vec<Change> = self.ids.values().flatten().map(|&id| Change::Remove(id)).collect();
        let doors = (0..self.live.mesh().num_connections() as u32).map(ConnectionId);
        left.extend(doors.filter(|&door| !self.live.is_open(door)).map(Change::Open));
        self.random.shuffle(&mut left);
        for change in left {
            let before = self.live.snapshot();
            let changes = [change];
            let (_, event) = self.live.apply(&changes).map_err(|refused| refused.to_string())?;
            self.count(&changes);
            self.note(&before, &event)?;
        }
        self.counts.restored += 1;
        self.live.mesh().same_as(&self.first).map_err(|reason| format!("not restored: {reason}"))?;
        if self.counts.rebuilt == 0 {
            judge::untouched(&self.first, self.live.mesh(), |cell| !self.touched.contains(&cell.0))?;
        }
        self.verify()
    }
}
