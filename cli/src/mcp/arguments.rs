//! Arguments of the tools.

use gatewright_client::{Usd, visible};
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::exit::Failure;

/// Arguments of `find`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Find {
    pub(super) query: String,
    #[serde(default)]
    pub(super) kind: Option<Kind>,
    #[serde(default)]
    pub(super) limit: Option<usize>,
}

/// Kind of a search result.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Operation,
    Model,
}

/// Arguments of `describe`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Describe {
    pub(super) name: String,
}

/// Arguments of `estimate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Estimate {
    pub(super) operation: String,
    #[serde(default)]
    pub(super) arguments: Map<String, Value>,
}

/// Arguments of `call`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    pub(super) operation: String,
    #[serde(default)]
    pub(super) arguments: Map<String, Value>,
    #[serde(default, deserialize_with = "amount")]
    pub(super) max_usd: Option<Usd>,
    #[serde(default)]
    pub(super) select: Option<String>,
    #[serde(default)]
    pub(super) call_id: Option<String>,
    #[serde(default)]
    pub(super) retry_unknown: bool,
}

/// Arguments of `spent`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spent {
    #[serde(default)]
    pub(super) since: Option<String>,
}

/// Arguments of `video`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Video {
    pub(super) action: VideoAction,
    #[serde(default)]
    pub(super) operation: Option<String>,
    #[serde(default)]
    pub(super) arguments: Map<String, Value>,
    #[serde(default, deserialize_with = "amount")]
    pub(super) max_usd: Option<Usd>,
    #[serde(default)]
    pub(super) call_id: Option<String>,
    #[serde(default)]
    pub(super) retry_unknown: bool,
    #[serde(default)]
    pub(super) task: Option<String>,
    #[serde(default)]
    pub(super) wait_seconds: Option<u64>,
}

/// Action of `video`.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum VideoAction {
    Submit,
    Status,
    Result,
}

/// Types of integers in errors of serde.
const INTEGERS: [&str; 2] = ["usize", "u64"];

/// Reads the arguments of a tool.
pub(super) fn read<T: DeserializeOwned>(arguments: Option<JsonObject>) -> Result<T, Failure> {
    let given = Value::Object(arguments.unwrap_or_default());
    serde_path_to_error::deserialize(given).map_err(|error| {
        let at = error.path().to_string();
        let at = if at == "." { String::new() } else { format!("`{}`: ", visible(&at)) };
        let problem = error.inner().to_string();
        let problem =
            INTEGERS.iter().fold(problem, |it, name| it.replace(&format!("expected {name}"), "expected an integer"));
        let help = "the schema of the tool describes its arguments";
        Failure::refused(format!("cannot read the arguments: {at}{}; help: {help}", visible(&problem)))
    })
}

/// Reads an amount in US dollars, as a number or as text. Both are exact.
fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Usd>, D::Error> {
    let text = match Value::deserialize(deserializer)? {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        other => other.to_string(),
    };
    match text.parse::<Usd>() {
        Ok(amount) if amount >= Usd::ZERO => Ok(Some(amount)),
        _ => Err(serde::de::Error::custom("`max_usd` must be an amount in US dollars, such as 0.05")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(arguments: Value) -> Result<Call, String> {
        read(arguments.as_object().cloned()).map_err(|it| it.message)
    }

    #[test]
    fn amounts_are_numbers_or_texts() {
        let max = |value: Value| call(json!({ "operation": "a", "max_usd": value })).map(|it| it.max_usd);
        assert_eq!(max(json!(0.05)), Ok(Some(Usd::cents(5))));
        assert_eq!(max(json!("0.05")), Ok(Some(Usd::cents(5))));
        assert_eq!(max(json!(1)), Ok(Some(Usd::dollars(1))));
        assert_eq!(max(json!(null)), Ok(None));
        for wrong in [json!(-1), json!("a lot"), json!([1]), json!(true)] {
            assert!(max(wrong.clone()).is_err_and(|it| it.contains("max_usd")), "{wrong}");
        }
    }

    #[test]
    fn errors_name_the_argument() {
        let error = |arguments: Value| call(arguments).err().unwrap_or_default();
        assert!(error(json!({})).contains("missing field `operation`"));
        assert!(error(json!({ "operation": "a", "budget": 1 })).contains("unknown field `budget`, expected one of"));
        assert!(error(json!({ "operation": "a", "arguments": "x" })).contains("`arguments`: invalid type"));
        let error = read::<Find>(json!({ "query": "tea", "limit": "x" }).as_object().cloned());
        let error = error.err().map(|it| it.message).unwrap_or_default();
        assert!(error.contains("`limit`: invalid type: string \"x\", expected an integer; help:"), "{error}");
    }
}
