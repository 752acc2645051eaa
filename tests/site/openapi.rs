//! The OpenAPI documents in the hands of others: a public validator, and generators of clients in two languages.

mod slow {
    use std::fs;
    use std::process::Command;

    use gatewright_tests::Scratch;
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

    #[test]
    fn the_older_one_makes_a_client_with_progenitor_that_compiles() {
        let site = site();
        let document = site.get("openapi-3.0.json").expect("it is there");
        let document = serde_json::from_str(document).expect("an OpenAPI document");
        let tokens = progenitor::Generator::default().generate_tokens(&document).expect("it is taken");
        let dependencies = "progenitor-client = \"0.15.1\"\nreqwest = { version = \"0.13\", default-features = false }\n\
                            serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nbytes = \"1\"\n\
                            futures-core = { version = \"0.3\", default-features = false }\nregress = \"0.12.0\"\n";
        let scratch = Scratch::with_manifest("made-by-progenitor", dependencies);
        scratch.write("src/lib.rs", &tokens.to_string());
        scratch.cargo_fine(&["check", "--quiet"]);
    }
}
