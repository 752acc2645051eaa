//! Ids of recordings, so that a recording is not counted twice.

use std::collections::BTreeMap;

use super::hash::{hash, mix};

/// Largest number of recordings that one can consist of.
const MAX_SOURCES: usize = 10_000;

/// Returns the id of a recording. The id comes from the salt, so it stays the same while the client adds responses.
/// Without a salt, it comes from the content.
pub(super) fn id(salt: Option<u64>, content: impl FnOnce() -> String) -> String {
    let number = match salt {
        Some(salt) => mix(hash(9, &salt.to_le_bytes()), 1),
        None => mix(hash(9, content().as_bytes()), 2),
    };
    format!("{number:016x}")
}

pub(super) fn are_valid(sources: &BTreeMap<String, u64>) -> bool {
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    sources.len() <= MAX_SOURCES && sources.keys().all(|id| id.len() == 16 && id.bytes().all(is_digit))
}
