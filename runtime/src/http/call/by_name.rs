//! Parameters that are set by name.

use std::borrow::Cow;

use serde_json::Value;

use super::{Call, ParamValue};
use crate::{Client, OperationSpec};

impl Call {
    /// Creates a call of an operation whose parameters are set by name.
    pub(crate) fn by_name(client: &Client, spec: &'static OperationSpec) -> Self {
        Self { is_by_name: true, ..Self::new(client, spec) }
    }

    /// Sets a parameter by name and replaces an earlier value.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<ParamValue>) -> Self {
        let (name, value) = (name.into(), value.into());
        match self.spec.field(&name) {
            Some(field) => self.params = self.params.set(field, value),
            None if self.is_by_name && self.spec.method == "GET" => {
                self.problem = Some(unknown_param(&name, self.spec))
            }
            None if self.spec.method == "GET" => self.params = self.params.with(name, value),
            None => match value {
                ParamValue::Invalid(problem) => self.problem = Some(format!("`{name}` cannot be sent: {problem}")),
                value => return self.extra(&name, value.to_json()),
            },
        }
        self
    }

    /// Sets parameters from the fields of a JSON object, such as the arguments of a tool call. `model` sets the model.
    ///
    /// ```
    /// # let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
    /// use gatewright_runtime::serde_json::json;
    ///
    /// let call = client.social("p1", "search").with_object(json!({ "keyword": "tea", "cursor": 20 }));
    /// assert_eq!(call.request()?.url.query(), Some("cursor=20&keyword=tea"));
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn with_object(mut self, object: Value) -> Self {
        let Value::Object(fields) = object else {
            self.problem = Some("the parameters must be a JSON object".into());
            return self;
        };
        fields.into_iter().fold(self, |call, (name, value)| match value {
            Value::String(model) if name == "model" && call.spec.model.is_some() => call.model(model),
            value => call.with(name, value),
        })
    }
}

fn unknown_param(name: &str, spec: &OperationSpec) -> String {
    let known: Vec<_> = spec.fields.iter().map(|it| format!("`{}`", it.name)).collect();
    let advice = match known.join(", ") {
        none if none.is_empty() => "the operation has no parameters".to_owned(),
        known => format!("use one of {known}"),
    };
    format!("unknown parameter `{}`; help: {advice}, or send a new one with `extra`", crate::visible(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;

    const KEYWORD: &[Field] = &[Field::query("keyword")];

    #[test]
    fn an_unknown_parameter_names_the_known_ones() {
        let says = |fields| unknown_param("keywrod", &OperationSpec { fields, ..OperationSpec::EMPTY });
        let start = "unknown parameter `keywrod`; help: ";
        assert_eq!(says(KEYWORD), format!("{start}use one of `keyword`, or send a new one with `extra`"));
        assert_eq!(says(&[]), format!("{start}the operation has no parameters, or send a new one with `extra`"));
    }
}
