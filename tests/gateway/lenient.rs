//! What a service adds, drops or changes later breaks nobody, and nothing of it is lost.

use std::sync::{Arc, Mutex};

use futures_util::stream;
use proptest::prelude::*;
use sample_client::{
    Cause, Charge, Client, Error, Events, HttpReply, HttpRequest, Reply, StreamProtocol, Transport, TransportFuture,
    Units, Usd, audio, chat, image, messages, models, responses,
};
use serde::Serialize;
use serde_json::{Value, json};

/// A reply of each format, with every kind of thing in it.
fn replies() -> [Value; 5] {
    let function = json!({ "name": "weather", "arguments": "{\"town\":\"x\"}" });
    let call = json!({ "id": "c1", "type": "function", "function": function });
    [
        json!({
            "id": "r", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [
                { "index": 0, "message": { "role": "assistant", "content": "text" }, "finish_reason": "stop" },
                { "index": 1, "message": { "role": "assistant", "content": [{ "type": "text", "text": "x" }],
                  "tool_calls": [call] }, "finish_reason": "tool_calls", "logprobs": { "content": [] } },
            ],
            "usage": { "prompt_tokens": 3, "completion_tokens": 4, "prompt_tokens_details": { "cached_tokens": 1 } },
        }),
        json!({
            "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use",
            "content": [
                { "type": "text", "text": "x" },
                { "type": "tool_use", "id": "t", "name": "weather", "input": { "town": "x" } },
            ],
            "usage": { "input_tokens": 3, "output_tokens": 4, "cache_creation": { "ephemeral_1h_input_tokens": 1 } },
        }),
        json!({
            "id": "r", "object": "response", "status": "completed", "model": "m",
            "output": [
                { "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "x" }] },
                { "type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}" },
            ],
            "usage": { "input_tokens": 3, "input_tokens_details": { "cached_tokens": 1 }, "output_tokens": 4 },
        }),
        json!({
            "created": 1, "data": [{ "url": "https://files.example/a", "b64_json": "" }],
            "metadata": { "success_count": "1", "failed_count": "0" },
        }),
        json!({ "text": "x", "segments": [{ "start": 0 }] }),
    ]
}

/// Reads a reply, does with it what callers do, and writes it again.
fn through<R: Reply + Serialize>(value: Value, look: impl Fn(&R)) -> Value {
    match R::read(value) {
        Ok(reply) => {
            reply.usage();
            look(&reply);
            serde_json::to_value(&reply).expect("it is JSON")
        }
        Err(value) => value,
    }
}

fn through_its_format(format: usize, value: Value) -> Value {
    match format {
        0 => through::<chat::Reply>(value, |it| {
            drop((it.text(), it.tool_calls(), it.parse::<Value>()));
        }),
        1 => through::<messages::Reply>(value, |it| {
            drop((it.text(), it.tool_calls(), it.to_message()));
        }),
        2 => through::<responses::Reply>(value, |it| {
            drop((it.text(), it.tool_calls()));
        }),
        3 => through::<image::Reply>(value, |it| {
            let _ = (it.success_count(), it.failed_count());
        }),
        _ => through::<audio::Transcript>(value, |_| ()),
    }
}

/// The pointers of everything in a value.
fn places(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, it)| places(it, format!("{at}/{key}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, it)| places(it, format!("{at}/{i}"), all)),
        _ => {}
    }
    all.push(at);
}

fn remove(value: &mut Value, place: &str) {
    let Some((parent, key)) = place.rsplit_once('/') else { return };
    match value.pointer_mut(parent) {
        Some(Value::Object(fields)) => {
            fields.remove(key);
        }
        Some(Value::Array(items)) => {
            key.parse().map(|index: usize| items.remove(index)).ok();
        }
        _ => {}
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        Just(u64::MAX.into()),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!([1, "x", null, { "a": [] }])),
        Just(json!({})),
        Just(json!({ "type": "text", "text": 7 })),
    ]
}

