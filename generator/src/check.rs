//! Names that collide in the finished model: found here for every kind of item, with both places.

use std::collections::BTreeMap;

use crate::model::{Kind, Model, Need, Operation, Place, Platform};
use crate::report::Report;

/// The names of one scope of the generated code, and what has each.
struct Names<'a> {
    scope: String,
    taken: BTreeMap<String, Place>,
    report: &'a mut Report,
}

impl<'a> Names<'a> {
    fn new(scope: String, report: &'a mut Report) -> Self {
        Self { scope, taken: BTreeMap::new(), report }
    }

    fn take(&mut self, name: &str, place: Place, rename: impl FnOnce() -> String) {
        let Some(first) = self.taken.insert(name.to_owned(), place) else { return };
        self.report
            .error("name-collision", place, format!("two names become `{name}` in {}", self.scope))
            .label("this one")
            .also(first, "and this one")
            .hint(format!("give one of them another name in `social/facts.toml`: {}", rename()));
    }
}

/// Reports every collision.
pub(crate) fn check(model: &Model, report: &mut Report) {
    let rename = |it: &Platform| format!("[platform.{}] name = \"…\"", it.key);
    let mut modules = Names::new("the client".into(), report);
    for platform in &model.platforms {
        modules.take(&platform.module, platform.place, || rename(platform));
    }
    let mut ids = Names::new("the OpenAPI document".into(), report);
    for operation in model.platforms.iter().flat_map(|it| &it.operations) {
        ids.take(&operation.id, operation.place, || "for a platform or a cell, `name = \"…\"`".into());
    }
    for platform in &model.platforms {
        check_platform(platform, report);
        for operation in &platform.operations {
            check_operation(platform, operation, report);
        }
    }
}

fn check_platform(platform: &Platform, report: &mut Report) {
    let rename = |it: &Operation| format!("[cell.{}.{}] name = \"…\"", platform.key, it.key);
    let mut functions = Names::new(format!("platform `{}`", platform.key), report);
    for operation in &platform.operations {
        functions.take(&operation.function, operation.place, || rename(operation));
    }
    let mut types = Names::new(format!("module `{}`", platform.module), report);
    for operation in &platform.operations {
        for (name, place) in types_of(operation) {
            types.take(name, place, || rename(operation));
        }
    }
}

/// Every type that an operation brings.
fn types_of(operation: &Operation) -> Vec<(&str, Place)> {
    let mut types = vec![(operation.request.as_str(), operation.place)];
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

fn check_operation(platform: &Platform, operation: &Operation, report: &mut Report) {
    let cell = format!("{}.{}", platform.key, operation.key);
    let rename = |wire: &str| format!("[cell.{cell}.params] {wire} = {{ name = \"…\" }}");

    let mut functions = Names::new(format!("the request `{}`", operation.request), report);
    for param in operation.params.iter().filter(|it| !matches!(it.need, Need::Selector(_))) {
        functions.take(&param.name, param.place, || rename(&param.wire));
    }
    for selector in &operation.selectors {
        functions.take(&selector.argument, selector.place, || format!("[cell.{cell}] selectors = {{ … }}"));
    }
    for selector in &operation.selectors {
        let mut functions = Names::new(format!("the selector `{}`", selector.name), report);
        for member in &selector.members {
            let param = &operation.params[member.param];
            functions.take(&member.name, param.place, || rename(&param.wire));
        }
        for choice in selector.choices.iter().filter(|it| it.args.is_some()) {
            functions.take(&choice.name, selector.place, || rename("…"));
        }
    }
    for param in &operation.params {
        let Kind::Named(values) = &param.kind else { continue };
        let mut variants = Names::new(format!("the values of `{}`", param.wire), report);
        for value in &values.values {
            variants.take(&value.variant, value.place, || "by another label".into());
        }
    }
}
