//! Downloads of videos.

use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::models::video as models;
use sample_client::video::Video;
use sample_client::{Charge, Error};

use super::{client, gateway, video};

async fn finished(gateway: &gatewright_mock::Gateway) -> Video {
    let task =
        client(gateway).videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("it is taken");
    video(&task).await
}

/// Returns the cause of a failed download. Asserts that the error names the task and says that it was charged.
fn why(error: Error) -> Error {
    assert_eq!(error.charge(), Charge::Yes, "{error}");
    assert!(error.to_string().contains("the file of task /v1/videos/"), "{error}");
    assert!(!error.to_string().contains("base URL"), "{error}");
    let Error::Download { error, .. } = error else { panic!("{error}") };
    *error
}

/// Returns the names of the files in a folder.
fn files(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there").flatten();
    entries.map(|it| it.file_name().to_string_lossy().into_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_download_resumes() {
    for serves_parts in [true, false] {
        let gateway = gateway().await;
        gateway.tasks(|it| it.serves_parts = serves_parts);
        let video = finished(&gateway).await;
        gateway.fault(Fault::new(FaultKind::CutInBody { after: 40_000 }).on("/files/").times(2));
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let told = Arc::new(Mutex::new(Vec::new()));
        let seen = told.clone();
        let download = video.download(folder.path().join("clip.mp4"));
        let saved = download.on_progress(move |it| seen.lock().expect("whole").push(it)).await.expect("it comes");
        assert_eq!(fs::read(&saved.path).expect("it is there"), gateway.video_file(), "no byte is lost or doubled");
        assert_eq!(files(folder.path()), ["clip.mp4"]);
        let last = *told.lock().expect("whole").last().expect("something came");
        assert_eq!((last.bytes, last.total), (100_000, Some(100_000)));
        let journal = gateway.journal();
        let asked: Vec<_> = journal.requests.iter().filter(|it| it.path.starts_with("/files/")).collect();
        let parts = asked.iter().filter(|it| it.headers.iter().any(|it| it.0 == "range")).count();
        assert_eq!((asked.len(), parts), (3, if serves_parts { 2 } else { 0 }));
        assert!(asked.iter().all(|it| it.headers.iter().all(|it| it.0 != "authorization")), "the key stays at home");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn resuming_a_download_does_not_count_as_a_retry() {
    let gateway = gateway().await;
    let video = finished(&gateway).await;
    gateway.fault(Fault::new(FaultKind::CutInBody { after: 40_000 }).on("/files/").times(60));
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let downloads = (0..60).map(|it| video.download(folder.path().join(format!("{it}.mp4"))).start());
    for saved in futures_util::future::join_all(downloads).await {
        assert_eq!(saved.expect("it comes").bytes, 100_000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_existing_file_stays_until_the_download_is_complete() {
    let gateway = gateway().await;
    let video = finished(&gateway).await;
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let path = folder.path().join("clip.mp4");
    fs::write(&path, "old").expect("a file");
    gateway.fault(Fault::new(FaultKind::CutInBody { after: 0 }).on("/files/"));
    let error = why(video.download(&path).await.expect_err("nothing comes"));
    assert!(matches!(&error, Error::FileUnreachable { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
    assert_eq!(files(folder.path()), ["clip.mp4"], "nothing is left behind");
    gateway.clear_faults();
    let error = why(video.download(&path).max_size(99_999).await.expect_err("it is too large"));
    assert!(matches!(&error, Error::File(text) if text.contains("99999")), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
    video.download(&path).max_size(100_000).await.expect("it fits");
    assert_eq!(fs::read(&path).expect("it is there").len(), 100_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_url_is_an_error() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.url_lasts = Duration::ZERO);
    let video = finished(&gateway).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let error = video.download(folder.path().join("clip.mp4")).await.expect_err("it ran out");
    assert!(matches!(&error, Error::Expired { .. }) && error.to_string().contains("expired at"), "{error}");
    let journal = gateway.journal();
    assert!(journal.requests.iter().all(|it| !it.path.starts_with("/files/")), "no request is sent to an expired URL");
}

/// Downloads to an empty folder. Returns the result and the number of file requests.
async fn downloaded(gateway: &gatewright_mock::Gateway, video: &Video) -> (sample_client::Result<u64>, usize) {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let saved = video.download(folder.path().join("clip.mp4")).await;
    assert_eq!(files(folder.path()).len(), usize::from(saved.is_ok()), "nothing else is left behind");
    let asked = gateway.journal().requests.iter().filter(|it| it.path.starts_with("/files/")).count();
    (saved.map(|it| it.bytes), asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_download_is_not_progress() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.serves_parts = false);
    let video = finished(&gateway).await;
    for _ in 0..20 {
        for after in [30_000, 50_000] {
            gateway.fault(Fault::new(FaultKind::CutInBody { after }).on("/files/").times(1));
        }
    }
    let (saved, asked) = downloaded(&gateway, &video).await;
    let error = why(saved.expect_err("it does not come"));
    assert!(matches!(error, Error::FileUnreachable { .. }), "{error}");
    // Two requests with progress, and three without.
    assert_eq!(asked, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn transient_statuses_of_a_download_are_retried_and_others_are_not() {
    let passes = async |status| {
        let gateway = gateway().await;
        let video = finished(&gateway).await;
        gateway.fault(Fault::status(status).on("/files/").times(2));
        let (saved, asked) = downloaded(&gateway, &video).await;
        assert_eq!((saved.expect("it passed"), asked), (100_000, 3), "{status}");
        gateway.fault(Fault::status(status).on("/files/"));
        let (saved, asked) = downloaded(&gateway, &video).await;
        let error = saved.expect_err("it does not pass");
        assert_eq!((error.failure().and_then(|it| it.status), asked), (Some(status), 6), "{error}");
    };
    // Concurrent, since each of them waits between retries.
    futures_util::future::join_all([429, 500, 502, 503, 504].map(passes)).await;
    let gateway = gateway().await;
    let video = finished(&gateway).await;
    gateway.fault(Fault::status(403).on("/files/"));
    let (saved, asked) = downloaded(&gateway, &video).await;
    let error = why(saved.expect_err("it is refused"));
    assert!(matches!(error, Error::FileUnreachable { .. }) && asked == 1, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_page_is_not_saved_as_a_video() {
    let gateway = gateway().await;
    let video = finished(&gateway).await;
    let plain = FaultKind::ContentType { content_type: "text/plain; charset=utf-8".into() };
    for (kind, said) in [(FaultKind::Html, "text/html"), (plain, "text/plain")] {
        gateway.clear_faults();
        gateway.fault(Fault::new(kind).on("/files/"));
        let error = why(downloaded(&gateway, &video).await.0.expect_err("it is no clip"));
        assert!(matches!(&error, Error::File(text) if text.contains(said)), "{error}");
    }
    assert_eq!(downloaded(&gateway, &video).await.1, 3, "each was asked for once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_file_is_not_saved_as_a_video() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.file_size = 0);
    let (saved, _) = downloaded(&gateway, &finished(&gateway).await).await;
    let error = why(saved.expect_err("it is no clip"));
    assert!(matches!(&error, Error::File(text) if text.contains("empty file")), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_download_callback_gets_the_progress() {
    let gateway = gateway().await;
    let video = finished(&gateway).await;
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let told = Arc::new(Mutex::new([0, 0]));
    let note = |who: usize| {
        let told = told.clone();
        move |it: sample_client::video::DownloadProgress| told.lock().expect("whole")[who] = it.bytes
    };
    let download = video.download(folder.path().join("clip.mp4")).on_progress(note(0)).on_progress(note(1));
    download.await.expect("it comes");
    assert_eq!(*told.lock().expect("whole"), [100_000, 100_000]);
}

/// Requests a file with a header. Returns the status.
async fn asked(url: &str, header: (&str, &str)) -> u16 {
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    http.get(url).header(header.0, header.1).send().await.expect("a reply").status().as_u16()
}

const NOTHING: (&str, &str) = ("accept", "*/*");

#[tokio::test(flavor = "multi_thread")]
async fn the_mock_finds_the_key_anywhere_in_a_file_request() {
    let gateway = gateway().await;
    let url = finished(&gateway).await.url().to_owned();
    assert_eq!(asked(&url, NOTHING).await, 200);
    let key = gateway.key();
    for (name, value) in [
        ("authorization", "Bearer another".to_owned()),
        ("x-api-key", key.to_owned()),
        ("cookie", format!("a=b; session={key}")),
        ("referer", format!("https://files.example/?k={key}")),
        ("x-anything", key.to_owned()),
    ] {
        assert_eq!(asked(&url, (name, &value)).await, 400, "{name}");
    }
    let spelled: String = key.bytes().map(|it| format!("%{it:02x}")).collect();
    for more in [format!("key={key}"), format!("a=x{key}x"), format!("{key}=1"), format!("key={spelled}")] {
        assert_eq!(asked(&format!("{url}&{more}"), NOTHING).await, 400, "{more}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_finished_files_are_served_and_only_at_their_signed_url() {
    let gateway = gateway().await;
    let url = finished(&gateway).await.url().to_owned();
    let (bare, query) = url.split_once('?').expect("it is signed");
    let (expires, signature) = query.split_once('&').expect("both are there");
    let later = expires.replace("Expires=", "Expires=9");
    for wrong in [
        bare.to_owned(),
        format!("{bare}?{expires}"),
        format!("{bare}?{signature}"),
        format!("{bare}?{expires}&Signature=mock"),
        format!("{bare}?{later}&{signature}"),
    ] {
        assert_eq!(asked(&wrong, NOTHING).await, 403, "{wrong}");
    }
    let files = format!("{}/files", gateway.base_url());
    for never in ["never-made.mp4", "never-made", "picture-0.png", "task_mock-1", "task_mock-1.mov"] {
        assert_eq!(asked(&format!("{files}/{never}"), NOTHING).await, 404, "{never}");
        assert_eq!(asked(&format!("{files}/{never}?{query}"), NOTHING).await, 404, "{never}");
    }
    gateway.tasks(|it| it.duration = None);
    let task = client(&gateway).videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("taken");
    let early = format!("{files}/{}.mp4?{query}", task.handle().id);
    assert_eq!(asked(&early, NOTHING).await, 404, "it is not finished");
    gateway.end_tasks();
    assert_eq!(asked(&early, NOTHING).await, 403, "it is, and its address is another");
}
