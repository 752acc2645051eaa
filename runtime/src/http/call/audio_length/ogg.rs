//! Vorbis and Opus in Ogg: the last page contains the number of samples.

use std::time::Duration;

use memchr::memmem;

use super::time;

/// Sample rate at which Opus counts, whatever the rate of the recording is.
const OPUS_RATE: u32 = 48_000;
/// Latest end of the first page in seconds. A page contains about one second; if the first one ends later, the file
/// begins in the middle of a stream.
const LATEST_START: u64 = 10;

/// Returns the length, from the first and the last bytes of a file.
pub(super) fn length(start: &[u8], end: &[u8]) -> Option<Duration> {
    let first = Page::of(start)?;
    let (per_second, skipped) = codec(first.body)?;
    let mut rest = start;
    let begins = loop {
        let page = Page::of(rest)?;
        match page.samples {
            None | Some(0) => rest = rest.get(page.length..)?,
            Some(samples) => break samples,
        }
    };
    let last = last_page(end)?;
    if last.serial != first.serial || begins > LATEST_START * u64::from(per_second) {
        return None;
    }
    time(last.samples?.checked_sub(skipped)?, per_second)
}

/// Returns the samples per second, and the number of samples at the start that are not played.
fn codec(packet: &[u8]) -> Option<(u32, u64)> {
    if packet.starts_with(b"OpusHead") {
        let skipped = u16::from_le_bytes(packet.get(10..12)?.try_into().ok()?);
        return Some((OPUS_RATE, skipped.into()));
    }
    if packet.starts_with(b"\x01vorbis") {
        return Some((u32::from_le_bytes(packet.get(12..16)?.try_into().ok()?), 0));
    }
    None
}

/// Returns the last page on which a packet ends.
fn last_page(mut end: &[u8]) -> Option<Page<'_>> {
    loop {
        let at = memmem::rfind(end, b"OggS")?;
        match Page::of(&end[at..]) {
            Some(page) if page.samples.is_some() => return Some(page),
            _ => end = &end[..at],
        }
    }
}

/// Page of an Ogg file, whose body may be incomplete.
struct Page<'a> {
    /// Number of samples up to the end of the page; `None` if no packet ends on it.
    samples: Option<u64>,
    serial: [u8; 4],
    /// Size of the whole page in bytes.
    length: usize,
    body: &'a [u8],
}

impl<'a> Page<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        const HEAD: usize = 27;
        let head = bytes.get(..HEAD).filter(|it| it.starts_with(b"OggS\0"))?;
        let table = bytes.get(HEAD..HEAD + usize::from(head[HEAD - 1]))?;
        let begins = HEAD + table.len();
        let samples = i64::from_le_bytes(head[6..14].try_into().ok()?);
        Some(Self {
            samples: u64::try_from(samples).ok(),
            serial: head[14..18].try_into().ok()?,
            length: begins + table.iter().map(|it| usize::from(*it)).sum::<usize>(),
            body: &bytes[begins..],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(samples: i64, serial: u8, body: &[u8]) -> Vec<u8> {
        let mut page = [&b"OggS\0\0"[..], &samples.to_le_bytes(), &[serial, 0, 0, 0], &[0; 8]].concat();
        let table: Vec<_> = body.chunks(255).map(|it| it.len() as u8).collect();
        page.push(table.len() as u8);
        [page, table, body.to_vec()].concat()
    }

    fn opus() -> Vec<u8> {
        page(0, 7, b"OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0")
    }

    fn vorbis(rate: u32) -> Vec<u8> {
        page(0, 7, &[&b"\x01vorbis\0\0\0\0\x02"[..], &rate.to_le_bytes(), &[0; 14]].concat())
    }

    fn seconds(pages: &[Vec<u8>]) -> Option<f64> {
        let file = pages.concat();
        length(&file, &file).map(|it| it.as_secs_f64())
    }

    #[test]
    fn the_last_page_gives_the_length() {
        let audio = |samples| page(samples, 7, &[1; 300]);
        let tags = page(0, 7, b"OpusTags");
        assert_eq!(seconds(&[opus(), tags.clone(), audio(48_000), audio(48_000 * 31 + 312)]), Some(31.0));
        assert_eq!(seconds(&[vorbis(16_000), audio(-1), audio(0), audio(16_000), audio(24_000)]), Some(1.5));
        let without_end = [vorbis(16_000), audio(16_000), audio(24_000), audio(-1)];
        assert_eq!(seconds(&without_end), Some(1.5), "no packet ends on the last page");
    }

    #[test]
    fn the_length_is_unknown_if_the_pages_do_not_contain_it() {
        let audio = |samples| page(samples, 7, &[1; 300]);
        assert_eq!(seconds(&[vorbis(0), audio(16_000)]), None, "no samples per second");
        assert_eq!(seconds(&[page(0, 7, b"fishead\0"), audio(16_000)]), None, "another codec");
        assert_eq!(seconds(&[opus(), audio(48_000 * 100), audio(48_000 * 101)]), None, "it begins midway");
        assert_eq!(seconds(&[opus(), audio(48_000), page(48_000, 8, &[1])]), None, "another stream follows");
        assert_eq!(seconds(&[opus(), audio(100)]), None, "fewer samples than are skipped");
        let whole = [opus(), audio(48_000), audio(96_312)].concat();
        for cut in 0..whole.len() {
            let _ = length(&whole[..cut], &whole[cut..]);
            let _ = length(&whole[cut..], &whole[..cut]);
        }
    }
}
