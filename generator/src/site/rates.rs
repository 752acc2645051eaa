//! Data of the calculator: the numbers of the records, and the client's rules for costs.

use gatewright_runtime::{BillingUnit, Condition, CostUnknown, Face, ModelRecord, RateUnit, Tier, Units};
use serde_json::{Map, Value, json};

use super::assets::in_script;
use super::lang::Language;
use super::models::abilities;
use super::{measures, models};
use crate::model::{CatalogModel, Model, Platform};
use crate::tiers;

/// Returns a script with the data. Pages opened as local files can load scripts only.
pub(super) fn script(model: &Model, languages: &[Language]) -> String {
    let units = [
        (RateUnit::Ratio, model.units.ratio),
        (RateUnit::Price, model.units.price),
        (RateUnit::BookFace, model.units.book_face),
    ];
    let units: Map<_, _> =
        units.iter().map(|(of, usd)| (of.name().to_owned(), json!(usd.map(|it| it.to_string())))).collect();
    let all: Vec<_> = model.models.iter().map(|it| entry(it, model, languages)).collect();
    let groups: Map<_, _> = abilities::all(model)
        .into_iter()
        .map(|it| (it.to_owned(), in_all(languages, |lang| abilities::name(it, lang).into()).into()))
        .collect();
    let platforms: Vec<_> = model.platforms.iter().map(platform).collect();
    let data = json!({
        "units": units, "faces": faces(model, languages), "groups": groups, "models": all, "platforms": platforms,
    });
    format!("window.gatewrightModels = {};\n", in_script(&data))
}

/// Returns a text in every language, by its code.
fn in_all(languages: &[Language], text: impl Fn(Language) -> Value) -> Map<String, Value> {
    languages.iter().map(|it| (it.code().to_owned(), text(*it))).collect()
}

/// Returns the endpoints of a platform that have a price, in 10⁻¹⁸ US dollars.
fn platform(platform: &Platform) -> Value {
    let calls = platform.operations.iter().filter_map(|it| Some((&it.key, it.price()?.as_attos().to_string())));
    json!({ "key": platform.key, "calls": calls.collect::<Vec<_>>() })
}

/// Returns the faces of all models.
fn faces(model: &Model, languages: &[Language]) -> Map<String, Value> {
    let all = model.models.iter().filter_map(CatalogModel::billing_unit).flat_map(BillingUnit::faces);
    let face = |it: &Face| {
        let says = in_all(languages, |lang| measures::face(it.name(), lang).into());
        (it.name().to_owned(), json!({ "says": says, "context": it.is_context(), "tokens": it.is_tokens() }))
    };
    // Endpoints are billed per call.
    all.chain(BillingUnit::PerCall.faces()).map(face).collect()
}

fn entry(catalog_model: &CatalogModel, model: &Model, languages: &[Language]) -> Value {
    let record = &catalog_model.record;
    let unit = catalog_model.billing_unit();
    let factors = model.factors(catalog_model).into_iter().map(|it| {
        let times: Vec<_> = it.times.iter().map(|it| json!([it.value, it.factor.to_string()])).collect();
        json!({ "name": it.name, "times": times })
    });
    let factors: Vec<_> = factors.collect();
    let prices: Map<_, _> = in_all(languages, |it| json!(models::listed(record, it)));
    let counted = if catalog_model.is_billed_per_image() { Some("per_image") } else { unit.map(BillingUnit::as_str) };
    json!({
        "name": record.name,
        "group": abilities::of(record).first().copied().unwrap_or("–"),
        "unit": counted,
        "context": record.specs.context_window,
        "price": prices,
        "factors": factors,
        "tiers": ranked(record, unit, &model.units, languages),
    })
}

/// Returns the tiers in the order of their priority, followed by the prices without a condition.
fn ranked(record: &ModelRecord, unit: Option<&BillingUnit>, units: &Units, languages: &[Language]) -> Vec<Value> {
    let tiers = record.book_faces.as_ref().map(gatewright_runtime::BookFaces::ranked).unwrap_or_default();
    let mut all: Vec<_> = tiers
        .iter()
        .map(|tier| {
            let rivals: Vec<_> = tiers.iter().enumerate().filter(|(_, it)| tier.rivals(it)).map(|(at, _)| at).collect();
            json!({
                "name": tier.name,
                "when": tier.when.iter().map(|it| condition(it, languages)).collect::<Vec<_>>(),
                "unreadable": !tier.is_readable(),
                "rivals": rivals,
                "faces": prices(record, unit, Some(*tier), units),
            })
        })
        .collect();
    let unreadable = record.book_faces.as_ref().is_some_and(gatewright_runtime::BookFaces::has_unreadable_tiers);
    all.push(json!({ "when": [], "unreadable": unreadable, "rivals": [], "faces": prices(record, unit, None, units) }));
    all
}

fn condition(condition: &Condition, languages: &[Language]) -> Value {
    match condition {
        Condition::ContextLongerThan(tokens) => json!({ "context_longer_than": tokens }),
        other => json!({ "says": in_all(languages, |it| tiers::condition(other).render(it).into()) }),
    }
}

/// Returns the faces that have a price or a number: the published price, then numbers in order. The first number with a
/// known unit counts.
fn prices(record: &ModelRecord, unit: Option<&BillingUnit>, tier: Option<&Tier>, units: &Units) -> Vec<Value> {
    let Some(unit) = unit else { return Vec::new() };
    let price = |face: &Face| {
        let published = record.published_price(*face, unit, tier, units);
        let unlisted = published.as_ref().err().filter(|it| it.is_unit_of_published_price()).map(|it| match it {
            CostUnknown::UnitText(text) | CostUnknown::OtherUnit(text, _) => text.as_str(),
            _ => "–",
        });
        let published = published.as_ref().ok().map(|it| {
            let (numerator, denominator) = it.attos();
            json!([numerator.to_string(), denominator.to_string(), it.source().as_str()])
        });
        let rates = record.rates(*face, tier, units.paid);
        let rates: Vec<_> = rates.iter().map(|it| json!([it.of.name(), it.number.to_string()])).collect();
        let (numerator, denominator) = unit.rate_fraction();
        let is_priced = published.is_some() || unlisted.is_some() || !rates.is_empty();
        is_priced.then(|| {
            json!({
                "name": face.name(),
                "published": published,
                "unlisted": unlisted,
                "rates": rates,
                "share": [numerator.to_string(), denominator.to_string()],
            })
        })
    };
    unit.faces().iter().filter_map(price).collect()
}
