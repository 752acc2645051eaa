//! Videos, with the generated client and the mock gateway.

mod download;
mod faults;
mod guide;
mod parts;
mod requests;
mod schema;
mod specs;
mod tasks;
mod traps;
mod variants;

use std::time::Duration;

use gatewright_mock::Gateway;
use sample_client::video::{Task, Video, WaitOutcome};
use sample_client::{Client, ClientBuilder, Result, Usd, models};

async fn gateway() -> Gateway {
    gatewright_tests::sample_gateway().start().await.expect("loopback")
}

/// Starts a gateway whose ledger also knows the unit of prices.
async fn priced_gateway() -> Gateway {
    let mut specs = gatewright_tests::sample_specs();
    let units = String::from_utf8(specs.files["models/units.toml"].clone()).expect("text");
    specs.files.insert("models/units.toml".into(), format!("model_price = \"1\"\n{units}").into());
    Gateway::builder().specs(specs).start().await.expect("loopback")
}

/// Creates a client builder that knows the unit of prices.
fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key()).units(models::units().with_price(Usd::micros(1_000_000)))
}

fn client(gateway: &Gateway) -> Client {
    builder(gateway).build().expect("valid")
}

const SOON: Duration = Duration::from_millis(10);

/// Waits for a task with short polling intervals.
async fn waited(task: &Task) -> Result<WaitOutcome> {
    task.wait().poll_interval(SOON, SOON).deadline(Duration::from_secs(20)).await
}

/// Returns the video of a task that must succeed.
async fn video(task: &Task) -> Video {
    waited(task).await.expect("it does not fail").done().expect("it is done in time")
}
