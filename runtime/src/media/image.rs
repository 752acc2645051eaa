//! Pictures that a model draws or changes.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::files::PartialFile;
use crate::lenient::{Fields, integer};
use crate::{Client, Error, Result, Upload};

/// Response with one entry per image.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client, reply: gatewright_runtime::image::Reply) -> gatewright_runtime::Result<()> {
/// for (number, image) in reply.data.iter().enumerate() {
///     image.save(&client, format!("tea-{number}.png")).await?;
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// When they were made, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<i64>,
    /// The pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<Image>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// How many pictures were made, as the gateway counts them.
    pub fn success_count(&self) -> Option<i64> {
        self.count("success_count")
    }

    /// How many failed.
    pub fn failed_count(&self) -> Option<i64> {
        self.count("failed_count")
    }

    /// Counts come as text.
    fn count(&self, name: &str) -> Option<i64> {
        integer(self.other.get("metadata")?.get(name)?.clone()).ok()
    }
}

impl crate::Reply for Reply {
    fn read(value: Value) -> Result<Self, Value> {
        let mut fields = Fields::of(value)?;
        Ok(Self { created: fields.integer("created"), data: fields.all("data", Image::read), other: fields.rest() })
    }
}

/// One picture: at an address, or in the reply itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Image {
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The picture in base64, if it was asked for so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b64_json: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Image {
    fn read(mut fields: Fields) -> Self {
        // An empty one is none: the gateway always sends both.
        let url = fields.text("url").filter(|it| !it.is_empty());
        let b64_json = fields.text("b64_json").filter(|it| !it.is_empty());
        Self { url, b64_json, other: fields.rest() }
    }

    /// The picture; one at an address is fetched, without the key.
    pub async fn bytes(&self, client: &Client) -> Result<Bytes> {
        match (&self.b64_json, &self.url) {
            (Some(text), _) => {
                let decoded = STANDARD.decode(text.trim());
                decoded.map(Bytes::from).map_err(|problem| Error::File(format!("the picture is no base64: {problem}")))
            }
            (None, Some(url)) => {
                // As large as one that comes in a reply.
                let mut settings = client.inner().settings.clone();
                settings.max_body = settings.max_image_body;
                Ok(client.fetch(url, &settings).await?.raw)
            }
            (None, None) => Err(Error::File("the reply holds neither an address nor a picture".into())),
        }
    }

    /// Writes it to a file. What was there before stays until all of it has come.
    pub async fn save(&self, client: &Client, path: impl AsRef<Path>) -> Result<()> {
        let bytes = self.bytes(client).await?;
        let mut file = PartialFile::of(path.as_ref()).await?;
        file.write(&bytes).await?;
        file.finish().await
    }
}

/// A picture to be changed: a file, or one at an address.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// A file.
    File(Upload),
    /// An address.
    Url(String),
}

impl From<Upload> for Source {
    fn from(file: Upload) -> Self {
        Self::File(file)
    }
}

impl From<&str> for Source {
    fn from(url: &str) -> Self {
        Self::Url(url.to_owned())
    }
}

impl From<String> for Source {
    fn from(url: String) -> Self {
        Self::Url(url)
    }
}
