use super::*;

#[test]
fn chunks_merge_into_the_reply() {
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
fn fields_next_to_the_delta_replace_texts_and_join_lists() {
    let mut protocol = Protocol::default();
    let logprobs = |token: &str| json!({ "content": [{ "token": token }] });
    for token in ["tea", "pot"] {
        let delta = json!({ "content": token });
        protocol.add(None, json!({ "choices": [{ "delta": delta, "grade": "fine", "logprobs": logprobs(token), "finish_reason": "" }] }));
    }
    assert!(!protocol.is_complete(), "an empty reason does not end the reply");
    let choice = &protocol.received()["choices"][0];
    assert_eq!((&choice["message"]["content"], &choice["grade"]), (&json!("teapot"), &json!("fine")));
    assert_eq!(choice["logprobs"]["content"], json!([{ "token": "tea" }, { "token": "pot" }]));
}

#[test]
fn unreadable_choices_are_kept() {
    let mut protocol = Protocol::default();
    protocol.add(None, json!({ "choices": { "z": 1 } }));
    protocol.add(None, json!({ "choices": [7, { "delta": { "content": "tea" } }] }));
    let reply = Reply::read(protocol.received()).expect("an object");
    assert_eq!(reply.text().as_deref(), Some("tea"));
    let kept = serde_json::to_string(&reply).expect("JSON");
    assert!(kept.contains("{\"z\":1}") && kept.contains('7'), "{kept}");
}

#[test]
fn tool_calls_without_an_index_are_separated_by_id() {
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

#[test]
fn plain_events_give_the_same_reply_as_full_parsing() {
    let choice = r#""choices":[{"index":0,"delta":{"content":"a cup\n"},"finish_reason":null,"logprobs":null}]"#;
    let (mut quick, mut whole) = (Protocol::default(), Protocol::default());
    let first = json!({ "id": "r", "created": 7, "model": "m", "choices": [{ "index": 0, "delta": { "role": "assistant", "content": "" } }] });
    assert_eq!(quick.add_text(None, &first.to_string()), None, "nothing is known yet");
    for it in [&mut quick, &mut whole] {
        it.add(None, first.clone());
    }
    for (is_plain, data) in [
        (
            true,
            format!(r#"{{"id":"r","object":"chat.completion.chunk","created":7,"model":"m",{choice},"usage":null}}"#),
        ),
        (true, format!("{{{choice}}}")),
        (true, r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":"\u8336"}}]}"#.into()),
        (false, format!(r#"{{"id":"another",{choice}}}"#)),
        (false, format!(r#"{{"created":8,{choice}}}"#)),
        (false, format!(r#"{{"model":7,{choice}}}"#)),
        (false, format!(r#"{{"new":1,{choice}}}"#)),
        (false, format!(r#"{{"error":{{"message":"no"}},{choice}}}"#)),
        (false, format!(r#"{{{choice},"usage":{{"prompt_tokens":1}}}}"#)),
        (false, r#"{"choices":[{"index":1,"delta":{"content":"other"}}]}"#.into()),
        (false, r#"{"choices":[{"index":0,"delta":{"content":"x","reasoning_content":"y"}}]}"#.into()),
        (false, r#"{"choices":[{"index":0,"delta":{"role":"tool","content":"x"}}]}"#.into()),
        (false, r#"{"choices":[{"index":0,"delta":{"content":"."},"finish_reason":"stop"}]}"#.into()),
        (false, r#"{"choices":[]}"#.into()),
        (false, "[]".into()),
    ] {
        let value: Value = serde_json::from_str(&data).expect("JSON");
        let expected = Protocol::text(&whole.add(None, value.clone()));
        assert_eq!(quick.add_text(Some("error"), &data), None, "a named event is not a plain event");
        let text = quick.add_text(None, &data);
        assert_eq!(text.is_some(), is_plain, "{data}");
        assert_eq!(text.or_else(|| Protocol::text(&quick.add(None, value))), expected, "{data}");
        assert_eq!(quick.received(), whole.received(), "{data}");
    }
}

#[test]
fn received_text_is_not_replaced() {
    for odd in [json!(7), json!(["a"]), json!({ "a": 1 }), json!(true)] {
        let mut protocol = Protocol::default();
        for content in [json!("one"), odd.clone(), json!(null), json!("two")] {
            protocol.add(None, json!({ "choices": [{ "index": 0, "delta": { "content": content } }] }));
        }
        let reply = Reply::read(protocol.received()).expect("an object");
        assert_eq!(reply.text().as_deref(), Some("onetwo"), "{odd}");
        assert!(protocol.received().to_string().contains(&odd.to_string()), "{odd} is kept");
    }
}
