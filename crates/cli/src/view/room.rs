//! A room: one place that is open, as those see it who talk with pages. What goes on in it is in `engine`, on a thread of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use throng_crowd::STEP;
use throng_mesh::Scene;
use tokio::sync::{mpsc, watch};

use super::engine::{Engine, Settings};
use super::facts::{Facts, Snapshot, bounds_of_all};
use super::frame::Head;
use super::history::{History, Kept};
use super::origin::{Lively, Origin};
use super::replay::Replay;
use super::show::Show;

/// Requests that may wait for the end of a step; more are refused.
const WAITING: usize = 256;

/// The newest frame; none before the first step.
pub(super) type Newest = Option<Arc<Vec<u8>>>;

/// One place that is open.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) facts: Facts,
    place: RwLock<Arc<Snapshot>>,
    inside: Inside,
    /// How many pages are connected, and when the last one came or went.
    clients: AtomicUsize,
    touched: Mutex<Instant>,
}

#[derive(Debug)]
enum Inside {
    Lively {
        commands: SyncSender<Command>,
        frames: watch::Receiver<Newest>,
        history: Mutex<History>,
        thread: Mutex<Option<JoinHandle<()>>>,
        scene: Box<Scene>,
    },
    Recorded(Box<Mutex<Replay>>),
}

/// Who is connected, among all of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClientId(pub(super) u64);

/// Where answers and events for a page go.
pub(super) type Mailbox = mpsc::Sender<String>;

/// What an engine is told.
#[derive(Debug)]
pub(super) enum Command {
    Join(ClientId, Mailbox),
    Leave(ClientId),
    Request(ClientId, Map<String, Value>),
    Close,
}

impl Room {
    /// Opens a room. For something large this takes a while.
    pub(super) fn open(name: &str, origin: &Origin, settings: &Settings) -> Result<Arc<Self>> {
        match origin {
            Origin::Lively(lively) => Self::open_lively(name, lively, settings),
            Origin::Recorded(file) => {
                let mut replay = Replay::open(file)?;
                let (facts, snapshot) = replay.place(name)?;
                Ok(Arc::new(Self::new(facts, snapshot, Inside::Recorded(Box::new(Mutex::new(replay))))))
            }
        }
    }

    fn open_lively(name: &str, lively: &Lively, settings: &Settings) -> Result<Arc<Self>> {
        let show = lively.begin()?;
        let facts = facts(name, &lively.title, &show);
        let (commands, requests) = std::sync::mpsc::sync_channel(WAITING);
        let (publish, frames) = watch::channel(None);
        let inside = Inside::Lively {
            commands,
            frames,
            history: Mutex::new(History::new(settings.history)),
            thread: Mutex::new(None),
            scene: Box::new(lively.scene.clone()),
        };
        let room = Arc::new(Self::new(facts, Snapshot::of(show.crowd().live_mesh()), inside));
        let mut engine = Engine::new(room.clone(), lively.clone(), show, publish, settings.clone());
        engine.publish(0.0);
        let builder = std::thread::Builder::new().name(format!("room {name}"));
        let handle = builder.spawn(move || engine.run(&requests)).context("cannot start a thread")?;
        if let Inside::Lively { thread, .. } = &room.inside {
            *lock(thread) = Some(handle);
        }
        Ok(room)
    }

    fn new(facts: Facts, snapshot: Snapshot, inside: Inside) -> Self {
        let (clients, touched) = (AtomicUsize::new(0), Mutex::new(Instant::now()));
        Self { facts, place: RwLock::new(Arc::new(snapshot)), inside, clients, touched }
    }

