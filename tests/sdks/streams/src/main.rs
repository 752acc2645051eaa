//! CPU time of a chat stream: the client next to async-openai, against the same server on this machine.
//!
//! Prints one line of JSON for each length of a stream; `cargo xtask bench --peers` makes a table of them. Only the
//! thread of the clients is measured, not the server.
#![forbid(unsafe_code)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::Instant;

use async_openai::config::OpenAIConfig;
use async_openai::types::chat::CreateChatCompletionRequest;
use futures::StreamExt as _;
use gatewright_client::{ChatModel, Client};
use serde_json::json;

/// Chunks of a stream, and streams of one turn. Both clients take turns, so that a disturbance meets both alike.
const LENGTHS: [(usize, usize); 2] = [(8, 200), (500, 10)];
const TURNS: usize = 101;

fn main() {
    for (chunks, streams) in LENGTHS {
        let base = serve(events(chunks));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
        let ours = Client::new(&base, "key").expect("valid");
        let config = OpenAIConfig::new().with_api_base(format!("{base}/v1")).with_api_key("key");
        let theirs = async_openai::Client::with_config(config);
        let mut turns: Vec<(f64, f64)> = (0..TURNS)
            .map(|_| {
                let of_ours = measured(|| runtime.block_on(by_client(&ours, chunks, streams)));
                let of_theirs = measured(|| runtime.block_on(by_async_openai(&theirs, chunks, streams)));
                (of_ours, of_theirs)
            })
            .collect();
        // The turn whose ratio is the middle one.
        turns.sort_by(|(a, b), (c, d)| (a / b).total_cmp(&(c / d)));
        let (ours, theirs) = turns[TURNS / 2];
        let name = format!("CPU time of a stream of {chunks} chunks");
        let of_one = |seconds: f64| seconds * 1e9 / streams as f64;
        let peer = json!({ "name": "async-openai", "value": of_one(theirs), "at_most": 1 });
        println!("{}", json!({ "name": name, "unit": "nanoseconds", "ours": of_one(ours), "peer": peer }));
    }
}

async fn by_client(client: &Client, chunks: usize, streams: usize) {
    for _ in 0..streams {
        let request = client.chat(ChatModel::unchecked("chat"), "What is tea?");
        let mut stream = request.stream().await.expect("it begins");
        let mut texts = 0;
        while let Some(text) = stream.next_text().await {
            texts += usize::from(!text.expect("text").is_empty());
        }
        assert_eq!(texts, chunks);
    }
}

async fn by_async_openai(client: &async_openai::Client<OpenAIConfig>, chunks: usize, streams: usize) {
    let body = json!({ "model": "chat", "stream": true, "messages": [{ "role": "user", "content": "What is tea?" }] });
    let request: CreateChatCompletionRequest = serde_json::from_value(body).expect("a request");
    for _ in 0..streams {
        let mut stream = client.chat().create_stream(request.clone()).await.expect("it begins");
        let mut texts = 0;
        while let Some(chunk) = stream.next().await {
            let chunk = chunk.expect("a chunk");
            texts += chunk.choices.iter().filter(|it| it.delta.content.is_some()).count();
        }
        assert_eq!(texts, chunks);
    }
}

/// Returns the seconds of CPU time that this thread needs; where the system does not count them, the elapsed time.
fn measured(run: impl FnOnce()) -> f64 {
    let (start, before) = (Instant::now(), cpu_time());
    run();
    match (before, cpu_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn cpu_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Returns the body of a response: a chunk for each word, the end, and the usage.
fn events(chunks: usize) -> String {
    let chunk = |choices: serde_json::Value| {
        let body =
            json!({ "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "chat", "choices": choices });
        format!("data: {body}\n\n")
    };
    let word = chunk(json!([{ "index": 0, "delta": { "content": "tea " }, "finish_reason": null }]));
    word.repeat(chunks) + &chunk(json!([{ "index": 0, "delta": {}, "finish_reason": "stop" }])) + "data: [DONE]\n\n"
}

/// Starts a server that answers every request with these events, and returns its URL.
fn serve(events: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let base = format!("http://{}", listener.local_addr().expect("bound"));
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
    let response = format!("{head}content-length: {}\r\n\r\n{events}", events.len());
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let response = response.clone();
            std::thread::spawn(move || answer(connection, &response));
        }
    });
    base
}

/// Answers the requests of one connection until it is closed.
fn answer(connection: TcpStream, response: &str) -> Option<()> {
    let mut writer = connection.try_clone().ok()?;
    let mut reader = BufReader::new(connection);
    loop {
        let (mut length, mut line) = (0, String::new());
        while line != "\r\n" {
            line.clear();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let header = line.to_ascii_lowercase();
            length = header.strip_prefix("content-length:").and_then(|it| it.trim().parse().ok()).unwrap_or(length);
        }
        reader.read_exact(&mut vec![0; length]).ok()?;
        writer.write_all(response.as_bytes()).ok()?;
    }
}
