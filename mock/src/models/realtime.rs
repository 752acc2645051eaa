//! Sessions. Nothing is published of what is said in them, so that every frame is given back.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;

use crate::answer::{self, Answer};

/// A frame with this text is followed by one of so many megabytes that a careful client does not take it in.
pub(crate) const FLOOD: &str = "flood";
/// A frame with this text ends the session at once, without a goodbye.
pub(crate) const CUT: &str = "cut";
/// A frame with this text makes the other side say goodbye.
pub(crate) const BYE: &str = "bye";

/// Opens a session, if the request asks for one.
pub(crate) fn open(request: &mut Request<Incoming>) -> Answer {
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY).map(|it| derive_accept_key(it.as_bytes()));
    let Some(accept) = key else {
        return answer::refuse(StatusCode::UPGRADE_REQUIRED, None, "this is a WebSocket session");
    };
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            let socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, None).await;
            // An error here is a client that left.
            session(socket).await.unwrap_or_default();
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

async fn session<S>(mut socket: WebSocketStream<S>) -> Result<(), tokio_tungstenite::tungstenite::Error>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    while let Some(message) = socket.next().await {
        match message? {
            Message::Text(text) if text.as_str() == FLOOD => {
                socket.send(Message::binary(vec![0; 20 << 20])).await?;
            }
            Message::Text(text) if text.as_str() == CUT => return Ok(()),
            Message::Text(text) if text.as_str() == BYE => socket.close(None).await?,
            message @ (Message::Text(_) | Message::Binary(_)) => socket.send(message).await?,
            _ => {}
        }
    }
    Ok(())
}
