//! Calls the gateway of `responses.json` and prints what comes back.

use archive_client::social::alder::{self, ArticleTarget};
use archive_client::{Client, Endpoint, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::from_env()?;
    println!("search costs {:?}", alder::Search::PRICE.map(|it| it.to_string()));
    let found = client.alder().search("oolong").page(2).send().await?;
    println!("{}, cost {:?}", found.data, found.cost.map(|it| it.to_string()));
    let article = client.alder().article(ArticleTarget::link("https://alder.example/7")).send().await?;
    println!("{}", article.data);
    let unlisted = client.social("zelkova", "search").with("q", "tea").send().await?;
    println!("{}", unlisted.data);
    for word in ["422", "401", "EMPTY_WALLET", "403", "410", "204", "TOMORROW", "598", "451", "500"] {
        let error = client.birch().search(word).send().await.expect_err(word);
        let attempts = error.failure().map_or(0, |it| it.attempts);
        let variant = format!("{error:?}").split(':').next().unwrap_or_default().to_owned();
        println!("{word}: {variant}, charge {:?}, {attempts} attempts", error.charge());
    }
    let refused = client.birch().search("422").send().await.expect_err("it is refused");
    println!("{refused}\nspent {}", client.spent().charged);
    Ok(())
}
