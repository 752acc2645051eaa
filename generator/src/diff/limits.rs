//! Limits that a model record states.

use gatewright_runtime::ModelRecord;

/// Value of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit<'a> {
    /// A number, if it is published.
    Number(Option<i64>),
    /// Accepted values; empty if they are not published.
    Values(&'a [String]),
}

/// Returns the limits of a record that are not numbers of tokens: their names in the catalog, messages and values.
pub(super) fn limits(record: &ModelRecord) -> [(&'static str, &'static str, Limit<'_>); 6] {
    let specs = &record.specs;
    [
        ("max_duration_seconds", "detail-max-duration", Limit::Number(specs.max_duration_seconds)),
        ("input_modalities", "detail-input-modalities", Limit::Values(&specs.input_modalities)),
        ("output_modalities", "detail-output-modalities", Limit::Values(&specs.output_modalities)),
        ("reasoning_efforts", "detail-reasoning-efforts", Limit::Values(&specs.reasoning_efforts)),
        ("resolutions", "detail-resolutions", Limit::Values(&specs.resolutions)),
        ("accepted_upload_formats", "detail-upload-formats", Limit::Values(&record.accepted_upload_formats)),
    ]
}

/// Returns the numbers of tokens that a record allows, by their names in the catalog.
pub(super) fn tokens(record: &ModelRecord) -> [(&'static str, Option<i64>); 3] {
    let specs = &record.specs;
    [
        ("context_window", specs.context_window),
        ("max_input_tokens", specs.max_input_tokens),
        ("max_output_tokens", specs.max_output_tokens),
    ]
}
