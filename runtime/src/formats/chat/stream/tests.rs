use super::*;

#[test]
fn pieces_become_the_whole() {
    let mut protocol = Protocol::default();
    let call = |arguments: &str| json!({ "index": 0, "function": { "arguments": arguments } });
    for delta in [
        json!({ "role": "assistant", "content": "" }),
        json!({ "content": "It is " }),
        json!({ "content": "tea.", "reasoning_content": "a " }),
        json!({ "reasoning_content": "cup" }),
        json!({ "tool_calls": [{ "index": 0, "id": "c1", "type": "function", "function": { "name": "weather", "arguments": "" } }] }),
        json!({ "tool_calls": [call("{\"to")] }),
        json!({ "tool_calls": [call("wn\":1}")] }),
    ] {
        let event = protocol.add(None, json!({ "id": "r", "choices": [{ "index": 0, "delta": delta }] }));
        assert!(matches!(event, Event::Chunk(_)));
        assert!(!protocol.is_complete());
    }
    protocol.add(None, json!({ "id": "r", "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }));
    assert!(protocol.is_complete());
    protocol.add(None, json!({ "id": "r", "choices": [], "usage": { "prompt_tokens": 3, "completion_tokens": 4 } }));
    let reply = Reply::read(protocol.received()).expect("an object");
    assert_eq!((reply.text().as_deref(), reply.id.as_deref()), (Some("It is tea."), Some("r")));
    assert_eq!(reply.message().expect("one").other["reasoning_content"], "a cup");
    let calls = reply.tool_calls();
    assert_eq!(
        (calls[0].id.as_str(), calls[0].name.as_str(), calls[0].arguments.as_str()),
        ("c1", "weather", "{\"town\":1}")
    );
    assert_eq!(reply.usage().expect("it was sent").tokens.output, 4);
}

#[test]
fn words_beside_a_delta_are_not_joined_and_lists_are() {
    let mut protocol = Protocol::default();
    let logprobs = |token: &str| json!({ "content": [{ "token": token }] });
    for token in ["tea", "pot"] {
        let delta = json!({ "content": token });
        protocol.add(None, json!({ "choices": [{ "delta": delta, "grade": "fine", "logprobs": logprobs(token), "finish_reason": "" }] }));
    }
    assert!(!protocol.is_complete(), "an empty reason is none");
    let choice = &protocol.received()["choices"][0];
    assert_eq!((&choice["message"]["content"], &choice["grade"]), (&json!("teapot"), &json!("fine")));
    assert_eq!(choice["logprobs"]["content"], json!([{ "token": "tea" }, { "token": "pot" }]));
}

#[test]
fn what_is_no_reply_is_kept() {
    let mut protocol = Protocol::default();
    protocol.add(None, json!({ "choices": { "z": 1 } }));
    protocol.add(None, json!({ "choices": [7, { "delta": { "content": "tea" } }] }));
    let reply = Reply::read(protocol.received()).expect("an object");
    assert_eq!(reply.text().as_deref(), Some("tea"));
    let kept = serde_json::to_string(&reply).expect("JSON");
    assert!(kept.contains("{\"z\":1}") && kept.contains('7'), "{kept}");
}

#[test]
fn calls_without_a_number_are_told_apart_by_their_ids() {
    let mut protocol = Protocol::default();
    for call in [
        json!({ "id": "c1", "function": { "name": "weather", "arguments": "{" } }),
        json!({ "function": { "arguments": "}" } }),
        json!({ "id": "c2", "function": { "name": "clock", "arguments": "{}" } }),
    ] {
        protocol.add(None, json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }));
    }
    let calls = Reply::read(protocol.received()).expect("an object").tool_calls();
    let calls: Vec<_> = calls.iter().map(|it| (it.name.as_str(), it.arguments.as_str())).collect();
    assert_eq!(calls, [("weather", "{}"), ("clock", "{}")]);
}
