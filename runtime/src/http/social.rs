//! What a social data call returns.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::Result;
use crate::http::error::undecodable;
use crate::http::exchange::Unreadable;

/// The envelope of a social data reply. Whatever is missing from it or has changed its type does not keep the
/// rest from being read.
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
    /// The platform's key.
    pub platform: String,
    /// The capability's name.
    pub capability: String,
    /// The platform's own reply. Field names, cursors and identifiers differ from platform to platform.
    pub data: Value,
    /// What the service has added to the envelope since this version.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Field by field, so that one of another type is kept as it came and spoils nothing.
impl<'de> Deserialize<'de> for SocialResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = SocialResult;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SocialResult, A::Error> {
                let mut result = SocialResult::default();
                while let Some(field) = map.next_key()? {
                    let (name, known) = match field {
                        Field::Object => ("object", &mut result.object),
                        Field::Platform => ("platform", &mut result.platform),
                        Field::Capability => ("capability", &mut result.capability),
                        Field::Data => {
                            result.data = map.next_value()?;
                            continue;
                        }
                        Field::Other(name) => {
                            result.other.insert(name, map.next_value()?);
                            continue;
                        }
                    };
                    match map.next_value()? {
                        Value::String(text) => *known = text,
                        other => {
                            result.other.insert(name.to_owned(), other);
                        }
                    }
                }
                Ok(result)
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// A field of the envelope.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Object,
    Platform,
    Capability,
    Data,
    Other(String),
}

impl SocialResult {
    /// Reads the body of a reply with status 200.
    pub(crate) fn read(body: &[u8]) -> Result<Self, Unreadable> {
        // The whole is known to be text before its strings are read: that is quicker than to look at each of them.
        let text = std::str::from_utf8(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
        let result: Self = serde_json::from_str(text).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
        let refused =
            result.data.is_null() && (result.other.contains_key("error") || result.other.contains_key("code"));
        if refused { Err(Unreadable::Refused) } else { Ok(result) }
    }

    /// Whether there is nothing in it: only replies with data are charged.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.data {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        }
    }

    /// The platform's reply as a type of your own.
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
        T::deserialize(&self.data).map_err(|problem| undecodable(problem, &self.data.to_string()))
    }
}
