//! A record without one of its fields is none.

use sample_client::workflow::Discovery;

fn main() {
    let _ = Discovery { indexable: true, sitemap: true };
}
