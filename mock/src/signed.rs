//! Signed URLs of files.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Returns the signed URL of a file.
pub(crate) fn address(base_url: &str, name: &str, expires: u64) -> String {
    format!("{base_url}/files/{name}?Expires={expires}&Signature={}", signature(name, expires))
}

/// Returns the signature of a URL.
pub(crate) fn signature(name: &str, expires: u64) -> String {
    let mut hasher = DefaultHasher::new();
    (name, expires).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
