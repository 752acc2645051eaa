//! Published prices in US dollars, in the client, the budget, the ledger and the docs site.

use gatewright::Specs;
use gatewright_mock::Gateway;
use gatewright_tests::{own_specs, sample_gateway, sample_specs};
use sample_client::gateway::SpeechArgs;
use sample_client::{Client, ClientBuilder, CostUnknown, Error, PriceSource, Units, Upload, Usage, Usd, chat, models};
use serde_json::{Value, json};

async fn gateway() -> Gateway {
    sample_gateway().start().await.expect("loopback")
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key())
}

fn usd(text: &str) -> Usd {
    text.parse().expect("an amount")
}

/// No units are set, so the client knows only the published prices of the records.
#[tokio::test]
async fn published_prices_are_estimated_charged_and_booked() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(usd("5")).build().expect("valid");

    let image = client.image(models::image::IMAGE_STANDARD, "a cup of tea").n(3);
    let speech =
        client.speech(models::speech::SPEECH_STANDARD, SpeechArgs { input: "Tea!".into(), voice: "one".into() });
    let upload = Upload::bytes("tea.mp3", vec![0; 16]);
    let heard = client.transcription(models::transcription::TRANSCRIBE_STANDARD, upload);
    let heard = heard.length(std::time::Duration::from_millis(61_500));
    let estimates = [image.estimate(), speech.estimate(), heard.estimate()].map(|it| it.expect("it is published"));
    assert_eq!(estimates.map(|it| it.usd), ["0.108", "0.00006", "0.0062"].map(usd));
    assert!(estimates.iter().all(|it| it.source == PriceSource::Published && !it.is_upper_bound));
    assert_eq!(estimates[0].to_string(), "0.108 USD (published price)");

    let drawn = image.send().await.expect("images");
    assert_eq!((drawn.cost, drawn.price_source), (Some(usd("0.108")), Some(PriceSource::Published)));
    speech.send().await.expect("it begins").bytes().await.expect("audio");
    heard.send().await.expect("a transcript");
    let reply = client.chat(models::chat::CHAT_SMALL, "What is tea?").max_tokens(50).send().await.expect("a reply");
    let cost = reply.cost.expect("it is published");
    client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea").submit().await.expect("a task");

    let ledger = gateway.ledger();
    let sources: Vec<_> = ledger.charges.iter().map(|it| it.price_source).collect();
    assert_eq!(sources, [Some(PriceSource::Published); 5]);
    // The mock does not know the length of the upload and counts one second.
    let charged: Vec<_> = ledger.charges.iter().filter_map(|it| it.price_usd).collect();
    assert_eq!(charged[..2], [usd("0.108"), usd("0.00006")]);
    assert_eq!(charged[3..], [cost, usd("0.5")]);
    let spent = client.spent();
    assert_eq!(spent.charged, usd("0.108") + usd("0.00006") + usd("0.0062") + cost + usd("0.5"));
    assert!(spent.by_name.values().all(|it| it.unpriced_calls == 0));
    let over = client.image(models::image::IMAGE_STANDARD, "a cup of tea").n(1_000).send().await;
    assert!(matches!(over, Err(Error::OverBudget { price: Some(price), .. }) if price == usd("36")));
}

#[tokio::test]
async fn the_ledger_names_the_source_of_its_prices() {
    let mut specs = sample_specs();
    let units = String::from_utf8(specs.files["models/units.toml"].clone()).expect("text");
    specs.files.insert("models/units.toml".into(), format!("model_price = \"1\"\n{units}").into());
    let gateway = Gateway::builder().specs(specs).start().await.expect("loopback");
    let client = builder(&gateway).build().expect("valid");
    client.p1().search("tea").send().await.expect("data");
    client.image(models::image::IMAGE_STANDARD, "tea").send().await.expect("published");
    client.image(models::image::IMAGE_4K, "tea").send().await.expect("by model_price");
    client.chat(models::chat::CHAT_AUTO_TOOLS, "tea").send().await.expect("unknown");
    let text = reqwest::get(format!("{}/_mock/ledger", gateway.base_url())).await.expect("loopback");
    let ledger: Value = serde_json::from_str(&text.text().await.expect("text")).expect("JSON");
    let charges = ledger["charges"].as_array().expect("a list");
    let said: Vec<_> = charges.iter().map(|it| (&it["price_usd"], &it["price_source"])).collect();
    let wanted = json!([["0.02", "published"], ["0.036", "published"], ["0.12", "model_price"], [null, null]]);
    assert_eq!(json!(said), wanted);
    assert_eq!(ledger["summary"], "4 calls: 3 for 0.176 USD, 1 with an unknown price");
    assert_eq!(gateway.ledger().summary(), "4 calls: 3 for 0.176 USD, 1 with an unknown price");
}

