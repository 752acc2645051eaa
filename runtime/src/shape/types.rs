//! Lengths of arrays.

/// Lengths of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lengths {
    /// Length of the shortest array.
    pub least: u64,
    /// Length of the longest array.
    pub most: u64,
    /// Sum of all lengths.
    pub total: u64,
}

impl Lengths {
    pub(super) fn merge(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            total: self.total.saturating_add(other.total),
        }
    }
}
