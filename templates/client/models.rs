// {{ header }}
{% if !embedded %}
//! Models: a constant for each, in the module of every endpoint type that takes it, and what the catalog said of them
//! when this client was generated.
//!
//! Some models are rolling releases that change under the same identifier; others carry a date in the identifier.
{%- if !example.is_empty() %}
//!
//! ```
//! use {{ library }}::models;
//!
//! let record = models::find(models::{{ example }}.as_str()).expect("it is in the catalog");
//! println!("{:?}", record.billing_unit);
//! ```
{%- endif %}
{% endif %}
use gatewright_runtime::{ModelRecord, ModelRecords, Units};
{%- if has_families %}

/// Groups of video models: each has a type of its own, so that requests of other groups do not take it.
pub mod family;
{%- endif %}
{% for kind in kinds %}
/// Models {{ kind.purpose() }}.
pub mod {{ kind.module }};
{%- endfor %}

/// Every record, by name.
pub static RECORDS: ModelRecords = ModelRecords::new(include_str!("records.json")){% if has_rules %}.with_rules(include_str!("rules.json")){% endif %};

/// Groups that the catalog listed under `auto_groups` when this client was generated. Their meaning is not published.
pub const AUTO_GROUPS: &[&str] = &[{{ auto_groups }}];

/// What the numbers of the records stand for, as far as somebody has written it down: what [`ModelRecord::cost`] needs.
pub fn units() -> Units {
    Units::default(){{ units }}
}

/// The whole record of a model: specs, prices, tiers, route health.
pub fn find(name: &str) -> Option<&'static ModelRecord> {
    RECORDS.find(name)
}
