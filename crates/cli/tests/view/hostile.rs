//! Clients that mean no good: the server goes on, tells nobody anything that is not theirs, and those who behave do not notice.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use crate::client::Server;
use crate::support::Folder;

/// Whether the server is well: a page that comes now can use it.
fn is_well(server: &Server) {
    let mut page = server.page("blocks").expect("there is such a room");
    assert!(page.ask(json!({"op": "stats"}))["cells"].as_u64() > Some(10), "it answers");
    assert_eq!(server.get("/").status, 200, "the page is there");
}

#[test]
fn paths_lead_nowhere() {
    let folder = Folder::new("view-paths");
    let secret = folder.file("secret.json");
    std::fs::write(&secret, r#"{"secret": true}"#).expect("it is written");
    let server = Server::start(&[]);
    let tricks = [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/app.js/../../Cargo.toml",
        "/app.js%00.html",
        "/api/gallery/../../Cargo.toml",
        "/api/gallery/..%2f..%2fCargo.toml",
        "/api/gallery/%2fetc%2fpasswd.png",
        "/api/room/..%2f..%2fetc%2fpasswd/place",
        "/api/room/file/place",
        "/api/room/%2e%2e/scene",
        "/api/room/blocks/floor/-1",
        "/api/room/blocks/floor/99999999999999999999",
        "/api/room/blocks/floor/0x0",
        "/api/room/blocks/recording/1",
        "/api/room/blocks/recording/..%2f1",
        "/api/room/blocks/frames?from=-1",
        "/api/room/blocks/frames?from=1e9&to=x",
        "/api/room/blocks/share?from=4000000000",
        "/api/room/blocks/nothing",
        "/api/",
        "/api/room/",
        "/index.html",
        "/\\..\\..\\windows",
    ];
    let own = format!("/api/room/{}/place", secret.replace('/', "%2f"));
    for path in tricks.into_iter().chain([own.as_str()]) {
        let reply = server.get(path);
        let body = String::from_utf8_lossy(&reply.body);
        assert!((400..500).contains(&reply.status), "{path}: {} {body}", reply.status);
        assert!(
            !body.contains("root:") && !body.contains("[package]") && !body.contains("secret\":"),
            "{path}: {body}"
        );
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE"] {
        let port = server.port;
        let reply = server.ask(&format!("{method} /api/room/blocks/place HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        assert_eq!(reply.status, 405, "{method}");
    }
    is_well(&server);
}

#[test]
fn other_sites_are_not_let_in() {
    let server = Server::start(&[]);
    let port = server.port;
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:1", ""] {
        let reply =
            server.ask(&format!("GET /api/gallery HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert!([400, 403].contains(&reply.status), "{host}: {}", reply.status);
        assert!(!String::from_utf8_lossy(&reply.body).contains("station"), "{host}");
    }
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", &format!("https://127.0.0.1:{port}"), "file://"]
    {
        assert_eq!(server.page_from("blocks", origin).err(), Some(403), "{origin}");
    }
    is_well(&server);
}

#[test]
fn garbage_ends_the_connection_and_nothing_else() {
    let server = Server::start(&[]);
    let deep = "[".repeat(100_000);
    let messages = [
        Message::text("not JSON"),
        Message::text("[1, 2, 3]"),
        Message::text(""),
        Message::text("{\"op\":"),
        Message::text(format!("{{\"op\":{deep}")),
        Message::text("\u{0}\u{1}\u{2}"),
        Message::binary(vec![0u8; 1000]),
        Message::binary(vec![0xffu8; 500_000]),
    ];
    for message in messages {
        let mut page = server.page("blocks").expect("there is such a room");
        page.socket.send(message.clone()).expect("it is sent");
        assert!(page.is_ended(), "{:?}", message.to_string().chars().take(40).collect::<String>());
    }
    // More than fits: the server need not wait for the end of it.
    let mut page = server.page("blocks").expect("there is such a room");
    let _ = page.socket.send(Message::text("x".repeat(3_000_000)));
    assert!(page.is_ended(), "a huge message");
    // Bytes that are no WebSocket at all, in the middle of one, and no HTTP.
    let mut page = server.page("blocks").expect("there is such a room");
    page.socket.get_mut().write_all(&[0xff; 4096]).expect("they are sent");
    assert!(page.is_ended(), "broken frames");
    for bytes in [&b"\x16\x03\x01\x02\x00"[..], b"GET", b"\0\0\0\0\r\n\r\n", &[0x80; 10_000]] {
        let mut stream = server.connect();
        stream.write_all(bytes).expect("they are sent");
    }
    is_well(&server);
}

#[test]
fn requests_that_make_no_sense_are_refused_one_by_one() {
    let server = Server::start(&[]);
    let mut page = server.page("blocks").expect("there is such a room");
    let before = server.json("/api/room/blocks/place")["stats"].clone();
    let wrong = [
        json!({}),
        json!({"op": 7}),
        json!({"op": "fly"}),
        json!({"op": "speed", "factor": -1}),
        json!({"op": "speed", "factor": "fast"}),
        json!({"op": "speed", "factor": 1e300}),
        json!({"op": "insert", "obstacle": []}),
        json!({"op": "insert", "obstacle": [[1e308, 1e308], [0, 0]]}),
        json!({"op": "insert", "obstacle": "wall"}),
        json!({"op": "insert", "layer": "<script>", "obstacle": [[0, 0]]}),
        json!({"op": "remove", "obstacle": 4_000_000_000_u64}),
        json!({"op": "remove", "obstacle": -1}),
        json!({"op": "close", "connection": 5}),
        json!({"op": "apply", "changes": []}),
        json!({"op": "apply", "changes": [{"op": "apply"}]}),
        json!({"op": "add"}),
        json!({"op": "add", "count": 1e12}),
        json!({"op": "add", "count": 5, "profile": 65536}),
        json!({"op": "add", "count": 5, "at": [0, 0], "radius": -5}),
        json!({"op": "dismiss", "characters": "all"}),
        json!({"op": "dismiss", "characters": [[]]}),
        json!({"op": "send", "characters": [0], "to": [1e300, 0]}),
        json!({"op": "profile", "characters": [0]}),
        json!({"op": "follow", "character": "me"}),
        json!({"op": "record"}),
        json!({"op": "undo"}),
        json!({"op": "route", "from": [0, 0], "to": [1, 1], "radius": -3}),
        json!({"op": "route", "from": [0], "to": [1, 1]}),
        json!({"op": "inspect", "at": [null, 0]}),
        json!({"op": "verify"}),
    ];
    for request in wrong {
        let answer = page.ask(request.clone());
        assert!(answer["error"].is_string(), "{request}: {answer}");
    }
    assert_eq!(server.json("/api/room/blocks/place")["stats"], before, "nothing has changed");
    is_well(&server);
}

#[test]
fn a_slow_reader_slows_nobody_down() {
    let server = Server::start(&[]);
    let mut page = server.page("city").expect("there is such a room");
    // It asks for much, and reads nothing.
    let mut sleeper = server.page("city").expect("there is such a room");
    sleeper.say(&json!({"op": "follow", "character": 1}));
    sleeper.socket.get_mut().set_write_timeout(Some(Duration::from_millis(200))).expect("it can be set");
    for _ in 0..20_000 {
        let question = json!({"op": "visibility", "at": [30, 20], "id": 1}).to_string();
        if sleeper.socket.send(Message::text(question)).is_err() {
            break;
        }
    }
    page.ask(json!({"op": "speed", "factor": 0}));
    page.ask(json!({"op": "run"}));
    let first = page.frame(1);
    let start = Instant::now();
    let last = page.frame(first + 60);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(40), "{} steps took {took:?}", last - first);
    let start = Instant::now();
    assert_eq!(page.ask(json!({"op": "pause"}))["ok"], true);
    assert!(start.elapsed() < Duration::from_secs(5), "it is listened to");
    drop(sleeper);
    page.wait(|m| m["event"] == "state" && m["clients"] == 1);
    is_well(&server);
}

#[test]
fn frames_wait_for_a_page_that_does_not_take_them() {
    let server = Server::start(&[]);
    let mut page = server.page("blocks").expect("there is such a room");
    // Reads, but does not acknowledge: it gets no more than two frames.
    page.say(&json!({"op": "speed", "factor": 0}));
    page.say(&json!({"op": "run"}));
    let start = Instant::now();
    let mut frames = 0;
    while start.elapsed() < Duration::from_secs(3) {
        if let Ok(Message::Binary(_)) = page.socket.read() {
            frames += 1;
        }
    }
    assert_eq!(frames, 2, "all but those two are left out");
    page.say(&json!({"op": "ack"}));
    page.frame(10);
}

#[test]
fn two_hundred_connections() {
    let server = Server::start(&[]);
    // Some that say nothing, and some that begin to.
    let idle: Vec<_> = (0..200).map(|_| server.connect()).collect();
    let begun: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("it is sent");
            stream
        })
        .collect();
    is_well(&server);
    let pages: Vec<_> = (0..200).map(|_| server.page("blocks")).collect();
    let refused: Vec<u16> = pages.iter().filter_map(|page| page.as_ref().err().copied()).collect();
    assert!(pages.len() - refused.len() == 64 && refused.iter().all(|status| *status == 503), "{refused:?}");
    let start = Instant::now();
    assert_eq!(server.get("/api/gallery").status, 200, "others still get answers");
    assert!(start.elapsed() < Duration::from_secs(5), "soon");
    let mut last = pages.into_iter().flatten().last().expect("there is one");
    assert!(last.ask(json!({"op": "stats"}))["cells"].is_number(), "those who are in are answered");
    drop((idle, begun, last));
    let start = Instant::now();
    while server.page("blocks").is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "there is room again");
        std::thread::sleep(Duration::from_millis(100));
    }
    is_well(&server);
}

#[test]
fn rooms_close_when_there_are_too_many() {
    let server = Server::start(&[]);
    let names = ["blocks", "military", "parking", "ramps", "spiral", "village"];
    let pages: Vec<_> = names.iter().map(|name| server.page(name).expect("there is such a room")).collect();
    assert_eq!(server.page("offices").err(), Some(503), "all are in use");
    assert_eq!(server.get("/api/room/offices/place").status, 503);
    drop(pages);
    let start = Instant::now();
    while server.page("offices").is_err() {
        assert!(start.elapsed() < Duration::from_secs(40), "one of them closes after a while");
        std::thread::sleep(Duration::from_millis(500));
    }
}
