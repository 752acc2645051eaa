//! Runs `gw` in a folder of its own.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gatewright_client::Usd;
use gatewright_mock::Gateway;
use serde_json::Value;
use tempfile::TempDir;

/// Binary under test.
pub(crate) const GW: &str = env!("CARGO_BIN_EXE_gw");

/// Gateway, and a home folder for `gw`.
pub(crate) struct Home {
    pub(crate) gateway: Gateway,
    folder: TempDir,
}

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self::with_key("mock-key")
    }

    pub(crate) fn with_key(key: &str) -> Self {
        let gateway = Gateway::builder().key(key).start_blocking().expect("a free port");
        Self { gateway, folder: TempDir::new().expect("a temporary folder") }
    }

    /// Returns a path in the home folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a command with the variables of this home, and no others.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        let bin = Path::new(GW).parent().expect("a folder").display().to_string();
        command.env_clear().env("PATH", format!("{bin}:/usr/bin:/bin")).env("HOME", self.folder.path());
        command.env("GATEWAY_BASE_URL", self.gateway.base_url()).env("GATEWAY_API_KEY", self.gateway.key());
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs `gw` with arguments.
    pub(crate) fn gw(&self, arguments: &[&str]) -> Run {
        run(self.command(GW).args(arguments))
    }

    /// Runs a line in a shell.
    pub(crate) fn shell(&self, line: &str) -> Run {
        run(self.command("/bin/sh").args(["-c", line]))
    }

    /// Returns the sums of `gw spent`: charged, and possible cost of calls whose charge is unknown.
    pub(crate) fn spent(&self) -> (Usd, Usd) {
        let ran = self.gw(&["spent"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let sums: Value = serde_json::from_str(&ran.out).expect("JSON");
        let sum = |name: &str| sums[name].as_str().expect("an amount").parse().expect("an amount");
        (sum("charged_usd"), sum("unknown_usd"))
    }

    /// Checks that the receipts cover the ledger of the gateway: charged <= ledger <= charged + unknown. Returns the
    /// sums of the receipts.
    pub(crate) fn check_receipts(&self) -> (Usd, Usd) {
        let (charged, unknown) = self.spent();
        let ledger = self.gateway.ledger().total();
        assert!(charged <= ledger && ledger <= charged + unknown, "{charged} <= {ledger} <= {charged} + {unknown}");
        (charged, unknown)
    }

    /// Number of requests that the gateway received.
    pub(crate) fn requests(&self) -> u64 {
        self.gateway.journal().count
    }
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Run { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}

/// Returns the example in the help of a command, as one line.
pub(crate) fn example(help: &str) -> String {
    let after = help.split_once("Example:\n").expect("the help has an example").1;
    let after = after.replace(" \\\n", "");
    let words: Vec<_> = after.lines().next().expect("a line").split(' ').filter(|it| !it.is_empty()).collect();
    words.join(" ")
}

/// Text that would control a terminal.
pub(crate) const FOREIGN: &str = "\u{1b}[2J\u{9b}31m\u{7}\u{202e}tea\r\u{7f}";

/// Server that answers each request in the same way.
pub(crate) struct Server {
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start(status: u16, body: &str) -> Self {
        Self::start_with(status, "application/json", body)
    }

    pub(crate) fn start_with(status: u16, content_type: &str, body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let head = format!("content-type: {content_type}\r\nconnection: close");
        let response = format!("HTTP/1.1 {status} -\r\n{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let mut head = Vec::new();
                let mut byte = [0];
                while !head.ends_with(b"\r\n\r\n") && stream.read_exact(&mut byte).is_ok() {
                    head.push(byte[0]);
                }
                let _ = stream.write_all(response.as_bytes());
            }
        });
        Self { url }
    }
}
