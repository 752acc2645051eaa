//! `comments` on p10 needs a group id and an offset, by name.

use sample_client::social::p10::CommentsArgs;

fn main() {
    let client = sample_client::Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p10().comments(CommentsArgs { group_id: "1".into() });
}
