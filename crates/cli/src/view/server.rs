//! Addresses and answers. `docs/protocol.md` lists them.
//!
//! Nothing here is a path of a file: what is not in the table below is not there.

use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use throng_mesh::LayerId;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::guard::{Guard, watch};
use super::page::Page;
use super::room::Room;
use super::rooms::{NoRoom, Rooms};
use super::talk::talk;
use super::{drawing, gallery, record, share};
use crate::picture::{PictureStyle, View, svg};

/// Pages that are connected at the same time.
const MOST_PAGES: usize = 64;
/// Files that are sent at the same time.
const MOST_UPLOADS: usize = 2;
/// A message of a page has at most so many bytes.
const MOST_BYTES: usize = 1 << 20;
/// Frames of one answer. (bytes)
const MOST_FRAMES: usize = 16_000_000;
/// Of a mesh with more cells the spokes are not drawn.
const MOST_SPOKES: usize = 20_000;

/// What all answers share.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) rooms: Rooms,
    page: &'static Page,
    pages: Arc<Semaphore>,
    /// Files that are being sent.
    pub(super) uploads: Arc<Semaphore>,
}

pub(super) type Shared = State<Arc<Server>>;

/// Why there is no answer.
pub(super) struct Failure(pub(super) StatusCode, pub(super) String);

impl Server {
    pub(super) fn new(rooms: Rooms, page: &'static Page) -> Arc<Self> {
        let [pages, uploads] = [MOST_PAGES, MOST_UPLOADS].map(|most| Arc::new(Semaphore::new(most)));
        Arc::new(Self { rooms, page, pages, uploads })
    }

    /// Serves until told to stop.
    pub(super) async fn serve(
        self: Arc<Self>,
        listener: TcpListener,
        guard: Guard,
        stopped: impl Future<Output = ()>,
    ) -> Result<()> {
        let routes = Router::new()
            .route("/", get(index))
            .route("/app.js", get(script))
            .route("/app.css", get(style))
            .route("/api/gallery", get(list))
            .route("/api/gallery/{name}", get(picture))
            .route("/api/room/{room}/place", get(place))
            .route("/api/room/{room}/floor/{layer}", get(floor))
            .route("/api/room/{room}/cells/{block}", get(cells))
            .route("/api/room/{room}/frames", get(frames))
            .route("/api/room/{room}/series", get(series))
            .route("/api/room/{room}/scene", get(scene))
            .route("/api/room/{room}/picture", get(mesh_picture))
            .route("/api/room/{room}/share", get(share_file))
            .route("/api/room/{room}/recording/{number}", get(recording))
            .route("/api/room/{room}/talk", get(connect))
            .merge(super::uploads::routes())
            .fallback(async || Failure(StatusCode::NOT_FOUND, "there is nothing at this address".to_owned()))
            .layer(axum::middleware::from_fn_with_state(guard, watch))
            .with_state(self);
        // Pages that are connected are not waited for.
        tokio::select! {
            served = axum::serve(listener, routes) => served.context("the server has ended"),
            () = stopped => Ok(()),
        }
    }

    /// Does something with a room, on a thread that may take its time.
    async fn with_room<T: Send + 'static>(
        self: Arc<Self>,
        name: String,
        act: impl FnOnce(&Arc<Room>, &Self) -> Result<T> + Send + 'static,
    ) -> Result<T, Failure> {
        let work = tokio::task::spawn_blocking(move || {
            let room = self.rooms.get(&name)?;
            act(&room, &self).map_err(|error| Failure(StatusCode::CONFLICT, format!("{error:#}")))
        });
        work.await.unwrap_or_else(|_| {
            Err(Failure(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this is a mistake of Throng, please report it".to_owned(),
            ))
        })
    }
}

async fn index(State(server): Shared) -> Response {
    typed("text/html; charset=utf-8", server.page.index)
}

async fn script(State(server): Shared) -> Response {
    typed("text/javascript; charset=utf-8", server.page.script)
}

async fn style(State(server): Shared) -> Response {
    typed("text/css; charset=utf-8", server.page.style)
}

async fn list(State(server): Shared) -> Response {
    data(&gallery::list(server.rooms.has_file()))
}

async fn picture(Path(name): Path<String>) -> Result<Response, Failure> {
    let drawn =
        tokio::task::spawn_blocking(move || gallery::picture(name.strip_suffix(".png").unwrap_or(&name)));
    match drawn.await {
        Ok(Ok(Some(picture))) => Ok(typed("image/png", picture.to_vec())),
        Ok(Err(error)) => Err(Failure(StatusCode::CONFLICT, format!("{error:#}"))),
        _ => Err(NoRoom::Unknown.into()),
    }
}

async fn place(State(server): Shared, Path(room): Path<String>) -> Result<Response, Failure> {
    Ok(data(&server.with_room(room, |room, _| Ok(room.facts.place(&room.place()))).await?))
}

