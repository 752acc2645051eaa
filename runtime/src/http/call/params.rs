//! Parameters of a call, and their encoding as a query string.

use std::borrow::Cow;
use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::ParamValue;
use crate::{CostUnknown, Count, Decimal, Field, Location, OperationSpec, Presence, Upload, json_path};

/// Characters to encode: all except the unreserved ones of RFC 3986, so that every server decodes the same text.
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Parameters, in the order in which they were first set.
///
/// ```
/// use gatewright_runtime::Params;
///
/// let params = Params::default().with("page", 1).with("keyword", "tea").with("page", 2);
/// let given: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
/// assert_eq!(given, ["page=2", "keyword=tea"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Params {
    pub(super) entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: Cow<'static, str>,
    /// Description of the parameter, if the operation has one with this name.
    pub(super) field: Option<&'static Field>,
    pub(super) value: ParamValue,
}

impl Entry {
    /// Returns the paths in the body.
    pub(super) fn paths(&self) -> &[&str] {
        self.field.map_or(&[], |it| it.paths())
    }

    /// Returns the value as it is written to a body.
    pub(super) fn body_value(&self) -> Value {
        let shape = match self.field.map(|it| it.location) {
            Some(Location::Body { shape, .. }) => shape.and_then(|it| serde_json::from_str(it).ok()),
            _ => None,
        };
        let value = self.value.to_json();
        match shape {
            Some(shape) => json_path::shaped(shape, &value),
            None => value,
        }
    }
}

