//! Minimal call of an operation for docs, as Rust code and as JSON.

mod body;
mod values;

use crate::model::{
    AUDIO_EXTENSION, CatalogModel, Choice, Kind, Medium, Model, Operation, Param, Platform, Presence, Reply, Selector,
};
use crate::text::Text;
use body::{OPEN_BODY, seconds};
pub(crate) use body::{body, json};

/// A call in Rust.
pub(crate) struct Example {
    /// `use` statement for everything but the client.
    pub(crate) uses: Option<String>,
    /// Statement before the call.
    pub(crate) setup: Option<String>,
    /// The call without the function that sends it.
    pub(crate) call: String,
}

impl Example {
    /// Returns the statement that sends the call, formatted like code, after the statement that it needs.
    pub(crate) fn statement(&self, reply: Reply) -> String {
        let call = &self.call;
        let statement = formatted(match reply {
            Reply::Session => format!("let mut session = {call}.connect().await?;"),
            Reply::File => format!("let audio = {call}.await?;"),
            Reply::Task => format!("let task = {call}.submit().await?;"),
            _ => format!("let reply = {call}.await?;"),
        });
        self.setup.iter().cloned().chain([statement]).collect::<Vec<_>>().join("\n")
    }

    /// Returns the example with short paths, and the `use` statements that it needs.
    pub(crate) fn short(&self, library: &str) -> (Vec<String>, Self) {
        let mut call = self.call.clone();
        let mut names = Vec::new();
        for name in ROOT_NAMES {
            let path = format!("{library}::{name}::");
            if call.contains(&path) {
                call = call.replace(&path, &format!("{name}::"));
                names.push(name);
            }
        }
        let import = match &names[..] {
            [] => None,
            [one] => Some(format!("use {library}::{one};")),
            several => Some(format!("use {library}::{{{}}};", several.join(", "))),
        };
        (self.uses.iter().cloned().chain(import).collect(), Self { uses: None, setup: self.setup.clone(), call })
    }
}

/// Names in the root of the client that examples import.
const ROOT_NAMES: [&str; 4] = ["Upload", "models", "serde_json", "video"];

/// Maximum length of a statement on one line.
pub(crate) const LONGEST: usize = 80;

/// Formats a statement over several lines, like rustfmt, if it does not fit on one.
pub(crate) fn formatted(statement: String) -> String {
    if statement.len() <= LONGEST {
        return statement;
    }
    let Ok(file) = syn::parse_file(&format!("async fn it() {{ {statement} }}")) else { return statement };
    let printed = prettyplease::unparse(&file);
    let lines: Vec<_> = printed.lines().filter_map(|it| it.strip_prefix("    ")).collect();
    lines.join("\n")
}

/// Returns the minimal call of a platform's operation.
pub(crate) fn of_platform(operation: &Operation, platform: &Platform, library: &str) -> Example {
    let named = operation.required_params().any(|it| matches!(it.kind, Kind::Named(_)));
    let uses = named || operation.args.is_some() || !operation.selectors.is_empty();
    let uses = uses.then(|| format!("use {library}::social::{}::*;", platform.module));
    let arguments = arguments(operation, None, library).join(", ");
    let call = format!("client.{}().{}({arguments})", platform.function, operation.function);
    Example { uses, setup: None, call }
}

