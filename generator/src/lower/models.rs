//! Lowers model records to constants of the endpoint types that accept them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gatewright_runtime::ModelRules;

use crate::catalog::{Catalog, ModelSpec, RetiredModelSpec};
use crate::model::{CatalogModel, EndpointType, Family, RetiredModel, Service};
use crate::names;
use crate::report::Report;

pub(super) fn lower(
    catalog: &Catalog,
    service: &Service,
    groups: &[&Family],
    report: &mut Report,
) -> Vec<CatalogModel> {
    let (specs, rules) = (&catalog.models.records, &catalog.rules);
    let mut families = families(catalog, groups, report);
    let mut left: BTreeMap<_, _> = rules.iter().collect();
    let mut bearers = BTreeMap::<String, usize>::new();
    for spec in specs {
        *bearers.entry(names::constant(&spec.record.value.name)).or_default() += 1;
    }
    let mut models: Vec<_> = specs
        .iter()
        .map(|spec| {
            let name = &spec.record.value.name;
            let plain = names::constant(name);
            // If several models share a name, none of them gets it. Otherwise the name would depend on the other models
            // of the account.
            let constant = if bearers[&plain] > 1 { names::distinct_constant(name) } else { plain };
            let kinds = kinds(spec, service, report);
            let rules = left.remove(name).map(|it| ModelRules::of(it.value.clone())).unwrap_or_default();
            let page = names::model_page(&constant);
            let family = families.remove(name.as_str());
            CatalogModel {
                record: spec.record.value.clone(),
                constant,
                page,
                kinds,
                json: spec.json.clone(),
                rules,
                family,
            }
        })
        .collect();
    drop_duplicate_constants(specs, &mut models, report);
    // Without readable models, a different error has been reported.
    for (model, rules) in left.into_iter().filter(|_| !specs.is_empty()) {
        report
            .warning("stale-rules", rules.span, format!("rules for the unknown model `{model}`"))
            .hint("correct the name, or remove the rules; they have no effect");
    }
    models.sort_by(|a, b| names::natural(&a.record.name).cmp(&names::natural(&b.record.name)));
    models
}

/// Returns the groups of video models that have operations, by model.
fn families<'a>(catalog: &'a Catalog, groups: &[&Family], report: &mut Report) -> BTreeMap<&'a str, Family> {
    let mut families = BTreeMap::new();
    for (model, group) in &catalog.families {
        let family = groups.iter().find(|it| it.key == group.value);
        if family.is_none() {
            report
                .error("unknown-group", group.span, format!("unknown group `{}` of the model `{model}`", group.value))
                .label("no operation is for this group")
                .hint("use a group in `models` of an operation in `gateway/video.toml`");
        } else if !catalog.models.records.is_empty()
            && catalog.models.records.iter().all(|it| it.record.value.name != *model)
        {
            report
                .warning("stale-family", group.span, format!("unknown model `{model}`"))
                .hint("correct the name, or remove it; it has no effect");
        }
        families.extend(family.map(|it| (model.as_str(), (*it).clone())));
    }
    families
}

/// Removes constants that even suffixes cannot make distinct. It only warns, since the models of an account must never
/// stop a build.
fn drop_duplicate_constants(specs: &[ModelSpec], models: &mut [CatalogModel], report: &mut Report) {
    let mut bearers = BTreeMap::<String, Vec<usize>>::new();
    for (index, model) in models.iter().enumerate() {
        bearers.entry(model.constant.clone()).or_default().push(index);
    }
    for index in bearers.into_values().filter(|it| it.len() > 1).flatten() {
        models[index].kinds.clear();
        let name = &models[index].record.name;
        report
            .warning("constant-taken", specs[index].record.span, format!("the constant of `{name}` is taken"))
            .label("another model has the same constant")
            .hint("neither gets a constant; use `unchecked` with the name, and `models::find` for the record");
    }
}

