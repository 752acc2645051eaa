//! Replays each input of `fuzz/corpus` with its target.

use std::collections::BTreeSet;

use gatewright_fuzz::TARGETS;
use gatewright_tests::{folders, name, root};

#[test]
fn no_input_of_the_corpus_breaks_an_invariant() {
    for target in TARGETS {
        let mut inputs = std::fs::read_dir(root().join("fuzz/corpus").join(target.name)).expect("it has a folder");
        let count = inputs.try_fold(0, |count, entry| {
            let path = entry?.path();
            eprintln!("{}", path.display());
            (target.run)(&std::fs::read(&path)?);
            Ok::<_, std::io::Error>(count + 1)
        });
        assert!(count.expect("files") > 1, "{} has too few inputs", target.name);
    }
}

#[test]
fn every_target_has_a_folder_and_every_folder_a_target() {
    let found: BTreeSet<_> = folders(&root().join("fuzz/corpus")).iter().map(|it| name(it)).collect();
    assert_eq!(found, TARGETS.iter().map(|it| it.name.to_owned()).collect());
}
