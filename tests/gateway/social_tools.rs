//! Social endpoints as tools for a chat model.

use sample_client::{Error, Tool, Usd, chat, models, social};
use serde_json::json;

use super::{builder, client, gateway};

#[tokio::test]
async fn a_model_calls_social_data_within_the_budget() {
    let gateway = gateway().await;
    let tools = social::tools().only(["p2_post", "p1_search"]).expect("they are there");
    let client =
        builder(&gateway).budget(Usd::micros(25_000)).allow_unknown_prices().build().expect("a budget for one search");
    let mut history = vec![chat::Message::user("What is new about tea?")];
    let ask =
        |history: &[chat::Message]| client.chat(models::chat::CHAT_LARGE, history).tools(tools.definitions()).send();
    let reply = ask(&history).await.expect("a reply");
    let call = reply.tool_calls().remove(0);
    assert_eq!(call.name, "p1_search");
    let found = tools.run(&client, &call).await.expect("data");
    assert_eq!(found.cost, Some(Usd::micros(20_000)));
    history.push(reply.message().expect("one").clone());
    history.push(chat::Message::tool_result(&call, found.data.to_string()));
    assert!(ask(&history).await.expect("a reply").text().is_some_and(|it| it.starts_with("You said: ")));
    assert!(matches!(tools.run(&client, &call).await, Err(Error::OverBudget { .. })));
}

#[test]
fn tool_definitions_agree_with_the_catalog() {
    let all = social::tools().definitions();
    assert!(all.len() > 90, "{} of 101, those on sale", all.len());
    let find = |name: &str| all.iter().find(|it| it.name == name).expect("it is on sale");
    let post = find("p2_post");
    assert!(post.description.contains(" Requires at least one of `note_id`, `share_text`."), "{}", post.description);
    assert_eq!(post.parameters["additionalProperties"], false);
    let search = find("p1_search");
    assert_eq!(search.parameters["required"], json!(["keyword"]));
    assert!(search.description.contains("0.02 USD"), "{}", search.description);
    for tool in &all {
        assert!(tool.name.len() <= 64 && tool.name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'));
        assert!(!tool.description.is_empty());
        let root = tool.parameters.as_object().expect("an object");
        assert!(!root.keys().any(|it| ["anyOf", "oneOf", "allOf", "not", "enum"].contains(&it.as_str())), "{root:?}");
    }
}

#[tokio::test]
async fn an_invalid_tool_call_is_not_sent() {
    let gateway = gateway().await;
    let (tools, client) = (social::tools(), client(&gateway));
    let mut call = client
        .chat(models::chat::CHAT_LARGE, "?")
        .tools(tools.clone().only(["p1_search"]).expect("it is there").definitions());
    call = call.temperature(0.0);
    let mut call = call.send().await.expect("a reply").tool_calls().remove(0);
    call.arguments = "no JSON".into();
    assert!(matches!(tools.run(&client, &call).await, Err(Error::Request(_))));
    for (name, arguments, problem) in [
        ("p1_search", "{}", "missing required argument `keyword`"),
        ("p1_search", "{\"keyword\": null}", "missing required argument `keyword`"),
        ("p1_search", "{\"keyword\": \"tea\", \"everything\": 1}", "unknown argument `everything`"),
        ("p2_post", "{}", "at least one of `note_id`, `share_text`"),
    ] {
        (call.name, call.arguments) = (name.into(), arguments.into());
        let error = tools.run(&client, &call).await.expect_err(problem).to_string();
        assert!(error.contains(problem), "{error}");
    }
    call.name = "p1_search".into();
    call.arguments = "{\"keyword\": {\"a\": 1}}".into();
    assert!(matches!(tools.run(&client, &call).await, Err(Error::Request(_))));
    call.name = "delete_everything".into();
    assert!(matches!(tools.run(&client, &call).await, Err(Error::Request(text)) if text.contains("unknown tool")));
    assert_eq!(gateway.journal().count, 1);
    let refused = tools.only(["p1_search", "p1_serach"]).expect_err("a slip").to_string();
    assert!(refused.contains("`p1_serach`"), "{refused}");
}

/// Chat providers reject such a schema, so the mock does, too, in every format.
#[tokio::test]
async fn the_mock_rejects_combinators_at_the_root_of_a_tool() {
    let gateway = gateway().await;
    let client = client(&gateway);
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let tools = [Tool::new("look", "Looks something up.", json!({ "type": "object", keyword: [{}] }))];
        let model = models::chat::CHAT_LARGE;
        let chat = client.chat(model, "?").tools(tools.clone()).send().await.map(|_| ());
        let messages = client.messages(models::messages::CHAT_LARGE, "?").max_tokens(64);
        let messages = messages.tools(tools.clone()).send().await.map(|_| ());
        let responses = client.responses(models::responses::CHAT_LARGE, "?").tools(tools).send().await.map(|_| ());
        for refused in [chat, messages, responses] {
            let error = refused.expect_err("the mock rejects it").to_string();
            assert!(error.contains(&format!("`{keyword}` is not allowed at the root")), "{error}");
        }
    }
}