/// Returns the minimal call of a model's operation, with a known model if there is one.
pub(crate) fn of_model(operation: &Operation, catalog_model: Option<&CatalogModel>, model: &Model) -> Example {
    let library = &model.client.library;
    let kind = operation.models.as_ref();
    let name = match (catalog_model, &operation.family) {
        (Some(known), _) => format!("{library}::models::{}::{}", kind.map_or("", |it| &it.module), known.constant),
        (None, Some(family)) => format!("{library}::models::family::{}::unchecked(\"a-model\")", family.models),
        (None, None) => format!("{library}::{}::unchecked(\"a-model\")", kind.map_or(String::new(), |it| it.models())),
    };
    let arguments: Vec<_> = [name].into_iter().chain(arguments(operation, catalog_model, library)).collect();
    let mut names: Vec<_> = operation.args.iter().map(String::as_str).collect();
    names.extend(operation.selectors.iter().map(|it| it.name.as_str()));
    names.extend(given(operation).into_iter().filter_map(|it| match &it.kind {
        Kind::Named(values) => Some(values.name.as_str()),
        _ => None,
    }));
    let uses = match &names[..] {
        _ if operation.is_open() => Some(format!("use {library}::serde_json::json;")),
        [] => None,
        [one] => Some(format!("use {library}::gateway::{one};")),
        several => Some(format!("use {library}::gateway::{{{}}};", several.join(", "))),
    };
    let on = model.interface_of(operation).and_then(|it| it.on.as_ref());
    let on = on.map(|it| format!("{}().", it.function)).unwrap_or_default();
    let shown: String =
        shown(operation).map(|it| format!(".{}({})", it.name, value(it, operation, None, false, library))).collect();
    let setup = operation.is_open().then(|| format!("let body = json!({OPEN_BODY});"));
    let call = format!("client.{on}{}({}){shown}", operation.function, arguments.join(", "));
    Example { uses, setup, call }
}

/// Returns the arguments after the model.
fn arguments(operation: &Operation, catalog_model: Option<&CatalogModel>, library: &str) -> Vec<String> {
    let value = |param: &Param, field: bool| value(param, operation, catalog_model, field, library);
    let params: Vec<_> = match &operation.args {
        Some(args) => {
            let fields: Vec<_> =
                operation.required_params().map(|it| format!("{}: {}", it.name, value(it, true))).collect();
            vec![format!("{args} {{ {} }}", fields.join(", "))]
        }
        None => operation.required_params().map(|it| value(it, false)).collect(),
    };
    let selectors = operation.selectors.iter().map(|it| selected(operation, it, &value));
    params.into_iter().chain(selectors).collect()
}

