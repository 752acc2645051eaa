//! Later changes of the service's responses do not break callers.

use proptest::prelude::*;
use sample_client::SocialResult;
use serde_json::{Value, json};

fn reply() -> Value {
    json!({
        "object": "social.result", "platform": "p1", "capability": "search",
        "data": { "items": [{ "id": "1", "likes": 7 }], "cursor": "a+b/==", "has_more": true },
    })
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
        Just(json!([])),
        Just(json!({ "a": [1, null] })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn added_removed_or_changed_fields_do_not_break_the_rest(
        removed in proptest::sample::subsequence(vec!["object", "platform", "capability", "data"], 0..=4),
        changed in proptest::collection::vec((proptest::sample::select(vec!["object", "platform", "capability", "data", "new", "é"]), anything()), 0..4),
    ) {
        let mut text = reply();
        let fields = text.as_object_mut().expect("an object");
        removed.iter().for_each(|it| { fields.remove(*it); });
        for (name, value) in changed {
            fields.insert(name.to_owned(), value);
        }
        let read: SocialResult = serde_json::from_value(text.clone()).expect("it can be read");
        prop_assert_eq!(&read.data, text.get("data").unwrap_or(&Value::Null));
        for (name, value) in text.as_object().expect("an object") {
            let kept = match name.as_str() {
                "data" => true,
                "object" => *value == json!(read.object) || read.other.get(name) == Some(value),
                "platform" => *value == json!(read.platform) || read.other.get(name) == Some(value),
                "capability" => *value == json!(read.capability) || read.other.get(name) == Some(value),
                _ => read.other.get(name) == Some(value),
            };
            prop_assert!(kept, "{} was lost", name);
        }
    }

    #[test]
    fn any_body_is_an_error_or_a_reply(status in 200_u16..600, body in proptest::collection::vec(any::<u8>(), 0..200)) {
        use sample_client::{Client, HttpReply, HttpRequest, Transport, TransportFuture, header::HeaderMap};
        struct Sends(u16, Vec<u8>);
        impl Transport for Sends {
            fn send(&self, _: HttpRequest) -> TransportFuture {
                let reply = HttpReply::new(self.0, HeaderMap::new(), self.1.clone());
                Box::pin(async { Ok(reply) })
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
        let client = Client::builder("https://gateway.example", "key").transport(Sends(status, body)).build().expect("valid");
        let ended = runtime.block_on(client.p1().trending().send());
        if let Err(error) = ended {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
