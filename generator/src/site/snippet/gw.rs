//! Examples with the command line `gw`.

use super::Shown;
use crate::example;
use crate::model::{AUDIO_EXTENSION, CatalogModel, Format, Kind, Operation, Param, Platform, Presence, Reply};
use crate::shell::{option_name, quoted};

/// Options that `gw` itself has. Parameters with these names are passed with `--param`.
const OPTIONS: [&str; 22] = [
    "base-url",
    "ca-file",
    "catalog",
    "config",
    "cursor-at",
    "estimate",
    "format",
    "help",
    "items-at",
    "key-file",
    "max-usd",
    "output",
    "overwrite",
    "pages",
    "param",
    "profile",
    "proxy",
    "receipts-file",
    "resume",
    "retry-unknown",
    "select",
    "yes",
];

/// Commands of `gw` that call a model: operation, command, and parameter that is an argument without a name.
const COMMANDS: [(&str, &str, &str); 5] = [
    ("image", "image", "prompt"),
    ("image_edit", "image-edit", "prompt"),
    ("speech", "speech", "input"),
    ("transcription", "transcribe", "file"),
    ("translation", "translate", "file"),
];

/// Returns the command line of a call; `None` if `gw` has no command for it.
pub(super) fn example(shown: &Shown<'_>) -> Option<String> {
    let operation = shown.operation;
    if let Some(platform) = shown.platform {
        return Some(of_platform(operation, platform));
    }
    let name = &shown.catalog_model?.record.name;
    let (command, main) = match operation.reply {
        Reply::Conversation(Format::Chat) => return Some(format!("gw chat 'What is tea?' --model {}", quoted(name))),
        Reply::Task => (format!("video {}", operation.key), "prompt"),
        _ => COMMANDS.iter().find(|it| it.0 == operation.id).map(|it| (it.1.to_owned(), it.2))?,
    };
    let file = result(operation, shown.catalog_model).map(|it| format!(" --output {it}")).unwrap_or_default();
    let (main, others): (Vec<_>, Vec<_>) = required(operation).partition(|it| it.key == main);
    let value = |it: &Param| quoted(&value(it, operation, shown.catalog_model));
    let main: String = main.into_iter().map(|it| format!(" {}", value(it))).collect();
    let others: String =
        others.into_iter().map(|it| option(it, &self::value(it, operation, shown.catalog_model))).collect();
    Some(format!("gw {command}{main}{others} --model {}{file}", quoted(name)))
}

/// Returns the command line of a platform's operation.
pub(in crate::site) fn of_platform(operation: &Operation, platform: &Platform) -> String {
    let options = example::given(operation).into_iter().map(|it| option(it, &example::text_value(it)));
    format!("gw {} {}{}", platform.key, operation.key, options.collect::<String>())
}

/// Returns the parameters that a call needs, and those of groups that the example sets.
fn required(operation: &Operation) -> impl Iterator<Item = &Param> {
    example::given(operation).into_iter().filter(|it| it.presence != Presence::Stream)
}

/// Returns the file that the result is saved to, if it is a file.
fn result(operation: &Operation, model: Option<&CatalogModel>) -> Option<String> {
    match operation.reply {
        Reply::Image => Some("image.png".to_owned()),
        Reply::Task => Some("video.mp4".to_owned()),
        Reply::File => {
            Some(format!("speech.{}", model.and_then(CatalogModel::audio_extension).unwrap_or(AUDIO_EXTENSION)))
        }
        _ => None,
    }
}

/// Returns the example value of a parameter, or the name of a file.
fn value(param: &Param, operation: &Operation, model: Option<&CatalogModel>) -> String {
    match param.kind {
        Kind::File => {
            format!("recording.{}", model.and_then(CatalogModel::upload_extension).unwrap_or(AUDIO_EXTENSION))
        }
        Kind::Image => "kettle.png".to_owned(),
        _ => model.and_then(|it| it.default_of(param)).unwrap_or_else(|| example::body_value(param, operation)),
    }
}

/// Returns an option after a space.
fn option(param: &Param, value: &str) -> String {
    match option_name(&param.key) {
        name if OPTIONS.contains(&name.as_str()) => format!(" --param {}", quoted(&format!("{}={value}", param.key))),
        name => format!(" --{name} {}", quoted(value)),
    }
}
