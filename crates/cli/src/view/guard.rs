//! Who may ask: pages of this server on this machine, and nobody else.
//!
//! A page of another site can make a browser send requests here. It cannot read answers, but a WebSocket has no such limit, and a name that
//! first is theirs and then resolves to this machine (DNS rebinding) gets around the rest. So the host that a request names must be ours, and so
//! must be the origin, if it names one.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the page may do: run our script and nothing else, talk to us and nobody else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Names under which this server is asked for; all if the user wants others to come in.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    hosts: Option<Vec<String>>,
}

impl Guard {
    /// For a server on this machine only.
    pub(super) fn local(port: u16) -> Self {
        let names = ["localhost", "127.0.0.1", "[::1]"];
        Self { hosts: Some(names.iter().map(|name| format!("{name}:{port}")).collect()) }
    }

    /// For a server that was told to listen elsewhere: its names are not known.
    pub(super) fn open() -> Self {
        Self { hosts: None }
    }

    /// Whether a request names us. Where our names are not known, the origin must at least be the host.
    fn allows(&self, headers: &HeaderMap) -> bool {
        let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text(&HOST) else { return false };
        let is_ours = self.hosts.as_ref().is_none_or(|hosts| hosts.iter().any(|own| own == host));
        is_ours && text(&ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
    }
}

/// Looks at every request, and gives every answer the headers that browsers mind.
pub(super) async fn watch(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = if guard.allows(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this server answers its own page only\n").into_response()
    };
    let headers = response.headers_mut();
    let all = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in all {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_ask() {
        let ask = |guard: &Guard, host: Option<&str>, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(HOST, host), (ORIGIN, origin)] {
                value.map(|value| headers.insert(name, HeaderValue::from_str(value).expect("it is text")));
            }
            guard.allows(&headers)
        };
        let local = Guard::local(4810);
        assert!(ask(&local, Some("127.0.0.1:4810"), None), "a plain request");
        assert!(ask(&local, Some("localhost:4810"), Some("http://localhost:4810")), "our page");
        assert!(!ask(&local, Some("evil.example:4810"), None), "another name for this machine");
        assert!(!ask(&local, Some("127.0.0.1:4810"), Some("http://evil.example")), "another page");
        assert!(!ask(&local, Some("127.0.0.1:4810"), Some("null")), "a page from nowhere");
        assert!(!ask(&local, Some("localhost:4810"), Some("http://127.0.0.1:4810")), "two names at once");
        assert!(
            !ask(&local, Some("localhost:80"), None) && !ask(&local, None, None),
            "another port, no name"
        );
        let open = Guard::open();
        assert!(ask(&open, Some("station.example:80"), Some("http://station.example:80")), "its own page");
        assert!(!ask(&open, Some("station.example:80"), Some("http://evil.example")), "another page");
    }
}
