//! Unusual responses and streams: errors with status 200, invalid items, missing usage, any split into chunks.

use std::sync::Mutex;

use futures_util::stream;
use sample_client::{
    Cause, Charge, Client, Error, Events, HttpReply, HttpRequest, StreamProtocol, Transport, TransportFuture, Usd,
    models,
};
use serde_json::{Value, json};
/// Transport that returns one body in two chunks.
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
async fn a_stream_of_several_choices_ends_with_the_last_of_them() {
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
    assert!(matches!(cut, Error::ChargeUnknown(it) if it.cause == Cause::EndedEarly && it.received.is_some()));
    let twice = [piece(0, "a", Some("stop")), piece(0, "", Some("stop"))];
    let twice = ask(streamed(&twice)).await.expect("it begins").finish().await.expect("a reply");
    assert_eq!(twice.finish_reason(), Some("stop"));
}

#[tokio::test]
async fn a_failed_response_is_an_error() {
    let failed = json!({ "id": "r", "status": "failed", "error": { "code": "server_error", "message": "it broke" } });
    let client = streamed(&[json!({ "type": "response.failed", "response": failed })]);
    let ended = client.responses(models::responses::CHAT_LARGE, "?").stream().await.expect("it begins").finish().await;
    let error = ended.expect_err("it failed");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::ErrorInStream), "{error}");
    assert!(error.to_string().contains("it broke"), "{error}");
}

/// Transport that returns one response.
struct Canned(Value);

impl Transport for Canned {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::json(200, &self.0);
        Box::pin(async { Ok(reply) })
    }
}

#[tokio::test]
async fn an_error_with_status_200_is_classified_by_the_error_table_of_models() {
    let ask = async |error: Value| {
        let client = answering(json!({ "error": error }));
        let error = client.responses(models::responses::CHAT_LARGE, "?").send().await.expect_err("it is an error");
        (error, client.spent().by_name.get("chat-large").map(|it| (it.calls, it.unknown_calls)))
    };
    let (error, books) = ask(json!({ "code": "previous_response_not_found" })).await;
    assert!(matches!(error, Error::NotAvailableYet(_)), "{error}");
    assert_eq!(books, None, "the code says that nothing was begun");
    // An error code of social data has no meaning for a model.
    let (error, books) = ask(json!({ "code": "social_data_no_result" })).await;
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::UnexpectedFormat), "{error}");
    assert_eq!(books, Some((0, 1)));
}

/// Creates a client without retries whose gateway returns one response.
fn answering(reply: Value) -> Client {
    let client = Client::builder("https://gateway.example", "key").transport(Canned(reply));
    client.settings(|it| it.max_attempts = 1).build().expect("valid")
}

#[tokio::test]
async fn a_flat_error_with_status_200_is_an_error() {
    let ask = async |body: Value| answering(body).chat(models::chat::CHAT_LARGE, "?").send().await;
    let error = ask(json!({ "code": "x", "message": "no" })).await.expect_err("it is an error");
    assert!(error.charge() == Charge::Unknown && error.to_string().contains("no"), "{error}");
    let choices = json!([{ "index": 0, "message": { "content": "tea" } }]);
    ask(json!({ "code": 0, "message": "ok", "choices": choices })).await.expect("it has a reply");
}

#[tokio::test]
async fn a_failed_response_is_an_error_without_streaming_too() {
    let failed = json!({ "id": "r", "object": "response", "status": "failed", "error": { "message": "it broke" } });
    let error = answering(failed).responses(models::responses::CHAT_LARGE, "?").send().await.expect_err("it failed");
    assert!(error.charge() == Charge::Unknown && error.to_string().contains("it broke"), "{error}");
}

#[tokio::test]
async fn an_invalid_item_hides_no_other_item() {
    let choices = json!([{ "index": 0, "message": { "content": "tea" } }, "odd"]);
    let client = answering(json!({ "id": "r", "choices": choices }));
    let reply = client.chat(models::chat::CHAT_LARGE, "?").send().await.expect("a reply");
    assert_eq!(reply.text().as_deref(), Some("tea"));
    assert_eq!(reply.choices[1].other.values().collect::<Vec<_>>(), ["odd"], "and is not lost");
}

