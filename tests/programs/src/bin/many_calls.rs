//! Makes 300 calls at once. The argument is the maximum number of calls in flight.
#![forbid(unsafe_code)]

use sample_client::{Client, Error};

#[tokio::main]
async fn main() -> sample_client::Result<()> {
    let limit = std::env::args().nth(1).and_then(|it| it.parse().ok()).expect("a number");
    let client = Client::builder_from_env()?.max_in_flight(limit).settings(|it| it.max_attempts = 1).build()?;
    let calls = (0..300).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { client.p1().search("tea").await })
    });
    let (mut done, mut refused) = (0, 0);
    for call in calls.collect::<Vec<_>>() {
        match call.await.expect("no panic") {
            Ok(_) => done += 1,
            Err(Error::LocalResource(_)) => refused += 1,
            Err(other) => return Err(other),
        }
    }
    println!("{done} done, {refused} without a socket");
    Ok(())
}
