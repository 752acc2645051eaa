//! Hides a key in foreign text, in any encoding.

mod escape;
mod view;

use std::collections::HashSet;
use std::ops::Range;

use view::{Unit, View};

/// Text that replaces the key.
const HIDDEN: &str = "[key]";
/// Length of the pieces of the key that are hidden. A shorter key is hidden as a whole.
pub(crate) const PIECE: usize = 8;
/// Length of the shortest prefix of the key that is hidden at the end of a text, which may be cut off there.
const SHORTEST_PREFIX: usize = 4;
/// Length of the longest prefix of the key that stays as a word of its own: it often names only the kind of the key,
/// such as `sk-or-v1-`.
const PUBLIC_PREFIX: usize = 9;
/// Maximum number of escapes inside each other that are decoded, such as JSON in JSON. Each takes up to two steps.
const MAX_ESCAPES: usize = 6;
/// Maximum number of hexadecimal and base64 encodings inside each other that are decoded.
const MAX_PACKINGS: usize = 3;

/// Length of the part of a text in which the key is searched at once. Errors and logs show nothing more.
pub(crate) const SEARCHED: usize = 64 << 10;
/// Length of the overlap of two parts of a long text: more than a piece of the key takes in any encoding.
#[cfg(feature = "http")]
const OVERLAP: usize = 4 << 10;
/// Maximum number of steps of a search. A search of ordinary text takes about 10 steps per byte.
const MAX_STEPS: usize = 64 * SEARCHED;
/// Steps of a search for each view, however short it is.
const STEPS_PER_VIEW: usize = 64;
/// Text that replaces one whose search takes too many steps.
const TOO_MANY_ENCODINGS: &str = "[hidden: too many encodings inside each other]";

/// Returns a text without a key. Pieces of 8 characters are hidden, too.
///
/// The key is found in upper and lower case, in percent-encoding, escapes of JSON, C, HTML and quoted-printable, base64,
/// hexadecimal and lists of byte values, and in several of these inside each other. A text that would take too long to
/// search is hidden completely. Only the first 64 KiB are kept.
///
/// ```
/// assert_eq!(gatewright_runtime::without_key("bad token sk%2D123456", "sk-123456"), "bad token [key]");
/// ```
pub fn without_key(text: &str, key: &str) -> String {
    Secret::new(key).hide(text)
}

/// The key, as pieces to find in foreign text.
#[derive(Default)]
pub(crate) struct Secret {
    /// The key as it is and with its own escapes decoded, in lower case.
    keys: Vec<Vec<u8>>,
    pub(crate) pieces: Pieces,
}

/// Search for the key in one text, with a limited number of steps.
struct Search<'t> {
    text: &'t str,
    /// End of the last character that can be part of a key.
    end: usize,
    /// Ranges of the text to hide.
    found: Vec<(usize, usize)>,
    steps_left: usize,
}

impl Search<'_> {
    /// Takes a number of steps; `None` if fewer are left.
    fn take(&mut self, steps: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(steps)?;
        Some(())
    }
}

/// Returns the start of the last character that begins at a position or before it; for the end of a text, that end.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default()
}

/// Replaces ranges of a text, which can overlap.
fn replaced(text: &str, mut found: Vec<(usize, usize)>) -> String {
    found.sort_unstable();
    let (mut out, mut copied) = (String::new(), 0);
    for (start, end) in found {
        // A range that touches the one before it is hidden together with it.
        if start > copied || out.is_empty() {
            out += &text[copied..start];
            out += HIDDEN;
        }
        copied = copied.max(end);
    }
    out + &text[copied..]
}

/// Pieces of keys, each as a number made of its bytes.
#[derive(Default)]
pub(crate) struct Pieces {
    /// Length of each piece, at most 8.
    pub(crate) length: usize,
    pub(crate) all: HashSet<u64>,
}

