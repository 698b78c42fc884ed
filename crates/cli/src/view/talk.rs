//! One page that is connected.
//!
//! Two tasks: one reads requests, one at a time, and answers questions about the place; the other writes answers, events, and frames. Both queues
//! between them are short: who does not read gets nothing more, and is not listened to until it does. Frames have no queue: the newest is
//! sent when the page has acknowledged all but one of those before.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use tokio::sync::{Notify, mpsc, watch};

use super::desk::PlaceDesk;
use super::engine::complete;
use super::room::{ClientId, Command, Newest, Room};

/// Messages that may wait to be sent.
const WAITING: usize = 256;
/// Frames under way at the same time.
const FRAMES: u32 = 2;
/// Who does not take a message within this time is gone.
const PATIENCE: Duration = Duration::from_secs(60);

static CLIENTS: AtomicU64 = AtomicU64::new(0);

/// How many frames are under way, and a bell for when one arrives.
#[derive(Default)]
struct UnderWay {
    count: AtomicU32,
    arrived: Notify,
}

/// Talks with a page until it goes.
pub(super) async fn talk(room: Arc<Room>, socket: WebSocket) {
    let id = ClientId(CLIENTS.fetch_add(1, Ordering::Relaxed));
    let (mailbox, letters) = mpsc::channel(WAITING);
    let (sink, stream) = socket.split();
    let under_way = Arc::new(UnderWay::default());
    room.count(1);
    let state = room.recorded_state();
    let has_joined = match &state {
        Some(state) => mailbox.try_send(state.to_string()).is_ok(),
        None => room.tell(Command::Join(id, mailbox.clone())),
    };
    if has_joined {
        let mut writer = tokio::spawn(write(sink, letters, room.newest(), under_way.clone()));
        let reader = read(&room, id, stream, mailbox, &under_way);
        tokio::select! {
            () = reader => writer.abort(),
            // What cannot be written to need not be listened to.
            _ = &mut writer => {}
        }
    }
    room.count(-1);
    if state.is_none() {
        let room = room.clone();
        // This may wait for the end of a step.
        let _ = tokio::task::spawn_blocking(move || room.tell(Command::Leave(id))).await;
    }
}

/// Reads requests until there is something wrong with them or the page goes.
async fn read(
    room: &Arc<Room>,
    id: ClientId,
    mut stream: SplitStream<WebSocket>,
    mailbox: mpsc::Sender<String>,
    under_way: &UnderWay,
) {
    let mut desk = None;
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else {
            match message {
                Message::Binary(_) | Message::Close(_) => return,
                _ => continue,
            }
        };
        let Ok(request) = serde_json::from_str::<Map<String, Value>>(&text) else { return };
        if request.get("op").and_then(Value::as_str) == Some("ack") {
            let _ = under_way.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            under_way.arrived.notify_one();
            continue;
        }
        let answer = if PlaceDesk::is_question(&request) {
            let (room, own) = (room.clone(), desk.take());
            let answered = tokio::task::spawn_blocking(move || {
                let mut own = own.unwrap_or_else(|| PlaceDesk::new(&room));
                let answer = own.answer(&room, &request);
                (own, answer)
            });
            let Ok((own, answer)) = answered.await else { return };
            desk = Some(own);
            answer
        } else if room.recorded_state().is_some() {
            complete(&request, Err("this is a recorded run; it cannot be changed".to_owned()))
        } else {
            let echo = request.get("id").cloned();
            if room.tell(Command::Request(id, request)) {
                continue;
            }
            json!({ "error": "the room has too much to do; try again", "id": echo })
        };
        if mailbox.send(answer.to_string()).await.is_err() {
            return;
        }
    }
}

/// Writes what comes, until the page does not take it any more.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut letters: mpsc::Receiver<String>,
    mut frames: Option<watch::Receiver<Newest>>,
    under_way: Arc<UnderWay>,
) {
    // The newest one is there already.
    frames.iter_mut().for_each(watch::Receiver::mark_changed);
    loop {
        // Letters first: a frame that follows upon one, such as the first after a reset, must not come before it.
        let message = tokio::select! {
            biased;
            letter = letters.recv() => match letter {
                Some(letter) => Message::text(letter),
                None => return,
            },
            frame = next_frame(&mut frames, &under_way) => match frame {
                Some(frame) => Message::Binary(frame),
                None => return,
            },
        };
        match tokio::time::timeout(PATIENCE, sink.send(message)).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
}

/// The next frame, when the page can take one; `None` if there will be no more.
async fn next_frame(frames: &mut Option<watch::Receiver<Newest>>, under_way: &UnderWay) -> Option<Bytes> {
    let Some(frames) = frames else { return std::future::pending().await };
    loop {
        while under_way.count.load(Ordering::Relaxed) >= FRAMES {
            under_way.arrived.notified().await;
        }
        frames.changed().await.ok()?;
        let newest = frames.borrow_and_update().clone();
        if let Some(bytes) = newest {
            under_way.count.fetch_add(1, Ordering::Relaxed);
            return Some(Bytes::from_owner(Owned(bytes)));
        }
    }
}

/// A frame that several pages share, as bytes to send.
struct Owned(Arc<Vec<u8>>);

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
