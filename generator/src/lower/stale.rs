//! Facts that match nothing.
//!
//! A fact of a cell that changed is an error: what people wrote down is no longer true. Facts of a platform
//! that the catalog does not have are reported and kept, since the same facts may serve several catalogs.

use std::collections::BTreeMap;

use super::keys::Labels;
use crate::catalog::{Catalog, Cell};
use crate::report::Report;

pub(super) fn check(catalog: &Catalog, labels: &Labels<'_>, report: &mut Report) {
    if catalog.incomplete {
        return;
    }
    let mut cells = BTreeMap::<&str, BTreeMap<&str, &Cell>>::new();
    for cell in &catalog.cells {
        cells.entry(labels.of(&cell.platform.value)).or_default().insert(&cell.capability.value, cell);
    }
    let platforms = catalog.facts.platforms.iter().filter(|(key, _)| !cells.contains_key(key.as_str()));
    let mut unused: Vec<_> = platforms.map(|(key, facts)| (key, facts.place)).collect();
    for (platform, facts) in &catalog.facts.cells {
        let Some(cells) = cells.get(platform.as_str()) else {
            let known = unused.iter().any(|(key, _)| *key == platform);
            unused.extend(facts.values().next().filter(|_| !known).map(|first| (platform, first.place)));
            continue;
        };
        for (capability, facts) in facts {
            let Some(cell) = cells.get(capability.as_str()) else {
                let message = format!("there are facts of `{platform}/{capability}`, which the catalog does not have");
                report.error("stale-fact", facts.place, message).hint("remove them, or correct the names");
                continue;
            };
            for (param, facts) in &facts.value.params {
                if cell.params.iter().all(|it| it.name.value != *param) {
                    let message =
                        format!("there are facts of `{param}`, which `{platform}/{capability}` does not have");
                    report.error("stale-fact", facts.place, message).hint("remove the line, or correct the name");
                }
            }
        }
    }
    if let [(_, place), ..] = unused[..] {
        let platforms: Vec<_> = unused.iter().map(|(platform, _)| platform.as_str()).collect();
        report
            .warning("unused-facts", place, "there are facts of platforms that the catalog does not have")
            .label(platforms.join(", "))
            .hint("they are kept; remove them if these platforms will not come back");
    }
}
