//! Labels of platforms, whatever keys they have now.

use std::collections::{BTreeSet, HashMap};

use crate::catalog::Catalog;
use crate::report::Report;

/// Labels by live key.
pub(super) struct Labels<'a>(HashMap<&'a str, &'a str>);

impl<'a> Labels<'a> {
    /// A platform that has no other label is called by its key.
    pub(super) fn of(&self, key: &'a str) -> &'a str {
        self.0.get(key).copied().unwrap_or(key)
    }
}

pub(super) fn labels<'a>(catalog: &'a Catalog, report: &mut Report) -> Labels<'a> {
    let live: BTreeSet<&str> = catalog.cells.iter().map(|it| it.platform.value.as_str()).collect();
    let mut labels = HashMap::new();
    for (label, key) in &catalog.keys {
        if !live.contains(key.value.as_str()) {
            if !catalog.incomplete {
                let message = format!("the catalog has no platform `{}`, which `{label}` should be", key.value);
                report.warning("unused-key", key.place, message).hint("correct the key, or take the line out");
            }
        } else if *label != key.value
            && live.contains(label.as_str())
            && !catalog.keys.values().any(|it| it.value == *label)
        {
            let message = format!("the catalog has a platform `{label}` of its own");
            report
                .error("label-taken", key.place, message)
                .label(format!("so `{}` cannot be called that", key.value))
                .hint("take the line out, or give the other platform a label here");
        } else {
            labels.insert(key.value.as_str(), label.as_str());
        }
    }
    Labels(labels)
}
