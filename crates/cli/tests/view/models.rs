//! 3D models that pages send: they become rooms; what is broken or too large is refused, and the server goes on.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PATIENCE, Reply, Server};

/// A floor of 10 m by 8 m, a step, and a second floor.
const FLOORS: &str = "o low\nv 0 0 0\nv 10 0 0\nv 10 8 0\nv 0 8 0\nf 1 2 3 4\n\
    o high\nv 10 0 0.2\nv 16 0 0.2\nv 16 8 0.2\nv 10 8 0.2\nf 5 6 7 8\n";

fn value(reply: &Reply) -> Value {
    serde_json::from_slice(&reply.body).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&reply.body)))
}

/// Sends a file; returns its number.
fn send(server: &Server, name: &str, body: &[u8]) -> u64 {
    let reply = server.post(&format!("/api/models?name={name}"), body);
    assert_eq!(reply.status, 200, "{name}: {}", String::from_utf8_lossy(&reply.body));
    value(&reply)["model"].as_u64().expect("a number")
}

/// Extracts it, and waits until that is over.
fn extract(server: &Server, model: u64, query: &str) -> Value {
    let reply = server.post(&format!("/api/models/{model}/extract?{query}"), b"");
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    wait(server, model)
}

fn wait(server: &Server, model: u64) -> Value {
    let start = Instant::now();
    loop {
        let state = server.json(&format!("/api/models/{model}"));
        if state["state"] != "working" {
            return state;
        }
        assert!(start.elapsed() < PATIENCE, "{state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_model_becomes_a_room() {
    let server = Server::start(&[]);
    let model = send(&server, "floors.obj", FLOORS.as_bytes());
    assert_eq!(server.json(&format!("/api/models/{model}"))["state"], "kept");
    let state = extract(&server, model, "up=z");
    let result = &state["result"];
    assert_eq!(
        (&state["state"], result["components"].as_array().map(Vec::len)),
        (&"done".into(), Some(1)),
        "{state}"
    );
    assert!((result["area"].as_f64().expect("an area") - 128.0).abs() < 1e-3, "{state}");
    let room = result["room"].as_str().expect("a room").to_owned();
    let place = server.json(&format!("/api/room/{room}/place"));
    assert!(place["layers"][0]["color"].as_str().is_some_and(|color| color.starts_with('#')), "{place}");
    // People walk in it.
    let mut page = server.page(&room).expect("there is such a room");
    assert_eq!(page.ask(json!({"op": "run"}))["ok"], true);
    page.frame(3);
    // With other settings it is another room, and the first one stays as it is.
    let other = extract(&server, model, "up=z&step=0.1");
    assert_eq!(other["result"]["components"].as_array().map(Vec::len), Some(2), "{other}");
    assert_ne!(other["result"]["room"], json!(room));
    assert_eq!(server.json(&format!("/api/room/{room}/place"))["stats"], place["stats"]);
}

#[test]
fn broken_models_are_refused() {
    let server = Server::start(&[]);
    for (name, bytes) in [
        ("a.obj", &b"f 1 2 3\n"[..]),
        ("a.obj", b"\xff\xfe\x00garbage"),
        ("a.glb", b"glTF\x02\x00\x00\x00\xff\xff\xff\x7f"),
        ("a.gltf", b"{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"../../../../etc/passwd\",\"byteLength\":4}]}"),
        ("a.stl", b"solid nothing"),
        ("a.ply", b"ply\nformat ascii 1.0\nelement vertex 4000000000\nend_header\n"),
        ("a.ifc", b"ISO-10303-21;"),
        ("a.obj", b""),
        ("%2e%2e%2fetc%2fpasswd.obj", b"v 0 0 0\n"),
        ("a.obj", b"v 0 0 0\nv 1e300 0 0\nv 0 1e300 0\nf 1 2 3\n"),
        ("a.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
    ] {
        let model = send(&server, name, bytes);
        let state = extract(&server, model, "");
        assert_eq!(state["state"], "failed", "{name}: {state}");
        let words = state["error"].as_str().expect("words");
        assert!(!words.is_empty() && !words.contains("root:"), "{name}: {words}");
        assert!(!words.contains("please report"), "{name}: {words}");
    }
    // Not a model at all, and settings that make no sense.
    assert_eq!(server.post("/api/models?name=a.txt", b"hello").status, 422);
    assert_eq!(server.post("/api/models", b"hello").status, 422);
    let model = send(&server, "floors.obj", FLOORS.as_bytes());
    for query in ["slope=steep", "step=NaN", "up=sideways", "unit=0", "colour=red"] {
        assert_eq!(server.post(&format!("/api/models/{model}/extract?{query}"), b"").status, 422, "{query}");
    }
    for query in ["slope=-3", "head_room=-1", "step=-2", "head_room=1e308"] {
        let state = extract(&server, model, query);
        assert!(state["state"] == "failed", "{query}: {state}");
    }
    for path in ["/api/models/999", "/api/models/-1", "/api/models/x"] {
        assert!((400..500).contains(&server.get(path).status), "{path}");
    }
    assert_eq!(server.post("/api/models/999/extract", b"").status, 404);
    assert_eq!(server.get("/api/models").status, 405);
    assert_eq!(server.get("/api/room/model-999/place").status, 404);
    let state = extract(&server, model, "up=z");
    assert_eq!(state["state"], "done", "it is well: {state}");
}

#[test]
fn too_large_models_and_other_sites_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    // Told in advance: refused before anything is sent.
    let head = |length: &str, more: &str| {
        format!(
            "POST /api/models?name=a.obj HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\n{more}Connection: close\r\n\r\n"
        )
    };
    assert_eq!(server.ask(&head("256000001", "")).status, 413);
    assert!([400, 413].contains(&server.ask(&head("99999999999999999999999", "")).status));
    assert_eq!(server.ask(&head("0", "Origin: http://evil.example\r\n")).status, 403);
    // Two that never end take the places of others only; a third is told so.
    let mut slow: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(head("100000", "").as_bytes()).expect("it is sent");
        stream.write_all(b"v 0 0 0\n").expect("it is sent");
    }
    let start = Instant::now();
    while server.post("/api/models?name=a.obj", b"v 0 0 0\n").status != 503 {
        assert!(start.elapsed() < PATIENCE, "nobody else is let in");
    }
    drop(slow);
    let start = Instant::now();
    while server.post("/api/models?name=a.obj", b"v 0 0 0\n").status != 200 {
        assert!(start.elapsed() < PATIENCE, "others are let in again");
    }
    assert_eq!(server.get("/").status, 200, "the page is there");
}

#[test]
fn an_extraction_can_be_cancelled() {
    let server = Server::start(&[]);
    // Hills that take a while.
    let side = 200_u32;
    let mut text = String::new();
    for y in 0..side {
        for x in 0..side {
            text.push_str(&format!("v {x} {y} {}\n", f64::from((x * x + 3 * y + x * y) % 5) / 8.0));
        }
    }
    for y in 0..side - 1 {
        for x in 1..side {
            let corner = y * side + x;
            text.push_str(&format!("f {} {} {} {}\n", corner, corner + 1, corner + side + 1, corner + side));
        }
    }
    let model = send(&server, "hills.obj", text.as_bytes());
    let path = format!("/api/models/{model}");
    assert_eq!(server.post(&format!("{path}/extract?up=z"), b"").status, 200);
    assert_eq!(server.post(&format!("{path}/extract?up=z"), b"").status, 409, "one at a time");
    assert_eq!(server.post(&format!("{path}/cancel"), b"").status, 200);
    let state = wait(&server, model);
    assert_eq!((&state["state"], &state["error"]), (&"failed".into(), &"cancelled".into()), "{state}");
    // It can be tried again.
    assert_eq!(server.post(&format!("{path}/extract?up=z"), b"").status, 200);
    assert_eq!(server.post(&format!("{path}/cancel"), b"").status, 200);
    wait(&server, model);
}
