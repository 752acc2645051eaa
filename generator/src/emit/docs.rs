//! Texts of doc comments. Every foreign text in them goes through `text`.

use proc_macro2::TokenStream;
use quote::quote;

use super::Options;
use crate::example::{self, Example};
use crate::model::{
    Assumption, Count, Kind, Limits, Location, Media, Medium, Model, NamedValue, NextPage, Operation, Paging, Param,
    Platform, Presence, Scalar, Selector, Status,
};
use crate::text::Text;
use crate::text::{doc, doc_code, doc_note};

/// Maximum width of a line of text in a doc comment.
const WIDTH: usize = 100;

/// Returns doc attributes, one for each line. Long lines of text are wrapped.
pub(super) fn attributes(lines: impl IntoIterator<Item = String>) -> TokenStream {
    let mut is_code = false;
    let mut all = Vec::new();
    for line in lines {
        is_code ^= line.starts_with("```");
        if is_code || line.starts_with('#') { all.push(line) } else { all.extend(wrapped(&line)) }
    }
    let all = all.into_iter().map(|line| if line.is_empty() { line } else { format!(" {line}") });
    quote!(#(#[doc = #all])*)
}

/// Wraps a line of text. An item of a list is indented from its second line on.
fn wrapped(line: &str) -> Vec<String> {
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    let mut width = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH && can_start_line(word) {
            lines.push(format!("{indent}{word}"));
            width = indent.len() + length;
        } else if let Some(last) = lines.last_mut() {
            if width > 0 {
                last.push(' ');
                width += 1;
            }
            last.push_str(word);
            width += length;
        }
    }
    lines
}

/// Returns true if a word at the start of a line cannot begin a list, a heading or another block. Escaped text is only
/// safe at the position that it was escaped for.
fn can_start_line(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '`' | '(' | '"')) || word.starts_with("[`")
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
    let mut paragraphs = Vec::new();
    if operation.status == Some(Status::Paused) {
        let paused = "**Paused**: the gateway rejects every call with status 503 until the catalog lists the endpoint \
                      as available.";
        paragraphs.push(paused.to_owned());
    }
    if let Some(Status::Other(status)) = &operation.status {
        paragraphs.push(format!("Status: {}.", doc_code(status)));
    }
    paragraphs.extend(about(operation));
    let mut sentences = vec![
        format!("Endpoint {} of platform {}.", doc_code(&operation.key), doc_code(&platform.key)),
        format!("To create a request, call [`Platform::{}`].", operation.function),
    ];
    if operation.optional().next().is_some() {
        let heading = format!("{}-{}", platform.module, operation.function);
        sentences.push(format!("Set optional parameters with these [setters](Request#{heading})."));
    }
    if operation.paging().is_some() {
        sentences.push("For all pages, call [`Request::pages`].".to_owned());
    }
    sentences.extend(not_published(operation).map(str::to_owned));
    paragraphs.push(sentences.join(" "));
    let notes: Vec<_> = operation.notes.iter().filter_map(Text::en).map(doc_note).collect();
    paragraphs.extend((!notes.is_empty()).then(|| notes.join(" ")));
    paragraphs.push(price(operation));
    let mut lines: Vec<_> = paragraphs.into_iter().flat_map(|it| [it, String::new()]).collect();
    lines.pop();
    lines.extend(undocumented(operation));
    let call = example::of_platform(operation, platform, &model.client.library);
    lines.extend(example(&call, operation, model, options));
    lines
}

/// Returns the explanations of the marks on parameters: sources other than the service's documentation, and
/// assumptions, each once.
pub(super) fn undocumented(operation: &Operation) -> Vec<String> {
    let mut sources: Vec<_> = operation.params.iter().filter_map(|it| it.source.as_deref()).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut lines = Vec::new();
    for source in sources.into_iter().map(doc) {
        let sentence = format!(
            "Parameters marked ({source}) are not in the service's documentation. They are taken from the {source} of \
             the API."
        );
        lines.extend([String::new(), sentence]);
    }
    let of_params = operation.params.iter().flat_map(|it| &it.assumptions);
    let of_counts = operation.counts.iter().flat_map(|it| &it.assumptions);
    let assumptions = Assumption::say(operation.assumptions.iter().chain(of_params).chain(of_counts));
    let assumptions: Vec<_> = assumptions.into_iter().filter_map(Text::en).map(doc_note).collect();
    if !assumptions.is_empty() {
        lines.extend([String::new(), "Assumptions about gaps in the service's documentation:".into(), String::new()]);
        lines.extend(assumptions.iter().map(|it| format!("- {it}")));
    }
    lines
}

