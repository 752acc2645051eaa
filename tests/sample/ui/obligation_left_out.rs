//! `search` on p1 needs a keyword.

fn main() {
    let client = sample_client::Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p1().search();
}
