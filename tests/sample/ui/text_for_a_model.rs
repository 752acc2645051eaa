//! A text is not a model: `unchecked` accepts any name.

use sample_client::Client;

fn main() {
    let client = Client::new("https://gateway.example", "key").unwrap();
    let _ = client.chat("chat-large", "What is tea?");
}
