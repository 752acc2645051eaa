//! Commands of operations: their help, their parameters, and what they refuse.

use std::fs;

use crate::support::{GW, Home, run};

#[test]
fn the_long_form_reaches_the_same_operation() {
    let home = Home::new();
    let short = home.gw(&["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"]);
    let long = home.gw(&["social", "p2", "post", "--note-id", "64a1f0c2000000001203a5b7"]);
    assert_eq!((short.code, &short.out), (0, &long.out), "{}", short.err);
    assert_eq!(home.requests(), 2);
}

#[test]
fn the_help_shows_parameters_group_price_and_free_errors() {
    let home = Home::new();
    let help = home.gw(&["p2", "comments", "--help"]).out;
    // Long lines are wrapped.
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Gets the comments on a post.",
        "gw p2 comments [OPTIONS] <--note-id <NOTE_ID>|--share-text <SHARE_TEXT>>",
        "UNFOLDED is unfolded; FOLDED is folded. [default: UNFOLDED]",
        "Price: 0.02 USD per call",
        "Not charged: responses without data, and the errors 400, 401, 403, 404, 429, 502, 503",
        "gw p2 comments --note-id 64a1f0c2000000001203a5b7",
    ] {
        assert!(help.contains(part), "{part}\n{help}");
    }
    assert_eq!(home.requests(), 0);
}

#[test]
fn mistakes_are_refused_before_sending_with_a_suggestion() {
    let home = Home::new();
    let id = "64a1f0c2000000001203a5b7";
    for (arguments, parts) in [
        (&["p2", "post", "--noteid", id][..], &["unexpected argument '--noteid'", "'--note-id'"][..]),
        (&["p2", "psot", "--note-id", id], &["unrecognized subcommand 'psot'", "'post'"]),
        (&["p2", "post"], &["required arguments were not provided", "--note-id <NOTE_ID>|--share-text <SHARE_TEXT>"]),
        (&["p2", "comments", "--note-id", id, "--page-area", "UNFOLDD"], &["invalid value 'UNFOLDD'", "'UNFOLDED'"]),
        (&["p2", "comments", "--note-id", id, "--index", "x"], &["expected an integer, found \"x\""]),
        (&["p2", "search"], &["required arguments were not provided", "--keyword <KEYWORD>"]),
        (&["p2", "post", "--note-id", ""], &["the value of `note_id` is empty", "shell variable"]),
        (&["p2", "search", "--keyword", ""], &["the value of `keyword` is empty"]),
        (&["p99", "post"], &["unrecognized subcommand 'p99'"]),
    ] {
        let ran = home.gw(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        for part in parts {
            assert!(ran.err.contains(part), "{arguments:?}: {part}\n{}", ran.err);
        }
    }
    assert_eq!(home.requests(), 0);
}

#[test]
fn values_can_be_given_by_their_labels() {
    let home = Home::new();
    let ran = home.gw(&["p2", "search", "--keyword", "tea", "--note-type", "video_note", "--ai-mode", "on"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let query = home.gateway.journal().requests[0].query.clone();
    assert!(query.contains("ai_mode=1") && query.contains("note_type=%E8%A7%86%E9%A2%91%E7%AC%94%E8%AE%B0"), "{query}");
}

#[test]
fn a_parameter_outside_of_the_catalog_is_sent_by_name() {
    let home = Home::new();
    let ran = home.gw(&["p2", "search", "--keyword", "tea", "--param", "pace=fast"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("unknown_parameter"), "{}", ran.err);
    assert!(home.gateway.journal().requests[0].query.contains("pace=fast"));
    let ran = home.gw(&["p2", "search", "--param", "keyword=tea"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(home.gw(&["p2", "search", "--keyword", "tea", "--param", "fast"]).code, 2);
    let twice = home.gw(&["p2", "search", "--keyword", "tea", "--param", "keyword=rice"]);
    assert!(twice.code == 2 && twice.err.contains("`keyword` is given twice"), "{}", twice.err);
}

#[test]
fn a_missing_key_or_base_url_is_refused_before_sending() {
    let home = Home::new();
    let post = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];
    for name in ["GATEWAY_API_KEY", "GATEWAY_BASE_URL"] {
        for value in [None, Some("")] {
            let mut command = home.command(GW);
            command.env_remove(name).envs(value.map(|it| (name, it))).args(post);
            let ran = run(&mut command);
            assert_eq!(ran.code, 1, "{}", ran.err);
            assert!(ran.err.contains(&format!("set the variable `{name}`")), "{}", ran.err);
        }
    }
    assert_eq!(home.requests(), 0);
}

#[cfg(unix)]
#[test]
fn a_key_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = Home::new();
    let file = home.path("key");
    let with_file = || {
        let mut command = home.command(GW);
        command.env_remove("GATEWAY_API_KEY").args(["p2", "post", "--note-id", "64a1", "--key-file"]).arg(&file);
        run(&mut command)
    };
    assert_eq!(with_file().code, 1);
    fs::write(&file, format!("{}\n", home.gateway.key())).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("permissions");
    let open = with_file();
    assert_eq!(open.code, 1, "{}", open.err);
    assert!(open.err.contains("help: run `chmod 600` on it"), "{}", open.err);
    assert_eq!(home.requests(), 0);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("permissions");
    assert_eq!(with_file().code, 0, "{}", with_file().err);
}
