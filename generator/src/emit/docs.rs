//! Texts of doc comments. Every foreign text in them goes through `text`.

use proc_macro2::TokenStream;
use quote::quote;

use super::Options;
use crate::example::{self, Example};
use crate::model::{
    Assumption, Kind, Limits, Location, Media, Model, NamedValue, NextPage, Operation, Paging, Param, Platform,
    Presence, Scalar, Selector, Status,
};
use crate::text::Text;
use crate::text::{doc, doc_code, doc_note};

/// Returns doc attributes, one for each line.
pub(super) fn attributes(lines: impl IntoIterator<Item = String>) -> TokenStream {
    let lines = lines.into_iter().map(|line| if line.is_empty() { line } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

/// Returns the attribute of a deprecated parameter.
pub(super) fn deprecated(param: &Param) -> Option<TokenStream> {
    param.deprecated.as_ref().and_then(Text::en).map(|why| quote!(#[deprecated = #why]))
}

pub(super) fn platform(platform: &Platform) -> String {
    let about = platform.about.as_ref().and_then(Text::en).map(|about| format!(": {}", doc_note(about)));
    format!("Platform {}{}.", doc_code(&platform.key), about.unwrap_or_default())
}

/// Returns the heading above the setters of an endpoint. `Request` has the setters of all endpoints, and links can
/// target a heading.
pub(super) fn options(operation: &Operation, platform: &Platform) -> String {
    format!("# {} {}", platform.module, operation.function)
}

/// Returns the docs of an endpoint: its status, description, price and an example.
pub(super) fn endpoint(operation: &Operation, platform: &Platform, model: &Model, options: &Options) -> Vec<String> {
    let mut lines = Vec::new();
    if operation.status == Some(Status::Paused) {
        lines.extend([
            "**Paused**: every call is refused with 503 until the catalog lists it as available again.".into(),
            String::new(),
        ]);
    }
    if let Some(Status::Other(status)) = &operation.status {
        lines.extend([format!("Status: {}.", doc_code(status)), String::new()]);
    }
    let setters = format!(" with [options](Request#{}-{})", platform.module, operation.function);
    let setters = operation.optional().next().map(|_| setters);
    lines.push(format!(
        "Endpoint {} of platform {}. Call it with [`Platform::{}`]{}.{}",
        doc_code(&operation.key),
        doc_code(&platform.key),
        operation.function,
        setters.unwrap_or_default(),
        about(operation)
    ));
    lines.push(String::new());
    lines.push(price(operation));
    lines.extend(operation.notes.iter().filter_map(Text::en).map(doc_note));
    let call = example::of_platform(operation, platform, &model.client.library);
    lines.extend(example(&call, operation, model, options));
    lines
}

/// Returns a code block with a call.
pub(super) fn example(example: &Example, operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    // In a module of another crate, the path of the client is unknown, so the example is not compiled.
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let mut lines = vec![String::new(), fence.to_owned()];
    lines.extend(example.uses.clone());
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.push(example.statement(operation.reply));
    lines.extend(["# Ok(()) }".into(), "```".into()]);
    lines
}

/// Returns the description of an operation, to be appended to a sentence.
fn about(operation: &Operation) -> String {
    operation.about.as_ref().and_then(Text::en).map(|about| format!(" {}", doc_note(about))).unwrap_or_default()
}

fn price(operation: &Operation) -> String {
    let free = "Only a call that returns data is charged: empty results, rejected parameters and failed upstream calls cost nothing.";
    format!("{} {free}", cost(operation))
}

fn cost(operation: &Operation) -> String {
    match (operation.price(), operation.unit()) {
        (Some(price), Some(unit)) => format!("Price: {price} USD per {}.", doc(unit)),
        (Some(price), None) => format!("Price: {price} USD; its unit is not published."),
        (None, _) => "The price is not published.".to_owned(),
    }
}

/// Returns the docs of the function that creates a request: its required parameters.
pub(super) fn function(operation: &Operation) -> Vec<String> {
    let paused = if operation.status == Some(Status::Paused) { "**Paused.** " } else { "" };
    let (about, cost) = (about(operation), cost(operation));
    let mut lines = vec![format!("{paused}Creates a [`{}`] request.{about} {cost}", operation.endpoint)];
    if operation.args.is_none() {
        let items: Vec<_> = operation.required_params().map(|it| format!("- {}", param("", it))).collect();
        if !items.is_empty() {
            lines.push(String::new());
            lines.extend(items);
        }
    }
    lines
}

/// Returns the docs of a selector: the groups that it satisfies.
pub(super) fn selector(operation: &Operation, selector: &Selector) -> Vec<String> {
    let group = |group: &Vec<String>| {
        let members: Vec<_> = group.iter().map(|wire| doc_code(wire)).collect();
        format!("at least one of {}", members.join(", "))
    };
    let groups: Vec<_> = selector.groups.iter().map(group).collect();
    vec![format!("Selection of {}: {}.", doc_code(&operation.key), groups.join("; "))]
}

/// Returns the docs of a selector's constructor. If it has several members, each is documented as a field.
pub(super) fn choice(members: &[(&str, &Param)]) -> String {
    match members {
        [(_, one)] => param("Selects by", one),
        several => {
            let names: Vec<_> = several.iter().map(|(_, param)| doc_code(&param.wire)).collect();
            format!("Selects by {}.", names.join(" and "))
        }
    }
}

/// Returns a parameter with its name on the wire.
pub(super) fn wire(verb: &str, param: &Param) -> String {
    format!("{verb} {}.", doc_code(&param.wire)).trim_start().to_owned()
}

/// Returns the docs of a parameter, in one paragraph.
pub(super) fn param(verb: &str, param: &Param) -> String {
    let mut text = wire(verb, param);
    let mut say = |sentence: String| {
        if !sentence.is_empty() {
            text.push(' ');
            text.push_str(&sentence);
        }
    };
    say(param.about.en().map(sentence).unwrap_or_default());
    // Translations in the specs are for the docs site; descriptions in a catalog are shown in both languages.
    let is_published = param.location == Location::Query;
    say(param.about.get("zh").filter(|_| is_published).map(|zh| format!("（{}）", doc(zh))).unwrap_or_default());
    say(param.note.as_ref().and_then(Text::en).map(doc_note).unwrap_or_default());
    say(limits(&param.limits));
    match &param.kind {
        Kind::Named(values) if values.separator.is_some() => say(format!("A list of [`{}`].", values.name)),
        Kind::Named(values) => say(format!("See [`{}`].", values.name)),
        _ => {}
    }
    say(not_published(param).to_owned());
    say(param.default.as_ref().map(|it| default(it, param.presence)).unwrap_or_default());
    say(param.example.as_ref().map(|it| format!("Example: {}.", doc_code(it))).unwrap_or_default());
    say(param.paging.as_ref().map(paging).unwrap_or_default());
    say(ignored_with(param));
    say(param
        .deprecated
        .as_ref()
        .and_then(Text::en)
        .map(|why| format!("Deprecated: {}.", doc_note(why)))
        .unwrap_or_default());
    say(param.source.as_ref().map(|it| format!("Source: {}.", doc(it))).unwrap_or_default());
    say(param.media.as_ref().map(media).unwrap_or_default());
    Assumption::say(&param.assumptions)
        .into_iter()
        .filter_map(Text::en)
        .for_each(|it| say(format!("Assumption: {}", doc_note(it))));
    text
}

/// Returns the requirements on the file behind a URL.
fn media(media: &Media) -> String {
    let length = limits(&Limits { min: media.min_seconds, max: media.max_seconds, ..Limits::default() });
    let length = length.strip_suffix('.').map(|it| format!("{it} seconds.")).unwrap_or_default();
    let formats: Vec<_> = media.formats.iter().map(|it| doc(&it.to_uppercase())).collect();
    let formats = if formats.is_empty() { String::new() } else { format!("{}.", formats.join(" or ")) };
    format!("{length} {formats}").trim().to_owned()
}

fn not_published(param: &Param) -> &'static str {
    match (param.kind == Kind::Any, param.required.is_none() && param.presence == Presence::Optional) {
        (true, true) => "Neither its type nor whether it is required is published.",
        (true, false) => "Its type is not published.",
        (false, true) => "Whether it is required is not published.",
        (false, false) => "",
    }
}

fn ignored_with(param: &Param) -> String {
    let others: Vec<_> = param.ignored_with.iter().map(|it| doc_code(it)).collect();
    if others.is_empty() { String::new() } else { format!("Ignored if {} is set.", others.join(" or ")) }
}

/// Returns a description with a full stop at its end.
fn sentence(text: &str) -> String {
    let ended = text.trim_end().ends_with(['.', '!', '?', '。', '！', '？', ':', ';']);
    if ended { doc(text) } else { doc(text) + "." }
}

fn limits(limits: &Limits) -> String {
    let range = |min: Option<i64>, max: Option<i64>, of: &str| match (min, max) {
        (Some(min), Some(max)) => format!("From {min} to {max}{of}."),
        (Some(min), None) => format!("At least {min}{of}."),
        (None, Some(max)) => format!("At most {max}{of}."),
        (None, None) => String::new(),
    };
    let value = range(limits.min, limits.max, "");
    let length = range(limits.min_length, limits.max_length, " characters");
    [value, length].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

fn default(default: &Scalar, presence: Presence) -> String {
    let value = match default {
        Scalar::Text(text) if text.is_empty() => "empty".to_owned(),
        other => doc_code(&other.to_string()),
    };
    match presence {
        Presence::Default => format!("Sent as {value} unless set."),
        _ => format!("Default: {value}."),
    }
}

fn paging(paging: &Paging) -> String {
    let field = |field: &Option<String>| field.as_deref().map_or("the value".into(), doc_code);
    let next = match &paging.next {
        NextPage::PreviousReply(name) => {
            format!("For the next page, pass {} of the previous response unchanged.", field(name))
        }
        NextPage::FirstReply(name) => {
            format!("For further pages, pass {} of the first response unchanged.", field(name))
        }
        NextPage::Counting => "Increases with each page.".to_owned(),
    };
    match &paging.first {
        Some(Scalar::Text(text)) if text.is_empty() => format!("Empty for the first page. {next}"),
        Some(first) => format!("{} for the first page. {next}", doc_code(&first.to_string())),
        None => next,
    }
}

/// Returns the docs of an open enum.
pub(super) fn values(param: &Param) -> String {
    let others =
        if matches!(&param.kind, Kind::Named(values) if values.closed) { "" } else { " Other values are accepted." };
    format!("Values of {}.{others}", doc_code(&param.wire))
}

/// Returns the docs of a named value.
pub(super) fn value(value: &NamedValue) -> String {
    let also = value.also.as_ref().map(|it| format!(", or {}", doc_code(it))).unwrap_or_default();
    let about = value.about.as_ref().and_then(Text::en).map(|it| format!(": {}", doc_note(it))).unwrap_or_default();
    format!("{}{also}{about}.", doc_code(&value.wire))
}
