//! The page of one model.

use askama::Template;
use gatewright_runtime::{Decimal, Face, ModelRecord};

use super::found_by::{PRICED, TIERED};
use super::html::Html;
use super::lang::{Lang, Said};
use super::measures::{grouped, number};
use super::models::price;
use super::page::{Frame, Page, Role, Section, Site, render};
use super::{chart, filters, history, measures, snippet, when};
use crate::model::{Model, Offered};
use crate::text::Text;

/// Contents of the page.
struct View<'a> {
    name: &'a str,
    about: Option<Said<'a>>,
    facts: Vec<(&'static str, String)>,
    rules: Vec<Said<'a>>,
    constants: Vec<String>,
    rust: Option<String>,
    price: Option<String>,
    /// Unit of listed prices.
    per: String,
    retail: Vec<Listed>,
    rates: Vec<Rated>,
    tiers: Vec<String>,
    /// Basis of estimates.
    basis: &'static str,
    assumptions: Vec<&'static str>,
    chart: Html,
    notes: Option<Said<'a>>,
    calls: Vec<(&'a str, &'a str)>,
    history: Vec<history::Entry<'a>>,
}

/// A price beside the provider's own.
struct Listed {
    face: String,
    list: Option<Decimal>,
    selling: Option<Decimal>,
}

/// A number whose unit may not be published.
struct Rated {
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

pub(super) fn page(site: &Site<'_>, model: &Offered, lang: Lang) -> Page {
    let (words, record) = (lang.words(), &model.record);
    let description = record.description.as_deref().map(Text::split).unwrap_or_default();
    let said = lang.of(&description);
    let sentences: Vec<_> = model.rules.sentences().iter().map(|it| with_groups(it)).collect();
    let price = price(record, lang);
    let view = View {
        name: &record.name,
        about: said,
        facts: facts(site.model, model, lang),
        rules: sentences.iter().map(|it| lang.english(it)).collect(),
        constants: model.kinds.iter().map(|it| format!("models::{}::{}", it.module, model.constant)).collect(),
        rust: site.model.closest_to(model).map(|it| snippet::of_model(it, Some(model), site.model, lang)),
        per: price.as_ref().map(|it| it.per.clone()).unwrap_or_default(),
        price: price.map(|it| it.says),
        retail: record
            .retail
            .iter()
            .flat_map(|it| &it.faces)
            .map(|it| Listed {
                face: measures::face(it.face.as_deref().unwrap_or("–"), lang),
                list: it.list_usd,
                selling: it.selling_usd,
            })
            .collect(),
        rates: rates(record, lang),
        basis: basis(site.model, model, lang),
        assumptions: assumptions(record, lang),
        tiers: record.book_faces.iter().flat_map(|it| &it.tiers).map(|it| when::tier(it, lang)).collect(),
        chart: record.book_faces.as_ref().map(|it| chart::tiers(it, words.chart_about, lang)).unwrap_or_default(),
        notes: record.specs.pricing_notes.as_deref().map(|it| lang.english(it)),
        calls: calls(site, model),
        history: history::of(site.model, &[&record.name], lang),
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
    Page { path, title, about, role: Role::Subject, group: words.models, words: found_by, html, markdown }
}

/// The operations that take a model: what they are called, and where their pages are.
fn calls<'a>(site: &Site<'a>, model: &Offered) -> Vec<(&'a str, &'a str)> {
    site.model.operations_for(model).map(|it| (it.key.as_str(), it.page.as_str())).collect()
}

fn facts(site: &Model, model: &Offered, lang: Lang) -> Vec<(&'static str, String)> {
    let (words, marks, record) = (lang.words(), lang.marks(), &model.record);
    let specs = &record.specs;
    let number = |number: Option<i64>| number.map(grouped).unwrap_or_default();
    let list = |items: &[String]| items.join(", ");
    let factors = site.factors(model).into_iter().map(|it| {
        let times: Vec<_> = it.times.iter().map(|it| format!("{} × {}", it.value, it.factor)).collect();
        format!("{}: {}", it.name, times.join(", "))
    });
    let factors = factors.collect::<Vec<_>>().join("; ");
    let health = record.route_health.as_ref().and_then(|it| it.success_ratio);
    let all = [
        (words.endpoint_type, list(&record.endpoint_types)),
        (
            words.billing_unit,
            record.billing_unit.as_ref().map(|it| measures::counted(it.as_str(), lang).to_owned()).unwrap_or_default(),
        ),
        (words.context, number(specs.context_window)),
        (words.max_input, number(specs.max_input_tokens)),
        (words.max_output, number(specs.max_output_tokens)),
        (words.takes, list(&specs.input_modalities)),
        (words.gives, list(&specs.output_modalities)),
        (words.capabilities, list(&record.capabilities)),
        (words.tasks, list(&record.tasks)),
        (words.efforts, list(&specs.reasoning_efforts)),
        (words.resolutions, list(&specs.resolutions)),
        (words.longest, number(specs.max_duration_seconds)),
        (words.uploads, list(&record.accepted_upload_formats)),
        (words.voice, record.default_voice.clone().unwrap_or_default()),
        (words.response_format, record.default_response_format.clone().unwrap_or_default()),
        (words.tags, list(&record.tags)),
        (words.times_the_price, factors),
        (
            words.health,
            health.map(|it| format!("{it}{}{}{}", marks.open, words.health_about, marks.close)).unwrap_or_default(),
        ),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

/// Basis of estimates: the published price, numbers that need a unit, or nothing.
fn basis(site: &Model, model: &Offered, lang: Lang) -> &'static str {
    let (words, record) = (lang.words(), &model.record);
    let Some((unit, face)) = super::rates::unit(model).and_then(|it| Some((it, *it.faces().first()?))) else {
        return words.basis_unknown;
    };
    if record.published_price(face, unit, None, &site.units).is_ok() {
        words.basis_published
    } else if record.rates(face, None, site.units.paid).is_empty() {
        words.basis_unknown
    } else {
        words.basis_units
    }
}

/// The assumptions behind what the page says about prices.
fn assumptions(record: &ModelRecord, lang: Lang) -> Vec<&'static str> {
    let words = lang.words();
    let has_ratios = record.ratios.input.is_some_and(|it| it > Decimal::ZERO);
    let all = [
        (record.retail.is_some(), words.assume_selling),
        (record.book_faces.as_ref().is_some_and(|it| !it.tiers.is_empty()), words.assume_tiers),
        (has_ratios, words.assume_ratios),
        (!record.groups.is_empty(), words.assume_groups),
        (record.specs.max_duration_seconds.is_some(), words.assume_duration),
    ];
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text).collect()
}

