//! Streamable HTTP transport, for clients on this machine.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use hyper::server::conn::http1;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};

use super::server::Server;
use crate::exit::{Exit, Failure};

type Service = StreamableHttpService<Server, NeverSessionManager>;

/// Path of the endpoint.
const PATH: &str = "/mcp";

/// Pause after a connection could not be accepted, usually because of too many open files.
const PAUSE: Duration = Duration::from_millis(10);

/// Socket that waits for clients.
pub(super) struct Listener {
    listener: TcpListener,
    address: SocketAddr,
}

/// Creates a bearer token of 256 random bits.
pub(super) fn create_token() -> Result<String, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|it| Failure::refused(format!("cannot create a token: {it}")))?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}

/// Listens on an address of this machine.
pub(super) async fn listen(address: SocketAddr) -> Result<Listener, Failure> {
    if !address.ip().is_loopback() {
        let help = "use an address of this machine, such as 127.0.0.1:8931";
        return Err(Failure::new(
            Exit::Usage,
            format!("cannot listen on {address}: other machines reach it; help: {help}"),
        ));
    }
    let problem = |it| Failure::refused(format!("cannot listen on {address}: {it}"));
    let listener = TcpListener::bind(address).await.map_err(problem)?;
    let address = listener.local_addr().map_err(problem)?;
    Ok(Listener { listener, address })
}

impl Listener {
    /// Returns the URL for clients.
    pub(super) fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Serves clients until the process ends. Requests of web pages are refused, unless their origin is in the list or this server.
    pub(super) async fn serve(self, server: Server, token: String, origins: Vec<String>) -> Result<Exit, Failure> {
        // A request carries everything: all clients share one budget, and a session would add nothing.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_allowed_origins(origins.into_iter().chain([format!("http://{}", self.address)]))
            .enforce_origin_validation();
        let service = StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
        let expected: Arc<str> = format!("Bearer {token}").into();
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(connection(stream, service.clone(), expected.clone()))),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}

async fn connection(stream: TcpStream, service: Service, expected: Arc<str>) {
    let answer = hyper::service::service_fn(move |request| {
        let (service, expected) = (service.clone(), expected.clone());
        async move { Ok::<_, Infallible>(answer(&service, &expected, request).await) }
    });
    let mut builder = http1::Builder::new();
    // An error means that the client has disconnected.
    let _ = builder.timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), answer).await;
}

async fn answer(service: &Service, expected: &str, request: Request<Incoming>) -> Response<BoxBody<Bytes, Infallible>> {
    if request.uri().path() != PATH {
        return refusal(StatusCode::NOT_FOUND, "the endpoint is /mcp");
    }
    if !is_authorized(request.headers(), expected) {
        let mut refused = refusal(StatusCode::UNAUTHORIZED, "the bearer token is missing or wrong");
        refused.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return refused;
    }
    service.handle(request).await
}

fn refusal(status: StatusCode, text: &'static str) -> Response<BoxBody<Bytes, Infallible>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *response.status_mut() = status;
    response
}

/// Compares the token in a time that does not depend on the number of correct characters.
fn is_authorized(headers: &HeaderMap, expected: &str) -> bool {
    let given = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
    let expected = expected.as_bytes();
    given.len() == expected.len() && given.iter().zip(expected).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_accepted() {
        let is_accepted = |value: Option<&'static str>| {
            let headers = value.map(|it| (AUTHORIZATION, HeaderValue::from_static(it))).into_iter().collect();
            is_authorized(&headers, "Bearer abc")
        };
        assert!(is_accepted(Some("Bearer abc")));
        for wrong in [None, Some(""), Some("abc"), Some("Bearer abd"), Some("Bearer abcd"), Some("Bearer ab")] {
            assert!(!is_accepted(wrong), "{wrong:?}");
        }
        let (first, second) = (create_token().expect("random bytes"), create_token().expect("random bytes"));
        assert!(first.len() == 64 && first != second);
    }
}
