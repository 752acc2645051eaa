//! Calls the gateway of `responses.json` and prints what comes back.

use studio_client::video::{Seconds, WaitOutcome};
use studio_client::{Client, Error, models};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::from_env()?;
    let reply = client.talk(models::talk::ADA, "Which tea is green?").temperature(0.5).send().await?;
    println!("{:?}", reply.text());
    let mut stream = client.talk(models::talk::ADA, "Tell me more.").stream().await?;
    while let Some(text) = stream.next_text().await {
        println!("{:?}", text?);
    }

    let short = client.films().short(models::film::FILM_NOIR, "A cup falls.").duration(Seconds::of::<7>());
    let task = short.submit().await?;
    println!("{}", task.handle());
    match task.wait().await? {
        WaitOutcome::Done(video) => println!("{}", video.url()),
        other => println!("{other:?}"),
    }
    for handle in ["/films/lost", "/films/broken", "/elsewhere/f1"] {
        let handle = handle.parse().expect("a path and an id");
        println!("{:?}", client.films().resume(handle).poll().await.expect_err("it is not there"));
    }

    for word in ["418", "QUEUE_FULL", "NOT_INDEXED", "500"] {
        let error = client.talk(models::talk::ADA, word).send().await.expect_err(word);
        let attempts = error.failure().map_or(0, |it| it.attempts);
        let variant = format!("{error:?}").split(':').next().unwrap_or_default().to_owned();
        println!("{word}: {variant}, charge {:?}, {attempts} attempts", error.charge());
    }
    Ok(())
}
