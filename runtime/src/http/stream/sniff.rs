//! Recognizes the format of a body by its first bytes: servers do not always send the content type of a stream.

/// Format of a body, according to its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Server-sent events.
    Events,
    /// JSON object.
    Json,
    /// Neither of these formats.
    Other,
    /// Unknown until more bytes arrive.
    Unclear,
}

pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";
const FIELDS: [&[u8]; 4] = [b"data:", b"event:", b"id:", b"retry:"];

/// Returns the format of a body that begins with these bytes. A byte order mark and blank lines can precede both.
pub(super) fn start_of(bytes: &[u8]) -> Start {
    let line = first_line(bytes.strip_prefix(BOM).unwrap_or(bytes));
    if line.starts_with(b":") || FIELDS.iter().any(|it| line.starts_with(it)) {
        return Start::Events;
    }
    match without_blanks(line) {
        [] => Start::Unclear,
        [b'{', ..] => Start::Json,
        _ if FIELDS.iter().any(|it| is_prefix_of(line, it)) || is_prefix_of(bytes, BOM) => Start::Unclear,
        _ => Start::Other,
    }
}

/// Returns the bytes that are required to recognize the format later: whatever follows, [`start_of`] returns the same
/// for them as for all bytes. They are few, even if there are many blanks.
pub(super) fn needed_prefix(bytes: &[u8]) -> Vec<u8> {
    let rest = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let line = first_line(rest);
    let newline = if line.len() < rest.len() { &b"\n"[..] } else { b"" };
    let line = if without_blanks(line).is_empty() { &line[..line.len().min(1)] } else { line };
    [&bytes[..bytes.len() - rest.len()], newline, line].concat()
}

/// Returns the bytes from the first line that is not blank; if all lines are blank, the blanks of the last line.
fn first_line(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.len() - without_blanks(bytes).len();
    let newline = bytes[..blanks].iter().rposition(|it| matches!(it, b'\n' | b'\r'));
    &bytes[newline.map_or(0, |it| it + 1)..]
}

/// Returns the bytes after leading JSON whitespace.
fn without_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take_while(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r')).count();
    &bytes[blanks..]
}

/// Returns true if these bytes are only the beginning of `whole`.
fn is_prefix_of(bytes: &[u8], whole: &[u8]) -> bool {
    bytes.len() < whole.len() && whole.starts_with(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_identify_events_and_json() {
        let events: [&[u8]; 8] = [
            b"data: {}",
            b"data:{}",
            b"event: ping",
            b": PING",
            b"id: 7",
            b"retry: 10",
            b"\r\n\n\rdata:",
            b"\xEF\xBB\xBF\ndata: {}",
        ];
        let json: [&[u8]; 4] = [b"{\"id\": 1}", b" \n\t{", b"\xEF\xBB\xBF{", b"\n\n  {"];
        let other: [&[u8]; 6] = [b"<html>", b"[1]", b"dota: x", b"data x", b" data: x", b"\xEF\xBB\xBC"];
        let unclear: [&[u8]; 8] = [b"", b"\n", b" ", b"\xEF\xBB", b"\xEF\xBB\xBF", b"d", b"data", b"\nretry"];
        for (all, start) in
            [(&events[..], Start::Events), (&json, Start::Json), (&other, Start::Other), (&unclear, Start::Unclear)]
        {
            for bytes in all {
                assert_eq!(start_of(bytes), start, "{:?}", String::from_utf8_lossy(bytes));
            }
        }
    }

    #[test]
    fn the_kept_bytes_give_the_same_format_as_all_bytes() {
        let pieces: [&[u8]; 10] = [BOM, b" ", b"\n", b"\r", b"\t", b"\x0c", b"d", b"data: x", b"{", b":"];
        for count in 0..pieces.len().pow(4) {
            let indexes = [count % 10, count / 10 % 10, count / 100 % 10, count / 1000];
            let (mut all, mut start) = (Vec::new(), Vec::new());
            for piece in indexes.map(|it| pieces[it]) {
                all.extend_from_slice(piece);
                start.extend_from_slice(piece);
                assert_eq!(start_of(&start), start_of(&all), "{:?}", String::from_utf8_lossy(&all));
                if start_of(&start) != Start::Unclear {
                    break;
                }
                start = needed_prefix(&start);
                assert!(start.len() < 10, "{start:?}");
            }
        }
    }

    #[test]
    fn more_bytes_do_not_change_a_recognized_format() {
        for whole in [&b"\xEF\xBB\xBF\r\n: PING\n\ndata: {}"[..], b"\n {\"data\": 1}", b"retry: 1\n", b"idle"] {
            let last = start_of(whole);
            for length in 0..whole.len() {
                let start = start_of(&whole[..length]);
                assert!(start == Start::Unclear || start == last, "{length}: {start:?}");
            }
        }
    }
}