/// Returns a code block with a call.
pub(super) fn example(example: &Example, operation: &Operation, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    // In a module of another crate, the path of the client is unknown, so the example is not compiled.
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let (uses, example) = example.short(library);
    let mut lines = vec![String::new(), fence.to_owned()];
    let gap = (!uses.is_empty()).then(String::new);
    lines.extend(uses);
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.extend(gap);
    lines.extend(example.statement(operation.reply).lines().map(str::to_owned));
    lines.extend(["# Ok(()) }".into(), "```".into()]);
    lines
}

fn about(operation: &Operation) -> Option<String> {
    operation.about.as_ref().and_then(Text::en).map(doc_note)
}

fn price(operation: &Operation) -> String {
    let free = "You are charged only if the call returns data: empty results, rejected parameters and failed upstream \
                calls are free.";
    format!("{} {free}", cost(operation))
}

fn cost(operation: &Operation) -> String {
    match (operation.price(), operation.unit()) {
        (Some(price), Some(unit)) => format!("Price: {price} USD per {}.", doc(unit)),
        (Some(price), None) => format!("Price: {price} USD, in an unpublished unit."),
        (None, _) => "Unknown price.".to_owned(),
    }
}

/// Returns a sentence about parameters whose type or requirement the catalog does not publish.
fn not_published(operation: &Operation) -> Option<&'static str> {
    let has_unknown_type = operation.params.iter().any(|it| it.kind == Kind::Any);
    let is_unclear = |it: &Param| it.required.is_none() && it.presence == Presence::Optional;
    match (has_unknown_type, operation.params.iter().any(is_unclear)) {
        (true, true) => {
            Some("The catalog does not publish the type of every parameter, nor whether each of them is required.")
        }
        (true, false) => Some("The catalog does not publish the type of every parameter."),
        (false, true) => Some("The catalog does not publish whether each parameter is required."),
        (false, false) => None,
    }
}

/// Returns the docs of the function that creates a request: its price and its required parameters.
pub(super) fn function(operation: &Operation) -> Vec<String> {
    let paused = (operation.status == Some(Status::Paused)).then(|| "**Paused.**".to_owned());
    let creates = format!("Creates a [`{}`] request.", operation.endpoint);
    let sentences: Vec<_> = paused.into_iter().chain(about(operation)).chain([creates, cost(operation)]).collect();
    let mut lines = vec![sentences.join(" ")];
    lines.extend(required(operation));
    lines
}

/// Returns the required parameters, as a list if there are several, unless they are the documented fields of a struct.
pub(super) fn required(operation: &Operation) -> Vec<String> {
    let params = operation.required_params().filter(|_| operation.args.is_none()).map(|it| item(it, operation));
    let selectors = operation.selectors.iter().map(|it| {
        let groups = groups(operation, it);
        format!("`{}`: {groups}. See [`{}`].", it.argument, it.name)
    });
    let items: Vec<_> = params.chain(selectors).collect();
    match &items[..] {
        [] => Vec::new(),
        [one] => vec![String::new(), format!("Required parameter {one}")],
        several => {
            let heading = [String::new(), "Required parameters:".into(), String::new()];
            heading.into_iter().chain(several.iter().map(|it| format!("- {it}"))).collect()
        }
    }
}

/// Returns the docs of a selector: the groups that it satisfies.
pub(super) fn selector(operation: &Operation, selector: &Selector) -> Vec<String> {
    vec![format!("Required parameters of {}: {}.", doc_code(&operation.key), groups(operation, selector))]
}

fn groups(operation: &Operation, selector: &Selector) -> String {
    let (min, max) = count(operation, selector).map_or((1, None), |it| (it.min, it.max));
    let group = |group: &Vec<String>| {
        let members: Vec<_> = group.iter().map(|wire| doc_code(wire)).collect();
        let members = members.join(", ");
        let min_text = if min == 1 { "one".to_owned() } else { min.to_string() };
        match max {
            Some(max) if max == min => format!("exactly {min_text} of {members}"),
            Some(max) => format!("at least {min_text} of {members}, at most {max} in total"),
            None => format!("at least {min_text} of {members}"),
        }
    };
    let groups: Vec<_> = selector.groups.iter().map(group).collect();
    groups.join("; ")
}

