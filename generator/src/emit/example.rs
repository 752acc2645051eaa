//! The example in a request's docs: the shortest call that compiles.

use gatewright_runtime::places;
use serde_json::{Map, Value};

use super::Options;
use crate::model::{Choice, Kind, Medium, Model, Need, Operation, Param, Platform, Scalar, Selector};

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

/// A value of a parameter that goes to its place by rules; a field has its type already.
pub(crate) fn placed(param: &Param, field: bool, library: &str) -> String {
    let kind = match &param.kind {
        Kind::Many(one) => one,
        other => other,
    };
    let seconds = seconds(param);
    match kind {
        Kind::Size => format!("{library}::video::Size::P720"),
        Kind::Ratio | Kind::RatioOrAdaptive => format!("{library}::video::Ratio::LANDSCAPE"),
        // Checked wherever it stands; `of` in a function is looked at by a build alone.
        Kind::Seconds { .. } => format!("{library}::video::Seconds::new({seconds})?"),
        Kind::Named(values) => format!("{}::{}", values.name, values.values[0].variant),
        Kind::Object => format!("{library}::serde_json::Map::new()"),
        _ => format!("{:?}{}", placed_text(param), if field { ".into()" } else { "" }),
    }
}

/// The text of such a value.
pub(crate) fn placed_text(param: &Param) -> String {
    let kind = match &param.kind {
        Kind::Many(one) => one,
        other => other,
    };
    let file = |ending: &str| format!("https://files.example/{}.{ending}", param.name.replace('_', "-"));
    match kind {
        Kind::Link(Medium::Image) => file("png"),
        Kind::Link(Medium::Video) => file("mp4"),
        Kind::Link(Medium::Audio) => file("mp3"),
        _ => param.example.clone().unwrap_or_else(|| "A kettle begins to sing.".into()),
    }
}

/// Parameters that nobody asks for, and that the example gives nevertheless: without them the call would say nothing.
pub(crate) fn shown(operation: &Operation) -> impl Iterator<Item = &Param> {
    operation.optional().filter(|it| it.placing.is_some() && it.example.is_some())
}

/// The body of the shortest call, of parameters that go to their places by rules.
pub(crate) fn body(operation: &Operation) -> Map<String, Value> {
    let mut body = Map::new();
    let defaults = operation.params.iter().filter(|it| it.need == Need::Client);
    for param in given(operation).into_iter().chain(defaults).chain(shown(operation)) {
        let Some(placing) = &param.placing else { continue };
        let value = json(param);
        let value = match placing.shape.as_deref().and_then(|it| serde_json::from_str(it).ok()) {
            Some(shape) => places::shaped(shape, &value),
            None => value,
        };
        placing.places.iter().for_each(|place| places::put(&mut body, place, value.clone()));
    }
    body
}

/// Such a value as JSON.
fn json(param: &Param) -> Value {
    match (&param.default, &param.kind) {
        (Some(Scalar::Text(text)), _) => text.clone().into(),
        (Some(Scalar::Integer(number)), _) => (*number).into(),
        (Some(Scalar::Flag(flag)), _) => (*flag).into(),
        (None, Kind::Size) => "1280*720".into(),
        (None, Kind::Ratio | Kind::RatioOrAdaptive) => "16:9".into(),
        (None, Kind::Seconds { as_text: false }) => seconds(param).into(),
        (None, Kind::Seconds { as_text: true }) => seconds(param).to_string().into(),
        (None, Kind::Named(values)) => values.values[0].wire.clone().into(),
        (None, Kind::Object) => Map::new().into(),
        (None, Kind::Many(one)) if **one == Kind::Object => Map::new().into(),
        (None, _) => placed_text(param).into(),
    }
}

/// Five, or as near to it as is allowed.
fn seconds(param: &Param) -> i64 {
    5.clamp(param.limits.min.unwrap_or(1), param.limits.max.unwrap_or(5).max(param.limits.min.unwrap_or(1)))
}

/// A selector with its first member.
pub(crate) fn selected_first(operation: &Operation, selector: &Selector, library: &str) -> String {
    let first = &selector.members[0];
    format!("{}::{}({})", selector.name, first.name, placed(&operation.params[first.param], false, library))
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
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | ':' | '=');
        !text.is_empty() && text.len() <= 60 && text.trim() == *text && text.chars().all(fits)
    };
    param.example.as_deref().filter(tame).or(Some(param.wire.as_str()).filter(tame)).unwrap_or("text")
}
