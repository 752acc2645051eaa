//! What a call uses.

use std::time::Duration;

use super::Face;
use crate::Decimal;

/// What a call uses, or is expected to use.
///
/// ```
/// use gatewright_runtime::Usage;
///
/// let chat = Usage::tokens(1_200, 300);
/// let speech = Usage::speech("Good morning.");
/// assert_eq!(speech.characters, 13);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens, by what they are.
    pub tokens: Tokens,
    /// Characters to speak, punctuation and spaces included.
    pub characters: u64,
    /// Sound to listen to.
    pub audio: Option<Duration>,
    /// Calls; for images, how many of them.
    pub calls: u64,
    /// Seconds of what is made.
    pub seconds: Decimal,
}

/// Tokens, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tokens {
    /// Text in.
    pub input: u64,
    /// Text out.
    pub output: u64,
    /// In, and read from the cache.
    pub cache_read: u64,
    /// In, and written to the cache.
    pub cache_write: u64,
    /// In, and written to the cache for an hour.
    pub cache_write_1h: u64,
    /// Pictures in.
    pub image_input: u64,
    /// Pictures out.
    pub image_output: u64,
    /// Sound in.
    pub audio_input: u64,
    /// Sound out.
    pub audio_output: u64,
}

impl Usage {
    /// Tokens in and out.
    pub fn tokens(input: u64, output: u64) -> Self {
        Self { tokens: Tokens { input, output, ..Tokens::default() }, calls: 1, ..Self::default() }
    }

    /// Tokens of all kinds.
    pub fn of_tokens(tokens: Tokens) -> Self {
        Self { tokens, calls: 1, ..Self::default() }
    }

    /// Text to speak. What is spoken is free.
    pub fn speech(text: &str) -> Self {
        Self { characters: text.chars().count() as u64, calls: 1, ..Self::default() }
    }

    /// A recording to write down or to translate. The text is free.
    pub fn audio(length: Duration) -> Self {
        Self { audio: Some(length), calls: 1, ..Self::default() }
    }

    /// Pictures to draw.
    pub fn images(count: u64) -> Self {
        Self { calls: count, ..Self::default() }
    }

    /// Seconds of a clip to make.
    pub fn video(seconds: Decimal) -> Self {
        Self { seconds, calls: 1, ..Self::default() }
    }
}

impl Tokens {
    pub(super) fn by_face(&self) -> [(Face, u64); 9] {
        [
            (Face::Input, self.input),
            (Face::Output, self.output),
            (Face::CacheRead, self.cache_read),
            (Face::CacheWrite, self.cache_write),
            (Face::CacheWrite1h, self.cache_write_1h),
            (Face::ImageInput, self.image_input),
            (Face::ImageOutput, self.image_output),
            (Face::AudioInput, self.audio_input),
            (Face::AudioOutput, self.audio_output),
        ]
    }

    /// Everything that goes in.
    pub(super) fn context(&self) -> u64 {
        let parts = self.by_face().into_iter().filter(|(face, _)| face.is_context());
        parts.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }
}

pub(super) fn whole(count: u64) -> Decimal {
    Decimal::from(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Length of a recording as it is billed: whole seconds, and at least one.
pub(super) fn whole_seconds(audio: Duration) -> Decimal {
    whole(audio.as_secs().saturating_add(u64::from(audio.subsec_nanos() > 0)).max(1))
}
