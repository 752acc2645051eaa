//! Types of responses.

use super::{ChangeKind, Changes, pairs};
use crate::model::{DataStruct, DataType, LearnedData, Operation};
use crate::version::Class;

/// Compares the types of an operation's responses. Structs are paired by name: programs use their names.
pub(super) fn compare(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    let (old, new) = match (&old.learned, &new.learned) {
        (Some(old), Some(new)) => (old, new),
        (None, Some(new)) => {
            let change = changes.add(ChangeKind::DataAdded, Class::Minor, subject, "reason-type-added");
            change.part(code(&new.data, new));
            return;
        }
        (Some(old), None) => {
            let change = changes.add(ChangeKind::DataRemoved, Class::Major, subject, "reason-type-removed");
            change.part(code(&old.data, old));
            return;
        }
        (None, None) => return,
    };
    let item = |it: &LearnedData| it.items.as_ref().map_or_else(|| code(&DataType::Any, it), |of| code(&of.item, it));
    for (part, was, now) in [("Data", code(&old.data, old), code(&new.data, new)), ("Item", item(old), item(new))] {
        if was != now {
            let change = changes.add(ChangeKind::DataFieldType, Class::Major, subject, "reason-other-field-type");
            change.part(part).was(was).now(now);
        }
    }
    for pair in pairs(&old.structs, &new.structs, |it| it.name.as_str()) {
        match pair {
            (Some(was), Some(now)) => fields((old, was), (new, now), subject, changes),
            (Some(was), None) => {
                let change = changes.add(ChangeKind::DataRemoved, Class::Major, subject, "reason-type-removed");
                change.part(was.name.as_str());
            }
            (None, Some(now)) => {
                let change = changes.add(ChangeKind::DataAdded, Class::Minor, subject, "reason-type-added");
                change.part(now.name.as_str());
            }
            (None, None) => {}
        }
    }
}

fn fields(
    (old, was): (&LearnedData, &DataStruct),
    (new, now): (&LearnedData, &DataStruct),
    subject: &str,
    changes: &mut Changes,
) {
    for pair in pairs(&was.fields, &now.fields, |it| it.name.as_str()) {
        match pair {
            (Some(before), Some(after)) => {
                let kinds = (code(&before.kind, old), code(&after.kind, new));
                if kinds.0 != kinds.1 || before.key != after.key {
                    let change =
                        changes.add(ChangeKind::DataFieldType, Class::Major, subject, "reason-other-field-type");
                    change.part(format!("{}.{}", now.name, after.name)).was(kinds.0).now(kinds.1);
                }
            }
            (Some(before), None) => {
                let change = changes.add(ChangeKind::DataFieldRemoved, Class::Major, subject, "reason-field-removed");
                change.part(format!("{}.{}", was.name, before.name));
            }
            (None, Some(after)) => {
                let change = changes.add(ChangeKind::DataFieldAdded, Class::Minor, subject, "reason-field-added");
                change.part(format!("{}.{}", now.name, after.name)).now(code(&after.kind, new));
            }
            (None, None) => {}
        }
    }
}

/// Returns a type as Rust code, as docs show it.
fn code(kind: &DataType, data: &LearnedData) -> String {
    match kind {
        DataType::Any => "Value".to_owned(),
        DataType::Flag => "bool".to_owned(),
        DataType::Integer => "i64".to_owned(),
        DataType::Number => "Number".to_owned(),
        DataType::Text => "String".to_owned(),
        DataType::Digits => "Digits".to_owned(),
        DataType::List(inner) => format!("Vec<{}>", code(inner, data)),
        DataType::Map(inner) => format!("BTreeMap<String, {}>", code(inner, data)),
        DataType::Struct(index) => data.structs[*index].name.clone(),
        DataType::Boxed(index) => format!("Box<{}>", data.structs[*index].name),
        DataType::Optional(inner) => format!("Option<{}>", code(inner, data)),
    }
}
