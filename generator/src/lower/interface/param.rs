//! Lowers a parameter of an operation.

use gatewright_runtime::Decimal;

use super::{assumptions, one_of, unknown};
use crate::catalog::{InterfaceParam, InterfaceSpec, OperationSpec};
use crate::model::{
    BodyLocation, ChatPart, Format, Kind, Limits, Location, Medium, NamedValue, NamedValues, PARTS, Param, Part,
    Presence, PriceFactor, REPLIES, Reply, Scalar, Text, VIDEO_PROPERTIES,
};
use crate::names::{self, Scope};
use crate::report::{Report, Span, Spanned};

pub(super) fn lower(
    spec: &InterfaceParam,
    operation: &OperationSpec,
    interface: &InterfaceSpec,
    in_query: bool,
    report: &mut Report,
) -> Option<Param> {
    let paths = if spec.paths.is_empty() { std::slice::from_ref(&spec.name) } else { &spec.paths };
    for path in paths {
        check_path(path, report)?;
    }
    for path in &spec.also {
        check_also(path, report)?;
    }
    let streams = match &spec.mode {
        None => false,
        Some(mode) if mode.value == "stream" => true,
        Some(mode) => return unknown(mode, "mode", ["stream"], report),
    };
    let kind = kind(spec, operation, report)?;
    check_default(spec, &kind, report);
    if spec.sent && spec.default.is_none() {
        report
            .error("no-default", spec.name.span, format!("`{}` is always sent but has no default", spec.name.value))
            .label("missing `default`")
            .hint("add `default`, or remove `sent`");
    }
    let decides = match &spec.decides {
        None => None,
        Some(it) => Some(one_of(it, "aspect", &VIDEO_PROPERTIES, report)?),
    };
    let values = |of: &[Spanned<String>]| of.iter().map(|it| it.value.clone()).collect();
    let body = BodyLocation { paths: values(paths), also: values(&spec.also), shape: spec.shape.clone() };
    Some(Param {
        key: spec.name.value.clone(),
        name: names::snake(spec.rename.as_deref().unwrap_or(&spec.name.value), Scope::Request),
        presence: match (streams, spec.required, spec.sent) {
            (true, ..) => Presence::Stream,
            (_, _, true) => Presence::Default,
            (_, true, _) => Presence::Required,
            (_, false, _) => Presence::Optional,
        },
        published_type: None,
        limits: Limits { min: spec.min, max: spec.max, ..Limits::default() },
        default: spec.default.as_ref().map(|it| it.value.clone()),
        example: spec.example.clone(),
        about: spec.doc.clone().unwrap_or_default(),
        note: None,
        paging: None,
        deprecated: None,
        ignored_with: Vec::new(),
        required: Some(spec.required),
        source: spec.source.clone(),
        location: match kind {
            _ if in_query => Location::Query,
            Kind::File | Kind::Image => Location::Form,
            _ => Location::Body(body),
        },
        times: times(spec, report),
        media: spec.media.clone(),
        decides,
        assumptions: assumptions(&spec.assumptions, &interface.assumptions, report),
        span: spec.name.span,
        wire: paths[0].value.clone(),
        kind,
    })
}

/// Returns the parameter of an operation whose body is not published.
pub(super) fn whole_body(span: Span) -> Param {
    let name = "body".to_owned();
    Param {
        key: name.clone(),
        wire: name.clone(),
        name,
        kind: Kind::Json,
        published_type: None,
        presence: Presence::Required,
        limits: Limits::default(),
        default: None,
        example: None,
        about: Text::default(),
        note: None,
        paging: None,
        deprecated: None,
        ignored_with: Vec::new(),
        required: Some(true),
        source: None,
        location: Location::WholeBody,
        times: Vec::new(),
        media: None,
        decides: None,
        assumptions: Vec::new(),
        span,
    }
}

fn check_path(path: &Spanned<String>, report: &mut Report) -> Option<()> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"._".contains(&b);
    let plain = path.value.strip_suffix("[]").unwrap_or(&path.value);
    if !plain.is_empty() && plain.bytes().all(fits) {
        return Some(());
    }
    report
        .error("bad-param", path.span, format!("`{}` cannot be a field", path.value))
        .hint("use letters, digits and `_`, dots between the names of nested objects, and `[]` after an array");
    None
}

