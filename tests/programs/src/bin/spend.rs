//! Makes calls with a budget that other processes use at the same time: `spend FILE MICROS CALLS`.
#![forbid(unsafe_code)]

use sample_client::{BudgetFile, Client, Error, Usd};

#[tokio::main]
async fn main() -> sample_client::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = || arguments.next().expect("three arguments");
    let (path, limit, calls) = (argument(), argument().parse().expect("a number"), argument());
    let file = BudgetFile::new(path, Usd::micros(limit));
    let client: Client = sample_client::ClientBuilder::from_env()?.budget_file(file).build()?;
    let calls: Vec<_> = (0..calls.parse().expect("a number"))
        .map(|number: u32| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().search(format!("tea {number}")).send().await })
        })
        .collect();
    let (mut done, mut refused, mut failed) = (0, 0, 0);
    for call in calls {
        match call.await.expect("no panic") {
            Ok(_) => done += 1,
            Err(Error::OverBudget { .. }) => refused += 1,
            Err(Error::ChargeUnknown(_) | Error::SourceFailed(_)) => failed += 1,
            Err(other) => panic!("{other}"),
        }
    }
    println!("{done} {refused} {failed}");
    Ok(())
}