proptest! {
    #[test]
    fn no_change_panics_and_no_unknown_field_is_lost(
        format in 0..5usize,
        deletions in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_value()), 0..3),
        additions in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let mut value = replies()[format].clone();
        let all = |value: &Value| { let mut all = Vec::new(); places(value, String::new(), &mut all); all };
        for index in &deletions {
            let place = index.get(&all(&value)).clone();
            remove(&mut value, &place);
        }
        for (index, new) in &changes {
            let place = index.get(&all(&value)).clone();
            if let Some(old) = value.pointer_mut(&place) { *old = new.clone() }
        }
        let mut added = Vec::new();
        for (number, index) in additions.iter().enumerate() {
            let objects: Vec<_> = all(&value).into_iter().filter(|it| value.pointer(it).is_some_and(Value::is_object)).collect();
            if objects.is_empty() { continue }
            let (place, name) = (index.get(&objects).clone(), format!("unknown-{number}"));
            value.pointer_mut(&place).expect("it is listed")[&name] = json!({ "kept": number });
            added.push(name);
        }
        let written = through_its_format(format, value).to_string();
        for name in added {
            prop_assert!(written.contains(&format!("\"{name}\"")), "{name} is not in {written}");
        }
    }
}

/// Serves one body, in two pieces.
struct InTwo(Mutex<Option<[Vec<u8>; 2]>>);

impl Transport for InTwo {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let pieces = self.0.lock().expect("no panic").take().expect("one request");
        let mut reply = HttpReply::new(200, Default::default(), "");
        reply.headers.insert("content-type", "text/event-stream".parse().expect("a value"));
        reply.body = Box::pin(stream::iter(pieces.map(|it| Ok(it.into()))));
        Box::pin(async move { Ok(reply) })
    }
}

fn in_two(body: &[u8], at: usize) -> Client {
    let transport = InTwo(Mutex::new(Some([body[..at].to_vec(), body[at..].to_vec()])));
    Client::builder("https://gateway.example", "key").transport(transport).build().expect("valid")
}

async fn shown<P: StreamProtocol>(mut events: Events<P>) -> String
where
    P::Event: std::fmt::Debug,
{
    let mut all = String::new();
    while let Some(event) = events.next().await {
        all += &format!("{:?}\n", event.expect("it is whole"));
    }
    all + &events.received().to_string()
}

fn streamed(data: &[Value]) -> Client {
    let body: String = data.iter().map(|it| format!("data: {it}\n\n")).collect();
    in_two(body.as_bytes(), body.len())
}

#[tokio::test]
async fn a_stream_of_several_replies_ends_when_all_of_them_have() {
    let piece = |index: i64, text: &str, reason: Option<&str>| json!({ "choices": [{ "index": index, "delta": { "content": text }, "finish_reason": reason }] });
    let all = [piece(0, "a", None), piece(1, "x", None), piece(0, "b", Some("stop")), piece(1, "y", Some("stop"))];
    let ask = |client: Client| client.chat(models::chat::CHAT_LARGE, "?").n(2).stream();
    let whole = ask(streamed(&all)).await.expect("it begins").finish().await.expect("both have ended");
    let texts: Vec<_> = whole.choices.iter().filter_map(|it| it.message.as_ref()?.text()).collect();
    assert_eq!(texts, ["ab", "xy"]);
    let mut events = ask(streamed(&all)).await.expect("it begins");
    let mut first = String::new();
    while let Some(text) = events.next_text().await {
        first += &text.expect("it is whole");
    }
    assert_eq!(first, "ab", "of several the first");
    let cut = ask(streamed(&all[..3])).await.expect("it begins").finish().await.expect_err("one is still open");
    assert!(matches!(cut, Error::ChargeUnknown(it) if it.cause == Cause::CutShort && it.received.is_some()));
    let twice = [piece(0, "a", Some("stop")), piece(0, "", Some("stop"))];
    let twice = ask(streamed(&twice)).await.expect("it begins").finish().await.expect("a reply");
    assert_eq!(twice.finish_reason(), Some("stop"));
}