impl Secret {
    pub(crate) fn new(key: &str) -> Self {
        let mut keys = Vec::new();
        let mut form = Some(View::of(key));
        while let Some(view) = form.filter(|_| keys.len() <= MAX_ESCAPES) {
            keys.push(view.units.iter().map(|it| it.byte.to_ascii_lowercase()).collect::<Vec<_>>());
            form = view.unescaped();
        }
        let length = keys[0].len().min(PIECE);
        keys.retain(|it| !it.is_empty() && it.len() >= length);
        let pieces = keys.iter().flat_map(|it| it.windows(length.max(1))).map(|it| it.iter().copied().fold(0, append));
        let pieces = Pieces { length, all: pieces.collect() };
        Self { keys, pieces }
    }

    /// Replaces the key and its longer pieces, in upper or lower case, in all these encodings and in encodings inside
    /// each other: percent-encoding, escapes of JSON and HTML, base64, hexadecimal; each also with spaces, control and
    /// other foreign characters in between.
    ///
    /// Text is decoded step by step, and the result of each step is searched. An escape that is part of other text can
    /// swallow the start of the key, so that pieces are searched instead of the whole key.
    pub(crate) fn hide(&self, text: &str) -> String {
        if self.pieces.length == 0 {
            return text.to_owned();
        }
        let end = boundary(text, SEARCHED);
        match self.ranges(&text[..end], 0..end) {
            Some(found) => replaced(&text[..end], found) + if end < text.len() { "…" } else { "" },
            None => TOO_MANY_ENCODINGS.to_owned(),
        }
    }

    /// Returns a text without the key, as [`hide`](Self::hide) does, but the whole text, for data that a program reads. A part that
    /// would take too long to search is hidden.
    #[cfg(feature = "http")]
    pub(crate) fn hide_in_long_text(&self, text: &str) -> String {
        if self.pieces.length == 0 {
            return text.to_owned();
        }
        let (mut found, mut start) = (Vec::new(), 0);
        loop {
            let end = boundary(text, start + SEARCHED);
            match self.ranges(text, start..end) {
                Some(ranges) => found.extend(ranges),
                None => found.push((start, end)),
            }
            if end == text.len() {
                return replaced(text, found);
            }
            start = boundary(text, end - OVERLAP);
        }
    }

    /// Returns the ranges of the key in a part of a text; `None` if the search takes too many steps.
    fn ranges(&self, text: &str, part: Range<usize>) -> Option<Vec<(usize, usize)>> {
        let mut view = View::of(&text[part.clone()]);
        for unit in &mut view.units {
            (unit.start, unit.end) = (unit.start + part.start, unit.end + part.start);
        }
        // Only the end of the text can cut off the key.
        let last = view.units.last().map_or(0, |it| it.end);
        let end = if part.end == text.len() { last } else { usize::MAX };
        let mut search = Search { text, end, found: Vec::new(), steps_left: MAX_STEPS };
        self.search(&mut search, view, MAX_PACKINGS)?;
        Some(search.found)
    }

    /// Adds the ranges of the text in which a view of it, or what the view contains in an encoding, has a piece of the
    /// key. Returns `None` if that takes too many steps.
    fn search(&self, search: &mut Search<'_>, mut view: View, packings: usize) -> Option<()> {
        for _ in 0..=2 * MAX_ESCAPES {
            let length = view.units.len() + STEPS_PER_VIEW;
            search.take(length)?;
            let known = search.found.len();
            self.find(&view.units, search.text, &mut search.found);
            self.find_cut(&view.units, search.text, search.end, &mut search.found);
            // The start of each range is compared with each key.
            let key_length: usize = self.keys.iter().map(Vec::len).sum();
            search.take((search.found.len() - known).saturating_mul(key_length))?;
            if packings > 0 {
                for decode in view::PACKINGS {
                    search.take(length)?;
                    let inner = decode(&view);
                    if !inner.units.is_empty() {
                        self.search(search, inner, packings - 1)?;
                    }
                }
            }
            search.take(length)?;
            match view.unescaped() {
                Some(inner) => view = inner,
                None => return Some(()),
            }
        }
        Some(())
    }

