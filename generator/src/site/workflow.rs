//! Workflow records: a page about their schema, and one for each record to show.

use askama::Template;
use gatewright_runtime::workflow::{Fit, Verdict, executors};

use super::filters;
use super::lang::{Lang, Said};
use super::page::{Page, Site, render};
use super::prose::{Prose, prose};
use crate::model::{ExampleRecord, Holds, RecordField, RecordKind, RecordType, Workflow};

/// The page of the schema, in Markdown.
#[derive(Template)]
#[template(path = "site/workflow.md")]
struct SchemaPage<'a> {
    zh: bool,
    workflow: &'a Workflow,
    types: Vec<Type<'a>>,
    lang: Lang,
}

/// A type on the page.
struct Type<'a> {
    name: &'a str,
    about: Said<'a>,
    /// What it must be, where it has no fields.
    rule: Option<String>,
    fields: Vec<Row<'a>>,
}

/// A field of a type.
struct Row<'a> {
    name: &'a str,
    required: bool,
    kind: String,
    about: Said<'a>,
}

/// The page of a record, in Markdown.
#[derive(Template)]
#[template(path = "site/record.md")]
struct RecordPage<'a> {
    zh: bool,
    lang: Lang,
    record: &'a ExampleRecord,
    workflow: &'a Workflow,
    library: &'a str,
    /// Whether it names models.
    is_bound: bool,
    /// A model to run it with, if there is one, and its inputs as Rust.
    model: Option<String>,
    inputs: String,
    /// What keeps it from being run.
    missing: Vec<String>,
    /// Names and pages.
    fits: Vec<(&'a str, &'a str)>,
    unknown: Vec<(&'a str, &'a str, String)>,
    others: usize,
}

pub(super) fn pages(site: &Site<'_>, lang: Lang) -> Vec<Page> {
    let Some(workflow) = &site.model.workflow else { return Vec::new() };
    let records = workflow.examples.iter().map(|it| record(site, workflow, it, lang));
    std::iter::once(schema(site, workflow, lang)).chain(records).collect()
}

fn schema(site: &Site<'_>, workflow: &Workflow, lang: Lang) -> Page {
    let types = workflow.types.iter().map(|it| shown(it, workflow, lang)).collect();
    let text = render(&SchemaPage { zh: lang == Lang::Zh, workflow, types, lang });
    let title = lang.pick("The schema of workflow records", "工作流记录的模式");
    let about = lang.pick("Every field of a record and the rule that it keeps.", "记录的每个字段及其遵守的规则。");
    let (path, title, about) = (workflow.page.clone(), title.to_owned(), about.to_owned());
    prose(site, lang, Prose { path, title, about, text, indexable: true, part_of: None })
}

fn shown<'a>(it: &'a RecordType, workflow: &Workflow, lang: Lang) -> Type<'a> {
    let code = |text: &str| format!("`{text}`");
    let (rule, fields) = match &it.kind {
        RecordKind::Object(fields) => (None, fields.iter().map(|it| row(it, workflow, lang)).collect()),
        RecordKind::Constant(text) => (Some(format!("{}{}", lang.pick("always ", "始终为 "), code(text))), Vec::new()),
        RecordKind::OneOf(values) => {
            let values: Vec<_> = values.iter().map(|it| code(&it.wire)).collect();
            (Some(format!("{}{}", lang.pick("one of ", "其中之一："), values.join(lang.marks().list))), Vec::new())
        }
        RecordKind::Text { min, pattern, is_date } => {
            let mut rules = Vec::new();
            if *min > 0 {
                rules.push(format!("{}`minLength` {min}", lang.pick("text, ", "文本，")));
            }
            if let Some(pattern) = pattern {
                let (before, behind) = lang.pick(("text that matches ", ""), ("匹配 ", " 的文本"));
                rules.push(format!("{before}{}{behind}", code(pattern)));
            }
            if *is_date {
                rules.push(lang.pick("a day, as `2026-01-31`", "日期，如 `2026-01-31`").to_owned());
            }
            (Some(rules.join(lang.marks().comma)), Vec::new())
        }
    };
    Type { name: &it.name, about: lang.english(&it.about), rule, fields }
}

fn row<'a>(field: &'a RecordField, workflow: &Workflow, lang: Lang) -> Row<'a> {
    let mut kind = kind(&field.holds, workflow, lang);
    if field.nullable {
        kind += lang.pick(" or `null`", "或 `null`");
    }
    Row { name: &field.wire, required: field.required, kind, about: lang.english(&field.about) }
}

