//! What a request cannot be, told before anything is sent; and what it will cost.

use sample_client::gateway::{
    AReferenceToVideoReferences, AReferenceToVideoReferencesParts, B20FullReferenceReferences, CMultiImageMode,
    CMultiImageReferences, CStandardTextToVideoFraming, CStandardTextToVideoFramingParts, CStandardTextToVideoMode,
};
use sample_client::models::video as models;
use sample_client::video::{Ratio, Seconds};
use sample_client::{Client, CostUnknown, Error, RequestBody, Units, Usd, VideoModel};
use serde_json::{Value, json};

fn client() -> Client {
    let units = Units::default().with_price(Usd::micros(1_000_000));
    Client::builder("https://gateway.example", "key").units(units).build().expect("valid")
}

const PNG: &str = "https://files.example/a.png";

fn refused(request: sample_client::Result<sample_client::HttpRequest>) -> String {
    match request {
        Err(Error::Request(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn more_references_than_are_taken_are_not_sent() {
    let five = (1..5).fold(AReferenceToVideoReferences::image(PNG), |it, _| it.and_image(PNG));
    let videos = client().videos();
    videos.a_reference_to_video(models::VIDEO_A_REFERENCE, "tea", five.clone()).request().expect("five are fine");
    let six =
        videos.a_reference_to_video(models::VIDEO_A_REFERENCE, "tea", five.and_video("https://files.example/a.mp4"));
    assert!(refused(six.request()).contains("at most 5"), "a clip counts, too");

    let many = (0..30).fold(B20FullReferenceReferences::image(PNG), |it, _| it.and_image(PNG));
    let request = videos.b20_full_reference(models::VIDEO_B_2_0, "tea", many);
    assert!(refused(request.request()).contains("at most 30"));
    let audio = (0..11).fold(
        videos.b20_full_reference(models::VIDEO_B_2_0, "tea", B20FullReferenceReferences::image(PNG)),
        |it, _| it.audio("https://files.example/a.mp3"),
    );
    assert!(refused(audio.request()).contains("at most 10"));
}

#[test]
fn what_is_known_only_at_run_time_is_counted_as_well() {
    let mut parts = AReferenceToVideoReferencesParts::default();
    assert!(AReferenceToVideoReferences::from_parts(parts.clone()).is_none(), "there is none");
    parts.image = vec![PNG.into(); 6];
    assert!(AReferenceToVideoReferences::from_parts(parts.clone()).is_none(), "there are six");
    parts.image.pop();
    assert!(AReferenceToVideoReferences::from_parts(parts).is_some());

    let mut framing = CStandardTextToVideoFramingParts::default();
    assert!(CStandardTextToVideoFraming::from_parts(framing.clone()).is_none());
    framing.aspect_ratio = Some(Ratio::SQUARE);
    assert!(CStandardTextToVideoFraming::from_parts(framing.clone()).is_some());
    framing.size = Some(sample_client::gateway::CStandardTextToVideoSize::Square512);
    assert!(CStandardTextToVideoFraming::from_parts(framing).is_none(), "exactly one");
}

#[test]
fn an_address_that_nobody_else_can_reach_is_not_sent() {
    let request = client().videos().c_value_tier(models::VIDEO_C_VALUE, "tea").first_frame("frame.png");
    assert!(refused(request.request()).contains("no public address"));
}

#[test]
fn extra_does_not_rebuild_a_trap() {
    let videos = client().videos();
    let legacy = || videos.d_legacy(models::VIDEO_D_LEGACY_TWO, "tea");
    for place in ["image", "input_reference", "images", "video_url", "size", "metadata", "metadata.first_frame_image"] {
        assert!(refused(legacy().extra(place, "x").request()).contains(place), "{place}");
    }
    let sent = legacy().extra("metadata.seed", 7).first_frame(PNG).request().expect("that is new");
    let RequestBody::Bytes(bytes) = sent.body else { panic!("{:?}", sent.body) };
    let body: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(body["metadata"], json!({ "seed": 7, "first_frame_image": PNG }));

    let frame = videos.c_standard_text_to_video(
        models::VIDEO_C_STANDARD,
        "tea",
        CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE),
    );
    assert!(refused(frame.clone().extra("input_reference", PNG).request()).contains("input_reference"));
    assert!(refused(frame.extra("size", "1*1").request()).contains("size"));
    let open = videos.open(VideoModel::unchecked("new")).extra("images", json!([PNG]));
    open.request().expect("of a model without a family nothing is known");
}

#[test]
fn what_it_will_cost_is_said_before_or_why_not() {
    let videos = client().videos();
    let usd = |text: &str| Ok(text.parse::<Usd>().expect("an amount"));
    let text = videos.a_text_to_video(models::VIDEO_A_TEXT, "tea");
    assert_eq!(text.estimate(), usd("0.5"));
    assert_eq!(text.duration(Seconds::of::<10>()).estimate(), usd("1"));
    for (mode, cost) in
        [(CMultiImageMode::Std, "0.9"), (CMultiImageMode::Pro, "1.197"), (CMultiImageMode::FourK, "4.5")]
    {
        let references = CMultiImageReferences::image(PNG);
        let request = videos.c_multi_image(models::VIDEO_C_MULTI_IMAGE, Ratio::SQUARE, "tea", mode, references);
        assert_eq!(request.clone().duration(Seconds::of::<10>()).estimate(), usd(cost), "{mode:?}");
        assert_eq!(request.estimate(), Err(CostUnknown::Usage("seconds")), "no length is said");
    }
    let framing = CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE);
    let standard = videos.c_standard_text_to_video(models::VIDEO_C_STANDARD, "tea", framing);
    assert_eq!(standard.estimate(), usd("0.4"));
    let other = standard.mode(CStandardTextToVideoMode::from("pro")).estimate();
    assert_eq!(other, Err(CostUnknown::Condition("a mode without a published factor")));
    let edit =
        sample_client::gateway::AVideoEditArgs { prompt: "tea".into(), source: "https://files.example/a.mp4".into() };
    assert_eq!(videos.a_video_edit(models::VIDEO_A_EDIT, edit).estimate(), Err(CostUnknown::Usage("seconds")));
    assert_eq!(videos.d_legacy(models::VIDEO_D_LEGACY_ONE, "tea").estimate(), usd("0.4"), "sold by the call");
    assert_eq!(videos.open(VideoModel::unchecked("new")).estimate(), Err(CostUnknown::Record));
    let without = Client::new("https://gateway.example", "key").expect("valid");
    let unknown = without.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").estimate();
    assert_eq!(unknown, Err(CostUnknown::Unit("model_price")));
}
