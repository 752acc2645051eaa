//! Agents: a model calls tools until it is done.

use std::sync::{Arc, Mutex};

use gatewright_mock::{Fault, FaultKind, Gateway, ModelReply};
use sample_client::schemars::JsonSchema;
use sample_client::{
    AgentEvent, AgentTool, Client, Error, Tool, ToolChoice, Usd, chat, messages, models, responses, social,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::{builder, client, gateway};

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "sample_client::schemars")]
struct Weather {
    /// Name of the town.
    town: String,
}

fn weather() -> AgentTool {
    AgentTool::of("weather", "Weather of a town.", |it: Weather| async move { format!("It is dry in {}.", it.town) })
}

/// A tool without arguments that returns a constant result.
fn tool(name: &str, result: Result<Value, &'static str>) -> AgentTool {
    let tool = Tool::new(name, "Does something.", json!({ "type": "object", "properties": {} }));
    AgentTool::new(tool, move |_| {
        let result = result.clone();
        async move { result }
    })
}

fn ask(client: &Client) -> sample_client::Agent<chat::Reply> {
    client.chat(models::chat::CHAT_LARGE, "How is the weather?").max_tokens(50).agent()
}

fn sent(gateway: &Gateway, at: usize) -> Value {
    serde_json::from_str(&gateway.journal().requests[at].body).expect("JSON")
}

