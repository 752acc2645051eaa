//! Typed values: numbers of any type, usage of streams, strict schemas, and paths in decoding errors.

use sample_client::{Error, models};
use serde_json::Value;

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
