//! MP3: with a variable bitrate, a header contains the number of frames. With a constant bitrate, all frames last as
//! long as the first.

use std::time::Duration;

use super::time;

const BITRATES: [[u32; 14]; 2] = [
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const RATES: [u32; 3] = [44_100, 48_000, 32_000];
/// Size of the tag that a file can end with.
const LAST_TAG: u64 = 128;

/// Returns the size of the tag before the audio in bytes. Images can make it large.
pub(super) fn size_of_tag(start: &[u8]) -> u64 {
    match start {
        [b'I', b'D', b'3', _, _, flags, a, b, c, d, ..] => {
            let size = [a, b, c, d].iter().fold(0, |size, it| (size << 7) | u64::from(**it & 0x7f));
            let footer = if flags & 0x10 == 0 { 0 } else { 10 };
            size + 10 + footer
        }
        _ => 0,
    }
}

/// Returns the length, from the first bytes after the tag, the last bytes of the file, and the number of bytes after
/// the tag.
pub(super) fn length(start: &[u8], end: &[u8], size: u64) -> Option<Duration> {
    let first = Frame::of(start)?;
    if let Some(frames) = counted(start, &first) {
        return time(u64::from(frames) * u64::from(first.samples()), first.rate);
    }
    // The bitrate counts as constant if both ends of the file have it: no header states it.
    let whole = start.get(..usize::try_from(size).unwrap_or(usize::MAX));
    let (frames, bytes) = first.count_alike(whole.unwrap_or(start)).filter(|(frames, _)| *frames > 0)?;
    if whole.is_none() && !first.is_found_in(end) {
        return None;
    }
    let has_tag = end.len().checked_sub(LAST_TAG as usize).is_some_and(|at| end[at..].starts_with(b"TAG"));
    let audio = if has_tag { size.checked_sub(LAST_TAG)? } else { size };
    // Frames differ by a byte of padding, so their average size gives the number of frames.
    time(audio.checked_mul(frames)? / bytes * u64::from(first.samples()), first.rate)
}

/// Returns the number of frames, if the first one contains it.
fn counted(start: &[u8], first: &Frame) -> Option<u32> {
    let number = |at: usize| Some(u32::from_be_bytes(start.get(at..at + 4)?.try_into().ok()?));
    let side = match (first.is_version_1, first.is_mono) {
        (true, false) => 32,
        (true, true) | (false, false) => 17,
        (false, true) => 9,
    };
    let at = 4 + side;
    let frames = if matches!(start.get(at..at + 4)?, b"Xing" | b"Info") {
        if number(at + 4)? & 1 == 0 { None } else { number(at + 8) }
    } else if start.get(36..40)? == b"VBRI" {
        number(50)
    } else {
        None
    };
    frames.filter(|it| *it > 0)
}

/// Header of a frame.
#[derive(Clone, Copy)]
struct Frame {
    is_version_1: bool,
    is_mono: bool,
    rate: u32,
    kilobits: u32,
    padding: u32,
}

impl Frame {
    fn of(bytes: &[u8]) -> Option<Self> {
        let &[0xff, second, third, fourth, ..] = bytes else { return None };
        // Layer III of a valid version.
        if second & 0xe6 != 0xe2 || second & 0x18 == 0x08 {
            return None;
        }
        let is_version_1 = second & 0x18 == 0x18;
        let divisor = if is_version_1 {
            1
        } else if second & 0x18 == 0x10 {
            2
        } else {
            4
        };
        let bitrate = usize::from(third >> 4).checked_sub(1)?;
        Some(Self {
            is_version_1,
            is_mono: fourth >> 6 == 3,
            rate: RATES.get(usize::from(third >> 2 & 3))? / divisor,
            kilobits: *BITRATES[usize::from(!is_version_1)].get(bitrate)?,
            padding: u32::from(third >> 1 & 1),
        })
    }

    fn samples(&self) -> u32 {
        if self.is_version_1 { 1152 } else { 576 }
    }

    /// Returns the size of the frame in bytes.
    fn length(&self) -> usize {
        (self.samples() / 8 * self.kilobits * 1000 / self.rate + self.padding) as usize
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.is_version_1, self.rate, self.kilobits) == (other.is_version_1, other.rate, other.kilobits)
    }

    /// Returns the number of consecutive frames like this one, and their total bytes; `None` if anything else follows.
    fn count_alike(&self, mut bytes: &[u8]) -> Option<(u64, u64)> {
        let (mut count, mut length) = (0, 0);
        while bytes.len() >= 4 && !(bytes.len() as u64 == LAST_TAG && bytes.starts_with(b"TAG")) {
            let frame = Self::of(bytes).filter(|it| it.is_like(self))?;
            bytes = bytes.get(frame.length()..).unwrap_or_default();
            count += 1;
            length += frame.length() as u64;
        }
        Some((count, length))
    }

    /// Returns true if the end of a file has only such frames, from the point where the first of them begins.
    fn is_found_in(&self, end: &[u8]) -> bool {
        let most = end.len().min(2 * self.length() + 2);
        (0..most).any(|at| self.count_alike(&end[at..]).is_some_and(|(count, _)| count > 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns mono frames at 44.1 kHz; bitrate 9 is 128 kbit/s.
    fn frames(count: usize, bitrate: u8) -> Vec<u8> {
        let header = [0xff, 0xfb, bitrate << 4, 0xc0];
        let length = Frame::of(&header).expect("a header").length();
        let mut frame = header.to_vec();
        frame.resize(length, 0x55);
        frame.repeat(count)
    }

    fn seconds(file: &[u8]) -> Option<u64> {
        let tag = size_of_tag(file);
        let piece = 4096.min(file.len());
        let start = file.get(usize::try_from(tag).expect("small")..)?;
        let start = &start[..piece.min(start.len())];
        length(start, &file[file.len() - piece..], file.len() as u64 - tag).map(|it| it.as_secs())
    }

    #[test]
    fn a_constant_bitrate_gives_the_length() {
        let audio = frames(1200, 9);
        assert_eq!(seconds(&audio), Some(31));
        assert_eq!(seconds(&[&b"ID3\x04\0\0\0\0\x02\0"[..], &[0; 256], &audio].concat()), Some(31), "after a tag");
        let last = [&b"TAG"[..], &[0; 125]].concat();
        assert_eq!(seconds(&[audio.clone(), last].concat()), Some(31), "before a tag");
        assert_eq!(seconds(&frames(3, 9)), Some(0));
    }

    #[test]
    fn the_number_of_frames_gives_the_length_of_a_variable_bitrate() {
        let counted = |name: &[u8; 4], at: usize, count_at: usize| {
            let mut file = frames(1, 9);
            file[at..at + 4].copy_from_slice(name);
            file[at + 7] = 1;
            file[count_at..count_at + 4].copy_from_slice(&2400u32.to_be_bytes());
            seconds(&[file, frames(5, 5), frames(5, 11)].concat())
        };
        assert_eq!(counted(b"Xing", 21, 29), Some(62));
        assert_eq!(counted(b"Info", 21, 29), Some(62));
        assert_eq!(counted(b"VBRI", 36, 50), Some(62));
    }

    #[test]
    fn the_length_is_unknown_if_the_headers_do_not_contain_it() {
        assert_eq!(seconds(&[frames(3, 9), frames(3, 5)].concat()), None, "two bitrates");
        assert_eq!(seconds(&[frames(1200, 9), frames(20, 5)].concat()), None, "another bitrate at the end");
        assert_eq!(seconds(&[frames(1200, 9), b"APETAGEX".repeat(8)].concat()), None, "another tag at the end");
        assert_eq!(seconds(b"sound"), None);
        assert_eq!(seconds(&[0xff; 500]), None);
        let whole = frames(4, 9);
        for cut in 0..whole.len() {
            let _ = length(&whole[cut..], &whole[..cut], whole.len() as u64);
        }
    }
}