#[tokio::test]
async fn numbers_that_json_cannot_express_are_not_sent() {
    let call = answering(json!({})).chat(models::chat::CHAT_LARGE, "?").temperature(f64::NAN);
    let error = call.send().await.expect_err("it would be null");
    assert!(matches!(&error, Error::Request(text) if text.contains("`temperature`")), "{error}");
}

#[tokio::test]
async fn a_complete_reply_is_recognized_without_a_content_type() {
    let whole =
        json!({ "id": "r", "choices": [{ "index": 0, "message": { "content": "tea" }, "finish_reason": "stop" }] });
    for at in [0, 1, 20] {
        let client = in_two(format!("\n {whole}").as_bytes(), at);
        let events = client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
        assert_eq!(events.finish().await.expect("a reply").text().as_deref(), Some("tea"));
    }
}

#[tokio::test]
async fn null_counts_keep_earlier_counts_and_cut_arguments_stay_partial() {
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

/// Takes minutes if the client searches all earlier choices for each chunk.
#[tokio::test]
async fn many_choices_in_one_stream_take_linear_time() {
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
async fn an_empty_error_field_is_not_an_error() {
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
async fn an_empty_finish_reason_does_not_end_a_stream() {
    let piece = json!({ "choices": [{ "index": 0, "delta": { "content": "Half an ans" }, "finish_reason": "" }] });
    let events = streamed(&[piece]).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
    let error = events.finish().await.expect_err("it was cut");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::EndedEarly), "{error}");
}

#[tokio::test]
async fn a_final_event_without_output_keeps_the_received_text() {
    let events = [
        json!({ "type": "response.output_text.delta", "output_index": 0, "delta": "Hello" }),
        json!({ "type": "response.completed", "response": { "id": "r", "status": "completed", "output": [] } }),
    ];
    let reply = streamed(&events).responses(models::responses::CHAT_LARGE, "?").stream().await.expect("it begins");
    assert_eq!(reply.finish().await.expect("a reply").text().as_deref(), Some("Hello"));
}

#[tokio::test]
async fn a_finished_stream_is_booked_immediately() {
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
async fn the_booked_charge_of_a_stream_agrees_with_its_error() {
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
async fn unreadable_usage_has_an_unknown_cost() {
    let units = models::units().with_ratio(Usd::micros(2_000_000));
    let cost = async |usage: Value| {
        let reply = json!({ "choices": [], "usage": usage });
        let client = Client::builder("https://gateway.example", "key").units(units.clone()).transport(Canned(reply));
        let ask = client.build().expect("valid").chat(models::chat::CHAT_SMALL, "?");
        // The expected usage does not replace the actual usage.
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
async fn a_stream_split_anywhere_gives_the_same_events() {
    let gateway = super::gateway().await;
    let mut bodies = Vec::new();
    for (path, input) in
        [("/v1/chat/completions", "messages"), ("/v1/messages", "messages"), ("/v1/responses", "input")]
    {
        let body = json!({ "model": "chat-large", "stream": true, input: [{ "role": "user", "content": "茶 tea" }] })
            .to_string();
        let request = reqwest::Client::new().post(format!("{}{path}", gateway.base_url())).bearer_auth(gateway.key());
        bodies.push(request.body(body).send().await.expect("a reply").bytes().await.expect("all of it"));
    }
    let mut expected = None;
    for at in 0..=bodies.iter().map(|it| it.len()).max().unwrap_or_default() {
        let client = |format: usize| in_two(&bodies[format], at.min(bodies[format].len()));
        let chat = client(0).chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
        let messages = client(1).messages(models::messages::CHAT_LARGE, "?").stream().await.expect("it begins");
        let responses = client(2).responses(models::responses::CHAT_LARGE, "?").stream().await.expect("it begins");
        let read = [shown(chat).await, shown(messages).await, shown(responses).await];
        assert!(read.iter().all(|it| it.contains("茶")));
        assert_eq!(&read, expected.get_or_insert_with(|| read.clone()), "split at {at}");
    }
}
