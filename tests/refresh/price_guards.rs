//! Price guards of `refresh`.

use serde_json::{Value, json};

use super::cases::Change;
use super::live::{Follower, is_refused};
use super::scene::{Scene, cells, large, models};

#[tokio::test(flavor = "multi_thread")]
async fn a_price_is_compared_with_the_last_known_one() {
    let follower = Follower::of(&large().specs("a-client")).await;
    let (mut none, mut high) = (large(), large());
    cells(&mut none, |it| it["price_usd"] = json!(null));
    models(&mut none, |it| drop(it.as_object_mut().expect("a model").remove("billing_rate")));
    cells(&mut high, |it| it["price_usd"] = json!(it["price_usd"].as_f64().unwrap_or(0.01) * 1000.0));
    models(&mut high, |it| it["billing_rate"] = json!(2000));
    follower.publish(&none);
    assert_eq!(follower.refresh(&["--accept", "price"]).await.code, 0);
    assert!(
        follower.read("specs/specs.lock").contains("[known-prices.\"red/post\"]"),
        "{}",
        follower.read("specs/specs.lock")
    );
    follower.publish(&high);
    let ended = follower.refresh(&[]).await;
    assert!(ended.code == 1 && ended.stderr.contains("billing_rate: 2000, was 2"), "{}", ended.stderr);
    assert!(ended.stderr.contains("more like these"), "{}", ended.stderr);
    // The price is published again.
    follower.publish(&large());
    assert_eq!(follower.refresh(&[]).await.code, 0);
    assert!(!follower.read("specs/specs.lock").contains("known-prices"));
}

/// Creates a scene in which the price of each model is published.
fn published() -> Scene {
    let mut scene = large();
    scene.units = "[unit_texts]\n\"per 1M tokens\" = { quantity = 1_000_000, of = \"tokens\" }\n".into();
    models(&mut scene, |it| {
        it["completion_ratio"] = json!(4);
        it["vendor_list"] = json!({ "unit": "per 1M tokens", "selling_usd": 2.5 });
    });
    scene
}

fn multiply(number: &mut Value, factor: f64) {
    *number = json!(number.as_f64().expect("a number") * factor);
}

/// Multiplies the published price, the standard number and the number of the tier.
fn combine(scene: &mut Scene, factor: f64) {
    let record = scene.model("more-1");
    multiply(&mut record["vendor_list"]["selling_usd"], factor);
    multiply(&mut record["book_faces"]["standard"]["input"], 1.0 / factor);
    multiply(&mut record["book_faces"]["tiers"][0]["standard"]["input"], factor);
}

#[tokio::test(flavor = "multi_thread")]
async fn small_changes_that_multiply_to_a_large_price_are_refused() {
    let cases: [(&str, Change, &str); 6] = [
        ("a tier up", |it| combine(it, 4.9), "`more-1`, effective price of input: tier 1, long: "),
        ("a tier down", |it| combine(it, 1.0 / 4.9), "`more-1`, effective price of input: tier 1, long: "),
        (
            "ratios",
            |it| {
                let record = it.model("more-1");
                ["model_ratio", "completion_ratio"].iter().for_each(|field| multiply(&mut record[*field], 5.0));
            },
            "`more-1`, effective model_ratio of output: 150, was 6",
        ),
        (
            "paid prices appear",
            |it| it.model("more-1")["book_faces"]["paid"] = json!({ "input": 10_000 }),
            "`more-1`, effective price of input: paid: 2500, was 2.5",
        ),
        (
            "paid prices of a tier appear",
            |it| it.model("more-1")["book_faces"]["tiers"][0]["paid"] = json!({ "input": 20_000 }),
            "`more-1`, effective price of input: tier 1, long, paid: 5000, was 5",
        ),
        (
            "a price of a tier appears",
            |it| it.model("more-2")["book_faces"]["tiers"][0]["standard"]["output"] = json!(10_000),
            "`more-2`, effective price of output: tier 1, long: 10000, was 10",
        ),
    ];
    let mut before = published();
    before.model("more-2")["vendor_list"]["faces"] = json!([{ "face": "output", "selling_usd": 10 }]);
    before.model("more-2")["book_faces"]["standard"]["output"] = json!(10);
    for (name, change, says) in cases {
        is_refused(&before, name, change, "price", says).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_that_appear_are_reported_and_refused_if_there_are_many() {
    let mut before = large();
    (0..8).for_each(|number| before.cell(&format!("red/more-{number}"))["price_usd"] = json!(null));
    let publish = |it: &mut Scene, count: usize, price: f64| {
        (0..count).for_each(|number| it.cell(&format!("red/more-{number}"))["price_usd"] = json!(price));
    };
    let says = "8 of 15 endpoints or models publish a price for the first time (price_usd)";
    is_refused(&before, "many endpoints", |it| publish(it, 8, 0.02), "price", says).await;
    let says = "`red/more-0`, price_usd: 10000, was not published; others are 0.01 to 0.02";
    is_refused(&before, "one endpoint, expensive", |it| publish(it, 1, 10_000.0), "price", says).await;
    let cached = |it: &mut Scene| models(it, |it| it["cache_ratio"] = json!(0.1));
    let says = "16 of 16 endpoints or models publish a price for the first time (ratio of cached input)";
    is_refused(&large(), "all models", cached, "price", says).await;
    let follower = Follower::of(&before.specs("a-client")).await;
    let mut scene = before.clone();
    publish(&mut scene, 1, 0.02);
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert!(ended.code == 0 && ended.stdout.contains("price published: 0.02 USD"), "{}{}", ended.stdout, ended.stderr);
}
