//! What a client can call, as data that a record is bound to.

use serde_json::Value;

use super::rule::shown;
use super::{Bindable, Terms};
use crate::video::TaskPath;
use crate::{Billing, Field, FieldRules};

/// An operation that a record can be bound to. Generated clients have a table of them.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// What the specs call it.
    pub id: &'static str,
    /// Where it is.
    pub path: &'static str,
    /// The endpoint type of the models that answer.
    pub kind: &'static str,
    /// The only models that it is for; empty: all of the kind.
    pub models: &'static [&'static str],
    /// What is counted.
    pub billing: Billing,
    /// What comes back.
    pub answer: Answer,
    /// Its parameters: there is nothing else that it reads.
    pub parts: &'static [Part],
    /// Groups of them, by name: of each, at least one must be there.
    pub one_of: &'static [&'static [&'static str]],
    /// Rules about several of them.
    pub rules: &'static FieldRules,
}

impl Operation {
    /// Whether it answers at a path: both paths that take tasks have the same handler.
    pub(super) fn is_at(&self, path: &str) -> bool {
        self.path == path || self.answer == Answer::Task && TaskPath::of(path).is_some()
    }

    /// What a record can mean by names and places.
    pub(super) fn bindable(&self) -> Bindable<'static> {
        let reads = self.parts.iter().map(|it| it.field.places.iter().copied().chain([it.field.name]).collect());
        let obligations = self.parts.iter().filter(|it| it.required && it.sent.is_none());
        let needs = obligations.map(|it| vec![it.field.name]).chain(self.one_of.iter().map(|it| it.to_vec()));
        let (kind, models) = (self.kind, self.models.to_vec());
        Bindable { id: self.id, kind, models, reads: reads.collect(), needs: needs.collect() }
    }

    /// The parameter that a record means by a place, or by a name where several go to one place.
    pub(super) fn part(&self, place: &str) -> Result<&'static Part, String> {
        let at: Vec<_> = self.parts.iter().filter(|it| it.field.places.contains(&place)).collect();
        match &at[..] {
            [one] => Ok(one),
            [] => self
                .parts
                .iter()
                .find(|it| it.field.name == place)
                .ok_or_else(|| format!("`{}` reads nothing at `{place}`", self.id)),
            several => {
                let names: Vec<_> = several.iter().map(|it| it.field.name).collect();
                Err(format!("`{}` reads several things at `{place}`: say which of `{}`", self.id, names.join("`, `")))
            }
        }
    }
}

/// What answers at a record's endpoint.
pub fn bindable_at(operations: &[Operation], terms: &Terms) -> Vec<Bindable<'static>> {
    let path = terms.runtime_binding.endpoint.as_deref().unwrap_or_default();
    operations.iter().filter(|it| it.is_at(path)).map(Operation::bindable).collect()
}

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A task.
    Task,
    /// JSON.
    Json,
    /// A file.
    File,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What it is called, and where it goes.
    pub field: Field,
    /// What it can be.
    pub takes: Takes,
    /// Whether there is no request without it.
    pub required: bool,
    /// What the client sends if nobody says otherwise, as JSON.
    pub sent: Option<&'static str>,
}

impl Part {
    /// A parameter that can be left out.
    pub const fn new(field: Field, takes: Takes) -> Self {
        Self { field, takes, required: false, sent: None }
    }