/// Returns constants of removed models, which are kept for one release. A refresh then removes their entries, which is
/// a breaking change. Setting the version by hand removes none of them.
pub(super) fn lower_retired(
    catalog: &Catalog,
    service: &Service,
    models: &[CatalogModel],
    groups: &[&Family],
    report: &mut Report,
) -> Vec<RetiredModel> {
    let mut all = Vec::<RetiredModel>::new();
    for (name, retired) in &catalog.retired {
        warn_of_unknown_types(name, &retired.value, service, report);
        let own = models.iter().find(|it| it.record.name == *name);
        let earlier = retired.value.constant.as_ref().map(|it| names::earlier_constant(&it.value));
        let constant = earlier.unwrap_or_else(|| names::constant(name));
        let listed = |kind: &&Arc<EndpointType>| retired.value.endpoint_types.iter().any(|it| it.value == kind.key);
        let had: Vec<_> = service.endpoint_types.iter().filter(listed).cloned().collect();
        let is_back = own.is_some_and(|it| it.constant == constant && had.iter().all(|kind| it.kinds.contains(kind)));
        let taken = |kind: &Arc<EndpointType>| {
            models.iter().any(|it| it.constant == constant && it.kinds.contains(kind))
                || all.iter().any(|it| it.constant == constant && it.kinds.contains(kind))
        };
        let kinds: Vec<_> = had.iter().filter(|kind| !taken(kind)).cloned().collect();
        if is_back {
            report
                .warning("model-not-retired", retired.span, format!("the catalog lists the model `{name}` again"))
                .hint("remove it from this file");
        } else if kinds.len() < had.len() {
            report
                .warning("name-taken", retired.span, format!("the constant `{constant}` now belongs to another model"))
                .hint("the old one cannot be kept; remove it from this file");
        } else {
            if retired.value.version.as_ref().is_some_and(|it| *it != catalog.client.version) {
                report
                    .warning(
                        "stale-retired-model",
                        retired.span,
                        format!("the constant of `{name}` has been kept for its release"),
                    )
                    .hint("the next refresh removes it; if you remove it, set the version for a breaking change");
            }
            let now = own.filter(|it| !it.kinds.is_empty()).map(|it| it.constant.clone());
            let group = catalog.families.get(name);
            let family = group.and_then(|group| groups.iter().find(|it| it.key == group.value).copied().cloned());
            all.push(RetiredModel { name: name.clone(), constant, kinds, now, family });
        }
    }
    all.sort_by(|a, b| names::natural(&a.name).cmp(&names::natural(&b.name)));
    all
}

/// Warns about unknown endpoint types. People can write this file, so an unknown type is most likely misspelled.
fn warn_of_unknown_types(name: &str, retired: &RetiredModelSpec, service: &Service, report: &mut Report) {
    for kind in retired.endpoint_types.iter().filter(|it| service.endpoint_type(&it.value).is_none()) {
        report
            .warning("unknown-endpoint-type", kind.span, format!("unknown endpoint type `{}`", kind.value))
            .label(format!("`{name}` gets no constant for it"))
            .hint("correct it, or remove it");
    }
}

/// Warns about endpoint types that no operation accepts: the constants of their models cannot be used.
pub(super) fn warn_of_missing_interfaces(
    catalog: &Catalog,
    models: &[CatalogModel],
    accepted: &BTreeSet<&str>,
    report: &mut Report,
) {
    let mut missing = BTreeMap::<&str, Vec<&str>>::new();
    for model in models {
        let is_missing = |it: &&Arc<EndpointType>| !it.is_undocumented && !accepted.contains(it.key.as_str());
        for kind in model.kinds.iter().filter(is_missing) {
            missing.entry(&kind.key).or_default().push(&model.record.name);
        }
    }
    for (kind, models) in missing {
        let first = catalog.models.records.iter().find(|it| it.record.value.name == models[0]);
        let span = first.map(|it| it.record.span).unwrap_or_default();
        report
            .warning("missing-interface", span, format!("no operation accepts models of the endpoint type `{kind}`"))
            .label(format!("models with unused constants: {}", models.len()))
            .hint("add a file with the operation to `gateway/`, or mark the endpoint type in `service.toml` with `undocumented = true`");
    }
}

/// Returns the known endpoint types of a model. No function accepts models of other types.
fn kinds(spec: &ModelSpec, service: &Service, report: &mut Report) -> Vec<Arc<EndpointType>> {
    let record = &spec.record.value;
    let listed = |kind: &&Arc<EndpointType>| record.endpoint_types.contains(&kind.key);
    let fits = |kind: &&Arc<EndpointType>| {
        let fits = record.name.starts_with(&kind.prefix);
        if !fits {
            let message = format!("model `{}` does not fit its endpoint type `{}`", record.name, kind.key);
            report
                .warning("model-prefix", spec.record.span, message)
                .label(format!("its name does not begin with `{}`", kind.prefix))
                .hint("the endpoint only accepts names with this prefix, so the model gets no constant for it");
        }
        fits
    };
    service.endpoint_types.iter().filter(listed).filter(fits).cloned().collect()
}
