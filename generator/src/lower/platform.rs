//! Lowers platforms: their names, and their cells as operations.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::Labels;
use super::operation;
use crate::catalog::{AliasSpec, Catalog, Cell, Facts, Service};
use crate::model::{Alias, Operation, Platform};
use crate::names::{self, Scope};
use crate::report::{Report, Spanned};

/// Lowers all platforms, in natural order of their keys.
pub(super) fn lower(
    catalog: &Catalog,
    service: &Service,
    taken: &BTreeSet<&str>,
    labels: &Labels<'_>,
    report: &mut Report,
) -> Vec<Platform> {
    let mut cells = BTreeMap::<_, Vec<_>>::new();
    for cell in &catalog.cells {
        operation::check_route(cell, service, report);
        cells.entry(cell.platform.value.as_str()).or_default().push(cell);
    }
    let mut platforms: Vec<_> =
        cells.iter().map(|(key, cells)| platform(labels.of(key), key, cells, &catalog.facts, taken, report)).collect();
    platforms.sort_by(|a, b| names::natural(&a.key).cmp(&names::natural(&b.key)));
    for (label, alias) in &catalog.aliases {
        add_alias(label, alias, &catalog.client.version, &mut platforms, taken, report);
    }
    platforms
}

fn platform(
    label: &str,
    key: &str,
    cells: &[&Cell],
    facts: &Facts,
    taken: &BTreeSet<&str>,
    report: &mut Report,
) -> Platform {
    let span = cells[0].platform.span;
    if !names::is_path_segment(key) {
        report
            .error("bad-key", span, format!("`{key}` cannot be a platform key"))
            .label("this key is used in a URL and in a file name")
            .hint("use at most 64 letters, digits, `-`, `_`, `.` and `~`, and begin with a letter or a digit");
    }
    let about = facts.platforms.get(label).map(|it| &it.value);
    let name = about.and_then(|it| it.name.as_deref()).unwrap_or(key);
    let Alias { module, function, feature } = platform_names(name, taken);
    Platform {
        label: label.to_owned(),
        key: key.to_owned(),
        name: name.to_owned(),
        page: names::page(&["social", &module]),
        operations: operations(label, &module, cells, facts, report),
        module,
        function,
        feature,
        alias: None,
        about: about.and_then(|it| it.about.clone()),
        span,
    }
}

/// Returns the names that a text gives to a platform. Functions of interfaces are `taken`.
fn platform_names(text: &str, taken: &BTreeSet<&str>) -> Alias {
    Alias {
        module: names::snake(text, Scope::Module),
        function: names::snake_avoiding(text, Scope::Client, |it| taken.contains(it)),
        feature: names::feature("social", text),
    }
}

/// Keeps the earlier names of a platform, unless another one has them now.
fn add_alias(
    label: &str,
    spec: &Spanned<AliasSpec>,
    version: &str,
    platforms: &mut [Platform],
    taken: &BTreeSet<&str>,
    report: &mut Report,
) {
    let Some(index) = platforms.iter().position(|it| it.label == label) else {
        report.warning("unused-alias", spec.span, format!("unknown platform label `{label}`")).hint("remove the entry");
        return;
    };
    let alias = platform_names(&spec.value.name, taken);
    let is_taken = |module: &str, function: &str, feature: &str| {
        alias.module == module || alias.function == function || alias.feature == feature
    };
    let has_them = platforms.iter().any(|it| {
        is_taken(&it.module, &it.function, &it.feature)
            || it.alias.as_ref().is_some_and(|it| is_taken(&it.module, &it.function, &it.feature))
    });
    if has_them {
        report
            .warning("name-taken", spec.span, format!("the name `{}` now belongs to another platform", alias.module))
            .hint("the old name cannot be kept; remove the entry");
        return;
    }
    if spec.value.version != version {
        report
            .warning("old-alias", spec.span, format!("the alias `{}` has been kept for its release", alias.module))
            .hint("the next refresh removes it; if you remove it, set the version for a breaking change");
    }
    platforms[index].alias = Some(alias);
}

fn operations(label: &str, module: &str, cells: &[&Cell], facts: &Facts, report: &mut Report) -> Vec<Operation> {
    let mut operations = BTreeMap::<&str, (&Cell, Operation)>::new();
    for cell in cells {
        let capability = cell.capability.value.as_str();
        let operation = operation::lower(label, module, cell, facts, report);
        if let Some((other, _)) = operations.get(capability) {
            let name = format!("{}/{capability}", cell.platform.value);
            report
                .error("duplicate-cell", cell.span, format!("duplicate cell `{name}`"))
                .label("second entry")
                .also(other.span, "first entry")
                .hint("keep one of the two");
        } else {
            operations.insert(capability, (cell, operation));
        }
    }
    operations.into_values().map(|(_, operation)| operation).collect()
}
