//! Money: budgets, calls that are charged once, and receipts.

use gatewright_client::Usd;
use gatewright_mock::{Fault, FaultKind};
use serde_json::{Value, json};

use super::server::{Agent, Version, block_on, post};
use crate::support::{GW, Home};

/// Arguments of a call with an id.
fn with_id(id: &str) -> Value {
    let mut arguments = post();
    arguments["call_id"] = id.into();
    arguments
}

#[test]
fn a_repeated_call_is_charged_once_and_returns_the_first_result() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let first = agent.call("call", with_id("tea-1")).await.content;
        let second = agent.call("call", with_id("tea-1")).await.content;
        assert_eq!((&first["data"], &first["charge"]), (&second["data"], &json!("yes")));
        assert_eq!((&second["charge"], &second["repeated"]), (&json!("no"), &json!(true)), "{second}");
        agent.stop().await;

        let agent = Agent::start(&home, &[], Version::Handshake).await;
        let mut selected = with_id("tea-1");
        selected["select"] = "keys".into();
        let third = agent.call("call", selected).await.content;
        assert!(third["repeated"] == true && third["data"].is_array(), "{third}");
        let mut other = with_id("tea-1");
        other["arguments"]["note_id"] = "64a1f0c2000000001203a5b8".into();
        let refused = agent.call("call", other).await;
        assert!(refused.is_error && refused.text.contains("other arguments"), "{}", refused.text);
        agent.stop().await;
        assert_eq!((home.requests(), home.gateway.ledger().total()), (1, Usd::cents(2)));
        assert_eq!(home.check_receipts(), (Usd::cents(2), Usd::ZERO));
    });
}

#[test]
fn a_call_under_way_is_not_sent_a_second_time() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let call = || agent.call("call", with_id("tea-1"));
        let (first, second, third) = tokio::join!(call(), call(), call());
        let results = [first, second, third];
        let charged = results.iter().filter(|it| it.content["charge"] == "yes").count();
        assert_eq!((charged, home.gateway.ledger().total()), (1, Usd::cents(2)), "{results:?}");
        let is_known =
            |it: &&super::server::ToolResult| it.content["repeated"] == true || it.text.contains("under way");
        assert_eq!(results.iter().filter(is_known).count(), 2, "{results:?}");
        agent.stop().await;
    });
}

#[test]
fn a_budget_refuses_and_sends_nothing() {
    let home = Home::new();
    block_on(async {
        let agent = Agent::start(&home, &["--budget-usd", "0.05"], Version::Newest).await;
        let mut cheap = post();
        cheap["max_usd"] = 0.019.into();
        let refused = agent.call("call", cheap).await;
        assert!(refused.is_error && refused.content["help"].as_str().is_some_and(|it| it.contains("max_usd")));
        assert_eq!((home.requests(), &refused.content["remaining_usd"]), (0, &json!("0.05")));
        assert!(refused.text.contains("costs 0.02 USD, and its `max_usd` is 0.019"), "{}", refused.text);
        for remaining in ["0.03", "0.01"] {
            assert_eq!(agent.call("call", post()).await.content["remaining_usd"], remaining);
        }
        let refused = agent.call("call", with_id("over")).await;
        assert!(refused.is_error && refused.text.contains("--budget-usd"), "{}", refused.text);
        assert_eq!(agent.call("estimate", post()).await.content["fits_budget"], false);
        agent.stop().await;
        assert_eq!((home.requests(), home.gateway.ledger().total()), (2, Usd::cents(4)));

        let agent = Agent::start(&home, &[], Version::Newest).await;
        let arguments =
            json!({ "model": "atlas-chat-mini-2026-03", "messages": [{ "role": "user", "content": "Hi" }] });
        let unpriced = agent.call("call", json!({ "operation": "chat", "arguments": arguments })).await;
        assert!(unpriced.is_error && unpriced.text.contains("max_tokens"), "{}", unpriced.text);
        let mut changed = with_id("over");
        changed["arguments"]["note_id"] = "64a1f0c2000000001203a5b8".into();
        let later = agent.call("call", changed).await.content;
        assert_eq!(later["charge"], "yes", "a refused call can be sent later, also with other arguments: {later}");
        assert_eq!(select(&agent, "error(\"no\")").await, (true, json!("yes")));
        assert_eq!(select(&agent, ".").await, (false, json!("no")));
        for without_end in ["[range(1e12)]", "def f: 1 + f; f", "def f: f; f"] {
            assert_eq!(select(&agent, without_end).await, (true, json!("no")), "{without_end}");
        }
        agent.stop().await;
    });
}

/// Calls with a filter and an id. Returns if that is an error, and the charge.
async fn select(agent: &Agent, filter: &str) -> (bool, Value) {
    let mut call = with_id("filtered");
    call["select"] = filter.into();
    let result = agent.call("call", call).await;
    (result.is_error, result.content["charge"].clone())
}

