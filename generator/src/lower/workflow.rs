//! Workflow records to show, each with its page.

use crate::catalog::Catalog;
use crate::model::ExampleRecord;
use crate::names;

pub(super) fn lower(catalog: &Catalog) -> Vec<ExampleRecord> {
    let mut records: Vec<_> = catalog
        .records
        .iter()
        .map(|it| ExampleRecord {
            name: it.name.clone(),
            page: names::record_page(&it.name),
            workflow: it.workflow.clone(),
            text: it.text.clone(),
            place: it.place,
        })
        .collect();
    records.sort_by(|a, b| a.name.cmp(&b.name));
    records
}
