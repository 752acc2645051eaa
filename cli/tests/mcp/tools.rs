//! Every tool, resource and prompt over both transports.

use gatewright_client::Usd;
use gatewright_mock::Gateway;
use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use super::server::{Agent, HttpServer, Version, block_on, post};
use crate::support::Home;

const VIDEO: &str = "a_text_to_video";

#[test]
fn every_tool_works_over_both_transports_and_versions() {
    for version in Version::ALL {
        let home = Home::new();
        block_on(async {
            let agent = Agent::start(&home, &[], version).await;
            every_tool(&agent, &home.gateway).await;
            agent.stop().await;
        });
        let home = Home::new();
        let server = HttpServer::start(&home, &[]);
        block_on(async {
            let agent = Agent::connect(&server, version).await;
            every_tool(&agent, &home.gateway).await;
            agent.stop().await;
        });
    }
}

async fn every_tool(agent: &Agent, gateway: &Gateway) {
    let tools = agent.client.list_all_tools().await.expect("tools");
    let names: Vec<_> = tools.iter().map(|it| it.name.as_ref()).collect();
    assert_eq!(names, ["find", "describe", "estimate", "call", "spent", "video"]);

    let found = agent.call("find", json!({ "query": "p2 post", "kind": "operation" })).await.content;
    assert_eq!(found["operations"][0]["operation"], "p2_post", "{found}");
    let described = agent.call("describe", json!({ "name": "p2_post" })).await.content;
    assert_eq!(described["arguments"]["properties"]["note_id"]["type"], "string", "{described}");
    let estimated = agent.call("estimate", post()).await.content;
    assert_eq!((&estimated["price_usd"], &estimated["fits_budget"]), (&json!("0.02"), &json!(true)));
    assert_eq!((gateway.journal().count, gateway.ledger().total()), (0, Usd::ZERO));

    let called = agent.call("call", post()).await;
    let content = &called.content;
    assert_eq!((&content["charge"], &content["price_usd"]), (&json!("yes"), &json!("0.02")), "{content}");
    assert!(content["data"].is_object() && content["call_id"].is_string() && !called.is_error, "{content}");
    assert_eq!(content["remaining_usd"], "0.98");
    assert_eq!(gateway.ledger().total(), Usd::cents(2));

    let spent = agent.call("spent", json!({})).await.content;
    assert_eq!(spent["session"]["charged_usd"], "0.02", "{spent}");
    assert_eq!(spent["receipts"]["by_operation"][0]["operation"], "p2_post", "{spent}");
    make_a_video(agent).await;
}

async fn make_a_video(agent: &Agent) {
    let described = agent.call("describe", json!({ "name": VIDEO })).await.content;
    let submit = json!({ "action": "submit", "operation": VIDEO, "arguments": described["example"] });
    let submitted = agent.call("video", submit).await.content;
    assert_eq!(submitted["charge"], "yes", "{described} {submitted}");
    let task = &submitted["task"];
    let status = agent.call("video", json!({ "action": "status", "task": task })).await.content;
    assert!(status["status"].is_string() && status["charge"] == "no", "{status}");
    let result = agent.call("video", json!({ "action": "result", "task": task })).await.content;
    assert!(result["is_done"] == true && result["url"].as_str().is_some_and(|it| it.starts_with("http")), "{result}");
}

#[test]
fn resources_and_prompts_can_be_read() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let resources = agent.client.list_all_resources().await.expect("resources");
        let uris: Vec<_> = resources.iter().map(|it| it.uri.as_str()).collect();
        for uri in ["gateway://catalog", "gateway://llms.txt", "gateway://guides/agents"] {
            assert!(uris.contains(&uri), "{uris:?}");
            let read = agent.client.read_resource(ReadResourceRequestParams::new(uri)).await.expect("a resource");
            assert!(serde_json::to_string(&read.contents).is_ok_and(|it| it.len() > 1_000), "{uri}");
        }
        assert!(agent.client.read_resource(ReadResourceRequestParams::new("file:///etc/passwd")).await.is_err());
        let prompts = agent.client.list_all_prompts().await.expect("prompts");
        assert_eq!(prompts.len(), 3);
        let arguments = json!({ "topic": "green tea" }).as_object().expect("an object").clone();
        let prompt = agent.client.get_prompt(GetPromptRequestParams::new("research").with_arguments(arguments)).await;
        let prompt = serde_json::to_value(prompt.expect("a prompt").messages).expect("JSON");
        assert!(prompt[0]["content"]["text"].as_str().is_some_and(|it| it.contains("green tea")), "{prompt}");
        agent.stop().await;
    });
}

#[test]
fn models_are_called_and_priced() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let arguments = json!({
            "model": "atlas-chat-mini-2026-03", "max_tokens": 50, "messages": [{ "role": "user", "content": "What is tea?" }],
        });
        let estimated = agent.call("estimate", json!({ "operation": "chat", "arguments": arguments })).await.content;
        assert!(estimated["is_upper_bound"] == true && estimated["price_usd"].is_string(), "{estimated}");
        let chat = json!({ "operation": "chat", "arguments": arguments, "select": ".choices[0].message.content" });
        let called = agent.call("call", chat).await.content;
        assert!(called["charge"] == "yes" && called["data"].is_string(), "{called}");
        agent.stop().await;
    });
}

#[test]
fn errors_say_what_to_change_and_send_nothing() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &[], Version::Handshake).await;
        let operation = |name: &str, arguments: Value| json!({ "operation": name, "arguments": arguments });
        for (tool, arguments, part) in [
            ("call", operation("p2_pots", json!({})), "unknown operation `p2_pots`"),
            ("call", operation("p2_post", json!({})), "note_id"),
            ("call", operation("p2_post", json!({ "note": "64a1" })), "the arguments of `p2_post` are"),
            ("call", json!({ "operation": "p2_post", "arguments": {}, "budget": 1 }), "unknown field `budget`"),
            ("call", json!({ "operation": "p2_post", "arguments": {}, "max_usd": "a lot" }), "such as 0.05"),
            ("call", operation(VIDEO, json!({})), "use the tool `video`"),
            ("call", operation("speech", json!({})), "command line"),
            ("estimate", json!({}), "missing field `operation`"),
            ("describe", json!({ "name": "atlas" }), "unknown operation or model `atlas`"),
            ("spent", json!({ "since": "soon" }), "such as 2026-11-18"),
            ("video", json!({ "action": "stop" }), "unknown variant `stop`"),
            ("video", json!({ "action": "status" }), "`submit` has returned"),
            ("video", json!({ "action": "submit", "operation": "p2_post" }), "use the tool `call`"),
        ] {
            let result = agent.call(tool, arguments.clone()).await;
            assert!(result.is_error && result.content["charge"] == "no", "{tool} {arguments}: {}", result.text);
            assert!(result.text.replace("\\\"", "\"").contains(part), "{tool} {arguments}: {}", result.text);
        }
        let mut wrong_filter = post();
        wrong_filter["select"] = ".[".into();
        assert!(agent.call("call", wrong_filter).await.text.contains("syntax of jq"));
        assert_eq!((home.requests(), home.gateway.ledger().total()), (0, Usd::ZERO));
        agent.stop().await;
    });
}
