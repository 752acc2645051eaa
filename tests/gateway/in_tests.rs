//! The mock and the runtime's values in the tests of other programs.

use gatewright_mock::{Gateway, ModelReply};
use sample_client::social::p1;
use sample_client::testing::{self, Replies};
use sample_client::{Cause, Charge, Client, Error, ErrorKind, Response, SocialResult, Typed, chat, models};
use serde_json::{Value, json};

use super::{client, gateway};

/// The test in the mock's README, as a program has it.
#[path = "in_three_lines.rs"]
mod in_three_lines;

#[test]
fn the_readme_of_the_mock_shows_a_test_that_runs() {
    let shown = include_str!("../../mock/README.md");
    assert!(shown.contains(&format!("```rust\n{}```\n", include_str!("in_three_lines.rs"))));
}

#[test]
fn a_gateway_runs_without_async_code() {
    let gateway = Gateway::start_blocking().expect("a free port");
    let client = gatewright_client::Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    let found = client.p1().search("tea").send().blocking().expect("data");
    assert_eq!((found.cost, gateway.journal().count), (Some(gateway.ledger().total()), 1));
}

#[tokio::test]
async fn replies_of_chat_models_can_be_set() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let calls = || ModelReply::calls([("a", json!({ "x": 1 })), ("b", json!({}))]);
    gateway.replies((0..6).map(|_| calls()));
    let names = |calls: Vec<sample_client::ToolCall>| -> Vec<_> {
        calls.into_iter().map(|it| format!("{} {} {}", it.id, it.name, it.arguments)).collect()
    };
    let chat = || client.chat(models::chat::CHAT_LARGE, "?");
    let messages = || client.messages(models::messages::CHAT_LARGE, "?").max_tokens(9);
    let responses = || client.responses(models::responses::CHAT_LARGE, "?");
    let expected = ["call-1 a {\"x\":1}", "call-2 b {}"];
    assert_eq!(names(chat().send().await.expect("a reply").tool_calls()), expected);
    assert_eq!(names(chat().stream().await.expect("begins").finish().await.expect("ends").tool_calls()), expected);
    assert_eq!(names(responses().send().await.expect("a reply").tool_calls()), expected);
    assert_eq!(names(responses().stream().await.expect("begins").finish().await.expect("ends").tool_calls()), expected);
    let expected = ["toolu-1 a {\"x\":1}", "toolu-2 b {}"];
    assert_eq!(names(messages().send().await.expect("a reply").tool_calls()), expected);
    assert_eq!(names(messages().stream().await.expect("begins").finish().await.expect("ends").tool_calls()), expected);
    assert_eq!(chat().send().await.expect("its own").text().as_deref(), Some("You said: ?"));
}

/// A function of a program, with the types of its arguments.
fn describe(found: Result<Response<Typed<p1::Search>>, Error>) -> String {
    match found {
        Ok(found) => found.data.to_string(),
        Err(error) => format!("{error} ({:?})", error.charge()),
    }
}

#[test]
fn programs_can_create_responses_and_errors() {
    assert_eq!(describe(Ok(testing::social(json!([1])))), "[1]");
    for kind in ErrorKind::ALL {
        let error = testing::error(kind);
        assert_eq!(error.charge(), Charge::No, "{error}");
        assert!(error.failure().is_some_and(|it| it.status.is_some()), "{error}");
    }
    let url = "https://gateway.example/p1".parse().expect("a URL");
    let lost = Error::ChargeUnknown(Box::new(testing::charge_unknown(Cause::Timeout, url)));
    assert!(describe(Err(lost)).ends_with("(Unknown)"));
    let reply: Response<chat::Reply> = testing::chat_reply("Tea is a drink.");
    assert_eq!(reply.text().as_deref(), Some("Tea is a drink."));
    let call = testing::tool_call("weather", json!({ "town": "Hangzhou" }));
    assert_eq!(testing::chat_tool_calls(std::slice::from_ref(&call)).tool_calls(), [call]);
    assert!(testing::reply::<chat::Reply>(Value::Null).is_none());
}

#[tokio::test]
async fn programs_can_create_pages_and_streams() {
    let page = |cursor: &str| json!({ "data": { "items": [1], "cursor": cursor } });
    let replies = Replies::json([page("a"), page("b")]);
    let client = Client::builder("https://gateway.example", "key").transport(replies.clone()).build().expect("valid");
    let next = |it: &SocialResult| Some(sample_client::Params::default().with("cursor", it.data["cursor"].as_str()?));
    let mut pages = client.p1().search("tea").pages_by(next);
    for cursor in ["a", "b"] {
        assert_eq!(pages.next().await.expect("a page").expect("data").data["cursor"], cursor);
    }
    assert!(pages.next().await.expect("the end").is_err(), "no responses are left");
    assert!(replies.requests()[1].url.query().is_some_and(|it| it.contains("cursor=a")));
    assert!(replies.requests().iter().all(|it| !it.headers.contains_key("authorization")), "without the key");
    let event = |text: &str| json!({ "choices": [{ "delta": { "content": text }, "finish_reason": "stop" }] });
    let body = format!("data: {}\n\ndata: [DONE]\n\n", event("tea"));
    let headers = [(sample_client::header::CONTENT_TYPE, "text/event-stream".parse().expect("a type"))];
    let replies = Replies::new([sample_client::HttpReply::new(200, headers.into_iter().collect(), body)]);
    let client = Client::builder("https://gateway.example", "key").transport(replies).build().expect("valid");
    let stream = client.chat(models::chat::CHAT_LARGE, "?").stream().await.expect("it begins");
    assert_eq!(stream.finish().await.expect("it ends").text().as_deref(), Some("tea"));
}
