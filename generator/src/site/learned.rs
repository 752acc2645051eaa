//! Learned responses on the page of an operation: example, fields, and code that pages.

use std::collections::BTreeSet;

use gatewright_runtime::shape::Format;
use serde_json::Value;

use super::lang::Language;
use crate::example;
use crate::languages::{Arg, Message};
use crate::model::{DataField, DataStruct, DataType, LearnedData, Model, Operation, Param, Platform, Share};
use crate::sample;

/// Largest number of fields in the table.
const MAX_ROWS: usize = 150;
/// Largest number of field names for the search.
const MAX_WORDS: usize = 60;
/// Largest size of an example in bytes.
const MAX_EXAMPLE: usize = 4_000;
/// Numbers of items and of fields that a shortened example has, in the order of preference.
const SHORTER: [(usize, usize); 5] = [(2, usize::MAX), (1, usize::MAX), (1, 20), (1, 6), (1, 1)];

/// Contents of a page about a learned response.
pub(super) struct View {
    pub(super) is_sample: bool,
    /// Body of the first page, as JSON.
    pub(super) example: Option<String>,
    /// True if the example leaves out items or fields.
    pub(super) is_shortened: bool,
    pub(super) fields: Vec<Field>,
    /// Number of fields that the table leaves out, as text.
    pub(super) more: Option<String>,
    /// Parameters that select a page, with the paths of their next values.
    pub(super) cursors: Vec<(String, String)>,
    /// Path of the list of items.
    pub(super) items: Option<String>,
    /// Code that reads all pages.
    pub(super) paging: Option<String>,
}

/// A learned field.
pub(super) struct Field {
    pub(super) path: String,
    pub(super) kind: String,
    /// Path of the object that has the same fields.
    pub(super) same_as: Option<String>,
    pub(super) presence: String,
}

impl View {
    /// Returns the names of fields for the search, each once, those of the outer objects first.
    pub(super) fn words(&self) -> Vec<String> {
        let depth = |it: &&Field| it.path.matches('.').count();
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(depth);
        let names = fields.into_iter().filter_map(|it| it.path.rsplit('.').next());
        let mut known = BTreeSet::new();
        names.filter(|it| known.insert(*it)).take(MAX_WORDS).map(str::to_owned).collect()
    }
}

pub(super) fn view(operation: &Operation, platform: &Platform, model: &Model, lang: Language) -> Option<View> {
    let data = operation.learned.as_ref()?;
    let mut table = Table { data, lang, described: vec![None; data.structs.len()], rows: Vec::new(), more: 0 };
    table.add(&data.data, "data".to_owned());
    let (shown, is_shortened) = sample::first_page(operation).map(shortened).unzip();
    let example = shown.map(|it| format!("{:#}", sample::body(&model.service, &platform.key, operation, it)));
    let in_data = |param: &Param| sample::cursor_path(&data.recording, param).map(|it| format!("data.{it}"));
    let cursors = operation.paging().filter_map(|(param, it)| {
        let path = it.learned.clone().or_else(|| in_data(param))?;
        Some((param.wire.clone(), path))
    });
    Some(View {
        is_sample: data.is_sample,
        example,
        is_shortened: is_shortened.unwrap_or_default(),
        fields: table.rows,
        more: (table.more > 0).then(|| lang.say("more-fields", [("count", table.more.into())])),
        cursors: cursors.collect(),
        items: data.items.as_ref().filter(|_| operation.is_paged()).map(|it| it.path.clone()),
        paging: operation.is_paged().then(|| paging(operation, data, platform, &model.client.library)),
    })
}

/// Rows of the table of fields.
struct Table<'a> {
    data: &'a LearnedData,
    lang: Language,
    /// Paths of the structs whose fields are in the table.
    described: Vec<Option<String>>,
    rows: Vec<Field>,
    /// Number of fields that are left out.
    more: usize,
}

