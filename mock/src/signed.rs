//! Signed addresses of files.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The signed address of a file that was made.
pub(crate) fn address(base_url: &str, name: &str, expires: u64) -> String {
    format!("{base_url}/files/{name}?Expires={expires}&Signature={}", signature(name, expires))
}

/// What an address is signed with.
pub(crate) fn signature(name: &str, expires: u64) -> String {
    let mut hasher = DefaultHasher::new();
    (name, expires).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
