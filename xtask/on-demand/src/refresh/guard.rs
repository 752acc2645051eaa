//! What must not be taken over without a person's word.

use gatewright::{Diff, Model, What};

use xtask::refresh::Accept;

use super::sources::Guards;

/// Why a catalog is refused, and what accepts it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) why: String,
    pub(super) accept: Accept,
}

pub(super) fn check(old: &Model, new: &Model, diff: &Diff, guards: Guards, accepted: &[Accept]) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |accept, why: String| refusals.push(Refusal { why, accept });
    let cells = |model: &Model| model.platforms.iter().map(|it| it.operations.len()).sum::<usize>();
    for (what, was, now) in [("cells", cells(old), cells(new)), ("models", old.models.len(), new.models.len())] {
        let gone = was.saturating_sub(now) as u64;
        if gone * 100 > was as u64 * guards.max_shrink_percent {
            refuse(Accept::Shrink, format!("{gone} of {was} {what} are gone"));
        }
    }
    let renamed = |key: &str| diff.renames.iter().find(|it| it.was == key);
    for change in diff.changes.iter().filter(|it| it.what == What::PlatformRemoved) {
        match renamed(&change.subject) {
            // Whoever says that platforms vanished says that these are others.
            Some(_) if accepted.contains(&Accept::Vanished) => {}
            Some(it) => refuse(
                Accept::Renames,
                format!(
                    "the platform `{}` is gone, and `{}` is new and alike to {} %; if it is another one, accept \
                     `vanished` instead, or write the right key into social/keys.toml",
                    it.was, it.now, it.score
                ),
            ),
            None => refuse(Accept::Vanished, gone(&change.subject, diff)),
        }
    }
    // Of what will be accepted as renamed, too: all that is refused is said at once.
    let renames = if accepted.contains(&Accept::Vanished) { &[][..] } else { &diff.renames };
    for jump in gatewright::price_jumps(old, new, renames, guards.max_price_factor) {
        refuse(Accept::Price, jump);
    }
    refusals
}

/// A platform that is gone, and what it may be now, if a person thinks so.
fn gone(key: &str, diff: &Diff) -> String {
    match diff.guesses.iter().find(|it| it.was == key) {
        None => format!("the platform `{key}` is gone"),
        Some(it) => format!(
            "the platform `{key}` is gone; if it is `{}`, which is new and alike to {} %, write `{}` into \
             social/keys.toml instead",
            it.now,
            it.score,
            it.line()
        ),
    }
}
