// {{ header }}
{% if !embedded %}
//! Models: one constant per model, in the module of each endpoint type that supports it, and the records of the catalog at
//! the time this client was generated.
//!
{% if is_sample -%}
//! **The models here are invented examples.** Replace `specs/models/catalog.json` with the model list of your account, or run
//! `cargo xtask refresh --models URL`, and generate again.
//!
{% endif -%}
//! Some models are rolling releases that change under the same identifier; others have a date in the identifier.
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

/// Groups of video models. Each group has its own type, so that requests of other groups do not accept its models.
pub mod family;
{%- endif %}
{% for kind in kinds %}
/// Models {{ kind.purpose() }}.
pub mod {{ kind.module }};
{%- endfor %}

/// All records by name.
pub static RECORDS: ModelRecords = ModelRecords::new(include_str!("records.json")){% if has_rules %}.with_rules(include_str!("rules.json")){% endif %};

/// Groups that the catalog listed under `auto_groups` when this client was generated. Their meaning is not published.
pub const AUTO_GROUPS: &[&str] = &[{{ auto_groups }}];

/// Returns the units of the numbers in the records, as far as they are known. [`ModelRecord::cost`] needs them.
pub fn units() -> Units {
    Units::default(){{ units }}
}

/// Returns the record of a model: specs, prices, tiers, route health.
pub fn find(name: &str) -> Option<&'static ModelRecord> {
    RECORDS.find(name)
}
