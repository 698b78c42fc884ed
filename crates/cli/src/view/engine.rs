//! What goes on in a room, on a thread of its own: steps at the wanted speed, and requests between them.
//!
//! 1. Obey what was asked for since the last step; if nothing runs, wait for something.
//! 2. If it is time, make a step, keep a frame of it, and publish it. Pages take the newest frame when they can: nothing here waits for them.
//! 3. Tell everybody how it goes when something changed, and once a second.
//!
//! A page whose mailbox is full is too slow for what it asked for, and what is for it is dropped.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use throng_crowd::{CharacterId, STEP};
use throng_mesh::Event;
use tokio::sync::watch;

use super::edits::Edits;
use super::facts::{BLOCK, Snapshot};
use super::frame::encode;
use super::origin::Lively;
use super::record::Recorder;
use super::room::{ClientId, Command, Mailbox, Newest, Room};
use super::show::Show;
use crate::changes::{event_value, why_refused};
use crate::query::{Refusal, changes};

/// How often everybody is told how it goes, and over which time the speed is measured.
const TELL: Duration = Duration::from_secs(1);
/// How long a room that does not run waits for requests at a time.
const REST: Duration = Duration::from_millis(250);
/// The largest speed that can be asked for, times real time.
const FASTEST: f64 = 1_000.0;
/// Steps of one request.
const MOST_STEPS: u64 = 1_000;

/// What is the same for all rooms.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Where recorded files go.
    pub(super) out: PathBuf,
    /// How many bytes of frames are kept.
    pub(super) history: usize,
}

/// What goes on in a room.
pub(super) struct Engine {
    room: Arc<Room>,
    origin: Lively,
    pub(super) show: Show,
    edits: Edits,
    frames: watch::Sender<Newest>,
    settings: Settings,
    clients: Vec<Client>,
    running: bool,
    /// Times real time; 0 is as fast as possible.
    speed: f64,
    /// When the next step is due.
    due: Instant,
    recorder: Option<Recorder>,
    told: Told,
}

struct Client {
    id: ClientId,
    mailbox: Mailbox,
    follows: Option<CharacterId>,
}

/// When everybody was told how it goes, and what had been done by then.
struct Told {
    at: Instant,
    steps: u64,
    /// Simulated over real time since the time before.
    achieved: f64,
    /// Whether something has changed since.
    is_old: bool,
}

impl Engine {
    pub(super) fn new(
        room: Arc<Room>,
        origin: Lively,
        show: Show,
        frames: watch::Sender<Newest>,
        settings: Settings,
    ) -> Self {
        let now = Instant::now();
        Self {
            room,
            origin,
            show,
            edits: Edits::default(),
            frames,
            settings,
            clients: Vec::new(),
            running: false,
            speed: 1.0,
            due: now,
            recorder: None,
            told: Told { at: now, steps: 0, achieved: 0.0, is_old: true },
        }
    }

    /// Until the room is closed.
    pub(super) fn run(&mut self, requests: &Receiver<Command>) {
        loop {
            // Step 1.
            let wait = if self.running {
                self.due.saturating_duration_since(Instant::now()).min(REST)
            } else {
                REST
            };
            let mut next = requests.recv_timeout(wait);
            loop {
                match next {
                    Ok(Command::Close) | Err(RecvTimeoutError::Disconnected) => {
                        self.end_recording();
                        return;
                    }
                    Ok(command) => self.obey(command),
                    Err(RecvTimeoutError::Timeout) => break,
                }
                next = requests.try_recv().map_err(|_| RecvTimeoutError::Timeout);
            }
            // Step 2.
            let now = Instant::now();
            if self.running && now >= self.due {
                self.step();
                let pause = if self.speed > 0.0 { STEP / self.speed } else { 0.0 };
                // What was missed is not made up for.
                self.due = (self.due + Duration::from_secs_f64(pause)).max(now);
                if self.show.is_over() {
                    self.pause();
                }
            }
            // Step 3.
            self.tell_state();
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Join(id, mailbox) => {
                self.clients.push(Client { id, mailbox, follows: None });
                self.told.is_old = true;
            }
            Command::Leave(id) => {
                self.clients.retain(|client| client.id != id);
                self.told.is_old = true;
            }
            Command::Request(id, request) => {
                let answer = self.answer(id, &request);
                self.send(id, complete(&request, answer));
            }
            Command::Close => {}
        }
    }

