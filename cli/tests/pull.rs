//! Many calls from a list: `gw pull`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use gatewright_client::Usd;
use gatewright_mock::Fault;
use serde_json::Value;

use crate::support::{GW, Home, Run, run};

/// Writes a list of posts.
pub(crate) fn write_list(home: &Home, rows: usize) {
    let ids = (0..rows).map(|it| format!("64a1f0c20000000012{it:06}\n"));
    fs::write(home.path("posts.csv"), format!("note_id\n{}", ids.collect::<String>())).expect("a file");
}

/// Arguments of a pull into a file.
pub(crate) fn pull(output: &str) -> [&str; 7] {
    ["pull", "posts.csv", "--operation", "p2 post", "--accept-terms", "--output", output]
}

/// Returns the rows of a file.
pub(crate) fn rows(home: &Home, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(home.path(name)).expect("text");
    text.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect()
}

fn summary(ran: &Run) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}: {}", ran.code, ran.err))
}

#[test]
fn each_row_is_a_call_and_no_row_is_called_twice() {
    let home = Home::new();
    write_list(&home, 5);
    let ran = home.gw(&pull("posts.ndjson"));
    assert_eq!((ran.code, summary(&ran)["done"].as_u64()), (0, Some(5)), "{}", ran.err);
    let first = rows(&home, "posts.ndjson");
    assert_eq!((first.len(), home.requests(), home.gateway.ledger().total()), (5, 5, Usd::cents(10)));
    assert!(first[0]["input"]["note_id"].is_string() && first[0]["data"].is_object(), "{}", first[0]);
    write_list(&home, 6);
    assert_eq!(home.gw(&pull("posts.ndjson")).code, 0);
    let second = rows(&home, "posts.ndjson");
    assert_eq!((second.len(), &second[..5], home.requests()), (6, &first[..], 6));
    home.check_receipts();
}

#[test]
fn the_output_is_also_csv() {
    let home = Home::new();
    write_list(&home, 3);
    assert_eq!(home.gw(&pull("posts.csv.csv")).code, 0);
    let csv = fs::read_to_string(home.path("posts.csv.csv")).expect("text");
    assert!(csv.starts_with("row,status,input.note_id,") && csv.lines().count() >= 4, "{csv}");
    let unknown = home.gw(&pull("posts.xml"));
    assert!(unknown.code == 2 && unknown.err.contains("use .ndjson"), "{}", unknown.err);
}

#[cfg(feature = "sqlite")]
#[test]
fn the_output_is_also_a_database() {
    let home = Home::new();
    write_list(&home, 3);
    assert_eq!(home.gw(&pull("posts.sqlite")).code, 0);
    let database = rusqlite::Connection::open(home.path("posts.sqlite")).expect("a database");
    let query = "SELECT count(*), min(json_extract(input, '$.note_id')) FROM pulled WHERE status = 'done'";
    let found = database.query_row(query, (), |it| Ok((it.get::<_, i64>(0)?, it.get::<_, String>(1)?)));
    assert_eq!(found, Ok((3, "64a1f0c20000000012000000".to_owned())));
}

#[test]
fn a_row_with_an_unknown_charge_is_repeated_only_if_asked() {
    let home = Home::new();
    write_list(&home, 4);
    home.gateway.fault(Fault::cut_in_body(10).times(1));
    let ran = home.gw(&pull("posts.ndjson"));
    assert_eq!((ran.code, summary(&ran)["unknown"].as_u64()), (4, Some(1)), "{}", ran.err);
    assert_eq!(home.requests(), 4);
    assert_eq!((home.gw(&pull("posts.ndjson")).code, home.requests()), (4, 4));
    let again = home.gw(&[&pull("posts.ndjson")[..], &["--retry-unknown"]].concat());
    assert_eq!((again.code, home.requests()), (0, 5), "{}", again.err);
    let all = rows(&home, "posts.ndjson");
    assert_eq!(home.gw(&pull("undisturbed.ndjson")).code, 0);
    assert_eq!(rows(&home, "undisturbed.ndjson"), all);
    home.check_receipts();
}

