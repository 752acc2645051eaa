//! Lowers the specs to the finished model.

mod data;
mod groups;
mod interface;
mod keys;
mod models;
mod name_collisions;
mod operation;
mod params;
mod platform;
mod service;
mod stale;
mod workflow;

use std::cmp::Reverse;
use std::collections::BTreeSet;

pub(crate) use stale::unknown_platforms;

use crate::catalog::Catalog;
use crate::model::{ClientInfo, Interface, Model};
use crate::report::Report;
use crate::version;

/// Lowers all cells and reports all contradictions in them.
pub(crate) fn lower(catalog: &Catalog, report: &mut Report) -> Model {
    let labels = keys::labels(catalog, report);
    stale::check(catalog, &labels, report);
    let client = ClientInfo {
        name: catalog.client.name.clone(),
        library: catalog.client.name.replace('-', "_"),
        version: catalog.client.version.clone(),
        license: catalog.client.license.clone(),
        homepage: catalog.client.homepage.clone(),
        contact: catalog.client.contact.clone(),
        base_url: catalog.client.base_url.clone(),
        dash_url: catalog.client.dash_url.clone(),
        repository: catalog.client.repository.clone(),
        rustdoc: catalog.client.rustdoc.clone(),
        edit: catalog.client.edit.clone(),
    };
    let service = service::lower(catalog, report);
    let mut interfaces: Vec<_> = catalog.interfaces.iter().collect();
    let rank = |name: &String| service.interfaces.iter().position(|it| it == name).unwrap_or(usize::MAX);
    interfaces.sort_by_key(|it| (rank(&it.name), it.name.clone()));
    let interfaces: Vec<_> = interfaces.into_iter().map(|it| interface::lower(it, &service, report)).collect();
    let functions = interfaces.iter().flat_map(Interface::functions).collect();
    let mut platforms = platform::lower(catalog, &service, &functions, &labels, report);
    data::lower(catalog, &mut platforms, report);
    let operations = interfaces.iter().flat_map(|it| &it.operations);
    let groups: Vec<_> = operations.clone().filter_map(|it| it.family.as_ref()).collect();
    let accepted: BTreeSet<_> = operations.filter_map(|it| Some(it.models.as_ref()?.key.as_str())).collect();
    let models = models::lower(catalog, &service, &groups, report);
    if !accepted.is_empty() {
        models::warn_of_missing_interfaces(catalog, &models, &accepted, report);
    }
    let retired = models::lower_retired(catalog, &service, &models, &groups, report);
    let mut history = catalog.history.clone();
    history.sort_by_cached_key(|it| Reverse((version::numbers(&it.version), it.date.clone())));
    Model {
        client,
        service,
        platforms,
        interfaces,
        models,
        retired,
        auto_groups: catalog.models.auto_groups.clone(),
        has_sample_models: catalog.models.is_sample,
        shared_assumptions: catalog.assumptions.clone(),
        units: catalog.units.clone(),
        records: workflow::lower(catalog, report),
        history,
    }
}
