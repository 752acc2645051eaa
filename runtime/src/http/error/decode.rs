//! Decoding of received JSON into types of the caller.

use std::sync::Arc;

use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::raw_response::{AttemptStats, body_text};
use super::{Charge, Error, Failure, Result};
use crate::http::secret::{clean_error_of_all_keys, hide_all_keys};
use crate::visible;

/// Decodes a value. The error names the path of the part that does not fit.
pub(crate) fn decode<T: DeserializeOwned>(value: &Value) -> Result<T> {
    read(value).map_err(|problem| error(problem, &value.to_string()))
}

/// Decodes a JSON text. The error names the path of the part that does not fit.
#[cfg(feature = "chat")]
pub(crate) fn decode_text<T: DeserializeOwned>(text: &str) -> Result<T> {
    crate::http::bounded_json::check(text.as_bytes()).map_err(|problem| error(problem, text))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let read = read(&mut json).map_err(|problem| error(problem, text))?;
    json.end().map_err(|problem| error(problem, text))?;
    Ok(read)
}

fn read<'de, T, D>(from: D) -> Result<T, serde_path_to_error::Error<serde_json::Error>>
where
    T: DeserializeOwned,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    serde_path_to_error::deserialize(from)
}

/// Returns the error of a response that arrived, and so was charged, but does not have the format that the caller
/// expects. The client of the response is unknown, so the keys of all clients are hidden.
fn error(problem: impl std::error::Error + Send + Sync + 'static, text: &str) -> Error {
    let source = clean_error_of_all_keys(Arc::new(problem));
    let mut failure = Failure::without_response(AttemptStats::default(), Charge::Yes, Some(source));
    failure.body = body_text(text.as_bytes(), |it| visible(&hide_all_keys(it)).into_owned());
    Error::Decode(Box::new(failure))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Post {
        #[expect(dead_code, reason = "only its type matters")]
        likes: u32,
    }

    type Posts = BTreeMap<String, Vec<Post>>;

    #[test]
    fn errors_name_the_path_of_the_value_that_does_not_fit() {
        let value = json!({ "posts": [{ "likes": 1 }, { "likes": "many" }] });
        let expected = "posts[1].likes: invalid type: string \"many\", expected u32";
        let by_value = decode::<Posts>(&value).expect_err("a text").to_string();
        assert!(by_value.contains(expected), "{by_value}");
        let by_text = decode_text::<Posts>(&value.to_string()).expect_err("a text").to_string();
        assert!(by_text.contains(expected), "{by_text}");
        assert!(decode_text::<Posts>("{} {}").expect_err("two").to_string().contains("trailing characters"));
        let missing = decode::<Post>(&json!({})).expect_err("no likes").to_string();
        assert!(missing.contains("(missing field `likes`)"), "{missing}");
    }

    #[test]
    fn the_path_is_foreign_text() {
        let key = "sk-0123456789abcdef0123456789abcdef";
        let _client = crate::Client::new("https://gateway.example", key).expect("valid");
        for name in [key, "a\u{1b}[2Jb"] {
            let error = decode::<Posts>(&json!({ name: [{ "likes": -1 }] })).expect_err("negative");
            for text in [error.to_string(), format!("{error:?}")] {
                assert!(!text.contains(key) && !text.contains('\u{1b}'), "{text}");
            }
        }
    }
}
