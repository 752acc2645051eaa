//! `post` on p2 needs a note id or a share text.

fn main() {
    let client = sample_client::Client::new("https://gateway.example", "key").unwrap();
    let _ = client.p2().post();
}