/// Checks a field that the client only reads. Its path may lead through a list and skip items that have a key.
fn check_also(path: &Spanned<String>, report: &mut Report) -> Option<()> {
    let (list, behind) = path.value.split_once('[').unwrap_or((&path.value, "]"));
    let (key, rest) = behind.split_once(']').unwrap_or(("", "["));
    let plain = format!("{list}{}{rest}", key.trim_start_matches('!'));
    check_path(&Spanned { value: plain, span: path.span }, report)
}

fn check_default(spec: &InterfaceParam, kind: &Kind, report: &mut Report) {
    let Some(default) = &spec.default else { return };
    let fits = match (kind, &default.value) {
        (Kind::Flag, Scalar::Flag(_)) | (Kind::Integer | Kind::Seconds { as_text: false }, Scalar::Integer(_)) => true,
        (Kind::Text | Kind::Size | Kind::Ratio, Scalar::Text(_)) => true,
        (Kind::Named(values), Scalar::Text(text)) => values.values.iter().any(|it| it.wire == *text),
        _ => false,
    };
    if !fits {
        report
            .error("default-type", default.span, format!("the default of `{}` is not a valid value", spec.name.value))
            .hint("correct the default or the type");
    }
}

/// Returns the factors of the values.
fn times(spec: &InterfaceParam, report: &mut Report) -> Vec<PriceFactor> {
    let mut all = Vec::new();
    for (label, factor) in &spec.times {
        let value = spec.values.iter().find(|(known, _)| known == label).map(|(_, value)| value.value.clone());
        match (value, factor.value.parse::<Decimal>()) {
            (Some(value), Ok(factor)) => all.push(PriceFactor { value, factor }),
            (None, _) => {
                report
                    .error("unknown-label", factor.span, format!("unknown label `{label}`"))
                    .hint("use a label of `values`");
            }
            (_, Err(_)) => {
                report
                    .error("bad-factor", factor.span, format!("`{}` is not a decimal number", factor.value))
                    .hint("write a number such as \"1.33\"");
            }
        }
    }
    all
}

const PLAIN: [(&str, Kind); 17] = [
    ("text", Kind::Text),
    ("integer", Kind::Integer),
    ("number", Kind::Number),
    ("flag", Kind::Flag),
    ("json", Kind::Json),
    ("object", Kind::Object),
    ("[text]", Kind::Texts),
    ("file", Kind::File),
    ("picture", Kind::Image),
    ("image", Kind::Link(Medium::Image)),
    ("video", Kind::Link(Medium::Video)),
    ("audio", Kind::Link(Medium::Audio)),
    ("size", Kind::Size),
    ("ratio", Kind::Ratio),
    ("ratio-or-adaptive", Kind::RatioOrAdaptive),
    ("seconds", Kind::Seconds { as_text: false }),
    ("seconds-text", Kind::Seconds { as_text: true }),
];

fn kind(spec: &InterfaceParam, operation: &OperationSpec, report: &mut Report) -> Option<Kind> {
    let plain = |text: &str| PLAIN.into_iter().find(|(name, _)| *name == text).map(|(_, kind)| kind);
    let written = || {
        let (_, part) = PARTS.iter().find(|(name, _)| *name == spec.kind.value)?;
        match REPLIES.iter().find(|(name, _)| *name == operation.reply.value)?.1 {
            Reply::Conversation(Format::Messages | Format::Responses) if *part == Part::StreamOptions => None,
            Reply::Conversation(format) => Some(Kind::ChatPart(ChatPart { format, part: *part })),
            _ => None,
        }
    };
    let many = || {
        let inner = spec.kind.value.strip_prefix('[')?.strip_suffix(']')?;
        Some(Kind::List(Box::new(plain(inner)?)))
    };
    let Some(kind) = plain(&spec.kind.value).or_else(written).or_else(many) else {
        let known = PLAIN.iter().map(|(name, _)| *name).chain(PARTS.iter().map(|(name, _)| *name));
        return unknown(&spec.kind, "type", known, report);
    };
    if spec.values.is_empty() {
        return Some(kind);
    }
    let value = |(label, value): &(String, Spanned<String>)| NamedValue {
        name: None,
        variant: names::variant(label),
        label: label.clone(),
        wire: value.value.clone(),
        also: None,
        about: None,
        span: value.span,
    };
    Some(Kind::Named(NamedValues {
        name: names::camel(&[&operation.endpoint, &spec.name.value]),
        integers: false,
        values: spec.values.iter().map(value).collect(),
        separator: None,
        closed: !spec.open,
    }))
}
