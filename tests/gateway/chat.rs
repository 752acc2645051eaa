//! Chat in every format.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::messages::Block;
use sample_client::responses::Item;
use sample_client::schemars::JsonSchema;
use sample_client::serde_json::json;
use sample_client::{
    Client, Error, HttpReply, HttpRequest, ReplyFormat, Tool, ToolChoice, Transport, TransportFuture, Usage, Usd, chat,
    messages, models,
};
use serde::Deserialize;

use super::{builder, client, gateway};

/// Town and number of days.
#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[schemars(crate = "sample_client::schemars")]
struct Weather {
    /// A town.
    town: String,
    days: i64,
}

fn weather() -> Tool {
    Tool::of::<Weather>("weather", "Says what the weather is like.")
}

#[tokio::test]
async fn a_chat_completion_returns_text_and_usage() {
    let gateway = gateway().await;
    let request = client(&gateway).chat(models::chat::CHAT_LARGE, "What is tea?");
    let reply = request.temperature(0.2).max_tokens(50).reasoning_effort("low").extra("new", true).send().await;
    let reply = reply.expect("a reply");
    assert_eq!(reply.text().as_deref(), Some("You said: What is tea?"));
    assert_eq!((reply.finish_reason(), reply.model.as_deref()), (Some("stop"), Some("chat-large")));
    let usage = sample_client::Reply::usage(&reply.body).expect("it says so");
    let record = models::find("chat-large").expect("it is in the catalog");
    let cost = record.cost(&usage, &models::units()).expect("its price is published").usd;
    assert_eq!(reply.cost, Some(cost));
    let sent: serde_json::Value = serde_json::from_str(&gateway.journal().requests[0].body).expect("JSON");
    let expected = json!({
        "model": "chat-large", "messages": [{ "role": "user", "content": "What is tea?" }], "temperature": 0.2,
        "max_tokens": 50, "reasoning_effort": "low", "new": true,
    });
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn a_conversation_continues_with_the_unchanged_reply() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let mut history = vec![chat::Message::system("Be brief."), chat::Message::user("How is the weather?")];
    let ask = |history: &[chat::Message]| client.chat(models::chat::CHAT_LARGE, history).tools([weather()]);
    let reply = ask(&history).send().await.expect("a reply");
    let calls = reply.tool_calls();
    assert_eq!(calls[0].name, "weather");
    assert_eq!(calls[0].parse::<Weather>().expect("it fits the schema"), Weather { town: "sample".into(), days: 1 });
    history.push(reply.message().expect("one").clone());
    history.push(chat::Message::tool_result(&calls[0], "It rains."));
    let reply = ask(&history).send().await.expect("a reply");
    assert_eq!(reply.text().as_deref(), Some("You said: It rains."));
    let refused = client.chat(models::chat::CHAT_LARGE, "?").tools([weather()]).tool_choice(ToolChoice::None);
    assert!(refused.send().await.expect("a reply").tool_calls().is_empty());
}

#[tokio::test]
async fn structured_output_is_parsed_to_a_type() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let chat = client.chat(models::chat::CHAT_LARGE, "?").response_format(ReplyFormat::of::<Weather>());
    let expected = Weather { town: "sample".into(), days: 1 };
    assert_eq!(chat.send().await.expect("a reply").parse::<Weather>().expect("JSON"), expected);
    let response = client.responses(models::responses::CHAT_LARGE, "?").reply_format(ReplyFormat::of::<Weather>());
    assert_eq!(response.send().await.expect("a reply").parse::<Weather>().expect("JSON"), expected);
    let prose = client.chat(models::chat::CHAT_LARGE, "?").send().await.expect("a reply");
    assert!(matches!(prose.parse::<Weather>(), Err(Error::Decode(_))));
}

#[tokio::test]
async fn the_messages_format_returns_text_and_tool_calls() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let picture = [Block::text("What is this?"), Block::image("image/png", [1, 2, 3])];
    let plain = client.messages(models::messages::CHAT_LARGE, messages::Message::user(picture)).max_tokens(50);
    let plain = plain.system("Be brief.").send().await.expect("a reply");
    assert_eq!(plain.text().as_deref(), Some("You said: What is this?"));
    assert_eq!(plain.stop_reason.as_deref(), Some("end_turn"));

    let mut history = vec![messages::Message::user("How is the weather?")];
    let ask = |history: &[messages::Message]| {
        client.messages(models::messages::CHAT_LARGE, history).max_tokens(50).tools([weather()])
    };
    let reply = ask(&history).send().await.expect("a reply");
    let call = &reply.tool_calls()[0];
    assert_eq!(call.parse::<Weather>().expect("it fits").days, 1);
    history.push(reply.to_message());
    history.push(messages::Message::user(Block::tool_result(call, "It rains.")));
    assert_eq!(ask(&history).send().await.expect("a reply").stop_reason.as_deref(), Some("end_turn"));
}

