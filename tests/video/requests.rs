//! Video requests that the client refuses to send, and estimates.

use sample_client::gateway::{
    AReferenceToVideoReferences, AReferenceToVideoReferencesParts, B20FirstFrameArgs, B20FullReferenceReferences,
    B25FirstFrameArgs, CMultiImageMode, CMultiImageReferences, CStandardTextToVideoFraming,
    CStandardTextToVideoFramingParts, CStandardTextToVideoMode, DNativeAudioMediaMedia,
};
use sample_client::models::video as models;
use sample_client::video::{Ratio, Seconds};
use sample_client::{Client, Cost, CostUnknown, Error, HttpRequest, RequestBody, Usd, VideoModel};
use serde_json::{Value, json};

fn body(sent: HttpRequest) -> Value {
    let RequestBody::Bytes(bytes) = sent.body else { panic!("{:?}", sent.body) };
    serde_json::from_slice(&bytes).expect("JSON")
}

fn client() -> Client {
    let units = sample_client::models::units().with_price(Usd::micros(1_000_000));
    Client::builder("https://gateway.example", "key").units(units).build().expect("valid")
}

const PNG: &str = "https://files.example/a.png";
const TEN: Seconds<3, 15> = Seconds::of::<10>();

fn refused(request: sample_client::Result<sample_client::HttpRequest>) -> String {
    match request {
        Err(Error::Request(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn too_many_references_are_refused() {
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
fn no_reference_overwrites_another() {
    const MP4: &str = "https://files.example/a.mp4";
    let videos = client().videos();
    let twice = AReferenceToVideoReferences::video(MP4).and_video("https://files.example/b.mp4");
    let request = videos.a_reference_to_video(models::VIDEO_A_REFERENCE, "tea", twice);
    assert!(refused(request.request()).contains("`video` accepts only one value"));
    let twice = CMultiImageReferences::image(PNG).and_video(MP4).and_video(MP4);
    let request =
        videos.c_multi_image(models::VIDEO_C_MULTI_IMAGE, "tea", Ratio::SQUARE, CMultiImageMode::Std, twice.clone());
    assert!(refused(request.request()).contains("`video` accepts only one value"));
    let twice = DNativeAudioMediaMedia::first_frame(PNG).and_first_frame(PNG);
    let request = videos.d_native_audio_media(models::VIDEO_D_NATIVE_AUDIO, "tea", twice);
    assert!(refused(request.request()).contains("`first_frame` accepts only one value"));

    let again = videos.d_legacy(models::VIDEO_D_LEGACY_ONE, "tea").first_frame(PNG).first_frame(PNG);
    again.request().expect("what a request sets can be set again");
}

#[test]
fn two_seconds_are_too_few_for_a_first_frame() {
    let videos = client().videos();
    let b25 = |seconds| {
        let args = B25FirstFrameArgs { prompt: "tea".into(), first_frame: PNG.into() };
        Seconds::new(seconds).map(|it| videos.b25_first_frame(models::VIDEO_B_2_5, args).duration(it))
    };
    let b20 = |seconds| {
        let args = B20FirstFrameArgs { prompt: "tea".into(), first_frame: PNG.into() };
        Seconds::new(seconds).map(|it| videos.b20_first_frame(models::VIDEO_B_2_0, args).duration(it))
    };
    assert!(b25(2).is_err() && b20(2).is_err());
    b25(3).expect("three will do").request().expect("it can be sent");
    b20(3).expect("three will do").request().expect("it can be sent");
}

#[test]
fn from_parts_counts_references() {
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
fn a_url_that_is_not_public_is_not_sent() {
    let request =
        |address: &str| client().videos().c_value_tier(models::VIDEO_C_VALUE, "tea").first_frame(address).request();
    for own in ["frame.png", "http://localhost/a.png", "http://10.0.0.1/a.png", " https://files.example/a.png"] {
        assert!(refused(request(own)).contains("not a public URL"), "{own}");
    }
    request(PNG).expect("others can reach that");
}

#[test]
fn extra_refuses_fields_that_the_gateway_drops_or_misreads() {
    let videos = client().videos();
    let legacy = || videos.d_legacy(models::VIDEO_D_LEGACY_TWO, "tea");
    for place in ["image", "input_reference", "images", "video_url", "size", "metadata", "metadata.first_frame_image"] {
        assert!(refused(legacy().extra(place, "x").request()).contains(place), "{place}");
    }
    let sent = legacy().extra("metadata.seed", 7).first_frame(PNG).request().expect("that is new");
    assert_eq!(body(sent)["metadata"], json!({ "seed": 7, "first_frame_image": PNG }));

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
fn extra_and_an_object_are_merged() {
    let open = || client().videos().open(VideoModel::unchecked("new"));
    let object = || [("seed".to_owned(), json!(7))].into_iter().collect();
    for open in
        [open().extra("metadata.mood", 1).metadata(object()), open().metadata(object()).extra("metadata.mood", 1)]
    {
        let sent = open.request().expect("nothing speaks against it");
        assert_eq!(body(sent)["metadata"], json!({ "mood": 1, "seed": 7 }));
    }
}

#[test]
fn extra_and_a_nested_object_are_merged_or_refused() {
    let open = || client().videos().open(VideoModel::unchecked("new"));
    let object = |value: Value| value.as_object().cloned().expect("an object");
    let (media, input) = (json!([{ "url": PNG }]), object(json!({ "input": { "x": 1 } })));
    for open in [
        open().extra("metadata.input.media", media.clone()).metadata(input.clone()),
        open().metadata(input).extra("metadata.input.media[]", media[0].clone()),
    ] {
        let sent = body(open.request().expect("nothing speaks against it"));
        assert_eq!(sent["metadata"]["input"], json!({ "x": 1, "media": media }), "no reference is lost");
    }
    for open in [
        open().extra("metadata.content[]", "a").metadata(object(json!({ "content": ["b"] }))),
        open().metadata(object(json!({ "a": 1 }))).extra("metadata.a", 2),
    ] {
        assert!(refused(open.request()).contains("`metadata` is also set by `extra`"));
    }
}

#[test]
fn the_open_request_refuses_models_of_a_family() {
    let open =
        |model: &'static str| client().videos().open(VideoModel::unchecked(model)).prompt("tea").image(PNG).request();
    assert!(refused(open("video-d-legacy-one")).contains("`video-d-legacy-one` has its own request type"));
    for fine in ["video-other-per-call", "new"] {
        open(fine).expect("there are none of its own");
    }
}

#[test]
fn a_parameter_set_again_is_checked_again() {
    let request = client().videos().c_value_tier(models::VIDEO_C_VALUE, "tea");
    assert!(refused(request.clone().first_frame("nowhere").request()).contains("`first_frame` cannot be sent"));
    let sent = body(request.first_frame("nowhere").first_frame(PNG).request().expect("nothing speaks against it"));
    assert_eq!(sent["image"], PNG);
}

#[test]
fn extra_and_a_parameter_at_the_same_location_are_refused() {
    let open = || client().videos().open(VideoModel::unchecked("new"));
    for open in [open().prompt("tea").extra("prompt", "coffee"), open().extra("prompt", "coffee").prompt("tea")] {
        assert!(refused(open.request()).contains("`prompt` is also set by `extra`"));
    }
    let object: serde_json::Map<_, _> = [("seed".to_owned(), json!(7))].into_iter().collect();
    assert!(refused(open().metadata(object).extra("metadata", "text").request()).contains("`metadata`"));
}

#[test]
fn extra_refuses_locations_that_the_gateway_drops() {
    let videos = client().videos();
    let frame = || {
        let args = B25FirstFrameArgs { prompt: "tea".into(), first_frame: PNG.into() };
        videos.b25_first_frame(models::VIDEO_B_2_5, args)
    };
    for place in ["metadata[]", "metadata.content[]", "metadata.input", "image", "video_url", "metadata.image_list[]"] {
        assert!(refused(frame().extra(place, json!({})).request()).contains(place), "{place}");
    }
    let value = || videos.c_value_tier(models::VIDEO_C_VALUE, "tea");
    for place in ["metadata.settings[]", "input_reference", "images", "images[]", "metadata.input.media[]"] {
        assert!(refused(value().extra(place, json!({})).request()).contains(place), "{place}");
    }
    for place in ["", ".", "metadata.", "metadata.a[].b", "a[0]", "[]"] {
        assert!(refused(value().extra(place, 1).request()).contains("dots"), "{place}");
    }
    for place in ["model", "model[]", "model.name"] {
        assert!(refused(value().extra(place, "another").request()).contains("when the request is created"), "{place}");
    }
    let chat = client().chat(sample_client::models::chat::CHAT_LARGE, "?").extra("model", "another");
    assert!(refused(chat.request()).contains("when the request is created"), "it would not be sent");
    value().extra("metadata.seeds[]", 7).extra("watermark", false).request().expect("that is new");
}

fn usd(estimate: Result<Cost, CostUnknown>) -> Result<Usd, CostUnknown> {
    estimate.map(|it| it.usd)
}

#[test]
fn extra_fields_that_may_change_the_price_make_it_unknown() {
    let videos = client().videos();
    let unknown = Err(CostUnknown::Condition("a length, size or mode in an unknown field"));
    let framing = CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE);
    let standard = videos.c_standard_text_to_video(models::VIDEO_C_STANDARD, "tea", framing);
    assert_eq!(standard.extra("metadata.mode", "4k").estimate(), unknown);
    let references = CMultiImageReferences::image(PNG);
    let multi =
        videos.c_multi_image(models::VIDEO_C_MULTI_IMAGE, "tea", Ratio::SQUARE, CMultiImageMode::Std, references);
    let multi = multi.duration(TEN);
    assert!(multi.estimate().is_ok() && multi.clone().extra("metadata.seed", 7).estimate().is_ok());
    assert_eq!(multi.extra("seconds", "15").estimate(), unknown);
    let value = videos.c_value_tier(models::VIDEO_C_VALUE, "tea").duration(TEN);
    assert_eq!(value.clone().extra("duration", 99).estimate(), unknown);
    assert_eq!(value.extra("options", json!({ "a": [{ "Quality": 2 }] })).estimate(), unknown, "however deep it is");
}

#[test]
fn an_open_request_has_a_price_if_it_has_one_length_and_no_mode() {
    let videos = client().videos();
    // The record of this model has a price per second.
    let open = || videos.open(VideoModel::unchecked("video-a-text")).prompt("tea");
    let (one, ten) = (Seconds::new(1).expect("one"), Seconds::new(10).expect("ten"));
    assert_eq!(open().estimate(), Err(CostUnknown::Usage("seconds")));
    assert_eq!(usd(open().duration(ten).estimate()), "1".parse().map_err(|_| CostUnknown::Record));
    assert_eq!(open().seconds(ten).estimate(), open().duration(ten).estimate());
    let both = open().duration(one).seconds(ten).estimate();
    assert_eq!(both, Err(CostUnknown::Condition("the choice between two lengths")));
    for metadata in [json!({ "mode": "4k" }), json!({ "settings": { "duration": 15 } })] {
        let metadata = metadata.as_object().cloned().expect("an object");
        let estimate = open().duration(one).metadata(metadata).estimate();
        assert!(matches!(estimate, Err(CostUnknown::Condition(_))), "{estimate:?}");
    }
    assert!(matches!(open().duration(one).extra("seconds", "10").estimate(), Err(CostUnknown::Condition(_))));
}

#[test]
fn an_estimate_is_a_cost_or_the_reason_why_not() {
    let videos = client().videos();
    let is = |text: &str| Ok(text.parse::<Usd>().expect("an amount"));
    let text = videos.a_text_to_video(models::VIDEO_A_TEXT, "tea");
    assert_eq!(usd(text.estimate()), is("0.5"));
    assert_eq!(usd(text.duration(Seconds::of::<10>()).estimate()), is("1"));
    for (mode, cost) in
        [(CMultiImageMode::Std, "0.9"), (CMultiImageMode::Pro, "1.197"), (CMultiImageMode::FourK, "4.5")]
    {
        let references = CMultiImageReferences::image(PNG);
        let request = videos.c_multi_image(models::VIDEO_C_MULTI_IMAGE, "tea", Ratio::SQUARE, mode, references);
        assert_eq!(usd(request.clone().duration(Seconds::of::<10>()).estimate()), is(cost), "{mode:?}");
        assert_eq!(request.estimate(), Err(CostUnknown::Usage("seconds")), "no length is said");
    }
    let framing = CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE);
    let standard = videos.c_standard_text_to_video(models::VIDEO_C_STANDARD, "tea", framing);
    assert_eq!(usd(standard.estimate()), is("0.4"));
    let other = standard.mode(CStandardTextToVideoMode::from("pro")).estimate();
    assert_eq!(other, Err(CostUnknown::Condition("a mode without a published factor")));
    let edit =
        sample_client::gateway::AVideoEditArgs { prompt: "tea".into(), source: "https://files.example/a.mp4".into() };
    assert_eq!(videos.a_video_edit(models::VIDEO_A_EDIT, edit).estimate(), Err(CostUnknown::Usage("seconds")));
    assert_eq!(usd(videos.d_legacy(models::VIDEO_D_LEGACY_ONE, "tea").estimate()), is("0.4"), "sold by the call");
    assert_eq!(videos.open(VideoModel::unchecked("new")).estimate(), Err(CostUnknown::Record));
    let without = Client::new("https://gateway.example", "key").expect("valid");
    let unknown = without.videos().d_legacy(models::VIDEO_D_LEGACY_ONE, "tea").estimate();
    assert_eq!(unknown, Err(CostUnknown::Unit("model_price")));
}
