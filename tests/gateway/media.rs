//! Images and audio.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::gateway::{EditArgs, SpeechArgs};
use sample_client::{CostUnknown, Error, Reply as _, Units, Upload, Usd, models};

use super::rules::wav;
use super::{builder, client, gateway};

fn priced() -> Units {
    models::units().with_ratio(Usd::micros(2_000_000)).with_price(Usd::micros(1_000_000))
}

#[tokio::test]
async fn images_are_saved_from_a_url_or_from_the_response() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = client.image(models::image::IMAGE_STANDARD, "a cup of tea").n(2).size("1024x1024").send().await;
    let drawn = drawn.expect("a reply");
    assert_eq!((drawn.data.len(), drawn.success_count(), drawn.failed_count()), (2, Some(2), Some(0)));
    assert_eq!(drawn.data[0].b64_json, None, "an empty one is none");
    let path = folder.path().join("tea.png");
    drawn.data[0].save(&client, &path).await.expect("it is fetched");
    let inside = client.image(models::image::IMAGE_STANDARD, "a cup of tea").response_format("b64_json").send().await;
    let inside = inside.expect("a reply");
    assert_eq!(inside.data[0].url, None);
    let bytes = inside.data[0].bytes(&client).await.expect("it is in the reply");
    assert_eq!(std::fs::read(&path).expect("it was saved"), bytes);
    assert!(bytes.starts_with(b"\x89PNG"));
    let fetched = gateway.journal().requests.into_iter().find(|it| it.path.starts_with("/files/")).expect("it was");
    assert!(!fetched.authorized, "the key does not go there");
}

#[tokio::test]
async fn an_image_edit_takes_a_file_or_a_url() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let change = |image| client.image_edit(models::image::IMAGE_EDIT, EditArgs { image, prompt: "more sugar".into() });
    change(Upload::bytes("cup.png", &b"\x89PNG"[..]).into()).send().await.expect("a reply");
    change("https://files.example/cup.png".into()).n(3).send().await.expect("a reply");
    let asked = gateway.journal().requests;
    let kind = |number: usize| {
        let headers = &asked[number].headers;
        headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.clone()).unwrap_or_default()
    };
    assert!(kind(0).starts_with("multipart/form-data"), "{}", kind(0));
    assert!(asked[0].body.contains("name=\"image\"; filename=\"cup.png\""), "{}", asked[0].body);
    assert_eq!(kind(1), "application/json");
    let charged: Vec<_> = gateway.ledger().charges.iter().map(|it| (it.count, it.unit)).collect();
    assert_eq!(charged, [(1, "images"), (3, "images")]);
}

#[tokio::test]
async fn speech_replaces_a_file_only_when_it_is_complete() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("good-morning.mp3");
    std::fs::write(&path, "what was there").expect("it can be written");
    let say = || {
        let args = SpeechArgs { input: "Good morning.".into(), voice: "one".into() };
        client.speech(models::speech::SPEECH_STANDARD, args)
    };
    gateway.fault(Fault::cut_in_body(5).times(1));
    let cut = say().send().await.expect("it begins").save(&path).await.expect_err("it was cut");
    assert!(matches!(cut, Error::ChargeUnknown(_)), "{cut}");
    assert_eq!(std::fs::read(&path).expect("it is there"), b"what was there");
    let speech = say().send().await.expect("it begins");
    assert_eq!(speech.content_type(), "audio/mpeg");
    assert_eq!(speech.save(&path).await.expect("it is whole"), 13);
    let bytes = std::fs::read(&path).expect("it is there");
    assert_eq!((bytes.len(), bytes[0]), (13, 0x80), "bytes that are no text");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    let (mut reader, mut read) = (say().send().await.expect("it begins"), Vec::new());
    tokio::io::copy(&mut reader, &mut read).await.expect("it is whole");
    assert_eq!(read, bytes, "it is a reader, too");
    let wav = say().response_format("wav").speed(1.5).send().await.expect("it begins");
    assert_eq!(wav.extension().as_deref(), Some("wav"));
    assert_eq!((wav.content_type().as_str(), wav.bytes().await.expect("it is whole").len()), ("audio/wav", 13));
}

#[tokio::test]
async fn the_extension_of_a_file_follows_its_content_type() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let say =
        || client.speech(models::speech::SPEECH_STANDARD, SpeechArgs { input: "Tea.".into(), voice: "one".into() });
    for (format, content_type) in
        [("mp3", "audio/mpeg"), ("wav", "audio/wav"), ("flac", "audio/flac"), ("opus", "audio/opus")]
    {
        let speech = say().response_format(format).send().await.expect("it begins");
        assert_eq!((speech.content_type().as_str(), speech.extension().as_deref()), (content_type, Some(format)));
    }
    gateway.fault(Fault::new(FaultKind::ContentType { content_type: "application/octet-stream".into() }));
    let extension = |it: sample_client::Incoming| it.extension();
    let asked = say().response_format("FLAC").send().await.map(extension).expect("it begins");
    assert_eq!(asked.as_deref(), Some("flac"), "what was asked for, where the gateway says nothing");
    let foreign = say().response_format("../x").send().await.map(extension).expect("it begins");
    assert_eq!(foreign, None, "it is no part of a path");
    gateway.clear_faults();
    gateway.fault(Fault::new(FaultKind::ContentType { content_type: "audio/unheard-of".into() }));
    assert_eq!(say().send().await.map(extension).expect("it begins"), None);
}

