//! The page of one model.

use askama::Template;
use gatewright_runtime::{Condition, Decimal, Face, ModelRecord};

use super::html::Html;
use super::lang::{Language, Localized};
use super::measures::{grouped, number};
use super::models::prices::Prices;
use super::models::{self, abilities, cells, price};
use super::page::{Frame, Page, Role, Section, Site, render};
use super::search_aliases::{PRICED, TIERED};
use super::snippet::{Shown, Snippet};
use super::{calculator, chart, filters, history, measures, price_history, runtime_texts, snippet};
use crate::model::{CatalogModel, Model, Operation};
use crate::text::Text;
use crate::tiers;

/// Contents of the page.
struct View<'a> {
    name: &'a str,
    about: Option<Localized<'a>>,
    facts: Vec<Fact>,
    modalities: Html,
    /// Words of the record as published.
    words: Vec<Fact>,
    /// Prices in the common unit, and that unit.
    prices: Option<(Prices, &'a str)>,
    /// Fields of the calculator.
    estimate: String,
    rules: Vec<Localized<'a>>,
    constants: Vec<String>,
    examples: Vec<Snippet>,
    price: Option<String>,
    /// Unit of listed prices.
    per: String,
    retail: Vec<ListedPrice>,
    rates: Vec<RatedPrice>,
    tiers: Vec<String>,
    /// Unit of the prices of tiers.
    tiers_about: String,
    /// Assumption that they rely on.
    tiers_assumption: Option<&'static str>,
    /// Basis of estimates.
    basis: &'static str,
    /// Assumptions that its prices, account groups or durations rely on.
    assumptions: Vec<&'static str>,
    chart: Html,
    tier_table: Html,
    notes: Option<Localized<'a>>,
    calls: Vec<(&'a str, &'a str)>,
    history: Vec<history::Entry<'a>>,
    /// Charts of its prices over time.
    charts: Vec<price_history::Chart>,
}

impl View<'_> {
    /// Returns true if a listed price is not published.
    fn has_gaps(&self) -> bool {
        self.retail.iter().any(|it| it.list.is_none() || it.selling.is_none())
    }
}

/// A fact from the record.
struct Fact {
    label: &'static str,
    value: String,
    /// Assumption that it relies on.
    assumption: Option<&'static str>,
}

/// A price and the provider's list price.
struct ListedPrice {
    face: String,
    list: Option<Decimal>,
    selling: Option<Decimal>,
}

/// A number whose unit may not be published.
struct RatedPrice {
    face: String,
    number: String,
    of: &'static str,
}

#[derive(Template)]
#[template(path = "site/model.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    view: &'a View<'a>,
}

#[derive(Template)]
#[template(path = "site/model.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
    view: &'a View<'a>,
}