    /// The same, if there is no request without it.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same, if the client sends this JSON where nobody says otherwise.
    #[must_use]
    pub const fn sent(self, json: &'static str) -> Self {
        Self { sent: Some(json), ..self }
    }
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// Anything.
    Any,
    /// A text.
    Text,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A whole number in a range.
    Integer(i64, i64),
    /// The same, written as a text.
    Digits(i64, i64),
    /// Any number.
    Number,
    /// A flag.
    Flag,
    /// Two numbers with a sign between them, such as `1280*720` or `16:9`.
    Pair(char),
    /// The same, or one word.
    PairOr(char, &'static str),
    /// The address of a file.
    Address,
}

impl Takes {
    /// What is wrong with a value, if anything is.
    pub(super) fn refuses(self, value: &Value) -> Option<String> {
        let text = value.as_str();
        let whole = |text: &str| text.parse::<i64>().ok().filter(|_| text.bytes().all(|it| it.is_ascii_digit()));
        let pair = |sign: char, text: &str| {
            text.split_once(sign)
                .is_some_and(|(a, b)| whole(a).is_some_and(|it| it > 0) && whole(b).is_some_and(|it| it > 0))
        };
        let (fits, wanted) = match self {
            Self::Any => (true, String::new()),
            Self::Text => (text.is_some(), "a text".to_owned()),
            Self::OneOf(values) => {
                (text.is_some_and(|it| values.contains(&it)), format!("one of `{}`", values.join("`, `")))
            }
            Self::Integer(min, max) => (
                value.as_i64().is_some_and(|it| (min..=max).contains(&it)),
                format!("a whole number{}", range(min, max)),
            ),
            Self::Digits(min, max) => {
                let fits = text.and_then(whole).is_some_and(|it| (min..=max).contains(&it));
                (fits, format!("a text of digits{}", range(min, max)))
            }
            Self::Number => (value.is_number(), "a number".to_owned()),
            Self::Flag => (value.is_boolean(), "a flag".to_owned()),
            Self::Pair(sign) => {
                (text.is_some_and(|it| pair(sign, it)), format!("two numbers with `{sign}` between them"))
            }
            Self::PairOr(sign, word) => {
                let fits = text.is_some_and(|it| it == word || pair(sign, it));
                (fits, format!("two numbers with `{sign}` between them, or `{word}`"))
            }
            Self::Address => {
                let fits = text.is_some_and(|it| it.starts_with("https://") || it.starts_with("http://"));
                (fits, "the address of a file".to_owned())
            }
        };
        let shown = || text.map_or_else(|| value.to_string(), shown);
        (!fits).then(|| format!("it must be {wanted}, and is {}", shown()))
    }
}

fn range(min: i64, max: i64) -> String {
    match (min, max) {
        (i64::MIN, i64::MAX) => String::new(),
        (min, i64::MAX) => format!(" of at least {min}"),
        (i64::MIN, max) => format!(" of at most {max}"),
        (min, max) => format!(" from {min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_what_a_parameter_takes() {
        let fine = [
            (Takes::Any, json!([1])),
            (Takes::OneOf(&["768P", "2K"]), json!("2K")),
            (Takes::Integer(4, 15), json!(4)),
            (Takes::Digits(3, 15), json!("15")),
            (Takes::Pair('*'), json!("1280*720")),
            (Takes::PairOr(':', "adaptive"), json!("adaptive")),
            (Takes::Address, json!("https://files.example/a.png")),
        ];
        fine.iter().for_each(|(takes, value)| assert_eq!(takes.refuses(value), None, "{takes:?}"));
        let wrong = [
            (Takes::Text, json!(1)),
            (Takes::OneOf(&["768P", "2K"]), json!("2k")),
            (Takes::Integer(4, 15), json!(16)),
            (Takes::Integer(4, 15), json!("5")),
            (Takes::Digits(3, 15), json!(5)),
            (Takes::Digits(3, 15), json!("+5")),
            (Takes::Pair('*'), json!("1280x720")),
            (Takes::Pair('*'), json!("0*720")),
            (Takes::PairOr(':', "adaptive"), json!("16*9")),
            (Takes::Address, json!("a.png")),
            (Takes::Flag, json!("true")),
        ];
        wrong.iter().for_each(|(takes, value)| assert!(takes.refuses(value).is_some(), "{takes:?} {value}"));
        assert_eq!(
            Takes::Integer(4, 15).refuses(&json!("five")).as_deref(),
            Some("it must be a whole number from 4 to 15, and is \"five\"")
        );
    }
}
