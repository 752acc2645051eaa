//! `service.toml` and interface files: their errors are reported, and omitted values are read from the catalogs.

use std::fs;

use gatewright::Specs;
use gatewright_tests::{generate, generate_fine, sample_specs, service};

fn with(text: String) -> Specs {
    let mut specs = sample_specs();
    specs.files.insert(Specs::SERVICE.into(), text.into());
    specs
}

#[test]
fn mistakes_are_reported_with_their_line() {
    for (from, to, code, says) in [
        ("header = \"authorization\"", "header = \"Author ization\"", "bad-value", "the name of a header"),
        ("scheme = \"Bearer\"", "scheme = \"Be arer\"", "bad-value", "a word"),
        ("key        = \"GATEWAY_API_KEY\"", "key        = \"a key\"", "bad-value", "capital letters"),
        ("without = \"/v1\"", "without = \"v1\"", "bad-value", "a path"),
        ("/v1/social/{platform}/{capability}", "/v1/social/{platform}/x", "bad-value", "`{capability}`"),
        ("payload        =", "paylod        =", "unknown-key", "did you mean `payload`?"),
        (
            "kind      = \"bad-parameter\"",
            "kind      = \"bad-paramter\"",
            "unknown-word",
            "did you mean `bad-parameter`?",
        ),
        ("on        = \"data\"", "on        = \"dta\"", "unknown-word", "did you mean `data`?"),
        ("status    = 400", "status    = 4000", "bad-value", "from 100 to 599"),
        ("retry     = [2, 2]", "retry     = [3, 2]", "bad-value", "such as [10, 20]"),
        ("kind      = \"capacity\"\n", "", "missing-field", "kind"),
        ("queued     = \"queued\"", "wueued     = \"queued\"", "unknown-key", "did you mean `queued`?"),
        ("done       = \"completed\"", "", "missing-field", "done"),
        ("doc  = { en = \"for speech\"", "dock = { en = \"for speech\"", "missing-field", "doc"),
    ] {
        let text = service();
        assert!(text.contains(from), "{from}");
        let report = generate(&with(text.replacen(from, to, 1))).expect_err(from);
        let text = report.render(false);
        assert!(text.contains(&format!("error[{code}]")) && text.contains(says), "{from}\n{text}");
        assert!(text.contains("specs/service.toml:"), "{text}");
    }
}

#[test]
fn omitted_values_are_read_from_the_catalogs() {
    let mut specs = sample_specs();
    specs.files.remove(Specs::SERVICE);
    specs.files.retain(|path, _| !path.starts_with("gateway/") && !path.ends_with("families.toml"));
    let generated = generate_fine(&specs);
    let service = &generated.model.service;
    assert_eq!(service.data_path, "/v1/social/{platform}/{capability}");
    assert_eq!(service.usage_log_name, "social-{platform}-{capability}");
    assert!(service.errors.is_empty(), "nothing is known to be free");
    assert!(service.endpoint_type("openai").is_some_and(|it| it.module == "openai" && it.models() == "OpenaiModel"));
}

#[test]
fn every_interface_file_is_read_and_unknown_files_are_refused() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary folder");
    };
    for (path, bytes) in sample_specs().files {
        write(&path, &String::from_utf8(bytes).expect("text"));
    }
    write(
        "gateway/music.toml",
        "[[operation]]\nname = \"song\"\nroute = \"POST /v1/songs\"\nkind = \"music-generation\"\nbody = \"json\"\n\
         reply = \"json\"\nbilling = \"tokens\"\ndoc = \"Creates a song.\"\nparams = [{ name = \"text\", type = \"text\" }]\n",
    );
    let generated = generate_fine(&Specs::open(folder.path()).expect("it can be read"));
    assert!(generated.output.get("src/gateway/music.rs").is_some_and(|it| it.contains("pub fn song(")));

    for (path, says) in [
        ("models/famillies.toml", "did you mean `models/families.toml`?"),
        ("gateway/music.json", "rename it"),
        ("notes", "rename it"),
    ] {
        write(path, "");
        let report = generate(&Specs::open(folder.path()).expect("it can be read")).expect_err(path);
        let text = report.render(false);
        assert!(text.contains("unknown-file") && text.contains(path) && text.contains(says), "{text}");
        fs::remove_file(folder.path().join(path)).expect("it is there");
    }
}

#[test]
fn mistakes_in_an_interface_are_reported_with_their_line() {
    let with = |change: &dyn Fn(&str) -> String| {
        let mut specs = sample_specs();
        let text = String::from_utf8(specs.files["gateway/chat.toml"].clone()).expect("text");
        specs.files.insert("gateway/chat.toml".into(), change(&text).into());
        generate(&specs)
    };
    assert!(with(&str::to_owned).is_ok());
    for (from, to, code) in [
        ("POST /v1/messages", "PATCH /v1/messages", "bad-route"),
        ("POST /v1/messages", "POST messages", "bad-route"),
        ("POST /v1/messages", "GET /v1/messages", "method-and-body"),
        ("kind     = \"anthropic\"", "kind     = \"anthropics\"", "unknown-word"),
        ("reply    = \"messages\"", "reply    = \"poem\"", "unknown-word"),
        ("billing  = \"tokens\"", "billing  = \"words\"", "unknown-word"),
        ("type = \"tools\"", "type = \"hammers\"", "unknown-word"),
        ("mode = \"stream\"", "mode = \"rain\"", "unknown-word"),
        ("name = \"stop\"", "name = \"s t o p\"", "bad-param"),
        ("endpoint = \"Messages\"", "endpoint = \"Chat\"", "name-collision"),
        ("name     = \"messages\"", "name     = \"chat\"", "name-collision"),
        ("doc      = {", "dock     = {", "missing-field"),
        ("[[operation]]", "[[operations]]", "unknown-key"),
    ] {
        let Err(report) = with(&|text| text.replacen(from, to, 1)) else { panic!("{to} is wrong") };
        let text = report.render(false);
        assert!(report.diagnostics().iter().any(|it| it.code == code), "{to}: {text}");
        assert!(text.contains("gateway/chat.toml:"), "{text}");
    }
}
