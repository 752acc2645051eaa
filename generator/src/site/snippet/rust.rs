//! Examples in Rust.

use super::Shown;
use crate::example::{self, Example};
use crate::languages::Language;
use crate::model::{AUDIO_EXTENSION, CatalogModel, Model, Operation, Platform, Reply};

/// Returns the example of a call.
pub(super) fn example(shown: &Shown<'_>) -> String {
    match shown.platform {
        Some(platform) => of_platform(shown.operation, platform, shown.model, shown.lang),
        None => of_model(shown.operation, shown.catalog_model, shown.model, shown.lang),
    }
}

/// Returns an example of a platform's operation.
pub(in crate::site) fn of_platform(
    operation: &Operation,
    platform: &Platform,
    model: &Model,
    lang: Language,
) -> String {
    rust(
        operation,
        example::of_platform(operation, platform, &model.client.library),
        AUDIO_EXTENSION,
        &model.client.library,
        lang,
    )
}

/// Returns an example of a model's operation, with a known model if there is one.
fn of_model(operation: &Operation, catalog_model: Option<&CatalogModel>, model: &Model, lang: Language) -> String {
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
pub(in crate::site) fn program(snippet: &str, library: &str) -> String {
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
