//! The page of the cost calculator.

use askama::Template;
use gatewright_runtime::{BillingUnit, Cost, Decimal, Usage, Usd};

use super::filters;
use super::lang::Language;
use super::models::abilities;
use super::page::{Frame, PRICE_ASSUMPTIONS, Page, Role, Section, Site, render};
use crate::model::{CatalogModel, Model, Operation, Platform, Status};

/// A common use of models, with its usage for each call.
struct Use {
    /// Message with its name.
    id: &'static str,
    ability: &'static str,
    unit: BillingUnit,
    usage: fn() -> Usage,
    calls: i64,
    /// Fields of the form.
    fields: &'static str,
}

/// Usage of each call of the examples, and the number of calls.
static USES: [Use; 5] = [
    Use {
        id: "preset-chat",
        ability: "chat",
        unit: BillingUnit::Tokens,
        usage: || Usage::tokens(800, 200),
        calls: 1_000,
        fields: "of_input=800&of_output=200&calls=1000",
    },
    Use {
        id: "preset-video",
        ability: "text-to-video",
        unit: BillingUnit::PerSecond,
        usage: || Usage::video(Decimal::from(10)),
        calls: 1,
        fields: "of_video_second=10",
    },
    Use {
        id: "preset-images",
        ability: "text-to-image",
        unit: BillingUnit::PerCall,
        usage: || Usage::images(1),
        calls: 100,
        fields: "of_per_call=1&calls=100",
    },
    Use {
        id: "preset-recording",
        ability: "transcription",
        unit: BillingUnit::AudioDuration,
        usage: || Usage::audio(std::time::Duration::from_secs(3_600)),
        calls: 1,
        fields: "of_input=3600",
    },
    Use {
        id: "preset-speech",
        ability: "text-to-speech",
        unit: BillingUnit::Characters,
        usage: || Usage::speech(&"a".repeat(1_000)),
        calls: 1_000,
        fields: "of_input=1000&calls=1000",
    },
];

/// Number of calls in the example of an endpoint.
const SEARCHES: i64 = 1_000;

/// An example that fills in a row.
struct Preset {
    name: &'static str,
    /// Model or endpoint, and its page.
    of: String,
    page: String,
    usd: Usd,
    /// Fields of the row, as in the URL.
    row: String,
}

#[derive(Template)]
#[template(path = "site/calculator.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    presets: &'a [Preset],
}

#[derive(Template)]
#[template(path = "site/calculator.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
    presets: &'a [Preset],
}

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let frame = Frame::new(
        site,
        lang,
        "calculator",
        Section::Calculator,
        lang.t("calculator").into(),
        lang.t("calculator-about").into(),
    );
    let presets = presets(site.model, lang);
    let markdown = render(&AsMarkdown { frame: &frame, presets: &presets });
    let html = render(&AsHtml { frame, presets: &presets });
    let (title, about) = (lang.t("calculator").to_owned(), lang.t("calculator-about").to_owned());
    Page {
        path: "calculator".into(),
        title,
        about,
        role: Role::Subject,
        group: lang.t("models"),
        words: vec![lang.t("cost").into()],
        html,
        markdown,
    }
}

/// Returns the examples: each with the cheapest model that has the ability, and one with the cheapest search.
fn presets(model: &Model, lang: Language) -> Vec<Preset> {
    let mut presets: Vec<_> = USES.iter().filter_map(|it| of_model(it, model, lang)).collect();
    presets.extend(of_searches(model, lang));
    presets
}

/// Returns the example of the cheapest search that is available.
fn of_searches(model: &Model, lang: Language) -> Option<Preset> {
    let all = model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)));
    let is_offered = |it: &Operation| it.key.contains("search") && it.status != Some(Status::Paused);
    let priced = all.filter(|it| is_offered(it.1)).filter_map(|it| Some((it.1.price()?, it)));
    let (price, (platform, operation)) = priced.filter(|it| it.0 > Usd::default()).min_by_key(|it| it.0)?;
    Some(Preset {
        name: lang.t("preset-searches"),
        row: calls(platform, operation),
        of: format!("{}/{}", platform.key, operation.key),
        page: operation.page.clone(),
        usd: price.checked_mul(SEARCHES)?,
    })
}

fn of_model(it: &Use, model: &Model, lang: Language) -> Option<Preset> {
    let cheapest = abilities::cheapest(model).into_iter().find(|pick| pick.ability == it.ability)?.model;
    let (record, units, usage) = (&cheapest.record, &model.units, (it.usage)());
    (cheapest.billing_unit()? == &it.unit).then_some(())?;
    let is_image = cheapest.is_billed_per_image();
    let cost: Cost =
        if is_image { record.cost_of_images(usage.calls, units) } else { record.cost(&usage, units) }.ok()?;
    Some(Preset {
        name: lang.t(it.id),
        of: record.name.clone(),
        page: cheapest.page.clone(),
        usd: cost.usd.checked_mul(it.calls)?,
        row: format!("model={}&{}", encoded(&record.name), it.fields),
    })
}

/// Returns the fields of the form for many calls of an endpoint.
pub(super) fn calls(platform: &Platform, operation: &Operation) -> String {
    format!("call={}&calls={SEARCHES}", encoded(&format!("{}/{}", platform.key, operation.key)))
}

/// Returns true if the cost of a typical call of a model is known.
pub(super) fn has_estimate(of: &CatalogModel, model: &Model) -> bool {
    let typical = USES.iter().find(|it| of.billing_unit() == Some(&it.unit));
    typical.is_some_and(|it| of.record.cost(&(it.usage)(), &model.units).is_ok())
}

/// Returns the fields of the form for a typical call of a model.
pub(super) fn fields(model: &CatalogModel) -> String {
    let fields = USES.iter().find(|it| model.billing_unit() == Some(&it.unit)).map(|it| it.fields);
    let name = encoded(&model.record.name);
    fields.map_or_else(|| format!("model={name}"), |it| format!("model={name}&{it}"))
}

/// Returns a text for use in a query string.
fn encoded(text: &str) -> String {
    let plain = |it: u8| it.is_ascii_alphanumeric() || b"-._~/".contains(&it);
    text.bytes().map(|it| if plain(it) { char::from(it).to_string() } else { format!("%{it:02X}") }).collect()
}
