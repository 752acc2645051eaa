//! Prices of models in one unit for each billing unit, so that they can be compared.

use gatewright_runtime::{BillingUnit, Decimal, Face, Units};

use crate::model::CatalogModel;

/// Published prices of a model in a common unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::site) struct Prices {
    /// Price of input tokens, or the only price.
    pub(in crate::site) input: Decimal,
    /// Price of output tokens.
    pub(in crate::site) output: Option<Decimal>,
    /// Unit of the prices, as unit texts name it.
    pub(in crate::site) unit: &'static str,
}

impl Prices {
    /// Returns the prices that the client calculates with, without conditions; `None` if none is published.
    pub(in crate::site) fn of(model: &CatalogModel, units: &Units) -> Option<Self> {
        let billing = model.billing_unit()?;
        let (quantity, unit) = common(model, billing)?;
        let price = |face: Face| {
            let (numerator, denominator) = model.record.published_price(face, billing, None, units).ok()?.attos();
            let attos = numerator.checked_mul(quantity)?;
            (attos % denominator == 0).then(|| Decimal::attos(attos / denominator))
        };
        let input = price(*billing.faces().first()?)?;
        let output = billing.faces().contains(&Face::Output).then(|| price(Face::Output)).flatten();
        Some(Self { input, output, unit })
    }

    /// Returns true if input and output have prices of their own.
    pub(in crate::site) fn is_split(&self) -> bool {
        self.unit == TOKENS
    }

    /// Returns the order of prices in a unit, the cheapest first.
    pub(super) fn order(&self) -> (Decimal, Option<Decimal>) {
        (self.input, self.output)
    }
}

const TOKENS: &str = "1M tokens";

/// Returns the common unit of a billing unit: its quantity and its name.
fn common(model: &CatalogModel, billing: &BillingUnit) -> Option<(i128, &'static str)> {
    Some(match billing {
        BillingUnit::Tokens => (1_000_000, TOKENS),
        BillingUnit::Characters => (1_000_000, "1M characters"),
        BillingUnit::AudioDuration => (60, "minute"),
        BillingUnit::PerSecond => (1, "second"),
        BillingUnit::PerCall if model.is_billed_per_image() => (1, "image"),
        BillingUnit::PerCall => (1, "call"),
        _ => return None,
    })
}
