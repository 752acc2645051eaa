//! Cargo features of the project's client: each platform, each interface and workflow records build alone.

mod full {
    use gatewright_tests::programs::cargo;
    use gatewright_tests::{generate_fine, own_specs};

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
}