#[tokio::test]
async fn an_agent_runs_tools_until_the_model_is_done() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.replies([
        ModelReply::calls([("weather", json!({ "town": "Hangzhou" })), ("p1_search", json!({ "keyword": "tea" }))]),
        ModelReply::calls([("weather", json!({ "town": "Wuyishan" }))]),
        ModelReply::text("It is dry everywhere."),
    ]);
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = events.clone();
    let agent = ask(&client).tools([weather()]).tools(social::tools().only(["p1_search"]).expect("it is there"));
    let agent = agent.budget(Usd::dollars(1)).on_event(move |event| {
        let text = match event {
            AgentEvent::ModelCall { step } => format!("step {step}"),
            AgentEvent::ModelReply { text, tool_calls, cost, .. } => {
                assert!(cost.is_some());
                format!("reply {text:?}, {} calls", tool_calls.len())
            }
            AgentEvent::ToolResult { tool_call, result, .. } => format!("{} {}", tool_call.name, result.is_ok()),
            other => format!("{other:?}"),
        };
        seen.lock().expect("no panic").push(text);
    });
    let run = agent.run().await.expect("it ends");
    assert_eq!((run.text().as_deref(), run.steps), (Some("It is dry everywhere."), 3));
    let roles: Vec<_> = run.transcript.iter().map(|it| it.role.clone().unwrap_or_default()).collect();
    assert_eq!(roles, ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant"]);
    assert_eq!(run.transcript[2].text().as_deref(), Some("It is dry in Hangzhou."));
    assert!(run.transcript[3].text().is_some_and(|it| it.starts_with('{')), "social data");
    // Model calls and social calls are in the spending of the run, of the client, and of the gateway.
    assert_eq!((run.spent.charged, &run.spent), (gateway.ledger().total(), &client.spent()));
    assert!(run.spent.charged > Usd::cents(2) && run.spent.by_name.len() == 2, "{:?}", run.spent);
    let mut events = std::mem::take(&mut *events.lock().expect("no panic"));
    events[2..4].sort();
    let expected = ["step 1", "reply None, 2 calls", "p1_search true", "weather true", "step 2", "reply None, 1 calls"];
    assert_eq!(events[..6], expected);
    assert_eq!(events[6..], ["weather true", "step 3", "reply Some(\"It is dry everywhere.\"), 0 calls"]);
    assert_eq!(sent(&gateway, 0)["tools"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_agent_works_in_all_formats() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let error = || tool("fails", Err("no such town"));
    let calls = || ModelReply::calls([("weather", json!({ "town": "Hangzhou" })), ("fails", json!({}))]);
    gateway.replies([calls(), ModelReply::text("one"), calls(), ModelReply::text("two")]);
    let agent = client.messages(models::messages::CHAT_LARGE, "?").max_tokens(50).agent();
    let run = agent.tools([weather(), error()]).run().await.expect("it ends");
    assert_eq!((run.text().as_deref(), run.transcript.len()), (Some("one"), 4));
    let results = &run.transcript[2].content;
    assert_eq!(results[0].0["content"], "It is dry in Hangzhou.");
    assert_eq!((&results[1].0["content"], &results[1].0["is_error"]), (&json!("no such town"), &json!(true)));
    let next = messages::Message::user("And now?");
    let conversation: Vec<_> = run.transcript.into_iter().chain([next]).collect();
    client.messages(models::messages::CHAT_LARGE, conversation).max_tokens(50).estimate().expect("only text");

    let run = client.responses(models::responses::CHAT_LARGE, "?").max_tokens(50).agent();
    let run = run.tools([weather(), error()]).budget(Usd::dollars(1)).run().await;
    // Two results of the mock's own replies are next.
    let run = run.expect("it ends");
    assert_eq!((run.text().as_deref(), run.transcript.len()), (Some("two"), 6));
    let results: Vec<&responses::Item> = run.transcript[3..5].iter().collect();
    assert_eq!(results[0].0["output"], "It is dry in Hangzhou.");
    assert_eq!(results[1].0["output"], "error: no such town");
    assert_eq!(run.spent.by_name["chat-large"].calls, 2);
}

#[tokio::test]
async fn an_agent_stops_at_the_step_limit_with_its_result() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.replies((0..9).map(|_| ModelReply::calls([("weather", json!({ "town": "Hangzhou" }))])));
    let stopped = ask(&client).tools([weather()]).max_steps(2).run().await.expect_err("the model never ends");
    assert!(matches!(stopped.error, Error::StepLimit(2)), "{stopped}");
    assert_eq!((stopped.partial.steps, gateway.journal().count), (2, 2));
    assert_eq!(stopped.partial.transcript.len(), 4, "the tools of the last step did not run");
    assert_eq!(stopped.partial.spent.charged, gateway.ledger().total());
    assert!(stopped.to_string().starts_with("the agent stopped after 2 steps and 0.00"), "{stopped}");
    let error: Error = stopped.into();
    assert!(error.to_string().contains("still calls tools after 2 steps"), "{error}");
}

#[tokio::test]
async fn the_budget_of_an_agent_includes_its_social_tools() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let search = || ("p1_search", json!({ "keyword": "tea" }));
    gateway.replies((0..9).map(|_| ModelReply::calls([search(), search()])));
    let budget = Usd::cents(7);
    let tools = social::tools().only(["p1_search"]).expect("it is there");
    let stopped = ask(&client).tools(tools).budget(budget).run().await.expect_err("the budget is too small");
    assert!(matches!(stopped.error, Error::OverBudget { .. }), "{stopped}");
    let spent = &stopped.partial.spent;
    assert_eq!((spent.charged, spent.unknown), (gateway.ledger().total(), Usd::ZERO));
    assert!(spent.charged <= budget && spent.charged >= Usd::cents(4), "{spent:?}");
    assert!(stopped.partial.reply.is_some() && stopped.partial.steps > 0);
    // The budget of the client applies, too.
    let poor = builder(&gateway).budget(Usd::micros(1)).build().expect("valid");
    let stopped = ask(&poor).tools([weather()]).budget(Usd::dollars(9)).run().await.expect_err("too poor");
    assert!(matches!(stopped.error, Error::OverBudget { left, .. } if left == Usd::micros(1)), "{stopped}");
    // Without a limit on tokens the price of a step is unknown.
    let open = client.chat(models::chat::CHAT_LARGE, "?").agent().budget(Usd::dollars(1)).run().await;
    assert!(matches!(open.expect_err("an unknown price").error, Error::PriceUnknown(_)));
}

#[tokio::test]
async fn tools_of_one_reply_run_at_the_same_time() {
    let gateway = gateway().await;
    let both = Arc::new(Barrier::new(2));
    let waiting = |name: &str| {
        let both = both.clone();
        let tool = Tool::new(name, "Waits for the other.", json!({ "type": "object", "properties": {} }));
        AgentTool::new(tool, move |_| {
            let both = both.clone();
            async move {
                both.wait().await;
                "done"
            }
        })
    };
    gateway.replies([ModelReply::calls([("a", json!({})), ("b", json!({}))]), ModelReply::text("done")]);
    let run = ask(&client(&gateway)).tools([waiting("a"), waiting("b")]).run().await.expect("neither waits forever");
    assert_eq!(run.steps, 2);
}

