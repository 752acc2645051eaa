//! The list of models, and a page for each.

use askama::Template;
use gatewright_runtime::{Decimal, ModelRecord};

use super::lang::Language;
use super::measures::grouped;
use super::page::{Frame, PRICE_ASSUMPTIONS, Page, Role, Section, Site, render};
use super::{filters, measures};
use crate::model::CatalogModel;

/// Price of a record.
pub(super) struct Price {
    pub(super) usd: Decimal,
    /// Unit of the price. Two prices can be compared only if their units are equal.
    pub(super) per: String,
    pub(super) says: String,
}

/// Returns the price of a record; `None` if it is not published.
pub(super) fn price(record: &ModelRecord, lang: Language) -> Option<Price> {
    let retail = record.retail.as_ref()?;
    let usd = retail.selling_usd.or_else(|| retail.faces.iter().find_map(|it| it.selling_usd))?;
    let per = retail.unit.as_deref().map(|it| format!(" / {}", measures::unit(it, lang))).unwrap_or_default();
    // If a record has prices of several faces, the text names the face.
    let face = retail.faces.iter().find(|it| it.selling_usd == Some(usd)).and_then(|it| it.face.as_deref());
    let face = face
        .filter(|_| retail.faces.len() > 1)
        .map(|it| format!("{}{}", lang.t("mark-comma"), measures::face(it, lang)));
    let says = format!("{usd} USD{per}{}", face.unwrap_or_default());
    Some(Price { usd, per, says })
}

/// A row of the table.
struct Row<'a> {
    model: &'a CatalogModel,
    price: Option<Price>,
    /// Unit in the record, and its display name.
    unit: (&'a str, &'a str),
    /// Cells that can be compared.
    cells: Vec<ComparedCell>,
}

/// A cell of a row: its label, and its text, which is empty if it is not published.
struct ComparedCell {
    label: &'static str,
    text: String,
    class: &'static str,
    /// True if the cell is shown only when models are compared.
    more: bool,
}

#[derive(Template)]
#[template(path = "site/models.html")]
struct TableHtml<'a> {
    frame: Frame<'a>,
    rows: &'a [Row<'a>],
    /// True if a fact is not published.
    has_gaps: bool,
    types: Vec<&'a str>,
    modalities: Vec<&'a str>,
    capabilities: Vec<&'a str>,
    units: Vec<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "site/models.md")]
struct TableMarkdown<'a> {
    frame: &'a Frame<'a>,
    rows: &'a [Row<'a>],
    has_gaps: bool,
}

pub(super) fn table(site: &Site<'_>, lang: Language) -> Page {
    let models = &site.model.models;
    let rows: Vec<_> = models
        .iter()
        .map(|model| {
            let unit = model.record.billing_unit.as_ref().map_or("", |it| it.as_str());
            let (price, unit) = (price(&model.record, lang), (unit, measures::counted(unit, lang)));
            Row { model, cells: cells(model, price.as_ref(), unit.1, lang), price, unit }
        })
        .collect();
    let has_gaps = rows.iter().flat_map(|it| &it.cells).any(|it| it.text.is_empty());
    let about = lang.t("models-about");
    let frame = Frame::new(site, lang, "models", Section::Models, lang.t("models").to_owned(), about.to_owned());
    let markdown = render(&TableMarkdown { frame: &frame, rows: &rows, has_gaps });
    let html = render(&TableHtml {
        frame,
        rows: &rows,
        has_gaps,
        types: all(models.iter().flat_map(|it| &it.record.endpoint_types)),
        modalities: all(models
            .iter()
            .flat_map(|it| it.record.specs.input_modalities.iter().chain(&it.record.specs.output_modalities))),
        capabilities: all(models.iter().flat_map(|it| &it.record.capabilities)),
        units: rows
            .iter()
            .map(|it| it.unit)
            .filter(|it| !it.0.is_empty())
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect(),
    });
    Page {
        path: "models".into(),
        title: lang.t("models").into(),
        about: about.into(),
        role: Role::List,
        group: lang.t("models"),
        words: Vec::new(),
        html,
        markdown,
    }
}

fn cells(model: &CatalogModel, price: Option<&Price>, unit: &str, lang: Language) -> Vec<ComparedCell> {
    let record = &model.record;
    let cell = |label, text, class, more| ComparedCell { label, text, class, more };
    let number = |number: Option<i64>| number.map(grouped).unwrap_or_default();
    let list = |items: &[String]| items.join(lang.t("mark-list"));
    vec![
        cell(lang.t("endpoint-type"), list(&record.endpoint_types), "", false),
        cell(lang.t("input"), list(&record.specs.input_modalities), "", false),
        cell(lang.t("output"), list(&record.specs.output_modalities), "", false),
        cell(lang.t("context"), number(record.specs.context_window), "number", false),
        cell(lang.t("max-output"), number(record.specs.max_output_tokens), "number", true),
        cell(lang.t("capabilities"), list(&record.capabilities), "", true),
        cell(lang.t("tasks"), list(&record.tasks), "", true),
        cell(lang.t("tags"), list(&record.tags), "", true),
        cell(lang.t("price"), price.map(|it| it.says.clone()).unwrap_or_default(), "price", false),
        cell(lang.t("listed-prices"), listed_prices(record, lang), "price", true),
        cell(lang.t("billing-unit"), unit.to_owned(), "", false),
    ]
}

/// Returns the price with its unit.
pub(super) fn listed(record: &ModelRecord, lang: Language) -> Option<String> {
    let price = price(record, lang)?;
    let several = record.retail.as_ref().is_some_and(|it| it.faces.len() > 1);
    Some(if several { format!("{} USD{}", listed_prices(record, lang), price.per) } else { price.says })
}

/// Returns all listed prices of a record.
fn listed_prices(record: &ModelRecord, lang: Language) -> String {
    let faces = record.retail.iter().flat_map(|it| &it.faces);
    let priced = faces.filter_map(|it| Some((it.face.as_deref()?, it.selling_usd?)));
    let priced: Vec<_> = priced.map(|(face, usd)| format!("{} {usd}", measures::face(face, lang))).collect();
    // There is only one price.
    if priced.is_empty() {
        price(record, lang).map(|it| it.says).unwrap_or_default()
    } else {
        priced.join(lang.t("mark-comma"))
    }
}

/// Returns each of several texts once, in order.
fn all<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    texts.map(String::as_str).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}