    /// Finds pieces of the key.
    fn find(&self, units: &[Unit], text: &str, found: &mut Vec<(usize, usize)>) {
        let length = self.pieces.length;
        let mut last = 0;
        // First and last unit of the pieces that overlap or touch.
        let mut open: Option<(usize, usize)> = None;
        let mut close = |open: Option<(usize, usize)>| {
            if let Some((first, last)) = open.filter(|it| !self.is_public(&units[it.0..=it.1], text)) {
                found.push((self.start_of(&units[first..=last], text), units[last].end));
            }
        };
        for (at, unit) in units.iter().enumerate() {
            last = append(last, unit.byte.to_ascii_lowercase());
            if self.pieces.contains(last) {
                let first = at + 1 - length;
                match &mut open {
                    Some((_, end)) if first <= *end + 1 => *end = at,
                    _ => close(open.replace((first, at))),
                }
            }
        }
        close(open);
    }

    /// Returns the start of a range with pieces of the key. Characters of the key directly before it belong to it: they
    /// can look like a part of another escape.
    fn start_of(&self, units: &[Unit], text: &str) -> usize {
        let before = self.keys.iter().filter_map(|key| {
            let at = key.windows(self.pieces.length).position(|it| is_start(it, &units[..it.len()]))?;
            follows(text, units[0].start, &key[..at]).then_some(at)
        });
        units[0].start - before.max().unwrap_or_default()
    }

    /// Returns true for the first characters of the key, not encoded, as a word of their own inside of other text.
    fn is_public(&self, units: &[Unit], text: &str) -> bool {
        let (start, end) = (units[0].start, units[units.len() - 1].end);
        let after = &text[end..];
        let next = after.trim_start();
        units.len() <= PUBLIC_PREFIX
            && end - start == units.len()
            && self.keys.iter().any(|key| key.len() > units.len() && is_start(key, units))
            && !next.is_empty()
            && next.len() < after.len()
    }

    /// Finds the first characters of the key at the end of a text, also if a part of an escape follows.
    fn find_cut(&self, units: &[Unit], text: &str, end: usize, found: &mut Vec<(usize, usize)>) {
        let escape = units.iter().rev().take(escape::LONGEST_ESCAPE).position(|it| escape::ESCAPES.contains(&it.byte));
        for units in [units, &units[..units.len() - escape.map_or(0, |it| it + 1)]] {
            if units.last().is_some_and(|it| it.end + escape::LONGEST_ESCAPE > end) {
                found.extend(self.keys.iter().filter_map(|key| cut(key, units, text)));
            }
        }
    }
}

/// Returns the range of the first characters of a key at the end of a view. Some of them may look like a part of another
/// escape, so that only the text contains them.
fn cut(key: &[u8], units: &[Unit], text: &str) -> Option<(usize, usize)> {
    let last = units.last()?.byte.to_ascii_lowercase();
    let can_end = |end: usize| end >= SHORTEST_PREFIX && key.get(end - 1) == Some(&last);
    if !(SHORTEST_PREFIX..2 * PIECE).any(can_end) {
        return None;
    }
    let ends = (0..PIECE).flat_map(|before| (1..=PIECE).rev().map(move |length| (before, before + length)));
    let ends = ends.filter(|(before, end)| can_end(*end) && end - before <= units.len());
    let mut ranges = ends.filter_map(|(before, end)| {
        let last = &units[units.len() - (end - before)..];
        let is_cut = is_start(&key[before..], last) && follows(text, last[0].start, &key[..before]);
        is_cut.then(|| (last[0].start - before, last[last.len() - 1].end))
    });
    ranges.next()
}

/// Returns true if a text has these characters directly before a position.
fn follows(text: &str, at: usize, before: &[u8]) -> bool {
    let start = at.checked_sub(before.len());
    start.is_some_and(|start| text.as_bytes()[start..at].eq_ignore_ascii_case(before))
}

impl Pieces {
    /// Returns true if a text ends with a piece, by its last 8 bytes.
    fn contains(&self, last: u64) -> bool {
        self.all.contains(&(last & (u64::MAX >> (64 - 8 * self.length))))
    }
}

/// Appends a byte to the last bytes of a text, which are the bytes of a number.
fn append(last: u64, byte: u8) -> u64 {
    last << 8 | u64::from(byte)
}

/// Returns true if a key starts with these characters.
fn is_start(key: &[u8], units: &[Unit]) -> bool {
    units.iter().map(|it| it.byte.to_ascii_lowercase()).eq(key[..units.len()].iter().copied())
}

#[cfg(all(test, feature = "http"))]
mod tests;
