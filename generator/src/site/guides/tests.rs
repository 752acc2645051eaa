#[test]
fn what_people_call_a_guide_is_said_of_one_that_there_is() {
    let named = super::super::found_by::FOUND_BY.iter().filter_map(|it| it.0.strip_prefix("guides/"));
    for name in named {
        assert!(super::table::GUIDES.iter().any(|it| it.name == name), "{name}");
    }
}

#[test]
fn every_guide_has_a_text_in_both_languages() {
    let specs = crate::Specs::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs")).expect("the project's specs");
    let (model, _) = crate::read(&specs).expect("they are fine");
    for guide in &super::table::GUIDES {
        for lang in super::Lang::ALL {
            let text = super::written(&model, guide.name, lang);
            assert!(text.trim().len() > 200, "{}: `templates/site/guide.md` has no branch for it", guide.name);
        }
    }
}
