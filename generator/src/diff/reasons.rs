//! Why a change is of its class.

pub(super) const ONLY_DOCS: &str = "only docs say so";
pub(super) const ONLY_LISTED: &str = "only what the client says of the endpoint";
pub(super) const BY_OTHER_NAME: &str = "what a program calls has another name";
pub(super) const OTHER_ARGUMENTS: &str = "what a function takes changed";
pub(super) const NEW_FUNCTION: &str = "a function is new";
pub(super) const NO_FUNCTION: &str = "a function is gone";
pub(super) const SAME_SURFACE: &str = "what a program compiles against stays";
pub(super) const ONLY_RECORD: &str = "only what the record says";