#[tokio::test]
async fn a_failed_image_download_names_the_host_of_the_file() {
    let gateway = gateway().await;
    let client = builder(&gateway).settings(|it| it.max_attempts = 1).build().expect("valid");
    let image = |url: &str| {
        let reply = serde_json::json!({ "data": [{ "url": url }] });
        sample_client::image::Reply::read(reply).expect("a reply").data.remove(0)
    };
    // The port is bound without a listener.
    let taken = tokio::net::TcpSocket::new_v4().expect("a socket");
    taken.bind(([127, 0, 0, 1], 0).into()).expect("loopback");
    let unreachable = taken.local_addr().expect("it is bound").to_string();
    let here = gateway.base_url();
    let here = here.trim_start_matches("http://");
    let key = gateway.key();
    for (url, named, status) in [
        (format!("http://{unreachable}/a.png"), unreachable.clone(), None),
        (format!("http://{here}/files/none.png"), here.to_owned(), Some(404)),
        (format!("https://{key}.invalid/{key}.png"), "[key].invalid".to_owned(), None),
    ] {
        let error = image(&url).bytes(&client).await.expect_err("it cannot be fetched");
        assert!(matches!(&error, Error::FileUnreachable { host, .. } if *host == named), "{error}");
        let said = error.to_string();
        assert!(
            said.contains(&format!("`{named}`")) && !said.contains("base URL") && !said.contains("gateway"),
            "{said}"
        );
        assert!(!said.contains(key), "{said}");
        assert_eq!(error.failure().and_then(|it| it.status), status, "{said}");
    }
}

#[tokio::test]
async fn text_instead_of_audio_is_an_error() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let args = || SpeechArgs { input: "Good morning.".into(), voice: "one".into() };
    for fault in [FaultKind::Html, FaultKind::ContentType { content_type: "application/json".into() }] {
        gateway.reset();
        gateway.fault(Fault::new(fault.clone()));
        let error = client.speech(models::speech::SPEECH_STANDARD, args()).send().await.expect_err("it is no sound");
        assert!(matches!(error, Error::ChargeUnknown(_)), "{fault:?}: {error}");
    }
}

#[tokio::test]
async fn a_recording_is_uploaded_from_disk_and_transcribed() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("monday.wav");
    std::fs::write(&path, wav(200)).expect("it can be written");
    let (steps, size) = (Arc::new(Mutex::new(Vec::new())), wav(200).len() as u64);
    let seen = steps.clone();
    let recording = Upload::file(&path).on_progress(move |sent, of| seen.lock().expect("no panic").push((sent, of)));
    let text = client.transcription(models::transcription::TRANSCRIBE_STANDARD, recording).language("en").send().await;
    assert_eq!(
        text.expect("a reply").text.as_deref(),
        Some(format!("monday.wav, {size} bytes, written down").as_str())
    );
    let english = client.translation(models::transcription::TRANSCRIBE_STANDARD, Upload::file(&path)).send().await;
    assert!(english.expect("a reply").text.as_deref().is_some_and(|it| it.ends_with("translated")));
    assert_eq!(steps.lock().expect("no panic").last(), Some(&(size, size)));
    let charged: Vec<_> = gateway.ledger().charges.iter().map(|it| (it.count, it.unit)).collect();
    assert_eq!(charged, [(200, "seconds"), (200, "seconds")]);
}

#[tokio::test]
async fn a_large_recording_can_be_uploaded() {
    let gateway = gateway().await;
    let large = Upload::bytes("a.mp3", vec![0; 3_000_000]);
    let heard = client(&gateway).transcription(models::transcription::TRANSCRIBE_STANDARD, large).send().await;
    assert!(heard.expect("a reply").text.as_deref().is_some_and(|it| it.contains("3000000 bytes")));
}

#[tokio::test]
async fn estimates_equal_charges() {
    let gateway = gateway().await;
    let client = builder(&gateway).units(priced()).budget(Usd::micros(10_000_000)).build().expect("valid");
    let image = client.image(models::image::IMAGE_STANDARD, "tea").n(3);
    let speech = client.speech(models::speech::SPEECH_STANDARD, SpeechArgs { input: "Tea!".into(), voice: "v".into() });
    let sound = client.transcription(models::transcription::TRANSCRIBE_STANDARD, Upload::bytes("a.wav", wav(3)));
    assert_eq!(sound.estimate(), Err(CostUnknown::Usage("seconds of audio")));
    let read = sound.clone().send().await.expect("a reply");
    let sound = sound.length(Duration::from_millis(2_001));
    assert_eq!(read.cost, sound.estimate().ok().map(|it| it.usd), "a WAV file says how long it lasts");
    let estimates = [image.estimate(), speech.estimate(), sound.estimate()].map(|it| it.expect("all is known").usd);
    assert_eq!(image.send().await.expect("a reply").cost, Some(estimates[0]));
    speech.send().await.expect("it begins").bytes().await.expect("it is whole");
    assert_eq!(sound.send().await.expect("a reply").cost, Some(estimates[2]));
    assert_eq!(client.spent().charged, estimates[0] + estimates[1] + estimates[2] + estimates[2]);
    assert!(estimates.iter().all(|it| *it > Usd::ZERO));
}
