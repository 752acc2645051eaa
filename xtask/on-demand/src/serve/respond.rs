//! Responses of the docs server: files of the site with a strict policy, and a script that reloads pages after a build.

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tiny_http::{Header, Request, Response, StatusCode};

/// The policy of the pages. Additionally, no other site may show them in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Path of the number of the build.
const BUILD: &str = "/.build";

/// Path of the script that asks for it.
const RELOAD: &str = "/.reload.js";

/// Reloads the page if the number of the build changes.
const SCRIPT: &str = "let known;
setInterval(async () => {
  try {
    const build = await (await fetch(\"/.build\")).text();
    if (known && build !== known) location.reload();
    known = build;
  } catch {
    // The server was stopped.
  }
}, 400);
";

/// A served site.
pub(super) struct Site {
    pub(super) folder: PathBuf,
    /// Number of the build.
    pub(super) build: AtomicU64,
}

impl Site {
    /// Responds with a file of the site.
    pub(super) fn respond(&self, request: Request) -> std::io::Result<()> {
        let build = || self.build.load(Ordering::Relaxed).to_string();
        match request.url() {
            BUILD => return request.respond(with_headers(Response::from_string(build()), kind(Path::new("")))),
            RELOAD => return request.respond(with_headers(Response::from_string(SCRIPT), kind(Path::new(RELOAD)))),
            _ => {}
        }
        let Some(path) = file(request.url(), &self.folder) else { return not_found(request) };
        let kind = kind(&path);
        if kind.starts_with("text/html") {
            let Ok(page) = fs::read_to_string(&path) else { return not_found(request) };
            let script = format!("<script defer src=\"{RELOAD}\"></script>\n</head>");
            return request.respond(with_headers(Response::from_string(page.replacen("</head>", &script, 1)), kind));
        }
        match File::open(&path) {
            Ok(file) => request.respond(with_headers(Response::from_file(file), kind)),
            Err(_) => not_found(request),
        }
    }
}

fn not_found(request: Request) -> std::io::Result<()> {
    let response = Response::from_string("Page not found.").with_status_code(StatusCode(404));
    request.respond(with_headers(response, kind(Path::new(""))))
}

fn with_headers<R: std::io::Read>(mut response: Response<R>, kind: &str) -> Response<R> {
    let headers = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
    ];
    for (name, value) in headers {
        response.add_header(Header::from_bytes(name, value).expect("names and values are fixed"));
    }
    response
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
    use std::thread;
    use std::time::Duration;

    use tiny_http::Server;

    use super::super::serve_requests;
    use super::*;

    #[test]
    fn slow_clients_do_not_block_others() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("large.txt"), vec![b'x'; 32 << 20]).expect("a file");
        fs::write(folder.path().join("index.html"), "<p>here</p>").expect("a file");
        let server = Server::http("127.0.0.1:0").expect("loopback");
        let site = Site { folder: folder.path().to_owned(), build: AtomicU64::new(1) };
        let address = server.server_addr().to_ip().expect("it is TCP");
        let ask = |path: &str| {
            let mut stream = TcpStream::connect(address).expect("it listens");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
            write!(stream, "GET /{path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").expect("it is sent");
            stream
        };
        thread::scope(|scope| {
            let serving = scope.spawn(|| serve_requests(&server, &site));
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
