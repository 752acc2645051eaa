//! Recipes of the docs site.

use std::process::Command;

use super::{program, run};

/// Each recipe prints what the guide says, against the mock.
#[tokio::test(flavor = "multi_thread")]
async fn every_recipe_prints_what_the_guide_says() {
    let recipes = run(Command::new(env!("CARGO_BIN_EXE_recipes"))).await;
    let recipes: Vec<[String; 2]> = serde_json::from_str(&recipes).expect("a list of pairs");
    for [name, output] in recipes {
        let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
        let mut command = program(env!("CARGO_BIN_EXE_recipes"), &gateway);
        command.arg(&name);
        assert_eq!(run(command).await.trim(), output, "{name}");
    }
}
