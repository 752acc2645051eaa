//! Tests of agents, without a network.

use serde_json::{Value, json};

use super::*;
use crate::testing::Replies;
use crate::{Billing, ChatFormat, ClientBuilder, Field, OperationSpec, ResponseKind, Service, Tool, chat};

static CHAT: OperationSpec = OperationSpec {
    id: "chat",
    method: "POST",
    path: "/v1/chat",
    billing: Billing::Tokens,
    response: ResponseKind::Chat(ChatFormat::Chat),
    fields: &[Field::body("messages", &["messages"]), Field::body("tools", &["tools"])],
    ..OperationSpec::EMPTY
};

/// Returns an agent whose model calls the tool `look` once, and the transport with the requests.
fn agent() -> (Agent<chat::Reply>, Replies) {
    let call = json!({ "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{}" } });
    let choice = |message: Value, reason: &str| json!({ "choices": [{ "message": message, "finish_reason": reason }] });
    let replies = Replies::json([
        choice(json!({ "role": "assistant", "content": null, "tool_calls": [call] }), "tool_calls"),
        choice(json!({ "role": "assistant", "content": "Tea." }), "stop"),
        json!({ "data": { "id": 7 } }),
    ]);
    let builder = ClientBuilder::for_service(&Service::EMPTY, "https://gateway.example", "canary-0123456789");
    let client: Client = builder.transport(replies.clone()).build().expect("valid");
    let messages = json!([{ "role": "user", "content": "What is it?" }]);
    (Agent::new(Call::new(&client, &CHAT).with("messages", messages)), replies)
}

fn look() -> Tool {
    Tool::new("look", "Looks at it.", json!({ "type": "object", "properties": {} }))
}

/// Returns the text that the model got from the tool.
fn tool_result(replies: &Replies) -> String {
    let crate::RequestBody::Bytes(body) = &replies.requests()[1].body else { panic!("it is JSON") };
    let body: Value = serde_json::from_slice(body).expect("JSON");
    body["messages"][2]["content"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_long_tool_result_is_complete_and_contains_no_key() {
    let (agent, replies) = agent();
    let text = format!("{} canary-0123456789 {}", "long ".repeat(40_000), "text ".repeat(40_000));
    let expected = text.replace("canary-0123456789", "[key]");
    let tool = AgentTool::new(look(), move |_: Value| std::future::ready(text.clone()));
    let run = agent.tools([tool]).run().await.expect("the model has replied");
    assert_eq!(run.text().as_deref(), Some("Tea."));
    let found = tool_result(&replies);
    assert!(found == expected, "{} bytes instead of {}", found.len(), expected.len());
}
