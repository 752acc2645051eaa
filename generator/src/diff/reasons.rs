//! Messages with the reasons for a change's class.

pub(super) const ONLY_DOCS: &str = "reason-only-docs";
pub(super) const ONLY_LISTED: &str = "reason-only-listed";
pub(super) const BY_OTHER_NAME: &str = "reason-other-name";
pub(super) const OTHER_ARGUMENTS: &str = "reason-other-arguments";
pub(super) const NEW_FUNCTION: &str = "reason-new-function";
pub(super) const NO_FUNCTION: &str = "reason-no-function";
pub(super) const SAME_SURFACE: &str = "reason-same-api";
pub(super) const ONLY_RECORD: &str = "reason-only-record";
