//! Recognizes a body by its first bytes: servers do not always send the content type of what they stream.

/// What the first bytes of a body look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Server-sent events.
    Events,
    /// A JSON object.
    Json,
    /// Neither of the two.
    Other,
    /// More bytes will tell.
    Unclear,
}

pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";
const FIELDS: [&[u8]; 4] = [b"data:", b"event:", b"id:", b"retry:"];

/// Returns what a body looks like that begins with these bytes. A byte order mark and blank lines can precede both.
pub(super) fn start_of(bytes: &[u8]) -> Start {
    let line = first_line(bytes);
    if line.starts_with(b":") || FIELDS.iter().any(|it| line.starts_with(it)) {
        return Start::Events;
    }
    match line.trim_ascii_start() {
        [] => Start::Unclear,
        [b'{', ..] => Start::Json,
        _ if FIELDS.iter().chain(&[BOM]).any(|it| is_cut(line, it)) => Start::Unclear,
        _ => Start::Other,
    }
}

/// The bytes without what can precede both: empty if that is all.
pub(super) fn first_line(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let blank = bytes.iter().take_while(|it| matches!(it, b'\n' | b'\r')).count();
    if bytes.trim_ascii().is_empty() { &[] } else { &bytes[blank..] }
}

/// Whether these bytes are only the beginning of `whole`.
fn is_cut(bytes: &[u8], whole: &[u8]) -> bool {
    bytes.len() < whole.len() && whole.starts_with(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_json_are_told_apart_by_their_first_bytes() {
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
    fn nothing_that_is_clear_becomes_something_else_with_more_bytes() {
        for whole in [&b"\xEF\xBB\xBF\r\n: PING\n\ndata: {}"[..], b"\n {\"data\": 1}", b"retry: 1\n", b"idle"] {
            let last = start_of(whole);
            for length in 0..whole.len() {
                let start = start_of(&whole[..length]);
                assert!(start == Start::Unclear || start == last, "{length}: {start:?}");
            }
        }
    }
}
