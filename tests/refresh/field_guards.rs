//! Guards of `refresh` for single fields and for shares of them.

use serde_json::json;

use super::cases::Change;
use super::live::{Follower, is_refused};
use super::scene::{Scene, cell, cells, large, models};

#[tokio::test(flavor = "multi_thread")]
async fn many_small_changes_are_refused_like_a_large_one() {
    let cases: [(&str, Change, &str, &str); 17] = [
        (
            "prices null",
            |it| cells(it, |it| it["price_usd"] = json!(null)),
            "price",
            "14 of 14 prices changed or are no longer published (price_usd)",
        ),
        (
            "prices removed",
            |it| cells(it, |it| drop(it.as_object_mut().expect("a cell").remove("price_usd"))),
            "price",
            "prices",
        ),
        (
            "prices times five",
            |it| cells(it, |it| it["price_usd"] = json!(it["price_usd"].as_f64().unwrap_or(0.01) * 5.0)),
            "price",
            "prices changed",
        ),
        ("prices equal", |it| cells(it, |it| it["price_usd"] = json!(0.017)), "price", "prices changed"),
        ("all paused", |it| cells(it, |it| it["status"] = "paused".into()), "status", "no longer available"),
        (
            "some paused",
            |it| (1..7).for_each(|number| it.cell(&format!("red/more-{number}"))["status"] = "paused".into()),
            "status",
            "are no longer available (status)",
        ),
        ("groups gone", |it| cells(it, |it| it["require_one_of"] = json!([])), "groups", "groups"),
        (
            "all optional",
            |it| {
                cells(it, |it| {
                    it["params"].as_array_mut().expect("a list").iter_mut().for_each(|it| it["required"] = json!(false))
                })
            },
            "optional",
            "required parameters",
        ),
        ("no types", |it| models(it, |it| it["supported_endpoint_types"] = json!([])), "types", "endpoint types"),
        ("billing rate", |it| it.model("more-1")["billing_rate"] = json!(2000), "price", "billing_rate: 2000, was 2"),
        ("quota type", |it| it.model("more-1")["quota_type"] = json!(1), "billing", "quota_type: 1, was 0"),
        (
            "growth",
            |it| {
                for number in 0..300 {
                    let cell = cell("red", &format!("new-{number}"), &[]);
                    Scene::add_to(&mut it.social["cells"], cell);
                }
            },
            "growth",
            "300 endpoints were added to 15",
        ),
        (
            "tiers emptied",
            |it| it.model("more-1")["book_faces"]["tiers"] = json!([]),
            "billing",
            "`more-1`, tiers: none, was long: the input is over 500 tokens",
        ),
        (
            "no prices by face",
            |it| drop(it.model("more-1").as_object_mut().expect("a model").remove("book_faces")),
            "billing",
            "`more-1`, tiers: none",
        ),
        (
            "tier conditions",
            |it| it.model("more-1")["book_faces"]["tiers"][0]["when"][0]["context_len_gt"] = json!(1),
            "billing",
            "`more-1`, tiers: long: the input is over 1 tokens, was long: the input is over 500 tokens",
        ),
        (
            "no groups of accounts",
            |it| models(it, |it| it["enable_groups"] = json!([])),
            "status",
            "models for a group, are no longer available",
        ),
        ("unit", |it| it.cell("red/more-1")["unit"] = "second".into(), "billing", "unit: second, was call"),
    ];
    for (name, change, accept, says) in cases {
        is_refused(&large(), name, change, accept, says).await;
    }
}

/// Creates a scene whose models state access, limits and upload formats.
fn limited() -> Scene {
    let mut scene = large();
    scene.models["auto_groups"] = json!(["default", "vip"]);
    models(&mut scene, |it| {
        it["login_required"] = json!(0);
        it["accepted_upload_formats"] = json!(["mp3", "wav"]);
        it["specs"] = numbers(1000, 30);
    });
    scene
}

/// Returns the specs of a model as the catalog has them: as text.
fn specs(fields: serde_json::Value) -> serde_json::Value {
    fields.to_string().into()
}

/// Returns specs with a context window in tokens and a maximum duration in seconds.
fn numbers(context: u64, seconds: u64) -> serde_json::Value {
    specs(json!({ "context_window": context, "max_duration_seconds": seconds, "resolutions": ["720p", "4k"] }))
}

