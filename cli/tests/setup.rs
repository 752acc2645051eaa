//! Set-up: profiles, keys, `gw doctor`, `gw mock` and completions.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use gatewright_client::Usd;
use serde_json::Value;

use crate::support::{GW, Home, Run, Server, run};

const POST: [&str; 4] = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];
const KEY_FILE: &str = ".config/gw/keys/default";

/// Program that stores one key in a file, with the arguments of `secret-tool`.
const SECRET_TOOL: &str = "#!/bin/sh\ncase \"$1\" in\nstore) cat > \"$HOME/ring\" ;;\n\
                           lookup) cat \"$HOME/ring\" ;;\nclear) rm \"$HOME/ring\" ;;\nesac\n";

/// Returns a command without a key in the environment.
fn without_key(home: &Home, arguments: &[&str]) -> Command {
    let mut command = home.command(GW);
    command.env_remove("GATEWAY_API_KEY").args(arguments);
    command
}

/// Runs a command with text as its standard input.
fn with_input(command: &mut Command, input: &str) -> Run {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

#[cfg(unix)]
fn mode(home: &Home, path: &str) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&fs::metadata(home.path(path)).expect("it exists").permissions()) & 0o777
}

#[cfg(unix)]
#[test]
fn without_a_keyring_the_key_is_in_a_private_file() {
    let home = Home::new();
    let login = with_input(&mut without_key(&home, &["login"]), "mock-key\n");
    assert_eq!(login.code, 0, "{}", login.err);
    assert_eq!((mode(&home, KEY_FILE), mode(&home, ".config/gw/keys")), (0o600, 0o700));
    let post = run(&mut without_key(&home, &POST));
    assert_eq!(post.code, 0, "{}", post.err);
    assert!(![&login, &post].iter().any(|it| it.out.contains("mock-key") || it.err.contains("mock-key")));
    assert_eq!(run(&mut without_key(&home, &["logout"])).code, 0);
    assert!(!home.path(KEY_FILE).exists());
    assert_eq!(run(&mut without_key(&home, &["logout"])).code, 6);
    let refused = run(&mut without_key(&home, &POST));
    assert!(refused.code == 1 && refused.err.contains("gw login"), "{}", refused.err);
    let none = with_input(&mut without_key(&home, &["login", "--store", "keyring"]), "mock-key\n");
    assert!(none.code == 1 && !home.path(KEY_FILE).exists(), "{}", none.err);
    fs::write(home.path("key"), "mock-key").expect("a file");
    let of_file = ["login", "--store", "file", "--key-file", "key"];
    let readable = run(&mut without_key(&home, &of_file));
    assert!(readable.code == 1 && readable.err.contains("chmod 600"), "{}", readable.err);
    fs::set_permissions(home.path("key"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("a file");
    assert_eq!(run(&mut without_key(&home, &of_file)).code, 0);
    fs::write(home.path("key"), "two words").expect("a file");
    let two = run(&mut without_key(&home, &of_file));
    assert!(two.code == 1 && two.err.contains("key file `key`: it contains spaces"), "{}", two.err);
    assert_eq!(run(&mut without_key(&home, &POST)).code, 0);
    assert_eq!(run(&mut without_key(&home, &["logout"])).code, 0);
    for wrong in ["\n", "two words\n"] {
        assert_eq!(with_input(&mut without_key(&home, &["login"]), wrong).code, 1, "{wrong:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_keyring_is_preferred_to_a_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = Home::new();
    let tool = home.path("secret-tool");
    fs::write(&tool, SECRET_TOOL).expect("a file");
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o700)).expect("permissions");
    let with_tool = |arguments: &[&str]| {
        let mut command = without_key(&home, arguments);
        command.env("PATH", format!("{}:/usr/bin:/bin", home.path("").display()));
        command
    };
    let login = with_input(&mut with_tool(&["login"]), "mock-key\n");
    assert!(login.code == 0 && login.err.contains("keyring"), "{}", login.err);
    assert_eq!(fs::read_to_string(home.path("ring")).expect("text"), "mock-key");
    assert!(!home.path(KEY_FILE).exists());
    assert_eq!(run(&mut with_tool(&POST)).code, 0);
    assert_eq!(run(&mut with_tool(&["logout"])).code, 0);
    assert!(!home.path("ring").exists());
    let file = with_input(&mut with_tool(&["login", "--store", "file"]), "mock-key\n");
    assert!(file.code == 0 && home.path(KEY_FILE).exists() && !home.path("ring").exists(), "{}", file.err);
    // A key that stayed in the keyring would be used before the new one.
    assert_eq!(with_input(&mut with_tool(&["login"]), "old-key\n").code, 0);
    assert!(home.path("ring").exists());
    assert_eq!(with_input(&mut with_tool(&["login", "--store", "file"]), "mock-key\n").code, 0);
    assert!(!home.path("ring").exists());
    assert_eq!(run(&mut with_tool(&POST)).code, 0);
}

#[test]
fn a_profile_has_its_own_settings_key_and_receipts() {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/gw")).expect("a folder");
    let config = "base_url = \"http://127.0.0.1:1\"\n[profiles.work]\ndaily_budget_usd = \"0.03\"\nbase_url = ";
    fs::write(home.path(".config/gw/config.toml"), format!("{config}{:?}\n", home.gateway.base_url())).expect("a file");
    let gw = |arguments: &[&str]| {
        let mut command = without_key(&home, arguments);
        command.env_remove("GATEWAY_BASE_URL");
        command
    };
    let login = with_input(&mut gw(&["login", "--profile", "work", "--store", "file"]), "mock-key\n");
    assert_eq!(login.code, 0, "{}", login.err);
    let post = [&POST[..], &["--profile", "work"]].concat();
    assert_eq!([run(&mut gw(&post)).code, run(&mut gw(&post)).code], [0, 5]);
    assert_eq!(run(gw(&POST).env("GW_PROFILE", "work")).code, 5);
    assert_eq!(run(&mut gw(&POST)).code, 1);
    let spent = |arguments: &[&str]| run(&mut gw(&[arguments, &["--select", ".charged_usd"]].concat())).out;
    assert_eq!(spent(&["spent", "--profile", "work"]).trim(), "\"0.02\"");
    assert_eq!(spent(&["spent"]).trim(), "\"0\"");
    let unknown = run(&mut gw(&["spent", "--profile", "home"]));
    assert!(unknown.code == 1 && unknown.err.contains("[profiles.home]"), "{}", unknown.err);
    assert_eq!(run(&mut gw(&["spent", "--profile", "../x"])).code, 2);
}

#[test]
fn the_doctor_finds_what_is_wrong() {
    let home = Home::new();
    let checks = |command: &mut Command| {
        let ran = run(command);
        let checks: Vec<Value> = serde_json::from_str(&ran.out).expect("JSON");
        let wrong = checks.iter().filter(|it| it["ok"] == false);
        (ran.code, wrong.map(|it| it["check"].as_str().expect("text").to_owned()).collect::<Vec<_>>(), ran.out)
    };
    let doctor = || {
        let mut command = home.command(GW);
        command.arg("doctor").env("GATEWAY_DASH_URL", home.gateway.base_url());
        command
    };
    let fine = checks(&mut doctor());
    assert_eq!((fine.0, &fine.1), (0, &Vec::new()), "{}", fine.2);
    assert!(fine.2.contains("accepts the key") && fine.2.contains("as in this program"), "{}", fine.2);
    let wrong = checks(doctor().env("GATEWAY_API_KEY", "wrong"));
    assert_eq!((wrong.0, wrong.1), (1, vec!["gateway".to_owned()]), "{}", wrong.2);
    let nowhere = checks(doctor().env("GATEWAY_BASE_URL", "http://127.0.0.1:1"));
    assert_eq!((nowhere.0, nowhere.1), (1, vec!["gateway".to_owned()]), "{}", nowhere.2);
    let none = checks(doctor().env_remove("GATEWAY_API_KEY"));
    assert!(none.0 == 1 && none.2.contains("gw login"), "{}", none.2);
    let catalog = home.gateway.base_url();
    home.gateway.publish_social(r#"{"cells":[]}"#);
    let drifted = checks(doctor().env("GATEWAY_DASH_URL", &catalog));
    assert_eq!((drifted.0, drifted.1), (1, vec!["catalog".to_owned()]), "{}", drifted.2);
    let changes = run(home.command(GW).args(["catalog", "--format", "ndjson"]).env("GATEWAY_DASH_URL", &catalog));
    assert!(changes.code == 0 && changes.out.contains("endpoint removed"), "{}", changes.err);
    assert_eq!(home.gateway.ledger().total(), Usd::ZERO);
}

#[test]
fn the_mock_gateway_of_gw_serves_gw() {
    let home = Home::new();
    let mut mock = home.command(GW);
    let mock = mock.args(["mock", "--key", "tea"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut mock = mock.spawn().expect("it starts");
    let lines = BufReader::new(mock.stdout.take().expect("a pipe")).lines().take(3);
    let lines: Vec<_> = lines.map(|it| it.expect("text").replace("export ", "")).collect();
    let variables = lines.iter().filter_map(|it| it.split_once('='));
    let post = run(home.command(GW).envs(variables).args(POST));
    mock.kill().and_then(|()| mock.wait()).expect("it ends");
    assert_eq!((post.code, home.requests()), (0, 0), "{}", post.err);
}

#[test]
fn the_shell_completes_commands_options_and_values() {
    let home = Home::new();
    let complete = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let last = words.len() - 1;
        let script = format!(
            "source <(gw completions bash); COMP_WORDS=({line}); COMP_CWORD={last}; COMP_TYPE=9; \
             _clap_complete_gw gw '{}' ''; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words[last]
        );
        let ran = run(home.command("/bin/bash").args(["-c", &script]));
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        ran.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete("gw comp"), ["completions"]);
    assert_eq!(complete("gw p2 comm"), ["comments"]);
    assert_eq!(complete("gw social p2 comm"), ["comments"]);
    assert_eq!(complete("gw p2 comments --note"), ["--note-id"]);
    assert_eq!(complete("gw p2 comments --page-area UNF"), ["UNFOLDED"]);
    assert_eq!(complete("gw chat --model lyra"), ["lyra-converse-4"]);
    fs::write(home.path("words.mp3"), "recorded").expect("a file");
    for line in ["gw transcribe wor", "gw image-edit tea --image wor", "gw p2 post --catalog wor"] {
        assert_eq!(complete(line), ["words.mp3"], "{line}");
    }
    // fish shows descriptions.
    let mut fish = home.command(GW);
    let ran = run(fish.env("GW_COMPLETE", "fish").args(["--", "gw", "p2", "comm"]));
    assert!(ran.out.starts_with("comments\t") && ran.out.contains("0.02 USD per call"), "{}", ran.out);
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        let ran = home.gw(&["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("GW_COMPLETE"), "{shell}: {}", ran.out);
    }
    assert_eq!(home.gw(&["completions", "tcsh"]).code, 2);
}

#[test]
fn a_named_profile_replaces_the_variables() {
    let home = Home::new();
    fs::write(home.path("config.toml"), "[profiles.work]\nbase_url = \"http://127.0.0.1:1\"\n").expect("a file");
    let post = ["--config", "config.toml", "p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];
    // Nothing listens there, and the gateway of the variable gets no request.
    let named = home.gw(&[&["--profile", "work"][..], &post].concat());
    assert!(named.code != 0 && home.requests() == 0, "{}", named.err);
    // The key of the variable may belong to another gateway.
    assert!(named.err.contains("run `gw --profile work login`"), "{}", named.err);
    assert_eq!(home.gw(&post).code, 0);
    // So may a key of the file that the profile does not name, and the gateway of the file is not that of the variables.
    let server = Server::start(401, "{}");
    fs::write(home.path("a.key"), "key-of-another").expect("a file");
    fs::set_permissions(home.path("a.key"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("a mode");
    let of_work = format!("key_file = \"a.key\"\n[profiles.work]\nbase_url = \"{}\"\n", server.url);
    let of_file = format!("base_url = \"{}\"\n[profiles.work]\ndaily_budget_usd = 1\n", server.url);
    for config in [of_work, of_file] {
        fs::write(home.path("config.toml"), config).expect("a file");
        let ran = home.gw(&[&["--profile", "work"][..], &post].concat());
        assert!(ran.code == 1 && ran.err.contains("run `gw --profile work login`"), "{}", ran.err);
    }
}

/// Shells that are not on every machine.
mod full {
    use super::*;

    #[test]
    fn fish_completes_with_descriptions() {
        let home = Home::new();
        let complete = |line: &str| {
            let script = format!("gw completions fish | source; complete -C '{line}'");
            let ran = run(home.command("/usr/bin/fish").args(["--no-config", "-c", &script]));
            assert_eq!(ran.code, 0, "{line}: {}", ran.err);
            ran.out
        };
        let comments = complete("gw p2 comm");
        assert!(comments.starts_with("comments\t") && comments.contains("0.02 USD per call"), "{comments}");
        assert_eq!(complete("gw p2 comments --page-area UNF"), "UNFOLDED\n");
    }

    #[test]
    fn zsh_completes_what_was_typed() {
        let home = Home::new();
        for (typed, completed) in [("gw p2 comm", "gw p2 comments"), ("gw comp", "gw completions")] {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/complete.zsh");
            let ran = run(home.command("/usr/bin/zsh").args(["-f", script, typed, completed]));
            assert!(ran.out.contains(completed), "{typed}: {}{}", ran.out, ran.err);
        }
    }
}