pub(super) fn page(site: &Site<'_>, model: &CatalogModel, lang: Language) -> Page {
    let record = &model.record;
    let description = record.description.as_deref().map(Text::split).unwrap_or_default();
    let said = lang.of(&description);
    let sentences: Vec<_> = runtime_texts::rules(&model.rules).iter().map(|it| it.render(lang)).collect();
    let price = price(record, lang);
    let common = Prices::of(model, &site.model.units).map(|it| models::says(&it, lang));
    let (tiers, unit) = tiers::of_model(model);
    let tiers_about = match unit {
        Some(unit) => lang.say("tiers-in-usd", [("unit", measures::unit(unit, lang).into())]),
        None => lang.t("tiers-in-numbers").to_owned(),
    };
    let is_explained = |id: &str| site.model.shared_assumptions.iter().any(|it| it.id == id);
    let view = View {
        name: &record.name,
        about: said,
        facts: facts(site.model, model, lang),
        modalities: models::modalities(record, lang),
        words: words(record, lang),
        prices: Prices::of(model, &site.model.units).map(|it| (it, measures::unit(it.unit, lang))),
        estimate: calculator::fields(model),
        rules: sentences.iter().map(|it| lang.own(it)).collect(),
        constants: model.kinds.iter().map(|it| format!("models::{}::{}", it.module, model.constant)).collect(),
        examples: site.model.closest_to(model).map(|it| examples(it, model, site.model, lang)).unwrap_or_default(),
        per: price.as_ref().map(|it| it.per.clone()).unwrap_or_default(),
        price: common.or_else(|| price.map(|it| it.says)),
        retail: record
            .retail
            .iter()
            .flat_map(|it| &it.faces)
            .map(|it| ListedPrice {
                face: measures::face(it.face.as_deref().unwrap_or("–"), lang),
                list: it.list_usd,
                selling: it.selling_usd,
            })
            .collect(),
        rates: rates(record, lang),
        basis: basis(site.model, model, lang),
        assumptions: assumptions(record),
        tiers: tiers.iter().map(|it| tiers::tier(it).render(lang)).collect(),
        chart: chart::tiers(&tiers, &tiers_about, lang),
        tier_table: chart::table(&tiers, &tiers_about, lang),
        tiers_assumption: Some(TIER_PRICE).filter(|it| unit.is_some() && is_explained(it)),
        tiers_about,
        notes: record.specs.pricing_notes.as_deref().map(|it| Localized {
            text: it.into(),
            lang: "en".into(),
            foreign: !lang.is_english(),
        }),
        calls: calls(site, model),
        history: history::of(site.model, &[&record.name], lang),
        charts: price_history::of(site.model, &[&record.name], lang),
    };
    let about = view.about.as_ref().map_or(record.name.as_str(), |it| &it.text).to_owned();
    let frame = Frame::new(site, lang, &model.page, Section::Models, record.name.clone(), about.clone());
    let markdown = render(&AsMarkdown { frame: &frame, view: &view });
    let html = render(&AsHtml { frame, view: &view });
    let mut found_by = vec![about.clone()];
    found_by.extend(record.endpoint_types.iter().chain(&record.capabilities).chain(&record.tasks).cloned());
    found_by.extend(record.tags.iter().cloned());
    found_by.push(PRICED.to_owned());
    found_by.extend((!view.tiers.is_empty()).then(|| TIERED.to_owned()));
    found_by.extend(view.tiers);
    found_by.extend(view.constants);
    let (path, title) = (model.page.clone(), record.name.clone());
    let about = view.price.into_iter().chain([about]).collect::<Vec<_>>().join(" · ");
    Page { path, title, about, role: Role::Subject, group: lang.t("models"), words: found_by, html, markdown }
}

/// Returns the operations that accept a model: their names and pages.
fn calls<'a>(site: &Site<'a>, model: &CatalogModel) -> Vec<(&'a str, &'a str)> {
    site.model.operations_for(model).map(|it| (it.key.as_str(), it.page.as_str())).collect()
}

fn facts(site: &Model, model: &CatalogModel, lang: Language) -> Vec<Fact> {
    let record = &model.record;
    let specs = &record.specs;
    let number = |number: Option<i64>| number.map(grouped).unwrap_or_default();
    let tokens = |it: Option<i64>| it.map(|it| format!("{} {}", grouped(it), lang.t("tokens"))).unwrap_or_default();
    let list = |items: &[String]| items.join(lang.t("mark-list"));
    let factors = site.factors(model).into_iter().map(|it| {
        let times: Vec<_> = it.times.iter().map(|it| format!("{} × {}", it.value, it.factor)).collect();
        format!("{}{}{}", it.name, lang.t("mark-colon"), times.join(lang.t("mark-list")))
    });
    let factors = factors.collect::<Vec<_>>().join(lang.t("mark-semicolon"));
    let can: Vec<_> = abilities::of(record).into_iter().map(|it| abilities::name(it, lang)).collect();
    let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let unit = record.billing_unit.as_ref().map(|it| measures::counted(it.as_str(), lang));
    let all = [
        ("provider", owned(record.owner_by.as_deref())),
        ("context", tokens(specs.context_window)),
        ("max-input", tokens(specs.max_input_tokens)),
        ("max-output", tokens(specs.max_output_tokens)),
        ("can", can.join(lang.t("mark-list"))),
        ("reasoning-efforts", list(&specs.reasoning_efforts)),
        ("resolutions", list(&specs.resolutions)),
        ("max-duration", number(specs.max_duration_seconds)),
        ("upload-formats", list(&record.accepted_upload_formats)),
        ("default-voice", owned(record.default_voice.as_deref())),
        ("default-format", owned(record.default_response_format.as_deref())),
        ("endpoint-type", list(&record.endpoint_types)),
        ("billing-unit", owned(unit)),
        ("price-factors", factors),
        ("health", health(record, lang)),
        ("discount", cells::discount(record).unwrap_or_default()),
        ("verified", cells::verified(record).to_owned()),
    ];
    let is_explained = site.shared_assumptions.iter().any(|it| it.id == MAX_DURATION);
    let assumption = |id| (is_explained && id == "max-duration").then_some(MAX_DURATION);
    let shown = all.into_iter().filter(|(_, value)| !value.is_empty());
    shown.map(|(id, value)| Fact { label: lang.t(id), value, assumption: assumption(id) }).collect()
}

