//! The key is in no output and in no file.

use std::fs;
use std::path::Path;

use gatewright_mock::{Fault, FaultKind, Shape};

use crate::support::{GW, Home, Server, run};

const KEY: &str = "canary-key-6b1f";

/// Returns true if a file in a folder contains a key.
pub(crate) fn is_in(folder: &Path, key: &str) -> bool {
    fs::read_dir(folder).expect("a folder").flatten().any(|it| match it.path() {
        path if path.is_dir() => is_in(&path, key),
        path => String::from_utf8_lossy(&fs::read(path).expect("a file")).contains(key),
    })
}

#[test]
fn the_key_is_in_no_output_and_no_file() {
    let home = Home::with_key(KEY);
    let post = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];
    let echo = format!(r#"{{"error":{{"message":"Bearer {KEY} is wrong","code":"{KEY}"}}}}"#);
    let server = Server::start(401, &echo);
    let mut shown = String::new();
    let mut show = |ran: crate::support::Run| shown += &(ran.out + &ran.err);
    show(home.gw(&post));
    for shape in Shape::ALL {
        let (code, retry_after) = (Some(KEY.to_owned()), None);
        home.gateway.fault(Fault::new(FaultKind::Status { status: 400, code, retry_after, shape }).times(1));
        show(home.gw(&post));
    }
    home.gateway.fault(Fault::cut_in_body(10).times(1));
    show(home.gw(&post));
    show(run(home.command(GW).env("GATEWAY_BASE_URL", &server.url).args(post)));
    show(run(home.command(GW).env("GATEWAY_BASE_URL", format!("http://{KEY}@127.0.0.1:1")).args(post)));
    show(home.gw(&["p2", "search", "--keyword", "tea", "--pages", "2", "--resume", "state.json"]));
    show(home.gw(&["chat", "What is tea?", "--model", "atlas-chat-mini-2026-03"]));
    let image = ["image", "a cup of tea", "--model", "pictor-image-standard", "--output", &format!("{KEY}.png")];
    let drawn = home.gw(&image);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    fs::remove_file(home.path(&format!("{KEY}.png"))).expect("the image");
    for command in [&["receipts"][..], &["spent"], &["doctor"], &["--help"], &["p2", "post", "--help"]] {
        show(home.gw(command));
    }
    assert!(shown.contains("is wrong") && shown.contains("p2_post"), "{shown}");
    assert!(!shown.contains(KEY), "{shown}");
    assert!(home.path(".local/state/gw/receipts.jsonl").exists() && !is_in(&home.path(""), KEY));
}

#[test]
fn a_key_that_the_gateway_sends_back_is_hidden() {
    let home = Home::with_key(KEY);
    let server = Server::start(200, &format!(r#"{{"object":"social.result","data":{{"header":"Bearer {KEY}"}}}}"#));
    let get = |options: &[&str]| {
        let post = [&["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"][..], options].concat();
        run(home.command(GW).env("GATEWAY_BASE_URL", &server.url).args(post))
    };
    assert_eq!(get(&["--select", ".header"]).out, "\"Bearer [key]\"\n");
    assert_eq!(get(&["--output", "post.json"]).code, 0);
    // Events of a stream split the key; the second stream is cut.
    let (start, end) = KEY.split_at(6);
    let event = |text: &str| {
        format!("data: {}\n\n", serde_json::json!({ "choices": [{ "index": 0, "delta": { "content": text } }] }))
    };
    let events = event(&format!("say {start}")) + &event(&format!("{end} and {start}"));
    let whole = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    for (end, code) in [(whole, 0), ("", 4)] {
        let server = Server::start_with(200, "text/event-stream", &(events.clone() + end));
        let chat = ["chat", "What is tea?", "--model", "atlas-chat-mini-2026-03"];
        let ran = run(home.command(GW).env("GATEWAY_BASE_URL", &server.url).args(chat));
        assert_eq!(ran.out.trim_end(), format!("say [key] and {start}"), "{}", ran.err);
        assert_eq!(ran.code, code, "{}", ran.err);
    }
    assert!(!is_in(&home.path(""), KEY));
}
