//! Commands that send nothing: search, price and models; and chat.

use gatewright_client::Usd;
use gatewright_mock::ModelReply;
use serde_json::Value;

use crate::support::{FOREIGN, Home};

fn rows(home: &Home, arguments: &[&str]) -> Vec<Value> {
    let ran = home.gw(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn operations_are_found_by_words() {
    let home = Home::new();
    let found = rows(&home, &["search", "lifestyle", "comments"]);
    assert_eq!(found[0]["operation"], "p2 comments");
    assert!(rows(&home, &["search", "Comments"]).len() > 5);
    assert_eq!(home.requests(), 0);
}

#[test]
fn prices_are_those_of_the_catalog() {
    let home = Home::new();
    for name in [&["price", "p2", "post"][..], &["price", "p2_post"], &["price", "p2 post"]] {
        let row = &rows(&home, name)[0];
        assert_eq!((&row["price_usd"], &row["unit"]), (&"0.02".into(), &"call".into()));
    }
    assert!(rows(&home, &["price", "p2"]).len() > 3, "all operations of the platform");
    let misspelt = home.gw(&["price", "p2", "pots"]);
    assert!(misspelt.code == 6 && misspelt.err.contains("did you mean `p2 post`?"), "{}", misspelt.err);
    let model = &rows(&home, &["price", "atlas-chat-large-2026-03"])[0];
    assert_eq!(model["price_usd"], "2.7");
    assert_eq!(model["unit"], "1M tokens");
}

#[test]
fn models_are_filtered_and_sorted() {
    let home = Home::new();
    let chat = rows(&home, &["models", "--type", "openai", "--sort", "price"]);
    let prices: Vec<Usd> =
        chat.iter().map(|it| it["price_usd"].as_str().expect("a price").parse().expect("an amount")).collect();
    assert!(prices.len() > 3 && prices.is_sorted(), "{prices:?}");
    let all = rows(&home, &["models"]);
    assert!(all.len() > 30);
    assert_eq!(rows(&home, &["models", "pictor"]).len(), 2);
    assert!(rows(&home, &["models", "--type", "chat"]).len() >= chat.len());
    assert!(rows(&home, &["models", "--type", "video"]).len() > 5);
    let unknown = home.gw(&["models", "--type", "chats"]);
    assert!(unknown.code == 2 && unknown.err.contains("openai"), "{}", unknown.err);
}

#[test]
fn a_chat_prints_the_reply_and_is_charged() {
    let home = Home::new();
    let chat = ["chat", "What is tea?", "--model", "atlas-chat-mini-2026-03"];
    home.gateway.replies([ModelReply::text(format!("A leaf.\n{FOREIGN}"))]);
    let ran = home.gw(&chat);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("A leaf.\nU+001B[2J"), "{:?}", ran.out);
    assert!(!ran.out.contains(|c: char| c != '\n' && c.is_control()), "{:?}", ran.out);
    let spent = home.gw(&["spent", "--select", ".charged_usd"]).out;
    assert_eq!(spent.trim().trim_matches('"'), home.gateway.ledger().total().to_string());
    assert!(home.gateway.ledger().total() > Usd::ZERO);
    let misspelt = home.gw(&["chat", "What is tea?", "--model", "atlas-chat-mini-2026-3"]);
    assert!(misspelt.code == 2 && misspelt.err.contains("`atlas-chat-mini-2026-03`"), "{}", misspelt.err);
}
