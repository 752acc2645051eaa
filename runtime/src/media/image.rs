//! Images that a model creates or edits.

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
    /// Creation time in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<i64>,
    /// Images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<Image>,
    /// Other fields of the response.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Returns the number of created images, as counted by the gateway.
    pub fn success_count(&self) -> Option<i64> {
        self.count("success_count")
    }

    /// Returns the number of images that failed.
    pub fn failed_count(&self) -> Option<i64> {
        self.count("failed_count")
    }

    /// Reads a number that the gateway sends as text.
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

/// Image at a URL, or in the response itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Image {
    /// URL of the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Image in base64, if the request set that format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b64_json: Option<String>,
    /// Other fields of the response.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Image {
    fn read(mut fields: Fields) -> Self {
        // The gateway always sends both fields; an empty text counts as absent.
        let url = fields.text("url").filter(|it| !it.is_empty());
        let b64_json = fields.text("b64_json").filter(|it| !it.is_empty());
        Self { url, b64_json, other: fields.rest() }
    }

    /// Returns the bytes of the image. The client downloads an image at a URL, without the key.
    pub async fn bytes(&self, client: &Client) -> Result<Bytes> {
        match (&self.b64_json, &self.url) {
            (Some(text), _) => {
                let decoded = STANDARD.decode(text.trim());
                decoded.map(Bytes::from).map_err(|problem| Error::File(format!("the image is not base64: {problem}")))
            }
            (None, Some(url)) => {
                // Same size limit as for an image in a response.
                let mut settings = client.inner().settings.clone();
                settings.max_body = settings.max_image_body;
                Ok(client.fetch(url, &settings).await?.raw)
            }
            (None, None) => Err(Error::File("the response contains neither a URL nor an image".into())),
        }
    }

    /// Writes the image to a file. An existing file is replaced only when the download is complete.
    pub async fn save(&self, client: &Client, path: impl AsRef<Path>) -> Result<()> {
        let bytes = self.bytes(client).await?;
        let mut file = PartialFile::of(path.as_ref()).await?;
        file.write(&bytes).await?;
        file.finish().await
    }
}

/// Image to edit: a file or a URL.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// File to upload.
    File(Upload),
    /// URL of an image.
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
