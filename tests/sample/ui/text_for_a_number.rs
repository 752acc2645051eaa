//! `cursor` of p1's search is a whole number.

fn main() {
    let client = sample_client::Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p1().search("tea").cursor("2");
}