/// What a field holds, in words.
fn kind(holds: &Holds, workflow: &Workflow, lang: Lang) -> String {
    match holds {
        Holds::Type(index) => format!("`{}`", workflow.types[*index].name),
        Holds::Text => lang.pick("text", "文本").to_owned(),
        Holds::Flag => lang.pick("flag", "布尔值").to_owned(),
        Holds::Always(flag) => format!("{}`{flag}`", lang.pick("always ", "始终为 ")),
        Holds::Scalar => lang.pick("text, flag or whole number", "文本、布尔值或整数").to_owned(),
        Holds::Map => lang.pick("object with any fields", "任意字段的对象").to_owned(),
        Holds::List { items, min, unique } => {
            let items =
                items.as_ref().map_or(lang.pick("anything", "任意值").to_owned(), |it| kind(it, workflow, lang));
            let mut text = lang.pick("list of ", "列表，元素为 ").to_owned() + &items;
            if *min > 0 {
                text += &format!("{}{min}{}", lang.pick(", at least ", "，至少 "), lang.pick("", " 个"));
            }
            if *unique {
                text += lang.pick(", none twice", "，不得重复");
            }
            text
        }
    }
}

fn record(site: &Site<'_>, workflow: &Workflow, record: &ExampleRecord, lang: Lang) -> Page {
    let at = site.model.bindable_at(record.terms.runtime_binding.endpoint.as_deref().unwrap_or_default());
    let at: Vec<_> = at.into_iter().map(|it| site.model.bindable(it)).collect();
    let fits = executors(&record.terms, &at, site.model.models.iter().map(|it| &it.record));
    let missing = record.terms.missing(&at);
    let with = |verdict: Verdict| fits.iter().filter(move |it| it.verdict() == verdict);
    let name = |it: &Fit<'_>| it.model.name.clone();
    let page = |fit: &Fit<'_>| {
        let offered = site.model.models.iter().find(|it| it.record.name == fit.model.name);
        offered.map_or("models", |it| it.page.as_str())
    };
    // A binding knows what a catalog does not publish.
    let is_bound = !record.terms.runtime_binding.model_ids.is_empty();
    let runs = |it: &&Fit<'_>| it.verdict() == Verdict::Fits || is_bound && it.verdict() == Verdict::Unknown;
    let text = render(&RecordPage {
        zh: lang == Lang::Zh,
        lang,
        record,
        workflow,
        library: &site.model.client.library,
        is_bound,
        model: fits.iter().find(runs).map(name),
        inputs: inputs(record),
        missing: missing.iter().map(|it| lang.english(&it.to_string()).in_markdown()).collect(),
        fits: with(Verdict::Fits).map(|it| (it.model.name.as_str(), page(it))).collect(),
        unknown: with(Verdict::Unknown).map(|it| (it.model.name.as_str(), page(it), why(it, lang))).collect(),
        others: with(Verdict::Lacks).count(),
    });
    let about = lang.pick(
        "A workflow record: what it takes, what runs it, whether it can be run.",
        "一条工作流记录：需要什么输入、由什么运行、能否运行。",
    );
    let (path, title, about) = (record.page.clone(), record.name.clone(), about.to_owned());
    let part_of = Some((lang.words().workflow_records, workflow.page.clone()));
    prose(site, lang, Prose { path, title, about, text, indexable: record.indexable, part_of })
}

/// What must be given, as Rust.
fn inputs(record: &ExampleRecord) -> String {
    let needed = record.terms.inputs.iter().filter(|it| it.required && it.default.is_null());
    let pairs: Vec<_> = needed
        .map(|it| {
            let value = it.allowed_values.first().cloned().unwrap_or_else(|| match it.kind.as_str() {
                "asset" => "https://files.example/asset".into(),
                "boolean" => true.into(),
                "integer" => 1.into(),
                _ => format!("the {}", it.id).into(),
            });
            format!("({:?}, json!({value}))", it.id)
        })
        .collect();
    if pairs.is_empty() { "std::iter::empty::<(&str, &str)>()".to_owned() } else { format!("[{}]", pairs.join(", ")) }
}

/// What nobody knows of a model.
fn why(fit: &Fit<'_>, lang: Lang) -> String {
    let said: Vec<_> = fit.lacks.iter().map(|it| it.to_string()).collect();
    said.iter().map(|it| lang.english(it).text).collect::<Vec<_>>().join(lang.pick("; ", "；"))
}
