//! What a social data call returns.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, Result};

/// The envelope of a social data reply.
///
/// ```
/// let text = r#"{"object":"social.result","platform":"p1","capability":"user","data":{"id":7}}"#;
/// let reply: gatewright_runtime::SocialResult = serde_json::from_str(text)?;
/// assert_eq!(reply.data["id"], 7);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SocialResult {
    /// `social.result`.
    #[serde(default)]
    pub object: String,
    /// The platform's key.
    #[serde(default)]
    pub platform: String,
    /// The capability's name.
    #[serde(default)]
    pub capability: String,
    /// The platform's own reply. Field names, cursors and identifiers differ from platform to platform.
    pub data: Value,
    /// What the service has added to the envelope since this version.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl SocialResult {
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
        T::deserialize(&self.data).map_err(|problem| Error::Decode {
            problem,
            body: crate::error::start_of(self.data.to_string().as_bytes()),
        })
    }
}
