//! Makes calls one after another with the recorder of the environment, and prints a line after each: `record CALLS`.
#![forbid(unsafe_code)]

use std::io::Write as _;

use sample_client::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> sample_client::Result<()> {
    let calls: u32 = std::env::args().nth(1).expect("a number").parse().expect("a number");
    let client = Client::from_env()?;
    let mut out = std::io::stdout();
    for number in 0..calls {
        // The three pages of the mock differ, so their fields can be learned.
        let keyword = format!("tea {number} of {}", std::process::id());
        client.p1().search(keyword).cursor(20 * (number % 3)).send().await?;
        writeln!(out, "{number}").expect("it can be printed");
        out.flush().expect("it can be printed");
    }
    Ok(())
}