#[test]
fn a_published_price_goes_first_then_units_then_unknown() {
    let record = |name: &str| models::find(name).expect("it is in the sample");
    let cost = |name: &str, units: &Units| {
        record(name).cost(&Usage::tokens(1_000_000, 0), units).map(|it| (it.usd.to_string(), it.source))
    };
    let published = models::units();
    let both = published.clone().with_ratio(usd("2")).with_book_face(usd("0.000001"));
    assert_eq!(cost("gemini-sample-pro", &both), Ok(("1.25".into(), PriceSource::Published)));
    assert_eq!(cost("chat-night-owl", &published), Err(CostUnknown::Condition("the time")), "prices by the hour");
    assert_eq!(cost("chat-audio", &both), Ok(("2.5".into(), PriceSource::BookFaces)));
    assert_eq!(cost("chat-auto-tools", &both), Ok(("0.8".into(), PriceSource::Ratios)));
    assert_eq!(cost("chat-auto-tools", &published), Err(CostUnknown::Unit("model_ratio")));
    assert_eq!(cost("gemini-sample-pro", &Units::default()), Err(CostUnknown::UnitText("1M tokens".into())));
    // More than 200,000 tokens: 2.7 USD × 5,400,000 ÷ 2,700,000.
    assert_eq!(cost("chat-large", &published), Ok(("5.4".into(), PriceSource::PublishedTier)));
}

#[tokio::test]
async fn a_chat_estimate_is_an_upper_bound_and_needs_max_tokens() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(usd("1")).build().expect("valid");
    let ask = || client.chat(models::chat::CHAT_SMALL, "What is tea? 茶是什么？");
    assert_eq!(ask().estimate(), Err(CostUnknown::Usage("output tokens")));
    assert!(matches!(ask().send().await, Err(Error::PriceUnknown(_))), "a budget needs an estimate");

    let asked = ask().max_tokens(200);
    let body = asked.request().expect("a request");
    let sample_client::RequestBody::Bytes(body) = body.body else { panic!("it is JSON") };
    // The body without the name of the model, 1,024 tokens that a provider may add, and 200 output tokens.
    let bytes = body.len() - r#","model":"chat-small""#.len() + 1_024;
    let most = usd("0.0000005") * sample_client::Decimal::from(bytes as i64)
        + usd("0.000002") * sample_client::Decimal::from(200);
    let estimate = asked.estimate().expect("it is published");
    assert_eq!((estimate.usd, estimate.source, estimate.is_upper_bound), (most, PriceSource::Published, true));
    assert_eq!(estimate.to_string(), format!("at most {most} USD (published price)"));
    let cost = asked.send().await.expect("a reply").cost.expect("the reply says what it used");
    assert!(cost <= most && client.spent().charged == cost, "the budget counts the cost, not the bound");

    // Input that may be written to the cache has that price: 3.375 USD per 1M tokens, not 2.7.
    let large = client.chat(models::chat::CHAT_LARGE, "tea").max_tokens(1).estimate().expect("it is published");
    let plain = models::find("chat-large").expect("a record").cost(&Usage::tokens(1_024, 1), &models::units());
    assert!(large.usd > plain.expect("it is published").usd * "1.25".parse().expect("a number"));
    let expected = ask().max_tokens(200).expecting(Usage::tokens(10, 10)).estimate().expect("it is published");
    assert!(!expected.is_upper_bound && expected.usd == usd("0.000025"), "the caller knows better");
    let seen =
        chat::Message::user([chat::Part::text("What is this?"), chat::Part::image_url("https://files.example/a.png")]);
    let image = client.chat(models::chat::CHAT_LARGE, vec![seen]).max_tokens(200);
    assert_eq!(image.estimate(), Err(CostUnknown::Usage("tokens of images, audio and files")));
    let messages = client.messages(models::messages::CHAT_SMALL, "tea").max_tokens(10).estimate();
    let responses = client.responses(models::responses::CHAT_SMALL, "tea").max_output_tokens(10).estimate();
    assert!([messages, responses].iter().all(|it| it.as_ref().is_ok_and(|it| it.is_upper_bound)));
    let open = client.gemini(models::gemini::GEMINI_SAMPLE_PRO, json!({ "contents": [], "max_tokens": 1 }));
    assert_eq!(open.estimate(), Err(CostUnknown::Usage("tokens")), "the format is not published");
}

