//! `cargo xtask docs --serve`: the site on this machine, built anew when templates or specs change.

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, anyhow};
use tiny_http::{Header, Request, Response, Server, StatusCode};

use crate::docs::Args;
use crate::{paths, tools};

/// How often templates and specs are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(500);

#[expect(clippy::print_stdout, reason = "the address is what a script reads")]
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let server = Server::http(("127.0.0.1", args.port())).map_err(|error| anyhow!("cannot serve: {error}"))?;
    let address = server.server_addr().to_ip().context("it is served over TCP")?;
    println!("http://{address}/");
    eprintln!("serving {}; Ctrl-C stops it", paths::display(&args.out()));
    let watched = [args.specs(), paths::root().join("templates")];
    let mut built_at = newest(&watched);
    loop {
        if let Some(request) = server.recv_timeout(LOOK_EVERY).context("cannot go on serving")? {
            // Whoever went away needs no answer.
            let _ = answer(request, &args.out());
            continue;
        }
        let changed_at = newest(&watched);
        if changed_at > built_at {
            built_at = changed_at;
            rebuild(args)?;
        }
    }
}

/// By a new process: templates are part of this one.
fn rebuild(args: &Args) -> Result<()> {
    let mut command = tools::cargo();
    command.args(["run", "--quiet", "--package", "xtask", "--", "docs", "--out"]).arg(args.out());
    command.arg("--specs").arg(args.specs()).args(["--url", args.url()]);
    let status = command.status().context("cannot start cargo")?;
    if !status.success() {
        eprintln!("the site stays as it was; it is built again when something changes");
    }
    Ok(())
}

/// When the youngest of the files below these folders was written.
fn newest(folders: &[PathBuf]) -> Option<SystemTime> {
    let entries = folders.iter().filter_map(|it| fs::read_dir(it).ok()).flatten().flatten();
    entries
        .filter_map(|entry| match entry.path() {
            path if path.is_dir() => newest(&[path]),
            path => fs::metadata(path).and_then(|it| it.modified()).ok(),
        })
        .max()
}

fn answer(request: Request, folder: &Path) -> std::io::Result<()> {
    let path = file(request.url(), folder);
    match path.as_ref().and_then(|it| File::open(it).ok()) {
        Some(file) => {
            let kind = kind(path.as_deref().unwrap_or(folder));
            let header = Header::from_bytes("Content-Type", kind).expect("the kinds are fixed");
            request.respond(Response::from_file(file).with_header(header))
        }
        None => request.respond(Response::from_string("There is no such page.").with_status_code(StatusCode(404))),
    }
}

/// The file that an address names; `None` if that would lead out of the folder. Names in the site need no decoding.
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
    use super::*;

    #[test]
    fn nothing_outside_the_site_is_served() {
        let folder = Path::new("/site");
        assert_eq!(file("/zh/models.html?x#y", folder), Some("/site/zh/models.html".into()));
        for url in ["/../secret", "/a/../../secret", "//etc/../passwd", "/./../x"] {
            assert_eq!(file(url, folder), None, "{url}");
        }
    }
}
