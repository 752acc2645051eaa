//! Plain texts in the tables of the runtime.

use gatewright_runtime::visible;

use crate::model::{Kind, Model, NamedValue, Operation, Param, Scalar};
use crate::text::Text;

/// Returns the summary of an operation.
pub(crate) fn operation(operation: &Operation, model: &Model) -> String {
    let platform = model.platforms.iter().find(|it| it.operations.iter().any(|own| own.id == operation.id));
    let subject = platform.map(|it| {
        let about = it.about.as_ref().and_then(Text::en).map(|it| format!(" ({it})")).unwrap_or_default();
        format!("`{}` of `{}`{about}.", operation.key, it.key)
    });
    let sentences = operation.about.iter().chain(&operation.notes).filter_map(Text::en).map(sentence);
    visible(&subject.into_iter().chain(sentences).collect::<Vec<_>>().join(" ")).into_owned()
}

/// Returns the description of a parameter.
pub(crate) fn param(param: &Param) -> String {
    let mut sentences: Vec<_> =
        [param.about.en(), param.note.as_ref().and_then(Text::en)].into_iter().flatten().map(sentence).collect();
    if let Kind::Named(values) = &param.kind {
        let value = |it: &NamedValue| {
            let about = it.about.as_ref().and_then(Text::en).map(|it| format!(", {it}")).unwrap_or_default();
            if it.label == it.wire { it.wire.clone() } else { format!("{} is {}{about}", it.wire, it.label) }
        };
        let values: Vec<_> = values.values.iter().map(value).collect();
        sentences.push(format!("Values: {}.", values.join("; ")));
    }
    let (min, max) = (param.limits.min_length, param.limits.max_length);
    sentences.extend(min.map(|it| format!("At least {it} characters.")));
    sentences.extend(max.map(|it| format!("At most {it} characters.")));
    sentences.extend(param.example.as_ref().map(|it| format!("Example: {it}.")));
    sentences.extend(param.deprecated.as_ref().and_then(Text::en).map(|it| format!("Deprecated: {it}.")));
    visible(&sentences.join(" ")).into_owned()
}

/// Returns a text with a full stop at its end.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?', '。', '！', '？']) { text.to_owned() } else { format!("{text}.") }
}

/// Returns a default as JSON.
pub(crate) fn json(default: &Scalar) -> String {
    match default {
        Scalar::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Scalar::Integer(number) => number.to_string(),
        Scalar::Flag(flag) => flag.to_string(),
    }
}
