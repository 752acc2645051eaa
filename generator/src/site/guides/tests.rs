#[test]
fn search_aliases_name_guides_that_exist() {
    let named = super::super::search_aliases::SEARCH_ALIASES.iter().filter_map(|it| it.0.strip_prefix("guides/"));
    for name in named.map(|it| it.split('#').next().unwrap_or_default()) {
        assert!(super::super::guide_list::GUIDES.iter().any(|it| it.name == name), "{name}");
    }
}

#[test]
fn every_guide_has_a_text_in_every_language() {
    let specs = crate::Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs")).expect("the project's specs");
    let (model, _) = crate::read(&specs).expect("the specs are valid");
    for guide in &super::super::guide_list::GUIDES {
        for &lang in crate::languages() {
            let text = super::written(&model, guide.name, lang);
            assert!(!text.contains("{{"), "an unknown block in {}", guide.name);
            assert!(text.trim().len() > 200, "{} in {}", guide.name, lang.code());
        }
    }
}
