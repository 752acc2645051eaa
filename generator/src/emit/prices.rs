//! Sentences about the prices of a model.

use gatewright_runtime::{BillingUnit, Decimal, Face, ModelRecord};

use crate::languages::english;
use crate::text::{doc, unit_name};
use crate::tiers;

/// Returns the prices: published ones, else the numbers of the record.
pub(super) fn prices(record: &ModelRecord) -> String {
    let retail = record.retail.as_ref().and_then(|retail| {
        let unit = doc(unit_name(retail.unit.as_deref()?));
        let faces: Vec<_> = retail.faces.iter().filter_map(|it| Some((it.face.as_deref()?, it.selling_usd?))).collect();
        // These two only repeat the unit.
        let is_unit = |face: &str| [Face::PerCall, Face::VideoSecond].iter().any(|it| it.name() == face);
        Some(match faces[..] {
            [] => format!("Price: {} USD per {unit}.", retail.selling_usd?),
            [(face, price)] if is_unit(face) => format!("Price: {price} USD per {unit}."),
            _ => {
                let prices: Vec<_> =
                    faces.iter().map(|(face, it)| format!("{} {it}", doc(&face.replace('_', " ")))).collect();
                format!("Price in USD per {unit}: {}.", prices.join(", "))
            }
        })
    });
    retail.or_else(|| stated(record)).unwrap_or_else(|| "Unknown price.".into())
}

/// Returns conditional prices.
pub(super) fn tiers(record: &ModelRecord) -> String {
    let tiers: Vec<_> = tiers::of_record(record).iter().map(|it| doc(&it.render(english()))).collect();
    if tiers.is_empty() {
        return String::new();
    }
    let tiers = tiers.join("; ");
    if record.retail.is_none() {
        return format!("Conditional prices, in an unpublished unit: {tiers}.");
    }
    format!(
        "Prices under conditions, as relative numbers: {tiers}. In US dollars, the price of a tier is the price above × \
         (number of the tier ÷ number of `standard`) ([assumption](gatewright_runtime::Tier))."
    )
}

/// Returns prices whose unit is not published, as the record states them.
fn stated(record: &ModelRecord) -> Option<String> {
    let of = match record.billing_unit.as_ref()? {
        BillingUnit::PerCall => "call",
        BillingUnit::PerSecond => "second",
        _ => {
            let ratios = &record.ratios;
            let all = [
                ("input", ratios.input),
                ("output", ratios.completion),
                ("cache read", ratios.cache),
                ("cache write", ratios.create_cache),
                ("image input", ratios.image),
                ("audio input", ratios.audio),
                ("audio output", ratios.audio_completion),
            ];
            ratios.input.filter(|it| *it > Decimal::ZERO)?;
            let all: Vec<_> = all.iter().filter_map(|(face, ratio)| Some(format!("{face} {}", (*ratio)?))).collect();
            return Some(format!(
                "Price ratios, in an unpublished unit: {}. The other ratios multiply the input ratio \
                 ([assumption](gatewright_runtime::Ratios)).",
                all.join(", ")
            ));
        }
    };
    let price = record.price.filter(|it| *it > Decimal::ZERO)?;
    Some(format!("Price: {price} per {of}, in an unpublished currency."))
}
