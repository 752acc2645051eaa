//! Length and encoding of a recording, from the headers of its file.

mod mp3;
mod ogg;
mod wav;

use std::time::Duration;

use crate::Upload;

/// Number of bytes to read from the start and from the end of a file. It exceeds an Ogg page of at most 65,307 bytes.
const PIECE: usize = 128 << 10;

/// Returns the length of a WAV, Ogg or MP3 file; `None` for any other file, or if the headers do not contain it.
pub(super) async fn length(file: &Upload) -> Option<Duration> {
    let size = file.size().await.ok()?;
    let piece = async |from: u64| file.range(from, PIECE).await.ok();
    let start = piece(0).await?;
    if start.starts_with(b"RIFF") {
        return wav::length(&start, size);
    }
    let end = piece(size.saturating_sub(PIECE as u64)).await?;
    if start.starts_with(b"OggS") {
        return ogg::length(&start, &end);
    }
    let tag = mp3::size_of_tag(&start);
    let start = if tag == 0 { start } else { piece(tag).await? };
    mp3::length(&start, &end, size.checked_sub(tag)?)
}

/// Returns the bits per sample of a WAV file with PCM; `Some(None)` for a WAV file with another encoding, and `None` for
/// any other file.
pub(super) async fn pcm_bits(file: &Upload) -> Option<Option<u16>> {
    wav::pcm_bits(&file.range(0, PIECE).await.ok()?)
}

/// Converts a number of samples to a duration.
fn time(samples: u64, per_second: u32) -> Option<Duration> {
    Duration::try_from_secs_f64(samples as f64 / f64::from(per_second)).ok()
}
