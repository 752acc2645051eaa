//! Labels of platforms.

use std::collections::{BTreeSet, HashMap};

use crate::catalog::Catalog;
use crate::report::Report;

/// Labels by current key.
pub(super) struct Labels<'a>(HashMap<&'a str, &'a str>);

impl<'a> Labels<'a> {
    /// Returns the label of a platform, which is its key unless `keys.toml` has another one.
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
                let message = format!("unknown platform `{}` of the label `{label}`", key.value);
                report.warning("unused-key", key.span, message).hint("correct the key, or remove the line");
            }
        } else if *label != key.value
            && live.contains(label.as_str())
            && !catalog.keys.values().any(|it| it.value == *label)
        {
            let message = format!("the label `{label}` is the key of another platform");
            report
                .error("label-taken", key.span, message)
                .label(format!("so `{}` cannot have this label", key.value))
                .hint("remove the line, or add a label for the other platform");
        } else {
            labels.insert(key.value.as_str(), label.as_str());
        }
    }
    Labels(labels)
}
