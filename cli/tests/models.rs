//! Calls of models: chat, images, speech, transcripts and videos.

use std::fs;

use gatewright_client::{ResponseKind, Usd};
use gatewright_mock::ModelReply;
use serde_json::Value;

use crate::support::{Home, Run, example};

const VIDEO: [&str; 4] = ["video", "a-text-to-video", "A kettle begins to sing.", "--output"];

/// Returns five seconds of silence as a WAV file: 100 samples of one byte per second.
fn wav() -> Vec<u8> {
    let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x64\0\0\0\x64\0\0\0\x01\0\x08\0data".to_vec();
    file.extend(500_u32.to_le_bytes());
    file.resize(file.len() + 500, 0x80);
    file
}

fn json(ran: &Run) -> Value {
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// Checks that the receipts equal the ledger, and that something was charged.
fn check_charged(home: &Home) {
    let total = home.gateway.ledger().total();
    assert!(total > Usd::ZERO);
    assert_eq!(home.spent(), (total, Usd::ZERO));
}

#[test]
fn each_command_runs_as_in_its_help() {
    let home = Home::new();
    fs::write(home.path("recording.wav"), wav()).expect("a file");
    for command in ["image", "image-edit", "speech", "transcribe", "translate", "chat"] {
        let line = example(&home.gw(&[command, "--help"]).out);
        let ran = home.shell(&line);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(!ran.out.is_empty(), "{line}");
    }
    for name in ["kettle.png", "blue.png", "kettle.mp3"] {
        assert!(fs::metadata(home.path(name)).expect("it was saved").len() > 0, "{name}");
    }
    check_charged(&home);
    let receipts = home.gw(&["receipts", "--select", "[.[].output]", "--format", "json"]).out;
    assert!(receipts.contains("kettle.png") && receipts.contains("kettle.mp3"), "{receipts}");
}

#[test]
fn an_estimate_of_a_model_sends_nothing() {
    let home = Home::new();
    fs::write(home.path("recording.wav"), wav()).expect("a file");
    for (arguments, price) in [
        (&["image", "A kettle.", "-m", "pictor-image-standard", "--n", "2"][..], Some("0.072")),
        (&["transcribe", "recording.wav", "-m", "echo-scribe"], None),
        (&["speech", "Tea.", "--voice", "river", "-m", "vox-brief"], None),
        (&["video", "a-text-to-video", "A kettle.", "--duration", "4"], Some("0.36")),
    ] {
        let estimate = json(&home.gw(&[arguments, &["--estimate"]].concat()));
        let found = estimate["price_usd"].as_str().unwrap_or_else(|| panic!("{arguments:?}: {estimate}"));
        assert!(price.is_none_or(|it| it == found), "{arguments:?}: {found}");
    }
    assert_eq!(home.requests(), 0);
}

#[test]
fn the_example_of_each_video_mode_has_what_it_needs() {
    let home = Home::new();
    let all = gatewright_client::gateway::OPERATIONS.iter().flat_map(|it| it.iter());
    let modes: Vec<_> = all.filter(|it| it.response == ResponseKind::Task).map(|it| it.key).collect();
    assert!(modes.len() > 10, "{modes:?}");
    for mode in modes {
        let line = example(&home.gw(&["video", mode, "--help"]).out);
        let ran = home.shell(&format!("{line} --estimate"));
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }
    assert_eq!(home.requests(), 0);
}

#[test]
fn several_images_are_saved_with_numbers() {
    let home = Home::new();
    let image = ["image", "A kettle.", "-m", "pictor-image-standard", "--n", "2", "-o", "kettle.png"];
    let files = |saved: &Value| -> Vec<Value> {
        saved["files"].as_array().expect("files").iter().map(|it| it["file"].clone()).collect()
    };
    let saved = json(&home.gw(&image));
    assert_eq!(files(&saved), ["kettle.png", "kettle-2.png"]);
    assert_eq!(saved["cost_usd"], home.gateway.ledger().total().to_string());
    check_charged(&home);
    // A number that is taken is left out.
    fs::remove_file(home.path("kettle.png")).expect("a file");
    fs::write(home.path("kettle-2.png"), "mine").expect("a file");
    assert_eq!(files(&json(&home.gw(&image))), ["kettle.png", "kettle-3.png"]);
    assert_eq!(fs::read(home.path("kettle-2.png")).expect("a file"), b"mine");
    json(&home.gw(&[&image[..], &["--overwrite"]].concat()));
    assert_ne!(fs::read(home.path("kettle-2.png")).expect("a file"), b"mine");
}

#[test]
fn a_value_outside_of_the_known_ones_is_refused_before_sending() {
    let home = Home::new();
    let speech = ["speech", "Tea.", "--model", "vox-narrator", "--voice", "ember", "--output", "tea.mp3"];
    let ran = home.gw(&[&speech[..], &["--response-format", "mp4"]].concat());
    assert!(ran.code == 2 && ran.err.contains("mp3") && home.requests() == 0, "{}", ran.err);
    let other = home.gw(&[&speech[..], &["--param", "response_format=mp4", "--estimate"]].concat());
    assert_eq!(other.code, 0, "{}", other.err);
}

#[test]
fn a_model_chats_in_a_format_that_it_supports() {
    let home = Home::new();
    for (model, options, path) in [
        ("atlas-chat-mini-2026-03", &[][..], "/v1/chat/completions"),
        ("lyra-converse-4", &[], "/v1/messages"),
        ("atlas-chat-mini-2026-03", &["--api", "responses"], "/v1/responses"),
        ("atlas-chat-mini-2026-03", &["--api", "messages", "--max-tokens", "50"], "/v1/messages"),
    ] {
        home.gateway.replies([ModelReply::text("A leaf.")]);
        let chat = ["chat", "What is tea?", "--system", "Be brief.", "--model", model];
        let ran = home.gw(&[&chat[..], options].concat());
        assert_eq!((ran.code, ran.out.as_str()), (0, "A leaf.\n"), "{model}: {}", ran.err);
        let request = home.gateway.journal().requests.pop().expect("a request");
        assert_eq!(request.path, path);
        assert!(request.body.contains("Be brief.") && request.body.contains("What is tea?"), "{}", request.body);
    }
    check_charged(&home);
    let wrong = home.gw(&["chat", "What is tea?", "--model", "lyra-converse-4", "--api", "chat"]);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
}

#[test]
fn a_whole_reply_is_printed_in_a_chosen_format() {
    let home = Home::new();
    for (model, text) in
        [("atlas-chat-mini-2026-03", ".choices[0].message.content"), ("lyra-converse-4", ".content[0].text")]
    {
        home.gateway.replies([ModelReply::text("A leaf.")]);
        let ran = home.gw(&["chat", "What is tea?", "--model", model, "--select", text]);
        assert_eq!((ran.code, ran.out.as_str()), (0, "\"A leaf.\"\n"), "{model}: {}", ran.err);
    }
    check_charged(&home);
    let empty = home.gw(&["chat", " ", "--model", "lyra-converse-4"]);
    assert!(empty.code == 1 && empty.err.contains("empty"), "{}: {}", empty.code, empty.err);
}

#[test]
fn a_charge_of_an_unknown_amount_is_announced() {
    let home = Home::new();
    fs::write(home.path("recording.mp3"), b"no length that gw can read").expect("a file");
    let ran = home.gw(&["transcribe", "recording.mp3", "-m", "echo-scribe"]);
    assert!(ran.code == 0 && ran.err.contains("the price of 1 call is unknown"), "{}: {}", ran.code, ran.err);
    assert_eq!(json(&home.gw(&["spent"]))["unpriced_calls"], 1);
    let limited = home.gw(&["transcribe", "recording.mp3", "-m", "echo-scribe", "--max-usd", "1"]);
    assert_eq!((limited.code, home.requests()), (1, 1), "{}", limited.err);
    assert!(limited.err.contains("`--length`"), "{}", limited.err);
    let priced = home.gw(&[
        "transcribe",
        "recording.mp3",
        "-m",
        "echo-scribe",
        "--max-usd",
        "1",
        "--length",
        "2m",
        "--estimate",
    ]);
    assert_eq!(json(&priced)["price_usd"], "0.012");
}

#[test]
fn a_model_outside_of_the_catalog_is_called_if_the_user_says_so() {
    let home = Home::new();
    for (command, suggestion) in [
        (&["chat", "What is tea?", "--model", "atlas-chat-mini-2026-04"][..], "`atlas-chat-mini-2026-03`"),
        (&["image", "A kettle.", "-o", "a.png", "-m", "pictor-image-standart"], "`pictor-image-standard`"),
    ] {
        let ran = home.gw(command);
        assert!(ran.code == 2 && ran.err.contains(suggestion), "{}", ran.err);
        let before = home.requests();
        let ran = home.gw(&[command, &["--unlisted-model"]].concat());
        // The mock does not know the model, either.
        assert!(ran.code == 3 && home.requests() == before + 1, "{}: {}", ran.code, ran.err);
    }
    let ran = home.gw(&["chat", "What is tea?", "--model", "vox-brief"]);
    assert!(ran.code == 2 && ran.err.contains("audio-speech"), "{}", ran.err);
}

#[test]
fn a_video_is_submitted_waited_for_and_downloaded() {
    let home = Home::new();
    let saved = json(&home.gw(&[&VIDEO[..], &["kettle.mp4"]].concat()));
    assert_eq!(fs::read(home.path("kettle.mp4")).expect("a file"), home.gateway.video_file());
    assert_eq!(saved["cost_usd"], home.gateway.ledger().total().to_string());
    check_charged(&home);
}

#[test]
fn a_video_resumes_in_another_process() {
    let home = Home::new();
    home.gateway.tasks(|it| it.duration = None);
    let submitted = json(&home.gw(&["video", "a-text-to-video", "A kettle begins to sing.", "--no-wait"]));
    let task = submitted["task"].as_str().expect("a task");
    assert_ne!(json(&home.gw(&["video", "status", task]))["status"], "done");
    let waited = home.gw(&["video", "resume", task, "--output", "kettle.mp4", "--timeout", "1s"]);
    assert_eq!(waited.code, 7, "{}", waited.err);
    assert!(waited.err.contains(&format!("gw video resume {task}")), "{}", waited.err);
    home.gateway.end_tasks();
    assert_eq!(json(&home.gw(&["video", "status", task]))["status"], "done");
    json(&home.gw(&["video", "resume", task, "--output", "kettle.mp4"]));
    assert_eq!(fs::read(home.path("kettle.mp4")).expect("a file"), home.gateway.video_file());
    assert_eq!(home.gateway.ledger().charges.len(), 1);
    check_charged(&home);
    // Receipts have the id alone.
    let id = task.rsplit('/').next().expect("an id");
    assert_eq!(json(&home.gw(&["video", "status", id]))["status"], "done");
    let exists = home.gw(&["video", "resume", id, "--output", "kettle.mp4"]);
    assert!(exists.code == 1 && exists.err.contains("--overwrite"), "{}", exists.err);
    json(&home.gw(&["video", "resume", id, "--output", "kettle.mp4", "--overwrite"]));
    let unknown = home.gw(&["video", "resume", "task_1", "--output", "other.mp4"]);
    assert_eq!(unknown.code, 3, "{}", unknown.err);
}

#[test]
fn a_failed_video_is_refunded() {
    let home = Home::new();
    home.gateway.tasks(|it| it.failure = Some(("InvalidParameter".to_owned(), "no kettle".to_owned())));
    let ran = home.gw(&[&VIDEO[..], &["kettle.mp4"]].concat());
    assert!(ran.code == 3 && ran.err.contains("no kettle"), "{}: {}", ran.code, ran.err);
    assert!(!home.path("kettle.mp4").exists());
    assert_eq!(home.spent(), (Usd::ZERO, Usd::ZERO));
    assert_eq!(home.gateway.ledger().total(), Usd::ZERO);
}

#[test]
fn files_are_checked_before_anything_is_sent() {
    let home = Home::new();
    for path in [".", "no/such/folder/kettle.png"] {
        let ran = home.gw(&["image", "A kettle.", "-m", "pictor-image-standard", "-o", path]);
        assert_eq!(ran.code, 1, "{}", ran.err);
    }
    let ran = home.gw(&["transcribe", "nothing.wav", "-m", "echo-scribe"]);
    assert!(ran.code == 2 && ran.err.contains("cannot read the file"), "{}", ran.err);
    assert_eq!(home.requests(), 0);
}
