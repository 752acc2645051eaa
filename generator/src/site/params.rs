//! Parameters on the page of an operation.

mod kinds;

use crate::kinds::range;
pub(super) use kinds::{kind, paged};
use kinds::{limits, scalar};

use super::html::Html;
use super::lang::{Language, Localized};
use crate::model::{Assumption, Count, Kind, Location, NamedValue, NamedValues, Operation, Param, Presence};

/// Shown in place of a fact that is not published. A page that shows it also has the message `dash-legend`.
const NOT_PUBLISHED: &str = "—";

/// Parameters that are shown together: those of the groups that they satisfy, or those without a group.
pub(super) struct Block<'a> {
    pub(super) groups: Vec<&'a [String]>,
    pub(super) rows: Vec<Row<'a>>,
    /// True if it is not the first block with groups.
    pub(super) again: bool,
}

/// A parameter.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) kind: String,
    pub(super) presence: ValueSource,
    pub(super) about: Option<Localized<'a>>,
    pub(super) note: Option<Localized<'a>>,
    pub(super) limits: Vec<String>,
    pub(super) values: Vec<Valued<'a>>,
    /// True if it accepts other values, too.
    pub(super) is_open: bool,
    pub(super) default: Option<String>,
    pub(super) example: Option<&'a str>,
    pub(super) ignored_with: &'a [String],
    pub(super) deprecated: Option<Localized<'a>>,
    pub(super) source: Option<Localized<'a>>,
    /// Paths in the body, if they differ from its name.
    pub(super) paths: Vec<&'a str>,
    /// Requirements on files, and price factors of values.
    pub(super) facts: Vec<String>,
    /// Assumptions: the gap in the documents, then the client's rule.
    pub(super) assumptions: Vec<Localized<'a>>,
    /// True if it is a pagination parameter, which the page explains elsewhere.
    pub(super) pages: bool,
}

impl Row<'_> {
    /// Returns true if the row has any text after the name, the type and the limits.
    pub(super) fn is_described(&self) -> bool {
        self.about.is_some()
            || self.note.is_some()
            || self.deprecated.is_some()
            || !self.ignored_with.is_empty()
            || !self.values.is_empty()
            || self.default.is_some()
            || self.example.is_some()
            || self.source.is_some()
            || !self.paths.is_empty()
            || self.pages
            || !self.facts.is_empty()
            || !self.assumptions.is_empty()
    }

    /// Returns true if its type is unknown, or if it is unknown whether it is required.
    pub(super) fn has_gaps(&self) -> bool {
        self.kind == NOT_PUBLISHED || self.presence == ValueSource::Unknown
    }
}

/// A value of the parameter.
pub(super) struct Valued<'a> {
    pub(super) wire: &'a str,
    /// Another spelling.
    pub(super) also: Option<&'a str>,
    /// Meaning.
    pub(super) about: Option<Localized<'a>>,
    /// Name, if there is no other text about its meaning.
    pub(super) name: Option<Localized<'a>>,
}

/// Source of the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueSource {
    Required,
    /// The caller, as one of a group.
    OneOf,
    /// The parameter is required, and the client sends its default.
    Sent,
    /// The service fills in the default, and so does the client, so that the estimate matches the request.
    Filled,
    Optional,
    Unknown,
}

impl ValueSource {
    /// Returns the word for programs that read the page.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Required | Self::Sent => "required",
            Self::OneOf => "one-of",
            Self::Optional | Self::Filled => "optional",
            Self::Unknown => "unknown",
        }
    }

    /// Returns true if the client sends its default.
    pub(super) const fn is_sent(self) -> bool {
        matches!(self, Self::Sent | Self::Filled)
    }

    pub(super) fn says(self, lang: Language) -> &'static str {
        match self {
            Self::Required | Self::Sent => lang.t("required"),
            Self::OneOf => lang.t("one-of"),
            Self::Optional | Self::Filled => lang.t("optional"),
            Self::Unknown => NOT_PUBLISHED,
        }
    }
}

/// Returns a limit on the number of values.
pub(super) fn counted(operation: &Operation, count: &Count, lang: Language) -> Option<(String, Html)> {
    let (max, names) = (count.max?, count.of.iter().map(|&it| format!("`{}`", operation.params[it].name)));
    let names = names.collect::<Vec<_>>().join(lang.t("mark-list"));
    let text = lang.say("at-most-of", [("max", max.into()), ("names", names.into())]);
    let html = lang.own(&text).prose();
    Some((text, html))
}