impl Table<'_> {
    /// Adds the fields of the objects at a path, unless the table has them already.
    fn add(&mut self, kind: &DataType, path: String) {
        let data = self.data;
        let Some((index, of)) = kind.of_struct().and_then(|it| Some((it, data.structs.get(it)?))) else { return };
        if self.described[index].is_some() {
            return;
        }
        let path = kind.struct_path(&path);
        self.described[index] = Some(path.clone());
        for field in &of.fields {
            let path = format!("{path}.{}", field.key);
            if self.rows.len() < MAX_ROWS {
                let row = self.row(field, of, path.clone());
                self.rows.push(row);
            } else {
                self.more += 1;
            }
            self.add(&field.kind, path);
        }
    }

    fn row(&self, field: &DataField, of: &DataStruct, path: String) -> Field {
        let same_as = field.kind.of_struct().and_then(|it| self.described[it].clone());
        Field { path, kind: kind(field).render(self.lang), same_as, presence: presence(field, of).render(self.lang) }
    }
}

/// Returns the type of a field with its format.
fn kind(field: &DataField) -> Message {
    let own = type_of(&field.kind);
    let format = match field.format {
        Some(Format::Url) => "format-url",
        Some(Format::Time) => "format-time",
        Some(Format::UnixTime) => "format-unix-time",
        Some(Format::Base64) => "format-base64",
        _ => "",
    };
    let own = if format.is_empty() { own } else { Message::new(format).with("type", own) };
    if field.can_be_null { or_null(own) } else { own }
}

fn or_null(kind: Message) -> Message {
    Message::new("or-null").with("type", kind)
}

fn type_of(kind: &DataType) -> Message {
    match kind {
        DataType::Any => Message::new("type-any"),
        DataType::Flag => Message::new("type-flag"),
        DataType::Integer => Message::new("type-integer"),
        DataType::Number => Message::new("type-number"),
        DataType::Text => Message::new("type-text"),
        DataType::Digits => Message::new("type-digits"),
        DataType::Struct(_) | DataType::Boxed(_) => Message::new("type-object"),
        DataType::List(inner) => Message::new("type-list").with("items", type_of(inner)),
        DataType::Map(inner) => Message::new("type-map-of").with("values", type_of(inner)),
        DataType::Optional(inner) => or_null(type_of(inner)),
    }
}

fn presence(field: &DataField, of: &DataStruct) -> Message {
    let of_all = count(if of.is_data() { "count-responses" } else { "count-objects" }, of.objects);
    match of.share(field) {
        Share::All => Message::new("present-in-all").with("all", of_all),
        Share::Few => Message::new("present-in-few").with("all", of_all),
        Share::Percent(percent) => Message::new("present-in").with("percent", Arg::Count(percent)).with("all", of_all),
    }
}

fn count(id: &'static str, number: u64) -> Message {
    Message::new(id).with("count", Arg::Count(number))
}

/// Returns data of limited size: lists have fewer items and, if that is not enough, objects have fewer fields. Returns true if
/// anything was left out.
fn shortened(data: Value) -> (Value, bool) {
    let is_long = |it: &Value| format!("{it:#}").len() > MAX_EXAMPLE;
    if !is_long(&data) {
        return (data, false);
    }
    let shorter = SHORTER.map(|(items, fields)| cut(&data, items, fields));
    let [.., last] = &shorter;
    (shorter.iter().find(|it| !is_long(it)).unwrap_or(last).clone(), true)
}

fn cut(value: &Value, items: usize, fields: usize) -> Value {
    match value {
        Value::Array(all) => all.iter().take(items).map(|it| cut(it, items, fields)).collect(),
        Value::Object(all) => {
            all.iter().take(fields).map(|(name, it)| (name.clone(), cut(it, items, fields))).collect()
        }
        other => other.clone(),
    }
}

/// Returns code that reads all items, or all pages if the list of items is unknown.
fn paging(operation: &Operation, data: &LearnedData, platform: &Platform, library: &str) -> String {
    let example = example::of_platform(operation, platform, library);
    let (one, all) = if data.items.is_some() { ("item", "items") } else { ("page", "pages") };
    let call = example::formatted(format!("let mut {all} = {}.{all}();", example.call));
    let mut lines = vec![format!("use {library}::Client;")];
    lines.extend(example.uses);
    lines.extend([String::new(), "let client = Client::from_env()?;".to_owned()]);
    lines.extend(example.setup);
    lines.push(call);
    lines.push(format!("while let Some({one}) = {all}.next().await {{"));
    lines.push(format!("    println!(\"{{:?}}\", {one}?.typed());\n}}"));
    lines.join("\n")
}
