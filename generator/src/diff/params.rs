//! Parameters of one operation.

use super::reasons::{NEW_FUNCTION, NO_FUNCTION, ONLY_DOCS, OTHER_ARGUMENTS, SAME_SURFACE};
use super::{ChangeKind, Changes, groups, none, pairs, renamed_params};
use crate::kinds::{kind, limits};
use crate::languages::{Arg, Message};
use crate::model::{Kind, Limits, NamedValues, Operation, Param, Presence, Scalar};
use crate::version::Class;

pub(super) fn compare(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    let renamed = renamed_params::find(old, new);
    let by_place = old.args.is_none() && new.args.is_none();
    let argument = |of: &Operation, param: &Param| of.required_params().position(|it| it.wire == param.wire);
    for (was, now) in &renamed {
        let stays = argument(old, was) == argument(new, now);
        // Programs do not write the name of a positional argument.
        let (class, reason) = match (was.presence, &was.kind) {
            // Arguments are in the order of their names.
            (Presence::Required, _) if by_place && !stays => (Class::Major, "reason-other-position"),
            _ if was.name == now.name => (Class::Patch, "reason-same-name"),
            (Presence::Required, kind) if by_place && !matches!(kind, Kind::Named(_)) => {
                (Class::Patch, "reason-by-position")
            }
            _ => (Class::Major, "reason-function-renamed"),
        };
        let change = changes.add(ChangeKind::ParamRenamed, class, subject, reason);
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
    // A member whose name in Rust changed, too, has been reported already.
    let renamed: Vec<_> = renamed.iter().filter(|it| it.0.name != it.1.name).map(|it| it.1.key.as_str()).collect();
    groups::compare(old, new, &renamed, subject, changes);
}

fn added(param: &Param, subject: &str, changes: &mut Changes) {
    let (class, reason) = match param.presence {
        Presence::Required => (Class::Major, OTHER_ARGUMENTS),
        // If its group changed in other ways, too, the comparison of groups reports that.
        Presence::Default | Presence::Selector(_) | Presence::Optional => (Class::Minor, NEW_FUNCTION),
        Presence::Stream => (Class::Patch, SAME_SURFACE),
    };
    let presence = match param.presence {
        Presence::Required => "need-required",
        Presence::Default if param.required == Some(true) => "need-default-sent",
        Presence::Default => "need-default-optional",
        Presence::Selector(_) => "need-group",
        Presence::Optional if param.required.is_none() => "need-unpublished",
        Presence::Stream | Presence::Optional => "need-optional",
    };
    let now = Message::new("param-kind-and-need").with("kind", kind(&param.kind)).with("need", Message::new(presence));
    changes.add(ChangeKind::ParamAdded, class, subject, reason).part(param.key.as_str()).now(now);
}

fn removed(param: &Param, subject: &str, changes: &mut Changes) {
    let (class, reason) = match param.presence {
        Presence::Required => (Class::Major, OTHER_ARGUMENTS),
        Presence::Stream => (Class::Patch, SAME_SURFACE),
        _ => (Class::Major, NO_FUNCTION),
    };
    changes.add(ChangeKind::ParamRemoved, class, subject, reason).part(param.key.as_str());
}

fn param(
    (before, old): (&Operation, &Param),
    (after, new): (&Operation, &Param),
    subject: &str,
    changes: &mut Changes,
) {
    let wire = new.key.as_str();
    if old.name != new.name {
        let change = changes.add(ChangeKind::ParamName, Class::Major, subject, "reason-function-renamed");
        change.part(wire).was(&old.name).now(&new.name);
    }
    presence(old, new, subject, changes);
    kinds((before, old), (after, new), subject, changes);
    if old.default != new.default {
        let text = |it: &Option<Scalar>| it.as_ref().map_or_else(none, |it| format!("`{it}`").into());
        let change = changes.add(ChangeKind::ParamDefault, Class::Patch, subject, SAME_SURFACE);
        change.part(wire).was(text(&old.default)).now(text(&new.default));
    }
    if old.limits != new.limits {
        let change = changes.add(ChangeKind::ParamLimits, Class::Patch, subject, ONLY_DOCS);
        let text = |it: &Limits| match limits(it) {
            all if all.is_empty() => none(),
            all => all.into(),
        };
        change.part(wire).was(text(&old.limits)).now(text(&new.limits));
    }
    match (&old.deprecated, &new.deprecated) {
        (None, Some(_)) => {
            let reason = "reason-compiler-warns";
            changes.add(ChangeKind::ParamDeprecated, Class::Minor, subject, reason).part(wire);
        }
        (Some(_), None) => {
            changes.add(ChangeKind::ParamRestored, Class::Patch, subject, SAME_SURFACE).part(wire);
        }
        _ => {}
    }
    let placed = |it: &Param| {
        let times = it.times.iter().map(|it| {
            let times = Message::new("value-times").with("value", it.value.to_string());
            times.with("factor", it.factor.to_string()).into()
        });
        let paths = it.paths().iter().map(Arg::from).chain(it.shape().map(Arg::from));
        paths.chain(times).collect::<Vec<Arg>>()
    };
    if placed(old) != placed(new) {
        let change = changes.add(ChangeKind::EndpointFormat, Class::Patch, subject, SAME_SURFACE);
        change.part(Message::new("part-sending").with("name", wire)).was(placed(old)).now(placed(new));
    }
    // If the need changed, too, that has been reported already, unless the fact is no longer published.
    let same_need = old.presence == new.presence;
    let required = |it: &Param| if same_need { it.required } else { it.required.map(|_| true) };
    let said = (&old.about, &old.example, &old.note, &old.source, required(old), &old.assumptions, &old.media)
        != (&new.about, &new.example, &new.note, &new.source, required(new), &new.assumptions, &new.media);
    if said || (old.deprecated.is_some() && new.deprecated.is_some() && old.deprecated != new.deprecated) {
        changes
            .add(ChangeKind::DocsChanged, Class::Patch, subject, ONLY_DOCS)
            .part(wire)
            .now(Message::new("part-param").with("name", wire));
    }
}

fn presence(old: &Param, new: &Param, subject: &str, changes: &mut Changes) {
    // If the catalog no longer states it, it is reported as unpublished, not as optional.
    let optional = if new.required.is_some() { "now-optional" } else { "now-unpublished" };
    let (what, class, reason, now) = match (old.presence, new.presence) {
        // Parameters that moved into or out of a group are reported with the group, except those that are now required.
        (Presence::Selector(_), Presence::Required) => (ChangeKind::ParamRequired, Class::Major, OTHER_ARGUMENTS, ""),
        (Presence::Selector(_), _) | (_, Presence::Selector(_)) => return,
        (Presence::Required, Presence::Required) => return,
        (_, Presence::Required) => (ChangeKind::ParamRequired, Class::Major, OTHER_ARGUMENTS, ""),
        (Presence::Required, Presence::Default) => {
            (ChangeKind::ParamOptional, Class::Major, OTHER_ARGUMENTS, "now-optional-with-default")
        }
        (Presence::Required, _) => (ChangeKind::ParamOptional, Class::Major, OTHER_ARGUMENTS, optional),
        (Presence::Optional, Presence::Default) => {
            (ChangeKind::ParamRequired, Class::Patch, SAME_SURFACE, "and-has-default")
        }
        (Presence::Default, Presence::Optional) => (ChangeKind::ParamOptional, Class::Patch, SAME_SURFACE, optional),
        (Presence::Stream, Presence::Default | Presence::Optional) => {
            (ChangeKind::ParamOptional, Class::Minor, NEW_FUNCTION, optional)
        }
        (Presence::Default | Presence::Optional, Presence::Stream) => {
            (ChangeKind::ParamOptional, Class::Major, NO_FUNCTION, optional)
        }
        _ => return,
    };
    let now = if now.is_empty() { Arg::from("") } else { Message::new(now).into() };
    changes.add(what, class, subject, reason).part(new.key.as_str()).now(now);
}

/// Returns true if a parameter is a field of a struct, where its type must match exactly.
fn is_field(operation: &Operation, param: &Param) -> bool {
    match param.presence {
        Presence::Required => operation.args.is_some(),
        Presence::Selector(_) => true,
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
    // The type of seconds contains their range.
    let has_range = matches!(new.kind, Kind::Seconds { .. }) && old.limits != new.limits;
    if old.kind == new.kind && !has_range {
        return;
    }
    let field = is_field(before, old) || is_field(after, new);
    let (class, reason) = match (&old.kind, &new.kind) {
        _ if field => (Class::Major, "reason-field-type"),
        (Kind::Any, _) => (Class::Major, "reason-narrower-type"),
        (Kind::Text, Kind::Named(values)) if !values.integers && values.separator.is_none() && !values.closed => {
            (Class::Minor, "reason-text-still-accepted")
        }
        _ => (Class::Major, OTHER_ARGUMENTS),
    };
    let change = changes.add(ChangeKind::ParamType, class, subject, reason);
    change.part(wire).was(kind(&old.kind)).now(kind(&new.kind));
}

fn values(old: &NamedValues, new: &NamedValues, wire: &str, subject: &str, changes: &mut Changes) {
    for pair in pairs(&old.values, &new.values, |it| &it.variant) {
        match pair {
            (Some(was), None) => {
                let change = changes.add(ChangeKind::ValueRemoved, Class::Major, subject, "reason-variant-removed");
                change.part(wire).was(&was.label);
            }
            (None, Some(now)) => {
                let change = changes.add(ChangeKind::ValueAdded, Class::Minor, subject, "reason-variant-added");
                change.part(wire).now(&now.label);
            }
            (Some(was), Some(now)) if was.wire != now.wire => {
                let change = changes.add(ChangeKind::ValueChanged, Class::Patch, subject, SAME_SURFACE);
                change.part(wire).was(&was.wire).now(&now.wire);
            }
            (Some(was), Some(now)) if (&was.label, &was.also, &was.about) != (&now.label, &now.also, &now.about) => {
                let change = changes.add(ChangeKind::DocsChanged, Class::Patch, subject, ONLY_DOCS);
                change.part(wire).now(Message::new("part-value").with("value", &now.label).with("name", wire));
            }
            _ => {}
        }
    }
    if old.separator != new.separator {
        let text = |it: &NamedValues| {
            Message::new("type-several-values").with("separator", it.separator.as_deref().unwrap_or_default())
        };
        let change = changes.add(ChangeKind::ParamType, Class::Patch, subject, SAME_SURFACE);
        change.part(wire).was(text(old)).now(text(new));
    }
}
