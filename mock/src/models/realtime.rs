//! Sessions. Their messages are not published, so the mock sends every frame back.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use tokio_websockets::{Error, Message, ServerBuilder, WebSocketStream};

use crate::response::{self, HttpResponse};

/// Text of a frame to which the mock responds with a frame of 20 MiB, which clients should refuse.
pub(crate) const FLOOD: &str = "flood";
/// Text of a frame that makes the mock end the session without a close frame.
pub(crate) const CUT: &str = "cut";
/// Text of a frame that makes the mock close the session.
pub(crate) const BYE: &str = "bye";

/// Returns the accept value for the key of a handshake (RFC 6455, section 1.3).
fn accept_key(key: &[u8]) -> String {
    let mut hash = sha1_smol::Sha1::from(key);
    hash.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    STANDARD.encode(hash.digest().bytes())
}

/// Opens a session if the request is a WebSocket handshake.
pub(crate) fn open(request: &mut Request<Incoming>) -> HttpResponse {
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY).map(|it| accept_key(it.as_bytes()));
    let Some(accept) = key else {
        return response::refuse(StatusCode::UPGRADE_REQUIRED, None, "this endpoint requires a WebSocket handshake");
    };
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            // An error means that the client has disconnected.
            session(ServerBuilder::new().serve(TokioIo::new(upgraded))).await.unwrap_or_default();
        }
    });
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = answer.headers_mut();
    headers.insert(header::CONNECTION, header::HeaderValue::from_static("Upgrade"));
    headers.insert(header::UPGRADE, header::HeaderValue::from_static("websocket"));
    if let Ok(accept) = accept.parse() {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    }
    answer
}

async fn session<S>(mut socket: WebSocketStream<S>) -> Result<(), Error>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    while let Some(message) = socket.next().await {
        let message = message?;
        match message.as_text() {
            Some(FLOOD) => socket.send(Message::binary(vec![0; 20 << 20])).await?,
            Some(CUT) => return Ok(()),
            Some(BYE) => socket.close().await?,
            Some(_) => socket.send(message).await?,
            None if message.is_binary() => socket.send(message).await?,
            None => {}
        }
    }
    Ok(())
}
