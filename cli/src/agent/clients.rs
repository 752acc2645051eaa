//! Clients of the protocol, and the places of their configuration.

use std::path::{Path, PathBuf};

use crate::settings::variable;

/// Program that starts servers of the protocol.
pub(super) struct McpClient {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) format: Format,
    place: Place,
}

/// Format of a configuration: the key of its servers.
#[derive(Clone, Copy)]
pub(super) enum Format {
    Json(&'static str),
    Toml(&'static str),
}

/// Place of a configuration.
#[derive(Clone, Copy)]
enum Place {
    /// Path in the home folder.
    Home(&'static str),
    /// Path in the folder for settings of programs with windows.
    Application(&'static str),
    /// File in the folder that a variable names, or else in a folder in the home folder.
    Variable { variable: &'static str, folder: &'static str, file: &'static str },
}

const fn client(name: &'static str, title: &'static str, format: Format, place: Place) -> McpClient {
    McpClient { name, title, format, place }
}

/// Known clients.
pub(super) const CLIENTS: [McpClient; 6] = [
    client("claude", "Claude Code", Format::Json("mcpServers"), Place::Home(".claude.json")),
    client(
        "claude-desktop",
        "Claude Desktop",
        Format::Json("mcpServers"),
        Place::Application("Claude/claude_desktop_config.json"),
    ),
    client("cursor", "Cursor", Format::Json("mcpServers"), Place::Home(".cursor/mcp.json")),
    client("vscode", "Visual Studio Code", Format::Json("servers"), Place::Application("Code/User/mcp.json")),
    client(
        "codex",
        "Codex",
        Format::Toml("mcp_servers"),
        Place::Variable { variable: "CODEX_HOME", folder: ".codex", file: "config.toml" },
    ),
    client("gemini", "Gemini CLI", Format::Json("mcpServers"), Place::Home(".gemini/settings.json")),
];

impl McpClient {
    /// Returns the path of the configuration; `None` if the home folder is unknown.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let home = || variable("HOME").or_else(|| variable("USERPROFILE")).map(PathBuf::from);
        match self.place {
            Place::Home(path) => Some(home()?.join(path)),
            Place::Application(path) if cfg!(windows) => Some(Path::new(&variable("APPDATA")?).join(path)),
            Place::Application(path) if cfg!(target_os = "macos") => {
                Some(home()?.join("Library/Application Support").join(path))
            }
            Place::Application(path) => {
                let folder = variable("XDG_CONFIG_HOME").map(PathBuf::from);
                Some(folder.or_else(|| Some(home()?.join(".config")))?.join(path))
            }
            Place::Variable { variable: name, folder, file } => {
                let named = variable(name).map(PathBuf::from);
                Some(named.or_else(|| Some(home()?.join(folder)))?.join(file))
            }
        }
    }
}
