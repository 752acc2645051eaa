//! Restrictions of single models, checked before a request is sent.

use std::time::Duration;

use sample_client::gateway::SpeechArgs;
use sample_client::{ChatModel, Error, MessagesModel, ResponsesModel, Tool, ToolChoice, Upload, chat, models};
use serde_json::json;

use super::{client, gateway};

fn tool() -> Tool {
    Tool::new("look", "Looks something up.", json!({ "type": "object" }))
}

/// Returns the error of a request that the client refuses to send.
async fn refused<T>(request: impl IntoFuture<Output = sample_client::Result<T>>) -> String {
    match request.await {
        Err(Error::Request(text)) => text,
        Err(other) => panic!("it was sent: {other}"),
        Ok(_) => panic!("it was sent"),
    }
}

#[tokio::test]
async fn requests_that_a_restricted_chat_model_refuses_are_not_sent() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let tools = || client.chat(models::chat::CHAT_EFFORT_NONE_TOOLS, "?").tools([tool()]);
    assert!(refused(tools()).await.contains("reasoning effort `none`"));
    assert!(refused(tools().reasoning_effort("high")).await.contains("reasoning effort `none`"));
    let forced = |choice| client.chat(models::chat::CHAT_AUTO_TOOLS, "?").tools([tool()]).tool_choice(choice);
    assert!(refused(forced(ToolChoice::Any)).await.contains("auto and none"));
    assert!(refused(forced(ToolChoice::Named("look".into()))).await.contains("auto and none"));
    let nameless = chat::Message::new("group", "Hello.");
    let play = |message| client.chat(models::chat::CHAT_ROLEPLAY, [message]);
    assert!(refused(play(nameless.clone())).await.contains("name"));
    let earlier = client.responses(models::responses::CHAT_STATELESS, "?");
    assert!(refused(earlier.clone().previous_response_id("r")).await.contains("`input`"));
    assert!(refused(earlier.clone().conversation("c")).await.contains("`input`"));
    assert_eq!(gateway.journal().count, 0, "none of these was sent");

    tools().reasoning_effort("none").send().await.expect("so it is taken");
    forced(ToolChoice::Auto).send().await.expect("so it is taken");
    play(nameless.named("Everybody")).send().await.expect("so it is taken");
    earlier.send().await.expect("so it is taken");
    assert_eq!(gateway.journal().count, 4);
}

/// Section 4.1(3) of the gateway's document: 400 for `any` and for a named tool, while `auto` and `none` work.
#[tokio::test]
async fn a_restricted_tool_choice_is_refused_in_every_chat_format() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let name = "chat-auto-tools";
    let chat = || client.chat(ChatModel::unchecked(name), "?").tools([tool()]);
    let messages = || client.messages(MessagesModel::unchecked(name), "?").tools([tool()]);
    let responses = || client.responses(ResponsesModel::unchecked(name), "?").tools([tool()]);
    let named = || ToolChoice::Named("look".into());
    for choice in [ToolChoice::Any, named()] {
        assert!(refused(chat().tool_choice(choice.clone())).await.contains("only auto and none"));
        assert!(refused(messages().tool_choice(choice.clone())).await.contains("only auto and none"));
        assert!(refused(responses().tool_choice(choice)).await.contains("only auto and none"));
    }
    for choice in [json!("any"), json!("required"), json!({ "type": "any" }), json!({ "type": "function" })] {
        assert!(refused(chat().extra("tool_choice", choice.clone())).await.contains("only auto and none"));
        assert!(refused(messages().extra("tool_choice", choice.clone())).await.contains("only auto and none"));
        assert!(refused(responses().extra("tool_choice", choice)).await.contains("only auto and none"));
    }
    assert_eq!(gateway.journal().count, 0, "none of these was sent");
    for choice in [ToolChoice::Auto, ToolChoice::None] {
        let _ = chat().tool_choice(choice.clone()).send().await;
        let _ = messages().tool_choice(choice.clone()).send().await;
        let _ = responses().tool_choice(choice).send().await;
    }
    // The document names only `any` and a named tool as refused.
    let some = json!({ "type": "allowed_tools", "mode": "auto", "tools": [] });
    let _ = chat().extra("tool_choice", some).send().await;
    assert_eq!(gateway.journal().count, 7, "all of these were sent");
}

