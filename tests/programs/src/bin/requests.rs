//! Prints every request of the sample client as the bytes that a server receives.
//!
//! The port of the server, the boundary of a form and the key of a WebSocket handshake differ from run to run, and are
//! replaced by `127.0.0.1`, `boundary` and `handshake`. Everything else is as it came.
#![forbid(unsafe_code)]
#![expect(deprecated, unused_imports, reason = "all parameters are sent; some modules have no type to import")]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

include!(concat!(env!("OUT_DIR"), "/requests.rs"));

/// Takes the name of a request and why it failed.
type Record<'a> = dyn Fn(&str, Option<sample_client::Error>) + 'a;

/// Makes the requests of a module.
type Requests = fn(&sample_client::Client, &Record);

/// Makes the requests of the module that the argument names; prints the names without an argument.
fn main() {
    let Some(module) = std::env::args().nth(1) else {
        return REQUESTS.iter().for_each(|it| println!("{}", it.0));
    };
    let (_, make) = REQUESTS.iter().find(|it| it.0 == module).expect("a module of the client");
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("it is bound").to_string();
    let (sender, requests) = channel();
    std::thread::spawn(move || serve(&listener, &sender));
    let client = sample_client::Client::new(&format!("http://{address}"), "the-key").expect("both are valid");
    make(&client, &|name, error| record(&requests, &address, name, error));
}

/// Answers each request with 400, which is never sent again, and passes on what it received.
fn serve(listener: &TcpListener, requests: &Sender<Vec<u8>>) -> std::io::Result<()> {
    for stream in listener.incoming() {
        let mut stream = stream?;
        let request = receive(&mut stream)?;
        if requests.send(request).is_err() {
            break;
        }
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}")?;
    }
    Ok(())
}

/// Reads one request: its head, and a body whose length is given.
fn receive(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer)?;
        request.extend_from_slice(&buffer[..count]);
        let head = request.windows(4).position(|it| it == b"\r\n\r\n").map(|at| at + 4);
        let complete = head.is_some_and(|head| request.len() >= head + body_length(&request[..head]));
        if complete || count == 0 {
            return Ok(request);
        }
    }
}

fn body_length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    assert!(!head.contains("transfer-encoding"), "every body has a length: {head}");
    head.lines().find_map(|it| it.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0)
}

/// Prints what a call sent, or why it sent nothing.
fn record(requests: &Receiver<Vec<u8>>, address: &str, name: &str, error: Option<sample_client::Error>) {
    let sent: Vec<_> = requests.try_iter().collect();
    let text = match (&sent[..], error) {
        ([request], _) => same_in_each_run(&String::from_utf8_lossy(request), address),
        ([], Some(error)) => format!("nothing is sent: {error}\n"),
        (several, _) => panic!("{name}: {} requests", several.len()),
    };
    println!("=== {name}\n{}", text.trim_end_matches('\n'));
}

fn same_in_each_run(request: &str, address: &str) -> String {
    let mut text = request.replace("\r\n", "\n").replace(address, "127.0.0.1");
    let after = |text: &str, mark: &str| {
        let value = text.split_once(mark)?.1;
        Some(value.split('\n').next()?.to_owned())
    };
    if let Some(boundary) = after(&text, "boundary=") {
        text = text.replace(&boundary, "boundary");
    }
    if let Some(key) = after(&text, "sec-websocket-key: ") {
        text = text.replace(&key, "handshake");
    }
    text
}
