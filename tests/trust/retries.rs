//! Automatic retries: conditions, number and backoff. The clock is paused, so waiting takes no time.

use std::time::Duration;

use sample_client::gateway::task_path;
use sample_client::video::{TaskHandle, TaskState};
use sample_client::{Charge, Client, Error, models};
use tokio::time::Instant;

use super::{Reply, Script, scripted};

fn status(status: u16) -> Reply {
    Reply::Status(status, Vec::new())
}

fn asking(status: u16, retry_after: &str) -> Reply {
    Reply::Status(status, vec![("retry-after", retry_after.to_owned())])
}

#[tokio::test(start_paused = true)]
async fn transient_errors_without_a_charge_are_retried() {
    for passing in [status(502), status(429), Reply::NotConnected] {
        let client = scripted([passing.clone(), passing, Reply::Data]);
        let reply = client.p1().trending().send().await.expect("the third attempt succeeds");
        assert_eq!(reply.attempts, 3);
        assert_eq!(client.spent().by_name["social-p1-trending"].calls, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_has_at_most_three_attempts() {
    let client = scripted([status(502)]);
    let error = client.p1().trending().send().await.expect_err("it never succeeds");
    assert!(matches!(&error, Error::SourceFailed(failure) if failure.attempts == 3), "{error}");
    let error = client.p1().trending().settings(|it| it.max_attempts = 1).send().await.expect_err("nor here");
    assert_eq!(error.failure().map(|it| it.attempts), Some(1));
}

#[tokio::test(start_paused = true)]
async fn permanent_errors_and_possible_charges_are_not_retried() {
    let once = [400, 401, 403, 404, 500, 503, 504].map(status).into_iter().chain([Reply::Lost]);
    for reply in once {
        let error = scripted([reply, Reply::Data]).p1().trending().send().await.expect_err("it failed");
        assert_eq!(error.failure().map(|it| it.attempts), Some(1), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn retries_of_busy_submissions_can_be_turned_off() {
    let done = || Reply::Json(serde_json::json!({ "id": "task-1", "object": "video", "choices": [] }));
    let client = || scripted([status(429), done()]);
    let chat = |client: &Client| client.chat(models::chat::CHAT_LARGE, "?");
    let video = |client: &Client| client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea");
    assert_eq!(chat(&client()).send().await.expect("the second attempt succeeds").attempts, 2);
    video(&client()).submit().await.expect("the second attempt succeeds");

    let once = |error: Error| assert!(matches!(&error, Error::Busy(it) if it.attempts == 1), "{error}");
    once(chat(&client()).settings(|it| it.retry_busy_submissions = false).send().await.expect_err("it is busy"));
    once(chat(&client()).settings(|it| it.retry_busy_submissions = false).stream().await.expect_err("it is busy"));
    once(video(&client()).settings(|it| it.retry_busy_submissions = false).submit().await.expect_err("it is busy"));
    let careful = |replies: [Reply; 2]| {
        let builder = Client::builder("https://gateway.example", "canary").transport(Script::of(replies));
        builder.settings(|it| it.retry_busy_submissions = false).build().expect("valid")
    };
    let social = careful([status(429), Reply::Data]).p1().trending().send().await;
    assert_eq!(social.expect("social data says itself that it is free").attempts, 2);
    let running = Reply::Json(serde_json::json!({ "id": "task-1", "object": "video", "status": "queued" }));
    let task = careful([status(429), running]).videos().resume(TaskHandle::new("task-1", task_path::VIDEOS));
    assert!(matches!(task.poll().await.expect("a poll is free"), TaskState::Running { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_busy_platform_is_retried_after_two_seconds_and_the_error_names_midnight() {
    let begun = Instant::now();
    let error = scripted([status(429)]).p1().trending().send().await.expect_err("it stays busy");
    assert!(begun.elapsed() >= Duration::from_secs(4), "two pauses of two seconds: {:?}", begun.elapsed());
    let Error::Capacity { resets_at, failure } = error else { panic!("{error}") };
    let since = resets_at.duration_since(std::time::UNIX_EPOCH).expect("it is in the future").as_secs();
    assert_eq!((since % 86_400, failure.charge), (0, Charge::No));
    assert!(resets_at > std::time::SystemTime::now());
}

#[tokio::test(start_paused = true)]
async fn backoff_starts_short_and_is_bounded() {
    let begun = Instant::now();
    let error = scripted([status(502)]).p1().trending().send().await.expect_err("it never succeeds");
    assert!(begun.elapsed() <= Duration::from_millis(1_500), "{:?}: {error}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_followed_up_to_two_minutes() {
    let begun = Instant::now();
    scripted([asking(502, "90"), Reply::Data]).p1().trending().send().await.expect("the second attempt succeeds");
    assert_eq!(begun.elapsed().as_secs(), 90);

    let begun = Instant::now();
    let error = scripted([asking(429, "3600"), Reply::Data]).p1().trending().send().await.expect_err("too long");
    assert_eq!(error.failure().and_then(|it| it.retry_after), Some(Duration::from_secs(3600)));
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_calls_do_not_storm_a_failing_gateway() {
    let client = scripted([status(502)]);
    let mut attempts = 0;
    for _ in 0..1_000 {
        let error = client.p1().trending().send().await.expect_err("it never succeeds");
        attempts += error.failure().expect("it was sent").attempts;
    }
    assert!(attempts <= 1_000 + 500 / 14, "{attempts} attempts");
}

#[tokio::test(start_paused = true)]
async fn timeouts_apply_and_can_be_set_for_one_request() {
    let client = scripted([Reply::Never]);
    for (limit, request) in [
        (30, client.p1().trending()),
        (90, client.p1().trending().settings(|it| it.head_timeout = Duration::from_secs(90))),
    ] {
        let begun = Instant::now();
        let error = request.send().await.expect_err("no reply ever comes");
        assert_eq!((begun.elapsed().as_secs(), error.charge()), (limit, Charge::Unknown), "{error}");
    }
}