    fn answer(&mut self, client: ClientId, request: &Map<String, Value>) -> Result<Value, String> {
        let op = request.get("op").and_then(Value::as_str).unwrap_or_default();
        self.told.is_old = true;
        match op {
            "run" => {
                if self.show.is_over() {
                    return Err("the scenario is over; reset it to run it again".to_owned());
                }
                (self.running, self.due) = (true, Instant::now());
            }
            "pause" => self.pause(),
            "step" => {
                self.running = false;
                let count = request.get("count").and_then(Value::as_u64).unwrap_or(1).min(MOST_STEPS);
                (0..count).for_each(|_| self.step());
            }
            "speed" => {
                let factor = request.get("factor").and_then(Value::as_f64);
                let words = || format!("\"factor\" must be from 0 to {FASTEST}; 0 is as fast as possible");
                let factor = factor.filter(|factor| (0.0..=FASTEST).contains(factor)).ok_or_else(words)?;
                (self.speed, self.due) = (factor, Instant::now());
            }
            "reset" => return self.reset(),
            "insert" | "remove" | "open" | "close" | "apply" => return self.change(op, request),
            "undo" => return self.undo(true),
            "redo" => return self.undo(false),
            "add" => return self.add(request),
            "dismiss" => return self.dismiss(request),
            "send" => return self.send_somewhere(request),
            "stop" => return self.stop(request),
            "profile" => return self.set_profile(request),
            "follow" => return self.follow(client, request),
            "record" => return self.record(request),
            _ => return Err(format!("there is no op \"{op}\"; docs/protocol.md lists them")),
        }
        Ok(json!({ "ok": true }))
    }

    fn pause(&mut self) {
        self.running = false;
        self.told.is_old = true;
    }

    fn step(&mut self) {
        let before = self.show.crowd().mesh().version();
        let start = Instant::now();
        self.show.step();
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        if self.show.crowd().mesh().version() != before {
            // A scenario has changed the place. What exactly is not known here.
            let all = 0..self.show.crowd().mesh().num_layers() as u32;
            self.tell_place(&all.collect::<Vec<_>>(), None);
        }
        if let Some(recorder) = &mut self.recorder
            && let Err(error) = recorder.add(self.show.crowd())
        {
            self.tell_all(
                &json!({ "event": "notice", "text": format!("the recording has ended: {error:#}") }),
            );
            self.recorder = None;
        }
        self.publish(milliseconds as f32);
    }

    /// Keeps and publishes a frame of how it is now.
    pub(super) fn publish(&mut self, milliseconds: f32) {
        let (head, bodies) = self.show.frame(milliseconds);
        let facts = &self.room.facts;
        let bytes = Arc::new(encode(&head, &bodies, facts.bounds[0], facts.has_heights));
        self.room.keep(head, &bytes);
        self.frames.send_replace(Some(bytes));
        for client in &self.clients {
            if let Some(id) = client.follows {
                // Who is too slow misses some.
                let _ = client.mailbox.try_send(super::follow::event(self.show.crowd(), id).to_string());
            }
        }
    }

    fn reset(&mut self) -> Result<Value, String> {
        self.show = self.origin.begin().map_err(|error| format!("{error:#}"))?;
        self.end_recording();
        self.edits = Edits::default();
        self.running = false;
        self.told.steps = 0;
        self.clients.iter_mut().for_each(|client| client.follows = None);
        self.room.set_place(Snapshot::of(self.show.crowd().live_mesh()));
        self.room.forget(self.settings.history);
        self.tell_all(&json!({ "event": "reset" }));
        self.publish(0.0);
        Ok(json!({ "ok": true }))
    }

    fn change(&mut self, op: &str, request: &Map<String, Value>) -> Result<Value, String> {
        let gesture = request.get("gesture").and_then(Value::as_u64);
        let crowd = self.show.crowd_mut();
        let changes = changes(crowd.mesh(), Some(crowd.live_mesh().scene()), op, request).map_err(words)?;
        let start = Instant::now();
        let result = self.edits.apply(crowd, &changes, gesture);
        let took = start.elapsed();
        let (ids, event) = result.map_err(|refused| why_refused(crowd.live_mesh(), &changes, &refused))?;
        let mut answer = event_value(crowd.mesh(), &event, took, false);
        answer["obstacles"] = ids.iter().map(|id| id.0).collect();
        self.place_changed(&event);
        Ok(answer)
    }

    fn undo(&mut self, back: bool) -> Result<Value, String> {
        let crowd = self.show.crowd_mut();
        let result = if back { self.edits.undo(crowd) } else { self.edits.redo(crowd) };
        let result = result.ok_or_else(|| "there is nothing to undo or to do again".to_owned())?;
        let event = result.map_err(|refused| refused.to_string())?;
        self.place_changed(&event);
        Ok(json!({ "ok": true }))
    }

