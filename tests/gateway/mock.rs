//! Hand-written requests to the mock, which enforces the rules of the documents and no others.

use gatewright::Specs;
use gatewright_mock::Gateway;
use gatewright_tests::{sample_gateway, sample_specs};
use serde_json::{Value, json};

use super::gateway;

/// Creates a request with the key as a bearer token.
pub(super) fn post(gateway: &Gateway, path: &str) -> reqwest::RequestBuilder {
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    http.post(format!("{}{path}", gateway.base_url())).bearer_auth(gateway.key())
}

/// Sends JSON. Returns the status and the response.
async fn sent(gateway: &Gateway, path: &str, body: Value) -> (u16, Value) {
    let request = post(gateway, path).header("content-type", "application/json").body(body.to_string());
    answered(request).await
}

async fn answered(request: reqwest::RequestBuilder) -> (u16, Value) {
    let reply = request.send().await.expect("a reply");
    let status = reply.status().as_u16();
    (status, serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON"))
}

/// Sends a form: each field is a name, a file name if it is a file, and its content.
async fn sent_form(gateway: &Gateway, path: &str, fields: &[(&str, Option<&str>, &str)]) -> (u16, Value) {
    let fields: Vec<_> = fields.iter().map(|(name, file, content)| (*name, *file, content.as_bytes())).collect();
    sent_bytes(gateway, path, &fields).await
}

async fn sent_bytes(gateway: &Gateway, path: &str, fields: &[(&str, Option<&str>, &[u8])]) -> (u16, Value) {
    let mut body = Vec::new();
    for (name, file, content) in fields {
        let file = file.map(|it| format!("; filename=\"{it}\"")).unwrap_or_default();
        let head = format!("--boundary\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend([head.as_bytes(), content, b"\r\n"].concat());
    }
    body.extend(b"--boundary--\r\n");
    let kind = "multipart/form-data; boundary=boundary";
    answered(post(gateway, path).header("content-type", kind).body(body)).await
}

const QUESTION: &str = "What is tea?";

pub(super) fn question() -> Value {
    json!([{ "role": "user", "content": QUESTION }])
}

#[tokio::test]
async fn the_key_is_a_bearer_token_unless_another_header_is_enabled() {
    let body = json!({ "model": "chat-large", "max_tokens": 9, "messages": question() }).to_string();
    for (accept, status) in [(false, 401), (true, 200)] {
        let gateway = sample_gateway().accept_x_api_key(accept).start().await.expect("loopback");
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        let request = http.post(format!("{}/v1/messages", gateway.base_url())).header("x-api-key", gateway.key());
        assert_eq!(answered(request.body(body.clone())).await.0, status, "accepted: {accept}");
        assert_eq!(answered(post(&gateway, "/v1/messages").body(body.clone())).await.0, 200, "a bearer token");
    }
}

#[tokio::test]
async fn only_documented_rules_are_enforced() {
    let gateway = gateway().await;
    let many = json!({ "model": "image-standard", "prompt": "tea", "n": 40 });
    let (status, drawn) = sent(&gateway, "/v1/images/generations", many).await;
    assert_eq!((status, drawn["data"].as_array().map(Vec::len)), (200, Some(40)));
    let none = json!({ "model": "image-standard", "prompt": "tea", "n": 0 });
    let (status, drawn) = sent(&gateway, "/v1/images/generations", none).await;
    assert_eq!((status, drawn["data"].as_array().map(Vec::len)), (200, Some(0)), "no minimum is published: {drawn}");
    let long = |path: &str, length: usize| {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        let url = format!("{}/v1/social/{path}?keyword={}", gateway.base_url(), "a".repeat(length));
        answered(http.get(url).bearer_auth(gateway.key()))
    };
    assert_eq!(long("p1/search", 5_000).await.0, 200, "no maximum length is published");
    assert_eq!((long("p7/search", 100).await.0, long("p7/search", 101).await.0), (200, 400), "section 8");
    let edit = json!({ "model": "image-edit", "image": "https://files.example/cup.png" });
    assert_eq!(sent(&gateway, "/v1/images/edits", edit).await.0, 200, "no prompt");
    let no_image = json!({ "model": "image-edit", "prompt": "more sugar" });
    assert_eq!(sent(&gateway, "/v1/images/edits", no_image).await.0, 400, "the document names `image`");
    let odd = json!({ "model": "chat-large", "messages": question(), "seed": "seven", "n": 0 });
    assert_eq!(sent(&gateway, "/v1/chat/completions", odd).await.0, 200, "fields of the public format alone");
    let (status, refused) = sent(
        &gateway,
        "/v1/images/generations",
        json!({ "model": "image-standard", "prompt": "tea", "n": 1e9 as u64 }),
    )
    .await;
    assert_eq!(status, 501, "a limit of the mock is no refusal of the service: {refused}");
}

#[tokio::test]
async fn responses_take_messages_or_input() {
    let gateway = gateway().await;
    for name in ["messages", "input"] {
        let (status, reply) = sent(&gateway, "/v1/responses", json!({ "model": "chat-large", name: question() })).await;
        let said = &reply["output"][0]["content"][0]["text"];
        assert_eq!((status, said), (200, &json!("You said: What is tea?")), "{name}: {reply}");
    }
    let (status, refused) = sent(&gateway, "/v1/responses", json!({ "model": "chat-large" })).await;
    assert_eq!((status, &refused["error"]["code"]), (400, &json!("missing_parameter")), "{refused}");
}

/// Returns specs in which one model with restrictions has every chat format.
fn restricted_everywhere() -> Specs {
    let mut specs = sample_specs();
    let catalog = specs.files.get_mut(Specs::MODELS).expect("it is there");
    let mut records: Value = serde_json::from_slice(catalog).expect("JSON");
    for record in records["data"].as_array_mut().into_iter().flatten() {
        if record["model_name"] == "chat-auto-tools" {
            record["supported_endpoint_types"] = json!(["openai", "anthropic", "openai-response"]);
        }
    }
    *catalog = records.to_string().into_bytes();
    specs
}

#[tokio::test]
async fn a_restricted_tool_choice_is_refused_in_every_format() {
    let gateway = sample_gateway().specs(restricted_everywhere()).start().await.expect("loopback");
    let refused = [
        json!("any"),
        json!("required"),
        json!({ "type": "any" }),
        json!({ "type": "tool", "name": "look" }),
        json!({ "type": "function", "name": "look" }),
        json!({ "type": "function", "function": { "name": "look" } }),
    ];
    // The document names only `any` and a named tool as refused.
    let some = json!({ "type": "allowed_tools", "mode": "auto", "tools": [{ "type": "function", "name": "look" }] });
    let taken = [json!("auto"), json!("none"), json!({ "type": "auto" }), json!({ "type": "none" }), some, Value::Null];
    for path in ["/v1/chat/completions", "/v1/messages", "/v1/responses"] {
        for (choices, status) in [(&refused[..], 400), (&taken[..], 200)] {
            for choice in choices {
                let tools = json!([{ "type": "function", "name": "look", "function": { "name": "look" } }]);
                let body = json!({ "model": "chat-auto-tools", "messages": question(), "tools": tools, "tool_choice": choice });
                assert_eq!(sent(&gateway, path, body).await.0, status, "{path} {choice}");
            }
        }
    }
}

#[tokio::test]
async fn a_named_tool_is_called_and_no_other() {
    let gateway = gateway().await;
    let tool = |name: &str| json!({ "type": "function", "function": { "name": name } });
    for (named, called) in [("listen", json!("listen")), ("no-such-tool", Value::Null)] {
        let body = json!({
            "model": "chat-large", "messages": question(), "tools": [tool("look"), tool("listen")], "tool_choice": tool(named),
        });
        let (_, reply) = sent(&gateway, "/v1/chat/completions", body).await;
        assert_eq!(reply["choices"][0]["message"]["tool_calls"][0]["function"]["name"], called, "{reply}");
    }
}

#[tokio::test]
async fn a_form_keeps_text_and_takes_lists_of_files() {
    let gateway = gateway().await;
    let edit = |more: &[(&'static str, Option<&'static str>, &'static str)]| {
        let mut fields = vec![("model", None, "image-edit"), ("prompt", None, "42"), ("n", None, "2")];
        fields.extend(more);
        fields
    };
    for image in ["image", "image[]"] {
        let fields = edit(&[(image, Some("cup.png"), "one"), (image, Some("pot.png"), "two")]);
        let (status, drawn) = sent_form(&gateway, "/v1/images/edits", &fields).await;
        assert_eq!((status, drawn["data"].as_array().map(Vec::len)), (200, Some(2)), "{image}: {drawn}");
    }
    assert_eq!(sent_form(&gateway, "/v1/images/edits", &edit(&[])).await.0, 400, "no image");
    // A text that looks like a number stays a text: the document says that the name of a model is one.
    let fields = [("model", None, "7"), ("file", Some("monday.wav"), "sound")];
    let (status, refused) = sent_form(&gateway, "/v1/audio/transcriptions", &fields).await;
    assert_eq!(status, 404, "`model` stays a text: {refused}");
    assert!(refused.to_string().contains("unknown model `7`"), "{refused}");
}

#[tokio::test]
async fn tool_results_of_every_shape_are_repeated() {
    let gateway = gateway().await;
    let parts = |kind: &str| json!([{ "type": kind, "text": "It " }, { "type": kind, "text": "rains." }]);
    for content in [json!("It rains."), parts("text")] {
        let last = json!({ "role": "tool", "tool_call_id": "call-1", "content": content });
        let (_, reply) =
            sent(&gateway, "/v1/chat/completions", json!({ "model": "chat-large", "messages": [last] })).await;
        assert_eq!(reply["choices"][0]["message"]["content"], "You said: It rains.", "{reply}");
        let block = json!({ "type": "tool_result", "tool_use_id": "toolu-1", "content": content });
        let messages = json!([{ "role": "user", "content": [block] }]);
        let (_, reply) = sent(&gateway, "/v1/messages", json!({ "model": "chat-large", "messages": messages })).await;
        assert_eq!(reply["content"][0]["text"], "You said: It rains.", "{reply}");
    }
    for output in [json!("It rains."), parts("input_text")] {
        let item = json!({ "type": "function_call_output", "call_id": "call-1", "output": output });
        let (_, reply) = sent(&gateway, "/v1/responses", json!({ "model": "chat-large", "input": [item] })).await;
        assert_eq!(reply["output"][0]["content"][0]["text"], "You said: It rains.", "{reply}");
    }
}

/// Returns an MP3 file with 128 kbit/s and 44,100 samples per second: frames after a tag.
fn mp3(seconds: f64) -> Vec<u8> {
    let mut frame = vec![0xFF, 0xFB, 0x90, 0];
    frame.resize(417, 0);
    let frames = (seconds * 44_100.0 / 1152.0) as usize;
    [b"ID3\x04\0\0\0\0\0\x02??".to_vec(), frame.repeat(frames)].concat()
}

/// Returns the first and the last page of an Ogg file with Opus audio.
fn ogg(seconds: f64) -> Vec<u8> {
    let page = |position: u64, packet: &[u8]| {
        let head = [b"OggS\0\0".as_slice(), &position.to_le_bytes(), &[0; 12], &[1, packet.len() as u8]];
        [head.concat(), packet.to_vec()].concat()
    };
    let head = [b"OpusHead\x01\x01".as_slice(), &312u16.to_le_bytes(), &[0; 7]].concat();
    [page(0, &head), page((seconds * 48_000.0) as u64 + 312, b"sound")].concat()
}

/// Returns a WAV file with a chunk before its format, as some recorders write it.
fn odd_wav(seconds: u32) -> Vec<u8> {
    let [head, rest] = [&super::rules::wav(seconds)[..12], &super::rules::wav(seconds)[12..]].map(<[u8]>::to_vec);
    [head, b"LIST\x03\0\0\0abc\0".to_vec(), rest].concat()
}

#[tokio::test]
async fn a_recording_that_is_too_long_is_refused() {
    let gateway = gateway().await;
    for (name, recording, seconds, status) in [
        ("a.wav", super::rules::wav(30), 30, 200),
        ("a.wav", super::rules::wav(31), 31, 400),
        ("a.wav", odd_wav(31), 31, 400),
        ("a.mp3", mp3(29.9), 30, 200),
        ("a.mp3", mp3(30.2), 31, 200),
        ("a.mp3", mp3(31.2), 32, 400),
        ("a.ogg", ogg(30.0), 30, 200),
        ("a.ogg", ogg(31.1), 32, 400),
        ("a.bin", vec![7; 99], 1, 200),
    ] {
        gateway.reset();
        let fields = [("model", None, &b"transcribe-short"[..]), ("file", Some(name), &recording)];
        let (got, said) = sent_bytes(&gateway, "/v1/audio/transcriptions", &fields).await;
        assert_eq!(got, status, "{name} of {seconds} s: {said}");
        let charged = gateway.ledger().charges.first().map(|it| it.count);
        assert_eq!(charged, (status == 200).then_some(seconds), "{name}");
        assert_eq!(said.to_string().contains("longer than 30 seconds"), status == 400, "{said}");
    }
}

/// Section 4.5: one model accepts only 16-bit PCM WAV and Ogg files.
#[tokio::test]
async fn a_wav_file_must_be_16_bit_pcm_if_the_model_requires_it() {
    let gateway = gateway().await;
    for (name, recording, status) in [
        ("a.wav", super::rules::pcm(16), 200),
        ("a.wav", super::rules::pcm(8), 400),
        ("a.wav", super::rules::pcm(24), 400),
        ("a.wav", super::rules::wav_of(3, 16, 1), 400),
        ("a.ogg", ogg(1.0), 200),
        ("a.mp3", mp3(1.0), 400),
    ] {
        let fields = [("model", None, &b"transcribe-streaming"[..]), ("file", Some(name), &recording)];
        let (got, said) = sent_bytes(&gateway, "/v1/audio/transcriptions", &fields).await;
        assert_eq!(got, status, "{name}: {said}");
    }
}
