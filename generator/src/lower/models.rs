//! Model records to constants of the endpoint types that take them.

use std::collections::BTreeMap;
use std::sync::Arc;

use gatewright_runtime::ModelRules;

use crate::catalog::{Catalog, GoneSpec, ModelSpec};
use crate::model::{EndpointType, Family, Gone, Offered, Service};
use crate::names;
use crate::report::Report;

pub(super) fn lower(catalog: &Catalog, service: &Service, groups: &[&Family], report: &mut Report) -> Vec<Offered> {
    let (specs, rules) = (&catalog.models, &catalog.rules);
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
            // All that share a name give it up: whose it is must not depend on what else an account has.
            let constant = if bearers[&plain] > 1 { names::constant_apart(name) } else { plain };
            let kinds = kinds(spec, service, report);
            let rules = left.remove(name).map(|it| ModelRules::of(it.value.clone())).unwrap_or_default();
            let page = names::model_page(&constant);
            let family = families.remove(name.as_str());
            Offered { record: spec.record.value.clone(), constant, page, kinds, json: spec.json.clone(), rules, family }
        })
        .collect();
    tell_apart(specs, &mut models, report);
    // Of a catalog that could not be read nothing is known, and something else is said.
    for (model, rules) in left.into_iter().filter(|_| !specs.is_empty()) {
        report
            .warning(
                "stale-rules",
                rules.place,
                format!("there are rules for `{model}`, which the catalog does not have"),
            )
            .hint("correct the name, or take the rules out; they change nothing");
    }
    models.sort_by(|a, b| names::natural(&a.record.name).cmp(&names::natural(&b.record.name)));
    models
}

/// The groups of video models by model, as far as there are operations for them.
fn families<'a>(catalog: &'a Catalog, groups: &[&Family], report: &mut Report) -> BTreeMap<&'a str, Family> {
    let mut families = BTreeMap::new();
    for (model, group) in &catalog.families {
        let family = groups.iter().find(|it| it.key == group.value);
        if family.is_none() {
            report
                .error("unknown-group", group.place, format!("`{model}` is in the group `{}`", group.value))
                .label("no operation is for that group")
                .hint("name a group that stands in `models` of an operation in `gateway/video.toml`");
        } else if !catalog.models.is_empty() && catalog.models.iter().all(|it| it.record.value.name != *model) {
            report
                .warning("stale-family", group.place, format!("the catalog does not have the model `{model}`"))
                .hint("correct the name, or take it out; it changes nothing");
        }
        families.extend(family.map(|it| (model.as_str(), (*it).clone())));
    }
    families
}

/// An account's list never stops a build: where even suffixes do not tell two models apart, neither has a constant.
fn tell_apart(specs: &[ModelSpec], models: &mut [Offered], report: &mut Report) {
    let mut bearers = BTreeMap::<String, Vec<usize>>::new();
    for (index, model) in models.iter().enumerate() {
        bearers.entry(model.constant.clone()).or_default().push(index);
    }
    for index in bearers.into_values().filter(|it| it.len() > 1).flatten() {
        models[index].kinds.clear();
        let name = &models[index].record.name;
        report
            .warning("constant-taken", specs[index].record.place, format!("`{name}` has a constant that is taken"))
            .label("another model has the same")
            .hint("neither gets one; `unchecked` takes any name, and `models::find` has its record");
    }
}

/// Constants that stay for one release behind the models that had them: until a refresh takes their entries out, which it
/// calls a breaking change. A version that somebody set by hand drops none of them.
pub(super) fn lower_gone(
    catalog: &Catalog,
    service: &Service,
    models: &[Offered],
    groups: &[&Family],
    report: &mut Report,
) -> Vec<Gone> {
    let mut all = Vec::<Gone>::new();
    for (name, gone) in &catalog.gone {
        warn_of_unknown_types(name, &gone.value, service, report);
        let own = models.iter().find(|it| it.record.name == *name);
        let earlier = gone.value.constant.as_ref().map(|it| names::earlier_constant(&it.value));
        let constant = earlier.unwrap_or_else(|| names::constant(name));
        let listed = |kind: &&Arc<EndpointType>| gone.value.endpoint_types.iter().any(|it| it.value == kind.key);
        let had: Vec<_> = service.endpoint_types.iter().filter(listed).cloned().collect();
        let is_back = own.is_some_and(|it| it.constant == constant && had.iter().all(|kind| it.kinds.contains(kind)));
        let taken = |kind: &Arc<EndpointType>| {
            models.iter().any(|it| it.constant == constant && it.kinds.contains(kind))
                || all.iter().any(|it| it.constant == constant && it.kinds.contains(kind))
        };
        let kinds: Vec<_> = had.iter().filter(|kind| !taken(kind)).cloned().collect();
        if is_back {
            report
                .warning("not-gone", gone.place, format!("the catalog has the model `{name}`"))
                .hint("it is back; take it out of this file");
        } else if kinds.len() < had.len() {
            report
                .warning("name-taken", gone.place, format!("another model has the constant `{constant}` now"))
                .hint("the old one cannot stay; take it out of this file");
        } else {
            if gone.value.version.as_ref().is_some_and(|it| *it != catalog.client.version) {
                report
                    .warning("long-gone", gone.place, format!("the constant of `{name}` has had its release"))
                    .hint("the next refresh takes it out; if you do, set the version as for a breaking change");
            }
            let now = own.filter(|it| !it.kinds.is_empty()).map(|it| it.constant.clone());
            let group = catalog.families.get(name);
            let family = group.and_then(|group| groups.iter().find(|it| it.key == group.value).copied().cloned());
            all.push(Gone { name: name.clone(), constant, kinds, now, family });
        }
    }
    all.sort_by(|a, b| names::natural(&a.name).cmp(&names::natural(&b.name)));
    all
}

/// In a file that people can write, a type that is not known is most likely misspelt.
fn warn_of_unknown_types(name: &str, gone: &GoneSpec, service: &Service, report: &mut Report) {
    for kind in gone.endpoint_types.iter().filter(|it| service.endpoint_type(&it.value).is_none()) {
        report
            .warning("unknown-endpoint-type", kind.place, format!("`{}` is no endpoint type known here", kind.value))
            .label(format!("`{name}` gets no constant for it"))
            .hint("correct it, or take it out");
    }
}

/// The known endpoint types of a model. Of others there is no function that could take it.
fn kinds(spec: &ModelSpec, service: &Service, report: &mut Report) -> Vec<Arc<EndpointType>> {
    let record = &spec.record.value;
    let listed = |kind: &&Arc<EndpointType>| record.endpoint_types.contains(&kind.key);
    let fits = |kind: &&Arc<EndpointType>| {
        let fits = record.name.starts_with(&kind.prefix);
        if !fits {
            let message = format!("`{}` lists the endpoint type `{}`", record.name, kind.key);
            report
                .warning("model-prefix", spec.record.place, message)
                .label(format!("its name does not begin with `{}`", kind.prefix))
                .hint("the endpoint is for names with that prefix alone, so the model gets no constant there");
        }
        fits
    };
    service.endpoint_types.iter().filter(listed).filter(fits).cloned().collect()
}
