//! Charts of prices over time.

use gatewright_tests::sample_specs;
use serde_json::{Value, json};

use super::URL;

#[test]
fn price_changes_are_shown_as_charts_and_in_the_feed() {
    let mut specs = sample_specs();
    let change = |kind: &str, subject: &str, part: Option<&str>, was: &str, now: &str| -> Value {
        let says = format!("price raised from {was} to {now}");
        let args = json!({ "part": part, "was": was, "now": now });
        json!({
            "kind": kind, "class": "patch", "subject": subject, "part": part, "was": was, "now": now, "says": says,
            "args": args,
        })
    };
    for (date, version, was, now) in [("2026-01-31", "0.1.1", "0.01", "0.02"), ("2026-03-01", "0.1.2", "0.02", "0.05")]
    {
        let changes = [
            change("price-up", "p1/search", None, was, now),
            change("model-price-up", "chat-large", Some("selling price of input"), was, now),
        ];
        let history = json!({ "date": date, "version": version, "changes": changes });
        specs.files.insert(format!("history/{date}-{version}.json"), history.to_string().into());
    }
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, URL);
    let text = |path: &str| site.get(path).unwrap_or_else(|| panic!("no {path}"));
    let pages = [
        ("social/p1/search.html", "Price, USD: 0.01 → 0.02 → 0.05"),
        ("models/chat-large.html", "selling price of input: 0.01 → 0.02 → 0.05"),
        ("zh/social/p1/search.html", "价格（USD）：0.01 → 0.02 → 0.05"),
    ];
    for (path, label) in pages {
        let (_, chart) = text(path).split_once("<svg class=\"steps\"").unwrap_or_else(|| panic!("{path}: no chart"));
        let chart = chart.split("</svg>").next().unwrap_or_default();
        assert!(chart.contains(&format!("aria-label=\"{label}\"")), "{path}: {chart}");
        assert!(chart.contains(">2026-01-31<") && chart.contains(">2026-03-01<"), "{path}: {chart}");
    }
    assert!(!text("social/p1/post.html").contains("class=\"steps\""), "only items whose price changed have a chart");
    assert!(text("feed.xml").contains("p1/search: price raised from 0.02 to 0.05"));
}
