//! Other gateways, described by specs only: each folder of `gateways/` is one. No code here contains their names.
//!
//! A folder has `specs/`, `responses.json` (responses of the server), `program.rs` (a program that calls it),
//! `expected.txt` (output of the program), and `refused.rs`, which must not compile for the reason in `refused.txt`.

mod slow {
    use std::collections::BTreeMap;
    use std::fs;
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::sync::{Arc, Mutex};
    use std::thread;

    use expect_test::expect_file;
    use gatewright::Specs;
    use gatewright_tests::{Compiler, folders, root};
    use serde::Deserialize;
    use tempfile::TempDir;

    use crate::commands::xtask;

    /// Responses of the server of a gateway.
    #[derive(Deserialize)]
    struct Script {
        /// Header with the key that every request must have.
        header: String,
        /// Responses; the first matching one is sent.
        responses: Vec<Response>,
    }

    #[derive(Deserialize)]
    struct Response {
        /// Method and path, with the query.
        to: String,
        /// Text in the body of the request.
        #[serde(default)]
        with: String,
        #[serde(default = "success")]
        status: u16,
        #[serde(default = "json")]
        content_type: String,
        /// JSON, or text of another type.
        #[serde(default)]
        body: serde_json::Value,
        /// Number of requests that get this response; unlimited by default.
        times: Option<u32>,
    }

    fn success() -> u16 {
        200
    }

    fn json() -> String {
        "application/json".into()
    }

    impl Script {
        /// Returns status, content type and body of the response to a request.
        fn answer(&mut self, head: &str, body: &str) -> (u16, String, String) {
            let mut lines = head.lines();
            let asked = lines.next().and_then(|it| it.strip_suffix(" HTTP/1.1")).unwrap_or_default();
            let has_key = lines.any(|it| it.eq_ignore_ascii_case(&self.header));
            let fits = |it: &&mut Response| it.to == asked && body.contains(&it.with) && it.times != Some(0);
            match self.responses.iter_mut().find(fits).filter(|_| has_key) {
                Some(it) => {
                    it.times = it.times.map(|left| left - 1);
                    let body = match &it.body {
                        serde_json::Value::String(text) => text.clone(),
                        serde_json::Value::Null => String::new(),
                        other => other.to_string(),
                    };
                    (it.status, it.content_type.clone(), body)
                }
                None => (599, "text/plain".into(), format!("no response to {asked}, {body}, {head}")),
            }
        }
    }

    /// Serves a script until the test ends; returns the base URL.
    fn serve(script: Script) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let script = Arc::new(Mutex::new(script));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let script = script.clone();
                thread::spawn(move || exchange(stream, &script));
            }
        });
        format!("http://{address}")
    }

    fn exchange(mut stream: TcpStream, script: &Mutex<Script>) -> std::io::Result<()> {
        let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
        let (head, body) = loop {
            let read = stream.read(&mut piece)?;
            bytes.extend_from_slice(&piece[..read]);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let Some((head, body)) = text.split_once("\r\n\r\n") else {
                if read == 0 {
                    return Ok(());
                }
                continue;
            };
            let length = head.lines().find_map(|it| it.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if read == 0 || body.len() >= length.unwrap_or(0) {
                break (head.to_owned(), body.to_owned());
            }
        };
        let (status, content_type, body) = script.lock().expect("no panic").answer(&head, &body);
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status} X\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
    }

    /// Generated crate of a gateway, compiled with all its features.
    struct Crate {
        folder: TempDir,
        name: String,
        library: PathBuf,
    }

    impl Crate {
        fn of(gateway: &Path) -> Self {
            let folder = TempDir::new().expect("a temporary folder");
            let [specs, out] = [gateway.join("specs"), folder.path().join("out")];
            let generated = xtask(&["generate", "--specs", &specs.to_string_lossy(), "--out", &out.to_string_lossy()]);
            assert_eq!(generated.code, 0, "{}", generated.stderr);
            let manifest = fs::read_to_string(out.join("Cargo.toml")).expect("it was generated");
            let name = manifest.lines().find_map(|it| it.strip_prefix("name = ")).expect("it has a name");
            let name = name.trim_matches('"').replace('-', "_");
            let features = manifest.split("[features]").nth(1).expect("it has features").split("\n[").next();
            let features = features.unwrap_or_default().lines().filter_map(|it| it.split_once(" = ")).map(|it| it.0);
            let library = folder.path().join(format!("lib{name}.rlib"));
            let mut rustc = Compiler::with(&["gatewright_runtime"]).rustc();
            for feature in features.filter(|it| *it != "default") {
                rustc.args(["--cfg", &format!("feature={feature:?}")]);
            }
            rustc.args(["--crate-name", &name, "-Dwarnings", "-o"]).arg(&library).arg(out.join("src/lib.rs"));
            let compiled = rustc.output().expect("rustc can be started");
            assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
            Self { folder, name, library }
        }

        /// Returns a compiler for a source that uses the crate.
        fn rustc(&self, source: &Path, out: &str, crate_type: &str) -> Command {
            let mut rustc = Compiler::with(&["gatewright_runtime", "tokio"]).rustc_for(crate_type);
            rustc.arg(format!("--extern={}={}", self.name, self.library.display())).arg(source);
            rustc.arg("-o").arg(self.folder.path().join(out));
            rustc
        }
    }

    #[test]
    fn other_gateways_need_no_code() {
        let gateways = folders(&root().join("tests/gateways"));
        assert!(gateways.len() >= 2);
        for gateway in gateways {
            let read = |name: &str| fs::read_to_string(gateway.join(name)).unwrap_or_else(|it| panic!("{name}: {it}"));
            let made = Crate::of(&gateway);

            let openapi = fs::read_to_string(made.folder.path().join("out/openapi.json")).expect("it was generated");
            let openapi: serde_json::Value = serde_json::from_str(&openapi).expect("it is JSON");
            let schema = format!("{:#}\n", openapi["components"]["schemas"]["SocialResult"]);
            expect_file![gateway.join("social_result.json")].assert_eq(&schema);

            let compiled = made.rustc(&gateway.join("refused.rs"), "refused", "lib").output().expect("rustc");
            let says = String::from_utf8_lossy(&compiled.stderr).into_owned();
            assert!(!compiled.status.success() && says.contains(read("refused.txt").trim()), "{says}");

            let compiled = made.rustc(&gateway.join("program.rs"), "program", "bin").output().expect("rustc");
            assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
            let script: Script = serde_json::from_str(&read("responses.json")).expect("JSON of that shape");
            let key = script.header.rsplit([' ', ':']).next().unwrap_or_default().to_owned();
            let specs = Specs::open(gateway.join("specs")).expect("it can be read");
            let names = gatewright::service(&specs).environment;
            let environment = BTreeMap::from([(names.base_url, serve(script)), (names.key, key)]);
            let ran = Command::new(made.folder.path().join("program")).envs(environment).output().expect("it starts");
            let said = [ran.stdout, ran.stderr].map(|it| String::from_utf8_lossy(&it).into_owned()).concat();
            expect_file![gateway.join("expected.txt")].assert_eq(&said);
        }
    }
}
