//! Texts of doc comments. Every foreign text in them goes through `text`.

mod param;

use proc_macro2::TokenStream;
use quote::quote;

use super::Options;
use crate::example::{self, Example};
use crate::model::{Assumption, Count, Kind, Location, Model, Operation, Param, Platform, Presence, Selector, Status};
use crate::text::{Text, doc, doc_code, doc_note};
use param::item;
pub(super) use param::{brief_field, field, setter, value, values, verb};

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
        format!("Request to the endpoint {} of platform {}.", doc_code(&operation.key), doc_code(&platform.key)),
        format!("Create it with [`Platform::{}`], then send it with `.await`.", operation.function),
    ];
    if operation.is_paged() {
        let says = "For all results, call [`items`](rt::Request::items) or [`pages`](rt::Request::pages).";
        sentences.push(says.to_owned());
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
            "Parameters marked \"{source}\" are not in the service's documentation. They come from the public API that this \
             endpoint imitates."
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
    let sentences: Vec<_> = paused.into_iter().chain(about(operation)).chain([cost(operation)]).collect();
    let mut lines = vec![sentences.join(" ")];
    lines.extend(required(operation));
    lines.extend(options(operation));
    lines
}

/// Returns the names of the optional parameters, as links to their setters.
pub(super) fn options(operation: &Operation) -> Vec<String> {
    let endpoint = &operation.endpoint;
    let links: Vec<_> = operation.optional().map(|it| format!("[`{0}`]({endpoint}::{0})", it.name)).collect();
    if links.is_empty() { Vec::new() } else { vec![String::new(), format!("Options: {}.", links.join(", "))] }
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
    vec![format!("Required by {}: {}.", doc_code(&operation.key), groups(operation, selector))]
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
    let own = count(operation, selector);
    let (min, max) = own.map_or((1, None), |it| (it.min, it.max));
    let too_few = match (min, max, selector.groups.len()) {
        (1, Some(1), _) => "unless exactly one value is set".to_owned(),
        (1, _, 1) => "if no value is set".to_owned(),
        (1, ..) => "if no value of a group is set".to_owned(),
        _ => format!("if fewer than {min} values are set"),
    };
    let limit = |it: &Count| {
        let of: Vec<_> = it.of.iter().map(|at| doc_code(&operation.params[*at].key)).collect();
        Some(format!("more than {} of {}", it.max?, of.join(", ")))
    };
    let counts = operation.counts.iter().filter(|it| it.max != Some(1) || it.min != 1);
    let too_many: Vec<_> = counts.filter_map(limit).collect();
    let too_many = if too_many.is_empty() { String::new() } else { format!(", or with {}", too_many.join(" or ")) };
    let has_text = selector.members.iter().any(|it| operation.params[it.param].kind == Kind::Text);
    let empty = if has_text { " An empty string counts as absent, as it does for the service." } else { "" };
    format!(
        "Creates a `{}` from optional values, for programs that learn only at run time which values they have.{empty} \
         Returns `None` {too_few}{too_many}.",
        selector.name
    )
}

/// Returns the docs of a selector's constructor. If it has several members, each is documented as a field.
pub(super) fn choice(members: &[(&str, &Param)], operation: &Operation) -> String {
    match members {
        [(_, one)] if one.location == Location::Query && one.paging.is_none() => setter("Selects by", one, operation),
        [(_, one)] if matches!(one.kind, Kind::List(_)) => setter("Starts the list with", one, operation),
        [(_, one)] => setter(verb(one), one, operation),
        several => {
            let names: Vec<_> = several.iter().map(|(_, param)| doc_code(&param.wire)).collect();
            format!("Selects by {}.", names.join(" and "))
        }
    }
}
