//! Workflow records: a page about their schema, and one for each record to show.

use askama::Template;
use gatewright_runtime::workflow::{Field, Fit, InputType, Kind, Shape, TextRule, Verdict, Workflow, executors};

use super::filters;
use super::lang::{Lang, Said};
use super::page::{Page, Site, render};
use super::prose::{Prose, prose};
use crate::model::ExampleRecord;

/// The page of the schema, in Markdown.
#[derive(Template)]
#[template(path = "site/workflow.md")]
struct SchemaPage<'a> {
    zh: bool,
    records: &'a [ExampleRecord],
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
    schema: &'static str,
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

/// Page of the schema, without an ending.
const PAGE: &str = "workflow";

pub(super) fn pages(site: &Site<'_>, lang: Lang) -> Vec<Page> {
    let records = &site.model.records;
    let schema = (!records.is_empty()).then(|| schema(site, lang));
    schema.into_iter().chain(records.iter().map(|it| record(site, it, lang))).collect()
}

fn schema(site: &Site<'_>, lang: Lang) -> Page {
    let types = Workflow::rules().types().into_iter().map(|it| shown(it, lang)).collect();
    let text = render(&SchemaPage { zh: lang == Lang::Zh, records: &site.model.records, types, lang });
    let title = lang.pick("The schema of workflow records", "工作流记录的模式");
    let about = lang.pick("Every field of a record and the rule that it keeps.", "记录的每个字段及其遵守的规则。");
    let (path, title, about) = (PAGE.to_owned(), title.to_owned(), about.to_owned());
    prose(site, lang, Prose { path, title, about, text, indexable: true, part_of: None })
}

fn shown(shape: &'static Shape, lang: Lang) -> Type<'static> {
    let fields = match &shape.kind {
        Kind::Object(fields) => fields.iter().map(|it| row(it, lang)).collect(),
        _ => Vec::new(),
    };
    let rule = fields.is_empty().then(|| kind(&shape.kind, lang));
    Type { name: shape.name.unwrap_or_default(), about: lang.english(shape.about), rule, fields }
}

fn row(field: &'static Field, lang: Lang) -> Row<'static> {
    let mut kind = held(&field.shape, lang);
    if field.shape.nullable {
        kind += lang.pick(" or `null`", "或 `null`");
    }
    Row { name: field.name, required: field.required, kind, about: lang.english(field.about) }
}

/// What a field or a list holds, in words: a type with a name by its name.
fn held(shape: &Shape, lang: Lang) -> String {
    shape.name.map_or_else(|| kind(&shape.kind, lang), |it| format!("`{it}`"))
}

/// A kind of value, in words.
fn kind(kind: &Kind, lang: Lang) -> String {
    let code = |text: &str| format!("`{text}`");
    match kind {
        Kind::OneOf([word]) => format!("{}{}", lang.pick("always ", "始终为 "), code(word)),
        Kind::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|it| code(it)).collect();
            format!("{}{}", lang.pick("one of ", "其中之一："), words.join(lang.marks().list))
        }
        Kind::Text(rule) => text(rule, lang),
        Kind::Flag => lang.pick("flag", "布尔值").to_owned(),
        Kind::Always(flag) => format!("{}`{flag}`", lang.pick("always ", "始终为 ")),
        Kind::Scalar => lang.pick("text, flag or whole number", "文本、布尔值或整数").to_owned(),
        Kind::List { items, min, unique } => {
            let items = items.as_ref().map_or(lang.pick("anything", "任意值").to_owned(), |it| held(it, lang));
            let mut text = lang.pick("list of ", "列表，元素为 ").to_owned() + &items;
            if *min > 0 {
                text += &format!("{}{min}{}", lang.pick(", at least ", "，至少 "), lang.pick("", " 个"));
            }
            if *unique {
                text += lang.pick(", none twice", "，不得重复");
            }
            text
        }
        _ => lang.pick("object with any fields", "任意字段的对象").to_owned(),
    }
}

/// The rule of a text, in words.
fn text(rule: &TextRule, lang: Lang) -> String {
    let mut rules = Vec::new();
    if rule.min() > 0 {
        rules.push(format!("{}`minLength` {}", lang.pick("text, ", "文本，"), rule.min()));
    }
    if let Some(pattern) = rule.pattern() {
        let (before, behind) = lang.pick(("text that matches ", ""), ("匹配 ", " 的文本"));
        rules.push(format!("{before}`{pattern}`{behind}"));
    }
    if rule.is_date() {
        rules.push(lang.pick("a day, as `2026-01-31`", "日期，如 `2026-01-31`").to_owned());
    }
    if rules.is_empty() { lang.pick("text", "文本").to_owned() } else { rules.join(lang.marks().comma) }
}

fn record(site: &Site<'_>, record: &ExampleRecord, lang: Lang) -> Page {
    let workflow = &record.workflow;
    let at = site.model.bindable_at(workflow.path());
    let at: Vec<_> = at.into_iter().map(|it| site.model.bindable(it)).collect();
    let fits = executors(workflow, &at, site.model.models.iter().map(|it| &it.record));
    let missing = workflow.missing(&at);
    let with = |verdict: Verdict| fits.iter().filter(move |it| it.verdict() == verdict);
    let name = |it: &Fit<'_>| it.model.name.clone();
    let page = |fit: &Fit<'_>| {
        let offered = site.model.models.iter().find(|it| it.record.name == fit.model.name);
        offered.map_or("models", |it| it.page.as_str())
    };
    // A binding knows what a catalog does not publish.
    let is_bound = !workflow.runtime_binding.model_ids.is_empty();
    let runs = |it: &&Fit<'_>| it.verdict() == Verdict::Fits || is_bound && it.verdict() == Verdict::Unknown;
    let text = render(&RecordPage {
        zh: lang == Lang::Zh,
        lang,
        record,
        workflow,
        schema: PAGE,
        library: &site.model.client.library,
        is_bound,
        model: fits.iter().find(runs).map(name),
        inputs: inputs(workflow),
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
    let part_of = Some((lang.words().workflow_records, PAGE.to_owned()));
    prose(site, lang, Prose { path, title, about, text, indexable: workflow.discovery.indexable, part_of })
}

/// What must be given, as Rust.
fn inputs(workflow: &Workflow) -> String {
    let needed = workflow.inputs.iter().filter(|it| it.required && it.default.is_none());
    let pairs: Vec<_> = needed
        .map(|it| {
            let value = it.allowed_values.first().cloned().unwrap_or_else(|| match it.type_ {
                InputType::Asset => "https://files.example/asset".into(),
                InputType::Boolean => true.into(),
                InputType::Integer => 1.into(),
                _ => format!("the {}", it.id).into(),
            });
            format!("({:?}, json!({value}))", it.id.as_str())
        })
        .collect();
    if pairs.is_empty() { "std::iter::empty::<(&str, &str)>()".to_owned() } else { format!("[{}]", pairs.join(", ")) }
}

/// What nobody knows of a model.
fn why(fit: &Fit<'_>, lang: Lang) -> String {
    let said: Vec<_> = fit.lacks.iter().map(|it| it.to_string()).collect();
    said.iter().map(|it| lang.english(it).text).collect::<Vec<_>>().join(lang.pick("; ", "；"))
}
