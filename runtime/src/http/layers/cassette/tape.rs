//! Format of a cassette: a note, then one line of JSON per exchange.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::shape::hash::fnv1a;
use crate::{Error, Form, HttpRequest, RequestBody, Result};

/// First line of a cassette.
#[derive(Serialize, Deserialize)]
pub(super) struct Note {
    /// Version of the format.
    cassette: u32,
    note: String,
}

const VERSION: u32 = 1;

impl Note {
    pub(super) fn new() -> Self {
        let note = "This file contains requests and responses, which can include personal data. The API key and sensitive \
                    headers are replaced. Check its content before you share it.";
        Self { cassette: VERSION, note: note.into() }
    }

    /// Returns true if a text starts with a note of this version.
    pub(super) fn is_at_the_start_of(text: &str) -> bool {
        let first = text.lines().next().unwrap_or_default();
        serde_json::from_str::<Self>(first).is_ok_and(|it| it.cassette == VERSION)
    }
}

/// One exchange.
#[derive(Serialize, Deserialize)]
pub(super) struct Exchange {
    pub(super) request: RecordedRequest,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

#[derive(Serialize, Deserialize)]
pub(super) struct RecordedRequest {
    #[serde(flatten)]
    pub(super) identity: Identity,
    pub(super) headers: Vec<(String, String)>,
}

/// Part of a request that a replay compares.
#[derive(Serialize, Deserialize, PartialEq)]
pub(super) struct Identity {
    pub(super) method: String,
    pub(super) url: String,
    pub(super) body: Content,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    Response(RecordedResponse),
    Error { may_have_been_sent: bool, timed_out: bool, text: String },
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RecordedResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Content,
    /// True if the connection was lost, or the client stopped reading, before the end of the body.
    #[serde(default)]
    pub(super) cut: bool,
    #[serde(default)]
    pub(super) from_cache: bool,
}

/// Body of a request or response.
#[derive(Clone, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    Text(String),
    Base64(String),
    Form { fields: Vec<(String, String)>, files: Vec<RecordedFile> },
}

/// File of a form. Its content is recorded as a hash.
#[derive(Clone, Serialize, Deserialize, PartialEq)]
pub(super) struct RecordedFile {
    field: String,
    file_name: String,
    content_type: Option<String>,
    size: usize,
    hash: String,
}

impl Content {
    pub(super) fn of(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Base64(STANDARD.encode(bytes)),
        }
    }

    pub(super) fn bytes(&self) -> Result<Bytes> {
        match self {
            Self::Text(text) => Ok(text.clone().into()),
            Self::Base64(text) => {
                let bytes = STANDARD.decode(text);
                bytes.map(Bytes::from).map_err(|problem| Error::File(format!("invalid base64: {problem}")))
            }
            Self::Form { .. } => Err(Error::File("a response cannot be a form".into())),
        }
    }

    async fn of_form(form: &Form) -> Result<Self> {
        let mut files = Vec::new();
        for (field, file) in &form.files {
            let content = file.read().await?;
            files.push(RecordedFile {
                field: field.clone(),
                file_name: file.file_name().to_owned(),
                content_type: file.declared_content_type().map(str::to_owned),
                size: content.len(),
                hash: format!("{:016x}", fnv1a(content.iter().copied())),
            });
        }
        Ok(Self::Form { fields: form.fields.clone(), files })
    }
}

impl Identity {
    /// Returns the identity of a request. Reads the files of a form.
    pub(super) async fn of(request: &HttpRequest) -> Result<Self> {
        let body = match &request.body {
            RequestBody::Empty => Content::Text(String::new()),
            RequestBody::Bytes(bytes) => Content::of(bytes),
            RequestBody::Form(form) => Content::of_form(form).await?,
        };
        Ok(Self { method: request.method.to_string(), url: request.url.to_string(), body })
    }

    /// Returns the request as one text, to compare it with others.
    pub(super) fn text(&self) -> String {
        let body = match &self.body {
            Content::Text(text) | Content::Base64(text) => text.clone(),
            form @ Content::Form { .. } => serde_json::to_string(form).unwrap_or_default(),
        };
        format!("{} {} {body}", self.method, self.url)
    }
}

/// Reads a cassette. Each exchange has the number of its line.
pub(super) fn read(path: &Path) -> Result<Vec<(usize, Exchange)>> {
    let problem = |problem: &dyn std::fmt::Display| Error::File(format!("cannot read `{}`: {problem}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|it| problem(&it))?;
    if !Note::is_at_the_start_of(&text) {
        return Err(problem(&"it is not a cassette of this version; help: record it anew with `Cassette::record`"));
    }
    let mut exchanges = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate().skip(1) {
        match serde_json::from_str::<Exchange>(line) {
            Ok(exchange) => exchanges.push((index + 1, exchange)),
            // A crash can leave an incomplete last line.
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(problem(&format!("line {}: {error}", index + 1))),
        }
    }
    Ok(exchanges)
}