async fn floor(State(server): Shared, Path((room, layer)): Path<(String, u32)>) -> Result<Response, Failure> {
    let floor = server.with_room(room, move |room, _| {
        let place = room.place();
        let is_there = (layer as usize) < place.mesh.num_layers();
        Ok(is_there.then(|| drawing::floor(&place.mesh, LayerId(layer), room.facts.bounds[0])))
    });
    floor
        .await?
        .map(binary)
        .ok_or_else(|| Failure(StatusCode::NOT_FOUND, format!("there is no layer {layer}")))
}

async fn cells(State(server): Shared, Path((room, block)): Path<(String, u32)>) -> Result<Response, Failure> {
    let cells = server
        .with_room(room, move |room, _| Ok(drawing::cells(&room.place().mesh, block, room.facts.bounds[0])));
    Ok(binary(cells.await?))
}

async fn frames(
    State(server): Shared,
    Path(room): Path<String>,
    Query(query): Numbers,
) -> Result<Response, Failure> {
    let frames = server.with_room(room, move |room, _| room.frames(range(&query)?, MOST_FRAMES));
    Ok(binary(share::chain(&frames.await?)))
}

async fn series(State(server): Shared, Path(room): Path<String>) -> Result<Response, Failure> {
    Ok(data(&server.with_room(room, |room, _| room.series()).await?))
}

async fn scene(State(server): Shared, Path(room): Path<String>) -> Result<Response, Failure> {
    let (name, text) =
        server.with_room(room, |room, _| Ok((room.facts.title.clone(), share::scene(room)?))).await?;
    Ok(attached(typed("application/json", text), &name, "json"))
}

async fn mesh_picture(State(server): Shared, Path(room): Path<String>) -> Result<Response, Failure> {
    let drawn = server.with_room(room, |room, _| {
        let place = room.place();
        let view = if place.mesh.num_layers() > 1 { View::Oblique { lift: None } } else { View::SideBySide };
        let spokes = place.mesh.num_cells() < MOST_SPOKES;
        let title = Some(room.facts.title.clone());
        let text = svg(&place.mesh, &PictureStyle { view, spokes, title, ..PictureStyle::default() });
        Ok((room.facts.title.clone(), text))
    });
    let (name, text) = drawn.await?;
    Ok(attached(typed("image/svg+xml", text), &name, "svg"))
}

async fn share_file(
    State(server): Shared,
    Path(room): Path<String>,
    Query(query): Numbers,
) -> Result<Response, Failure> {
    let made = server.with_room(room, move |room, server| {
        Ok((room.facts.title.clone(), share::html(room, server.page, range(&query)?)?))
    });
    let (name, text) = made.await?;
    Ok(attached(typed("text/html; charset=utf-8", text), &name, "html"))
}

async fn recording(State(_): Shared, Path((_, number)): Path<(String, u32)>) -> Result<Response, Failure> {
    let file = record::recorded(number).ok_or(NoRoom::Unknown)?;
    let read = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
    let bytes = read.ok().and_then(Result::ok);
    let bytes = bytes.ok_or_else(|| Failure(StatusCode::NOT_FOUND, "the recording is gone".to_owned()))?;
    Ok(attached(binary(bytes), &format!("recording-{number}"), "sqlite"))
}

async fn connect(
    State(server): Shared,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let permit = server.pages.clone().try_acquire_owned();
    let permit = permit
        .map_err(|_| Failure(StatusCode::SERVICE_UNAVAILABLE, "too many pages are connected".to_owned()))?;
    let room = server.with_room(name, |room, _| Ok(room.clone())).await?;
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        talk(room, socket).await;
        drop(permit);
    }))
}

/// Steps of a query: from, to, and one of so many. What is not given is everything.
type Numbers = Query<BTreeMap<String, String>>;

fn range(query: &BTreeMap<String, String>) -> Result<[u32; 3]> {
    let number = |key: &str, otherwise: u32| match query.get(key) {
        None => Ok(otherwise),
        Some(text) => text.parse::<u32>().with_context(|| format!("\"{key}\" must be a number")),
    };
    Ok([number("from", 0)?, number("to", u32::MAX)?, number("every", 1)?])
}

impl From<NoRoom> for Failure {
    fn from(reason: NoRoom) -> Self {
        let status = match reason {
            NoRoom::Unknown => StatusCode::NOT_FOUND,
            NoRoom::Full => StatusCode::SERVICE_UNAVAILABLE,
            NoRoom::Broken(_) => StatusCode::CONFLICT,
        };
        Self(status, reason.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, data(&json!({ "error": self.1 }))).into_response()
    }
}

pub(super) fn data(value: &Value) -> Response {
    typed("application/json", value.to_string())
}

fn binary(bytes: Vec<u8>) -> Response {
    typed("application/octet-stream", bytes)
}

fn typed(kind: &'static str, body: impl Into<axum::body::Body>) -> Response {
    ([(CONTENT_TYPE, kind)], body.into()).into_response()
}

/// As a file to keep. Of its name only letters and digits are left, as it is part of a header.
fn attached(response: Response, name: &str, ending: &str) -> Response {
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).take(60).collect();
    ([(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{ending}\""))], response).into_response()
}
