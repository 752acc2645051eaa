//! Connections of the gateway.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;

use crate::ledger::ReceivedRequest;
use crate::response::{CloseConnection, HttpResponse};
use crate::state::State;
use crate::{control, effect, interface, origin, stream};

/// Listens on loopback, with a backlog for thousands of clients that connect at the same time.
pub(crate) fn listen(port: u16) -> std::io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // As `TcpListener::bind` does: a port whose old connections are still closing can be reused.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(4_096)
}

pub(crate) async fn accept(listener: TcpListener, state: Arc<State>, mut stopped: watch::Receiver<bool>) {
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    // Usually too many open files, which is temporary.
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    continue;
                }
            },
            _ = stopped.changed() => return,
        };
        tokio::spawn(connection(stream, state.clone(), stopped.clone()));
    }
}

/// Serves one connection until it ends or the gateway stops.
async fn connection(stream: TcpStream, state: Arc<State>, mut stopped: watch::Receiver<bool>) {
    stream.set_nodelay(true).unwrap_or_default();
    let open = OpenConnection::count(&state);
    let service = hyper::service::service_fn(move |request| handle(state.clone(), request));
    let mut builder = hyper::server::conn::http1::Builder::new();
    // No timeout for request heads: on a busy machine it would close connections that have to wait.
    builder.timer(TokioTimer::new()).header_read_timeout(None);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::select! {
        // An error means that the client has disconnected, or that a fault closes the connection.
        _ = serving => {}
        _ = stopped.changed() => {}
    }
    drop(open);
}

/// Counts a connection as open until it is dropped.
struct OpenConnection(Arc<State>);

impl OpenConnection {
    fn count(state: &Arc<State>) -> Self {
        state.lock().connections += 1;
        Self(state.clone())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.lock().connections -= 1;
    }
}

/// Maximum size of a request body.
const LARGEST_BODY: usize = 256 << 20;

async fn handle(state: Arc<State>, mut request: Request<Incoming>) -> Result<HttpResponse, CloseConnection> {
    let refused = origin::refuse_web_page(&state, request.headers());
    let is_refused = refused.is_some();
    if request.uri().path().strip_prefix(control::PREFIX).is_some_and(|rest| rest.starts_with('/')) {
        if let Some(refused) = refused {
            return Ok(refused);
        }
        let answer = control::router(state).oneshot(request.map(Body::new)).await;
        return answer.map_err(|never| match never {});
    }
    let id = state.lock().next_id();
    let session = refused.or_else(|| interface::session(&state, &mut request, &id));
    let (head, body) = request.into_parts();
    // Reads the whole body first, so that no request is left unread.
    let body = axum::body::to_bytes(Body::new(body), LARGEST_BODY).await.map_err(|_| CloseConnection)?;
    let fault = {
        let mut mutable = state.lock();
        mutable.journal.add(received(&state, &head, &body, &id));
        if is_refused { None } else { mutable.next_fault(head.uri.path()) }
    };
    let mut answer = match fault {
        None => match session {
            Some(answer) => answer,
            None => interface::answer(&state, &head, body, &id).await,
        },
        Some(kind) => match effect::instead(&kind) {
            Some(answer) => answer?,
            None => {
                let answer = interface::answer(&state, &head, effect::before(&kind, body), &id).await;
                effect::afterwards(&kind, answer).await?
            }
        },
    };
    let streams = state.lock().streams;
    answer = stream::in_pieces(answer, streams).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert("x-request-id", id);
    }
    Ok(answer)
}

/// Maximum number of bytes of a body in the journal.
const SHOWN_BODY: usize = 4096;

fn received(state: &State, head: &axum::http::request::Parts, body: &[u8], id: &str) -> ReceivedRequest {
    let shown = |(name, value): (&axum::http::HeaderName, &HeaderValue)| {
        let value = if matches!(name.as_str(), "authorization" | "x-api-key") {
            "…".into()
        } else {
            String::from_utf8_lossy(value.as_bytes())
        };
        (name.to_string(), value.into_owned())
    };
    ReceivedRequest {
        id: id.to_owned(),
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        headers: head.headers.iter().map(shown).collect(),
        body: String::from_utf8_lossy(&body[..body.len().min(SHOWN_BODY)]).into_owned(),
        authorized: interface::is_authorized(state, head),
    }
}