#[tokio::test]
async fn responses_continue_from_an_id_or_from_all_messages() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let first = client.responses(models::responses::CHAT_LARGE, "What is tea?").send().await.expect("a reply");
    assert_eq!(
        (first.text().as_deref(), first.body.status.as_deref()),
        (Some("You said: What is tea?"), Some("completed"))
    );
    let id = first.id.clone().expect("it has one");
    let next = client.responses(models::responses::CHAT_LARGE, "And coffee?").previous_response_id(id);
    assert_eq!(next.send().await.expect("a reply").text().as_deref(), Some("You said: And coffee?"));

    let mut history = vec![Item::user("How is the weather?")];
    let ask = |history: &[Item]| client.responses(models::responses::CHAT_STATELESS, history).tools([weather()]);
    let reply = ask(&history).send().await.expect("a reply");
    let call = reply.tool_calls()[0].clone();
    history.extend(reply.body.output.clone());
    history.push(Item::tool_result(&call, "It rains."));
    assert!(ask(&history).send().await.expect("a reply").tool_calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_previous_response_that_is_not_available_yet_is_retried() {
    let gateway = gateway().await;
    gateway.late_responses(2);
    let client = client(&gateway);
    let first = client.responses(models::responses::CHAT_LARGE, "What is tea?").send().await.expect("a reply");
    let begun = tokio::time::Instant::now();
    let next = client.responses(models::responses::CHAT_LARGE, "?").previous_response_id(first.body.id.expect("one"));
    let reply = next.send().await.expect("the third attempt succeeds");
    assert_eq!(reply.attempts, 3);
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_secs(20) && waited <= Duration::from_secs(41), "{waited:?}");
    let never = client.responses(models::responses::CHAT_LARGE, "?").previous_response_id("unknown");
    assert!(matches!(never.send().await, Err(Error::NotAvailableYet(it)) if it.attempts == 3));
}

#[tokio::test]
async fn the_native_format_sends_the_body_unchanged() {
    let gateway = gateway().await;
    let body = json!({ "contents": [{ "parts": [{ "text": "What is tea?" }] }] });
    let reply = client(&gateway).gemini(models::gemini::GEMINI_SAMPLE_PRO, body.clone()).send().await.expect("a reply");
    assert_eq!(reply["received"], body);
    assert_eq!(gateway.journal().requests[0].path, "/v1beta/models/gemini-sample-pro:generateContent");
    let other = sample_client::GeminiModel::unchecked("chat-large");
    let refused = client(&gateway).gemini(other, json!({})).send().await;
    assert!(matches!(refused, Err(Error::Request(text)) if text.contains("gemini-")));
    assert_eq!(gateway.journal().count, 1);
}

#[tokio::test]
async fn the_cost_of_a_call_is_known_if_its_units_are() {
    let gateway = gateway().await;
    let units = models::units().with_ratio(Usd::micros(2_000_000)).with_price(Usd::micros(1_000_000));
    let client = builder(&gateway).units(units.clone()).build().expect("valid");
    let request = client.chat(models::chat::CHAT_SMALL, "What is tea?");
    assert!(request.estimate().is_err(), "how many tokens it takes is known afterwards");
    let reply = request.send().await.expect("a reply");
    let record = models::find("chat-small").expect("it is in the catalog");
    let usage = sample_client::Reply::usage(&reply.body).expect("it says so");
    assert_eq!(reply.cost, record.cost(&usage, &units).ok().map(|it| it.usd));
    assert!(reply.cost > Some(Usd::ZERO));
    assert_eq!(client.spent().charged, reply.cost.expect("it is known"));

    let streamed = client.chat(models::chat::CHAT_SMALL, "What is tea?");
    let streamed = streamed.stream().await.expect("it begins").finish().await.expect("it ends");
    assert_eq!(streamed.cost, reply.cost);
    assert_eq!(client.spent().by_name["chat-small"].calls, 2);
}

