//! The example in a request's docs: the shortest call that compiles.

use super::Options;
use crate::model::{Choice, Kind, Model, Operation, Param, Platform, Selector};

/// A doc block with the call.
pub(super) fn lines(operation: &Operation, platform: &Platform, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    // In another crate's module the path of the client is not known, so that the example is only shown.
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let mut lines = vec![String::new(), fence.to_owned()];
    let named = operation.obligations().any(|it| matches!(it.kind, Kind::Named(_)));
    if named || operation.args.is_some() || !operation.selectors.is_empty() {
        lines.push(format!("use {library}::social::{}::*;", platform.module));
    }
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.push(format!("let reply = {}.send().await?;", call(operation, platform)));
    lines.push("# Ok(()) }".into());
    lines.push("```".into());
    lines
}

/// `client.p1().search("keyword")`.
pub(super) fn call(operation: &Operation, platform: &Platform) -> String {
    format!("client.{}().{}({})", platform.function, operation.function, arguments(operation))
}

fn arguments(operation: &Operation) -> String {
    let params: Vec<_> = match &operation.args {
        Some(args) => {
            let fields: Vec<_> = operation.obligations().map(|it| format!("{}: {}", it.name, field(it))).collect();
            vec![format!("{args} {{ {} }}", fields.join(", "))]
        }
        None => operation.obligations().map(argument).collect(),
    };
    let selectors = operation.selectors.iter().map(|it| selected(operation, it));
    params.into_iter().chain(selectors).collect::<Vec<_>>().join(", ")
}

fn selected(operation: &Operation, selector: &Selector) -> String {
    let param = |index: &usize| &operation.params[selector.members[*index].param];
    // One that a first call can make, and that nobody is advised against.
    let plain = |index: &usize| {
        let param = param(index);
        param.paging.is_none() && param.deprecated.is_none() && param.ignored_with.is_empty()
    };
    let choice = selector.choices.iter().find(|it| it.members.iter().all(plain)).or(selector.choices.first());
    match choice {
        Some(Choice { members, name, args: Some(args) }) => {
            let fields: Vec<_> =
                members.iter().map(|it| format!("{}: {}", selector.members[*it].name, field(param(it)))).collect();
            format!("{}::{name}({args} {{ {} }})", selector.name, fields.join(", "))
        }
        Some(Choice { members, name, args: None }) => {
            format!("{}::{name}({})", selector.name, members.iter().map(|it| argument(param(it))).collect::<String>())
        }
        None => {
            // One member of each group is enough, and the first will do.
            let first = |group: &Vec<String>| {
                selector
                    .members
                    .iter()
                    .find(|it| group.contains(&operation.params[it.param].wire))
                    .map(|it| format!("parts.{} = Some({});", it.name, field(&operation.params[it.param])))
            };
            let mut sets: Vec<_> = selector.groups.iter().filter_map(first).collect();
            sets.dedup();
            format!(
                "{{ let mut parts = {}::default(); {} {}::from_parts(parts).expect(\"a member is set\") }}",
                selector.parts,
                sets.join(" "),
                selector.name
            )
        }
    }
}

fn argument(param: &Param) -> String {
    match &param.kind {
        Kind::Integer => number(param),
        Kind::Flag => "true".into(),
        Kind::Named(values) => {
            let value = format!("{}::{}", values.name, values.values[0].variant);
            if values.separator.is_some() { format!("[{value}]") } else { value }
        }
        _ => format!("\"{}\"", sample(param)),
    }
}

fn field(param: &Param) -> String {
    match &param.kind {
        Kind::Text | Kind::Any => format!("\"{}\".into()", sample(param)),
        Kind::Named(values) if values.separator.is_some() => format!("vec!{}", argument(param)),
        _ => argument(param),
    }
}

fn number(param: &Param) -> String {
    let example = param.example.as_ref().and_then(|it| it.parse::<i64>().ok());
    example.or(param.limits.min).unwrap_or(1).to_string()
}

/// A text that can stand between quotes in a doc comment as it is: the example, or the name of the parameter.
fn sample(param: &Param) -> &str {
    let tame = |text: &&str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=');
        !text.is_empty() && text.len() <= 60 && text.chars().all(fits)
    };
    param.example.as_deref().filter(tame).or(Some(param.wire.as_str()).filter(tame)).unwrap_or("text")
}
