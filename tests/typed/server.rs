//! Server on loopback for these responses: each request to a path gets the next one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::responses::{OPERATIONS, response};

/// Number of requests so far, by operation.
type Counts = Arc<Mutex<BTreeMap<&'static str, usize>>>;

/// Starts the server and returns its URL.
pub(super) async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let counts = Counts::default();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, counts.clone()));
        }
    });
    url
}

async fn serve(mut stream: TcpStream, counts: Counts) -> std::io::Result<()> {
    let mut head = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let length = stream.read(&mut chunk).await?;
        head.extend(&chunk[..length]);
        if length == 0 {
            return Ok(());
        }
        if !head.ends_with(b"\r\n\r\n") {
            continue;
        }
        let text = String::from_utf8_lossy(&head).into_owned();
        let target = text.split(' ').nth(1).unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        let operation = OPERATIONS.iter().find(|it| it.1 == path).expect("one of the operations").0;
        let number = {
            let mut counts = counts.lock().expect("no panic");
            let count = counts.entry(operation).or_default();
            *count += 1;
            *count - 1
        };
        let body = json!({ "object": "social.result", "data": response(operation, number) }).to_string();
        let length = body.len();
        let reply =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}");
        stream.write_all(reply.as_bytes()).await?;
        head.clear();
    }
}