    /// The place as it is now.
    pub(super) fn place(&self) -> Arc<Snapshot> {
        self.place.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The place has changed.
    pub(super) fn set_place(&self, snapshot: Snapshot) {
        *self.place.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }

    /// The scene that a room began with; a recorded run has none to keep.
    pub(super) fn scene(&self) -> Option<&Scene> {
        match &self.inside {
            Inside::Lively { scene, .. } => Some(scene),
            Inside::Recorded(_) => None,
        }
    }

    /// Tells the engine something. False if it has too much to do, or if there is none.
    pub(super) fn tell(&self, command: Command) -> bool {
        match &self.inside {
            Inside::Lively { commands, .. } => match commands.try_send(command) {
                Ok(()) => true,
                // Coming and going must not get lost. This waits for the end of a step.
                Err(TrySendError::Full(command @ (Command::Leave(_) | Command::Close))) => {
                    commands.send(command).is_ok()
                }
                Err(_) => false,
            },
            Inside::Recorded(_) => false,
        }
    }

    /// Frames as they come; `None` if this is a recorded run.
    pub(super) fn newest(&self) -> Option<watch::Receiver<Newest>> {
        match &self.inside {
            Inside::Lively { frames, .. } => Some(frames.clone()),
            Inside::Recorded(_) => None,
        }
    }

    /// Keeps a frame.
    pub(super) fn keep(&self, head: Head, bytes: &Arc<Vec<u8>>) {
        if let Inside::Lively { history, .. } = &self.inside {
            lock(history).add(head, bytes.clone());
        }
    }

    /// Forgets all frames.
    pub(super) fn forget(&self, most_bytes: usize) {
        if let Inside::Lively { history, .. } = &self.inside {
            *lock(history) = History::new(most_bytes);
        }
    }

    /// Frames of some steps, up to a number of bytes, but at least one if there is any.
    pub(super) fn frames(&self, [from, to, every]: [u32; 3], most_bytes: usize) -> Result<Vec<Arc<Vec<u8>>>> {
        match &self.inside {
            Inside::Lively { history, .. } => {
                let history = lock(history);
                let mut sum = 0;
                let fits = |kept: &&Kept| {
                    let is_first = sum == 0;
                    sum += kept.bytes.len();
                    is_first || sum <= most_bytes
                };
                Ok(history.range(from, to, every).take_while(fits).map(|kept| kept.bytes.clone()).collect())
            }
            Inside::Recorded(replay) => lock(replay).frames([from, to, every], most_bytes),
        }
    }

    /// The steps that are kept: the first, the last, and one of so many.
    pub(super) fn span(&self) -> [u32; 3] {
        match &self.inside {
            Inside::Lively { history, .. } => {
                let history = lock(history);
                let [first, last] = history.span();
                [first, last, history.every()]
            }
            Inside::Recorded(replay) => [0, lock(replay).num_frames().saturating_sub(1), 1],
        }
    }

    /// Numbers over time.
    pub(super) fn series(&self) -> Result<Value> {
        let heads: Vec<Head> = match &self.inside {
            Inside::Lively { history, .. } => lock(history).heads().copied().collect(),
            Inside::Recorded(replay) => lock(replay).heads()?,
        };
        let column = |of: fn(&Head) -> Value| heads.iter().map(of).collect::<Vec<_>>();
        Ok(json!({
            "step": column(|head| head.step.into()), "time": column(|head| head.time.into()),
            "count": column(|head| head.count.into()), "speed": column(|head| head.mean_speed.into()),
            "entered": column(|head| head.entered.into()), "left": column(|head| head.left.into()),
            "stuck": column(|head| head.stuck.into()),
        }))
    }

    /// What a page is told of a recorded run, in place of an engine.
    pub(super) fn recorded_state(&self) -> Option<Value> {
        let Inside::Recorded(_) = &self.inside else { return None };
        let [first, last, every] = self.span();
        Some(json!({
            "event": "state", "running": false, "speed": 1.0, "achieved": 0.0, "step": first, "time": 0.0, "characters": 0,
            "first": first, "last": last, "every": every, "recording": null, "undo": false, "redo": false,
            "clients": self.clients(), "over": true,
        }))
    }

    /// Somebody came (1) or went (-1).
    pub(super) fn count(&self, change: isize) {
        match change {
            1 => self.clients.fetch_add(1, Ordering::Relaxed),
            _ => self.clients.fetch_sub(1, Ordering::Relaxed),
        };
        self.touch();
    }

    /// Somebody asks for it.
    pub(super) fn touch(&self) {
        *lock(&self.touched) = Instant::now();
    }

    pub(super) fn clients(&self) -> usize {
        self.clients.load(Ordering::Relaxed)
    }

    /// Since when nobody came, went or asked.
    pub(super) fn touched(&self) -> Instant {
        *lock(&self.touched)
    }

    /// Ends what goes on, with whole files.
    pub(super) fn close(&self) {
        self.tell(Command::Close);
        if let Inside::Lively { thread, .. } = &self.inside {
            let handle = lock(thread).take();
            if let Some(handle) = handle {
                // A thread that panicked has told so.
                let _ = handle.join();
            }
        }
    }
}

fn facts(name: &str, title: &str, show: &Show) -> Facts {
    let mesh = show.crowd().mesh();
    let bounds = bounds_of_all(mesh);
    Facts {
        room: name.to_owned(),
        title: title.to_owned(),
        kind: if show.simulation().is_some() { "scenario" } else { "wander" },
        profiles: show.profiles(),
        goals: show.goals(),
        areas: show.areas(),
        doors: show.crowd().live_mesh().scene().connections.iter().map(|door| door.name.clone()).collect(),
        step: STEP,
        duration: show.duration(),
        bounds,
        has_heights: mesh.layers().any(|layer| !mesh.is_level(layer)) || bounds[1][2] > bounds[0][2],
    }
}

/// A lock; whoever panicked while holding it left nothing half done that matters here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