#[tokio::test]
async fn a_response_that_failed_is_an_error() {
    let failed = json!({ "id": "r", "status": "failed", "error": { "code": "server_error", "message": "it broke" } });
    let client = streamed(&[json!({ "type": "response.failed", "response": failed })]);
    let ended = client.responses(models::responses::CHAT_LARGE, "?").stream().await.expect("it begins").finish().await;
    let error = ended.expect_err("it failed");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::ErrorInStream), "{error}");
    assert!(error.to_string().contains("it broke"), "{error}");
}

/// Answers with one reply.
struct Canned(Value);

impl Transport for Canned {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::json(200, &self.0);
        Box::pin(async { Ok(reply) })
    }
}

#[tokio::test]
async fn an_error_that_comes_with_status_200_is_sorted_by_the_table_of_models() {
    let ask = async |error: Value| {
        let client = answering(json!({ "error": error }));
        let error = client.responses(models::responses::CHAT_LARGE, "?").send().await.expect_err("it is an error");
        (error, client.spent().by_name.get("chat-large").map(|it| (it.calls, it.unknown_calls)))
    };
    let (error, books) = ask(json!({ "code": "previous_response_not_found" })).await;
    assert!(matches!(error, Error::NotAvailableYet(_)), "{error}");
    assert_eq!(books, None, "the code says that nothing was begun");
    // A code of social data says nothing of a model.
    let (error, books) = ask(json!({ "code": "social_data_no_result" })).await;
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::NotUnderstood), "{error}");
    assert_eq!(books, Some((0, 1)));
}

/// A client whose gateway answers with one reply, and sends nothing twice.
fn answering(reply: Value) -> Client {
    let client = Client::builder("https://gateway.example", "key").transport(Canned(reply));
    client.settings(|it| it.max_attempts = 1).build().expect("valid")
}

#[tokio::test]
async fn a_response_that_failed_is_an_error_also_when_it_comes_whole() {
    let failed = json!({ "id": "r", "object": "response", "status": "failed", "error": { "message": "it broke" } });
    let error = answering(failed).responses(models::responses::CHAT_LARGE, "?").send().await.expect_err("it failed");
    assert!(error.charge() == Charge::Unknown && error.to_string().contains("it broke"), "{error}");
}

#[tokio::test]
async fn an_odd_item_hides_none_of_the_others() {
    let choices = json!([{ "index": 0, "message": { "content": "tea" } }, "odd"]);
    let client = answering(json!({ "id": "r", "choices": choices }));
    let reply = client.chat(models::chat::CHAT_LARGE, "?").send().await.expect("a reply");
    assert_eq!(reply.text().as_deref(), Some("tea"));
    assert_eq!(reply.choices[1].other.values().collect::<Vec<_>>(), ["odd"], "and is not lost");
}

#[tokio::test]
async fn what_json_has_no_number_for_is_not_sent() {
    let call = answering(json!({})).chat(models::chat::CHAT_LARGE, "?").temperature(f64::NAN);
    let error = call.send().await.expect_err("it would be null");
    assert!(matches!(&error, Error::Request(text) if text.contains("`temperature`")), "{error}");
}

#[tokio::test]
async fn a_whole_reply_is_one_also_if_nothing_says_so() {
    let whole =
        json!({ "id": "r", "choices": [{ "index": 0, "message": { "content": "tea" }, "finish_reason": "stop" }] });
    for at in [0, 1, 20] {
        let client = in_two(format!("\n {whole}").as_bytes(), at);
        let events = client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
        assert_eq!(events.finish().await.expect("a reply").text().as_deref(), Some("tea"));
    }
}

#[tokio::test]
async fn counts_that_are_null_take_nothing_back_and_cut_arguments_are_what_was_written() {
    let events = [
        json!({ "type": "message_start", "message": { "usage": { "input_tokens": 30 } } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "tool_use", "id": "c", "name": "n", "input": {} } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "input_json_delta", "partial_json": "{\"a\": " } }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "max_tokens" }, "usage": { "output_tokens": 7, "input_tokens": null } }),
        json!({ "type": "message_stop" }),
    ];
    let reply = streamed(&events).messages(models::messages::CHAT_LARGE, "?").stream().await.expect("it begins");
    let reply = reply.finish().await.expect("a reply");
    assert_eq!(reply.usage.as_ref().expect("it was sent")["input_tokens"], 30);
    assert_eq!(reply.tool_calls()[0].arguments, "{\"a\": ");
}