fn selected(operation: &Operation, selector: &Selector, value: &dyn Fn(&Param, bool) -> String) -> String {
    let param = |index: &usize| &operation.params[selector.members[*index].param];
    match choice(operation, selector) {
        Some(Choice { members, name, args: Some(args) }) => {
            let fields: Vec<_> = members
                .iter()
                .map(|it| format!("{}: {}", selector.members[*it].name, value(param(it), true)))
                .collect();
            format!("{}::{name}({args} {{ {} }})", selector.name, fields.join(", "))
        }
        Some(Choice { members, name, args: None }) => {
            let values: String = members.iter().map(|it| value(param(it), false)).collect();
            format!("{}::{name}({values})", selector.name)
        }
        None => {
            // One member of each group is enough, so the first is used.
            let first = |group: &Vec<String>| {
                let member = selector.members.iter().find(|it| group.contains(&operation.params[it.param].key));
                member.map(|it| format!("parts.{} = Some({});", it.name, value(&operation.params[it.param], true)))
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

/// Returns a value as Rust code. The value for a struct field needs the exact type.
fn value(
    param: &Param,
    operation: &Operation,
    catalog_model: Option<&CatalogModel>,
    field: bool,
    library: &str,
) -> String {
    let kind = one_of(&param.kind);
    match kind {
        Kind::Integer => number(param),
        Kind::Flag => "true".into(),
        Kind::Json if operation.is_open() => "body".into(),
        Kind::Named(values) => {
            let value = format!("{}::{}", values.name, values.values[0].variant);
            match (&values.separator, field) {
                (None, _) => value,
                (Some(_), false) => format!("[{value}]"),
                (Some(_), true) => format!("vec![{value}]"),
            }
        }
        Kind::Size => format!("{library}::video::Size::P720"),
        Kind::Ratio | Kind::RatioOrAdaptive => format!("{library}::video::Ratio::LANDSCAPE"),
        // `new` checks the range at run time; `of` in a function would be checked only by a full build.
        Kind::Seconds { .. } => format!("{library}::video::Seconds::new({})?", seconds(param)),
        Kind::Object => format!("{library}::serde_json::Map::new()"),
        Kind::File => {
            let ending = catalog_model.and_then(CatalogModel::upload_extension).unwrap_or(AUDIO_EXTENSION);
            format!("{library}::Upload::file(\"recording.{ending}\")")
        }
        Kind::ChatPart(_) => "\"What is tea?\"".to_owned(), // messages: no other part is required
        _ => {
            let text = catalog_model.and_then(|it| it.default_of(param)).unwrap_or_else(|| text(param, operation));
            format!("{text:?}{}", if field { ".into()" } else { "" })
        }
    }
}

/// Returns the type of one value.
fn one_of(kind: &Kind) -> &Kind {
    match kind {
        Kind::List(one) => one,
        other => other,
    }
}

/// Returns a sample text that fits the parameter.
fn text(param: &Param, operation: &Operation) -> String {
    let file = |ending: &str| format!("https://files.example/{}.{ending}", param.name.replace('_', "-"));
    match one_of(&param.kind) {
        Kind::Link(Medium::Image) => file("png"),
        Kind::Link(Medium::Video) => file("mp4"),
        Kind::Link(Medium::Audio) => file("mp3"),
        Kind::Image => "https://files.example/image.png".into(),
        _ if operation.is_task() && param.example.is_some() => param.example.clone().unwrap_or_default(),
        _ => sample(param).to_owned(),
    }
}

/// Returns the optional parameters that the example sets, because the call is pointless without them.
fn shown(operation: &Operation) -> impl Iterator<Item = &Param> {
    operation.optional().filter(|it| operation.is_task() && it.example.is_some())
}

/// Returns members for a first call, if possible without pagination, deprecated and ignored ones.
fn choice<'a>(operation: &Operation, selector: &'a Selector) -> Option<&'a Choice> {
    let plain = |index: &usize| {
        let param = &operation.params[selector.members[*index].param];
        param.paging.is_none() && param.deprecated.is_none() && param.ignored_with.is_empty()
    };
    selector.choices.iter().find(|it| it.members.iter().all(plain)).or(selector.choices.first())
}

/// Returns the parameters that the example sets.
pub(crate) fn given(operation: &Operation) -> Vec<&Param> {
    let of_selector = |selector: &Selector| -> Vec<usize> {
        let members: Vec<_> = match choice(operation, selector) {
            Some(choice) => choice.members.clone(),
            None => {
                let has = |group: &Vec<String>, at: &usize| {
                    group.contains(&operation.params[selector.members[*at].param].key)
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
    let is_given = |(index, param): &(usize, &Param)| param.presence == Presence::Required || selected.contains(index);
    operation.params.iter().enumerate().filter(is_given).map(|(_, param)| param).collect()
}

/// Returns the value of a body parameter as text, in a shell.
pub(crate) fn body_value(param: &Param, operation: &Operation) -> String {
    match json(param, operation) {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Returns a value as text, in a query, a form or a shell.
pub(crate) fn text_value(param: &Param) -> String {
    match &param.kind {
        Kind::Integer => number(param),
        Kind::Flag => "true".into(),
        Kind::Named(values) => values.values[0].wire.clone(),
        _ => sample(param).to_owned(),
    }
}

fn number(param: &Param) -> String {
    let example = param.example.as_ref().and_then(|it| it.parse::<i64>().ok());
    example.or(param.limits.min).unwrap_or(1).to_string()
}

/// Returns a text that needs no escaping between quotes, in Rust and in a shell: the example of the catalog, or a value
/// that fits the note on the parameter or its name.
pub(crate) fn sample(param: &Param) -> &str {
    let is_plain = |text: &&str| {
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | ':' | '=');
        !text.is_empty() && text.len() <= 60 && text.trim() == *text && text.chars().all(fits)
    };
    let limits = &param.limits;
    let is_allowed = |text: &&str| {
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        limits.min_length.is_none_or(|it| it <= length) && limits.max_length.is_none_or(|it| length <= it)
    };
    let example = param.example.as_deref().filter(|it| is_plain(it) && *it != param.wire);
    let note = param.note.as_ref().and_then(Text::en);
    let fitting = note.and_then(values::of_note).or_else(|| values::of_name(&param.name));
    example.or(fitting.filter(is_allowed)).unwrap_or(values::OTHER)
}
