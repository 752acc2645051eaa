//! Parameters of one operation.

use super::reasons::{NEW_FUNCTION, NO_FUNCTION, ONLY_DOCS, OTHER_ARGUMENTS, SAME_SURFACE};
use super::{Changes, What, groups, pairs, renamed_params};
use crate::model::{Kind, Limits, NamedValues, Need, Operation, Param, Scalar};
use crate::version::Class;

pub(super) fn compare(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    let renamed = renamed_params::find(old, new);
    let by_place = old.args.is_none() && new.args.is_none();
    let argument = |of: &Operation, param: &Param| of.obligations().position(|it| it.wire == param.wire);
    for (was, now) in &renamed {
        let stays = argument(old, was) == argument(new, now);
        // What is given by its place alone has a name that no program writes.
        let (class, reason) = match (was.need, &was.kind) {
            // Arguments are in the order of their names.
            (Need::Caller, _) if by_place && !stays => (Class::Major, "it is given at another place"),
            _ if was.name == now.name => (Class::Patch, "what takes it has the same name"),
            (Need::Caller, kind) if by_place && !matches!(kind, Kind::Named(_)) => {
                (Class::Patch, "it is given by its place, not by its name")
            }
            _ => (Class::Major, "what takes it has another name"),
        };
        let change = changes.add(What::ParamRenamed, class, subject, reason);
        change.was(was.key.as_str()).now(now.key.as_str());
    }
    for pair in pairs(&old.params, &new.params, |it| it.key.as_str()) {
        match pair {
            (Some(was), Some(now)) => param((old, was), (new, now), subject, changes),
            (Some(was), None) if renamed.iter().all(|it| it.0.key != was.key) => removed(was, subject, changes),
            (None, Some(now)) if renamed.iter().all(|it| it.1.key != now.key) => added(now, subject, changes),
            _ => {}
        }
    }
    // A member that has another name in Rust, too, was mentioned already.
    let renamed: Vec<_> = renamed.iter().filter(|it| it.0.name != it.1.name).map(|it| it.1.key.as_str()).collect();
    groups::compare(old, new, &renamed, subject, changes);
}

fn added(param: &Param, subject: &str, changes: &mut Changes) {
    let (class, reason) = match param.need {
        Need::Caller => (Class::Major, OTHER_ARGUMENTS),
        // If there is more to it than that, its group says so.
        Need::Client | Need::Selector(_) | Need::Nobody => (Class::Minor, NEW_FUNCTION),
        Need::Stream => (Class::Patch, SAME_SURFACE),
    };
    let need = match param.need {
        Need::Caller => "required",
        Need::Client if param.required == Some(true) => "required, with a default",
        Need::Client => "optional, and its default is sent",
        Need::Selector(_) => "in a group",
        Need::Nobody if param.required.is_none() => "not said to be required",
        Need::Stream | Need::Nobody => "optional",
    };
    let now = format!("{}, {need}", kind(&param.kind));
    changes.add(What::ParamAdded, class, subject, reason).part(param.key.as_str()).now(now);
}

fn removed(param: &Param, subject: &str, changes: &mut Changes) {
    let (class, reason) = match param.need {
        Need::Caller => (Class::Major, OTHER_ARGUMENTS),
        Need::Stream => (Class::Patch, SAME_SURFACE),
        _ => (Class::Major, NO_FUNCTION),
    };
    changes.add(What::ParamRemoved, class, subject, reason).part(param.key.as_str());
}