/// Returns the count that a selector was made from. Groups of the social catalog have none.
fn count<'a>(operation: &'a Operation, selector: &Selector) -> Option<&'a Count> {
    let is_own = |it: &&Count| it.of.iter().eq(selector.members.iter().map(|it| &it.param));
    operation.counts.iter().filter(|it| it.min > 0).find(is_own)
}

/// Returns the docs of the function that creates a selector from its parts.
pub(super) fn from_parts(operation: &Operation, selector: &Selector) -> String {
    let has_max = operation.counts.iter().any(|it| it.max.is_some());
    let is_one = operation.counts.len() == 1 && operation.counts.iter().all(|it| it.min == 1 && it.max == Some(1));
    let none = match (is_one, has_max, selector.groups.len()) {
        (true, ..) => "unless exactly one of them is set",
        (_, true, _) => "if too few or too many values are set",
        (_, _, 1) => "if none of them is set",
        _ => "if no value of a group is set",
    };
    format!(
        "Creates the selector from values that are known only at run time. An empty string counts as absent, as it \
         does for the service. Returns `None` {none}."
    )
}

/// Returns the docs of a selector's constructor. If it has several members, each is documented as a field.
pub(super) fn choice(members: &[(&str, &Param)], operation: &Operation) -> String {
    match members {
        [(_, one)] if one.location == Location::Query && one.paging.is_none() => setter("Selects by", one, operation),
        [(_, one)] => setter(verb(one), one, operation),
        several => {
            let names: Vec<_> = several.iter().map(|(_, param)| doc_code(&param.wire)).collect();
            format!("Selects by {}.", names.join(" and "))
        }
    }
}

/// Returns the verb for the setter of a parameter.
pub(super) fn verb(param: &Param) -> &'static str {
    if matches!(param.kind, Kind::List(_)) { "Adds" } else { "Sets" }
}

/// Returns the docs of a function that sets a parameter.
pub(super) fn setter(verb: &str, param: &Param, operation: &Operation) -> String {
    let wire = doc_code(&param.wire);
    let name = match (description(param).is_empty(), type_name(&param.kind)) {
        (true, Some(of)) => format!("{verb} {wire} ({of})."),
        _ => format!("{verb} {wire}."),
    };
    [vec![name], description(param), rules(param, operation)].concat().join(" ")
}

/// Returns the docs of a parameter with its name, for a list.
fn item(param: &Param, operation: &Operation) -> String {
    format!("{}: {}", doc_code(&param.wire), [summary(param), rules(param, operation)].concat().join(" "))
}

/// Returns the docs of a parameter as a field of a struct.
pub(super) fn field(param: &Param, operation: &Operation) -> String {
    [vec![brief_field(param)], rules(param, operation)].concat().join(" ").trim_start().to_owned()
}

/// Returns the docs of a field without the rules of its parameter.
pub(super) fn brief_field(param: &Param) -> String {
    let mut text = summary(param).join(" ");
    // The text starts the docs of the field.
    if text.starts_with(|it: char| it.is_ascii_lowercase()) {
        text[..1].make_ascii_uppercase();
    }
    if param.name != param.wire {
        text = format!("{text} Sent as {}.", doc_code(&param.wire));
    }
    text.trim_start().to_owned()
}

/// Returns the description of a parameter, or its type if it has none.
fn summary(param: &Param) -> Vec<String> {
    let description = description(param);
    let name = type_name(&param.kind).filter(|_| description.is_empty()).map(|it| format!("{it}."));
    description.into_iter().chain(name).collect()
}

/// Returns the description of a parameter, in sentences. A description that only repeats the name is left out.
fn description(param: &Param) -> Vec<String> {
    // Descriptions in a catalog are foreign text, shown in both languages. Translations in the specs are for
    // the docs site.
    let is_published = param.location == Location::Query;
    let words = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let is_new = |text: &&str| {
        let (text, wire): (String, String) = (words(text), words(&param.wire));
        text != wire && text.strip_prefix("the") != Some(&wire)
    };
    let about = param.about.en().filter(is_new).map(|it| sentence(it, if is_published { doc } else { doc_note }));
    let zh = param.about.get("zh").filter(|_| is_published).filter(is_new).map(|zh| format!("（{}）", doc(zh)));
    [about, zh].into_iter().flatten().collect()
}