/// Returns the share of calls that succeeded, and their number.
fn health(record: &ModelRecord, lang: Language) -> String {
    let calls = record.route_health.as_ref().and_then(|it| it.sample_size);
    match (cells::health(record), calls) {
        (Some(percent), Some(calls)) => {
            lang.say("health-of", [("percent", percent.into()), ("calls", grouped(calls).into())])
        }
        (percent, _) => percent.unwrap_or_default(),
    }
}

/// Returns the modalities, and the words of the record that abilities come from, as published.
fn words(record: &ModelRecord, lang: Language) -> Vec<Fact> {
    let all = [
        ("input", &record.specs.input_modalities),
        ("output", &record.specs.output_modalities),
        ("capabilities", &record.capabilities),
        ("tasks", &record.tasks),
        ("tags", &record.tags),
    ];
    let shown = all.into_iter().filter(|(_, words)| !words.is_empty());
    let fact = |(id, words): (_, &Vec<String>)| Fact {
        label: lang.t(id),
        value: words.join(lang.t("mark-list")),
        assumption: None,
    };
    shown.map(fact).collect()
}

fn examples(operation: &Operation, catalog_model: &CatalogModel, model: &Model, lang: Language) -> Vec<Snippet> {
    snippet::examples(&Shown { operation, platform: None, catalog_model: Some(catalog_model), model, lang })
}

/// Returns the basis of estimates: the published price, numbers that need a unit, or nothing.
fn basis(site: &Model, model: &CatalogModel, lang: Language) -> &'static str {
    let record = &model.record;
    let Some((unit, face)) = model.billing_unit().and_then(|it| Some((it, *it.faces().first()?))) else {
        return lang.t("basis-unknown");
    };
    match record.published_price(face, unit, None, &site.units) {
        Ok(_) => lang.t("basis-published"),
        Err(why) if why.is_unit_of_published_price() => lang.t("basis-unknown"),
        Err(_) if record.rates(face, None, site.units.paid).is_empty() => lang.t("basis-unknown"),
        Err(_) => lang.t("basis-units"),
    }
}

const MAX_DURATION: &str = "max-duration";
const TIER_PRICE: &str = "tier-price";

/// Returns the ids of the assumptions that the fields of a record rely on.
fn assumptions(record: &ModelRecord) -> Vec<&'static str> {
    let retail = record.retail.as_ref();
    let tiers: Vec<_> = record.book_faces.iter().flat_map(|it| &it.tiers).collect();
    let is_discounted =
        retail.is_some_and(|it| it.discount_pct.is_some() || it.faces.iter().any(|it| it.discount_pct.is_some()));
    let all = [
        ("unit-texts", retail.is_some()),
        ("discount", is_discounted),
        ("price-ratios", record.ratios.input.is_some_and(|it| it > Decimal::ZERO)),
        ("tier-order", tiers.len() > 1),
        (TIER_PRICE, retail.is_some() && !tiers.is_empty()),
        (
            "context-length",
            tiers.iter().flat_map(|it| &it.when).any(|it| matches!(it, Condition::ContextLongerThan(_))),
        ),
        ("enable-groups", !record.groups.is_empty()),
        (MAX_DURATION, record.specs.max_duration_seconds.is_some()),
    ];
    all.into_iter().filter(|(_, applies)| *applies).map(|(id, _)| id).collect()
}

fn rates(record: &ModelRecord, lang: Language) -> Vec<RatedPrice> {
    let faces: &[Face] = record.billing_unit.as_ref().map(|it| it.faces()).unwrap_or_default();
    let of_face = |face: &Face| {
        let name = measures::face(face.name(), lang);
        let if_paid = lang.say("face-paid", [("face", (&name).into())]);
        let (standard, paid) = (record.rates(*face, None, false), record.rates(*face, None, true));
        let more = paid.into_iter().filter(|it| !standard.iter().any(|of| of.of == it.of && of.number == it.number));
        let more: Vec<_> = more.map(|it| (if_paid.clone(), it)).collect();
        let all = standard.iter().copied().map(|it| (name.clone(), it)).chain(more);
        all.map(|(face, it)| RatedPrice { face, number: number(it.number), of: it.of.name() }).collect::<Vec<_>>()
    };
    faces.iter().flat_map(of_face).collect()
}