/// Each case is a change of fields that affect access or safety: the value of `--accept`, the refusal, and the line in the
/// list of changes.
#[tokio::test(flavor = "multi_thread")]
async fn changes_of_access_limits_and_usage_log_names_are_refused() {
    let cases: [(&str, Change, &str, &str, &str); 11] = [
        (
            "login required",
            |it| it.model("more-1")["login_required"] = json!(1),
            "access",
            "`more-1`, login_required: 1, was 0",
            "login requirement changed from 0 to 1",
        ),
        (
            "automatic groups",
            |it| it.models["auto_groups"] = json!(["default"]),
            "access",
            "`models`, auto_groups: default, was default, vip",
            "auto_groups changed from default, vip to default",
        ),
        (
            "automatic groups emptied",
            |it| it.models["auto_groups"] = json!([]),
            "access",
            "`models`, auto_groups: none, was default, vip",
            "auto_groups changed from default, vip to none",
        ),
        (
            "usage log",
            |it| it.cell("red/more-1")["model"] = "social-blue-user".into(),
            "log-name",
            "`red/more-1`, model: social-blue-user, was social-red-more-1",
            "name in the usage log changed from social-red-more-1 to social-blue-user",
        ),
        (
            "upload formats emptied",
            |it| it.model("more-1")["accepted_upload_formats"] = json!([]),
            "limits",
            "`more-1`, accepted_upload_formats: mp3: not published, was listed",
            "upload formats changed from mp3, wav to unpublished",
        ),
        (
            "upload formats replaced",
            |it| it.model("more-1")["accepted_upload_formats"] = json!(["exe"]),
            "limits",
            "`more-1`, accepted_upload_formats: wav: not published, was listed",
            "upload formats changed from mp3, wav to exe",
        ),
        (
            "a limit gone",
            |it| it.model("more-1")["specs"] = specs(json!({ "context_window": 1000, "resolutions": ["720p", "4k"] })),
            "limits",
            "`more-1`, max_duration_seconds: not published, was 30",
            "maximum duration in seconds changed from 30 to unpublished",
        ),
        (
            "limits emptied",
            |it| it.model("more-1")["specs"] = "".into(),
            "limits",
            "`more-1`, context_window: not published, was 1000",
            "resolutions changed from 720p, 4k to unpublished",
        ),
        (
            "a limit far lower",
            |it| it.model("more-1")["specs"] = numbers(1, 30),
            "limits",
            "`more-1`, context_window: 1, was 1000",
            "context changed from 1000 tokens to 1",
        ),
        (
            "a limit far higher",
            |it| it.model("more-1")["specs"] = numbers(1_000_000_000_000, 30),
            "limits",
            "`more-1`, context_window: 1000000000000, was 1000",
            "context changed from 1000 tokens to 1",
        ),
        (
            "limits lowered everywhere",
            |it| {
                models(it, |it| it["specs"] = numbers(1000, 10));
            },
            "limits",
            "16 of 16 limits of models changed or are no longer published (max_duration_seconds)",
            "maximum duration in seconds changed from 30 to 10",
        ),
    ];
    for (name, change, accept, says, reported) in cases {
        let report = is_refused(&limited(), name, change, accept, says).await;
        assert!(report.contains(reported), "{name}: {report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn access_is_compared_with_the_last_known_value() {
    let follower = Follower::of(&limited().specs("a-client")).await;
    let mut scene = limited();
    scene.model("more-1")["login_required"] = json!(null);
    follower.publish(&scene);
    assert_eq!(follower.refresh(&[]).await.code, 0);
    scene.model("more-1")["login_required"] = json!(1);
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert!(ended.code == 1 && ended.stderr.contains("`more-1`, login_required: 1, was 0"), "{}", ended.stderr);
    // Fewer formats and resolutions are only reported, as long as some of them stay.
    let mut fewer = limited();
    fewer.model("more-1")["accepted_upload_formats"] = json!(["wav"]);
    follower.publish(&fewer);
    let ended = follower.refresh(&[]).await;
    assert!(
        ended.code == 0 && ended.stdout.contains("changed from mp3, wav to wav"),
        "{}{}",
        ended.stdout,
        ended.stderr
    );
}
