//! Marks on pages and in the client: assumptions, and models of a sample catalog.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use gatewright::{Options, Output, Specs};
use gatewright_tests::own_specs;

/// Returns the site and the client of some specs.
fn both(specs: &Specs) -> (Output, Output) {
    let (model, _) = gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    (gatewright::site(&model, super::URL), gatewright::write(&model, &Options::default()))
}

/// Returns the site and the client of the project's own specs, built once for all tests.
fn own() -> (&'static Output, &'static Output) {
    static BOTH: LazyLock<(Output, Output)> = LazyLock::new(|| both(&own_specs()));
    (&BOTH.0, &BOTH.1)
}

/// Every assumption that a field of the record relies on is linked on the model's page, no other one is, and the link leads
/// to its explanation.
#[test]
fn assumptions_are_marked_where_they_show() {
    let (site, client) = own();
    let model = gatewright::read(&own_specs()).unwrap_or_else(|report| panic!("{}", report.render(false))).0;
    let mut met = BTreeSet::new();
    for (folder, duration, mark) in [("", "Maximum duration", "Assumption"), ("zh/", "最长时长", "假设")] {
        let guide = site.get(&format!("{folder}guides/assumptions.html")).expect("a page");
        for known in &model.models {
            let (record, tiers) = (&known.record, known.record.book_faces.iter().flat_map(|it| &it.tiers).count());
            let published = record.retail.is_some();
            let text = known.json.as_str();
            let expected: Vec<_> = [
                ("unit-texts", published),
                ("tier-order", tiers > 1),
                ("tier-price", published && tiers > 0),
                ("price-ratios", record.ratios.input.is_some_and(|it| it > 0.into())),
                ("discount", text.contains("\"discount_pct\"")),
                ("enable-groups", !record.groups.is_empty()),
                ("context-length", text.contains("context_len")),
                ("max-duration", text.contains("max_duration_seconds")),
            ]
            .into_iter()
            .filter_map(|(id, applies)| applies.then_some(id))
            .collect();
            for extension in ["html", "md"] {
                let page = site.get(&format!("{folder}{}.{extension}", known.page)).expect("a page");
                let line = page.lines().find(|it| it.matches(&format!("assumptions.{extension}#")).count() > 1);
                let line = line.unwrap_or_else(|| panic!("no assumptions on the page of {}", record.name));
                let linked: Vec<_> = line.split(&format!("guides/assumptions.{extension}#")).skip(1).collect();
                let linked: Vec<_> = linked.iter().map(|it| it.split(['"', ')']).next().unwrap_or_default()).collect();
                let sorted = |ids: &[&str]| ids.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
                assert_eq!(linked.len(), expected.len(), "each once: {linked:?}");
                assert_eq!(sorted(&linked), sorted(&expected), "{}", record.name);
                // The fact itself has a mark, too.
                assert_eq!(page.contains(duration), expected.contains(&"max-duration"), "{}", record.name);
                for fact in page.split(duration).skip(1) {
                    let until = if extension == "html" { "</dd>" } else { "\n" };
                    let fact = fact.split(until).next().unwrap_or_default();
                    assert!(fact.contains("#max-duration") && fact.contains(mark), "{}: {fact}", record.name);
                }
            }
            for id in &expected {
                assert!(guide.contains(&format!("<a id=\"{id}\"></a>")), "{id}: {guide}");
            }
            met.extend(expected);
        }
        for page in ["models", "calculator"] {
            for id in ["unit-texts", "tier-order", "tier-price", "price-ratios", "discount", "context-length"] {
                for (extension, end) in [("html", '"'), ("md", ')')] {
                    let text = site.get(&format!("{folder}{page}.{extension}")).expect("a page");
                    assert!(text.contains(&format!("assumptions.{extension}#{id}{end}")), "{id}: {text}");
                }
            }
        }
    }
    assert_eq!(met.len(), 8, "the catalog has a record for each: {met:?}");
    for (path, text) in client.iter().filter(|(path, _)| path.ends_with(".rs")) {
        // Sentences are wrapped.
        let text = text.replace("\n///", "").replace("\n    ///", "");
        for field in ["Maximum duration", "Price ratios"] {
            for sentence in text.split(field).skip(1) {
                let sentence = sentence.split(". Price").next().unwrap_or_default().lines().next().unwrap_or_default();
                assert!(sentence.contains("[assumption]("), "{path}: {field}{sentence}");
            }
        }
    }
}

