//! WAV: the header contains the number of bytes, and the bytes per second.

use std::time::Duration;

use super::time;

/// Returns the length, from the first bytes of a file and its size in bytes.
///
/// The header is a list of chunks, each with a name and a length. `fmt ` has the bytes per second, `data` the audio.
pub(super) fn length(start: &[u8], size: u64) -> Option<Duration> {
    if start.get(..4)? != b"RIFF" || start.get(8..12)? != b"WAVE" {
        return None;
    }
    let number = |at: usize| Some(u32::from_le_bytes(start.get(at..at + 4)?.try_into().ok()?));
    let (mut at, mut per_second) = (12, None);
    loop {
        let (name, length) = (start.get(at..at + 4)?, number(at + 4)?);
        match name {
            b"fmt " => per_second = number(at + 16),
            b"data" => {
                // The header of a file that was written as a stream may state more bytes than it has, or none.
                let there = size.saturating_sub(at as u64 + 8);
                let audio = if length == 0 && there > 0 { there } else { u64::from(length).min(there) };
                return time(audio, per_second?);
            }
            _ => {}
        }
        at = at.checked_add(8)?.checked_add(usize::try_from(length).ok()?.next_multiple_of(2))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_contains_the_length() {
        let chunk = |name: &[u8; 4], length: u32, rest: &[u8]| [&name[..], &length.to_le_bytes(), rest].concat();
        let format = [&[1, 0, 1, 0][..], &16_000u32.to_le_bytes(), &32_000u32.to_le_bytes(), &[2, 0, 16, 0]].concat();
        let file = |chunks: &[Vec<u8>]| [&b"RIFF\0\0\0\0WAVE"[..], &chunks.concat()].concat();
        let whole = file(&[chunk(b"LIST", 3, b"abc\0"), chunk(b"fmt ", 16, &format), chunk(b"data", 48_000, &[])]);
        assert_eq!(length(&whole, 100_000), Some(Duration::from_millis(1_500)));
        assert_eq!(length(&whole, whole.len() as u64), Some(Duration::ZERO), "the header states too many bytes");
        for cut in 0..whole.len() - 8 {
            assert_eq!(length(&whole[..cut], 100_000), None, "{cut}");
        }
        assert_eq!(length(b"ID3 and so on", 100), None);
    }
}
