//! Languages of the site: a third one is a folder of files, and texts of the specs are translated next to them.

use std::fs;

use gatewright::{Language, site_in};
use gatewright_tests::{root, sample_specs};
use sample_client::workflow::{Kind, Workflow};

use super::{URL, model, pages};

/// Returns the English messages in brackets, with unchanged punctuation.
fn bracketed(messages: &str) -> String {
    let mut text = String::new();
    for line in messages.lines() {
        let is_message = line.starts_with(|c: char| c.is_ascii_alphabetic()) && !line.ends_with("->");
        let line = match line.split_once(" = ") {
            Some((id, value)) if is_message && !id.starts_with("mark-") => format!("{id} = ⟦{value}⟧"),
            _ => match line.split_once("] ") {
                Some((variant, value)) if line.starts_with("  ") => format!("{variant}] ⟦{value}⟧"),
                _ => line.to_owned(),
            },
        };
        text += &(line + "\n");
    }
    for shape in Workflow::rules().types() {
        let name = shape.name.expect("a name");
        text += &format!("record-{name} = ⟦{}⟧\n", shape.about);
        if let Kind::Object(fields) = &shape.kind {
            for field in fields {
                let id = field.name.trim_start_matches('$');
                text += &format!("record-{name}-{id} = ⟦{}⟧\n", field.about);
            }
        }
    }
    text
}

fn outside_brackets(text: &str) -> String {
    let mut depth = 0;
    let mut is_outside = |c: char| {
        depth += i32::from(c == '⟦');
        let is_outside = depth == 0;
        depth -= i32::from(c == '⟧');
        is_outside
    };
    text.chars().filter(|c| is_outside(*c)).collect()
}

#[test]
fn a_third_language_is_a_folder_of_files() {
    let folder = root().join("templates/languages/en");
    let messages = fs::read_to_string(folder.join("messages.ftl")).expect("text");
    let guide = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let blocks = fs::read_to_string(&path).expect("text");
        let blocks = blocks.lines().filter(|it| it.starts_with("{{")).map(|it| format!("{it}\n")).collect::<String>();
        (name, format!("⟦The guide in another language.⟧\n\n{blocks}"))
    };
    let guides: Vec<_> =
        fs::read_dir(folder.join("guides")).expect("a folder").flatten().map(|it| guide(it.path())).collect();
    let guides: Vec<_> = guides.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let pseudo = Language::parse("qps", &bracketed(&messages), &guides).expect("Fluent");
    let english = gatewright::english();
    let model = model();
    let site = site_in(&model, URL, &[english, pseudo]);
    // Single words are also names of parameters and values.
    let sentences = english.ids().map(|id| english.get(id).expect("it has the message"));
    let sentences: Vec<_> =
        sentences.filter(|it| it.split(' ').count() > 3 && !it.contains(['{', '`', '\'', '"'])).collect();
    assert!(sentences.len() > 100, "{}", sentences.len());
    // The specs have no texts in the third language, so the titles of their workflow records stay English.
    for (path, page) in pages(&site, ".md").filter(|it| it.0.starts_with("qps/")) {
        let rest = outside_brackets(page);
        let rest = model.records.iter().fold(rest, |rest, it| rest.replace(it.workflow.title.as_str(), ""));
        assert!(rest.len() < page.len(), "{path}");
        for sentence in &sentences {
            assert!(!rest.contains(sentence), "{path}: {sentence}");
        }
    }
    let home = site.get("qps/index.html").expect("a page");
    assert!(
        home.contains("<html lang=\"qps\">") && home.contains("hreflang=\"en\"") && !home.contains("hreflang=\"zh\"")
    );
}

#[test]
fn specs_contain_their_own_translations() {
    let mut specs = sample_specs();
    let chat = String::from_utf8(specs.files["gateway/chat.toml"].clone()).expect("text");
    let changed =
        chat.replacen("doc      = { en = ", "doc      = { en = \"Talks.\", zh = \"闲聊。\", fr = \"Cause.\" }\n#", 1);
    assert_ne!(changed, chat);
    specs.files.insert("gateway/chat.toml".into(), changed.into());
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let site = gatewright::site(&model, URL);
    assert!(site.get("interfaces/chat/chat.md").is_some_and(|it| it.contains("Talks.") && !it.contains("闲聊")));
    assert!(site.get("zh/interfaces/chat/chat.md").is_some_and(|it| it.contains("闲聊。") && !it.contains("Talks.")));

    for (text, says) in
        [("{ zh = \"闲聊。\" }", "missing key `en`"), ("{ en = \"Talks.\", 7 = \"x\" }", "unknown language code `7`")]
    {
        let broken = chat.replacen("doc      = { en = ", &format!("doc      = {text}\n#"), 1);
        specs.files.insert("gateway/chat.toml".into(), broken.into());
        let report = gatewright::read(&specs).expect_err("it is wrong").render(false);
        assert!(report.contains(says) && report.contains("gateway/chat.toml:"), "{report}");
    }
}
