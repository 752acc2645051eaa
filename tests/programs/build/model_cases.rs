//! Requests to models as Rust code: required parameters only, then each choice of a selector and each parameter in turn.

use gatewright::Model;
use gatewright::model::{Interface, Kind, Medium, Operation, Param, Part, Reply};

use crate::cases::TEXT;

/// Requests of an operation, each with a name.
pub(crate) fn cases(model: &Model, interface: &Interface, operation: &Operation) -> Vec<(String, String)> {
    let first: Vec<_> = operation.selectors.iter().map(|it| choice(operation, it, 0)).collect();
    let required = begin(model, interface, operation, &first);
    let mut all = vec![(String::new(), required.clone())];
    for (at, selector) in operation.selectors.iter().enumerate() {
        for (index, member) in selector.members.iter().enumerate().skip(1) {
            let mut selected = first.clone();
            selected[at] = choice(operation, selector, index);
            all.push((member.name.clone(), begin(model, interface, operation, &selected)));
        }
        for member in selector.members.iter().filter(|it| it.addable) {
            let mut selected = first.clone();
            selected[at] += &format!(".and_{}({})", member.name, value(&operation.params[member.param], false));
            all.push((format!("and_{}", member.name), begin(model, interface, operation, &selected)));
        }
    }
    for param in operation.optional() {
        all.push((param.name.clone(), format!("{required}.{}({})", param.name, value(param, false))));
    }
    let setters = operation.optional().map(|it| format!(".{}({})", it.name, value(it, false)));
    all.push(("every parameter".to_owned(), required.clone() + &setters.collect::<String>()));
    let named = |(what, call): (String, String)| (format!("{} {what}", operation.id).trim_end().to_owned(), call);
    let mut all: Vec<_> = all.into_iter().map(named).map(|(name, call)| (name, sent(operation, &call))).collect();
    match operation.reply {
        Reply::Conversation(_) => all.push((format!("{} stream", operation.id), format!("{required}.stream()"))),
        Reply::Task => {
            let path = "sample_client::gateway::task_path::GENERATIONS";
            all.push((format!("{} other path", operation.id), format!("{required}.submit_to({path})")));
        }
        _ => {}
    }
    all
}

/// A request that is sent.
fn sent(operation: &Operation, call: &str) -> String {
    let how = match operation.reply {
        Reply::Session => "connect",
        Reply::Task => "submit",
        _ => "send",
    };
    format!("{call}.{how}()")
}

/// A request with its required parameters and these selectors.
fn begin(model: &Model, interface: &Interface, operation: &Operation, selected: &[String]) -> String {
    let kind = operation.models.as_ref().expect("a model answers");
    let name = match (model.sample_for(operation), &operation.family) {
        (Some(known), _) => format!("sample_client::models::{}::{}", kind.module, known.constant),
        (None, Some(family)) => format!("sample_client::models::family::{}::unchecked(\"a-model\")", family.models),
        (None, None) => format!("sample_client::{}::unchecked(\"a-model\")", kind.models()),
    };
    let params = match &operation.args {
        _ if operation.is_open() => vec!["serde_json::json!({ \"any\": [\"thing\", 1] })".to_owned()],
        Some(args) => {
            let fields: Vec<_> =
                operation.required_params().map(|it| format!("{}: {}", it.name, value(it, true))).collect();
            vec![format!("{args} {{ {} }}", fields.join(", "))]
        }
        None => operation.required_params().map(|it| value(it, false)).collect(),
    };
    let arguments: Vec<_> = [name].into_iter().chain(params).chain(selected.iter().cloned()).collect();
    let on = interface.on.as_ref().map(|it| format!("{}().", it.function)).unwrap_or_default();
    format!("client.{on}{}({})", operation.function, arguments.join(", "))
}

fn choice(operation: &Operation, selector: &gatewright::model::Selector, member: usize) -> String {
    let member = &selector.members[member];
    format!("{}::{}({})", selector.name, member.name, value(&operation.params[member.param], false))
}

/// A value of a parameter; a field has the parameter's own type.
fn value(param: &Param, field: bool) -> String {
    let kind = match &param.kind {
        Kind::List(one) => one,
        other => other,
    };
    let text = |text: &str| format!("{text:?}{}", if field { ".into()" } else { "" });
    match kind {
        Kind::Integer => param.limits.min.unwrap_or(7).max(7).min(param.limits.max.unwrap_or(7)).to_string(),
        Kind::Number => "0.5".into(),
        Kind::Flag => "true".into(),
        Kind::Texts => "[\"first\", \"second\"]".into(),
        Kind::Json => "serde_json::json!({ \"any\": 1 })".into(),
        Kind::Object => "serde_json::Map::from_iter([(\"any\".to_owned(), 1.into())])".into(),
        Kind::File => "sample_client::Upload::bytes(\"recording.ogg\", \"OggS and so on\")".into(),
        Kind::Image | Kind::Link(Medium::Image) => text("https://files.example/picture.png"),
        Kind::Link(Medium::Video) => text("https://files.example/clip.mp4"),
        Kind::Link(Medium::Audio) => text("https://files.example/recording.mp3"),
        Kind::Size => "sample_client::video::Size::P720".into(),
        Kind::Ratio | Kind::RatioOrAdaptive if field => "sample_client::video::Ratio::LANDSCAPE.into()".into(),
        Kind::Ratio | Kind::RatioOrAdaptive => "sample_client::video::Ratio::LANDSCAPE".into(),
        Kind::Seconds { .. } => {
            let (min, max) = (param.limits.min.unwrap_or(1), param.limits.max.unwrap_or(i64::MAX));
            format!("sample_client::video::Seconds::new({}).expect(\"in range\")", 5.clamp(min, max))
        }
        Kind::Named(values) => format!("{}::{}", values.name, values.values[0].variant),
        Kind::ChatPart(written) => match written.part {
            Part::Messages => "\"What is tea?\"".into(),
            Part::Tools => "[sample_client::Tool::new(\"brew\", \"Makes tea.\", serde_json::json!({}))]".into(),
            Part::ToolChoice => "sample_client::ToolChoice::Auto".into(),
            Part::ReplyFormat => "sample_client::ReplyFormat::Json".into(),
            Part::StreamOptions => "sample_client::chat::StreamOptions::usage()".into(),
        },
        Kind::Text | Kind::Any | Kind::List(_) => text(TEXT),
    }
}
