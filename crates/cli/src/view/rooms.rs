//! All rooms of a program. A room opens when somebody first asks for it; when there are too many, one that nobody has been in for a while closes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::engine::Settings;
use super::models::Models;
use super::origin::Origin;
use super::room::{Room, lock};

/// So many are open at the same time.
const MOST: usize = 6;
/// A room that nobody has asked for during this time may close.
const IDLE: Duration = Duration::from_secs(10);

/// What was given on the command line has this name.
pub(super) const FILE: &str = "file";

/// All rooms.
#[derive(Debug)]
pub(super) struct Rooms {
    settings: Settings,
    /// What was given on the command line.
    file: Option<Origin>,
    /// What pages have sent.
    pub(super) models: Models,
    open: Mutex<BTreeMap<String, Slot>>,
}

/// A room that is open, or about to: whoever comes second waits.
type Slot = Arc<Mutex<Option<Arc<Room>>>>;

/// Why there is no room.
#[derive(Debug)]
pub(super) enum NoRoom {
    /// There is nothing of that name.
    Unknown,
    /// All are in use.
    Full,
    /// It cannot be opened.
    Broken(String),
}

impl Rooms {
    pub(super) fn new(settings: Settings, file: Option<Origin>) -> Self {
        Self { settings, file, models: Models::default(), open: Mutex::default() }
    }

    /// Whether there is a room for what was given on the command line.
    pub(super) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// A room by its name. For one that is not open yet this takes a while.
    pub(super) fn get(&self, name: &str) -> Result<Arc<Room>, NoRoom> {
        let slot = self.slot(name)?;
        let mut inside = lock(&slot);
        if let Some(room) = &*inside {
            room.touch();
            return Ok(room.clone());
        }
        let built_in;
        let origin = if name == FILE {
            self.file.as_ref()
        } else {
            built_in = Origin::built_in(name).or_else(|| self.models.origin(name));
            built_in.as_ref()
        };
        let opened = origin.ok_or(NoRoom::Unknown).and_then(|origin| {
            Room::open(name, origin, &self.settings).map_err(|error| NoRoom::Broken(format!("{error:#}")))
        });
        match opened {
            Ok(room) => {
                *inside = Some(room.clone());
                Ok(room)
            }
            Err(reason) => {
                lock(&self.open).remove(name);
                Err(reason)
            }
        }
    }

    /// Ends everything, with whole files.
    pub(super) fn close(&self) {
        self.models.close();
        let all = std::mem::take(&mut *lock(&self.open));
        for slot in all.into_values() {
            let room = lock(&slot).take();
            room.iter().for_each(|room| room.close());
        }
    }

    fn slot(&self, name: &str) -> Result<Slot, NoRoom> {
        let is_known = if name == FILE {
            self.has_file()
        } else {
            throng_import::PLACES.iter().any(|place| place.name == name) || self.models.has_room(name)
        };
        if !is_known {
            return Err(NoRoom::Unknown);
        }
        let mut open = lock(&self.open);
        if let Some(slot) = open.get(name) {
            return Ok(slot.clone());
        }
        if open.len() >= MOST {
            let idle = open.iter().filter_map(|(name, slot)| {
                let room = slot.try_lock().ok()?.clone()?;
                let is_idle = room.clients() == 0 && room.touched().elapsed() > IDLE;
                is_idle.then(|| (room.touched(), name.clone(), room))
            });
            let (_, oldest, room) = idle.min_by_key(|(touched, ..)| *touched).ok_or(NoRoom::Full)?;
            open.remove(&oldest);
            // Its thread may be within a step.
            std::thread::spawn(move || room.close());
        }
        Ok(open.entry(name.to_owned()).or_default().clone())
    }
}

impl std::fmt::Display for NoRoom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str("there is no such room"),
            Self::Full => f.write_str("too many places are open; close a tab and try again"),
            Self::Broken(reason) => f.write_str(reason),
        }
    }
}