#[tokio::test]
async fn the_budget_applies_to_models() {
    let gateway = gateway().await;
    let careful = builder(&gateway).budget(Usd::micros(1)).build().expect("valid");
    let refused = careful.chat(models::chat::CHAT_LARGE, "?").send().await;
    assert!(matches!(refused, Err(Error::PriceUnknown(name)) if name == "chat-large"));
    let allowed = builder(&gateway).budget(Usd::micros(1)).allow_unknown_prices().build().expect("valid");
    allowed.chat(models::chat::CHAT_LARGE, "?").send().await.expect("it is allowed");
    assert_eq!(gateway.journal().count, 1);

    // The budget reserves the expected cost of a call and books its actual cost afterwards.
    let units = models::units().with_ratio(Usd::micros(2_000_000));
    let expecting = builder(&gateway).units(units.clone()).budget(Usd::micros(1_000_000)).build().expect("valid");
    let ask = |tokens| expecting.chat(models::chat::CHAT_SMALL, "?").expecting(Usage::tokens(tokens, 10));
    assert!(ask(1_000).estimate().is_ok_and(|it| it.usd > Usd::ZERO && !it.is_upper_bound));
    let cost = ask(1_000).send().await.expect("it is within the budget").cost.expect("it is known");
    assert_eq!(expecting.spent().charged, cost);
    assert!(matches!(ask(1_000_000_000).send().await, Err(Error::OverBudget { price: Some(_), .. })));
    let poor = builder(&gateway).units(units).budget(Usd::attos(1)).allow_unknown_prices().build().expect("valid");
    poor.chat(models::chat::CHAT_SMALL, "?").send().await.expect("something is left");
    let over = poor.chat(models::chat::CHAT_SMALL, "?").send().await;
    assert!(matches!(over, Err(Error::OverBudget { price: None, .. })), "it is used up");
}

#[tokio::test(start_paused = true)]
async fn only_busy_responses_of_model_calls_are_retried() {
    let gateway = gateway().await;
    gateway.fault(Fault::status(429).times(2));
    let reply = client(&gateway).chat(models::chat::CHAT_LARGE, "?").send().await.expect("the third attempt succeeds");
    assert_eq!((reply.attempts, gateway.ledger().charges.len()), (3, 1));
    for status in [500, 502, 503, 504] {
        gateway.reset();
        gateway.fault(Fault::status(status).times(1));
        let error = client(&gateway).chat(models::chat::CHAT_LARGE, "?").send().await.expect_err("it failed");
        assert!(matches!(&error, Error::ChargeUnknown(it) if it.failure.attempts == 1), "{status}: {error}");
    }
    gateway.reset();
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).times(1));
    let error = client(&gateway).chat(models::chat::CHAT_LARGE, "?").send().await.expect_err("it is lost");
    let Error::ChargeUnknown(lost) = error else { panic!("{error}") };
    assert_eq!((lost.usage_log_name.as_deref(), gateway.ledger().charges.len()), (Some("chat-large"), 1));
}

/// Transport that returns the same response to every request.
struct Always(sample_client::serde_json::Value);

impl Transport for Always {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::json(200, &self.0);
        Box::pin(async { Ok(reply) })
    }
}

#[tokio::test]
async fn an_empty_body_or_a_reported_failure_is_no_reply() {
    let client = |body: &sample_client::serde_json::Value| {
        let builder = Client::builder("https://gateway.example", "key").settings(|it| it.max_attempts = 1);
        builder.transport(Always(body.clone())).build().expect("valid")
    };
    for body in [json!({}), json!({ "success": false, "message": "no quota" })] {
        for error in [
            client(&body).p1().trending().send().await.map(drop).expect_err("no data"),
            client(&body).chat(models::chat::CHAT_LARGE, "?").send().await.map(drop).expect_err("no reply"),
        ] {
            assert!(matches!(error, Error::ChargeUnknown(_)), "{body}: {error}");
        }
    }
    let failure = json!({ "code": "quota_used", "message": "m", "data": {} });
    assert!(client(&failure).p1().trending().send().await.is_err());
    let fine = [
        json!({ "data": {} }),
        json!({ "code": 0, "message": "ok", "data": [] }),
        json!({ "data": [1], "success": true }),
    ];
    for body in fine {
        assert!(client(&body).p1().trending().send().await.is_ok(), "{body}");
    }
}