fn rates(record: &ModelRecord, lang: Lang) -> Vec<Rated> {
    let faces: &[Face] = record.billing_unit.as_ref().map(|it| it.faces()).unwrap_or_default();
    let of_face = |face: &Face| {
        let name = measures::face(face.name(), lang);
        let if_paid = format!("{name}{}", lang.pick(", if paid", "（付费账户）"));
        let (standard, paid) = (record.rates(*face, None, false), record.rates(*face, None, true));
        let more = paid.into_iter().filter(|it| !standard.iter().any(|of| of.of == it.of && of.number == it.number));
        let more: Vec<_> = more.map(|it| (if_paid.clone(), it)).collect();
        let all = standard.iter().copied().map(|it| (name.clone(), it)).chain(more);
        all.map(|(face, it)| Rated { face, number: number(it.number), of: it.of.name() }).collect::<Vec<_>>()
    };
    faces.iter().flat_map(of_face).collect()
}

/// A sentence whose numbers are.
fn with_groups(sentence: &str) -> String {
    let words = sentence.split(' ').map(|it| it.parse().map_or_else(|_| it.to_owned(), grouped));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_of_a_sentence_are_read_in_groups() {
        assert_eq!(super::with_groups("At most 4096 bytes."), "At most 4\u{202f}096 bytes.");
    }
}
