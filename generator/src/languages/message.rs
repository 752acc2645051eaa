//! Messages as values: an id with typed arguments, rendered in a language later.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fluent_bundle::{FluentArgs, FluentValue};
use serde_json::{Map, Value, json};

use super::Language;
use crate::text::Text;

/// A message with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: Cow<'static, str>,
    args: Vec<(Cow<'static, str>, Arg)>,
}

/// Argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A name, a value or another text that is the same in all languages.
    Text(String),
    /// A count, which decides between singular and plural.
    Count(u64),
    /// Another message.
    Message(Message),
    /// Several arguments, with the list mark of the language between them.
    List(Vec<Self>),
    /// A name whose message is `KIND-NAME`; without such a message, the name itself.
    Name(Cow<'static, str>, String),
    /// A text of the specs.
    Localized(Text),
}

impl Message {
    /// A message without arguments.
    pub const fn new(id: &'static str) -> Self {
        Self { id: Cow::Borrowed(id), args: Vec::new() }
    }

    /// The message `PREFIX-NAME` without arguments.
    pub(crate) fn of_kind(prefix: &str, name: &str) -> Self {
        Self { id: Cow::Owned(format!("{prefix}-{name}")), args: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((Cow::Borrowed(name), arg.into()));
        self
    }

    /// Id of the message.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Argument with a name.
    pub(crate) fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|it| it.0 == name).map(|it| &it.1)
    }

    /// The message in a language.
    pub fn render(&self, language: Language) -> String {
        let args = self.args.iter().map(|(name, arg)| (name.as_ref(), arg.value(language)));
        language.format(&self.id, &args.collect::<FluentArgs<'_>>())
    }
}

impl Arg {
    /// The argument in a language.
    pub fn render(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Message(message) => message.render(language),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(|it| it.render(language)).collect();
                items.join(language.t("mark-list"))
            }
            Self::Name(kind, name) => language.find(kind, name).map_or_else(|| name.replace('_', " "), str::to_owned),
            Self::Localized(text) => text.of(language.code()).map(|it| it.1.to_owned()).unwrap_or_default(),
        }
    }

    pub(super) fn value(&self, language: Language) -> FluentValue<'static> {
        match self {
            Self::Count(count) => FluentValue::from(*count),
            other => FluentValue::from(other.render(language)),
        }
    }

    /// The argument as JSON: a text, a number, a list, or an object with the id and the arguments of a message.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => text.clone().into(),
            Self::Count(count) => (*count).into(),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Name(kind, name) => json!({ "name": name, "kind": kind }),
            Self::Localized(text) => json!({ "text": text.iter().collect::<BTreeMap<_, _>>() }),
            Self::Message(Message { id, args }) => {
                let args: Map<_, _> = args.iter().map(|(name, arg)| (name.to_string(), arg.to_json())).collect();
                json!({ "message": id, "args": args })
            }
        }
    }

    /// Reads the JSON of an argument; `None` for other JSON.
    pub fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => number.as_u64().map(Self::Count),
            Value::Array(items) => items.iter().map(Self::from_json).collect::<Option<_>>().map(Self::List),
            Value::Object(fields) => {
                let text = |key: &str| Some(fields.get(key)?.as_str()?.to_owned());
                if let (Some(kind), Some(name)) = (text("kind"), text("name")) {
                    return Some(Self::Name(kind.into(), name));
                }
                if let Some(texts) = fields.get("text").and_then(Value::as_object) {
                    let texts = texts.iter().filter_map(|(code, text)| Some((code, text.as_str()?)));
                    return Some(Self::Localized(texts.fold(Text::NONE, |all, (code, text)| all.with(code, text))));
                }
                let args = fields.get("args").and_then(Value::as_object).into_iter().flatten();
                let args = args.map(|(name, arg)| Some((Cow::Owned(name.clone()), Self::from_json(arg)?)));
                let id = Cow::Owned(text("message")?);
                Some(Self::Message(Message { id, args: args.collect::<Option<_>>()? }))
            }
            Value::Null | Value::Bool(_) => None,
        }
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&Text> for Arg {
    fn from(text: &Text) -> Self {
        Self::Localized(text.clone())
    }
}

impl From<usize> for Arg {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<&Self> for Arg {
    fn from(arg: &Self) -> Self {
        arg.clone()
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Arg {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}
