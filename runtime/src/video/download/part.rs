//! Downloaded part of a file, and the rate of its download.

use std::time::Duration;

use reqwest::header::{CONTENT_LENGTH, CONTENT_RANGE, ETAG, HeaderMap, HeaderValue, IF_RANGE, LAST_MODIFIED, RANGE};

use crate::Settings;

/// Average rate of a download over all its connections.
#[derive(Default)]
pub(super) struct DownloadRate {
    pub(super) bytes: u64,
    /// Time spent waiting for bytes.
    pub(super) time: Duration,
}

impl DownloadRate {
    /// Time before the average counts.
    pub(super) const GRACE: Duration = Duration::from_secs(60);

    pub(super) fn is_too_slow(&self, settings: &Settings) -> bool {
        self.time > Self::GRACE && self.is_below(settings)
    }

    pub(super) fn is_below(&self, settings: &Settings) -> bool {
        u128::from(self.bytes) * 1000 < u128::from(settings.min_download_rate) * self.time.as_millis()
    }
}

/// Downloaded part of a file.
#[derive(Default)]
pub(super) struct Part {
    pub(super) bytes: u64,
    pub(super) total: Option<u64>,
    /// HTTP validator, which distinguishes the file from another one at the same URL.
    validator: Option<HeaderValue>,
}

impl Part {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let number = |it: &HeaderValue| it.to_str().ok()?.parse().ok();
        // A weak validator does not prove that two ranges belong to the same file.
        let is_strong = |it: &&HeaderValue| !it.as_bytes().starts_with(b"W/");
        let validator = headers.get(ETAG).filter(is_strong).or_else(|| headers.get(LAST_MODIFIED)).cloned();
        Self { bytes: 0, total: headers.get(CONTENT_LENGTH).and_then(number), validator }
    }

    /// Requests the rest of the file, or all of it without a validator: the ranges could then belong to two files.
    pub(super) fn request_the_rest(&self, headers: &mut HeaderMap) {
        if let (Some(validator), 1..) = (&self.validator, self.bytes) {
            if let Ok(range) = HeaderValue::from_str(&format!("bytes={}-", self.bytes)) {
                headers.insert(RANGE, range);
                headers.insert(IF_RANGE, validator.clone());
            }
        }
    }

    /// Returns true if a response starts where this part ends.
    pub(super) fn is_continued_by(&self, status: u16, headers: &HeaderMap) -> bool {
        let range = headers.get(CONTENT_RANGE).and_then(|it| it.to_str().ok()).unwrap_or_default();
        status == 206 && self.bytes > 0 && range.starts_with(&format!("bytes {}-", self.bytes))
    }
}
