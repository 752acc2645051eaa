//! Cargo features of the project's client: each platform, each interface and workflow records build alone.

mod full {
    use std::fs;

    use gatewright_tests::programs::{cargo, fine};
    use gatewright_tests::{generate_fine, own_specs, root, sample_gateway};

    #[test]
    fn each_feature_builds_alone_without_warnings() {
        let model = generate_fine(&own_specs()).model;
        let interfaces = model.interfaces.iter().map(|it| it.feature.as_str());
        let features = model.platforms.iter().map(|it| it.feature.as_str()).chain(interfaces).chain(["workflow", ""]);
        for feature in features {
            let output = cargo()
                .args(["clippy", "--offline", "--quiet", "--package", "gatewright-client", "--no-default-features"])
                .args(["--features", feature, "--", "-D", "warnings"])
                .output()
                .expect("cargo can be started");
            assert!(output.status.success(), "{feature}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }

    /// Program that makes a call without the feature `record`, and prints its log.
    const WITHOUT_RECORDER: &str = r#"
        fn main() -> sample_client::Result<()> {
            tracing_subscriber::fmt().init();
            sample_client::Client::from_env()?.p1().search("tea").send().blocking().map(drop)
        }
    "#;

    #[test]
    fn without_its_feature_the_recorder_warns_and_writes_nothing() {
        let folder = root().join("target/tests/without-recorder");
        fs::create_dir_all(folder.join("src")).expect("target/ can be written");
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
        let sample = format!("{{ path = {:?}, features = [\"blocking\"] }}", root().join("tests/sample"));
        let log = "{ version = \"0.3\", default-features = false, features = [\"fmt\", \"std\"] }";
        let package = "[package]\nname = \"without-recorder\"\nedition = \"2024\"\n\n[workspace]";
        let dependencies = format!("[dependencies]\nsample-client = {sample}\ntracing-subscriber = {log}\n");
        fs::write(folder.join("Cargo.toml"), format!("{package}\n\n{dependencies}")).expect("target/ can be written");
        fs::write(folder.join("src/main.rs"), WITHOUT_RECORDER).expect("target/ can be written");
        let recordings = folder.join("recordings");
        let gateway = sample_gateway().start_blocking().expect("loopback");
        let mut command = cargo();
        command.args(["run", "--offline", "--quiet"]).current_dir(&folder);
        command.env("CARGO_TARGET_DIR", root().join("target")).env("GATEWAY_RECORD", &recordings);
        command.env("GATEWAY_BASE_URL", gateway.base_url()).env("GATEWAY_API_KEY", gateway.key());
        let said = fine(&mut command);
        assert!(said.contains("nothing is recorded") && said.contains("GATEWAY_RECORD"), "{said}");
        assert_eq!((gateway.ledger().charges.len(), recordings.exists()), (1, false));
    }
}
