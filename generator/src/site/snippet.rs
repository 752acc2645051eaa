//! Examples in Rust and curl, generated from the model.

use heck::ToUpperCamelCase as _;
use serde_json::Value;

use super::lang::Language;
use crate::example::{self, Example};
use crate::model::{
    AUDIO_EXTENSION, CatalogModel, Kind, Method, Model, Operation, Param, Platform, Presence, Reply, Service, TaskShape,
};

/// Returns an example of a platform's operation.
pub(super) fn of_platform(operation: &Operation, platform: &Platform, model: &Model, lang: Language) -> String {
    rust(
        operation,
        example::of_platform(operation, platform, &model.client.library),
        AUDIO_EXTENSION,
        &model.client.library,
        lang,
    )
}

/// Returns an example of a model's operation, with a known model if there is one.
pub(super) fn of_model(
    operation: &Operation,
    catalog_model: Option<&CatalogModel>,
    model: &Model,
    lang: Language,
) -> String {
    let sound = catalog_model.and_then(CatalogModel::audio_extension).unwrap_or(AUDIO_EXTENSION);
    rust(operation, example::of_model(operation, catalog_model, model), sound, &model.client.library, lang)
}

/// Returns a program without the surrounding async function.
fn rust(operation: &Operation, example: Example, sound: &str, library: &str, lang: Language) -> String {
    let call = example.call.replace(&format!("{library}::models::"), "models::");
    let call = call.replace(&format!("{library}::Upload"), "Upload");
    let call = call.replace(&format!("{library}::video::"), "video::");
    let mut names = vec!["Client"];
    names.extend(call.contains("Upload::").then_some("Upload"));
    names.extend(call.contains("models::").then_some("models"));
    names.extend(call.replace("models::video::", "").contains("video::").then_some("video"));
    let names = if names.len() > 1 { format!("{{{}}}", names.join(", ")) } else { names.concat() };
    let mut lines = vec![format!("use {library}::{names};")];
    lines.extend(example.uses);
    lines.extend(operation.is_task().then(|| format!("use {library}::video::WaitOutcome;")));
    lines.extend([String::new(), "let client = Client::from_env()?;".to_owned()]);
    lines.push(Example { uses: None, setup: example.setup, call }.statement(operation.reply));
    lines.push(after(operation.reply, sound, lang));
    lines.join("\n")
}

/// Returns the example as a complete program.
pub(super) fn program(snippet: &str, library: &str) -> String {
    let (uses, body) = snippet.split_once("\n\n").unwrap_or(("", snippet));
    let body: Vec<_> = body.lines().map(|it| format!("    {it}")).collect();
    format!(
        "{uses}\n\n#[tokio::main]\nasync fn main() -> {library}::Result<()> {{\n{}\n    Ok(())\n}}",
        body.join("\n")
    )
}

/// Returns the code that handles the response.
fn after(reply: Reply, sound: &str, lang: Language) -> String {
    match reply {
        Reply::Task => return waiting(lang),
        Reply::File => return format!("audio.save(\"speech.{sound}\").await?;"),
        Reply::Social => r#"println!("{}", reply.data);"#,
        Reply::Conversation(_) => r#"println!("{}", reply.text().unwrap_or_default());"#,
        Reply::Json => r#"println!("{:#}", reply.0);"#,
        Reply::Image => r#"reply.data[0].save(&client, "image.png").await?;"#,
        Reply::Transcript => r#"println!("{}", reply.text.as_deref().unwrap_or_default());"#,
        Reply::Session => {
            r#"session.send("{}").await?;
while let Some(frame) = session.next().await {
    println!("{:?}", frame?);
}"#
        }
    }
    .to_owned()
}

/// Returns the code that waits for a task. A task that is still running at the deadline is charged, so the example
/// keeps its handle.
fn waiting(lang: Language) -> String {
    let keep = lang.t("keep-the-handle");
    format!(
        r#"match task.wait().await? {{
    WaitOutcome::Done(video) => println!("{{}} bytes", video.download("clip.mp4").await?.bytes),
    // {keep}
    WaitOutcome::StillRunning(task, _) => println!("still running: {{:?}}", task.handle()),
    _ => {{}}
}}"#
    )
}

/// Returns the header with the key, for curl.
fn key(service: &Service) -> String {
    let name: Vec<_> = service.key_header.split('-').map(|it| it.to_upper_camel_case()).collect();
    let scheme = if service.key_scheme.is_empty() { String::new() } else { format!("{} ", service.key_scheme) };
    format!("--header \"{}: {scheme}${}\"", name.join("-"), service.environment.key)
}

/// Returns the call with curl; `None` if curl cannot make it.
pub(super) fn curl(operation: &Operation, catalog_model: Option<&CatalogModel>, service: &Service) -> Option<String> {
    let name = operation.models.as_ref().map(|_| catalog_model.map_or("a-model", |it| it.record.name.as_str()));
    let published = |it: &Param| catalog_model.and_then(|model| model.default_of(it));
    let path = operation.route.path.replace("{model}", &tame(name.unwrap_or_default()));
    let get = if operation.route.method == Method::Get { " --get" } else { "" };
    let mut parts = vec![format!("curl{get} \"${}{path}\"", service.environment.base_url), key(service)];
    if operation.reply == Reply::Session {
        return None;
    } else if operation.has_query() {
        let given = example::given(operation).into_iter().map(|it| (it, example::text_value(it)));
        let defaults = operation.params.iter().filter(|it| it.presence == Presence::Default);
        let defaults = defaults.filter_map(|it| Some((it, it.default.as_ref()?.to_string())));
        let pairs = given.chain(defaults).map(|(it, value)| format!("{}={value}", it.wire));
        parts.extend(pairs.map(|it| format!("--data-urlencode {}", quoted(&it))));
    } else if operation.needs_file() {
        let fields = name.map(|it| format!("model={it}")).into_iter();
        let fields = fields.chain(operation.required_params().map(|it| match it.kind {
            Kind::File => {
                format!(
                    "{}=@recording.{}",
                    it.wire,
                    catalog_model.and_then(CatalogModel::upload_extension).unwrap_or(AUDIO_EXTENSION)
                )
            }
            _ => format!("{}={}", it.wire, published(it).unwrap_or_else(|| example::text_value(it))),
        }));
        parts.extend(fields.map(|it| format!("--form {}", quoted(&it))));
    } else {
        let mut body = example::body(operation, catalog_model);
        if !operation.has_model_in_path() {
            body.extend(name.map(|it| ("model".to_owned(), it.into())));
        }
        parts.push("--header \"Content-Type: application/json\"".to_owned());
        let body = Value::Object(body);
        let body = if body.to_string().len() > example::LONGEST { format!("{body:#}") } else { body.to_string() };
        parts.push(format!("--data {}", quoted(&body)));
    }
    if operation.reply == Reply::File {
        parts.push(format!(
            "--output speech.{}",
            catalog_model.and_then(CatalogModel::audio_extension).unwrap_or(AUDIO_EXTENSION)
        ));
    }
    Some(parts.join(" \\\n  "))
}

/// Returns the curl command that polls a task.
pub(super) fn asking(shape: &TaskShape, service: &Service) -> String {
    format!("curl \"${}{}/$TASK_ID\" \\\n  {}", service.environment.base_url, shape.path, key(service))
}

/// Quotes any text for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Returns a name that can be in a path between double quotes.
fn tame(name: &str) -> String {
    let fits = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    name.chars().filter(fits).collect()
}
