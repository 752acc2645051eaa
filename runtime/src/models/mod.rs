//! Models as types, and what the catalog says of them.

mod id;
#[cfg(feature = "http")]
mod price;
mod rates;
mod record;
mod rules;
mod table;
#[cfg(feature = "http")]
mod units;
#[cfg(feature = "http")]
mod usage;

pub use id::{
    ChatModel, GeminiModel, ImageModel, MessagesModel, ModelId, MusicModel, RealtimeModel, ResponsesModel, SpeechModel,
    SystemOneModel, TranscriptionModel, VideoModel, kind,
};
#[cfg(feature = "http")]
pub use price::{Circumstances, CostUnknown};
pub use rates::{AUDIO_TOKENS_A_MINUTE, Face, Rate, RateUnit};
pub use record::{
    BillingUnit, BookFaces, Condition, FacePrice, ModelRecord, ModelSpecs, Ratios, Retail, RouteHealth, Tier,
};
pub use rules::ModelRules;
pub use table::ModelRecords;
#[cfg(feature = "http")]
pub use units::Units;
#[cfg(feature = "http")]
pub use usage::{Tokens, Usage};
