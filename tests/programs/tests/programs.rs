//! Executes the generated programs against the mock gateway.
#![forbid(unsafe_code)]

mod examples;
#[cfg(unix)]
mod in_flight;
mod pages;
mod proxy;
mod recipes;
mod record;
mod restart;
mod spend;
mod wire;

use std::process::{Command, Output};

use gatewright_mock::{Fault, FaultKind, Gateway};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// A program with the gateway in its environment.
fn program(path: &str, gateway: &Gateway) -> Command {
    let mut command = Command::new(path);
    command.env("GATEWAY_BASE_URL", gateway.base_url()).env("GATEWAY_API_KEY", gateway.key());
    command.env("no_proxy", "127.0.0.1");
    command
}

/// Waits for a program while the gateway goes on answering; returns what it printed.
async fn run(mut command: Command) -> String {
    let output: Output =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it was built");
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{out}\n{err}");
    out
}

/// Returns the growth of a program's memory during a call, in bytes, and the outcome of the call.
async fn memory(mut command: Command, call: &str) -> (usize, String) {
    command.arg(call);
    let printed = run(command).await;
    let (grown, outcome) = printed.trim().split_once('\t').expect("both are printed");
    (grown.parse().expect("a number"), outcome.to_owned())
}

/// In a process of its own, so that its memory is its own: a megabyte that decompresses to a gigabyte.
#[tokio::test(flavor = "multi_thread")]
async fn a_decompression_bomb_takes_less_than_twice_the_limit() {
    const LIMIT: usize = 32 << 20;
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.fault(Fault::new(FaultKind::Oversize { bytes: 1 << 30, gzip: true }).on("/v1/social/p1/search"));
    let (grown, error) = memory(program(env!("CARGO_BIN_EXE_memory"), &gateway), "search").await;
    assert!(error.contains("exceeds the size limit"), "{error}");
    assert!(grown < 2 * LIMIT, "it grew by {grown} bytes");
}

mod slow {
    use super::*;

    /// Each chunk of one byte would keep a whole read buffer in memory if chunks were collected as they come.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_body_in_chunks_of_one_byte_takes_at_most_twice_its_size() {
        const BODY: usize = 1 << 20;
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let base = format!("http://{}", listener.local_addr().expect("it is bound"));
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a client");
            for length in [4096, BODY] {
                let _ = stream.read(&mut [0; 4096]).await.expect("a request");
                let head = "HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ntransfer-encoding: chunked\r\n\r\n";
                stream.write_all(head.as_bytes()).await.expect("it listens");
                let chunks = "1\r\na\r\n".repeat(4096);
                for _ in 0..length / 4096 {
                    stream.write_all(chunks.as_bytes()).await.expect("it listens");
                }
                stream.write_all(b"0\r\n\r\n").await.expect("it listens");
            }
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_memory"));
        command.env("GATEWAY_BASE_URL", base).env("GATEWAY_API_KEY", "key").env("no_proxy", "127.0.0.1");
        let (grown, outcome) = memory(command, "speech").await;
        serving.await.expect("no panic");
        assert_eq!(outcome, format!("{BODY} bytes"));
        // The heap grows by whole pages.
        assert!(grown <= 2 * BODY + (64 << 10), "it grew by {grown} bytes");
    }
}
