//! Order in which endpoints and models were added.

use std::collections::BTreeMap;

use gatewright::WatchedFields;

/// Number of the refresh that added each endpoint and model. Those that the first refresh found have the number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ages(BTreeMap<String, u64>);

impl Ages {
    /// Returns the number of an endpoint or model: the higher, the later it was added.
    pub(super) fn of(&self, owner: &str) -> u64 {
        self.0.get(owner).copied().unwrap_or_default()
    }

    /// Returns the endpoints and models that were added, with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(owner, number)| (owner.as_str(), *number))
    }

    /// Returns the numbers after a refresh. Endpoints and models that were removed have none.
    pub(super) fn after(&self, old: &WatchedFields, new: &WatchedFields) -> Self {
        let next = self.0.values().max().copied().unwrap_or_default().saturating_add(1);
        let numbers = new.owners().map(|it| (it, if old.has(it) { self.of(it) } else { next }));
        numbers.filter(|(_, number)| *number > 0).collect()
    }
}

impl<'a> FromIterator<(&'a str, u64)> for Ages {
    fn from_iter<I: IntoIterator<Item = (&'a str, u64)>>(items: I) -> Self {
        Self(items.into_iter().map(|(owner, number)| (owner.to_owned(), number)).collect())
    }
}
