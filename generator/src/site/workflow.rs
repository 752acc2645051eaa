//! Workflow records: a page about their schema, and one for each example record.

use askama::Template;
use gatewright_runtime::workflow::{Field, Fit, Input, InputType, Kind, Shape, TextRule, Verdict, Workflow, executors};

use super::filters;
use super::lang::{Language, Localized};
use super::page::{Page, Site, render};
use super::prose::{Prose, prose};
use super::runtime_texts;
use crate::model::ExampleRecord;
use crate::text::Text;

/// The page of the schema, in Markdown.
#[derive(Template)]
#[template(path = "site/workflow.md")]
struct SchemaPage<'a> {
    records: &'a [ExampleRecord],
    types: Vec<Type<'a>>,
    lang: Language,
}

/// A type on the page.
struct Type<'a> {
    name: &'a str,
    about: Localized<'a>,
    /// Rule of its values, if it has no fields.
    rule: Option<String>,
    fields: Vec<Row<'a>>,
}

/// A field of a type.
struct Row<'a> {
    name: &'a str,
    required: bool,
    kind: String,
    about: Localized<'a>,
}

/// The page of a record, in Markdown.
#[derive(Template)]
#[template(path = "site/record.md")]
struct RecordPage<'a> {
    lang: Language,
    record: &'a ExampleRecord,
    workflow: &'a Workflow,
    schema: &'static str,
    library: &'a str,
    /// True if it names models.
    is_bound: bool,
    /// A model to run it with, if there is one, and its inputs as Rust code.
    model: Option<String>,
    inputs: String,
    /// Unmet requirements.
    missing: Vec<String>,
    /// Names and pages of models.
    fits: Vec<(&'a str, &'a str)>,
    unknown: Vec<(&'a str, &'a str, String)>,
    /// Sentence about the models that do not fit.
    others: String,
}

/// Page of the schema, without an extension.
const PAGE: &str = "workflow";

pub(super) fn pages(site: &Site<'_>, lang: Language) -> Vec<Page> {
    let records = &site.model.records;
    let schema = (!records.is_empty()).then(|| schema(site, lang));
    schema.into_iter().chain(records.iter().map(|it| record(site, it, lang))).collect()
}

fn schema(site: &Site<'_>, lang: Language) -> Page {
    let types = Workflow::rules().types().into_iter().map(|it| shown(it, lang)).collect();
    let text = render(&SchemaPage { records: &site.model.records, types, lang });
    let (title, about) = (lang.t("workflow-schema").to_owned(), lang.t("workflow-schema-about").to_owned());
    let path = PAGE.to_owned();
    let headings = vec![crate::languages::english().t("schema-examples").to_owned()];
    prose(site, lang, Prose { path, title, about, text, indexable: true, is_example: false, headings, source: None })
}

fn shown(shape: &'static Shape, lang: Language) -> Type<'static> {
    let fields = match &shape.kind {
        Kind::Object(fields) => fields.iter().map(|it| row(shape, it, lang)).collect(),
        _ => Vec::new(),
    };
    let rule = fields.is_empty().then(|| kind(&shape.kind, lang));
    Type { name: shape.name.unwrap_or_default(), about: lang.about(shape, None), rule, fields }
}

fn row(shape: &'static Shape, field: &'static Field, lang: Language) -> Row<'static> {
    let mut kind = held(&field.shape, lang);
    if field.shape.nullable {
        kind = lang.say("or-null", [("type", kind.into())]);
    }
    Row { name: field.name, required: field.required, kind, about: lang.about(shape, Some(field)) }
}

/// Returns the type of a field or of the items of a list, in words: a named type by its name.
fn held(shape: &Shape, lang: Language) -> String {
    shape.name.map_or_else(|| kind(&shape.kind, lang), |it| format!("`{it}`"))
}

/// Returns the name of a kind of value.
fn kind(kind: &Kind, lang: Language) -> String {
    let code = |text: &str| format!("`{text}`");
    match kind {
        Kind::OneOf([word]) => lang.say("always-value", [("value", code(word).into())]),
        Kind::OneOf(words) => {
            let words: Vec<_> = words.iter().map(|it| code(it)).collect();
            lang.say("one-of-values", [("values", words.into())])
        }
        Kind::Text(rule) => text(rule, lang),
        Kind::Flag => lang.t("type-flag").to_owned(),
        Kind::Always(flag) => lang.say("always-value", [("value", code(&flag.to_string()).into())]),
        Kind::Scalar => lang.t("type-scalar").to_owned(),
        Kind::List { items, min, unique } => {
            let items = items.as_ref().map_or_else(|| lang.t("type-any").to_owned(), |it| held(it, lang));
            let mut text = lang.say("list-of", [("items", items.into())]);
            if *min > 0 {
                text = lang.say("list-min", [("list", text.into()), ("min", (*min).into())]);
            }
            if *unique {
                text = lang.say("list-unique", [("list", text.into())]);
            }
            text
        }
        _ => lang.t("type-map").to_owned(),
    }
}

