//! The example in a request's docs: the shortest call that compiles.

use super::Options;
use crate::model::{Choice, Kind, Model, Need, Operation, Param, Platform, Selector};

/// A call as a program makes it.
pub(crate) struct Example {
    /// What it has to name in front, beside the client.
    pub(crate) uses: Option<String>,
    /// The call, up to what sends it.
    pub(crate) call: String,
}

/// The shortest call of an endpoint.
pub(crate) fn of(operation: &Operation, platform: &Platform, library: &str) -> Example {
    let named = operation.obligations().any(|it| matches!(it.kind, Kind::Named(_)));
    let uses = named || operation.args.is_some() || !operation.selectors.is_empty();
    let uses = uses.then(|| format!("use {library}::social::{}::*;", platform.module));
    let call = format!("client.{}().{}({})", platform.function, operation.function, arguments(operation));
    Example { uses, call }
}

/// A doc block with the call.
pub(super) fn lines(operation: &Operation, platform: &Platform, model: &Model, options: &Options) -> Vec<String> {
    let library = &model.client.library;
    // In another crate's module the path of the client is not known, so that the example is only shown.
    let fence = if options.is_module() { "```ignore" } else { "```no_run" };
    let Example { uses, call } = of(operation, platform, library);
    let mut lines = vec![String::new(), fence.to_owned()];
    lines.extend(uses);
    lines.push(format!("# async fn demo(client: {library}::Client) -> {library}::Result<()> {{"));
    lines.push(format!("let reply = {call}.send().await?;"));
    lines.push("# Ok(()) }".into());
    lines.push("```".into());
    lines
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
    match choice(operation, selector) {
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

/// Members that a first call can be made with, and that nobody is advised against.
fn choice<'a>(operation: &Operation, selector: &'a Selector) -> Option<&'a Choice> {
    let plain = |index: &usize| {
        let param = &operation.params[selector.members[*index].param];
        param.paging.is_none() && param.deprecated.is_none() && param.ignored_with.is_empty()
    };
    selector.choices.iter().find(|it| it.members.iter().all(plain)).or(selector.choices.first())
}

/// The parameters that the example gives.
pub(crate) fn given(operation: &Operation) -> Vec<&Param> {
    let of_selector = |selector: &Selector| -> Vec<usize> {
        let members: Vec<_> = match choice(operation, selector) {
            Some(choice) => choice.members.clone(),
            None => {
                let has = |group: &Vec<String>, at: &usize| {
                    group.contains(&operation.params[selector.members[*at].param].wire)
                };
                selector
                    .groups
                    .iter()
                    .filter_map(|group| (0..selector.members.len()).find(|at| has(group, at)))
                    .collect()
            }
        };
        members.into_iter().map(|it| selector.members[it].param).collect()
    };
    let selected: Vec<_> = operation.selectors.iter().flat_map(of_selector).collect();
    let is_given = |(index, param): &(usize, &Param)| param.need == Need::Caller || selected.contains(index);
    operation.params.iter().enumerate().filter(is_given).map(|(_, param)| param).collect()
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

pub(crate) fn number(param: &Param) -> String {
    let example = param.example.as_ref().and_then(|it| it.parse::<i64>().ok());
    example.or(param.limits.min).unwrap_or(1).to_string()
}

/// A text that can stand between quotes as it is, in Rust and in a shell: the example, or the name of the parameter.
pub(crate) fn sample(param: &Param) -> &str {
    let tame = |text: &&str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=');
        !text.is_empty() && text.len() <= 60 && text.chars().all(fits)
    };
    param.example.as_deref().filter(tame).or(Some(param.wire.as_str()).filter(tame)).unwrap_or("text")
}