    /// The place has changed: everybody gets to know, and sees where characters are now.
    fn place_changed(&mut self, event: &Event) {
        let layers: Vec<u32> = event.affected.iter().map(|part| part.layer.0).collect();
        let cells = event.cells_removed.iter().chain(&event.cells_added);
        let mut blocks: Vec<u32> = cells.map(|cell| cell.0 / BLOCK).collect();
        blocks.sort_unstable();
        blocks.dedup();
        self.tell_place(&layers, Some(blocks));
        self.publish(0.0);
    }

    /// Tells which floors and blocks of cells have changed; all blocks if that is not known.
    fn tell_place(&mut self, layers: &[u32], blocks: Option<Vec<u32>>) {
        let snapshot = Snapshot::of(self.show.crowd().live_mesh());
        let all = snapshot.blocks();
        let blocks = blocks.unwrap_or_else(|| (0..all).collect());
        let event = json!({
            "event": "place", "version": snapshot.mesh.version(), "layers": layers, "blocks": blocks,
            "cells": { "block": BLOCK, "blocks": all }, "stats": snapshot.stats(),
            "connections": snapshot.open(), "obstacles": snapshot.obstacles(),
        });
        self.room.set_place(snapshot);
        self.tell_all(&event);
    }

    fn follow(&mut self, client: ClientId, request: &Map<String, Value>) -> Result<Value, String> {
        let id = match request.get("character") {
            None | Some(Value::Null) => None,
            Some(value) => Some(super::people::character(value)?),
        };
        if let Some(client) = self.clients.iter_mut().find(|other| other.id == client) {
            client.follows = id;
            if let Some(id) = id {
                let _ = client.mailbox.try_send(super::follow::event(self.show.crowd(), id).to_string());
            }
        }
        Ok(json!({ "ok": true }))
    }

    fn record(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let on = request.get("on").and_then(Value::as_bool).ok_or("\"on\" must be true or false")?;
        if on && self.recorder.is_none() {
            let recorder = Recorder::start(&self.settings.out, &self.room.facts.title, &self.show);
            self.recorder = Some(recorder.map_err(|error| format!("{error:#}"))?);
        }
        let number = self.recorder.as_ref().map(Recorder::number);
        if !on {
            self.end_recording();
        }
        Ok(json!({ "recording": number }))
    }

    fn end_recording(&mut self) {
        if let Some(Err(error)) = self.recorder.take().map(Recorder::finish) {
            self.tell_all(&json!({ "event": "notice", "text": format!("{error:#}") }));
        }
    }

    fn tell_state(&mut self) {
        let now = Instant::now();
        let since = now - self.told.at;
        if !self.told.is_old && since < TELL {
            return;
        }
        let steps = self.show.crowd().num_steps();
        if since >= TELL / 2 {
            let made = steps.saturating_sub(self.told.steps) as f64;
            self.told.achieved = if self.running { made * STEP / since.as_secs_f64() } else { 0.0 };
            (self.told.at, self.told.steps) = (now, steps);
        }
        self.told.is_old = false;
        let [first, last, every] = self.room.span();
        let crowd = self.show.crowd();
        self.tell_all(&json!({
            "event": "state", "running": self.running, "speed": self.speed, "achieved": self.told.achieved,
            "step": steps, "time": crowd.time(), "characters": crowd.len(),
            "first": first, "last": last, "every": every,
            "recording": self.recorder.as_ref().map(Recorder::number),
            "undo": self.edits.can_undo(), "redo": self.edits.can_redo(),
            "clients": self.clients.len(), "over": self.show.is_over(),
        }));
    }

    fn tell_all(&self, event: &Value) {
        let text = event.to_string();
        for client in &self.clients {
            let _ = client.mailbox.try_send(text.clone());
        }
    }

    fn send(&self, id: ClientId, answer: Value) {
        if let Some(client) = self.clients.iter().find(|client| client.id == id) {
            let _ = client.mailbox.try_send(answer.to_string());
        }
    }
}

/// An answer with the id of its request.
pub(super) fn complete(request: &Map<String, Value>, answer: Result<Value, String>) -> Value {
    let mut answer = answer.unwrap_or_else(|error| json!({ "error": error }));
    if let Some(id) = request.get("id") {
        answer["id"] = id.clone();
    }
    answer
}

/// Why a request makes no sense, in words.
pub(super) fn words(refusal: Refusal) -> String {
    match refusal {
        Refusal::Words(words) => words,
        Refusal::NotWalkable(position) => {
            format!("({:.2}, {:.2}) is not walkable", position.at[0], position.at[1])
        }
    }
}
