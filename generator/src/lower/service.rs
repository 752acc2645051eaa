//! Lowers the gateway, and derives values that its file does not set from the catalog.

use std::sync::Arc;

use crate::catalog::{Catalog, Cell, EndpointType, Service};
use crate::names::{self, Scope};
use crate::report::Report;
use crate::text::Text;

/// Lowers the gateway. Templates that the file does not set are derived from the first endpoint. Endpoint types that it
/// does not list are named as in the catalog.
pub(super) fn lower(catalog: &Catalog, report: &mut Report) -> Service {
    let mut service = catalog.service.clone().unwrap_or_default();
    let of_errors = service.errors.iter().filter_map(|it| it.assumption.as_ref());
    for id in of_errors.chain(service.error_body.assumption.as_ref()).filter(|_| !catalog.assumptions.is_empty()) {
        if catalog.assumptions.iter().all(|it| it.id != id.value) {
            report
                .error("unknown-assumption", id.span, format!("unknown assumption `{}`", id.value))
                .hint("add it to assumptions.toml");
        }
    }
    let unknown = gatewright_runtime::Service::EMPTY;
    let from_catalog = |text: fn(&Cell) -> Option<&str>, separator: char| {
        catalog.cells.iter().find_map(|it| template(text(it)?, separator, it))
    };
    if service.data_path.is_empty() {
        let found = from_catalog(|it| it.path.as_ref().map(|it| it.value.as_str()), '/');
        service.data_path = found.unwrap_or_else(|| unknown.data_path.to_owned());
    }
    if service.usage_log_name.is_empty() {
        let found = from_catalog(|it| it.model.as_ref().map(|it| it.value.as_str()), '-');
        service.usage_log_name = found.unwrap_or_else(|| unknown.usage_log_name.to_owned());
    }
    if service.endpoint_types.is_empty() {
        let of_operations = catalog.interfaces.iter().flat_map(|it| &it.operations).map(|it| &it.kind.value);
        let of_models = catalog.models.records.iter().flat_map(|it| &it.record.value.endpoint_types);
        let mut keys: Vec<&String> = Vec::new();
        for key in of_operations.chain(of_models) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        service.endpoint_types = keys.into_iter().map(|it| Arc::new(endpoint_type(it))).collect();
    }
    service
}

/// Creates an endpoint type that is named as in the catalog.
fn endpoint_type(key: &str) -> EndpointType {
    EndpointType {
        module: names::snake(key, Scope::Module),
        name: names::camel(&[key]),
        about: Text::english(format!("with the endpoint type {key}")),
        prefix: String::new(),
        is_undocumented: false,
        key: key.to_owned(),
    }
}

/// Returns the text with `{platform}` and `{capability}` in place of those of the endpoint, if it has both as separate
/// parts.
fn template(text: &str, separator: char, cell: &Cell) -> Option<String> {
    let (platform, capability) = (&cell.platform.value, &cell.capability.value);
    let around = |part: &str| format!("{separator}{part}{separator}");
    let inner = around(text);
    let found = inner.replacen(&around(platform), &around("{platform}"), 1);
    let found = found.replacen(&around(capability), &around("{capability}"), 1);
    let is_whole = found.contains("{platform}") && found.contains("{capability}");
    is_whole
        .then(|| found.strip_prefix(separator).and_then(|it| it.strip_suffix(separator)).unwrap_or(&found).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{FileId, Span, Spanned};

    #[test]
    fn templates_are_derived_from_an_endpoint() {
        let at = |text: &str| Spanned { value: text.to_owned(), span: Span::new(FileId(0), &(0..0)) };
        let cell = Cell {
            span: Span::new(FileId(0), &(0..0)),
            platform: at("p1"),
            capability: at("user-posts"),
            model: None,
            method: None,
            path: None,
            params: Vec::new(),
            require_one_of: Vec::new(),
            price: None,
            unit: None,
            status: None,
        };
        let path = |text: &str| template(text, '/', &cell);
        assert_eq!(path("/v2/p1/x/user-posts/get").as_deref(), Some("/v2/{platform}/x/{capability}/get"));
        assert_eq!(template("data-p1-user-posts", '-', &cell).as_deref(), Some("data-{platform}-{capability}"));
        assert_eq!(path("/v2/p2/user-posts"), None);
    }
}
