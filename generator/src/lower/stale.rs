//! Reports facts that match nothing.
//!
//! A fact about a removed endpoint or parameter of a platform in the catalog is an error, because it is no longer true.
//! Facts about a platform that the catalog does not have are reported and kept, since the same facts may serve several
//! catalogs; a refresh, which knows the earlier catalogs, too, refuses those about a platform that it has never seen.
//! Capabilities are kept, unless one in the catalog has a similar spelling.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::Labels;
use crate::catalog::{Catalog, Cell};
use crate::report::{Report, Span};
use crate::similar::{closest, did_you_mean};

pub(super) fn check(catalog: &Catalog, labels: &Labels<'_>, report: &mut Report) {
    if catalog.incomplete {
        return;
    }
    let mut cells = BTreeMap::<&str, BTreeMap<&str, &Cell>>::new();
    for cell in &catalog.cells {
        cells.entry(labels.of(&cell.platform.value)).or_default().insert(&cell.capability.value, cell);
    }
    check_capabilities(catalog, report);
    for (platform, facts) in &catalog.facts.cells {
        let Some(cells) = cells.get(platform.as_str()) else { continue };
        for (capability, facts) in facts {
            let Some(cell) = cells.get(capability.as_str()) else {
                let message =
                    format!("there are facts for `{platform}/{capability}`, but the catalog has no such cell");
                let hint = did_you_mean(capability, cells.keys().copied(), "remove them, or correct the names");
                report.error("stale-fact", facts.span, message).on_key().hint(hint);
                continue;
            };
            for (param, facts) in &facts.value.params {
                if cell.params.iter().all(|it| it.name.value != *param) {
                    let message =
                        format!("there are facts for `{param}`, but `{platform}/{capability}` has no such parameter");
                    let params = cell.params.iter().map(|it| it.name.value.as_str());
                    let hint = did_you_mean(param, params, "remove the line, or correct the name");
                    report.error("stale-fact", facts.span, message).on_key().hint(hint);
                }
            }
        }
    }
    let unused = without(catalog, |it| cells.contains_key(it));
    if let [(_, span), ..] = unused[..] {
        let platforms: Vec<_> = unused.iter().map(|(platform, _)| *platform).collect();
        report
            .warning("unused-facts", span, "there are facts for platforms that are not in the catalog")
            .label(platforms.join(", "))
            .hint("these facts are ignored but kept; delete them if the platforms will not come back");
    }
}

/// Reports facts about platforms whose labels are not known: they are misspelt.
pub(crate) fn unknown_platforms(catalog: &Catalog, known: &BTreeSet<&str>, report: &mut Report) {
    for (platform, span) in without(catalog, |it| known.contains(it)) {
        let hint = did_you_mean(platform, known.iter().copied(), "remove the facts, or correct the name");
        report.error("stale-fact", span, format!("there are facts for the unknown platform `{platform}`")).hint(hint);
    }
}

/// Returns the platforms with facts that are not known, each with the location of its first facts.
fn without(catalog: &Catalog, is_known: impl Fn(&str) -> bool) -> Vec<(&str, Span)> {
    let platforms = catalog.facts.platforms.iter().map(|(key, facts)| (key.as_str(), facts.span));
    let cells = catalog.facts.cells.iter();
    let cells = cells.filter_map(|(key, facts)| Some((key.as_str(), facts.values().next()?.span)));
    let mut all: Vec<(&str, Span)> = Vec::new();
    for (key, span) in platforms.chain(cells).filter(|(key, _)| !is_known(key)) {
        if all.iter().all(|it| it.0 != key) {
            all.push((key, span));
        }
    }
    all
}

fn check_capabilities(catalog: &Catalog, report: &mut Report) {
    let known: BTreeSet<&str> = catalog.cells.iter().map(|it| it.capability.value.as_str()).collect();
    for (capability, about) in catalog.facts.capabilities.iter().filter(|(it, _)| !known.contains(it.as_str())) {
        if let Some(meant) = closest(capability, known.iter().copied()) {
            report
                .error("stale-fact", about.span, format!("unknown capability `{capability}`"))
                .on_key()
                .hint(format!("did you mean `{meant}`? Otherwise, remove the line"));
        }
    }
}