fn param(
    (before, old): (&Operation, &Param),
    (after, new): (&Operation, &Param),
    subject: &str,
    changes: &mut Changes,
) {
    let wire = new.key.as_str();
    if old.name != new.name {
        let change = changes.add(What::ParamName, Class::Major, subject, "what takes it has another name");
        change.part(wire).was(&old.name).now(&new.name);
    }
    need(old, new, subject, changes);
    kinds((before, old), (after, new), subject, changes);
    if old.default != new.default {
        let text = |it: &Option<Scalar>| it.as_ref().map_or("none".into(), |it| format!("`{it}`"));
        let change = changes.add(What::ParamDefault, Class::Patch, subject, SAME_SURFACE);
        change.part(wire).was(text(&old.default)).now(text(&new.default));
    }
    if old.limits != new.limits {
        let change = changes.add(What::ParamLimits, Class::Patch, subject, ONLY_DOCS);
        change.part(wire).was(limits(&old.limits)).now(limits(&new.limits));
    }
    match (&old.deprecated, &new.deprecated) {
        (None, Some(_)) => {
            let reason = "a compiler warns of it";
            changes.add(What::ParamDeprecated, Class::Minor, subject, reason).part(wire);
        }
        (Some(_), None) => {
            changes.add(What::ParamRestored, Class::Patch, subject, SAME_SURFACE).part(wire);
        }
        _ => {}
    }
    let placed = |it: &Param| {
        let times = it.times.iter().map(|it| format!("{} times {}", it.value, it.factor));
        let places = it.places().iter().cloned().chain(it.shape().map(str::to_owned));
        places.chain(times).collect::<Vec<_>>().join(", ")
    };
    if placed(old) != placed(new) {
        let change = changes.add(What::EndpointFormat, Class::Patch, subject, SAME_SURFACE);
        change.part(format!("way of sending `{wire}`")).was(placed(old)).now(placed(new));
    }
    // Where the need changed, too, that has been said already, but for what is not published any more.
    let same_need = old.need == new.need;
    let required = |it: &Param| if same_need { it.required } else { it.required.map(|_| true) };
    let said = (&old.about, &old.example, &old.note, &old.source, required(old), &old.assumptions, &old.media)
        != (&new.about, &new.example, &new.note, &new.source, required(new), &new.assumptions, &new.media);
    if said || (old.deprecated.is_some() && new.deprecated.is_some() && old.deprecated != new.deprecated) {
        changes
            .add(What::DocsChanged, Class::Patch, subject, ONLY_DOCS)
            .part(wire)
            .now(format!("the parameter {wire}"));
    }
}

fn need(old: &Param, new: &Param, subject: &str, changes: &mut Changes) {
    // What the catalog does not say any more, nobody else may say for it.
    let optional = if new.required.is_some() { "optional now" } else { "not said to be required any more" };
    let (what, class, reason, now) = match (old.need, new.need) {
        // What went into a group is said of the group, and what came out of one, too, unless it is an obligation now.
        (Need::Selector(_), Need::Caller) => (What::ParamRequired, Class::Major, OTHER_ARGUMENTS, ""),
        (Need::Selector(_), _) | (_, Need::Selector(_)) => return,
        (Need::Caller, Need::Caller) => return,
        (_, Need::Caller) => (What::ParamRequired, Class::Major, OTHER_ARGUMENTS, ""),
        (Need::Caller, Need::Client) => {
            (What::ParamOptional, Class::Major, OTHER_ARGUMENTS, "optional now, since it has a default")
        }
        (Need::Caller, _) => (What::ParamOptional, Class::Major, OTHER_ARGUMENTS, optional),
        (Need::Nobody, Need::Client) => (What::ParamRequired, Class::Patch, SAME_SURFACE, ", and has a default"),
        (Need::Client, Need::Nobody) => (What::ParamOptional, Class::Patch, SAME_SURFACE, optional),
        (Need::Stream, Need::Client | Need::Nobody) => (What::ParamOptional, Class::Minor, NEW_FUNCTION, optional),
        (Need::Client | Need::Nobody, Need::Stream) => (What::ParamOptional, Class::Major, NO_FUNCTION, optional),
        _ => return,
    };
    changes.add(what, class, subject, reason).part(new.key.as_str()).now(now);
}

/// Whether a parameter is a field of a struct, where its type is exactly what it is.
fn is_field(operation: &Operation, param: &Param) -> bool {
    match param.need {
        Need::Caller => operation.args.is_some(),
        Need::Selector(_) => true,
        _ => false,
    }
}