/// Returns the rule of a text.
fn text(rule: &TextRule, lang: Language) -> String {
    let mut rules = Vec::new();
    if rule.min() > 0 {
        rules.push(lang.say("text-min", [("min", rule.min().into())]));
    }
    if let Some(pattern) = rule.pattern() {
        rules.push(lang.say("text-pattern", [("pattern", pattern.into())]));
    }
    if rule.is_date() {
        rules.push(lang.t("text-date").to_owned());
    }
    if rules.is_empty() { lang.t("type-text").to_owned() } else { rules.join(lang.t("mark-comma")) }
}

fn record(site: &Site<'_>, record: &ExampleRecord, lang: Language) -> Page {
    let workflow = &record.workflow;
    let at = site.model.binding_targets_at(workflow.path());
    let at: Vec<_> = at.into_iter().map(|it| site.model.binding_target(it)).collect();
    let fits = executors(workflow, &at, site.model.models.iter().map(|it| &it.record));
    let missing = workflow.unmet_requirements(&at);
    let reason = record.blocking_reason(lang).map(|it| it.text.into_owned()).unwrap_or_default();
    let with = |verdict: Verdict| fits.iter().filter(move |it| it.verdict() == verdict);
    let name = |it: &Fit<'_>| it.model.name.clone();
    let page = |fit: &Fit<'_>| {
        let catalog_model = site.model.models.iter().find(|it| it.record.name == fit.model.name);
        catalog_model.map_or("models", |it| it.page.as_str())
    };
    // A binding can name models of which the catalog does not publish enough.
    let is_bound = !workflow.runtime_binding.model_ids.is_empty();
    let runs = |it: &&Fit<'_>| it.verdict() == Verdict::Fits || is_bound && it.verdict() == Verdict::Unknown;
    let text = render(&RecordPage {
        lang,
        record,
        workflow,
        schema: PAGE,
        library: &site.model.client.library,
        is_bound,
        model: fits.iter().find(runs).map(name),
        inputs: inputs(workflow),
        missing: missing.iter().map(|it| filters::in_note(&runtime_texts::unmet(it, &reason, lang))).collect(),
        fits: with(Verdict::Fits).map(|it| (it.model.name.as_str(), page(it))).collect(),
        unknown: with(Verdict::Unknown).map(|it| (it.model.name.as_str(), page(it), why(it, lang))).collect(),
        others: match with(Verdict::DoesNotFit).count() {
            0 => String::new(),
            count => lang.say("record-others", [("count", count.into())]),
        },
    });
    let about = lang.t("record-about");
    let (path, title, about) = (record.page.clone(), record.name.clone(), about.to_owned());
    let (indexable, headings) = (workflow.discovery.indexable, Vec::new());
    prose(site, lang, Prose { path, title, about, text, indexable, is_example: true, headings, source: None })
}

/// Returns the required inputs as Rust code.
fn inputs(workflow: &Workflow) -> String {
    let needed = workflow.inputs.iter().filter(|it| it.required && it.default.is_none());
    let pairs: Vec<_> = needed
        .map(|it| {
            let value = it.allowed_values.first().cloned().unwrap_or_else(|| match it.type_ {
                InputType::Asset => "https://files.example/asset".into(),
                InputType::Boolean => true.into(),
                InputType::Integer => 1.into(),
                _ => "A red kettle steams on the stove.".into(),
            });
            format!("({:?}, json!({value}))", it.id.as_str())
        })
        .collect();
    if pairs.is_empty() { "std::iter::empty::<(&str, &str)>()".to_owned() } else { format!("[{}]", pairs.join(", ")) }
}

/// Returns the unpublished facts about a model.
fn why(fit: &Fit<'_>, lang: Language) -> String {
    let facts: Vec<_> = fit.mismatches.iter().map(|it| runtime_texts::unknown_fact(it, lang)).collect();
    facts.join(lang.t("mark-semicolon"))
}

impl ExampleRecord {
    fn title(&self, lang: Language) -> Localized<'_> {
        lang.translated(&self.texts.title, self.workflow.title.as_str())
    }

    fn summary(&self, lang: Language) -> Localized<'_> {
        lang.translated(&self.texts.summary, self.workflow.summary.as_str())
    }

    fn blocking_reason(&self, lang: Language) -> Option<Localized<'_>> {
        let reason = self.workflow.runtime_binding.blocking_reason.as_deref()?;
        Some(lang.translated(&self.texts.blocking_reason, reason))
    }

    fn description<'a>(&'a self, input: &'a Input, lang: Language) -> Localized<'a> {
        static NONE: Text = Text::NONE;
        let texts = self.texts.inputs.get(input.id.as_str()).unwrap_or(&NONE);
        lang.translated(texts, input.description.as_str())
    }
}
