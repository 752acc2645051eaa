//! Texts around the code: the quickstart and the changelog.

use super::print;
use crate::diff::render::{Line, sections};
use crate::example;
use crate::model::{Model, Operation, Reply};
use crate::text::markdown;

/// Returns the changelog of the refreshes.
pub(super) fn changelog(model: &Model) -> String {
    let mut all =
        format!("<!-- {} -->\n# Changelog\n\nChanges of the gateway's catalogs, by version.\n\n", print::HEADER);
    for release in &model.history {
        let lines = release.changes.iter().map(|it| Line {
            class: it.class,
            kind: &it.kind,
            subject: &it.subject,
            says: it.says.as_str().into(),
            reason: &it.reason,
        });
        let (version, date) = (markdown(&release.version), markdown(&release.date));
        all += &format!("## {version}, {date}\n\n{}", sections(&lines.collect::<Vec<_>>()));
    }
    // No refresh created the version before the oldest record.
    let first = model.history.last().map_or(Some(&model.client.version), |oldest| oldest.from.as_ref());
    if let Some(first) = first {
        all += &format!("## {}\n\nThe first version.\n", markdown(first));
    }
    all.trim_end().to_owned() + "\n"
}

/// Returns the quickstart as a complete program, because a README cannot hide lines.
pub(super) fn program(model: &Model) -> String {
    let (imports, calls) = first_call(model);
    let library = &model.client.library;
    let calls: String = calls.iter().map(|line| format!("    {line}\n")).collect();
    let mut imports: String = imports.iter().map(|it| format!("{it}\n")).collect();
    if !imports.is_empty() {
        imports.push('\n');
    }
    format!("{imports}#[tokio::main]\nasync fn main() -> {library}::Result<()> {{\n{calls}    Ok(())\n}}")
}

/// Returns the quickstart for rustdoc, with hidden lines around it.
pub(super) fn example(model: &Model) -> String {
    let (imports, calls) = first_call(model);
    let library = &model.client.library;
    let imports: String = imports.iter().map(|it| format!("# {it}\n")).collect();
    format!("{imports}# async fn demo() -> {library}::Result<()> {{\n{}\n# Ok(()) }}", calls.join("\n"))
}

/// Returns the first example: its imports and its lines.
fn first_call(model: &Model) -> (Vec<String>, Vec<String>) {
    let library = &model.client.library;
    let first = model.platforms.iter().find_map(|platform| Some((platform, platform.operations.first()?)));
    let names = &model.service.environment;
    let mut lines =
        vec![format!("let client = {library}::Client::from_env()?; // {} and {}", names.base_url, names.key)];
    let talks = |it: &&Operation| matches!(it.reply, Reply::Conversation(_));
    let (made, shown) = match first {
        Some((platform, operation)) => {
            (example::of_platform(operation, platform, library), "println!(\"{}\", reply.data);")
        }
        None => match model.interfaces.iter().flat_map(|it| &it.operations).find(talks) {
            Some(it) => (example::of_model(it, model.sample_for(it), model), "println!(\"{:?}\", reply.text());"),
            None => return (Vec::new(), lines),
        },
    };
    let (uses, made) = made.short(library);
    lines.extend(made.statement(Reply::Json).lines().map(str::to_owned));
    lines.push(shown.into());
    (uses, lines)
}
