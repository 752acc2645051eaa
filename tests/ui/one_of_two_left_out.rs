//! `comments` on p10 needs a group id and an offset, by name.

use gatewright_client::social::p10::CommentsArgs;

fn main() {
    let client = gatewright_client::Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p10().comments(CommentsArgs { group_id: "1".into() });
}
