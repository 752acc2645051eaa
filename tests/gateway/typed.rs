//! Typed values: numbers of any type, usage of streams, strict schemas, and paths in decoding errors.

use sample_client::chat::StreamOptions;
use sample_client::schemars::JsonSchema;
use sample_client::{Error, ReplyFormat, Untyped, models, testing};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{client, gateway};

#[tokio::test]
async fn parameters_accept_all_number_types() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let items = ["a", "b"];
    let request = client.chat(models::chat::CHAT_LARGE, "tea").max_tokens(items.len()).seed(7_u32).n(1_u8);
    request.temperature(0.5_f32).top_p(1).send().await.expect("a reply");
    let sent: Value = serde_json::from_str(&gateway.journal().requests[0].body).expect("JSON");
    let sent = ["max_tokens", "seed", "n", "temperature", "top_p"].map(|it| sent[it].to_string());
    assert_eq!(sent, ["2", "7", "1", "0.5", "1.0"]);
    let search = client.p1().search("tea").cursor(20_u64).request().expect("valid");
    assert!(search.url.query().is_some_and(|it| it.contains("cursor=20")), "{}", search.url);
    // Too large for the service: nothing is sent.
    let refused = client.p1().search("tea").cursor(u64::MAX).send().await.expect_err("too large");
    assert!(matches!(&refused, Error::Request(_)), "{refused}");
    assert!(refused.to_string().contains("`cursor` cannot be sent: `18446744073709551615`"), "{refused}");
    let by_name = client.operation("chat").expect("it is there").model("chat-large").with("new", u64::MAX);
    assert!(by_name.request().expect_err("too large").to_string().contains("`new` cannot be sent"));
    assert_eq!(gateway.journal().count, 1);
}

#[tokio::test]
async fn streams_report_their_usage_by_default() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let ask = || client.chat(models::chat::CHAT_LARGE, "What is tea?");
    let streamed = ask().stream().await.expect("it begins").finish().await.expect("it ends");
    let complete = ask().send().await.expect("a reply");
    assert_eq!((streamed.cost, streamed.usage.clone()), (complete.cost, complete.usage.clone()));
    assert!(streamed.cost.is_some());
    let sent = |at: usize| -> Value { serde_json::from_str(&gateway.journal().requests[at].body).expect("JSON") };
    assert_eq!(sent(0)["stream_options"], json!({ "include_usage": true }));
    assert_eq!(sent(1).get("stream_options"), None, "only streams have it");
    // Without it, the cost is unknown.
    let stream = ask().stream_options(StreamOptions::none()).stream().await.expect("it begins");
    assert_eq!(stream.finish().await.expect("it ends").cost, None);
    assert_eq!(sent(2).get("stream_options"), None);
    let own = ask().stream_options(StreamOptions::none().with("include_usage", false));
    own.stream().await.expect("it begins").finish().await.expect("it ends");
    assert_eq!(sent(3)["stream_options"], json!({ "include_usage": false }));
    // The other formats report their usage anyway.
    let messages = client.messages(models::messages::CHAT_LARGE, "?").max_tokens(9).stream().await.expect("it begins");
    assert!(messages.finish().await.expect("it ends").cost.is_some());
    assert_eq!(sent(4).get("stream_options"), None);
}

/// Kind of a tea.
#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[schemars(crate = "sample_client::schemars")]
enum Kind {
    /// Not fermented.
    Green,
    /// Any other, by its name.
    Other(String),
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[schemars(crate = "sample_client::schemars")]
struct Tea {
    /// Kind of the tea.
    kind: Kind,
    minutes: Option<u32>,
    #[serde(default)]
    towns: Vec<String>,
}

#[tokio::test]
async fn strict_structured_output_follows_the_rules_of_the_public_formats() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let chat = client.chat(models::chat::CHAT_LARGE, "?").response_format(ReplyFormat::strict::<Tea>());
    let tea: Tea = chat.send().await.expect("the mock accepts it").parse().expect("it has the type");
    assert_eq!(tea.kind, Kind::Green);
    let responses = client.responses(models::responses::CHAT_LARGE, "?").reply_format(ReplyFormat::strict::<Tea>());
    responses.send().await.expect("the mock accepts it").parse::<Tea>().expect("it has the type");
    let sent = |at: usize| -> Value { serde_json::from_str(&gateway.journal().requests[at].body).expect("JSON") };
    let format = &sent(0)["response_format"]["json_schema"];
    assert_eq!((&format["strict"], &format["schema"]["additionalProperties"]), (&json!(true), &json!(false)));
    assert_eq!(sent(1)["text"]["format"]["strict"], true);
    assert_eq!(sent(1)["text"]["format"]["schema"], format["schema"]);
    // The mock refuses what the public formats refuse.
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let format = json!({ "type": "json_schema", "json_schema": { "name": "a", "schema": schema, "strict": true } });
    let refused = client.chat(models::chat::CHAT_LARGE, "?").extra("response_format", format).send().await;
    assert!(refused.expect_err("it is not strict").to_string().contains("`additionalProperties` must be false"));
    let schema = ReplyFormat::strict_schema("a", schema);
    client.chat(models::chat::CHAT_LARGE, "?").response_format(schema).send().await.expect("it is strict");
    // Schemas that cannot be expressed are not sent.
    let map = json!({ "type": "object", "properties": { "a": { "type": "object", "additionalProperties": true } } });
    let map = client.chat(models::chat::CHAT_LARGE, "?").response_format(ReplyFormat::strict_schema("map", map));
    let error = map.send().await.expect_err("a map").to_string();
    let expected = "`response_format` cannot be sent: cannot use the schema `map` in strict mode: `$.a` is a map";
    assert!(error.contains(expected), "{error}");
    assert_eq!(gateway.journal().count, 4);
}

#[tokio::test]
async fn decoding_errors_name_the_path_in_the_response() {
    #[derive(Debug, Deserialize)]
    struct Page {
        #[expect(dead_code, reason = "it does not fit")]
        items: Vec<u32>,
    }
    let found = testing::social::<Untyped>(json!({ "items": [1, "many"] }));
    let error = found.data_as::<Page>().expect_err("a text").to_string();
    assert!(error.contains("items[1]: invalid type: string \"many\", expected u32"), "{error}");
    let reply = testing::chat_reply("{\"items\": [\"x\"]}");
    let error = reply.parse::<Page>().expect_err("a text").to_string();
    assert!(error.contains("items[0]: invalid type"), "{error}");
    let call = testing::tool_call("look", json!({ "items": -1 }));
    assert!(call.parse::<Page>().expect_err("a number").to_string().contains("items: invalid type"));
}