impl Params {
    /// Sets a parameter by name. Replaces an earlier value and keeps its position.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<ParamValue>) -> Self {
        self.put(name.into(), None, value.into());
        self
    }

    /// Sets a field. Replaces an earlier value, unless the field accepts several.
    #[must_use]
    pub fn set(mut self, field: &'static Field, value: impl Into<ParamValue>) -> Self {
        self.put(field.name.into(), Some(field), value.into());
        self
    }

    /// Adds a value of a selector. Two values of a body field that accepts one are an error before the request is sent.
    #[must_use]
    pub fn add(mut self, field: &'static Field, value: impl Into<ParamValue>) -> Self {
        self.add_value(field, value.into());
        self
    }

    /// Adds a list of texts.
    #[must_use]
    pub fn add_list(self, field: &'static Field, values: impl IntoIterator<Item = String>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        self.add(field, values.join(field.separator.unwrap_or(",")))
    }

    /// Sets a field to its default, unless it has a value. An empty object stands for no value at all.
    pub(super) fn set_option(&mut self, field: Option<&'static Field>, default: ParamValue) {
        let Some(field) = field else { return };
        match self.get(field.name) {
            None => self.put(field.name.into(), Some(field), default),
            Some(ParamValue::Json(Value::Object(fields))) if fields.is_empty() => self.remove(field.name),
            Some(_) => {}
        }
    }

    /// Removes a parameter.
    pub(super) fn remove(&mut self, name: &str) {
        self.entries.retain(|it| it.name != name);
    }

    /// Adds all of `others`.
    pub(crate) fn extend(&mut self, others: Self) {
        for Entry { name, field, value } in others.entries {
            match field {
                Some(field) => self.add_value(field, value),
                None => self.put(name, None, value),
            }
        }
    }

    /// Returns the parameters without empty texts, which do not satisfy a group; `None` if a count is not met.
    #[must_use]
    pub fn counted(mut self, counts: &[Count]) -> Option<Self> {
        self.entries.retain(|it| !it.value.is_empty());
        counts.iter().all(|it| (it.min..=it.max).contains(&self.all(it.of))).then_some(self)
    }

    /// Returns the value of a parameter, if it is set.
    pub fn get(&self, name: &str) -> Option<&ParamValue> {
        self.entries.iter().find(|it| it.name == name).map(|it| &it.value)
    }

    /// Returns names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ParamValue)> {
        self.entries.iter().map(|it| (it.name.as_ref(), &it.value))
    }

    // Not generic, so that it is compiled once and not for each type of value.
    fn put(&mut self, name: Cow<'static, str>, field: Option<&'static Field>, value: ParamValue) {
        if !field.is_some_and(|it| it.many) {
            if let Some(first) = self.entries.iter().position(|it| it.name == name) {
                self.entries[first].value = value;
                let mut at = 0;
                self.entries.retain(|it| {
                    at += 1;
                    at - 1 <= first || it.name != name
                });
                return;
            }
        }
        self.entries.push(Entry { name, field, value });
    }

    fn add_value(&mut self, field: &'static Field, value: ParamValue) {
        match field.location {
            Location::Query(_) => self.put(field.name.into(), Some(field), value),
            _ => self.entries.push(Entry { name: field.name.into(), field: Some(field), value }),
        }
    }

    /// Returns the number of values of a parameter.
    fn count(&self, name: &str) -> usize {
        self.entries.iter().filter(|it| it.name == name).count()
    }

    fn all(&self, names: &[&str]) -> usize {
        names.iter().map(|it| self.count(it)).sum()
    }

    /// Returns an error message for a value that cannot be sent.
    pub(crate) fn invalid_value(&self) -> Option<String> {
        self.entries.iter().find_map(|it| Some(format!("`{}` {}", it.name, it.value.problem()?)))
    }

    /// Returns the reason why the number of values is invalid, if it is.
    pub(crate) fn invalid_count(&self, spec: &OperationSpec) -> Option<String> {
        self.given_twice().or_else(|| {
            let wrong = spec.counts.iter().find(|it| !(it.min..=it.max).contains(&self.all(it.of)))?;
            let names: Vec<_> = wrong.of.iter().map(|it| format!("`{it}`")).collect();
            let (names, given) = (names.join(", "), self.all(wrong.of));
            Some(match wrong.max {
                max if given > max => format!("expected at most {max} of {names}, found {given}"),
                _ => format!("expected at least {} of {names}, found {given}", wrong.min),
            })
        })
    }

    /// Returns an error message for a required field without a value.
    pub(crate) fn missing(&self, spec: &OperationSpec) -> Option<String> {
        let required = spec.fields.iter().filter(|it| it.presence == Presence::Required);
        let missing = required.into_iter().find(|it| self.count(it.name) == 0)?;
        Some(format!("`{}` is required", missing.name))
    }

    /// Returns an error message for a field that accepts one value and has several.
    fn given_twice(&self) -> Option<String> {
        let takes_one = |it: &&Entry| it.field.is_some_and(|it| !it.many);
        let twice = self.entries.iter().filter(takes_one).find(|it| self.count(&it.name) > 1)?;
        Some(format!("`{}` accepts only one value, found {}", twice.name, self.count(&twice.name)))
    }

    /// Returns the query string.
    pub(crate) fn query(&self) -> String {
        let mut query = String::with_capacity(64);
        for Entry { name, field, value } in &self.entries {
            let name = match field.map(|it| it.location) {
                Some(Location::Query(name)) => name,
                None => name,
                Some(_) => continue,
            };
            if !query.is_empty() {
                query.push('&');
            }
            encode(name, &mut query);
            query.push('=');
            match value {
                ParamValue::Text(text) => encode(text, &mut query),
                // Digits, a sign and letters need no encoding, and writing to a string cannot fail.
                ParamValue::Integer(_) | ParamValue::Flag(_) => drop(write!(query, "{value}")),
                other => encode(&other.to_string(), &mut query),
            }
        }
        query
    }

    /// Returns the files with their names in the form.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &Upload)> {
        self.entries.iter().filter_map(|it| match (it.field?.location, &it.value) {
            (Location::Form(name), ParamValue::File(file)) => Some((name, &**file)),
            _ => None,
        })
    }

    /// Returns the complete body, if the caller sets it.
    pub(crate) fn whole_body(&self) -> Option<&ParamValue> {
        let whole = self.entries.iter().find(|it| it.field.is_some_and(|it| it.location == Location::WholeBody));
        whole.map(|it| &it.value)
    }

    /// Returns the billed length in seconds. It is known if exactly one field with a length is set.
    pub(crate) fn length(&self) -> Result<Decimal, CostUnknown> {
        let mut given = self.entries.iter().filter(|it| it.field.is_some_and(|it| it.value_type.is_seconds()));
        match (given.next(), given.next()) {
            (Some(length), None) => {
                crate::lenient::decimal(length.value.to_json()).map_err(|_| CostUnknown::Usage("seconds"))
            }
            (None, _) => Err(CostUnknown::Usage("seconds")),
            (Some(_), Some(_)) => Err(CostUnknown::Condition("the choice between two lengths")),
        }
    }

    /// Returns the values of a body, as JSON.
    pub(crate) fn body_values(&self) -> impl Iterator<Item = Value> {
        self.entries.iter().filter(|it| !it.paths().is_empty()).map(Entry::body_value)
    }

    /// Returns the factor of the price.
    pub(crate) fn factor(&self, spec: &OperationSpec) -> Result<Option<Decimal>, CostUnknown> {
        let Some(field) = spec.fields.iter().find(|it| !it.factors.is_empty()) else { return Ok(None) };
        let given = self.get(field.name).map(ParamValue::to_string);
        let unset = match field.presence {
            Presence::Default(json) => Some(json),
            _ => field.unset,
        };
        let value = given.or_else(|| serde_json::from_str(unset?).ok());
        let times = field.factors.iter().find(|(known, _)| Some(*known) == value.as_deref());
        times.map(|(_, times)| Some(*times)).ok_or(CostUnknown::Condition("a mode without a published factor"))
    }
}

/// Appends a percent-encoded text. Most names and values are plain and skip the encoder.
fn encode(text: &str, into: &mut String) {
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~')) {
        into.push_str(text);
    } else {
        into.extend(utf8_percent_encode(text, RESERVED));
    }
}

#[cfg(test)]
mod tests;
