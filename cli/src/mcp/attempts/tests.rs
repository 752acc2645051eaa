//! Tests of remembered calls.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;

fn attempts() -> (TempDir, Attempts) {
    let folder = TempDir::new().expect("a temporary folder");
    let attempts = Attempts::new(&folder.path().join("receipts.jsonl"));
    (folder, attempts)
}

fn settled(charge: Charged) -> Settled {
    let (price_usd, request_id) = (Some(Usd::cents(2)), Some("request-1".to_owned()));
    Settled { charge, price_usd, request_id, outcome: Outcome::Response("{\"data\":1}".to_owned()) }
}

fn send(claim: Result<Claim, Failure>) -> Attempt {
    match claim {
        Ok(Claim::Send(attempt)) => attempt,
        other => panic!("the call may be sent: {other:?}"),
    }
}

#[test]
fn a_charged_call_returns_its_first_result() {
    let (_folder, attempts) = attempts();
    let request = json!({ "operation": "p2_post", "arguments": { "note_id": "64a1" } });
    send(attempts.claim("a", &request, false)).settle(settled(Charged::Yes)).expect("the disk has space");
    for retry in [false, true] {
        let Ok(Claim::Charged(first)) = attempts.claim("a", &request, retry) else { panic!("it was charged") };
        assert_eq!(first, settled(Charged::Yes));
    }
    let other = attempts.claim("a", &json!({ "operation": "p2_post" }), true).expect_err("it is another call");
    assert!(other.message.contains("other arguments") && other.exit == Exit::Refused, "{}", other.message);
}

#[test]
fn a_call_that_was_not_charged_is_sent_again_also_with_other_arguments() {
    let (_folder, attempts) = attempts();
    send(attempts.claim("a", &json!(1), false)).settle(settled(Charged::No)).expect("the disk has space");
    send(attempts.claim("a", &json!(2), false)).settle(settled(Charged::Yes)).expect("the disk has space");
    assert!(matches!(attempts.claim("a", &json!(2), false), Ok(Claim::Charged(_))));
    assert!(attempts.claim("a", &json!(1), false).is_err_and(|it| it.message.contains("other arguments")));
}

#[test]
fn an_attempt_with_an_unknown_charge_is_refused_unless_the_agent_insists() {
    let (_folder, attempts) = attempts();
    // A process that is killed drops its attempt in the same way.
    drop(send(attempts.claim("a", &json!(1), false)));
    let refused = attempts.claim("a", &json!(1), false).expect_err("its charge is unknown");
    assert!(refused.exit == Exit::ChargeUnknown && refused.message.contains("retry_unknown"), "{}", refused.message);
    send(attempts.claim("a", &json!(1), true)).settle(settled(Charged::Unknown)).expect("the disk has space");
    assert!(attempts.claim("a", &json!(1), false).is_err_and(|it| it.exit == Exit::ChargeUnknown));
    send(attempts.claim("a", &json!(1), true)).settle(settled(Charged::Yes)).expect("the disk has space");
    assert!(matches!(attempts.claim("a", &json!(1), true), Ok(Claim::Charged(_))));
}

#[test]
fn a_call_under_way_is_not_sent_a_second_time() {
    let (_folder, attempts) = attempts();
    let first = send(attempts.claim("a", &json!(1), false));
    for retry in [false, true] {
        let refused = attempts.claim("a", &json!(1), retry).expect_err("it is under way");
        assert!(refused.message.contains("under way"), "{}", refused.message);
    }
    drop(first);
}

#[test]
fn a_file_cut_at_any_byte_never_allows_a_second_charge() {
    let (folder, attempts) = attempts();
    let path = folder.path().join("receipts.jsonl.calls/call-a.jsonl");
    // A cut can be in the middle of a character.
    let request = json!({ "keyword": "茶" });
    send(attempts.claim("a", &request, false)).settle(settled(Charged::Yes)).expect("the disk has space");
    let whole = fs::read(&path).expect("a file");
    let started = whole.iter().position(|it| *it == b'\n').expect("a line") + 1;
    for end in 0..=whole.len() {
        fs::write(&path, &whole[..end]).expect("a file");
        match attempts.claim("a", &request, false) {
            Ok(Claim::Send(_)) => assert!(end < started, "{end}: nothing is sent before the first line is complete"),
            Ok(Claim::Charged(_)) => assert_eq!(end, whole.len()),
            Err(refused) => assert!((started..whole.len()).contains(&end), "{end}: {}", refused.message),
        }
    }
}

#[test]
fn an_id_is_the_name_of_a_file() {
    let (folder, attempts) = attempts();
    for wrong in ["", "a/b", "..\\a", "a b", "茶", "a\u{1b}[2J", &"x".repeat(65)] {
        let refused = attempts.claim(wrong, &json!(1), false).expect_err("no id");
        assert!(refused.message.contains("letters, digits") && !refused.message.contains('\u{1b}'));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    for id in ["CON", "..", ".", "a.b-c_D9"] {
        send(attempts.claim(id, &json!(1), false));
    }
    let (first, second) = (create_id().expect("an id"), create_id().expect("an id"));
    assert!(first != second && check(&first).is_ok());
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_remembered_calls() {
    use std::os::unix::fs::PermissionsExt as _;
    let (folder, attempts) = attempts();
    send(attempts.claim("a", &json!(1), false));
    let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("it exists").permissions().mode() & 0o777;
    let modes = (mode("receipts.jsonl.calls"), mode("receipts.jsonl.calls/call-a.jsonl"));
    assert_eq!(modes, (0o700, 0o600));
}