#[test]
fn a_limit_ends_a_pull_and_a_higher_one_continues_it() {
    let home = Home::new();
    write_list(&home, 5);
    let estimate = home.gw(&[&pull("posts.ndjson")[..], &["--estimate"]].concat());
    let estimate = summary(&estimate);
    assert_eq!((&estimate["left"], &estimate["estimate_usd"]), (&5.into(), &"0.1".into()));
    assert!(home.requests() == 0 && !home.path("posts.ndjson.gw-pull").exists());
    let ran = home.gw(&[&pull("posts.ndjson")[..], &["--max-usd", "0.05"]].concat());
    assert_eq!((ran.code, home.gateway.ledger().total()), (5, Usd::cents(4)), "{}", ran.err);
    let (done, failed, left) = (&summary(&ran)["done"], &summary(&ran)["failed"], &summary(&ran)["left"]);
    assert_eq!((done, failed, left), (&2.into(), &0.into(), &3.into()), "a row that was not sent has not failed");
    let ran = home.gw(&[&pull("posts.ndjson")[..], &["--max-usd", "0.06"]].concat());
    assert_eq!((ran.code, home.gateway.ledger().total()), (0, Usd::cents(10)), "{}", ran.err);
}

#[test]
fn a_limit_of_a_job_is_for_all_its_runs() {
    let home = Home::new();
    write_list(&home, 5);
    let job = |max: &str| {
        let job = format!("operation = \"p2 post\"\ninput = \"posts.csv\"\noutput = \"a.ndjson\"\nmax_usd = {max}\n");
        fs::write(home.path("job.toml"), job).expect("a file");
        home.gw(&["pull", "job.toml", "--accept-terms"])
    };
    for _ in 0..2 {
        let ran = job("0.05");
        assert!(ran.code == 5 && ran.err.contains("`max_usd` of the job"), "{}: {}", ran.code, ran.err);
        assert_eq!(home.gateway.ledger().total(), Usd::cents(4));
    }
    assert_eq!((job("\"0.10\"").code, home.gateway.ledger().total()), (0, Usd::cents(10)));
}

#[test]
fn an_output_of_an_unknown_job_stays() {
    let home = Home::new();
    write_list(&home, 2);
    fs::write(home.path("posts.ndjson"), "notes of another program").expect("a file");
    let refused = home.gw(&pull("posts.ndjson"));
    assert!(refused.code == 1 && refused.err.contains("no state of a job"), "{}: {}", refused.code, refused.err);
    assert_eq!(fs::read_to_string(home.path("posts.ndjson")).expect("text"), "notes of another program");
    assert!(home.requests() == 0 && !home.path("posts.ndjson.gw-pull").exists());
}

#[test]
fn a_pull_stops_when_the_capacity_is_used_up() {
    let home = Home::new();
    write_list(&home, 6);
    home.gateway.capacity(Some(2));
    let ran = home.gw(&[&pull("posts.ndjson")[..], &["--concurrency", "1"]].concat());
    assert_eq!((ran.code, summary(&ran)["done"].as_u64()), (7, Some(2)), "{}", ran.err);
    home.gateway.capacity(None);
    assert_eq!((home.gw(&pull("posts.ndjson")).code, home.gateway.ledger().total()), (0, Usd::cents(12)));
}

#[test]
fn a_pull_waits_for_capacity_if_asked() {
    let home = Home::new();
    write_list(&home, 3);
    home.gateway.capacity(Some(2));
    let mut command = home.command(GW);
    let command = command.args(pull("posts.ndjson")).args(["--concurrency", "1", "--wait-for-capacity"]);
    let mut waiting = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(waiting.stderr.take().expect("a pipe")).lines().map(|it| it.expect("text"));
    assert!(lines.any(|it| it.contains("waiting until 00:00 UTC")));
    assert!(waiting.try_wait().expect("a state").is_none());
    waiting.kill().and_then(|()| waiting.wait()).expect("it ends");
    home.gateway.capacity(None);
    let ran = home.gw(&pull("posts.ndjson"));
    assert_eq!((ran.code, summary(&ran)["done"].as_u64()), (0, Some(3)), "{}", ran.err);
    assert_eq!(home.gateway.ledger().total(), Usd::cents(6));
}