#[tokio::test]
async fn a_name_that_would_break_a_form_is_not_sent() {
    let sound = sample_client::Upload::bytes("a\r\nX-Inject: 1\r\n\r\n.mp3", "sound");
    let call = answering(json!({})).transcription(models::transcription::TRANSCRIBE_STANDARD, sound);
    assert!(matches!(call.send().await, Err(Error::Request(_))));
}

#[tokio::test]
async fn a_stream_without_usage_is_charged_at_an_unknown_price() {
    let piece = json!({ "choices": [{ "index": 0, "delta": { "content": "a" }, "finish_reason": "stop" }] });
    let client = streamed(&[piece]);
    client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins").finish().await.expect("a reply");
    let of = &client.spent().by_name["chat-large"];
    assert_eq!((of.calls, of.unpriced_calls), (1, 1));
}

/// Were each piece looked for among all the others, this would take minutes.
#[tokio::test]
async fn many_replies_in_one_stream_take_no_longer_than_they_are() {
    let choices = |reason: Option<&str>| -> Vec<_> {
        (0..20_000)
            .map(|it| json!({ "index": it, "delta": { "tool_calls": [{ "index": it, "id": "c" }] }, "finish_reason": reason }))
            .collect()
    };
    let pieces: Vec<_> = [None, None, Some("stop")].map(|it| json!({ "choices": choices(it) })).into();
    let events = streamed(&pieces).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
    assert_eq!(events.finish().await.expect("a reply").choices.len(), 20_000);
}

#[tokio::test]
async fn a_field_for_errors_that_holds_none_is_no_error() {
    for none in [json!(""), json!({}), json!(false), json!(null)] {
        let client = Client::builder("https://gateway.example", "key");
        let client = client.transport(Canned(json!({ "text": "hello", "error": none }))).build().expect("valid");
        let sound = sample_client::Upload::bytes("a.mp3", "sound");
        let heard = client.transcription(models::transcription::TRANSCRIBE_STANDARD, sound).send().await;
        assert_eq!(heard.expect("a reply").text.as_deref(), Some("hello"), "{none}");
        let piece =
            json!({ "error": none, "choices": [{ "index": 0, "delta": { "content": "a" }, "finish_reason": "stop" }] });
        let ended =
            streamed(&[piece]).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins").finish().await;
        assert_eq!(ended.expect("a reply").text().as_deref(), Some("a"), "{none}");
    }
}

#[tokio::test]
async fn an_empty_reason_is_no_end() {
    let piece = json!({ "choices": [{ "index": 0, "delta": { "content": "Half an ans" }, "finish_reason": "" }] });
    let events = streamed(&[piece]).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
    let error = events.finish().await.expect_err("it was cut");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::CutShort), "{error}");
}

#[tokio::test]
async fn an_end_that_repeats_nothing_takes_nothing_back() {
    let events = [
        json!({ "type": "response.output_text.delta", "output_index": 0, "delta": "Hello" }),
        json!({ "type": "response.completed", "response": { "id": "r", "status": "completed", "output": [] } }),
    ];
    let reply = streamed(&events).responses(models::responses::CHAT_LARGE, "?").stream().await.expect("it begins");
    assert_eq!(reply.finish().await.expect("a reply").text().as_deref(), Some("Hello"));
}

#[tokio::test]
async fn a_stream_that_has_ended_is_in_the_books_at_once() {
    let piece = json!({ "choices": [{ "index": 0, "delta": { "content": "a" }, "finish_reason": "stop" }] });
    let client = streamed(&[piece]);
    let mut events = client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
    while let Some(event) = events.next().await {
        event.expect("it is whole");
    }
    assert_eq!(client.spent().by_name["chat-large"].calls, 1, "also while the stream is still there");
    drop(events);
    assert_eq!(client.spent().by_name["chat-large"].calls, 1);
}

