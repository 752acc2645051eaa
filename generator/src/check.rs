//! Names that collide in the finished model: found here for every kind of item, with both places.

use std::collections::{BTreeSet, HashMap};

use crate::model::{Kind, Model, Operation, Place, Platform};
use crate::report::Report;
use crate::text::toml_key;

/// Collects collisions. One pair of places is reported once, however many names it shares.
#[derive(Default)]
struct Check {
    report: Report,
    reported: BTreeSet<(Place, Place)>,
}

impl Check {
    fn scope<'a, 'm>(&'a mut self, scope: String) -> Names<'a, 'm> {
        Names { scope, taken: HashMap::new(), report: &mut self.report, reported: &mut self.reported }
    }
}

/// The names of one scope of the generated code, and what has each.
struct Names<'a, 'm> {
    scope: String,
    taken: HashMap<&'m str, Place>,
    report: &'a mut Report,
    reported: &'a mut BTreeSet<(Place, Place)>,
}

impl<'m> Names<'_, 'm> {
    fn take(&mut self, name: &'m str, place: Place, rename: impl FnOnce() -> String) {
        let Some(first) = self.taken.insert(name, place) else { return };
        if !self.reported.insert((first, place)) {
            return;
        }
        self.report
            .error("name-collision", place, format!("two names become `{name}` in {}", self.scope))
            .label("this one")
            .also(first, "and this one")
            .hint(rename());
    }
}

/// What to do about names that come from a catalog.
fn in_facts(how: &str) -> String {
    format!("give one of them another name in `social/facts.toml`: {how}")
}

/// Reports every collision.
pub(crate) fn check(model: &Model, report: &mut Report) {
    let mut check = Check::default();
    let mut modules = check.scope("the client".into());
    for platform in &model.platforms {
        let rename = || in_facts(&format!("[platform.{}] name = \"…\"", toml_key(&platform.label)));
        modules.take(&platform.module, platform.place, rename);
    }
    for interface in &model.interfaces {
        let mut types = check.scope(format!("the interface `{}`", interface.module));
        for (name, place) in interface.operations.iter().flat_map(types_of) {
            types.take(name, place, || "give one of them another `endpoint`".into());
        }
    }
    let mut functions = check.scope("the client".into());
    for operation in model.interfaces.iter().flat_map(|it| &it.operations) {
        functions.take(&operation.function, operation.place, || "give one of them another `name`".into());
    }
    let mut pages = check.scope("the docs of records".into());
    for it in &model.records {
        pages.take(&it.page, it.place, || "call one of the files otherwise".into());
    }
    for platform in &model.platforms {
        check_platform(platform, &mut check);
        platform.operations.iter().for_each(|it| check_values(it, &mut check));
    }
    if check.report.errors() == 0 {
        // Otherwise the same names would be reported again.
        let mut ids = check.scope("the OpenAPI document".into());
        for operation in model.platforms.iter().flat_map(|it| &it.operations) {
            let rename = || in_facts("for a platform or a cell, `name = \"…\"`");
            ids.take(&operation.id, operation.place, rename);
        }
    }
    report.append(check.report);
}

fn check_platform(platform: &Platform, check: &mut Check) {
    let rename =
        |it: &Operation| in_facts(&format!("[cell.{}.{}] name = \"…\"", toml_key(&platform.label), toml_key(&it.key)));
    let mut functions = check.scope(format!("platform `{}`", platform.key));
    for operation in &platform.operations {
        functions.take(&operation.function, operation.place, || rename(operation));
    }
    let mut types = check.scope(format!("module `{}`", platform.module));
    for operation in &platform.operations {
        for (name, place) in types_of(operation) {
            types.take(name, place, || rename(operation));
        }
    }
}

/// Every type that an operation brings.
fn types_of(operation: &Operation) -> Vec<(&str, Place)> {
    let mut types = vec![(operation.endpoint.as_str(), operation.place)];
    types.extend(operation.args.as_deref().map(|name| (name, operation.place)));
    for param in &operation.params {
        if let Kind::Named(values) = &param.kind {
            types.push((&values.name, param.place));
        }
    }
    for selector in &operation.selectors {
        types.extend([(selector.name.as_str(), selector.place), (selector.parts.as_str(), selector.place)]);
        types.extend(selector.choices.iter().filter_map(|it| Some((it.args.as_deref()?, selector.place))));
    }
    types
}

/// Names of parameters are told apart when they are made; labels of values are written by people.
fn check_values(operation: &Operation, check: &mut Check) {
    for param in &operation.params {
        let Kind::Named(values) = &param.kind else { continue };
        let mut variants = check.scope(format!("the values of `{}`", param.wire));
        for value in &values.values {
            variants.take(&value.variant, value.place, || in_facts("by another label"));
        }
    }
}
