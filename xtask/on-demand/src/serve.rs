//! `cargo xtask docs --serve`: serves the docs site on this machine, and rebuilds it when templates or specs change. Open
//! pages reload.

mod respond;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, anyhow};
use tiny_http::Server;

use xtask::docs::{self, Args};
use xtask::on_demand::OPTIMIZED;
use xtask::{paths, tools};

use respond::Site;

/// Interval between two checks for changed templates and specs.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Folders of templates whose files are read whenever the site is built. All others are compiled.
const READ_FOLDERS: [&str; 2] = ["languages", "site/assets"];

/// Files of some folders with their modification times.
type Files = BTreeMap<PathBuf, Option<SystemTime>>;

#[expect(clippy::print_stdout, reason = "scripts read the URL")]
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // Read before the build, so that no change during the build is missed.
    let watched = [args.specs(), paths::root().join("templates")];
    let built = files(&watched);
    let server = Server::http(("127.0.0.1", args.port)).map_err(|error| {
        anyhow!(
            "cannot listen on port {}: {error}\nhelp: choose another port, or omit --port for a free one",
            args.port
        )
    })?;
    docs::build(args)?;
    let out = args.out();
    let address = server.server_addr().to_ip().context("the server has no TCP address")?;
    println!("http://{address}/");
    eprintln!("serving {}; Ctrl-C stops it", paths::display(&out));
    let site = Site { folder: out, build: AtomicU64::new(1) };
    // On another thread, so that the server and the rebuilds do not wait for each other.
    thread::scope(|scope| {
        scope.spawn(|| watch(args, &watched, built, &site.build));
        serve_requests(&server, &site)
    })
}

/// Serves each request on its own thread, so that a slow client does not block others.
fn serve_requests(server: &Server, site: &Site) -> Result<ExitCode> {
    thread::scope(|scope| {
        loop {
            let request = server.recv().context("cannot receive requests")?;
            // An error means that the client has closed the connection.
            scope.spawn(|| drop(site.respond(request)));
        }
    })
}

/// Rebuilds the site whenever a file is added, changed or removed, and counts the builds.
fn watch(args: &Args, folders: &[PathBuf; 2], mut built: Files, build: &AtomicU64) {
    let mut builder = Builder::default();
    loop {
        thread::sleep(POLL_INTERVAL);
        let now = files(folders);
        if now == built {
            continue;
        }
        let mut changed = now.keys().chain(built.keys()).filter(|it| now.get(*it) != built.get(*it));
        builder.is_outdated |= changed.any(|it| is_compiled(it, &folders[1]));
        built = now;
        let why = if builder.is_outdated { " a template changed, and compiling it takes a while" } else { "" };
        eprintln!("rebuilding…{why}");
        let begun = Instant::now();
        match builder.rebuild(args) {
            Ok(true) => {
                build.fetch_add(1, Ordering::Relaxed);
                eprintln!("rebuilt in {:.1} s", begun.elapsed().as_secs_f32());
            }
            Ok(false) => eprintln!("the site is unchanged; the next change of a file rebuilds it"),
            Err(error) => eprintln!("the site is unchanged: {error:#}"),
        }
    }
}

/// Returns true if a file is compiled into the program that builds the site.
fn is_compiled(path: &Path, templates: &Path) -> bool {
    path.strip_prefix(templates).is_ok_and(|it| !READ_FOLDERS.iter().any(|folder| it.starts_with(folder)))
}

/// Program that builds the site: this one, until a template changes.
#[derive(Default)]
struct Builder {
    /// Program with the changed templates.
    compiled: Option<PathBuf>,
    /// True if templates changed that no program contains.
    is_outdated: bool,
}

impl Builder {
    /// Rebuilds the site, after compiling the templates if one of them changed. Returns true on success.
    fn rebuild(&mut self, args: &Args) -> Result<bool> {
        let mut command = match &self.compiled {
            _ if self.is_outdated => {
                let mut command = tools::cargo();
                command.arg("run").args(OPTIMIZED).args(["--quiet", "--package", "xtask", "--"]);
                command
            }
            None => return docs::build(args).map(|()| true),
            Some(program) => Command::new(program),
        };
        command.args(["docs", "--out"]).arg(args.out());
        command.arg("--specs").arg(args.specs()).args(["--url", &args.url]);
        let is_built = command.status().context("cannot start the build")?.success();
        if is_built && self.is_outdated {
            let name = format!("xtask{}", std::env::consts::EXE_SUFFIX);
            self.compiled = Some(paths::target().join("debug").join(name));
            self.is_outdated = false;
        }
        Ok(is_built)
    }
}

fn files(folders: &[PathBuf]) -> Files {
    let mut found = Files::new();
    let mut waiting = folders.to_vec();
    while let Some(folder) = waiting.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()) {
            if path.is_dir() {
                waiting.push(path);
            } else {
                let written = fs::metadata(&path).and_then(|it| it.modified()).ok();
                found.insert(path, written);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn added_changed_and_removed_files_are_noticed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (look, path) = (|| files(&[folder.path().to_owned()]), folder.path().join("deep/facts.toml"));
        let empty = look();
        fs::create_dir(folder.path().join("deep")).expect("a folder");
        let file = File::create(&path).expect("a file");
        let with_it = look();
        assert_ne!(empty, with_it);
        // Restoring an older copy is a change, too.
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        assert_ne!(look(), with_it);
        fs::remove_file(&path).expect("it was there");
        assert_eq!(look(), empty);
    }

    #[test]
    fn only_pages_are_compiled() {
        let templates = Path::new("/templates");
        for path in ["languages/en/guides/chat.md", "site/assets/site.css"] {
            assert!(!is_compiled(&templates.join(path), templates), "{path}");
        }
        assert!(is_compiled(&templates.join("site/home.html"), templates));
        assert!(!is_compiled(Path::new("/specs/client.toml"), templates));
    }
}
