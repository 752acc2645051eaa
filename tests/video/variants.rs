//! Every variant, end to end: submission, polling, download. The gateway runs exactly the requested parameters.

use sample_client::gateway::task_path;
use sample_client::gateway::{
    AImageToVideoArgs, AImageToVideoSize, AReferenceToVideoReferences, AReferenceToVideoSize, AVideoEditArgs,
    AVideoEditSize, B20FirstFrameArgs, B20FullReferenceReferences, B25FirstFrameArgs, B25FirstFrameResolution,
    B25FullReferenceReferences, CMultiImageFirstFrameArgs, CMultiImageFirstFrameMode, CMultiImageMode,
    CMultiImageReferences, CStandardImageToVideoArgs, CStandardImageToVideoFraming, CStandardImageToVideoSound,
    CStandardTextToVideoFraming, CStandardTextToVideoSize, CValueTierAspectRatio, CValueTierResolution,
    DNativeAudioMediaMedia, DNativeAudioMediaSize, DNativeAudioTextSize, EImageToVideoArgs,
    EMultiReferenceToVideoReferences, EReferenceToVideoArgs,
};
use sample_client::models::video as models;
use sample_client::video::{Ratio, RatioOrAdaptive, Seconds, Size, Task, TaskPath};
use sample_client::{Client, Pending, Usd};
use serde_json::{Value, json};

use super::{client, gateway, video};

const PNG: &str = "https://files.example/a.png";
const MP4: &str = "https://files.example/a.mp4";
const MP3: &str = "https://files.example/a.mp3";

