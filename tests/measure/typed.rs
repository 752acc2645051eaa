//! Time to read responses with their learned types, next to the time to parse the same bodies.

#[path = "../typed/responses.rs"]
#[expect(dead_code, reason = "tests use the rest")]
mod responses;

use std::hint::black_box;
use std::time::Instant;

use sample_client::data::FieldType;
use sample_client::social::{p1, p2, p3, p6};
use sample_client::{Learned, testing};
use serde_json::{Value, json};

use super::{compare, print};

/// Responses that are read, and different ones among them.
const RESPONSES: usize = 10_000;
const DIFFERENT: usize = 120;
const TURNS: usize = 31;

pub(crate) fn measure() {
    let endpoints = [
        responses_of::<p1::Post>("p1_post"),
        responses_of::<p2::Post>("p2_post"),
        responses_of::<p2::User>("p2_user"),
        responses_of::<p3::Comments>("p3_comments"),
        responses_of::<p3::Search>("p3_search"),
        responses_of::<p6::Trending>("p6_trending"),
    ];
    let all: Vec<_> = endpoints.into_iter().flatten().collect();
    let of_all = |read: &dyn Fn(&Recorded)| {
        let begun = Instant::now();
        all.iter().cycle().take(RESPONSES).for_each(read);
        begun.elapsed()
    };
    let (ours, theirs) = compare(
        TURNS,
        || of_all(&|it| (it.read)()),
        || of_all(&|it| drop(black_box(serde_json::from_slice::<Value>(&it.body)))),
    );
    let peer = json!({ "name": "parsing them as `serde_json::Value`", "value": theirs.as_secs_f64() });
    print("`typed()` of 10,000 responses", "seconds", ours.as_secs_f64(), &peer);
}

/// Response of an endpoint.
struct Recorded {
    body: Vec<u8>,
    /// Reads the response with its type.
    read: Box<dyn Fn()>,
}

fn responses_of<E: Learned<Data: FieldType + Default> + 'static>(operation: &str) -> Vec<Recorded> {
    let of = |number: usize| {
        let data = responses::response(operation, number);
        let body = json!({ "object": "social.result", "data": data }).to_string().into_bytes();
        let response = testing::social::<E>(data);
        Recorded { body, read: Box::new(move || drop(black_box(response.typed()))) }
    };
    (0..DIFFERENT / responses::OPERATIONS.len()).map(of).collect()
}
