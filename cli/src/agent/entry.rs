//! Entry of the server in a configuration.

use std::rc::Rc;

use jaq_json::Val;
use serde_json::json;
use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::clients::Format;
use crate::exit::Failure;
use crate::output::json as exact;

/// Command that starts the server.
pub(super) struct Entry {
    /// Name of the server in the client.
    pub(super) name: String,
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
}

impl Entry {
    /// Adds the entry to a configuration, and replaces an earlier one with its name. Everything else stays as it is.
    pub(super) fn add_to(&self, config: &str, format: Format) -> Result<String, String> {
        match format {
            Format::Json(key) => self.add_to_json(config, key),
            Format::Toml(key) => self.add_to_toml(config, key),
        }
    }

    fn add_to_json(&self, config: &str, key: &str) -> Result<String, String> {
        let config = if config.trim().is_empty() { "{}" } else { config };
        let mut root = exact::parse(config.as_bytes()).map_err(|it| it.message)?;
        let entry = json!({ "type": "stdio", "command": self.command, "args": self.arguments });
        let entry = exact::from(&entry).map_err(|it| it.message)?;
        let servers = member(&mut root, key).ok_or("it is not an object")?;
        if matches!(servers, Val::Null) {
            *servers = Val::obj(Default::default());
        }
        *member(servers, &self.name).ok_or_else(|| format!("`{key}` is not an object"))? = entry;
        exact::to_text(&root, true).map(|it| it + "\n")
    }

    fn add_to_toml(&self, config: &str, key: &str) -> Result<String, String> {
        let mut root: DocumentMut = config.parse().map_err(|it: toml_edit::TomlError| it.message().to_owned())?;
        let mut entry = Table::new();
        entry.insert("command", value(&self.command));
        entry.insert("args", value(self.arguments.iter().collect::<Array>()));
        let servers = root.entry(key).or_insert_with(|| {
            let mut servers = Table::new();
            servers.set_implicit(true);
            Item::Table(servers)
        });
        let servers = servers.as_table_like_mut().ok_or_else(|| format!("`{key}` is not a table"))?;
        servers.insert(&self.name, Item::Table(entry));
        Ok(root.to_string())
    }
}

/// Returns the member of an object, which is created if it does not exist; `None` if the value is not an object.
fn member<'a>(value: &'a mut Val, name: &str) -> Option<&'a mut Val> {
    let Val::Obj(members) = value else { return None };
    let key = Val::from(name.to_owned());
    Some(Rc::make_mut(members).entry(key).or_default())
}

/// Creates the error for a configuration that cannot be changed.
pub(super) fn unreadable(shown: &str, problem: &str, client: &str) -> Failure {
    let help = format!("add the entry that `gw agent print {client}` shows by hand");
    Failure::refused(format!("cannot change `{shown}`: {problem}; help: {help}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let arguments = ["mcp", "--budget-usd", "1"].map(str::to_owned).into();
        Entry { name: "gateway".into(), command: "/usr/bin/gw \"x\"".into(), arguments }
    }

    #[test]
    fn other_entries_keep_their_order_and_digits() {
        let config = r#"{"z":1.10,"mcpServers":{"other":{"command":"x"},"gateway":{"command":"old"}},"a":12345678901234567890123}"#;
        let added = entry().add_to(config, Format::Json("mcpServers")).expect("an object");
        let compact: String = added.split_whitespace().collect();
        let expected = r#"{"z":1.10,"mcpServers":{"other":{"command":"x"},"gateway":{"args":["mcp","--budget-usd","1"],"command":"/usr/bin/gw\"x\"","type":"stdio"}},"a":12345678901234567890123}"#;
        assert_eq!(compact, expected);
        assert_eq!(entry().add_to(&added, Format::Json("mcpServers")), Ok(added));
    }

    #[test]
    fn comments_of_toml_stay() {
        let config = "# mine\nmodel = \"x\" # here\n\n[mcp_servers.other]\ncommand = 'x'\n";
        let added = entry().add_to(config, Format::Toml("mcp_servers")).expect("a table");
        assert!(added.starts_with(config), "{added}");
        assert!(added.contains("[mcp_servers.gateway]\ncommand = '/usr/bin/gw \"x\"'\nargs = [\"mcp\", "), "{added}");
        assert_eq!(entry().add_to(&added, Format::Toml("mcp_servers")), Ok(added));
        assert!(
            entry().add_to("", Format::Toml("mcp_servers")).is_ok_and(|it| it.starts_with("[mcp_servers.gateway]"))
        );
    }

    #[test]
    fn a_configuration_that_cannot_be_read_is_not_changed() {
        for config in ["[1]", "{\"mcpServers\": 1}", "{ // comment\n}", "{"] {
            assert!(entry().add_to(config, Format::Json("mcpServers")).is_err(), "{config}");
        }
        for config in ["mcp_servers = 1", "a = ", "= 1"] {
            assert!(entry().add_to(config, Format::Toml("mcp_servers")).is_err(), "{config}");
        }
        assert!(entry().add_to(" \n", Format::Json("servers")).is_ok());
    }
}
