//! Tables of texts and the names that they become.

use super::*;

#[test]
fn the_obstacle_course() {
    use Scope::*;
    for (text, scope, name) in [
        // Casing
        ("keyword", Request, "keyword"),
        ("pageArea", Request, "page_area"),
        ("secUid", Request, "sec_uid"),
        ("user-posts", Platform, "user_posts"),
        ("HTTPServer", Request, "http_server"),
        // Keywords of any edition
        ("type", Request, "type_"),
        ("self", Request, "self_"),
        ("async", Request, "async_"),
        ("gen", Request, "gen_"),
        ("try", Module, "try_"),
        ("mod", Module, "mod_"),
        ("crate", Module, "crate_"),
        // Our own names
        ("new", Request, "new_"),
        ("send", Request, "send_"),
        ("extra", Request, "extra_"),
        ("client", Request, "client_"),
        ("new", Client, "new_"),
        ("from_env", Client, "from_env_"),
        ("social", Client, "social_"),
        ("clone", Platform, "clone_"),
        ("deref", Client, "deref_"),
        ("from_parts", Selector, "from_parts_"),
        ("and_more", Selector, "by_and_more"),
        ("other", Data, "other_"),
        ("clone", Data, "clone"),
        // … which are free in other scopes
        ("send", Platform, "send"),
        ("from_parts", Request, "from_parts"),
        ("type", Request, "type_"),
        ("$schema", Request, "schema"),
        // Digits first
        ("4k", Request, "n4k"),
        ("360", Request, "n360"),
        ("_1", Request, "n1"),
        // Empty text and punctuation only
        ("", Request, "empty"),
        ("_", Request, "u005f"),
        ("$$", Request, "u0024_u0024"),
        (" ", Request, "u0020"),
        // Non-ASCII
        ("关键", Request, "u5173_u952e"),
        ("naïve", Request, "na_u00ef_ve"),
        ("a\u{202e}b", Request, "a_u202e_b"),
        // Punctuation
        ("a.b", Request, "a_b"),
        ("$filter", Request, "filter"),
        ("data[]", Request, "data"),
        // Names that would leave the folder, or that are invalid as file names
        ("../../etc/passwd", Module, "etc_passwd"),
        ("..", Module, "u002e_u002e"),
        ("a/b\\c", Module, "a_b_c"),
        ("a\0b", Module, "a_b"),
        ("%2e%2e", Module, "n2e_2e"),
        ("CON", Module, "con_"),
        ("Lpt1", Module, "lpt1_"),
        ("social", Module, "social_"),
        ("rt", Module, "rt_"),
        ("std", Module, "std_"),
    ] {
        assert_eq!(snake(text, scope), name, "{text:?} in {scope:?}");
    }
}

#[test]
fn a_taken_name_is_avoided() {
    let taken = ["target", "target_"];
    assert_eq!(snake_avoiding("target", Scope::Request, |name| taken.contains(&name)), "target__");
    assert_eq!(snake_avoiding("other", Scope::Request, |name| taken.contains(&name)), "other");
}

#[test]
fn colliding_names_become_distinct_in_any_order() {
    let apart = |wanted: &[(&str, &str, bool)]| {
        let wanted: Vec<_> = wanted.iter().map(|&(text, name, chosen)| NameRequest { text, name, chosen }).collect();
        distinct(&wanted, &[])
    };
    let (lower, upper) = (("self", "self_", false), ("Self", "self_", false));
    assert_eq!(apart(&[lower, upper]), ["self_", "self_2"]);
    assert_eq!(apart(&[upper, lower]), ["self_2", "self_"]);
    let (dot, space, third) = (("a.b", "a_b", false), ("a b", "a_b", false), ("a_b_2", "a_b_2", false));
    assert_eq!(apart(&[dot, space, third]), ["a_b_3", "a_b", "a_b_2"], "a number that is taken is skipped");
    assert_eq!(apart(&[("a_b", "a_b", false), ("x", "a_b", true)]), ["a_b_2", "a_b"], "a person chose it");
    assert_eq!(avoiding("SearchArgs", &["SearchArgs"]), "SearchArgs2");
}

#[test]
fn the_fast_path_gives_the_same_name() {
    for text in ["keyword", "sec_user_id", "p1", "a1_b2", "x", "v180", "h_264_x"] {
        assert!(is_snake(text), "{text}");
        assert_eq!(words(text).to_snake_case(), text);
    }
    for text in ["", "_a", "a_", "a__b", "A", "1a", "a-b", "é"] {
        assert!(!is_snake(text), "{text}");
    }
}

#[test]
fn type_names() {
    for (texts, name) in [
        (&["search"][..], "Search"),
        (&["user-posts"], "UserPosts"),
        (&["search", "sort_type"], "SearchSortType"),
        (&["post", "target", "parts"], "PostTargetParts"),
        (&["option"], "Option_"),
        (&["client"], "Client_"),
        (&["platform"], "Platform_"),
        (&["request"], "Request_"),
        (&["self"], "Self_"),
        (&["string"], "String_"),
        (&["3d"], "N3d"),
        (&[""], "Empty"),
        (&["搜索"], "U641cU7d22"),
    ] {
        assert_eq!(camel(texts), name, "{texts:?}");
    }
    assert_eq!(variant("other"), "Other_");
    assert_eq!(variant("4k"), "N4k");
    assert_eq!(variant("self"), "Self_");
}

#[test]
fn features_and_ids() {
    assert_eq!(feature("social", "p1"), "social-p1");
    assert_eq!(feature("social", "default"), "social-default");
    assert_eq!(operation_id("p1", "user-posts"), "p1_user_posts");
}

#[test]
fn long_names_are_truncated_and_distinct() {
    let (a, b) = ("x".repeat(500) + "a", "x".repeat(500) + "b");
    let names = [snake(&a, Scope::Module), snake(&b, Scope::Module)];
    assert!(names.iter().all(|name| name.len() <= LONGEST) && names[0] != names[1], "{names:?}");
}

#[test]
fn pages_of_device_names_are_files_on_windows_too() {
    assert_eq!(model_page("NUL"), "models/nul-");
    assert_eq!(page(&["social", "aux", "con"]), "social/aux-/con-");
    assert_eq!(record_page("Prn"), "workflow/prn-");
}

#[test]
fn segments() {
    for fine in ["p1", "user-posts", "a.b_c~d"] {
        assert!(is_path_segment(fine), "{fine}");
    }
    for wrong in ["", ".", "..", "a/b", "a\\b", "%2e", "a b", "é", ".a", "a?", &"x".repeat(65)] {
        assert!(!is_path_segment(wrong), "{wrong}");
    }
}

#[test]
fn natural_order() {
    let mut keys = vec!["p10", "p2", "p1", "q", "p", "p02"];
    keys.sort_by_key(|key| natural(key));
    assert_eq!(keys, ["p", "p02", "p1", "p2", "p10", "q"]);
}