/// The calculator has the prices of the client, tier by tier, with their source.
#[test]
fn the_calculator_has_the_prices_of_the_client() {
    let (model, _) = gatewright::read(&sample_specs()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, "https://docs.example/");
    let start = "window.gatewrightModels = ";
    let (_, script) = site.iter().find(|(_, text)| text.starts_with(start)).expect("the calculator's data");
    let data: Value = serde_json::from_str(script[start.len()..].trim_end().trim_end_matches(';')).expect("JSON");
    let tiers = |name: &str| {
        let all = data["models"].as_array().expect("a list");
        all.iter().find(|it| it["name"] == name).expect("it is there")["tiers"].clone()
    };
    // In 10⁻¹⁸ USD per token: 5.4 and 2.7 USD per 1M tokens.
    assert_eq!(tiers("chat-large")[0]["faces"][0]["published"], json!(["5400000000000", "1", "published_tier"]));
    assert_eq!(tiers("chat-large")[2]["faces"][0]["published"], json!(["2700000000000", "1", "published"]));
    assert_eq!(tiers("transcribe-standard")[0]["faces"][0]["published"], json!(["100000000000000", "1", "published"]));
    assert_eq!(tiers("transcribe-standard")[0]["faces"][0]["share"], json!(["1", "60000"]));
    assert_eq!(tiers("chat-audio")[0]["faces"][0]["published"], Value::Null);
}