#[test]
fn mistakes_in_a_job_are_refused_before_sending() {
    let home = Home::new();
    write_list(&home, 2);
    fs::write(home.path("wrong.csv"), "noteid\na\n").expect("a file");
    fs::write(home.path("empty.csv"), "note_id\n").expect("a file");
    fs::write(home.path("missing.csv"), "note_id,raw\na,\n,true\n").expect("a file");
    for (list, operation, part) in [
        ("wrong.csv", "p2 post", "did you mean `note_id`?"),
        ("empty.csv", "p2 post", "it has no rows"),
        ("missing.csv", "p2 comments", "unknown parameter `raw`"),
        ("posts.csv", "p2 psot", "unknown operation `p2 psot`"),
        ("none.csv", "p2 post", "cannot read the rows"),
    ] {
        let ran = home.gw(&["pull", list, "--operation", operation, "--output", "a.ndjson", "--accept-terms"]);
        assert!((ran.code == 1 || ran.code == 2) && ran.err.contains(part), "{list}: {}", ran.err);
    }
    assert_eq!(home.gw(&["pull", "posts.csv", "--output", "a.ndjson"]).code, 2);
    let list = fs::read_to_string(home.path("posts.csv")).expect("text");
    let same = home.gw(&pull("./posts.csv"));
    assert!(same.code == 2 && same.err.contains("the job reads it"), "{}", same.err);
    assert_eq!(fs::read_to_string(home.path("posts.csv")).expect("text"), list);
    assert_eq!(home.requests(), 0);
}

#[test]
fn a_job_file_names_operation_input_and_output() {
    let home = Home::new();
    fs::create_dir(home.path("jobs")).expect("a folder");
    fs::write(home.path("jobs/words.csv"), "keyword\ntea\n\"oolong tea\"\n").expect("a file");
    let job = "operation = \"p2 search\"\ninput = \"words.csv\"\noutput = \"found.ndjson\"\n[params]\nnote-type = \"video_note\"\n";
    fs::write(home.path("jobs/job.toml"), job).expect("a file");
    let ran = home.gw(&["pull", "jobs/job.toml", "--accept-terms"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(rows(&home, "jobs/found.ndjson").len(), 2);
    fs::write(home.path("jobs/job.toml"), "opration = \"p2 search\"\n").expect("a file");
    let ran = home.gw(&["pull", "jobs/job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("opration"), "{}", ran.err);
}

#[test]
fn the_rules_are_accepted_once_and_the_data_is_removed() {
    let home = Home::new();
    write_list(&home, 1);
    let refused = home.gw(&["pull", "posts.csv", "--operation", "p2 post", "--output", "a.ndjson"]);
    assert!(refused.code == 1 && refused.err.contains("profiles of individuals"), "{}", refused.err);
    assert_eq!(home.requests(), 0);
    assert_eq!(home.gw(&pull("a.ndjson")).code, 0);
    let again = home.gw(&["pull", "posts.csv", "--operation", "p2 post", "--output", "b.ndjson"]);
    assert!(again.code == 0 && !again.err.contains("profiles"), "{}", again.err);
    assert_eq!(home.gw(&["purge"]).code, 1);
    assert!(home.path("a.ndjson").exists());
    let purged = run(home.command(GW).args(["purge", "--yes"]));
    assert_eq!(purged.code, 0, "{}", purged.err);
    for name in ["a.ndjson", "b.ndjson", "a.ndjson.gw-pull", "b.ndjson.gw-pull"] {
        assert!(!home.path(name).exists(), "{name}");
    }
    assert!(home.path("posts.csv").exists());
    assert_eq!(home.gw(&["purge", "--yes"]).code, 6);
}
