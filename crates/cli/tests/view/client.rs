//! A server that is started for a test, and clients of it: plain requests, and pages that are connected.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// Nothing that a test waits for takes longer, even on a machine that is busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A program that serves; it ends with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

/// An answer to a plain request.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// A page that is connected.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u64,
    /// Frames that came while something else was waited for: their steps.
    pub(crate) steps: Vec<u32>,
    /// Events that came meanwhile.
    pub(crate) events: Vec<Value>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_throng"))
            .args(["view", "--no-open", "--port", "0", "--json"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let port = told["port"].as_u64().expect("a port") as u16;
        Self { child, port }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        ))
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
        serde_json::from_slice(&reply.body).expect("it is JSON")
    }

    /// Sends something.
    pub(crate) fn post(&self, path: &str, body: &[u8]) -> Reply {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        self.ask_bytes(&[head.as_bytes(), body].concat())
    }

    /// Sends a request as it is, and reads until the other side has nothing more to say.
    pub(crate) fn ask(&self, request: &str) -> Reply {
        self.ask_bytes(request.as_bytes())
    }

    fn ask_bytes(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request).expect("it is sent");
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
        Reply { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
        stream
    }

    /// Connects a page to a room; the status if it is refused.
    pub(crate) fn page(&self, room: &str) -> Result<Page, u16> {
        self.page_from(room, &format!("http://127.0.0.1:{}", self.port))
    }

    /// The same for a page of some origin.
    pub(crate) fn page_from(&self, room: &str, origin: &str) -> Result<Page, u16> {
        let address = format!("ws://127.0.0.1:{}/api/room/{room}/talk", self.port);
        let mut request =
            tungstenite::client::IntoClientRequest::into_client_request(address).expect("an address");
        request.headers_mut().insert("Origin", origin.parse().expect("an origin"));
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Page { socket, next: 0, steps: Vec::new(), events: Vec::new() }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page {
    pub(crate) fn say(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).expect("it is sent");
    }

    /// Asks, and waits for the answer.
    pub(crate) fn ask(&mut self, mut request: Value) -> Value {
        self.next += 1;
        let id = self.next;
        request["id"] = json!(id);
        self.say(&request);
        self.wait(|message| message["id"] == id)
    }

    /// The last message of some kind that has come.
    pub(crate) fn heard(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        self.events.iter().rev().find(|message| is_it(message)).cloned().expect("it was told")
    }

    /// Waits for an event.
    pub(crate) fn event(&mut self, name: &str) -> Value {
        self.wait(|message| message["event"] == name)
    }

    /// Waits for a frame of a step, or a later one.
    pub(crate) fn frame(&mut self, step: u32) -> u32 {
        let start = Instant::now();
        while self.steps.last().is_none_or(|last| *last < step) {
            assert!(start.elapsed() < PATIENCE, "no frame of step {step}");
            self.read();
        }
        self.steps.last().copied().expect("there is one")
    }

    /// Waits for one more frame.
    pub(crate) fn next_frame(&mut self) {
        let (start, before) = (Instant::now(), self.steps.len());
        while self.steps.len() == before {
            assert!(start.elapsed() < PATIENCE, "no frame comes");
            self.read();
        }
    }

    /// Waits for a message.
    pub(crate) fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "nothing came: {:?}", self.events.last());
            if let Some(message) = self.read().filter(&is_it) {
                return message;
            }
        }
    }

    /// One message; `None` if it is a frame, which is acknowledged.
    fn read(&mut self) -> Option<Value> {
        match self.socket.read().expect("it is connected") {
            Message::Text(text) => {
                let message: Value = serde_json::from_str(&text).expect("it is JSON");
                self.events.push(message.clone());
                Some(message)
            }
            Message::Binary(bytes) => {
                self.steps.push(u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes")));
                self.say(&json!({ "op": "ack" }));
                None
            }
            _ => None,
        }
    }

    /// Whether the other side ends the connection, soon.
    pub(crate) fn is_ended(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.socket.read() {
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(_) => {}
            }
        }
        false
    }
}
