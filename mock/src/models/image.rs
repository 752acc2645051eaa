//! Images: one white pixel each, at a URL or in the response.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gatewright_runtime::Usage;
use serde_json::{Value, json};

use super::{ModelRequest, ReplyWithUsage, json_response};
use crate::response::Refusal;
use crate::signed;
use crate::state::State;

/// Expiry of image URLs: the year 2100.
const EXPIRES: u64 = 4_102_444_800;

/// PNG image of one white pixel.
pub(crate) const DOT: &[u8] = &[
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49,
    0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0x0F, 0x00, 0x01, 0x01, 0x01, 0x00, 0x1C, 0xB0, 0x8C, 0x99, 0x00, 0x00,
    0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
];

/// Maximum number of images in one call. It is a limit of the mock: the documents show no maximum.
const MOST: u64 = 10_000;

pub(super) fn answer(state: &State, asked: &ModelRequest) -> Result<ReplyWithUsage, Refusal> {
    let count = asked.fields.get("n").and_then(Value::as_u64).unwrap_or(1);
    if count > MOST {
        return Err(Refusal::of_mock(format!("the mock creates at most {MOST} images per call")));
    }
    let in_reply = asked.text("response_format") == "b64_json";
    if !in_reply {
        let made = &mut state.lock().pictures;
        *made = count.max(*made);
    }
    let image = |number: u64| {
        if in_reply {
            json!({ "url": "", "b64_json": STANDARD.encode(DOT) })
        } else {
            json!({ "url": signed::address(state.base_url(), &format!("picture-{number}.png"), EXPIRES), "b64_json": "" })
        }
    };
    let body = json!({
        "created": 1_700_000_000,
        "data": (0..count).map(image).collect::<Vec<_>>(),
        "metadata": { "success_count": count.to_string(), "failed_count": "0" },
    });
    Ok(ReplyWithUsage { answer: json_response(&body), used: Usage::images(count) })
}