/// Creates and downloads a video on both paths.
async fn home(submit: fn(&Client, TaskPath) -> Pending<Task>, wanted: Value, cost: Option<&str>) {
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        let gateway = gateway().await;
        let client = client(&gateway);
        let task = submit(&client, path.clone()).await.expect("it is taken");
        assert_eq!(task.handle().path, path);
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let saved = video(&task).await.download(folder.path().join("clip.mp4")).await.expect("it can be had");
        assert_eq!(std::fs::read(saved.path).expect("it is there"), gateway.video_file());
        let seen = gateway.submitted_tasks();
        let mut runs = seen[0].runs.clone();
        runs.as_object_mut().expect("an object").remove("model");
        assert_eq!((runs, seen[0].path.as_str()), (wanted.clone(), path.as_str()));
        let ledger = gateway.ledger();
        assert_eq!((ledger.charges.len(), ledger.refunds.len()), (1, 0));
        assert_eq!(task.cost(), cost.map(|it| it.parse::<Usd>().expect("an amount")), "what was said before");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_to_video() {
    home(
        |it, path| {
            let request = it.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea");
            request.size(Size::P480).duration(Seconds::of::<7>()).submit_to(path)
        },
        json!({ "prompt": "tea", "size": "832*480", "duration": 7 }),
        Some("0.7"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_to_video_sends_the_defaults_that_it_is_priced_by() {
    home(
        |it, path| it.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit_to(path),
        json!({ "prompt": "tea", "size": "1280*720", "duration": 5 }),
        Some("0.5"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_image_to_video() {
    home(
        |it, path| {
            let args = AImageToVideoArgs {
                prompt: "tea".into(),
                first_frame: PNG.into(),
                size: AImageToVideoSize::P1080,
                duration: Seconds::of::<4>(),
            };
            it.videos().a_image_to_video(models::VIDEO_A_IMAGE, args).submit_to(path)
        },
        json!({ "prompt": "tea", "input_reference": PNG, "size": "1920*1080", "duration": 4 }),
        Some("0.4"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reference_to_video() {
    home(
        |it, path| {
            let references = AReferenceToVideoReferences::image(PNG).and_image(PNG).and_video(MP4);
            let request = it.videos().a_reference_to_video(models::VIDEO_A_REFERENCE, "tea", references);
            request.size(AReferenceToVideoSize::P720).duration(Seconds::of::<5>()).submit_to(path)
        },
        json!({ "prompt": "tea", "images": [PNG, PNG], "video_url": MP4, "size": "1280*720", "duration": 5 }),
        Some("0.5"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_video_edit() {
    home(
        |it, path| {
            let args = AVideoEditArgs { prompt: "tea".into(), source: MP4.into() };
            it.videos().a_video_edit(models::VIDEO_A_EDIT, args).size(AVideoEditSize::P720).submit_to(path)
        },
        json!({ "prompt": "tea", "video_url": MP4, "size": "1280*720" }),
        None,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b25_first_frame() {
    home(
        |it, path| {
            let args = B25FirstFrameArgs { prompt: "tea".into(), first_frame: PNG.into() };
            let request = it.videos().b25_first_frame(models::VIDEO_B_2_5, args).duration(Seconds::of::<5>());
            request.resolution(B25FirstFrameResolution::P480).generate_audio(false).submit_to(path)
        },
        json!({
            "prompt": "tea", "seconds": "5",
            "metadata": {
                "content": [{ "type": "image_url", "image_url": { "url": PNG } }],
                "resolution": "480p", "generate_audio": false,
            },
        }),
        Some("0.6"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b20_first_frame() {
    home(
        |it, path| {
            let args = B20FirstFrameArgs { prompt: "tea".into(), first_frame: PNG.into() };
            it.videos().b20_first_frame(models::VIDEO_B_2_0_MINI, args).duration(Seconds::of::<3>()).submit_to(path)
        },
        json!({
            "prompt": "tea", "seconds": "3",
            "metadata": { "content": [{ "type": "image_url", "image_url": { "url": PNG } }] },
        }),
        Some("0.09"),
    )
    .await;
}

fn part(kind: &str, url: &str) -> Value {
    let mut part = json!({ "type": format!("{kind}_url"), "role": format!("reference_{kind}") });
    part[format!("{kind}_url")] = json!({ "url": url });
    part
}

#[tokio::test(flavor = "multi_thread")]
async fn b25_full_reference() {
    home(
        |it, path| {
            let references = B25FullReferenceReferences::audio(MP3);
            let request = it.videos().b25_full_reference(models::VIDEO_B_2_5, "tea", references);
            request.ratio(Ratio::LANDSCAPE).duration(Seconds::of::<30>()).submit_to(path)
        },
        json!({ "prompt": "tea", "seconds": "30", "metadata": { "ratio": "16:9", "content": [part("audio", MP3)] } }),
        Some("3.6"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn b20_full_reference() {
    home(
        |it, path| {
            // Set in another order than in the request.
            let references = B20FullReferenceReferences::video(MP4).and_image(PNG);
            let request = it.videos().b20_full_reference(models::VIDEO_B_2_0, "tea", references).audio(MP3);
            request.duration(Seconds::of::<2>()).submit_to(path)
        },
        json!({ "prompt": "tea", "seconds": "2", "metadata": {
            "content": [part("image", PNG), part("video", MP4), part("audio", MP3)],
        } }),
        Some("0.2"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c_standard_text_to_video() {
    home(
        |it, path| {
            let framing = CStandardTextToVideoFraming::size(CStandardTextToVideoSize::Portrait720);
            it.videos().c_standard_text_to_video(models::VIDEO_C_STANDARD, "tea", framing).submit_to(path)
        },
        json!({ "prompt": "tea", "size": "720x1280", "duration": 5 }),
        Some("0.4"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c_standard_image_to_video() {
    home(
        |it, path| {
            let args = CStandardImageToVideoArgs { prompt: "tea".into(), first_frame: PNG.into() };
            let framing = CStandardImageToVideoFraming::aspect_ratio(Ratio::SQUARE);
            let request = it.videos().c_standard_image_to_video(models::VIDEO_C_STANDARD, args, framing);
            let request = request.end_frame(PNG).sound(CStandardImageToVideoSound::On).negative_prompt("rain");
            request
                .cfg_scale(0.5)
                .camera_control(json!({ "type": "simple" }))
                .duration(Seconds::of::<10>())
                .submit_to(path)
        },
        json!({ "prompt": "tea", "image": PNG, "duration": 10, "metadata": {
            "aspect_ratio": "1:1", "image_tail": PNG, "sound": "on", "negative_prompt": "rain", "cfg_scale": 0.5,
            "camera_control": { "type": "simple" },
        } }),
        Some("0.8"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c_value_tier() {
    home(
        |it, path| {
            let request = it.videos().c_value_tier(models::VIDEO_C_VALUE, "tea").first_frame(PNG);
            let request = request.resolution(CValueTierResolution::P1080).aspect_ratio(CValueTierAspectRatio::Square);
            request.duration(Seconds::of::<3>()).submit_to(path)
        },
        json!({ "prompt": "tea", "image": PNG, "metadata": {
            "settings": { "resolution": "1080p", "duration": 3, "aspect_ratio": "1:1" },
        } }),
        Some("0.12"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c_multi_image_with_a_first_frame() {
    home(
        |it, path| {
            let args = CMultiImageFirstFrameArgs {
                prompt: "tea".into(),
                first_frame: PNG.into(),
                mode: CMultiImageFirstFrameMode::FourK,
            };
            let request = it.videos().c_multi_image_first_frame(models::VIDEO_C_MULTI_IMAGE, args).image(PNG);
            request.end_frame(PNG).video(MP4).duration(Seconds::of::<10>()).submit_to(path)
        },
        json!({ "prompt": "tea", "metadata": {
            "prompt": "tea", "mode": "4k", "duration": "10",
            "image_list": [
                { "image_url": PNG, "type": "first_frame" },
                { "image_url": PNG, "type": "end_frame" },
                { "image_url": PNG },
            ],
            "video_list": [{ "video_url": MP4, "refer_type": "feature" }],
        } }),
        Some("4.5"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c_multi_image_without_one() {
    home(
        |it, path| {
            let (mode, references) = (CMultiImageMode::Pro, CMultiImageReferences::image(PNG));
            let videos = it.videos();
            let request = videos.c_multi_image(models::VIDEO_C_MULTI_IMAGE, "tea", Ratio::PORTRAIT, mode, references);
            request.duration(Seconds::of::<3>()).submit_to(path)
        },
        json!({ "prompt": "tea", "metadata": {
            "prompt": "tea", "mode": "pro", "duration": "3", "aspect_ratio": "9:16", "image_list": [{ "image_url": PNG }],
        } }),
        Some("0.3591"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn d_native_audio_from_text() {
    home(
        |it, path| {
            let request = it.videos().d_native_audio_text(models::VIDEO_D_NATIVE_AUDIO, "tea", Ratio::LANDSCAPE);
            request.size(DNativeAudioTextSize::TwoK).duration(Seconds::of::<15>()).submit_to(path)
        },
        json!({ "prompt": "tea", "size": "2K", "duration": 15, "metadata": { "ratio": "16:9" } }),
        Some("1.65"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn d_native_audio_from_media() {
    home(
        |it, path| {
            let media = DNativeAudioMediaMedia::first_frame(PNG).and_image(PNG).and_video(MP4);
            let request = it.videos().d_native_audio_media(models::VIDEO_D_NATIVE_AUDIO, "tea", media);
            let request = request.size(DNativeAudioMediaSize::P768).duration(Seconds::of::<4>());
            request.ratio(RatioOrAdaptive::Adaptive).submit_to(path)
        },
        json!({
            "prompt": "tea", "image": PNG, "images": [PNG], "video_url": MP4, "size": "768P", "duration": 4,
            "metadata": { "ratio": "adaptive" },
        }),
        Some("0.44"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn d_legacy() {
    home(
        |it, path| {
            let request = it.videos().d_legacy(models::VIDEO_D_LEGACY_ONE, "tea").first_frame(PNG).last_frame(PNG);
            request.subject_reference(json!([1])).size(Size::P720).duration(Seconds::of::<6>()).submit_to(path)
        },
        json!({ "prompt": "tea", "size": "1280*720", "duration": 6, "metadata": {
            "first_frame_image": PNG, "last_frame_image": PNG, "subject_reference": [1],
        } }),
        Some("0.4"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn e_text_to_video() {
    home(
        |it, path| {
            let request = it.videos().e_text_to_video(models::VIDEO_E_TEXT, "tea").size(Size::P480);
            request.duration(Seconds::of::<5>()).submit_to(path)
        },
        json!({ "prompt": "tea", "size": "832*480", "duration": 5 }),
        Some("0.25"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn e_image_to_video() {
    home(
        |it, path| {
            let args = EImageToVideoArgs {
                prompt: "tea".into(),
                first_frame: PNG.into(),
                size: Size::P480,
                duration: Seconds::of::<5>(),
            };
            it.videos().e_image_to_video(models::VIDEO_E_IMAGE, args).submit_to(path)
        },
        json!({ "prompt": "tea", "input_reference": PNG, "size": "832*480", "duration": 5 }),
        Some("0.25"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn e_reference_to_video() {
    home(
        |it, path| {
            let args = EReferenceToVideoArgs { prompt: "tea".into(), image: PNG.into() };
            let request = it.videos().e_reference_to_video(models::VIDEO_E_REFERENCE, args);
            request.duration(Seconds::of::<5>()).submit_to(path)
        },
        json!({ "prompt": "tea", "input_reference": PNG, "duration": 5 }),
        Some("0.25"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn e_reference_to_video_with_several() {
    home(
        |it, path| {
            let media = |url: &str| json!({ "url": url }).as_object().cloned().expect("an object");
            let references = EMultiReferenceToVideoReferences::media(media(PNG)).and_media(media(MP4));
            let videos = it.videos();
            let request = videos.e_multi_reference_to_video(models::VIDEO_E_REFERENCE, "tea", references);
            request.duration(Seconds::of::<5>()).submit_to(path)
        },
        json!({ "prompt": "tea", "duration": 5, "metadata": { "input": { "media": [{ "url": PNG }, { "url": MP4 }] } } }),
        Some("0.25"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_without_a_family() {
    home(
        |it, path| {
            let request = it.videos().open(models::VIDEO_OTHER_PER_CALL).prompt("tea").images(PNG).size("large");
            request.metadata(json!({ "mood": "calm" }).as_object().cloned().expect("an object")).submit_to(path)
        },
        json!({ "prompt": "tea", "images": [PNG], "size": "large", "metadata": { "mood": "calm" } }),
        Some("0.25"),
    )
    .await;
}