/// Returns the required parameters, then the members of each selector together, then all others.
pub(super) fn blocks(operation: &Operation, lang: Language) -> Vec<Block<'_>> {
    let of = |fits: &dyn Fn(&Presence) -> bool| -> Vec<_> {
        operation.params.iter().filter(|it| fits(&it.presence)).map(|it| row(it, lang)).collect()
    };
    let mut needed: Vec<_> = operation.models.as_ref().map(|_| model(lang)).into_iter().collect();
    needed.extend(of(&|it| matches!(it, Presence::Required | Presence::Default)));
    let mut blocks = vec![Block { groups: Vec::new(), rows: needed, again: false }];
    for (number, selector) in operation.selectors.iter().enumerate() {
        let groups = selector.groups.iter().map(Vec::as_slice).collect();
        blocks.push(Block { groups, rows: of(&|it| *it == Presence::Selector(number)), again: number > 0 });
    }
    let rest = of(&|it| matches!(it, Presence::Stream | Presence::Optional));
    blocks.push(Block { groups: Vec::new(), rows: rest, again: false });
    blocks.retain(|it| !it.rows.is_empty());
    blocks
}

/// Returns the row of the model, which is an argument of every call that takes one, but not in the list of parameters.
fn model(lang: Language) -> Row<'static> {
    Row {
        name: "model",
        kind: kind(&Kind::Text, lang),
        presence: ValueSource::Required,
        about: Some(lang.own(lang.t("model-about"))),
        note: None,
        limits: Vec::new(),
        values: Vec::new(),
        is_open: false,
        default: None,
        example: None,
        ignored_with: &[],
        deprecated: None,
        source: None,
        paths: Vec::new(),
        facts: Vec::new(),
        assumptions: Vec::new(),
        pages: false,
    }
}

fn row(param: &Param, lang: Language) -> Row<'_> {
    let named = match &param.kind {
        Kind::Named(named) => Some(named),
        _ => None,
    };
    let several = param.paths().len() > 1;
    let streams = (param.presence == Presence::Stream).then(|| lang.own(lang.t("stream-param-about")));
    let body = (param.location == Location::WholeBody).then(|| lang.own(lang.t("open-body")));
    Row {
        name: &param.key,
        kind: if param.kind == Kind::Any { NOT_PUBLISHED.to_owned() } else { kind(&param.kind, lang) },
        presence: match param.presence {
            Presence::Required => ValueSource::Required,
            Presence::Default if param.required != Some(true) => ValueSource::Filled,
            Presence::Default => ValueSource::Sent,
            Presence::Selector(_) => ValueSource::OneOf,
            Presence::Stream => ValueSource::Optional,
            Presence::Optional if param.required.is_some() => ValueSource::Optional,
            Presence::Optional => ValueSource::Unknown,
        },
        about: about(param, lang),
        note: param.note.as_ref().and_then(|it| lang.of(it)).or(streams).or(body),
        limits: limits(&param.limits, lang),
        values: named.iter().flat_map(|all| all.values.iter().map(|it| valued(it, param, all, lang))).collect(),
        is_open: named.is_some_and(|it| !it.closed),
        default: param.default.as_ref().map(|it| scalar(it, lang)),
        example: param.example.as_deref(),
        ignored_with: &param.ignored_with,
        deprecated: param.deprecated.as_ref().and_then(|it| lang.of(it)),
        source: param.source.as_deref().map(|it| lang.own(lang.find("source", it).unwrap_or(it))),
        paths: param.paths().iter().map(String::as_str).filter(|it| *it != param.key || several).collect(),
        facts: facts(param, lang),
        assumptions: Assumption::say(&param.assumptions).into_iter().filter_map(|it| lang.of(it)).collect(),
        pages: param.paging.is_some(),
    }
}

/// Returns a value with its texts. Values in letters that the reader knows explain themselves, as do sizes and ratios;
/// their names are only the spelling in Rust.
fn valued<'a>(value: &'a NamedValue, param: &'a Param, all: &NamedValues, lang: Language) -> Valued<'a> {
    let about = value.about.as_ref().and_then(|it| lang.of(it));
    let is_read = |c: char| c.is_ascii_alphabetic() || (!lang.is_english() && c.is_alphabetic());
    let speaks =
        about.is_some() || param.location != Location::Query || all.values.iter().any(|it| it.wire.contains(is_read));
    let name = (!speaks && value.label != value.wire).then(|| value.label.replace('_', " "));
    let own = |it: String| Localized { text: it.into(), lang: "en".into(), foreign: !lang.is_english() };
    let name = name.map(|it| value.name.as_ref().and_then(|it| lang.of(it)).unwrap_or_else(|| own(it)));
    Valued { wire: &value.wire, also: value.also.as_deref(), about, name }
}

/// Returns the description of a parameter.
fn about(param: &Param, lang: Language) -> Option<Localized<'_>> {
    lang.of(&param.about)
}

fn facts(param: &Param, lang: Language) -> Vec<String> {
    let times = param.times.iter().map(|it| {
        lang.say("price-factor", [("value", it.value.to_string().into()), ("factor", it.factor.to_string().into())])
    });
    let media = param.media.iter().flat_map(|media| {
        let seconds = range(media.min_seconds, media.max_seconds);
        let seconds = seconds.map(|it| lang.say("count-of-seconds", [("range", it.into())]));
        let formats: Vec<_> = media.formats.iter().map(|it| it.to_uppercase()).collect();
        seconds.into_iter().chain((!formats.is_empty()).then(|| formats.join(" / ")))
    });
    times.chain(media).collect()
}
