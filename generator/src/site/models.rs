//! The list of models. A page for each model is in `model.rs`.

pub(super) mod abilities;
pub(super) mod cells;
pub(super) mod prices;

use askama::Template;
use gatewright_runtime::ModelRecord;

use super::html::Html;
use super::lang::Language;
use super::page::{Frame, PRICE_ASSUMPTIONS, Page, Role, Section, Site, render};
use super::sidebar::PARTS;
use super::{assets, filters, measures};
use crate::model::CatalogModel;
use crate::output::Output;
pub(super) use cells::modalities;
use cells::{Cell, cells};
use prices::Prices;

/// Number of models on a page. Without scripts, the others are on pages of their own; scripts load them in parts.
const PART: usize = 30;

/// Price of a record.
pub(super) struct Price {
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
    Some(Price { per, says })
}

/// A row of the table.
struct Row<'a> {
    model: &'a CatalogModel,
    abilities: Vec<&'a str>,
    prices: Option<Prices>,
    /// Prices and abilities as text.
    price: String,
    can: String,
    cells: Vec<Cell>,
}

impl Row<'_> {
    fn provider(&self) -> &str {
        self.model.record.owner_by.as_deref().unwrap_or_default()
    }
}

/// The cheapest model that has an ability.
struct Cheapest<'a> {
    ability: &'a str,
    label: &'a str,
    model: &'a CatalogModel,
    says: String,
}

/// Pages of the table, and the current one.
struct Parts {
    /// Path and range of each page.
    all: Vec<(String, String)>,
    at: usize,
}

#[derive(Template)]
#[template(path = "site/rows.html")]
struct Rows<'a> {
    frame: &'a Frame<'a>,
    rows: &'a [Row<'a>],
}

#[derive(Template)]
#[template(path = "site/models.html")]
struct TableHtml<'a> {
    frame: Frame<'a>,
    rows: Html,
    parts: &'a Parts,
    /// Scripts with the rows of the other pages.
    scripts: String,
    picks: Vec<Cheapest<'a>>,
    types: Vec<&'a str>,
    providers: Vec<&'a str>,
    abilities: Vec<(&'a str, &'a str)>,
    units: Vec<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "site/models.md")]
struct TableMarkdown<'a> {
    frame: &'a Frame<'a>,
    rows: &'a [Row<'a>],
    parts: &'a Parts,
    picks: &'a [Cheapest<'a>],
}

fn rows<'a>(models: &'a [CatalogModel], site: &'a Site<'_>, lang: Language) -> Vec<Row<'a>> {
    let row = |model: &'a CatalogModel| {
        let (prices, abilities) = (Prices::of(model, &site.model.units), abilities::of(&model.record));
        let listed = || price(&model.record, lang).map_or_else(|| "—".to_owned(), |it| it.says);
        let can: Vec<_> = abilities.iter().map(|it| abilities::name(it, lang)).collect();
        Row {
            model,
            price: prices.map_or_else(listed, |it| says(&it, lang)),
            can: can.join(lang.t("mark-list")),
            cells: cells(model, prices.as_ref(), &can, lang),
            abilities,
            prices,
        }
    };
    models.iter().map(row).collect()
}

/// Writes the rows of all pages but the first as scripts, since pages opened as local files can load nothing else.
/// Returns their paths.
pub(super) fn scripts(site: &Site<'_>, lang: Language, output: &mut Output) -> Vec<String> {
    let frame = Frame::new(site, lang, "models", Section::Models, String::new(), String::new());
    let script = |(at, models): (usize, &[CatalogModel])| {
        let rows = render(&Rows { frame: &frame, rows: &rows(models, site, lang) });
        let text =
            format!("(window.gatewrightRows ||= {{}})[{at}] = {};\n", assets::in_script(&super::seen(&rows).into()));
        assets::put(&format!("models-{}-{at}", lang.code()), "js", text, output)
    };
    site.model.models.chunks(PART).enumerate().skip(1).map(script).collect()
}

/// Returns the pages of the table.
pub(super) fn tables(site: &Site<'_>, lang: Language) -> Vec<Page> {
    let models = &site.model.models;
    let path = |at: usize| if at == 0 { "models".to_owned() } else { format!("{PARTS}{}", at + 1) };
    let range = |at: usize| format!("{}–{}", at * PART + 1, models.len().min((at + 1) * PART));
    // Without models there is one page, too.
    let count = models.len().div_ceil(PART).max(1);
    let all: Vec<_> = (0..count).map(|at| (path(at), range(at))).collect();
    let part = |at: usize| {
        let models = models.chunks(PART).nth(at).unwrap_or_default();
        table(site, models, &Parts { all: all.clone(), at }, lang)
    };
    (0..count).map(part).collect()
}

fn table(site: &Site<'_>, models: &[CatalogModel], parts: &Parts, lang: Language) -> Page {
    let (model, rows) = (site.model, rows(models, site, lang));
    let (path, range) = &parts.all[parts.at];
    let title = if parts.at == 0 { lang.t("models").to_owned() } else { format!("{} {range}", lang.t("models")) };
    let about = lang.t("models-about");
    let frame = Frame::new(site, lang, path, Section::Models, title.clone(), about.to_owned());
    let picks = cheapest(site, lang);
    let markdown = render(&TableMarkdown { frame: &frame, rows: &rows, parts, picks: &picks });
    let records = || model.models.iter().map(|it| &it.record);
    let scripts = site.assets.rows.get(lang.code()).map(Vec::as_slice).unwrap_or_default();
    let html = render(&TableHtml {
        rows: Html::of_our_own(render(&Rows { frame: &frame, rows: &rows })),
        scripts: scripts.iter().map(|it| format!("{}{it}", frame.root)).collect::<Vec<_>>().join(" "),
        frame,
        parts,
        picks,
        types: each(records().flat_map(|it| &it.endpoint_types)),
        providers: each(records().flat_map(|it| &it.owner_by)),
        abilities: abilities::all(model).into_iter().map(|it| (it, abilities::name(it, lang))).collect(),
        units: units(site, lang),
    });
    let role = Role::List;
    Page {
        path: path.clone(),
        title,
        about: about.into(),
        role,
        group: lang.t("models"),
        words: Vec::new(),
        html,
        markdown,
    }
}

/// Returns the units of the prices in the table, and their names.
fn units<'a>(site: &Site<'_>, lang: Language) -> Vec<(&'a str, &'a str)> {
    let mut units: Vec<_> =
        site.model.models.iter().filter_map(|it| Some(Prices::of(it, &site.model.units)?.unit)).collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|it| (it, measures::unit(it, lang))).collect()
}

fn cheapest<'a>(site: &Site<'a>, lang: Language) -> Vec<Cheapest<'a>> {
    let pick = |it: abilities::Pick<'a>| Cheapest {
        ability: it.ability,
        label: abilities::name(it.ability, lang),
        model: it.model,
        says: says(&it.prices, lang),
    };
    abilities::cheapest(site.model).into_iter().map(pick).collect()
}

/// Returns prices as a text, such as `0.15 + 0.60 USD / 1M tokens`.
pub(super) fn says(prices: &Prices, lang: Language) -> String {
    let output = prices.output.map(|it| format!(" + {it}")).unwrap_or_default();
    format!("{}{output} USD / {}", prices.input, measures::unit(prices.unit, lang))
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

/// Returns each of several texts once, in order, without empty ones.
fn each<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let texts = texts.map(String::as_str).filter(|it| !it.is_empty());
    texts.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}
