//! Lowers example workflow records, each with its page.

use crate::catalog::Catalog;
use crate::model::ExampleRecord;
use crate::names;
use crate::report::Report;
use crate::similar::did_you_mean;
use crate::text::shown;

pub(super) fn lower(catalog: &Catalog, report: &mut Report) -> Vec<ExampleRecord> {
    for (name, texts) in
        catalog.record_texts.iter().filter(|it| catalog.records.iter().all(|record| record.name != *it.0))
    {
        let message = format!("unknown record `{}`", shown(name));
        let known = catalog.records.iter().map(|it| it.name.as_str());
        let hint = did_you_mean(name, known, "use the name of a file in workflow/examples, without its extension");
        report.error("unknown-record", texts.span, message).hint(hint);
    }
    let mut records: Vec<_> = catalog
        .records
        .iter()
        .map(|it| ExampleRecord {
            name: it.name.clone(),
            page: names::record_page(&it.name),
            workflow: it.workflow.clone(),
            text: it.text.clone(),
            texts: catalog.record_texts.get(&it.name).map(|it| it.value.clone()).unwrap_or_default(),
            span: it.span,
        })
        .collect();
    records.sort_by(|a, b| a.name.cmp(&b.name));
    records
}
