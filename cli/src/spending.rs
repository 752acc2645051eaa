//! Spending of a run: estimate, limit and confirmation.

use clap::{Arg, ArgAction, ArgMatches};
use gatewright_client::Usd;

use crate::console::Console;
use crate::exit::Failure;

pub(crate) const ESTIMATE: &str = "estimate";
const MAX_USD: &str = "max-usd";
pub(crate) const YES: &str = "yes";

/// Returns the options about spending, which all commands that can be charged have.
pub(crate) fn options() -> [Arg; 3] {
    let estimate =
        Arg::new(ESTIMATE).long(ESTIMATE).action(ArgAction::SetTrue).help("Print the price and send nothing");
    let max = Arg::new(MAX_USD).long(MAX_USD).value_name("USD").value_parser(amount);
    let max = max.help("Spending limit of this run: a call that it does not cover is not sent");
    let yes = Arg::new(YES).long(YES).short('y').action(ArgAction::SetTrue).help("Do not ask for confirmation");
    [estimate, max, yes].map(|it| it.help_heading("Spending"))
}

/// Reads an amount in US dollars.
pub(crate) fn amount(text: &str) -> Result<Usd, String> {
    match text.parse::<Usd>() {
        Ok(amount) if amount >= Usd::ZERO => Ok(amount),
        _ => Err("expected an amount in US dollars, such as 0.50".to_owned()),
    }
}

/// Options about spending.
pub(crate) struct Spending {
    /// True if nothing is sent.
    pub(crate) is_estimate: bool,
    /// Spending limit of the run.
    pub(crate) max: Option<Usd>,
    is_confirmed: bool,
}

impl Spending {
    pub(crate) fn read(matches: &ArgMatches) -> Self {
        let is_set = |name: &str| matches.get_flag(name);
        Self { is_estimate: is_set(ESTIMATE), max: matches.get_one(MAX_USD).copied(), is_confirmed: is_set(YES) }
    }

    /// Asks the user to confirm a run whose cost is above the threshold or unknown. Without a terminal, such a run is refused unless
    /// an option limits its cost; a single call of unknown cost is allowed.
    pub(crate) fn confirm(
        &self,
        cost: Option<Usd>,
        is_one_call: bool,
        threshold: Usd,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let most = match (cost, self.max) {
            (Some(cost), Some(max)) => Some(cost.min(max)),
            (cost, max) => cost.or(max),
        };
        if self.is_confirmed || most.is_some_and(|it| it <= threshold) {
            return Ok(());
        }
        if !console.is_interactive {
            if self.max.is_some() || cost.is_none() && is_one_call {
                return Ok(());
            }
            let cost = cost
                .map_or("the cost of this run is unknown".to_owned(), |it| format!("this run costs up to {it} USD"));
            let problem = format!("{cost}, and there is no terminal to confirm it on; nothing was sent");
            return Err(Failure::refused(format!(
                "{problem}; help: `--{YES}` confirms it, or `--{MAX_USD}` limits it"
            )));
        }
        let cost =
            most.map_or("The cost of this run is unknown.".to_owned(), |it| format!("This run costs up to {it} USD."));
        match console.asks(&format!("{cost} Continue?")) {
            true => Ok(()),
            false => {
                Err(Failure::refused("not confirmed; nothing was sent; help: `--yes` confirms without a question"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confirm(options: &[&str], cost: Option<Usd>, is_interactive: bool, answer: &str) -> (bool, String) {
        let command = clap::Command::new("gw").args(super::options());
        let matches = command.try_get_matches_from([&["gw"], options].concat()).expect("valid options");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut input = answer.as_bytes();
        let mut console = Console {
            out: &mut out,
            err: &mut err,
            input: &mut input,
            out_is_terminal: is_interactive,
            is_interactive,
            width: 80,
        };
        let confirmed = Spending::read(&matches).confirm(cost, false, Usd::dollars(1), &mut console).is_ok();
        (confirmed, String::from_utf8(err).expect("text"))
    }

    #[test]
    fn an_expensive_run_is_confirmed_on_a_terminal() {
        let question = "This run costs up to 2 USD. Continue? [y/N] ".to_owned();
        let two = Some(Usd::dollars(2));
        assert_eq!(confirm(&[], two, true, "y\n"), (true, question.clone()));
        for answer in ["n\n", "\n", "", "yellow\n"] {
            assert_eq!(confirm(&[], two, true, answer), (false, question.clone()), "{answer:?}");
        }
        assert_eq!(confirm(&["--yes"], two, true, ""), (true, String::new()));
        assert_eq!(confirm(&[], two, false, "y\n"), (false, String::new()));
        for options in [&["--yes"][..], &["--max-usd", "3"]] {
            assert_eq!(confirm(options, two, false, ""), (true, String::new()));
        }
        assert_eq!(confirm(&[], None, false, ""), (false, String::new()));
        assert_eq!(confirm(&[], Some(Usd::dollars(1)), true, ""), (true, String::new()));
        assert_eq!(confirm(&["--max-usd", "0.5"], two, true, ""), (true, String::new()));
    }

    #[test]
    fn an_unknown_cost_is_confirmed_unless_a_limit_is_small() {
        assert_eq!(
            confirm(&[], None, true, ""),
            (false, "The cost of this run is unknown. Continue? [y/N] ".to_owned())
        );
        assert_eq!(confirm(&["--max-usd", "1"], None, true, ""), (true, String::new()));
    }

    #[test]
    fn a_limit_is_an_amount() {
        assert_eq!(amount("0.50"), Ok(Usd::cents(50)));
        for wrong in ["-1", "x", "", "1 USD"] {
            assert!(amount(wrong).is_err(), "{wrong}");
        }
    }
}
