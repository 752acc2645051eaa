//! Configuration of agents.

use std::fs;

use serde_json::Value;

use crate::support::{GW, Home, run};

fn read(home: &Home, path: &str) -> String {
    fs::read_to_string(home.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the copies next to a file.
fn copies(home: &Home, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(home.path(folder)).expect("a folder").flatten();
    let names = entries.map(|it| it.file_name().to_string_lossy().into_owned());
    names.filter(|it| it.contains(".backup-")).collect()
}

#[test]
fn the_configuration_of_each_agent_gets_the_server() {
    let home = Home::new();
    let json = |path: &str| serde_json::from_str::<Value>(&read(&home, path)).expect("JSON");
    for (agent, path, key) in [
        ("claude", ".claude.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("gemini", ".gemini/settings.json", "mcpServers"),
        #[cfg(target_os = "linux")]
        ("vscode", ".config/Code/User/mcp.json", "servers"),
        #[cfg(target_os = "linux")]
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
    ] {
        let added = home.gw(&["agent", "add", agent, "--budget-usd", "0.5"]);
        assert_eq!(added.code, 0, "{}", added.err);
        let entry = &json(path)[key]["gateway"];
        assert_eq!(entry["command"].as_str(), fs::canonicalize(GW).ok().as_ref().and_then(|it| it.to_str()), "{entry}");
        assert!(entry["args"].to_string().starts_with(r#"["mcp","--budget-usd","0.5""#), "{entry}");
    }
    assert_eq!(home.gw(&["agent", "add", "codex", "--name", "tea"]).code, 0);
    assert!(read(&home, ".codex/config.toml").starts_with("[mcp_servers.tea]\ncommand = "));
    assert_eq!(home.gw(&["agent", "add", "other"]).code, 2);
    assert_eq!(home.gw(&["agent", "add", "claude", "--name", "a b"]).code, 2);
}

#[test]
fn a_configuration_is_copied_before_it_is_changed() {
    let home = Home::new();
    let before = "{\"z\": 1.10, \"mcpServers\": {\"other\": {\"command\": \"x\"}}}\n";
    fs::write(home.path(".claude.json"), before).expect("a file");
    assert_eq!(home.gw(&["agent", "add", "claude"]).code, 0);
    let after = read(&home, ".claude.json");
    assert!(after.contains("1.10") && after.contains("\"other\"") && after.contains("\"gateway\""), "{after}");
    let kept = copies(&home, "");
    assert_eq!((kept.len(), read(&home, &kept[0])), (1, before.to_owned()));
    let again = home.gw(&["agent", "add", "claude"]);
    assert!(again.err.contains("already") && copies(&home, "").len() == 1, "{}", again.err);

    for broken in ["{ // comment\n}", "[]", "{\"servers\": []}"] {
        fs::write(home.path("broken.json"), broken).expect("a file");
        let refused = home.gw(&["agent", "add", "vscode", "--file", "broken.json"]);
        assert!(refused.code == 1 && refused.err.contains("gw agent print vscode"), "{broken}: {}", refused.err);
        assert_eq!(read(&home, "broken.json"), broken);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_configuration_stays_a_link() {
    let home = Home::new();
    fs::create_dir(home.path("dotfiles")).expect("a folder");
    fs::write(home.path("dotfiles/claude.json"), "{}").expect("a file");
    std::os::unix::fs::symlink("dotfiles/claude.json", home.path(".claude.json")).expect("a link");
    assert_eq!(home.gw(&["agent", "add", "claude"]).code, 0);
    assert!(fs::symlink_metadata(home.path(".claude.json")).is_ok_and(|it| it.is_symlink()));
    assert!(read(&home, "dotfiles/claude.json").contains("gateway"));
    assert_eq!(copies(&home, "dotfiles").len(), 1);
}

#[test]
fn a_profile_keeps_its_gateway_and_its_key() {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/gw")).expect("a folder");
    let config = "[profiles.work]\nbase_url = \"https://work.example\"\n[profiles.home]\ndaily_budget_usd = 1\n";
    // The same URL as in the environment can change in the profile later.
    let same = format!("[profiles.same]\nbase_url = \"{}\"\n", home.gateway.base_url());
    fs::write(home.path(".config/gw/config.toml"), config.to_owned() + &same).expect("a file");
    let printed = |arguments: &[&str], variable: &str| {
        let mut command = home.command(GW);
        let command = command.env("GW_PROFILE", variable).env("GATEWAY_DASH_URL", "https://dash.example");
        let ran = run(command.args(["agent", "print", "claude"]).args(arguments));
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str::<Value>(&ran.out).expect("JSON")["mcpServers"]["gateway"]["args"].to_string()
    };
    // The gateway of the environment would receive the key of the profile.
    let same = printed(&["--profile", "same"], "");
    for work in [printed(&["--profile", "work"], ""), printed(&[], "work"), same.replace("same", "work")] {
        assert!(work.contains(r#""--profile","work""#) && !work.contains("--base-url"), "{work}");
        assert!(!work.contains("--dash-url"), "{work}");
    }
    let url = format!(r#""--base-url","{}""#, home.gateway.base_url());
    for (profile, repeated) in [("home", true), ("", false)] {
        let entry = printed(&[], profile);
        assert!(entry.contains(r#""--dash-url","https://dash.example""#), "{entry}");
        assert!(entry.contains(&url) && entry.contains("--profile") == repeated, "{entry}");
    }
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/../specs/social/catalog.json");
    fs::copy(catalog, home.path("newer.json")).expect("a file");
    let entry = printed(&["--catalog", "newer.json"], "");
    assert!(entry.contains(r#""--catalog","/"#) && entry.contains("/newer.json"), "{entry}");
}

#[test]
fn the_printed_entry_is_that_of_the_configuration() {
    let home = Home::new();
    for agent in ["claude", "codex"] {
        let printed = home.gw(&["agent", "print", agent]);
        assert_eq!(home.gw(&["agent", "add", agent, "--file", "config"]).code, 0);
        assert_eq!(printed.out, read(&home, "config"));
        fs::remove_file(home.path("config")).expect("a file");
    }
    let nowhere = home.gw(&["agent", "add", "claude", "--file", "no/such/config"]);
    assert!(nowhere.code == 1 && nowhere.err.contains("its folder does not exist"), "{}", nowhere.err);
}
