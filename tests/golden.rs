//! Small catalogs, one feature each: the tests compare and compile the generated code.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests golden` accepts intended changes.

use expect_test::expect_file;
use gatewright_tests::{folders, generate_fine, name, root, test_specs};

#[test]
fn generated_code_equals_the_goldens() {
    for folder in folders(&root().join("tests/golden")) {
        let generated = generate_fine(&test_specs(&folder));
        for platform in &generated.model.platforms {
            let path = format!("src/social/{}.rs", platform.module);
            let text = generated.output.get(&path).expect("each platform has a module");
            expect_file![folder.join(format!("{}.rs", platform.module))].assert_eq(text);
        }
        let expected: &[&str] = match name(&folder).as_str() {
            "group-satisfied" => &["satisfied-group"],
            "paused" => &["unknown-status"],
            _ => &[],
        };
        let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
        assert_eq!(codes, expected, "{}", folder.display());
    }
}

#[test]
fn goldens_have_no_leftover() {
    for folder in folders(&root().join("tests/golden")) {
        let generated = generate_fine(&test_specs(&folder));
        let expected = generated.model.platforms.iter().map(|it| format!("{}.rs", it.module));
        let mut expected: Vec<_> = expected.chain(["catalog.json".into()]).collect();
        if folder.join("facts.toml").exists() {
            expected.push("facts.toml".into());
        }
        expected.sort();
        let entries = std::fs::read_dir(&folder).expect("the folder was listed");
        let mut found: Vec<_> = entries.flatten().map(|it| name(&it.path())).collect();
        found.sort();
        assert_eq!(found, expected, "{}", folder.display());
    }
}
