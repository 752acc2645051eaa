//! Replays recorded exchanges.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::stream;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::tape::{self, Exchange, Identity, Outcome, RecordedResponse};
use crate::{Error, HttpReply, HttpRequest, Result, Transport, TransportError, TransportFuture, visible};

/// Maximum length of a request in an error, in characters.
const SHOWN: usize = 200;

/// Recorded exchanges of a file.
pub(super) struct Replay {
    path: PathBuf,
    exchanges: Mutex<Vec<Line>>,
}

struct Line {
    number: usize,
    exchange: Exchange,
    is_replayed: bool,
}

/// Transport that replays exchanges.
pub(super) struct Replaying(pub(super) Arc<Replay>);

impl Replay {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let lines = tape::read(path)?;
        for (number, exchange) in &lines {
            if let Outcome::Response(response) = &exchange.outcome {
                let broken = |it: Error| Error::File(format!("cannot read `{}`: line {number}: {it}", path.display()));
                reply(response).map_err(broken)?;
            }
        }
        let lines = lines.into_iter().map(|(number, exchange)| Line { number, exchange, is_replayed: false }).collect();
        Ok(Self { path: path.to_owned(), exchanges: Mutex::new(lines) })
    }

    /// Returns the response to a request, and marks it as replayed.
    fn take(&self, request: &Identity) -> Result<HttpReply, TransportError> {
        let mut lines = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(line) = lines.iter_mut().find(|it| !it.is_replayed && it.exchange.request.identity == *request) else {
            return Err(TransportError::refused(self.unmatched(request, &lines)));
        };
        line.is_replayed = true;
        match &line.exchange.outcome {
            Outcome::Response(response) => reply(response).map_err(TransportError::not_sent),
            Outcome::Error { may_have_been_sent, timed_out, text } => Err(TransportError {
                may_have_been_sent: *may_have_been_sent,
                timed_out: *timed_out,
                source: text.clone().into(),
            }),
        }
    }

    /// Describes a request that is not recorded, and the most similar recorded one.
    fn unmatched(&self, request: &Identity, lines: &[Line]) -> String {
        let (path, wanted) = (self.path.display(), request.text());
        let help = "help: record the cassette anew with `Cassette::record`";
        let same = lines.iter().filter(|it| it.exchange.request.identity == *request).count();
        if same > 0 {
            let shown = shown(&wanted);
            return format!("`{path}` contains `{shown}` {same} times, and all of them have been replayed; {help}");
        }
        let texts = lines.iter().map(|it| (it.number, it.exchange.request.identity.text()));
        let nearest = texts.max_by_key(|(_, text)| similarity(text, &wanted));
        let nearest = nearest.map_or("it contains no requests".to_owned(), |(number, text)| {
            let difference = common(text.chars(), wanted.chars());
            let from = |text: &str| shown(&text.chars().skip(difference).collect::<String>());
            let (theirs, ours) = (from(&text), from(&wanted));
            format!("the nearest is `{}` in line {number}, with `{theirs}` instead of `{ours}`", shown(&text))
        });
        format!("`{path}` does not contain `{}`; {nearest}; {help}", shown(&wanted))
    }
}

fn reply(response: &RecordedResponse) -> Result<HttpReply> {
    let invalid = |name: &str| Error::File(format!("`{}` is not a valid header", visible(name)));
    let mut headers = HeaderMap::new();
    for (name, value) in &response.headers {
        let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) else {
            return Err(invalid(name));
        };
        headers.append(name, value);
    }
    let body = response.body.bytes()?;
    let mut reply = HttpReply::new(response.status, headers, body.clone());
    if response.cut {
        let ended: [Result<Bytes, TransportError>; 2] =
            [Ok(body), Err(TransportError::lost("the recorded response ends here"))];
        reply.body = Box::pin(stream::iter(ended));
    }
    reply.from_cache = response.from_cache;
    Ok(reply)
}

fn shown(text: &str) -> String {
    let start: String = text.trim_end().chars().take(SHOWN).collect();
    let dots = if start.len() < text.trim_end().len() { "…" } else { "" };
    format!("{}{dots}", visible(&start))
}

/// Length of the common start of two texts, in characters.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

fn similarity(a: &str, b: &str) -> usize {
    common(a.chars(), b.chars()) + common(a.chars().rev(), b.chars().rev())
}

impl Transport for Replaying {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let replay = self.0.clone();
        Box::pin(async move {
            let identity = request.not_sent_while(Identity::of(&request)).await.map_err(TransportError::not_sent)?;
            replay.take(&identity)
        })
    }
}