/// Every place that shows models of the sample says that they are invented, and no place does so for the models of an
/// account.
#[test]
fn sample_models_are_marked() {
    let marks = ["invented examples", "虚构示例"];
    let (site, client) = own();
    let pages = "index models calculator downloads guides guides/start guides/videos guides/billing interfaces/chat/chat \
        models/atlas-chat-large-2026-03";
    for page in pages.split_whitespace() {
        for (folder, mark) in [("", marks[0]), ("zh/", marks[1])] {
            for extension in ["html", "md"] {
                let text = site.get(&format!("{folder}{page}.{extension}")).unwrap_or_else(|| panic!("no {page}"));
                assert_eq!(text.matches(mark).count(), 1, "{folder}{page}.{extension}");
            }
        }
    }
    assert!(site.get("llms.txt").is_some_and(|it| it.contains(marks[0])));
    let prices = site.get("prices.csv").expect("a file");
    assert!(prices.contains("\nsample model,atlas-chat-large-2026-03,") && !prices.contains("\nmodel,"), "{prices}");
    // Every file that names a model of the sample has the mark. A workflow record cannot: its schema has no field for it.
    let model = gatewright::read(&own_specs()).unwrap_or_else(|report| panic!("{}", report.render(false))).0;
    let names: Vec<_> = model.models.iter().flat_map(|it| [it.record.name.as_str(), it.constant.as_str()]).collect();
    let is_read = |path: &str| ["html", "md", "json", "txt"].iter().any(|it| path.ends_with(&format!(".{it}")));
    let is_record = |path: &str| path == "models.json" || path.starts_with("workflow/") && path.ends_with(".json");
    let files = site.iter().chain(client.iter()).filter(|(path, _)| is_read(path) && !is_record(path));
    let files = files.filter(|(path, _)| !path.starts_with("src/")); // `src/models/mod.rs` has the mark
    let naming = files.filter(|(_, text)| names.iter().any(|it| text.contains(it)));
    let unmarked: Vec<_> =
        naming.filter(|(_, text)| !marks.iter().any(|it| text.contains(it))).map(|(path, _)| path).collect();
    assert!(unmarked.is_empty(), "{unmarked:?}");
    let records: serde_json::Value = serde_json::from_str(site.get("models.json").expect("a file")).expect("JSON");
    assert!(records.as_array().expect("a list").iter().all(|it| it["sample"] == true), "{records}");
    for file in ["README.md", "src/lib.rs", "src/models/mod.rs"] {
        assert!(client.get(file).is_some_and(|it| it.contains(marks[0])), "{file}");
    }
    let mut specs = own_specs();
    let catalog = String::from_utf8(specs.files[Specs::MODELS].clone()).expect("text");
    specs.files.insert(Specs::MODELS.into(), catalog.replacen("\"sample\": true,", "", 1).into());
    let (site, client) = both(&specs);
    for (path, text) in site.iter().chain(client.iter()) {
        assert!(marks.iter().all(|it| !text.contains(it)), "{path}");
    }
    assert!(site.get("models.json").is_some_and(|it| !it.contains("\"sample\"")));
}

/// A speech model is billed by characters; the usage log also shows tokens of the audio, which cost nothing.
#[test]
fn the_speech_page_explains_the_usage_log() {
    let (site, _) = own();
    for (page, text) in [
        ("interfaces/audio/speech.html", "completion tokens: 1,000 tokens per minute, billed at rate zero"),
        ("interfaces/audio/speech.md", "completion tokens: 1,000 tokens per minute, billed at rate zero"),
        ("zh/interfaces/audio/speech.md", "补全 token：每分钟 1,000 个，费率为零"),
    ] {
        assert!(site.get(page).is_some_and(|it| it.contains(text)), "{page}");
    }
}