#[tokio::test]
async fn the_books_say_of_a_stream_what_its_error_says() {
    let ask = async |code: &str| {
        let begun = json!({ "choices": [{ "index": 0, "delta": { "content": "a" } }] });
        let client = streamed(&[begun, json!({ "error": { "code": code, "message": "it broke" } })]);
        let events = client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
        let error = events.finish().await.expect_err("it broke off");
        (error.charge(), client.spent().by_name.get("chat-large").map(|it| (it.calls, it.unknown_calls)))
    };
    assert_eq!(ask("model_requires_topup").await, (Charge::No, None));
    assert_eq!(ask("anything_else").await, (Charge::Unknown, Some((0, 1))));
}

#[tokio::test]
async fn what_cannot_be_read_as_usage_has_an_unknown_cost() {
    let units = Units::default().with_ratio(Usd::micros(2_000_000));
    let cost = async |usage: Value| {
        let reply = json!({ "choices": [], "usage": usage });
        let client = Client::builder("https://gateway.example", "key").units(units.clone()).transport(Canned(reply));
        let ask = client.build().expect("valid").chat(models::chat::CHAT_SMALL, "?");
        // What was expected is no proof of what it was.
        ask.expecting(sample_client::Usage::tokens(9, 9)).send().await.expect("a reply").cost
    };
    assert!(cost(json!({ "prompt_tokens": 3, "completion_tokens": 4 })).await > Some(Usd::ZERO));
    for unknown in [
        json!({}),
        json!({ "total_tokens": 5 }),
        json!({ "input_tokens": 5, "output_tokens": 7 }),
        json!({ "prompt_tokens": 1.5e300, "completion_tokens": 1 }),
        json!({ "prompt_tokens": -5, "completion_tokens": 1 }),
        json!({ "prompt_tokens": 5, "completion_tokens": 1, "prompt_tokens_details": { "cached_tokens": "many" } }),
    ] {
        assert_eq!(cost(unknown.clone()).await, None, "{unknown}");
    }
    let endless = json!({ "cached_tokens": u64::MAX, "audio_tokens": u64::MAX });
    cost(json!({ "prompt_tokens": 1, "completion_tokens": 1, "prompt_tokens_details": endless })).await;
}

#[tokio::test]
async fn a_stream_is_the_same_wherever_it_is_split() {
    let gateway = super::gateway().await;
    let bodies = Arc::new(Mutex::new(Vec::new()));
    let http = reqwest::Client::new();
    for (path, body) in [
        (
            "/v1/chat/completions",
            json!({ "model": "chat-large", "messages": [{ "role": "user", "content": "茶 tea" }] }),
        ),
        ("/v1/messages", json!({ "model": "chat-large", "messages": [{ "role": "user", "content": "茶 tea" }] })),
        ("/v1/responses", json!({ "model": "chat-large", "input": "茶 tea" })),
    ] {
        let mut body = body;
        body["stream"] = true.into();
        let sent = http.post(format!("{}{path}", gateway.base_url())).bearer_auth(gateway.key()).body(body.to_string());
        let body = sent.send().await.expect("a reply").bytes().await.expect("all of it");
        bodies.lock().expect("no panic").push(body.to_vec());
    }
    let bodies = bodies.lock().expect("no panic").clone();
    let (chat, messages, responses) = (&bodies[0], &bodies[1], &bodies[2]);
    let mut expected = [const { String::new() }; 3];
    for at in 0..=chat.len().max(messages.len()).max(responses.len()) {
        let read = [
            shown(
                in_two(chat, at.min(chat.len())).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins"),
            )
            .await,
            shown(
                in_two(messages, at.min(messages.len()))
                    .messages(models::messages::CHAT_LARGE, "?")
                    .stream()
                    .await
                    .expect("it begins"),
            )
            .await,
            shown(
                in_two(responses, at.min(responses.len()))
                    .responses(models::responses::CHAT_LARGE, "?")
                    .stream()
                    .await
                    .expect("it begins"),
            )
            .await,
        ];
        if at == 0 {
            assert!(read.iter().all(|it| it.contains("茶")));
            expected.clone_from(&read);
        }
        assert_eq!(read, expected, "split at {at}");
    }
}
