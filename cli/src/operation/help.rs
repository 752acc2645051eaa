//! Help of an operation: price, errors that are free, and an example.

use gatewright::shell::quoted;
use gatewright_client::{CallKind, Field, OperationSpec, PlatformSpec, SERVICE, Status, visible};

use super::model;
use super::param::{PARAM, option_name};

/// Returns the summary of an operation, without its name and platform.
pub(crate) fn summary(spec: &OperationSpec) -> &'static str {
    match spec.about.split_once(". ") {
        Some((name, summary)) if name.starts_with('`') => summary,
        _ => spec.about,
    }
}

/// Returns the description of a platform, as a heading.
pub(super) fn of_platform(platform: &PlatformSpec) -> String {
    let mut letters = platform.about.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Platform".to_owned(),
    }
}

/// Returns the first sentence of a summary, and the others.
pub(super) fn sentences(summary: &'static str) -> (&'static str, &'static str) {
    match summary.find(". ") {
        Some(end) => (&summary[..=end], summary[end + 1..].trim_start()),
        None => (summary, ""),
    }
}

/// Returns the summary with price and status, for lists and completions.
pub(super) fn listing(spec: &OperationSpec) -> String {
    let status = match spec.status {
        None | Some(Status::Available) => String::new(),
        Some(other) => format!(", {}", visible(other.as_str())),
    };
    let price = spec.billing.price().map_or_else(|| "price unknown".to_owned(), |_| price(spec));
    format!("{} [{price}{status}]", summary(spec).trim_end())
}

/// Returns the price of an operation, such as `0.02 USD per call`.
fn price(spec: &OperationSpec) -> String {
    match (spec.billing.price(), spec.billing.unit()) {
        (Some(price), Some(unit)) => format!("{price} USD per {}", visible(unit)),
        (Some(price), None) => format!("{price} USD"),
        (None, _) => "unknown".to_owned(),
    }
}

/// Returns the end of the help of an operation.
pub(crate) fn details(spec: &OperationSpec, platform: &str, is_reserved: impl Fn(&str) -> bool) -> String {
    let mut statuses: Vec<_> = SERVICE.errors.iter().filter(|it| it.on == CallKind::Data).collect();
    statuses.sort_by_key(|it| it.status);
    let mut statuses: Vec<_> = statuses.iter().filter_map(|it| it.status).map(|it| it.to_string()).collect();
    statuses.dedup();
    let status = match spec.status {
        None | Some(Status::Available) => String::new(),
        Some(other) => format!("Status: {}\n", visible(other.as_str())),
    };
    format!(
        "Price: {}\nNot charged: responses without data, and the errors {}\n{status}\nExample:\n  {}",
        price(spec),
        statuses.join(", "),
        folded(&example(spec, platform, is_reserved))
    )
}

/// Returns the example of an operation, for a shell.
fn example(spec: &OperationSpec, platform: &str, is_reserved: impl Fn(&str) -> bool) -> String {
    let option = |field: &Field, value: &str| match option_name(field) {
        name if is_reserved(&name) => format!(" --{PARAM} {}", quoted(&format!("{}={value}", field.name))),
        name => format!(" --{name} {}", quoted(value)),
    };
    let options: String = spec.fields.iter().filter_map(|it| Some(option(it, it.example?))).collect();
    format!("gw {platform} {}{options}", spec.key)
}

/// Returns the example of a command for videos, with a model if there are several.
pub(crate) fn video_example(spec: &OperationSpec, main: Option<&str>) -> String {
    let given = || spec.fields.iter().filter_map(|it| Some((it, quoted(it.example?))));
    let prompt: String = given().filter(|it| main == Some(it.0.name)).map(|it| format!(" {}", it.1)).collect();
    let others = given().filter(|it| main != Some(it.0.name));
    let others: String = others.map(|(field, value)| format!(" --{} {value}", option_name(field))).collect();
    let model = model::example(spec).map(|it| format!(" --model {}", quoted(it))).unwrap_or_default();
    folded(&format!("gw video {}{prompt}{others}{model} --output video.mp4", spec.key))
}

/// Longest line of an example.
const LONGEST: usize = 76;

/// Returns a command line that continues on further lines if it is long, each with a backslash, as a shell reads it.
pub(crate) fn folded(line: &str) -> String {
    let (mut out, mut length) = (String::new(), 0);
    for (index, part) in line.split(" --").enumerate() {
        let part = if index == 0 { part.to_owned() } else { format!(" --{part}") };
        if index > 0 && length + part.len() > LONGEST {
            out.push_str(" \\\n     ");
            length = 5;
        }
        length += part.len();
        out.push_str(&part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_examples_have_several_lines() {
        let words = "word ".repeat(10);
        let line = format!("gw p2 post --note-id '{words}' --share-text '{words}' --index 1");
        let folded = folded(&line);
        assert_eq!(folded.lines().count(), 3, "{folded}");
        assert!(folded.lines().all(|it| it.len() <= 80), "{folded}");
        assert_eq!(folded.replace(" \\\n     ", ""), line);
    }
}
