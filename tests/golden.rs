//! Small catalogs, one feature each: what is generated from them is compared, and compiled.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests golden` takes over what changed on purpose.

use expect_test::expect_file;
use gatewright::{Options, Shape};
use gatewright_tests::{Scratch, folders, generate_fine, name, root, test_specs};

#[test]
fn goldens_are_what_is_generated() {
    for folder in folders(&root().join("tests/golden")) {
        let generated = generate_fine(&test_specs(&folder));
        for platform in &generated.model.platforms {
            let path = format!("src/social/{}.rs", platform.module);
            let text = generated.output.get(&path).expect("each platform has a module");
            expect_file![folder.join(format!("{}.rs", platform.module))].assert_eq(text);
        }
        assert_eq!(generated.report.render(false), "", "{}", folder.display());
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

mod slow {
    use super::*;

    /// As modules of one crate, so that one run of the compiler does.
    #[test]
    fn goldens_compile_without_warnings() {
        let runtime = format!("gatewright-runtime = {{ path = {:?} }}", root().join("runtime"));
        let scratch = Scratch::with_manifest("goldens", &runtime);
        let mut lib = String::from("#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n//! All goldens.\n");
        for folder in folders(&root().join("tests/golden")) {
            let module = name(&folder).replace('-', "_");
            let generated = gatewright::generate(&test_specs(&folder), &Options { shape: Shape::Module });
            let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(false)));
            for (path, text) in generated.output.iter() {
                scratch.write(&format!("src/{module}/{path}"), text);
            }
            lib += &format!("/// {module}\npub mod {module};\n");
        }
        scratch.write("src/lib.rs", &lib);
        scratch.compiles_cleanly();
    }
}
