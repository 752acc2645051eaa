//! Downloads of finished files.

mod part;

use std::fmt;
use std::future::IntoFuture;
use std::path::PathBuf;
use std::time::SystemTime;

use tokio::time::{Instant, sleep, timeout};

use super::Video;
use super::watch::{ProgressCallbacks, Step};
use crate::http::exchange::{self, OutgoingRequest, Settlement, Terms};
use crate::http::files::PartialFile;
use crate::http::{address, content_type, retry};
use crate::{Error, HttpRequest, Pending, Result, Settings, TransportError};
use part::{DownloadRate, Part};

/// Default maximum size of a file.
const MAX_SIZE: u64 = 8 << 30;

/// Downloaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DownloadedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Size of the file.
    pub bytes: u64,
}

/// Progress of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DownloadProgress {
    /// Bytes so far.
    pub bytes: u64,
    /// Total number of bytes, if the server states it.
    pub total: Option<u64>,
}

/// Download of a file. The request does not contain the API key. The data is written directly to disk, and the file
/// appears at its path only when it is complete.
///
/// The client retries an interrupted download. It resumes where the connection broke if the server supports that, and
/// else starts again. It retries as long as each attempt gets further than all earlier ones, and otherwise as often as
/// its settings allow. After the first minute, an attempt must also keep up [`Settings::min_download_rate`], including
/// the time before its first byte.
///
/// ```no_run
/// # async fn demo(video: gatewright_runtime::video::Video) -> gatewright_runtime::Result<()> {
/// let saved = video.download("clip.mp4").max_size(100 << 20).await?;
/// println!("{} bytes", saved.bytes);
/// # Ok(()) }
/// ```
#[must_use = "a download does nothing unless it is awaited"]
pub struct Download {
    video: Video,
    path: PathBuf,
    max_size: u64,
    callbacks: ProgressCallbacks<DownloadProgress>,
}

impl Download {
    pub(super) fn new(video: Video, path: PathBuf) -> Self {
        Self { video, path, max_size: MAX_SIZE, callbacks: ProgressCallbacks::default() }
    }

