//! Cells of the table, which are also the rows of a comparison.

use gatewright_runtime::{Decimal, ModelRecord};

use super::price;
use super::prices::Prices;
use crate::languages::Language;
use crate::model::CatalogModel;
use crate::site::html::{Html, escape};
use crate::site::measures::{self, grouped};

/// A cell of a row.
pub(super) struct Cell {
    pub(super) label: &'static str,
    /// Contents, empty if they are not published.
    pub(super) html: Html,
    pub(super) class: &'static str,
    /// Number of columns.
    pub(super) span: u8,
    /// True if the cell is shown only when models are compared.
    pub(super) more: bool,
}

pub(super) fn cells(model: &CatalogModel, prices: Option<&Prices>, can: &[&str], lang: Language) -> Vec<Cell> {
    let record = &model.record;
    let text = |text: &str| Html::of_our_own(escape(text));
    let cell = |label, html, class| Cell { label: lang.t(label), html, class, span: 1, more: false };
    let count = |number: Option<i64>| text(&number.map(grouped).unwrap_or_default());
    let list = lang.t("mark-list");
    let mut all = priced(record, prices, lang);
    all.extend([
        cell("context", count(record.specs.context_window), "number"),
        cell("modalities", modalities(record, lang), "words"),
        cell("can", text(&can.join(list)), "words"),
        cell("health", text(&health(record).unwrap_or_default()), "number"),
        cell("discount", text(&discount(record).unwrap_or_default()), "number"),
        cell("verified", text(verified(record)), "number"),
        Cell { more: true, ..cell("max-output", count(record.specs.max_output_tokens), "number") },
        Cell { more: true, ..cell("endpoint-type", text(&record.endpoint_types.join(list)), "") },
    ]);
    all
}

/// Returns the cells of the prices: input and output next to each other, or one price for both columns.
fn priced(record: &ModelRecord, prices: Option<&Prices>, lang: Language) -> Vec<Cell> {
    let cell = |label, text: &str, span| {
        let (html, class) = (Html::of_our_own(escape(text)), if span == 3 { "price wide" } else { "price" });
        Cell { label: lang.t(label), html, class, span, more: false }
    };
    let Some(prices) = prices else {
        // The client does not know its unit, or it is not published.
        return vec![cell("price", &price(record, lang).map(|it| it.says).unwrap_or_default(), 3)];
    };
    let unit = Cell { class: "unit", ..cell("unit", measures::unit(prices.unit, lang), 1) };
    let input = prices.input.to_string();
    let output = || prices.output.map(|it| it.to_string()).unwrap_or_default();
    if prices.is_split() {
        vec![cell("input-price", &input, 1), cell("output-price", &output(), 1), unit]
    } else {
        vec![cell("price-usd", &input, 2), unit]
    }
}

/// Returns the share of calls that succeeded, in percent.
pub(in crate::site) fn health(record: &ModelRecord) -> Option<String> {
    let ratio = record.route_health.as_ref()?.success_ratio?;
    Some(format!("{}%", ratio * Decimal::from(100)))
}

/// Returns the discount on the provider's list price in percent, if it is published.
pub(in crate::site) fn discount(record: &ModelRecord) -> Option<String> {
    Some(format!("{}%", record.retail.as_ref()?.discount_pct?))
}

/// Returns the day on which the list price was verified.
pub(in crate::site) fn verified(record: &ModelRecord) -> &str {
    let at = record.retail.as_ref().and_then(|it| it.verified_at.as_deref()).unwrap_or_default();
    at.split_once('T').map_or(at, |it| it.0)
}

/// Modalities that have an icon.
const ICONS: [&str; 4] = ["text", "image", "audio", "video"];

/// Returns the modalities of input and output as icons with their names.
pub(in crate::site) fn modalities(record: &ModelRecord, lang: Language) -> Html {
    let (input, output) = (&record.specs.input_modalities, &record.specs.output_modalities);
    let one = |name: &String| {
        let icon = ICONS.iter().find(|it| *it == name);
        let icon = icon.map(|it| format!("<svg aria-hidden=\"true\"><use href=\"#i-{it}\"/></svg>"));
        let name = escape(lang.find("modality", name).unwrap_or(name));
        format!("<span class=\"io\">{}{name}</span>", icon.unwrap_or_default())
    };
    if input.is_empty() && output.is_empty() {
        return Html::default();
    }
    let all = |of: &[String]| match of {
        [] => "—".to_owned(),
        some => some.iter().map(one).collect::<Vec<_>>().join(" "),
    };
    Html::of_our_own(format!("{} → {}", all(input), all(output)))
}
