//! This endpoint has no pagination parameter.

use sample_client::Client;

fn main() {
    let client = Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p1().trending().pages();
}