    /// Sets the maximum size of the file in bytes. The default is 8 GiB.
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.max_size = bytes;
        self
    }

    /// Calls a function after each received chunk.
    pub fn on_progress(self, show: impl Fn(DownloadProgress) + Send + Sync + 'static) -> Self {
        self.with_callback(move |step| match step {
            Step::At(it) => show(it),
            Step::Done => {}
        })
    }

    /// Shows the progress on a bar, and finishes the bar when the file is complete.
    #[cfg(feature = "indicatif")]
    pub fn bar(self, bar: indicatif::ProgressBar) -> Self {
        self.with_callback(move |step| match step {
            Step::At(it) => {
                if let Some(total) = it.total {
                    bar.set_length(total);
                }
                bar.set_position(it.bytes);
            }
            Step::Done => bar.finish(),
        })
    }

    fn with_callback(mut self, callback: impl Fn(Step<DownloadProgress>) + Send + Sync + 'static) -> Self {
        self.callbacks = self.callbacks.and(callback);
        self
    }

    /// Returns the download as a future that can be stored, or waited for without async code.
    pub fn start(self) -> Pending<DownloadedFile> {
        Pending::new(async move {
            let handle = Box::new(self.video.handle().clone());
            self.run().await.map_err(|error| match error {
                Error::Expired { .. } => error,
                error => Error::Download { handle, error: Box::new(error) },
            })
        })
    }

    async fn run(self) -> Result<DownloadedFile> {
        let expires = self.video.expires();
        let expired = || expires.filter(|it| *it <= SystemTime::now());
        let expired_error = |at| Error::Expired { handle: Box::new(self.video.handle().clone()), at };
        if let Some(at) = expired() {
            return Err(expired_error(at));
        }
        let inner = self.video.client().inner();
        // Attempts are counted here, because only this loop knows their progress.
        let once = Settings { max_attempts: 1, ..inner.settings.clone() };
        let mut file = PartialFile::of(&self.path).await?;
        let (mut part, mut pace) = (Part::default(), DownloadRate::default());
        let (mut furthest, mut stalled, mut taken) = (0, 0, 0);
        let started = Instant::now();
        let mut progress_at = started;
        while let Err(error) = self.fetch(&once, &mut file, &mut part, &mut pace).await {
            if pace.is_too_slow(&once) {
                return Err(error);
            }
            let status = error.failure().and_then(|it| it.status);
            let refused = status.is_some_and(|it| it < 500 && ![200, 206, 429].contains(&it));
            if let (true, Some(at)) = (refused, expired()) {
                return Err(expired_error(at));
            }
            // Only bytes beyond the furthest point are progress; bytes that are downloaded again are not. A few bytes after
            // a long time are no progress either, or a server could make the download last forever.
            let rate = DownloadRate { bytes: part.bytes.saturating_sub(furthest), time: progress_at.elapsed() };
            if rate.bytes > 0 && (started.elapsed() <= DownloadRate::GRACE || !rate.is_below(&once)) {
                (furthest, stalled, progress_at) = (part.bytes, 0, Instant::now());
                inner.tokens.give_back(std::mem::take(&mut taken));
            } else {
                stalled += 1;
            }
            let Some(pause) = retry::pause(&error, stalled, &inner.settings, &inner.tokens) else { return Err(error) };
            tracing::debug!(bytes = part.bytes, wait = ?pause.wait, %error, "retrying the download");
            taken = pause.taken;
            sleep(pause.wait).await;
        }
        inner.tokens.give_back(taken);
        file.finish().await?;
        self.callbacks.notify(Step::Done);
        Ok(DownloadedFile { path: self.path, bytes: part.bytes })
    }

    /// Fetches the missing bytes.
    async fn fetch(
        &self,
        settings: &Settings,
        file: &mut PartialFile,
        part: &mut Part,
        pace: &mut DownloadRate,
    ) -> Result<()> {
        let client = self.video.client();
        let mut request = HttpRequest::get(address::file(self.video.url(), client.inner().plain_http)?);
        part.request_the_rest(&mut request.headers);
        let mut outgoing = OutgoingRequest { request: Box::new(request), settings, terms: Terms::File, open: true };
        let ((), reply) = exchange::send(client, &mut outgoing, |_| Ok(((), Settlement::FREE))).await?;
        check_type(&client.secret().clean(&content_type(&reply.headers)))?;
        if !part.is_continued_by(reply.status, &reply.headers) {
            // The file has changed, or the server sends all of it again.
            file.truncate().await?;
            *part = Part::of(&reply.headers);
            if reply.status == 206 {
                // A range that was not requested.
                *part = Part::default();
                return Err(exchange::interrupted_download(client, &outgoing.request.url, None, reply.stats));
            }
        }
        self.check_size(part.total.unwrap_or_default())?;
        let mut body = reply.open.ok_or_else(|| Error::File("the response has no body".into()))?;
        loop {
            let waiting_since = Instant::now();
            let next = std::future::poll_fn(|context| body.as_mut().poll_next(context));
            let next = timeout(settings.idle_timeout, next).await;
            pace.time += waiting_since.elapsed();
            let chunk = match next {
                Ok(None) => break,
                Ok(Some(Ok(chunk))) => chunk,
                Ok(Some(Err(error))) => {
                    return Err(exchange::interrupted_download(
                        client,
                        &outgoing.request.url,
                        Some(error),
                        reply.stats,
                    ));
                }
                Err(_) => return Err(exchange::interrupted_download(client, &outgoing.request.url, None, reply.stats)),
            };
            pace.bytes += chunk.len() as u64;
            if pace.is_too_slow(settings) {
                let rate = settings.min_download_rate;
                let slow = format!("the download runs at less than {rate} bytes per second, the `min_download_rate`");
                return Err(exchange::interrupted_download(
                    client,
                    &outgoing.request.url,
                    Some(TransportError::lost(slow)),
                    reply.stats,
                ));
            }
            self.check_size(part.bytes + chunk.len() as u64)?;
            file.write(&chunk).await?;
            part.bytes += chunk.len() as u64;
            self.callbacks.notify(Step::At(DownloadProgress { bytes: part.bytes, total: part.total }));
        }
        match part.total {
            Some(total) if total != part.bytes => {
                Err(exchange::interrupted_download(client, &outgoing.request.url, None, reply.stats))
            }
            _ if part.bytes == 0 => Err(Error::File("the server sent an empty file".into())),
            _ => Ok(()),
        }
    }

    fn check_size(&self, bytes: u64) -> Result<()> {
        if bytes <= self.max_size {
            return Ok(());
        }
        Err(Error::File(format!("the file is larger than {} bytes; help: raise `max_size`", self.max_size)))
    }
}

/// Checks that a successful response contains a file. A page of text must not be saved as a video.
fn check_type(content_type: &str) -> Result<()> {
    let is_text = content_type.starts_with("text/") || ["application/json", "application/xml"].contains(&content_type);
    if is_text { Err(Error::File(format!("the server sent `{content_type}` instead of a video"))) } else { Ok(()) }
}

impl IntoFuture for Download {
    type Output = Result<DownloadedFile>;
    type IntoFuture = Pending<DownloadedFile>;

    fn into_future(self) -> Pending<DownloadedFile> {
        self.start()
    }
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download").field("video", &self.video).field("path", &self.path).finish_non_exhaustive()
    }
}
