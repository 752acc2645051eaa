//! Texts about parameters: description, type, limits, default, pagination and named values.

use crate::model::{
    Assumption, Kind, Limits, Location, Media, Medium, NamedValue, NextPage, Operation, Paging, Param, Presence, Scalar,
};
use crate::text::{Text, doc, doc_code, doc_note};

/// Returns the verb for the setter of a parameter.
pub(in crate::emit) fn verb(param: &Param) -> &'static str {
    if matches!(param.kind, Kind::List(_)) { "Adds" } else { "Sets" }
}

/// Returns the docs of a function that sets a parameter, or adds an entry to it.
pub(in crate::emit) fn setter(verb: &str, param: &Param, operation: &Operation) -> String {
    let name = match (param.wire.strip_suffix("[]"), description(param).is_empty(), type_name(&param.kind)) {
        (Some(list), ..) => {
            let sent = format!("Sent as an entry of {}.", doc_code(list));
            return [vec![format!("{verb} one value.")], summary(param), vec![sent], rules(param, operation)]
                .concat()
                .join(" ");
        }
        (None, true, Some(of)) => format!("{verb} {} ({of}).", doc_code(&param.wire)),
        _ => format!("{verb} {}.", doc_code(&param.wire)),
    };
    [vec![name], description(param), rules(param, operation)].concat().join(" ")
}

/// Returns the docs of a parameter with its name, for a list.
pub(super) fn item(param: &Param, operation: &Operation) -> String {
    format!("{}: {}", doc_code(&param.wire), [summary(param), rules(param, operation)].concat().join(" "))
}

/// Returns the docs of a parameter as a field of a struct.
pub(in crate::emit) fn field(param: &Param, operation: &Operation) -> String {
    [vec![brief_field(param)], rules(param, operation)].concat().join(" ").trim_start().to_owned()
}

/// Returns the docs of a field without the rules of its parameter.
pub(in crate::emit) fn brief_field(param: &Param) -> String {
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
/// to the endpoint, which [explains](super::undocumented) them.
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
        param
            .source
            .as_ref()
            .map(|it| {
                format!("This parameter is not in the service's documentation ([{}]({})).", doc(it), operation.endpoint)
            })
            .unwrap_or_default(),
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
    // The full stop is escaped with the text: `1.` would begin a list.
    if ended { escape(text) } else { escape(&format!("{}.", text.trim_end())) }
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
    let copy = |field: &Option<String>, response: &str| match field.as_ref().or(paging.learned.as_ref()) {
        Some(field) => format!("copy the value of {} from the {response} response.", doc_code(field)),
        None => format!(
            "copy its value from the {response} response. The documentation does not name the field; \
             [`pages`](rt::Request::pages) looks for it."
        ),
    };
    let next = match &paging.next {
        NextPage::PreviousReply(name) => format!("For the next page, {}", copy(name, "previous")),
        NextPage::FirstReply(name) => format!("For all further pages, {}", copy(name, "first")),
        NextPage::Counting => "Increases with each page.".to_owned(),
    };
    match &paging.first {
        Some(Scalar::Text(text)) if text.is_empty() => format!("Empty for the first page. {next}"),
        Some(first) => format!("{} for the first page. {next}", doc_code(&first.to_string())),
        None => next,
    }
}

/// Returns the docs of an open enum.
pub(in crate::emit) fn values(param: &Param) -> String {
    let name = doc_code(&param.wire);
    match &param.kind {
        Kind::Named(values) if values.closed => format!("Values of {name}."),
        _ => format!("Known values of {name}. The service may accept others."),
    }
}

/// Returns the docs of a named value.
pub(in crate::emit) fn value(value: &NamedValue) -> String {
    let also = value.also.as_ref().map(|it| format!(" The service also accepts {}.", doc_code(it))).unwrap_or_default();
    let about = value.about.as_ref().and_then(Text::en).map(|it| format!(": {}", doc_note(it))).unwrap_or_default();
    format!("{}{about}.{also}", doc_code(&value.wire))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_begins_no_block() {
        assert_eq!(sentence("1", doc), "1\\.");
        assert_eq!(sentence("12", doc_note), "12\\.");
        assert_eq!(sentence("`` # x", doc_note), "\\# x.");
        assert_eq!(sentence("A text", doc), "A text.");
    }
}
