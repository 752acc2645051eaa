//! Lowers views, and checks their paths against the learned shapes.

use gatewright_runtime::shape::Shape;

use crate::catalog::{Catalog, ViewSpec};
use crate::model::{DataView, LearnedData, Platform, ViewKind};
use crate::report::{Report, Spanned};
use crate::similar::did_you_mean;

pub(super) fn lower(catalog: &Catalog, platforms: &mut [Platform], report: &mut Report) {
    for spec in &catalog.views {
        let mut operations = platforms.iter_mut().flat_map(|it| &mut it.operations);
        let Some(operation) = operations.find(|it| it.id == spec.operation.value) else {
            if !catalog.incomplete {
                let message = format!("the catalog has no operation `{}`", spec.operation.value);
                let hint = "the view is ignored but kept; correct the id, or remove the view";
                report.warning("unused-view", spec.operation.span, message).on_key().hint(hint);
            }
            continue;
        };
        let Some(data) = &mut operation.learned else {
            let message = format!("the shape of `{}` was not learned", spec.operation.value);
            let hint = "remove the view, or add the shape to `social/shapes/`";
            report.error("unknown-path", spec.operation.span, message).on_key().hint(hint);
            continue;
        };
        data.views.extend(view(spec, data, report));
    }
}

fn view(spec: &ViewSpec, data: &LearnedData, report: &mut Report) -> Option<DataView> {
    let names = ViewKind::NAMES.map(|it| it.1);
    let Some((kind, _)) = ViewKind::NAMES.into_iter().find(|it| it.1 == spec.kind.value) else {
        let hint = did_you_mean(&spec.kind.value, names, format!("valid views are `{}`", names.join("`, `")));
        report.error("unknown-key", spec.kind.span, format!("unknown view `{}`", spec.kind.value)).on_key().hint(hint);
        return None;
    };
    let (mut fields, mut base) = (Vec::new(), None);
    for (name, path) in &spec.fields {
        if !kind.fields().contains(&name.as_str()) {
            let valid = format!("valid fields are `{}`", kind.fields().join("`, `"));
            let hint = did_you_mean(name, kind.fields().iter().copied(), valid);
            report.error("unknown-key", path.span, format!("unknown field `{name}`")).on_key().hint(hint);
            continue;
        }
        let (start, rest) = path.value.split_once('.').unwrap_or((&path.value, ""));
        if *base.get_or_insert(start) != start {
            let hint = "begin all paths of a view with `item`, or all with `data`";
            report.error("unknown-path", path.span, "the paths of a view begin differently").hint(hint);
            continue;
        }
        if is_there(start, rest, path, data, report) {
            fields.push((name.clone(), rest.to_owned()));
        }
    }
    fields.sort();
    let is_missing = |it: &&&str| fields.iter().all(|(name, _)| name != **it);
    let missing = kind.fields().iter().filter(is_missing).map(|it| (*it).to_owned()).collect();
    Some(DataView { kind, of_items: base == Some("item"), missing, fields })
}

/// Returns true if the learned shape has a path, and reports one that it does not have.
fn is_there(start: &str, rest: &str, path: &Spanned<String>, data: &LearnedData, report: &mut Report) -> bool {
    let items = data.items.as_ref().and_then(|it| data.recording.at(&format!("{}[]", it.path)));
    let root = match (start, items) {
        ("data", _) => &data.recording.data,
        ("item", Some(items)) => items,
        ("item", None) => {
            let hint = "begin the path with `data`";
            report.error("unknown-path", path.span, "the responses have no list of items").hint(hint);
            return false;
        }
        _ => {
            let hint = "begin the path with `item` for an item of a page, or with `data`";
            report.error("unknown-path", path.span, format!("cannot use the path `{}`", path.value)).hint(hint);
            return false;
        }
    };
    let mut shape: &Shape = root;
    for step in rest.split('.') {
        let is_index = step.bytes().all(|it| it.is_ascii_digit()) && !step.is_empty();
        let next = shape.fields.get(step).or_else(|| shape.items.as_deref().filter(|_| is_index));
        let Some(next) = next else {
            let fields = shape.fields.keys().map(String::as_str);
            let hint = did_you_mean(step, fields, "correct the path, or remove the line");
            let message = format!("the learned shape has no `{step}` in `{}`", path.value);
            report.error("unknown-path", path.span, message).hint(hint);
            return false;
        };
        shape = next;
    }
    true
}