#[test]
fn a_call_whose_charge_is_unknown_is_repeated_only_on_request() {
    let home = Home::new();
    block_on(async {
        home.gateway.fault(Fault::cut_in_body(10).times(1));
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let lost = agent.call("call", with_id("tea-1")).await;
        assert_eq!((lost.is_error, &lost.content["charge"]), (true, &json!("unknown")), "{}", lost.text);
        assert_eq!(lost.content["remaining_usd"], "0.98", "it counts as spent");
        let refused = agent.call("call", with_id("tea-1")).await;
        assert!(refused.is_error && refused.text.contains("retry_unknown"), "{}", refused.text);
        assert_eq!(home.requests(), 1);
        let mut again = with_id("tea-1");
        again["retry_unknown"] = true.into();
        assert_eq!(agent.call("call", again).await.content["charge"], "yes");
        agent.stop().await;
        assert_eq!(home.check_receipts(), (Usd::cents(2), Usd::cents(2)));
    });
}

#[test]
fn a_call_that_was_not_charged_can_be_repeated() {
    let home = Home::new();
    block_on(async {
        let code = Some("social_data_no_result".to_owned());
        let shape = gatewright_mock::Shape::ALL[0];
        home.gateway.fault(Fault::new(FaultKind::Status { status: 404, code, retry_after: None, shape }).times(1));
        let agent = Agent::start(&home, &[], Version::Newest).await;
        let nothing = agent.call("call", with_id("tea-1")).await;
        assert_eq!((nothing.is_error, &nothing.content["charge"]), (true, &json!("no")), "{}", nothing.text);
        assert_eq!(agent.call("call", with_id("tea-1")).await.content["charge"], "yes");
        agent.stop().await;
    });
}

#[cfg(unix)]
mod slow {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// Number of servers that are killed.
    const KILLS: i64 = 20;

    #[test]
    fn a_killed_server_never_causes_a_second_charge() {
        let home = Home::new();
        block_on(async {
            let mut unknown = 0;
            for kill in 0..KILLS {
                let id = format!("call-{kill}");
                let agent = Agent::start(&home, &[], Version::Newest).await;
                let process = agent.process.expect("a child").to_string();
                let killer = std::thread::spawn(move || {
                    // From before the call is sent until after its end.
                    std::thread::sleep(std::time::Duration::from_millis(kill.unsigned_abs() * 2));
                    Command::new("kill").args(["-9", &process]).status().is_ok_and(|it| it.success())
                });
                let arguments = with_id(&id).as_object().expect("an object").clone();
                let request = rmcp::model::CallToolRequestParams::new("call").with_arguments(arguments);
                let _ = agent.client.call_tool(request).await;
                assert!(killer.join().expect("no panic"), "the server was killed");
                drop(agent);

                let before = home.gateway.ledger().total();
                let agent = Agent::start(&home, &[], Version::Newest).await;
                let repeated = agent.call("call", with_id(&id)).await;
                let charged = home.gateway.ledger().total() - before;
                match repeated.content["charge"].as_str() {
                    Some("yes") => assert_eq!((before, charged), (Usd::cents(2 * kill), Usd::cents(2)), "{kill}"),
                    Some("no") => {
                        assert!(repeated.content["repeated"] == true && charged == Usd::ZERO, "{}", repeated.text)
                    }
                    _ => {
                        assert!(repeated.is_error && charged == Usd::ZERO, "{}", repeated.text);
                        unknown += 1;
                        settle(&home, &agent, kill).await;
                    }
                }
                agent.stop().await;
                home.check_receipts();
            }
            eprintln!("{unknown} of {KILLS} charges unknown");
        });
    }

    /// Longer than the protocol's library waits for requests under way.
    #[test]
    fn a_call_under_way_ends_after_its_client_has_disconnected() {
        let home = Home::new();
        home.gateway.fault(Fault::new(FaultKind::Delay { millis: 7_000 }).times(2));
        for (number, is_signalled) in [(1, false), (2, true)] {
            let mut command = home.command(GW);
            let command = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut server = command.spawn().expect("the program starts");
            let mut input = server.stdin.take().expect("a pipe");
            let client = json!({ "name": "test", "version": "1" });
            let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
            let call = json!({ "name": "call", "arguments": with_id(&format!("tea-{number}")) });
            for message in [
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }),
                json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
                json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }),
            ] {
                writeln!(input, "{message}").expect("it reads");
            }
            let start = Instant::now();
            while home.requests() < number {
                assert!(start.elapsed() < Duration::from_secs(30), "no request");
                std::thread::sleep(Duration::from_millis(10));
            }
            let open = is_signalled.then_some(input);
            if is_signalled {
                let sent = Command::new("kill").arg(server.id().to_string()).status();
                assert!(sent.is_ok_and(|it| it.success()));
            }
            assert!(server.wait().expect("it ends").success());
            drop(open);
        }
        assert_eq!(home.check_receipts(), (Usd::cents(4), Usd::ZERO));
        block_on(async {
            let agent = Agent::start(&home, &[], Version::Newest).await;
            for id in ["tea-1", "tea-2"] {
                let repeated = agent.call("call", with_id(id)).await.content;
                assert!(repeated["repeated"] == true && repeated["data"].is_object(), "{repeated}");
            }
            agent.stop().await;
        });
        assert_eq!(home.requests(), 2);
    }

    /// Makes the ledger contain exactly one charge of each call so far.
    async fn settle(home: &Home, agent: &Agent, kill: i64) {
        if home.gateway.ledger().total() == Usd::cents(2 * kill) {
            assert_eq!(agent.call("call", with_id(&format!("instead-{kill}"))).await.content["charge"], "yes");
        }
        assert_eq!(home.gateway.ledger().total(), Usd::cents(2 * (kill + 1)));
    }
}
