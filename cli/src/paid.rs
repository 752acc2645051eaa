//! Runs that can be charged: their futures, and their end.

use gatewright_client::{Client, SpentOn};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::interrupts::Interrupts;
use crate::runtime::runtime;

/// Runs calls to their end, or until the user interrupts them.
pub(crate) fn block_on<T>(run: impl AsyncFnOnce(&Interrupts) -> Result<T, Failure>) -> Result<T, Failure> {
    runtime()?.block_on(async { run(&Interrupts::listen()).await })
}

/// Tells the user what the run cost, and returns its result. The exit code of a failure also says if calls were charged.
pub(crate) fn end(result: Result<Exit, Failure>, client: &Client, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let spent = client.spent();
    let count = |of: fn(&SpentOn) -> u64| spent.by_name.values().map(of).sum::<u64>();
    let [calls, unpriced, unknown_calls] =
        [count(|it| it.calls), count(|it| it.unpriced_calls), count(|it| it.unknown_calls)];
    let number = |count: u64| format!("{count} call{}", if count == 1 { "" } else { "s" });
    if console.is_interactive && calls + unknown_calls > 0 {
        let unknown =
            if unknown_calls == 0 { String::new() } else { format!(", and at most {} USD more", spent.unknown) };
        console.say(&format!("charged: {} USD for {}{unknown}", spent.charged, number(calls)));
    }
    if unpriced > 0 {
        console.say(&format!("the price of {} is unknown: the usage log has it", number(unpriced)));
    }
    match result {
        Ok(_) if unknown_calls > 0 => {
            let problem =
                "the response has no data, so the charge of the call is unknown; help: look it up in the usage log";
            Err(Failure::new(Exit::ChargeUnknown, problem))
        }
        Ok(exit) => Ok(exit),
        Err(failure) => {
            if unknown_calls > 0 && failure.exit != Exit::ChargeUnknown {
                let of = number(unknown_calls);
                console.say(&format!("the charge of {of} is unknown: look it up in the usage log"));
            }
            let exit = match failure.exit {
                _ if unknown_calls > 0 => Exit::ChargeUnknown,
                Exit::Refused | Exit::NotCharged if calls > 0 => Exit::ChargedThenFailed,
                exit => exit,
            };
            Err(Failure { exit, ..failure })
        }
    }
}
