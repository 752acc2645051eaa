//! Length and encoding of recordings: WAV, MP3 and Ogg (Opus, Vorbis).

use std::time::Duration;

/// Returns the length of a recording; `None` if it is damaged or has another format.
pub(super) fn length(bytes: &[u8]) -> Option<Duration> {
    let seconds = match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', chunks @ ..] => wav(chunks),
        [b'O', b'g', b'g', b'S', ..] => ogg(bytes),
        _ => mp3(bytes),
    };
    Duration::try_from_secs_f64(seconds?).ok()
}

/// Returns the bits per sample of a WAV file with PCM; `Some(None)` for a WAV file with another encoding, and `None` for
/// any other file.
pub(super) fn pcm_bits(bytes: &[u8]) -> Option<Option<u16>> {
    let [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', chunks @ ..] = bytes else { return None };
    let at = chunks.windows(4).position(|it| it == b"fmt ")?;
    let short = |offset: usize| {
        let from = at + 8 + offset;
        Some(u16::from_le_bytes(chunks.get(from..from + 2)?.try_into().ok()?))
    };
    // 0xFFFE: the encoding is in an extension of the format. 1: PCM.
    let encoding = if short(0)? == 0xFFFE { short(24)? } else { short(0)? };
    let bits = short(14)?;
    Some((encoding == 1).then_some(bits))
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Returns the bytes of audio divided by the bytes per second.
fn wav(mut chunks: &[u8]) -> Option<f64> {
    let mut bytes_per_second = None;
    loop {
        let (name, size) = (chunks.get(..4)?, number_at(chunks, 4)? as usize);
        let content = &chunks[8..];
        match name {
            b"fmt " => bytes_per_second = number_at(content, 8).filter(|it| *it > 0),
            // A recorder that cannot seek back to the header leaves 0 or the maximum; then the audio is the rest of the
            // file.
            b"data" => {
                let size = if matches!(size, 0 | 0xFFFF_FFFF) { content.len() } else { size };
                return Some(size as f64 / f64::from(bytes_per_second?));
            }
            _ => {}
        }
        // Chunks start at even offsets.
        chunks = content.get(size.checked_add(size % 2)?..)?;
    }
}

/// Returns the last position divided by the samples per second.
fn ogg(bytes: &[u8]) -> Option<f64> {
    let last = bytes.windows(4).rposition(|it| it == b"OggS")?;
    let position = u64::from_le_bytes(bytes.get(last + 6..last + 14)?.try_into().ok()?);
    // The first packet is after the segment table of its page.
    let first = bytes.get(27 + usize::from(*bytes.get(26)?)..)?;
    let (skipped, rate) = if first.starts_with(b"OpusHead") {
        (u64::from(u16::from_le_bytes(first.get(10..12)?.try_into().ok()?)), 48_000)
    } else if first.starts_with(b"\x01vorbis") {
        (0, number_at(first, 12).filter(|it| *it > 0)?)
    } else {
        return None;
    };
    Some(position.saturating_sub(skipped) as f64 / f64::from(rate))
}

/// Returns the sum of the lengths of all frames.
fn mp3(mut bytes: &[u8]) -> Option<f64> {
    if let [b'I', b'D', b'3', _, _, _, sizes @ ..] = bytes {
        let size = sizes.get(..4)?.iter().fold(0, |size, it| (size << 7) | usize::from(it & 0x7F));
        bytes = bytes.get(10 + size..)?;
    }
    let mut seconds = 0.0;
    while let Some((size, length)) = bytes.get(..4).and_then(frame) {
        seconds += length;
        bytes = bytes.get(size..).unwrap_or_default();
    }
    Some(seconds).filter(|it| *it > 0.0)
}

/// Kilobits per second of Layer III, by the index in a frame's header: for MPEG 1, and for MPEG 2 and 2.5.
const RATES: [[u32; 14]; 2] = [
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Returns the bytes and seconds of a frame from its header.
fn frame(header: &[u8]) -> Option<(usize, f64)> {
    let &[0xFF, second, third, _] = header else { return None };
    let (version, layer) = ((second >> 3) & 3, (second >> 1) & 3);
    if second & 0xE0 != 0xE0 || version == 1 || layer != 1 {
        return None; // not a frame of Layer III
    }
    let is_first = version == 3;
    let samples = if is_first { 1152 } else { 576 };
    let rate = RATES[usize::from(!is_first)].get(usize::from(third >> 4).checked_sub(1)?)?;
    let per_second = [44_100, 48_000, 32_000].get(usize::from((third >> 2) & 3))? / [4, 1, 2, 1][usize::from(version)];
    let size = samples / 8 * rate * 1000 / per_second + u32::from((third >> 1) & 1);
    Some((size as usize, f64::from(samples) / f64::from(per_second)))
}
