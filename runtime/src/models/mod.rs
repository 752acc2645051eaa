//! Model names, catalog records, usage and costs.

mod fraction;
pub(crate) mod id;
mod price;
mod rates;
mod record;
mod rules;
mod table;
mod unit_text;
mod units;
mod usage;

pub use id::{IntoModel, ModelId, ModelKind, UnknownModel};
pub use price::{Cost, CostUnknown, PriceContext, PriceSource, UnitPrice};
pub use rates::{AUDIO_TOKENS_PER_MINUTE, Face, Rate, RateUnit};
pub use record::{
    BillingUnit, BookFaces, Condition, FacePrice, ModelRecord, ModelSpecs, Ratios, Retail, RouteHealth, Tier,
};
pub use rules::ModelRules;
pub use table::ModelRecords;
pub use unit_text::{CountedUnit, UnitText};
pub use units::Units;
pub use usage::{Tokens, Usage};
