//! Fields of model requests, sections 2.1 and 4.3 to 4.5 of the gateway document, against the specs. Section 4.2 is in `video/`.

use gatewright::model::{Param, Presence};
use gatewright_tests::{own_specs, sample_specs};

const CHAT: &str = "max_tokens integer, reasoning_effort string, stream boolean, temperature number, top_p number";

/// Fields that the document lists for each path, with their types, and `*` if they are required. `model` is not a parameter.
/// A file is a string in the specs. Types that are not stated, or several, are `?`.
const FIELDS: [(&str, &str); 8] = [
    ("/v1/chat/completions", "messages* array"),
    ("/v1/messages", "messages* array"),
    // The client sends `messages` as `input` here, and marks that as an assumption.
    ("/v1/responses", "input* ?, previous_response_id string, conversation string"),
    ("/v1/images/generations", "prompt* string, n integer, size string, quality string, response_format string"),
    ("/v1/images/edits", "image* string"),
    ("/v1/audio/speech", "input* string, voice* string, response_format string, speed number, instructions string"),
    ("/v1/audio/transcriptions", "file* string"),
    ("/v1/audio/translations", "file* string"),
];

#[test]
fn every_field_of_a_model_request_agrees_with_the_document() {
    for specs in [sample_specs(), own_specs()] {
        let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
        let operations: Vec<_> = model.interfaces.iter().flat_map(|it| &it.operations).collect();
        for (number, (path, fields)) in FIELDS.into_iter().enumerate() {
            let operation = operations.iter().find(|it| it.route.path == path).expect(path);
            assert!(operation.models.is_some(), "{path}: `model` is required");
            // Fields with a source are those of the provider's published format.
            let is_listed = |it: &&Param| it.source.is_none() || it.wire == "input";
            let mut found: Vec<_> = operation.params.iter().filter(is_listed).map(in_words).collect();
            let mut listed: Vec<_> = fields.split(", ").collect();
            if number < 3 {
                listed.extend(CHAT.split(", "));
            }
            found.sort();
            listed.sort_unstable();
            assert_eq!(found, listed, "{path}");
        }
    }
}

fn in_words(param: &Param) -> String {
    let star = if param.presence == Presence::Required { "*" } else { "" };
    format!("{}{star} {}", param.wire, param.kind.json().unwrap_or("?"))
}
