//! Units of billing.

use gatewright_runtime::Usd;

/// Unit of billing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Billing {
    /// A price per call.
    Call {
        /// Price of one unit, if it is published.
        price: Option<Usd>,
        /// Unit of the price, if it is published.
        unit: Option<String>,
    },
    /// By token.
    Tokens,
    /// By image.
    Images,
    /// By character of the input.
    Characters,
    /// By second of audio.
    Audio,
    /// By second of a video, or by video.
    Video,
}

impl Billing {
    /// Returns the name in the specs.
    pub fn as_str(&self) -> &'static str {
        BILLINGS.iter().find(|it| it.1 == *self).map_or("call", |it| it.0)
    }
}

/// Units of billing by their names in the specs.
pub static BILLINGS: [(&str, Billing); 6] = [
    ("call", Billing::Call { price: None, unit: None }),
    ("tokens", Billing::Tokens),
    ("images", Billing::Images),
    ("characters", Billing::Characters),
    ("audio", Billing::Audio),
    ("video", Billing::Video),
];
