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

/// Adds an endpoint type that is billed per image. All other calls are still billed by the unit of the record.
fn add_image_type(scene: &mut Scene, model: &str) {
    Scene::add_to(&mut scene.model(model)["supported_endpoint_types"], json!("image-generation"));
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_are_compared_in_every_unit_that_a_call_can_be_billed_by() {
    let tier = "`more-1`, effective price of input: tier 1, long: ";
    let mut typed = published();
    add_image_type(&mut typed, "more-1");
    is_refused(&typed, "the type came earlier", |it| combine(it, 4.9), "price", tier).await;
    let both = |it: &mut Scene| {
        add_image_type(it, "more-1");
        combine(it, 4.9);
    };
    is_refused(&published(), "the type comes with the price", both, "price", tier).await;
    let mut video = typed.clone();
    video.model("more-1")["billing_unit"] = json!("per_second");
    video.model("more-1")["book_faces"] = json!({ "standard": { "video_second": 120 } });
    let paid = |it: &mut Scene| it.model("more-1")["book_faces"]["paid"] = json!({ "video_second": 120_000_000 });
    let says = "`more-1`, effective book_faces of video_second: paid: 120000000, was 120";
    is_refused(&video, "paid seconds", paid, "price", says).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_is_compared_with_that_of_another_source() {
    let mut ratio = published();
    ratio.units = format!("model_ratio = \"2\"\n{}", ratio.units);
    ratio.model("more-2")["vendor_list"]["selling_usd"] = json!(20);
    drop(ratio.model("more-1").as_object_mut().expect("a model").remove("vendor_list"));
    let publish = |it: &mut Scene, usd: f64| {
        it.model("more-1")["vendor_list"] = json!({ "unit": "per 1M tokens", "selling_usd": usd });
    };
    let says = "`more-1`, effective price of input: 24, was 3";
    is_refused(&ratio, "a ratio becomes a published price", |it| publish(it, 24.0), "price", says).await;
    let mut high = ratio.clone();
    publish(&mut high, 24.0);
    let withdraw = |it: &mut Scene| drop(it.model("more-1").as_object_mut().expect("a model").remove("vendor_list"));
    let says = "`more-1`, effective price of input: 3, was 24";
    is_refused(&high, "a published price becomes a ratio", withdraw, "price", says).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_price_is_compared_with_the_nearest_known_ones() {
    let sell = |it: &mut Scene, face: &str, usd: f64| {
        it.model("more-1")["vendor_list"]["faces"] = json!([{ "face": face, "selling_usd": usd }]);
    };
    let says = "`more-1`, effective price of cache_write_1h: 10000, was not published; others are 2.5 to 5";
    is_refused(&published(), "another face", |it| sell(it, "cache_write_1h", 10_000.0), "price", says).await;
    let call = |it: &mut Scene| it.model("more-1")["book_faces"]["standard"]["per_call"] = json!(1);
    let says = "`more-1`, effective book_faces of per_call: 1, was not published, by no other endpoint or model either";
    is_refused(&published(), "the first price per call", call, "price", says).await;
    let long = |it: &mut Scene| {
        let tier = json!({ "tier": "longer", "standard": { "input": 1_000 },
            "when": [{ "dim": "context_len", "context_len_gt": 900 }] });
        Scene::add_to(&mut it.model("more-1")["book_faces"]["tiers"], tier);
    };
    let says = "`more-1`, effective price of input: tier 2, longer: 250, was not published; others are 2.5 to 5";
    is_refused(&published(), "another tier", long, "billing,price", says).await;
    // A model that was added with an absurd price does not make others look cheap.
    let follower = Follower::of(&published().specs("a-client")).await;
    let mut scene = published();
    let mut absurd = scene.model("more-1").clone();
    absurd["model_name"] = json!("absurd");
    absurd["vendor_list"] =
        json!({ "unit": "per 1M tokens", "faces": [{ "face": "cache_write_1h", "selling_usd": 9_000 }] });
    Scene::add_to(&mut scene.models["data"], absurd);
    follower.publish(&scene);
    assert_eq!(follower.refresh(&[]).await.code, 0);
    sell(&mut scene, "cache_write_1h", 10_000.0);
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert!(ended.code == 1 && ended.stderr.contains("others are 2.5 to 5"), "{}", ended.stderr);
    sell(&mut scene, "cache_write_1h", 4.0);
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "a usual price: {}", ended.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn added_models_do_not_hide_that_many_older_ones_changed() {
    let follower = Follower::of(&published().specs("a-client")).await;
    let mut scene = published();
    let double = |scene: &mut Scene, ending: &str| {
        let mut copies = scene.models["data"].as_array().expect("a list").clone();
        copies
            .iter_mut()
            .for_each(|it| it["model_name"] = format!("{}-{ending}", it["model_name"].as_str().expect("text")).into());
        scene.models["data"].as_array_mut().expect("a list").append(&mut copies);
    };
    for ending in ["b", "c"] {
        double(&mut scene, ending);
        follower.publish(&scene);
        let ended = follower.refresh(&[]).await;
        assert_eq!(ended.code, 0, "{}", ended.stderr);
    }
    for it in &mut scene.models["data"].as_array_mut().expect("a list")[..16] {
        multiply(&mut it["vendor_list"]["selling_usd"], 4.9);
    }
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    let says =
        "16 of 32 prices changed or are no longer published (effective price of input), without those added later";
    assert!(ended.code == 1 && ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!(follower.refresh(&["--accept", "price"]).await.code, 0);
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
