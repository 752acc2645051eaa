//! Clean builds of programs that use the client, compared with a handwritten program that uses reqwest.

use std::fs;

use anyhow::Result;
use xtask::{paths, tools};

use super::Bench;
use super::measure::{self, best};
use super::table::{Row, Table};

/// Number of runs, of which the best counts. Clean builds take long.
const RUNS: usize = 2;

const BY_HAND: &str = r#"
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (base, key) = (std::env::var("GATEWAY_BASE_URL")?, std::env::var("GATEWAY_API_KEY")?);
    let request = reqwest::Client::new().get(format!("{base}/v1/social/p2/post")).query(&[("note_id", "64a1f")]);
    let reply: serde_json::Value = request.bearer_auth(key).send().await?.error_for_status()?.json().await?;
    println!("{}", reply["data"]);
    Ok(())
}
"#;

const WITH_CLIENT: &str = r#"
use gatewright_client::{Client, Result, social::p2::PostTarget};

#[tokio::main]
async fn main() -> Result<()> {
    let reply = Client::from_env()?.p2().post(PostTarget::note_id("64a1f")).send().await?;
    println!("{}", reply.data);
    Ok(())
}
"#;

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    let client = paths::root().join("generated-client");
    let client = |more: &str| format!("gatewright-client = {{ path = {:?}{more} }}", client.display().to_string());
    let by_hand = "reqwest = { version = \"0.13\", features = [\"json\", \"query\"] }\nserde_json = \"1\"";
    let one = client(", default-features = false, features = [\"social-p2\", \"rustls\"]");
    let theirs = build(bench, "by-hand", by_hand, BY_HAND)?;
    let one = build(bench, "one-platform", &one, WITH_CLIENT)?;
    let default = build(bench, "default-features", &client(""), WITH_CLIENT)?;
    let row = |what: &str, ours: f64| Row::time(format!("clean build, {what}; peer: reqwest"), ours, Some(theirs));
    table.add(&row("one platform", one).target(1.25));
    table.add(&row("default features", default));
    Ok(())
}

/// Returns the seconds of a clean debug build.
fn build(bench: &Bench, name: &str, dependency: &str, program: &str) -> Result<f64> {
    bench.progress.say(&format!("clean build, {name}"));
    let folder = bench.root.join("consumer").join(name);
    fs::create_dir_all(folder.join("src"))?;
    let tokio = "tokio = { version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }";
    let package = format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
    fs::write(folder.join("Cargo.toml"), format!("{package}\n[workspace]\n\n[dependencies]\n{dependency}\n{tokio}\n"))?;
    fs::write(folder.join("src/main.rs"), program)?;
    let cargo = |args: &[&str]| {
        let mut command = tools::cargo();
        command.args(args).current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
        command
    };
    // Downloads are not measured.
    measure::command(&mut cargo(&["fetch", "--quiet"]))?;
    let built = best(RUNS, || {
        measure::command(&mut cargo(&["clean", "--quiet"]))?;
        measure::command(&mut cargo(&["build", "--quiet"]))
    })?;
    Ok(built.seconds)
}
