//! What a request carries: nothing, bytes, or a form with files that are read while they are sent.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, Stream};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use crate::http::outbound::Outbound;
use crate::{Error, Result};

/// The body of a request.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum RequestBody {
    /// None.
    #[default]
    Empty,
    /// Bytes, such as JSON.
    Bytes(Bytes),
    /// A form: `multipart/form-data`.
    Form(Arc<Form>),
}

/// Fields and files of a form.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Form {
    /// Fields, by name.
    pub fields: Vec<(String, String)>,
    /// Files, by name.
    pub files: Vec<(String, Upload)>,
}

/// A file to send. It is read while it is sent, and again if it must be sent again.
///
/// ```
/// use gatewright_runtime::Upload;
///
/// let recording = Upload::file("recordings/monday.mp3").on_progress(|sent, of| eprintln!("{sent} of {of}"));
/// let note = Upload::bytes("note.wav", &b"RIFF"[..]).content_type("audio/wav");
/// ```
#[derive(Clone)]
pub struct Upload {
    name: String,
    content_type: Option<String>,
    source: Source,
    progress: Option<Progress>,
}

type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

#[derive(Clone, Debug)]
enum Source {
    Path(PathBuf),
    Bytes(Bytes),
}

/// How much of a file is read at once.
const PIECE: usize = 64 << 10;

impl Upload {
    /// A file on disk.
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let name = path.file_name().map_or_else(|| "file".into(), |it| it.to_string_lossy().into_owned());
        Self { name, content_type: None, source: Source::Path(path.to_owned()), progress: None }
    }

    /// Bytes under the name of a file, whose ending says what they are.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        Self { name: name.into(), content_type: None, source: Source::Bytes(bytes.into()), progress: None }
    }

    /// Says what it is, where the ending of its name does not.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Calls back with the bytes sent so far, and with how many there are.
    #[must_use]
    pub fn on_progress(mut self, report: impl Fn(u64, u64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(report));
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The ending of its name, in small letters, such as `mp3`.
    pub(crate) fn extension(&self) -> Option<String> {
        Path::new(&self.name).extension().map(|it| it.to_string_lossy().to_ascii_lowercase())
    }

    /// Its size in bytes.
    pub(crate) async fn size(&self) -> Result<u64> {
        match &self.source {
            Source::Bytes(bytes) => Ok(bytes.len() as u64),
            Source::Path(path) => {
                let known = tokio::fs::metadata(path).await.map_err(|it| unreadable(path, &it))?;
                match known.is_dir() {
                    true => Err(unreadable(path, &std::io::ErrorKind::IsADirectory.into())),
                    false => Ok(known.len()),
                }
            }
        }
    }

    /// At most so many of its bytes, from a position on.
    pub(crate) async fn range(&self, from: u64, most: usize) -> std::io::Result<Bytes> {
        match &self.source {
            Source::Bytes(bytes) => {
                let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
                Ok(bytes.slice(from..from.saturating_add(most).min(bytes.len())))
            }
            Source::Path(path) => {
                let (mut file, mut range) = (tokio::fs::File::open(path).await?, Vec::new());
                file.seek(std::io::SeekFrom::Start(from)).await?;
                file.take(most as u64).read_to_end(&mut range).await?;
                Ok(range.into())
            }
        }
    }

    async fn part(&self, outbound: Option<Outbound>) -> Result<reqwest::multipart::Part> {
        let size = self.size().await?;
        let report = self.progress.clone();
        let went_out = move |sent: u64| {
            outbound.iter().for_each(Outbound::moved);
            if let Some(report) = &report {
                report(sent, size);
            }
        };
        let body = match &self.source {
            Source::Bytes(bytes) => reqwest::Body::wrap_stream(in_pieces(bytes.clone(), went_out)),
            Source::Path(path) => {
                let file = tokio::fs::File::open(path).await.map_err(|it| unreadable(path, &it))?;
                reqwest::Body::wrap_stream(read(file, went_out))
            }
        };
        let part = reqwest::multipart::Part::stream_with_length(body, size).file_name(self.name.clone());
        match &self.content_type {
            None => Ok(part),
            Some(it) => part.mime_str(it).map_err(|_| Error::Request(format!("`{it}` is no content type"))),
        }
    }
}

fn unreadable(path: &Path, problem: &std::io::Error) -> Error {
    Error::Request(format!("{} cannot be read: {problem}", path.display()))
}

fn in_pieces(bytes: Bytes, went_out: impl Fn(u64)) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::unfold((bytes, 0, went_out), |(mut bytes, sent, went_out)| async move {
        if bytes.is_empty() {
            return None;
        }
        let piece = bytes.split_to(PIECE.min(bytes.len()));
        let sent = sent + piece.len() as u64;
        went_out(sent);
        Some((Ok(piece), (bytes, sent, went_out)))
    })
}

fn read(file: tokio::fs::File, went_out: impl Fn(u64)) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::try_unfold((file, 0, went_out), |(mut file, sent, went_out)| async move {
        let mut piece = BytesMut::with_capacity(PIECE);
        if file.read_buf(&mut piece).await? == 0 {
            return Ok(None);
        }
        let sent = sent + piece.len() as u64;
        went_out(sent);
        Ok(Some((piece.freeze(), (file, sent, went_out))))
    })
}

impl Form {
    /// The form as reqwest sends it; its files are opened now.
    pub(crate) async fn open(&self, outbound: Option<Outbound>) -> Result<reqwest::multipart::Form> {
        let mut form = reqwest::multipart::Form::new();
        for (name, value) in &self.fields {
            form = form.text(name.clone(), value.clone());
        }
        for (name, file) in &self.files {
            form = form.part(name.clone(), file.part(outbound.clone()).await?);
        }
        Ok(form)
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Upload");
        shown.field("name", &self.name);
        if let Source::Path(path) = &self.source {
            shown.field("path", path);
        }
        shown.finish_non_exhaustive()
    }
}
