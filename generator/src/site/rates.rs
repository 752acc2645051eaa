//! What the calculator reads: the numbers of the records and the rules by which the client makes costs of them.

use gatewright_runtime::{AUDIO_TOKENS_A_MINUTE, BillingUnit, Condition, Face, ModelRecord, RateUnit, Tier};
use serde_json::{Map, Value, json};

use super::lang::Lang;
use super::{measures, models, when};
use crate::model::{Model, Offered};

/// A script that hands the data over: pages opened as files can load one, and nothing else.
pub(super) fn script(model: &Model) -> String {
    let units = [
        (RateUnit::Ratio, model.units.ratio),
        (RateUnit::Price, model.units.price),
        (RateUnit::BookFace, model.units.book_face),
    ];
    let units: Map<_, _> =
        units.iter().map(|(of, usd)| (of.name().to_owned(), json!(usd.map(|it| it.to_string())))).collect();
    let all: Vec<_> = model.models.iter().map(|it| entry(it, model)).collect();
    let data = json!({ "audio_tokens_a_minute": AUDIO_TOKENS_A_MINUTE, "units": units, "models": all });
    format!("window.gatewrightModels = {};\n", in_script(&data))
}

/// JSON that can stand in a script: no tag ends it, and no old parser takes it for a new line.
pub(super) fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn entry(offered: &Offered, model: &Model) -> Value {
    let paid = model.units.paid;
    let record = &offered.record;
    let is_image = offered.kinds.iter().any(|it| it.module == "image");
    // Pictures are billed by picture, whatever the record's unit says.
    let unit = if is_image { Some(&BillingUnit::PerCall) } else { record.billing_unit.as_ref() };
    let faces = unit.map(BillingUnit::faces).unwrap_or_default();
    let factors = model.factors(offered).into_iter().map(|it| {
        let times: Vec<_> = it.times.iter().map(|it| json!([it.value, it.factor.to_string()])).collect();
        json!({ "name": it.name, "times": times })
    });
    let factors: Vec<_> = factors.collect();
    let prices = [Lang::En, Lang::Zh].map(|it| models::listed(record, it));
    json!({
        "name": record.name,
        "path": offered.page,
        "unit": unit.map(BillingUnit::as_str),
        "price": prices,
        "factors": factors,
        "tiers": ranked(record, faces, paid),
    })
}

/// The tiers, the one that goes first in front, and what holds without any behind them.
fn ranked(record: &ModelRecord, faces: &[Face], paid: bool) -> Vec<Value> {
    let tiers = record.book_faces.as_ref().map(gatewright_runtime::BookFaces::ranked).unwrap_or_default();
    let mut all: Vec<_> = tiers
        .iter()
        .map(|tier| {
            let rivals: Vec<_> = tiers.iter().enumerate().filter(|(_, it)| tier.rivals(it)).map(|(at, _)| at).collect();
            json!({
                "name": tier.name,
                "when": tier.when.iter().map(condition).collect::<Vec<_>>(),
                "unreadable": !tier.is_readable(),
                "rivals": rivals,
                "faces": prices(record, faces, Some(*tier), paid),
            })
        })
        .collect();
    let unreadable = record.book_faces.as_ref().is_some_and(gatewright_runtime::BookFaces::has_unreadable_tiers);
    all.push(json!({ "when": [], "unreadable": unreadable, "rivals": [], "faces": prices(record, faces, None, paid) }));
    all
}

fn condition(condition: &Condition) -> Value {
    match condition {
        Condition::ContextLongerThan(tokens) => json!({ "context_longer_than": tokens }),
        other => json!({ "says": when::condition(other, Lang::En), "zh": when::condition(other, Lang::Zh) }),
    }
}

/// Each face with its prices, of which the first counts whose unit is known.
fn prices(record: &ModelRecord, faces: &[Face], tier: Option<&Tier>, paid: bool) -> Value {
    let price = |face: &Face| {
        let rates: Vec<_> =
            record.rates(*face, tier, paid).iter().map(|it| json!([it.of.name(), it.number.to_string()])).collect();
        json!({ "name": face.name(), "million": face.is_tokens(), "zh": measures::face(face.name(), Lang::Zh), "context": face.is_context(), "rates": rates })
    };
    faces.iter().map(price).collect()
}
