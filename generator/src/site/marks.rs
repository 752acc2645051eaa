//! The punctuation of a language, with the space that goes with it.

/// Marks between and around words.
#[derive(Debug)]
pub(super) struct Marks {
    pub(super) colon: &'static str,
    pub(super) comma: &'static str,
    /// Between the items of a list.
    pub(super) list: &'static str,
    pub(super) stop: &'static str,
    /// Between sentences.
    pub(super) gap: &'static str,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
}

pub(super) const EN: Marks =
    Marks { colon: ": ", comma: ", ", list: ", ", stop: ".", gap: " ", open: " (", close: ")" };

pub(super) const ZH: Marks =
    Marks { colon: "：", comma: "，", list: "、", stop: "。", gap: "", open: "（", close: "）" };
