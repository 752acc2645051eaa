#[test]
fn what_people_call_a_guide_is_said_of_one_that_there_is() {
    let named = super::super::found_by::FOUND_BY.iter().filter_map(|it| it.0.strip_prefix("guides/"));
    for name in named {
        assert!(super::table::GUIDES.iter().any(|it| it.name == name), "{name}");
    }
}
