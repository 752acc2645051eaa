//! Responses of social data calls.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::http::error::{decode, is_blank};
use crate::{Charge, Reply, Result, Service};

/// Envelope of a social data response. Fields that are missing or have changed their type do not keep the others from
/// being read.
///
/// ```
/// let text = r#"{"object":"social.result","platform":"p1","capability":"user","data":{"id":7}}"#;
/// let reply: gatewright_runtime::SocialResult = serde_json::from_str(text)?;
/// assert_eq!(reply.data["id"], 7);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SocialResult {
    /// `social.result`.
    pub object: String,
    /// Key of the platform.
    pub platform: String,
    /// Name of the capability.
    pub capability: String,
    /// The platform's own response. Field names, cursors and identifiers differ between platforms.
    pub data: Value,
    /// Fields that the service has added to the envelope since this version.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Reads each field separately. A field of another type is kept as received and does not affect the others.
impl From<Map<String, Value>> for SocialResult {
    fn from(fields: Map<String, Value>) -> Self {
        let mut this = Self::default();
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("object", Value::String(text)) => this.object = text,
                ("platform", Value::String(text)) => this.platform = text,
                ("capability", Value::String(text)) => this.capability = text,
                ("data", data) => this.data = data,
                (_, other) => {
                    this.other.insert(name, other);
                }
            }
        }
        this
    }
}

impl AsRef<Self> for SocialResult {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<'de> Deserialize<'de> for SocialResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from)
    }
}

impl Reply for SocialResult {
    fn open(value: Value, service: &Service) -> Value {
        match (service.payload, value) {
            ("data", value) => value,
            ("", value) => Map::from_iter([("data".to_owned(), value)]).into(),
            (payload, Value::Object(mut fields)) => {
                if let Some(data) = fields.remove(payload) {
                    fields.insert("data".to_owned(), data);
                }
                fields.into()
            }
            (_, value) => value,
        }
    }

    fn read(value: Value) -> Result<Self, Value> {
        match value {
            Value::Object(fields) => Ok(fields.into()),
            other => Err(other),
        }
    }

    /// Returns true for an error without data. If the whole body is the data, a code alone may be part of the data.
    fn is_refusal(value: &Value, service: &Service) -> bool {
        if service.payload.is_empty() {
            return service.has_error(value) || service.is_flat_error(value);
        }
        let data = value.get(service.payload).unwrap_or(&Value::Null);
        let first_key = |place: &str| place.split('.').next().and_then(|it| value.get(it)).is_some();
        data.is_null() && service.error_code.iter().any(|it| first_key(it))
            || is_blank(data) && (service.has_error(value) || service.reports_failure(value))
    }

    fn payload(&self, _service: &Service) -> Option<&Value> {
        Some(&self.data)
    }

    fn charge(&self) -> Charge {
        if self.data.is_null() {
            // No data at all, not even empty data: the documents do not say that this is free.
            Charge::Unknown
        } else if self.is_empty() {
            Charge::No
        } else {
            Charge::Yes
        }
    }
}

impl SocialResult {
    /// Returns true if the response has no data. Only responses with data are charged.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.data {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        }
    }

    /// Decodes the platform's response into your own type. The error names the path of a value that does not fit, such as
    /// `items[3].likes`.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Page { cursor: String }
    ///
    /// let reply: gatewright_runtime::SocialResult = serde_json::from_str(
    ///     r#"{"object":"social.result","platform":"p1","capability":"search","data":{"cursor":"abc"}}"#,
    /// )?;
    /// assert_eq!(reply.data_as::<Page>()?.cursor, "abc");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn data_as<T: DeserializeOwned>(&self) -> Result<T> {
        decode(&self.data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_is_not_taken_for_data() {
        for (payload, body, is_error) in [
            ("data", json!({ "data": { "code": 1, "message": "m" } }), false),
            ("data", json!({ "data": null, "code": "c" }), true),
            ("data", json!({ "error": null }), true),
            ("data", json!({ "error": { "code": "c" }, "data": [1] }), false),
            ("data", json!({ "error": { "code": "c" }, "data": "" }), true),
            ("data", json!({ "error": null, "data": [] }), false),
            ("data", json!({ "code": 0, "message": "ok", "data": [] }), false),
            ("data", json!({ "code": "c", "message": "m", "data": {} }), true),
            ("data", json!({ "success": false, "message": "m" }), true),
            ("data", json!({ "success": false, "message": "m", "data": [1] }), false),
            ("result", json!({ "result": [1] }), false),
            ("result", json!({ "data": [1], "code": "c" }), true),
            ("", json!({ "items": [1], "code": "c" }), false),
            ("", json!([1]), false),
            ("", json!({ "error": { "code": "c" } }), true),
            ("", json!({ "code": "c", "message": "m" }), true),
        ] {
            let service = Service { payload, ..Service::EMPTY };
            assert_eq!(SocialResult::is_refusal(&body, &service), is_error, "{payload}: {body}");
        }
    }
}