fn kinds(
    (before, old): (&Operation, &Param),
    (after, new): (&Operation, &Param),
    subject: &str,
    changes: &mut Changes,
) {
    let wire = new.key.as_str();
    if let (Kind::Named(was), Kind::Named(now)) = (&old.kind, &new.kind)
        && (was.integers, was.separator.is_some(), was.closed) == (now.integers, now.separator.is_some(), now.closed)
    {
        return values(was, now, wire, subject, changes);
    }
    // Seconds have their range in their type.
    let has_range = matches!(new.kind, Kind::Seconds { .. }) && old.limits != new.limits;
    if old.kind == new.kind && !has_range {
        return;
    }
    let field = is_field(before, old) || is_field(after, new);
    let (class, reason) = match (&old.kind, &new.kind) {
        _ if field => (Class::Major, "a field is of another type"),
        (Kind::Any, _) => (Class::Major, "who passed a value of another type does not compile any more"),
        (Kind::Text, Kind::Named(values)) if !values.integers && values.separator.is_none() && !values.closed => {
            (Class::Minor, "text is taken as before, beside names")
        }
        _ => (Class::Major, OTHER_ARGUMENTS),
    };
    let change = changes.add(What::ParamType, class, subject, reason);
    change.part(wire).was(kind(&old.kind)).now(kind(&new.kind));
}

fn values(old: &NamedValues, new: &NamedValues, wire: &str, subject: &str, changes: &mut Changes) {
    for pair in pairs(&old.values, &new.values, |it| &it.variant) {
        match pair {
            (Some(was), None) => {
                let change = changes.add(What::ValueRemoved, Class::Major, subject, "its variant is gone");
                change.part(wire).was(&was.label);
            }
            (None, Some(now)) => {
                let change = changes.add(What::ValueAdded, Class::Minor, subject, "a variant is new");
                change.part(wire).now(&now.label);
            }
            (Some(was), Some(now)) if was.wire != now.wire => {
                let change = changes.add(What::ValueChanged, Class::Patch, subject, SAME_SURFACE);
                change.part(wire).was(&was.wire).now(&now.wire);
            }
            (Some(was), Some(now)) if (&was.label, &was.also, &was.about) != (&now.label, &now.also, &now.about) => {
                let change = changes.add(What::DocsChanged, Class::Patch, subject, ONLY_DOCS);
                change.part(wire).now(format!("the named value {} of {wire}", now.label));
            }
            _ => {}
        }
    }
    if old.separator != new.separator {
        let text =
            |it: &NamedValues| format!("several, with {:?} between", it.separator.as_deref().unwrap_or_default());
        let change = changes.add(What::ParamType, Class::Patch, subject, SAME_SURFACE);
        change.part(wire).was(text(old)).now(text(new));
    }
}

/// A type as people call it.
fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".into(),
        Kind::Integer => "a whole number".into(),
        Kind::Flag => "true or false".into(),
        Kind::Any => "a value of a type not known here".into(),
        Kind::Named(values) if values.separator.is_some() => "several named values".into(),
        Kind::Named(_) => "a named value".into(),
        Kind::Number => "a number".into(),
        Kind::Texts => "several texts".into(),
        Kind::Json => "JSON".into(),
        Kind::File => "a file".into(),
        Kind::Image => "a picture".into(),
        Kind::Link(medium) => format!("the address of {}", medium.in_words()),
        Kind::Size => "a size".into(),
        Kind::Ratio => "an aspect ratio".into(),
        Kind::RatioOrAdaptive => "an aspect ratio, or the media's own".into(),
        Kind::Seconds { as_text: false } => "seconds".into(),
        Kind::Seconds { as_text: true } => "seconds as text".into(),
        Kind::Object => "an object".into(),
        Kind::Many(one) => format!("several of {}", self::kind(one)),
        Kind::Written(written) => written.part.name().into(),
    }
}

fn limits(limits: &Limits) -> String {
    let range = |min: Option<i64>, max: Option<i64>, what: &str| match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{min} or more{what}")),
        (None, Some(max)) => Some(format!("at most {max}{what}")),
        (Some(min), Some(max)) => Some(format!("{min} to {max}{what}")),
    };
    let both = [range(limits.min, limits.max, ""), range(limits.min_length, limits.max_length, " characters")];
    let both: Vec<_> = both.into_iter().flatten().collect();
    if both.is_empty() { "none".into() } else { both.join(", ") }
}