/// Returns the type of a parameter in words; `None` for named values, which have a type of their own.
fn type_name(kind: &Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Named(_) => return None,
        Kind::List(one) => return type_name(one),
        Kind::Text => "string",
        Kind::Integer => "integer",
        Kind::Flag => "true or false",
        Kind::Any => "string, number or Boolean",
        Kind::Number => "number",
        Kind::Texts => "array of strings",
        Kind::Json | Kind::ChatPart(_) => "JSON",
        Kind::Object => "JSON object",
        Kind::File => "file",
        Kind::Image => "image file or URL",
        Kind::Link(Medium::Image) => "URL of an image",
        Kind::Link(Medium::Video) => "URL of a video",
        Kind::Link(Medium::Audio) => "URL of a recording",
        Kind::Size => "width and height",
        Kind::Ratio | Kind::RatioOrAdaptive => "aspect ratio",
        Kind::Seconds { .. } => "seconds",
    })
}

fn note(param: &Param) -> String {
    param.note.as_ref().and_then(Text::en).map(doc_note).unwrap_or_default()
}

/// Returns the note on a parameter, and sentences about its accepted values, its default and its pagination. Marks link
/// to the endpoint, which [explains](undocumented) them.
fn rules(param: &Param, operation: &Operation) -> Vec<String> {
    let values = match &param.kind {
        Kind::Named(values) if values.separator.is_some() => format!("A list of [`{}`].", values.name),
        Kind::Named(values) => format!("See [`{}`].", values.name),
        _ => String::new(),
    };
    let deprecated = param.deprecated.as_ref().and_then(Text::en);
    let mut sentences = vec![
        note(param),
        limits(&param.limits),
        values,
        param.default.as_ref().map(|it| default(it, param.presence)).unwrap_or_default(),
        param.example.as_ref().map(|it| format!("Example: {}.", doc_code(it))).unwrap_or_default(),
        param.paging.as_ref().map(paging).unwrap_or_default(),
        ignored_with(param),
        deprecated.map(|why| format!("Deprecated: {}.", doc_note(why))).unwrap_or_default(),
        param.media.as_ref().map(media).unwrap_or_default(),
        param.source.as_ref().map(|it| format!("([{}]({}))", doc(it), operation.endpoint)).unwrap_or_default(),
    ];
    let is_assumed = Assumption::say(&param.assumptions).into_iter().any(|it| it.en().is_some());
    sentences.extend(is_assumed.then(|| format!("([assumption]({}))", operation.endpoint)));
    sentences.retain(|it| !it.is_empty());
    sentences
}

/// Returns the requirements on the file behind a URL.
fn media(media: &Media) -> String {
    let length = limits(&Limits { min: media.min_seconds, max: media.max_seconds, ..Limits::default() });
    let length = length.strip_suffix('.').map(|it| format!("{it} seconds.")).unwrap_or_default();
    let formats: Vec<_> = media.formats.iter().map(|it| doc(&it.to_uppercase())).collect();
    let formats = if formats.is_empty() { String::new() } else { format!("{}.", formats.join(" or ")) };
    format!("{length} {formats}").trim().to_owned()
}

fn ignored_with(param: &Param) -> String {
    let others: Vec<_> = param.ignored_with.iter().map(|it| doc_code(it)).collect();
    if others.is_empty() { String::new() } else { format!("Ignored if {} is set.", others.join(" or ")) }
}

/// Returns an escaped description with a full stop at its end.
fn sentence(text: &str, escape: fn(&str) -> String) -> String {
    let ended = text.trim_end().ends_with(['.', '!', '?', '。', '！', '？', ':', ';']);
    if ended { escape(text) } else { escape(text) + "." }
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
        Presence::Default => format!("Default: {value} (sent explicitly)."),
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
    let name = doc_code(&param.wire);
    match &param.kind {
        Kind::Named(values) if values.closed => format!("Values of {name}."),
        _ => format!("Known values of {name}. The service may accept others."),
    }
}

/// Returns the docs of a named value.
pub(super) fn value(value: &NamedValue) -> String {
    let also = value.also.as_ref().map(|it| format!(", or {}", doc_code(it))).unwrap_or_default();
    let about = value.about.as_ref().and_then(Text::en).map(|it| format!(": {}", doc_note(it))).unwrap_or_default();
    format!("{}{also}{about}.", doc_code(&value.wire))
}
