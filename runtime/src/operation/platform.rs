//! Platforms, each with its operations.

use super::OperationSpec;

/// Description of a platform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlatformSpec {
    /// Key in URLs, such as `p2`.
    pub key: &'static str,
    /// Description, such as `lifestyle notes platform`; empty if it is unknown.
    pub about: &'static str,
    /// Operations.
    pub operations: &'static [&'static OperationSpec],
}
