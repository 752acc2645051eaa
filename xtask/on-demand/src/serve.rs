//! `cargo xtask docs --serve`: serves the docs site on this machine, and rebuilds it when templates or specs change.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, anyhow};
use tiny_http::{Header, Request, Response, Server, StatusCode};

use xtask::docs::{self, Args};
use xtask::{paths, tools};

/// Interval between two checks for changed templates and specs.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

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
    // On another thread, so that the server and the rebuilds do not wait for each other.
    thread::scope(|scope| {
        scope.spawn(|| watch(args, &watched, built));
        serve_requests(&server, &out)
    })
}

/// Serves each request on its own thread, so that a slow client does not block others.
fn serve_requests(server: &Server, folder: &Path) -> Result<ExitCode> {
    thread::scope(|scope| {
        loop {
            let request = server.recv().context("cannot receive requests")?;
            // An error means that the client has closed the connection.
            scope.spawn(|| drop(respond(request, folder)));
        }
    })
}

/// Rebuilds the site whenever a file is added, changed or removed.
fn watch(args: &Args, folders: &[PathBuf], mut built: Files) {
    loop {
        thread::sleep(POLL_INTERVAL);
        let now = files(folders);
        if now == built {
            continue;
        }
        let is_template = |path: &PathBuf| path.starts_with(&folders[1]) && now.get(path) != built.get(path);
        let compiles = now.keys().chain(built.keys()).any(is_template);
        built = now;
        eprintln!("rebuilding…{}", if compiles { " compiling the templates takes a while" } else { "" });
        let begun = Instant::now();
        match rebuild(args) {
            Ok(true) => eprintln!("rebuilt in {:.1} s", begun.elapsed().as_secs_f32()),
            Ok(false) => eprintln!("the site is unchanged; the next change of a file rebuilds it"),
            Err(error) => eprintln!("the site is unchanged: {error:#}"),
        }
    }
}

/// Rebuilds the site in a new process, because the templates are compiled into this one. Returns true on success.
fn rebuild(args: &Args) -> Result<bool> {
    let mut command = tools::cargo();
    command.args(["run", "--quiet", "--package", "xtask", "--", "docs", "--out"]).arg(args.out());
    command.arg("--specs").arg(args.specs()).args(["--url", &args.url]);
    Ok(command.status().context("cannot start cargo")?.success())
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

fn respond(request: Request, folder: &Path) -> std::io::Result<()> {
    let path = file(request.url(), folder);
    match path.as_ref().and_then(|it| File::open(it).ok()) {
        Some(file) => {
            let kind = kind(path.as_deref().unwrap_or(folder));
            let header = Header::from_bytes("Content-Type", kind).expect("the kinds are fixed");
            request.respond(Response::from_file(file).with_header(header))
        }
        None => request.respond(Response::from_string("Page not found.").with_status_code(StatusCode(404))),
    }
}

/// Returns the file of a URL; `None` if it would be outside the folder. File names of the site need no decoding.
fn file(url: &str, folder: &Path) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let inside = Path::new(path).components().all(|it| matches!(it, Component::Normal(_)));
    let path = folder.join(path);
    match (inside, path.is_dir()) {
        (false, _) => None,
        (true, true) => Some(path.join("index.html")),
        (true, false) => Some(path),
    }
}

fn kind(path: &Path) -> &'static str {
    if path.ends_with(".well-known/api-catalog") {
        return "application/linkset+json";
    }
    match path.extension().and_then(|it| it.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "xml" => "application/xml",
        "csv" => "text/csv; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;

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
    fn slow_clients_do_not_block_others() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("large.txt"), vec![b'x'; 32 << 20]).expect("a file");
        fs::write(folder.path().join("index.html"), "<p>here</p>").expect("a file");
        let server = Server::http("127.0.0.1:0").expect("loopback");
        let address = server.server_addr().to_ip().expect("it is TCP");
        let ask = |path: &str| {
            let mut stream = TcpStream::connect(address).expect("it listens");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
            write!(stream, "GET /{path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").expect("it is sent");
            stream
        };
        thread::scope(|scope| {
            let serving = scope.spawn(|| serve_requests(&server, folder.path()));
            let idle: Vec<_> = (0..8).map(|_| ask("large.txt")).collect();
            let mut page = String::new();
            let read = ask("").read_to_string(&mut page);
            drop(idle);
            server.unblock();
            assert!(serving.join().expect("no panic").is_err(), "it was stopped");
            assert!(read.is_ok() && page.ends_with("<p>here</p>"), "{read:?}: {page}");
        });
    }

    #[test]
    fn nothing_outside_the_site_is_served() {
        let folder = Path::new("/site");
        assert_eq!(file("/zh/models.html?x#y", folder), Some("/site/zh/models.html".into()));
        for url in ["/../secret", "/a/../../secret", "//etc/../passwd", "/./../x"] {
            assert_eq!(file(url, folder), None, "{url}");
        }
    }
}
