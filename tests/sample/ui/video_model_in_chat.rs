//! A model that makes clips does not chat.

use sample_client::{Client, models};

fn main() {
    let client = Client::new("https://gateway.example", "key").unwrap();
    let _ = client.chat(models::video::VIDEO_A_TEXT, "What is tea?");
}
