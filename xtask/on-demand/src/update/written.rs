//! Hashes of the handwritten files in `specs.lock`, by which a refresh notices edits.

use anyhow::{Context as _, Result};
use gatewright::Specs;
use sha2::{Digest as _, Sha256};
use toml_edit::{DocumentMut, value};

/// File with the state of the last refresh.
pub(crate) const LOCK: &str = "specs.lock";
/// Table of the hashes in that file.
pub(crate) const WRITTEN: &str = "written";

pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the lock after a command has set the version of the client; `None` if it stays the same. An edit of that file by hand
/// stays an edit, so that the next refresh knows that the version was set by hand.
#[cfg_attr(not(feature = "learn"), allow(dead_code, reason = "of all commands, only learn calls it"))]
pub(crate) fn after_new_version(lock: &str, old: Option<&[u8]>, new: &[u8]) -> Result<Option<String>> {
    let mut lock: DocumentMut = lock.parse().with_context(|| format!("{LOCK} is not TOML"))?;
    let entry = lock.get_mut(WRITTEN).and_then(|it| it.get_mut(Specs::CLIENT));
    let Some(entry) = entry.filter(|it| it.as_str() == old.map(hash).as_deref()) else { return Ok(None) };
    *entry = value(hash(new));
    Ok(Some(lock.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_a_command_has_set_is_not_an_edit() {
        let lock = |hash: &str| format!("# Kept.\n\n[written]\n\"client.toml\" = \"{hash}\"\nother = \"1\"\n");
        let [old, new] = [b"version = \"0.1.0\"", b"version = \"0.1.1\""];
        let after = after_new_version(&lock(&hash(old)), Some(old), new).expect("it is TOML");
        assert_eq!(after, Some(lock(&hash(new))));
        let edited = after_new_version(&lock(&hash(b"other")), Some(old), new).expect("it is TOML");
        assert_eq!(edited, None, "it was edited by hand before");
        assert_eq!(after_new_version("", Some(old), new).expect("it is TOML"), None, "there was no refresh");
        assert!(after_new_version("= 5", Some(old), new).is_err());
    }
}
