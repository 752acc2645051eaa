//! The OpenAPI documents in the hands of others: a public validator, and generators of clients in two languages.

mod slow {
    use std::fs;
    use std::process::Command;

    use gatewright_tests::programs::{fine, python};

    use super::super::site;

    /// Imports every module of a package that is there.
    const IMPORT_ALL: &str = "\
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
package = importlib.import_module(sys.argv[2])
print(sum(1 for it in pkgutil.walk_packages(package.__path__, sys.argv[2] + '.') if importlib.import_module(it.name)))
";

    #[test]
    fn both_documents_are_valid_and_the_newer_one_makes_a_python_client() {
        let programs = python("openapi-venv", "tests/site/requirements.txt");
        let bin = |name: &str| programs.join(name);
        let (site, folder) = (site(), tempfile::TempDir::new().expect("a temporary folder"));
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a temporary folder");
            path
        };
        for name in ["openapi.json", "openapi-3.0.json"] {
            let path = write(name, site.get(name).expect("it is there"));
            let said = fine(Command::new(bin("openapi-spec-validator")).arg(path));
            assert!(said.contains("OK"), "{said}");
        }
        // Without programs that would only make it prettier.
        let config = write("config.yml", "post_hooks: []\n");
        let made = folder.path().join("made");
        let mut generate = Command::new(bin("openapi-python-client"));
        generate.arg("generate").arg("--path").arg(folder.path().join("openapi.json")).arg("--config").arg(config);
        let said = fine(generate.arg("--output-path").arg(&made));
        assert!(!said.contains("Warning"), "{said}");
        let imported =
            fine(Command::new(bin("python")).args(["-c", IMPORT_ALL]).arg(&made).arg("sample_client_client"));
        assert!(imported.trim().parse::<usize>().is_ok_and(|it| it > 110), "{imported}");
    }
}

mod full {
    use std::fs;
    use std::process::Command;

    use gatewright_tests::programs::{cargo, fine, installed};

    use super::super::site;

    #[test]
    fn the_older_one_makes_a_client_with_progenitor_that_compiles() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let (document, made) = (folder.path().join("openapi.json"), folder.path().join("made"));
        fs::write(&document, site().get("openapi-3.0.json").expect("it is there")).expect("a temporary folder");
        let mut generate = Command::new(installed("cargo-progenitor"));
        generate.args(["progenitor", "--name", "made", "--version", "0.1.0", "--license-name", "MIT", "--input"]);
        fine(generate.arg(&document).arg("--output").arg(&made));
        fine(cargo().args(["check", "--quiet"]).current_dir(&made));
    }
}
