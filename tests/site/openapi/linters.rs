//! Third-party linters and validators.

mod slow {
    use std::path::Path;
    use std::process::Command;

    use gatewright_tests::programs::{fine, npm, python};
    use serde_json::Value;

    use super::super::{DOCUMENTS, write};

    /// Runs a linter of `tests/openapi/linters`. Returns its JSON output, even if it found problems.
    fn lint(program: &str, args: &[&str], document: &Path) -> Value {
        let folder = npm("openapi-linters", "tests/openapi/linters");
        let mut command = Command::new(folder.join("node_modules/.bin").join(program));
        // Without these variables it checks for updates and sends telemetry.
        command.env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true").env("REDOCLY_TELEMETRY", "off");
        let output = command.args(args).arg(document).current_dir(folder).output().expect("it was installed");
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{program}: {error}\n{text}\n{output:?}"))
    }

    /// Returns the problems of a severity, each as its rule and location.
    fn problems(all: &Value, severity: impl Fn(&Value) -> bool) -> Vec<String> {
        let all = all.as_array().expect("a list");
        all.iter().filter(|it| severity(&it["severity"])).map(Value::to_string).collect()
    }

    #[test]
    fn redocly_finds_no_error() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        for name in DOCUMENTS {
            let document = write(name, folder.path());
            let args = ["lint", "--extends", "recommended", "--format", "json", "--max-problems", "1000"];
            let said = lint("redocly", &args, &document);
            assert_eq!(problems(&said["problems"], |it| it == "error"), [""; 0], "{name}");
        }
    }

    #[test]
    fn spectral_finds_no_error_and_few_warnings() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        for name in DOCUMENTS {
            let document = write(name, folder.path());
            let said =
                lint("spectral", &["lint", "--ruleset", "spectral.json", "--format", "json", "--quiet"], &document);
            assert_eq!(problems(&said, |it| it == 0), [""; 0], "{name}");
            let warnings = problems(&said, |it| it == 1);
            assert!(warnings.len() <= 5, "{name}: {warnings:#?}");
        }
    }

    #[test]
    fn both_documents_are_valid() {
        let programs = python("openapi-venv", "tests/site/requirements.txt");
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        for name in DOCUMENTS {
            let document = write(name, folder.path());
            let said = fine(Command::new(programs.join("openapi-spec-validator")).arg(document));
            assert!(said.contains("OK"), "{said}");
        }
    }
}
