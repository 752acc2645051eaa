//! Usage of a call.

use std::time::Duration;

use super::Face;
use crate::Decimal;

/// Usage of a call, actual or expected.
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
    /// Tokens by kind.
    pub tokens: Tokens,
    /// Characters of speech input, including punctuation and spaces.
    pub characters: u64,
    /// Length of the audio input.
    pub audio: Option<Duration>,
    /// Number of calls; for images, the number of images.
    pub calls: u64,
    /// Seconds of generated output.
    pub seconds: Decimal,
}

/// Tokens by kind, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tokens {
    /// Text input.
    pub input: u64,
    /// Text output.
    pub output: u64,
    /// Input that is read from the cache.
    pub cache_read: u64,
    /// Input that is written to the cache.
    pub cache_write: u64,
    /// Input that is written to the cache for one hour.
    pub cache_write_1h: u64,
    /// Image input.
    pub image_input: u64,
    /// Image output.
    pub image_output: u64,
    /// Audio input.
    pub audio_input: u64,
    /// Audio output.
    pub audio_output: u64,
}

impl Usage {
    /// Creates the usage of a call with input and output tokens.
    pub fn tokens(input: u64, output: u64) -> Self {
        Self { tokens: Tokens { input, output, ..Tokens::default() }, calls: 1, ..Self::default() }
    }

    /// Creates the usage of a call with tokens of all kinds.
    pub fn of_tokens(tokens: Tokens) -> Self {
        Self { tokens, calls: 1, ..Self::default() }
    }

    /// Creates the usage of a speech call from its text. The audio output is free.
    pub fn speech(text: &str) -> Self {
        Self { characters: text.chars().count() as u64, calls: 1, ..Self::default() }
    }

    /// Creates the usage of a transcription or translation from the length of the recording. The text output is free.
    pub fn audio(length: Duration) -> Self {
        Self { audio: Some(length), calls: 1, ..Self::default() }
    }

    /// Creates the usage of a call that generates images.
    pub fn images(count: u64) -> Self {
        Self { calls: count, ..Self::default() }
    }

    /// Creates the usage of a call that generates a video of this length.
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

    /// Returns the number of all input tokens.
    pub(super) fn context(&self) -> u64 {
        let parts = self.by_face().into_iter().filter(|(face, _)| face.is_context());
        parts.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }
}

pub(super) fn whole(count: u64) -> Decimal {
    Decimal::from(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Returns the billed length of a recording: whole seconds, at least one.
pub(super) fn whole_seconds(audio: Duration) -> Decimal {
    whole(audio.as_secs().saturating_add(u64::from(audio.subsec_nanos() > 0)).max(1))
}