#[tokio::test]
async fn audio_limits_are_checked_before_upload() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let say = |input: String| client.speech(models::speech::SPEECH_SHORT, SpeechArgs { input, voice: "one".into() });
    assert!(
        matches!(say("茶".repeat(1_001)).send().await, Err(Error::Request(text)) if text.contains("1000 characters"))
    );
    let spoken = say("茶".repeat(1_000)).send().await.expect("so it is taken");
    assert_eq!(spoken.bytes().await.expect("it is whole").len(), 1_000);

    let hear = |file| client.transcription(models::transcription::TRANSCRIBE_SHORT, file);
    let file = || Upload::bytes("a.mp3", &b"sound"[..]);
    assert!(refused(hear(file()).length(Duration::from_secs(31))).await.contains("30 seconds"));
    assert!(refused(hear(Upload::bytes("a.wav", wav(31)))).await.contains("30 seconds"), "a WAV file says it itself");
    assert!(refused(hear(Upload::bytes("a.mp3", mp3(31)))).await.contains("30 seconds"), "so does an MP3 file");
    assert!(refused(hear(Upload::bytes("a.ogg", ogg(31)))).await.contains("30 seconds"), "so does an Ogg file");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.ogg"), ogg(31)).expect("it can be written");
    assert!(refused(hear(Upload::file(folder.path().join("a.ogg")))).await.contains("30 seconds"), "also on disk");
    assert!(refused(hear(Upload::bytes("a.mp3", vec![0; 27 << 20]))).await.contains("bytes"));
    let streaming = |name: &str| {
        client.transcription(models::transcription::TRANSCRIBE_STREAMING, Upload::bytes(name, &b"sound"[..]))
    };
    assert!(refused(streaming("a.mp3")).await.contains("wav"));
    let pcm_only =
        |file: Vec<u8>| client.transcription(models::transcription::TRANSCRIBE_STREAMING, Upload::bytes("a.wav", file));
    assert!(refused(pcm_only(wav_of(1, 16, 400))).await.contains("300 seconds"), "its record says so");
    for (file, found) in [(pcm(8), "found 8"), (pcm(24), "found 24"), (wav_of(3, 16, 1), "found another encoding")] {
        let said = refused(pcm_only(file)).await;
        assert!(said.contains("accepts only 16-bit PCM in WAV files") && said.contains(found), "{said}");
    }
    assert!(refused(hear(Upload::file("there/is/no/such.wav"))).await.contains("cannot read"));
    assert_eq!(gateway.journal().count, 1);
    hear(file().clone()).length(Duration::from_secs(30)).send().await.expect("so it is taken");
    streaming("a.wav").send().await.expect("the client cannot read a format from it");
    pcm_only(pcm(16)).send().await.expect("so it is taken");
    hear(Upload::bytes("a.mp3", mp3(30))).send().await.expect("so it is taken");
    hear(Upload::bytes("a.ogg", ogg(30))).send().await.expect("so it is taken");
}

/// Returns MP3 frames of 128 kbit/s at 44.1 kHz for a number of seconds.
fn mp3(seconds: usize) -> Vec<u8> {
    let mut frame = vec![0x55; 417];
    frame[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0xc0]);
    frame.repeat((seconds * 44_100).div_ceil(1152))
}

/// Returns Opus pages that end after a number of seconds.
fn ogg(seconds: u64) -> Vec<u8> {
    let page = |samples: u64, body: &[u8]| {
        let head = [&b"OggS\0\0"[..], &samples.to_le_bytes(), &[0; 12], &[1, body.len() as u8]].concat();
        [&head, body].concat()
    };
    let pages = (1..=seconds).map(|it| page(it * 48_000, &[0; 20]));
    [page(0, b"OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0"), pages.collect::<Vec<_>>().concat()].concat()
}

/// Returns a number of seconds of silence: 100 samples of one byte per second.
pub(super) fn wav(seconds: u32) -> Vec<u8> {
    wav_of(1, 8, seconds)
}

/// Returns one second of PCM with a number of bits per sample.
pub(super) fn pcm(bits: u16) -> Vec<u8> {
    wav_of(1, bits, 1)
}

/// Returns 100 samples per second in an encoding; 1 is PCM.
pub(super) fn wav_of(encoding: u16, bits: u16, seconds: u32) -> Vec<u8> {
    let (width, length) = (bits / 8, seconds * 100 * u32::from(bits / 8));
    let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    file.extend([encoding.to_le_bytes(), [1, 0]].concat());
    file.extend([100u32.to_le_bytes(), (100 * u32::from(width)).to_le_bytes()].concat());
    file.extend([width.to_le_bytes(), bits.to_le_bytes()].concat());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.resize(file.len() + length as usize, 0x80);
    file
}
