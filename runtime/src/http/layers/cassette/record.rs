//! Records exchanges.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;

use super::redact::Redaction;
use super::tape::{Exchange, Identity, Note, Outcome, RecordedRequest, RecordedResponse};
use crate::http::chunks::Chunks;
use crate::{Body, Error, HttpReply, HttpRequest, Result, Transport, TransportError, TransportFuture};

/// Maximum size of a recorded body in bytes. The search for the key takes a second per megabyte in a debug build.
const MAX_BODY: usize = 16 << 20;

/// File that exchanges are written to.
pub(super) struct Tape {
    path: PathBuf,
    /// The file, or the reason why it cannot be written.
    file: Mutex<Result<File, String>>,
}

impl Tape {
    pub(super) fn create(path: &Path) -> Result<Self> {
        let problem = |it: &dyn std::fmt::Display| Error::File(format!("cannot write `{}`: {it}", path.display()));
        let existing = std::fs::read(path).unwrap_or_default();
        if !existing.is_empty() && !Note::is_at_the_start_of(&String::from_utf8_lossy(&existing)) {
            return Err(problem(&"the file exists and is not a cassette"));
        }
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|it| problem(&it))?;
        #[cfg(unix)]
        {
            // An existing file keeps its mode when it is opened.
            let owner_only = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            file.set_permissions(owner_only).map_err(|it| problem(&it))?;
        }
        let tape = Self { path: path.to_owned(), file: Mutex::new(Ok(file)) };
        tape.write(&Note::new());
        tape.check().map_err(|it| problem(&it))?;
        Ok(tape)
    }

    /// Returns the reason why the file cannot be written, if there is one.
    fn check(&self) -> Result<(), String> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(drop).map_err(Clone::clone)
    }

    /// Writes one line. After a failure, nothing more is written: the line may be incomplete.
    fn write(&self, line: &impl serde::Serialize) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(open) = &mut *file else { return };
        let written = serde_json::to_vec(line).map_err(std::io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            open.write_all(&line)
        });
        if let Err(problem) = written {
            tracing::warn!(path = %self.path.display(), %problem, "cannot write the cassette");
            *file = Err(problem.to_string());
        }
    }
}

/// Transport that records the exchanges of the transport inside of it.
pub(super) struct Recording {
    pub(super) tape: Arc<Tape>,
    pub(super) inner: Arc<dyn Transport>,
}

impl Transport for Recording {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let (tape, inner) = (self.tape.clone(), self.inner.clone());
        Box::pin(async move {
            // Before anything is sent, and so charged.
            let refuse = |it: String| TransportError::refused(format!("cannot write `{}`: {it}", tape.path.display()));
            tape.check().map_err(refuse)?;
            let redaction = Redaction::of(&request.headers);
            let mut identity =
                request.not_sent_while(Identity::of(&request)).await.map_err(TransportError::not_sent)?;
            redaction.identity(&mut identity);
            let recorded = RecordedRequest { identity, headers: redaction.request_headers(&request.headers) };
            let mut reply = match inner.send(request).await {
                Ok(reply) => reply,
                Err(error) => {
                    let TransportError { may_have_been_sent, timed_out, source } = &error;
                    let (may_have_been_sent, timed_out) = (*may_have_been_sent, *timed_out);
                    let outcome =
                        Outcome::Error { may_have_been_sent, timed_out, text: redaction.text(&source.to_string()) };
                    tape.write(&Exchange { request: recorded, outcome });
                    return Err(error);
                }
            };
            if reply.upgraded.is_none() {
                let unfinished = Unfinished::new(tape, redaction, recorded, &reply);
                reply.body = Box::pin(RecordedBody { body: reply.body, unfinished: Some(unfinished) });
            }
            Ok(reply)
        })
    }
}

/// Exchange whose response has not ended.
struct Unfinished {
    tape: Arc<Tape>,
    redaction: Redaction,
    request: RecordedRequest,
    status: u16,
    headers: Vec<(String, String)>,
    from_cache: bool,
    chunks: Chunks,
}

impl Unfinished {
    fn new(tape: Arc<Tape>, redaction: Redaction, request: RecordedRequest, reply: &HttpReply) -> Self {
        let headers = redaction.response_headers(&reply.headers);
        let (status, from_cache) = (reply.status, reply.from_cache);
        Self { tape, redaction, request, status, headers, from_cache, chunks: Chunks::default() }
    }

    fn finish(self, cut: bool) {
        let Self { tape, redaction, request, status, headers, from_cache, chunks } = self;
        let body = redaction.body(&chunks.into_bytes());
        let outcome = Outcome::Response(RecordedResponse { status, headers, body, cut, from_cache });
        tape.write(&Exchange { request, outcome });
    }
}

/// Body that is recorded when it ends. If it is dropped before, the part that was read is recorded.
struct RecordedBody {
    body: Body,
    unfinished: Option<Unfinished>,
}

impl Stream for RecordedBody {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.body.as_mut().poll_next(context);
        match &next {
            Poll::Ready(Some(Ok(chunk))) => {
                if let Some(unfinished) = &mut self.unfinished {
                    unfinished.chunks.push(chunk.clone());
                    if unfinished.chunks.len() > MAX_BODY {
                        // The span names the host. The URL can contain parameters or a signature.
                        let path = unfinished.tape.path.display();
                        tracing::warn!(%path, "a response is too large for the cassette");
                        self.unfinished = None;
                    }
                }
            }
            Poll::Ready(ended) => {
                if let Some(unfinished) = self.unfinished.take() {
                    unfinished.finish(ended.is_some());
                }
            }
            Poll::Pending => {}
        }
        next
    }
}

impl Drop for RecordedBody {
    fn drop(&mut self) {
        if let Some(unfinished) = self.unfinished.take() {
            unfinished.finish(true);
        }
    }
}
