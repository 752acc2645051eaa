//! WAV: the header contains the number of bytes, and the bytes per second.

use std::time::Duration;

use super::time;

/// Returns the length, from the first bytes of a file and its size in bytes.
///
/// The header is a list of chunks, each with a name and a length. `fmt ` has the bytes per second, `data` the audio.
pub(super) fn length(start: &[u8], size: u64) -> Option<Duration> {
    let (format, _) = chunk(start, b"fmt ")?;
    let per_second = number(start, format + 8)?;
    let (audio, length) = chunk(start, b"data")?;
    // The header of a file that was written as a stream may state more bytes than it has, or none.
    let there = size.saturating_sub(audio as u64);
    time(if length == 0 && there > 0 { there } else { u64::from(length).min(there) }, per_second)
}

/// Returns the bits per sample of PCM, from the first bytes of a file; `Some(None)` for another encoding, and `None` if
/// the file is no WAV file.
pub(super) fn pcm_bits(start: &[u8]) -> Option<Option<u16>> {
    const PCM: u16 = 1;
    /// The encoding is in an extension of the format.
    const EXTENSIBLE: u16 = 0xfffe;
    let (format, _) = chunk(start, b"fmt ")?;
    let short = |at: usize| Some(u16::from_le_bytes(start.get(at..at + 2)?.try_into().ok()?));
    let encoding = match short(format)? {
        EXTENSIBLE => short(format + 24)?,
        encoding => encoding,
    };
    let bits = short(format + 14)?;
    Some((encoding == PCM).then_some(bits))
}

/// Returns the position of a chunk's content, and its length.
fn chunk(start: &[u8], wanted: &[u8; 4]) -> Option<(usize, u32)> {
    if start.get(..4)? != b"RIFF" || start.get(8..12)? != b"WAVE" {
        return None;
    }
    let mut at = 12_usize;
    loop {
        let (name, length) = (start.get(at..at + 4)?, number(start, at + 4)?);
        at = at.checked_add(8)?;
        if name == wanted {
            return Some((at, length));
        }
        at = at.checked_add(usize::try_from(length).ok()?.next_multiple_of(2))?;
    }
}

fn number(start: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(start.get(at..at + 4)?.try_into().ok()?))
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

    #[test]
    fn the_header_contains_the_bits_per_sample() {
        let file = |encoding: u16, bits: u16, sub: u16| {
            let head = [&b"RIFF\0\0\0\0WAVEfmt \x28\0\0\0"[..], &encoding.to_le_bytes(), &[1, 0]].concat();
            let format = [&[0; 8][..], &[2, 0], &bits.to_le_bytes(), &[22, 0], &[0; 6], &sub.to_le_bytes()].concat();
            [head, format, vec![0; 14]].concat()
        };
        assert_eq!(pcm_bits(&file(1, 16, 0)), Some(Some(16)));
        assert_eq!(pcm_bits(&file(1, 8, 0)), Some(Some(8)));
        assert_eq!(pcm_bits(&file(3, 32, 0)), Some(None), "floating point");
        assert_eq!((pcm_bits(&file(0xfffe, 24, 1)), pcm_bits(&file(0xfffe, 32, 3))), (Some(Some(24)), Some(None)));
        let whole = file(0xfffe, 16, 1);
        for cut in 0..46 {
            assert_eq!(pcm_bits(&whole[..cut]), None, "{cut}");
        }
        assert_eq!((pcm_bits(b"sound"), pcm_bits(b"")), (None, None));
    }
}