#[test]
fn an_unlisted_unit_is_unknown_on_every_page() {
    let mut specs = sample_specs();
    let catalog = String::from_utf8(specs.files[Specs::MODELS].clone()).expect("text");
    specs.files.insert(
        Specs::MODELS.into(),
        catalog.replace("\"image\",\n        \"list_source", "\"per moon\",\n        \"list_source").into(),
    );
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, "https://docs.example/");
    let (_, script) = site.iter().find(|(_, it)| it.starts_with("window.gatewrightModels")).expect("the data");
    assert!(script.contains(r#""unlisted":"per moon""#), "{script}");
    let page = site.get("models/image-standard.html").expect("a page");
    assert!(
        !page.contains("use the price numbers once you set") && !page.contains("use the published price"),
        "{page}"
    );
    let catalog_model = model.models.iter().find(|it| it.record.name == "image-standard").expect("it is there");
    // Other numbers of the record do not replace a published price.
    for units in [model.units.clone(), model.units.clone().with_price(usd("1"))] {
        assert_eq!(catalog_model.record.cost_of_images(1, &units), Err(CostUnknown::UnitText("per moon".into())));
    }
}

/// A single published price is that of the input. Neither rustdoc nor the site shows a price in US dollars that the client
/// would not calculate.
#[test]
fn docs_have_only_prices_of_the_client() {
    let docs = |retail: Value| {
        let mut specs = sample_specs();
        let mut catalog: Value = serde_json::from_slice(&specs.files[Specs::MODELS]).expect("JSON");
        let tier = json!({ "name": "long", "standard": { "input": 4, "output": 9 },
            "when": [{ "dim": "context_len", "context_len_gt": 1000 }] });
        catalog["data"].as_array_mut().expect("a list").push(json!({
            "model_name": "tiered", "supported_endpoint_types": ["openai"], "billing_unit": "tokens", "vendor_list": retail,
            "book_faces": { "standard": { "input": 2, "output": 6 }, "tiers": [tier] },
        }));
        specs.files.insert(Specs::MODELS.into(), catalog.to_string().into());
        let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
        let client = gatewright::write(&model, &gatewright::Options::default());
        let module = client.get("src/models/chat.rs").expect("a module").replace("\n///", "");
        let (before, _) = module.split_once("pub const TIERED:").expect("a constant");
        let rustdoc = before.rsplit("/// `tiered`").next().expect("its docs").to_owned();
        let site = gatewright::site(&model, "https://docs.example/");
        let page = site.get("models/tiered.md").expect("a page").split_once("## Tiered prices").expect("tiers").1;
        (rustdoc, page.to_owned())
    };
    let single = docs(json!({ "unit": "per 1M tokens", "selling_usd": 3 }));
    for said in [single.0, single.1] {
        assert!(said.contains("in an unpublished unit:") && said.contains("input 4, output 9"), "{said}");
    }
    let faces = json!([{ "face": "input", "selling_usd": 3 }, { "face": "output", "selling_usd": 12 }]);
    let each = docs(json!({ "unit": "per 1M tokens", "faces": faces }));
    for said in [each.0, each.1] {
        assert!(said.contains("Prices of tiers in USD per 1M tokens") && said.contains("input 6, output 18"), "{said}");
    }
}

/// The project's model catalog is a sample: a plausible, complete list of one account, with prices.
#[test]
fn the_own_catalog_is_a_plausible_list_with_prices() {
    let (model, report) = gatewright::read(&own_specs()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert_eq!(report.render(false), "");
    let text = &own_specs().files[Specs::MODELS];
    let catalog: Value = serde_json::from_slice(text).expect("JSON");
    assert_eq!(catalog["sample"], true);
    assert!(catalog["auto_groups"].as_array().is_some_and(|it| !it.is_empty()));
    assert!((25..=40).contains(&model.models.len()), "{}", model.models.len());
    let mut types: Vec<_> = model.models.iter().flat_map(|it| &it.record.endpoint_types).collect();
    types.sort();
    types.dedup();
    let all = "anthropic audio-speech audio-transcription gemini image-generation music-generation openai openai-response \
        openai-video realtime system-one";
    assert_eq!(types, all.split_whitespace().collect::<Vec<_>>());
    let families: std::collections::BTreeSet<_> = model.models.iter().filter_map(|it| it.family.as_ref()).collect();
    assert_eq!(families.len(), 14, "a model of every family and variant: {families:?}");
    let is_video =
        |it: &&gatewright::model::CatalogModel| it.record.endpoint_types.iter().any(|it| it == "openai-video");
    assert!(model.models.iter().filter(is_video).any(|it| it.family.is_none()), "one without a family");
    let tiered = model.models.iter().filter(|it| it.record.book_faces.as_ref().is_some_and(|it| !it.tiers.is_empty()));
    assert_eq!(tiered.count(), 2);
    for record in catalog["data"].as_array().expect("a list") {
        for field in COMMON.split_whitespace() {
            assert!(!record[field].is_null(), "{} has no {field}", record["model_name"]);
        }
    }
    let mut under = sample_client::PriceContext::default();
    under.request = Some(json!({}));
    let mut units = std::collections::BTreeSet::new();
    for record in model.models.iter().map(|it| &it.record) {
        let unit = record.billing_unit.as_ref().expect("it has one").as_str();
        units.insert(unit);
        let used = match unit {
            "tokens" => Usage::tokens(1_000, 200),
            "characters" => Usage::speech("Tea is ready."),
            "audio_duration" => Usage::audio(std::time::Duration::from_secs(90)),
            "per_call" => Usage::images(1),
            _ => Usage::video(sample_client::Decimal::from(5)),
        };
        let name = &record.name;
        let cost = record.cost_with_context(&used, &model.units, &under).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(cost.usd > Usd::ZERO && cost.source == PriceSource::Published, "{name}: {cost}");
    }
    assert_eq!(units.len(), 5, "prices in every unit");
}

/// Fields of section 2.6 in every record.
const COMMON: &str = "description specs login_required icon tags vendor_id quota_type model_ratio model_price completion_ratio \
    owner_by enable_groups supported_endpoint_types capabilities tasks billing_rate billing_rate_source pricing_version \
    billing_unit vendor_list book_faces route_health";
