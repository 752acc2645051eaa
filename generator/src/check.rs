//! Reports names that collide in the finished model, for every kind of item and with both locations.

use std::collections::{BTreeSet, HashMap};

use crate::model::{Kind, Model, Operation, Platform, Span};
use crate::report::Report;
use crate::text::toml_key;

/// Collects collisions. Each pair of locations is reported once, even if several of their names collide.
#[derive(Default)]
struct Check {
    report: Report,
    reported: BTreeSet<(Span, Span)>,
}

impl Check {
    fn scope<'a, 'm>(&'a mut self, scope: String) -> Names<'a, 'm> {
        let (report, reported) = (&mut self.report, &mut self.reported);
        Names { scope, taken: HashMap::new(), report, reported }
    }
}

/// Names of one scope of the generated code, with the location of each.
struct Names<'a, 'm> {
    scope: String,
    taken: HashMap<&'m str, (Span, String)>,
    report: &'a mut Report,
    reported: &'a mut BTreeSet<(Span, Span)>,
}

impl<'m> Names<'_, 'm> {
    fn take(&mut self, name: &'m str, span: Span, rename: impl FnOnce() -> String) {
        self.take_made(name, "becomes".to_owned(), span, rename);
    }

    /// Takes a name that is made of several parts. `what` names them, with a verb.
    fn take_made(&mut self, name: &'m str, what: String, span: Span, rename: impl FnOnce() -> String) {
        let Some((first, first_what)) = self.taken.insert(name, (span, what.clone())) else { return };
        if !self.reported.insert((first, span)) {
            return;
        }
        self.report
            .error("name-collision", span, format!("two names both map to `{name}` in {}", self.scope))
            .label(format!("{what} `{name}`"))
            .also(first, format!("{first_what} `{name}`, too"))
            .hint(rename());
    }
}

/// Returns the hint for names that come from a catalog.
fn in_facts(how: &str) -> String {
    format!("rename one of them in `social/facts.toml`: {how}")
}

/// Reports every collision.
pub(crate) fn check(model: &Model, report: &mut Report) {
    let mut check = Check::default();
    let mut modules = check.scope("the client".into());
    for platform in &model.platforms {
        let rename = || in_facts(&format!("[platform.{}] name = \"…\"", toml_key(&platform.label)));
        modules.take(&platform.module, platform.span, rename);
    }
    for interface in &model.interfaces {
        let mut types = check.scope(format!("the interface `{}`", interface.module));
        for (name, span) in interface.operations.iter().flat_map(types_of) {
            types.take(name, span, || "change the `endpoint` of one of them".into());
        }
    }
    let mut functions = check.scope("the client".into());
    for operation in model.interfaces.iter().flat_map(|it| &it.operations) {
        functions.take(&operation.function, operation.span, || "change the `name` of one of them".into());
    }
    let mut pages = check.scope("the docs of workflow records".into());
    for it in &model.records {
        pages.take(&it.page, it.span, || "rename one of the files".into());
    }
    for platform in &model.platforms {
        check_platform(platform, &mut check);
        platform.operations.iter().for_each(|it| check_values(it, &mut check));
    }
    if check.report.errors() == 0 {
        // Otherwise the same names would be reported twice.
        let mut ids = check.scope("the OpenAPI document".into());
        for (platform, operation) in model.platforms.iter().flat_map(|it| it.operations.iter().map(move |of| (it, of)))
        {
            let rename = || in_facts("set `name = \"…\"` for a platform or a cell");
            let what = format!("platform `{}` and capability `{}` become", platform.key, operation.key);
            ids.take_made(&operation.id, what, operation.span, rename);
        }
    }
    report.append(check.report);
}

fn check_platform(platform: &Platform, check: &mut Check) {
    let rename =
        |it: &Operation| in_facts(&format!("[cell.{}.{}] name = \"…\"", toml_key(&platform.label), toml_key(&it.key)));
    let mut functions = check.scope(format!("platform `{}`", platform.key));
    for operation in &platform.operations {
        functions.take(&operation.function, operation.span, || rename(operation));
    }
    let mut types = check.scope(format!("module `{}`", platform.module));
    for operation in &platform.operations {
        for (name, span) in types_of(operation) {
            types.take(name, span, || rename(operation));
        }
    }
}

/// Returns every type of an operation, except those of its responses.
pub(crate) fn types_of(operation: &Operation) -> Vec<(&str, Span)> {
    let mut types = vec![(operation.endpoint.as_str(), operation.span)];
    types.extend(operation.args.as_deref().map(|name| (name, operation.span)));
    for param in &operation.params {
        if let Kind::Named(values) = &param.kind {
            types.push((&values.name, param.span));
        }
    }
    for selector in &operation.selectors {
        types.extend([(selector.name.as_str(), selector.span), (selector.parts.as_str(), selector.span)]);
        types.extend(selector.choices.iter().filter_map(|it| Some((it.args.as_deref()?, selector.span))));
    }
    types
}

/// Checks the labels of named values, which people write. Names of parameters are already distinct.
fn check_values(operation: &Operation, check: &mut Check) {
    for param in &operation.params {
        let Kind::Named(values) = &param.kind else { continue };
        let mut variants = check.scope(format!("the values of `{}`", param.wire));
        for value in &values.values {
            variants.take(&value.variant, value.span, || "rename one of the two values in `social/facts.toml`".into());
        }
    }
}
