//! Formats, filters and files.

use std::fs;

use crate::support::{FOREIGN, Home, Server, run};

const SEARCH: [&str; 4] = ["p2", "search", "--keyword", "tea"];
const POST: [&str; 4] = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];

#[test]
fn data_is_json_unless_a_format_is_chosen() {
    let home = Home::new();
    let json = home.gw(&SEARCH);
    let data: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let items = data["items"].as_array().expect("a list");
    let lines = home.gw(&[&SEARCH[..], &["--format", "ndjson"]].concat()).out;
    let lines: Vec<serde_json::Value> = lines.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(&lines, items);
    let csv = home.gw(&[&SEARCH[..], &["--format", "csv"]].concat()).out;
    assert_eq!(csv.lines().count(), items.len() + 1, "{csv}");
    let table = home.gw(&[&SEARCH[..], &["--format", "table"]].concat()).out;
    assert!(table.lines().count() > items.len() && !table.contains('{'), "{table}");
    assert_eq!(home.gw(&[&SEARCH[..], &["--format", "jsn"]].concat()).code, 2);
}

#[test]
fn a_filter_selects_values() {
    let home = Home::new();
    let whole: serde_json::Value = serde_json::from_str(&home.gw(&SEARCH).out).expect("JSON");
    let selected = home.gw(&[&SEARCH[..], &["--select", ".items | length"]].concat());
    assert_eq!(selected.out.trim(), whole["items"].as_array().expect("a list").len().to_string());
    let requests = home.requests();
    for wrong in [".items[", "nosuch", "env", "$ENV"] {
        let refused = home.gw(&[&SEARCH[..], &["--select", wrong]].concat());
        assert_eq!(refused.code, 2, "{wrong}: {}", refused.err);
    }
    assert_eq!(home.requests(), requests);
}

#[test]
fn a_filter_without_end_ends_alone() {
    let home = Home::new();
    for (filter, problem) in [("def f: 1 + f; f", "too deep"), ("def f: f; f", "takes longer than")] {
        let ended = home.gw(&[&POST[..], &["--select", filter]].concat());
        assert!(ended.code == 7 && ended.err.contains(problem), "{filter}: {}: {}", ended.code, ended.err);
        assert!(ended.out.contains('{'), "the data was paid for");
    }
    let requests = home.requests();
    let nested = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(home.gw(&[&POST[..], &["--select", &nested]].concat()).code, 2);
    assert_eq!(home.requests(), requests);
}

#[test]
fn a_filter_that_fails_keeps_the_data_that_was_charged() {
    let home = Home::new();
    let failed = home.gw(&[&SEARCH[..], &["--select", ".items.title"]].concat());
    assert_eq!(failed.code, 7, "{}", failed.err);
    assert!(failed.err.contains("cannot apply the filter") && failed.out.contains("\"items\""), "{}", failed.err);
}

#[test]
fn a_file_is_opened_before_the_call_and_written_after_it() {
    let home = Home::new();
    let file = home.path("post.json");
    fs::write(&file, "old, and longer than nothing").expect("a file");
    let name = file.to_str().expect("text");
    let kept = home.gw(&[&POST[..], &["--output", name]].concat());
    assert!(kept.code == 1 && kept.err.contains("`--overwrite` replaces it") && home.requests() == 0, "{}", kept.err);
    let refused = home.gw(&["p2", "post", "--note-id", "find-nothing", "--output", name, "--overwrite"]);
    assert_eq!(refused.code, 6, "{}", refused.err);
    assert_eq!(fs::read_to_string(&file).expect("text"), "old, and longer than nothing");
    let nothing = home.gw(&["p2", "post", "--note-id", "find-nothing", "--output", "new.json"]);
    assert!(nothing.code == 6 && !home.path("new.json").exists(), "{}", nothing.err);
    let written = home.gw(&[&POST[..], &["--output", name, "--overwrite"]].concat());
    assert_eq!((written.code, written.out.as_str()), (0, ""), "{}", written.err);
    assert_eq!(fs::read_to_string(&file).expect("text"), home.gw(&POST).out);
    let requests = home.requests();
    let nowhere = home.gw(&[&POST[..], &["--output", "no/such/folder/post.json"]].concat());
    assert_eq!(nowhere.code, 1, "{}", nowhere.err);
    assert_eq!(home.requests(), requests);
}

#[test]
fn foreign_text_controls_neither_terminal_nor_spreadsheet() {
    let home = Home::new();
    let title = serde_json::to_string(FOREIGN).expect("JSON");
    let body = format!(r#"{{"data":{{"list":[{{"title":{title},{title}:1}},{{"title":"=1+1"}}]}}}}"#);
    let server = Server::start(200, &body);
    let with =
        |arguments: &[&str]| run(home.command(crate::support::GW).env("GATEWAY_BASE_URL", &server.url).args(arguments));
    for format in ["json", "ndjson", "csv", "table"] {
        let ran = with(&[&POST[..], &["--format", format]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("1+1"), "{format}: {}", ran.out);
        let harmful = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}'));
        assert!(!ran.out.contains(harmful), "{format}: {:?}", ran.out);
        assert!(format != "csv" || ran.out.contains("'=1+1"), "{}", ran.out);
        // JSON loses nothing.
        if format == "json" {
            let data: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
            assert_eq!(data["list"][0]["title"], FOREIGN);
        }
    }
    let server = Server::start(400, &format!(r#"{{"error":{{"message":{title},"code":{title}}}}}"#));
    let ran = run(home.command(crate::support::GW).env("GATEWAY_BASE_URL", &server.url).args(POST));
    assert!(ran.code == 3 || ran.code == 4, "{}", ran.err);
    assert!(!ran.err.contains(|c: char| c != '\n' && c.is_control()), "{:?}", ran.err);
}
