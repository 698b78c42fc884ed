//! Addresses for 3D models that pages send: `docs/protocol.md`, "Models".

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;
use throng_import::{ExtractOptions, ModelOptions};

use super::models::Wanted;
use super::server::{Failure, Server, Shared, data};
use crate::extract::{axis, unit};

/// Largest file, and how long it may take to come.
const MOST_BYTES: usize = 256_000_000;
const PATIENCE: Duration = Duration::from_secs(120);

type Words = Query<BTreeMap<String, String>>;

/// What is at which address.
pub(super) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/api/models", post(send))
        .route("/api/models/{model}", get(state))
        .route("/api/models/{model}/extract", post(begin))
        .route("/api/models/{model}/cancel", post(cancel))
}

/// A file comes.
async fn send(
    State(server): Shared,
    Query(query): Words,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let name = query.get("name").map(|name| file_name(name)).unwrap_or_default();
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MOST_BYTES as u64) {
        return Err(too_large());
    }
    let busy = "too many files are being sent; try again";
    let permit = server.uploads.clone().try_acquire_owned();
    let _permit = permit.map_err(|_| Failure(StatusCode::SERVICE_UNAVAILABLE, busy.to_owned()))?;
    let bytes = tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await;
    let slow = Failure(StatusCode::REQUEST_TIMEOUT, "the file takes too long to come".to_owned());
    // A body that breaks off also ends here; then nobody reads the answer.
    let bytes = bytes.map_err(|_| slow)?.map_err(|_| too_large())?;
    let size = bytes.len();
    let added = server.rooms.models.add(&name, bytes.into());
    let model = added.map_err(|words| Failure(StatusCode::UNPROCESSABLE_ENTITY, words))?;
    Ok(data(&json!({ "model": model, "name": name, "bytes": size })))
}

/// How it stands with a model.
async fn state(State(server): Shared, Path(model): Path<u32>) -> Result<Response, Failure> {
    server.rooms.models.state(model).map(|state| data(&state)).map_err(gone)
}

/// Begins to extract one.
async fn begin(
    State(server): Shared,
    Path(model): Path<u32>,
    Query(query): Words,
) -> Result<Response, Failure> {
    let wanted = wanted(&query).map_err(|words| Failure(StatusCode::UNPROCESSABLE_ENTITY, words))?;
    server.rooms.models.state(model).map_err(gone)?;
    let begun = server.rooms.models.begin(model, wanted);
    begun.map_err(|words| Failure(StatusCode::CONFLICT, words))?;
    Ok(data(&json!({ "ok": true })))
}

/// Ends that.
async fn cancel(State(server): Shared, Path(model): Path<u32>) -> Result<Response, Failure> {
    server.rooms.models.cancel(model).map_err(gone)?;
    Ok(data(&json!({ "ok": true })))
}

/// The settings of a query; those that are not given are the usual ones.
fn wanted(query: &BTreeMap<String, String>) -> Result<Wanted, String> {
    let mut options = ExtractOptions::default();
    let mut reading = ModelOptions::default();
    for (key, text) in query {
        let number = || match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(format!("\"{key}\" must be a number")),
        };
        match key.as_str() {
            "slope" => options.slope = number()?,
            "head_room" => options.head_room = number()?,
            "step" => options.step = number()?,
            "min_area" => options.min_area = number()?,
            "up" => reading.up = Some(axis(text)?),
            "unit" => reading.unit = Some(unit(text)?),
            _ => return Err(format!("there is no setting \"{key}\"")),
        }
    }
    Ok(Wanted { reading, options })
}

/// The last part of a path that a page calls its file; it is for messages and the format only.
fn file_name(text: &str) -> String {
    let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control()).take(120).collect()
}

fn too_large() -> Failure {
    let words = format!(
        "a model may have {} MB at most here; use `throng extract` on the command line",
        MOST_BYTES / 1_000_000
    );
    Failure(StatusCode::PAYLOAD_TOO_LARGE, words)
}

fn gone(words: String) -> Failure {
    Failure(StatusCode::NOT_FOUND, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let query = |text: &str| {
            let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
            wanted(&pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
        };
        assert_eq!(query("").map(|wanted| wanted.options), Ok(ExtractOptions::default()));
        let read = query("slope=30&head_room=2&step=0.2&min_area=3&up=-z&unit=mm").expect("all of them");
        let options = &read.options;
        assert_eq!([options.slope, options.head_room, options.step, options.min_area], [30.0, 2.0, 0.2, 3.0]);
        assert_eq!(read.reading.unit, Some(0.001));
        for wrong in
            ["slope=steep", "slope=NaN", "slope=inf", "up=q", "unit=0", "unit=-1", "speed=1", "step="]
        {
            assert!(query(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_are_only_names() {
        assert_eq!(file_name("../../etc/passwd.obj"), "passwd.obj");
        assert_eq!(file_name("C:\\models\\a.glb"), "a.glb");
        assert_eq!(file_name("a\n\u{0}b.ply"), "ab.ply");
        assert_eq!(file_name(&"x".repeat(10_000)).len(), 120);
    }
}
