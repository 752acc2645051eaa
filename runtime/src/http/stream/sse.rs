//! Parser for server-sent events, whose bytes arrive in chunks of any size.

use memchr::memchr2;

use super::sniff::BOM;

/// Event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SseEvent {
    /// Name, if the event has one.
    pub(crate) name: Option<String>,
    /// Data. A byte that is not valid UTF-8 is replaced, and the rest of the data is kept.
    pub(crate) data: String,
}

/// Error of an event that exceeds the size limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Incremental parser of a stream. It reads every byte once, even if its line is long.
#[derive(Debug)]
pub(crate) struct SseParser {
    /// Start of a line whose end has not arrived yet.
    line: Vec<u8>,
    name: Option<String>,
    data: Vec<u8>,
    /// True if the last line ended with CR: an LF that follows belongs to it.
    after_cr: bool,
    /// True until the first line is complete, which may begin with a byte order mark.
    at_start: bool,
    /// Maximum size of an event in bytes.
    limit: usize,
}

impl SseParser {
    pub(crate) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), name: None, data: Vec::new(), after_cr: false, at_start: true, limit }
    }

    /// Reads the next bytes and calls `event` for each event that they complete.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], mut event: impl FnMut(SseEvent)) -> Result<(), TooLarge> {
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr) && bytes[0] == b'\n' {
                bytes = &bytes[1..];
                continue;
            }
            let end = memchr2(b'\n', b'\r', bytes);
            let (piece, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if self.line.len() + self.data.len() + piece.len() > self.limit {
                return Err(TooLarge);
            }
            let Some((&ending, rest)) = rest.split_first() else {
                self.line.extend_from_slice(piece);
                return Ok(());
            };
            self.after_cr = ending == b'\r';
            bytes = rest;
            if self.line.is_empty() {
                self.line(piece, &mut event);
            } else {
                self.line.extend_from_slice(piece);
                let line = std::mem::take(&mut self.line);
                self.line(&line, &mut event);
            }
        }
        Ok(())
    }

    fn line(&mut self, mut line: &[u8], event: &mut impl FnMut(SseEvent)) {
        if std::mem::take(&mut self.at_start) {
            line = line.strip_prefix(BOM).unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch(event);
        }
        let (field, value) = match memchr::memchr(b':', line) {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                // Most events have one line: its line end must not make the buffer grow again.
                self.data.reserve(value.len() + 1);
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"event" => self.name = Some(String::from_utf8_lossy(value).into_owned()),
            // Comments, which are keep-alive messages, and fields that the client does not use.
            _ => {}
        }
    }

    fn dispatch(&mut self, event: &mut impl FnMut(SseEvent)) {
        let (name, mut data) = (self.name.take(), std::mem::take(&mut self.data));
        data.pop(); // the last line's end
        if !data.is_empty() {
            let data = String::from_utf8(data).unwrap_or_else(|it| String::from_utf8_lossy(it.as_bytes()).into_owned());
            event(SseEvent { name: name.filter(|it| !it.is_empty()), data });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut parser = SseParser::new(1 << 20);
        let mut all = Vec::new();
        for piece in pieces {
            let read = parser.feed(piece, |it| all.push((it.name.unwrap_or_default(), it.data)));
            read.expect("it is not large");
        }
        all
    }

    /// Stream, with the names and data of its events.
    type Vector = (&'static [u8], &'static [(&'static str, &'static str)]);

    const VECTORS: &[Vector] = &[
        (b"data: one\n\ndata: two\n\n", &[("", "one"), ("", "two")]),
        (b"\xEF\xBB\xBFdata: behind a mark\n\n", &[("", "behind a mark")]),
        (b"data: a\r\n\r\ndata: b\r\rdata: c\n\n", &[("", "a"), ("", "b"), ("", "c")]),
        (b": PING\n\n: PING\n\nevent: named\ndata:x\n\n", &[("named", "x")]),
        (b"data: first\ndata: second\ndata:  third\n\n", &[("", "first\nsecond\n third")]),
        (b"data:\n\ndata\n\nevent: nothing\n\ndata: y\n\n", &[("", "y")]),
        (b"id: 7\nretry: 10\nunknown: z\ndata: {\"a\":\"b: c\"}\n\n", &[("", "{\"a\":\"b: c\"}")]),
        (b"data: bad \xFF byte\n\ndata: good\n\n", &[("", "bad \u{FFFD} byte"), ("", "good")]),
        ("data: 茶\u{1F375}\n\n".as_bytes(), &[("", "茶\u{1F375}")]),
        (b"data: whole\n\ndata: cut off", &[("", "whole")]),
        (b"\n\n\r\n", &[]),
    ];

    #[test]
    fn every_split_of_every_stream_gives_the_same_events() {
        for (bytes, expected) in VECTORS {
            let expected: Vec<_> = expected.iter().map(|(name, data)| ((*name).into(), (*data).into())).collect();
            assert_eq!(events(&[bytes]), expected);
            assert_eq!(events(&bytes.chunks(1).collect::<Vec<_>>()), expected, "byte by byte");
            for first in 0..=bytes.len() {
                for second in first..=bytes.len() {
                    let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                    assert_eq!(events(&pieces), expected, "{first} {second}");
                }
            }
        }
    }

    #[test]
    fn a_name_applies_to_one_event_only() {
        assert_eq!(
            events(&[b"event: a\ndata: 1\n\ndata: 2\n\n"]),
            [("a".into(), "1".into()), (String::new(), "2".into())]
        );
    }

    #[test]
    fn only_events_beyond_the_limit_are_refused() {
        let mut parser = SseParser::new(100);
        let mut count = 0;
        for _ in 0..1_000 {
            parser.feed(b"data: 0123456789\n\n", |_| count += 1).expect("each of them is small");
        }
        assert_eq!(count, 1_000);
        let endless = (0..100).try_for_each(|_| parser.feed(b"data: 0123456789\n", |_| ()));
        assert_eq!(endless, Err(TooLarge), "many lines of one event");
        let mut parser = SseParser::new(100);
        assert_eq!((0..100).try_for_each(|_| parser.feed(b"0123456789", |_| ())), Err(TooLarge), "one endless line");
    }

    #[test]
    fn a_line_of_64_mib_is_read_in_one_pass() {
        // In chunks of 1 KiB: a parser that reads the line again for each chunk would take days.
        let (mut parser, mut length) = (SseParser::new(65 << 20), 0);
        parser.feed(b"data: ", |_| ()).expect("within the limit");
        for _ in 0..64 << 10 {
            parser.feed(&[b'x'; 1 << 10], |_| ()).expect("within the limit");
        }
        parser.feed(b"\n\n", |event| length = event.data.len()).expect("within the limit");
        assert_eq!(length, 64 << 20);
    }

    #[test]
    fn random_bytes_give_the_same_events_for_every_split() {
        fastrand::seed(7);
        let words: [&[u8]; 10] = [
            b"data:",
            b"data: ",
            b"event: a",
            b"\n",
            b"\r",
            b"\r\n",
            b"\xEF\xBB\xBF",
            b"\xFF\xC3",
            b": x",
            b"{\"a\":1}",
        ];
        for _ in 0..2_000 {
            let bytes: Vec<u8> =
                (0..fastrand::usize(..24)).flat_map(|_| words[fastrand::usize(..10)].to_vec()).collect();
            let whole = events(&[&bytes]);
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(fastrand::usize(1..=rest.len().min(7)));
                pieces.push(piece);
                rest = behind;
            }
            assert_eq!(events(&pieces), whole, "{bytes:?}");
        }
    }
}