#[tokio::test]
async fn errors_of_tools_are_told_to_the_model_without_the_key() {
    let key = "sk-agent-0123456789abcdef";
    let gateway = gatewright_tests::sample_gateway().key(key).start().await.expect("loopback");
    let client = client(&gateway);
    let leaks = tool("leaks", Err("cannot log in with sk-agent-0123456789abcdef\u{1b}[2J"));
    let shows = tool("shows", Ok(json!({ "key": key })));
    let panics = Tool::new("panics", "Panics.", json!({ "type": "object", "properties": {} }));
    let panics = AgentTool::new(panics, |it: Value| async move { it["a"].as_str().expect("a text").to_owned() });
    let search = social::tools().only(["p1_search"]).expect("it is there");
    let names = ["leaks", "shows", "panics", "unknown", "weather", "p1_search", "p1_search"];
    let arguments = |name: &str| if name == "weather" { json!({ "town": 7 }) } else { json!({}) };
    let mut calls: Vec<_> = names.iter().map(|it| (*it, arguments(it))).collect();
    calls[6].1 = json!({ "keyword": "find-nothing" });
    gateway.replies([ModelReply::calls(calls), ModelReply::text("sorry")]);
    let run = ask(&client).tools([leaks, shows, panics, weather()]).tools(search).run().await.expect("it ends");
    let told: Vec<_> = run.transcript[2..9].iter().map(|it| it.text().unwrap_or_default()).collect();
    for (text, part) in told.iter().zip([
        "error: cannot log in with ",
        "{\"key\":\"",
        "error: the tool did not finish",
        "error: unknown tool `unknown`",
        "error: cannot read the arguments: ",
        "error: request: cannot run the tool call `p1_search`: missing required argument `keyword`",
        "error: no results for these parameters",
    ]) {
        assert!(text.starts_with(part), "{text}");
        assert!(!text.contains(key) && !text.contains("0123456789") && !text.contains('\u{1b}'), "{text}");
    }
    assert!(told[4].contains("town: invalid type: integer `7`, expected a string"), "{}", told[4]);
    assert!(!gateway.journal().requests.iter().any(|it| it.body.contains(key)));
}

#[tokio::test]
async fn a_lost_response_of_a_social_tool_ends_the_run() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).on("/v1/social/p1/search"));
    gateway.replies((0..9).map(|_| ModelReply::calls([("p1_search", json!({ "keyword": "tea" }))])));
    let tools = social::tools().only(["p1_search"]).expect("it is there");
    let stopped = ask(&client).tools(tools).run().await.expect_err("its response is lost");
    assert!(matches!(stopped.error, Error::ChargeUnknown(_)), "{stopped}");
    assert_eq!((gateway.ledger().charges.len(), stopped.partial.spent.unknown), (2, Usd::cents(2)));
    let told = stopped.partial.transcript.last().and_then(chat::Message::text).unwrap_or_default();
    assert!(told.starts_with("error: the request may have been charged"), "{told}");
}

#[tokio::test]
async fn a_tool_can_spend_from_the_budget_of_its_agent() {
    let gateway = gateway().await;
    let trending = Tool::new("trending", "Lists trends.", json!({ "type": "object", "properties": {} }));
    let trending = AgentTool::with_client(trending, |client, _| async move {
        let client = Client::from(client);
        client.p1().search("tea").send().await.map(|it| it.data.clone())
    });
    let run = ask(&client(&gateway)).tools([trending]).run().await.expect("it ends");
    assert_eq!(run.spent.charged, gateway.ledger().total());
    assert_eq!(run.spent.by_name.len(), 2, "{:?}", run.spent);
}

#[tokio::test]
async fn a_forced_tool_is_called_once() {
    let gateway = gateway().await;
    let request = client(&gateway).chat(models::chat::CHAT_LARGE, "?").tool_choice(ToolChoice::Named("weather".into()));
    request.agent().tools([tool("other", Ok(json!(1))), weather()]).run().await.expect("it ends");
    assert!(sent(&gateway, 0).get("tool_choice").is_some() && sent(&gateway, 1).get("tool_choice").is_none());
}

#[tokio::test]
async fn tools_that_are_unclear_are_refused_before_anything_is_sent() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let twice = ask(&client).tools([weather(), weather()]).run().await.expect_err("two have its name");
    assert!(twice.error.to_string().contains("two tools have the name `weather`"), "{twice}");
    let weather = Tool::of::<Weather>("weather", "Weather of a town.");
    let both = client.chat(models::chat::CHAT_LARGE, "?").tools([weather]).agent().run().await;
    assert!(both.expect_err("it has no function").to_string().contains("the request already has tools"));
    assert_eq!(gateway.journal().count, 0);
}
