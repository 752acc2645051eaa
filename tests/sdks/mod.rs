//! SDKs of others against the mock gateway: which of their features a gateway serves that behaves as the documents say.

mod full {
    use std::collections::BTreeMap;
    use std::fs;
    use std::process::Command;

    use expect_test::expect_file;
    use gatewright_mock::Gateway;
    use gatewright_tests::programs::{cargo, fine, npm, python};
    use gatewright_tests::{root, sample_gateway};

    /// Rows of the table, in this order.
    const FEATURES: [&str; 18] = [
        "API key option",
        "chat",
        "streaming",
        "tools",
        "tools in a stream",
        "structured output",
        "responses",
        "responses, streaming",
        "responses, tools",
        "images",
        "image edits",
        "speech",
        "transcription",
        "embeddings",
        "video",
        "errors",
        "retries",
        "errors in a stream",
    ];

    /// Builds the program that uses async-openai, in a folder of its own.
    fn rust_program() -> Command {
        let (folder, target) = (root().join("tests/sdks/rust"), root().join("target/sdk-rust"));
        fine(cargo().args(["build", "--locked", "--quiet"]).current_dir(folder).env("CARGO_TARGET_DIR", &target));
        Command::new(target.join("debug/sdk-features"))
    }

    /// Runs a program against the gateway: a line for each SDK and feature.
    fn results(gateway: &Gateway, mut program: Command) -> Vec<[String; 3]> {
        let said = fine(program.env("BASE_URL", gateway.base_url()).env("API_KEY", gateway.key()));
        let cells = |line: &str| {
            // Where the gateway listens differs from run to run.
            let line = line.replace(&gateway.base_url(), "{base_url}");
            <[String; 3]>::try_from(line.split('\t').map(str::to_owned).collect::<Vec<_>>()).ok()
        };
        said.lines().filter_map(cells).collect()
    }

    /// A Markdown table: a column for each SDK, a row for each feature.
    fn table(results: &[[String; 3]]) -> String {
        let mut sdks: Vec<&str> = Vec::new();
        let mut cells = BTreeMap::new();
        for [sdk, feature, result] in results {
            assert!(FEATURES.contains(&feature.as_str()), "{feature} is a row");
            if !sdks.contains(&sdk.as_str()) {
                sdks.push(sdk);
            }
            cells.insert((sdk.as_str(), feature.as_str()), result.replace('|', "\\|"));
        }
        let row = |first: &str, cells: &mut dyn Iterator<Item = String>| {
            format!("| {first} | {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut text = row("", &mut sdks.iter().map(|it| (*it).to_owned()));
        text += &row("---", &mut sdks.iter().map(|_| "---".to_owned()));
        for feature in FEATURES {
            let absent = || "no: not in the SDK".to_owned();
            text +=
                &row(feature, &mut sdks.iter().map(|it| cells.get(&(*it, feature)).cloned().unwrap_or_else(absent)));
        }
        text
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_features_of_sdks_are_those_of_the_table() {
        let gateway = sample_gateway().start().await.expect("loopback");
        let made = tokio::task::spawn_blocking(move || {
            let mut in_python = Command::new(python("sdks-venv", "tests/sdks/python/requirements.txt").join("python"));
            in_python.arg(root().join("tests/sdks/python/features.py"));
            let mut in_node = Command::new("node");
            in_node.arg("features.js").current_dir(npm("sdks-node", "tests/sdks/node"));
            let programs = [in_python, in_node, rust_program()];
            let all: Vec<_> = programs.into_iter().flat_map(|it| results(&gateway, it)).collect();
            assert!(all.len() > 60, "every program has said its lines: {all:?}");
            table(&all)
        });
        let made = made.await.expect("no panic");
        eprintln!("{made}");
        let path = root().join("tests/sdks/table.md");
        let text = fs::read_to_string(&path).unwrap_or_default();
        // Text before the table is written by people.
        let before = text.split_once("\n| ").map_or(text.as_str(), |it| it.0).trim_end().to_owned();
        expect_file![path].assert_eq(&format!("{before}\n\n{made}"));
    }
}
