//! Runs the recipe of the docs site that the argument names. Without an argument, prints the names and the expected
//! outputs as JSON.
#![forbid(unsafe_code)]

use std::future::Future;
use std::pin::Pin;

include!(concat!(env!("OUT_DIR"), "/recipes.rs"));

/// Starts a recipe.
type Recipe = fn() -> Pin<Box<dyn Future<Output = sample_client::Result<()>>>>;

#[tokio::main]
async fn main() -> sample_client::Result<()> {
    let Some(name) = std::env::args().nth(1) else {
        let all: Vec<_> = RECIPES.iter().map(|(name, output, _)| [*name, *output]).collect();
        println!("{}", serde_json::json!(all));
        return Ok(());
    };
    let (_, _, run) = RECIPES.iter().find(|it| it.0 == name).expect("the heading of a recipe");
    run().await
}
