//! Request bodies: none, bytes, or a form with files that are read while they are sent.

use std::fmt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, Stream};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use crate::http::outbound::Outbound;
use crate::{Error, Result};

/// Body of a request.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum RequestBody {
    /// No body.
    #[default]
    Empty,
    /// Bytes, such as JSON.
    Bytes(Bytes),
    /// A form: `multipart/form-data`.
    Form(Arc<Form>),
}

/// Fields and files of a form.
///
/// A custom transport reads a form like this:
///
/// ```
/// # async fn demo(form: &gatewright_runtime::Form) -> gatewright_runtime::Result<()> {
/// for (name, value) in &form.fields {
///     println!("{name}: {value}");
/// }
/// for (name, file) in &form.files {
///     println!("{name}: {}, {:?}, {} bytes", file.file_name(), file.declared_content_type(), file.size().await?);
///     let content = file.read().await?; // or `file.chunks()` for a large file
/// }
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Form {
    /// Fields, by name.
    pub fields: Vec<(String, String)>,
    /// Files, by name.
    pub files: Vec<(String, Upload)>,
}

/// A file to upload. The client reads it while sending it, and reads it again for a retry.
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

/// Content of a file in chunks.
pub type UploadChunks = Pin<Box<dyn Stream<Item = std::io::Result<Bytes>> + Send>>;

type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

#[derive(Clone, Debug)]
enum Source {
    Path(PathBuf),
    Bytes(Bytes),
}

/// Number of bytes of a file that are read at once.
const CHUNK: usize = 64 << 10;

impl Upload {
    /// Creates an upload of a file on disk.
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        let name = path.file_name().map_or_else(|| "file".into(), |it| it.to_string_lossy().into_owned());
        Self { name, content_type: None, source: Source::Path(path.to_owned()), progress: None }
    }

    /// Creates an upload of bytes under a file name, whose extension tells their type.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        Self { name: name.into(), content_type: None, source: Source::Bytes(bytes.into()), progress: None }
    }

    /// Sets the content type, for a file whose extension does not tell it.
    #[must_use]
    pub fn content_type(mut self, content_type: impl Into<String>) -> Self {
        self.content_type = Some(content_type.into());
        self
    }

    /// Calls `report` with the number of bytes sent so far and the total number.
    #[must_use]
    pub fn on_progress(mut self, report: impl Fn(u64, u64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(report));
        self
    }

    /// Returns the file name that is sent.
    pub fn file_name(&self) -> &str {
        &self.name
    }

    /// Returns the content type, if [`content_type`](Self::content_type) has set it.
    pub fn declared_content_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// Returns the extension of the file name in lower case, such as `mp3`.
    pub(crate) fn extension(&self) -> Option<String> {
        Path::new(&self.name).extension().map(|it| it.to_string_lossy().to_ascii_lowercase())
    }

    /// Returns the size in bytes. Returns an error if the file cannot be read.
    pub async fn size(&self) -> Result<u64> {
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

    /// Returns at most `most` bytes, starting at position `from`.
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

    /// Reads the whole file.
    pub async fn read(&self) -> Result<Bytes> {
        match &self.source {
            Source::Bytes(bytes) => Ok(bytes.clone()),
            Source::Path(path) => {
                let bytes = tokio::fs::read(path).await.map_err(|it| unreadable(path, &it))?;
                Ok(bytes.into())
            }
        }
    }

    /// Opens the file, to read it in chunks. Each chunk that is taken counts as sent:
    /// [`on_progress`](Self::on_progress) reports it.
    pub async fn chunks(&self) -> Result<UploadChunks> {
        self.chunks_of(None).await
    }

    async fn chunks_of(&self, outbound: Option<Outbound>) -> Result<UploadChunks> {
        let size = self.size().await?;
        let report = self.progress.clone();
        let on_sent = move |sent: u64| {
            outbound.iter().for_each(Outbound::moved);
            if let Some(report) = &report {
                report(sent, size);
            }
        };
        Ok(match &self.source {
            Source::Bytes(bytes) => Box::pin(in_chunks(bytes.clone(), on_sent)),
            Source::Path(path) => {
                let file = tokio::fs::File::open(path).await.map_err(|it| unreadable(path, &it))?;
                Box::pin(read(file, on_sent))
            }
        })
    }

    async fn part(&self, outbound: Option<Outbound>) -> Result<reqwest::multipart::Part> {
        let (size, chunks) = (self.size().await?, self.chunks_of(outbound).await?);
        let body = reqwest::Body::wrap_stream(chunks);
        let part = reqwest::multipart::Part::stream_with_length(body, size).file_name(self.name.clone());
        match &self.content_type {
            None => Ok(part),
            Some(it) => part.mime_str(it).map_err(|_| Error::Request(format!("`{it}` is not a valid content type"))),
        }
    }
}

fn unreadable(path: &Path, problem: &std::io::Error) -> Error {
    Error::Request(format!("cannot read `{}`: {problem}", path.display()))
}

fn in_chunks(bytes: Bytes, on_sent: impl Fn(u64)) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::unfold((bytes, 0, on_sent), |(mut bytes, sent, on_sent)| async move {
        if bytes.is_empty() {
            return None;
        }
        let chunk = bytes.split_to(CHUNK.min(bytes.len()));
        let sent = sent + chunk.len() as u64;
        on_sent(sent);
        Some((Ok(chunk), (bytes, sent, on_sent)))
    })
}

fn read(file: tokio::fs::File, on_sent: impl Fn(u64)) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::try_unfold((file, 0, on_sent), |(mut file, sent, on_sent)| async move {
        let mut chunk = BytesMut::with_capacity(CHUNK);
        if file.read_buf(&mut chunk).await? == 0 {
            return Ok(None);
        }
        let sent = sent + chunk.len() as u64;
        on_sent(sent);
        Ok(Some((chunk.freeze(), (file, sent, on_sent))))
    })
}

impl Form {
    /// Converts the form for reqwest. Opens its files.
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
