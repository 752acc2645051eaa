//! Sentences about the prices of a model.

use gatewright_runtime::{BillingUnit, Decimal, Face, ModelRecord};

use crate::languages::english;
use crate::model::CatalogModel;
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
                let prices: Vec<_> = faces
                    .iter()
                    .map(|(face, it)| format!("{} {it}", doc(english().find("face", face).unwrap_or(face))))
                    .collect();
                format!("Price in USD per {unit}: {}.", prices.join(", "))
            }
        })
    });
    retail.or_else(|| stated(record)).unwrap_or_else(|| "Unknown price.".into())
}

/// Returns conditional prices: a sentence, and a list of the tiers.
pub(super) fn tiers(model: &CatalogModel) -> Vec<String> {
    let (mut tiers, unit) = tiers::of_model(model);
    let heading = match unit {
        Some(unit) => {
            // The prices without a condition are the published ones.
            tiers.retain(|it| !it.when.is_empty());
            format!("Prices of tiers in USD per {} ([assumption](gatewright_runtime::Tier)):", doc(unit))
        }
        None => "Prices of tiers, in an unpublished unit:".to_owned(),
    };
    if tiers.is_empty() {
        return Vec::new();
    }
    let list = tiers.iter().map(|it| format!("- {}.", doc(&tiers::tier(it).render(english()))));
    [heading, String::new()].into_iter().chain(list).collect()
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
