//! What the specs say, joined and finished: the model.

mod groups;
mod interface;
mod keys;
mod models;
mod operation;
mod params;
mod stale;
mod workflow;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::catalog::{Catalog, Cell, Facts};
use crate::model::{ClientInfo, Model, Operation, Platform};
use crate::names::{self, Scope};
use crate::report::Report;
use crate::version;

/// Lowers all cells and reports everything in them that contradicts itself.
pub(crate) fn lower(catalog: &Catalog, report: &mut Report) -> Model {
    let labels = keys::labels(catalog, report);
    stale::check(catalog, &labels, report);
    let client = ClientInfo {
        name: catalog.client.name.clone(),
        library: catalog.client.name.replace('-', "_"),
        version: catalog.client.version.clone(),
    };
    let platforms = by_platform(&catalog.cells).into_iter();
    let mut platforms: Vec<_> = platforms.map(|(key, cells)| (labels.of(key), key, cells)).collect();
    platforms.sort_by_cached_key(|(label, _, _)| names::natural(label));
    let platforms =
        platforms.iter().map(|(label, key, cells)| lower_platform(label, key, cells, &catalog.facts, report)).collect();
    let interfaces: Vec<_> = catalog.interfaces.iter().map(|it| interface::lower(it, report)).collect();
    let operations = interfaces.iter().flat_map(|it| &it.operations);
    let groups: Vec<_> = operations.filter_map(|it| it.family.as_ref()).collect();
    let models = models::lower(catalog, &groups, report);
    let gone = models::lower_gone(catalog, &models, &groups, report);
    let mut history = catalog.history.clone();
    history.sort_by_cached_key(|it| Reverse((version::numbers(&it.version), it.date.clone())));
    let workflow = workflow::lower(catalog, report);
    Model { client, platforms, interfaces, models, gone, units: catalog.units.clone(), workflow, history }
}

fn by_platform(cells: &[Cell]) -> BTreeMap<&str, Vec<&Cell>> {
    let mut platforms = BTreeMap::<_, Vec<_>>::new();
    for cell in cells {
        platforms.entry(cell.platform.value.as_str()).or_default().push(cell);
    }
    platforms
}

fn lower_platform(label: &str, key: &str, cells: &[&Cell], facts: &Facts, report: &mut Report) -> Platform {
    let place = cells[0].platform.place;
    if !names::is_path_segment(key) {
        report
            .error("bad-key", place, format!("`{key}` cannot be a platform key"))
            .label("this becomes part of a URL and of a file name")
            .hint("a key is at most 64 letters, digits, `-`, `_`, `.` and `~`, beginning with a letter or a digit");
    }
    let about = facts.platforms.get(label).map(|it| &it.value);
    let name = about.and_then(|it| it.name.as_deref()).unwrap_or(label);
    let module = names::snake(name, Scope::Module);
    Platform {
        label: label.to_owned(),
        key: key.to_owned(),
        page: names::page(&["social", &module]),
        module,
        function: names::snake(name, Scope::Client),
        feature: names::feature("social", name),
        about: about.and_then(|it| it.about.clone()),
        operations: lower_cells(label, cells, facts, report),
        place,
    }
}

fn lower_cells(label: &str, cells: &[&Cell], facts: &Facts, report: &mut Report) -> Vec<Operation> {
    let mut operations = BTreeMap::<&str, (&Cell, Operation)>::new();
    for cell in cells {
        let capability = cell.capability.value.as_str();
        let operation = operation::lower(label, cell, facts, report);
        if let Some((other, _)) = operations.get(capability) {
            let name = format!("{}/{capability}", cell.platform.value);
            report
                .error("duplicate-cell", cell.place, format!("the cell `{name}` stands twice"))
                .label("the second one")
                .also(other.place, "the first one")
                .hint("keep one of the two");
        } else {
            operations.insert(capability, (cell, operation));
        }
    }
    operations.into_values().map(|(_, operation)| operation).collect()
}
