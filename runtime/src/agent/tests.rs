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

/// Returns an agent whose model calls the tool `look` once, and the transport with the requests. `data` is the data for a call
/// of the tool.
fn agent(data: Option<Value>) -> (Agent<chat::Reply>, Replies) {
    let call = json!({ "id": "c1", "type": "function", "function": { "name": "look", "arguments": "{}" } });
    let choice = |message: Value, reason: &str| json!({ "choices": [{ "message": message, "finish_reason": reason }] });
    let calls_tool = choice(json!({ "role": "assistant", "content": null, "tool_calls": [call] }), "tool_calls");
    let ends = choice(json!({ "role": "assistant", "content": "Tea." }), "stop");
    let data = data.map(|it| json!({ "data": it }));
    let replies = Replies::json([calls_tool].into_iter().chain(data).chain([ends]));
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
    let last = replies.requests().pop().expect("the model was called");
    let crate::RequestBody::Bytes(body) = &last.body else { panic!("it is JSON") };
    let body: Value = serde_json::from_slice(body).expect("JSON");
    body["messages"][2]["content"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_long_tool_result_is_complete_and_contains_no_key() {
    let (agent, replies) = agent(None);
    let text = format!("{} canary-0123456789 {}", "long ".repeat(40_000), "text ".repeat(40_000));
    let expected = text.replace("canary-0123456789", "[key]");
    let tool = AgentTool::new(look(), move |_: Value| std::future::ready(text.clone()));
    let run = agent.tools([tool]).run().await.expect("the model has replied");
    assert_eq!(run.text().as_deref(), Some("Tea."));
    let found = tool_result(&replies);
    assert!(found == expected, "{} bytes instead of {}", found.len(), expected.len());
}

#[cfg(feature = "blocking")]
#[test]
fn a_run_can_block_and_so_can_its_tools() {
    let (agent, replies) = agent(Some(json!({ "id": 7 })));
    let tool = AgentTool::with_client(look(), |client, _| async move {
        client.social("p1", "search").send().blocking().map(|it| it.data["id"].clone())
    });
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        // If the test has ended, nothing waits for the result.
        let _ = sender.send(agent.tools([tool]).run_blocking());
    });
    let ended = receiver.recv_timeout(std::time::Duration::from_secs(60)).expect("the run does not wait for itself");
    let run = ended.expect("the model has replied");
    assert_eq!((run.text().as_deref(), run.steps, tool_result(&replies).as_str()), (Some("Tea."), 2, "7"));
}

#[cfg(feature = "blocking")]
#[test]
fn an_error_of_a_blocking_run_contains_the_result_so_far() {
    let tool = AgentTool::new(look(), |_: Value| std::future::ready("It is tea."));
    let error = agent(None).0.tools([tool]).max_steps(1).run_blocking().expect_err("there is one step");
    assert!(matches!(error.error, crate::Error::StepLimit(1)), "{error}");
    assert_eq!((error.partial.steps, error.partial.transcript.len()), (1, 2));
}
