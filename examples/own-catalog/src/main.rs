//! Uses the client that the build script generated.
#![forbid(unsafe_code)]

use gatewright_runtime::{Endpoint, Result};
use own_catalog::gateway::Client;
use own_catalog::gateway::social::orchard::{Post, PostTarget};

fn main() -> Result<()> {
    let client = Client::new("https://gateway.example", "key")?;
    let search = client.orchard().search("apple tree").page(2);
    let post = client.orchard().post(PostTarget::id("42"));

    // Nothing is sent here: `.await` would.
    eprintln!("{}", search.request()?.url);
    eprintln!("{} for {:?}", post.request()?.url, Post::PRICE);
    Ok(())
}
