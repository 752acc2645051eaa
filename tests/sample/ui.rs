//! Requests that the service would refuse do not compile; the compiler's messages are pinned.
#![forbid(unsafe_code)]

mod slow {
    #[test]
    fn readable_examples() {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
    }
}
